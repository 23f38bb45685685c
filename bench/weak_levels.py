"""Find how much weak levels have to err: `python -m bench.weak_levels ra --games 400`.

`easy` should be 200 points below `greedy`, and `novice` 200 points below `easy`. The more moves a
bot overlooks and the more it misjudges the others, the weaker it is, so the right amount lies
between two that were tried: one seat against a table full of the level above, every seat in turn
on the same seeds. With `--write`, they go into `levels.json` of each game.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace

import msgspec
from rich.progress import track

from nomarch.bots import arena
from nomarch.bots.level_settings import LevelSettings, SkillNoise, level_settings, levels_path
from nomarch.bots.ratings import elo_gap
from nomarch.bots.weakened import WeakenedBot
from nomarch.kernel.game import Rulebook, rulebook, rulebooks

STEP = -200.0
"""Where a level should be, from the one above it."""
TRIES = 4
FIRST = 0.15
"""The amount of noise that is tried first, more than the level above has."""
MOST_OVERLOOKED = 60


class Noisy(WeakenedBot):
    """A weakened bot with the noise that a text names: overlooked, noise and largest loss."""

    def __init__(self, book: Rulebook, text: str) -> None:
        super().__init__(book, SkillNoise(*map(int, text.split("/"))))


def noise_at(amount: float) -> SkillNoise:
    """Return a noise by one number, from 0 (none)."""
    overlooked = min(MOST_OVERLOOKED, round(100 * amount))
    return SkillNoise(overlooked, round(1000 * amount), round(2000 * amount))


def spec_of(noise: SkillNoise) -> str:
    return f"py:bench.weak_levels:Noisy:{noise.overlooked}/{noise.noise}/{noise.max_loss}"


def gap(game: str, noise: SkillNoise, above: str, games: int, workers: int) -> float:
    """Return a bot's Elo distance from the level above it."""
    book = rulebook(game)
    players = book.game.usual_players
    contest = arena.contest(game, [spec_of(noise), above], players, "weak levels")
    lines = arena.standings(contest, arena.play(contest, games, workers=workers))
    line = next(line for line in lines if line.bot == contest.bots[0])
    return elo_gap(line.win_rate, players, line.games)


def next_amount(tried: dict[float, float]) -> float:
    """Return the amount where the gap should be `STEP`, by those on both sides that were tried."""
    low = max(amount for amount, found in tried.items() if found > STEP)
    beyond = [amount for amount, found in tried.items() if found <= STEP and amount > low]
    if not beyond:
        return 2 * low
    high = min(beyond)
    return low + (high - low) * (tried[low] - STEP) / (tried[low] - tried[high])


def find_amount(game: str, above: str, least: float, games: int, workers: int) -> float:
    """Return the amount of noise that is `STEP` away from the level above, which has `least`."""
    tried, amount = {least: 0.0}, least + FIRST
    for _ in track(range(TRIES), f"{game}, below {above}"):
        tried[amount] = gap(game, noise_at(amount), above, games, workers)
        print(f"{game} {noise_at(amount)}: {tried[amount]:.0f} from {above}")
        amount = next_amount(tried)
    return amount


def write_levels(book: Rulebook, settings: LevelSettings) -> None:
    text = msgspec.json.format(msgspec.json.encode(settings), indent=2)
    levels_path(book).write_bytes(text + b"\n")


def tune(games: Sequence[str], count: int, workers: int, *, write: bool) -> None:
    for game in games:
        easy = find_amount(game, "greedy", 0.0, count, workers)
        novice = find_amount(game, spec_of(noise_at(easy)), easy, count, workers)
        found = {"novice": noise_at(novice), "easy": noise_at(easy)}
        if write:
            write_levels(rulebook(game), replace(level_settings(rulebook(game)), noise=found))
        print(game, found, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="*", default=list(rulebooks()), help="default: all")
    parser.add_argument("--games", type=int, default=400, help="of each try (400)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="write levels.json of each game")
    options = parser.parse_args()
    tune(options.game, options.games, options.workers, write=options.write)


if __name__ == "__main__":
    main()
