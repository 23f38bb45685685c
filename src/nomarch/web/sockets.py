"""Live updates: one socket per open page or bot, told of every change after it is on the disk.

A program is told of every change in turn. So is a page, which shows them at its reader's pace, as
long as there is time to paint them all; but little is kept for one that does not read: the oldest
changes are told as one with those after them, and one that never reads is dropped.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections import Counter, deque
from collections.abc import Callable

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from nomarch.engine.match import SHAPES, SPECTATOR
from nomarch.engine.match_log import Step
from nomarch.errors import NomarchError
from nomarch.i18n import LANGUAGES
from nomarch.tables.live_table import LiveTable, PresenceChange, TableChange
from nomarch.tables.model import MOVE, REWIND, ChatLine, Entry, Guest, TableRecord
from nomarch.tables.service import TableService
from nomarch.tables.site import Site
from nomarch.web.client_messages import Chat, Look, OverSocket, Ping, Read, Wish, read
from nomarch.web.connections import ABORT
from nomarch.web.error_responses import (
    expected,
    failed,
    not_your_seat,
    payload_too_large,
    stranger,
    told,
    too_many_requests,
)
from nomarch.web.identity import Identity
from nomarch.web.language import language_of
from nomarch.web.limits import MAX_MESSAGE, Limits, client_of, is_same_origin
from nomarch.web.renderer import PendingChanges, RenderedPage, Renderer, Viewpoint
from nomarch.web.responses import (
    Announcement,
    ChatNews,
    ComeAgain,
    News,
    Pong,
    PresenceNews,
    RefusalNews,
    TableNews,
)
from nomarch.web.serializers import is_shared_screen, table_news

log = logging.getLogger("nomarch.web")

CLOSED_BY_SERVER = 1012
POLICY_VIOLATION = 1008
TRY_AGAIN_LATER = 1013
MAX_QUEUE = 256
HANDOVER_SECONDS, CLOSE_TIMEOUT = 4.0, 3.0
"""Seconds that pages have to find another server, and that a last answer may take."""
HANDOVER_SPREAD = 1.0
"""Seconds over which they are asked to leave."""
READ_TIMEOUT = 20.0
"""Seconds that a client may take to read what it is sent."""
NOT_SENDING = float("inf")


_encoder = msgspec.json.Encoder()


class Sockets:
    """All open sockets of a server."""

    def __init__(
        self,
        service: TableService,
        identity: Identity,
        limits: Limits,
        renderer: Renderer,
        site: Site | None = None,
    ) -> None:
        self.site = site or Site()
        self.service = service
        self.identity = identity
        self.limits = limits
        self.renderer = renderer
        self.open: set[Socket] = set()
        self.is_draining = False
        """Whether new clients are sent to another server."""
        self._crowd: Counter[str] = Counter()
        """How many sockets each client has open."""
        identity.when_ended.append(self.end)
        self._common: tuple[tuple[TableRecord, int, Entry | None], bytes] | None = None

    async def serve(self, websocket: WebSocket) -> None:
        """Speaks with one client until it leaves."""
        if not is_same_origin(websocket, https=self.identity.https):
            await websocket.close(POLICY_VIOLATION)
            return
        client = client_of(websocket)
        is_crowded = self._crowd[client] >= self.limits.max_sockets
        if self.is_draining or is_crowded or not self.limits.requests.allows(client):
            await websocket.close(TRY_AGAIN_LATER)
            return
        try:
            await self.identity.recognise(websocket)
            self.site.check(self.identity.of(websocket), client)
            live = await self.service.open(websocket.path_params["id"])
        except NomarchError:
            await websocket.close(POLICY_VIOLATION)
            return
        await websocket.accept()
        socket = Socket(self, websocket, live)
        self.open.add(socket)
        self._crowd[client] += 1
        try:
            await socket.run()
        finally:
            self.open.discard(socket)
            self._crowd[client] -= 1
            if not self._crowd[client]:
                del self._crowd[client]

    async def watch(self) -> None:
        """Drops clients that do not read; one look at all is cheaper than a timer for each word."""
        while True:
            await asyncio.sleep(READ_TIMEOUT / 4)
            late = time.monotonic() - READ_TIMEOUT
            for socket in [socket for socket in self.open if socket.sending < late]:
                await socket.drop()

    async def end(self, guest: str) -> None:
        """Closes what a guest has open; whoever still is that guest comes back by themselves."""
        for socket in tuple(self.open):
            if socket.guest is not None and socket.guest.id == guest:
                await socket.drop()

    async def end_unwanted(self) -> None:
        """Closes what those have open whom the site does not want any more."""
        for socket in tuple(self.open):
            try:
                self.site.check(socket.guest, socket.client)
            except NomarchError:
                await socket.drop()

    def announce(self, text: str) -> None:
        """Tells every page what those who run the site announce."""
        for socket in self.open:
            if socket.page:
                socket.put(Announcement(text))

    def common(self, live: LiveTable, entry: Entry | None) -> bytes:
        """What all who are not asked are told of a change: encoded once."""
        key = (live.table.record, live.table.seq, entry)
        if self._common is None or self._common[0] != key:
            self._common = key, _encoder.encode(table_news(live.table, entry))
        return self._common[1]

    async def ask_to_leave(self) -> None:
        """Lets pages find another server before they leave this one, not all in one moment."""
        told, deadline = set[Socket](), time.monotonic() + HANDOVER_SECONDS
        while time.monotonic() < deadline:
            pages = {socket for socket in self.open if socket.page}
            for socket in pages - told:  # some may come while others leave
                delay = random.uniform(0, HANDOVER_SPREAD)
                asyncio.get_running_loop().call_later(delay, socket.put, ComeAgain())
            if not pages:
                return
            told |= pages
            await asyncio.sleep(0.05)

    async def close(self) -> None:
        """Says goodbye to everyone, so that they know to come back."""
        await asyncio.gather(*(socket.say_goodbye() for socket in tuple(self.open)))


class Socket:
    """One client at one table."""

    def __init__(self, sockets: Sockets, websocket: WebSocket, live: LiveTable) -> None:
        self.sockets = sockets
        self.websocket = websocket
        self.live = live
        self.guest: Guest | None = sockets.identity.of(websocket)
        self.client = client_of(websocket)
        self.language = language_of(websocket)
        self._seats: tuple[TableRecord | None, tuple[int, ...]] = (None, ())
        self._owed = tuple(live.table.to_act)
        """Who owed a joint decision when this client last heard of the table."""
        self._abort: Callable[[], None] | None = websocket.scope.get("state", {}).get(ABORT)
        self.page = False
        self.shape = "wide"
        self.looks = 0
        """How often the client has asked for everything."""
        self.shown: RenderedPage | None = None
        """The page as the client has it."""
        self.lifted = SPECTATOR
        """At a shared screen, the seat whose player has lifted the curtain."""
        self.met: frozenset[int] = frozenset()
        """Of whose presence a page was told."""
        self.reel = PendingChanges()
        self.outbox: deque[bytes] = deque()
        self.waiting = asyncio.Event()
        self.sending = NOT_SENDING
        """Since when the client has been sent something that it has not taken."""
        self.busy = asyncio.Lock()
        """Held while something that the client said is being done."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats this client may act for; looked up again only when the record changes."""
        record = self.live.table.record
        if self._seats[0] is not record:
            self._seats = record, record.seats_of(self.guest.id) if self.guest else ()
        return self._seats[1]

    @property
    def eyes(self) -> Viewpoint:
        """How this client looks at the table now."""
        return Viewpoint(self.seats, self.language, self.shape, self.lifted)

    async def run(self) -> None:
        """Listens at the table and to the client."""
        self.live.listeners.add(self.heard)
        if self.guest:
            self.sockets.service.presence.arrive(self.live, self.guest)
        self.put(self.data())
        sender = asyncio.create_task(self._send_all())
        try:
            while True:
                text = await self.websocket.receive_text()
                async with self.busy:
                    await self.answer(text)
        except (WebSocketDisconnect, KeyError, RuntimeError):
            pass  # gone; a frame that is no text ends the conversation too
        finally:
            self.live.listeners.discard(self.heard)
            if self.guest:
                self.sockets.service.presence.depart(self.live, self.guest)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await sender

    async def _send_all(self) -> None:
        """Sends what waits, as fast as the client reads; one that does not read is dropped."""
        try:
            while True:
                await self.waiting.wait()
                message = await self._next_message()
                if message:
                    self.sending = time.monotonic()
                    await self.websocket.send_text(message.decode())
                    self.sending = NOT_SENDING
        except (WebSocketDisconnect, RuntimeError):
            pass  # gone
        except Exception:
            log.exception("a page of table %s cannot be shown", self.live.table.record.id)
            await self.drop()

    async def _next_message(self) -> bytes:
        message = self.outbox.popleft() if self.outbox else await self._news()
        if not self.outbox and not self.reel:
            self.waiting.clear()
        return message

    async def _news(self) -> bytes:
        """What a page has to be told: everything, or the next change."""
        renderer, before, looks = self.sockets.renderer, self.shown, self.looks
        if before is None:
            self.reel.clear()  # before painting: what happens meanwhile is told afterwards
            painted, message = await renderer.whole(self.live, self.eyes)
            self.tell_presence(self.live.announced_seats)
        elif self.reel:
            painted, message = await renderer.change(self.live, self.reel, before)
        else:
            return b""
        if self.looks != looks:
            return b""  # meanwhile the page has asked for everything again
        self.shown = painted
        return message

    def put(self, data: News) -> None:
        """Queues a message."""
        self.send_bytes(_encoder.encode(data))

    def send_bytes(self, message: bytes) -> None:
        """Queues an encoded message; a client that lets too many lie is dropped."""
        if len(self.outbox) < MAX_QUEUE:
            self.outbox.append(message)
            self.waiting.set()
        else:
            self.live.listeners.discard(self.heard)
            self._dropping = asyncio.create_task(self.drop())

    async def say_goodbye(self) -> None:
        """Closes the connection when what the client said last has been answered."""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(CLOSE_TIMEOUT):
                async with self.busy:
                    while self.outbox:
                        await asyncio.sleep(0.01)
                    await self.websocket.close(CLOSED_BY_SERVER)

    async def drop(self) -> None:
        """Ends the connection; what the client has not read by now it will never."""
        self.outbox.clear()
        if self._abort is not None:
            self._abort()
        else:
            with contextlib.suppress(Exception):
                await self.websocket.close(TRY_AGAIN_LATER)

    # --- Telling --------------------------------------------------------------------------------

    def heard(self, live: LiveTable, news: TableChange, steps: list[Step]) -> None:
        """Something changed at the table."""
        if isinstance(news, ChatLine):
            self.put(ChatNews(news))
        elif isinstance(news, PresenceChange):
            self.tell_presence(news.seats)
        elif self._is_anothers_secret(news, steps):
            return
        elif self.page:
            self.refresh()
        elif live.table.joint or not live.table.to_act.keys().isdisjoint(self.seats):
            self.put(self.data(news))
        else:
            self.send_bytes(self.sockets.common(live, news))

    def tell_presence(self, seats: frozenset[int]) -> None:
        """A page shows who else is at the table now."""
        others = seats - set(self.seats)
        if self.page and others != self.met:
            self.met = others
            self.put(PresenceNews(sorted(others)))

    def refresh(self) -> None:
        """The page is told what has changed when it can be sent something.

        That can wait a little unless its player is asked for something.
        """
        asked = self.live.table.to_act
        if self.lifted not in asked:
            self.lifted = SPECTATOR  # the turn is over: whoever comes next lifts the curtain anew
        can_wait = asked.keys().isdisjoint(self.seats)
        self.reel.add(self.live.snapshot(), self.eyes, can_wait=can_wait)
        if not can_wait:
            self.sockets.renderer.hurry(self.reel)
        self.waiting.set()

    def _is_anothers_secret(self, entry: Entry | None, steps: list[Step]) -> bool:
        """Whether a change is only another's way to an answer that is still secret."""
        table, owed = self.live.table, self._owed
        self._owed = () if table.joint is None else tuple(table.to_act)
        if table.joint is None or entry is None or entry.kind not in (MOVE, REWIND):
            return False
        public = any(event.is_told_to(SPECTATOR) for step in steps for event in step.events)
        return entry.seat not in self.seats and not public and owed == self._owed

    def data(self, entry: Entry | None = None) -> TableNews:
        """Return what a program needs: position, who must act, and its own legal moves.

        A shared screen gets the moves of the seat whose player has lifted the curtain.
        """
        table = self.live.table
        news = table_news(table, entry, self.seats)
        if news.to_act:
            seats = (self.lifted,) if is_shared_screen(table, self.seats) else self.seats
            news.legal = {
                str(seat): table.match.legal(seat) for seat in seats if seat in table.to_act
            }
        return news

    # --- Listening ------------------------------------------------------------------------------

    async def answer(self, text: str) -> None:
        """Does what the client says, or tells it why not."""
        if not self.sockets.limits.requests.allows(self.client):
            self.put(RefusalNews(*told(too_many_requests(), self.language)))
            return
        try:
            await self.obey(self.read(text))
        except NomarchError as error:
            self.put(RefusalNews(*told(error, self.language)))
        except Exception:
            log.exception("unexpected error at table %s", self.live.table.record.id)
            self.put(RefusalNews(*told(failed(), self.language)))

    def read(self, text: str) -> OverSocket:
        """What the client says."""
        if len(text) > MAX_MESSAGE:
            raise payload_too_large()
        message: OverSocket = read(text, OverSocket)
        return message

    async def obey(self, message: OverSocket) -> None:
        """One message of the client."""
        match message:
            case Look():
                self.look(message)
            case Chat():
                await self.chat(message)
            case Ping():
                self.put(Pong())
            case Read():
                if self.guest is not None:
                    await self.sockets.service.presence.mark_read(self.live, self.guest)
            case _:
                await self.act(message)

    def look(self, message: Look) -> None:
        """The client is a page and wants to be shown everything, in a language and a shape."""
        if message.shape not in SHAPES:
            raise expected("shape", message.shape, ", ".join(SHAPES))
        if message.seat != SPECTATOR and message.seat not in self.seats:
            raise not_your_seat()
        self.page, self.shape, self.lifted = True, message.shape, message.seat
        if message.lang in LANGUAGES:
            self.language = message.lang
        self.looks, self.shown = self.looks + 1, None
        self.refresh()

    async def chat(self, message: Chat) -> None:
        """The client says something."""
        if self.guest is None:
            raise stranger()
        self.sockets.limits.chat.check(self.client)
        await self.sockets.service.say(self.live, self.guest, message.text)

    async def act(self, message: Wish) -> None:
        """The client wants something of the table, for one of its own seats."""
        if message.seat not in self.seats:
            raise not_your_seat()
        await self.sockets.service.submit(self.live, message.entry)
