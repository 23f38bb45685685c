"""The example scripts that need torch or JAX learn something on small settings."""

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
@pytest.mark.parametrize(
    ("name", "needed", "settings", "least"),
    [
        ("ppo", "torch", {"steps": 60_000, "num_envs": 64, "num_steps": 320}, 0.5),
        ("jax_policy_gradient", "jax", {"updates": 6, "num_envs": 64, "num_steps": 320}, 0.6),
        ("sb3_maskable_ppo", "sb3_contrib", {"steps": 40_960}, 0.4),
    ],
)
def test_an_example_learns_to_beat_random_play(
    name: str, needed: str, settings: dict[str, int], least: float
) -> None:
    pytest.importorskip(needed)
    example = load(name)
    agent = example.train("ra", players=3, **settings)
    assert example.win_rate("ra", 3, agent, "random", 256) > least


@pytest.mark.xdist_group("compile-ra")
def test_torchrl_plays_a_whole_game() -> None:
    pytest.importorskip("torchrl")
    rollout = load("torchrl_rollout").collect("ra", 3, 2000)
    assert bool(rollout["next", "done"][-1])
    paid = [rollout["next", f"player_{seat}", "reward"].sum() for seat in range(3)]
    assert max(paid) > min(paid)
