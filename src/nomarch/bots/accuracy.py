"""Accuracy on a scale of its game: random play has about 0 %, the greedy bot 50 %, no loss 100 %.

`python -m tools.accuracy --write` measures both and writes a game's `accuracy.json`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log

from nomarch.kernel.declare.game import Rulebook

MIN_CHANCE = 5.0
"""Chance to win of the best move, in per cent as in a game for two, for a decision to count."""


@dataclass(frozen=True)
class AccuracyScale:
    """Mean losses per decision of two bots, in per cent of a win as in a game for two."""

    random: float
    greedy: float
    decisions: int


@cache
def scale_of(book: Rulebook) -> AccuracyScale | None:
    """Return the measured scale of a game, if there is one."""
    stored = book.read_data("accuracy.json")
    return AccuracyScale(**stored) if stored else None


def as_for_two(loss: float, players: int) -> float:
    """Return a loss as it would be in a game for two, where a win is likelier."""
    return loss * players / 2


def counts(best_win: float, players: int) -> bool:
    """Whether a decision counts for the accuracy: in a lost position no move loses anything."""
    return as_for_two(best_win, players) >= MIN_CHANCE


def rate_accuracy(scale: AccuracyScale | None, losses: Sequence[float], players: int) -> float:
    """Return the accuracy of some decisions, 0 to 100; without a scale, by each loss alone."""
    if not losses:
        return 100.0
    if scale is None:
        return sum(100 * exp(-0.04 * loss) for loss in losses) / len(losses)
    mean = sum(as_for_two(loss, players) for loss in losses) / len(losses)
    bend: float = log(0.5) / log(scale.greedy / scale.random)
    return 100 * max(0.0, 1 - float((mean / scale.random) ** bend))
