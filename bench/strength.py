"""The search of today against three of version 0.1: `python -m bench.strength --ms 500`.

One seat against three at tables of four, seats and seeds balanced, all games side by side; every
decision of either has the same milliseconds. It stops after `--seconds`, a decision later at most,
and goes on from there when it is called again with the same `--folder`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from copy import copy

from bench.frozen import FEWEST_PLAYOUTS, Frozen
from bench.tournament import Tournament, add_wishes

from nomarch.bots import arena
from nomarch.kernel.game import Rulebook, rulebooks
from nomarch.kernel.layout import GameState, Stream

PLAYERS = 4


class Clocked:
    """The frozen search with as many playouts as fit a time, instead of a number for all decisions.

    How it plays is not touched. How many playouts fit, the decision before tells; what that took
    too much or too little is taken from the next one's time, or added to it.
    """

    def __init__(self, book: Rulebook, milliseconds: str) -> None:
        self.seconds = self._due = int(milliseconds) / 1000
        self.frozen = Frozen(book)
        self._a_second = 0.0

    def choose(self, view: GameState, seat: int, legal: Sequence[int], stream: Stream) -> int:
        """What the frozen search does in that time."""
        if not self._a_second:
            self._think(view, seat, legal, copy(stream), FEWEST_PLAYOUTS)
        action, taken = self._think(view, seat, legal, stream, int(self._a_second * self._due))
        left = self.seconds + self._due - taken
        self._due = max(self.seconds / 2, min(2 * self.seconds, left))
        return action

    def _think(
        self, view: GameState, seat: int, legal: Sequence[int], stream: Stream, playouts: int
    ) -> tuple[int, float]:
        """Decides with so many playouts; what, and how long that took."""
        self.frozen.playouts, began = max(1, playouts), time.perf_counter()
        action = self.frozen.choose(view, seat, legal, stream)
        taken = time.perf_counter() - began
        if len(legal) > 1:
            self._a_second = self.frozen.playouts / taken
        return action, taken


def main() -> None:
    """Plays for a while, and prints where it stands."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="*", default=list(rulebooks()), help="default: all")
    parser.add_argument("--ms", type=int, default=500, help="for a decision (default 500)")
    add_wishes(parser, games=400, folder="strength")
    wish = parser.parse_args()
    bots = [f"search:{wish.ms}ms", f"py:bench.strength:Clocked:{wish.ms}"]
    contests = {
        f"{game}-{wish.ms}ms": arena.contest(game, bots, PLAYERS, "strength") for game in wish.game
    }
    tournament = Tournament(contests, wish.games, wish.folder)
    tournament.play(wish.workers, wish.seconds)
    print("| game | games | wins | fair shares | ms of ours | ms of the frozen |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in contests:
        print(told(tournament, name))


def told(tournament: Tournament, name: str) -> str:
    """A contest's line of the table."""
    line = tournament.standing(name)
    if not line:
        return f"| {name} | 0 | – | – | – | – |"
    low, high = PLAYERS * line.win_low, PLAYERS * line.win_high
    ours, theirs = tournament.milliseconds(name)
    return (
        f"| {name} | {line.games} | {line.win_rate:.1%} ({line.win_low:.1%} – {line.win_high:.1%}) "
        f"| {PLAYERS * line.win_rate:.2f} ({low:.2f} – {high:.2f}) | {ours:.0f} | {theirs:.0f} |"
    )


if __name__ == "__main__":
    main()
