"""Phases 5 and 6: incomes, points, the passage between kingdoms, the end of the game."""

from typing import Any

import pytest

from nomarch.games.amun_re import components as box, events as ev, state as st
from nomarch.games.amun_re.rules import holdings, incomes, scoring
from tests.positions import Example, examples, given, then

from .table import GAME, Table

RED, BLUE, BLACK = range(3)


def board(players: int = 3, turn: int = 3, edition: str = "classic", **values: Any) -> Table:
    return Table(players, edition=edition).clear(turn).no_cards().given(**{"box": 1, **values})


def harvest(own: str, marker: int, **values: Any) -> Table:
    return board(turn=1, own=own, box=marker, gold=(0, 0, 0), **values)


# --- Incomes --------------------------------------------------------------------------------------


def test_t8_a_harvest_of_seventeen() -> None:
    table = harvest("memphis abu sawu", 2, memphis=given(farmers=1), abu=given(farmers=2))
    table.s.trace = []
    incomes.start_income(table.s)
    assert table.events(ev.RECEIVED) == [
        (RED, box.ABU, 8), (RED, box.MEMPHIS, 2), (RED, box.SAWU, 7)
    ]  # fmt: skip
    assert table.s.gold[RED] == 17


@pytest.mark.parametrize(
    ("province", "by_box"),
    [
        ("abu", (4, 4, 4, 4)), ("berenike", (8, 8, 8, 8)), ("kharga", (5, 5, 0, 0)),
        ("sawu", (7, 7, 0, 0)), ("avaris", (8, 8, 0, 0)), ("baharya", (2, 4, 6, 8)),
        ("thebes", (0, 0, 0, 0)),
    ],
)  # fmt: skip
def test_r24_incomes_without_farmers(province: str, by_box: tuple[int, ...]) -> None:
    for marker, gold in enumerate(by_box, start=1):
        table = harvest(province, marker)
        incomes.collect(table.s, RED)
        assert table.s.gold[RED] == gold


INCOME: dict[str, Example] = {
    "eight gold replaces everything": (
        given(own="abu sawu", marker=3, cards="eight-gold", abu=given(farmers=2)),
        "play eight-gold, province abu",
        then(gold=8, turn=2),  # not 2 × 3 + 4, and nothing from Sawu
    ),
    "extra income adds a gold a farmer": (
        given(own="baharya sawu", marker=1, cards="extra-income", baharya=given(farmers=1)),
        "play extra-income, province baharya", then(gold=3 * 2 + 7),
    ),
    "extra income is useless under eight gold": (
        given(own="baharya", marker=4, cards="extra-income eight-gold block"),
        "play eight-gold, play extra-income, done", then(gold=8),
    ),
    "r14 one card of each kind in phase five": (
        given(own="baharya abu", marker=1, cards="extra-income extra-income"),
        "play extra-income, province abu", then(only="done, sell extra-income"),
    ),
    "income cards do not last": (
        given(own="sawu", marker=1, cards="eight-gold extra-income block"),
        "play eight-gold, play extra-income", then(eight=box.SAWU, extra=box.SAWU),
        "done", then(turn=2, eight=-1, extra=-1),
    ),
    "every seat with cards is asked from the pharaoh on": (
        given(own="abu", own_1="sawu", own_2="edfu", cards="block", cards_2="extra-income",
              pharaoh=BLUE, marker=1),
        then(seat=BLACK, gold_1=7), "done", then(seat=RED), "sell block", then(gold=5, turn=2),
    ),
    "selling one of two cards does not end ones income": (
        given(own="sawu", marker=1, cards="block eight-gold"), "sell block",
        then(phase=st.INCOME_CARDS, seat=RED, turn=1), "play eight-gold", then(gold=1 + 8),
    ),
}  # fmt: skip


@examples(INCOME)
def test_income(example: Example) -> None:
    table = harvest(**example[0])
    incomes.start_income(table.s)
    table.follow(*example[1:])


# --- Points ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pyramids", "points"),
    [((1, 1, 1), 3), ((2, 2, 2), 6), ((3, 3, 2), 6), ((2, 2, 3), 6), ((3, 1, 0), 0)],
)
def test_t9_sets(pyramids: tuple[int, ...], points: int) -> None:
    table = board(own="abu edfu sawu")
    for name, count in zip(("abu", "edfu", "sawu"), pyramids, strict=True):
        table.put(name, pyramids=count)
    assert box.SET_POINTS * scoring.sets_of(table.s, RED) == points
    held = holdings.sum_of(table.s, RED, table.s.pyramids)
    assert box.PYRAMID_POINTS * held == sum(pyramids)


def test_a_set_needs_three_provinces() -> None:
    assert scoring.sets_of(board(own="abu", abu=given(pyramids=3)).s, RED) == 0


@pytest.mark.parametrize(
    ("values", "points"),
    [
        (given(own_1="edfu amarna abu", own="thebes memphis sawu", edfu=given(pyramids=3),
               amarna=given(pyramids=2), thebes=given(pyramids=2), memphis=given(pyramids=1)),
         (5, 10)),
        (given(own_1="amarna", own="thebes", amarna=given(pyramids=2, bricks=1),
               thebes=given(pyramids=2)), (0, 5)),
        (given(own_1="amarna thebes sawu", amarna=given(pyramids=2), thebes=given(pyramids=2),
               sawu=given(bricks=2)), (0, 5)),
        (given(own_1="amarna", own="thebes", amarna=given(pyramids=1, bricks=2),
               thebes=given(pyramids=2)), (5, 0)),
    ],
    ids=["t11 majorities and their ties", "r26 bricks break a tie",
         "r26 once per bank and never without a pyramid", "r26 two bricks are less than a pyramid"],
)  # fmt: skip
def test_banks(values: dict[str, Any], points: tuple[int, int]) -> None:
    s = board(**values).s
    leads = [sum(scoring.leads_bank(s, seat, bank) for bank in (box.WEST, box.EAST))
             for seat in (RED, BLUE)]  # fmt: skip
    assert tuple(box.BANK_POINTS * lead for lead in leads) == points


def test_t12_damanhur_in_box_three() -> None:
    table = board(own="damanhur", box=3)
    assert box.TEMPLE_POINTS[table.s.box] * holdings.sum_of(table.s, RED, box.TEMPLES) == 6


def test_t13_blue_scores_27() -> None:
    table = board(
        own="memphis sawu kharga", own_1="edfu thebes abu", own_2="mendes buto avaris",
        edfu=given(pyramids=3), thebes=given(pyramids=3), abu=given(pyramids=1),
        memphis=given(pyramids=1), mendes=given(pyramids=1), gold=(20, 0, 20),
        cards_1="bonus-egypt bonus-nile block",
    )  # fmt: skip
    table.s.trace = []
    incomes.end_turn(table.s)
    assert table.s.seat == BLUE
    table.play("play bonus-egypt", "play bonus-nile", "done")
    scored = {(seat, category): points for seat, category, points in table.events(ev.SCORED)}
    assert scored[BLUE, ev.PYRAMIDS] == 7
    assert scored[BLUE, ev.SETS] == 3
    assert scored[BLUE, ev.BANKS] == 10
    assert scored[BLUE, ev.TEMPLE_SERVICE] == 1
    assert table.events(ev.SCORED).count((BLUE, ev.BONUSES, 3)) == 2
    assert table.s.points[BLUE] == 27


@pytest.mark.parametrize(
    ("gold", "points"),
    [
        ((30, 30, 10, 5), (6, 6, 2, 0)),
        ((30, 30, 30, 5), (6, 6, 6, 0)),
        ((30, 20, 20, 5), (6, 4, 4, 0)),
        ((30, 20, 10, 5), (6, 4, 2, 0)),
        ((30, 0, 0, 0), (6, 0, 0, 0)),
    ],
)
def test_t14_gold_ranking(gold: tuple[int, ...], points: tuple[int, ...]) -> None:
    table = board(players=4, turn=6).gold(*gold)
    assert tuple(scoring.wealth_points(table.s, seat) for seat in range(4)) == points


# --- Bonus cards ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "yes", "no"),
    [
        ("bonus-cards", ("kharga", "abu", "amarna"), ("memphis", "abu", "amarna")),
        ("bonus-egypt", ("abu", "edfu", "dakhla"), ("abu", "edfu", "sawu")),
        ("bonus-egypt", ("sawu", "buto", "mendes"), ("sawu", "buto", "thebes")),
        ("bonus-bank", ("abu", "buto", "mendes"), ("abu", "buto", "memphis")),
        ("bonus-bank", ("edfu", "sawu", "memphis"), ("edfu", "sawu", "mendes")),
        ("bonus-nile", ("abu", "buto", "mendes"), ("abu", "buto", "sawu")),
        ("bonus-nile", ("sawu", "avaris", "dakhla"), ("sawu", "avaris", "edfu")),
    ],
)
def test_bonus_conditions(card: str, yes: tuple[str, ...], no: tuple[str, ...]) -> None:
    for provinces, allowed in ((yes, True), (no, False)):
        table = board(cards=card).own(RED, *provinces)
        incomes.end_turn(table.s)
        assert (f"play {card}" in table.legal()) == allowed


BONUSES: dict[str, Example] = {
    "four farmers are too few for their bonus": (
        given(own="baharya mendes abu", cards="bonus-farmers", baharya=given(farmers=1),
              mendes=given(farmers=4), abu=given(free=1)),
        then(may_not="play bonus-farmers"),
    ),
    "the farmer bonus counts all farmers": (
        given(own="baharya mendes abu", cards="bonus-farmers", baharya=given(farmers=1),
              mendes=given(farmers=4), abu=given(free=1, farmers=1)),
        "play bonus-farmers", then(points=3),
    ),
    "r37 two equal bonus cards need two scorings": (
        given(own="abu buto mendes", cards="bonus-bank bonus-bank"), "play bonus-bank",
        then(only="done, sell bonus-bank", hand_count=1),
    ),
    "selling the last card ends ones part of the scoring": (
        given(own="abu", own_1="edfu", own_2="sawu", cards="block"), "sell block", then(turn=4),
    ),
    "v2 the tournament asks for five symbols": (
        given(players=4, edition="tournament", own="memphis avaris berenike", cards="bonus-cards"),
        then(may="play bonus-cards"),
    ),
}  # fmt: skip


@examples(BONUSES)
def test_bonuses(example: Example) -> None:
    table = board(**example[0])
    incomes.end_turn(table.s)
    table.follow(*example[1:])


# --- Between the kingdoms -------------------------------------------------------------------------


def kingdom_end(**values: Any) -> Table:
    return board(
        own="abu edfu sawu", own_1="baharya mendes kharga", own_2="buto amarna thebes",
        gold=(11, 12, 13), abu=given(pyramids=2, bricks=1, farmers=2),
        mendes=given(farmers=5, free=1), pharaoh=BLACK, **values,
    )  # fmt: skip


def test_r30_the_new_kingdom() -> None:
    table = kingdom_end()
    incomes.end_turn(table.s)
    table.follow(
        then(turn=4, pharaoh=BLACK, gold=(11, 12, 13), owner=(-1,) * box.PROVINCES,
             farmer_supply=box.FARMER_SUPPLY, abu=then(pyramids=2, bricks=1),
             baharya=then(workers=2), phase=st.PICK)
    )  # fmt: skip
    assert sum(table.s.farmers) + sum(table.s.free) == 0
    assert table.sound()


def test_r30_hands_are_kept_and_each_seat_is_asked_once() -> None:
    table = kingdom_end(cards="block", cards_1="architect", cards_2="bonus-egypt")
    incomes.start_income(table.s)
    asked = []
    while table.s.turn == 3:
        asked.append((table.s.phase, table.s.seat))
        table.play("done")
    assert asked == [(phase, seat) for phase in (st.INCOME_CARDS, st.BONUS_PLAY)
                     for seat in (BLACK, RED, BLUE)]  # fmt: skip
    gifts = sum(table.s.gifts)  # lie on provinces, not in hands
    assert table.s.hand_count[:3] == [1, 1, 1]
    assert table.s.deck_left == box.NUM_CARDS - 3 - gifts
    assert sum(table.s.discard) == 0


def test_r1_only_the_provinces_of_the_old_kingdom_return() -> None:
    table = kingdom_end()
    incomes.end_turn(table.s)
    again = [p for p in range(box.PROVINCES) if table.s.pool[p] or table.s.card[p]]
    names = {box.PROVINCE_NAMES[p] for p in again}
    assert names == {
        "abu", "edfu", "sawu", "baharya", "mendes", "kharga", "buto", "amarna", "thebes"
    }  # fmt: skip


# --- The end --------------------------------------------------------------------------------------


def finish(table: Table) -> list[int]:
    table.s.trace = []
    incomes.end_turn(table.s)
    return GAME.ranks(table.s)


def last_turn(players: int = 3, edition: str = "classic") -> Table:
    table = board(players=players, turn=6, edition=edition).gold(*[0] * players)
    names = iter(("abydos", "amarna", "avaris", "baharya", "berenike", "buto",
                  "dakhla", "kharga", "memphis", "mendes", "sawu", "thebes"))  # fmt: skip
    for seat in range(players):
        table.own(seat, next(names), next(names), next(names))
    return table


def test_the_game_ends_after_turn_six() -> None:
    table = last_turn().gold(3, 2, 1)
    assert finish(table) == [1, 2, 3]
    assert table.s.phase == st.OVER
    assert (GAME.rules.to_act(table.s), GAME.rules.is_over(table.s)) == (0, 1)
    assert table.events(ev.ENDED) == [(RED, ev.BY_POINTS)]
    assert GAME.scores(table.s) == table.s.points[:3]


def test_r29_cards_in_hand_count_as_gold() -> None:
    table = last_turn().gold(3, 2, 0).give(BLUE, "block", "architect")
    incomes.end_turn(table.s)
    table.play("done")
    assert table.s.gold[:3] == [3, 4, 0]
    assert table.s.hand_count[BLUE] == 0
    assert table.events(ev.LEFTOVERS_SOLD) == [(BLUE, 2)]
    assert table.s.points[:2] == [4 + 1, 6]  # red has the temple of Amarna


def test_r31_pyramids_break_a_tie() -> None:
    table = last_turn()
    table.s.points[:3] = [9, 10, 0]
    table.put("abydos", pyramids=1).put("avaris", pyramids=1)
    table.put("berenike", pyramids=1).put("dakhla", pyramids=9).put("mendes", pyramids=9)
    table.s.box = 0
    places = finish(table)
    assert table.s.points[RED] == table.s.points[BLUE]
    assert (places[RED], places[BLUE]) == (1, 2)


def level(edition: str = "classic", players: int = 3) -> Table:
    """The first two seats have equal points, pyramids, bricks, farmers and gold."""
    table = last_turn(players, edition)
    table.s.phase = st.OVER
    table.s.points[:2] = [20, 20]
    return table


def test_r31_then_bricks_then_shared() -> None:
    table = level()
    for change, ranks, told in (
        (given(), [1, 1, 3], [(RED, ev.SHARED), (BLUE, ev.SHARED)]),
        (given(baharya=given(bricks=1)), [2, 1, 3], [(BLUE, ev.BY_TIE_BREAK)]),
        (given(abydos=given(pyramids=1)), [1, 2, 3], [(RED, ev.BY_TIE_BREAK)]),
    ):
        table.given(**change).s.trace = []
        assert GAME.ranks(table.s) == ranks
        scoring.tell_winners(table.s)
        assert table.events(ev.ENDED) == told


def test_v4_the_tournaments_tie_breaks() -> None:
    table = level("tournament", 4)
    table.s.first = BLUE
    table.s.farmers = [0] * box.PROVINCES
    for change, winner in (
        (given(abydos=given(free=2)), RED),  # level with Baharya: red sits last, from the Pharaoh
        (given(gold_1=1), BLUE),
        (given(abydos=given(free=3)), RED),
        (given(baharya=given(pyramids=1)), BLUE),
        (given(abydos=given(bricks=1)), RED),
    ):
        expected = [1, 2] if winner == RED else [2, 1]
        assert GAME.ranks(table.given(**change).s)[:2] == expected


def test_v2_the_tournament_leaves_three_provinces_out() -> None:
    table = Table(4, edition="tournament")
    in_play = [p for p in range(box.PROVINCES) if table.s.pool[p] or table.s.card[p]]
    assert len(in_play) == 12
    assert not {box.ABYDOS, box.AMARNA, box.KHARGA} & set(in_play)
