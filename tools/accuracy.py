"""Measure what random and greedy moves lose per decision: the scale of the accuracy in analyses.

Greedy bots play; at some of their decisions, one search compares the move they chose and a random
one with the best, as an analysis on the site does. Both moves are compared in the same positions: a
random bot that plays a whole game is soon lost, and then has nothing left to lose. `--write` writes
each game's `accuracy.json`.

    python -m tools.accuracy ra --decisions 150 --write
"""

import argparse
from collections.abc import Iterator
from functools import partial
from statistics import mean

from nomarch.bots import make_bot
from nomarch.bots.accuracy import AccuracyScale, as_for_two, counts
from nomarch.bots.analysis import PLAYOUTS, SURE, make_analyst, significant_loss
from nomarch.bots.play import bot_rng, decide
from nomarch.engine.match import Match
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.run.seeds import make_seed
from tools.measuring import add_arguments, run, standard_error, with_error, write_data

EVERY = 5
"""One in so many decisions is compared."""


def positions(book: Rulebook) -> Iterator[tuple[Match, int, int, int]]:
    """Yield a match, the seat to act, its greedy and a random move, at every so many decisions."""
    greedy, random = make_bot("greedy", book), make_bot("random", book)
    number = decisions = 0
    while True:
        match = Match(book, book.setup(None), make_seed(f"accuracy {number}"))
        number += 1
        while not match.over:
            seat = match.to_act[0]
            move = decide(match, seat, greedy)
            if len(match.legal_actions(seat)) > 1:
                decisions += 1
                if decisions % EVERY == 0:
                    other = match.parse(decide(match, seat, random))
                    yield match, seat, match.parse(move), other
            match.play(seat, move)


Losses = list[tuple[float, float]]
"""What a random and a greedy move lost, in each position."""


def measure(wanted: int, game: str) -> Losses:
    """Return the losses in so many positions that count."""
    book, losses = rulebook(game), Losses()
    analyst = make_analyst(book, PLAYOUTS)
    for match, seat, greedy, random in positions(book):
        view, legal = match.observe(seat), match.legal_actions(seat)
        found = analyst.analyse(view, seat, legal, bot_rng(match, seat), include=[greedy, random])
        of = {one.action: significant_loss(found[0], one) for one in found}
        if counts(found[0].win, match.players):
            losses.append(
                (as_for_two(of[random], match.players), as_for_two(of[greedy], match.players))
            )
        if len(losses) >= wanted:
            break
    return losses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=list(rulebooks()))
    parser.add_argument("--decisions", type=int, default=150)
    parser.add_argument("--write", action="store_true", help="write accuracy.json of each game")
    add_arguments(parser)
    options = parser.parse_args()
    for game, losses in run(partial(measure, options.decisions), options.game, options):
        random, greedy = zip(*losses, strict=True)
        print(game, len(losses), "random", with_error(random), "greedy", with_error(greedy))
        differences = [a - b for a, b in losses]
        if mean(differences) <= SURE * standard_error(differences):
            print(f"{game}: random moves don't clearly lose more: no scale")
        elif options.write:
            scale = AccuracyScale(round(mean(random), 2), round(mean(greedy), 2), len(losses))
            write_data(rulebook(game), "accuracy.json", scale)


if __name__ == "__main__":
    main()
