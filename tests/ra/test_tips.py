"""What Ra's board tells of a tile is what the rules would then score."""

from random import Random
from xml.etree import ElementTree

import pytest

import nomarch
from nomarch.engine.match import SPECTATOR, Match
from nomarch.games.ra import components as box
from nomarch.games.ra.rules import epochs
from nomarch.games.ra.words import tips
from nomarch.i18n import ENGLISH

SVG = "{http://www.w3.org/2000/svg}"
ONE_EACH = (box.GOD, box.PHARAOH, box.NILE, box.FIRST_CIVILISATION, box.GOLD)


def after(decisions: int, seed: int, players: int = 4) -> Match:
    match, rng = nomarch.new("ra", players=players, seed=seed), Random(seed)
    for _ in range(decisions):
        if not match.over:
            seat = match.to_act[0]
            match.play(seat, rng.choice(match.legal(seat)))
    return match


@pytest.mark.parametrize("seed", range(6))
def test_what_an_epoch_would_score_is_what_it_scores(seed: int) -> None:
    state = after(60, seed).state
    if state.epoch == box.EPOCHS:
        pytest.fail("the third epoch scores more than a plate tells")
    for seat in range(state.players):
        told = sum(tips.worth(state, seat, kind) for kind in ONE_EACH)
        before = state.points[seat]
        epochs.score_seat(state, seat)
        assert state.points[seat] == max(0, before + told)


@pytest.mark.parametrize("kind", range(1, box.OWNED_KINDS))
def test_one_more_tile_is_worth_what_the_tip_says(kind: int) -> None:
    for seed in range(5):
        state = after(50, seed).state
        for seat in range(state.players):
            told, before = tips.gain(state, seat, kind), tips.worth(state, seat, kind)
            state.have[seat][kind] += 1
            assert tips.worth(state, seat, kind) == before + told
            state.have[seat][kind] -= 1


@pytest.mark.parametrize(
    ("pharaohs", "tile", "told"),
    [
        (1, box.FUNERAL, "would lose 1"), (3, box.FUNERAL, "would lose 2"),
        (3, box.EARTHQUAKE, "It can't hurt you: you have none of those tiles."),
    ],
)  # fmt: skip
def test_a_disaster_tells_what_would_be_lost(pharaohs: int, tile: int, told: str) -> None:
    state = after(0, 1).state
    state.have[0][box.PHARAOH] = pharaohs
    assert told in tips.on_track(ENGLISH, state, 0, tile)


def test_a_spectator_is_told_what_always_holds() -> None:
    state = after(0, 1).state
    assert "One more" not in tips.on_track(ENGLISH, state, SPECTATOR, box.PHARAOH)


def test_the_bag_tells_how_likely_the_next_tile_is_a_ra() -> None:
    state = after(40, 2).state
    share = round(100 * state.bag[box.RA] / state.bag_left)
    assert f"Next draw: {share}% Ra" in tips.bag(ENGLISH, state)


def test_the_board_shows_what_pharaohs_score_now() -> None:
    match = after(0, 3, players=3)
    match.state.have[0][box.PHARAOH] = 2
    drawing = ElementTree.fromstring(match.svg(0, standalone=False))
    written = [node.text for node in drawing.iter(f"{SVG}text")]
    assert f"+{box.MOST_PHARAOHS}" in written
    assert f"−{-box.FEWEST_PHARAOHS}" in written


@pytest.mark.parametrize("kind", range(1, box.OWNED_KINDS))
def test_a_display_tells_what_one_more_is_worth_as_long_as_there_is_one(kind: int) -> None:
    state = after(0, 1).state
    for count in range(box.TILE_COUNTS[kind] + 1):
        state.have[0][kind] = count
        told = tips.in_display(ENGLISH, state, 0, kind)
        assert ("There are no more of these." in told) == (count == box.TILE_COUNTS[kind])


def test_a_monument_with_all_its_copies_brings_no_more() -> None:
    match = after(10, 1)
    match.state.have[0][box.FORTRESS] = box.TILE_COUNTS[box.FORTRESS]
    assert tips.gain(match.state, 0, box.FORTRESS) == 0
    assert match.svg(0)
