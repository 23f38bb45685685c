"""Gentle bots: they follow a game's judgement and err as people do, never absurdly.

They overlook some of what they may do, and in a hurry they overvalue some of the rest. What they
do is never far worse, by the judgement, than the best that is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nomarch.kernel import backend
from nomarch.kernel.chance import below
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState, Stream


@dataclass(frozen=True)
class Temper:
    """How somebody errs."""

    overlooks: int
    """Choices in a hundred that are not noticed."""
    hurry: int
    """How much a choice is liked too well at most, in hundredths of a point."""
    loss: int
    """The most that a choice may be worse than the best, in hundredths of a point."""


NOVICE = Temper(overlooks=40, hurry=500, loss=700)
EASY = Temper(overlooks=20, hurry=200, loss=350)


class Gentle:
    """Plays by judgement, with a temper."""

    def __init__(self, book: Rulebook, temper: Temper) -> None:
        self.rules = backend.interpreted(book.game.id)
        self.temper = temper

    def choose(self, view: GameState, seat: int, legal: Sequence[int], stream: Stream) -> int:
        """The best of what it notices, as it misjudges it."""
        judged = {action: int(self.rules.evaluate(view, seat, action)) for action in legal}
        best = max(judged.values())
        bearable = [a for a in legal if best - judged[a] <= self.temper.loss]
        noticed = [a for a in bearable if below(stream, 100) >= self.temper.overlooks]
        felt = {a: judged[a] + below(stream, self.temper.hurry) for a in noticed or bearable}
        return max(felt, key=lambda action: felt[action])
