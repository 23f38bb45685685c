"""Rules on paper: a game's help fits two pages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from nomarch.kernel.declare.game import rulebooks


@pytest.mark.parametrize("game", rulebooks())
def test_the_rules_fit_two_pages(person: Any, game: str) -> None:
    page = person().page(f"/rules/{game}")
    paper = page.pdf(format="A4", print_background=True)
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", paper)) <= 2
