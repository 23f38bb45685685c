"""Measure what each level may do, for `levels.json` of each game.

`playouts` times a playout, and with `--write` gives each level that searches what it can make in
its time. `weak` tries how much weak levels have to miss: `easy` should be 200 points below
`greedy`, and `novice` 200 below `easy`. Each oversight (foresight, overlooked moves and largest
loss) takes one seat against a table full of the one before it, the first against `greedy`.

    python -m tools.levels playouts ra --write
    python -m tools.levels weak ra --tried 60/4/700 30/6/700
"""

import argparse
import time
from dataclasses import replace

from nomarch.bots import arena, make_bot
from nomarch.bots.arena import Contest
from nomarch.bots.level_settings import HINT, Oversight, level_settings
from nomarch.bots.play import bot_rng, decide
from nomarch.bots.prior import NetworkPrior
from nomarch.bots.ratings import elo_gap
from nomarch.bots.search import Search, compile_search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.bots.weakened import WeakenedBot
from nomarch.engine.match import Match
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.run.seeds import make_seed
from tools.measuring import add_arguments, first_standing, run, write_data

SECONDS = {"strong": 0.05, "master": 0.1, "champion": 0.8, HINT: 0.4}
"""What a decision should take on average on one core of the machine that this runs on."""
SAMPLES, SAMPLE_PLAYOUTS = 10, 48


class Tried(WeakenedBot):
    """A weak level by its oversight, for the arena: `py:tools.levels:Tried:60/4/700`."""

    def __init__(self, book: Rulebook, text: str) -> None:
        super().__init__(book, Oversight(*map(int, text.split("/"))))


def seconds_a_playout(game: str) -> float:
    """Return the mean over a game's decisions."""
    book = rulebook(game)
    compiler = SearchCompiler(compile_search)
    search = Search(book, compiler, SAMPLE_PLAYOUTS, prior=NetworkPrior(book), wait=True)
    greedy, positions = make_bot("greedy", book), []
    match = Match(book, book.setup(book.game.usual_players), make_seed("playouts"))
    while not match.over:
        seat = match.to_act[0]
        if len(legal := match.legal_actions(seat)) > 1:
            positions.append((match.observe(seat), seat, legal, bot_rng(match, seat)))
        match.play(seat, decide(match, seat, greedy))
    games, spent = 0, 0.0
    for at, asked in enumerate([positions[0], *positions[:: max(1, len(positions) // SAMPLES)]]):
        began = time.perf_counter()
        found = search.analyse(*asked)
        if at:  # the first one loads what it needs
            spent += time.perf_counter() - began
            games += sum(estimate.games for estimate in found)
    return spent / games


def rounded(number: float) -> int:
    """Return a number with two significant digits."""
    return int(float(f"{number:.1e}"))


def time_playouts(options: argparse.Namespace) -> None:
    for game, seconds in run(seconds_a_playout, options.game, options):
        book = rulebook(game)
        playouts = {level: rounded(spent / seconds) for level, spent in SECONDS.items()}
        print(game, f"{1e6 * seconds:.0f} µs a playout", playouts, flush=True)
        if options.write:
            write_data(book, "levels.json", replace(level_settings(book), playouts=playouts))


def try_weak(options: argparse.Namespace) -> None:
    specs = [f"py:tools.levels:Tried:{text}" for text in options.tried]
    for game in options.game:
        players = options.players or rulebook(game).game.usual_players
        for text, bot, above in zip(options.tried, specs, ["greedy", *specs], strict=False):
            contest = arena.contest(game, [bot, above], players, "weak levels")
            print(f"{game}, {players} players, {text}: {gap(contest, options):.0f}", flush=True)


def gap(contest: Contest, options: argparse.Namespace) -> float:
    """Return the Elo distance of the first bot from a table full of the second."""
    played = arena.play(contest, options.games, workers=options.workers)
    line = first_standing(contest, played)
    assert line is not None
    return elo_gap(line.win_rate, contest.players, line.games)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    playouts = commands.add_parser("playouts")
    playouts.add_argument("--write", action="store_true")
    playouts.set_defaults(run=time_playouts)
    weak = commands.add_parser("weak")
    weak.add_argument("--tried", nargs="+", metavar="F/O/L", required=True)
    weak.add_argument("--players", type=int, help="default: the usual number")
    weak.add_argument("--games", type=int, default=400, help="of each (400)")
    weak.set_defaults(run=try_weak)
    for command in (playouts, weak):
        command.add_argument("game", nargs="*", default=list(rulebooks()), help="default: all")
        add_arguments(command)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
