"""Measures the levels of bots: `python -m bench.ladder ra --games 1000 [--folder DIR]`.

Every level plays against the one below it in the arena, one seat against a table full, seats and
seeds balanced. A win rate becomes a distance on the scale of Elo by what it would be at a table of
many: a bot that is g times as strong wins g games for each that one of the others wins. The
distances are added up from the level that plays by judgement alone, which is 1500, and so are the
squares of their doubts. Ratings go into the game's `ratings.json`, where pages find them, and all
of it into `bench/ladder.md`. Levels that look ahead take their time: `--slow` says how many games
their rungs have, 0 leaves them out. With `--folder` a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, log10
from pathlib import Path

import msgspec
from tqdm import tqdm

from nomarch.bots import LEVELS, THINKING_MS, arena
from nomarch.bots.ratings import Ladder, Rating, file_of
from nomarch.engine.executors import ChunkExecutor, processes
from nomarch.engine.ray_cluster import Cluster
from nomarch.engine.simulation import wilson
from nomarch.kernel.game import rulebook

ANCHOR, ANCHORED = "greedy", 1500
REPORT = Path(__file__).with_name("ladder.md")
HEADING = """# The ladder

Each level against the one below it, one seat against a table full, through the arena (seats and
seeds balanced): `python -m bench.ladder GAME --games N`. Ratings are on the scale of Elo; the level
that plays by judgement alone is 1500. Intervals are 95 %; doubt grows with the steps from
there.
"""


@dataclass(frozen=True)
class Step:
    """One rung: how often the stronger level won, and what that is on the scale of Elo."""

    level: str
    below: str
    games: int
    rate: float
    low: float
    high: float
    players: int

    @property
    def gap(self) -> float:
        """How far the levels are apart."""
        return distance(self.rate, self.players, self.games)

    @property
    def doubt(self) -> float:
        """Half of the interval of that."""
        high = distance(self.high, self.players, self.games)
        return (high - distance(self.low, self.players, self.games)) / 2


def distance(rate: float, players: int, games: int) -> float:
    """Elo between one bot and a table full of others, by how often it wins.

    Half a game each way keeps a bot that always wins within reach.
    """
    kept = (rate * games + 0.5) / (games + 1)
    return 400 * log10(kept * (players - 1) / (1 - kept))


def climb(
    game: str, players: int, games: int, slow: int, folder: Path | None, executor: ChunkExecutor
) -> list[Step]:
    """Plays every rung, so many games each; those with a level that looks ahead `slow` ones."""
    steps = []
    rungs = [(*rung, slow if rung[1] in THINKING_MS else games) for rung in pairwise(LEVELS)]
    for below, level, games in rungs:
        if not games:
            continue
        contest = arena.contest(game, [level, below], players, "ladder")
        file = folder / f"{game}-{players}-{level}.jsonl" if folder else None
        with tqdm(total=games, desc=f"{game}: {level} – {below}", unit=" games") as bar:
            played = arena.play(contest, games, file, progress=bar.update, executor=executor)
        line = next(one for one in arena.standings(contest, played) if one.bot == level)
        low, high = wilson(line.win_rate, line.games)
        steps.append(Step(level, below, line.games, line.win_rate, low, high, players))
    return steps


def rated(steps: list[Step]) -> dict[str, Rating]:
    """All levels that were measured on one scale, from the anchor upwards and downwards."""
    middle = LEVELS.index(ANCHOR)
    found = {ANCHOR: Rating(ANCHORED, 0)}
    place, doubt = float(ANCHORED), 0.0
    for step in steps[middle:]:
        place, doubt = place + step.gap, hypot(doubt, step.doubt)
        found[step.level] = Rating(round(place), round(doubt))
    place, doubt = float(ANCHORED), 0.0
    for step in reversed(steps[:middle]):
        place, doubt = place - step.gap, hypot(doubt, step.doubt)
        found[step.below] = Rating(round(place), round(doubt))
    return {level: found[level] for level in LEVELS if level in found}


def section(game: str, steps: list[Step], ratings: dict[str, Rating]) -> str:
    """A game's part of the report."""
    players = steps[0].players
    by_level = {step.level: step for step in steps}
    lines = [
        f"## {game}",
        "",
        f"{players} players; {100 / players:.0f} % would be even.",
        "",
        "| level | rating | wins against the level below | games |",
        "| --- | --- | --- | --- |",
    ]
    for level, rating in reversed(ratings.items()):
        step = by_level.get(level)
        wins = f"{step.rate:.1%} ({step.low:.1%} – {step.high:.1%})" if step else "–"
        games = f"{step.games:,}" if step else "–"
        lines.append(f"| {level} | {rating.rating} ± {rating.doubt} | {wins} | {games} |")
    return "\n".join(lines) + "\n"


def report(text: str, game: str, part: str) -> str:
    """The report with a game's part added, or put in place of its earlier one."""
    kept = re.sub(rf"\n## {re.escape(game)}\n.*?(?=\n## |\Z)", "", text, flags=re.DOTALL)
    return f"{kept.rstrip()}\n\n{part}"


def main() -> None:
    """Measures a game's levels and writes down what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000, help="a rung (default 1000)")
    parser.add_argument("--slow", type=int, default=400, help="of levels that look ahead (400)")
    parser.add_argument("--players", type=int, help="seats (default: the game's usual number)")
    parser.add_argument("--folder", type=Path, help="keeps games, to go on later")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--workers", type=int, default=1)
    who.add_argument("--ray", metavar="ADDRESS", help="a Ray cluster instead")
    options = parser.parse_args()
    book = rulebook(options.game)
    players = options.players or book.game.usual_players
    if options.folder:
        options.folder.mkdir(parents=True, exist_ok=True)
    with Cluster(options.ray) if options.ray else processes(options.workers) as executor:
        numbers = options.games, options.slow
        steps = climb(options.game, players, *numbers, options.folder, executor)
    ratings = rated(steps)
    ladder = Ladder(players, options.games, ratings)
    file_of(book).write_bytes(msgspec.json.format(msgspec.json.encode(ladder), indent=2) + b"\n")
    before = REPORT.read_text(encoding="utf-8") if REPORT.exists() else HEADING
    told = section(options.game, steps, ratings)
    REPORT.write_text(report(before, options.game, told), encoding="utf-8")
    print(told)


if __name__ == "__main__":
    main()
