"""What Giza's board tells of a tile or a stack is what the rules would then do."""

from random import Random

import pytest

import nomarch
from nomarch.engine.match import SPECTATOR
from nomarch.games.giza import components as box, state as st
from nomarch.games.giza.rules import ending
from nomarch.games.giza.words import tips
from nomarch.i18n import ENGLISH

from .table import LAYOUT, RULES, TILE, legal, number_of, play, position

NAMES = ("Ann", "Bob")
BOARDS = {
    (0, "khufu"): ("stone+5", "stone+3"),
    (0, "khafre"): ("stone+2", "stone+1"),
    (0, "menkaure"): ("stone+1",),
    (1, "khufu"): ("stone+4", "treasure+4"),
    (1, "sphinx"): ("sphinx-base",),
}
HAND = ("stone+1", "stone-2", "demolition", "scarab")


def seen(viewer: int = 0) -> st.State:
    view: st.State = LAYOUT.observe(position(BOARDS, {0: HAND}), viewer)
    return view


@pytest.mark.parametrize("seed", range(4))
def test_a_tile_fits_where_the_rules_allow_and_changes_what_the_tip_says(seed: int) -> None:
    match, rng = nomarch.new("giza", players=3, seed=seed), Random(seed)
    for _ in range(40):
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.legal(seat)))
        state = match.state
        if match.over or state.phase != st.PLACING:
            continue
        seat, kind = match.to_act[0], state.picked
        view = LAYOUT.observe(state, seat)
        places = tips.takers(view, seat, kind)
        assert {f"on {owner} {box.SITE_NAMES[site]}" for owner, site in places} == legal(
            state, seat
        )
        for owner, site in places:
            twin = LAYOUT.copy(state)
            before = int(ending.site_points(twin, owner, site))
            told = tips.change(view, kind, owner, site)
            ends = tips.ends_game(view, kind, owner, site)
            RULES.apply(twin, seat, number_of(f"on {owner} {box.SITE_NAMES[site]}"))
            assert int(ending.site_points(twin, owner, site)) == before + told
            assert not ends or twin.seat == st.NO_SEAT


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("stone+1", "Khufu +8 → +9"), ("stone+1", "end the game"),
        ("stone-2", "Khufu +8 → +6"), ("stone-2", "counts −2 there"),
        ("demolition", "Bob's +4 treasure (Khufu)"), ("demolition", "Khufu +8 → +5"),
        ("sphinx-head", "It doesn't fit anywhere right now."),
    ],
)  # fmt: skip
def test_a_tile_of_the_hand_tells_what_it_does_for_me_now(name: str, told: str) -> None:
    assert told in tips.in_hand(ENGLISH, seen(), 0, NAMES, TILE[name])


def test_a_stack_tells_what_it_takes_and_what_the_hand_has_for_it() -> None:
    told = tips.stack_of(ENGLISH, seen(), 0, NAMES, 0, 0)
    assert "Worth +8 now." in told
    assert "any stone below 3, or a +3 treasure" in told
    assert "Fits from your hand: +1 stone, −2 stone, demolition, scarab." in told


def test_a_chosen_tile_is_told_at_its_place() -> None:
    s = position(BOARDS, {0: HAND})
    play(s, "play stone-2")
    view = LAYOUT.observe(s, 0)
    assert "−2 stone here: +8 → +6." in tips.stack_of(ENGLISH, view, 0, NAMES, 0, 0)
    assert "−2 stone here: −2 for Bob." in tips.stack_of(ENGLISH, view, 0, NAMES, 1, 0)


def test_only_what_a_viewer_may_look_at_is_told() -> None:
    """Two stacks of the same top and height are told alike to all but their owner."""
    other = BOARDS | {(0, "khufu"): ("stone-4", "stone+3")}
    told = [
        tips.stack_of(
            ENGLISH, LAYOUT.observe(position(boards, {0: HAND}), viewer), viewer, NAMES, 0, 0
        )
        for viewer in (1, SPECTATOR)
        for boards in (BOARDS, other)
    ]
    assert told[0] == told[1]
    assert told[2] == told[3]
    assert "Fits from your hand" not in told[2]


def test_the_third_pyramid_is_announced() -> None:
    assert "A 1 on Khufu would end the game." in tips.peaks(ENGLISH, seen(), 0)
    assert "would end the game" not in tips.peaks(ENGLISH, seen(), 1)
