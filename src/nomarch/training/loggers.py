"""Where the metrics of a training run go besides its own log: TensorBoard, W&B, or yours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from nomarch.errors import BadOption
from nomarch.training.settings import TrainingSettings

PROJECT = "nomarch"
"""The project of W&B runs, unless another is named."""


class MetricsLogger(Protocol):
    """Gets the metrics of every update, with win rates after some of them."""

    def log(self, step: int, metrics: Mapping[str, float]) -> None:
        """Take metrics; `step` counts decisions."""
        ...

    def close(self) -> None:
        """Finish; called when training ends, also with an error."""
        ...


class TensorBoardLogger:
    """Writes event files into a folder. Needs the extra `tensorboard`."""

    def __init__(self, folder: Path) -> None:
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError as error:
            raise BadOption("This needs the extra: pip install 'nomarch[tensorboard]'.") from error
        self.writer = SummaryWriter(folder)  # type: ignore[no-untyped-call]

    def log(self, step: int, metrics: Mapping[str, float]) -> None:
        for name, value in metrics.items():
            self.writer.add_scalar(name, value, step)

    def close(self) -> None:
        self.writer.close()


class WandbLogger:
    """Sends metrics to Weights & Biases. Needs the extra `wandb`."""

    def __init__(self, settings: TrainingSettings, **options: Any) -> None:
        """Start a run; `options` go to `wandb.init`, such as `project` or `mode="offline"`."""
        try:
            import wandb
        except ImportError as error:
            raise BadOption("This needs the extra: pip install 'nomarch[wandb]'.") from error
        config = {name: _plain(value) for name, value in asdict(settings).items()}
        named = {"project": PROJECT, "name": settings.folder.name, "config": config}
        self.run = wandb.init(**named | options)

    def log(self, step: int, metrics: Mapping[str, float]) -> None:
        self.run.log(dict(metrics), step=step)

    def close(self) -> None:
        self.run.finish()


def _plain(value: object) -> object:
    return str(value) if isinstance(value, Path) else value


LOGGERS = ("tensorboard", "wandb")


def make_logger(name: str, settings: TrainingSettings) -> MetricsLogger:
    """Return one of `LOGGERS` for a run; raise `BadOption` if what it needs is not installed."""
    if name == "tensorboard":
        return TensorBoardLogger(settings.folder / "tensorboard")
    if name == "wandb":
        return WandbLogger(settings)
    raise BadOption(f"There is no logger {name!r}; choose from {', '.join(LOGGERS)}.")


def open_loggers(
    wanted: Sequence[MetricsLogger | str] | None, settings: TrainingSettings
) -> list[MetricsLogger]:
    """Return the loggers of a run; by default TensorBoard's where it is installed."""
    if wanted is None:
        wanted = ["tensorboard"] if find_spec("tensorboard") else []
    return [make_logger(one, settings) if isinstance(one, str) else one for one in wanted]
