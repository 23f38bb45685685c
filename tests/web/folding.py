"""Tables without a server, for tests that play move by move."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from nomarch.kernel.declare.game import rulebook
from nomarch.tables.state.fold import fold, replay
from nomarch.tables.state.model import AWAY, Entry, Seat, TableRecord, now
from nomarch.tables.state.table import Table


def new_record(*seats: Seat, game: str = "ra", **more: Any) -> TableRecord:
    """A table that the first seat's person has opened."""
    values = {
        "id": "t1", "rules": rulebook(game).game.rules_version, "options": {}, "seed": "07" * 32,
        "invite": "i", "host": seats[0].person, "created": 1.0, **more,
    }  # fmt: skip
    return TableRecord(game=game, seats=seats, **values)


def away_entry(table: Table | FoldedTable, seat: int) -> Entry:
    """The entry by which a bot plays a seat until its owner returns."""
    return Entry(table.record.id, table.seq + 1, AWAY, seat, "", now())


class FoldedTable:
    """A table that goes on in place, and its log; has all of it. `now` is the table itself."""

    def __init__(self, record: TableRecord, log: Iterable[Entry] = ()) -> None:
        self.log = list(log)
        self.now = replay(record, self.log)

    def fold(self, entry: Entry) -> None:
        self.log.append(entry)
        self.now = fold(self.now, entry)

    def play_out(self, seed: int = 3, stop: int = 9999) -> list[Entry]:
        """Plays random moves until the game, or so many of them, are over."""
        rng, made = Random(seed), list[Entry]()
        while not self.match.over and len(made) < stop:
            seat = next(iter(self.to_act))
            move = rng.choice(self.match.legal(seat))
            made.append(self.request_move(seat, move, self.shown_seq_for(seat)))
            self.fold(made[-1])
        return made

    def __getattr__(self, name: str) -> Any:
        return getattr(self.now, name)
