"""Random play for the conformance tests, one decision at a time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from random import Random

import pytest

from nomarch.engine.match import Match
from nomarch.kernel.game import Rulebook, Setup, include, rulebooks
from nomarch.kernel.seeds import make_seed

POSITIONS_PER_GAME = 60

SMALLEST = include("tests.smallest")
"""The game of docs/add-a-game.md passes the suite like any other."""
BOOKS = [*rulebooks().values(), SMALLEST]


@cache
def tried_setups(book: Rulebook) -> tuple[Setup, ...]:
    """The set-ups that tests play, since all combinations of many options are too many.

    The usual one for every player count, every other choice of an option by itself, at player
    counts in turn, and one with as many options changed as can be.
    """
    usual: dict[int, Setup] = {}
    alone: dict[tuple[int, int], list[Setup]] = {}
    for setup in book.setups():
        changed = _changes(usual.setdefault(setup.players, setup), setup)
        if len(changed) == 1:
            alone.setdefault(changed[0], []).append(setup)
    each = [setups[turn % len(setups)] for turn, setups in enumerate(alone.values())]
    most = max(book.setups(), key=lambda setup: len(_changes(usual[setup.players], setup)))
    return tuple(dict.fromkeys((*usual.values(), *each, most)))


def _changes(usual: Setup, other: Setup) -> list[tuple[int, int]]:
    """The options that are not as usual, each with its choice."""
    pairs = enumerate(zip(usual.options, other.options, strict=True))
    return [(option, pick) for option, (as_usual, pick) in pairs if pick != as_usual]


CASES = [(book, setup) for book in BOOKS for setup in tried_setups(book)]


def case_id(value: object) -> str | None:
    if isinstance(value, Rulebook):
        return value.game.id
    if isinstance(value, Setup):
        return f"{value.players}p-{'-'.join(map(str, value.options))}"
    return None


each_setup = pytest.mark.parametrize(("book", "setup"), CASES, ids=case_id)
each_game = pytest.mark.parametrize("book", BOOKS, ids=case_id)


def begin(book: Rulebook, setup: Setup, seed: int) -> Match:
    return Match(book, setup, make_seed(f"conformance {seed}"))


def moves(match: Match, seed: int) -> Iterator[tuple[int, str]]:
    """Plays on at random until the end; yields each decision just before it is made."""
    rng = Random(f"{match.book.game.id} {match.setup} {seed}")
    while not match.over:
        seat = rng.choice(match.to_act)
        move = rng.choice(match.legal(seat))
        yield seat, move
        match.play(seat, move)


def played(book: Rulebook, setup: Setup, seed: int, decisions: int | None = None) -> Match:
    """A match after so many random decisions, or at its end."""
    match = begin(book, setup, seed)
    for count, _ in enumerate(moves(match, seed), start=1):
        if count == decisions:
            break
    return match


@lru_cache(maxsize=64)
def whole_game(book: Rulebook, setup: Setup, seed: int) -> list[tuple[int, str]]:
    """The decisions of one random game, from beginning to end."""
    return list(moves(begin(book, setup, seed), seed))


def samples(book: Rulebook, setup: Setup, seed: int = 0) -> Iterator[Match]:
    """One random match at its beginning, at moments spread over its course, and at its end.

    A game with many set-ups is looked at less often in each, so that all games cost the same.
    """
    decisions = whole_game(book, setup, seed)
    count = max(3, POSITIONS_PER_GAME // len(tried_setups(book)))
    stops = {round(i * len(decisions) / (count - 1)) for i in range(count)}
    match = begin(book, setup, seed)
    if 0 in stops:
        yield match
    for number, (seat, move) in enumerate(decisions, start=1):
        match.play(seat, move)
        if number in stops:
            yield match
