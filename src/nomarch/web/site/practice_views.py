"""Practice: own mistakes, asked again, and how one is doing."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from nomarch.errors import BadNotation, MoveRefused, UnknownGame
from nomarch.kernel.declare.game import Rulebook, rulebook
from nomarch.learning.course import Course
from nomarch.learning.mistakes import (
    GameReport,
    MistakeCard,
    parse_mistake,
    phase_title,
    start_mistake,
    sum_up,
)
from nomarch.learning.puzzles import theme_anchor, theme_title
from nomarch.storage.notes import NoteStore
from nomarch.tables.state.errors import NotFound
from nomarch.tables.state.model import Person, now
from nomarch.web.http.error_responses import Gone, describe_error
from nomarch.web.http.language import language_of
from nomarch.web.http.table_terms import game_title
from nomarch.web.table.api import TableApi
from nomarch.web.table.pages import TablePages


@dataclass
class PracticeViews:
    """The page *Practice*, and mistakes as lessons."""

    api: TableApi
    pages: TablePages

    def __post_init__(self) -> None:
        service = self.api.service
        self.mistakes = NoteStore(service.readers, service.writer, "mistake/", MistakeCard)
        self.reports = NoteStore(service.readers, service.writer, "report/", GameReport)

    async def page(self, request: Request, lost: Gone | None = None) -> Response:
        person, language = self.pages.identity.of(request), language_of(request)
        cards = await self._cards(person)
        waiting = [card for card in cards if not card.is_learnt]
        due = [card for card in waiting if card.is_due(now())]
        notice, status = describe_error(lost, language) if lost else ("", 200)
        page = await self.pages.render(
            request,
            "practice.html",
            due=[_card_line(card, language) for card in due],
            later=len(waiting) - len(due),
            learnt=len(cards) - len(waiting),
            strengths=await self._strengths(person, language),
            notice=notice,
        )
        page.status_code = status
        return page

    async def count_due(self, person: Person | None) -> int:
        """How many mistakes wait for an answer."""
        return sum(card.is_due(now()) for card in await self._cards(person))

    async def course(self, request: Request, person: Person, language: str) -> Course | None:
        """The mistake that a request names, as a lesson; None if it names none."""
        named = parse_mistake(request.path_params["lesson"])
        if named is None:
            return None
        topic = f"{named[0]}/{named[1]}"
        card = await self.mistakes.get(person.id, topic)
        if not card.game:
            raise NotFound("This lesson doesn't exist.")
        try:
            match = (await self.api.service.open(card.table)).table.match
            return await self.api.draw(request, lambda: start_mistake(match, card, language))
        except NotFound:
            lost = Gone("This game was deleted, so its mistakes can't be practised.")
        except (MoveRefused, BadNotation):
            lost = Gone(
                "The rules have changed since this game: this mistake can't be practised any more."
            )
        await self.mistakes.remove(person.id, topic)
        raise lost

    async def answered(self, person: str, id_: str, is_right: bool) -> None:
        table, ply = parse_mistake(id_) or ("", 0)

        def change(card: MistakeCard) -> MistakeCard:
            return card.answered(is_right, now())

        await self.mistakes.change(person, f"{table}/{ply}", change)

    async def _cards(self, person: Person | None) -> list[MistakeCard]:
        found = await self.mistakes.all(person.id) if person else {}
        cards = [card for card in found.values() if _book(card.game)]
        return sorted(cards, key=lambda card: card.due)

    async def _strengths(self, person: Person | None, language: str) -> list[dict[str, object]]:
        found = await self.reports.all(person.id) if person else {}
        lines = []
        for game in sorted({report.game for report in found.values()}):
            book = _book(game)
            if book is None:
                continue
            reports = [report for report in found.values() if report.game == game]
            strength = sum_up(book, reports)
            title = game_title(book.game.id, language)
            phases = [
                (phase_title(book, phase, language), f"{round(accuracy)}")
                for phase, accuracy in strength.phases.items()
            ]
            themes = [theme_title(book, theme, language) for theme in strength.themes]
            lines.append(
                {
                    "id": game,
                    "title": title,
                    "games": strength.games,
                    "phases": phases,
                    "anchor": next(
                        filter(None, (theme_anchor(book, one) for one in strength.themes)), ""
                    ),
                    "themes": [theme for theme in themes if theme],
                }
            )
        return lines


def _book(game: str) -> Rulebook | None:
    """A game; None if it is no longer installed."""
    try:
        return rulebook(game)
    except UnknownGame:
        return None


def _card_line(card: MistakeCard, language: str) -> dict[str, str]:
    book = rulebook(card.game)
    theme = theme_title(book, card.theme, language)
    return {
        "game": card.game,
        "title": game_title(book.game.id, language),
        "id": card.id,
        "table": card.table,
        "ply": str(card.ply),
        "theme": theme,
    }
