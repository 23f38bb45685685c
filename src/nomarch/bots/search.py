"""Flat Monte Carlo search over sampled worlds.

Every candidate move is played out in the same worlds that agree with the seat's view; sequential
halving keeps the better half until all playouts are spent. Candidates and their handicaps come from
a network where there is one (`bots/prior.py`), else from the game's evaluation (`Plan.trust`). The
same position, playouts and random stream give the same move on every machine. Until the search is
compiled, the greedy bot answers in its place.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from nomarch.bots.greedy import Greedy
from nomarch.bots.outcomes import Outcomes
from nomarch.bots.prior import NetworkPrior, penalty, penalty_factor
from nomarch.bots.search_compiler import SearchCompiler, exit_with_parent
from nomarch.bots.search_settings import Plan, make_memory, plan_of
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.chance import word
from nomarch.kernel.declare.game import Rulebook, rulebook
from nomarch.kernel.declare.layout import STREAM, GameState, Stream
from nomarch.kernel.run.playouts import WHOLE_WIN
from nomarch.kernel.run.worlds import GAMES, POINTS, VALUE, WINS

log = logging.getLogger("nomarch.bots")

USUAL = 400
"""Playouts of a decision."""
MAX_SECONDS = 10.0
"""A level's decision ends after so long whatever is left to play out, and a warning is logged."""
GUIDED = Plan(width=8, network=100, temperature=50)
"""The plan of a search with a network: few moves, played to the end by the network."""
MAX_DEFICIT = 200
"""The prior penalty grows up to this many hundredths of a point behind the best move."""
MIN_PLAYOUTS = 4
"""Playouts of every candidate at least."""
COMPARED_PLAYOUTS = 48
"""Playouts of moves that are compared in words."""
PLAYOUTS_PER_CHECK = 4
"""Playouts between two checks whether to stop."""


@dataclass(frozen=True)
class MoveEstimate:
    """What a search found out about one move."""

    action: int
    value: float
    """Per cent of a win plus a little for points ahead; at most that of a better one."""
    win: float
    """Chance to win in per cent; a shared win counts in part."""
    points: float
    """Mean final points of the seat."""
    games: int
    outcomes: Outcomes | None = field(default=None, compare=False)
    """Points of every seat by category; None where games are not played to the end."""
    variance: float | None = None
    """Squared standard error of the distance to the best move, where wins are predicted."""


class Search:
    """Plays candidate moves out in sampled worlds and takes the best."""

    def __init__(
        self,
        book: Rulebook,
        compiler: SearchCompiler,
        playouts: int = USUAL,
        plan: Plan | None = None,
        *,
        prior: NetworkPrior | None = None,
        is_instant: bool = False,
        wait: bool = False,
        max_seconds: float = inf,
    ) -> None:
        """Without a `plan`, the game's own is used, or `GUIDED` where the prior has a network.

        With `is_instant`, `choose` takes the network's first choice where there is a network.
        """
        self.book, self.compiler, self.playouts = book, compiler, playouts
        self.max_seconds = max_seconds
        self.prior, self.is_instant, self._given_plan = prior, is_instant, plan
        self.plan = plan or plan_of(book)
        self.greedy = Greedy(book)
        compiler.warm_up(book, wait=wait)

    def wait(self) -> None:
        """Block until the search is compiled."""
        self.compiler.warm_up(self.book, wait=True)

    def choose(self, view: GameState, seat: int, legal: Sequence[int], rng: Stream) -> int:
        if len(legal) == 1:
            return legal[0]
        if self.is_instant and self.prior:
            if self.compiler.is_ready(self.book):
                self.prior.use_compiled_code()
            policy = self.prior.policy(int(view.players))  # type: ignore[attr-defined]
            if policy is not None:
                return policy.choose(view, seat, legal, rng)
        if not self.compiler.is_ready(self.book):
            return self.greedy.choose(view, seat, legal, rng)
        run, candidates = self._start(view, seat, legal, rng)
        return candidates[0] if len(candidates) == 1 else run.rank(candidates, self.playouts)[0]

    def analyse(
        self,
        view: GameState,
        seat: int,
        legal: Sequence[int],
        rng: Stream,
        *,
        include: Sequence[int] = (),
        compared: int = 0,
    ) -> list[MoveEstimate]:
        """Return an estimate for each legal move, best first.

        The first `compared` moves and those of `include` get at least
        `COMPARED_PLAYOUTS`; asking about a move doesn't change which one is found best.
        """
        run, candidates = self._start(view, seat, legal, rng)
        others = [action for action in legal if action not in candidates]
        others.sort(key=lambda action: action not in include)
        ranked = run.rank(candidates, self.playouts) + others
        for action in dict.fromkeys((*ranked[:compared], *include)):
            run.play(action, max(0, COMPARED_PLAYOUTS - run.games(action)))
        return run.estimates(ranked)

    def likeliest(self, view: GameState, seat: int, legal: Sequence[int]) -> list[int]:
        """Return the moves, best first, as the network or the game's evaluation ranks them."""
        found = self._probabilities(view, seat, legal)
        if found is None:
            evaluate = self.greedy.rules.evaluate
            found = {action: float(evaluate(view, seat, action)) for action in legal}
        return sorted(legal, key=lambda action: -found[action])

    def _probabilities(
        self, view: GameState, seat: int, legal: Sequence[int]
    ) -> dict[int, float] | None:
        if self.prior and self.compiler.is_ready(self.book):
            self.prior.use_compiled_code()
        return self.prior.probabilities(view, seat, legal) if self.prior else None

    def _start(
        self, view: GameState, seat: int, legal: Sequence[int], rng: Stream
    ) -> tuple[SearchRun, list[int]]:
        """Return the memory of a search and its candidates, most promising first."""
        found = self._probabilities(view, seat, legal)
        if found is None:
            return self._start_by_evaluation(view, seat, legal, rng)
        plan = self._given_plan or GUIDED
        ranked = sorted(legal, key=lambda action: -found[action])
        candidates = [
            action for action in ranked[: plan.width] if 1000 * found[action] >= plan.min_prior
        ]
        assert self.prior is not None
        run = SearchRun(self.book, plan, view, seat, rng, self.max_seconds)
        if plan.limit or plan.network:
            network = self.prior.network(int(view.players))  # type: ignore[attr-defined]
            assert network is not None
            run.network = network.for_playouts(plan.limit, 100 - plan.network, plan.temperature)
        run.prior_penalty = {action: penalty(found[action], plan.prior_weight) for action in legal}
        run.penalty_factor = penalty_factor
        return run, candidates or ranked[:1]

    def _start_by_evaluation(
        self, view: GameState, seat: int, legal: Sequence[int], rng: Stream
    ) -> tuple[SearchRun, list[int]]:
        run = SearchRun(self.book, self.plan, view, seat, rng, self.max_seconds)
        values = {action: int(self.greedy.rules.evaluate(view, seat, action)) for action in legal}
        best, cost = max(values.values()), self.plan.trust / 10_000
        run.prior_penalty = {
            action: cost * min(MAX_DEFICIT, best - value) for action, value in values.items()
        }
        ranked = sorted(legal, key=lambda action: -values[action])
        return run, ranked[: self.plan.width]


class SearchRun:
    """The working memory and statistics of one search."""

    def __init__(
        self,
        book: Rulebook,
        plan: Plan,
        view: GameState,
        seat: int,
        rng: Stream,
        max_seconds: float = inf,
    ) -> None:
        import numpy as np

        from nomarch.bots.network_bot import no_network

        self.until = time.perf_counter() + max_seconds
        self.build, self.seat = backend.search(book.game.id), seat
        self.memory = make_memory(book, plan, view)
        self.network = no_network(len(book.actions))
        self.has_outcomes = plan.limit == 0
        self.key = np.array([word(rng) - (1 << 31) for _ in range(8)], np.int64)
        self.known = np.zeros((len(book.actions), 4), np.int64)
        self.prior_penalty: Mapping[int, float] = {}
        """Subtracted from a move's mean value, in per cent of a win."""
        self.penalty_factor: Callable[[int], float] = lambda worlds: 1.0
        """The penalty's factor after this number of worlds."""

    def play(self, action: int, games: int) -> None:
        """Play a move in `games` more worlds; all moves meet the same worlds."""
        if games == 0:
            return
        first = int(self.known[action][GAMES])
        self.build.search_worlds(
            self.memory, self.network, self.seat, action, self.key, first, games, self.known
        )

    def games(self, action: int) -> int:
        return int(self.known[action][GAMES])

    def rank(self, actions: Sequence[int], playouts: int) -> list[int]:
        """Spend playouts by sequential halving; return the moves, best first."""
        alive, done = list(actions), list[int]()
        rounds = max(1, (len(alive) - 1).bit_length())
        for _ in range(rounds):
            self.spend(alive, playouts // rounds)
            alive.sort(key=self.value, reverse=True)
            if len(alive) > 2:
                half = (len(alive) + 1) // 2
                alive, done = alive[:half], alive[half:] + done
        return alive + done

    def spend(self, actions: Sequence[int], playouts: int) -> None:
        """Play all moves equally often until the playouts are spent."""
        each = max(MIN_PLAYOUTS, playouts // len(actions))
        for first in range(0, each, PLAYOUTS_PER_CHECK):
            for action in actions:
                self.play(action, min(PLAYOUTS_PER_CHECK, each - first))
            if time.perf_counter() >= self.until:
                log.warning("a decision was cut short: %s of %s playouts", first, each)
                return

    def value(self, action: int) -> float:
        """Return the mean value less the prior penalty, in per cent of a win."""
        factor = self.penalty_factor(int(self.known[action][GAMES]))
        return self.mean(action) - factor * self.prior_penalty.get(action, 0.0)

    def mean(self, action: int) -> float:
        """Return the mean value in per cent of a win."""
        return self._mean(action, VALUE) / 100

    def estimates(self, ranked: Sequence[int]) -> list[MoveEstimate]:
        found, ceiling = [], 100.0
        for action in ranked:
            if not self.known[action][GAMES]:
                self.play(action, MIN_PLAYOUTS)
            # A move dropped early met fewer worlds, so its mean may be too high by chance.
            ceiling = min(ceiling, self.mean(action))
            win = 100 * self._mean(action, WINS) / WHOLE_WIN
            points, games = self._mean(action, POINTS), int(self.known[action][GAMES])
            outcomes = Outcomes(games, self.memory.outcomes[action]) if self.has_outcomes else None
            found.append(MoveEstimate(action, ceiling, win, points, games, outcomes))
        return found

    def _mean(self, action: int, column: int) -> float:
        return float(self.known[action][column] / self.known[action][GAMES])


def compile_search(book: Rulebook) -> float:
    """Compile a game's search, or load it from the cache, by searching once.

    Returns the seconds of a playout from the first position of the game.
    """
    setup = next(book.setups())
    build: Any = backend.interpreted(book.game.id)
    state, stream = book.layout.plain(), STREAM.plain()
    build.start(state, setup.players, setup.options or (0,), [0] * 8, 0)
    seat = build.first_seat(build.to_act(state))
    build.reseed(stream, [0] * 8, 0, 0)
    run = SearchRun(book, plan_of(book), book.layout.observe(state, seat), seat, stream)
    network = NetworkPrior(book).network(setup.players)
    action = backend.legal_actions(book, state, seat)[0]
    if network is not None:
        run.network = network.for_playouts(0, 0, GUIDED.temperature)
    run.play(action, 1)
    began = time.perf_counter()
    run.play(action, PLAYOUTS_PER_CHECK)
    return (time.perf_counter() - began) / PLAYOUTS_PER_CHECK


if __name__ == "__main__":
    exit_with_parent()
    compile_search(rulebook(sys.argv[1]))
