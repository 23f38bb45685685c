"""Which rule forbids a move of Fertility."""

import re
from collections.abc import Callable

import pytest

from nomarch.engine.match import Match
from nomarch.engine.new_match import new
from nomarch.games.fertility import components as box, state as st
from nomarch.learning.illegal_moves import explain_illegal

from .table import ALL_UPRIGHT, A, B, G, P, Table, at


def match_of(table: Table) -> Match:
    """A match in the position of a table."""
    match = new("fertility", 2, seed="why")
    match.state = table.s
    match.refresh()
    return match


def valley(scene: int, *hand: str) -> Table:
    """One scene of a resource on f5."""
    return Table().bare_valley(*ALL_UPRIGHT[:3]).scenes({(5, 4): scene}).hand(*hand)


def city(*resources: int) -> Table:
    return Table().metropolis(0, 1).show(1, 13, 29, 33).city(*resources)


def at_quarry() -> Table:
    quarry = city().given(monuments=box.MONUMENTS_EACH, stock=(20, 20, 0, 20))
    return quarry.given(phase=st.QUARRY_GAIN, at=box.AT[0], quarries=1, quarry=box.AT[0])


def full() -> Table:
    return city().metropolis(0, 1, 2, 3, 4, 5, 6, 7, 8).city(A)


def around_h4() -> Table:
    return valley(A, HAND[0], "papyrus-papyrus").scenes(
        {(6, 3): A, (8, 3): G, (7, 2): G, (7, 4): G}
    )


def laying() -> Table:
    return valley(A, *HAND).follow("lay alabaster-grape")


def monument_on_d1() -> Table:
    table = laying()
    table.s.cell[at(3, 0)] = box.MONUMENT + 1
    return table


HAND = ("alabaster-grape", "alabaster-alabaster", "alabaster-papyrus")
REFUSED: list[tuple[Callable[[], Table], str, str, str]] = [
    (lambda: valley(A, "bovine-grape", *HAND[1:]), "", "lay bovine-grape",
     "This tile doesn't fit anywhere"),
    (laying, "", "cell i1", "Tiles can't cover wheat fields."),
    (laying, "", "cell g2", "Tiles can't cover water."),
    (laying, "", "cell m1", "That's outside the valley."),
    (monument_on_d1, "", "cell d1", "A monument stands there already."),
    (laying, "", "cell f5", "There's already a tile there."),
    (laying, "", "cell d5", "Neither half would be next to a matching scene."),
    (around_h4, "", "cell h4", "The other half has no room"),
    (around_h4, "lay alabaster-grape", "cell h4", "The other half has no room"),
    (laying, "", "lay alabaster-alabaster", "You lay one tile a turn, and you've already chosen"),
    (laying, "", "take grape-grape", "You take a tile from the common reserve at the end"),
    (lambda: valley(A, *HAND), "", "cell a1", "Neither half would be next to a matching scene."),
    (lambda: valley(A, *HAND), "", "cell f4",
     "First choose a tile that fits here: a double alabaster tile, an alabaster and grape tile "
     "or an alabaster and papyrus tile."),
    (lambda: valley(A, *HAND), "", "lay grape-grape", "You don't have this tile."),
    (laying, "cell e5", "turn east", "There's already a tile there."),
    (laying, "cell e5", "cell f5", "There's already a tile there."),
    (laying, "cell e5", "cell e4", "Tiles can't cover wheat fields."),
    (laying, "cell e5", "cell a1", "The first half is on e5: the other half must be next to it."),
    (lambda: valley(G, HAND[0]), "lay alabaster-grape, cell d5", "turn west",
     "Neither half would be next to a matching scene."),
    (lambda: valley(G, HAND[0]), "lay alabaster-grape, cell d5", "cell c5",
     "Neither half would be next to a matching scene."),
    (lambda: city(A), "", "cell a1", "You lay one tile a turn, and you've laid it."),
    (lambda: city(A), "", "lay grape-grape", "You lay one tile a turn, and you've laid it."),
    (lambda: city(A).given(phase=st.TAKING, common=(1,) * 9 + (0,)), "", "take papyrus-papyrus",
     "This tile isn't in the common reserve."),
    (lambda: at_quarry().given(phase=st.CHOOSE_QUARRY), "", "cell b2", "There's no quarry there"),
    (lambda: city(A), "", "build D29", "You can't afford it"),
    (lambda: city(A), "supply alabaster s1", "build D01", "You can build only one district"),
    (full, "", "build D01", "All seven spaces"),
    (lambda: city(A, B), "build D29, slot 1", "pay grape", "You harvested none"),
    (lambda: city(A, B), "build D29, slot 1", "pay wheat", "Your granary is empty."),
    (lambda: city(B), "", "supply bovine s3", "You don't have this resource"),
    (lambda: city(P), "supply papyrus s4", "done", "You can't decline an exchange"),
    (at_quarry, "", "quarry monument", "All four of your monuments"),
    (at_quarry, "", "quarry grape", "There's none of this resource"),
    (lambda: valley(A, "bovine-grape", *HAND[1:]), "", "lay alabaster-alabaster", ""),
    (lambda: city(A), "", "build D13", ""),
    (lambda: city(B), "", "supply bovine s2", ""),
    (at_quarry, "", "quarry bovine", ""),
]  # fmt: skip
"""A position, moves, and what is then said of another one; nothing if it is legal."""


@pytest.mark.parametrize(("start", "moves", "move", "reason"), REFUSED)
def test_the_rule_is_named(start: Callable[[], Table], moves: str, move: str, reason: str) -> None:
    table = start().follow(moves)
    told = explain_illegal(match_of(table), table.s.seat, move)
    assert told.startswith(reason)
    assert bool(told) == bool(reason)


def test_the_rule_is_named_in_french() -> None:
    told = explain_illegal(match_of(city(A)), 0, "build D29", "fr")
    assert told.startswith("Vous ne pouvez pas le payer")


def test_while_a_tile_is_laid_every_cell_answers() -> None:
    match = new("fertility", 3, seed="valley")
    cells = {f"cell {x}{y}" for x in box.COLUMN_NAMES[:12] for y in range(1, 9)}
    for shape in ("wide", "tall"):
        assert cells <= clickable(match, match.state.seat, shape)
    assert not cells & clickable(match, 1 - match.state.seat, "wide"), "only for the player to move"
    match.play(match.state.seat, match.legal(match.state.seat)[0])
    assert cells <= clickable(match, match.state.seat, "wide")


def clickable(match: Match, seat: int, shape: str) -> set[str]:
    return set(re.findall(r'data-(?:not|action)="([^"]*)"', match.svg(seat, shape=shape)))
