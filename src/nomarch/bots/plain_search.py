"""Estimates moves in plain Python, where no search can be compiled.

Every candidate is made in the same sampled worlds. The network plays for all seats up to the next
decision of whoever made it, and predicts from there who wins.
"""

from collections.abc import Sequence
from statistics import fmean, pvariance

from nomarch.bots.plain_network import PlainNetworkBot
from nomarch.bots.prior import penalty, penalty_factor
from nomarch.bots.search import MoveEstimate
from nomarch.bots.search_settings import Plan
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.chance import IMAGINED, POLICY, reseed, word
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import STREAM, GameState, Stream

WORLDS = 16
"""Worlds in which each candidate is made."""
WIDTH = 4
"""Candidates of the network; moves that are asked about come on top."""
MIN_PRIOR = 0.02


class PlainSearch:
    """Has what an analysis needs of `bots/search.py`."""

    def __init__(self, book: Rulebook, network: PlainNetworkBot, worlds: int = WORLDS) -> None:
        self.book, self.network, self.worlds = book, network, worlds
        self.rules = backend.interpreted(book.game.id)

    def analyse(
        self, view: GameState, seat: int, legal: Sequence[int], rng: Stream,
        *, include: Sequence[int] = (),
    ) -> list[MoveEstimate]:  # fmt: skip
        """Return an estimate for the likeliest moves and those of `include`, best first."""
        prior = self.network.probabilities(view, seat, legal)
        ranked = sorted(legal, key=lambda action: -prior[action])
        likely = [action for action in ranked[1:WIDTH] if prior[action] >= MIN_PRIOR]
        candidates = dict.fromkeys((ranked[0], *likely, *include))
        key = [word(rng) - (1 << 31) for _ in range(8)]
        wins = {
            action: [self._predict(view, seat, action, key, n) for n in range(self.worlds)]
            for action in candidates
        }
        cost = Plan().prior_weight, penalty_factor(self.worlds)

        def value(action: int) -> float:
            return fmean(wins[action]) - cost[1] * penalty(prior[action], cost[0])

        best = max(candidates, key=value)
        return [
            MoveEstimate(
                action,
                value(action),
                fmean(wins[action]),
                points=0.0,
                games=self.worlds,
                variance=pvariance(map(float.__sub__, wins[best], wins[action])) / self.worlds,
            )
            for action in sorted(candidates, key=value, reverse=True)
        ]

    def _predict(
        self, view: GameState, seat: int, action: int, key: Sequence[int], world: int
    ) -> float:
        """Make a move in a numbered world; return the chance to win after it in per cent."""
        rules, stream = self.rules, STREAM.plain()
        state = self.book.layout.copy(view)
        reseed(stream, key, world, IMAGINED)
        rules.determinise(state, seat, stream)
        reseed(stream, key, world, POLICY)
        rules.apply(state, seat, action)
        while seats := rules.to_act(state):
            turn = rules.first_seat(seats)
            legal = backend.legal_actions(self.book, state, turn)
            if len(legal) == 1:
                choice = legal[0]
            elif turn == seat:
                return 100 * self.network.predict_places(state, seat)[0]
            else:
                choice = self._sample(state, turn, legal, stream)
            rules.apply(state, turn, choice)
        ranks = [0] * int(view.players)  # type: ignore[attr-defined]
        rules.rank(state, ranks)
        return 100 / ranks.count(1) if ranks[seat] == 1 else 0.0

    def _sample(self, state: GameState, seat: int, legal: Sequence[int], stream: Stream) -> int:
        """Return a move of the network at half its temperature."""
        found = self.network.probabilities(state, seat, legal)
        left = (word(stream) / 2**32) * sum(chance * chance for chance in found.values())
        for action, chance in found.items():
            left -= chance * chance
            if left <= 0:
                return action
        return max(found, key=lambda action: found[action])
