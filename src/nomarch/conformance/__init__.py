"""Checks that every game must pass, as generators of problems in sentences.

`check_game` runs them; `nomarch check-game` prints what it finds. A game's own tests run them with

    @pytest.mark.parametrize("check", GAME_CHECKS, ids=lambda check: check.__name__)
    def test_conformance(check):
        assert list(check(rulebook("yours"))) == []
"""

from nomarch.conformance.problems import Problem as Problem
from nomarch.conformance.runner import (
    COMPILED_CHECKS as COMPILED_CHECKS,
    GAME_CHECKS as GAME_CHECKS,
    RULES_CHECKS as RULES_CHECKS,
    SETUP_CHECKS as SETUP_CHECKS,
    check_game as check_game,
)
