"""The hall: all tables of a server, who listens at them, and their bots."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

import msgspec

from nomarch import errors
from nomarch.bots import LEVELS, Bots
from nomarch.bots.hints import Hint, hints
from nomarch.bots.seats import own_stream
from nomarch.kernel.game import rulebook
from nomarch.kernel.seeds import make_seed
from nomarch.story import Step
from nomarch.tables.keeping import Kept
from nomarch.tables.model import (
    BOT,
    GUEST,
    INVITATION,
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
from nomarch.tables.readers import Readers
from nomarch.tables.reading import CHAT_KEPT, replayed
from nomarch.tables.refusals import BadWish, NotThere, NotYours, Refused
from nomarch.tables.store import PAGE, Conflict
from nomarch.tables.table import Table
from nomarch.tables.text import JOINERS, clean
from nomarch.tables.thinking import Thinking
from nomarch.tables.writer import Writer

log = logging.getLogger("nomarch.tables")

KEPT_IN_MEMORY = 1000
LONGEST_CLOCK = 30 * 86_400
LONGEST_CHAT = 400
REST_AFTER_FAILURE = 5.0
ATTENTION = 60.0
"""Seconds for which somebody who did something counts as being there."""

News = Entry | ChatLine | None
"""What happened: an entry of the log, something was said, or only the record changed."""
Listener = Callable[["Live", News, list[Step]], None]
"""Hears of every change after it is on the disk."""


@dataclass(eq=False)
class Live:
    """A table in memory, with what is going on around it."""

    table: Table
    chat: deque[ChatLine] = field(default_factory=lambda: deque(maxlen=CHAT_KEPT))
    """What was said lately."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    present: Counter[str] = field(default_factory=Counter)
    """The guests who are connected, and how often."""
    acted: float = -ATTENTION
    """When somebody last did something here."""
    bot: asyncio.Task[None] | None = None
    is_kept: bool = True
    """Whether what came of the last entry is kept, or was by whoever wrote it."""
    due: float | None = -1.0
    """When the table is to be looked at, as far as the store was told from here."""
    pictures: dict[Any, Any] = field(default_factory=dict)
    """What was last painted of the table; belongs to the one who paints."""
    _picture: Table | None = None

    @property
    def attended(self) -> bool:
        """Whether one of those who sit here is there."""
        if time.monotonic() - self.acted < ATTENTION:
            return True
        return any(self.table.record.seats_of(guest) for guest in self.present)

    def snapshot(self) -> Table:
        """The table as it is now, for threads: what happens next does not change it."""
        picture, table = self._picture, self.table
        if picture is None or picture.seq != table.seq or picture.record is not table.record:
            self._picture = picture = table.snapshot()
        return picture

    def tell(self, news: News, steps: list[Step]) -> None:
        """Lets everyone know; one who cannot be told does not keep it from the others."""
        for listener in tuple(self.listeners):
            try:
                listener(self, news, steps)
            except Exception:
                log.exception("a listener failed at table %s", self.table.record.id)


class Hall:
    """Finds and opens tables; every change goes through here."""

    def __init__(
        self, readers: Readers, writer: Writer, bot_pause: tuple[float, float] = (0.5, 1.1)
    ) -> None:
        self.readers = readers
        self.writer = writer
        self.bot_pause = bot_pause
        self.timed: Callable[[], AbstractContextManager[object]] = contextlib.nullcontext
        """Measures how long a person's wish takes."""
        self.invitation: float = INVITATION
        """Seconds for which an invitation waits for an answer."""
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Live]] = {}
        self.thinking = Thinking()
        self.bots = Bots()

    async def stop(self) -> None:
        """Stops the bots; what was acknowledged is on the disk already."""
        tasks = [live.bot for live in self._live.values() if live.bot]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinking.close()
        with contextlib.suppress(errors.NomarchError):  # the log is the truth, and is written
            await self._keep(self._live.values())

    # --- Opening --------------------------------------------------------------------------------

    async def open(self, id_: str) -> Live:
        """The table of that id, replayed from its log if it is not in memory."""
        live = self._live.get(id_)
        if live is None:
            if id_ not in self._opening:
                self._opening[id_] = asyncio.create_task(self._load(id_))
            live = await asyncio.shield(self._opening[id_])
        if id_ in self._live:
            self._live.move_to_end(id_)
        return live

    async def _load(self, id_: str) -> Live:
        try:
            table, chat = await self.readers.read(lambda store: replayed(store, id_))
            live = self._live[id_] = Live(table, deque(chat, CHAT_KEPT), is_kept=table.match.over)
        finally:
            del self._opening[id_]
        await self._forget_some()
        self.stir(live)
        return live

    @property
    def in_memory(self) -> int:
        """How many tables are open."""
        return len(self._live)

    async def find(self, id_: str) -> Live | None:
        """The table of that id, or None if it cannot be opened any more."""
        try:
            return await self.open(id_)
        except errors.NomarchError:
            return None

    async def count_tables(self, guest: Guest) -> int:
        """At how many tables a guest sits."""
        return await self.readers.read(lambda store: store.count_tables(guest.id))

    async def tables_of(self, guest: Guest, page: int = 1) -> list[Live]:
        """A page of the tables at which a guest sits, as far as they can be opened."""
        records = await self.readers.read(lambda store: store.tables_of(guest.id, page))
        found = [await self.find(record.id) for record in records]
        return [live for live in found if live is not None]

    async def look_anew(self, id_: str) -> None:
        """Reads a table again that was changed from outside; one that is gone is let go of."""
        live = self._live.get(id_)
        if live is None:
            return
        async with live.lock:
            try:
                await self._reload(live)
            except NotThere:
                self._live.pop(id_, None)
                live.table.closed = True
                live.table.asked.clear()
        live.tell(None, [])

    async def remove(self, live: Live) -> None:
        """Takes a table away for good."""
        id_ = live.table.record.id
        await self.writer.do(lambda store: store.remove_table(id_))
        self._live.pop(id_, None)

    def look_again(self, live: Live) -> None:
        """Notes when something will be due at a table, unless it is as it was."""
        at = live.table.record.next_look(live.table.deadline())
        if at != live.due:
            live.due = at
            self.writer.look_again(live.table.record.id, at)

    async def _forget_some(self) -> None:
        """Lets go of the tables that nobody has looked at for longest."""
        if len(self._live) > KEPT_IN_MEMORY:
            await self._keep(list(self._live.values())[: len(self._live) - KEPT_IN_MEMORY])
        for id_, live in list(self._live.items()):
            if len(self._live) <= KEPT_IN_MEMORY:
                return
            if not live.listeners and not live.lock.locked() and live.bot is None:
                del self._live[id_]

    async def create(
        self,
        host: Guest,
        game: str,
        seats: Sequence[Seat],
        options: Mapping[str, str],
        clock: int,
        *,
        coached: bool = False,
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
            coached=coached,
        )
        await self.writer.do(lambda store: store.put_table(record))
        self.writer.look_again(record.id, record.next_look(None))
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
        live = await self.open(id_)
        async with live.lock:
            record = live.table.record
            if record.seats_of(guest.id):
                return record.seats_of(guest.id)[0]
            if token != record.invite:
                raise NotYours("This invitation is not valid for the table.")
            for index, seat in enumerate(record.seats):
                if seat.kind == OPEN:
                    taken = Seat(GUEST, guest.name, guest.id)
                    await self._change_seats(live, {index: taken})
                    return index
        raise Refused("All seats are taken; you can watch.")

    async def fill_with_bots(self, id_: str, level: str, guest: Guest) -> None:
        """Gives the free seats to bots; only the host may."""
        live = await self.open(id_)
        async with live.lock:
            record = live.table.record
            if guest.id != record.host:
                raise NotYours("Only the one who set the table may do that.")
            check_level(level)
            free = [i for i, seat in enumerate(record.seats) if seat.kind == OPEN]
            if not free:
                raise Refused("No seat is free.")
            await self._change_seats(live, {i: bot_seat(level, i) for i in free})

    async def _change_seats(self, live: Live, changes: Mapping[int, Seat]) -> None:
        record = live.table.record
        seats = tuple(changes.get(i, seat) for i, seat in enumerate(record.seats))
        changed = msgspec.structs.replace(record, seats=seats)
        if changed.is_full and not record.is_full:
            changed = msgspec.structs.replace(changed, began=now())
        await self._change(live, changed)

    async def _change(self, live: Live, record: TableRecord) -> None:
        await self.writer.do(lambda store: store.put_table(record))
        live.table.record = record
        live.table.match.names = tuple(seat.name for seat in record.seats)
        self.look_again(live)
        live.tell(None, [])
        self.stir(live)

    async def rename(self, old: Guest, name: str) -> Guest:
        """Gives a guest a new name, also at the tables that are running."""
        guest = msgspec.structs.replace(old, name=name)
        await self.writer.do(lambda store: store.put_guest(guest))
        for record in await self._all_tables_of(guest):
            live = None if record.over else await self.find(record.id)
            if live is None:
                continue
            async with live.lock:
                seats = live.table.record.seats
                # Others who play at the same screen keep their names.
                mine = [
                    i for i in live.table.record.seats_of(guest.id) if seats[i].name == old.name
                ]
                await self._change_seats(live, {i: Seat(GUEST, name, guest.id) for i in mine})
        return guest

    async def _all_tables_of(self, guest: Guest) -> list[TableRecord]:
        pages = range(1, await self.count_tables(guest) // PAGE + 2)
        return await self.readers.read(
            lambda store: [record for n in pages for record in store.tables_of(guest.id, n)]
        )

    async def merge(self, old: Guest, into: Guest) -> None:
        """Makes one guest a part of another, who gets all their seats and notes."""
        await self.writer.do(lambda store: store.give_notes(old.id, into.id))
        for record in await self._all_tables_of(old):
            live = await self.find(record.id)
            if live is None:
                given = record.given(old.id, into.id)
                await self.writer.do(lambda store, given=given: store.put_table(given))  # type: ignore[misc]
                continue
            async with live.lock:
                await self._change(live, live.table.record.given(old.id, into.id))
        merged = msgspec.structs.replace(old, merged=into.id)
        await self.writer.do(lambda store: store.put_guest(merged))

    async def leave(self, live: Live, seat: int) -> None:
        """Gives up a seat: before the game it is free again, during it a bot has it for good."""
        if live.table.record.is_full:
            await self.wish(live, lambda table: table.wish_leave(seat))
            return
        async with live.lock:
            record = live.table.record
            free = Seat(OPEN, f"Friend {seat + 1}")
            seats = tuple(free if i == seat else old for i, old in enumerate(record.seats))
            people = [place.guest for place in seats if place.guest]
            if not people:
                await self.remove(live)
                return
            host = record.host if record.host in people else people[0]
            await self._change(live, msgspec.structs.replace(record, seats=seats, host=host))

    async def rematch(self, id_: str, guest: Guest) -> str:
        """A new table for the same people; the same for all.

        Seats move round by one, unless the rules say how a following game begins.
        """
        live = await self.open(id_)
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
            again = await self.create(guest, record.game, seats, options, record.clock)
            await self._change(live, msgspec.structs.replace(record, rematch=again.id))
            return again.id

    # --- Wishes ---------------------------------------------------------------------------------

    async def wish(self, live: Live, wish: Callable[[Table], Entry]) -> Entry:
        """Grants a person's wish: refused, or on the disk, true in memory, and told to everyone."""
        live.acted = time.monotonic()
        with self.timed():
            return await self.write(live, wish)

    async def write(self, live: Live, wish: Callable[[Table], Entry]) -> Entry:
        """The same for a bot's wish, or the clock's."""
        async with live.lock:
            entry = msgspec.structs.replace(wish(live.table), past=live.table.past())
            try:
                await self.writer.append(entry)
            except Conflict:
                await self._reload(live)
                live.tell(None, [])
                raise Refused("The table has moved on since; look again, then choose.") from None
            before, steps = live.table.record, live.table.fold(entry)
            live.is_kept, record = False, live.table.record
            if live.table.match.over and not record.over:
                record = live.table.record = msgspec.structs.replace(record, over=True)
            if record is not before:
                await self.writer.do(lambda store: store.put_table(record))
            if record.over:
                await self._keep([live])
            self.look_again(live)
            live.tell(entry, steps)
        self.stir(live)
        return entry

    async def _keep(self, tables: Iterable[Live]) -> None:
        """Keeps what came of the last entries, which no further one has done yet."""
        outcomes = list[Kept]()
        for live in tables:
            kept = None if live.is_kept else live.table.past(ready=True)
            if kept is not None:
                outcomes.append((live.table.record.id, *kept))
                live.is_kept = True
        if outcomes:
            await self.writer.do(lambda store: store.keep_outcomes(outcomes))

    async def _reload(self, live: Live) -> None:
        id_ = live.table.record.id
        live.table, chat = await self.readers.read(lambda store: replayed(store, id_))
        live.chat = deque(chat, CHAT_KEPT)

    async def say(self, live: Live, guest: Guest, text: str) -> ChatLine:
        """Says something at a table; only those who sit at it may."""
        text = clean(text, JOINERS)
        if not 0 < len(text) <= LONGEST_CHAT:
            raise BadWish("A line of chat has 1 to {most} letters.", most=LONGEST_CHAT)
        seats = live.table.record.seats_of(guest.id)
        if not seats:
            raise NotYours("Only those who sit at the table can talk at it.")
        # The name at the table may be newer than the socket's.
        id_, name = live.table.record.id, live.table.record.seats[seats[0]].name
        line = ChatLine(now(), name, seats[0], text)
        await self.writer.do(lambda store: store.say(id_, line))
        live.chat.append(line)
        live.tell(line, [])
        return line

    # --- Bots -----------------------------------------------------------------------------------

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
        table, asked, seen = live.table, live.table.asked.get(seat), live.table.seen_by(seat)
        if table.seq == 0:  # people see the beginning; from then on each page has its own pace
            await asyncio.sleep(random.uniform(*self.bot_pause))
        # A question of others about something else does not stop a bot.
        if table is not live.table or table.asked.get(seat) != asked:
            return
        try:
            move = await self.think(live, seat, level)
        except Exception:  # the table must go on: any move is better than none
            log.exception("the %s bot failed at table %s", level, table.record.id)
            move = random.choice(table.match.legal(seat))
        try:
            await self.write(live, lambda table: table.wish_move(seat, move, seen))
        except Refused:
            log.info("a bot's move at table %s came too late", table.record.id)

    async def think(self, live: Live, seat: int, level: str, person: str = "") -> str:
        """What a bot would do in a seat: found off the event loop, from the seat's view alone.

        It is thought for the one who asks, or else for the one who set the table.
        """
        table = live.snapshot()
        match = table.match
        # Counted as the seat counts: its whims must not tell how many secret steps another takes.
        ply = len(table.shown_steps(table.same_owner(seat)))
        bot, legal = self.bots.get(level, match.book), match.legal_actions(seat)

        def choose(share: float) -> int:
            self.bots.spend(share)
            whims = own_stream(match, seat, ply)
            return bot.choose(match.observe(seat), seat, tuple(legal), whims)

        record, attended = live.table.record, bool(person) or live.attended
        action = await self.thinking.think(
            person or record.host, record.id, choose, attended=attended
        )
        if action not in legal:
            raise ValueError(f"the {level} bot chose {action}, which is not allowed")
        return match.book.actions[action]

    async def advise(self, live: Live, seat: int, language: str, person: str) -> list[Hint]:
        """The best moves of a seat, and why: thought for a person, from the seat's view alone."""
        table = live.snapshot()
        match = table.match
        ply = len(table.shown_steps(table.same_owner(seat)))
        adviser, legal = self.bots.adviser(match.book), tuple(match.legal_actions(seat))

        def advice(share: float) -> list[Hint]:
            self.bots.spend(share)
            view, whims = match.observe(seat), own_stream(match, seat, ply)
            return hints(adviser, view, seat, legal, whims, language=language)

        return await self.thinking.think(person, live.table.record.id, advice, attended=True)

    def arrive(self, live: Live, guest: Guest) -> None:
        """A guest opened a connection to a table."""
        live.present[guest.id] += 1
        if live.attended:
            self.thinking.attend(live.table.record.id)

    def depart(self, live: Live, guest: Guest) -> None:
        """A guest closed one."""
        live.present[guest.id] -= 1
        live.present += Counter()  # forgets those who are gone


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
