"""Laying tiles and harvesting, by the rulebook's examples and the sheet's vectors."""

from __future__ import annotations

import pytest

from nomarch.games.fertility import components as box, state as st
from nomarch.games.fertility.components import ICON, MONUMENT, SCENE
from nomarch.games.fertility.rules import harvest, tiles, turns

from .table import ALL_UPRIGHT, TURNED, UPRIGHT, V1, V2, V3, V4, A, B, G, P, Table, at

DESERT_ROW = ((V1, UPRIGHT), (V3, TURNED), (V4, UPRIGHT))
"""Row 4 of the middle board has plain desert from column 5 to 7."""


def one_papyrus(*tiles: str, **options: str) -> Table:
    return Table(**options).bare_valley(*DESERT_ROW).scenes({(5, 4): P}).hand(*tiles)


def test_f_place_ok() -> None:
    table = one_papyrus("bovine-papyrus").play("lay bovine-papyrus", "cell h5", "turn west")
    assert table.beside == {"papyrus": 1}
    assert table.s.cell[at(6, 4)] == SCENE + P
    assert table.s.cell[at(7, 4)] == SCENE + B
    assert table.s.phase == st.CITY


def test_f_place_no_match() -> None:
    table = one_papyrus("bovine-grape", "bovine-papyrus")
    assert table.legal == {"lay bovine-papyrus"}
    kind = 5
    assert not tiles.may_lie(table.s, kind, at(6, 4), 0)
    assert not tiles.may_lie(table.s, kind, at(7, 4), 2)


def test_mismatches_beside_the_match_do_not_matter() -> None:
    table = one_papyrus("bovine-papyrus").scenes({(8, 4): G})
    table.play("lay bovine-papyrus", "cell h5", "turn west")
    assert table.beside == {"papyrus": 1}


def test_touching_only_at_a_corner_is_no_connection() -> None:
    table = one_papyrus("papyrus-papyrus")
    assert not tiles.may_lie(table.s, 9, at(6, 5), 0)


def test_f_place_water_wheat() -> None:
    table = Table(4, seed=3)
    for kind in range(10):
        for x in range(16):
            for y in range(8):
                for turn in range(4):
                    if tiles.may_lie(table.s, kind, at(x, y), turn):
                        assert table.s.cell[at(x, y)] < SCENE
                        assert table.s.cell[at(x, y) + (1, 18, -1, -18)[turn]] < SCENE
    bare = Table().bare_valley(*DESERT_ROW).scenes({(5, 4): P})
    wheat, water = at(4, 4), at(5, 6)
    assert bare.s.cell[wheat] > SCENE
    assert bare.s.cell[water] > SCENE
    assert not tiles.may_lie(bare.s, 9, at(5, 3), 1)
    assert not tiles.may_lie(bare.s, 9, wheat, 3)
    assert not tiles.may_lie(bare.s, 9, at(5, 5), 1)


def test_a_tile_may_lie_across_two_boards() -> None:
    table = Table().bare_valley(*DESERT_ROW).scenes({(6, 4): G}).hand("grape-papyrus")
    table.play("lay grape-papyrus", "cell h5", "turn east")
    assert table.s.cell[at(8, 4)] == SCENE + P


def test_legal_cells_and_turns_are_all_that_may_lie() -> None:
    for seed in range(6):
        table = Table(4, seed=seed)
        move = sorted(table.legal)[0]
        table.play(move)
        kind, found = table.s.tile, {}
        for x in range(16):
            for y in range(8):
                turns = {
                    f"turn {name}"
                    for turn, name in enumerate(("east", "south", "west", "north"))
                    if tiles.may_lie(table.s, kind, at(x, y), turn)
                }
                if turns:
                    found[f"cell {'abcdefghijklmnop'[x]}{y + 1}"] = turns
        assert table.legal == set(found)
        cell = sorted(found)[0]
        table.play(cell)
        assert table.legal == found[cell]


def test_f_harvest_a() -> None:
    table = Table().bare_valley(*DESERT_ROW).scenes({(5, 4): A, (6, 3): A, (7, 5): G})
    table.hand("alabaster-grape").play("lay alabaster-grape", "cell g5", "turn east")
    assert table.beside == {"alabaster": 2, "grape": 1}


def test_the_halves_of_a_double_do_not_count_for_each_other() -> None:
    table = one_papyrus("papyrus-papyrus").play("lay papyrus-papyrus", "cell g5", "turn east")
    assert table.beside == {"papyrus": 1}


def test_by_option_the_halves_of_a_double_pay_for_each_other() -> None:
    """Harvest A: each scene brings a resource for each identical scene that it is joined to."""
    table = one_papyrus("papyrus-papyrus", doubles="pay")
    table.play("lay papyrus-papyrus", "cell g5", "turn east")
    assert table.beside == {"papyrus": 3}
    table = one_papyrus("bovine-papyrus", doubles="pay")
    table.play("lay bovine-papyrus", "cell h5", "turn west")
    assert table.beside == {"papyrus": 1}


def test_a_double_still_has_to_touch_another_tile() -> None:
    table = one_papyrus("papyrus-papyrus", doubles="pay")
    assert not tiles.may_lie(table.s, 9, at(6, 5), 0)


def test_f_harvest_b() -> None:
    # V2's wheat at (0,2) and (0,3), third board: a tile on the column before it touches both.
    table = Table().bare_valley((V1, UPRIGHT), (V3, TURNED), (V2, UPRIGHT))
    assert table.s.cell[at(8, 2)] == table.s.cell[at(8, 3)] == box.WHEAT_FIELD
    table.scenes({(7, 4): B}).hand("bovine-grape")
    table.play("lay bovine-grape", "cell h4", "turn north")
    assert table.s.wheat[0] == 2
    assert (0, 4, 2) in table.told("harvested")


def test_f_harvest_c() -> None:
    # V4's grape icon at (3,0).
    table = Table().bare_valley((V4, UPRIGHT), (V1, UPRIGHT), (V3, UPRIGHT))
    assert table.s.cell[at(3, 0)] == ICON + G
    table.scenes({(1, 0): B}).hand("bovine-papyrus")
    table.play("lay bovine-papyrus", "cell c1", "turn east")
    assert table.beside == {"bovine": 1, "grape": 1}
    assert table.s.cell[at(3, 0)] == SCENE + P


def test_two_covered_icons_are_two_resources() -> None:
    table = Table().bare_valley((V1, UPRIGHT), (V4, UPRIGHT), (V3, UPRIGHT))
    table.s.cell[at(6, 0)] = ICON + A
    table.scenes({(5, 0): P}).hand("papyrus-papyrus")
    table.play("lay papyrus-papyrus", "cell g1", "turn east")
    assert table.beside == {"alabaster": 1, "grape": 1, "papyrus": 1}


def test_f_quarry_edge() -> None:
    table = Table().bare_valley((V4, UPRIGHT), (V1, UPRIGHT), (V3, UPRIGHT)).scenes({(3, 0): B})
    table.hand("bovine-grape").play("lay bovine-grape", "cell c1", "turn west")
    assert table.beside == {"bovine": 1}
    assert table.s.wheat[0] == 1
    assert table.told("quarry-closed") == [(0, 0)]
    assert table.s.phase == st.QUARRY_GAIN
    resources = {f"quarry {name}" for name in ("alabaster", "bovine", "grape", "papyrus")}
    assert table.legal == resources | {"quarry monument", "quarry nothing"}


@pytest.mark.parametrize(("walls", "closed"), [("all", [(0, 0)]), ("tiles", [])])
def test_by_option_wheat_and_water_are_no_walls(walls: str, closed: list[tuple[int, int]]) -> None:
    """a1 has the edges, the new tile and water around it."""
    table = Table(walls=walls).bare_valley((V4, UPRIGHT), (V1, UPRIGHT), (V3, UPRIGHT))
    table.scenes({(3, 0): B}).hand("bovine-grape")
    table.play("lay bovine-grape", "cell c1", "turn west")
    assert table.told("quarry-closed") == closed


def test_the_edge_is_a_wall_in_any_case() -> None:
    table = Table(walls="tiles").bare_valley(*ALL_UPRIGHT[:3])
    table.scenes({(0, 1): P, (1, 1): A}).hand("alabaster-bovine")
    table.play("lay alabaster-bovine", "cell b1", "turn east")
    assert table.told("quarry-closed") == [(0, 0)]


def test_an_enclosed_field_is_no_quarry() -> None:
    """A quarry is an empty cell of the desert: wheat and water are never one."""
    table = Table().bare_valley(*ALL_UPRIGHT[:3])
    assert not harvest.is_quarry(table.s, at(0, 4), at(1, 4), 0)
    assert table.s.cell[at(0, 4)] == box.WATER


def two_quarries() -> Table:
    """V1: the tile on b1 and c1 closes a1 and d1."""
    table = Table().bare_valley(*ALL_UPRIGHT[:3])
    table.scenes({(0, 1): P, (3, 1): P, (4, 0): P, (1, 1): A})
    return table.hand("alabaster-bovine")


def test_f_quarry_double() -> None:
    table = two_quarries()
    table.s.monuments[0] = 3
    table.play("lay alabaster-bovine", "cell b1", "turn east")
    assert table.legal == {"cell a1", "cell d1"}
    table.play("cell d1", "quarry monument")
    assert table.s.cell[at(3, 0)] == MONUMENT
    assert table.s.at == at(0, 0)
    assert "quarry monument" not in table.legal
    table.play("quarry grape")
    assert table.beside == {"alabaster": 1, "grape": 1}
    assert table.s.phase == st.CITY


def test_two_quarries_in_the_other_order_and_nothing() -> None:
    table = two_quarries().play("lay alabaster-bovine", "cell b1", "turn east", "cell a1")
    table.play("quarry nothing")
    assert table.told("quarry-left") == [(0, 0)]
    assert table.s.at == at(3, 0)
    table.play("quarry monument")
    assert table.s.monuments[0] == 1


def test_f_quarry_two_cells() -> None:
    table = Table().bare_valley(*ALL_UPRIGHT[:3]).scenes({(0, 2): P, (2, 1): A})
    table.hand("alabaster-bovine").play("lay alabaster-bovine", "cell b2", "turn north")
    assert table.told("quarry-closed") == []
    assert table.s.phase == st.CITY


def test_a_larger_hole_becomes_a_quarry_when_it_shrinks_to_one_cell() -> None:
    table = Table().bare_valley(*ALL_UPRIGHT[:3])
    table.scenes({(0, 2): P, (1, 1): P, (2, 0): A})
    # a1, b1 and a2 are one hole; the tile fills two of its cells.
    table.hand("alabaster-bovine").play("lay alabaster-bovine", "cell b1", "turn west")
    assert table.told("quarry-closed") == [(0, 16)]


def test_a_quarry_with_an_icon_does_not_give_the_icon() -> None:
    table = Table().bare_valley(*ALL_UPRIGHT[:3])
    table.scenes({(0, 2): P, (1, 1): P, (2, 0): A})
    table.hand("alabaster-bovine").play("lay alabaster-bovine", "cell b1", "turn west")
    assert table.s.cell[at(0, 1)] == ICON + A
    assert table.beside == {"alabaster": 1}
    table.play("quarry nothing")
    assert table.beside == {"alabaster": 1}


def test_a_monument_is_a_wall_like_any_other() -> None:
    table = Table().bare_valley(*ALL_UPRIGHT[:3])
    table.s.cell[at(0, 1)] = MONUMENT + 1
    table.scenes({(1, 1): A}).hand("alabaster-bovine")
    table.play("lay alabaster-bovine", "cell b1", "turn east")
    assert (0, 0) in table.told("quarry-closed")


def test_a_quarry_gives_only_what_is_in_stock() -> None:
    table = two_quarries()
    table.s.stock[P] = 0
    table.play("lay alabaster-bovine", "cell b1", "turn east", "cell a1")
    assert "quarry papyrus" not in table.legal


def test_f_wheat_cap() -> None:
    table = Table()
    table.s.wheat[0] = 9
    harvest.gain_wheat(table.s, 0, 3)
    assert table.s.wheat[0] == 10


def test_f_stock_empty() -> None:
    table = Table().bare_valley(*DESERT_ROW).scenes({(5, 4): G, (6, 3): G})
    table.s.stock[G] = 1
    table.hand("alabaster-grape").play("lay alabaster-grape", "cell h5", "turn west")
    assert table.beside == {"grape": 1}
    assert table.told("short") == [(0, G, 1)]


def test_when_nothing_fits_a_tile_is_discarded_and_the_turn_goes_on() -> None:
    table = Table().bare_valley(*DESERT_ROW).scenes({(5, 4): P}).show(1)
    table.hand("alabaster-bovine", "bovine-bovine", "bovine-bovine")
    assert table.legal == {"discard alabaster-bovine", "discard bovine-bovine"}
    table.play("discard bovine-bovine")
    assert table.s.gone[4] == 1
    assert table.told("discarded") == [(0, 4)]
    assert table.beside == {}
    # Building does not need a harvest.
    assert table.legal == {"done", "build D01"}


def test_a_tile_that_fits_must_be_laid() -> None:
    table = one_papyrus("alabaster-bovine", "alabaster-bovine", "bovine-papyrus")
    assert table.legal == {"lay bovine-papyrus"}


def test_a_matching_scene_without_room_for_both_halves_does_not_fit() -> None:
    table = Table().bare_valley(*ALL_UPRIGHT[:3])
    table.scenes({(0, 1): P, (1, 0): P}).hand("alabaster-papyrus")
    for x in range(12):
        for y in range(8):
            if (x, y) != (0, 0) and table.s.cell[at(x, y)] < SCENE:
                table.s.cell[at(x, y)] = MONUMENT + 1
    turns.start_turn(table.s, 0)
    assert table.s.phase == st.NO_FIT


@pytest.mark.parametrize("turn", range(4))
def test_the_border_of_a_tile_is_its_six_neighbours(turn: int) -> None:
    steps = (1, 18, -1, -18)
    own = {0, steps[turn]}
    around = {a + b for a in own for b in steps} - own
    assert set(box.BORDER[turn]) == around
    assert len(box.BORDER[turn]) == 6
