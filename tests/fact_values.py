"""What the rows of a game's facts state along games, to be counted again by each game's tests."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pytest

from nomarch.bots.facts import FactFinder, Played
from nomarch.bots.reasons import Reasons, facts_of
from nomarch.conformance.playing import decisions
from nomarch.kernel.declare.facts import Uncertain
from nomarch.kernel.declare.game import rulebook


@dataclass(frozen=True)
class Stated:
    """A row that is said of a move, with its values."""

    text: str
    values: Mapping[str, Any]
    state: Any
    """The true position before the move."""
    seat: int
    moves: tuple[str, ...]
    """The actions of the whole move."""
    other: tuple[str, ...]
    """Those of the move it is compared with."""


Count = Callable[[Stated], Mapping[str, Any] | bool]
"""Counts the values that a row should state, without the rules; of a row that states none,
whether it's true."""


def stated_values(game: str, count: int) -> Iterator[Stated]:
    book = rulebook(game)
    facts = facts_of(book)
    for match, seat in islice(decisions(book), count):
        view = match.observe(seat)
        finder, reasons = FactFinder(book, facts, view, seat), Reasons(book, view, seat, ())
        lines = [
            tuple(one.action for one in reasons.line(action))
            for action in match.legal_actions(seat)
        ]
        for line, other in zip(lines, lines[1:] + lines[:1], strict=True):
            played = Played(finder, line, Played(finder, other))
            for row in facts.rows:
                if book.actions[line[-1]].split()[0] not in row.moves:
                    continue
                try:
                    values = row.values(played)
                except Uncertain:
                    continue
                if values is not None:
                    moves, others = (tuple(book.actions[one] for one in x) for x in (line, other))
                    yield Stated(row.text, values, match.state, seat, moves, others)


def counting(game: str, counts: Mapping[str, Count]) -> Callable[[int], None]:
    """Make the test of a game: all values are compared with its own counts."""

    @pytest.mark.parametrize("positions", [60, pytest.param(1_000, marks=pytest.mark.thorough)])
    def test(positions: int) -> None:
        said = 0
        for one in stated_values(game, positions):
            counted = counts[one.text](one)
            if isinstance(counted, bool):
                assert (dict(one.values), counted) == ({}, True), one
            else:
                assert dict(one.values) == dict(counted), one
            said += 1
        assert said > positions

    return test
