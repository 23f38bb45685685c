"""Play a bot against the search of an older commit: `python -m bench.old_search --bot master`.

The older code is checked out under `build/` (`git worktree add`) and runs in a separate process:
each decision sends it the view and the legal moves by name, and gets a move back. One seat plays
against a table full, every seat in turn on the same seeds. `--checkout DIR` takes a folder that
holds the commit's files already, where there is no git.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nomarch.kernel.game import Rulebook
    from nomarch.kernel.layout import GameState, Stream

COMMIT = "fe47b2b"
"""The last one before networks guided the levels."""
ROOT = Path(__file__).parents[1]

_processes: dict[tuple[str, str], subprocess.Popen[str]] = {}
"""Older bots of this process, by their text and game; they serve all its games."""


class OldBot:
    """A bot of an older checkout, as `py:bench.old_search:OldBot:DIR,BOT`."""

    def __init__(self, book: Rulebook, text: str) -> None:
        self.book, self.text = book, text
        if (text, book.game.id) not in _processes:
            _processes[text, book.game.id] = self._start()

    def _start(self) -> subprocess.Popen[str]:
        folder, _, bot = self.text.partition(",")
        path = os.pathsep.join([f"{folder}/src", os.environ.get("PYTHONPATH", "")])
        cache = f"{os.environ.get('NOMARCH_CACHE') or folder}/old-cache"
        process = subprocess.Popen(
            [sys.executable, __file__, "--serve", self.book.game.id, bot],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=os.environ | {"PYTHONPATH": path, "NOMARCH_CACHE": cache},
        )  # fmt: skip
        _processes[self.text, self.book.game.id] = process
        stored = {field.stored_name for field in self.book.layout.fields}
        unknown = set(self._ask({})["fields"]) - stored
        if unknown:
            raise SystemExit(
                f"{self.book.game.id}: the state has no {', '.join(unknown)} any more."
            )
        return process

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        process = _processes[self.text, self.book.game.id]
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(question) + "\n")
        process.stdin.flush()
        answer: dict[str, Any] = json.loads(process.stdout.readline())
        return answer

    def choose(self, view: GameState, seat: int, legal: Sequence[int], rng: Stream) -> int:
        if len(legal) == 1:
            return legal[0]
        from nomarch.kernel.chance import word

        moves = {self.book.actions[action]: action for action in legal}
        question = {
            "seat": seat,
            "legal": list(moves),
            "view": {
                field.stored_name: getattr(view, field.name) for field in self.book.layout.fields
            },
            "key": [word(rng) - (1 << 31) for _ in range(8)],
        }
        return moves[self._ask(question)["move"]]


def serve(game: str, bot: str) -> None:
    """Answer questions on standard input, with the checkout's own code."""
    from nomarch.bots.names import bot_named  # type: ignore[import-not-found]

    from nomarch.bots import Bots
    from nomarch.kernel.chance import POLICY, reseed
    from nomarch.kernel.game import rulebook
    from nomarch.kernel.layout import STREAM

    book: Any = rulebook(game)
    player = bot_named(bot, book, Bots())
    number = {name: action for action, name in enumerate(book.actions)}
    stream = STREAM.plain()
    for line in sys.stdin:
        asked = json.loads(line)
        answer: dict[str, Any] = {"fields": [field.name for field in book.layout.fields]}
        if asked:
            view = book.layout.plain()
            for field in book.layout.fields:
                setattr(view, field.name, asked["view"][field.name])
            reseed(stream, asked["key"], 0, POLICY)
            legal = [number[name] for name in asked["legal"]]
            answer = {"move": book.actions[player.choose(view, asked["seat"], legal, stream)]}
        print(json.dumps(answer), flush=True)


def check_out(commit: str) -> Path:
    """Return a worktree of a commit, made if it isn't there yet."""
    folder = ROOT / "build" / f"old-{commit}"
    if not folder.exists():
        command = ["git", "worktree", "add", "--detach", str(folder), commit]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return folder


def main() -> None:
    from bench.strength import print_table
    from bench.tournament import Tournament, add_arguments, executor_of

    from nomarch.bots import arena
    from nomarch.kernel.game import rulebooks

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="*", default=list(rulebooks()), help="default: all")
    parser.add_argument("--bot", default="master")
    parser.add_argument("--old", nargs="+", default=["search"], help="their bots (search)")
    parser.add_argument("--commit", default=COMMIT)
    parser.add_argument("--checkout", type=Path, help="a folder with the commit's files")
    parser.add_argument("--games", type=int, default=64)
    add_arguments(parser, folder="old-search")
    options = parser.parse_args()
    folder = options.checkout or check_out(options.commit)
    contests = {
        f"{game}-{old.replace(':', '_')}": arena.contest(
            game, [options.bot, f"py:bench.old_search:OldBot:{folder},{old}"], 4, "old search"
        )
        for game in options.game
        for old in options.old
    }
    tournament = Tournament(contests, options.games, options.folder)
    with executor_of(options) as executor:
        tournament.play(executor, options.seconds)
    print_table(contests, tournament)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(*sys.argv[2:4])
    else:
        main()
