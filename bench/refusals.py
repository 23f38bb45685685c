"""How many refused clicks name a rule: `python -m bench.refusals ra 100`.

Plays random games, and at every twentieth decision asks *Why can't I?* about each piece that
can't be chosen, in both shapes of the board. `--read` prints each answer once, with the question
and a move.
"""

from __future__ import annotations

import argparse
import random
import re

import nomarch
from nomarch.engine.match import Match
from nomarch.kernel.game import rulebook
from nomarch.learning.illegal_moves import explain_illegal

SHAPES = ("wide", "tall")
EVERY = 20


def refused_moves(match: Match, seat: int) -> list[str]:
    """The moves of pieces that can't be chosen, by notation."""
    drawn = [
        "".join(match.svg(seat, language="en", shape=shape, standalone=False).parts)
        for shape in SHAPES
    ]
    return sorted({move for svg in drawn for move in re.findall(r'data-not="([^"]*)"', svg)})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("positions", type=int, nargs="?", default=100)
    parser.add_argument("--read", action="store_true")
    options = parser.parse_args()
    rng, book = random.Random(5), rulebook(options.game)
    named = asked = positions = games = 0
    read: dict[tuple[str, str], str] = {}
    while positions < options.positions:
        games += 1
        players = rng.choice(book.game.players)
        picks = book.usual_options(players)
        match = nomarch.new(options.game, players=players, options=picks, seed=f"refusals {games}")
        while not match.over and positions < options.positions:
            seat = match.to_act[0]
            if rng.randrange(EVERY) == 0:
                positions += 1
                for move in refused_moves(match, seat):
                    answer = explain_illegal(match, seat, move)
                    asked += 1
                    named += not answer.startswith("You can't do that now.")
                    read.setdefault((answer, move.split()[0]), f"{match.prompt(seat)} [{move}]")
            match.play(seat, rng.choice(match.legal(seat)))
    if options.read:
        for (answer, _), where in sorted(read.items()):
            print(f"{where}\n    {answer}")
    print(f"{options.game}: {named} of {asked} refusals name a rule, {positions} positions")


if __name__ == "__main__":
    main()
