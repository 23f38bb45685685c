"""Analysis: a game, studied move by move from what each player knew.

Every decision is searched from the view of the seat that made it. What was played is held against
the best that was found in the same imagined worlds; the difference in the chance to win is what the
move cost. What is left of the way from one decision to the next, nobody at the table decided: the
others' moves, and luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, sqrt

from nomarch.bots.hints import Reasons
from nomarch.bots.play import bot_rng
from nomarch.bots.prior import NetworkPrior
from nomarch.bots.search import MoveEstimate, Search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.bots.search_settings import Budget
from nomarch.engine.match import Match
from nomarch.errors import BadOption
from nomarch.i18n import DEFAULT
from nomarch.kernel.game import Rulebook

PLAYOUTS = 400
"""What a decision is studied with unless somebody says otherwise."""
INACCURACY, MISTAKE, BLUNDER = "inaccuracy", "mistake", "blunder"
FAULTS = ((15.0, BLUNDER), (10.0, MISTAKE), (5.0, INACCURACY))
"""Chances in per cent whose loss has a name at two seats; at more seats less is at stake."""
SURE = 1.64
"""Standard errors that a loss has to be worth before it is told."""


@dataclass(frozen=True)
class Decision:
    """One decision and what was found out about it."""

    ply: int
    seat: int
    move: str
    win: float
    """The seat's chance to win after what was played, in per cent."""
    best: str
    best_win: float
    loss: float
    """What the move cost, in per cent of a win; 0 when nothing better was found for sure."""
    fault: str
    """`inaccuracy`, `mistake`, `blunder`, or empty."""
    reason: str
    """What spoke for the better move; empty where there was none."""


@dataclass(frozen=True)
class SeatSummary:
    """How one seat's chance to win came about."""

    seat: int
    accuracy: float
    """100 when nothing was given away; less the more was, move by move."""
    start: float
    """The chance at the seat's first decision, in per cent."""
    result: float
    """The share of the win in the end, in per cent."""
    skill: float
    """What its own decisions changed: never more than zero, against the best that was found."""
    luck: float
    """What came between: chance, and the others."""


@dataclass(frozen=True)
class Analysis:
    """A whole game, studied."""

    decisions: tuple[Decision, ...]
    accounts: tuple[SeatSummary, ...]

    def turning_points(self, most: int = 5) -> list[Decision]:
        """The decisions that cost most."""
        costly = [decision for decision in self.decisions if decision.fault]
        return sorted(costly, key=lambda decision: -decision.loss)[:most]


def make_analyst(
    book: Rulebook, playouts: int = PLAYOUTS, compiler: SearchCompiler | None = None
) -> Search:
    """A search that is fit to analyse with: the same each time, and to the very end.

    It is compiled when this returns, unless a compiler is given that sees to that.
    """
    if playouts < 1:
        raise BadOption(f"An analysis needs at least one playout a decision, not {playouts}.")
    budget, wait = Budget(iterations=playouts), compiler is None
    return Search(book, compiler or SearchCompiler(), budget, prior=NetworkPrior(book), wait=wait)


def analyse(
    match: Match,
    bot: Search,
    *,
    language: str = DEFAULT,
    progress: Callable[[int], object] | None = None,
) -> Analysis:
    """Studies all decisions of a match that had a choice; `bot` has to play to the end."""
    decisions = []
    for decision in studied(match, bot, language):
        if decision:
            decisions.append(decision)
        if progress:
            progress(1)
    return summarize(match, decisions)


def studied(match: Match, bot: Search, language: str = DEFAULT) -> Iterator[Decision | None]:
    """Every move of a match that somebody made, studied; None where there was no choice."""
    replay = Match(match.book, match.setup, match.seed, match.names)
    for step in match.steps:
        if not step.auto:
            found = None
            if len(replay.legal_actions(step.seat)) > 1:
                found = _study(replay, step.seat, step.action, bot, language)
            replay.play(step.seat, match.book.actions[step.action])
            yield found


def summarize(match: Match, decisions: Sequence[Decision]) -> Analysis:
    """What all decisions of a match come to."""
    accounts = tuple(_account(match, seat, decisions) for seat in range(match.players))
    return Analysis(tuple(decisions), accounts)


def _study(match: Match, seat: int, action: int, bot: Search, language: str) -> Decision:
    """One decision, from the seat's own view."""
    view, legal = match.observe(seat), match.legal_actions(seat)
    found = bot.analyse(view, seat, legal, bot_rng(match, seat), include=[action])
    played = next(finding for finding in found if finding.action == action)
    best = found[0]
    loss = _loss(best, played)
    fault = _fault(loss, match.players)
    reason = Reasons(match.book, view, seat, language).of(best.action, action) if fault else ""
    names = match.book.actions
    # A win that is found for sure counts as the best even where points decided the ranking.
    top = max(best.win, played.win) if loss == 0 else best.win
    return Decision(
        match.ply, seat, names[action], played.win, names[best.action], top, loss, fault, reason
    )


def _loss(best: MoveEstimate, played: MoveEstimate) -> float:
    """How much better the best is than what was played, when that is no accident."""
    loss = best.win - played.win
    doubt = sqrt(_variance(best) + _variance(played))
    return loss if loss > SURE * doubt else 0.0


def _variance(finding: MoveEstimate) -> float:
    """The square of a chance's standard error; a game more each way keeps it from being zero."""
    share = (finding.win / 100 * finding.games + 1) / (finding.games + 2)
    return 10_000 * share * (1 - share) / finding.games


def _fault(loss: float, players: int) -> str:
    for threshold, name in FAULTS:
        if loss >= threshold * 2 / players:
            return name
    return ""


def _account(match: Match, seat: int, decisions: Sequence[Decision]) -> SeatSummary:
    own = [decision for decision in decisions if decision.seat == seat]
    winners = [line.seat for line in match.ranking if line.place == 1] if match.over else []
    result = 100 / len(winners) if seat in winners else 0.0
    if not match.over:
        result = own[-1].win if own else 0.0
    start = own[0].best_win if own else result
    skill = -sum(decision.loss for decision in own)
    kept = [100 * exp(-0.04 * decision.loss) for decision in own]
    accuracy = sum(kept) / len(kept) if kept else 100.0
    return SeatSummary(seat, accuracy, start, result, skill, result - start - skill)
