"""Self-play training by PPO. Needs torch (the extra `train`); playing with the weights does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nomarch.errors import BadOption
from nomarch.training.settings import TrainingSettings

if TYPE_CHECKING:
    from nomarch.training.trainer import Callback, Trainer

__all__ = ["TrainingSettings", "train"]


def train(
    settings: TrainingSettings,
    *,
    resume: bool = False,
    quiet: bool = True,
    on_update: Callback | None = None,
) -> Trainer:
    """Train a network and return the finished run.

    The folder holds checkpoint, log and weights. With `resume` the folder's run is continued;
    `quiet` shows no progress. For `on_update` see `Trainer.train`.
    """
    try:
        from nomarch.training.trainer import Trainer
    except ImportError as error:
        if error.name != "torch":
            raise
        raise BadOption("Training needs the extra: pip install 'nomarch[train]'.") from error
    trainer = Trainer(settings, resume=resume)
    trainer.train(quiet=quiet, on_update=on_update)
    return trainer
