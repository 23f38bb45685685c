"""The judgement of a sensible player beats chance, at every table size."""

from __future__ import annotations

import numpy as np
import pytest

from nomarch.games.fertility import heuristic, state as st
from nomarch.kernel import backend
from nomarch.kernel.layout import STREAM
from nomarch.kernel.seeds import key_of, make_seed

from .table import BOOK, A, B, G, Table

GAMES = 120


@pytest.mark.parametrize(("players", "long"), [(2, 0), (2, 1), (3, 0), (4, 0)])
def test_greedy_beats_random(players: int, long: int) -> None:
    build = backend.cpu("fertility")
    tally = np.zeros((players, 4), np.int64)
    build.play_series(
        BOOK.layout.records()[0],
        STREAM.records()[0],
        np.zeros(BOOK.actions.words, np.uint32),
        np.array([0, long]),
        np.array([1] + [0] * (players - 1)),
        1,
        np.array(key_of(make_seed("bot"))),
        0,
        GAMES,
        np.zeros(6, np.int64),
        tally,
    )
    assert tally[0][0] == GAMES
    assert tally[0][1] > 0.95 * 60 * GAMES


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
