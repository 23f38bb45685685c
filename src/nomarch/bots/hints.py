"""Hints: the best few moves, their prospects and the reasons for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nomarch.bots.search import MoveEstimate, Search
from nomarch.i18n import DEFAULT, Translate, translator
from nomarch.kernel import backend
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState, Stream

MOST_PARTS = 32
NAMED_PARTS = 2
MIN_REASON = 20
"""Reasons worth fewer hundredths of a point are not mentioned."""

ORDERING = 10_000
"""Parts this large order moves and are not shown as points."""


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
    most: int = 3,
    language: str = DEFAULT,
) -> list[MoveHint]:
    """Return the best moves of a search, best first, each with its reasons."""
    book = search.book
    found: list[MoveEstimate | None]
    if search.compiler.is_ready(book):
        estimates = search.analyse(view, seat, legal, rng)
        ranked, found = [f.action for f in estimates], list(estimates)
    else:
        evaluate = search.greedy.rules.evaluate
        ranked = sorted(legal, key=lambda action: -evaluate(view, seat, action))
        found = [None] * len(ranked)
    why = Reasons(book, view, seat, language)
    return [
        MoveHint(
            action,
            estimate.win if estimate else None,
            estimate.points if estimate else None,
            # The best move is compared with the second, every other with the best.
            why.of(action, ranked[1 if place == 0 else 0]) if len(ranked) > 1 else "",
        )
        for place, (action, estimate) in enumerate(zip(ranked[:most], found, strict=False))
    ]


class Reasons:
    """Reasons for one move over another, from the parts of the game's evaluation."""

    def __init__(self, book: Rulebook, view: GameState, seat: int, language: str) -> None:
        self.rules = backend.interpreted(book.game.id)
        self.book, self.view, self.seat = book, view, seat
        self.t: Translate = translator("nomarch", language)
        told = getattr(book.words, "reasons", None)
        own = translator(book.package, language)
        self.names: Sequence[str] = told(own) if told else [self.t("a better position")]

    def of(self, action: int, other: int) -> str:
        """Return the reasons for an action over another, in words."""
        worth = self.strongest(action, other)
        if not worth:
            return self.t("It pays off a few moves later.")
        return ", ".join(
            name if gain >= ORDERING else f"{name} +{gain / 100:.1f}" for gain, name in worth
        )

    def strongest(self, action: int, other: int) -> list[tuple[int, str]]:
        """Return the largest differences in favour of an action and their names."""
        mine, theirs = self.parts(action), self.parts(other)
        gains = [(a - b, part) for part, (a, b) in enumerate(zip(mine, theirs, strict=True))]
        best = sorted(gains, reverse=True)[:NAMED_PARTS]
        return [(gain, self.names[part]) for gain, part in best if gain >= MIN_REASON]

    def parts(self, action: int) -> list[int]:
        """Return the parts of an action's evaluation."""
        row = [0] * MOST_PARTS
        self.rules.explain(self.view, self.seat, action, row)
        return row
