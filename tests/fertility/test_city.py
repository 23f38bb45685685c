"""Building, supplying, exchanging: steps 2 and 3 of a turn."""

import pytest

from nomarch.games.fertility import components as box, events as ev, state as st
from nomarch.games.fertility.rules import scoring, shops
from tests.positions import Example, examples, then

from .table import A, B, G, P, Table, district


def city(
    *resources: int, board: int = 1, districts: tuple[int, ...] = (), show: tuple[int, ...] = ()
) -> Table:
    """Seat 0's metropolis with some districts, what it has harvested, and what can be built."""
    return Table().metropolis(0, board, *districts).show(*show).city(*resources)


CITY: dict[str, Example] = {
    "f pay": (
        lambda: city(G, show=(29, 30)).given(wheat=1),
        "build D29, slot 3, pay grape, pay wheat",
        then(stock=(20, 20, 20, 20), wheat=0, district=[-1, -1, district(29), -1, -1, -1, -1],
             shown=(-1, district(30)), phase=st.SUPPLYING),
    ),
    "a district needs enough to pay": (
        lambda: city(G, show=(1, 13, 29)), then(may_build="D01, D13"),
    ),
    "a district needs enough to pay, wheat is enough": (
        lambda: city(G, show=(1, 13, 29)).given(wheat=1), then(may_build="D01, D13, D29"),
    ),
    "pieces on shops do not pay": (
        lambda: city(G, show=(29,)).put(0, 0, G).put(0, 1, A), then(may_not="build D29"),
    ),
    "a free district needs no payment": (
        lambda: city(show=(1,)), "build D01, slot 1", then(phase=st.SUPPLYING),
    ),
    "only one district a turn": (
        lambda: city(B, show=(1, 2)), "build D01, slot 1", then(may_build=""),
    ),
    "supplying ends the step of building": (
        lambda: city(B, B, show=(1, 2)), "supply bovine s1", then(may_build=""),
    ),
    "seven slots and no more": (
        lambda: city(districts=(1, 2, 3, 4, 5, 6), show=(7,)), "build D07", then(only="slot 7"),
        "slot 7",
    ),
    "an eighth district has no slot": (
        lambda: city(districts=(1, 2, 3, 4, 5, 6, 7), show=(8,)), then(only="done"),
    ),
    "an icon takes its resource once": (
        lambda: city(A, A, A, A, districts=(1,)), "supply alabaster 1a, supply alabaster 1a",
        then(only="supply alabaster s1, supply alabaster s2, done"),
    ),
    "any takes every resource": (
        lambda: city(A, B, G, P),
        then(may="supply alabaster s1, supply bovine s1, supply grape s1, supply papyrus s1"),
    ),
    "wheat of a shop comes too late for this turns district": (
        lambda: city(G, show=(13,)), "supply grape s3", then(wheat=1, only="done"),
    ),
    "a shop of two wheat": (
        lambda: city(A, B, districts=(25,)), "supply alabaster 1a", then(wheat=0),
        "supply bovine 1a", then(wheat=2),
    ),
    "an exchange offers only what it shows and may not be declined": (
        lambda: city(P, P), "supply papyrus s4",
        then(only="supply alabaster s1, supply bovine s1, supply grape s1, supply alabaster s2,"
                  " supply bovine s2, supply grape s3"),
        "supply grape s3", then(wheat=1, beside={"papyrus": 1}),
    ),
    "an exchange without stock or place gives nothing": (
        lambda: city(P).put(0, 0, P).put(0, 1, A, B).given(stock=(18, 19, 0, 18)),
        "supply papyrus s4", then(phase=st.SUPPLYING, events={ev.TRADED: []}),
    ),
    "an exchange without a place gives nothing": (
        lambda: city(P).put(0, 0, P).put(0, 1, A, B).put(0, 2, G), "supply papyrus s4",
        then(only="done"),
    ),
    "an exchange may fill a shop of the same district": (
        lambda: city(P, districts=(24,)), "supply papyrus 1a", then(may="supply alabaster 1b"),
    ),
    "unused resources go back": (
        lambda: city(A, A, P), "done",
        then(beside={}, stock=(20, 20, 20, 20), phase=st.TAKING,
             events={ev.RETURNED: [(0, A, 2), (0, P, 1)]}),
    ),
}  # fmt: skip


@examples(CITY)
def test_city(example: Example) -> None:
    example[0]().follow(*example[1:])


def test_f_supply() -> None:
    table = city(B, P, G, districts=(2, 32))
    before = scoring.debens(table.s, 0)
    table.follow("supply grape 1b", then(wheat=1), "supply papyrus 2a, supply bovine 2b")
    assert scoring.general_points(table.s, 0) == 5
    table.follow(then(debens=(before + 5 + 2, 0), only="done"))
    table.city(A).play("supply alabaster 2b")
    assert scoring.general_points(table.s, 0) == 5 + 9


def test_a_named_icon_is_covered_before_any(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(seed=2)
    monkeypatch.setattr(box, "SHOP_NEEDS", (box.SHOP_NEEDS[0], (box.ANY, B)))
    table.s.shop[0][0] = 1
    assert [shops.icon_for(table.s, 0, 0, resource) for resource in (B, A)] == [1, 0]
    table.s.put[0][0][1] = B
    assert shops.icon_for(table.s, 0, 0, B) == 0


def test_partial_supply_stays_for_later_turns() -> None:
    table = city(A).play("supply alabaster s2")
    assert scoring.general_points(table.s, 0) == 0
    table.city(B).play("supply bovine s2")
    assert scoring.general_points(table.s, 0) == 4


def test_f_chain() -> None:
    table = city(P, board=2, districts=(24,))
    table.follow("supply papyrus 1a", then(phase=st.TRADE))
    table.follow("supply alabaster s4", then(phase=st.TRADE, trader=3))
    table.follow("supply bovine 1b", then(stock=(19, 19, 20, 19), phase=st.SUPPLYING))
    assert [bool(shops.is_complete(table.s, 0, shop)) for shop in (3, 4, 5)] == [True, True, False]
    assert (scoring.pieces_like(table.s, 0, B), scoring.pieces_of(table.s, 0)) == (1, 3)
