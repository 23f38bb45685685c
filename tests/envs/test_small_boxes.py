"""The small boxes can be solved: whole trees, and exploitability that falls."""

from __future__ import annotations

import pyspiel
import pytest

import nomarch.envs.openspiel  # noqa: F401
from nomarch.envs.gambit import extensive_form
from nomarch.errors import BadOption

pytestmark = pytest.mark.xdist_group("compile-giza")
BOXES = {"ra": {"duel": "on", "box": "small"}, "giza": {"first": "seat-1", "box": "small"}}


@pytest.mark.parametrize("game", ["giza", pytest.param("ra", marks=pytest.mark.thorough)])
def test_cfr_lowers_exploitability(game: str) -> None:
    tree = pyspiel.load_efg_game(extensive_form(game, 2, BOXES[game]))
    solver = pyspiel.CFRSolver(tree)
    found = []
    for _ in range(3):
        for _ in range(5):
            solver.evaluate_and_update_policy()
        found.append(pyspiel.exploitability(tree, solver.average_policy()))
    assert found[0] > found[1] > found[2] > 0
    assert found[2] < 0.1


def test_openspiel_loads_a_small_box() -> None:
    game = pyspiel.load_game("nomarch_giza", {"players": 2} | BOXES["giza"])
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert sum(state.returns()) == 0


def test_full_boxes_have_no_extensive_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nomarch.envs.gambit.MAX_NODES", 100)
    with pytest.raises(BadOption, match="choose a small box"):
        extensive_form("giza", 3)
