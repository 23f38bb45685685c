"""Search guided by a network: the policy is the prior, playouts give the values.

Only moves that the network finds plausible are played out, in the same sampled worlds as in every
search (`bots/search.py`), by the game's evaluation. With `Plan.limit` a playout stops at the seat's
next decision after that many moves, and the network values what the seat sees there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from nomarch.bots.network_bot import NetworkBot
from nomarch.bots.search import SearchRun
from nomarch.bots.search_settings import Budget, Plan
from nomarch.bots.weights import Weights, masked_softmax
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState, Stream
from nomarch.kernel.lookahead import GOES_ON
from nomarch.kernel.tree import GAMES, VALUE

USUAL = Plan(width=8)
NO_LIMIT = 1 << 30
WHOLE_WIN = 10_000
MIN_PRIOR = 0.01
"""Moves with a lower prior are not played out."""
TEMPERATURE = 5.0
"""Per cent of a win that a move loses for a prior e times lower than another's."""


class GuidedSearch:
    """Searches the moves that a network finds plausible."""

    def __init__(
        self,
        book: Rulebook,
        weights: Weights,
        budget: Budget,
        plan: Plan = USUAL,
        players: int | None = None,
    ) -> None:
        self.net = NetworkBot(book, weights, players)
        self.book, self.budget, self.plan = book, budget, plan

    def choose(self, view: GameState, seat: int, legal: Sequence[int], rng: Stream) -> int:
        if len(legal) == 1:
            return legal[0]
        logits, _ = self.net.weights(self.net.encode(view, seat))
        mask = np.zeros(len(logits))
        mask[list(legal)] = 1
        prior = masked_softmax(logits, mask)
        best = sorted(legal, key=lambda action: -prior[action])[: self.plan.width]
        plausible = [action for action in best if prior[action] >= MIN_PRIOR]
        if len(plausible) == 1:
            return plausible[0]
        run = GuidedSearchRun(self, view, seat, rng)
        run.prior_penalty = {action: -TEMPERATURE * math.log(prior[action]) for action in plausible}
        return run.rank(plausible, self.budget, None)[0]


class GuidedSearchRun(SearchRun):
    """The working memory of one guided search."""

    def __init__(self, bot: GuidedSearch, view: GameState, seat: int, rng: Stream) -> None:
        super().__init__(bot.book, bot.plan, view, seat, rng)
        self.weights, self.limit = bot.net.weights, bot.plan.limit or NO_LIMIT
        places = 2 * int(self.views["players"][0]) - 1
        self.place_values = np.linspace(1, -1, places)

    def play(self, action: int, games: int) -> None:
        """Play a move in `games` more worlds; all moves meet the same worlds."""
        obs = np.zeros((games, len(self.seen)), np.int64)
        ends = np.zeros(games, np.int64)
        known = self.known[action]
        self.build.foresee(
            self.views, self.states, self.streams, self.seat, action, self.mask, self.row,
            self.key, int(known[GAMES]), games, self.limit, obs, ends,
        )  # fmt: skip
        value = self.place_values[ends]
        is_open = ends == GOES_ON
        if is_open.any():
            value[is_open] = np.clip(self.weights(obs[is_open])[1], -1, 1)
        known[GAMES] += games
        known[VALUE] += round(float(((value + 1) / 2 * WHOLE_WIN).sum()))
