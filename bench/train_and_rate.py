"""Train on a GPU while the other cores rate levels: `python -m bench.train_and_rate --out DIR`.

Games of `--train` take turns on the GPU, from the networks that ship (`bench.train_all --alone`).
Meanwhile a playout of every game is timed, which gives each level its playouts, and all rungs of
the ladder are played with every player count. A game that is trained plays the rungs of its
searches once its training has ended, with the new network if that is better. Weights and
`levels.json` of the checkout are replaced; DIR holds them too, beside all games played. Stops after
`--minutes`, and resumes from DIR.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path
from shutil import copyfile

from bench.ladder import name_of
from bench.tournament import Tournament
from bench.weak_levels import write_levels

from nomarch.bots import INSTANT, LEVELS, SEARCHING, arena, make_bot
from nomarch.bots.level_settings import HINT, LevelSettings, level_settings
from nomarch.bots.play import bot_rng, decide
from nomarch.bots.prior import NetworkPrior
from nomarch.bots.ratings import file_of
from nomarch.bots.search import GUIDED, Search, compile_search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.bots.weights import published_paths
from nomarch.engine.match import Match
from nomarch.kernel.game import rulebook, rulebooks
from nomarch.kernel.seeds import make_seed

SECONDS = {"strong": 0.05, "master": 0.1, "champion": 0.9, HINT: 0.4}
"""What a decision should take on average on one core of the machine that this runs on."""
SAMPLES, SAMPLE_PLAYOUTS = 10, 48
SLICE = 240.0
"""Seconds after which games that have been trained meanwhile join."""
LAST = 420.0
"""Seconds before the end at which untrained games join with the network they have."""
WEAK_GAMES, SEARCH_GAMES = 220, 420
CHAMPION_WEIGHT = 4.0
"""How much more time the rungs of `champion` get than others."""
CUT_SHORT = 12
"""Choices of a playout in the variant of `champion` that values positions by the network."""
TRAINING = (
    "width=256", "depth=2", "evaluation_unit=1", "win_weight=0.9", "gae_lambda=0.98",
    "minibatch_size=32768", "num_envs=32768", "learning_rate=0.0003", "entropy_coef=0.008",
    "league_share=0.15", "eval_seconds=90",
)  # fmt: skip


def start_training(out: Path, games: list[str], minutes: float, deadline: float) -> None:
    """Train in another process, each game against the networks that ship with it."""
    for game in games:
        league = out / "league" / game
        league.mkdir(parents=True, exist_ok=True)
        for path in {*map(str, published_paths(rulebook(game), rulebook(game).game.usual_players))}:
            copyfile(path, league / Path(path).name)
        shipped = file_of(rulebook(game)).with_name("weights.npz")
        copyfile(shipped, out / f"{game}-weights.npz")
    command = [sys.executable, "-m", "bench.train_all", "--out", str(out / "train"), "--alone"]
    command += ["--games", ",".join(games), "--mixed", "--league", str(out / "league")]
    command += ["--init", str(out), "--minutes", str(minutes), "--deadline", str(deadline)]
    with (out / "train.txt").open("w") as log:
        subprocess.Popen([*command, "--set", *TRAINING], stdout=log, stderr=subprocess.STDOUT)


def seconds_a_playout(game: str) -> float:
    """Return the mean over a game's decisions, by the network that plays worlds out."""
    book = rulebook(game)
    players = book.game.usual_players
    compiler = SearchCompiler(compile_search)
    search = Search(book, compiler, SAMPLE_PLAYOUTS, prior=NetworkPrior(book), wait=True)
    greedy, positions = make_bot("greedy", book), []
    match = Match(book, book.setup(players), make_seed("playouts"))
    while not match.over:
        seat = match.to_act[0]
        if len(legal := match.legal_actions(seat)) > 1:
            positions.append((match.observe(seat), seat, legal, bot_rng(match, seat)))
        match.play(seat, decide(match, seat, greedy))
    sample = positions[:: max(1, len(positions) // SAMPLES)]
    search.choose(*sample[0])
    games, spent = 0, 0.0
    for view, seat, legal, rng in sample:
        run, candidates = search._start(view, seat, legal, rng)
        began = time.perf_counter()
        run.rank(candidates, SAMPLE_PLAYOUTS)
        spent += time.perf_counter() - began
        games += sum(map(run.games, candidates))
    return spent / games


def rounded(number: float) -> int:
    """Return a number with two significant digits."""
    return int(float(f"{number:.1e}"))


def set_playouts(out: Path, games: list[str], workers: int) -> None:
    """Give every level the playouts that this machine makes in the seconds it should take."""
    with ProcessPoolExecutor(min(workers, len(games))) as executor:
        speeds = dict(zip(games, executor.map(seconds_a_playout, games), strict=True))
    for game, seconds in speeds.items():
        book = rulebook(game)
        playouts = {level: rounded(spent / seconds) for level, spent in SECONDS.items()}
        write_levels(book, LevelSettings(level_settings(book).noise, playouts))
        print(game, f"{1e6 * seconds:.0f} µs a playout", playouts, flush=True)
    level_settings.cache_clear()
    (out / "speeds.json").write_text(json.dumps(speeds))


def contests_of(game: str, *, searching: bool) -> Iterator[tuple[str, arena.Contest, int]]:
    """Yield name, contest and games wanted: each level against the one below it.

    The network alone is compared with `greedy` on the GPU. `champion` meets `strong`.
    """
    book = rulebook(game)
    usual = book.game.usual_players
    for players in book.game.players:
        options = book.usual_options(players)
        for below, level in pairwise(LEVELS):
            is_rung = level in SEARCHING if searching else level not in SEARCHING
            if not is_rung or level == INSTANT or (level == LEVELS[-1] and players != usual):
                continue
            other = INSTANT if level == LEVELS[-1] else below
            contest = arena.contest(game, [level, other], players, "ladder", options)
            wanted = SEARCH_GAMES if searching else WEAK_GAMES
            yield name_of(game, players, level), contest, wanted
    if searching:
        # About as long as `champion`: a playout of so few choices is some six times as fast.
        spec = f"net:,{6 * level_settings(book).playouts['champion']},limit={CUT_SHORT}"
        contest = arena.contest(game, [spec, INSTANT], usual, "ladder", book.usual_options(usual))
        yield f"{game}-{usual}-cut", contest, SEARCH_GAMES


def install(out: Path, game: str) -> bool:
    """Publish a game's new network if it is better; return whether its training has ended."""
    folder = out / "train" / game
    if not (folder / "result.json").exists():
        return False
    result = json.loads((folder / "result.json").read_text())
    book = rulebook(game)
    gains = {
        players: result[f"players_{players}"]["shipped"]["rate"] * players
        for players in book.game.players
    }
    own = file_of(book).with_name("weights.npz")
    copyfile(folder / "weights.npz", out / f"{game}-new.npz")
    others = [gain for players, gain in gains.items() if players != book.game.usual_players]
    if sum(others) / len(others) > 1 and min(others) > 0.97:
        copyfile(folder / "weights.npz", own)
    if gains[book.game.usual_players] > 1:
        for path in published_paths(book, book.game.usual_players):
            copyfile(folder / "weights.npz", path)
    print(game, "against what ships, in fair shares:", gains, flush=True)
    return True


def pack(out: Path) -> None:
    """Write what is worth taking home into one archive."""
    with tarfile.open(out / "new.tar.gz", "w:gz") as archive:
        for path in [*out.glob("*.npz"), *out.glob("*.json"), *out.glob("*.txt")]:
            archive.add(path, path.name)
        for path in (out / "train").glob("*/*"):
            if path.suffix in (".json", ".jsonl", ".txt", ".npz"):
                archive.add(path, f"train/{path.parent.name}/{path.name}")
        for game in rulebooks():
            archive.add(file_of(rulebook(game)).with_name("levels.json"), f"levels-{game}.json")
        archive.add(out / "ladder", "ladder")
    (out / "new.tar.gz").replace(out / "home.tar.gz")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=24)
    parser.add_argument("--games", nargs="+", default=list(rulebooks()))
    parser.add_argument("--train", nargs="*", default=["ra", "giza", "egizia"])
    parser.add_argument("--train-minutes", type=float, default=20)
    parser.add_argument("--workers", type=int, default=14)
    options = parser.parse_args()
    out: Path = options.out
    until = time.time() + 60 * options.minutes
    (out / "ladder").mkdir(parents=True, exist_ok=True)
    if options.train:
        start_training(out, options.train, options.train_minutes, options.minutes)
    if not (out / "speeds.json").exists():
        set_playouts(out, options.games, options.workers)
    waiting = list(options.train)
    contests, wanted = dict[str, arena.Contest](), dict[str, int]()

    def add(game: str, *, searching: bool) -> None:
        for name, contest, games in contests_of(game, searching=searching):
            contests[name], wanted[name] = contest, games

    for game in options.games:
        add(game, searching=False)
        if game not in waiting:
            add(game, searching=True)
    while (left := until - time.time()) > 10:
        for game in list(waiting):
            if install(out, game) or left < LAST:
                add(game, searching=True)
                waiting.remove(game)
        weights = {name: CHAMPION_WEIGHT for name in contests if name.endswith(LEVELS[-1])}
        tournament = Tournament(contests, wanted, out / "ladder", weights)
        tournament.play(options.workers, min(left - 5, SLICE))
        pack(out)
    print("done", flush=True)


if __name__ == "__main__":
    main()
