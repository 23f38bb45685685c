"""The training loop: rollout, update, now and then an evaluation and a checkpoint."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import torch

from nomarch.bots.weights import load_weights
from nomarch.errors import BadOption, NoDevice
from nomarch.progress import show_progress
from nomarch.training.evaluation import Evaluator
from nomarch.training.network import Network
from nomarch.training.ppo import PPO, Metrics, imitation_coef
from nomarch.training.rollout import RolloutCollector
from nomarch.training.settings import TrainingSettings

CHECKPOINT, LOG, WEIGHTS = "checkpoint.pt", "log.jsonl", "weights.npz"
OPPONENTS = ("random", "greedy")
REFIT_AT = 0.05
"""Progress at which inputs are measured again: random play misses much of the game."""
SETTINGS_OF_A_RESUME = ("steps", "seconds", "threads", "on", "eval_interval", "eval_seconds")

Callback = Callable[["Trainer", Metrics], bool | None]
"""Called after each update; False ends the run."""


class Trainer:
    """A training run and its folder."""

    def __init__(self, settings: TrainingSettings, *, resume: bool = False) -> None:
        """Start a run in a folder without one, or resume the one that is there."""
        settings.check()
        if settings.on == "cuda" and not torch.cuda.is_available():
            raise NoDevice("torch finds no CUDA device on this machine.")
        saved = _read_checkpoint(settings.folder) if resume else None
        self.settings = settings if saved is None else _resumed_settings(settings, saved)
        if saved is None and (settings.folder / CHECKPOINT).exists():
            raise BadOption(
                f"{settings.folder} holds a run already: go on with --resume, or name another."
            )
        settings = self.settings
        if settings.threads is not None:
            torch.set_num_threads(settings.threads)
        torch.manual_seed(settings.seed)
        self.network = Network(settings)
        self.collector = RolloutCollector(settings, self.network)
        self.ppo = PPO(settings, self.network, self.collector.rollout)
        self._evaluators: dict[int, Evaluator] = {}
        self.updates, self.seconds, self.is_refitted = 0, 0.0, settings.init is not None
        if saved is not None:
            self._load(saved)
            return
        if settings.init is not None:
            self.network.load_weights(load_weights(settings.init))
        settings.folder.mkdir(parents=True, exist_ok=True)
        self._log_file.write_text("", encoding="utf-8")

    # --- Training -----------------------------------------------------------------------------

    @property
    def global_step(self) -> int:
        """Decisions made so far."""
        return self.updates * self.settings.batch_size

    @property
    def progress(self) -> float:
        """Fraction of training done, by decisions or by time."""
        limit = self.settings.seconds
        share = max(self.global_step / self.settings.steps, self.seconds / limit if limit else 0.0)
        return min(1.0, share)

    def train(self, *, quiet: bool = False, on_update: Callback | None = None) -> None:
        """Train to the end; the last line of the log is an evaluation.

        `on_update` gets this run and the metrics of each update; False ends the run.
        """
        steps, last_eval = self.settings.steps, self.seconds
        if (is_last := self.progress >= 1) and not quiet:
            print(f"Nothing to do: {steps:,} decisions are made. Ask for more.", file=sys.stderr)
        done = min(self.global_step, steps)
        with show_progress(steps, "decisions", done, hide=quiet) as advance:
            while not is_last:
                metrics = self.update()
                is_stopped = on_update is not None and on_update(self, metrics) is False
                is_last = is_due = self.progress >= 1 or is_stopped
                if self.settings.eval_seconds:
                    is_due |= self.seconds - last_eval >= self.settings.eval_seconds
                else:
                    is_due |= self.updates % self.settings.eval_interval == 0
                if is_due:
                    last_eval = self.seconds
                    metrics |= self.evaluate()
                self._write_log(metrics)
                if is_due or self.updates == 1:
                    self.save()
                if is_due and not quiet:
                    print(self._progress_line(metrics), file=sys.stderr, flush=True)
                advance(self.settings.batch_size)

    def update(self) -> Metrics:
        """Collect one rollout and learn from it."""
        is_due = not self.is_refitted and self.progress >= REFIT_AT
        if is_due or not self.network.is_fitted:
            self.network.fit_normalizer(*self.collector.measure_inputs())
            self.is_refitted = is_due
        began = time.perf_counter()
        progress = self.progress
        self.collector.collect(is_taught=imitation_coef(self.settings, progress) > 0)
        metrics = self.ppo.update(progress)
        spent = time.perf_counter() - began
        self.updates += 1
        # The first update compiles; it doesn't count as training time.
        self.seconds += spent if self.updates > 1 else 0.0
        return metrics | {"sps": self.settings.batch_size / spent}

    def evaluator(self, players: int | None = None) -> Evaluator:
        """Return what plays evaluation games of a player count (default: the settings')."""
        players = players or self.settings.players
        if players not in self._evaluators:
            self._evaluators[players] = Evaluator(self.settings, players)
        return self._evaluators[players]

    def evaluate(self) -> Metrics:
        """Return win rates of the averaged weights against every opponent."""
        metrics: Metrics = {}
        for opponent in OPPONENTS:
            seed = f"{self.settings.seed} against {opponent} after {self.updates}"
            won = self.evaluator().against_policy(self.network, opponent, seed)
            metrics |= {
                opponent: won.rate,
                f"{opponent}_low": won.low,
                f"{opponent}_high": won.high,
            }
        return metrics

    def summary(self) -> str:
        """Return a summary of the run's progress and the path of its weights."""
        evaluated = [line for line in self.log if OPPONENTS[0] in line][-1]
        won = " and ".join(
            f"{evaluated[name]:.1%} of games against {name} (95 % interval "
            f"{evaluated[f'{name}_low']:.1%} – {evaluated[f'{name}_high']:.1%})"
            for name in OPPONENTS
        )
        path = self.settings.folder / WEIGHTS
        return f"After {self.global_step:,} decisions it wins {won}; the weights are in {path}."

    def _progress_line(self, metrics: Metrics) -> str:
        won = ", ".join(f"{name} {metrics[name]:.1%}" for name in OPPONENTS)
        return (
            f"{self.settings.game} {self.progress:.0%}: {self.global_step / 1e6:.1f} M decisions, "
            f"{metrics['sps'] / 1e3:,.0f} k/s; {won}; entropy {metrics['entropy']:.2f}, "
            f"KL {metrics['approx_kl']:.4f}, explained {metrics['explained_variance']:.2f}"
        )

    # --- Files --------------------------------------------------------------------------------

    @property
    def _log_file(self) -> Path:
        return self.settings.folder / LOG

    @property
    def log(self) -> list[Metrics]:
        """Metrics of every update, with win rates after some of them."""
        return read_log(self._log_file)

    def _write_log(self, metrics: Metrics) -> None:
        # The rate differs from run to run; everything else in the file is reproducible.
        kept = {name: round(value, 5) for name, value in metrics.items() if name != "sps"}
        with self._log_file.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"step": self.global_step, **kept}) + "\n")

    def save(self) -> None:
        """Write checkpoint and weights, each atomically."""
        folder = self.settings.folder
        settings = asdict(self.settings) | {"folder": str(folder), "init": None}
        checkpoint = {
            "settings": settings,
            "updates": self.updates,
            "seconds": self.seconds,
            "is_refitted": self.is_refitted,
            "network": self.network.state(),
            "ppo": self.ppo.state(),
            "rng": _rng_state(self.settings.on),
            "games": [part.save() for part in self.collector.parts],
        }
        torch.save(checkpoint, folder / f"{CHECKPOINT}.new")
        (folder / f"{CHECKPOINT}.new").replace(folder / CHECKPOINT)
        self.network.weights(self.global_step).save(folder / WEIGHTS)

    def _load(self, saved: dict[str, Any]) -> None:
        """Resume from a checkpoint; log lines of later updates are dropped."""
        self.updates, self.seconds = saved["updates"], saved["seconds"]
        self.is_refitted = saved["is_refitted"]
        self.network.load_state(saved["network"])
        self.ppo.load_state(saved["ppo"])
        for part, games in zip(self.collector.parts, saved["games"], strict=True):
            part.load(games)
        torch.set_rng_state(saved["rng"][0])
        if self.settings.on == "cuda" and len(saved["rng"]) > 1:
            torch.cuda.set_rng_state(saved["rng"][1])
        lines = [line for line in self.log if line["step"] <= self.global_step]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        self._log_file.write_text(text, encoding="utf-8")


def _rng_state(device: str) -> list[torch.Tensor]:
    states = [torch.get_rng_state()]
    return [*states, torch.cuda.get_rng_state()] if device == "cuda" else states


def read_log(path: Path) -> list[Metrics]:
    """Return the lines of a run's log; an unfinished last line is skipped."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("\n")]


def _read_checkpoint(folder: Path) -> dict[str, Any]:
    path = folder / CHECKPOINT
    if not path.exists():
        raise BadOption(f"{folder} holds no run to go on with.")
    saved: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    return saved


def _resumed_settings(wanted: TrainingSettings, saved: dict[str, Any]) -> TrainingSettings:
    """Return the saved settings, except for how long and on what to train."""
    known = {field.name for field in fields(TrainingSettings)}
    kept = {name: value for name, value in saved["settings"].items() if name in known}
    settings = TrainingSettings(**kept | {"folder": wanted.folder})
    for name in ("game", "players", "player_counts"):
        before, now = getattr(settings, name), getattr(wanted, name)
        if before != now:
            raise BadOption(f"{wanted.folder} holds a run with {name} {before}, not {now}.")
    changed = {name: getattr(wanted, name) for name in SETTINGS_OF_A_RESUME}
    if wanted.seconds:
        changed["seconds"] = saved["seconds"] + wanted.seconds
    return replace(settings, **changed)
