"""Train small networks from nothing and rate their checkpoints: `python -m bench.weak_levels GAME`.

Checkpoints of a short run make a learner's mistakes. They are saved each time the number of
decisions has doubled. Then each plays one seat against a table of greedy bots, and against a table
of the checkpoint before it. The folder gets `STEP.npz` and `ratings.json`.
"""

from __future__ import annotations

import argparse
import json
from math import log10
from pathlib import Path

from nomarch.bots.weights import load_weights
from nomarch.kernel.game import rulebook
from nomarch.training.device_evaluation import Evaluator
from nomarch.training.evaluation import WinRate
from nomarch.training.network import Network, network_of
from nomarch.training.settings import TrainingSettings
from nomarch.training.trainer import Trainer

FIRST = 1 << 18
"""Decisions before the first checkpoint."""


def train(settings: TrainingSettings) -> list[Path]:
    """Train until the time is up; return the checkpoints, weakest first."""
    trainer, saved, due = Trainer(settings), [], FIRST
    while trainer.progress < 1:
        trainer.update()
        if trainer.global_step >= due:
            saved.append(settings.folder / f"{trainer.global_step}.npz")
            trainer.network.weights(trainer.global_step).save(saved[-1])
            due *= 2
    return saved


def distance(won: WinRate, players: int, games: int) -> float:
    """Return the Elo distance of one seat from the others'."""
    rate = (won.rate * games + 0.5) / (games + 1)
    return 400 * log10(rate * (players - 1) / (1 - rate))


def rate_all(settings: TrainingSettings, saved: list[Path], players: int) -> list[dict[str, float]]:
    """Return each checkpoint's distance from greedy and from the one before."""
    evaluator = Evaluator(settings, players)
    found: list[dict[str, float]] = []
    before: Network | None = None
    for path in saved:
        network = network_of(load_weights(path), settings)
        won = evaluator.against_policy(network, "greedy", "weak levels")
        row = {"step": float(path.stem), "greedy": distance(won, players, settings.eval_games)}
        if before is not None:
            ahead = evaluator.against_network(network, before, "weak levels")
            row["before"] = distance(ahead, players, settings.eval_games)
        found.append(row)
        before = network
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--on", choices=("cpu", "cuda"), default="cuda")
    parser.add_argument("--width", type=int, default=48)
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--players", type=int, nargs="+", help="counts (default: the usual one)")
    options = parser.parse_args()
    game = rulebook(options.game).game
    settings = TrainingSettings.for_device(
        options.game, game.usual_players, options.out, options.on,
        mixed_players=game.players, width=options.width, depth=1, num_envs=options.games,
        num_steps=32, minibatch_size=8192, learning_rate=1e-3, entropy_coef=0.03,
        seconds=options.seconds, steps=1 << 40, eval_games=2048, win_weight=0.9,
    )  # fmt: skip
    saved, counts = train(settings), options.players or [game.usual_players]
    found = {players: rate_all(settings, saved, players) for players in counts}
    (options.out / "ratings.json").write_text(json.dumps(found, indent=1), encoding="utf-8")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
