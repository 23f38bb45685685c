"""The daily board's page and API."""

from dataclasses import dataclass, field
from datetime import date

from starlette.requests import Request
from starlette.responses import Response

from nomarch.contests.daily import PREFIX, DailyBoards, DailyState, day_of
from nomarch.i18n import translator
from nomarch.kernel.declare.game import rulebook
from nomarch.tables.state.errors import NotFound
from nomarch.tables.state.model import Person, now
from nomarch.web.contest.messages import DailyInfo, DailyResultInfo
from nomarch.web.http import responses
from nomarch.web.http.api import Api, reply
from nomarch.web.http.bot_levels import level_name
from nomarch.web.http.language import language_of
from nomarch.web.http.limits import client_of
from nomarch.web.http.openapi import get, post
from nomarch.web.http.pages import Pages, card_of
from nomarch.web.http.table_terms import game_title

MOST_EARLIER = 7
"""Earlier boards that the page lists."""


@dataclass
class DailyViews:
    """The handlers of daily boards."""

    api: Api
    pages: Pages
    boards: DailyBoards = field(init=False)

    def __post_init__(self) -> None:
        self.boards = DailyBoards(self.api.service)

    async def summary(self, person: Person | None, language: str) -> DailyInfo:
        """Return today's board for the home page."""
        state = await self.boards.state(day_of(now()), person.id if person else "")
        return daily_info(state, person, language)

    async def page(self, request: Request) -> Response:
        info = await self._info(request, request.path_params.get("day", ""))
        language = language_of(request)
        book = rulebook(info.game)
        earlier = [
            (board.id.removeprefix(PREFIX), game_title(board.game, language))
            for board in await self.boards.earlier(MOST_EARLIER)
        ]
        return await self.pages.render(
            request,
            "daily.html",
            daily=info,
            game=card_of(book, translator(book.package, language)),
            level=level_name(translator("nomarch", language), info.level),
            earlier=earlier,
            command=f"nomarch verify --seed {info.seed} --commitment {info.commitment}",
            next_commitment="" if info.closed else await self.boards.next_commitment(),
        )

    @get("/api/daily", DailyInfo, "day", "lang")
    async def get_daily(self, request: Request) -> Response:
        """Today's board, or that of an earlier day, with its results."""
        return reply(await self._info(request, request.query_params.get("day", "")))

    @post("/api/daily/play", "play_daily", responses.NextTable)
    async def post_daily(self, request: Request) -> Response:
        """Begin today's board; everyone has one try."""
        person = self.api.person(request)
        self.api.limits.tables.check(client_of(request))
        return reply(responses.NextTable(await self.boards.enter(person)), 201)

    async def _info(self, request: Request, day: str) -> DailyInfo:
        try:
            wanted = date.fromisoformat(day) if day else day_of(now())
        except ValueError:
            wanted = date.max
        if wanted > day_of(now()):
            raise NotFound("There was no daily board on that day.")
        person = self.api.identity.of(request)
        state = await self.boards.state(wanted, person.id if person else "")
        return daily_info(state, person, language_of(request))


def daily_info(state: DailyState, person: Person | None, language: str) -> DailyInfo:
    """Return a board as a person may see it; nothing about the seed before it closes."""
    board, t = state.board, translator("nomarch", language)
    names = ("game", "players", "seat", "level", "opens", "closes", "commitment")
    return DailyInfo(
        **{name: getattr(board, name) for name in names},
        day=state.day.isoformat(),
        title=game_title(board.game, language),
        closed=state.is_closed,
        entries=state.entries,
        finished=state.finished,
        table=state.table,
        done=state.is_done,
        left=state.has_left,
        seed=board.seed if state.is_closed else "",
        results=[
            DailyResultInfo(
                rank=line.rank,
                name=line.name or t("Deleted player"),
                mine=person is not None and line.person == person.id,
                place=line.place,
                points=line.points,
                matchpoints=None if line.matchpoints is None else round(line.matchpoints, 1),
                difference=round(line.difference, 1),
                table=line.table if state.is_closed or line.table == state.table else "",
            )
            for line in state.lines
        ],
    )
