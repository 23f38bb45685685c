"""Length and branching of the games: `python bench/game_sizes.py [game …] [--games 2000]`.

Plays whole games of all-random and all-greedy play in a batch, at the usual player count. A
decision with one legal action is forced and left out, like `Batch` does unless that reveals a
secret. Intervals are one standard deviation over games.
"""

from __future__ import annotations

import argparse

import numpy as np

from nomarch.envs import Batch
from nomarch.kernel.game import rulebook, rulebooks


def measure(game: str, policy: str, games: int) -> tuple[float, float, float, int]:
    """Return the mean and deviation of decisions a game, and mean and most choices.

    Every slot plays its first game only, so that short games don't count more than long ones.
    """
    batch = Batch(game, n=games, seed=1, observe=False)
    decisions, choices = np.zeros(games, np.int64), np.zeros(games, np.int64)
    playing, most = np.ones(games, bool), 0
    while playing.any():
        legal = batch.mask.sum(axis=1)
        decisions += playing
        choices += legal * playing
        most = max(most, int(legal[playing].max()))
        batch.step(batch.sample(policy))
        playing &= batch.done == 0
    return decisions.mean(), decisions.std(), choices.sum() / decisions.sum(), most


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=2000)
    options = parser.parse_args()
    print("| game | players | play | decisions | choices, mean | most |")
    print("| --- | --- | --- | --- | --- | --- |")
    for game in options.game or list(rulebooks()):
        players = rulebook(game).game.usual_players
        for policy in ("random", "greedy"):
            mean, spread, choices, most = measure(game, policy, options.games)
            print(
                f"| {game} | {players} | {policy} | {mean:.0f} ± {spread:.0f} "
                f"| {choices:.1f} | {most} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
