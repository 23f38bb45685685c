"""The bot that looks ahead: it dreams up what it cannot see and plays each choice to the end.

Flat Monte Carlo over determinisations: every promising action is tried in the same imagined
worlds, each played out by the greedy policy; halving keeps the better half of the actions until
the budget is spent. Compiled, a decision takes a fraction of a second; until the compiler has
finished, the greedy bot answers in its place, so that nobody waits.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from threading import Lock, Thread
from typing import Any

import numpy as np

from nomarch.bots.greedy import Greedy
from nomarch.kernel import backend
from nomarch.kernel.chance import word
from nomarch.kernel.game import MAX_PLAYERS, Rulebook, rulebook
from nomarch.kernel.layout import STREAM, GameState, Stream

PLAYOUTS = 1600
"""Playouts that one decision may cost at most, shared by all its actions."""
FEWEST_PLAYOUTS = 64
SECONDS = 0.5
"""What a decision should take: long games get fewer playouts."""


class Workshop:
    """Where searches are compiled, and where it is known what a decision of each may cost."""

    def __init__(self) -> None:
        self.share = 1.0
        """Which part of its budget a decision may spend now: less when many are waiting."""
        self._budget: dict[str, int] = {}
        self._started: set[str] = set()
        self._lock = Lock()

    def budget(self, book: Rulebook) -> int | None:
        """The playouts that a decision of a game may cost; None until its search is compiled."""
        whole = self._budget.get(book.game.id)
        return None if whole is None else max(FEWEST_PLAYOUTS, int(whole * self.share))

    def warm_up(self, book: Rulebook, *, wait: bool = False) -> None:
        """Starts compiling a game's search in the background, once; or waits until it is done."""
        game = book.game.id
        with self._lock:
            first = game not in self._started
            self._started.add(game)
        if wait:
            self.compile(book)
        elif first:
            aside = Thread(target=self._compile_aside, args=(book,), name=f"compile-{game}")
            aside.daemon = True
            aside.start()

    def _compile_aside(self, book: Rulebook) -> None:
        """Compiles in a process of its own: a compiler in a thread would hold everyone else up.

        It leaves its work in the cache on disk, from which this process only has to read it.
        """
        command = [sys.executable, "-m", __name__, book.game.id]
        subprocess.run(command, check=False, stdin=subprocess.DEVNULL)
        self.compile(book)

    def compile(self, book: Rulebook) -> None:
        """Compiles a game's search, or reads it from the cache, and measures what it can afford."""
        setup = next(book.setups())
        states, key = book.layout.records(), np.zeros(8, np.int64)
        state = states[0]
        build = backend.cpu(book.game.id)
        build.start(state, setup.players, np.array(setup.options or (0,), np.int64), key, 0)
        seat = build.first_seat(build.to_act(state))
        mask = np.zeros(len(book.actions), np.int8)
        build.ask(state, seat, mask)
        action = int(np.flatnonzero(mask)[0])
        search = _Search(book, states, seat, setup.players, [0] * 8)
        search.values([action], 1)
        started = time.perf_counter()
        search.values([action], 8)
        each = (time.perf_counter() - started) / 8
        self._budget[book.game.id] = max(FEWEST_PLAYOUTS, min(PLAYOUTS, int(SECONDS / each)))


class Search:
    """Plays each choice out in imagined worlds and takes the one that ends best."""

    def __init__(
        self, book: Rulebook, workshop: Workshop, playouts: int = 0, *, wait: bool = False
    ) -> None:
        self.book = book
        self.workshop = workshop
        self.wanted = playouts
        self.greedy = Greedy(book)
        workshop.warm_up(book, wait=wait)

    def choose(self, view: GameState, seat: int, legal: Sequence[int], stream: Stream) -> int:
        """The action with the best outcome on average."""
        if len(legal) == 1:
            return legal[0]
        if self.workshop.budget(self.book) is None:
            return self.greedy.choose(view, seat, legal, stream)
        ranked = self.analyse(view, seat, legal, stream)
        return ranked[0][0]

    @property
    def playouts(self) -> int:
        """What a decision may cost: as asked for, or what fits the time."""
        return self.wanted or self.workshop.budget(self.book) or FEWEST_PLAYOUTS

    def analyse(
        self, view: GameState, seat: int, legal: Sequence[int], stream: Stream
    ) -> list[tuple[int, float]]:
        """Actions from best to worst, each with its share of a win in per cent."""
        # A bytearray, not NumPy's copy, which leaves the padding between fields undefined.
        record = np.frombuffer(bytearray(self.book.layout.pack(view)), self.book.layout.dtype)
        key = [word(stream) - (1 << 31) for _ in range(8)]
        search = _Search(self.book, record, seat, view.players, key)
        alive: list[int] = list(legal)
        done: list[int] = []
        rounds = max(1, (len(alive) - 1).bit_length())
        means: dict[int, float] = {}
        while True:
            each = max(4, self.playouts // rounds // len(alive))
            means = search.values(alive, each)
            order = sorted(alive, key=lambda action: -means[action])
            keep = max(1, (len(order) + 1) // 2)
            if len(order) <= 2:
                done = order + done
                break
            alive, done = order[:keep], order[keep:] + done
        ranked, value = [], 100.0
        for action in done:
            # One dropped early met fewer worlds: it may look better, but only by their kindness.
            value = min(value, search.mean(action))
            ranked.append((action, value))
        return ranked


class _Search:
    """One decision's worth of playouts, in compiled code."""

    def __init__(
        self, book: Rulebook, views: Any, seat: int, players: int, key: Sequence[int]
    ) -> None:
        self.build = backend.cpu(book.game.id)
        self.views, self.seat, self.players = views, seat, players
        self.states = book.layout.records()
        self.stream, self.whims = STREAM.records()[0], STREAM.records()[0]
        self.mask = np.zeros(len(book.actions), np.int8)
        self.row = np.zeros(MAX_PLAYERS, np.int64)
        self.policies = np.ones(players, np.int64)
        self.key = np.array(key, np.int64)
        self.total: dict[int, int] = {}
        self.count: dict[int, int] = {}

    def values(self, actions: Sequence[int], each: int) -> dict[int, float]:
        """Tries every action in `each` more worlds; their means so far."""
        for action in actions:
            done = self.count.get(action, 0)
            value = self.build.try_action(
                self.views,
                self.states,
                self.stream,
                self.whims,
                self.seat,
                action,
                self.mask,
                self.policies,
                self.key,
                done,
                each,
                self.row,
            )
            self.total[action] = self.total.get(action, 0) + value
            self.count[action] = done + each
        return {action: self.mean(action) for action in actions}

    def mean(self, action: int) -> float:
        """An action's mean value in per cent of a win."""
        return self.total[action] / self.count[action] / 100


if __name__ == "__main__":
    Workshop().compile(rulebook(sys.argv[1]))
