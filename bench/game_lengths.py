"""Measures how long games usually are; with `--write`, for `lengths.json` of each game.

python -m bench.game_lengths [GAME …] [--games 40] [--write]

Greedy bots play with the options that quick pairing chooses. Ratings use the median: a rival who
leaves earlier than half of it is not worth rating points.
"""

from __future__ import annotations

import argparse
import statistics

import msgspec

from nomarch.bots.lengths import Lengths
from nomarch.bots.play import play_on
from nomarch.engine.match import Match
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.run.seeds import make_seed
from nomarch.people.pairing import options_for

ENDLESS = 100_000


def measure(book: Rulebook, players: int, games: int) -> int:
    """Return the median number of steps of some games."""
    setup = book.setup(players, options_for(book, players))
    lengths = []
    for number in range(games):
        match = Match(book, setup, make_seed(f"length {number}"))
        play_on(match, "greedy", ENDLESS)
        lengths.append(len(match.steps))
    return round(statistics.median(lengths))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--write", action="store_true", help="write lengths.json of each game")
    wanted = parser.parse_args()
    for id_ in wanted.game or sorted(rulebooks()):
        book = rulebook(id_)
        steps = {count: measure(book, count, wanted.games) for count in book.game.players}
        if wanted.write:
            text = msgspec.json.format(msgspec.json.encode(Lengths(wanted.games, steps)))
            (book.folder / "lengths.json").write_bytes(text + b"\n")
        print(id_, steps, flush=True)


if __name__ == "__main__":
    main()
