"""What notices cost a move: `python bench/notices.py [--moves 3000]`.

Appends moves to tables in a SQLite file, each commit with one move, once with players who want no
notices and once with four at every table who do. Tells the CPU time of a move, which a busy machine
hardly changes.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from nomarch.contests.site_hooks import site_database
from nomarch.people import notices
from nomarch.people.guest_store import put_guest
from nomarch.people.notices import NoticeSettings
from nomarch.tables.log_store import append_entries
from nomarch.tables.model import GUEST, MOVE, Entry, Guest, Seat, TableRecord
from nomarch.tables.table_store import put_table

TABLES, SEATS = 250, 4


def measure(moves: int, *, wanted: bool) -> float:
    """Microseconds of CPU per move."""
    with tempfile.TemporaryDirectory() as folder:
        store = site_database(str(Path(folder) / "bench.sqlite3")).open()
        for table in range(TABLES):
            guests = [f"g{table}-{seat}" for seat in range(SEATS)]
            for guest in guests:
                put_guest(store, Guest(guest, guest))
                if wanted:
                    notices.write_settings(store, guest, NoticeSettings())
            seats = tuple(Seat(GUEST, guest, guest) for guest in guests)
            put_table(store, TableRecord(f"t{table}", "ra", 1, {}, seats, "s", "i", guests[0], 0.0))
        began = time.process_time()
        for number in range(moves):
            table, seq = f"t{number % TABLES}", number // TABLES + 1
            append_entries(store, [Entry(table, seq, MOVE, number % SEATS, "draw", float(number))])
        spent = time.process_time() - began
        store.close()
    return 1e6 * spent / moves


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=3000)
    moves = parser.parse_args().moves
    for wanted in (False, True):
        print(
            f"notices {'on ' if wanted else 'off'}: {measure(moves, wanted=wanted):.0f} µs a move"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
