"""The search of version 0.1, frozen: the opponent that later ones are measured against.

It may not change, and neither may `kernel/lookahead.py`, by which it plays, nor the judgements of
that version, which lie beside this file.

Flat Monte Carlo over determinisations: every promising action is tried in the same imagined
worlds, each played out by the greedy policy; halving keeps the better half of the actions until
the budget is spent.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from bench.frozen.duel import RIVAL
from bench.frozen.rivals import Rivalry, build as build_for

from nomarch.kernel.actions import allowed
from nomarch.kernel.chance import word
from nomarch.kernel.game import MAX_PLAYERS, Rulebook
from nomarch.kernel.layout import STREAM, GameState, Stream

PLAYOUTS = 1600
"""Playouts that one decision may cost at most, shared by all its actions."""
FEWEST_PLAYOUTS = 64
SECONDS = 0.5
"""What a decision should take: long games get fewer playouts."""


class Frozen:
    """Plays each choice out in imagined worlds and takes the one that ends best."""

    def __init__(self, book: Rulebook, playouts: int = 0) -> None:
        self.book = book
        self.playouts = playouts or _affordable(book)

    def choose(self, view: GameState, seat: int, legal: Sequence[int], stream: Stream) -> int:
        """The action with the best outcome on average."""
        if len(legal) == 1:
            return legal[0]
        return self.analyse(view, seat, legal, stream)[0][0]

    def analyse(
        self, view: GameState, seat: int, legal: Sequence[int], stream: Stream
    ) -> list[tuple[int, float]]:
        """Actions from best to worst, each with its share of a win in per cent."""
        layout = self.book.layout
        record = _rivalry(self.book).layout.records()
        known = np.frombuffer(layout.pack(view), layout.dtype)
        for field in layout.fields:
            record[field.name] = known[field.name]
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
        rivalry = _rivalry(book)
        self.build, self.states = build_for(rivalry), rivalry.layout.records()
        self.views, self.seat, self.players = views, seat, players
        self.stream, self.whims = STREAM.records()[0], STREAM.records()[0]
        self.mask = np.zeros(book.actions.words, np.uint32)
        self.row = np.zeros(MAX_PLAYERS, np.int64)
        self.policies = np.full(players, RIVAL, np.int64)
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


@cache
def _affordable(book: Rulebook) -> int:
    """The playouts that fit the time, measured from the start of a game."""
    setup = next(book.setups())
    rivalry, key = _rivalry(book), np.zeros(8, np.int64)
    build, states = build_for(rivalry), rivalry.layout.records()
    build.start(states[0], setup.players, np.array(setup.options or (0,), np.int64), key, 0)
    seat = build.first_seat(build.to_act(states[0]))
    mask = np.zeros(book.actions.words, np.uint32)
    build.ask(states[0], seat, mask)
    action = allowed(mask)[0]
    search = _Search(book, states, seat, setup.players, [0] * 8)
    search.values([action], 1)
    started = time.perf_counter()
    search.values([action], 8)
    each = (time.perf_counter() - started) / 8
    return max(FEWEST_PLAYOUTS, min(PLAYOUTS, int(SECONDS / each)))


@cache
def _rivalry(book: Rulebook) -> Rivalry:
    """The game as it is now, judged as it was then."""
    return Rivalry(book.game.id, f"bench.frozen.{book.package.rsplit('.', 1)[1]}")
