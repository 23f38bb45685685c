"""Training: networks that learn a game by playing themselves, and leave one small file of weights.

It needs torch (the extra `train`); what plays with the weights does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nomarch.errors import BadOption
from nomarch.training.settings import Settings

if TYPE_CHECKING:
    from nomarch.training.trainer import Run

__all__ = ["Settings", "train"]


def train(settings: Settings, *, resume: bool = False, quiet: bool = True) -> Run:
    """Trains until as many decisions were learned from as `settings` says; the run as it ended.

    The run's folder holds everything: checkpoint, log, curves and weights. With `resume` it goes
    on from the folder's checkpoint; `quiet` shows no progress.
    """
    try:
        from nomarch.training.trainer import Run
    except ImportError as error:
        if error.name != "torch":
            raise
        raise BadOption("Training needs the extra: pip install 'nomarch[train]'.") from error
    run = Run(settings, resume=resume)
    run.train(quiet=quiet)
    return run
