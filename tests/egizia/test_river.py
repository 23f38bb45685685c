"""Phases 1 and 2: cards on the Nile, boats downstream, and the cards that bend this."""

import pytest

from nomarch.games.egizia import components as box, events as ev, state as st
from nomarch.games.egizia.rules import order, reach, river, rounds
from tests.positions import Example, examples, given, then

from .table import (
    DOUBLE_LAST,
    GAME,
    NO_PER_TEN,
    OWN_BERTH_BARRED,
    USUAL,
    boat,
    follow,
    give,
    moves,
    play,
    sailing,
    table,
    to_sail,
)

THIRDS = {f"{site} 3" for site in box.SITE_NAMES}
SPACES = {
    *(f"card {i}" for i in range(1, 11)),
    *box.ROUND_NAMES,
    *(f"{site} {place}" for site in box.SITE_NAMES for place in (1, 2, 3)),
}
ALYI, PASSALON = box.ROUND_POS[box.ALYI], box.ROUND_POS[box.PASSALON]


def test_the_box_is_complete() -> None:
    assert [sum(deck) for deck in box.DECKS] == list(box.DECK_SIZES) == [22, 22, 12]
    assert len(box.SPHINX_TABLE) == box.SPHINX_CARDS == 29
    assert box.NUM_GRAVE_TILES == 20
    assert sum(value * count for value, count in enumerate(box.GRAVE_TILES)) == 75
    assert sum(box.PART_VALUES[0]) == 45
    assert sum(sum(values) for values in box.PART_VALUES[2:7]) == 48
    assert sum(sum(values) for values in box.PART_VALUES[7:]) == 77
    assert sorted((*box.CARD_POS, *box.ROUND_POS, *box.SITE_POS)) == list(range(20))
    assert len(box.CARD_NAMES) == len(set(box.CARD_NAMES)) == box.CARD_KINDS == 39
    assert len(box.EFFECTS) == box.CARD_KINDS + 7


def test_extra_slots_suffice_for_every_card_that_can_be_kept() -> None:
    extra = sum(deck[box.TWO_RIDDLES] for deck in box.DECKS)
    assert 1 + box.ROUNDS + extra <= box.HAND_SLOTS
    assert box.WHEREABOUTS < 63


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_deals_order_stones_crews_and_a_sphinx_card(players: int) -> None:
    s = table(players)
    each = {"quarry": (3,) * players, "hand": (1,) * players}
    follow(s, then(crew=[1, 1, 1, 2], grain=[6, 0, 0], graves_up=4, flood=1, deck_left=12, **each))
    assert sum(s.pile) == 29 - players
    assert all(kind >= 0 for kind in s.row)


def test_tile_one_is_rearmost_on_the_score_track_and_has_fewest_stones() -> None:
    fresh = GAME.start(4, USUAL, "x")
    assert [order.place(fresh, seat) for seat in fresh.order] == [4, 3, 2, 1]
    assert [fresh.stones[seat] for seat in fresh.order] == [2, 3, 4, 5]


def test_the_optional_card_can_stay_in_the_box() -> None:
    s = table(options=NO_PER_TEN)
    assert s.where[box.PER_TEN_CARD] == box.IN_BOX
    assert sum(s.pile) == 28 - 4


def test_rounds_use_the_right_decks_and_drop_the_rest() -> None:
    s = table()
    for round_ in range(1, 6):
        assert s.round == round_
        deck = box.DECKS[box.DECK_OF_ROUND[round_]]
        assert all(deck[kind] > 0 for kind in s.row)
        assert s.deck_left == (12, 2, 12, 2, 2)[round_ - 1]
        rounds.order_next_round(s)
        if round_ < 5:
            assert s.stage == st.LAYING
            s.phase = st.NOTHING
            rounds.go_on(s)
    assert all(card == -1 for card in s.row)


BOATS = {
    "the first boat may go anywhere": (given(players=4), then(only={*SPACES, "pass"})),
    "with two players the third place is closed": (
        given(), then(only={*SPACES, "pass"} - THIRDS)
    ),
    "with three players the third place is closed": (
        given(players=3), then(only={*SPACES, "pass"} - THIRDS)
    ),
    "boats go downstream only and not to taken spaces": (
        given(), "selinon, card 5",
        then(seat=0, may_not="card 2, card 5, selinon", may="card 3, sphinx 1, thebae"),
        "temple 2, temple 1", then(seat=0, only="card 10, heliopolis, pass"),
    ),
    "one boat a player at each site and any empty place": (
        given(players=4), "obelisk 3, obelisk 1", then(place_1=[1, -1, 0], may="obelisk 2"),
        "obelisk 2", then(may="obelisk wait"),
        "obelisk wait", then(waiting_1=3, may_obelisk=""),
    ),
    "nobody waits beside an empty place": (
        given(players=3), "sphinx 1", then(may_not="sphinx wait"),
        "sphinx 2", then(may="sphinx wait"),
    ),
    "who passes places no more boats and the others go on": (
        given(), "pass, card 1, card 2, card 3", then(seat=1), "pass", then(round=2, boats=(0, 0)),
    ),
    "without a legal space a seat is out": (
        given(), "heliopolis, flood centre, card 1",
        then(seat=1, passed=1, events={ev.STUCK: [(0,)]}),
    ),
    "eight boats are all there are": (
        given(), "pass, card 1, edfu, card 2, selinon, card 3, sphinx 1, card 4",
        then(boats_left_1=1, stage=st.PLACING), "thebae", then(boats_left_1=0, stage=st.BUILDING),
    ),
    "upstream once a round and then from the most downstream boat": (
        given(cards="upstream"), "card 8, pass, card 2",
        then(last=box.CARD_POS[7], may_not="card 3", may="card 9"),
    ),
    "second boat is placed at once and can be chained": (
        given(row="second-boat second-boat second-boat"), "card 1",
        then(phase=st.AFTER_BOAT, only="done, play second-boat"),
        "play second-boat", then(seat=0, may_not="pass"),
        "card 2, play second-boat, card 3, done", then(seat=1, kept="second-boat"),
    ),
    "a second boat held since earlier is offered after every boat": (
        given(cards="second-boat"), then(may_not="play second-boat"),
        "card 1", then(phase=st.AFTER_BOAT, seat=0),
        "done, card 2, card 3, play second-boat, card 4",
        then(seat=1, boats_left=5, kept="quarry-2 quarry-2 quarry-2"),
    ),
    "a second boat without a space is kept": (
        given(cards="second-boat"), "heliopolis, flood centre", then(seat=1, kept="second-boat"),
    ),
    "the last boat cannot be followed by another": (
        given(cards="second-boat", boats_left=1), "card 1", then(seat=1),
    ),
    "second boat is not offered without a space for it": (
        given(row="quarry-2 " * 9 + "second-boat", boats_left=1), "card 10", then(seat=1),
    ),
    "late harvest takes a card without a boat": (
        given(row="six-stones " * 4 + "recruits " * 6, cards_1="late-harvest"), "pass, pass",
        then(phase=st.GATHER, only=["done", *(f"harvest {i}" for i in range(1, 11))]),
        "harvest 5, raise a, raise joker", then(crew_1=[2, 1, 1, 3], round=2, stones_1=6),
        "pass, pass, done", then(stones_1=9),
    ),
    "other cards can be played before the late harvest": (
        given(row="six-stones " * 10, cards="late-harvest stone-sale", stones=22),
        "pass, pass, sell 10, harvest 1", then(points=10, stones=12 + 6 + 3),
    ),
}  # fmt: skip


@examples(BOATS)
def test_boats(example: Example) -> None:
    follow(sailing(**example[0]), *example[1:])


EFFECTS = {
    "edfu lowers both markers": (given(), "edfu", then(market=[1, 1])),
    "edfu doubled": (given(cards="double-round"), "edfu doubled", then(market=[2, 2], kept="")),
    "selinon": (given(), "selinon", then(crew=[2, 2, 1, 2])),
    "thebae": (given(), "thebae", then(crew=[2, 1, 2, 2])),
    "beni hasan": (given(), "beni-hasan", then(crew=[1, 2, 2, 2])),
    "double pair": (
        given(cards="double-round"), "selinon doubled", then(crew=[3, 3, 1, 2], kept=""),
    ),
    "a crew at its maximum stays and the other moves": (
        given(crew=[9, 1, 1, 2]), "selinon", then(crew=[9, 2, 1, 2]),
    ),
    "alyi gives a crew of choice and two stones": (
        given(), "alyi",
        then(phase=st.CREW_STEP, only="raise a, raise b, raise c, raise joker"),
        "raise joker", then(crew=[1, 1, 1, 3], stones=4, seat=1),
    ),
    "alyi doubled gives two steps and four stones": (
        given(cards="double-round"), "alyi doubled, raise a, raise a",
        then(crew=[3, 1, 1, 2], stones=6, seat=1),
    ),
    "a choice among crews at the maximum is lost": (
        given(crew=[9, 9, 9, 9]), "alyi", then(stones=4, seat=1),
    ),
    "passalon and heliopolis raise the joker and may move the flood": (
        given(), "passalon",
        then(phase=st.FLOOD_STEP, only="flood left, flood centre, flood right"),
        "flood left", then(crew=[1, 1, 1, 3], flood=0, events={ev.FLOOD_MOVED: [(0, 0)]}),
        "heliopolis", then(only="flood left, flood centre"),
        "flood left", then(flood=0, events={ev.FLOOD_MOVED: []}),
    ),
    "double passalon": (
        given(cards="double-round", flood=0), "passalon doubled",
        then(crew=[1, 1, 1, 4], only="flood left, flood centre, flood right"),
        "flood right", then(flood=2),
    ),
    "heliopolis cannot be doubled": (
        given(cards="double-round"), then(may="passalon doubled", may_not="heliopolis doubled"),
    ),
    "heliopolis can be doubled by option": (
        given(cards="double-round", options=DOUBLE_LAST),
        then(may="passalon doubled, heliopolis doubled"),
    ),
    "brown fields give their bonus once": (
        given(players=4, row="brown-field-6 brown-field-7 brown-field-8 brown-field-9"),
        "card 1, card 2, card 3, card 4",
        then(market=[1, 0], market_1=[0, 1], points_2=3, stones_3=9,
             grain=([6, 0, 6], [6, 0, 7], [6, 0, 8], [6, 0, 9])),
    ),
    "immediate cards happen and leave the game": (
        given(players=4, row="grain-market stone-market six-stones crews-ab crews-ac crews-bc"),
        "card 1, card 2, card 3, card 4",
        then(market=([0, 2], [2, 0]), stones_2=10, crew_3=[2, 2, 1, 2]),
        "card 5, card 6",
        then(crew=([2, 1, 2, 2], [1, 2, 2, 2]), have=([0] * box.CARD_KINDS,) * 4),
    ),
    "recruits may go to one crew or two": (
        given(row="recruits recruits"),
        "card 1, raise b, raise b, card 2, raise a, raise joker",
        then(crew=([1, 3, 1, 2], [2, 1, 1, 3])),
    ),
    "a market card of choice is not split": (
        given(row="market-choice", market=[3, 0]), "card 1", then(phase=st.MARKET_STEP),
        "lower stone", then(market=[4, 0], stones=2 + 3 + 3),
    ),
    "tributes count own stones": (
        given(row="tribute-obelisk tribute-temple", own=([2, 3, 5, 7], [2, 3, 5, 7])),
        "card 1, card 2", then(points=(5, 12)),
    ),
    "stones beyond 25 are lost": (given(row="six-stones", stones=24), "card 1", then(stones=25)),
    "training is offered once a round at any own moment": (
        given(row="training"), "card 1", then(phase=st.AFTER_BOAT),
        "train c", then(crew=[1, 1, 2, 2], seat=1),
        "pass", then(may_train=""), "pass", then(round=2),
    ),
    "no moment is asked for what could be played before the boat": (
        given(cards="training"), then(may="train a"), "card 1", then(seat=1),
    ),
    "paid training costs two stones": (
        given(cards="paid-training", stones=7), "hire a",
        then(crew=[2, 1, 1, 2], stones=5, may_hire=""),
    ),
    "paid training is for whoever can pay": (
        given(cards="paid-training", stones=1), then(may_hire=""),
    ),
    "two stones are enough for paid training": (
        given(cards="paid-training", stones=2), then(may_hire="a, b, c, joker"),
    ),
    "training is nothing when all crews are at their maximum": (
        given(cards="training paid-training", crew=[9, 9, 9, 9]), then(may_train="", may_hire=""),
    ),
    "stone sale sells up to ten": (
        given(cards="stone-sale", stones=12), then(may_sell=map(str, range(1, 11))),
        "sell 10", then(stones=2, points=10, kept=""),
    ),
    "stones that a boat brings can be sold after it": (
        given(row="six-stones", cards="stone-sale", stones=4), "card 1",
        then(phase=st.AFTER_BOAT, seat=0), "sell 10", then(stones=0, points=10, seat=1),
    ),
    "a sale of few stones was as good before the boat": (
        given(cards="stone-sale", stones=4), "card 1", then(seat=1),
    ),
    "a sale of ten stones was as good before the boat": (
        given(row="six-stones", cards="stone-sale", stones=12), "card 1", then(seat=1),
    ),
    "a canal betters one field by one level and twice": (
        given(cards="canal canal brown-field-8 green-field-3"), then(may_canal="8 brown"),
        "canal 8 brown", then(grain=[9, 8, 0]),
        "canal 8 yellow-green", then(grain=[17, 0, 0], canals=0, may_canal=""),
    ),
    "a canal just taken may be put to a field at once": (
        given(row="canal", cards="yellow-green-field-4"), "card 1",
        then(phase=st.AFTER_BOAT, only="done, canal 3 yellow-green"),
    ),
}  # fmt: skip


@examples(EFFECTS)
def test_effects(example: Example) -> None:
    """What round spaces and Nile cards do."""
    follow(sailing(**example[0]), *example[1:])


def test_shared_berth_once_a_round_on_taken_round_spaces_but_not_heliopolis() -> None:
    s = sailing(cards_1="shared-berth", boats=sum(1 << pos for pos in box.ROUND_POS))
    to_sail(s, 1)
    follow(s, then(may=box.ROUND_NAMES[:-1], may_not="heliopolis"))
    s.last[0] = 0
    follow(s, "edfu", then(events={ev.PLAYED: [(1, box.SHARED_BERTH)]}))
    follow(s, "pass", then(market_1=[1, 1], may_not=box.ROUND_NAMES))


def test_shared_berth_may_join_ones_own_last_boat() -> None:
    """The card's text: a round space taken by a boat, "even one of his own"."""
    s = sailing(cards="shared-berth")
    follow(s, "edfu, pass", then(may="edfu"))
    follow(s, "edfu", then(market=[2, 2], boats_left=box.BOATS_EACH - 2, may_not="edfu"))
    follow(s, then(events={ev.PLAYED: [(0, box.SHARED_BERTH)]}))


def test_shared_berth_joins_no_own_boat_on_heliopolis_or_at_a_site() -> None:
    s = table(2)
    give(s, 0, "shared-berth")
    for last in (box.ROUND_POS[box.HELIOPOLIS], box.SITE_POS[0], box.CARD_POS[0]):
        s.boats[0], s.last[0] = 1 << last, last
        to_sail(s, 0)
        assert not reach.can_reach(s, 0, last)


def test_shared_berth_reaches_an_own_boat_upstream_with_that_card_only() -> None:
    s = table(2, cards="shared-berth", boats=1 << ALYI | 1 << PASSALON, last=PASSALON)
    to_sail(s, 0)
    assert "alyi" not in moves(s)
    give(s, 0, "upstream")
    assert "alyi" in moves(s)


def test_by_option_shared_berth_reaches_an_own_boat_only_upstream_of_another() -> None:
    s = table(2, OWN_BERTH_BARRED, cards="shared-berth upstream", boats=1 << ALYI, last=ALYI)
    to_sail(s, 0)
    assert "alyi" not in moves(s)
    s.boats[0] |= 1 << PASSALON
    s.last[0] = PASSALON
    assert "alyi" in moves(s)
    play(s, "alyi", "raise a")
    assert s.last[0] == PASSALON


def test_boats_at_the_sites_stay_for_the_building() -> None:
    s = sailing()
    boat(s, 0, 0, 0)
    s.boats[0] |= 3
    river.take_boats_back(s)
    assert s.boats[0] == 1 << box.SITE_POS[0]
