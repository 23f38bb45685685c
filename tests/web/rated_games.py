"""Rated games that lack only their last move, for servers that are killed while it is made."""

import asyncio
from dataclasses import dataclass
from typing import Any

import httpx
from itsdangerous import URLSafeSerializer

from nomarch.people import accounts
from nomarch.people.person_store import put_person
from nomarch.people.recompute import recompute
from nomarch.storage.site_settings import read_secret
from nomarch.storage.store import Store
from nomarch.tables.state.model import PLAYER, Entry, Person, Seat, TableRecord
from nomarch.tables.stores.log_store import append_entries, read_log
from nomarch.tables.stores.table_store import put_table
from tests.web.folding import FoldedTable, new_record

PLAYERS = ("ann", "bob", "cy")


@dataclass(frozen=True)
class LastMove:
    """The move that ends a game, and the token of its player."""

    table: str
    token: str
    wish: dict[str, Any]
    length: int
    """Entries of the log after it."""


def prepare(store: Store, count: int) -> list[LastMove]:
    """Store rated games of three people that lack their last moves."""
    signer = URLSafeSerializer(read_secret(store), salt="guest")
    for id_ in PLAYERS:
        put_person(store, Person(id_, id_))
        accounts.claim_handle(store, id_, f"{id_}-rated", 1.0)
    lasts = []
    for number in range(count):
        record, entries = play_one(number)
        put_table(store, record)
        append_entries(store, entries[:-1])
        last = entries[-1]
        wish = {"seat": last.seat, "move": last.text, "seq": last.seq - 1}
        token = str(signer.dumps([PLAYERS[last.seat], 0]))
        lasts.append(LastMove(record.id, token, wish, len(entries)))
    return lasts


def play_one(number: int) -> tuple[TableRecord, list[Entry]]:
    seats = (Seat(PLAYER, id_, id_) for id_ in PLAYERS)
    seed, created = f"{number:02x}" * 32, float(number)
    record = new_record(*seats, id=f"rated{number}", seed=seed, created=created, rated=True)
    return record, FoldedTable(record).play_out(number)


async def make(last: LastMove, address: str) -> int:
    """Make a last move at a server. Returns the status; 0 if the server is gone."""
    headers = {"authorization": f"Bearer {last.token}"}
    address = f"http://{address}/api/tables/{last.table}/move"
    async with httpx.AsyncClient(headers=headers, timeout=60, verify=False) as client:
        try:
            return (await client.post(address, json=last.wish)).status_code
        except httpx.TransportError:
            return 0


async def make_all(lasts: list[LastMove], addresses: list[str]) -> None:
    """Make every last move that isn't made, at all servers at once, until all are."""
    for last in lasts:
        statuses = await asyncio.gather(*(make(last, address) for address in addresses))
        # Refused where another server, or an earlier try, was first.
        assert all(status in (200, 409) for status in statuses), statuses


def rated(store: Store) -> int:
    return int(store.rows("SELECT count(*) FROM result WHERE rated_seq IS NOT NULL")[0][0])


def check_each_rated_once(store: Store, lasts: list[LastMove]) -> None:
    """Every game has one result, one change for each seat, and ratings that follow from them."""
    assert [len(read_log(store, last.table)) for last in lasts] == [last.length for last in lasts]
    assert rated(store) == len(lasts)
    rows = store.rows("SELECT rated_seq FROM result ORDER BY rated_seq")
    assert [row[0] for row in rows] == list(range(1, len(lasts) + 1))
    counts = dict(store.rows("SELECT game_table, count(*) FROM rating_change GROUP BY game_table"))
    assert counts == {last.table: len(PLAYERS) for last in lasts}
    games = dict(store.rows("SELECT person, games FROM rating"))
    assert games == dict.fromkeys(PLAYERS, len(lasts))
    assert recompute(store, "ra", check=True).is_same
