"""The command `nomarch`. Each subcommand imports what it needs when it runs, so help is quick."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from nomarch import __version__
from nomarch.errors import NomarchError
from nomarch.hosting import add_hosting
from nomarch.kernel.watching import watchers

if TYPE_CHECKING:
    from nomarch.simulation import Simulation

INTERRUPTED = 130

_TEACH = """\
examples:
  nomarch serve                              the games in the browser, for you and your friends
  nomarch serve --database postgresql://… --workers 4
  nomarch play ra                            you against greedy bots, in the terminal
  nomarch play ra --seats me,me,search       two people and the strongest bot
  nomarch play --resume                      go on where you stopped
  nomarch sim ra --players 4 --games 100000  simulate, with win rates and mean scores
  nomarch sim ra --bots greedy,random,random --rotate --json
  nomarch sim ra --games 10000000 --on cuda  the same games on a graphics card
  nomarch sim ra --games 1000000000 --ray auto
  nomarch arena ra --bots search:100ms greedy --games 40
  nomarch train ra --players 4               a network learns by playing itself (extra 'train')
  nomarch arena ra --bots net:ra-4/weights.npz greedy --games 40
  nomarch analyse game.txt                   where the game was won and lost
  nomarch draw ra --seed 7 --moves 40 -o ra.png
  nomarch verify game.txt                    replay a save and check its promise and every draw
  nomarch bench ra                           steps a second at each speed
  nomarch backup site.sqlite3                a checked copy of a site, while it is used
  nomarch admin --help                       what those who run a site can do
"""


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line long."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (try '{self.prog} --help')\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; what it returns is the exit status."""
    options = _parser().parse_args(arguments)
    if sys.stderr.isatty() and _show_compiling not in watchers:
        watchers.append(_show_compiling)
    try:
        status = int(options.run(options) or 0)
        sys.stdout.flush()
        return status
    except NomarchError as error:
        print(f"nomarch: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read the output has heard enough; nothing may be flushed to them at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"nomarch: {error.filename or ''}: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nnomarch: stopped.", file=sys.stderr)
        return INTERRUPTED


def _show_compiling(game: str, functions: int) -> None:
    """A line that comes while a game's rules are compiled, and goes when they are ready."""
    words = f"Compiling {game}, once for this version: {functions} functions" if functions else ""
    print(f"\r\x1b[2K{words}", end="", file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="nomarch",
        description="Egyptian board games: play them, simulate them, draw them, check them.",
        epilog=_TEACH,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"nomarch {__version__}")
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=_Parser
    )
    add_hosting(commands)
    for add in (
        _add_play,
        _add_sim,
        _add_arena,
        _add_train,
        _add_analyse,
        _add_draw,
        _add_verify,
        _add_bench,
        _add_games,
    ):
        add(commands)
    return parser


Commands = argparse._SubParsersAction  # the type of `add_subparsers`, which argparse keeps private


# --- play -----------------------------------------------------------------------------------------


def _add_play(commands: Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "play",
        help="play in the terminal, against bots or others at the same keyboard",
        description="Play in the terminal. Type a move's number or its notation; 'help' lists "
        "everything else: undo, hint, log, rules, save, quit.",
    )
    parser.add_argument("game", nargs="?", help="which game (see 'nomarch games')")
    parser.add_argument("--players", type=int, help="number of seats")
    parser.add_argument(
        "--seats", help="comma list: me, or a bot (novice, easy, greedy, …, master, net:FILE)"
    )
    _add_setup(parser)
    parser.add_argument("--save", type=Path, help="where to keep the game (default: data folder)")
    parser.add_argument(
        "--resume", type=Path, nargs="?", const=Path(), help="go on with a saved game"
    )
    parser.add_argument("--language", default="", help="en, fr or nl (default: the system's)")
    parser.set_defaults(run=_play)


def _play(options: argparse.Namespace) -> int:
    from nomarch.terminal import play

    return play(options, _chosen(options))


# --- sim ------------------------------------------------------------------------------------------


def _add_sim(commands: Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "sim",
        help="simulate many games at full speed",
        description="Plays compiled games on all cores, or on a graphics card, and tells win rates "
        "and mean scores. The result depends on the seed alone. The first run compiles for half a "
        "minute.",
    )
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--players", type=int)
    parser.add_argument("--bots", help="comma list of a policy per seat: random, greedy")
    parser.add_argument("--rotate", action="store_true", help="bots change seats game by game")
    _add_workers(parser, "threads")
    parser.add_argument("--on", choices=("cpu", "cuda"), default="cpu", help="where to play")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    _add_setup(parser)
    parser.set_defaults(run=_sim)


def _sim(options: argparse.Namespace) -> int:
    from tqdm import tqdm

    from nomarch.cluster import cluster_at
    from nomarch.simulation import simulate

    bots = tuple(options.bots.split(",")) if options.bots else ()
    quiet = options.json or not sys.stderr.isatty()
    with (
        cluster_at(options.ray, on=options.on) as crew,
        tqdm(total=options.games, unit=" games", disable=quiet, leave=False) as bar,
    ):
        result = simulate(
            options.game,
            options.games,
            options.players,
            options.seed,
            options=_chosen(options),
            bots=bots,
            rotate=options.rotate,
            workers=options.workers,
            on=options.on,
            crew=crew,
            progress=bar.update,
        )
    if options.json:
        _print_json(result)
    else:
        _print_table(result)
    return 0


def _print_json(result: Simulation) -> None:
    import json
    from dataclasses import asdict

    rates = {
        "games_per_second": result.games_per_second,
        "steps_per_second": result.steps_per_second,
    }
    print(json.dumps(asdict(result) | rates, indent=2))


def _print_table(result: Simulation) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{result.game}, {result.players} players, {result.games:,} games")
    table.add_column("bot" if result.rotated else "seat")
    for column in ("wins", "95 % interval", "mean score", "sd"):
        table.add_column(column, justify="right")
    for seat, line in enumerate(result.lines):
        table.add_row(
            line.bot if result.rotated else f"{seat} {line.bot}",
            f"{line.win_rate:.2%}",
            f"{line.win_low:.2%} – {line.win_high:.2%}",
            f"{line.mean_score:.2f}",
            f"{line.score_sd:.2f}",
        )
    console = Console()
    console.print(table)
    console.print(
        f"{result.games_per_second:,.0f} games/s, {result.steps_per_second:,.0f} steps/s, "
        f"seed {result.seed}"
    )


# --- arena ----------------------------------------------------------------------------------------


def _add_arena(commands: Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "arena",
        help="let bots play each other, and rate them",
        description="Bots against bots: every block of games has one seed, and everyone sits "
        "everywhere. A bot is a level (greedy), a search (search:400, search:100ms), a class "
        "(py:module:Class), a trained network (net:FILE) or a program (cmd:./mybot; see "
        "docs/bots.md). With fewer bots than seats the last one takes the others.",
    )
    parser.add_argument("game")
    parser.add_argument("--bots", nargs="+", required=True, metavar="BOT")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int)
    _add_workers(parser, "processes")
    parser.add_argument("--file", type=Path, help="keep the games here, and go on from them")
    parser.add_argument("--json", action="store_true", help="print the standings as JSON")
    _add_setup(parser)
    parser.set_defaults(run=_arena)


def _arena(options: argparse.Namespace) -> int:
    from nomarch.contests import compete

    return compete(options, _chosen(options))


# --- train ----------------------------------------------------------------------------------------


def _add_train(commands: Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "train",
        help="let a network learn a game by playing itself (needs the extra 'train')",
        description="Self-play by proximal policy optimisation; see docs/training.md.",
    )
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--steps", type=int, default=5_000_000, help="decisions to learn from")
    parser.add_argument("--games", type=int, default=256, help="games side by side")
    parser.add_argument("--on", choices=("cpu", "cuda"), default="cpu", help="where to train")
    parser.add_argument("--threads", type=int, help="of the processor (default: one a core)")
    parser.add_argument("--teacher", choices=("greedy",), default="", help="imitate it at first")
    parser.add_argument("--out", type=Path, help="the run's folder (default: GAME-PLAYERS)")
    parser.add_argument("--resume", action="store_true", help="go on with the folder's run")
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(run=_train)


def _train(options: argparse.Namespace) -> int:
    from nomarch.kernel.game import rulebook
    from nomarch.training import Settings, train

    players = options.players or rulebook(options.game).game.usual_players
    folder = options.out or Path(f"{options.game}-{players}")
    settings = Settings(
        options.game, players, folder, steps=options.steps, seed=options.seed, on=options.on,
        threads=options.threads, games=options.games, teacher=options.teacher,
    )  # fmt: skip
    print(train(settings, resume=options.resume, quiet=not sys.stderr.isatty()).summary())
    return 0


# --- analyse --------------------------------------------------------------------------------------


def _add_analyse(commands: Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "analyse",
        help="study a saved game: chances to win, turning points, accuracy, luck",
        description="Searches every decision of a save from what its player knew, and tells what "
        "each cost. The first time a game is analysed, it compiles for a minute or more.",
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--playouts", type=int, default=400, help="a decision (default 400)")
    parser.add_argument("--language", default="en")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.set_defaults(run=_analyse)


def _analyse(options: argparse.Namespace) -> int:
    from nomarch.contests import study

    return study(options)


# --- draw -----------------------------------------------------------------------------------------


def _add_draw(commands: Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "draw",
        help="draw a position as SVG or PNG",
        description="Draws a position: of a save, or of a game played by bots for some moves.",
    )
    parser.add_argument("game", nargs="?")
    parser.add_argument("--from", dest="source", type=Path, help="draw this save instead")
    parser.add_argument("--players", type=int)
    parser.add_argument("--moves", type=int, default=40, help="decisions to play before drawing")
    parser.add_argument("--bot", default="greedy", help="who plays them")
    parser.add_argument("--seat", type=int, help="whose view (default: the seat to act)")
    parser.add_argument("--shape", choices=("wide", "tall"), default="wide")
    parser.add_argument("--names", help="comma list of names")
    parser.add_argument("--language", default="en")
    _add_setup(parser)
    parser.add_argument("-o", "--output", type=Path, required=True, help=".svg or .png")
    parser.set_defaults(run=_draw)


def _draw(options: argparse.Namespace) -> int:
    from nomarch.errors import BadOption
    from nomarch.i18n import LANGUAGES
    from nomarch.match import SPECTATOR
    from nomarch.opening import load
    from nomarch.saves import read_save

    if options.language not in LANGUAGES:
        raise BadOption(f"--language {options.language}: expected {', '.join(LANGUAGES)}.")
    if options.output.suffix not in (".svg", ".png"):
        raise BadOption(f"{options.output}: expected a name that ends in .svg or .png.")
    if options.source:
        match = load(read_save(options.source))
    else:
        match = _played(options)
    seat = options.seat
    if seat is None:
        seat = match.to_act[0] if match.to_act else SPECTATOR
    if not SPECTATOR <= seat < match.players:
        raise BadOption(f"--seat {seat}: expected -1 to {match.players - 1}.")
    drawn = match.svg(seat, shape=options.shape, language=options.language)
    if options.output.suffix == ".svg":
        options.output.write_text(drawn, encoding="utf-8")
    else:
        import resvg_py

        options.output.write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=drawn)))
    print(options.output)
    return 0


def _played(options: argparse.Namespace):  # type: ignore[no-untyped-def]
    """A match that bots have begun."""
    from nomarch.bots.seats import play_on
    from nomarch.errors import BadOption
    from nomarch.kernel.game import rulebook
    from nomarch.opening import new

    if not options.game:
        raise BadOption("Which game? For example: nomarch draw ra -o ra.svg")
    players = options.players or rulebook(options.game).game.players[-1]
    names = tuple(options.names.split(",")) if options.names else ()
    match = new(options.game, players, options.seed, _chosen(options), names)
    play_on(match, options.bot, options.moves)
    return match


# --- verify, bench, games -------------------------------------------------------------------------


def _add_verify(commands: Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "verify",
        help="replay a save and check the seed's promise and every draw",
        description="Plays a save again from its seed: every move must be legal, every draw must "
        "be the one written down, and the commitment must be the seed's SHA-256.",
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--commitment", help="the promise you were shown when the game began")
    parser.set_defaults(run=_verify)


def _verify(options: argparse.Namespace) -> int:
    from nomarch.errors import BadSave
    from nomarch.opening import load
    from nomarch.saves import read_save

    try:
        match = load(read_save(options.file))
    except BadSave as error:
        print(f"{options.file}: FAILED, {error}")
        return 1
    if options.commitment and options.commitment.strip().lower() != match.commitment:
        print(f"{options.file}: FAILED, the seed is not the one that was promised")
        return 1
    draws = sum(step.reveals for step in match.steps)
    print(f"{options.file}: good. {match.book.game.title}, {match.players} players,")
    print(f"  {len(match.steps)} moves are legal, {draws} draws follow from the seed,")
    print(f"  commitment {match.commitment}")
    if match.over:
        for line in match.ranking:
            print(f"  {line.place}. {line.name}: {line.points}")
    return 0


def _add_bench(commands: Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "bench",
        help="measure steps a second at each speed",
        description="Measures random play: interpreted, compiled on one core and on all cores, "
        "and with --cuda on a graphics card.",
    )
    parser.add_argument("games", nargs="*", metavar="game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each measurement")
    parser.add_argument("--cuda", action="store_true")
    parser.set_defaults(run=_bench)


def _bench(options: argparse.Namespace) -> int:
    from nomarch.benchmark import measure, report
    from nomarch.kernel.game import rulebooks

    games = options.games or list(rulebooks())
    results = [measure(game, options.players, options.seconds, cuda=options.cuda) for game in games]
    print(report(results))
    return 0


def _add_games(commands: Commands[_Parser]) -> None:
    parser = commands.add_parser("games", help="list the games, their players and options")
    parser.set_defaults(run=_games)


def _games(options: argparse.Namespace) -> int:
    from nomarch.kernel.game import rulebooks

    for book in rulebooks().values():
        game = book.game
        print(f"{game.id:<10} {game.title}: {game.about}")
        print(f"{'':<10} players {', '.join(map(str, game.players))}; about {game.minutes} minutes")
        for option in game.options:
            choices = ", ".join(choice.id for choice in option.choices)
            print(f"{'':<10} --option {option.id}=…  ({choices}) {option.about}")
    return 0


def _add_setup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", help="a number, a text or 64 hex digits (default: a secret one)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=CHOICE", help="a variant"
    )


def _add_workers(parser: argparse.ArgumentParser, kind: str) -> None:
    """Who plays the games: workers of this machine, or those of a cluster."""
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--workers", type=int, help=f"{kind} (default: one a core)")
    who.add_argument(
        "--ray", metavar="ADDRESS", help="a Ray cluster instead ('local': one on this machine)"
    )


def _chosen(options: argparse.Namespace) -> dict[str, str]:
    from nomarch.errors import BadOption

    chosen = {}
    for wish in options.option:
        name, equals, choice = wish.partition("=")
        if not equals:
            raise BadOption(f"--option {wish}: expected NAME=CHOICE.")
        chosen[name] = choice
    return chosen


if __name__ == "__main__":
    sys.exit(main())
