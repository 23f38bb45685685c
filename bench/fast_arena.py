"""Games of the arena between bots that only evaluate, with compiled rules.

They are the games of `nomarch.bots.arena`, move by move, in a fifth of the time. `bench.ladder`
plays the rungs of weak levels with them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from bench.tournament import Tournament
from rich.progress import track

from nomarch.bots.arena import ArenaResult, Contest
from nomarch.bots.level_settings import Oversight, level_settings
from nomarch.bots.weakened import WeakenedBot
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.chance import POLICY, TABLE
from nomarch.kernel.declare.game import MAX_PLAYERS, Rulebook, rulebook
from nomarch.kernel.declare.layout import STREAM
from nomarch.kernel.run.seeds import key_of, make_seed


class CompiledBot(WeakenedBot):
    """A weakened bot that reads records; `greedy` overlooks nothing."""

    def __init__(self, book: Rulebook, oversight: Oversight) -> None:
        super().__init__(book, oversight)
        self.rules = backend.cpu(book.game.id)
        self.mask = np.zeros(book.actions.words, np.uint32)
        self.values = np.zeros(len(book.actions), np.int64)
        self.copy = book.layout.array()

    def evaluate(self, view: Any, seat: int, legal: Sequence[int]) -> list[int]:
        self.rules.ask(view, seat, self.mask)
        self.rules.evaluate_choices(view, seat, self.mask, self.values)
        return [int(self.values[action]) for action in legal]

    def evaluate_near(self, view: Any, seat: int, legal: Sequence[int]) -> list[int]:
        self.copy[0] = view
        for name, values in self.near.items():
            self.copy[name] = values[int(view["players"])]
        self.rules.evaluate_choices(self.copy[0], seat, self.mask, self.values)
        return [int(self.values[action]) for action in legal]


class FastArena:
    """Plays games of one rulebook between weak levels; None is `greedy`."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self.rules = book, backend.cpu(book.game.id)
        self.states, self.stream = book.layout.array(), STREAM.array()[0]
        self.mask = np.zeros(book.actions.words, np.uint32)
        self.row = np.zeros(MAX_PLAYERS, np.int64)
        self.bots = dict[Oversight, CompiledBot]()

    def play(
        self, contest: Contest, number: int, levels: Sequence[Oversight | None]
    ) -> ArenaResult:
        """Play a game of a contest between these bots; no time is taken."""
        seed = make_seed(f"{contest.seed} block {number // contest.players}")
        setup, state = self.book.setup(contest.players, contest.options), self.states[0]
        lineup, own = contest.lineup(number), _key(make_seed(f"{seed} bot"))
        self.rules.reseed(state, _key(seed), 0, TABLE)
        self.rules.setup(state, contest.players, np.array(setup.options or (0,), np.int64))
        ply, decisions = 0, [0] * contest.players
        while seats := int(self.rules.to_act(state)):
            seat = self._next(state, seats)
            legal = self._legal(state, seat)
            action = legal[0]
            if len(legal) > 1:
                action = self._choose(levels[lineup[seat]], seat, legal, own, ply * 8 + seat)
                decisions[seat] += 1
            self.apply(seat, action)
            ply += 1
        places, points = self._row(self.rules.rank), self._row(self.rules.score)
        seconds = [0.0] * contest.players
        return ArenaResult(number, lineup, places, points, {}, decisions, seconds)

    def apply(self, seat: int, action: int) -> None:
        self.rules.apply(self.states[0], seat, action)

    def _row(self, write: Callable[[Any, Any], None]) -> list[int]:
        write(self.states[0], self.row)
        return [int(value) for value in self.row[: int(self.states[0]["players"])]]

    def _next(self, state: Any, seats: int) -> int:
        """Return a seat without a choice, as matches play it at once; else the first."""
        acting = [seat for seat in range(MAX_PLAYERS) if seats >> seat & 1]
        if len(acting) > 1:
            for seat in acting:
                if len(self._legal(state, seat)) == 1:
                    return seat
        return acting[0]

    def _legal(self, state: Any, seat: int) -> list[int]:
        self.rules.ask(state, seat, self.mask)
        bits = np.unpackbits(self.mask.view(np.uint8), bitorder="little")
        return [int(action) for action in np.flatnonzero(bits)]

    def _choose(
        self, level: Oversight | None, seat: int, legal: Sequence[int], key: Any, number: int
    ) -> int:
        self.rules.reseed(self.stream, key, number, POLICY)
        if level is None:
            self.rules.ask(self.states[0], seat, self.mask)
            return int(self.rules.choose_greedy(self.states[0], seat, self.mask, self.stream))
        if level not in self.bots:
            self.bots[level] = CompiledBot(self.book, level)
        return self.bots[level].choose(self.states[0], seat, legal, self.stream)


def _key(seed: str) -> Any:
    return np.array(key_of(seed), np.int64)


def play_rungs(tournament: Tournament, seconds: float) -> None:
    """Play the contests between levels that only evaluate, until time is up."""
    until, arenas = time.time() + seconds, dict[str, FastArena]()
    for name, contest in tournament.contests.items():
        if not set(contest.bots) <= {"novice", "easy", "greedy"}:
            continue
        book = rulebook(contest.game)
        fast = arenas.setdefault(contest.game, FastArena(book))
        levels = [level_settings(book).oversight.get(bot) for bot in contest.bots]
        for number in track(range(tournament.games[name]), name):
            if time.time() > until:
                return
            if number not in tournament.played[name]:
                tournament.add(name, fast.play(contest, number, levels))
