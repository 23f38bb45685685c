"""Skill and luck: `python -m bench.luck [game …] [--games N] [--arena-games N]`.

One bot of a stronger level plays against a table of a weaker one, in every seat in turn. The share
of the variance of places that the level explains (eta squared) is divided by what it would be if
the stronger bot always came first: 100 % is skill alone, 0 % luck alone. Tied seats share the mean
of their places. Intervals are 95 %, from the spread of the stronger bot's places. All games run in
compiled code, those of weak levels by `bench.fast_arena`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from bench.fast_arena import FastArena

from nomarch.bots import arena
from nomarch.bots.level_settings import level_settings
from nomarch.engine.series import Series, play_on_cpu
from nomarch.kernel import backend
from nomarch.kernel.game import MAX_PLAYERS, rulebook, rulebooks
from nomarch.kernel.playouts import GREEDY, RANDOM
from nomarch.kernel.seeds import make_seed

Seating = tuple[list[bool], list[int]]
"""Which seats the stronger bot has, and the places by seat."""
SEED = "luck"


def compiled(game: str, games: int) -> Iterator[Seating]:
    """Greedy against random play."""
    book, build = rulebook(game), backend.cpu(game)
    players = book.game.usual_players
    policies = (GREEDY,) + (RANDOM,) * (players - 1)
    series = Series(book, book.setup(players), make_seed(SEED), policies, rotate=True)
    places = np.zeros(MAX_PLAYERS, np.int64)
    for number, state in enumerate(play_on_cpu(series, 0, games)):
        build.rank(state, places)
        strong = [(seat + number) % players == 0 for seat in range(players)]
        yield strong, [int(place) for place in places[:players]]


def weak(game: str, games: int, levels: Sequence[str]) -> Iterator[Seating]:
    """The first level against the second; neither searches."""
    contest, book = arena.contest(game, levels, seed=SEED), rulebook(game)
    fast, oversight = FastArena(book), level_settings(book).oversight
    for number in range(games):
        played = fast.play(contest, number, [oversight.get(level) for level in levels])
        yield [bot == 0 for bot in played.bots], played.places


class Skill(NamedTuple):
    wins: float
    explained: float
    """Eta squared."""
    share: float
    low: float
    high: float


def measure_skill(seatings: Iterable[Seating]) -> Skill:
    strong, weak, wins = list[float](), list[float](), 0.0
    for is_strong, places in seatings:
        ties = Counter(places)
        for mine, place in zip(is_strong, places, strict=True):
            (strong if mine else weak).append(place + (ties[place] - 1) / 2)
            wins += mine and place == 1 and 1 / ties[1]
    players = (len(strong) + len(weak)) // len(strong)
    mean = (players + 1) / 2
    total = float(np.var(strong + weak))

    def between(first: float) -> float:
        rest = (players * mean - first) / (players - 1)
        return ((first - mean) ** 2 + (players - 1) * (rest - mean) ** 2) / players

    place = float(np.mean(strong))
    margin = 1.96 * float(np.std(strong)) / len(strong) ** 0.5
    share, low, high = (
        between(min(max(at, 1.0), mean)) / between(1.0)
        for at in (place, place + margin, place - margin)
    )
    return Skill(wins / len(strong), between(place) / total, share, low, high)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--arena-games", type=int, default=600)
    parser.add_argument("--levels", nargs=2, default=["greedy", "easy"])
    options = parser.parse_args()
    print("| game | levels | games | first | variance explained | skill | interval |")
    print("| --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for game in options.game or list(rulebooks()):
        for levels, games, seatings in (
            (("greedy", "random"), options.games, compiled(game, options.games)),
            (
                tuple(options.levels),
                options.arena_games,
                weak(game, options.arena_games, options.levels),
            ),
        ):
            if not games:
                continue
            skill = measure_skill(seatings)
            print(
                f"| {game} | {' – '.join(levels)} | {games:,} | {skill.wins:.0%} | "
                f"{skill.explained:.2f} | {skill.share:.0%} | "
                f"{skill.low:.0%} to {skill.high:.0%} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
