"""Lessons on the web: a game's list of them, the page of each, and what its script asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from nomarch.engine.match import SHAPES, Match
from nomarch.i18n import translator
from nomarch.kernel.game import Rulebook, rulebook
from nomarch.kernel.lessons import Ask, Lesson, Others
from nomarch.learning.coach import GENTLE
from nomarch.learning.course import Course, Frame, Reply
from nomarch.learning.puzzles import PREFIX, Puzzle, as_lesson, load_puzzles, puzzle_of_the_day
from nomarch.tables.errors import NotFound, Refused
from nomarch.tables.model import Guest, now
from nomarch.tables.notes import Notes
from nomarch.web import client_messages, responses
from nomarch.web.api import Api, body_of, reply
from nomarch.web.error_responses import expected
from nomarch.web.language import language_of
from nomarch.web.openapi import get, post
from nomarch.web.pages import Pages, as_json, card_of, shape_of
from nomarch.web.renderer import Renderer
from nomarch.web.serializers import log_lines, moves

LESSON = "/api/lessons/{game}/{lesson}"


class Progress(msgspec.Struct):
    """How far somebody is with a lesson; having finished it once lasts."""

    marks: list[str] = []
    done: bool = False


@dataclass(frozen=True)
class Sight:
    """How a lesson is to be shown."""

    language: str
    shape: str


@dataclass
class Lessons:
    """The handlers of everything about lessons."""

    api: Api
    pages: Pages

    def __post_init__(self) -> None:
        service = self.api.service
        self.notes = Notes(service.readers, service.writer, "lesson/", Progress)
        self.renderer: Renderer = self.api.renderer

    # --- Pages ----------------------------------------------------------------------------------

    async def learn(self, request: Request) -> Response:
        """All lessons of a game."""
        book = rulebook(request.path_params["game"])
        t = translator(book.package, language_of(request))
        lines = await self._lines(request, book)
        return await self.pages.render(
            request,
            "learn.html",
            game=card_of(book, t),
            lessons=lines,
            next=_next(lines),
            gentle=GENTLE,
            puzzles=len(load_puzzles(book)),
        )

    async def lesson(self, request: Request) -> Response:
        """A lesson, where the reader left it."""
        book, lesson = _found(request)
        sight = Sight(language_of(request), shape_of(request))
        course = await self._course(book, lesson, self.pages.guest(request), sight.language)
        page = await self.renderer.do(lambda: show(course, sight))
        board, page.board = Markup(page.board), ""
        is_puzzle = lesson.id.startswith(PREFIX)
        return await self.pages.around_board(
            request,
            book,
            f"{book.game.id}/{lesson.id}",
            "lesson.html",
            board=board,
            lesson=lesson,
            is_puzzle=is_puzzle,
            following=_following(course, sight.language),
            game=book.game,
            gentle=GENTLE,
            puzzles=len(load_puzzles(book)),
            shelf=f"/{'puzzles' if is_puzzle else 'learn'}/{book.game.id}",
            state=as_json(page),
        )

    async def puzzles(self, request: Request) -> Response:
        """All puzzles of a game, and the one of the day."""
        book = rulebook(request.path_params["game"])
        t = translator(book.package, language_of(request))
        found = load_puzzles(book)
        guest = self.api.identity.of(request)
        notes = await self.notes.all(guest.id) if guest else {}
        today = puzzle_of_the_day(book, datetime.fromtimestamp(now(), UTC).date())
        return await self.pages.render(
            request,
            "puzzles.html",
            game=card_of(book, t),
            today=PREFIX + today.id if today else "",
            puzzles=[_puzzle_line(book, puzzle, notes) for puzzle in found],
        )

    # --- What programs ask ----------------------------------------------------------------------

    @get("/api/lessons/{game}", list[responses.LessonLine], "lang")
    async def get_lessons(self, request: Request) -> Response:
        """A game's lessons, and how far I am."""
        return reply(await self._lines(request, rulebook(request.path_params["game"])))

    @get(LESSON, responses.LessonPage, "lang", "shape")
    async def get_lesson(self, request: Request) -> Response:
        """A lesson where I left it."""
        book, lesson = _found(request)
        sight = _sight(request, request.query_params.get("shape", SHAPES[0]))
        course = await self._course(book, lesson, self.api.guest(request), sight.language)
        return reply(await self.renderer.do(lambda: show(course, sight)))

    @post(LESSON, client_messages.Take, responses.LessonPage)
    async def post_take(self, request: Request) -> Response:
        """Go on in a lesson: read on, or answer with a move."""
        wish = await body_of(request, client_messages.Take)
        sight = _sight(request, wish.shape)
        book, lesson = _found(request)
        guest = self.api.guest(request)
        course = await self._course(book, lesson, guest, sight.language)
        if wish.at != len(course.marks) or course.done:
            raise Refused("The lesson has moved on. Check the board again.")
        heard = course.answer(wish.move)
        if heard.right:
            await self._keep(guest.id, course)
        return reply(await self.renderer.do(lambda: show(course, sight, heard)))

    @post(f"{LESSON}/again", client_messages.Again, responses.LessonPage)
    async def post_again(self, request: Request) -> Response:
        """Begin a lesson again."""
        wish = await body_of(request, client_messages.Again)
        sight = _sight(request, wish.shape)
        book, lesson = _found(request)
        guest = self.api.guest(request)
        course = Course(book, lesson, guest.name, sight.language)
        await self._keep(guest.id, course)
        return reply(await self.renderer.do(lambda: show(course, sight)))

    # --- Progress -------------------------------------------------------------------------------

    async def _course(self, book: Rulebook, lesson: Lesson, guest: Guest, language: str) -> Course:
        """A lesson as far as somebody has got; what was finished begins again."""
        progress = await self.notes.get(guest.id, _topic(book, lesson))
        course = Course(book, lesson, guest.name, language)
        course.resume(progress.marks)
        return Course(book, lesson, guest.name, language) if course.done else course

    async def _keep(self, guest: str, course: Course) -> None:
        topic = _topic(course.book, course.lesson)
        before = await self.notes.get(guest, topic)
        progress = Progress(course.marks, before.done or course.done)
        await self.notes.put(guest, topic, progress)

    async def _lines(self, request: Request, book: Rulebook) -> list[responses.LessonLine]:
        guest = self.api.identity.of(request)
        notes = await self.notes.all(guest.id) if guest else {}
        return [
            _line(lesson, notes.get(_topic(book, lesson), Progress()))
            for lesson in lessons_of(book, language_of(request))
        ]


def lessons_of(book: Rulebook, language: str) -> Sequence[Lesson]:
    """A game's lessons in a language; none if it has no such file."""
    if book.teaching is None:
        return ()
    return book.teaching.lessons(translator(book.package, language))


def puzzles_in(book: Rulebook, language: str) -> Sequence[Lesson]:
    """A game's puzzles, as lessons of one question."""
    t = translator("nomarch", language)
    return [as_lesson(book, puzzle, t) for puzzle in load_puzzles(book)]


def show(course: Course, sight: Sight, heard: Reply | None = None) -> responses.LessonPage:
    """Everything that is shown of a lesson where somebody is."""
    step, match, seat = course.step, course.match, course.seat
    asks, following = isinstance(step, Ask), _following(course, sight.language)
    page = responses.LessonPage(
        at=len(course.marks),
        steps=course.length,
        done=course.done,
        asks=asks,
        text=step.text if step else "",
        points=list(step.at) if step else [],
        board=_drawn(match, seat, sight, marked=asks),
        moves=moves(match, match.observe(seat), seat, sight.language) if asks else [],
        frames=[_frame(frame, seat, sight) for frame in course.frames],
        log=log_lines(match, seat, sight.language, 0),
        following=following.id if following else "",
    )
    if heard is not None:
        page.heard, page.right = heard.text, heard.right
        page.shown = [] if heard.right else course.right_moves()
    return page


def _frame(frame: Frame, seat: int, sight: Sight) -> responses.FrameInfo:
    events = [event for step in frame.steps for event in step.events]
    told = frame.match.describe_events(events, seat, sight.language)
    return responses.FrameInfo(_drawn(frame.match, seat, sight, marked=False), told)


def _drawn(match: Match, seat: int, sight: Sight, *, marked: bool) -> str:
    drawn = match.svg(
        seat, language=sight.language, shape=sight.shape, standalone=False, marked=marked
    )
    return "".join(drawn.parts)  # plain text, which can be sent


def _following(course: Course, language: str) -> Lesson | None:
    """What comes after a lesson or a puzzle."""
    is_puzzle = course.lesson.id.startswith(PREFIX)
    shelf = (puzzles_in if is_puzzle else lessons_of)(course.book, language)
    ids = [lesson.id for lesson in shelf]
    at = ids.index(course.lesson.id) + 1
    return shelf[at] if at < len(ids) else None


def _line(lesson: Lesson, progress: Progress) -> responses.LessonLine:
    steps = sum(not isinstance(step, Others) for step in lesson.steps)
    taken = min(len(progress.marks), steps)
    return responses.LessonLine(lesson.id, lesson.title, lesson.about, taken, steps, progress.done)


def _puzzle_line(book: Rulebook, puzzle: Puzzle, notes: Mapping[str, Progress]) -> dict[str, Any]:
    topic = f"{book.game.id}/{PREFIX}{puzzle.id}"
    solved = notes.get(topic, Progress()).done
    return {"id": PREFIX + puzzle.id, "grade": puzzle.grade, "solved": solved}


def _next(lines: Sequence[responses.LessonLine]) -> str:
    """The first lesson that is not finished yet."""
    return next((line.id for line in lines if not line.done), "")


def _topic(book: Rulebook, lesson: Lesson) -> str:
    return f"{book.game.id}/{lesson.id}"


def _found(request: Request) -> tuple[Rulebook, Lesson]:
    book = rulebook(request.path_params["game"])
    wanted, language = request.path_params["lesson"], language_of(request)
    shelf = puzzles_in if wanted.startswith(PREFIX) else lessons_of
    for lesson in shelf(book, language):
        if lesson.id == wanted:
            return book, lesson
    raise NotFound("This lesson doesn't exist.")


def _sight(request: Request, shape: str) -> Sight:
    if shape not in SHAPES:
        raise expected("shape", shape, ", ".join(SHAPES))
    return Sight(language_of(request), shape)
