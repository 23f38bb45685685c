"""Laying tiles and harvesting, by the rulebook's examples and the sheet's vectors."""

import pytest

from nomarch.games.fertility import components as box, events as ev, state as st
from nomarch.games.fertility.components import ICON, MONUMENT, SCENE
from nomarch.games.fertility.rules import harvest, tiles, turns
from tests.positions import Example, examples, then

from .table import ALL_UPRIGHT, TURNED, UPRIGHT, V1, V2, V3, V4, A, B, G, P, Table, at

DESERT_ROW = ((V1, UPRIGHT), (V3, TURNED), (V4, UPRIGHT))
"""Row 4 of the middle board has plain desert from column 5 to 7."""
UPRIGHT_413 = ((V4, UPRIGHT), (V1, UPRIGHT), (V3, UPRIGHT))
THREE = ALL_UPRIGHT[:3]
STEPS = (1, 18, -1, -18)
"""From a cell to those beside it, by the turn of a tile."""
PAPYRUS = box.TILE_NAMES.index("papyrus-papyrus")
Scenes = dict[tuple[int, int], int]


def valley(
    scenes: Scenes, *hand: str, boards: tuple[tuple[int, int], ...] = DESERT_ROW, **options: str
) -> Table:
    """A valley with some scenes, and the hand of the seat whose turn it is."""
    return Table(**options).bare_valley(*boards).scenes(scenes).hand(*hand)


def one_papyrus(*hand: str, **options: str) -> Table:
    return valley({(5, 4): P}, *hand, **options)


def closing(
    scenes: Scenes, cells: dict[tuple[int, int], int] | None = None, **options: str
) -> Table:
    """A valley in which a tile of alabaster and bovine may close quarries."""
    table = Table(**options).bare_valley(*THREE).scenes(scenes)
    for place, cell in (cells or {}).items():
        table.s.cell[at(*place)] = cell
    return table.hand("alabaster-bovine")


def two_quarries() -> Table:
    """V1: the tile on b1 and c1 closes a1 and d1."""
    return closing({(0, 1): P, (3, 1): P, (4, 0): P, (1, 1): A})


LAY_EAST = "lay alabaster-bovine, cell b1, turn east"
LAY_WEST = "lay alabaster-bovine, cell b1, turn west"
LAY_PAPYRUS = "lay papyrus-papyrus, cell g5, turn east"
LAY_AT_EDGE = "lay bovine-grape, cell c1, turn west"
VALLEY: dict[str, Example] = {
    "f place ok": (
        lambda: one_papyrus("bovine-papyrus"), "lay bovine-papyrus, cell h5, turn west",
        then(beside={"papyrus": 1}, cells={(6, 4): SCENE + P, (7, 4): SCENE + B}, phase=st.CITY),
    ),
    "f place no match": (
        lambda: one_papyrus("bovine-grape", "bovine-papyrus"), then(only="lay bovine-papyrus"),
    ),
    "a tile that fits must be laid": (
        lambda: one_papyrus("alabaster-bovine", "alabaster-bovine", "bovine-papyrus"),
        then(only="lay bovine-papyrus"),
    ),
    "mismatches beside the match do not matter": (
        lambda: one_papyrus("bovine-papyrus").scenes({(8, 4): G}),
        "lay bovine-papyrus, cell h5, turn west", then(beside={"papyrus": 1}),
    ),
    "a tile may lie across two boards": (
        lambda: valley({(6, 4): G}, "grape-papyrus"), "lay grape-papyrus, cell h5, turn east",
        then(cells={(8, 4): SCENE + P}),
    ),
    "f harvest a": (
        lambda: valley({(5, 4): A, (6, 3): A, (7, 5): G}, "alabaster-grape"),
        "lay alabaster-grape, cell g5, turn east", then(beside={"alabaster": 2, "grape": 1}),
    ),
    "the halves of a double do not count for each other": (
        lambda: one_papyrus("papyrus-papyrus"), LAY_PAPYRUS, then(beside={"papyrus": 1}),
    ),
    # Harvest A: each scene brings a resource for each identical scene that it is joined to.
    "by option the halves of a double pay for each other": (
        lambda: one_papyrus("papyrus-papyrus", doubles="pay"), LAY_PAPYRUS,
        then(beside={"papyrus": 3}),
    ),
    "by option the halves of another tile do not pay for each other": (
        lambda: one_papyrus("bovine-papyrus", doubles="pay"),
        "lay bovine-papyrus, cell h5, turn west", then(beside={"papyrus": 1}),
    ),
    # V2's wheat at (0,2) and (0,3), third board: a tile on the column before it touches both.
    "f harvest b": (
        lambda: valley({(7, 4): B}, "bovine-grape", boards=(*DESERT_ROW[:2], (V2, UPRIGHT))),
        then(cells={(8, 2): box.WHEAT_FIELD, (8, 3): box.WHEAT_FIELD}),
        "lay bovine-grape, cell h4, turn north",
        then(wheat=2, events={ev.HARVESTED: [(0, B, 1), (0, 4, 2)]}),
    ),
    # V4's grape icon at (3,0).
    "f harvest c": (
        lambda: valley({(1, 0): B}, "bovine-papyrus", boards=UPRIGHT_413),
        then(cells={(3, 0): ICON + G}), "lay bovine-papyrus, cell c1, turn east",
        then(beside={"bovine": 1, "grape": 1}, cells={(3, 0): SCENE + P}),
    ),
    "f quarry edge": (
        lambda: valley({(3, 0): B}, "bovine-grape", boards=UPRIGHT_413), LAY_AT_EDGE,
        then(beside={"bovine": 1}, wheat=1, phase=st.QUARRY_GAIN,
             events={ev.QUARRY_CLOSED: [(0, 0)]},
             may_quarry="alabaster, bovine, grape, papyrus, monument, nothing"),
    ),
    # a1 has the edges, the new tile and water around it.
    "by option wheat and water are no walls": (
        lambda: valley({(3, 0): B}, "bovine-grape", boards=UPRIGHT_413, walls="tiles"),
        LAY_AT_EDGE, then(events={ev.QUARRY_CLOSED: []}),
    ),
    "the edge is a wall in any case": (
        lambda: closing({(0, 1): P, (1, 1): A}, walls="tiles"), LAY_EAST,
        then(events={ev.QUARRY_CLOSED: [(0, 0)]}),
    ),
    "f quarry double": (
        lambda: two_quarries().given(monuments=3), LAY_EAST, then(only="cell a1, cell d1"),
        "cell d1, quarry monument",
        then(cells={(3, 0): MONUMENT}, at=at(0, 0), may_not="quarry monument"),
        "quarry grape", then(beside={"alabaster": 1, "grape": 1}, phase=st.CITY),
    ),
    "two quarries in the other order and nothing": (
        two_quarries, LAY_EAST, "cell a1, quarry nothing",
        then(events={ev.QUARRY_LEFT: [(0, 0)]}, at=at(3, 0)),
        "quarry monument", then(monuments=1),
    ),
    "a quarry gives only what is in stock": (
        lambda: two_quarries().given(stock=(20, 20, 20, 0)), LAY_EAST, "cell a1",
        then(may_not="quarry papyrus"),
    ),
    "f quarry two cells": (
        lambda: closing({(0, 2): P, (2, 1): A}), "lay alabaster-bovine, cell b2, turn north",
        then(events={ev.QUARRY_CLOSED: []}, phase=st.CITY),
    ),
    # a1, b1 and a2 are one hole; the tile fills two of its cells.
    "a larger hole becomes a quarry when it shrinks to one cell": (
        lambda: closing({(0, 2): P, (1, 1): P, (2, 0): A}), LAY_WEST,
        then(events={ev.QUARRY_CLOSED: [(0, 16)]}),
    ),
    "a quarry with an icon does not give the icon": (
        lambda: closing({(0, 2): P, (1, 1): P, (2, 0): A}), LAY_WEST,
        then(cells={(0, 1): ICON + A}, beside={"alabaster": 1}),
        "quarry nothing", then(beside={"alabaster": 1}),
    ),
    "a monument is a wall like any other": (
        lambda: closing({(1, 1): A}, {(0, 1): MONUMENT + 1}), LAY_EAST,
        then(events={ev.QUARRY_CLOSED: [(0, 0)]}),
    ),
    "f stock empty": (
        lambda: valley({(5, 4): G, (6, 3): G}, "alabaster-grape").given(stock=(20, 20, 1, 20)),
        "lay alabaster-grape, cell h5, turn west",
        then(beside={"grape": 1}, events={ev.SHORT: [(0, G, 1)]}),
    ),
    "when nothing fits a tile is discarded and the turn goes on": (
        lambda: one_papyrus("alabaster-bovine", "bovine-bovine", "bovine-bovine").show(1),
        then(only="discard alabaster-bovine, discard bovine-bovine"), "discard bovine-bovine",
        then(gone=(0, 0, 0, 0, 1), events={ev.DISCARDED: [(0, 4)]}, beside={},
             only="done, build D01"),  # building does not need a harvest
    ),
}  # fmt: skip


@examples(VALLEY)
def test_valley(example: Example) -> None:
    example[0]().follow(*example[1:])


def test_touching_only_at_a_corner_is_no_connection() -> None:
    for options in ({}, {"doubles": "pay"}):
        assert not tiles.may_lie(one_papyrus("papyrus-papyrus", **options).s, PAPYRUS, at(6, 5), 0)


def test_f_place_water_wheat() -> None:
    table = Table(4, seed=3)
    for kind in range(10):
        for place in (at(x, y) for x in range(16) for y in range(8)):
            for turn in range(4):
                if tiles.may_lie(table.s, kind, place, turn):
                    assert table.s.cell[place] < SCENE
                    assert table.s.cell[place + STEPS[turn]] < SCENE
    bare = Table().bare_valley(*DESERT_ROW).scenes({(5, 4): P})
    wheat, water = at(4, 4), at(5, 6)
    assert min(bare.s.cell[wheat], bare.s.cell[water]) > SCENE
    for place, turn in ((at(5, 3), 1), (wheat, 3), (at(5, 5), 1)):
        assert not tiles.may_lie(bare.s, PAPYRUS, place, turn)


def test_legal_cells_and_turns_are_all_that_may_lie() -> None:
    for seed in range(6):
        table = Table(4, seed=seed)
        table.play(min(table.legal))
        found: dict[str, set[str]] = {}
        for number, place in enumerate(box.AT):
            for turn, name in enumerate(("east", "south", "west", "north")):
                if tiles.may_lie(table.s, table.s.tile, place, turn):
                    found.setdefault(f"cell {box.CELL_NAMES[number]}", set()).add(f"turn {name}")
        cell = min(found)
        table.follow(then(only=found), cell, then(only=found[cell]))


def test_two_covered_icons_are_two_resources() -> None:
    table = Table().bare_valley((V1, UPRIGHT), (V4, UPRIGHT), (V3, UPRIGHT))
    table.s.cell[at(6, 0)] = ICON + A
    table.scenes({(5, 0): P}).hand("papyrus-papyrus")
    table.follow(
        "lay papyrus-papyrus, cell g1, turn east",
        then(beside={"alabaster": 1, "grape": 1, "papyrus": 1}),
    )


def test_an_enclosed_field_is_no_quarry() -> None:
    """A quarry is an empty cell of the desert: wheat and water are never one."""
    table = Table().bare_valley(*THREE)
    assert not harvest.is_quarry(table.s, at(0, 4), at(1, 4), 0)
    assert table.s.cell[at(0, 4)] == box.WATER


def test_f_wheat_cap() -> None:
    table = Table().given(wheat=9)
    harvest.gain_wheat(table.s, 0, 3)
    assert table.s.wheat[0] == 10


def test_a_matching_scene_without_room_for_both_halves_does_not_fit() -> None:
    table = valley({(0, 1): P, (1, 0): P}, "alabaster-papyrus", boards=THREE)
    for x in range(12):
        for y in range(8):
            if (x, y) != (0, 0) and table.s.cell[at(x, y)] < SCENE:
                table.s.cell[at(x, y)] = MONUMENT + 1
    turns.start_turn(table.s, 0)
    assert table.s.phase == st.NO_FIT


@pytest.mark.parametrize("turn", range(4))
def test_the_border_of_a_tile_is_its_six_neighbours(turn: int) -> None:
    own = {0, STEPS[turn]}
    around = {a + b for a in own for b in STEPS} - own
    assert set(box.BORDER[turn]) == around
    assert len(box.BORDER[turn]) == 6
