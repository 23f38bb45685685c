"""Give levels their playouts and rate them: `python -m bench.rate_levels --out DIR`.

A playout of every game is timed; `--write` gives each level its playouts in `levels.json`. Then
the rungs of all player counts are played, most of them with the usual one; `bench.ladder --folder
DIR/ladder --seconds 0 --write` writes them down. `champion` meets `strong`, and so does a variant
whose playouts end after a few choices with the network's value. DIR gets `home.tar.gz` with
everything, for machines that only lend their cores.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

from bench.ladder import name_of
from bench.tournament import Tournament
from bench.weak_levels import write_levels

from nomarch.bots import INSTANT, arena, make_bot
from nomarch.bots.level_settings import HINT, level_settings
from nomarch.bots.play import bot_rng, decide
from nomarch.bots.prior import NetworkPrior
from nomarch.bots.search import Search, compile_search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.engine.match import Match
from nomarch.kernel.declare.game import rulebook, rulebooks
from nomarch.kernel.run.seeds import make_seed

SECONDS = {"strong": 0.05, "master": 0.1, "champion": 0.8, HINT: 0.4}
"""What a decision should take on average on one core of the machine that this runs on."""
SAMPLES, SAMPLE_PLAYOUTS = 10, 48
COMPILING = 110.0
"""Seconds in which rungs without a search are played while searches compile."""
GAMES, WEAK_GAMES = 420, 300
WEIGHTS = {"master": 2.0, "champion": 3.0, "cut": 2.0}
"""Shares of the time with the usual player count; `master` with another one counts 0.5."""
CUT_SHORT, CUT_FACTOR = 12, 6
"""Choices of a playout in the variant, and how many times as many playouts it makes."""


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


def time_playouts(out: Path, games: list[str], *, write: bool) -> None:
    """Find the playouts that this machine makes in the seconds a level should take."""
    with ProcessPoolExecutor(len(games)) as executor:
        speeds = dict(zip(games, executor.map(seconds_a_playout, games), strict=True))
    for game, seconds in speeds.items():
        book = rulebook(game)
        playouts = {level: rounded(spent / seconds) for level, spent in SECONDS.items()}
        if write:
            write_levels(book, replace(level_settings(book), playouts=playouts))
        print(game, f"{1e6 * seconds:.0f} µs a playout", playouts, flush=True)
    level_settings.cache_clear()
    (out / "speeds.json").write_text(json.dumps(speeds), encoding="utf-8")


def contests_of(game: str) -> Iterator[tuple[str, arena.Contest, float]]:
    """Yield name, contest and weight of what searches."""
    book = rulebook(game)
    usual = book.game.usual_players
    for players in book.game.players:
        weight = WEIGHTS["master"] if players == usual else 0.5
        options = book.usual_options(players)
        contest = arena.contest(game, ["master", INSTANT], players, "ladder", options)
        yield name_of(game, players, "master"), contest, weight
    cut = f"net:,{CUT_FACTOR * level_settings(book).playouts['champion']},limit={CUT_SHORT}"
    for name, bot in {"champion": "champion", "cut": cut}.items():
        options = book.usual_options(usual)
        contest = arena.contest(game, [bot, INSTANT], usual, "ladder", options)
        yield name_of(game, usual, name), contest, WEIGHTS[name]


def play_weak(out: Path, games: list[str], workers: int, seconds: float) -> subprocess.Popen[bytes]:
    """Play the rungs without a search in another process."""
    command = [sys.executable, "-m", "bench.ladder", *games, "--levels", "easy", "greedy"]
    command += ["--players", "2", "3", "4", "5", "6", "--games", str(WEAK_GAMES)]
    command += ["--workers", str(workers), "--seconds", str(seconds)]
    return subprocess.Popen([*command, "--folder", str(out / "weak")])


def pack(out: Path) -> None:
    """Write what is worth taking home into one archive."""
    with tarfile.open(out / "home.tar.gz", "w:gz") as archive:
        for name in ("weak", "ladder", "speeds.json"):
            archive.add(out / name, name)
        for game in rulebooks():
            archive.add(rulebook(game).folder / "levels.json", f"levels-{game}.json")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="*", default=list(rulebooks()), help="default: all")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=520)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="write levels.json of each game")
    options = parser.parse_args()
    out, until = options.out, time.time() + options.seconds
    out.mkdir(parents=True, exist_ok=True)
    others = max(1, options.workers - len(options.game))
    weak = play_weak(out, options.game, others, min(COMPILING, options.seconds / 4))
    if not (out / "speeds.json").exists():
        time_playouts(out, options.game, write=options.write)
    found = [one for game in options.game for one in contests_of(game)]
    contests = {name: contest for name, contest, _ in found}
    weights = {name: weight for name, _, weight in found}
    tournament = Tournament(contests, GAMES, out / "ladder", weights)
    weak.wait()
    tournament.play(options.workers, until - time.time())
    for name in contests:
        print(name, tournament.standing(name), tournament.milliseconds(name), flush=True)
    pack(out)


if __name__ == "__main__":
    main()
