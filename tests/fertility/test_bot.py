"""What a sensible player values."""

from nomarch.games.fertility import heuristic, state as st

from .table import BOOK, A, B, G, Table


def value(table: Table, move: str) -> int:
    return int(heuristic.evaluate(table.s, table.s.seat, BOOK.actions.parse(move)))


def test_it_completes_the_dearest_shop_first() -> None:
    table = Table().metropolis(0, 1, 29, 5).show().put(0, 5, B).city(G)
    best = max(table.legal, key=lambda move: value(table, move))
    assert best == "supply grape 1b"


def test_it_pays_with_what_no_shop_needs() -> None:
    table = Table().metropolis(0, 1, 29).show(14).put(0, 0, A).put(0, 1, B, A).put(0, 4, A)
    table.city(A, G)
    table.play("build D14", "slot 2")
    table.s.wheat[0] = 6
    assert table.s.phase == st.PAYMENT
    assert value(table, "pay alabaster") > value(table, "pay wheat")


def test_a_monument_that_breaks_a_tie_is_worth_more_than_one_that_extends_a_lead() -> None:
    table = Table(3)
    table.s.monuments = [1, 1, 0, 0]
    breaking = heuristic.monument_value(table.s, 0)
    table.s.monuments = [2, 0, 0, 0]
    assert heuristic.monument_value(table.s, 0) < breaking
    assert table.s.monuments == [2, 0, 0, 0]


def test_no_value_in_a_fifth_monument() -> None:
    table = Table(3)
    table.s.monuments = [4, 0, 0, 0]
    assert heuristic.monument_value(table.s, 0) == 0


def test_wheat_is_worth_more_while_more_of_it_is_to_come() -> None:
    table = Table(4)
    early = heuristic.wheat_value(table.s, 0, 1)
    table.s.turns = 4 * 8
    assert heuristic.wheat_value(table.s, 0, 1) < early
    table.s.wheat[0] = 10
    assert heuristic.wheat_value(table.s, 0, 1) == 0


def test_a_district_for_pieces_that_a_specialised_shop_counts_is_worth_more() -> None:
    table = Table().metropolis(0, 1, 33).show(1, 2).put(0, 4, A, A).city()
    assert value(table, "build D01") > value(table, "build D02")


def test_a_tile_is_worth_more_if_a_district_wants_its_harvest() -> None:
    table = Table().metropolis(0, 1).put(0, 0, A).put(0, 1, B, A).hand("bovine-bovine")
    plain = value(table.show(), "lay bovine-bovine")
    assert value(table.show(5), "lay bovine-bovine") > plain
    assert value(table.show(7), "lay bovine-bovine") == plain


def test_no_piece_is_hoped_for_in_the_last_turn() -> None:
    table = Table(4).metropolis(0, 1).show().city(A)
    assert value(table, "supply alabaster s2") > 0
    table.s.turns = 4 * 8
    assert value(table, "supply alabaster s2") == 0
