"""The JSON interface: everything the page can do, for anyone who writes a client or a bot."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from nomarch import errors
from nomarch.draw.svg import STYLE_HASH
from nomarch.i18n import DEFAULT, LANGUAGES, best_language, translator
from nomarch.kernel.game import rulebooks
from nomarch.match import SHAPES, SPECTATOR, Match, Step, load
from nomarch.tables.hall import Hall, Live, bot_seat
from nomarch.tables.model import BOT, GUEST, OPEN, Entry, Guest, Seat
from nomarch.tables.table import Refused
from nomarch.web.identity import Identity, clean_name
from nomarch.web.limits import LONGEST_BODY
from nomarch.web.showing import has_secrets, log_lines, viewing_seat

NUMBER = re.compile(r"-?[0-9]{1,6}")


# --- What can be sent ---------------------------------------------------------------------------


class NameWish(msgspec.Struct, forbid_unknown_fields=True):
    """A guest's name; empty for one that we make up."""

    name: str = ""


class SeatWish(msgspec.Struct, forbid_unknown_fields=True):
    """A seat of a new table: me, a friend by link, another person at my screen, or a bot."""

    kind: str
    level: str = "greedy"
    name: str = ""


class TableWish(msgspec.Struct, forbid_unknown_fields=True):
    """A new table."""

    game: str
    seats: list[SeatWish]
    options: dict[str, str] = {}
    clock: int = 0


class JoinWish(msgspec.Struct, forbid_unknown_fields=True):
    """The token of an invitation."""

    token: str


class MoveWish(msgspec.Struct, forbid_unknown_fields=True):
    """A move, and the position it answers."""

    seat: int
    move: str
    seq: int


class SeatOnly(msgspec.Struct, forbid_unknown_fields=True):
    """Which of my seats is meant."""

    seat: int


class AnswerWish(msgspec.Struct, forbid_unknown_fields=True):
    """Whether I allow another's step back."""

    seat: int
    agree: bool


class ChatWish(msgspec.Struct, forbid_unknown_fields=True):
    """Something to say."""

    text: str


class LevelWish(msgspec.Struct, forbid_unknown_fields=True):
    """Which bots take the free seats."""

    level: str = "greedy"


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """An empty body."""


# --- Answers ------------------------------------------------------------------------------------


def reply(data: Any, status: int = 200) -> Response:
    """Data as JSON."""
    return Response(
        msgspec.json.encode(data), status, media_type="application/json",
        headers={"cache-control": "no-store"},
    )  # fmt: skip


async def body_of(request: Request, kind: type[Any]) -> Any:
    """The request's body, checked; a `Refused` says what was expected."""
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > LONGEST_BODY:
        raise Refused("That is too much to send at once.", 413)
    if request.headers.get("content-type", "").split(";")[0] != "application/json":
        raise Refused("Expected a body of type application/json.", 415)
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > LONGEST_BODY:
            raise Refused("That is too much to send at once.", 413)
    try:
        return msgspec.json.decode(bytes(data) or b"{}", type=kind)
    except msgspec.MsgspecError as error:
        raise Refused("The request cannot be read: {reason}.", 422, reason=error) from error


def expected(name: str, found: str, choices: str) -> Refused:
    """What is said about a value that is none of those there are."""
    return Refused(
        "{name}={found}: expected one of {choices}.", 422, name=name, found=found, choices=choices
    )


@dataclass
class Api:
    """The handlers; each does one thing that a client can ask for."""

    hall: Hall
    identity: Identity

    def guest(self, request: Request) -> Guest:
        """The guest who asks; strangers are sent away."""
        guest = self.identity.of(request)
        if guest is None:
            raise Refused("Say who you are first.", 401)
        return guest

    def live(self, request: Request) -> Live:
        """The table that is meant."""
        return self.hall.open(request.path_params["id"])

    def own_seat(self, request: Request, live: Live, seat: int) -> int:
        """A seat, if it is the asker's own."""
        if seat not in live.table.record.seats_of(self.guest(request).id):
            raise Refused("That is not your seat.", 403)
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
            raise Refused("{name}={found}: expected a number.", 422, name="seat", found=wanted)
        everyone = range(SPECTATOR, live.table.match.players)
        allowed = everyone if live.table.match.over else (SPECTATOR, *seats)
        if int(wanted) not in allowed:
            raise Refused("That is not your seat.", 403)
        return int(wanted)

    # --- Guests and tables ----------------------------------------------------------------------

    async def post_guest(self, request: Request) -> Response:
        wish = await body_of(request, NameWish)
        guest = self.identity.of(request)
        if guest is None:
            guest = self.identity.create(wish.name)
        elif clean_name(wish.name):
            guest = await self.hall.rename(guest, clean_name(wish.name))
        response = reply({"name": guest.name, "token": self.identity.token(guest)})
        self.identity.remember(response, guest)
        return response

    async def get_games(self, request: Request) -> Response:
        language = language_of(request)
        games = []
        for book in rulebooks().values():
            t = translator(book.package, language)
            games.append({
                "id": book.game.id, "title": t(book.game.title), "about": t(book.game.about),
                "players": book.game.players, "minutes": book.game.minutes,
                "options": [
                    {"id": o.id, "title": t(o.title), "about": t(o.about), "choices": [
                        {"id": c.id, "title": t(c.title), "players": c.players} for c in o.choices
                    ]} for o in book.game.options
                ],
            })  # fmt: skip
        return reply(games)

    async def post_table(self, request: Request) -> Response:
        wish = await body_of(request, TableWish)
        guest = self.guest(request)
        seats = [self._seat(seat, index, guest) for index, seat in enumerate(wish.seats)]
        if not any(seat.guest == guest.id for seat in seats):
            raise Refused("Take a seat yourself: one of them must be of kind “me”.", 422)
        record = self.hall.create(guest, wish.game, seats, wish.options, wish.clock)
        self.hall.open(record.id)
        return reply({"id": record.id, "invite": record.invite}, 201)

    def _seat(self, wish: SeatWish, index: int, guest: Guest) -> Seat:
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

    async def get_tables(self, request: Request) -> Response:
        return reply(my_tables(self.hall, self.guest(request)))

    async def get_table(self, request: Request) -> Response:
        live = self.live(request)
        return reply(data_view(live, self.eyes(request, live), self.seats(request, live)))

    async def post_join(self, request: Request) -> Response:
        wish = await body_of(request, JoinWish)
        seat = await self.hall.join(request.path_params["id"], wish.token, self.guest(request))
        return reply({"seat": seat})

    async def post_fill(self, request: Request) -> Response:
        wish = await body_of(request, LevelWish)
        await self.hall.fill_with_bots(request.path_params["id"], wish.level, self.guest(request))
        return reply({"ok": True})

    # --- Playing --------------------------------------------------------------------------------

    async def post_move(self, request: Request) -> Response:
        wish, live = await body_of(request, MoveWish), self.live(request)
        self.own_seat(request, live, wish.seat)
        await self.hall.wish(live, lambda table: table.wish_move(wish.seat, wish.move, wish.seq))
        return reply({"seq": live.table.seen(self.seats(request, live))})

    async def post_undo(self, request: Request) -> Response:
        return await self._seat_wish(request, lambda table, seat: table.wish_undo(seat))

    async def post_back(self, request: Request) -> Response:
        return await self._seat_wish(request, lambda table, seat: table.wish_back(seat))

    async def _seat_wish(self, request: Request, wish: Callable[[Any, int], Entry]) -> Response:
        asked, live = await body_of(request, SeatOnly), self.live(request)
        seat = self.own_seat(request, live, asked.seat)
        entry = await self.hall.wish(live, lambda table: wish(table, seat))
        return reply({"seq": live.table.seen(self.seats(request, live)), "kind": entry.kind})

    async def post_answer(self, request: Request) -> Response:
        wish, live = await body_of(request, AnswerWish), self.live(request)
        seat = self.own_seat(request, live, wish.seat)
        entry = await self.hall.wish(live, lambda table: table.wish_answer(seat, agree=wish.agree))
        return reply({"seq": live.table.seen(self.seats(request, live)), "kind": entry.kind})

    async def post_hint(self, request: Request) -> Response:
        wish, live = await body_of(request, SeatOnly), self.live(request)
        seat = self.own_seat(request, live, wish.seat)
        if seat not in live.table.asked or live.table.match.over:
            raise Refused("It is not your turn.")
        move = await self.hall.think(live, seat, "search")
        words = live.table.match.describe(seat, move, language_of(request))
        return reply({"move": move, "words": words})

    async def post_chat(self, request: Request) -> Response:
        wish, live = await body_of(request, ChatWish), self.live(request)
        return reply(self.hall.say(live, self.guest(request), wish.text), 201)

    async def get_chat(self, request: Request) -> Response:
        return reply(self.hall.store.chat(self.live(request).table.record.id, 100))

    async def post_rematch(self, request: Request) -> Response:
        await body_of(request, Nothing)
        id_ = await self.hall.rematch(request.path_params["id"], self.guest(request))
        return reply({"id": id_}, 201)

    # --- Looking back ---------------------------------------------------------------------------

    async def get_log(self, request: Request) -> Response:
        live = self.live(request)
        match, seat = self._at_ply(request, live), self.eyes(request, live)
        steps: Sequence[Step] = match.steps
        if match is live.table.match:
            steps = live.table.shown_steps(self.seats(request, live))
        return reply(log_lines(match, seat, language_of(request), 0, steps))

    async def get_board(self, request: Request) -> Response:
        live = self.live(request)
        shape = request.query_params.get("shape", "wide")
        if shape not in SHAPES:
            raise expected("shape", shape, ", ".join(SHAPES))
        match, seat = self._at_ply(request, live), self.eyes(request, live)
        standalone = request.query_params.get("bare") is None
        drawn = match.svg(
            seat, language=language_of(request), shape=shape, standalone=standalone,
            marked=match is live.table.match,
        )  # fmt: skip
        headers = {"cache-control": "no-store"}
        if standalone:
            headers["content-security-policy"] = f"default-src 'none'; style-src {STYLE_HASH}"
        return Response(drawn, media_type="image/svg+xml", headers=headers)

    def _at_ply(self, request: Request, live: Live) -> Match:
        """The match, or the same match as it was after `ply` steps."""
        wanted = request.query_params.get("ply")
        if wanted is None:
            return live.table.match
        most = live.table.settled
        if not NUMBER.fullmatch(wanted) or not 0 <= int(wanted) <= most:
            raise expected("ply", wanted, f"0–{most}")
        return live.table.match.replay(int(wanted))

    async def get_save(self, request: Request) -> Response:
        return PlainTextResponse(self._finished(request).save())

    async def get_verify(self, request: Request) -> Response:
        match = self._finished(request)
        again = load(match.save())
        same = list(again.positions()) == list(match.positions())
        return reply({"good": same, "seed": match.seed, "commitment": match.commitment,
                      "moves": len(match.steps)})  # fmt: skip

    def _finished(self, request: Request) -> Match:
        match = self.live(request).table.match
        if not match.over:
            raise Refused("The seed stays secret until the game is over.", 403)
        return match


def data_view(live: Live, seat: int, seats: tuple[int, ...]) -> dict[str, Any]:
    """A table as data, as one seat may know it."""
    table = live.table
    view = table.match.view(seat)
    view["ply"] = len(table.shown_steps(seats))
    view["legal"] = table.match.legal(seat) if seat in seats and table.record.is_full else []
    return {
        "id": table.record.id, "game": table.record.game, "options": table.record.options,
        "seq": table.seen(seats), "mine": list(seats), "full": table.record.is_full,
        "clock": table.record.clock, "deadline": table.deadline(),
        "commitment": table.match.commitment, "rematch": table.record.rematch,
        "seats": [{"kind": s.kind, "name": s.name, "level": s.level} for s in table.record.seats],
        "asking": table.asking, "away": sorted(table.away), "secrets": has_secrets(table.match),
        "view": view,
    }  # fmt: skip


def my_tables(hall: Hall, guest: Guest) -> list[dict[str, Any]]:
    """A guest's tables, those that wait for them first."""
    lines = []
    for record in hall.store.tables_of(guest.id):
        live = hall.find(record.id)
        if live is None:
            continue
        table = live.table
        mine = record.seats_of(guest.id)
        turn = table.record.is_full and not table.match.over and any(s in table.asked for s in mine)
        lines.append({
            "id": record.id, "game": record.game, "title": table.book.game.title,
            "names": [seat.name for seat in table.record.seats], "turn": turn,
            "over": table.match.over, "waiting": not table.record.is_full,
            "ply": len(table.shown_steps(mine)), "at": table.last_at,
            "place": next((s.place for s in table.match.ranking if s.seat in mine), 0)
            if table.match.over else 0,
        })  # fmt: skip
    return sorted(lines, key=lambda line: (line["over"], not line["turn"], -line["at"]))


def language_of(request: Any) -> str:
    """The language a request asks for: named, remembered, or the browser's."""
    for wish in (request.query_params.get("lang"), request.cookies.get("lang")):
        if wish in LANGUAGES:
            return str(wish)
    return best_language(request.headers.get("accept-language", DEFAULT))


Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True)
class Endpoint:
    """One line of the interface: what it is called, what it takes, what it is for."""

    method: str
    path: str
    handler: Handler
    about: str
    takes: type[Any] | None = None
    asks: tuple[str, ...] = ()


def endpoints(api: Api) -> list[Endpoint]:
    """The whole interface, in one list; the OpenAPI description is made of it."""
    table = "/api/tables/{id}"
    view = ("seat", "lang")
    return [
        Endpoint("POST", "/api/guest", api.post_guest, "Become a guest, or change the name", NameWish),
        Endpoint("GET", "/api/games", api.get_games, "The games with their options", None, ("lang",)),
        Endpoint("POST", "/api/tables", api.post_table, "Set a table", TableWish),
        Endpoint("GET", "/api/tables", api.get_tables, "My tables, those that wait for me first"),
        Endpoint("GET", table, api.get_table, "A table as I may see it, with my legal moves", None, view),
        Endpoint("POST", f"{table}/join", api.post_join, "Take a free seat by invitation", JoinWish),
        Endpoint("POST", f"{table}/fill", api.post_fill, "Give the free seats to bots", LevelWish),
        Endpoint("POST", f"{table}/move", api.post_move, "Make a move", MoveWish),
        Endpoint("POST", f"{table}/undo", api.post_undo, "Take back a move, or ask to", SeatOnly),
        Endpoint("POST", f"{table}/answer", api.post_answer, "Allow or refuse a step back", AnswerWish),
        Endpoint("POST", f"{table}/back", api.post_back, "Take my seat back from the bot", SeatOnly),
        Endpoint("POST", f"{table}/hint", api.post_hint, "What a strong bot would do", SeatOnly),
        Endpoint("POST", f"{table}/chat", api.post_chat, "Say something", ChatWish),
        Endpoint("GET", f"{table}/chat", api.get_chat, "What was said"),
        Endpoint("POST", f"{table}/rematch", api.post_rematch, "Play again with the same people", Nothing),
        Endpoint("GET", f"{table}/log", api.get_log, "What happened, in sentences", None, (*view, "ply")),
        Endpoint("GET", f"{table}/board.svg", api.get_board, "The board, drawn", None,
                 (*view, "ply", "shape", "bare")),
        Endpoint("GET", f"{table}/save", api.get_save, "A finished game as a save"),
        Endpoint("GET", f"{table}/verify", api.get_verify, "Replay a finished game and check it"),
    ]  # fmt: skip


def openapi(lines: list[Endpoint], version: str) -> dict[str, Any]:
    """The OpenAPI description of the interface."""
    takes = [line.takes for line in lines if line.takes]
    _, components = msgspec.json.schema_components(
        takes, ref_template="#/components/schemas/{name}"
    )
    paths: dict[str, Any] = {}
    for line in lines:
        parameters = [
            {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
        ] if "{id}" in line.path else []  # fmt: skip
        parameters += [
            {"name": name, "in": "query", "required": False, "schema": {"type": "string"}}
            for name in line.asks
        ]
        operation: dict[str, Any] = {
            "summary": line.about,
            "operationId": line.handler.__name__,
            "parameters": parameters,
            "responses": {"2XX": {"description": "Done."}, "4XX": {
                "description": "Refused, with a sentence.",
                "content": {"application/json": {"schema": {
                    "type": "object", "properties": {"error": {"type": "string"}}}}},
            }},
        }  # fmt: skip
        if line.takes:
            schema = {"$ref": f"#/components/schemas/{line.takes.__name__}"}
            operation["requestBody"] = {"content": {"application/json": {"schema": schema}}}
        paths.setdefault(line.path, {})[line.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Nomarch", "version": version},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"guest": {"type": "http", "scheme": "bearer"}},
        },
    }


def told(error: errors.NomarchError, language: str) -> tuple[str, int]:
    """An error as a sentence in the reader's language, and the HTTP status that fits it."""
    t = translator("nomarch", language)
    if isinstance(error, Refused):
        return error.told(t), error.code
    if isinstance(error, errors.UnknownGame):
        return t("There is no such game."), 404
    return str(error), 422
