"""The worked examples: each by its name, through the real rules."""

from __future__ import annotations

import pytest

from nomarch.games.giza import components as box, events as ev
from nomarch.games.giza.rules import ending, stacks

from .table import RULES, TILE, legal, places, play, position, ranks, scores, stack, told

STONES = [name for name in box.TILE_NAMES if name.startswith("stone")]


def test_g_stone_on_treasure() -> None:
    allowed = set()
    for stone in STONES:
        hand = (stone, "demolition", "demolition", "demolition")
        s = position({(1, "khufu"): ("stone+3", "treasure+3")}, {0: hand})
        if "1 khufu" in places(s, stone):
            allowed.add(stone)
    assert allowed == {"stone+1", "stone-1", "stone+2", "stone-2"}


def test_g_treasure_3() -> None:
    boards = {(0, "khufu"): ("stone+3",), (1, "khafre"): ("stone-3",)}
    others = [name for name in STONES if name[-1] != "3"]
    boards |= {(1, "khufu"): (others[0],), (1, "menkaure"): (others[1],)}
    s = position(boards, {0: ("treasure+3",) * 1 + ("demolition",) * 3})
    assert places(s, "treasure+3") == {"0 khufu", "1 khafre"}
    for name in others:
        s = position({(1, "khufu"): (name,)}, {0: ("treasure+3",) + ("demolition",) * 3})
        assert "play treasure+3" not in legal(s)


def test_g_demolish() -> None:
    s = position({(0, "khufu"): ("stone-5",)})
    pile = s.pile_left
    play(s, "play demolition", "on 0 khufu")
    assert stack(s, 0, "khufu") == []
    assert s.gone[TILE["stone-5"]] == s.gone[TILE["demolition"]] == 1
    assert s.pile_left == pile - 1
    assert s.held[0] == 4
    assert told(s, ev.DREW) == [(0, 1)]


def test_g_scarab_places() -> None:
    boards = {
        (0, "khufu"): ("stone+5",), (0, "khafre"): ("scarab",), (0, "sphinx"): ("sphinx-base",),
        (1, "khufu"): ("stone-4", "treasure+4"), (1, "sphinx"): ("scarab", "scarab"),
    }  # fmt: skip
    s = position(boards, {0: ("scarab",) + ("demolition",) * 3}, players=3)
    everywhere = {
        f"{p} {site}" for p in range(3) for site in ("khufu", "khafre", "menkaure", "sphinx")
    }
    assert places(s, "scarab") == everywhere


@pytest.mark.parametrize(
    ("tile", "below", "expected"),
    [
        ("sphinx-head", ("sphinx-base",), False),
        ("sphinx-body", (), False),
        ("sphinx-body", ("sphinx-base",), True),
        ("sphinx-head", ("sphinx-base", "sphinx-body"), True),
    ],
)
def test_g_sphinx_order(tile: str, below: tuple[str, ...], expected: bool) -> None:
    s = position({(1, "sphinx"): below}, {0: (tile,) + ("demolition",) * 3})
    assert ("1 sphinx" in places(s, tile)) is expected


@pytest.mark.parametrize(
    ("below", "expected"),
    [
        ("stone+5", True),
        ("stone-3", True),
        ("stone-4", True),
        ("stone+2", False),
        ("stone-1", False),
    ],
)
def test_g_stone_sign(below: str, expected: bool) -> None:
    s = position({(0, "khufu"): (below,)}, {0: ("stone-2",) + ("demolition",) * 3})
    assert ("0 khufu" in places(s, "stone-2")) is expected


def test_g_gap() -> None:
    s = position({(0, "khufu"): ("stone+5",)}, {0: ("stone+1",) + ("demolition",) * 3})
    play(s, "play stone+1", "on 0 khufu")
    assert stack(s, 0, "khufu") == ["stone+5", "stone+1"]
    assert ending.is_peak(stacks.top(s, 0, 0))
    assert not RULES.is_over(s)


def test_g_stack() -> None:
    laid = ("stone+5", "treasure+5", "stone-4", "stone+2", "treasure+2", "stone+1")
    s = position()
    for tile in laid:
        seat = int(s.seat)
        s.pile[s.hand[seat][0]] += 1
        s.hand[seat][0] = TILE[tile]
        s.pile[TILE[tile]] -= 1
        play(s, f"play {tile}", "on 1 menkaure", seat=seat)
    assert stack(s, 1, "menkaure") == list(laid)
    assert ending.is_peak(stacks.top(s, 1, 2))
    assert ending.site_points(s, 1, 2) == 11


def test_g_remove_scarab() -> None:
    s = position({(0, "khafre"): ("stone+4", "scarab")})
    pile, hand = s.pile_left, list(s.hand[0])
    play(s, "remove khafre")
    assert stack(s, 0, "khafre") == ["stone+4"]
    assert s.gone[TILE["scarab"]] == 1
    assert (s.pile_left, s.hand[0], s.held[0]) == (pile, hand, 4)
    assert s.seat == 1
    assert told(s, ev.DREW) == []


def test_g_demolish_scarab() -> None:
    s = position({(0, "khafre"): ("stone+4", "scarab")})
    pile = s.pile_left
    play(s, "play demolition", "on 0 khafre")
    assert stack(s, 0, "khafre") == ["stone+4"]
    assert s.gone[TILE["scarab"]] == s.gone[TILE["demolition"]] == 1
    assert (s.pile_left, s.held[0], s.seat) == (pile - 1, 4, 1)


COVERED_PEAK = {
    (0, "khufu"): ("stone+1",),
    (0, "khafre"): ("stone-1",),
    (0, "menkaure"): ("stone+1", "scarab"),
}


@pytest.mark.parametrize("moves", [("remove menkaure",), ("play demolition", "on 0 menkaure")])
def test_g_covered_peak(moves: tuple[str, ...]) -> None:
    s = position(COVERED_PEAK)
    assert not ending.is_complete(s, 0)
    assert RULES.to_act(s) == 1
    pile = s.pile_left
    play(s, *moves)
    assert RULES.is_over(s)
    assert s.pile_left == pile


def test_g_forced_end() -> None:
    boards = {
        (1, "khufu"): ("stone+1",),
        (1, "khafre"): ("stone+1",),
        (1, "menkaure"): ("stone-3",),
    }
    s = position(boards, {0: ("stone-1",) + ("demolition",) * 3})
    pile = s.pile_left
    play(s, "play stone-1", "on 1 menkaure")
    assert RULES.is_over(s)
    assert (s.pile_left, s.held[0]) == (pile, 3)
    assert told(s, ev.COMPLETED) == [(1, 0)]
    assert scores(s) == [0, -2]
    assert ranks(s) == [1, 2]


def test_g_last_tile() -> None:
    s = position(pile=2)
    play(s, "discard stone+5", "discard stone+5", "discard demolition", "done")
    assert RULES.is_over(s)
    assert (s.pile_left, s.held[0]) == (0, 3)
    assert told(s, ev.DREW) == [(0, 2)]
    assert told(s, ev.PILE_EMPTY) == [(0,)]


def test_g_score() -> None:
    boards = {
        (0, "khufu"): ("stone+5", "treasure+5", "stone+4", "stone-2", "stone+1"),
        (0, "khafre"): ("stone-5", "stone+3", "treasure+3", "scarab"),
        (0, "menkaure"): ("stone+4", "stone-1"),
        (0, "sphinx"): ("sphinx-base", "sphinx-body"),
    }
    s = position(boards, pile=1)
    play(s, "discard demolition", "done")
    assert told(s, ev.SCORED)[:4] == [(0, 0, 13), (0, 1, 1), (0, 2, 3), (0, 3, 5)]
    assert told(s, ev.TOTAL)[0] == (0, 22, 8)
    assert scores(s) == [22, 0]
    assert s.treasure[0] == 8


def test_g_tie() -> None:
    boards = {
        (0, "khufu"): ("stone+5", "treasure+5", "stone+4", "stone+3"),
        (0, "khafre"): ("stone+1",),
        (1, "khufu"): ("stone+5", "treasure+5", "stone+4"),
        (1, "khafre"): ("stone+2", "treasure+2"),
    }
    s = position(boards, pile=1)
    play(s, "discard demolition", "done")
    assert scores(s) == [18, 18]
    assert list(s.treasure[:2]) == [5, 7]
    assert ranks(s) == [2, 1]
    assert told(s, ev.ENDED) == [(1,)]


def test_g_count() -> None:
    counts = dict(zip(box.TILE_NAMES, box.TILE_COUNTS, strict=True))
    good = [n for n in counts if n.startswith("stone+")]
    bad = [n for n in counts if n.startswith("stone-")]
    treasures = [n for n in counts if n.startswith("treasure")]
    assert (len(good), len(bad), len(treasures)) == (5, 5, 4)
    assert {counts[n] for n in good} == {7}
    assert {counts[n] for n in bad + treasures} == {3}
    assert counts["demolition"] == 9
    assert counts["scarab"] == 6
    assert sum(counts[n] for n in counts if n.startswith("sphinx")) == 6
    assert sum(box.TILE_COUNTS) == box.NUM_TILES == 83
