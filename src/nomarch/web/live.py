"""Live updates: one socket per open page or bot, told of every change after it is on the disk."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from nomarch.errors import NomarchError
from nomarch.i18n import LANGUAGES
from nomarch.match import SHAPES, SPECTATOR, Step
from nomarch.tables.hall import Hall, Live
from nomarch.tables.model import MOVE, REWIND, Entry, Guest, TableRecord
from nomarch.web.answers import News, Page, Pong, RefusalNews, TableNews
from nomarch.web.identity import Identity
from nomarch.web.language import language_of
from nomarch.web.limits import LONGEST_MESSAGE, Buckets, client_of, is_same_origin
from nomarch.web.messages import Chat, Look, OverSocket, Ping, Wish, read
from nomarch.web.refusals import expected, not_your_seat, stranger, told, too_fast, too_much
from nomarch.web.showing import CHAT_SHOWN, show, table_news

CLOSED_BY_SERVER = 1012
POLICY_VIOLATION = 1008
TRY_AGAIN_LATER = 1013
LONGEST_QUEUE = 256


_encoder = msgspec.json.Encoder()


class Sockets:
    """All open sockets of a server."""

    def __init__(self, hall: Hall, identity: Identity, buckets: Buckets) -> None:
        self.hall = hall
        self.identity = identity
        self.buckets = buckets
        self.open: set[Socket] = set()
        identity.when_ended.append(self.end)
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

    def end(self, guest: str) -> None:
        """Closes what a guest has open; whoever still is that guest comes back by themselves."""
        for socket in tuple(self.open):
            if socket.guest is not None and socket.guest.id == guest:
                socket.drop()

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

    def put(self, data: News) -> None:
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

    def data(self, entry: Entry | None = None) -> TableNews:
        """What a program needs: the position's number, who is asked, and its own legal moves."""
        table = self.live.table
        news = table_news(table, entry, self.seats)
        if news.to_act:
            news.legal = {
                str(seat): table.match.legal(seat) for seat in self.seats if seat in table.asked
            }
        return news

    def page_state(self) -> Page:
        """What a page needs; from now on it has the log up to here."""
        chat = self.sockets.hall.store.chat(self.live.table.record.id, CHAT_SHOWN)
        page = show(self.live, self.seats, self.language, self.shape, chat, self.log_from)
        # Answers to a joint decision are told again, in their order, when all of them are shown.
        self.log_from = self.live.table.settled
        return page

    # --- Listening ------------------------------------------------------------------------------

    async def answer(self, text: str) -> None:
        """Does what the client says, or tells it why not."""
        if not self.sockets.buckets.allows(self.client):
            self.put(RefusalNews(*told(too_fast(), self.language)))
            return
        try:
            await self.obey(self.read(text))
        except NomarchError as error:
            self.put(RefusalNews(*told(error, self.language)))

    def read(self, text: str) -> OverSocket:
        """What the client says."""
        if len(text) > LONGEST_MESSAGE:
            raise too_much()
        message: OverSocket = read(text, OverSocket)
        return message

    async def obey(self, message: OverSocket) -> None:
        """One message of the client."""
        match message:
            case Look():
                self.look(message)
            case Chat():
                self.chat(message)
            case Ping():
                self.put(Pong())
            case _:
                await self.act(message)

    def look(self, message: Look) -> None:
        """The client is a page and wants to be shown everything, in a language and a shape."""
        if message.shape not in SHAPES:
            raise expected("shape", message.shape, ", ".join(SHAPES))
        self.page, self.shape = True, message.shape
        if message.lang in LANGUAGES:
            self.language = message.lang
        self.log_from = max(0, message.ply)
        self.put(self.page_state())

    def chat(self, message: Chat) -> None:
        """The client says something."""
        if self.guest is None:
            raise stranger()
        self.sockets.hall.say(self.live, self.guest, message.text)

    async def act(self, message: Wish) -> None:
        """The client wants something of the table, for one of its own seats."""
        if message.seat not in self.seats:
            raise not_your_seat()
        await self.sockets.hall.wish(self.live, message.entry)
