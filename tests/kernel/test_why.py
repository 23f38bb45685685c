"""Rules that are asked why: both branches run, and the closed one tells what stands in the way."""

import ast
from typing import Any

import pytest

from nomarch.errors import RulesOutsideDialect
from nomarch.kernel.compile import dialect
from nomarch.kernel.declare.actions import allow
from nomarch.kernel.run.illegal_reasons import ReasonNotes, explaining


def notes_of(source: str, s: Any) -> ReasonNotes:
    """What a `legal` notes; the names of the rules are what they are in Python."""
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    dialect.check_function(function, "rules")
    tree = ast.fix_missing_locations(ast.Module([explaining(function)], []))
    scope: dict[str, Any] = {"allow": allow, "because": lambda reason: None}
    exec(compile(tree, "rules", "exec"), scope)
    notes = ReasonNotes()
    scope["legal"](s, 0, notes)
    return notes


class State:
    def __init__(self, **fields: Any) -> None:
        vars(self).update(fields)


BRANCHES = """
def legal(s, seat, mask):
    if s.phase == 0:
        if s.room > 0:
            allow(mask, 1)
        else:
            because("There is no room.")
    elif s.phase == 1:
        allow(mask, 70)
    else:
        allow(mask, 3)
"""


@pytest.mark.parametrize(
    ("phase", "room", "allowed", "reason"),
    [(0, 1, {1}, ""), (0, 0, set(), "There is no room."), (1, 0, {70}, ""), (2, 1, {3}, "")],
)
def test_what_is_open_is_allowed_and_the_outermost_condition_speaks(
    phase: int, room: int, allowed: set[int], reason: str
) -> None:
    notes = notes_of(BRANCHES, State(phase=phase, room=room))
    assert set(notes.found) == {1, 3, 70}
    assert {action for action, ways in notes.found.items() if () in ways} == allowed
    assert (notes.reason(1), notes.reason(12345)) == (reason, "")


LEAVING = """
def legal(s, seat, mask):
    if s.tired > 0:
        because("You are tired.")
        return
    for i in range(3):
        if s.row[i] == 0:
            continue
        allow(mask, s.row[i + s.beyond])
"""


def test_what_follows_a_branch_that_leaves_is_the_other_branch() -> None:
    notes = notes_of(LEAVING, State(tired=1, row=[4, 5, 0], beyond=0))
    assert [notes.reason(action) for action in (4, 5)] == ["You are tired."] * 2
    assert all(() not in ways for ways in notes.found.values())


def test_only_a_closed_way_may_look_at_what_is_not_there() -> None:
    assert notes_of(LEAVING, State(tired=1, row=[4, 5, 6], beyond=9)).found == {}
    with pytest.raises(IndexError):
        notes_of(LEAVING, State(tired=0, row=[4, 5, 6], beyond=7))


def test_reasons_are_the_only_strings_of_rules() -> None:
    dialect.check_source('def legal(s, seat, mask):\n    because("So it is.")\n')
    with pytest.raises(RulesOutsideDialect, match="has no strings"):
        dialect.check_source('def legal(s, seat, mask):\n    shout("So it is.")\n')
