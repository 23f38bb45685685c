"""Questions of puzzles that the rules answer: a number, or one of a few answers.

A game lists them as `QUESTIONS` in `words/questions.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from nomarch.i18n import Translate
from nomarch.kernel.declare.sentences import listed

Ranked = Sequence[tuple[int, int]]
"""Things to choose from, each with its value."""


@dataclass(frozen=True)
class CountQuestion:
    """A puzzle's question about a position, whose answer is a number that the rules give."""

    id: str
    theme: str
    """The id of the idea that it practises."""
    text: Callable[[Translate, Any, int], str]
    """The question to a seat, given its view."""
    count: Callable[[Any, int], int]
    """The right number; with `answers`, that of the right one."""
    why: Callable[[Translate, Any, int], str]
    """How the answer comes about."""
    fits: Callable[[Any, int], bool]
    """Whether a position is worth the question."""
    rating: int
    """How hard it is, as the rating of a puzzle."""
    answers: Callable[[Translate, Any, int], Sequence[str]] | None = None
    """Answers to choose from in place of numbers."""


def tie_question(
    theme: str, values: Callable[[Any, int], Sequence[int]], rule: Callable[[Translate], str]
) -> CountQuestion:
    """Ask who wins a tie with the next player: the higher of the first `values` that differ."""

    def both(view: Any, seat: int) -> tuple[int, int]:
        pairs = list(zip(values(view, seat), values(view, _next(view, seat)), strict=True))
        return next((pair for pair in pairs if pair[0] != pair[1]), pairs[0])

    def right(view: Any, seat: int) -> int:
        mine, theirs = both(view, seat)
        return 2 if mine == theirs else int(mine < theirs)

    def why(t: Translate, view: Any, seat: int) -> str:
        mine, theirs = map(abs, both(view, seat))
        numbers = t("You have {mine}, {player} has {theirs}.")
        player = _name(view, seat)
        return f"{rule(t)} {numbers.format(mine=mine, theirs=theirs, player=player)}"

    return CountQuestion(
        "tie",
        theme,
        lambda t, view, seat: t(
            "Suppose you and {player} end with equal points and what you have now. Who is ahead?"
        ).format(player=_name(view, seat)),
        right,
        why,
        lambda view, seat: True,
        1250,
        lambda t, view, seat: (t("You"), _name(view, seat), t("Nobody: you share the place")),
    )


def best_question(
    id_: str,
    theme: str,
    text: Callable[[Translate], str],
    ranked: Callable[[Any, int], Ranked],
    name: Callable[[Translate, int], str],
    rating: int,
) -> CountQuestion:
    """Ask which of three is best; it must be better than both others."""

    def best(view: Any, seat: int) -> int:
        values = [value for _, value in ranked(view, seat)]
        return values.index(max(values))

    def why(t: Translate, view: Any, seat: int) -> str:
        parts = [f"{name(t, one)} ({value})" for one, value in ranked(view, seat)]
        return f"{listed(parts)}.".replace("(-", "(−")

    def fits(view: Any, seat: int) -> bool:
        values = sorted(value for _, value in ranked(view, seat))
        return len(values) == 3 and values[-1] > values[-2]

    return CountQuestion(
        id_,
        theme,
        lambda t, view, seat: text(t),
        best,
        why,
        fits,
        rating,
        lambda t, view, seat: [name(t, one) for one, _ in ranked(view, seat)],
    )


def _next(view: Any, seat: int) -> int:
    return (seat + 1) % int(view.players)


def _name(view: Any, seat: int) -> str:
    return f"{{names[{_next(view, seat)}]}}"
