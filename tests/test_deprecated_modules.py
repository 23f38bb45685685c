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
