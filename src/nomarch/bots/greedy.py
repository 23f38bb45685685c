"""The greedy bot: plays the move that the game's evaluation rates best."""

from collections.abc import Sequence

from nomarch.bots.habits import Habit, constants_of
from nomarch.kernel.compile import backend
from nomarch.kernel.compile.linker import LinkOptions
from nomarch.kernel.declare.actions import mask_of
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import GameState, Stream


class Greedy:
    """Plays the best-evaluated move; ties are broken at random."""

    def __init__(self, book: Rulebook, habit: Habit | None = None) -> None:
        self.rules = backend.interpreted(book.game.id)
        if habit is not None:
            natives, constants = backend.INTERPRETED_NATIVES, constants_of(book, habit)
            options = LinkOptions(natives=natives, constants=constants)
            self.rules = backend.link(book, options, ("choose_greedy",))
        self.words = book.actions.words

    def choose(self, view: GameState, seat: int, legal: Sequence[int], rng: Stream) -> int:
        return int(self.rules.choose_greedy(view, seat, mask_of(legal, self.words), rng))
