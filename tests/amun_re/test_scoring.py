"""Phases 5 and 6: incomes, points, the passage between kingdoms, the end of the game."""

from __future__ import annotations

import pytest

from nomarch.games.amun_re import components as box, events as ev, state as st
from nomarch.games.amun_re.rules import holdings, incomes, scoring
from nomarch.kernel.compile import backend

from .table import Table

RULES = backend.interpreted("amun-re")

RED, BLUE, BLACK = range(3)


def board(players: int = 3, turn: int = 3, edition: str = "classic") -> Table:
    table = Table(players, edition=edition).clear(turn).no_cards()
    table.s.box = 1
    return table


def harvest(*provinces: str, marker: int, cards: tuple[str, ...] = ()) -> Table:
    table = board(turn=1).own(RED, *provinces).give(RED, *cards).gold(0, 0, 0)
    table.s.box = marker
    return table


# --- Incomes --------------------------------------------------------------------------------------


def test_t8_a_harvest_of_seventeen() -> None:
    table = harvest("memphis", "abu", "sawu", marker=2)
    table.put("memphis", farmers=1).put("abu", farmers=2)
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
        table = harvest(province, marker=marker)
        incomes.collect(table.s, RED)
        assert table.s.gold[RED] == gold


def test_eight_gold_replaces_everything() -> None:
    table = harvest("abu", "sawu", marker=3, cards=("eight-gold",)).put("abu", farmers=2)
    incomes.start_income(table.s)
    table.play("play eight-gold", "province abu")
    assert table.s.gold[RED] == 8  # not 2 × 3 + 4, and nothing from Sawu
    assert table.s.turn == 2


def test_extra_income_adds_a_gold_a_farmer() -> None:
    table = harvest("baharya", "sawu", marker=1, cards=("extra-income",))
    table.put("baharya", farmers=1)
    incomes.start_income(table.s)
    table.play("play extra-income", "province baharya")
    assert table.s.gold[RED] == 3 * 2 + 7


def test_extra_income_is_useless_under_eight_gold() -> None:
    table = harvest("baharya", marker=4, cards=("extra-income", "eight-gold", "block"))
    incomes.start_income(table.s)
    table.play("play eight-gold", "play extra-income", "done")
    assert table.s.gold[RED] == 8


def test_r14_one_card_of_each_kind_in_phase_five() -> None:
    table = harvest("baharya", "abu", marker=1, cards=("extra-income", "extra-income"))
    incomes.start_income(table.s)
    table.play("play extra-income", "province abu")
    assert table.legal() == {"done", "sell extra-income"}


def test_income_cards_do_not_last() -> None:
    table = harvest("sawu", marker=1, cards=("eight-gold", "extra-income", "block"))
    incomes.start_income(table.s)
    table.play("play eight-gold", "play extra-income")
    assert (table.s.eight[RED], table.s.extra[RED]) == (box.SAWU, box.SAWU)
    table.play("done")
    assert table.s.turn == 2
    assert (table.s.eight[RED], table.s.extra[RED]) == (-1, -1)


def test_every_seat_with_cards_is_asked_from_the_pharaoh_on() -> None:
    table = board(turn=1).give(RED, "block").give(BLACK, "extra-income")
    table.own(RED, "abu").own(BLUE, "sawu").own(BLACK, "edfu").gold(0, 0, 0)
    table.s.pharaoh = BLUE
    incomes.start_income(table.s)
    assert table.s.seat == BLACK
    assert table.s.gold[BLUE] == 7
    table.play("done")
    assert table.s.seat == RED
    table.play("sell block")
    assert table.s.gold[RED] == 5
    assert table.s.turn == 2


def test_selling_one_of_two_cards_does_not_end_ones_income() -> None:
    table = harvest("sawu", marker=1, cards=("block", "eight-gold"))
    incomes.start_income(table.s)
    table.play("sell block")
    assert (table.s.phase, table.s.seat, table.s.turn) == (st.INCOME_CARDS, RED, 1)
    table.play("play eight-gold")
    assert table.s.gold[RED] == 1 + 8


# --- Points ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pyramids", "points"), [((1, 1, 1), 3), ((2, 2, 2), 6), ((3, 3, 2), 6), ((2, 2, 3), 6)]
)
def test_t9_sets(pyramids: tuple[int, ...], points: int) -> None:
    table = board().own(RED, "abu", "edfu", "sawu")
    for name, count in zip(("abu", "edfu", "sawu"), pyramids, strict=True):
        table.put(name, pyramids=count)
    assert box.SET_POINTS * scoring.sets_of(table.s, RED) == points


def test_a_set_needs_three_provinces() -> None:
    table = board().own(RED, "abu").put("abu", pyramids=3)
    assert scoring.sets_of(table.s, RED) == 0


def test_t10_four_pyramids() -> None:
    table = board().own(RED, "abu", "edfu", "sawu")
    table.put("abu", pyramids=3).put("edfu", pyramids=1)
    assert box.PYRAMID_POINTS * holdings.sum_of(table.s, RED, table.s.pyramids) == 4


def banks(table: Table, seat: int) -> int:
    leads = scoring.leads_bank(table.s, seat, box.WEST) + scoring.leads_bank(
        table.s, seat, box.EAST
    )
    return box.BANK_POINTS * leads


def test_t11_majorities_and_their_ties() -> None:
    table = board().own(BLUE, "edfu", "amarna", "abu").own(RED, "thebes", "memphis", "sawu")
    table.put("edfu", pyramids=3).put("amarna", pyramids=2).put("thebes", pyramids=2)
    table.put("memphis", pyramids=1)
    assert banks(table, BLUE) == 10
    assert banks(table, RED) == 5


def test_r26_bricks_break_a_tie() -> None:
    table = board().own(BLUE, "amarna").own(RED, "thebes")
    table.put("amarna", pyramids=2, bricks=1).put("thebes", pyramids=2)
    assert (banks(table, BLUE), banks(table, RED)) == (5, 0)


def test_r26_once_per_bank_and_never_without_a_pyramid() -> None:
    table = board().own(BLUE, "amarna", "thebes", "sawu")
    table.put("amarna", pyramids=2).put("thebes", pyramids=2).put("sawu", bricks=2)
    assert banks(table, BLUE) == 5


def test_r26_two_bricks_are_less_than_a_pyramid() -> None:
    table = board().own(BLUE, "amarna").own(RED, "thebes")
    table.put("amarna", pyramids=1, bricks=2).put("thebes", pyramids=2)
    assert (banks(table, BLUE), banks(table, RED)) == (0, 5)


def test_t12_damanhur_in_box_three() -> None:
    table = board().own(RED, "damanhur")
    table.s.box = 3
    assert box.TEMPLE_POINTS[table.s.box] * holdings.sum_of(table.s, RED, box.TEMPLES) == 6


def test_t13_blue_scores_27() -> None:
    table = board().own(BLUE, "edfu", "thebes", "abu").own(RED, "memphis", "sawu", "kharga")
    table.own(BLACK, "mendes", "buto", "avaris")
    table.put("edfu", pyramids=3).put("thebes", pyramids=3).put("abu", pyramids=1)
    table.put("memphis", pyramids=1).put("mendes", pyramids=1).gold(20, 0, 20)
    table.give(BLUE, "bonus-egypt", "bonus-nile", "block")
    table.s.box = 1
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
        table = board().own(RED, *provinces).give(RED, card)
        incomes.end_turn(table.s)
        assert (f"play {card}" in table.legal()) == allowed


def test_the_farmer_bonus_counts_all_farmers() -> None:
    table = board().own(RED, "baharya", "mendes", "abu").give(RED, "bonus-farmers")
    table.put("baharya", farmers=1).put("mendes", farmers=4).put("abu", free=1)
    incomes.end_turn(table.s)
    assert "play bonus-farmers" not in table.legal()
    table.put("abu", farmers=1)
    assert "play bonus-farmers" in table.legal()
    table.play("play bonus-farmers")
    assert table.s.points[RED] == 3


def test_r37_two_equal_bonus_cards_need_two_scorings() -> None:
    table = board().own(RED, "abu", "buto", "mendes").give(RED, "bonus-bank", "bonus-bank")
    incomes.end_turn(table.s)
    table.play("play bonus-bank")
    assert table.legal() == {"done", "sell bonus-bank"}
    assert table.s.discard[box.BONUS_BANK] == 1


def test_selling_the_last_card_ends_ones_part_of_the_scoring() -> None:
    table = board().give(RED, "block")
    for seat, names in enumerate((("abu",), ("edfu",), ("sawu",))):
        table.own(seat, *names)
    incomes.end_turn(table.s)
    table.play("sell block")
    assert table.s.turn == 4


# --- Between the kingdoms -------------------------------------------------------------------------


def kingdom_end() -> Table:
    table = board().own(RED, "abu", "edfu", "sawu").own(BLUE, "baharya", "mendes", "kharga")
    table.own(BLACK, "buto", "amarna", "thebes").gold(11, 12, 13)
    table.put("abu", pyramids=2, bricks=1, farmers=2).put("mendes", farmers=5, free=1)
    table.s.pharaoh = BLACK
    return table


def test_r30_the_new_kingdom() -> None:
    table = kingdom_end()
    incomes.end_turn(table.s)
    s = table.s
    assert s.turn == 4
    assert s.pharaoh == BLACK
    assert s.gold[:3] == [11, 12, 13]
    assert all(owner == -1 for owner in s.owner)
    assert sum(s.farmers) + sum(s.free) == 0
    assert s.farmer_supply == box.FARMER_SUPPLY
    assert (table.at("abu", "pyramids"), table.at("abu", "bricks")) == (2, 1)
    assert incomes.farmers_in(s, box.BAHARYA) == 2
    assert s.phase == st.PICK
    assert table.sound()


def test_r30_hands_are_kept_and_each_seat_is_asked_once() -> None:
    table = kingdom_end().give(RED, "block").give(BLUE, "architect").give(BLACK, "bonus-egypt")
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
    places = [0] * table.s.players
    RULES.rank(table.s, places)
    return places


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
    assert (RULES.to_act(table.s), RULES.is_over(table.s)) == (0, 1)
    assert table.events(ev.ENDED) == [(RED, ev.BY_POINTS)]
    points = [0] * 3
    RULES.score(table.s, points)
    assert points == table.s.points[:3]


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


def places_of(table: Table) -> list[int]:
    places = [0] * table.s.players
    RULES.rank(table.s, places)
    return places


def test_r31_then_bricks_then_shared() -> None:
    table = level()
    table.s.trace = []
    assert places_of(table) == [1, 1, 3]
    scoring.tell_winners(table.s)
    assert table.events(ev.ENDED) == [(RED, ev.SHARED), (BLUE, ev.SHARED)]
    table.put("baharya", bricks=1)
    table.s.trace = []
    assert places_of(table) == [2, 1, 3]
    scoring.tell_winners(table.s)
    assert table.events(ev.ENDED) == [(BLUE, ev.BY_TIE_BREAK)]
    table.put("abydos", pyramids=1)
    assert places_of(table) == [1, 2, 3]


def test_v4_the_tournaments_tie_breaks() -> None:
    table = level("tournament", 4)
    table.s.first = BLUE
    table.s.farmers = [0] * box.PROVINCES
    table.put("abydos", free=2)  # level with the printed farmers of Baharya
    assert places_of(table)[:2] == [1, 2]  # red sits last, counted from the first Pharaoh
    table.s.gold[BLUE] = 1
    assert places_of(table)[:2] == [2, 1]
    table.put("abydos", free=3)
    assert places_of(table)[:2] == [1, 2]
    table.put("baharya", pyramids=1)
    assert places_of(table)[:2] == [2, 1]
    table.put("abydos", bricks=1)
    assert places_of(table)[:2] == [1, 2]


def test_v2_the_tournament_leaves_three_provinces_out() -> None:
    table = Table(4, edition="tournament")
    in_play = [p for p in range(box.PROVINCES) if table.s.pool[p] or table.s.card[p]]
    assert len(in_play) == 12
    assert not {box.ABYDOS, box.AMARNA, box.KHARGA} & set(in_play)


def test_v2_the_tournament_asks_for_five_symbols() -> None:
    table = board(players=4, edition="tournament").own(RED, "memphis", "avaris", "berenike")
    table.give(RED, "bonus-cards")
    incomes.end_turn(table.s)
    assert "play bonus-cards" in table.legal()
