"""Phases 3 to 7: feeding, stones, building, collaboration and the next turn order."""

from typing import Any

import pytest

from nomarch.games.egizia import components as box, events as ev, state as st
from nomarch.games.egizia.rules import feeding, monuments, order, rounds, tableau
from nomarch.games.egizia.state import State
from tests.positions import Example, examples, given, then, words

from .table import (
    AT_ONCE,
    AT_TEMPLE,
    STRONG,
    USUAL,
    WAITING_LEFT_OUT,
    boat,
    building_at,
    fill,
    follow,
    give,
    happened,
    moves,
    play,
    table,
    to_build,
    to_feed,
    to_get_ready,
)

ONE_STONE = "crew a, no joker, lay floor-1, stop"


def builders(s: State, moves: str = ONE_STONE) -> list[tuple[int, int]]:
    """Where each seat builds, one after the other, if each makes these moves."""
    found = []
    while s.stage == st.BUILDING:
        found.append((int(s.site), int(s.seat)))
        play(s, *words(moves))
    return found


# --- Feeding ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("flood", "grain"), [(0, 6), (1, 10), (2, 18)])
def test_the_flood_decides_which_fields_give_grain(flood: int, grain: int) -> None:
    s = table(cards="yellow-green-field-4 brown-field-8", flood=flood)
    assert feeding.harvested(s, 0) == grain


@pytest.mark.parametrize(("level", "lost"), [(0, 6), (1, 6), (2, 4), (3, 4), (4, 2)])
def test_hunger_costs_by_the_grain_market_and_may_lead_below_zero(level: int, lost: int) -> None:
    s = table(crew=[3, 1, 1, 3], market=[0, level])
    feeding.feed(s, 0)
    assert s.points[0] == -lost


@pytest.mark.parametrize(("before", "after"), [(1, 6), (23, 25)])
def test_quarries_give_stones_up_to_25(before: int, after: int) -> None:
    s = table(cards="quarry-2", stones=before)
    feeding.produce(s)
    assert s.stones[0] == after


def test_feeding_goes_from_the_leader_backwards_and_asks_only_who_can_help() -> None:
    s = table(3, crew=([4, 4, 4, 4],) * 3, points=(5, 9, 7))
    for seat in range(3):
        give(s, seat, "grain-surplus")
    to_feed(s)
    fed = []
    while s.phase == st.FEED:
        fed.append(int(s.seat))
        play(s, "feed")
    assert fed == [1, 2, 0]


RED = given(crew=([2, 2, 2, 4], *[[1, 1, 1, 2]] * 3), cards="green-field-2 grain-surplus", flood=0)
"""The rulebook's red player."""
FEEDING: dict[str, Example] = {
    "feed red with card": (
        given(players=4, **RED), then(seat=0), "play grain-surplus", then(grain_extra=4),
        "feed", then(points=0, grain_extra=0, events={ev.FED: [(0, 10, 12)]}),
    ),
    "feed red without card": (
        given(players=4, **RED), "feed", then(points=-6, kept="green-field-2 grain-surplus"),
    ),
    "stones feed only what is missing": (
        given(cards="stones-for-grain", crew=[3, 1, 2, 2], stones=5),
        "stone for grain, stone for grain", then(may_not="stone for grain"),
        "feed", then(points=0, events={ev.FED: [(0, 8, 8)]}),
    ),
    "a canal helps in the feeding step": (
        given(cards="canal brown-field-8", crew=[4, 4, 1, 2]), then(phase=st.FEED),
        "canal 8 brown, feed", then(points=0),
    ),
    "stones can be sold before the quarries give too many": (
        given(cards="stone-sale", stones=10, quarry=20), then(phase=st.AFTER_FEED, seat=0),
        "sell 5", then(points=5, stones=25),
    ),
    "who has nothing to gain is not asked after feeding": (
        given(cards="canal brown-field-8 build-first grain-surplus second-boat",
              boats_at=[(0, 0, 0)]),
        then(stage=st.READYING, phase=st.READY),
    ),
    "who shares the first card with another may be earlier after feeding": (
        given(cards="build-first", cards_1="build-first", boats_at=[(0, 0, 0), (1, 0, 1)],
              points_1=5),
        then(phase=st.AFTER_FEED, seat=1),
        "play build-first, play build-first", then(first=(2, 1)),
    ),
    "training after feeding costs no grain": (
        given(cards="training", crew=[1, 1, 1, 3]), then(phase=st.AFTER_FEED),
        "train a", then(points=0, crew=[2, 1, 1, 3], phase=st.SAIL),
    ),
    "after feeding one may go on without training": (
        given(cards="training"), "done", then(crew=[1, 1, 1, 2]),
    ),
}  # fmt: skip


@examples(FEEDING)
def test_feeding(example: Example) -> None:
    s = table(**{"players": 2, **example[0]})
    to_feed(s)
    follow(s, *example[1:])


@pytest.mark.parametrize(("flood", "canals", "asked"), [(0, 1, False), (0, 2, True), (1, 1, True)])
def test_a_canal_is_asked_for_only_where_water_reaches_the_field(
    flood: int, canals: int, asked: bool
) -> None:
    s = table(2, cards="canal " * canals + "brown-field-8", crew=[4, 4, 1, 2], flood=flood)
    to_feed(s)
    assert (s.phase == st.FEED) == asked


# --- Who builds ---------------------------------------------------------------------------------


def test_sites_are_built_from_the_source_and_places_from_the_nile() -> None:
    s = building_at(0, 4, **STRONG, boats_at=[(0, 0, 2), (1, 0, 0), (2, 2, 1), (3, 1, 0)])
    assert builders(s, "leave") == [(0, 1), (0, 0), (1, 3), (2, 2)]


TEMPLE: dict[str, Example] = {
    "who waits builds only if somebody gave way": (
        given(), "leave", ONE_STONE,
        then(seat=2, phase=st.CREW, events={ev.PROMOTED: [(2, 2)]}),
        "crew a, no joker, lay left-wall, stop", then(points_2=1 + 1),
    ),
    "who waits in vain gets nothing": (
        given(), ONE_STONE, ONE_STONE, then(stage=st.PLACING, points=(3, 3, 0)),
    ),
    "build while waiting needs nobody to give way": (
        given(cards_2="build-waiting"), ONE_STONE, ONE_STONE,
        then(phase=st.WAIT, only="done, play build-waiting", points_2=0),
        "play build-waiting", ONE_STONE, then(points_2=2 + 1),
    ),
    "build while waiting may be kept": (
        given(cards_2="build-waiting"), ONE_STONE, ONE_STONE, "done",
        then(kept_2="build-waiting", events={ev.LEFT: [(2, 2)]}),
    ),
    "a card to build while waiting is not spent without stones": (
        given(cards_2="build-waiting stone-sale", stones_2=2), ONE_STONE, ONE_STONE,
        then(may="play build-waiting"), "sell 2", then(only="done"),
    ),
    "double shift ends with its step": (
        given(filled={"left-wall": [1] * 4, "right-wall": [1] * 4, "floor-1": [1] * 6,
                      "floor-2": [1] * 5, "floor-3": [1] * 4},
              cards_1="double-shift", cards_2="build-waiting", crew_2=[3, 2, 1, 1]),
        "crew a, joker, lay left-column",
        "play double-shift, crew a, crew b, no joker, lay right-column",
        then(kept_2="build-waiting", round=2, events={ev.LEFT: [(2, 2)]}),
    ),
}  # fmt: skip


@examples(TEMPLE)
def test_who_builds_at_the_temple(example: Example) -> None:
    follow(building_at(2, **{**AT_TEMPLE, **example[0]}), *example[1:])


@pytest.mark.parametrize(("options", "expected"), [(USUAL, [1, 2]), (AT_ONCE, [2, 1])])
def test_who_moves_up_may_build_from_the_freed_place_by_option(
    options: tuple[int, ...], expected: list[int]
) -> None:
    s = building_at(2, options=options, **AT_TEMPLE)
    follow(s, then(seat=0), "leave")
    assert [seat for _, seat in builders(s)] == expected
    follow(s, then(events={ev.PROMOTED: [(2, 2)]}, points=(0, 3, 3)))


@pytest.mark.parametrize(("options", "bonus"), [(USUAL, 1), (WAITING_LEFT_OUT, 0)])
@pytest.mark.parametrize("card", ["build-waiting", "build-first"])
def test_building_while_waiting_earns_the_bonus_unless_the_option_says_no(
    card: str, options: tuple[int, ...], bonus: int
) -> None:
    s = table(options=options, **AT_TEMPLE, cards_2=card)
    if card == "build-first":
        s.phase, s.seat, s.stage = st.READY, 2, st.READYING
        play(s, "play build-first")
    to_build(s, 2)
    while s.stage == st.BUILDING:
        if s.phase == st.WAIT:
            play(s, "play build-waiting")
        follow(s, ONE_STONE)
    assert s.points[:3] == [3, 3, 2 + bonus]


def test_first_to_build_goes_before_the_places_even_from_waiting() -> None:
    s = table(**AT_TEMPLE, cards_2="build-first")
    to_get_ready(s)
    follow(s, then(phase=st.READY, seat=2), "play build-first")
    assert [seat for _, seat in builders(s)] == [2, 0, 1]


def test_a_later_first_card_goes_behind_and_a_late_one_waits_for_the_next_site() -> None:
    boats = [(seat, site, seat) for site in (1, 2) for seat in range(4)]
    s = table(**STRONG, cards_2="build-first", cards_3="build-first", boats_at=boats)
    s.seat, s.phase = 3, st.SAIL
    play(s, "play build-first")
    to_build(s, 1)
    follow(s, then(seat=3), "leave, leave, leave", then(seat=2))
    follow(s, "play build-first", then(first_from_2=2), "leave")
    assert builders(s, "leave") == [(2, 3), (2, 2), (2, 0), (2, 1)]


def test_ready_is_asked_for_paid_training_of_those_without_a_boat() -> None:
    s = table(2, cards="paid-training")
    to_get_ready(s)
    follow(s, then(phase=st.READY, seat=0), "hire b", then(crew=[1, 2, 1, 2], phase=st.SAIL))


# --- Crews and the ends of builds ---------------------------------------------------------------

WALLS = {"left-wall": [1] * 3, "right-wall": [1] * 3, "floor-1": [1] * 6, "floor-2": [1] * 5}
"""Everything but what strength 3 and more can lay."""
CREWS: dict[str, Example] = {
    "first to build cannot be played when no site is left": (
        given(**STRONG, cards="build-first"), then(may_not="play build-first"),
    ),
    "each crew once a round and the joker never alone": (
        given(**STRONG, site=0, boats_at=[(0, 0, 0), (0, 1, 0), (0, 2, 0)]),
        then(only="crew a, crew b, crew c, leave"),
        "crew b", then(phase=st.JOKER_TOO),
        "joker, draw 1, done", then(only="crew a, crew c, leave"),
        "crew a", then(phase=st.STONES), "lay obelisk, stop, lower stone",
        "crew c, lay floor-1", then(round=2, used=[0, 0, 0, 0], points=1 + 1 + 2 + 6),
    ),
    "double shift uses two crews in one build": (
        given(**STRONG, cards="double-shift"), "play double-shift, crew a",
        then(phase=st.SECOND_CREW, only="crew b, crew c, done"),
        "crew b, joker", then(strength=9, used=[1, 1, 0, 1]),
    ),
    "double shift may end with one crew": (
        given(**STRONG, cards="double-shift"), "play double-shift, crew a, done, no joker",
        then(strength=4),
    ),
    "the second crew of a double shift has to suffice, too": (
        given(stones=9, filled=WALLS, crew=[1, 2, 1, 1], cards="double-shift"),
        "play double-shift, crew a", then(only="crew b"),
    ),
    "double shift needs two fresh crews": (
        given(**STRONG, cards="double-shift", used=[1, 1, 0, 0]), then(may_not="play double-shift"),
    ),
    "overtime adds three before or during a build and adds up": (
        given(**STRONG, cards="overtime overtime"), "play overtime, crew c, no joker",
        then(strength=5), "lay floor-1, play overtime", then(strength=6, crew=[4, 3, 2, 2]),
    ),
    "overtime works at the sphinx": (
        given(site=0, stones=9, cards="overtime"), "crew a, no joker",
        then(phase=st.RIDDLES, only="draw 1, play overtime"),
        "play overtime", then(only="draw 1, draw 2, draw 3, draw 4"),
    ),
    "a crew too weak for any space cannot be chosen": (
        given(stones=9, filled=WALLS, crew=[1, 2, 1, 2]), then(only="crew b, leave"),
        "crew b", then(only="joker"),
    ),
    "training at the site can make a build possible": (
        given(stones=9, filled=WALLS, crew=[1, 1, 1, 2], cards="training"), then(may_not="crew a"),
        "train a, crew a, joker, lay left-wall", then(points=4 + 1),
    ),
    "a seat without stones or crews leaves by itself": (
        given(stones=(0, 9), used_1=[1, 1, 1, 0], boats_at=[(0, 2, 0), (1, 2, 1)]),
        then(stage=st.PLACING, events={ev.LEFT: [(0, 2), (1, 2)]}),
    ),
    "spending the stones before the build leaves only the way out": (
        given(stones=2, cards="paid-training overtime double-shift"), "hire a", then(only="leave"),
    ),
    "stones left after the last build can be sold before the others build": (
        given(**STRONG, cards="stone-sale", boats_at=[(0, 2, 0), (1, 2, 1)]), ONE_STONE,
        then(phase=st.AFTER_BUILD, seat=0), "sell 10", then(points=12, seat=1),
    ),
    "after the last build training of the round can still be used": (
        given(**STRONG, site=1, cards="paid-training", boats_at=[(0, 1, 0), (0, 2, 0)]), "leave",
        then(site=2), ONE_STONE, then(phase=st.AFTER_BUILD), "hire a", then(phase=st.SAIL),
    ),
    "who does not build takes the boat back": (
        given(site=1, stones=9, boats_at=[(0, 1, 0), (0, 2, 1)]), "leave",
        then(boats=1 << box.SITE_POS[2], place_1=[-1, -1, -1]),
    ),
    "graves are taken in order and the next one is turned at once": (
        given(site=1, crew=[9, 1, 1, 2], stones=20, grave=(2, 3, 4, 5)),
        "crew a, no joker, lay grave, lay grave", then(points=5, graves_up=6),
    ),
    "building stops by itself when nothing more can be laid": (
        given(site=1, stones=9, grave=5), "crew a, no joker, lay obelisk",
        then(only="lower stone, lower grain"),
    ),
    "temple and pyramid may share one build": (
        given(crew=[6, 1, 1, 2], stones=20),
        "crew a, no joker, lay left-wall, lay floor-1, lay floor-1",
        then(points=5, own=[0, 0, 1, 2], only="lay right-wall, stop"),
    ),
    "stones limit a build as strength does": (
        given(crew=[9, 1, 1, 2], stones=3), "crew a, no joker, lay floor-1",
        then(only="lay left-wall, lay right-wall, stop"),
    ),
    "more stones than the twenty in the box may be laid": (
        given(crew=[7, 1, 1, 2], stones=7, filled={f"floor-{at}": [0] * (7 - at)
                                                   for at in range(1, 6)}),
        then(own=[0, 0, 0, 20]), "crew a, no joker, lay floor-6", then(own=[0, 0, 0, 21]),
    ),
    "the bonus counts sites with a stone spent not boats": (
        given(**STRONG, site=0, boats_at=[(0, 0, 0), (0, 1, 0), (0, 2, 0)]),
        "leave, leave, crew a, no joker, lay left-wall, stop", then(points=1 + 1),
    ),
    "build red 7": (
        given(players=4, site=1, crew=[5, 1, 1, 2], stones=9, grave=4), "crew a, joker",
        then(strength=7), "lay obelisk, lay obelisk, lay grave",
        then(points=7, stones=2, used=[1, 0, 0, 1], only="lower stone, lower grain"),
        "lower grain", then(market=[0, 1]),
    ),
    "build yellow 2": (
        given(players=4, crew_3=[1, 3, 1, 2], stones_3=2, boats_at=[(3, 2, 0)]),
        "crew b, no joker, lay floor-1",  # the stone, and one site for the collaboration bonus
        then(points_3=2 + 1, stones_3=0),
    ),
}  # fmt: skip


@examples(CREWS)
def test_building(example: Example) -> None:
    follow(building_at(**{"site": 2, **example[0]}), *example[1:])


@pytest.mark.parametrize(
    ("cards", "stones", "asked"),
    [
        ("overtime", 5, False), ("overtime training", 5, True), ("overtime overtime", 5, True),
        ("overtime paid-training", 5, False), ("overtime paid-training", 7, True),
    ],
)  # fmt: skip
def test_who_cannot_lay_a_stone_whatever_is_played_leaves_by_itself(
    cards: str, stones: int, asked: bool
) -> None:
    filled = {**WALLS, "left-wall": [1] * 4, "right-wall": [1] * 4, "floor-3": [1] * 4}
    s = building_at(2, filled=filled, used=[0, 0, 0, 1], stones=stones, cards=cards)
    assert (s.phase == st.CREW) == asked
    assert ((0, 2) in happened(s, ev.LEFT)) != asked


# --- The Sphinx ---------------------------------------------------------------------------------

SPHINX: dict[str, Example] = {
    "draw up to the strength": (given(crew=3), then(may_draw="1, 2, 3")),
    "draw up to five": (given(), then(only=[f"draw {n}" for n in range(1, 6)])),
    "draw up to the stones": (given(stones=2), then(only="draw 1, draw 2")),
    "no card needs to be kept": (
        given(crew=3), "draw 3, done", then(points=3, hand=1, pile_1=3, pile_by_1=0),
    ),
    "sphinx blue": (
        given(crew=3, stones=7), "draw 3, keep 2",
        then(points=2, stones=4, used=[1, 0, 0, 0], hand=2),
    ),
    "two more riddles are free up to five": (
        given(cards="more-riddles"),
        then(may_draw=[*map(str, range(1, 6)), *(f"{n} and 2" for n in range(1, 5))]),
        "draw 4 and 2", then(drawn_left=5, stones=5),
    ),
    "two more riddles with one stone": (
        given(cards="more-riddles", stones=1), "draw 1 and 2", then(drawn_left=3, stones=0),
    ),
    "two riddles lets keep two": (
        given(cards="two-riddles", crew=3), "draw 3, keep 1",
        then(phase=st.KEEPING, only="done, play two-riddles"),
        "play two-riddles, keep 3", then(hand=3, points=1),
    ),
    "two riddles is not offered for a single card": (
        given(cards="two-riddles", crew=1), "draw 1", then(only="done, keep 1"),
    ),
    "a short pile limits the draw": (
        given(cards="more-riddles", left=2), then(only="draw 1, draw 2, draw 1 and 2"),
        "draw 1 and 2", then(drawn_left=2),
    ),
}  # fmt: skip


def at_sphinx(crew: int = 9, stones: int = 9, left: int = 27, **values: Any) -> State:
    """Seat 0 has sent a crew to the Sphinx; some cards are left in the pile."""
    s = table(2, crew=[crew, 1, 1, 2], stones=(stones, 9), **values)
    pile = [card for card in range(29) if s.where[card] == box.FIRST_PILE]
    for card in pile[left:]:
        s.where[card] = box.IN_BOX
    s.pile[0] = left
    boat(s, 0, 0, 0)
    boat(s, 1, 2, 0)
    to_build(s)
    return s


@examples(SPHINX)
def test_the_sphinx(example: Example) -> None:
    follow(at_sphinx(**example[0]), "crew a, no joker", *example[1:])


def test_an_empty_pile_ends_the_visit() -> None:
    assert happened(at_sphinx(left=0), ev.LEFT) == [(0, 0)]


def test_returned_cards_come_up_after_all_older_ones() -> None:
    s = at_sphinx(crew=2)
    follow(s, "crew a, no joker, draw 2, done")
    own = {card for card in range(29) if s.where[card] == box.FIRST_PILE + 1}
    assert len(own) == 2
    others = [card for card in range(29) if s.where[card] == box.FIRST_PILE]
    for card in others[:-1]:
        s.where[card] = box.IN_BOX
    s.pile[0] = 1
    s.site, s.phase = 0, st.RIDDLES
    s.stones[0] = s.strength = 5
    play(s, "draw 2")
    assert others[-1] in s.drawn
    assert own & set(s.drawn)


# --- Obelisk, graves, temple, pyramid -----------------------------------------------------------


def test_the_last_graves_are_not_followed_by_others() -> None:
    s = table(2)
    for _ in range(8):
        monuments.show_grave(s)
    left = s.grave_left
    monuments.show_grave(s)
    assert (s.graves_up, s.grave_left) == (12, left)


def test_walls_then_columns_then_roof() -> None:
    s = table(2, site=2, phase=st.STONES, strength=99, stones=25)

    def temple() -> set[str]:
        return {move[4:] for move in moves(s) if "floor" not in move and move.startswith("lay")}

    for part, count, after in (
        ("left-wall", 0, {"left-wall", "right-wall"}), ("left-wall", 4, {"right-wall"}),
        ("right-wall", 4, {"left-column", "right-column"}), ("right-column", 1, {"left-column"}),
        ("left-column", 1, {"roof"}), ("roof", 3, set[str]()),
    ):  # fmt: skip
        fill(s, part, *[0] * count)
        assert temple() == after


def test_a_site_where_all_is_built_cannot_be_used() -> None:
    parts = zip(box.PART_NAMES[:2], box.PART_SIZE[:2], strict=True)
    s = table(2, filled={part: [0] * size for part, size in parts}, stones=9, site=1)
    assert monuments.cheapest(s) == 0
    boat(s, 0, 1, 0)
    to_build(s, 1)
    assert happened(s, ev.LEFT) == [(0, 1)]


# --- Phases 6 and 7 -----------------------------------------------------------------------------


def test_the_last_on_the_track_gets_tile_one() -> None:
    s = table(4, points=(7, 3, 7, 12), arrival=(4, 1, 9, 2))
    rounds.order_next_round(s)
    assert s.order == [1, 2, 0, 3]


def test_no_points_keep_the_place_on_the_space() -> None:
    s = table(2)
    before = list(s.arrival)
    tableau.move_score(s, 0, ev.FOR_CARDS, 0)
    assert s.arrival == before


def test_a_stone_that_falls_back_goes_behind_too() -> None:
    s = table(2, points=(4, 6))
    tableau.move_score(s, 1, ev.FOR_HUNGER, -2)
    assert order.is_ahead(s, 0, 1)
