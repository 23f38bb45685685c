"""What games cost in the database: `python bench/database_size.py [--games 20] [--database new]`.

Lets `greedy` bots play games of every title at their usual number of players, rated and between
people with claimed names, and stores them as a server does: record, log, archived outcomes,
results, rating changes, summaries. Tells the bytes of each table per 1,000 games, SQLite with
indexes; with `--database postgresql://…` the sizes that PostgreSQL reports.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from pathlib import Path

import msgspec
from tqdm import tqdm

from nomarch.bots import make_bot
from nomarch.bots.play import decide
from nomarch.contests.site_hooks import site_database
from nomarch.kernel.game import Rulebook, rulebooks
from nomarch.kernel.seeds import make_seed
from nomarch.people import accounts
from nomarch.people.person_store import put_person
from nomarch.storage.store import Store
from nomarch.tables.archive.outcome_store import put_outcomes
from nomarch.tables.directory import summarize
from nomarch.tables.log_store import append_entries
from nomarch.tables.model import GUEST, Entry, Person, Seat, TableRecord
from nomarch.tables.results import result_of
from nomarch.tables.summary_store import save_summaries
from nomarch.tables.table import Table
from nomarch.tables.table_store import change_table, put_table

PEOPLE = 40


def play(store: Store, book: Rulebook, number: int) -> int:
    """Plays and stores one game; the entries of its log."""
    players = book.game.usual_players
    guests = [f"guest{(number * 7 + seat) % PEOPLE}" for seat in range(players)]
    record = TableRecord(
        id=f"{book.game.id}-{number}", game=book.game.id, rules=book.game.rules_version,
        options=book.option_ids(book.setup(players, {})),
        seats=tuple(Seat(GUEST, name, name) for name in guests),
        seed=make_seed(f"size {number}"), invite="x" * 24, host=guests[0], created=1.0 + number,
        rated=True, hints=False,
    )  # fmt: skip
    put_table(store, record)
    table, bot = Table(record), make_bot("greedy", book)
    while not table.match.over:
        seat = next(iter(table.to_act))
        entry: Entry = table.request_move(
            seat, decide(table.match, seat, bot), table.shown_seq_for(seat)
        )
        outcomes = table.outcomes()
        if outcomes is not None:
            entry = msgspec.structs.replace(entry, past=outcomes)
        append_entries(store, [entry])
        table.fold(entry)
    last = table.outcomes(complete=True)
    if last is not None:
        put_outcomes(store, [(record.id, *last)])
    change_table(store, table.conclusion, None, result_of(table))
    save_summaries(store, {record.id: summarize(table)})
    return table.seq


def sizes(store: Store, *, shared: bool) -> dict[str, int]:
    """Bytes by table, indexes included."""
    if shared:
        rows = store.rows(
            "SELECT relname, pg_total_relation_size(oid) FROM pg_class "
            "WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        return {name: int(size) for name, size in rows}
    owners = dict(store.rows("SELECT name, tbl_name FROM sqlite_master"))
    total: Counter[str] = Counter()
    for name, size in store.rows("SELECT name, sum(pgsize) FROM dbstat GROUP BY name"):
        total[owners.get(name, name)] += int(size)
    return dict(total)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="of each title")
    parser.add_argument("--database", default="", help="postgresql://…, an empty database")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = site_database(options.database or str(Path(folder) / "nomarch.sqlite3")).open()
        for number in range(PEOPLE):
            put_person(store, Person(f"guest{number}", f"guest{number}"))
            accounts.claim_handle(store, f"guest{number}", f"Player-{number}", 1.0)
        before = sizes(store, shared=bool(options.database))
        books, moves = list(rulebooks().values()), 0
        for number in tqdm(range(options.games * len(books)), unit=" games"):
            moves += play(store, books[number % len(books)], number)
        after, games = sizes(store, shared=bool(options.database)), options.games * len(books)
        grown = {name: (size - before.get(name, 0)) * 1000 / games for name, size in after.items()}
        print(f"{games} games, {moves / games:.0f} entries each; per 1,000 games:")
        for name, size in sorted(grown.items(), key=lambda line: -line[1]):
            if size > 0:
                print(f"{size / 1e6:9.2f} MB  {name}")
        print(f"{sum(grown.values()) / 1e6:9.2f} MB  together")
        store.close()


if __name__ == "__main__":
    main()
