"""Live updates: one socket per open page or program, which gets every change once it is on disk.

A slow client costs little memory: the oldest changes of a page are merged, and a client that never
reads is dropped.
"""

import asyncio
import contextlib
import logging
import random
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from nomarch.engine.match import SHAPES, SPECTATOR
from nomarch.engine.match_log import Step
from nomarch.errors import NomarchError
from nomarch.i18n import LANGUAGES
from nomarch.people.site import Site
from nomarch.storage.fair_queue import caller
from nomarch.tables.live.live_table import LiveTable, PresenceChange, QueueChange, TableChange
from nomarch.tables.service import TableService
from nomarch.tables.state.model import MOVE, REWIND, ChatLine, Entry, Person, TableRecord
from nomarch.web.http.api import open_visible
from nomarch.web.http.client_messages import (
    Attend,
    Chat,
    Command,
    Look,
    OverSocket,
    Ping,
    Read,
    read,
)
from nomarch.web.http.connections import ABORT
from nomarch.web.http.error_responses import (
    describe_error,
    expected,
    internal_error,
    not_identified,
    not_your_seat,
    payload_too_large,
    too_many_requests,
)
from nomarch.web.http.identity import Identity
from nomarch.web.http.language import language_of
from nomarch.web.http.limits import MAX_MESSAGE, Limits, check_address, client_of, is_same_origin
from nomarch.web.http.render_queue import Urgency
from nomarch.web.http.responses import (
    Announcement,
    ChatNews,
    ComeAgain,
    News,
    NewVersion,
    Pong,
    PresenceNews,
    QueueNews,
    RefusalNews,
    TableNews,
)
from nomarch.web.table.renderer import PendingChanges, RenderedPage, Renderer, Update, Viewpoint
from nomarch.web.table.serializers import is_shared_screen, table_news

log = logging.getLogger("nomarch.web")

CLOSED_BY_SERVER = 1012
POLICY_VIOLATION = 1008
TRY_AGAIN_LATER = 1013
MAX_QUEUE = 256
HANDOVER_SECONDS, CLOSE_TIMEOUT = 4.0, 3.0
"""Seconds that pages get to find another server, and that a last answer may take."""
HANDOVER_SPREAD = 1.0
"""Seconds over which pages are asked to leave."""
READ_TIMEOUT = 20.0
"""Seconds that a client may take to read what it was sent."""
NOT_SENDING = float("inf")


_encoder = msgspec.json.Encoder()


class OpenSockets(set["Socket"]):
    """The sockets of a server that are open."""

    async def end(self, person: str) -> None:
        """Close the sockets of a person whose sessions ended; valid sessions reconnect."""
        for socket in tuple(self):
            if socket.person is not None and socket.person.id == person:
                await socket.drop()


@dataclass(eq=False)
class Sockets:
    """Serves all sockets of a server."""

    service: TableService
    identity: Identity
    limits: Limits
    renderer: Renderer
    open: OpenSockets
    site: Site
    version: str = ""
    """The version of the scripts that this server's pages have."""
    is_draining: bool = False
    """Whether new clients are sent to another server."""
    _per_client: Counter[str] = field(default_factory=Counter)

    async def serve(self, websocket: WebSocket) -> None:
        """Serve one client until it leaves."""
        if not is_same_origin(websocket, https=self.identity.https):
            await websocket.close(POLICY_VIOLATION)
            return
        client = client_of(websocket)
        has_too_many = self._per_client[client] >= self.limits.max_sockets
        if self.is_draining or has_too_many or not self.limits.requests.allows(client):
            await websocket.close(TRY_AGAIN_LATER)
            return
        try:
            caller.set((client, ""))
            check_address(websocket)
            await self.identity.identify(websocket)
            person = self.identity.of(websocket)
            caller.set((client, person.id if person else ""))
            self.site.check(person, client)
            live = await open_visible(self.service, self.identity, websocket)
        except NomarchError:
            await websocket.close(POLICY_VIOLATION)
            return
        await websocket.accept()
        socket = Socket(self, websocket, live)
        self.open.add(socket)
        self._per_client[client] += 1
        try:
            # In its own task: all layers of the app would be resumed with every message.
            await asyncio.create_task(socket.run())
        finally:
            self.open.discard(socket)
            self._per_client[client] -= 1
            if not self._per_client[client]:
                del self._per_client[client]

    async def watch(self) -> None:
        """Drop clients that do not read. One loop for all is cheaper than a timer per message."""
        while True:
            await asyncio.sleep(READ_TIMEOUT / 4)
            late = time.monotonic() - READ_TIMEOUT
            for socket in [socket for socket in self.open if socket.sending < late]:
                await socket.drop()

    async def close_banned(self) -> None:
        """Close the sockets of banned people and networks."""
        for socket in tuple(self.open):
            try:
                self.site.check(socket.person, socket.client)
            except NomarchError:
                await socket.drop()

    def announce(self, text: str) -> None:
        """Send the site's announcement to every page."""
        for socket in self.open:
            if socket.is_page:
                socket.put(Announcement(text))

    async def ask_to_leave(self) -> None:
        """Let pages connect to another server before they leave this one, spread over time."""
        asked, deadline = set[Socket](), time.monotonic() + HANDOVER_SECONDS
        while time.monotonic() < deadline:
            pages = {socket for socket in self.open if socket.is_page}
            for socket in pages - asked:
                delay = random.uniform(0, HANDOVER_SPREAD)
                asyncio.get_running_loop().call_later(delay, socket.put, ComeAgain())
            if not pages:
                return
            asked |= pages
            await asyncio.sleep(0.05)

    async def close(self) -> None:
        """Close every socket with a code that makes pages reconnect."""
        await asyncio.gather(*(socket.close_politely() for socket in tuple(self.open)))


class Socket:
    """One client at one table."""

    def __init__(self, sockets: Sockets, websocket: WebSocket, live: LiveTable) -> None:
        self.sockets = sockets
        self.websocket = websocket
        self.live = live
        self.person: Person | None = sockets.identity.of(websocket)
        self.client = client_of(websocket)
        self.language = language_of(websocket)
        self._seats: tuple[TableRecord | None, tuple[int, ...]] = (None, ())
        self._owed = tuple(live.table.to_act)
        """The seats that had to act when this client was last sent the table."""
        self._abort: Callable[[], None] | None = websocket.scope.get("state", {}).get(ABORT)
        self.is_page = False
        self.is_packed = False
        """Whether the page unpacks what it is sent."""
        self.shape = "wide"
        self.looks = 0
        """How often the client has asked for the complete page."""
        self.shown: RenderedPage | None = None
        """The page that the client has."""
        self.lifted = SPECTATOR
        """On a shared screen, the seat whose player has lifted the curtain."""
        self.present: frozenset[int] = frozenset()
        """The present seats as the page knows them."""
        self.pending = PendingChanges()
        self.outbox: deque[bytes] = deque()
        self.waiting = asyncio.Event()
        self.sending = NOT_SENDING
        """When the message that is being sent was begun."""
        self.busy = asyncio.Lock()
        """Held while a message of the client is handled."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats this client may act for, cached until the record changes."""
        record = self.live.table.record
        if self._seats[0] is not record:
            self._seats = record, record.seats_of(self.person.id) if self.person else ()
        return self._seats[1]

    @property
    def viewpoint(self) -> Viewpoint:
        return Viewpoint(self.seats, self.language, self.shape, self.lifted)

    async def run(self) -> None:
        """Forward changes of the table and handle the client's messages."""
        self.live.listeners.add(self.on_change)
        if self.person:
            self.sockets.service.presence.arrive(self.live, self.person)
        self.put(self.data())
        sender = asyncio.create_task(self._send_all())
        try:
            while True:
                text = await self._receive()
                if text is None:
                    return
                async with self.busy:
                    await self.handle(text)
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("the socket of table %s failed", self.live.table.record.id)
        finally:
            self.live.listeners.discard(self.on_change)
            if self.person:
                self.sockets.service.presence.depart(self.live, self.person)
            sender.cancel()
            await asyncio.wait([sender])

    async def _receive(self) -> str | None:
        """The client's next message; None when it has gone, or sent a frame that is no text."""
        message = await self.websocket.receive()
        text: str | None = message.get("text")
        return text

    async def _send_all(self) -> None:
        """Send what waits, as fast as the client reads."""
        try:
            while True:
                await self.waiting.wait()
                message = await self._next_message()
                if message is not None:
                    self.sending = time.monotonic()
                    await self._send(message)
                    self.sending = NOT_SENDING
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("a page of table %s cannot be shown", self.live.table.record.id)
            await self.drop()

    async def _send(self, message: bytes | Update) -> None:
        try:
            if isinstance(message, bytes):
                await self.websocket.send_text(message.decode())
            elif self.is_packed:
                await self.websocket.send_bytes(message.packed)
            else:
                await self.websocket.send_text(message.text.decode())
        except RuntimeError as error:  # a close frame was sent meanwhile
            raise WebSocketDisconnect from error

    async def _next_message(self) -> bytes | Update | None:
        message = self.outbox.popleft() if self.outbox else await self._next_update()
        if not self.outbox and not self.pending:
            self.waiting.clear()
        return message

    async def _next_update(self) -> Update | None:
        """The next message of a page: everything, or the next change."""
        renderer, before, looks = self.sockets.renderer, self.shown, self.looks
        message: Update | None
        if before is None:
            self.pending.clear()  # before rendering: later changes are sent afterwards
            page, message = await renderer.full_page(
                self.live, self.viewpoint, packed=self.is_packed
            )
            self.send_presence(self.live.announced_seats)
            if self.live.is_bot_waiting:
                self.put(QueueNews(is_waiting=True))
        elif self.pending:
            page, message = await renderer.next_change(
                self.live, self.pending, before, packed=self.is_packed
            )
        else:
            return None
        if self.looks != looks:
            return None  # the page has asked for everything again
        self.shown = page
        return message

    def put(self, data: News) -> None:
        """Send a message, or queue it; a client with too many unread ones is dropped."""
        if len(self.outbox) < MAX_QUEUE:
            self.outbox.append(_encoder.encode(data))
            self.waiting.set()
        else:
            self.live.listeners.discard(self.on_change)
            self._dropping = asyncio.create_task(self.drop())

    async def close_politely(self) -> None:
        """Close the connection once the client's last message is answered."""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(CLOSE_TIMEOUT):
                async with self.busy:
                    while self.outbox:
                        await asyncio.sleep(0.01)
                    await self.websocket.close(CLOSED_BY_SERVER)

    async def drop(self) -> None:
        """Cut the connection; a polite close would wait for the client to read."""
        self.outbox.clear()
        if self._abort is not None:
            self._abort()
        else:
            with contextlib.suppress(Exception):
                await self.websocket.close(TRY_AGAIN_LATER)

    # --- Sending --------------------------------------------------------------------------------

    def on_change(self, live: LiveTable, news: TableChange, steps: list[Step]) -> None:
        if isinstance(news, ChatLine):
            self.put(ChatNews(news))
        elif isinstance(news, PresenceChange):
            self.send_presence(news.seats)
        elif isinstance(news, QueueChange):
            if self.is_page:
                self.put(QueueNews(news.is_waiting))
        elif self._is_anothers_secret(news, steps):
            return
        elif self.is_page:
            self.refresh(is_own=news is not None and news.seat in self.seats)
        else:
            self.put(self.data(news))

    def send_presence(self, seats: frozenset[int]) -> None:
        others = seats - set(self.seats)
        if self.is_page and others != self.present:
            self.present = others
            self.put(PresenceNews(sorted(others)))

    def refresh(self, *, is_own: bool = False) -> None:
        """Schedule an update of the page; `is_own` says that its player has just acted."""
        to_act = self.live.table.to_act
        if self.lifted not in to_act:
            self.lifted = SPECTATOR  # the turn is over: the next player lifts the curtain again
        urgency = Urgency.WATCHING if to_act.keys().isdisjoint(self.seats) else Urgency.TO_ACT
        if is_own:
            urgency = Urgency.MOVER
        self.pending.add(self.live.table, self.viewpoint, urgency)
        if urgency is not Urgency.WATCHING:
            self.sockets.renderer.hurry(self.pending, urgency)
        self.waiting.set()

    def _is_anothers_secret(self, entry: Entry | None, steps: list[Step]) -> bool:
        """Whether a change is only another player's step towards a secret answer."""
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

    # --- Receiving ------------------------------------------------------------------------------

    async def handle(self, text: str) -> None:
        """Handle one message, or send the reason why not."""
        if not self.sockets.limits.requests.allows(self.client):
            self.put(RefusalNews(*describe_error(too_many_requests(), self.language)))
            return
        try:
            await self.dispatch(self.read(text))
        except NomarchError as error:
            self.put(RefusalNews(*describe_error(error, self.language)))
        except Exception:
            log.exception("unexpected error at table %s", self.live.table.record.id)
            self.put(RefusalNews(*describe_error(internal_error(), self.language)))

    def read(self, text: str) -> OverSocket:
        if len(text) > MAX_MESSAGE:
            raise payload_too_large()
        message: OverSocket = read(text, OverSocket)
        return message

    async def dispatch(self, message: OverSocket) -> None:
        match message:
            case Look():
                self.look(message)
            case Chat():
                await self.chat(message)
            case Ping():
                self.put(Pong())
            case Attend():
                if self.person is not None:
                    self.sockets.service.presence.look(
                        self.live, self.person, visible=message.visible
                    )
            case Read():
                if self.person is not None:
                    await self.sockets.service.presence.mark_read(self.live, self.person)
            case _:
                await self.act(message)

    def look(self, message: Look) -> None:
        """Send the complete page in a language and a shape, then its changes."""
        if message.shape not in SHAPES:
            raise expected("shape", message.shape, ", ".join(SHAPES))
        if message.seat != SPECTATOR and message.seat not in self.seats:
            raise not_your_seat()
        self.is_page, self.is_packed = True, message.packed
        self.shape, self.lifted = message.shape, message.seat
        if message.lang in LANGUAGES:
            self.language = message.lang
        if message.version not in ("", self.sockets.version):
            self.put(NewVersion())
        self.looks, self.shown = self.looks + 1, None
        self.refresh()

    async def chat(self, message: Chat) -> None:
        if self.person is None:
            raise not_identified()
        self.sockets.limits.chat.check(self.client)
        await self.sockets.service.say(self.live, self.person, message.text)

    async def act(self, message: Command) -> None:
        if message.seat not in self.seats:
            raise not_your_seat()
        await self.sockets.service.submit(self.live, message.entry)
