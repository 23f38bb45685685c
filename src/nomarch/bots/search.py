"""The bot that looks ahead: it dreams up what it cannot see and plays each choice to the end.

Every promising choice is tried in the same imagined worlds; halving keeps the better half until
the budget is spent. What the game's judgement likes less has to do better to be taken, by as much
as the game's plan trusts it. Below the choices a tree of what each seat would do can grow, as large
as the plan says (`kernel/tree.py`). Until the compiler has finished, the greedy bot answers in its
place, so that nobody waits.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np

from nomarch.bots.greedy import Greedy
from nomarch.bots.search_compiler import Workshop
from nomarch.bots.search_settings import Budget, Plan, plan_of
from nomarch.kernel import backend
from nomarch.kernel.actions import allowed
from nomarch.kernel.chance import word
from nomarch.kernel.game import MAX_PLAYERS, Rulebook, rulebook
from nomarch.kernel.layout import STREAM, GameState, Stream
from nomarch.kernel.playouts import WHOLE_WIN
from nomarch.kernel.search_memory import SearchMemory
from nomarch.kernel.tree import GAMES, POINTS, VALUE, WINS

USUAL = Budget(milliseconds=500)
EDGES_PER_NODE = 8
LONGEST_PATH = 64
FARTHEST_BEHIND = 200
"""Hundredths of a point from which being judged still worse costs no more."""
FEWEST_GAMES = 4
"""What every choice that is considered gets at the least, however short the time."""
GAMES_AT_A_TIME = 4
"""How many games are played before the clock is looked at."""


@dataclass(frozen=True)
class Finding:
    """What a search found out about one choice."""

    action: int
    value: float
    """A share of a win in per cent, with a little for points ahead; no more than a better one's."""
    win: float
    """Its chance to win in per cent; a shared win counts in part."""
    points: float
    """The seat's points at the end, on average."""
    games: int


class Search:
    """Plays each choice out in imagined worlds and takes the one that ends best."""

    def __init__(
        self,
        book: Rulebook,
        workshop: Workshop,
        budget: Budget = USUAL,
        plan: Plan | None = None,
        *,
        wait: bool = False,
    ) -> None:
        self.book, self.workshop, self.budget = book, workshop, budget
        self.plan = plan or plan_of(book)
        self.greedy = Greedy(book)
        workshop.warm_up(book, wait=wait)

    def wait(self) -> None:
        """Returns once it is compiled, so that it never answers by judgement."""
        self.workshop.warm_up(self.book, wait=True)

    def choose(self, view: GameState, seat: int, legal: Sequence[int], stream: Stream) -> int:
        """The action with the best outcome on average."""
        if len(legal) == 1:
            return legal[0]
        if not self.workshop.is_ready(self.book):
            return self.greedy.choose(view, seat, legal, stream)
        return self.analyse(view, seat, legal, stream)[0].action

    def analyse(
        self,
        view: GameState,
        seat: int,
        legal: Sequence[int],
        stream: Stream,
        stop: Event | None = None,
    ) -> list[Finding]:
        """What was found out about each choice, best first; `stop` ends the search early."""
        inquiry = Inquiry(self.book, self.plan, view, seat, stream)
        judged = {action: int(self.greedy.rules.evaluate(view, seat, action)) for action in legal}
        ranked = sorted(legal, key=lambda action: -judged[action])
        promising, others = ranked[: self.plan.width], ranked[self.plan.width :]
        inquiry.favour = self._favour(judged)
        budget = self.budget.under(self.workshop.share)
        return inquiry.findings(inquiry.rank(promising, budget, stop) + others)

    def _favour(self, judged: Mapping[int, int]) -> dict[int, float]:
        """What speaks against choices by how much worse they are judged, in per cent of a win."""
        best, cost = max(judged.values()), self.plan.trust / 10_000
        return {
            action: -cost * min(FARTHEST_BEHIND, best - value) for action, value in judged.items()
        }


class Inquiry:
    """One decision's worth of playouts, in compiled code: the tree and what is known of choices."""

    def __init__(
        self, book: Rulebook, plan: Plan, view: GameState, seat: int, stream: Stream
    ) -> None:
        self.build, self.seat = backend.cpu(book.game.id), seat
        numbers = (plan.explore, plan.noise, plan.limit, plan.nodes, plan.patience)
        self.memory = SearchMemory(
            # A bytearray, not NumPy's copy, which leaves the padding between fields undefined.
            views=np.frombuffer(bytearray(book.layout.pack(view)), book.layout.dtype),
            states=book.layout.records(),
            streams=STREAM.records(2),
            mask=np.zeros(book.actions.words, np.uint32),
            features=np.zeros(len(book.features), np.int64),
            row=np.zeros(MAX_PLAYERS, np.int64),
            values=np.zeros(MAX_PLAYERS, np.int64),
            path=np.zeros((LONGEST_PATH, 3), np.int64),
            nodes=np.zeros((max(1, plan.nodes), 5), np.int64),
            edges=np.zeros((max(1, plan.nodes * EDGES_PER_NODE), 4), np.int64),
            used=np.zeros(1, np.int64),
            plan=np.array(numbers, np.int64),
        )
        self.key = np.array([word(stream) - (1 << 31) for _ in range(8)], np.int64)
        self.known = np.zeros((len(book.actions), 4), np.int64)
        self.favour: Mapping[int, float] = {}
        """What speaks for a choice before it is played, in per cent of a win."""

    def play(self, action: int, games: int) -> None:
        """Plays a choice in so many more worlds; every choice meets the same ones."""
        first = int(self.known[action][GAMES])
        self.build.try_choice(self.memory, self.seat, action, self.key, first, games, self.known)

    def rank(self, actions: Sequence[int], budget: Budget, stop: Event | None) -> list[int]:
        """Spends a budget on choices, round by round on the better half; the best come first."""
        alive, done = list(actions), list[int]()
        rounds = max(1, (len(alive) - 1).bit_length())
        for _ in range(rounds):
            self.spend(alive, budget.part(rounds), stop)
            alive.sort(key=self.value, reverse=True)
            if len(alive) > 2:
                half = (len(alive) + 1) // 2
                alive, done = alive[:half], alive[half:] + done
        return alive + done

    def spend(self, actions: Sequence[int], budget: Budget, stop: Event | None) -> None:
        """Plays all of them equally often until the budget is spent."""
        if budget.iterations:
            each = max(FEWEST_GAMES, budget.iterations // len(actions))
            rounds, until = -(-each // GAMES_AT_A_TIME), None
        else:
            each, rounds = 1 << 40, 1 << 40
            until = time.perf_counter() + budget.milliseconds / 1000
        for number in range(rounds):
            games = min(GAMES_AT_A_TIME, each - number * GAMES_AT_A_TIME)
            for action in actions:
                self.play(action, games)
            if until is not None and time.perf_counter() >= until:
                return
            if stop is not None and stop.is_set():
                return

    def value(self, action: int) -> float:
        """What a choice gave on average, in per cent of a win, and what spoke for it before."""
        return self.mean(action) + self.favour.get(action, 0.0)

    def mean(self, action: int) -> float:
        """What a choice gave on average, in per cent of a win."""
        return self._mean(action, VALUE) / 100

    def findings(self, ranked: Sequence[int]) -> list[Finding]:
        """What is known, in the order given."""
        found, ceiling = [], 100.0
        for action in ranked:
            if not self.known[action][GAMES]:
                self.play(action, FEWEST_GAMES)
            # One dropped early met fewer worlds: it may look better, but only by their kindness.
            ceiling = min(ceiling, self.mean(action))
            win = 100 * self._mean(action, WINS) / WHOLE_WIN
            points, games = self._mean(action, POINTS), int(self.known[action][GAMES])
            found.append(Finding(action, ceiling, win, points, games))
        return found

    def _mean(self, action: int, column: int) -> float:
        return float(self.known[action][column] / self.known[action][GAMES])


def compile_search(book: Rulebook) -> None:
    """Compiles a game's search, or reads it from the cache, by deciding once."""
    setup = next(book.setups())
    build: Any = backend.interpreted(book.game.id)
    state, stream = book.layout.plain(), STREAM.plain()
    build.start(state, setup.players, setup.options or (0,), [0] * 8, 0)
    seat = build.first_seat(build.to_act(state))
    mask = [0] * book.actions.words
    build.ask(state, seat, mask)
    build.reseed(stream, [0] * 8, 0, 0)
    view = book.layout.observe(state, seat)
    Inquiry(book, plan_of(book), view, seat, stream).play(allowed(mask)[0], 1)


if __name__ == "__main__":
    compile_search(rulebook(sys.argv[1]))
