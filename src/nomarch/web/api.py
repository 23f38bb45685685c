"""The JSON interface: everything the page can do, for anyone who writes a client or a bot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from nomarch.draw.svg import STYLE_HASH
from nomarch.i18n import translator
from nomarch.kernel.game import rulebooks
from nomarch.match import SHAPES, SPECTATOR, Match, Step, load
from nomarch.tables.hall import Hall, Live, bot_seat
from nomarch.tables.model import BOT, GUEST, OPEN, ChatLine, Guest, Seat
from nomarch.tables.refusals import BadWish, NotYours, Refused
from nomarch.web import answers, messages
from nomarch.web.identity import Identity, clean_name
from nomarch.web.language import language_of
from nomarch.web.limits import LONGEST_BODY
from nomarch.web.openapi import SVG, TEXT, Endpoint, get, post
from nomarch.web.refusals import NotJson, expected, not_your_seat, stranger, too_much
from nomarch.web.showing import advice, data_view, log_lines, my_tables, options_of, viewing_seat

TABLE = "/api/tables/{id}"
VIEW = ("seat", "lang")
"""What may be asked of whatever depends on who looks."""
NUMBER = re.compile(r"-?[0-9]{1,6}")
CHAT_TOLD = 100
"""Lines of chat that a client gets."""

Said = TypeVar("Said", bound=messages.Message)


def reply(data: Any, status: int = 200) -> Response:
    """Data as JSON."""
    return Response(
        msgspec.json.encode(data),
        status,
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )


async def body_of(request: Request, kind: type[Said]) -> Said:
    """The message in a request's body; a refusal says what was expected."""
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > LONGEST_BODY:
        raise too_much()
    if request.headers.get("content-type", "").split(";")[0] != "application/json":
        raise NotJson("Expected a body of type application/json.")
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > LONGEST_BODY:
            raise too_much()
    said: Said = messages.read(bytes(data) or b"{}", kind)
    return said


@dataclass
class Api:
    """The handlers; each does one thing that a client can ask for."""

    hall: Hall
    identity: Identity

    def guest(self, request: Request) -> Guest:
        """The guest who asks; strangers are sent away."""
        guest = self.identity.of(request)
        if guest is None:
            raise stranger()
        return guest

    def live(self, request: Request) -> Live:
        """The table that is meant."""
        return self.hall.open(request.path_params["id"])

    def own_seat(self, request: Request, live: Live, seat: int) -> int:
        """A seat, if it is the asker's own."""
        if seat not in live.table.record.seats_of(self.guest(request).id):
            raise not_your_seat()
        return seat

    def seats(self, request: Request, live: Live) -> tuple[int, ...]:
        """The asker's seats; none for strangers, who may watch."""
        guest = self.identity.of(request)
        return live.table.record.seats_of(guest.id) if guest else ()

    def eyes(self, request: Request, live: Live) -> int:
        """Whose view the asker gets: an own seat that was asked for, or what is theirs."""
        seats = self.seats(request, live)
        wanted = request.query_params.get("seat")
        if wanted is None:
            return viewing_seat(live.table, seats)
        if not NUMBER.fullmatch(wanted):
            raise BadWish("{name}={found}: expected a number.", name="seat", found=wanted)
        everyone = range(SPECTATOR, live.table.match.players)
        allowed = everyone if live.table.match.over else (SPECTATOR, *seats)
        if int(wanted) not in allowed:
            raise not_your_seat()
        return int(wanted)

    # --- Guests and tables ----------------------------------------------------------------------

    @post("/api/guest", messages.Introduce, answers.Known)
    async def post_guest(self, request: Request) -> Response:
        """Become a guest, or change the name."""
        wish = await body_of(request, messages.Introduce)
        guest = self.identity.of(request)
        if guest is None:
            guest = self.identity.create(wish.name)
        elif clean_name(wish.name):
            guest = await self.hall.rename(guest, clean_name(wish.name))
        response = reply(answers.Known(guest.name, self.identity.token(guest)))
        self.identity.remember(response, guest)
        return response

    @get("/api/games", list[answers.GameInfo], "lang")
    async def get_games(self, request: Request) -> Response:
        """The games with their options."""
        language = language_of(request)
        games = []
        for book in rulebooks().values():
            t = translator(book.package, language)
            games.append(
                answers.GameInfo(
                    id=book.game.id,
                    title=t(book.game.title),
                    about=t(book.game.about),
                    players=book.game.players,
                    minutes=book.game.minutes,
                    options=options_of(book, t),
                )
            )
        return reply(games)

    @post("/api/tables", messages.SetTable, answers.NewTable)
    async def post_table(self, request: Request) -> Response:
        """Set a table."""
        wish = await body_of(request, messages.SetTable)
        guest = self.guest(request)
        seats = [self._seat(seat, index, guest) for index, seat in enumerate(wish.seats)]
        if not any(seat.guest == guest.id for seat in seats):
            raise BadWish("Take a seat yourself: one of them must be of kind “me”.")
        record = self.hall.create(guest, wish.game, seats, wish.options, wish.clock)
        self.hall.open(record.id)
        return reply(answers.NewTable(record.id, record.invite), 201)

    def _seat(self, wish: messages.SeatWish, index: int, guest: Guest) -> Seat:
        name = clean_name(wish.name)
        if wish.kind == "me":
            return Seat(GUEST, guest.name, guest.id)
        if wish.kind == "here":
            return Seat(GUEST, name or f"{guest.name} {index + 1}", guest.id)
        if wish.kind == "friend":
            return Seat(OPEN, name or f"Friend {index + 1}")
        if wish.kind == BOT:
            return bot_seat(wish.level, index)
        raise expected("kind", wish.kind, "me, here, friend, bot")

    @get("/api/tables", list[answers.TableLine])
    async def get_tables(self, request: Request) -> Response:
        """My tables, those that wait for me first."""
        return reply(my_tables(self.hall, self.guest(request)))

    @get(TABLE, answers.TableView, *VIEW)
    async def get_table(self, request: Request) -> Response:
        """A table as I may see it, with my legal moves."""
        live = self.live(request)
        return reply(data_view(live, self.eyes(request, live), self.seats(request, live)))

    @post(f"{TABLE}/join", messages.Join, answers.Seated)
    async def post_join(self, request: Request) -> Response:
        """Take a free seat by invitation."""
        wish = await body_of(request, messages.Join)
        seat = await self.hall.join(request.path_params["id"], wish.token, self.guest(request))
        return reply(answers.Seated(seat))

    @post(f"{TABLE}/fill", messages.Fill, answers.Done)
    async def post_fill(self, request: Request) -> Response:
        """Give the free seats to bots."""
        wish = await body_of(request, messages.Fill)
        await self.hall.fill_with_bots(request.path_params["id"], wish.level, self.guest(request))
        return reply(answers.Done())

    # --- Playing --------------------------------------------------------------------------------

    @post(f"{TABLE}/move", messages.Play, answers.Moved)
    async def post_move(self, request: Request) -> Response:
        """Make a move."""
        granted = await self._grant(request, messages.Play)
        return reply(answers.Moved(granted.seq))

    @post(f"{TABLE}/undo", messages.Undo, answers.Granted)
    async def post_undo(self, request: Request) -> Response:
        """Take back a move, or ask to."""
        return reply(await self._grant(request, messages.Undo))

    @post(f"{TABLE}/answer", messages.Answer, answers.Granted)
    async def post_answer(self, request: Request) -> Response:
        """Allow or refuse a step back."""
        return reply(await self._grant(request, messages.Answer))

    @post(f"{TABLE}/back", messages.Back, answers.Granted)
    async def post_back(self, request: Request) -> Response:
        """Take my seat back from the bot."""
        return reply(await self._grant(request, messages.Back))

    async def _grant(self, request: Request, kind: type[messages.Wish]) -> answers.Granted:
        """What somebody wants of the table, for a seat of their own."""
        wish, live = await body_of(request, kind), self.live(request)
        self.own_seat(request, live, wish.seat)
        entry = await self.hall.wish(live, wish.entry)
        return answers.Granted(live.table.seen(self.seats(request, live)), entry.kind)

    @post(f"{TABLE}/hint", messages.Hint, answers.Hints)
    async def post_hint(self, request: Request) -> Response:
        """The best moves by a strong bot, and why."""
        wish, live = await body_of(request, messages.Hint), self.live(request)
        seat = self.own_seat(request, live, wish.seat)
        if seat not in live.table.asked or live.table.match.over:
            raise Refused("It is not your turn.")
        language = language_of(request)
        best, *others = [
            advice(live.table.match, seat, hint, language)
            for hint in await self.hall.advise(live, seat, language)
        ]
        told = msgspec.structs.asdict(best)
        return reply(answers.Hints(**told, others=others))

    @post(f"{TABLE}/chat", messages.Chat, ChatLine)
    async def post_chat(self, request: Request) -> Response:
        """Say something."""
        wish, live = await body_of(request, messages.Chat), self.live(request)
        return reply(self.hall.say(live, self.guest(request), wish.text), 201)

    @get(f"{TABLE}/chat", list[ChatLine])
    async def get_chat(self, request: Request) -> Response:
        """What was said."""
        return reply(self.hall.store.chat(self.live(request).table.record.id, CHAT_TOLD))

    @post(f"{TABLE}/rematch", messages.Rematch, answers.NextTable)
    async def post_rematch(self, request: Request) -> Response:
        """Play again with the same people."""
        await body_of(request, messages.Rematch)
        id_ = await self.hall.rematch(request.path_params["id"], self.guest(request))
        return reply(answers.NextTable(id_), 201)

    # --- Looking back ---------------------------------------------------------------------------

    @get(f"{TABLE}/log", list[answers.LogLine], *VIEW, "ply")
    async def get_log(self, request: Request) -> Response:
        """What happened, in sentences."""
        live = self.live(request)
        match, seat = self._at_ply(request, live), self.eyes(request, live)
        steps: Sequence[Step] = match.steps
        if match is live.table.match:
            steps = live.table.shown_steps(self.seats(request, live))
        return reply(log_lines(match, seat, language_of(request), 0, steps))

    @get(f"{TABLE}/board.svg", SVG, *VIEW, "ply", "shape", "bare")
    async def get_board(self, request: Request) -> Response:
        """The board, drawn."""
        live = self.live(request)
        shape = request.query_params.get("shape", "wide")
        if shape not in SHAPES:
            raise expected("shape", shape, ", ".join(SHAPES))
        match, seat = self._at_ply(request, live), self.eyes(request, live)
        standalone = request.query_params.get("bare") is None
        drawn = match.svg(
            seat,
            language=language_of(request),
            shape=shape,
            standalone=standalone,
            marked=match is live.table.match,
        )
        headers = {"cache-control": "no-store"}
        if standalone:
            headers["content-security-policy"] = f"default-src 'none'; style-src {STYLE_HASH}"
        return Response(drawn, media_type="image/svg+xml", headers=headers)

    def _at_ply(self, request: Request, live: Live) -> Match:
        """The match, or what may be known by now of how it was after `ply` steps."""
        wanted = request.query_params.get("ply")
        if wanted is None:
            return live.table.match
        most = live.table.settled
        if not NUMBER.fullmatch(wanted) or not 0 <= int(wanted) <= most:
            raise expected("ply", wanted, f"0–{most}")
        return live.table.match.past(int(wanted))

    @get(f"{TABLE}/save", TEXT)
    async def get_save(self, request: Request) -> Response:
        """A finished game as a save."""
        return PlainTextResponse(self._finished(request).save())

    @get(f"{TABLE}/verify", answers.Checked)
    async def get_verify(self, request: Request) -> Response:
        """Replay a finished game and check it."""
        match = self._finished(request)
        again = load(match.save())
        same = list(again.positions()) == list(match.positions())
        return reply(answers.Checked(same, match.seed, match.commitment, len(match.steps)))

    def _finished(self, request: Request) -> Match:
        match = self.live(request).table.match
        if not match.over:
            raise NotYours("The seed stays secret until the game is over.")
        return match


def endpoints(api: Api) -> list[Endpoint]:
    """The whole interface, in one list; routes and the OpenAPI description are made of it."""
    marked = (getattr(handler, "endpoint", None) for handler in vars(Api).values())
    return [replace(line, handler=getattr(api, line.name)) for line in marked if line is not None]
