"""The mistakes that `bench/mutations.py` plants can still be planted."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.mutations import MUTATIONS, Mutation

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_what_is_changed_and_who_notices_are_there(mutation: Mutation) -> None:
    source = (ROOT / "src" / "nomarch" / mutation.file).read_text(encoding="utf-8")
    assert mutation.old in source
    assert mutation.old != mutation.new
    assert (ROOT / mutation.test).exists()
