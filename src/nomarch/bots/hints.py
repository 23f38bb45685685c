"""Hints: the best few moves, their prospects and the reasons for them.

`guess` answers at once, from the network or the game's evaluation. `hints` looks ahead.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot

from nomarch.bots.aims import Aim
from nomarch.bots.outcomes import Comparison, compare, doubt_of
from nomarch.bots.paired import confirmed_changes, fresh_run
from nomarch.bots.reasons import CLOSE, Reasons, is_close
from nomarch.bots.search import COMPARED_PLAYOUTS, MoveEstimate, Search
from nomarch.i18n import DEFAULT
from nomarch.kernel.declare.layout import GameState, Stream

MOST = 3
"""How many moves a hint names."""


@dataclass(frozen=True)
class MoveHint:
    """A recommended move."""

    action: int
    win: float | None
    """Chance to win in per cent; None without a search."""
    points: float | None
    """Mean final points."""
    words: str
    """The whole move: “Play a −5 stone on Nefertari's Khufu”."""
    reason: str
    answer: str = ""
    """The answer to “What if I …?” about this move."""
    doubt: float | None = None
    """How far the chance to win may be off, in percentage points."""


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

    `about` is a move the player asks about: it comes last unless it is one of the best.
    """
    reasons = reasons_for(search, view, seat, names, language)
    likely = search.likeliest(view, seat, legal)
    ranked = named_moves(reasons, likely, about)
    best = ranked[0]
    reason = reasons.why(best, ranked[1]) if len(ranked) > 1 else reasons.alone(best)
    why = {action: reasons.cost(action, best=best) for action in ranked[1:]} | {best: reason}
    answer = "" if about is None else reasons.what_if(about, best)
    return [
        MoveHint(one, None, None, reasons.move(one), why[one], answer if one == about else "")
        for one in ranked
    ]


def named_moves(reasons: Reasons, ranked: Sequence[int], about: int | None) -> list[int]:
    """Return the best moves, without equivalents, and the one in `about`."""
    best = dict[str, int]()
    for action in ranked:
        if len(best) == MOST:
            break
        best.setdefault(reasons.move(action), action)
    if about is not None:  # it may begin the same whole move as one of the best
        best[reasons.move(about)] = about
    return list(best.values())


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

    `about` is a move the player asks about: it is searched and included, too.
    """
    if not search.compiler.is_ready(search.book):
        return guess(search, view, seat, legal, names=names, language=language, about=about)
    reasons = reasons_for(search, view, seat, names, language)
    found = rank_moves(search, view, seat, legal, rng, about)
    by_action = {one.action: one for one in found}
    named = [by_action[action] for action in named_moves(reasons, list(by_action), about)]
    best, aim = named[0], Aim(search.book, view, seat).words(named[0], names, language)
    rival = rival_of(reasons, best, [one for one in named if one is not best])

    def advise(one: MoveEstimate) -> MoveHint:
        other = one if one is not best else rival or best
        compared = compare_surely(search, reasons, best, other, rng)
        reason = reasons.against(one.action, best.action, compared)
        if one is best:
            why = reasons.why(best.action, other.action, compared) if other is not best else ""
            reason = " ".join(filter(None, (aim, why or reasons.alone(best.action))))
        answer = reasons.what_if(one.action, best.action, compared) if one.action == about else ""
        # A higher estimate from fewer playouts is not reliable: its number would mislead.
        is_shown = one is best or one.win <= best.win
        known = (one.win, one.points, doubt_of(one)) if is_shown else (None, None, None)
        win, points, doubt = known
        return MoveHint(one.action, win, points, reasons.move(one.action), reason, answer, doubt)

    return [advise(one) for one in named]


def rival_of(
    reasons: Reasons, best: MoveEstimate, others: Sequence[MoveEstimate]
) -> MoveEstimate | None:
    """Return the move that the best one is compared with: the next best that is worth naming."""
    near = (one for one in others if one.win >= others[0].win - CLOSE)
    bright = (one for one in near if reasons.is_worth_naming(best.action, one.action))
    return next(bright, others[0] if others else None)


def rank_moves(
    search: Search,
    view: GameState,
    seat: int,
    legal: Sequence[int],
    rng: Stream,
    about: int | None = None,
) -> list[MoveEstimate]:
    """Return the moves in the order of hints, best first, `about` with enough playouts."""
    include = () if about is None else (about,)
    found = search.analyse(view, seat, legal, rng, include=include, compared=MOST)
    return surest_first(found)


def surest_first(found: Sequence[MoveEstimate]) -> list[MoveEstimate]:
    """Put a move first that surely wins more than the search's own.

    A search drops moves early that it hardly knows; those that are compared get more playouts. A
    few lucky playouts prove nothing.
    """
    best = found[0]
    for one in found[1:]:
        is_known = one.games >= COMPARED_PLAYOUTS
        if is_known and one.win - best.win > hypot(doubt_of(one), doubt_of(best)):
            best = one
    return [best, *(one for one in found if one is not best)]


def compare_surely(
    search: Search, reasons: Reasons, best: MoveEstimate, other: MoveEstimate, rng: Stream
) -> Comparison:
    """Compare two moves; points count only where playouts in pairs and fresh worlds agree."""
    compared = compare(best, [other])
    if is_close(compared):
        return replace(compared, changes=())
    run = fresh_run(search, reasons.view, reasons.seat, rng)
    return replace(compared, changes=confirmed_changes(run, best.action, other.action))
