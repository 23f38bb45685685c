"""The small boxes can be solved: whole trees, and exploitability that falls."""

from __future__ import annotations

import pyspiel
import pytest

import nomarch.envs.openspiel  # noqa: F401

BOXES = {"ra": {"duel": "on", "box": "small"}, "giza": {"first": "seat-1", "box": "small"}}


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("giza", marks=pytest.mark.xdist_group("compile-giza")),
        pytest.param("ra", marks=[pytest.mark.thorough, pytest.mark.xdist_group("compile-ra")]),
    ],
)
def test_cfr_lowers_exploitability(game: str) -> None:
    tree = pyspiel.load_game(f"nomarch_{game}", {"players": 2} | BOXES[game])
    solver, found = pyspiel.CFRSolver(tree), list[float]()
    for _ in range(2):
        for _ in range(4):
            solver.evaluate_and_update_policy()
        found.append(pyspiel.exploitability(tree, solver.average_policy()))
    assert 0 < found[1] < found[0]
    assert found[1] < 0.15
