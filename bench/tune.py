"""Tunes the weights of a game's judgement by CMA-ES: `python -m bench.tune ra --minutes 5 --write`.

A candidate sits at tables full of its frozen forerunner (`bench/frozen`), every seat in turn, on
the same numbered games as all of its generation; what counts is how often it wins and, a little, by
how much. What comes out is confirmed on games that nobody was tuned on, and only then written.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import ModuleType

import numpy as np
from tqdm import tqdm

from nomarch.engine.executors import ChunkExecutor, processes
from nomarch.engine.ray_cluster import Cluster
from nomarch.engine.simulation import wilson
from nomarch.kernel import backend
from nomarch.kernel.duel import RIVAL
from nomarch.kernel.game import MAX_PLAYERS, rulebook
from nomarch.kernel.layout import STREAM
from nomarch.kernel.playouts import GREEDY, WHOLE_WIN
from nomarch.kernel.rivals import Rivalry
from nomarch.kernel.seeds import key_of, make_seed

FIXED = frozenset(
    {
        *("NEVER", "NOWHERE", "FREE", "BUILD_FIRST", "WIN", "LOSS"),
        *("BITS_PER_LOSS", "LOSS_MASK", "SHIFT", "FULL_TURNS", "SWAP_SHARE", "MUCH", "HUNGER_FEAR"),
    }
)
"""What is no opinion but an order of things."""
SPREAD, REACH = 0.15, 1.0
"""How far the first generation strays, and any at most, as a share of each weight."""
SMALLEST = 20
"""Weights nearer to nothing than this stray as if they were this large."""
UNSEEN = 1 << 30
"""The first of the games on which what was found is confirmed."""
CHUNK = 500
"""Games that are played in one go."""
Candidate = Sequence[int] | None
"""Weights, or the game's own."""
Outcome = tuple[float, float]
"""Wins, and points ahead."""
Trial = tuple[int, int, int, int]
"""Which candidate, how many players, the first game's number, and how many games."""


def modules_of(game: str) -> list[ModuleType]:
    """The files of a game's judgement."""
    top = rulebook(game).module("heuristic")
    folder = Path(str(top.__file__)).parent
    if top.__name__.rsplit(".", 1)[1] != folder.name:
        return [top]
    names = sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__")
    return [top, *(importlib.import_module(f"{top.__name__}.{name}") for name in names)]


def weights_of(game: str) -> tuple[tuple[str, str], ...]:
    """Every number of a judgement that is an opinion: named alone on its line, or in a tuple."""
    return tuple(
        (module.__name__, name) for module in modules_of(game) for name in assigned(module)
    )


def assigned(module: ModuleType) -> dict[str, ast.Assign]:
    """A module's weights, with where they are written."""
    found = {}
    for node in ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name.isupper() and name not in FIXED and is_row(node.value):
                found[name] = node
    return found


def is_row(value: ast.expr) -> bool:
    """Whether an int, or a tuple of ints, is written out."""
    try:
        literal = ast.literal_eval(value)
    except ValueError:
        return False
    row = literal if isinstance(literal, tuple) else (literal,)
    return all(type(number) is int for number in row)


@cache
def rivalry(game: str, *, tuned: bool) -> Rivalry:
    """The game's judgement against its forerunner."""
    package = rulebook(game).package.rsplit(".", 1)[1]
    return Rivalry(game, f"bench.frozen.{package}", weights_of(game) if tuned else ())


def flat(weights: Rivalry) -> np.ndarray:
    """All weights as the game has them, in one row."""
    return np.array([v for name in weights.weights for v in weights.values(name)], float)


def play(game: str, players: int, seed: str, first: int, games: int, weights: Candidate) -> Outcome:
    """One seat by the game's judgement, the others by the frozen one: wins, and points ahead."""
    rivals = rivalry(game, tuned=weights is not None)
    states = rivals.layout.records()
    if weights is not None:
        states[0]["weights"] = weights
    book = rulebook(game)
    tally = np.zeros((players, 4), np.int64)
    backend.compared(rivals).play_series(
        states[0], STREAM.records()[0], np.zeros(book.actions.words, np.uint32),
        np.array(book.setup(players).options or (0,), np.int64),
        np.array([GREEDY] + [RIVAL] * (players - 1), np.int64),
        1, np.array(key_of(seed), np.int64), first, games, np.zeros(MAX_PLAYERS, np.int64), tally,
    )  # fmt: skip
    others = tally[1:, 2].mean()
    return tally[0, 1] / WHOLE_WIN, float(tally[0, 2] - others)


def chunks(first: int, games: int) -> Iterator[tuple[int, int]]:
    """Numbered games in portions."""
    for at in range(first, first + games, CHUNK):
        yield at, min(CHUNK, first + games - at)


def try_out(game: str, seed: str, candidates: Sequence[Candidate], trial: Trial) -> Outcome:
    """What a candidate made of some games."""
    candidate, players, first, games = trial
    return play(game, players, seed, first, games, candidates[candidate])


@dataclass(frozen=True)
class Table:
    """Where candidates are tried: a executor that plays numbered games."""

    game: str
    players: Sequence[int]
    executor: ChunkExecutor

    @property
    def seed(self) -> str:
        """That of all games."""
        return make_seed(f"tuning {self.game}")

    def results(
        self, candidates: Sequence[Candidate], first: int, games: int
    ) -> list[dict[int, Outcome]]:
        """By candidate and player count: share of wins, and points ahead a game."""
        trials = [
            (candidate, count, at, size)
            for candidate in range(len(candidates))
            for count in self.players
            for at, size in chunks(first, games)
        ]
        done = dict(self.executor.run(partial(try_out, self.game, self.seed, candidates), trials))
        found: list[dict[int, Outcome]] = [{} for _ in candidates]
        # Added up in one order, whatever came first: sums of fractions depend on it.
        for candidate, count, at, size in trials:
            wins, ahead = found[candidate].get(count, (0.0, 0.0))
            won, by = done[candidate, count, at, size]
            found[candidate][count] = wins + won / games, ahead + by / games
        return found


def merit(results: dict[int, Outcome]) -> float:
    """What a candidate is ranked by: wins in fair shares, and a little for points ahead."""
    return sum(count * wins + 0.004 * ahead for count, (wins, ahead) in results.items())


def tune(table: Table, minutes: float, games: int) -> np.ndarray:
    """The weights that won most, by CMA-ES, within so many minutes."""
    from cmaes import CMA

    began = flat(rivalry(table.game, tuned=True))
    scale = np.maximum(np.abs(began), SMALLEST)
    # Only comparisons count, so weights could grow for ever: they stay near what they were.
    bounds = np.tile([-REACH, REACH], (len(began), 1))
    search = CMA(mean=np.zeros(len(began)), sigma=SPREAD, seed=1, bounds=bounds)
    until, number = time.monotonic() + 60 * minutes, 0
    with tqdm(unit=" generations", desc=table.game) as bar:
        while time.monotonic() < until:
            asked = [search.ask() for _ in range(search.population_size)]
            candidates = [np.rint(began + x * scale).astype(int).tolist() for x in asked]
            results = table.results(candidates, number * games, games)
            search.tell([(x, -merit(r)) for x, r in zip(asked, results, strict=True)])
            best = max(results, key=merit)
            bar.set_postfix_str(" ".join(f"{n}p {100 * w:.1f} %" for n, (w, _) in best.items()))
            bar.update()
            number += 1
    return np.rint(began + search.mean * scale).astype(int)


def written(module: ModuleType, values: dict[str, tuple[int, ...]]) -> str:
    """A module's source with other weights."""
    lines = Path(str(module.__file__)).read_text(encoding="utf-8").splitlines(keepends=True)
    for name, node in reversed(assigned(module).items()):
        row = values[name]
        text = (
            str(row[0])
            if not isinstance(getattr(module, name), tuple)
            else f"({', '.join(map(str, row))},)"
        )
        lines[node.lineno - 1 : node.end_lineno] = [f"{name} = {text}\n"]
    return "".join(lines)


def write(game: str, weights: np.ndarray) -> None:
    """Puts weights into the game's files; the formatter has the last word."""
    rivals = rivalry(game, tuned=True)
    for module in modules_of(game):
        values = {}
        for name in assigned(module):
            at = rivals.places[module.__name__, name]
            size = len(rivals.values((module.__name__, name)))
            values[name] = tuple(int(v) for v in weights[at : at + size])
        Path(str(module.__file__)).write_text(written(module, values), encoding="utf-8")


def report(game: str, results: dict[int, Outcome], games: int) -> None:
    """What a judgement makes of its forerunner, by player count."""
    for count, (wins, ahead) in results.items():
        low, high = wilson(wins, games)
        print(
            f"{game} {count} players: {100 * wins:.1f} % ({100 * low:.1f}–{100 * high:.1f}), "
            f"{count * wins:.2f} fair shares ({count * low:.2f}–{count * high:.2f}), "
            f"{ahead:+.1f} points, {games} games"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, nargs="+", default=None)
    parser.add_argument("--minutes", type=float, default=0, help="0: only compare as it stands")
    parser.add_argument("--games", type=int, default=2000, help="a candidate's, per player count")
    parser.add_argument("--confirm", type=int, default=10000)
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--workers", type=int, default=os.cpu_count())
    who.add_argument("--ray", metavar="ADDRESS", help="a Ray cluster instead")
    parser.add_argument("--write", action="store_true", help="put what was found into the files")
    parser.add_argument("--out", type=Path, help="a file for the weights")
    wish = parser.parse_args()
    players = wish.players or [rulebook(wish.game).game.usual_players]
    with Cluster(wish.ray) if wish.ray else processes(wish.workers) as executor:
        carry_out(wish, Table(wish.game, players, executor))


def carry_out(wish: argparse.Namespace, table: Table) -> None:
    """Tunes if so wished, compares, and writes."""
    tuned = None
    if wish.minutes:
        own = flat(rivalry(wish.game, tuned=True)).tolist()
        play(wish.game, table.players[0], table.seed, 0, 1, own)
        tuned = tune(table, wish.minutes, wish.games)
        if wish.out:
            wish.out.write_text(json.dumps([int(v) for v in tuned]))
    else:
        play(wish.game, table.players[0], table.seed, 0, 1, None)
    candidate = None if tuned is None else [int(v) for v in tuned]
    report(wish.game, table.results([candidate], UNSEEN, wish.confirm)[0], wish.confirm)
    if wish.write and tuned is not None:
        write(wish.game, tuned)


if __name__ == "__main__":
    # A cluster looks functions up by their module's name, which here would be no module's.
    importlib.import_module("bench.tune").main()
