"""The command `nomarch`. Each subcommand imports what it needs when it runs, so help is quick."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from nomarch import __version__
from nomarch.errors import NomarchError

COMMANDS = (
    "serve", "site", "signal", "bots", "move_data", "admin", "backup", "play", "sim", "arena",
    "record", "train", "analyse", "draw", "verify", "compile_games", "bench", "games", "new_game",
    "check_game", "catalogs",
)  # fmt: skip
"""Modules of this package, in the order of `nomarch --help`."""

WEB_PACKAGES = frozenset((
    "alembic", "babel", "confusable_homoglyphs", "itsdangerous", "jinja2", "markdown_it",
    "prometheus_client", "segno", "sqlalchemy", "starlette", "uvicorn", "webauthn", "websockets",
))  # fmt: skip
"""Modules that come with the extra `serve`."""

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells expect it."""

_EXAMPLES = """\
examples:
  nomarch serve                              the games in the browser, for you and your friends
  nomarch serve --database postgresql://… --workers 4
  nomarch site --out site                    the browser edition: static files, also offline
  nomarch play ra                            you against greedy bots, in the terminal
  nomarch play ra --seats me,me,champion     two people and the strongest bot
  nomarch play --resume                      continue where you stopped
  nomarch sim ra --players 4 --games 100000  simulate, with win rates and mean scores
  nomarch sim ra --bots greedy,random,random --rotate --json
  nomarch sim ra --games 10000000 --on cuda  the same on a GPU
  nomarch sim ra --games 1000000000 --ray auto
  nomarch arena ra --bots search:400 greedy --games 40
  nomarch record ra --bots greedy --games 1000 --seed 1 --out ra.parquet
  nomarch train ra --players 4               train a network by self-play (extra 'train')
  nomarch arena ra --bots net:ra-4/weights.npz greedy --games 40
  nomarch analyse game.txt                   where the game was won and lost
  nomarch draw ra --seed 7 --moves 40 -o ra.png
  nomarch verify game.txt                    replay a save and check its seed and every draw
  nomarch new-game 'Moon Race'               start a game of your own
  nomarch check-game ra                      check a game that you write
  nomarch compile ra                         compile ahead
  nomarch bench ra                           steps per second
  nomarch backup site.sqlite3                a checked copy of a running site
  nomarch admin --help                       run a site
"""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line long."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (try '{self.prog} --help')\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit status."""
    options = build_parser().parse_args(arguments)
    try:
        _load_game_folder(options)
        status = int(options.run(options) or 0)
        sys.stdout.flush()
        return status
    except NomarchError as error:
        print(f"nomarch: {error}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] not in WEB_PACKAGES:
            raise
        message = "This command needs the web packages: pip install 'nomarch[serve]'."
        print(f"nomarch: {message}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader closed the pipe; nothing may be flushed to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"nomarch: {error.filename or ''}: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nnomarch: stopped.", file=sys.stderr)
        return INTERRUPTED


def _load_game_folder(options: argparse.Namespace) -> None:
    """Load a game that is named by the folder of its project, which need not be installed."""
    name = getattr(options, "game", None)
    if name and Path(name).is_dir():
        from nomarch.conformance.project import find_game
        from nomarch.kernel.declare.game import rulebooks

        if name not in rulebooks():
            options.game = find_game(name).game.id


def build_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="nomarch",
        description="Egyptian board games: play them, simulate them, draw them, check them.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"nomarch {__version__}")
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=_Parser
    )
    for name in COMMANDS:
        importlib.import_module(f"nomarch.cli.{name}").add_command(commands)
    return parser
