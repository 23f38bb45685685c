"""The tables of a server: seats, moves and chat."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from nomarch.bots import PHARAOHS, habit_of
from nomarch.errors import Refused, Unavailable
from nomarch.kernel.declare.game import Rulebook, Setup, rulebook
from nomarch.kernel.run.seeds import make_seed
from nomarch.storage.readers import Readers
from nomarch.storage.store import DamagedData, Store
from nomarch.tables.archive.match import ArchivedMatch
from nomarch.tables.bots.bot_player import BotPlayer
from nomarch.tables.guided_games import guided_seed
from nomarch.tables.live.directory import Directory
from nomarch.tables.live.live_table import LiveTable
from nomarch.tables.live.live_tables import Command, LiveTables
from nomarch.tables.live.presence import Presence
from nomarch.tables.rematches import Rematches
from nomarch.tables.state import joint_deal
from nomarch.tables.state.errors import BadRequest, Forbidden, RulesTooOld
from nomarch.tables.state.model import (
    BOT,
    DUEL,
    INVITATION,
    MOVE,
    OPEN,
    PLAYER,
    UNDEALT,
    ChatLine,
    Entry,
    Person,
    Seat,
    TableRecord,
    new_id,
    new_token,
    now,
)
from nomarch.tables.state.sealing import check_unsealed
from nomarch.tables.state.table_options import DEFAULT_OPTIONS, TableOptions, check_level
from nomarch.tables.stores.chat_store import add_chat, mark_read
from nomarch.tables.stores.job_store import Job, reschedule
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.log_writer import LogWriter
from nomarch.tables.stores.policy import TablePolicy
from nomarch.tables.stores.table_store import add_table, find_running, lock_table, put_table

MAX_LISTED = 3
"""Tables that one host may have in the lobby at a time."""


@dataclass(frozen=True)
class PlayedMoves:
    """The seed and the moves that a new table starts from."""

    seed: str
    moves: tuple[tuple[int, str], ...]

    def entries(self, record: TableRecord) -> list[Entry]:
        return [
            Entry(record.id, number, MOVE, seat, move, record.created)
            for number, (seat, move) in enumerate(self.moves, 1)
        ]


def _new_record(
    id_: str,
    host: str,
    book: Rulebook,
    setup: Setup,
    seats: tuple[Seat, ...],
    how: TableOptions,
    past: PlayedMoves | None,
) -> TableRecord:
    is_full = all(seat.kind != OPEN for seat in seats)
    seed = guided_seed(book, setup, make_seed) if how.coached else make_seed()
    return TableRecord(
        id=id_,
        game=book.game.id,
        rules=book.game.rules_version,
        options=book.option_ids(setup),
        seats=seats,
        seed=past.seed if past else seed if is_full else UNDEALT,
        invite=new_token(),
        host=host,
        created=now(),
        replaced_loses=how.rated,
        absent_last=True,
        resigning_ends=len(seats) == DUEL,
        continued=past is not None
        or any(seat.kind == PLAYER and not seat.person for seat in seats),
        contributions=joint_deal.start() if how.joint and not is_full else (),
        **{name: value for name, value in vars(how).items() if name not in ("hints", "joint")},
        hints=how.has_hints(seats),
    )


class TableService:
    """Creates tables and seats people; owns the tables in memory and what works on them."""

    def __init__(
        self,
        readers: Readers,
        writer: LogWriter,
        policy: TablePolicy,
        bot_pause: tuple[float, float] = (0.5, 1.1),
        invitation: float = INVITATION,
        on_submit: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        self.readers, self.writer, self.policy = readers, writer, policy
        self.tables = LiveTables(readers, writer, lambda live: self.bots.start(live), on_submit)
        self.bots = BotPlayer(self.tables, bot_pause)
        self.presence = Presence(self.tables, writer)
        self.directory = Directory(readers, writer, self.tables, self.presence, invitation)
        self.rematches = Rematches(self)

    async def stop(self) -> None:
        """Stop bots and flush what is unsaved; moves are on the disk already."""
        await self.directory.save_summaries()
        await self.bots.stop()
        self.bots.queue.close()
        with contextlib.suppress(Unavailable):
            await self.tables.archive(self.tables)

    async def open(self, id_: str) -> LiveTable:
        """Return a table, up to date with what other processes wrote."""
        return await self.tables.open(id_)

    async def submit(self, live: LiveTable, command: Command) -> Entry:
        """Carry out a person's command. Returns when the entry is on the disk and announced."""
        return await self.tables.submit(live, command)

    async def create(
        self,
        host: Person,
        game: str,
        seats: Sequence[Seat],
        options: Mapping[str, str],
        how: TableOptions = DEFAULT_OPTIONS,
        *,
        past: PlayedMoves | None = None,
        id_: str = "",
        network: str = "",
    ) -> TableRecord:
        """Create a table. The game begins when no seat is open, after the moves of `past`.

        `network` is the host's.
        """
        how.check(game, seats)
        seats = number_namesakes(seats)
        if how.rated:
            await self.readers.read(
                lambda _: self.policy.check_rated(
                    game, seats, coached=how.coached, hints=bool(how.hints)
                )
            )
        setup = rulebook(game).setup(len(seats), options)
        placed = await self.readers.read(self.policy.prepare_seats, seats, how.clock)
        if how.listed:
            await self._check_may_list(host)
        record = _new_record(id_ or new_id(), host.id, rulebook(game), setup, placed, how, past)
        entries = past.entries(record) if past else []
        first = now() if record.is_full and record.may_have_job else record.next_due(None)

        def set_up(store: Store) -> TableRecord:
            with store.transaction():
                made = record
                if how.rated:
                    made = self.policy.open_rated(store, record, {host.id: network})
                add_table(store, made, Job(first, len(entries)))
                append_entries(store, entries)
            return made

        record = await self.writer.do(set_up)
        await asyncio.to_thread(self._warm, record)
        return record

    def _warm(self, record: TableRecord) -> None:
        """Create the bots before their turn: the first bot of a game takes a while."""
        for seat in record.seats:
            if seat.kind == BOT:
                self.bots.bots.get(seat.level, rulebook(record.game))

    # --- Seats ----------------------------------------------------------------------------------

    async def join(self, id_: str, token: str, person: Person, network: str = "") -> int:
        """Take the first free seat and return it, one kept for the person before others.

        The token may be empty for a listed table.

        A rated table becomes unrated if someone there is on the same network.
        """
        live = await self.open(id_)
        mine, clock = Seat(PLAYER, person.name, person.id), live.table.record.clock
        (mine,) = await self.readers.read(self.policy.prepare_seats, [mine], clock)

        async def take(record: TableRecord) -> TableRecord | None:
            if record.seats_of(person.id):
                return None
            if token != record.invite and not record.is_on_offer:
                raise Forbidden("This invitation isn't valid for this table.")
            free = record.free_seats(person.id)
            if not free and not record.is_full:
                raise Refused(
                    "The free seats are kept for players of the last game. You can watch."
                )
            if not free:
                raise Refused("All seats are taken, but you can watch.")
            await self.check_in(record, person, network)
            return record.with_seats({free[0]: mine})

        await self.tables.change_record(live, take)
        return live.table.record.seats_of(person.id)[0]

    async def contribute(self, id_: str, person: Person, step: str, value: str) -> None:
        """Commit to a secret for a joint deal, or reveal it."""
        live = await self.open(id_)

        async def add(record: TableRecord) -> TableRecord | None:
            if record.next_deal_step(person.id) != step:
                return None
            made = joint_deal.contribute(record.contributions, person.id, step, value)
            return record.begun(msgspec.structs.replace(record, contributions=made))

        await self.tables.change_record(live, add)

    async def check_in(self, record: TableRecord, person: Person, network: str) -> None:
        """Check that a person may sit down at a table, and note the network of a rated one."""
        if not record.rated:
            return

        await self.writer.do(self.policy.join_rated, record, person, network)

    async def note_network(self, live: LiveTable, person: Person | None, network: str) -> None:
        """Store the network that a player uses at a rated table until its game is over."""
        record = live.table.record
        if person is None or not network or not record.rated or record.over:
            return
        used = (person.id, network)
        if used not in live.networks and record.seats_of(person.id):
            await self.writer.do(self.policy.note_network, record.id, *used)
            live.networks.add(used)

    async def offer(self, id_: str, listed: bool, person: Person) -> None:
        """Put a table into the lobby or take it out."""

        async def put(record: TableRecord) -> TableRecord:
            if person.id != record.host:
                raise Forbidden("Only the host of the table can do that.")
            if not record.free_seats(""):
                raise Refused("There are no free seats.")
            if listed and not record.listed:
                await self._check_may_list(person)
            return msgspec.structs.replace(record, listed=listed)

        await self.tables.change_record(await self.open(id_), put)

    async def _check_may_list(self, host: Person) -> None:
        listed = await self.directory.lobby()
        if sum(record.host == host.id for record in listed) >= MAX_LISTED:
            raise Refused("You already have {most} tables in the lobby.", most=MAX_LISTED)

    async def fill_with_bots(self, id_: str, level: str, person: Person) -> None:
        """Give the free seats to bots."""

        async def fill(record: TableRecord) -> TableRecord:
            if person.id != record.host:
                raise Forbidden("Only the host of the table can do that.")
            check_level(record.game, level)
            if record.rated:
                await self.readers.read(
                    lambda store: self.policy.check_rated_bot(record.game, level, len(record.seats))
                )
            free = [i for i, seat in enumerate(record.seats) if seat.kind == OPEN]
            if not free:
                raise Refused("There are no free seats.")
            bots = {i: bot_seat(level, i, record.game) for i in free}
            seats = [bots.get(i, seat) for i, seat in enumerate(record.seats)]
            return record.with_seats(dict(enumerate(number_namesakes(seats))))

        await self.tables.change_record(await self.open(id_), fill)

    async def change_seats(
        self,
        person: Person,
        first: Callable[[Store], object],
        change: Callable[[TableRecord, Seat], Seat],
    ) -> None:
        """Change something about a person and their seats at running tables, in one transaction."""

        def write(store: Store) -> list[str]:
            with store.transaction():
                first(store)
                return _change_seats(store, person.id, change)

        for id_ in await self.writer.do(write):
            await self.tables.reload(id_)
            if self.tables.is_shared:
                await self.writer.announce(f"table {id_}")

    async def leave(self, live: LiveTable, seat: int) -> None:
        """Give up a seat: before the game it becomes free, during the game a bot takes it."""
        if live.table.record.is_full:
            await self.submit(live, lambda table: table.request_leave(seat))
            return

        async def vacate(record: TableRecord) -> TableRecord | None:
            changed = record.with_seats({seat: Seat(OPEN, f"Friend {seat + 1}")})
            people = [place.person for place in changed.seats if place.person]
            if not people:
                await self.tables.remove(live)
                return None
            host = record.host if record.host in people else people[0]
            return msgspec.structs.replace(changed, host=host)

        person, id_ = live.table.record.seats[seat].person, live.table.record.id
        await self.tables.change_record(live, vacate)
        await self.writer.do(self.policy.leave, id_, person)
        live.networks = {used for used in live.networks if used[0] != person}

    async def branch(self, live: LiveTable, ply: int, seat: int, level: str, person: Person) -> str:
        """Create a table that replays a finished game up to `ply`, with a person and bots.

        The seed is the game's own, so that only decisions differ.
        """
        match, record = live.table.match, live.table.record
        if not match.over:
            raise Refused("The game isn't over yet.")
        check_unsealed(record)
        if isinstance(match, ArchivedMatch):
            raise RulesTooOld("This game was played under older rules and can't be run again.")
        if not 0 <= ply < len(match.steps):
            raise BadRequest(
                "Choose one of the game's {count} moves to play from.", count=len(match.steps)
            )
        if seat < 0:
            seat = (*record.seats_of(person.id), match.steps[ply].seat)[0]
        if not 0 <= seat < match.players:
            raise BadRequest("There's no seat {seat}.", seat=seat)
        check_level(record.game, level)
        seats = [
            old if old.kind == BOT else bot_seat(level, index, record.game)
            for index, old in enumerate(record.seats)
        ]
        seats[seat] = Seat(PLAYER, person.name, person.id)
        steps = [step for step in match.steps[:ply] if not step.auto]
        past = PlayedMoves(match.seed, tuple((step.seat, match.notation(step)) for step in steps))
        return (await self.create(person, record.game, seats, record.options, past=past)).id

    # --- Chat ----------------------------------------------------------------------------------

    async def say(self, live: LiveTable, person: Person, text: str) -> ChatLine:
        """Add a chat line of a player."""
        seats = live.table.record.seats_of(person.id)
        if not seats:
            raise Forbidden("Only players at this table can chat.")
        # The name at the table may be newer than the socket's.
        id_, name = live.table.record.id, live.table.record.seats[seats[0]].name
        line = ChatLine(now(), name, seats[0], text)

        def write(store: Store) -> None:
            with store.transaction():
                self.policy.check_may_chat(store, person.id, line.at)
                add_chat(store, id_, line)
                mark_read(store, person.id, id_)

        await self.writer.do_and_notify(f"table {id_}", write)
        live.add_chat([line])
        return line


def _change_seats(
    store: Store, person: str, change: Callable[[TableRecord, Seat], Seat]
) -> list[str]:
    """Change a person's seats at running tables. Returns the tables, whose clocks are due again."""
    changed = []
    for id_ in find_running(store, person):
        try:
            record = lock_table(store, id_)
        except DamagedData:
            continue  # nobody can open that table
        if record is None:
            continue
        mine = {i: change(record, record.seats[i]) for i in record.seats_of(person)}
        if any(seat != record.seats[i] for i, seat in mine.items()):
            put_table(store, record.with_seats(mine))
            reschedule(store, id_, now())
            changed.append(id_)
    return changed


def people_of(record: TableRecord) -> list[str]:
    return [seat.person for seat in record.seats if seat.person]


def bot_seat(level: str, index: int, game: str = "") -> Seat:
    """Return a bot's seat, named after a pharaoh; in a game, one with a habit has its own name."""
    habit = habit_of(level, rulebook(game)) if game else None
    return Seat(BOT, habit.name if habit else PHARAOHS[index % len(PHARAOHS)], level=level)


def number_namesakes(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats with numbers behind the names of equal bots: Menna, Menna II."""
    numerals, found = ("", " II", " III", " IV", " V", " VI"), list[Seat]()
    for index, seat in enumerate(seats):
        namesakes = sum(other.name == seat.name for other in seats[:index])
        name = seat.name + numerals[namesakes] if "+" in seat.level else seat.name
        found.append(msgspec.structs.replace(seat, name=name))
    return found
