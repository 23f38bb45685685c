"""Random play for the conformance tests, one decision at a time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from nomarch.kernel.game import Rulebook, Setup, rulebooks
from nomarch.kernel.seeds import make_seed
from nomarch.match import Match

CASES = [(book, setup) for book in rulebooks().values() for setup in book.setups()]
BOOKS = list(rulebooks().values())


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


def samples(book: Rulebook, setup: Setup, seed: int, every: int) -> Iterator[Match]:
    """One random match, stopped at every so many decisions and at its end."""
    match = begin(book, setup, seed)
    for count, _ in enumerate(moves(match, seed)):
        if count % every == 0:
            yield match
    yield match
