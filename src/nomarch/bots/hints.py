"""Hints: the best few moves, their prospects and the reasons for them.

`guess` answers at once, from the network or the game's evaluation. `hints` looks ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nomarch.bots.outcomes import compare
from nomarch.bots.reasons import CLOSE, Reasons
from nomarch.bots.search import MoveEstimate, Search
from nomarch.i18n import DEFAULT
from nomarch.kernel.layout import GameState, Stream

MOST = 3
"""How many moves a hint names."""


@dataclass(frozen=True)
class MoveHint:
    """A recommended move."""

    action: int
    win: float | None
    """Chance to win in per cent; None without a look ahead."""
    points: float | None
    """Mean final points."""
    words: str
    """The whole move: “Play a −5 stone on Nefertari's Khufu”."""
    reason: str
    answer: str = ""
    """What somebody hears who asks about this very move."""


def reasons_for(
    search: Search, view: GameState, seat: int, names: Sequence[str], language: str = DEFAULT
) -> Reasons:
    """Return what explains moves, with moves of several actions as the search would go on."""

    def choose(then: GameState, legal: Sequence[int]) -> int:
        return search.likeliest(then, seat, legal)[0]

    return Reasons(search.book, view, seat, names, language, choose)


def guess(
    search: Search,
    view: GameState,
    seat: int,
    legal: Sequence[int],
    *,
    names: Sequence[str],
    language: str = DEFAULT,
    about: int | None = None,
) -> list[MoveHint]:
    """Return the most promising moves without looking ahead, best first.

    The move that somebody asks `about` is among them, in the last place if it is none of the best.
    """
    reasons = reasons_for(search, view, seat, names, language)
    likely = search.likeliest(view, seat, legal)
    ranked, best = named_moves(likely, about), likely[0]
    told = reasons.why(best, ranked[1]) if len(ranked) > 1 else ""
    why = {action: reasons.cost(action) for action in ranked[1:]} | {best: told}
    answer = "" if about is None else reasons.what_if(about, best)
    return [
        MoveHint(one, None, None, reasons.move(one), why[one], answer if one == about else "")
        for one in ranked
    ]


def named_moves(ranked: Sequence[int], about: int | None) -> list[int]:
    """Return the best moves, and the one that is asked about."""
    best = list(ranked[:MOST])
    return best if about is None or about in best else [*best, about]


def hints(
    search: Search,
    view: GameState,
    seat: int,
    legal: Sequence[int],
    rng: Stream,
    *,
    names: Sequence[str],
    language: str = DEFAULT,
    about: int | None = None,
) -> list[MoveHint]:
    """Return the best moves of a search, best first, each with its reasons.

    The move that somebody asks `about` is searched and named, too.
    """
    if not search.compiler.is_ready(search.book):
        return guess(search, view, seat, legal, names=names, language=language, about=about)
    reasons = reasons_for(search, view, seat, names, language)
    include = () if about is None else (about,)
    found = search.analyse(view, seat, legal, rng, include=include, compared=MOST)
    by_action = {one.action: one for one in found}
    named = [by_action[action] for action in named_moves(list(by_action), about)]
    return [
        MoveHint(
            one.action,
            one.win,
            one.points,
            reasons.move(one.action),
            reason_at(reasons, named, at),
            answer_to(reasons, found[0], one) if one.action == about else "",
        )
        for at, one in enumerate(named)
    ]


def answer_to(reasons: Reasons, best: MoveEstimate, asked: MoveEstimate) -> str:
    return reasons.what_if(asked.action, best.action, compare(best, [asked]))


def reason_at(reasons: Reasons, found: Sequence[MoveEstimate], place: int) -> str:
    """Return the reason for the best move, or what speaks against another."""
    if len(found) < 2:
        return ""
    best, other = found[0], found[max(1, place)]
    compared = compare(best, [other])
    if place == 0:
        return reasons.why(best.action, other.action, compared)
    if compared.win < CLOSE:
        return reasons.equal(best.action)
    return reasons.cost(other.action)
