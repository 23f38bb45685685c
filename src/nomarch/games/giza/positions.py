"""Hand-made positions of Giza for lessons and examples."""

from nomarch.games.giza.rules import box, st, stacks
from nomarch.kernel.declare.lessons import Prepare

ME, LEFT, RIGHT = range(3)
KHUFU, KHAFRE, MENKAURE, SPHINX = range(box.SITES)
TILE = {name: tile for tile, name in enumerate(box.TILE_NAMES)}
OPTIONS = {"first": "seat-1"}

Board = tuple[str, ...]
"""A seat's stacks in the order of the sites, each from the bottom up: `5 5t 4 -1`."""
EMPTY = ("", "", "", "")


def position(
    hand: str,
    mine: Board = EMPTY,
    left: Board = EMPTY,
    right: Board = EMPTY,
    others: tuple[str, str] = ("4 3 2 3t", "4 3 2 4t"),
    gone: str = "",
) -> Prepare[st.State]:
    """Build a position of three, the learner to act; all other tiles are in the pile."""

    def prepare(s: st.State) -> None:
        for seat, shorts in enumerate((hand, *others)):
            s.hand[seat][:] = named(shorts)
        for seat, board in enumerate((mine, left, right)):
            for site, stack in enumerate(board):
                _build(s, seat, site, named(stack))
        for tile in named(gone):
            s.gone[tile] += 1
        _fill_pile(s)

    return prepare


def named(shorts: str) -> list[int]:
    return [tile_of(short) for short in shorts.split()]


def tile_of(short: str) -> int:
    """Return a tile by its short name: a number, `5t` for a treasure, or a word."""
    if short.endswith("t") and short[0].isdecimal():
        return TILE[f"treasure+{short[0]}"]
    if short.lstrip("-").isdecimal():
        return TILE[f"stone{short}" if short[0] == "-" else f"stone+{short}"]
    return TILE.get(f"sphinx-{short}", TILE.get(short, st.NO_TILE))


def _build(s: st.State, seat: int, site: int, stack: list[int]) -> None:
    for level, tile in enumerate(stack):
        s.stack[seat][site][level] = tile
    s.height[seat][site] = len(stack)
    stacks.note_top(s, seat, site)


def _fill_pile(s: st.State) -> None:
    places = [*s.hand, *(stack for board in s.stack for stack in board)]
    for tile, count in enumerate(box.TILE_COUNTS):
        s.pile[tile] = count - s.gone[tile] - sum(place.count(tile) for place in places)
    s.pile_left = sum(s.pile)
