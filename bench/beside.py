"""This code beside another, in one run: `python bench/beside.py COMMIT|FOLDER [game …]`.

For each game, either side plays random games in compiled code, in turns, in processes of its own;
times are processor time, so that a busy machine counts little, and the fastest of all counts. The
first process of a side starts with an empty cache: it says what compiling takes. Final states are
compared as well, unless rules have changed between the two.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent.parent / "src"
ROUNDS = 4
"""Measurements of a process, each of so many games:"""
GAMES = 3000


def child(game: str) -> dict[str, Any]:
    """First call and speed of the code that this process has found."""
    from nomarch.engine.series import Series, play_on_cpu, tally_on_cpu
    from nomarch.kernel.game import rulebook

    book = rulebook(game)
    series = Series.at_random(book, book.game.usual_players, "1" * 64)
    started = time.process_time()
    tally_on_cpu(series, 0, 1)
    first, best = time.process_time() - started, 0.0
    for i in range(ROUNDS):
        started = time.process_time()
        _, steps = tally_on_cpu(series, i * GAMES, GAMES)
        best = max(best, steps / (time.process_time() - started))
    states = hashlib.sha256(play_on_cpu(series, 0, 200).tobytes()).hexdigest()
    return {"first": first, "speed": best, "states": states}


def run(game: str, source: Path, cache: str) -> dict[str, Any]:
    """A process for one side."""
    command = [sys.executable, __file__, "--child", game, "-"]
    environment = os.environ | {"PYTHONPATH": str(source), "NOMARCH_CACHE": cache}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def compare(game: str, sides: tuple[Path, Path], turns: int) -> str:
    """Both sides in turns; a row of the table."""
    first, speed, states = [0.0, 0.0], [0.0, 0.0], ["", ""]
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(turns):
            for side, source in enumerate(sides):
                found = run(game, source, f"{folder}/{side}")
                first[side] = first[side] or found["first"]
                speed[side] = max(speed[side], found["speed"])
                states[side] = found["states"]
    same = "the same" if states[0] == states[1] else "different"
    return (
        f"| {game} | {speed[0] / 1e6:.2f} M | {speed[1] / 1e6:.2f} M | {speed[1] / speed[0]:.2f} "
        f"| {first[0]:.1f} s | {first[1]:.1f} s | {first[1] / first[0]:.2f} | {same} |"
    )


def sources_of(before: str, folder: Path) -> Path:
    """The other side's sources: where they are, or taken out of the repository."""
    if Path(before).is_dir():
        return Path(before).resolve()
    archive = subprocess.run(
        ["git", "archive", before, "src"], capture_output=True, check=True, cwd=HERE.parent
    )
    subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
    return folder / "src"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", help="a commit, or a folder with its sources")
    parser.add_argument("game", nargs="*")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--child", help="measure this game with the code at hand, as JSON")
    options = parser.parse_args()
    if options.child:
        print(json.dumps(child(options.child)))
        return
    from nomarch.kernel.game import rulebooks

    print("| game | steps/s before | now | ratio | first call before | now | ratio | states |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        before = sources_of(options.before, Path(folder))
        for game in options.game or list(rulebooks()):
            print(compare(game, (before, HERE), options.turns), flush=True)


if __name__ == "__main__":
    main()
