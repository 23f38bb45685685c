"""The coach's comment on a bad move: its cost first, then the better move."""

from dataclasses import dataclass

from nomarch.bots.analysis import significant_loss
from nomarch.bots.hints import compare_surely, rank_moves, reasons_for
from nomarch.bots.outcomes import Comparison, compare
from nomarch.bots.play import bot_rng
from nomarch.bots.reasons import Reasons
from nomarch.bots.search import Search
from nomarch.engine.match import Match
from nomarch.i18n import DEFAULT

BLUNDER = 8.0
"""Percentage points of wins that a move may lose before the coach speaks."""
COSTLY = 4.0
"""Mean final points that a move may lose where the winner is as good as known."""
HANDED = 3.0
"""Mean points handed to a rival that the coach speaks about, too."""


@dataclass(frozen=True)
class Blunder:
    """A move that was clearly worse than another, from what the seat knew."""

    action: int
    best: int
    text: str


def find_blunder(
    search: Search, match: Match, seat: int, language: str = DEFAULT
) -> Blunder | None:
    """Return the seat's last decision as a blunder; None if it was none, or is not known to be.

    The coach never criticises the move that a hint would have named at once.
    """
    at = match.last_decision(seat)
    if at is None or not search.compiler.is_ready(search.book):
        return None
    action, then = match.steps[at].action, match.at(at)
    view, legal = then.observe(seat), then.legal_actions(seat)
    if len(legal) < 2 or search.likeliest(view, seat, legal)[0] == action:
        return None
    rng = bot_rng(then, seat)
    found = rank_moves(search, view, seat, legal, rng, action)
    best, played = found[0], next(one for one in found if one.action == action)
    compared = compare(best, [played])
    if best.action == action or not _is_blunder(compared, significant_loss(best, played), seat):
        return None
    reasons = reasons_for(search, view, seat, match.names, language)
    surely = compare_surely(search, reasons, best, played, rng)
    return Blunder(action, best.action, explain_blunder(reasons, best.action, action, surely))


def explain_blunder(reasons: Reasons, best: int, played: int, found: Comparison) -> str:
    better = reasons.t("Better: {move}.").format(move=reasons.move(best))
    cost = reasons.cost(played, best=best)
    return f"{cost} {better}" if cost else f"{better} {reasons.why(best, played, found)}"


def _is_blunder(compared: Comparison, loss: float, seat: int) -> bool:
    if compared.direction(seat) <= 0:
        return False
    handed = any(one.seat != seat and one.points <= -HANDED for one in compared.changes)
    better, played = compared.ends or (0.0, 0.0)
    is_costly = compared.is_decided and better - played >= COSTLY
    return loss >= BLUNDER or handed or is_costly
