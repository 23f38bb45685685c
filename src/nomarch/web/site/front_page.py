"""The home page: where one left off, what is being played, and what today brings."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from starlette.requests import Request
from starlette.responses import Response

from nomarch.bots import LEVELS
from nomarch.errors import Unavailable
from nomarch.i18n import translator
from nomarch.kernel.declare.game import rulebooks
from nomarch.learning.puzzles import PREFIX, load_puzzles, puzzle_of_the_day
from nomarch.tables.state.model import Person, now
from nomarch.web.contest.daily_views import DailyViews
from nomarch.web.contest.tournament_views import TournamentViews
from nomarch.web.http.bot_levels import level_name
from nomarch.web.http.language import language_of
from nomarch.web.http.pages import Pages, game_cards
from nomarch.web.http.table_terms import game_title
from nomarch.web.site.play_views import PlayViews
from nomarch.web.site.practice_views import PracticeViews
from nomarch.web.table.serializers import lobby_lines, table_lines


@dataclass(frozen=True)
class HomeCard:
    """Something that today brings, with one way to it."""

    title: str
    text: str
    action: str
    path: str
    picture: str = ""
    """The path of a small picture; empty for none."""
    game: str = ""
    """Whose cover stands in for the picture."""


CardSource = Callable[[Person | None, str], Awaitable[HomeCard | None]]
"""Called with the visitor and the language; None shows nothing."""


@dataclass
class FrontPage:
    """The handler of the home page; `cards` are shown in their order."""

    pages: Pages
    play: PlayViews
    practice: PracticeViews
    cards: list[CardSource] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.cards.insert(0, puzzle_card)

    async def home(self, request: Request) -> Response:
        language, service = language_of(request), self.pages.service
        person = self.pages.identity.of(request)
        mine = (await table_lines(service, person, language=language))[:4] if person else []
        waiting = next((line for line in mine if line.turn and not line.over), None)
        t = translator("nomarch", language)
        live = await self.play.live_lines(language)
        found = [await source(person, language) for source in self.cards]
        invitations = (await self.play.friends_of(person, language)).invitations if person else []
        return await self.pages.render(
            request,
            "home.html",
            levels={level: level_name(t, level) for level in LEVELS},
            games=game_cards(language),
            mine=[line for line in mine if line is not waiting],
            waiting=waiting,
            practice=await self.practice.count_due(person),
            invitations=invitations,
            open_tables=(await lobby_lines(service, language))[:4],
            featured=live[0] if live else None,
            live=live[1:5],
            cards=[card for card in found if card is not None],
        )


async def puzzle_card(person: Person | None, language: str) -> HomeCard | None:
    """Today's puzzle; games take turns."""
    today = datetime.fromtimestamp(now(), UTC).date()
    books = [book for _, book in sorted(rulebooks().items()) if load_puzzles(book)]
    if not books:
        return None
    book = books[(today - date(2026, 1, 1)).days % len(books)]
    puzzle = puzzle_of_the_day(book, today)
    if puzzle is None:
        return None
    t = translator("nomarch", language)
    title = game_title(book.game.id, language)
    moves = len(puzzle.decisions)
    text = t("{game}: find the best move.")
    if moves > 1:
        text = t("{game}: find {count} moves in a row.")
    if puzzle.question:
        text = t("{game}: answer a question about this position.")
    return HomeCard(
        t("Puzzle of the day"),
        text.format(game=title, count=moves),
        t("Solve it"),
        f"/learn/{book.game.id}/{PREFIX}{puzzle.id}",
        f"/puzzles/{book.game.id}/{PREFIX}{puzzle.id}/board.svg",
    )


def daily_card(daily: DailyViews) -> CardSource:
    """Return the source of today's shared board."""

    async def card(person: Person | None, language: str) -> HomeCard | None:
        try:
            info = await daily.summary(person, language)
        except Unavailable:  # read-only, and today's board was not made before
            return None
        t = translator("nomarch", language)
        action = t("See the results") if info.done else t("Continue") if info.table else t("Play")
        text = t("{game}, the same for everyone.").format(game=info.title)
        # Before one's own game its position is a secret, like the seed.
        picture = f"/api/tables/{info.table}/board.svg" if info.table else ""
        return HomeCard(t("Daily board"), text, action, "/daily", picture, info.game)

    return card


def tournament_card(contests: TournamentViews) -> CardSource:
    """Return the source of the next tournament that people can enter."""

    async def card(person: Person | None, language: str) -> HomeCard | None:
        line, t = await contests.next_tournament(person, language), translator("nomarch", language)
        if line is None:
            return None
        path = f"/tournaments/{line.id}"
        action = t("See the tournament") if line.entered else t("Enter")
        text = f"{line.title} ({line.game_title})"
        if line.entered:
            text += " · " + t("you're in")
        return HomeCard(t("Next tournament"), text, action, path, game=line.game)

    return card
