"""Actions: small ints in memory, a few words everywhere else.

A game declares its actions once, in the order of their numbers:

    ACTIONS = Actions()
    DRAW = ACTIONS.one("draw")
    BID = ACTIONS.block("bid {sun}", sun=range(1, MAX_SUN + 1))
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence

from nomarch.kernel.numbering import Block, Values, make_axes


class Actions:
    """All actions of a game, by number and by notation."""

    def __init__(self) -> None:
        self._notations: list[str] = []
        self._numbers: dict[str, int] = {}

    def one(self, notation: str) -> int:
        """Declares a single action; its number."""
        return self._add(notation)

    def block(self, notation: str, **axes: Values) -> Block:
        """Declares a block of actions; the notation names each axis once, in braces."""
        block = Block(len(self._notations), make_axes(axes))
        for words in block.words():
            self._add(notation.format(**words))
        return block

    def _add(self, notation: str) -> int:
        if notation in self._numbers:
            raise TypeError(f"two actions are written {notation!r}")
        number = len(self._notations)
        self._notations.append(notation)
        self._numbers[notation] = number
        return number

    def __len__(self) -> int:
        return len(self._notations)

    def __getitem__(self, action: int) -> str:
        return self._notations[action]

    def __iter__(self) -> Iterator[str]:
        return iter(self._notations)

    def parse(self, notation: str) -> int | None:
        """The action that is written so, spaces aside; None if there is none."""
        return self._numbers.get(" ".join(notation.split()))


def because(reason: str) -> None:
    """Says in the branch that does not allow something why: a sentence for whoever tries it.

    Left out wherever rules run; only `kernel/why.py` reads it.
    """


def allow(mask: MutableSequence[int], action: int) -> None:
    """Marks an action as legal; in rules, this is the only way to."""
    mask[action] = 1
