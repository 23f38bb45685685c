"""Game analysis: what each decision cost, from what the player knew.

Every decision is searched from the view of the seat that made it. The played move is compared with
the best one in the same sampled worlds; the difference in the chance to win is its loss. Changes
between a seat's decisions are due to luck and the other players.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

from nomarch.bots.accuracy import as_for_two, counts, rate_accuracy, scale_of
from nomarch.bots.hints import compare_surely
from nomarch.bots.outcomes import NO_DIFFERENCE, Comparison, compare, win_variance
from nomarch.bots.plain_search import PlainSearch
from nomarch.bots.play import bot_rng
from nomarch.bots.prior import NetworkPrior
from nomarch.bots.reasons import Reasons
from nomarch.bots.search import MoveEstimate, Search, compile_search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.engine.match import Match
from nomarch.errors import BadOption
from nomarch.i18n import DEFAULT
from nomarch.kernel.declare.game import Rulebook

PLAYOUTS = 400
"""Default playouts per decision."""
INACCURACY, MISTAKE, BLUNDER = "inaccuracy", "mistake", "blunder"
FAULTS = ((15.0, BLUNDER), (10.0, MISTAKE), (5.0, INACCURACY))
"""Losses in per cent and their names for two players; scaled down for more."""
SURE = 1.64
"""Losses below this number of standard errors are not reported."""


Analyst: TypeAlias = Search | PlainSearch


@dataclass(frozen=True)
class Decision:
    """One analysed decision."""

    ply: int
    seat: int
    move: str
    win: float
    """Chance to win after the played move, in per cent."""
    best: str
    best_win: float
    loss: float
    """Per cent of a win lost; 0 unless a better move is significant."""
    fault: str
    """`inaccuracy`, `mistake`, `blunder`, or empty."""
    reason: str
    """Reasons for the better move, if any."""
    comparison: Comparison = NO_DIFFERENCE
    """The better move compared with the played one."""
    points: float = 0.0
    """Mean final points lost; 0 unless a better move is significant."""


@dataclass(frozen=True)
class SeatSummary:
    """How one seat's result came about."""

    seat: int
    accuracy: float
    """100 when no decision lost anything; see `bots/accuracy.py`."""
    start: float
    """Chance to win at the first decision, in per cent."""
    result: float
    """Share of the win in the end, in per cent."""
    skill: float
    """Sum of the losses of its decisions, at most zero."""
    luck: float
    """The rest: chance and the other players."""


@dataclass(frozen=True)
class Analysis:
    """An analysed game."""

    decisions: tuple[Decision, ...]
    accounts: tuple[SeatSummary, ...]

    def turning_points(self, most: int = 5) -> list[Decision]:
        costly = [decision for decision in self.decisions if decision.fault]
        return sorted(costly, key=lambda decision: -decision.loss)[:most]

    def turning_points_by_seat(self, most: int = 5) -> list[Decision]:
        """Return the decisions that cost each seat most, the worst of all first."""
        worst = self.turning_points(len(self.decisions))
        ranks = [
            sum(other.seat == one.seat for other in worst[:at]) for at, one in enumerate(worst)
        ]
        return [one for one, rank in zip(worst, ranks, strict=True) if rank < most]


def make_analyst(
    book: Rulebook, playouts: int = PLAYOUTS, compiler: SearchCompiler | None = None
) -> Search:
    """Return a reproducible search for analysis.

    It is compiled when this returns, unless a `compiler` is given.
    """
    if playouts < 1:
        raise BadOption(f"An analysis needs at least one playout a decision, not {playouts}.")
    wait = compiler is None
    compiler = compiler or SearchCompiler(compile_search)
    return Search(book, compiler, playouts, prior=NetworkPrior(book), wait=wait)


def analyse(
    match: Match,
    bot: Analyst,
    *,
    language: str = DEFAULT,
    progress: Callable[[int], object] | None = None,
) -> Analysis:
    """Analyse all decisions of a match that had a choice."""
    decisions = []
    for decision in iter_decisions(match, bot, language):
        if decision:
            decisions.append(decision)
        if progress:
            progress(1)
    return summarize(match, decisions)


def iter_decisions(
    match: Match, bot: Analyst, language: str = DEFAULT, first: int = 0
) -> Iterator[Decision | None]:
    """Yield an analysis for every move a player made from the `first` on; None without a choice."""
    replay = Match(match.book, match.setup, match.seed, match.names)
    for number, step in enumerate(step for step in match.steps if not step.auto):
        found = None
        if number >= first and len(replay.legal_actions(step.seat)) > 1:
            found = _analyse_decision(replay, step.seat, step.action, bot, language)
        replay.play(step.seat, match.book.actions[step.action])
        if number >= first:
            yield found


def summarize(match: Match, decisions: Sequence[Decision]) -> Analysis:
    accounts = tuple(_account(match, seat, decisions) for seat in range(match.players))
    return Analysis(tuple(decisions), accounts)


def _analyse_decision(
    match: Match, seat: int, action: int, bot: Analyst, language: str
) -> Decision:
    view, legal = match.observe(seat), match.legal_actions(seat)
    rng = bot_rng(match, seat)
    found = bot.analyse(view, seat, legal, rng, include=[action])
    played = next(one for one in found if one.action == action)
    best = found[0]
    loss = significant_loss(best, played)
    scaled = as_for_two(loss, match.players)
    fault = next((name for least, name in FAULTS if scaled >= least), "")
    found_out = compare(best, [played]) if fault and played.outcomes else Comparison(win=loss)
    reasons = Reasons(match.book, view, seat, match.names, language)
    reason = ""
    if fault:
        surely = found_out
        if isinstance(bot, Search):
            surely = compare_surely(bot, reasons, best, played, rng)
        reason = reasons.why(best.action, action, surely)
    names = match.book.actions
    # The ranking also counts points, so the played move can have the higher chance to win.
    top = max(best.win, played.win) if loss == 0 else best.win
    return Decision(
        *(match.ply, seat, names[action], played.win, names[best.action], top, loss, fault),
        *(reason, found_out, max(0.0, best.points - played.points) if loss else 0.0),
    )


def significant_loss(best: MoveEstimate, played: MoveEstimate) -> float:
    """Return the loss of the played move if it is significant, else 0."""
    loss = best.win - played.win
    variance = played.variance
    if variance is None:
        variance = win_variance(best.win, best.games) + win_variance(played.win, played.games)
    return loss if loss > SURE * sqrt(variance) else 0.0


def _account(match: Match, seat: int, decisions: Sequence[Decision]) -> SeatSummary:
    own = [decision for decision in decisions if decision.seat == seat]
    winners = [line.seat for line in match.ranking if line.place == 1] if match.over else []
    result = 100 / len(winners) if seat in winners else 0.0
    if not match.over:
        result = own[-1].win if own else 0.0
    start = own[0].best_win if own else result
    skill = -sum(decision.loss for decision in own)
    losses = [one.loss for one in own if counts(one.best_win, match.players)]
    accuracy = rate_accuracy(scale_of(match.book), losses, match.players)
    return SeatSummary(seat, accuracy, start, result, skill, result - start - skill)
