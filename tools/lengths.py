"""Measure how long games usually are; with `--write`, for `lengths.json` of each game.

    python -m tools.lengths ra --games 40 --write

Greedy bots play with the options that quick games chooses. Ratings use the median: a rival who
leaves earlier than half of it is not worth rating points.
"""

import argparse
import statistics
from functools import partial

from nomarch.bots.play import play_on
from nomarch.engine.match import Match
from nomarch.kernel.declare.game import rulebook, rulebooks
from nomarch.kernel.run.seeds import make_seed
from nomarch.people.pairing import options_for
from tools.measuring import add_arguments, run, write_data

ENDLESS = 100_000


def measure(games: int, table: tuple[str, int]) -> int:
    """Return the median number of steps of some games with a player count."""
    game, players = table
    book, lengths = rulebook(game), []
    setup = book.setup(players, options_for(book, players))
    for number in range(games):
        match = Match(book, setup, make_seed(f"length {number}"))
        play_on(match, "greedy", ENDLESS)
        lengths.append(len(match.steps))
    return round(statistics.median(lengths))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=list(rulebooks()))
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--write", action="store_true", help="write lengths.json of each game")
    add_arguments(parser)
    options = parser.parse_args()
    tables = [(game, count) for game in options.game for count in rulebook(game).game.players]
    found = dict(run(partial(measure, options.games), tables, options))
    for game in options.game:
        counts = rulebook(game).game.players
        steps = {count: found[game, count] for count in counts if (game, count) in found}
        print(game, steps)
        if options.write and len(steps) == len(counts):
            lengths = {"games": options.games, "steps": steps}
            write_data(rulebook(game), "lengths.json", lengths)


if __name__ == "__main__":
    main()
