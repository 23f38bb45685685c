"""Where a step's time goes: `python bench/profile.py [game …] [--games N]`.

Random games give positions; compiled loops then do one part of a step at each of them, again and
again. Times are processor time, the fastest of several, in nanoseconds a position; what a part
costs inside a whole game differs, as there the compiler sees all of it at once. Below it stand the
kinds of action that were decided on most: where a step's time can be at all.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from nomarch.kernel import backend
from nomarch.kernel.chance import POLICY
from nomarch.kernel.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.layout import STREAM
from nomarch.kernel.seeds import key_of, make_seed

ROUNDS = 7
POSITIONS = 4000
"""Approximate number of positions visited in a round."""

Cases = tuple[Any, Any, Any]
"""States, the seats to act there, and what they decided."""


def positions(book: Rulebook, games: int) -> Cases:
    """Collect the positions of some random games."""
    build, players = backend.cpu(book.game.id), book.game.usual_players
    options = np.array(book.setup(players).options or (0,), np.int64)
    key = np.array(key_of(make_seed("profile")), np.int64)
    states, seats, actions = [], [], []
    mask, stream = np.zeros(book.actions.words, np.uint32), STREAM.array()[0]
    for game in range(games):
        state = book.layout.array()[0]
        build.start(state, players, options, key, game)
        build.reseed(stream, key, game, POLICY)
        while build.to_act(state) != 0:
            seat = build.first_seat(build.to_act(state))
            build.ask(state, seat, mask)
            states.append(state.tobytes())
            seats.append(seat)
            actions.append(build.choose_random(mask, stream))
            build.apply(state, seat, actions[-1])
    records = np.frombuffer(b"".join(states), book.layout.dtype)
    return records, np.array(seats), np.array(actions)


def loops(book: Rulebook) -> dict[str, Callable[..., Any]]:
    """A compiled loop for each part; `copy` is what `apply` does besides."""
    build = backend.cpu(book.game.id)
    ask, encode, evaluate, apply, choose = (
        build.ask, build.encode_observation, build.evaluate, build.apply, build.choose_random
    )  # fmt: skip

    @numba.njit
    def asks(states, seats, actions, mask, row, spare, stream):  # type: ignore[no-untyped-def]
        for i in range(len(states)):
            ask(states[i], seats[i], mask)

    @numba.njit
    def chooses(states, seats, actions, mask, row, spare, stream):  # type: ignore[no-untyped-def]
        for _ in range(len(states)):
            mask[0] |= 5
            choose(mask, stream)

    @numba.njit
    def encodes(states, seats, actions, mask, row, spare, stream):  # type: ignore[no-untyped-def]
        for i in range(len(states)):
            encode(states[i], seats[i], row)

    @numba.njit
    def evaluates(states, seats, actions, mask, row, spare, stream):  # type: ignore[no-untyped-def]
        total = 0
        for i in range(len(states)):
            total += evaluate(states[i], seats[i], actions[i])
        return total

    @numba.njit
    def copies(states, seats, actions, mask, row, spare, stream):  # type: ignore[no-untyped-def]
        for i in range(len(states)):
            spare[0] = states[i]

    @numba.njit
    def applies(states, seats, actions, mask, row, spare, stream):  # type: ignore[no-untyped-def]
        for i in range(len(states)):
            spare[0] = states[i]
            apply(spare[0], seats[i], actions[i])

    return {
        "ask": asks, "choose": chooses, "copy": copies, "apply": applies, "encode": encodes,
        "evaluate": evaluates,
    }  # fmt: skip


def profile(book: Rulebook, cases: Cases) -> dict[str, float]:
    """Return the cost of each part of a step, in nanoseconds."""
    mask, row = np.zeros(book.actions.words, np.uint32), np.zeros(len(book.features), np.int16)
    memory = (mask, row, book.layout.array(1), STREAM.array()[0])
    times = {}
    for name, loop in loops(book).items():
        loop(*cases, *memory)
        best, again = float("inf"), max(1, POSITIONS // len(cases[0]))
        for _ in range(ROUNDS):
            started = time.process_time()
            for _ in range(again):
                loop(*cases, *memory)
            best = min(best, time.process_time() - started)
        times[name] = best / again / len(cases[0]) * 1e9
    times["apply"] -= times.pop("copy")
    return times


def kinds(book: Rulebook, actions: Any) -> list[str]:
    """The kinds of action that were decided on most, by the first of each kind."""
    counted = Counter(book.actions.kinds[action] for action in actions.tolist())
    first = {kind: number for number, kind in reversed(list(enumerate(book.actions.kinds)))}
    return [
        f"{book.actions[first[kind]]!r} … {100 * count / len(actions):.0f} %"
        for kind, count in counted.most_common(8)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=12)
    options = parser.parse_args()
    for game in options.game or list(rulebooks()):
        book = rulebook(game)
        cases = positions(book, options.games)
        times = profile(book, cases)
        print(f"{game}: " + ", ".join(f"{name} {value:,.0f} ns" for name, value in times.items()))
        print("  " + ", ".join(kinds(book, cases[2])), flush=True)


if __name__ == "__main__":
    main()
