"""Positions of Giza for tests: a started game whose boards and hands are laid out by name."""

from collections.abc import Mapping, Sequence
from typing import Any

from nomarch.games.giza import components as box, state as st
from nomarch.games.giza.invariants import broken
from nomarch.games.giza.rules import stacks
from nomarch.games.giza.state import State
from tests.positions import GameTester, words

TILE = {name: tile for tile, name in enumerate(box.TILE_NAMES)}
USUAL, OPEN_MEMORY, OWN_SPHINX = (0, 1, 0, 0, 0), (0, 1, 1, 0, 0), (0, 1, 0, 1, 0)
SCARABS_TOO = (0, 1, 0, 2, 0)
BY_LOT = (0, 0, 0, 0, 0)
"""Choices of the options; seat 0 begins, or the lot decides."""
PLAIN_HAND = ("demolition", "demolition", "stone+5", "stone+5")
FILLER = ("demolition",) * 3

Boards = Mapping[tuple[int, str], Sequence[str]]


def laid(text: str) -> dict[tuple[int, str], Sequence[str]]:
    """Stacks from the bottom up, such as `0 khufu stone+5 treasure+5, 1 sphinx scarab`."""
    stacks = (one.split() for one in words(text))
    return {(int(seat), site): tiles for seat, site, *tiles in stacks}


def places(s: State, tile: str) -> set[str]:
    """Where a tile of the hand may be played."""
    if f"play {tile}" not in GAME.legal(s):
        return set()
    twin = LAYOUT.copy(s)
    GAME.play(twin, f"play {tile}")
    return {move.removeprefix("on ") for move in GAME.legal(twin)}


def stack(s: State, seat: int, site: str) -> list[str]:
    """A stack's tiles, bottom first."""
    column = box.SITE_NAMES.index(site)
    return [box.TILE_NAMES[tile] for tile in s.stack[seat][column][: s.height[seat][column]]]


GAME = GameTester(
    "giza",
    State,
    facts={
        "places": lambda s, wanted: {tile: places(s, tile) for tile in wanted},
        "stacks": lambda s, wanted: ", ".join(
            " ".join((str(seat), site, *stack(s, seat, site))) for seat, site in laid(wanted)
        ),
        "scores": lambda s, _: tuple(GAME.scores(s)),
        "ranks": lambda s, _: tuple(GAME.ranks(s)),
        "is_over": lambda s, _: bool(RULES.is_over(s)),
        "lost": lambda s, _: " ".join(
            name for name in box.TILE_NAMES for _ in range(s.gone[TILE[name]])
        ),
    },
    broken=broken,
)
"""`then` knows where tiles may be played, what lies on stacks, and which tiles are `lost`."""
BOOK, LAYOUT, RULES = GAME.book, GAME.layout, GAME.rules
legal, play, told, follow = GAME.legal, GAME.play, GAME.told, GAME.follow


def start(
    players: int = 2, options: Sequence[int] = USUAL, seed: str = "giza", game: int = 0
) -> State:
    """A new game, by default with seat 0 to begin."""
    return GAME.start(players, options, seed, game)


def position(
    boards: Boards | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    players: int = 2,
    pile: int | None = None,
    options: Sequence[int] = USUAL,
) -> State:
    """A position at the start of seat 0's turn; what lies nowhere else is in the pile.

    With `pile`, the rest of the tiles have left the game.
    """
    s = start(players, options)
    for seat in range(players):
        wanted = (hands or {}).get(seat, PLAIN_HAND)
        empty = [st.NO_TILE] * (box.HAND - len(wanted))
        s.hand[seat] = [TILE[name] for name in wanted] + empty
        s.held[seat] = len(wanted)
    for (seat, site), names in (boards or {}).items():
        column = box.SITE_NAMES.index(site)
        for level, name in enumerate(names):
            s.stack[seat][column][level] = TILE[name]
        s.height[seat][column] = len(names)
        stacks.note_top(s, seat, column)
    _settle_pile(s, pile)
    assert broken(s) == []
    s.trace = []
    return s


def _settle_pile(s: State, pile: int | None) -> None:
    for tile in range(box.TILES):
        used = sum(row.count(tile) for row in s.hand)
        used += sum(column.count(tile) for board in s.stack for column in board)
        s.pile[tile] = box.TILE_COUNTS[tile] - used
        s.gone[tile] = 0
    for tile in range(box.TILES):
        while pile is not None and sum(s.pile) > pile and s.pile[tile] > 0:
            s.pile[tile] -= 1
            s.gone[tile] += 1
    s.pile_left = sum(s.pile)


def number_of(move: str) -> int:
    """An action by its notation."""
    action = BOOK.actions.parse(move)
    assert action is not None, move
    return action


def table(at: str = "", hand: str = "", **values: Any) -> State:
    """A position with these stacks; seat 0's hand begins with these tiles, or is a plain one."""
    tiles = (*hand.split(), *FILLER)[: box.HAND]
    hands = {**({0: tiles} if hand else {}), **values.pop("hands", {})}
    return position(laid(at), hands, **values)
