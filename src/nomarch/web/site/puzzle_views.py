"""Puzzles: a game's list by theme, the next one for a person, and the results."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from nomarch.draw.svg import STYLE_HASH
from nomarch.i18n import translator
from nomarch.kernel.declare.game import Rulebook, rulebook
from nomarch.learning.puzzle_course import PuzzleCourse
from nomarch.learning.puzzle_ratings import Strength, new_puzzle
from nomarch.learning.puzzles import (
    PREFIX,
    Puzzle,
    find_puzzle,
    load_puzzles,
    puzzle_of_the_day,
    start_puzzle,
    theme_anchor,
    theme_title,
)
from nomarch.people.puzzle_results import (
    PuzzleProgress,
    note_try,
    read_progress,
    read_puzzle,
    read_puzzles,
)
from nomarch.storage.notes import NoteStore
from nomarch.storage.store import Store
from nomarch.tables.state.errors import NotFound
from nomarch.tables.state.model import Person, now
from nomarch.web.http.language import language_of
from nomarch.web.http.openapi import SVG
from nomarch.web.http.pages import card_of
from nomarch.web.http.root_path import root_of
from nomarch.web.site.lesson_messages import PuzzleResult
from nomarch.web.table.api import TableApi
from nomarch.web.table.pages import TablePages

PICTURE_AGE = 86_400
"""Seconds that a browser may keep a puzzle's picture."""


class Progress(msgspec.Struct):
    """Progress in a lesson; `done` stays true once it was finished."""

    answers: list[str] = msgspec.field(default_factory=list, name="marks")
    done: bool = False
    missed: list[int] = []
    """Questions that were answered wrong and not practised since."""


@dataclass
class PuzzleViews:
    """The handlers of puzzles; solving one is a lesson."""

    api: TableApi
    pages: TablePages
    notes: NoteStore[Progress]

    async def index(self, request: Request) -> Response:
        book, language = rulebook(request.path_params["game"]), language_of(request)
        record, ratings, solved = await self._known(request, book)
        today = puzzle_of_the_day(book, datetime.fromtimestamp(now(), UTC).date())
        lines = [
            _line(puzzle, number, ratings, solved)
            for number, puzzle in enumerate(load_puzzles(book), 1)
        ]
        return await self.pages.render(
            request,
            "puzzles.html",
            game=card_of(book, translator(book.package, language)),
            today=PREFIX + today.id if today else "",
            themes=_by_theme(book, lines, language),
            count=len(lines),
            solved=sum(line["is_solved"] for line in lines),
            record=record,
        )

    async def go_to_next(self, request: Request) -> Response:
        """Go to a puzzle that suits the person best."""
        book = rulebook(request.path_params["game"])
        record, ratings, solved = await self._known(request, book)
        puzzle = choose_next(load_puzzles(book), record, ratings, solved)
        place = (
            f"/learn/{book.game.id}/{PREFIX}{puzzle.id}" if puzzle else f"/puzzles/{book.game.id}"
        )
        return RedirectResponse(f"{root_of(request)}{place}", 303)

    async def picture(self, request: Request) -> Response:
        """A puzzle's position as a small picture."""
        book, language = rulebook(request.path_params["game"]), language_of(request)
        puzzle = find_puzzle(book, request.path_params["puzzle"])
        if puzzle is None:
            raise NotFound("This puzzle doesn't exist.")

        def draw() -> str:
            match = start_puzzle(book, puzzle)
            return str(match.svg(puzzle.seat, language=language, marked=False, brief=True))

        headers = {
            "cache-control": f"public, max-age={PICTURE_AGE}",
            "vary": "accept-language, cookie",
            "content-security-policy": f"default-src 'none'; style-src {STYLE_HASH}",
        }
        return Response(await self.api.draw(request, draw), media_type=SVG, headers=headers)

    async def judge(self, person: Person, course: PuzzleCourse, *, is_solved: bool) -> PuzzleResult:
        """Rate a first try; return what a puzzle's end shows."""
        book, puzzle = course.book, course.puzzle
        game, first = book.game.id, new_puzzle(puzzle.first_rating)

        def write(store: Store) -> PuzzleResult:
            done = note_try(store, person.id, game, puzzle.id, first, is_solved=is_solved)
            record = done.record if done else read_progress(store, person.id, game)
            against = done.puzzle if done else read_puzzle(store, game, puzzle.id, first)
            return PuzzleResult(
                theme=theme_title(book, puzzle.theme, course.language),
                rating=round(against.rating),
                yours=round(record.strength.rating),
                is_sure=record.strength.is_sure,
                streak=record.current,
                change=done.change if done else None,
            )

        return await self.api.service.writer.do(write)

    async def _known(
        self, request: Request, book: Rulebook
    ) -> tuple[PuzzleProgress, dict[str, Strength], set[str]]:
        """A visitor's record, the puzzles' ratings, and which are solved, at whatever try."""
        person, game = self.api.identity.of(request), book.game.id

        def read(store: Store) -> tuple[PuzzleProgress, dict[str, Strength]]:
            record = read_progress(store, person.id, game) if person else PuzzleProgress()
            tried = read_puzzles(store, game)
            ratings = {
                one.id: tried.get(one.id) or new_puzzle(one.first_rating)
                for one in load_puzzles(book)
            }
            return record, ratings

        notes = await self.notes.all(person.id) if person else {}
        start = f"{game}/{PREFIX}"
        solved = {
            topic.removeprefix(start)
            for topic, progress in notes.items()
            if topic.startswith(start) and progress.done
        }
        return *await self.api.read(read), solved


def choose_next(
    puzzles: Sequence[Puzzle],
    record: PuzzleProgress,
    ratings: Mapping[str, Strength],
    solved: Collection[str],
) -> Puzzle | None:
    """Return the puzzle nearest to a person's rating: a new one, else an unsolved one."""
    new = [one for one in puzzles if one.id not in record.tried and one.id not in solved]
    left = new or [one for one in puzzles if one.id not in solved]
    aim = record.strength.rating
    return min(left, key=lambda one: abs(ratings[one.id].rating - aim), default=None)


def _line(
    puzzle: Puzzle, number: int, ratings: Mapping[str, Strength], solved: Collection[str]
) -> dict[str, Any]:
    return {
        "id": PREFIX + puzzle.id,
        "number": number,
        "grade": puzzle.grade,
        "rating": round(ratings[puzzle.id].rating),
        "moves": max(1, len(puzzle.decisions)),
        "theme": puzzle.theme,
        "is_solved": puzzle.id in solved,
    }


def _by_theme(
    book: Rulebook, lines: Sequence[dict[str, Any]], language: str
) -> list[tuple[str, str, list[dict[str, Any]]]]:
    """Puzzles by theme, the largest first, with its anchor and its title."""
    themes: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        themes.setdefault(line["theme"], []).append(line)
    named = [
        (theme_anchor(book, theme), theme_title(book, theme, language), found)
        for theme, found in themes.items()
    ]
    return sorted(named, key=lambda theme: (-len(theme[2]), theme[1]))
