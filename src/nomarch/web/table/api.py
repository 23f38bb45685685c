"""The JSON API: everything that the page can do, for clients and bots of your own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response

from nomarch.decoding import convert
from nomarch.draw.svg import STYLE_HASH
from nomarch.draw.tips import tips_of
from nomarch.engine.match import SHAPES, SPECTATOR, Match
from nomarch.errors import Refused
from nomarch.i18n import translator
from nomarch.kernel.declare.game import rulebooks
from nomarch.learning.illegal_moves import explain_illegal, rule_of
from nomarch.people.names import check_free_name
from nomarch.tables.live.live_table import LiveTable
from nomarch.tables.service import bot_seat
from nomarch.tables.state.errors import BadRequest
from nomarch.tables.state.model import BOT, OPEN, PLAYER, ChatLine, Person, Seat
from nomarch.tables.state.table_options import TableOptions
from nomarch.web.http import client_messages, responses
from nomarch.web.http.api import TABLE, Api, body_of, reply
from nomarch.web.http.error_responses import expected, not_your_seat
from nomarch.web.http.features import features_of
from nomarch.web.http.language import language_of
from nomarch.web.http.limits import RateLimiter, client_of, public_network
from nomarch.web.http.openapi import SVG, Handler, get, post
from nomarch.web.table.log_entries import log_lines
from nomarch.web.table.renderer import Renderer
from nomarch.web.table.serializers import (
    NUMBER,
    active_seat,
    addressed_seat,
    data_view,
    hints_of,
    lobby_lines,
    option_infos,
    page_number,
    table_lines,
)
from nomarch.web.table.staging import Reader, frame_of

VIEW = ("seat", "lang")
"""Query parameters of everything that depends on the reader."""

HINTS_PER_SECOND = 0.2
"""Hints per person on average; a few may come at once."""

T = TypeVar("T")


def _command(kind: type[client_messages.Command], about: str) -> Handler:
    """Return the endpoint of a message that becomes an entry of a table's log."""
    name = kind.__struct_config__.tag

    async def handle(api: TableApi, request: Request) -> Response:
        return reply(await api.grant(request, kind))

    handle.__name__, handle.__doc__ = f"post_{name}", about
    return post(f"{TABLE}/{name}", kind, responses.Granted)(handle)


@dataclass
class TableApi(Api):
    """The handlers of tables."""

    renderer: Renderer
    hints: RateLimiter = field(default_factory=lambda: RateLimiter(HINTS_PER_SECOND))

    async def draw(self, request: Request, work: Callable[[], T]) -> T:
        """Run slow work in a thread, after players' pages."""
        return await self.renderer.queue.draw(request, work)

    def own_seat(self, request: Request, live: LiveTable, seat: int) -> int:
        """Check that a seat belongs to the client."""
        if seat not in live.table.record.seats_of(self.person(request).id):
            raise not_your_seat()
        return seat

    def seats(self, request: Request, live: LiveTable) -> tuple[int, ...]:
        """The client's seats; none for spectators."""
        person = self.identity.of(request)
        return live.table.record.seats_of(person.id) if person else ()

    def viewpoint(self, request: Request, live: LiveTable) -> int:
        """The seat whose view the client gets: the one it names, or its own."""
        seats = self.seats(request, live)
        wanted = request.query_params.get("seat")
        if wanted is None:
            return active_seat(live.table, seats)
        if not NUMBER.fullmatch(wanted):
            raise BadRequest("{name}={found}: expected a number.", name="seat", found=wanted)
        everyone = range(SPECTATOR, live.table.match.players)
        is_open = live.table.match.over and not live.table.record.is_sealed
        allowed = everyone if is_open else (SPECTATOR, *seats)
        if int(wanted) not in allowed:
            raise not_your_seat()
        return int(wanted)

    # --- Games and tables -----------------------------------------------------------------------

    @get("/api/games", list[responses.GameInfo], "lang")
    async def get_games(self, request: Request) -> Response:
        """The games with their options."""
        language = language_of(request)
        games = []
        for book in rulebooks().values():
            t = translator(book.package, language)
            games.append(
                responses.GameInfo(
                    id=book.game.id,
                    title=t(book.game.title),
                    about=t(book.game.about),
                    players=book.game.players,
                    minutes=book.game.minutes,
                    options=option_infos(book, t),
                )
            )
        return reply(games)

    @post("/api/tables", client_messages.SetTable, responses.NewTable)
    async def post_table(self, request: Request) -> Response:
        """Set a table."""
        message = await body_of(request, client_messages.SetTable)
        person = self.person(request)
        for seat in message.seats:
            if seat.kind == "here":
                await check_free_name(self.service, seat.name, person)
        seats = [
            self._seat(message.game, seat, index, person)
            for index, seat in enumerate(message.seats)
        ]
        if not any(seat.person == person.id for seat in seats):
            raise BadRequest("One of the seats must be yours (kind “me”).")
        self.limits.tables.check(client_of(request))
        if message.listed:
            self.limits.listings.check(client_of(request))
        how = replace(convert(message, TableOptions), joint=not features_of(request).accounts)
        record = await self.service.create(
            person, message.game, seats, message.options, how, network=public_network(request)
        )
        await self.service.open(record.id)
        return reply(responses.NewTable(record.id, record.invite), 201)

    def _seat(
        self, game: str, seat: client_messages.SeatRequest, index: int, person: Person
    ) -> Seat:
        if seat.kind == "me":
            return Seat(PLAYER, person.name, person.id)
        if seat.kind == "here":
            return Seat(PLAYER, seat.name or f"{person.name} {index + 1}", person.id)
        if seat.kind == "elsewhere":
            return Seat(PLAYER, seat.name or f"Player {index + 1}")
        if seat.kind == "friend":
            return Seat(OPEN, seat.name or f"Friend {index + 1}")
        if seat.kind == BOT:
            return bot_seat(seat.level, index, game)
        raise expected("kind", seat.kind, "me, here, friend, elsewhere, bot")

    @get("/api/tables", list[responses.TableLine], "page")
    async def get_tables(self, request: Request) -> Response:
        """My tables, a hundred a page, those that wait for me first."""
        page = page_number(request.query_params.get("page", "1"))
        return reply(await table_lines(self.service, self.person(request), page))

    @get("/api/lobby", list[responses.OpenTable])
    async def get_lobby(self, request: Request) -> Response:
        """Tables with a free seat that anyone may take."""
        return reply(await lobby_lines(self.service))

    @get(TABLE, responses.TableView, *VIEW)
    async def get_table(self, request: Request) -> Response:
        """A table as I may see it, with my legal moves."""
        live = await self.live(request)
        return reply(data_view(live, self.viewpoint(request, live), self.seats(request, live)))

    @post(f"{TABLE}/join", client_messages.Join, responses.Seated)
    async def post_join(self, request: Request) -> Response:
        """Take a free seat, by invitation or from the lobby."""
        message = await body_of(request, client_messages.Join)
        seat = await self.service.join(
            request.path_params["id"],
            message.token,
            self.person(request),
            network=public_network(request),
        )
        return reply(responses.Seated(seat))

    @post(f"{TABLE}/deal", client_messages.Contribute)
    async def post_deal(self, request: Request) -> None:
        """Contribute to a deal that all players make together."""
        message = await body_of(request, client_messages.Contribute)
        await self.service.contribute(
            request.path_params["id"], self.person(request), message.step, message.value
        )

    @post(f"{TABLE}/list", client_messages.SetListed)
    async def post_list(self, request: Request) -> None:
        """Put my table into the lobby, or take it out."""
        message = await body_of(request, client_messages.SetListed)
        if message.listed:
            self.limits.listings.check(client_of(request))
        await self.service.offer(request.path_params["id"], message.listed, self.person(request))

    @post(f"{TABLE}/hide", "hide")
    async def post_hide(self, request: Request) -> None:
        """Leave a finished game of mine out of my list of tables."""
        person, live = self.person(request), await self.live(request)
        record = live.table.record
        if not record.seats_of(person.id) or not (live.table.match.over or live.table.closed):
            raise Refused("Only your finished games can be hidden.")
        await self.service.directory.hide(person, record)

    @post(f"{TABLE}/fill", client_messages.Fill)
    async def post_fill(self, request: Request) -> None:
        """Give the free seats to bots."""
        message = await body_of(request, client_messages.Fill)
        await self.service.fill_with_bots(
            request.path_params["id"], message.level, self.person(request)
        )

    @post(f"{TABLE}/leave", client_messages.Leave)
    async def post_leave(self, request: Request) -> None:
        """Resign for good: a bot plays on in the seat; before the game it is free again."""
        message, live = await body_of(request, client_messages.Leave), await self.live(request)
        seat = self.own_seat(request, live, message.seat)
        await self.service.leave(live, seat)

    # --- Playing --------------------------------------------------------------------------------

    @post(f"{TABLE}/move", client_messages.Play, responses.Moved)
    async def post_move(self, request: Request) -> Response:
        """Make a move."""
        granted = await self.grant(request, client_messages.Play)
        return reply(responses.Moved(granted.seq))

    post_undo = _command(client_messages.Undo, "Take back a move, or ask to.")
    post_answer = _command(client_messages.Answer, "Allow or refuse a step back.")
    post_pause = _command(client_messages.Pause, "Let a bot play in my seat until I'm back.")
    post_back = _command(client_messages.Back, "Take my seat back from the bot.")
    post_give = _command(
        client_messages.Give,
        "Give all other players more time: 15 seconds, or a quarter of the time per move.",
    )
    post_remove = _command(
        client_messages.Remove, "Give the seat of somebody who has long been absent to a bot."
    )

    async def grant(
        self, request: Request, kind: type[client_messages.Command]
    ) -> responses.Granted:
        message, live = await body_of(request, kind), await self.live(request)
        self.own_seat(request, live, message.seat)
        entry = await self.service.submit(live, message.entry)
        return responses.Granted(live.table.shown_seq(self.seats(request, live)), entry.kind)

    @post(f"{TABLE}/hint", client_messages.AskHint, responses.Hints)
    async def post_hint(self, request: Request) -> Response:
        """The best moves by a strong bot, and why; everyone at the table hears of it."""
        message, live = await body_of(request, client_messages.AskHint), await self.live(request)
        seat, table = self.own_seat(request, live, message.seat), live.table
        table.request_hint(seat)  # refuse before searching
        person, language = self.person(request).id, language_of(request)
        question = table.to_act[seat]
        about = self._asked_about(table.match, seat, message.move)
        # Who asks too often gets the quick answer.
        if message.quick or not self.hints.allows(person):
            found = await self.service.bots.guess(live, seat, language, about)
        else:
            found = await self.service.bots.advise(live, seat, language, person, about)
        if live.table.to_act.get(seat) != question:
            raise Refused("The game has moved on. Check the board and choose again.")
        if not live.table.is_hint_known(seat):
            await self.service.submit(live, lambda table: table.request_hint(seat))
        return reply(hints_of(table.match, found, about))

    def _asked_about(self, match: Match, seat: int, move: str) -> int | None:
        """The move of a “What if I …?”, which must be legal."""
        if not move:
            return None
        if move not in match.legal(seat):
            raise Refused("The game has moved on. Check the board and choose again.")
        return match.parse(move)

    @post(f"{TABLE}/why", client_messages.Why, responses.WhyNot)
    async def post_why(self, request: Request) -> Response:
        """Why I may not make a move."""
        message, live = await body_of(request, client_messages.Why), await self.live(request)
        seat, match = self.own_seat(request, live, message.seat), live.table.match
        language = language_of(request)
        text = await self.draw(
            request, lambda: explain_illegal(match, seat, message.move, language)
        )
        rule = rule_of(match.book, match.parse(message.move)) if text else ""
        return reply(responses.WhyNot(text, rule))

    @post(f"{TABLE}/chat", client_messages.Chat, ChatLine)
    async def post_chat(self, request: Request) -> Response:
        """Say something."""
        message, live = await body_of(request, client_messages.Chat), await self.live(request)
        self.limits.chat.check(client_of(request))
        return reply(await self.service.say(live, self.person(request), message.text), 201)

    @get(f"{TABLE}/chat", list[ChatLine])
    async def get_chat(self, request: Request) -> Response:
        """What was said."""
        return reply(list((await self.live(request)).chat))

    @post(f"{TABLE}/read", client_messages.Read)
    async def post_read(self, request: Request) -> None:
        """Say that I have read what was said so far."""
        await self.service.presence.mark_read(await self.live(request), self.person(request))

    @post(f"{TABLE}/rematch", "rematch", responses.NextTable)
    async def post_rematch(self, request: Request) -> Response:
        """Play again with the same people."""
        self.limits.tables.check(client_of(request))
        id_ = await self.service.rematches.join(
            request.path_params["id"], self.person(request), public_network(request)
        )
        return reply(responses.NextTable(id_), 201)

    # --- Looking back ---------------------------------------------------------------------------

    @get(f"{TABLE}/log", list[responses.LogEntry], *VIEW, "ply")
    async def get_log(self, request: Request) -> Response:
        """What happened, in sentences."""
        live = await self.live(request)
        ply, seat = self._ply(request, live), self.viewpoint(request, live)
        seats, table, language = self.seats(request, live), live.table, language_of(request)

        def write() -> list[responses.LogEntry]:
            if ply is None:
                steps, hinted = table.shown_steps(seats), table.hinting.before(table.settled)
                absences = table.absences.events
                return log_lines(table.match, seat, language, 0, steps, hinted, absences=absences)
            return log_lines(table.match.past(ply), seat, language, 0)

        return reply(await self.draw(request, write))

    @get(f"{TABLE}/board.svg", SVG, *VIEW, "ply", "shape", "bare")
    async def get_board(self, request: Request) -> Response:
        """The board, drawn."""
        live, shape = await self.live(request), self._shape(request)
        ply, seat = self._ply(request, live), self.viewpoint(request, live)
        match = live.table.match
        standalone, language = request.query_params.get("bare") is None, language_of(request)

        def draw() -> str:
            at = match if ply is None else match.past(ply)
            return at.svg(
                seat, language=language, shape=shape, standalone=standalone, marked=ply is None
            )

        drawn = await self.draw(request, draw)
        headers = {"cache-control": "no-store"}
        if standalone:
            headers["content-security-policy"] = f"default-src 'none'; style-src {STYLE_HASH}"
        return Response(drawn, media_type="image/svg+xml", headers=headers)

    @get(f"{TABLE}/frame", responses.FrameInfo, *VIEW, "ply", "shape")
    async def get_frame(self, request: Request) -> Response:
        """The board after a step, and the stages on the way to it."""
        live, shape = await self.live(request), self._shape(request)
        seat, language, table = self.viewpoint(request, live), language_of(request), live.table
        ply = table.settled if (wanted := self._ply(request, live)) is None else wanted
        reader = Reader(seat, language, shape, addressed_seat(self.seats(request, live)))

        def draw() -> responses.FrameInfo:
            return frame_of(table.match.past(ply), min(ply, 1), reader)

        return reply(await self.draw(request, draw))

    @get(f"{TABLE}/tips", list[str], *VIEW, "ply", "shape")
    async def get_tips(self, request: Request) -> Response:
        """What the pieces on the board are and would do now, in the order of its drawing."""
        live, shape = await self.live(request), self._shape(request)
        seat, language, table = self.viewpoint(request, live), language_of(request), live.table
        ply, marked = self._ply(request, live), table.record.is_full

        def draw() -> list[str]:
            at = table.match if ply is None else table.match.past(ply)
            return tips_of(
                at.svg(seat, language=language, shape=shape, standalone=False, marked=marked)
            )

        return reply(await self.draw(request, draw))

    def _shape(self, request: Request) -> str:
        shape = request.query_params.get("shape", SHAPES[0])
        if shape not in SHAPES:
            raise expected("shape", shape, ", ".join(SHAPES))
        return shape

    def _ply(self, request: Request, live: LiveTable) -> int | None:
        """The number of steps after which the match is wanted; None for now."""
        wanted = request.query_params.get("ply")
        if wanted is None:
            return None
        most = live.table.settled
        if not NUMBER.fullmatch(wanted) or not 0 <= int(wanted) <= most:
            raise expected("ply", wanted, f"0–{most}")
        return int(wanted)
