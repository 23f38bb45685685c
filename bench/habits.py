"""Measure the bots with a habit: `python -m bench.habits ra --games 600`.

One seat of each against a table full of `greedy`, every seat in turn on the same seeds, with
compiled rules. Prints the distance in rating points, which should be within 50, and what players
can tell them apart by: the habit's mean beside that of the others at the table. `--folder` keeps
the games, so that another run adds to them.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.fast_arena import FastArena, weights_digest

from nomarch.bots import WITH_HABIT, arena
from nomarch.bots.ratings import elo_gap
from nomarch.engine.simulation import wilson
from nomarch.kernel import backend
from nomarch.kernel.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.habits import Habit

Counted = Iterator[tuple[str, float]]
"""What a decision adds to sums by name: `bids` and `suns bid`."""


def count_ra(act: Any, s: Any, seat: int, action: int) -> Counted:
    if act.BID.has(action):
        yield from (("bids", 1), ("suns bid", act.BID.sun(action)))
    if action == act.INVOKE:
        yield from (("calls", 1), ("tiles called", int(s["track_len"])))


def count_giza(act: Any, s: Any, seat: int, action: int) -> Counted:
    if act.ON.has(action):
        owner = act.ON.owner(action)
        yield from (("tiles", 1), ("on rivals", owner != seat))
        if owner != seat:
            leader = backend.cpu("giza").leader(s, seat)
            yield from (("attacks", 1), ("on the leader", owner == leader))


def count_fertility(act: Any, s: Any, seat: int, action: int) -> Counted:
    if act.BUILD.has(action):
        yield "districts", 1


def count_egizia(act: Any, s: Any, seat: int, action: int) -> Counted:
    if act.KEEP.has(action):
        yield "riddles", 1
    if act.FLOOD_TO.has(action):
        yield "floods", 1


def count_amun_re(act: Any, s: Any, seat: int, action: int) -> Counted:
    from nomarch.games.amun_re import state as st

    if action == act.STEAL:
        yield "thefts", 1
    if action == act.OFFER:
        yield from (("offerings", 1), ("offered", int(s["offer"][seat])))
    if act.BUY.has(action):
        stages = {st.CARDS_STAGE: "cards", st.FARMERS_STAGE: "farmers", st.BRICKS_STAGE: "bricks"}
        yield stages[int(s["phase"])], act.BUY.count(action)


COUNTERS: dict[str, Callable[[Any, Any, int, int], Counted]] = {
    "ra": count_ra,
    "giza": count_giza,
    "fertility": count_fertility,
    "egizia": count_egizia,
    "amun-re": count_amun_re,
}


def end_ra(s: Any, seat: int) -> Counted:
    from nomarch.games.ra.rules import box

    have = s["have"][seat]
    yield "monuments", int(have[box.FIRST_MONUMENT : box.LAST_MONUMENT + 1].sum())
    yield "unspent suns", int(s["up"][seat].sum())


def end_fertility(s: Any, seat: int) -> Counted:
    yield from (("monuments", int(s["monuments"][seat])), ("wheat", int(s["wheat"][seat])))


STRUCTURES = ("obelisk", "graves", "temple", "pyramid")


def end_egizia(s: Any, seat: int) -> Counted:
    yield from (("strength", int(s["crew"][seat].sum())), ("grain", int(s["grain"][seat].sum())))
    for structure, stones in zip(STRUCTURES, s["own"][seat], strict=True):
        yield structure, int(stones)


ENDS: dict[str, Callable[[Any, int], Counted]] = {
    "ra": end_ra,
    "fertility": end_fertility,
    "egizia": end_egizia,
}

MEANS = {
    "ra": {"sun bid": ("suns bid", "bids"), "tiles when calling": ("tiles called", "calls")},
    "giza": {
        "share on rivals": ("on rivals", "tiles"),
        "of these on the leader": ("on the leader", "attacks"),
    },
    "amun-re": {"gold offered": ("offered", "offerings")},
}
"""Sums divided by others; the rest is divided by games."""


class CountingArena(FastArena):
    """Counts what each seat of a game does."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.act, self.counts = book.module("actions"), list[Counter[str]]()

    def apply(self, seat: int, action: int) -> None:
        if count := COUNTERS.get(self.book.game.id):
            for name, value in count(self.act, self.states[0], seat, action):
                self.counts[seat][name] += value  # type: ignore[assignment]
        super().apply(seat, action)

    def measure(self, habit: Habit, players: int, number: int) -> dict[str, Any]:
        """Play a game; return how it ended and the counts of the habit and of the others."""
        bots = [f"{WITH_HABIT}+{habit.id}", WITH_HABIT]
        options = self.book.usual_options(players)
        contest = arena.contest(self.book.game.id, bots, players, "habits", options)
        self.counts = [Counter() for _ in range(players)]
        result = self.play(contest, number, [habit, None])
        for seat in range(players):
            if end := ENDS.get(self.book.game.id):
                self.counts[seat].update(dict(end(self.states[0], seat)))
        own = result.bots.index(0)
        winners = result.places.count(1)
        won = 1 / winners if result.places[own] == 1 else 0
        others = [counts for seat, counts in enumerate(self.counts) if seat != own]
        total = sum(others, Counter[str]())
        return {"number": number, "won": won, "own": self.counts[own], "others": total}


def means(game: str, totals: dict[str, float], seats: int) -> dict[str, float]:
    """Return the measures of some seats' games from their sums."""
    found, used = {}, set[str]()
    for name, (above, below) in MEANS.get(game, {}).items():
        used |= {above}
        found[name] = totals.get(above, 0) / max(1, totals.get(below, 0))
    return found | {name: sum_ / seats for name, sum_ in totals.items() if name not in used}


def summary(game: str, habit: Habit, players: int, played: list[dict[str, Any]]) -> str:
    games, rate = len(played), sum(game["won"] for game in played) / len(played)
    low, high = (elo_gap(end, players, games) for end in wilson(rate, games))
    own, others = Counter[str](), Counter[str]()
    for each in played:
        own.update(each["own"])
        others.update(each["others"])
    mine = means(game, own, games)
    theirs = means(game, others, games * (players - 1))
    measured = ", ".join(
        f"{name} {mine.get(name, 0):.2f} ({theirs.get(name, 0):.2f})" for name in theirs
    )
    gap = f"{elo_gap(rate, players, games):+.0f} ± {(high - low) / 2:.0f}"
    return f"| {game} | {habit.name} | {players} | {games} | {rate:.1%} | {gap} | {measured} |"


def measure(
    counting: CountingArena, habit: Habit, players: int, games: int, file: Path, seconds: float
) -> list[dict[str, Any]]:
    """Play up to so many games of a habit; those that the file has are kept.

    The first game, which compiles, doesn't count as time.
    """
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    played, until = [json.loads(line) for line in lines], 0.0
    for number in range(len(played), games):
        if until and time.time() > until:
            break
        played.append(counting.measure(habit, players, number))
        until = until or time.time() + seconds
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(played[-1]) + "\n")
    return played


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="*", default=list(rulebooks()), help="default: all")
    parser.add_argument("--games", type=int, default=400, help="of each habit (400)")
    parser.add_argument("--players", type=int, help="default: each game's usual number")
    parser.add_argument("--seconds", type=float, default=60, help="of each habit, at most (60)")
    parser.add_argument("--folder", type=Path, default=Path("habits"), help="keeps games")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    print("| game | bot | players | games | wins | points | it and (the others), a game |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for game in options.game:
        book = rulebook(game)
        counting, players = CountingArena(book), options.players or book.game.usual_players
        for habit in book.habits.values():
            file = options.folder / f"{game}-{players}-{habit.id}-{weights_digest(habit)}.jsonl"
            if played := measure(counting, habit, players, options.games, file, options.seconds):
                print(summary(game, habit, players, played), flush=True)


if __name__ == "__main__":
    main()
