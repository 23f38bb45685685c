"""The random bot."""

from collections.abc import Sequence

from nomarch.kernel.declare.chance import below
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import GameState, Stream


class Random:
    """Plays any legal move with equal probability."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    def choose(self, view: GameState, seat: int, legal: Sequence[int], rng: Stream) -> int:
        return legal[int(below(rng, len(legal)))]
