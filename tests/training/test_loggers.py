"""Loggers of training runs, without torch and without the services they speak to."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from nomarch.errors import BadOption
from nomarch.training import TrainingSettings
from nomarch.training.loggers import make_logger, open_loggers


def settings(folder: Path) -> TrainingSettings:
    return TrainingSettings("ra", 3, folder / "run", seed=7)


def test_wandb_gets_settings_and_metrics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []
    run = SimpleNamespace(
        log=lambda metrics, step: sent.append((step, metrics)), finish=lambda: sent.append("end")
    )
    wandb = SimpleNamespace(init=lambda **options: sent.append(options) or run)
    monkeypatch.setitem(sys.modules, "wandb", wandb)
    (logger,) = open_loggers(["wandb"], settings(tmp_path))
    logger.log(512, {"entropy": 1.5})
    logger.close()
    began, *rest = sent
    assert (began["project"], began["name"]) == ("nomarch", "run")
    assert (began["config"]["seed"], began["config"]["folder"]) == (7, str(tmp_path / "run"))
    assert rest == [(512, {"entropy": 1.5}), "end"]


def test_what_is_not_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("wandb", "torch.utils.tensorboard"):
        monkeypatch.setitem(sys.modules, module, None)
    for name in ("wandb", "tensorboard"):
        with pytest.raises(BadOption, match=rf"pip install 'nomarch\[{name}\]'"):
            make_logger(name, settings(tmp_path))
    with pytest.raises(
        BadOption, match="There is no logger 'paper'; choose from tensorboard, wandb"
    ):
        make_logger("paper", settings(tmp_path))


def test_nothing_is_logged_elsewhere_without_tensorboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nomarch.training.loggers.find_spec", lambda name: None)
    assert open_loggers(None, settings(tmp_path)) == []
