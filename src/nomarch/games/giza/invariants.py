"""What never changes in a game of Giza, and the ways in which one can end: for tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nomarch.games.giza import events as ev
from nomarch.games.giza.components import (
    HAND,
    MAX_HEIGHT,
    MAX_SEATS,
    NO_TILE,
    SITES,
    TILE_COUNTS,
    TILES,
)
from nomarch.games.giza.questions import fits, is_complete, top
from nomarch.games.giza.rules import NO_SEAT, TURN
from nomarch.kernel.events import Record

ENDINGS = ("own-pyramids", "others-pyramids", "pile-empty")


def broken(s: Any) -> list[str]:
    """Every conservation law that a state breaks, in words."""
    return [*_tiles(s), *_stacks(s), *_hands(s), *_turn(s)]


def _tiles(s: Any) -> list[str]:
    complaints = []
    found = [s.pile[tile] + s.gone[tile] for tile in range(TILES)]
    for seat in range(s.players):
        laid = [tile for site in s.stack[seat] for tile in site if tile != NO_TILE]
        for tile in [*laid, *(tile for tile in s.hand[seat] if tile != NO_TILE)]:
            found[tile] += 1
    for tile in range(TILES):
        if found[tile] != TILE_COUNTS[tile]:
            complaints.append(f"{found[tile]} tiles of kind {tile}, not {TILE_COUNTS[tile]}")
    if sum(s.pile) != s.pile_left or min(s.pile) < 0:
        complaints.append("the pile's count is wrong")
    return complaints


def _stacks(s: Any) -> list[str]:
    """Only tops are ever taken away, so every stack could be built tile by tile."""
    complaints = []
    for seat in range(MAX_SEATS):
        for site in range(SITES):
            height, stack = s.height[seat][site], s.stack[seat][site]
            if height > (MAX_HEIGHT if seat < s.players else 0):
                complaints.append(f"seat {seat}, site {site}: the stack is too high")
            if any((tile != NO_TILE) != (level < height) for level, tile in enumerate(stack)):
                complaints.append(f"seat {seat}, site {site}: the height is wrong")
            elif not all(
                fits(stack[i], site, stack[i - 1] if i else NO_TILE) for i in range(height)
            ):
                complaints.append(f"seat {seat}, site {site}: {stack[:height]} cannot be built")
            elif seat < s.players and s.takes[SITES * seat + site] != _takes(s, seat, site):
                complaints.append(f"seat {seat}, site {site}: what fits on it is not up to date")
    return complaints


def _takes(s: Any, seat: int, site: int) -> int:
    return sum(1 << tile for tile in range(TILES) if fits(tile, site, top(s, seat, site)))


def _hands(s: Any) -> list[str]:
    complaints = []
    for seat in range(s.players):
        held = sum(tile != NO_TILE for tile in s.hand[seat])
        if held != s.held[seat]:
            complaints.append(f"seat {seat} holds {held} tiles, not {s.held[seat]}")
        if s.seat != NO_SEAT and held != HAND:
            complaints.append(f"seat {seat} holds {held} tiles during the game")
    return complaints


def _turn(s: Any) -> list[str]:
    complaints = []
    if s.seat == NO_SEAT:
        if s.phase != TURN or s.next_first == NO_SEAT:
            complaints.append("the end is not tidy")
    else:
        if s.pile_left <= 0:
            complaints.append("the game goes on without a pile")
        if any(is_complete(s, seat) for seat in range(s.players)):
            complaints.append("the game goes on after three complete pyramids")
    return complaints


def ending(events: Iterable[Record]) -> str:
    """How a game ended, told from its events."""
    for event in events:
        if event[0] == ev.COMPLETED:
            return "own-pyramids" if event[2] == event[3] else "others-pyramids"
        if event[0] == ev.PILE_EMPTY:
            return "pile-empty"
    return ""
