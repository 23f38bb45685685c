"""Positions of Giza for tests: a started game whose boards and hands are laid out by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nomarch.games.giza.actions import format_action
from nomarch.games.giza.components import (
    HAND,
    NO_TILE,
    SITE_NAMES,
    TILE_COUNTS,
    TILE_NAMES,
    TILES,
)
from nomarch.games.giza.invariants import broken
from nomarch.kernel import backend
from nomarch.kernel.game import buffers, rulebook
from nomarch.kernel.seeds import key_of, make_seed

BOOK = rulebook("giza")
RULES = backend.interpreted("giza")
TILE = {name: tile for tile, name in enumerate(TILE_NAMES)}
PLAIN_HAND = ("demolition", "demolition", "stone+5", "stone+5")

Boards = Mapping[tuple[int, str], Sequence[str]]


def start(
    players: int = 2, options: tuple[int, int] = (0, 1), seed: str = "giza", game: int = 0
) -> Any:
    """A new game, by default with seat 0 to begin."""
    s = BOOK.layout.plain()
    RULES.reseed(s, key_of(make_seed(seed)), game, 0)
    RULES.setup(s, players, options)
    return s


def position(
    boards: Boards | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    players: int = 2,
    pile: int | None = None,
    options: tuple[int, int] = (0, 1),
) -> Any:
    """A position at the start of seat 0's turn; what lies nowhere else is in the pile.

    With `pile`, the rest of the tiles have left the game.
    """
    s = start(players, options)
    for seat in range(players):
        wanted = (hands or {}).get(seat, PLAIN_HAND)
        s.hand[seat] = [TILE[name] for name in wanted] + [NO_TILE] * (HAND - len(wanted))
        s.held[seat] = len(wanted)
    for (seat, site), names in (boards or {}).items():
        column = SITE_NAMES.index(site)
        for level, name in enumerate(names):
            s.stack[seat][column][level] = TILE[name]
        s.height[seat][column] = len(names)
        RULES.note_top(s, seat, column)
    _settle_pile(s, pile)
    assert broken(s) == []
    s.trace = []
    return s


def _settle_pile(s: Any, pile: int | None) -> None:
    for tile in range(TILES):
        used = sum(row.count(tile) for row in s.hand)
        used += sum(column.count(tile) for board in s.stack for column in board)
        s.pile[tile] = TILE_COUNTS[tile] - used
        s.gone[tile] = 0
    for tile in range(TILES):
        while pile is not None and sum(s.pile) > pile and s.pile[tile] > 0:
            s.pile[tile] -= 1
            s.gone[tile] += 1
    s.pile_left = sum(s.pile)


def legal(s: Any, seat: int = 0) -> set[str]:
    """What a seat may do, asked with a mask that was used before."""
    mask = [1] * len(BOOK.actions)
    RULES.legal(s, seat, mask)
    return {format_action(action) for action, allowed in enumerate(mask) if allowed}


def play(s: Any, *moves: str, seat: int = 0) -> None:
    """Makes moves of one seat, each of which must be legal."""
    for move in moves:
        assert move in legal(s, seat), move
        RULES.apply(s, seat, BOOK.action_of[move])
        assert broken(s) == []


def places(s: Any, tile: str, seat: int = 0) -> set[str]:
    """Where a tile of the hand may be played."""
    if f"play {tile}" not in legal(s, seat):
        return set()
    twin = BOOK.layout.copy(s)
    play(twin, f"play {tile}", seat=seat)
    return {move.removeprefix("on ") for move in legal(twin, seat)}


def stack(s: Any, seat: int, site: str) -> list[str]:
    """A stack's tiles, bottom first."""
    column = SITE_NAMES.index(site)
    return [TILE_NAMES[tile] for tile in s.stack[seat][column][: s.height[seat][column]]]


def told(s: Any, name: str) -> list[tuple[int, ...]]:
    """The values of all events of a kind since the position was laid out."""
    kinds = [event.name for event in BOOK.events]
    return [record[2:] for record in s.trace if kinds[record[0]] == name]


def scores(s: Any) -> list[int]:
    _, row = buffers(BOOK)
    RULES.score(s, row)
    return row[: s.players]


def ranks(s: Any) -> list[int]:
    _, row = buffers(BOOK)
    RULES.rank(s, row)
    return row[: s.players]
