"""A run: lesson after lesson, measured now and then, that can be stopped and gone on with."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch
from tqdm import tqdm

from nomarch.errors import BadOption, NoDevice
from nomarch.training.curves import draw_curves
from nomarch.training.evaluation import by_weights, win_rate
from nomarch.training.network import Network
from nomarch.training.ppo import Report, learn, teaching
from nomarch.training.rollout import Rollout
from nomarch.training.settings import Settings

CHECKPOINT, LOG, CURVES, WEIGHTS = "checkpoint.pt", "log.jsonl", "curves.svg", "weights.npz"
OPPONENTS = ("random", "greedy")


class Run:
    """A training run and its folder."""

    def __init__(self, settings: Settings, *, resume: bool = False) -> None:
        """Begins a run in a folder without one, or goes on with the one that is there."""
        settings.check()
        if settings.on == "cuda" and not torch.cuda.is_available():
            raise NoDevice("torch finds no CUDA device on this machine.")
        kept = _read_checkpoint(settings.folder) if resume else None
        self.settings = settings if kept is None else _gone_on(settings, kept["settings"])
        self._prepare()
        if kept is not None:
            self._go_on_from(kept)
        elif (settings.folder / CHECKPOINT).exists():
            raise BadOption(
                f"{settings.folder} holds a run already: go on with --resume, or name another."
            )
        else:
            self._begin()

    def _prepare(self) -> None:
        """Everything that a run has before its first lesson."""
        settings = self.settings
        if settings.threads is not None:
            torch.set_num_threads(settings.threads)
        torch.manual_seed(settings.seed)
        self.chance = torch.Generator(settings.on).manual_seed(settings.seed)
        self.rollout = Rollout(settings)
        inputs, actions = self.rollout.rows.shape[1], self.rollout.mask.shape[1]
        self.network = Network(inputs, actions, settings.width, settings.depth, settings.on)
        self.optimiser = torch.optim.Adam(self.network.layers.parameters(), eps=1e-5)
        self.lessons = 0

    def _begin(self) -> None:
        self.network.get_used_to(self.settings)
        self.settings.folder.mkdir(parents=True, exist_ok=True)
        self._log_file.write_text("", encoding="utf-8")

    # --- Learning -----------------------------------------------------------------------------

    @property
    def step(self) -> int:
        """Decisions that were made so far."""
        return self.lessons * self.settings.lesson

    def train(self, *, quiet: bool = False) -> None:
        """Learns until enough decisions were made; what was measured last is in the log."""
        settings = self.settings
        with tqdm(
            total=settings.steps, initial=min(self.step, settings.steps), unit=" decisions",
            unit_scale=True, disable=quiet,
        ) as bar:  # fmt: skip
            while self.step < settings.steps:
                report = self.teach()
                is_last = self.step >= settings.steps
                if is_last or self.lessons % settings.measured == 0:
                    report |= self.measure()
                    bar.set_postfix({name: f"{report[name]:.0%}" for name in OPPONENTS})
                self._note(report)
                if is_last or self.lessons % settings.measured == 0:
                    self.keep()
                bar.update(settings.lesson)

    def teach(self) -> Report:
        """One lesson: games are played on for a while, and learned from."""
        part = min(1.0, self.step / self.settings.steps)
        taught = teaching(self.settings, part) > 0
        lesson = self.rollout.play(self.network, self.chance, taught)
        report = learn(self.network, self.optimiser, lesson, self.settings, part, self.chance)
        self.lessons += 1
        return report

    def measure(self) -> Report:
        """Win rates against every opponent, on games that nobody learns from."""
        settings, measured = self.settings, Report()
        decide = by_weights(self.network.weights(settings, self.step))
        for opponent in OPPONENTS:
            seed = f"{settings.seed} against {opponent} after {self.lessons}"
            won = win_rate(
                decide, settings.game, settings.players, opponent, settings.matches, seed
            )
            measured |= {
                opponent: won.rate,
                f"{opponent}_low": won.low,
                f"{opponent}_high": won.high,
            }
        return measured

    def summary(self) -> str:
        """Where the run stands, and where its weights lie, in a sentence."""
        measured = [line for line in self.log if OPPONENTS[0] in line][-1]
        won = " and ".join(
            f"{measured[name]:.1%} of games against {name} (95 % interval "
            f"{measured[f'{name}_low']:.1%} – {measured[f'{name}_high']:.1%})"
            for name in OPPONENTS
        )
        path = self.settings.folder / WEIGHTS
        return f"After {self.step:,} decisions it wins {won}; the weights are in {path}."

    # --- Keeping ------------------------------------------------------------------------------

    @property
    def _log_file(self) -> Path:
        return self.settings.folder / LOG

    @property
    def log(self) -> list[Report]:
        """What every lesson gave, and what was measured after some of them."""
        return read_log(self._log_file)

    def _note(self, report: Report) -> None:
        line = {"step": self.step, **{name: round(value, 5) for name, value in report.items()}}
        with self._log_file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")

    def keep(self) -> None:
        """Writes checkpoint, weights and curves, each of which is there whole or not at all."""
        folder = self.settings.folder
        settings = asdict(self.settings) | {"folder": str(folder)}
        checkpoint = {
            "settings": settings,
            "lessons": self.lessons,
            "layers": self.network.layers.state_dict(),
            "inputs": (self.network.middle, self.network.spread),
            "optimiser": self.optimiser.state_dict(),
            "chance": self.chance.get_state(),
            "games": self.rollout.keep(),
        }
        torch.save(checkpoint, folder / f"{CHECKPOINT}.new")
        (folder / f"{CHECKPOINT}.new").replace(folder / CHECKPOINT)
        self.network.weights(self.settings, self.step).write(folder / WEIGHTS)
        drawn = draw_curves(self.log, self.settings)
        (folder / CURVES).write_text(drawn, encoding="utf-8")

    def _go_on_from(self, kept: dict[str, Any]) -> None:
        """Takes up a checkpoint; what the log says of later lessons is forgotten."""
        self.lessons = kept["lessons"]
        self.network.layers.load_state_dict(kept["layers"])
        self.network.middle, self.network.spread = (
            tensor.to(self.settings.on) for tensor in kept["inputs"]
        )
        self.optimiser.load_state_dict(kept["optimiser"])
        self.chance.set_state(kept["chance"].cpu())
        self.rollout.go_on_from(kept["games"])
        lines = [line for line in self.log if line["step"] <= self.step]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        self._log_file.write_text(text, encoding="utf-8")


def read_log(path: Path) -> list[Report]:
    """The lines of a run's log; one that was being written when the run was stopped is none."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("\n")]


def _read_checkpoint(folder: Path) -> dict[str, Any]:
    path = folder / CHECKPOINT
    if not path.exists():
        raise BadOption(f"{folder} holds no run to go on with.")
    kept: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    return kept


def _gone_on(wished: Settings, kept: dict[str, Any]) -> Settings:
    """The settings of a run that is gone on with: its own, but for how long and on how much."""
    settings = Settings(**kept | {"folder": wished.folder})
    for name in ("game", "players"):
        before, now = getattr(settings, name), getattr(wished, name)
        if before != now:
            raise BadOption(f"{wished.folder} holds a run with {name} {before}, not {now}.")
    return replace(settings, steps=wished.steps, threads=wished.threads, on=wished.on)
