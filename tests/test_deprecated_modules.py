"""Old module names keep working for one release."""

from __future__ import annotations

import importlib
import sys

import pytest

from nomarch.kernel.deprecated_modules import MOVED


@pytest.mark.parametrize("old", MOVED)
def test_an_old_module_name_warns_and_gives_the_new_module(old: str) -> None:
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=f"{old} is now {MOVED[old]}"):
        found = importlib.import_module(old)
    new = importlib.import_module(MOVED[old])
    assert found is new
    assert new.__spec__ is not None
    assert new.__spec__.name == MOVED[old]


def test_old_names_of_executors_warn_and_give_the_new_classes() -> None:
    from nomarch.engine import executors

    with pytest.warns(DeprecationWarning, match="Crew is now ChunkExecutor"):
        assert executors.Crew is executors.ChunkExecutor
    with pytest.raises(AttributeError, match="no attribute 'Sailor'"):
        _ = executors.Sailor


def test_a_game_still_has_its_spread() -> None:
    from nomarch.kernel.game import rulebook

    game = rulebook("ra").game
    with pytest.warns(DeprecationWarning, match=r"Game.spread is now Game.cuda"):
        assert game.spread is game.cuda


def test_drawing_with_an_album_warns() -> None:
    import nomarch

    match = nomarch.new("ra", players=3, seed=1)
    with pytest.warns(DeprecationWarning, match="album is ignored"):
        assert match.svg(album=object()) == match.svg()
