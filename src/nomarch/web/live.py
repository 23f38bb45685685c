"""Live updates: one socket per open page or bot, told of every change after it is on the disk."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from nomarch.errors import NomarchError
from nomarch.i18n import LANGUAGES
from nomarch.match import SHAPES, SPECTATOR, Step
from nomarch.tables.hall import Hall, Live
from nomarch.tables.model import MOVE, REWIND, Entry, Guest, TableRecord
from nomarch.tables.table import Refused, Table
from nomarch.web.api import expected, language_of, told
from nomarch.web.identity import Identity
from nomarch.web.limits import LONGEST_MESSAGE, Buckets, client_of, is_same_origin, too_fast
from nomarch.web.showing import show

CLOSED_BY_SERVER = 1012
POLICY_VIOLATION = 1008
TRY_AGAIN_LATER = 1013
LONGEST_QUEUE = 256


class Message(msgspec.Struct, forbid_unknown_fields=True):
    """Anything a client can say over a socket; `type` tells which fields count."""

    type: str
    seat: int = -1
    move: str = ""
    seq: int = -1
    text: str = ""
    agree: bool = False
    shape: str = "wide"
    lang: str = ""
    ply: int = 0
    """How much of the log a page has already."""


_decoder = msgspec.json.Decoder(Message)
_encoder = msgspec.json.Encoder()


def table_news(table: Table, entry: Entry | None, seats: Collection[int] = ()) -> dict[str, Any]:
    """What the owner of some seats may know at once: the position's number and who is asked."""
    playing = table.record.is_full and not table.match.over
    state: dict[str, Any] = {
        "type": "table",
        "seq": table.seen(seats),
        "to_act": list(table.asked) if playing else [],
        "over": table.match.over,
        "legal": {},
    }
    if entry is not None:
        state["entry"] = {"kind": entry.kind, "seat": entry.seat}
    return state


class Sockets:
    """All open sockets of a server."""

    def __init__(self, hall: Hall, identity: Identity, buckets: Buckets) -> None:
        self.hall = hall
        self.identity = identity
        self.buckets = buckets
        self.open: set[Socket] = set()
        self._common: tuple[tuple[TableRecord, int, Entry | None], bytes] | None = None

    async def serve(self, websocket: WebSocket) -> None:
        """Speaks with one client until it leaves."""
        if not is_same_origin(websocket):
            await websocket.close(POLICY_VIOLATION)
            return
        if not self.buckets.allows(client_of(websocket)):
            await websocket.close(TRY_AGAIN_LATER)
            return
        try:
            live = self.hall.open(websocket.path_params["id"])
        except NomarchError:
            await websocket.close(POLICY_VIOLATION)
            return
        await websocket.accept()
        socket = Socket(self, websocket, live)
        self.open.add(socket)
        try:
            await socket.run()
        finally:
            self.open.discard(socket)

    def common(self, live: Live, entry: Entry | None) -> bytes:
        """What all who are not asked are told of a change: encoded once."""
        key = (live.table.record, live.table.seq, entry)
        if self._common is None or self._common[0] != key:
            self._common = key, _encoder.encode(table_news(live.table, entry))
        return self._common[1]

    async def close(self) -> None:
        """Says goodbye to everyone, so that pages know to come back."""
        for socket in tuple(self.open):
            with contextlib.suppress(Exception):
                await socket.websocket.close(CLOSED_BY_SERVER)


class Socket:
    """One client at one table."""

    def __init__(self, sockets: Sockets, websocket: WebSocket, live: Live) -> None:
        self.sockets = sockets
        self.websocket = websocket
        self.live = live
        self.guest: Guest | None = sockets.identity.of(websocket)
        self.client = client_of(websocket)
        self.language = language_of(websocket)
        self._seats: tuple[TableRecord | None, tuple[int, ...]] = (None, ())
        self._owed = tuple(live.table.asked)
        self.page = False
        self.shape = "wide"
        self.log_from = 0
        self.dropped = False
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(LONGEST_QUEUE)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats this client may act for; looked up again only when the record changes."""
        record = self.live.table.record
        if self._seats[0] is not record:
            self._seats = record, record.seats_of(self.guest.id) if self.guest else ()
        return self._seats[1]

    async def run(self) -> None:
        """Listens at the table and to the client."""
        self.live.listeners.add(self.heard)
        sender = asyncio.create_task(self._send_all())
        try:
            self.put(self.data())
            while True:
                text = await self.websocket.receive_text()
                await self.answer(text)
        except (WebSocketDisconnect, KeyError, RuntimeError):
            pass  # gone; a frame that is no text ends the conversation too
        finally:
            self.live.listeners.discard(self.heard)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await sender

    async def _send_all(self) -> None:
        while (message := await self.outbox.get()) is not None:
            await self.websocket.send_text(message.decode())
        await self.websocket.close(TRY_AGAIN_LATER)

    def put(self, data: Any) -> None:
        """Queues a message."""
        self.send_bytes(_encoder.encode(data))

    def send_bytes(self, message: bytes) -> None:
        """Queues an encoded message; a client that does not read is dropped and may come back."""
        if self.dropped:
            return
        if self.outbox.full():
            self.drop()
        else:
            self.outbox.put_nowait(message)

    def drop(self) -> None:
        """Stops telling a client anything, and closes as soon as it reads again."""
        self.dropped = True
        self.live.listeners.discard(self.heard)
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)

    # --- Telling --------------------------------------------------------------------------------

    def heard(self, live: Live, entry: Entry | None, steps: list[Step]) -> None:
        """Something changed at the table."""
        if entry is not None and entry.kind == REWIND:
            self.log_from = 0  # answers that were given meanwhile have moved up in the log
        if self._is_anothers_secret(entry, steps):
            return
        if self.page:
            self.put(self.page_state())
        elif live.table.joint or any(seat in live.table.asked for seat in self.seats):
            self.put(self.data(entry))
        else:
            self.send_bytes(self.sockets.common(live, entry))

    def _is_anothers_secret(self, entry: Entry | None, steps: list[Step]) -> bool:
        """Whether a change is only another's way to an answer that is still secret."""
        table, owed = self.live.table, self._owed
        self._owed = tuple(table.asked)
        if table.joint is None or entry is None or entry.kind not in (MOVE, REWIND):
            return False
        public = any(event.is_told_to(SPECTATOR) for step in steps for event in step.events)
        return entry.seat not in self.seats and not public and owed == self._owed

    def data(self, entry: Entry | None = None) -> dict[str, Any]:
        """What a program needs: the position's number, who is asked, and its own legal moves."""
        table = self.live.table
        state = table_news(table, entry, self.seats)
        if state["to_act"]:
            state["legal"] = {
                str(seat): table.match.legal(seat) for seat in self.seats if seat in table.asked
            }
        return state

    def page_state(self) -> dict[str, Any]:
        """What a page needs; from now on it has the log up to here."""
        state = show(self.live, self.seats, self.language, self.shape, self.log_from)
        state["chat"] = self.sockets.hall.store.chat(self.live.table.record.id, 50)
        # Answers to a joint decision are told again, in their order, when all of them are shown.
        self.log_from = self.live.table.settled
        return state

    # --- Listening ------------------------------------------------------------------------------

    async def answer(self, text: str) -> None:
        """Does what the client says, or tells it why not."""
        if not self.sockets.buckets.allows(self.client):
            self.refuse(too_fast())
            return
        try:
            await self.obey(self.read(text))
        except NomarchError as error:
            self.refuse(error)

    def read(self, text: str) -> Message:
        """What the client says."""
        if len(text) > LONGEST_MESSAGE:
            raise Refused("That is too much to send at once.", 413)
        try:
            return _decoder.decode(text)
        except msgspec.MsgspecError as error:
            raise Refused("The request cannot be read: {reason}.", 422, reason=error) from error

    def refuse(self, error: NomarchError) -> None:
        """Tells the client that nothing happened, and why."""
        sentence, status = told(error, self.language)
        self.put({"type": "refused", "error": sentence, "status": status})

    async def obey(self, message: Message) -> None:
        """One message of the client."""
        if message.type == "look":
            self.look(message)
        elif message.type == "chat":
            self.chat(message.text)
        elif message.type == "ping":
            self.put({"type": "pong"})
        elif message.type in ("play", "undo", "answer", "back"):
            await self.act(message)
        else:
            types = "look, play, undo, answer, back, chat, ping"
            raise expected("type", message.type, types)

    def look(self, message: Message) -> None:
        """The client is a page and wants to be shown everything, in a language and a shape."""
        if message.shape not in SHAPES:
            raise expected("shape", message.shape, ", ".join(SHAPES))
        self.page, self.shape = True, message.shape
        if message.lang in LANGUAGES:
            self.language = message.lang
        self.log_from = max(0, message.ply)
        self.put(self.page_state())

    def chat(self, text: str) -> None:
        """The client says something."""
        if self.guest is None:
            raise Refused("Say who you are first.", 401)
        self.sockets.hall.say(self.live, self.guest, text)

    async def act(self, message: Message) -> None:
        """The client wants something of the table, for one of its own seats."""
        seat = message.seat
        if seat not in self.seats:
            raise Refused("That is not your seat.", 403)

        def wish(table: Table) -> Entry:
            if message.type == "play":
                return table.wish_move(seat, message.move, message.seq)
            if message.type == "undo":
                return table.wish_undo(seat)
            if message.type == "answer":
                return table.wish_answer(seat, agree=message.agree)
            return table.wish_back(seat)

        await self.sockets.hall.wish(self.live, wish)
