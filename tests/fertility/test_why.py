"""Which rule forbids a move of Fertility."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from nomarch.engine.match import Match
from nomarch.engine.new_match import new
from nomarch.games.fertility import components as box, state as st
from nomarch.games.fertility.words import component_names
from nomarch.i18n import translator
from nomarch.kernel.declare.sentences import or_list
from nomarch.learning.illegal_moves import explain_illegal

from .table import ALL_UPRIGHT, A, B, G, P, Table, at

ENGLISH = translator("nomarch.games.fertility", "en")


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


HAND = ("alabaster-grape", "alabaster-alabaster", "alabaster-papyrus")
LAID = "There's already a tile there."
REFUSED: list[tuple[Callable[[], Table], str, str, str]] = [
    (lambda: valley(A, "bovine-grape", *HAND[1:]), "", "lay bovine-grape",
     "This tile doesn't fit anywhere"),
    (lambda: valley(A, *HAND), "lay alabaster-grape, cell e5", "turn east", LAID),
    (lambda: valley(A, *HAND), "lay alabaster-grape, cell e5", "cell f5", LAID),
    (lambda: valley(A, *HAND), "lay alabaster-grape, cell e5", "cell a1",
     "The first half is on e5"),
    (lambda: valley(G, HAND[0]), "lay alabaster-grape, cell d5", "turn west",
     "Neither half would be next to a matching scene."),
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


# --- Random positions, judged by rules of their own -----------------------------------------------

GROUND = {
    box.WATER: "Tiles can't cover water.",
    box.WHEAT_FIELD: "Tiles can't cover wheat fields.",
    box.OUTSIDE: "That's outside the valley.",
    **dict.fromkeys(range(box.MONUMENT, box.OUTSIDE), "A monument stands there already."),
    **dict.fromkeys(range(box.SCENE, box.WHEAT_FIELD), LAID),
}
ALONE = "Neither half would be next to a matching scene."
CROWDED = "The other half has no room: no cell beside this one is empty desert."
LAID_ONE = "You lay one tile a turn, and you've laid it."


class Judge:
    """What is true of a click, by the cells' contents and the hand alone."""

    def __init__(self, match: Match) -> None:
        self.s = match.state
        self.cells = {
            (x, y): self.s.cell[at(x, y)] for x in range(16) for y in range(box.VALLEY_ROWS)
        }

    def beside(self, x: int, y: int) -> list[tuple[int, int]]:
        near = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]
        return [place for place in near if place in self.cells]

    def room(self, x: int, y: int) -> list[tuple[int, int]]:
        return [place for place in self.beside(x, y) if self.cells[place] not in GROUND]

    def touches(self, place: tuple[int, int], resource: int) -> bool:
        return any(self.cells[near] == box.SCENE + resource for near in self.beside(*place))

    def matches(self, x: int, y: int, kind: int) -> bool:
        first, second = box.TILE_SCENES[kind]
        room = self.room(x, y)
        return self.touches((x, y), first) or any(self.touches(one, second) for one in room)

    def fits(self, x: int, y: int, kind: int) -> bool:
        return bool(self.room(x, y)) and self.matches(x, y, kind)

    def of_cell(self, x: int, y: int) -> set[str]:
        """Every sentence that is true of a cell that can't be chosen."""
        s, ground = self.s, self.cells[x, y]
        if s.phase in (st.CHOOSE_TURN, st.CHOOSE_QUARRY) or s.phase > st.NO_FIT:
            return self.of_cell_later(x, y)
        if ground in GROUND:
            return {GROUND[ground]}
        held = [kind for kind in range(box.TILE_KINDS) if s.hand[s.seat][kind]]
        kinds = [s.tile] if s.phase == st.CHOOSE_CELL else held
        if fitting := [kind for kind in kinds if self.fits(x, y, kind)]:
            names = or_list(ENGLISH, [component_names.tile(ENGLISH, kind) for kind in fitting])
            return {f"First choose a tile that fits here: {names}."}
        reasons = set() if self.room(x, y) else {CROWDED}
        return reasons if any(self.matches(x, y, kind) for kind in kinds) else reasons | {ALONE}

    def of_cell_later(self, x: int, y: int) -> set[str]:
        s = self.s
        if s.phase == st.CHOOSE_QUARRY:
            return {"There's no quarry there for you to use."}
        if s.phase != st.CHOOSE_TURN:
            return {LAID_ONE}
        down, across = divmod(s.at - box.FIRST_AT, box.STRIDE)
        if (x, y) in self.beside(across, down):
            if self.cells[x, y] in GROUND:
                return {GROUND[self.cells[x, y]]}
            first, second = box.TILE_SCENES[s.tile]
            if not self.touches((across, down), first) and not self.touches((x, y), second):
                return {ALONE}
        name = box.CELL_NAMES[box.CELL_OF[s.at]]
        return {f"The first half is on {name}: the other half must be next to it."}

    def of_tile(self, verb: str, kind: int) -> set[str]:
        """Every sentence that is true of a tile that can't be chosen."""
        s = self.s
        if verb == "take":
            missing = "This tile isn't in the common reserve."
            later = "You take a tile from the common reserve at the end of your turn."
            return {missing if s.phase == st.TAKING else later}
        if s.phase > st.NO_FIT:
            return {LAID_ONE}
        if s.phase in (st.CHOOSE_CELL, st.CHOOSE_TURN):
            name = component_names.tile(ENGLISH, s.tile)
            return {f"You lay one tile a turn, and you've already chosen {name}."}
        if not s.hand[s.seat][kind]:
            return {"You don't have this tile."}
        return {"This tile doesn't fit anywhere: no matching scene has room next to it."}


@pytest.mark.compiled
def test_every_refused_click_names_the_condition_that_fails() -> None:
    """On random positions, whatever cell or tile is clicked."""
    rng, seen = random.Random(5), Counter[str]()
    for game in range(6):
        match = new("fertility", 2 + game % 3, seed=f"clicks {game}")
        while not match.over:
            if rng.random() < (0.3 if match.state.phase <= st.CHOOSE_QUARRY else 0.02):
                seen.update(refusals(match, rng))
            match.play(match.state.seat, rng.choice(match.legal(match.state.seat)))
    assert {*GROUND.values(), ALONE, CROWDED, LAID_ONE} <= set(seen)
    assert sum(seen[text] for text in seen if text.startswith("First choose a tile that fits"))
    assert sum(seen[text] for text in seen if text.startswith("The first half is on"))


def refusals(match: Match, rng: random.Random) -> Iterator[str]:
    """Click on some cells and tiles; each reason must be true. Return them."""
    judge, seat = Judge(match), match.state.seat
    cells, tiles = rng.sample(sorted(judge.cells), 6), rng.sample(range(box.TILE_KINDS), 1)
    expected = {f"cell {box.CELL_NAMES[x + 16 * y]}": judge.of_cell(x, y) for x, y in cells}
    for verb in ("lay", "take"):
        for kind in tiles:
            expected[f"{verb} {box.TILE_NAMES[kind]}"] = judge.of_tile(verb, kind)
    for move in set(expected) - set(match.legal(seat)):
        told = explain_illegal(match, seat, move)
        assert told in expected[move], (match.prompt(seat), move)
        yield told


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
