"""Actions: ints in memory, notation such as "bid 9" everywhere else.

A game declares its actions once, in the order of their numbers:

    ACTIONS = Actions()
    DRAW = ACTIONS.one("draw", "Draw a tile.", "your turn, while the track has room")
    PASS = ACTIONS.one("pass", "Make no bid.", "an auction", ends=True)
    BID = ACTIONS.block("bid {sun}", "Bid a sun.", "an auction", sun=range(1, MAX_SUN + 1))

What an action means and when it is legal is for the documentation of environments.
"""

from collections.abc import Iterable, Iterator, MutableSequence
from dataclasses import dataclass
from string import Formatter

from nomarch.kernel.declare.blocks import (
    Axis,
    Block,
    Values,
    make_axes,
    one_to as one_to,
    some as some,
)
from nomarch.kernel.declare.masks import REST, SHIFT, WORD


@dataclass(frozen=True)
class Declaration:
    """One action, or a block of them, as a game declared it."""

    first: int
    size: int
    notation: str
    """With axes in braces."""
    axes: tuple[Axis, ...]
    about: str
    """What it does."""
    when: str
    """When it is legal."""


class Actions:
    """All actions of a game, by number and by notation."""

    def __init__(self) -> None:
        self._notations: list[str] = []
        self._numbers: dict[str, int] = {}
        self._kinds: list[int] = []
        self.declarations: list[Declaration] = []
        self.ending: set[int] = set()
        """Actions that end a turn or a part of it; pages show them apart."""

    def one(self, notation: str, about: str = "", when: str = "", /, *, ends: bool = False) -> int:
        """Declare a single action and return its number."""
        number = self._add(notation, self._next_kind)
        self.declarations.append(Declaration(number, 1, notation, (), about, when))
        if ends:
            self.ending.add(number)
        return number

    def block(self, notation: str, about: str = "", when: str = "", /, **axes: Values) -> Block:
        """Declare a block of actions; the notation names each axis once, in braces."""
        named = [name for _, name, _, _ in Formatter().parse(notation) if name is not None]
        if sorted(named) != sorted(axes):
            raise TypeError(
                f"the notation {notation!r} names the axes {', '.join(named) or 'none'}, "
                f"but the block has {', '.join(axes) or 'none'}"
            )
        block, kind = Block(len(self._notations), make_axes(axes)), self._next_kind
        for words in block.words():
            self._add(notation.format(**words), kind)
        declared = Declaration(block.first, block.size, notation, block.axes, about, when)
        self.declarations.append(declared)
        return block

    @property
    def _next_kind(self) -> int:
        return self._kinds[-1] + 1 if self._kinds else 0

    def _add(self, notation: str, kind: int) -> int:
        if notation in self._numbers:
            raise TypeError(f"two actions are written {notation!r}")
        number = len(self._notations)
        self._notations.append(notation)
        self._numbers[notation] = number
        self._kinds.append(kind)
        return number

    def __len__(self) -> int:
        return len(self._notations)

    def __getitem__(self, action: int) -> str:
        return self._notations[action]

    def __iter__(self) -> Iterator[str]:
        return iter(self._notations)

    @property
    def kinds(self) -> tuple[int, ...]:
        """The number of each action's declaration."""
        return tuple(self._kinds)

    @property
    def words(self) -> int:
        """The number of words in a mask; see `kernel/declare/masks.py`."""
        return -(-len(self) // WORD)

    def parse(self, notation: str) -> int | None:
        """Return the action with this notation, or None; repeated spaces are ignored."""
        return self._numbers.get(" ".join(notation.split()))


def because(reason: str) -> None:
    """Explain to the player why this branch does not allow an action.

    Builds leave it out; only `kernel/run/illegal_reasons.py` reads it.
    """


def allow(mask: MutableSequence[int], action: int) -> None:
    """Mark an action as legal; rules use nothing else to do so."""
    mask[action >> SHIFT] |= 1 << (action & REST)


def mask_of(legal: Iterable[int], words: int) -> list[int]:
    mask = [0] * words
    for action in legal:
        allow(mask, action)
    return mask


def allowed(mask: Iterable[int]) -> list[int]:
    found = []
    for first, word in enumerate(mask):
        rest = int(word)
        while rest:
            found.append(first * WORD + (rest & -rest).bit_length() - 1)
            rest &= rest - 1
    return found
