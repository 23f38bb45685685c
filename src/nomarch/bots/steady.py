"""The bot of shared boards: the same answer to the same position, however busy the machine is."""

from collections.abc import Sequence

from nomarch.bots.greedy import Greedy
from nomarch.bots.prior import NetworkPrior
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import GameState, Stream


class SteadyBot:
    """Plays the game's network where there is one for the table, else greedily; never by time."""

    def __init__(self, book: Rulebook) -> None:
        self.prior, self.greedy = NetworkPrior(book), Greedy(book)

    def choose(self, view: GameState, seat: int, legal: Sequence[int], rng: Stream) -> int:
        network = self.prior.policy(int(view.players))  # type: ignore[attr-defined]
        return (network or self.greedy).choose(view, seat, legal, rng)

    def has_network(self, players: int) -> bool:
        """Whether a network plays at tables of that size."""
        return self.prior.policy(players) is not None
