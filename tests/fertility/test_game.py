"""Set-up, the end of turns and games, scoring."""

from collections.abc import Callable
from random import Random

import pytest

import nomarch
from nomarch.games.fertility import components as box, events as ev, state as st, words
from nomarch.games.fertility.components import SCENE
from nomarch.games.fertility.rules import scoring, set_up, turns
from nomarch.i18n import ENGLISH
from tests.positions import then

from .table import (
    ALL_UPRIGHT,
    BOOK,
    GAME,
    PLAY,
    TURNED,
    UPRIGHT,
    V1,
    V2,
    V3,
    V4,
    A,
    B,
    G,
    P,
    Table,
    at,
)


def play_on(table: Table, seed: int = 1, until: str = "") -> Table:
    """Random moves to the end, or until a move that starts like that is legal."""
    rng = Random(seed)
    while not PLAY.is_over(table.s):
        moves = sorted(table.legal)
        if until and any(move.startswith(until) for move in moves):
            return table
        table.play(rng.choice(moves))
    return table


# --- Set-up -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "long", "boards", "pile"),
    [(2, "off", 3, 15), (3, "off", 3, 23), (4, "off", 4, 31), (2, "on", 3, 30)],
)
def test_set_up_by_player_count(players: int, long: str, boards: int, pile: int) -> None:
    table = Table(players, long=long)
    s = table.s
    table.follow(then(boards=boards, pile=pile, stock=(20,) * 4, wheat=(0,) * 4, seat=0))
    assert [sum(hand) for hand in s.hand] == [3] * players + [0] * (4 - players)
    assert sum(s.common) == 3
    assert -1 not in s.shown
    assert len({s.metropolis[seat] for seat in range(players)}) == players
    assert len(set(s.board[:boards])) == boards


def test_the_box() -> None:
    assert sum(box.TILE_COUNTS) == 50
    assert len(box.DISTRICT_COST) == 40
    assert [box.DISTRICT_COST.count(cost) for cost in range(3)] == [12, 16, 12]
    assert [box.SHOP_KIND[17:].count(kind) for kind in range(1, 7)] == [40, 8, 12, 16, 4, 4]
    for cells in box.VALLEY_CELLS:
        assert (cells.count(box.WHEAT_FIELD), cells.count(box.WHEAT_FIELD + 1)) == (3, 3)
        assert sum(0 < cell < SCENE for cell in cells) == 4
    assert box.WHEAT_POINTS == (0, 2, 4, 7, 10, 14, 18, 23, 28, 34, 40)
    assert box.STATUE_POINTS == (0, 2, 5, 10, 17, 26)


def test_a_turned_board_lies_upside_down() -> None:
    table = Table().bare_valley((V4, TURNED), (V1, UPRIGHT), (V2, UPRIGHT))
    upright = Table().bare_valley((V4, UPRIGHT), (V1, UPRIGHT), (V2, UPRIGHT))
    for x in range(4):
        for y in range(8):
            assert table.s.cell[at(x, y)] == upright.s.cell[at(3 - x, 7 - y)]


def test_set_up_by_the_first_player() -> None:
    table = Table(4, valley="chosen")
    assert len(table.legal) == 8
    table.follow(
        "board V1, board V4", then(only="board V2, board V2 turned, board V3, board V3 turned"),
        "board V3 turned, board V2",
        # V4's symbol, right of its board, is one cell from the middle: the nearest.
        then(start_at=at(6, 3), only="turn east, turn south, turn west, turn north",
             common=(0,) * box.TILE_KINDS),
        "turn south", then(cells={(6, 3): SCENE + G, (7, 3): SCENE + A, (6, 4): SCENE + P,
                                  (7, 4): SCENE + B}),
    )  # fmt: skip
    assert sum(table.s.common) == 3
    assert table.s.phase in (st.CHOOSE_TILE, st.NO_FIT)


@pytest.mark.parametrize(
    ("boards", "start"),
    [
        (((V1, 0), (V2, 0), (V3, 0)), (5, 2)),
        (((V1, 0), (V2, 1), (V3, 0)), (5, 4)),
        (((V1, 0), (V3, 0), (V2, 0)), (4, 4)),
        (((V1, 0), (V2, 0), (V3, 0), (V4, 0)), (8, 4)),
        (((V2, 0), (V4, 0), (V3, 0), (V1, 0)), (6, 3)),
        (((V4, 0), (V3, 0), (V2, 1), (V1, 0)), (9, 4)),
    ],
)
def test_the_nearest_symbol_is_used(
    boards: tuple[tuple[int, int], ...], start: tuple[int, int]
) -> None:
    table = Table(len(boards)).bare_valley(*boards)
    table.s.own_valley = 1
    set_up.find_start(table.s)
    assert table.s.start_at == at(*start)


def test_between_equally_near_symbols_the_first_player_chooses() -> None:
    # No two different boards of ours tie; twins do.
    table = Table(4).bare_valley((V2, UPRIGHT), (V1, UPRIGHT), (V1, TURNED), (V3, UPRIGHT))
    set_up.find_start(table.s)
    table.follow(then(phase=st.CHOOSE_SYMBOL, only="symbol 2, symbol 3"), "symbol 3")
    table.follow(then(start_at=at(9, 3)))
    assert table.s.cell[at(9, 3)] >= SCENE


def test_other_symbols_are_plain_desert() -> None:
    table = Table(3).bare_valley(*ALL_UPRIGHT[:3])
    table.follow(then(cells={(1, 3): SCENE - 5, (8, 4): 0}))


# --- The end of a turn -----------------------------------------------------------------------


def test_one_tile_is_taken_and_the_reserve_refilled() -> None:
    table = play_on(Table(3), until="take")
    table.follow(then(pile=table.s.pile), min(table.legal), then(pile=table.s.pile - 1, seat=1))
    assert (sum(table.s.hand[0]), sum(table.s.common)) == (3, 3)


def test_a_built_district_is_replaced_at_the_end_of_the_turn() -> None:
    table = Table(3).show(1, 13, 29, 2).city().given(wheat=1)
    table.follow("build D13, slot 1, pay wheat, done", then(shown_1=-1))
    table.play(min(table.legal))
    assert table.s.shown[1] not in (-1, 12)
    assert [table.s.shown[i] for i in (0, 2, 3)] == [0, 28, 1]


def test_nobody_acts_once_the_game_is_over() -> None:
    table = play_on(Table(2))
    assert PLAY.to_act(table.s) == 0
    mask = [1] * BOOK.actions.words
    PLAY.ask(table.s, 0, mask)
    assert not any(mask)


def test_an_empty_pile_of_districts_leaves_a_gap() -> None:
    table = Table(2).given(unseen=(0,) * 40, unseen_left=0).show(1)
    turns.show_districts(table.s)
    assert table.s.shown == [0, -1, -1, -1]


def test_the_variant_removes_one_more_tile() -> None:
    table = play_on(Table(2, long="on"), until="take")
    table.play(min(table.legal))
    assert all(move.startswith("remove") for move in table.legal)
    before = table.s.pile
    table.follow(min(table.legal), then(pile=before - 2))
    assert (sum(table.s.gone), sum(table.s.common)) == (1, 3)


@pytest.mark.parametrize(("players", "long"), [(2, 0), (3, 0), (4, 0), (2, 1)])
def test_f_turns(players: int, long: int) -> None:
    for seed in range(3):
        table = play_on(Table(players, seed, long=("off", "on")[long]), seed)
        turns = [seat for seat, _ in table.told(ev.TURN_STARTED)]
        assert [turns.count(seat) for seat in range(players)] == [9] * players
        assert table.s.turns == 9 * players
        assert len(table.told(ev.LAST_ROUND)) == 1
        assert table.s.pile == 0
        # Nobody takes a tile in the last round.
        assert len(table.told(ev.TOOK)) == 8 * players
        assert len(table.told(ev.REMOVED)) == 8 * players * long
        assert sum(table.s.common) == 2 - long


def test_the_last_round_starts_when_the_reserve_cannot_be_refilled() -> None:
    table = Table(2)
    while not table.told(ev.LAST_ROUND):
        table.play(min(table.legal))
    assert table.s.turns == 16
    assert table.s.seat == 0
    assert table.s.last_turns == 2


# --- Scoring ---------------------------------------------------------------------------------


def lisa() -> Table:
    table = Table(3).metropolis(0, 2, 29, 21, 35, 13, 37)
    supplied = {
        0: (G,), 1: (B, G), 2: (P,), 4: (A,), 5: (G,), 8: (B, G), 10: (G, G), 13: (A,), 14: (B,),
        17: (G, P),
    }  # fmt: skip
    for shop, pieces in supplied.items():
        table.put(0, shop, *pieces)
    return table.given(wheat=7, monuments=(3, 2, 1, 0))


@pytest.mark.parametrize("players", [2, 4])
def test_all_shops_counted_at_once_are_worth_what_each_category_is(players: int) -> None:
    s = play_on(Table(players), seed=players).s
    for seat in range(players):
        parts = (scoring.general_points, scoring.special_points, scoring.statue_points)
        counted = sum(int(part(s, seat)) for part in parts)
        counted += scoring.monument_points(s, seat) + box.WHEAT_POINTS[s.wheat[seat]]
        assert scoring.debens(s, seat) == counted


def test_f_lisa() -> None:
    """Her points by category, counted and told; `score` is what the game would give now."""
    table = lisa()
    assert GAME.scores(table.s)[0] == 87
    scoring.finish(table.s)
    mine = [points for seat, _, points in table.told(ev.SCORED) if seat == 0]
    assert mine == [18, 21, 10, 15, 23]
    assert len(mine) == len(words.categories(ENGLISH))
    assert (0, 87) in table.told(ev.TOTAL)
    assert table.told(ev.ENDED) == [(0, 0)]


def test_two_specialised_shops_both_pay_and_count_unfinished_shops() -> None:
    table = Table().metropolis(0, 1, 17, 33, 9)
    table.put(0, 4, A).put(0, 7, A, A).put(0, 10, A)
    assert scoring.special_points(table.s, 0) == (1 + 3) * 4
    unfinished = Table().metropolis(0, 1, 33).put(0, 4, A)
    assert scoring.special_points(unfinished.s, 0) == 0


def test_statues_count_different_gods_and_free_choices_stand_for_missing_ones() -> None:
    table = Table().metropolis(0, 1, 37, 38, 12, 39, 40)
    for shop, pieces, points in (
        (5, (G, P), 5),  # Horus and Sobek
        (10, (P, P), 5),  # Sobek again
        (4, (A, B), 10),  # a free choice
        (8, (P, A), 26),  # Thoth and Anubis
        (7, (B, G), 26),  # another free choice: nothing is missing
    ):
        assert scoring.statue_points(table.put(0, shop, *pieces).s, 0) == points


def test_unfinished_statue_shops_show_no_god() -> None:
    table = Table().metropolis(0, 1, 9).put(0, 4, A)
    assert scoring.statue_points(table.s, 0) == 0


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((3, 3, 1, 0), (15, 15, 7, 0)), ((2, 1, 1), (15, 7, 7)), ((0, 0), (0, 0)),
        ((4, 3, 2, 3), (15, 7, 0, 7)),
    ],
)  # fmt: skip
def test_f_monuments(counts: tuple[int, ...], points: tuple[int, ...]) -> None:
    s = Table(len(counts)).given(monuments=(*counts, *[0] * (4 - len(counts)))).s
    assert tuple(scoring.monument_points(s, seat) for seat in range(len(counts))) == points


def tied(first: int, second: int, **options: str) -> Table:
    """Two players with equal Debens and so many pieces, most of them on unfinished shops."""
    table = Table(2, **options)
    for seat, pieces in ((0, first), (1, second)):
        table.metropolis(seat, 1 + seat, 1, 2, 3, 4, 9, 10, 11)
        for i in range(pieces):
            table.put(seat, (4, 7, 10, 13, 16, 19, 22)[i], (A, B, G, P, A, B, G)[i])
        table.s.wheat[seat] = 10
    return table


def tied_with_wheat(**options: str) -> Table:
    """Equal Debens: nine wheat and six Debens of shops against ten wheat and fewer pieces."""
    return tied(0, 2, **options).given(wheat=9).put(0, 0, A).put(0, 1, A, B)


@pytest.mark.parametrize(
    ("table", "pieces", "ranks", "ended"),
    [
        (lambda: tied(4, 2), [4, 2], (2, 1), [(1, 1)]),
        # End of the game: fewest resources on the metropolis; of those there are four kinds.
        (tied_with_wheat, [3, 2], (2, 1), [(1, 1)]),
        # Step 2 names wheat among the resources that pay for a district.
        (lambda: tied_with_wheat(tie="wheat"), [12, 12], (1, 1), [(0, 2), (1, 2)]),
        (lambda: tied(3, 3), [3, 3], (1, 1), [(0, 2), (1, 2)]),
    ],
    ids=["f tie", "the tie break counts pieces on the metropolis",
         "by option wheat counts in the tie break", "equals in everything share the victory"],
)  # fmt: skip
def test_ties(
    table: Callable[[], Table], pieces: list[int], ranks: tuple[int, int], ended: list[tuple[int]]
) -> None:
    s = table().s
    assert scoring.debens(s, 0) == scoring.debens(s, 1) == 40
    assert [scoring.pieces_of(s, seat) for seat in range(2)] == pieces
    assert tuple(GAME.ranks(s)) == ranks
    scoring.finish(s)
    assert GAME.told(s, ev.ENDED) == ended


# --- Undo ------------------------------------------------------------------------------------


def test_a_turn_can_be_undone_until_something_new_is_shown() -> None:
    match = nomarch.new("fertility", players=3, seed=5)
    rng, before = Random(5), BOOK.layout.pack(match.state)
    decisions = 0
    while match.state.phase != st.TAKING:
        match.play(0, rng.choice(match.legal(0)))
        decisions += 1
    for _ in range(decisions):
        assert match.can_undo(0)
        match.undo(0)
    assert BOOK.layout.pack(match.state) == before
    while match.state.seat == 0:
        match.play(0, rng.choice(match.legal(0)))
    assert not match.can_undo(0)
