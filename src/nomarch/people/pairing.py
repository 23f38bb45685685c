"""Quick games: people who want the same game meet; after a minute bots fill the free seats.

A request lives by its heartbeat. Any process may match: taking the requests of a group is one
transaction, which fails if one of them is gone.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations
from statistics import mean
from typing import Any

import msgspec
from sqlalchemy import select

from nomarch.decoding import decode
from nomarch.errors import NomarchError, Unavailable
from nomarch.kernel.declare.game import Rulebook, rulebooks
from nomarch.people import networks
from nomarch.people.person_store import read_person
from nomarch.people.rated_play import check_may_join_rated, check_named, has_rated_bots
from nomarch.people.rating_store import nearest_level, ratings_of_person
from nomarch.people.ratings import Belief
from nomarch.people.relations import blocked_pairs, mark_online
from nomarch.storage.schema import PAIR_REQUEST, PERSON
from nomarch.storage.statements import (
    Insert,
    Query,
    delete_rows,
    find_rows,
    find_values,
    insert,
    update_rows,
)
from nomarch.storage.store import Row, Store
from nomarch.tables.periodic import PeriodicTask
from nomarch.tables.service import TableService, bot_seat
from nomarch.tables.state.errors import BadRequest, NotFound
from nomarch.tables.state.model import PLAYER, Person, Seat, new_id, now
from nomarch.tables.state.table_options import TableOptions

log = logging.getLogger("nomarch.tables")

TICK = 3.0
HEARTBEAT = 15.0
"""Seconds for which a request lives without a heartbeat."""
FORGOTTEN = 120.0
"""Seconds without a heartbeat after which a request is deleted."""
PATIENCE = 60.0
"""Seconds after which bots fill the free seats."""
WAIT_BONUS = 12.0
"""Rating points per tick of waiting that a wider match may cost."""
WIDEST = 250.0
"""Rating points between best and worst at a table, before waiting counts."""
CREATION = 10.0
"""Seconds after which a match whose table does not exist is given up."""
MOST_CONSIDERED = 12
"""Requests that are combined with the oldest one."""
BANK, INCREMENT = 600, 15


class PairingPreferences(msgspec.Struct, frozen=True):
    """A request for a game."""

    games: tuple[str, ...]
    counts: tuple[int, ...]
    rated: bool = False
    ratings: dict[str, float] = {}


class PairRequest(msgspec.Struct, frozen=True):
    """A waiting person."""

    person: str
    wishes: PairingPreferences
    since: float
    beat: float
    table: str = ""
    matched: float = 0.0

    def accepts(self, game: str, count: int) -> bool:
        return game in self.wishes.games and count in self.wishes.counts

    def rating(self, game: str) -> float:
        return self.wishes.ratings.get(game, Belief().mu)


class PairGroup(msgspec.Struct, frozen=True):
    """People who play together, and how many bots join them."""

    game: str
    count: int
    people: tuple[PairRequest, ...]

    @property
    def bots(self) -> int:
        return self.count - len(self.people)


# --- Matching -----------------------------------------------------------------------------------


def find_groups(
    waiting: Sequence[PairRequest], blocked: Collection[tuple[str, str]], at: float
) -> list[PairGroup]:
    """Return groups of those who wait, the oldest first; nobody is in two."""
    left = sorted(waiting, key=lambda request: request.since)
    groups = []
    while left:
        oldest = left.pop(0)
        group = _best_group(oldest, left, blocked, at)
        if group is not None:
            groups.append(group)
            left = [request for request in left if request not in group.people]
    return groups


def _best_group(
    oldest: PairRequest,
    others: Sequence[PairRequest],
    blocked: Collection[tuple[str, str]],
    at: float,
) -> PairGroup | None:
    """Return the group with the least rating spread; with bots once the oldest has waited."""
    full = [
        (spread, -group.count, group)
        for group in _groups_with(oldest, others, blocked)
        if group.bots == 0 and (spread := _spread(group)) <= WIDEST + _patience(group.people, at)
    ]
    if full:
        return min(full, key=lambda line: line[:2])[2]
    if at - oldest.since < PATIENCE:
        return None
    partial = list(_groups_with(oldest, others, blocked))
    return min(partial, key=lambda group: (group.bots, _spread(group)), default=None)


def _groups_with(
    oldest: PairRequest, others: Sequence[PairRequest], blocked: Collection[tuple[str, str]]
) -> Iterator[PairGroup]:
    wishes = oldest.wishes
    for game in wishes.games:
        book = rulebooks().get(game)
        if book is None:
            continue
        for count in wishes.counts:
            if count not in book.game.players:
                continue
            fitting = [
                request
                for request in others
                if request.accepts(game, count)
                and request.wishes.rated == wishes.rated
                and not _are_blocked([oldest, request], blocked)
            ]
            near = sorted(fitting, key=lambda r: abs(r.rating(game) - oldest.rating(game)))
            for size in range(min(count - 1, len(near)), -1, -1):
                mates = combinations(near[:MOST_CONSIDERED], size)
                found = next((each for each in mates if not _are_blocked(each, blocked)), None)
                if found is not None:
                    yield PairGroup(game, count, (oldest, *found))
                    break


def _are_blocked(people: Sequence[PairRequest], blocked: Collection[tuple[str, str]]) -> bool:
    return any(
        (a.person, b.person) in blocked or (b.person, a.person) in blocked
        for a, b in combinations(people, 2)
    )


def _spread(group: PairGroup) -> float:
    ratings = [request.rating(group.game) for request in group.people]
    return max(ratings) - min(ratings)


def _patience(people: Sequence[PairRequest], at: float) -> float:
    return WAIT_BONUS * max(at - request.since for request in people) / TICK


# --- In the store -------------------------------------------------------------------------------


_IS_WAITING = PAIR_REQUEST.c.game_table == ""


@Query
def _wait(person: Any, wishes: Any, at: Any) -> Insert:
    row = {"wishes": wishes, "since": at, "beat": at, "game_table": "", "matched": 0}
    return (
        insert(PAIR_REQUEST)
        .values(person=person, **row)
        .on_conflict_do_update(index_elements=["person"], set_=row, where=_IS_WAITING)
    )


def put_request(
    store: Store, person: Person, wishes: PairingPreferences, at: float, network: str = ""
) -> None:
    """Begin to wait, or change one's mind. Raises an error for who may not play rated games.

    Who has been matched keeps the match: others are waiting at its table.
    """
    with store.transaction():
        if wishes.rated:
            check_may_join_rated(store, person.id, at)
        known = ratings_of_person(store, person.id)
        rated = {game: rating.belief.mu for game, rating in known.items()}
        stored = msgspec.json.encode(msgspec.structs.replace(wishes, ratings=rated)).decode()
        if not store.execute(_wait(person.id, stored, at)):
            return
        if wishes.rated:
            networks.store_network(store, networks.WAITING, person.id, network)
        else:
            networks.forget(store, networks.WAITING, person.id)


def drop_request(store: Store, person: str) -> None:
    with store.transaction():
        delete_rows(store, PAIR_REQUEST, person=person)
        networks.forget(store, networks.WAITING, person)


def drop_requests(store: Store, people: Iterable[str]) -> None:
    with store.transaction():
        for person in people:
            drop_request(store, person)


def beat_request(store: Store, person: str, at: float, network: str = "") -> PairRequest | None:
    """Keep a request alive and return it."""
    update_rows(store, PAIR_REQUEST, {"person": person}, beat=at)
    found = _requests(find_rows(store, *PAIR_REQUEST.c, person=person))
    if not found:
        return None
    if found[0].wishes.rated and not found[0].table:
        networks.store_network(store, networks.WAITING, person, network)
    return found[0]


_WAITING = Query(
    lambda since: (
        select(PAIR_REQUEST)
        .where(_IS_WAITING, PAIR_REQUEST.c.beat > since)
        .where(PAIR_REQUEST.c.person.not_in(select(PERSON.c.id).where(PERSON.c.merged > "")))
        .order_by(PAIR_REQUEST.c.since, PAIR_REQUEST.c.person)
    )
)


def waiting_requests(store: Store, at: float) -> list[PairRequest]:
    """Return who waits, without people that became part of another: one person, one seat."""
    return _requests(store.rows(_WAITING(at - HEARTBEAT)))


def _requests(rows: Sequence[Row]) -> list[PairRequest]:
    return [
        PairRequest(person, decode(wishes, PairingPreferences), *rest)
        for person, wishes, *rest in rows
    ]


def claim_group(store: Store, group: PairGroup, table: str, at: float) -> bool:
    """Take the requests of a group for a table; False if one of them is gone."""
    people = [request.person for request in group.people]
    waiting = {"game_table": "", "beat__gt": at - HEARTBEAT, "person": people}
    try:
        with store.transaction():
            claimed = update_rows(store, PAIR_REQUEST, waiting, game_table=table, matched=at)
            if claimed != len(people):
                raise GroupGone
    except GroupGone:
        return False
    return True


class GroupGone(Exception):
    """One of a group does not wait any more."""


def release_claim(store: Store, table: str) -> None:
    """Let people wait again whose table was never created."""
    update_rows(store, PAIR_REQUEST, {"game_table": table}, game_table="", matched=0)


def unseatable(store: Store, requests: Iterable[PairRequest], at: float) -> list[str]:
    """Return those who wait but may not play what they wait for, or are gone."""
    return [request.person for request in requests if not _may_play(store, request, at)]


def _may_play(store: Store, request: PairRequest, at: float) -> bool:
    if read_person(store, request.person) is None:
        return False
    if request.wishes.rated:
        try:
            check_may_join_rated(store, request.person, at)
        except NomarchError:
            return False
    return True


def _give_up(store: Store, group: PairGroup, table: str, at: float) -> None:
    """Let a group wait again that has no table, without those who can't have one."""
    release_claim(store, table)
    for person in unseatable(store, group.people, at):
        drop_request(store, person)


class Matchmaker(PeriodicTask):
    """Matches those who wait, every few seconds."""

    def __init__(
        self,
        service: TableService,
        arrivals: Callable[[float], set[str]] = lambda at: set(),
        clock: Callable[[], float] = now,
    ) -> None:
        super().__init__("pairing", TICK, self.match)
        self.service, self.clock, self.arrivals = service, clock, arrivals
        """Returns people who were here lately and must be stored."""

    async def match(self) -> None:
        """Match those who wait now, and store who is online."""
        at = self.clock()
        if here := self.arrivals(at):
            await self.service.writer.do(mark_online, here, at)

        def look(store: Store) -> tuple[list[PairRequest], list[str], set[tuple[str, str]]]:
            waiting = waiting_requests(store, at)
            # The pages of some have long been closed.
            expired = find_values(store, PAIR_REQUEST.c.person, beat__lt=at - FORGOTTEN)
            gone = expired + unseatable(store, waiting, at)
            blocked = blocked_pairs(store, [request.person for request in waiting])
            return [request for request in waiting if request.person not in gone], gone, blocked

        waiting, gone, blocked = await self.service.readers.read(look)
        if gone:
            await self.service.writer.do(drop_requests, gone)
        for group in find_groups(waiting, blocked, at):
            await self._seat(group, at)

    async def _seat(self, group: PairGroup, at: float) -> None:
        id_ = new_id()
        do = self.service.writer.do
        if not await do(lambda store: claim_group(store, group, id_, at)):
            return
        try:
            await self._create(group, id_)
        except Unavailable:
            raise
        except NomarchError as error:
            log.warning("a group of %d cannot be seated: %s", len(group.people), error)
            await do(lambda store: _give_up(store, group, id_, at))

    async def _create(self, group: PairGroup, id_: str) -> None:
        found = await self.service.readers.read(
            lambda store: [read_person(store, request.person) for request in group.people]
        )
        people = [person for person in found if person is not None]
        if len(people) != len(group.people):
            raise NotFound("There's no player with this name.")
        rating = mean(request.rating(group.game) for request in group.people)
        host, level = people[0], nearest_level(group.game, rating)
        seats = [Seat(PLAYER, person.name, person.id) for person in people]
        seats += [bot_seat(level, index) for index in range(len(people), group.count)]
        book = rulebooks()[group.game]
        is_rated = group.people[0].wishes.rated and has_rated_bots(group.game, seats)
        how = TableOptions(bank=BANK, increment=INCREMENT, hints=False, rated=is_rated, public=True)
        options = options_for(book, group.count)
        await self.service.create(host, group.game, seats, options, how, id_=id_)

    async def poll(self, person: Person, network: str = "") -> PairRequest | None:
        """Keep a request alive; take one's seat if there is a table for it."""
        at, do = self.clock(), self.service.writer.do
        request = await do(lambda store: beat_request(store, person.id, at, network))
        if request is None or not request.table:
            return request
        try:
            live = await self.service.open(request.table)
        except Unavailable:
            raise
        except NomarchError:  # not created yet, or never
            if at > request.matched + CREATION:
                await do(lambda store: release_claim(store, request.table))
            return msgspec.structs.replace(request, table="")
        try:
            await self.service.join(request.table, live.table.record.invite, person, network)
        except Unavailable:
            raise
        except NomarchError:  # the others of the group keep their seats
            await do(lambda store: drop_request(store, person.id))
            raise
        await do(lambda store: drop_request(store, person.id))
        return request


def options_for(book: Rulebook, count: int) -> dict[str, str]:
    """Return the usual options of a game for a player count."""
    return {
        option.id: next(
            choice.id for choice in option.choices if not choice.players or count in choice.players
        )
        for option in book.game.options
    }


def check_preferences(person: Person, wishes: PairingPreferences) -> None:
    """Raise `BadRequest` for a request that no table can satisfy."""
    books = rulebooks()
    playable = any(
        count in books[game].game.players
        for game in wishes.games
        if game in books
        for count in wishes.counts
    )
    if not playable or not all(game in books for game in wishes.games):
        raise BadRequest("Choose at least one game and a number of players that it allows.")
    if wishes.rated:
        check_named(person)
