"""What a seat imagines: always possible, always in agreement with what it may look at."""

import pytest

from nomarch.games.giza import beliefs, components as box
from nomarch.games.giza.invariants import broken
from nomarch.games.giza.state import State
from nomarch.kernel.declare.chance import IMAGINED
from nomarch.kernel.declare.layout import STREAM

from .table import GAME, LAYOUT, RULES, TILE, play, position, stack

FULL = ("stone+5", "treasure+5", "stone+4", "treasure+4", "stone+3", "treasure+3", "stone+2",
        "treasure+2", "stone+1")  # fmt: skip
HANDS = {
    0: ("stone+1", "stone+2", "stone+3", "stone-1"),
    1: ("stone+1", "stone+2", "demolition", "stone-1"),
    2: ("stone+1", "stone+2", "demolition", "demolition"),
}


def check(s: State, seat: int, worlds: int = 25) -> list[State]:
    """Imagined states that agree with the view and break no law."""
    seen = LAYOUT.pack(LAYOUT.observe(s, seat))
    states = [GAME.imagine(s, seat, salt) for salt in range(worlds)]
    for state in states:
        assert LAYOUT.pack(LAYOUT.observe(state, seat)) == seen
        assert broken(state) == []
    return states


def test_what_is_hidden_is_drawn_anew() -> None:
    s = position({(1, "khufu"): ("stone+5", "stone+4", "stone+2")})
    states = check(s, 0)
    assert len({tuple(state.hand[1]) for state in states}) > 5
    assert len({tuple(state.stack[1][0]) for state in states}) > 3
    assert len({tuple(state.pile) for state in states}) > 5


def test_own_hand_and_own_stacks_stay() -> None:
    s = position({(0, "khufu"): ("stone+5", "stone+4", "stone+2"), (1, "khufu"): ("stone+5",)})
    for state in check(s, 0):
        assert state.hand[0] == s.hand[0]
        assert stack(state, 0, "khufu") == ["stone+5", "stone+4", "stone+2"]


def test_a_treasure_always_lies_on_its_stone() -> None:
    s = position({(1, "khafre"): ("stone-4", "treasure+4")})
    bottoms = {stack(state, 1, "khafre")[0] for state in check(s, 0, 40)}
    assert bottoms == {"stone+4", "stone-4"}


def test_a_sphinx_shows_what_it_stands_on() -> None:
    s = position({(1, "sphinx"): ("sphinx-base", "sphinx-body", "sphinx-head")})
    for state in check(s, 0):
        assert stack(state, 1, "sphinx") == ["sphinx-base", "sphinx-body", "sphinx-head"]


def test_a_scarab_may_hide_anything_that_can_be_built() -> None:
    boards = {
        (1, "sphinx"): ("sphinx-base", "sphinx-body", "scarab", "scarab"),
        (1, "khufu"): ("stone+5", "treasure+5", "scarab"),
        (1, "khafre"): ("scarab", "scarab"),
    }
    states = check(position(boards), 0, 60)
    assert len({tuple(stack(state, 1, "sphinx")) for state in states}) > 1
    assert len({tuple(stack(state, 1, "khufu")) for state in states}) > 5


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_full_pyramids_that_use_up_every_treasure_are_found(seat: int) -> None:
    boards = {(0, "khufu"): FULL, (1, "khufu"): FULL, (2, "khafre"): FULL}
    for state in check(position(boards, HANDS, players=3), seat):
        assert [stack(state, p, "khufu")[1] for p in (0, 1)] == ["treasure+5"] * 2


@pytest.mark.parametrize("seat", range(4))
def test_scarce_tiles_are_shared_out(seat: int) -> None:
    """Scarabs and treasures all lie under tiles, next to stacks that could hold them as well."""
    boards = {
        (0, "khufu"): (*FULL, "scarab", "scarab"),
        (1, "khafre"): ("stone+5", "treasure+5", "stone+4", "treasure+4", "scarab", "scarab"),
        (1, "sphinx"): ("sphinx-base", "sphinx-body", "sphinx-head", "scarab"),
        (2, "menkaure"): ("stone-5", "treasure+5", "stone-4", "treasure+4", "stone-3", "stone-1"),
        (3, "khufu"): ("stone+5", "stone+4", "stone+3", "treasure+3", "stone+2", "scarab"),
        (3, "sphinx"): ("sphinx-base", "sphinx-body"),
    }
    hands = {**HANDS, 3: ("stone+3", "stone+3", "demolition", "demolition")}
    check(position(boards, hands, players=4), seat)


def test_anothers_choice_is_forgotten_and_the_own_one_kept() -> None:
    s = position({(1, "khufu"): ("stone+5",)})
    play(s, "discard demolition", "discard stone+5")
    assert GAME.imagine(s, 0, 1).marked == s.marked
    other = GAME.imagine(s, 1, 1)
    assert (other.phase, other.marked) == (0, [0] * box.HAND)


def test_a_full_state_tells_a_dream_nothing() -> None:
    """Search copies the true state: what the seat cannot see must be overwritten, not read."""
    s = position({(1, "khufu"): ("stone+5", "stone+4", "stone+2")})
    from_view = GAME.imagine(s, 0, 3)
    stream = STREAM.plain()
    RULES.reseed(stream, [3] * 8, 3, IMAGINED)
    RULES.determinise(s, 0, stream)
    assert LAYOUT.pack(s) == LAYOUT.pack(from_view)


def test_at_the_end_only_hands_and_pile_are_unknown() -> None:
    s = position({(1, "khufu"): ("stone+5", "stone+4")}, pile=2)
    play(s, "discard stone+5", "discard stone+5", "discard demolition", "done")
    for state in check(s, 1):
        assert state.stack == s.stack
        assert sum(tile >= 0 for tile in state.hand[0]) == 3


def test_a_spectator_can_dream_too() -> None:
    s = position({(0, "khufu"): ("stone+5", "stone+2"), (1, "khufu"): ("stone+3", "treasure+3")})
    for state in check(s, -1):
        seen = sum(sum(column.count(TILE[n]) for board in state.stack for column in board)
                   for n in ("stone+2", "treasure+3"))  # fmt: skip
        assert seen >= 2
    assert sum(box.TILE_COUNTS[tile] for tile in range(box.TILES)) == 83


def test_a_guess_that_leads_nowhere_is_made_again() -> None:
    """Of the few tiles unseen only one fits under the 4, but it fits under the 1 as well."""
    boards = {(1, "khufu"): ("stone+2", "stone+1"), (1, "khafre"): ("stone+5", "stone+4")}
    hands = {0: ("demolition",) * 4, 1: ("demolition",) * 4}
    for state in check(position(boards, hands, pile=1), 0):
        assert stack(state, 1, "khafre") == ["stone+5", "stone+4"]
        assert stack(state, 1, "khufu") == ["stone+2", "stone+1"]


def test_forced_places_are_filled_first() -> None:
    """The last treasure 5 must lie under seat 3's 4; stacks with more choice may not take it."""
    boards = {
        (0, "khufu"): ("stone+5", "stone+4", "stone+3", "treasure+3", "stone+2"),
        (0, "khafre"): ("stone+5", "stone+4", "treasure+4", "stone+3"),
        (0, "menkaure"): ("stone+5", "stone+4", "treasure+4", "stone+3", "treasure+3", "stone-2"),
        (1, "khufu"): ("stone+5", "treasure+5", "stone+3"),
        (2, "khafre"): ("stone-2", "scarab", "scarab"),
        (3, "khafre"): ("stone-5", "treasure+5", "stone-4"),
        (3, "menkaure"): ("stone-5", "stone+4", "treasure+4", "stone-3", "stone+2"),
    }
    hands = dict.fromkeys(range(4), ("stone+1", "stone-1", "demolition", "stone+3"))
    hands[1] = ("treasure+5", "stone-2", "stone+5", "stone+5")
    hands[3] = ("demolition", "demolition", "demolition", "stone+1")
    s = position(boards, hands, players=4)
    failures = 0
    for salt in range(50):
        view, stream = LAYOUT.observe(s, 1), STREAM.plain()
        RULES.reseed(stream, [salt] * 8, salt, IMAGINED)
        beliefs.gather_unseen(view, 1)
        failures += not beliefs.fill_stacks(view, 1, stream)
    assert failures <= 5
    for state in check(s, 1):
        assert stack(state, 3, "khafre")[1] == "treasure+5"
