"""The bot that looks ahead with a network: it says what is worth a look, and what a look is worth.

Choices that the network likes are tried in the same imagined worlds, as every search does it
(`bots/search.py`), and all play on by the game's judgement. A plan with a limit plays a world no
further than to the seat's next choice after so many decisions: the network values what it sees.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from nomarch.bots.network_bot import Net
from nomarch.bots.search import Inquiry
from nomarch.bots.search_settings import Budget, Plan
from nomarch.bots.weights import Weights, shares
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState, Stream
from nomarch.kernel.lookahead import GOES_ON
from nomarch.kernel.tree import GAMES, VALUE

USUAL = Plan(width=8)
"""Few choices, and all of them played to the end: that measured best."""
TO_THE_END = 1 << 30
WHOLE_WIN = 10_000
PLAUSIBLE = 0.01
"""The least share of a choice that is tried: what a network never does, it cannot value either."""
TRUST = 5.0
"""What it costs a choice to be liked e times less than another, in per cent of a win."""


class Guided:
    """Looks ahead where a network finds it worth while."""

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
        """The plausible choice that ends best, or after which the network expects most."""
        if len(legal) == 1:
            return legal[0]
        likings, _ = self.net.weights(self.net.look(view, seat))
        mask = np.zeros(len(likings))
        mask[list(legal)] = 1
        liked = shares(likings, mask)
        best = sorted(legal, key=lambda action: -liked[action])[: self.plan.width]
        plausible = [action for action in best if liked[action] >= PLAUSIBLE]
        if len(plausible) == 1:
            return plausible[0]
        inquiry = Foresight(self, view, seat, stream)
        inquiry.favour = {action: TRUST * math.log(liked[action]) for action in plausible}
        return inquiry.rank(plausible, self.budget, None)[0]


class Foresight(Inquiry):
    """One decision's worth of looks ahead, each valued by the network."""

    def __init__(self, bot: Guided, view: GameState, seat: int, stream: Stream) -> None:
        super().__init__(bot.book, bot.plan, view, seat, stream)
        self.weights, self.limit = bot.net.weights, bot.plan.limit or TO_THE_END
        places = 2 * int(self.memory.views["players"][0]) - 1
        self.paid = np.linspace(1, -1, places)

    def play(self, action: int, games: int) -> None:
        """Looks into so many more worlds; every choice meets the same ones."""
        sights = np.zeros((games, len(self.memory.features)), np.int64)
        ends = np.zeros(games, np.int64)
        known = self.known[action]
        self.build.foresee(
            self.memory, self.seat, action, self.key, int(known[GAMES]), games, self.limit,
            sights, ends,
        )  # fmt: skip
        _, expected = self.weights(sights)
        worth = np.where(ends == GOES_ON, np.clip(expected, -1, 1), self.paid[ends])
        known[GAMES] += games
        known[VALUE] += round(float(((worth + 1) / 2 * WHOLE_WIN).sum()))
