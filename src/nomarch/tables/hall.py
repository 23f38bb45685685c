"""The hall: all tables of a server, who listens at them, their bots and their clocks."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import msgspec

from nomarch import errors
from nomarch.bots import LEVELS, Bots
from nomarch.bots.hints import Hint, hints
from nomarch.bots.seats import own_stream
from nomarch.kernel.game import rulebook
from nomarch.kernel.seeds import make_seed
from nomarch.match import Step
from nomarch.tables.model import (
    BOT,
    GUEST,
    OPEN,
    ChatLine,
    Entry,
    Guest,
    Seat,
    TableRecord,
    new_id,
    new_token,
    now,
)
from nomarch.tables.refusals import BadWish, NotThere, NotYours, Refused, TooOld
from nomarch.tables.store import Conflict, Store
from nomarch.tables.table import Table
from nomarch.tables.writer import Writer

log = logging.getLogger("nomarch.tables")

KEPT_IN_MEMORY = 1000
CLOCK_TICK = 1.0
LONGEST_CLOCK = 30 * 86_400
LONGEST_CHAT = 400
REST_AFTER_FAILURE = 5.0

Listener = Callable[["Live", Entry | None, list[Step]], None]
"""Hears of every change after it is on the disk; the entry is None when only the record changed."""


@dataclass
class Live:
    """A table in memory, with what is going on around it."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    bot: asyncio.Task[None] | None = None

    def tell(self, entry: Entry | None, steps: list[Step]) -> None:
        """Lets everyone know; one who cannot be told does not keep it from the others."""
        for listener in tuple(self.listeners):
            try:
                listener(self, entry, steps)
            except Exception:
                log.exception("a listener failed at table %s", self.table.record.id)


class Hall:
    """Finds and opens tables; every change goes through here."""

    def __init__(
        self, store: Store, writer: Writer, bot_pause: tuple[float, float] = (0.5, 1.1)
    ) -> None:
        self.store = store
        self.writer = writer
        self.bot_pause = bot_pause
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._thinkers = ThreadPoolExecutor(2, thread_name_prefix="bot")
        self.bots = Bots()
        self._clock: asyncio.Task[None] | None = None
        self._timed: set[str] = set()

    async def start(self) -> None:
        """Wakes the clock, and the tables whose time has been running while nobody looked."""
        self._timed = set(self.store.timed_tables())
        self._clock = asyncio.create_task(self._watch_clocks())

    async def stop(self) -> None:
        """Stops bots and clock; what was acknowledged is on the disk already."""
        tasks = [live.bot for live in self._live.values() if live.bot]
        tasks += [self._clock] if self._clock else []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinkers.shutdown(wait=False, cancel_futures=True)

    # --- Opening --------------------------------------------------------------------------------

    def open(self, id_: str) -> Live:
        """The table of that id, replayed from its log if it is not in memory."""
        live = self._live.get(id_)
        if live is None:
            record = self.store.table(id_)
            if record is None:
                raise NotThere("There is no such table.")
            if record.rules != rulebook(record.game).game.rules_version:
                raise TooOld("This game began under other rules and cannot be opened any more.")
            live = Live(Table(record, self.store.log(id_)))
            self._live[id_] = live
            self._forget_some()
            self.stir(live)
        self._live.move_to_end(id_)
        return live

    def find(self, id_: str) -> Live | None:
        """The table of that id, or None if it cannot be opened any more."""
        try:
            return self.open(id_)
        except errors.NomarchError:
            return None

    def _forget_some(self) -> None:
        """Lets go of the tables that nobody has looked at for longest."""
        for id_, live in list(self._live.items()):
            if len(self._live) <= KEPT_IN_MEMORY:
                return
            if not live.listeners and not live.lock.locked() and live.bot is None:
                del self._live[id_]

    def create(
        self, host: Guest, game: str, seats: Sequence[Seat], options: Mapping[str, str], clock: int
    ) -> TableRecord:
        """Sets a table; it begins when nobody is missing."""
        book = rulebook(game)
        setup = book.setup(len(seats), options)
        if not 0 <= clock <= LONGEST_CLOCK:
            raise BadWish("A clock gives 0 to {most} seconds a decision.", most=LONGEST_CLOCK)
        for seat in seats:
            if seat.kind == BOT:
                check_level(seat.level)
        record = TableRecord(
            id=new_id(),
            game=game,
            rules=book.game.rules_version,
            options=book.option_ids(setup),
            seats=tuple(seats),
            seed=make_seed(),
            invite=new_token(),
            host=host.id,
            created=now(),
            clock=clock,
        )
        self.store.put_table(record)
        if clock:
            self._timed.add(record.id)
        self._warm(record)
        return record

    def _warm(self, record: TableRecord) -> None:
        """Gets bots ready before their turn comes."""
        for seat in record.seats:
            if seat.kind == BOT:
                self.bots.get(seat.level, rulebook(record.game))

    # --- Seats ----------------------------------------------------------------------------------

    async def join(self, id_: str, token: str, guest: Guest) -> int:
        """Takes the first free seat with the invitation; the seat."""
        live = self.open(id_)
        async with live.lock:
            record = live.table.record
            if record.seats_of(guest.id):
                return record.seats_of(guest.id)[0]
            if token != record.invite:
                raise NotYours("This invitation is not valid for the table.")
            for index, seat in enumerate(record.seats):
                if seat.kind == OPEN:
                    taken = Seat(GUEST, guest.name, guest.id)
                    self._change_seats(live, {index: taken})
                    return index
        raise Refused("All seats are taken; you can watch.")

    async def fill_with_bots(self, id_: str, level: str, guest: Guest) -> None:
        """Gives the free seats to bots; only the host may."""
        live = self.open(id_)
        async with live.lock:
            record = live.table.record
            if guest.id != record.host:
                raise NotYours("Only the one who set the table may do that.")
            check_level(level)
            free = [i for i, seat in enumerate(record.seats) if seat.kind == OPEN]
            if not free:
                raise Refused("No seat is free.")
            self._change_seats(live, {i: bot_seat(level, i) for i in free})

    def _change_seats(self, live: Live, changes: Mapping[int, Seat]) -> None:
        record = live.table.record
        seats = tuple(changes.get(i, seat) for i, seat in enumerate(record.seats))
        changed = msgspec.structs.replace(record, seats=seats)
        if changed.is_full and not record.is_full:
            changed = msgspec.structs.replace(changed, began=now())
        self._change(live, changed)

    def _change(self, live: Live, record: TableRecord) -> None:
        self.store.put_table(record)
        live.table.record = record
        live.table.match.names = tuple(seat.name for seat in record.seats)
        live.tell(None, [])
        self.stir(live)

    async def rename(self, old: Guest, name: str) -> Guest:
        """Gives a guest a new name, also at the tables that are running."""
        guest = Guest(old.id, name)
        self.store.put_guest(guest)
        for record in self.store.tables_of(guest.id):
            live = self.find(record.id)
            if live is None or record.over:
                continue
            async with live.lock:
                seats = live.table.record.seats
                # Others who play at the same screen keep their names.
                mine = [
                    i for i in live.table.record.seats_of(guest.id) if seats[i].name == old.name
                ]
                self._change_seats(live, {i: Seat(GUEST, name, guest.id) for i in mine})
        return guest

    async def rematch(self, id_: str, guest: Guest) -> str:
        """A new table for the same people; the same for all.

        Seats move round by one, unless the rules say how a following game begins.
        """
        live = self.open(id_)
        async with live.lock:
            record = live.table.record
            if record.rematch:
                return record.rematch
            if not record.seats_of(guest.id):
                raise NotYours("Only those who played can ask for a rematch.")
            if not live.table.match.over:
                raise Refused("The game is not over yet.")
            decided = live.table.book.follow_up(live.table.match.observe())
            seats = record.seats if decided else (*record.seats[1:], record.seats[0])
            options = {**record.options, **decided}
            again = self.create(guest, record.game, seats, options, record.clock)
            self._change(live, msgspec.structs.replace(record, rematch=again.id))
            return again.id

    # --- Wishes ---------------------------------------------------------------------------------

    async def wish(self, live: Live, wish: Callable[[Table], Entry]) -> Entry:
        """Grants a wish: refused, or on the disk, true in memory, and told to everyone."""
        async with live.lock:
            entry = wish(live.table)
            try:
                await self.writer.append(entry)
            except Conflict:
                self._reload(live)
                live.tell(None, [])
                raise Refused("The table has moved on since; look again, then choose.") from None
            steps = live.table.fold(entry)
            if live.table.match.over and not live.table.record.over:
                live.table.record = msgspec.structs.replace(live.table.record, over=True)
                self.store.put_table(live.table.record)
                self._timed.discard(live.table.record.id)
            live.tell(entry, steps)
        self.stir(live)
        return entry

    def _reload(self, live: Live) -> None:
        record = self.store.table(live.table.record.id)
        assert record is not None
        live.table = Table(record, self.store.log(record.id))

    def say(self, live: Live, guest: Guest, text: str) -> ChatLine:
        """Says something at a table; only those who sit at it may."""
        text = " ".join(text.split())
        if not 0 < len(text) <= LONGEST_CHAT:
            raise BadWish("A line of chat has 1 to {most} letters.", most=LONGEST_CHAT)
        seats = live.table.record.seats_of(guest.id)
        if not seats:
            raise NotYours("Only those who sit at the table can talk at it.")
        guest = self.store.guest(guest.id) or guest  # the name may be newer than the socket
        line = ChatLine(now(), guest.name, seats[0], text)
        self.store.say(live.table.record.id, line)
        live.tell(None, [])
        return line

    # --- Bots and clocks ------------------------------------------------------------------------

    def stir(self, live: Live) -> None:
        """Starts a bot's thinking if it is a bot's turn."""
        if live.bot is None and live.table.bot_to_act() is not None:
            live.bot = asyncio.create_task(self._play_bots(live))

    async def _play_bots(self, live: Live) -> None:
        try:
            while (due := live.table.bot_to_act()) is not None:
                await self._play_bot(live, *due)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("bots cannot move at table %s", live.table.record.id)
            await asyncio.sleep(REST_AFTER_FAILURE)
        finally:
            live.bot = None
        self.stir(live)

    async def _play_bot(self, live: Live, seat: int, level: str) -> None:
        table, seq = live.table, live.table.seq
        await asyncio.sleep(random.uniform(*self.bot_pause))
        if table is not live.table or live.table.seq != seq:
            return
        try:
            move = await self.think(live, seat, level)
        except Exception:  # the table must go on: any move is better than none
            log.exception("the %s bot failed at table %s", level, table.record.id)
            move = random.choice(table.match.legal(seat))
        try:
            await self.wish(live, lambda table: table.wish_move(seat, move, seq))
        except Refused:
            log.info("a bot's move at table %s came too late", table.record.id)

    async def think(self, live: Live, seat: int, level: str) -> str:
        """What a bot would do in a seat: found off the event loop, from the seat's view alone."""
        match = live.table.match
        bot, legal = self.bots.get(level, match.book), match.legal_actions(seat)
        action = await asyncio.get_running_loop().run_in_executor(
            self._thinkers,
            bot.choose,
            match.observe(seat),
            seat,
            tuple(legal),
            own_stream(match, seat),
        )
        if action not in legal:
            raise ValueError(f"the {level} bot chose {action}, which is not allowed")
        return match.book.actions[action]

    async def advise(self, live: Live, seat: int, language: str) -> list[Hint]:
        """The best moves of a seat, and why: found off the event loop, from its view alone."""
        match = live.table.match
        adviser, legal = self.bots.adviser(match.book), tuple(match.legal_actions(seat))
        view, stream = match.observe(seat), own_stream(match, seat)
        return await asyncio.get_running_loop().run_in_executor(
            self._thinkers, lambda: hints(adviser, view, seat, legal, stream, language=language)
        )

    async def _watch_clocks(self) -> None:
        while True:
            await asyncio.sleep(CLOCK_TICK)
            for id_ in tuple(self._timed):
                try:
                    await self._check_clock(id_)
                except Exception:
                    log.exception("the clock of table %s failed", id_)

    async def _check_clock(self, id_: str) -> None:
        live = self.find(id_)
        if live is None:
            self._timed.discard(id_)
            return
        seq = live.table.seq
        for seat in live.table.late_seats(now()):
            with contextlib.suppress(Refused):  # it moved at the last moment
                await self.wish(live, lambda table, seat=seat: table.wish_away(seat, seq))  # type: ignore[misc]


def check_level(level: str) -> None:
    """Refuses bots that there are not."""
    if level not in LEVELS:
        raise BadWish(
            "There is no bot {level}; the bots are {levels}.", level=level, levels=", ".join(LEVELS)
        )


def bot_seat(level: str, index: int) -> Seat:
    """A seat played by a bot, with a name to talk about."""
    names = ("Amenhotep", "Hatshepsut", "Imhotep", "Nefertari", "Ptolemy", "Cleopatra")
    return Seat(BOT, names[index % len(names)], level=level)
