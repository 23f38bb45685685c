"""The bot that looks ahead with a network: it says what is worth a look, and what a look is worth.

Choices that the network likes are tried in the same imagined worlds, as every search does it
(`bots/search.py`). But a world is not played to its end: the others answer by the game's judgement,
and once the seat has a choice again, the network values what it sees there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nomarch.bots.net import Net
from nomarch.bots.plan import Budget, Plan
from nomarch.bots.search import Inquiry
from nomarch.bots.weights import Array, Weights, shares
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState, Stream
from nomarch.kernel.lookahead import GOES_ON
from nomarch.kernel.tree import GAMES, VALUE

USUAL = Plan(width=8)
"""Few choices, and none of them played further than to the seat's next."""
WHOLE_WIN = 10_000
LIKED = 50
"""How much a choice counts that the network is sure of, in per cent of a win, before it was tried;
less and less after."""


class Guided:
    """Looks ahead where a network finds it worth while, and as far as it can judge."""

    def __init__(
        self,
        book: Rulebook,
        weights: Weights,
        budget: Budget,
        plan: Plan = USUAL,
        players: int | None = None,
    ) -> None:
        self.net = Net(book, weights, players)
        self.book, self.budget, self.plan = book, budget, plan

    def choose(self, view: GameState, seat: int, legal: Sequence[int], stream: Stream) -> int:
        """The choice after which the network expects most."""
        if len(legal) == 1:
            return legal[0]
        likings, _ = self.net.weights(self.net.look(view, seat))
        mask = np.zeros(len(likings))
        mask[list(legal)] = 1
        liked = shares(likings, mask)
        inquiry = Foresight(self, view, seat, stream, liked)
        best = sorted(legal, key=lambda action: -liked[action])[: self.plan.width]
        return inquiry.rank(best, self.budget, None)[0]


class Foresight(Inquiry):
    """One decision's worth of looks ahead, each valued by the network."""

    def __init__(
        self, bot: Guided, view: GameState, seat: int, stream: Stream, liked: Array
    ) -> None:
        super().__init__(bot.book, bot.plan, view, seat, stream)
        self.weights, self.limit, self.liked = bot.net.weights, bot.plan.limit, liked
        places = 2 * int(self.views["players"][0]) - 1
        self.paid = np.linspace(1, -1, places)

    def play(self, action: int, games: int) -> None:
        """Looks into so many more worlds; every choice meets the same ones."""
        sights = np.zeros((games, len(self.seen)), np.int64)
        ends = np.zeros(games, np.int64)
        known = self.known[action]
        self.build.foresee(
            self.views, self.states, self.streams, self.seat, action, self.mask, self.row,
            self.key, int(known[GAMES]), games, self.limit, sights, ends,
        )  # fmt: skip
        _, expected = self.weights(sights)
        worth = np.where(ends == GOES_ON, np.clip(expected, -1, 1), self.paid[ends])
        known[GAMES] += games
        known[VALUE] += round(float(((worth + 1) / 2 * WHOLE_WIN).sum()))

    def value(self, action: int) -> float:
        """What a choice promises in per cent of a win, and a little for being liked at first."""
        tried = int(self.known[action][GAMES])
        return super().value(action) + LIKED * float(self.liked[action]) / (1 + tried)
