"""The example scripts that need torch or JAX learn something on small settings."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.xdist_group("compile-ra")
def test_ppo_beats_random_play() -> None:
    pytest.importorskip("torch")
    ppo = load("ppo")
    agent = ppo.train("ra", players=3, steps=60_000, num_envs=64, num_steps=320)
    assert ppo.win_rate("ra", 3, agent, "random", 256) > 0.5


@pytest.mark.xdist_group("compile-ra")
def test_jax_example_learns() -> None:
    pytest.importorskip("jax")
    example = load("jax_policy_gradient")
    params = example.train("ra", players=3, updates=6, num_envs=64, num_steps=320)
    assert example.win_rate("ra", 3, params, "random", 256) > 0.6


@pytest.mark.xdist_group("compile-ra")
def test_sb3_example_learns() -> None:
    pytest.importorskip("sb3_contrib")
    example = load("sb3_maskable_ppo")
    model = example.train("ra", players=3, steps=40_960)
    assert example.win_rate("ra", 3, model, "random", 256) > 0.4
