"""Measure what random and greedy play lose per decision: the scale of the accuracy in analyses.

Games are played by one random bot among greedy ones, its seat changing from game to game, and
analysed as a finished game on the site is. Writes each game's `accuracy.json`.

    python -m bench.accuracy ra --games 6
"""

from __future__ import annotations

import argparse
import sys

import msgspec

from nomarch.bots import make_bot
from nomarch.bots.accuracy import AccuracyScale, as_for_two, scale_path
from nomarch.bots.analysis import PLAYOUTS, analyse, make_analyst
from nomarch.bots.play import decide
from nomarch.engine.match import Match
from nomarch.kernel.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.seeds import make_seed


def play(book: Rulebook, number: int) -> tuple[Match, int]:
    """Return a finished game and the seat of its random bot."""
    setup = book.setup(None)
    match = Match(book, setup, make_seed(f"accuracy {number}"))
    weak = number % match.players
    bots = {
        seat: make_bot("random" if seat == weak else "greedy", book)
        for seat in range(match.players)
    }
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, decide(match, seat, bots[seat]))
    return match, weak


def measure(book: Rulebook, games: int, playouts: int) -> AccuracyScale:
    """Return the mean losses of both bots."""
    analyst, losses = make_analyst(book, playouts), {True: [0.0, 0.0], False: [0.0, 0.0]}
    for number in range(games):
        match, weak = play(book, number)
        for decision in analyse(match, analyst).decisions:
            of_kind = losses[decision.seat == weak]
            of_kind[0] += as_for_two(decision.loss, match.players)
            of_kind[1] += 1
        told = {
            kind: f"{total / count:.3f} ({count:.0f})" for kind, (total, count) in losses.items()
        }
        print(
            book.game.id, number + 1, "random", told[True], "greedy", told[False], file=sys.stderr
        )
    (random, chances), (greedy, choices) = losses[True], losses[False]
    return AccuracyScale(round(random / chances, 3), round(greedy / choices, 3), games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_of", nargs="*", default=list(rulebooks()), metavar="game")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--playouts", type=int, default=PLAYOUTS)
    options = parser.parse_args()
    for name in options.games_of:
        book = rulebook(name)
        found = measure(book, options.games, options.playouts)
        print(name, found)
        if found.greedy < found.random:
            scale_path(book).write_bytes(msgspec.json.encode(found) + b"\n")
        else:
            print(f"{name}: random play lost less, being lost already: no scale")


if __name__ == "__main__":
    main()
