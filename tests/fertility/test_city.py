"""Building, supplying, exchanging: steps 2 and 3 of a turn."""

from __future__ import annotations

import pytest

from nomarch.games.fertility import components as box, state as st
from nomarch.games.fertility.rules import scoring, shops

from .table import A, B, G, P, Table, district


def test_f_pay() -> None:
    table = Table().metropolis(0, 1).show(29, 30).city(G)
    table.s.wheat[0] = 1
    table.play("build D29", "slot 3", "pay grape", "pay wheat")
    assert table.s.stock[G] == 20
    assert table.s.wheat[0] == 0
    assert table.s.district[0][2] == district(29)
    assert table.s.shown[0] == -1
    assert table.s.phase == st.SUPPLYING


def test_a_district_needs_enough_to_pay() -> None:
    table = Table().metropolis(0, 1).show(1, 13, 29).city(G)
    builds = {move for move in table.legal if move.startswith("build")}
    assert builds == {"build D01", "build D13"}
    table.s.wheat[0] = 1
    assert "build D29" in table.legal


def test_pieces_on_shops_do_not_pay() -> None:
    table = Table().metropolis(0, 1).show(29).city(G).put(0, 0, G).put(0, 1, A)
    assert "build D29" not in table.legal


def test_a_free_district_needs_no_payment() -> None:
    table = Table().metropolis(0, 1).show(1).city()
    table.play("build D01", "slot 1")
    assert table.s.phase == st.SUPPLYING


def test_only_one_district_a_turn() -> None:
    table = Table().metropolis(0, 1).show(1, 2).city(B).play("build D01", "slot 1")
    assert not any(move.startswith("build") for move in table.legal)


def test_supplying_ends_the_step_of_building() -> None:
    table = Table().metropolis(0, 1).show(1, 2).city(B, B)
    table.play("supply bovine s1")
    assert not any(move.startswith("build") for move in table.legal)


def test_seven_slots_and_no_more() -> None:
    table = Table().metropolis(0, 1, 1, 2, 3, 4, 5, 6).show(7).city()
    table.play("build D07")
    assert table.legal == {"slot 7"}
    table.play("slot 7")
    full = Table().metropolis(0, 1, 1, 2, 3, 4, 5, 6, 7).show(8).city()
    assert full.legal == {"done"}


def test_f_supply() -> None:
    table = Table().metropolis(0, 1, 2, 32).show().city(B, P, G)
    before = scoring.debens(table.s, 0)
    table.play("supply grape 1b")
    assert table.s.wheat[0] == 1
    table.play("supply papyrus 2a", "supply bovine 2b")
    assert scoring.general_points(table.s, 0) == 5
    assert scoring.debens(table.s, 0) == before + 5 + 2
    assert table.legal == {"done"}
    table.city(A).play("supply alabaster 2b")
    assert scoring.general_points(table.s, 0) == 5 + 9


def test_an_icon_takes_its_resource_once() -> None:
    table = Table().metropolis(0, 1, 1).show().city(A, A, A, A)
    table.play("supply alabaster 1a", "supply alabaster 1a")
    assert "supply alabaster 1a" not in table.legal
    assert {"supply alabaster s1", "supply alabaster s2", "done"} == table.legal


def test_any_takes_every_resource() -> None:
    table = Table().metropolis(0, 1).show().city(A, B, G, P)
    names = ("alabaster", "bovine", "grape", "papyrus")
    assert {f"supply {name} s1" for name in names} <= table.legal


def test_a_named_icon_is_covered_before_any(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(seed=2)
    monkeypatch.setattr(box, "SHOP_NEEDS", (box.SHOP_NEEDS[0], (box.ANY, B)))
    table.s.shop[0][0] = 1
    assert shops.icon_for(table.s, 0, 0, B) == 1
    assert shops.icon_for(table.s, 0, 0, A) == 0
    table.s.put[0][0][1] = B
    assert shops.icon_for(table.s, 0, 0, B) == 0


def test_partial_supply_stays_for_later_turns() -> None:
    table = Table().metropolis(0, 1).show().city(A).play("supply alabaster s2")
    assert scoring.general_points(table.s, 0) == 0
    table.city(B).play("supply bovine s2")
    assert scoring.general_points(table.s, 0) == 4


def test_wheat_of_a_shop_comes_too_late_for_this_turns_district() -> None:
    table = Table().metropolis(0, 1).show(13).city(G).play("supply grape s3")
    assert table.s.wheat[0] == 1
    assert table.legal == {"done"}


def test_a_shop_of_two_wheat() -> None:
    table = Table().metropolis(0, 1, 25).show().city(A, B)
    table.play("supply alabaster 1a")
    assert table.s.wheat[0] == 0
    table.play("supply bovine 1a")
    assert table.s.wheat[0] == 2


def test_f_chain() -> None:
    table = Table().metropolis(0, 2, 24).show().city(P)
    table.play("supply papyrus 1a")
    assert table.s.phase == st.TRADE
    table.play("supply alabaster s4")
    assert table.s.phase == st.TRADE
    assert table.s.trader == 3
    table.play("supply bovine 1b")
    assert shops.is_complete(table.s, 0, 4)
    assert shops.is_complete(table.s, 0, 3)
    assert not shops.is_complete(table.s, 0, 5)
    assert scoring.pieces_like(table.s, 0, B) == 1
    assert scoring.pieces_of(table.s, 0) == 3
    assert table.s.stock == [19, 19, 20, 19]
    assert table.s.phase == st.SUPPLYING


def test_an_exchange_offers_only_what_it_shows_and_may_not_be_declined() -> None:
    table = Table().metropolis(0, 1).show().city(P, P).play("supply papyrus s4")
    assert table.legal == {
        "supply alabaster s1",
        "supply bovine s1",
        "supply grape s1",
        "supply alabaster s2",
        "supply bovine s2",
        "supply grape s3",
    }
    table.play("supply grape s3")
    assert table.s.wheat[0] == 1
    assert table.beside == {"papyrus": 1}


def test_an_exchange_without_stock_or_place_gives_nothing() -> None:
    table = Table().metropolis(0, 1).show().put(0, 0, P).put(0, 1, A, B).city(P)
    table.s.stock[G] = 0
    table.play("supply papyrus s4")
    assert table.s.phase == st.SUPPLYING
    assert table.told("traded") == []
    full = Table().metropolis(0, 1).show().put(0, 0, P).put(0, 1, A, B).put(0, 2, G).city(P)
    full.play("supply papyrus s4")
    assert full.legal == {"done"}


def test_an_exchange_may_fill_a_shop_of_the_same_district() -> None:
    table = Table().metropolis(0, 1, 24).show().city(P).play("supply papyrus 1a")
    assert "supply alabaster 1b" in table.legal


def test_unused_resources_go_back() -> None:
    table = Table().metropolis(0, 1).show().city(A, A, P).play("done")
    assert table.beside == {}
    assert table.s.stock == [20, 20, 20, 20]
    assert table.told("returned") == [(0, A, 2), (0, P, 1)]
    assert table.s.phase == st.TAKING
