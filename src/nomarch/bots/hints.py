"""Hints: the best few moves, their prospects and the reasons for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nomarch.bots.outcomes import compare
from nomarch.bots.reasons import Reasons
from nomarch.bots.search import MoveEstimate, Search
from nomarch.i18n import DEFAULT
from nomarch.kernel.layout import GameState, Stream


@dataclass(frozen=True)
class MoveHint:
    """A recommended move."""

    action: int
    win: float | None
    """Chance to win in per cent; None until the search is compiled."""
    points: float | None
    """Mean final points."""
    reason: str


def hints(
    search: Search,
    view: GameState,
    seat: int,
    legal: Sequence[int],
    rng: Stream,
    *,
    names: Sequence[str],
    most: int = 3,
    language: str = DEFAULT,
) -> list[MoveHint]:
    """Return the best moves of a search, best first, each with its reasons."""
    reasons = Reasons(search.book, view, seat, names, language)
    if not search.compiler.is_ready(search.book):
        evaluate = search.greedy.rules.evaluate
        ranked = sorted(legal, key=lambda action: -evaluate(view, seat, action))
        guess = reasons.t("A first guess: ask again in a minute for a better look ahead.")
        return [MoveHint(action, None, None, guess) for action in ranked[:most]]
    found = search.analyse(view, seat, legal, rng, compared=most)
    return [
        MoveHint(
            estimate.action,
            estimate.win,
            estimate.points,
            reason_at(reasons, found, place) if len(found) > 1 else "",
        )
        for place, estimate in enumerate(found[:most])
    ]


def reason_at(reasons: Reasons, found: Sequence[MoveEstimate], place: int) -> str:
    """Return the reason for the best move, or how another compares with it."""
    best, second, *rest = found
    if place:
        move, compared = found[place], compare(found[place], [best])
        # The ranking also counts what a search expects before it looks.
        if compared.direction(reasons.seat) > 0:
            return reasons.equal(best.action)
        return reasons.over(move.action, best.action, compared)
    return reasons.for_best(
        best.action, second.action, compare(best, [second]), compare(best, rest)
    )
