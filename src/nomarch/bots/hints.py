"""Hints: the best few moves, what they promise, and why, in words."""

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
WORTH_A_WORD = 20
"""Hundredths of a point below which a part of a judgement is not worth telling."""

MEANT_AS_ORDER = 10_000
"""Hundredths from which a part is no number of points any more, but says what comes first."""


@dataclass(frozen=True)
class Hint:
    """One move that is worth a thought."""

    action: int
    win: float | None
    """The chance to win in per cent; None while only the judgement speaks."""
    points: float | None
    """The points at the end, on average."""
    reason: str


def hints(
    bot: Search,
    view: GameState,
    seat: int,
    legal: Sequence[int],
    stream: Stream,
    *,
    most: int = 3,
    language: str = DEFAULT,
) -> list[Hint]:
    """The best moves that a search finds, best first, each with what speaks for it."""
    book = bot.book
    found: list[MoveEstimate | None]
    if bot.compiler.is_ready(book):
        estimates = bot.analyse(view, seat, legal, stream)
        ranked, found = [f.action for f in estimates], list(estimates)
    else:
        evaluate = bot.greedy.rules.evaluate
        ranked = sorted(legal, key=lambda action: -evaluate(view, seat, action))
        found = [None] * len(ranked)
    why = Reasons(book, view, seat, language)
    return [
        Hint(
            action,
            finding.win if finding else None,
            finding.points if finding else None,
            # The best is compared with the next, and every other with the best.
            why.of(action, ranked[1 if place == 0 else 0]) if len(ranked) > 1 else "",
        )
        for place, (action, finding) in enumerate(zip(ranked[:most], found, strict=False))
    ]


class Reasons:
    """Why one move rather than another, told by the parts of a game's judgement."""

    def __init__(self, book: Rulebook, view: GameState, seat: int, language: str) -> None:
        self.rules = backend.interpreted(book.game.id)
        self.book, self.view, self.seat = book, view, seat
        self.t: Translate = translator("nomarch", language)
        told = getattr(book.words, "reasons", None)
        own = translator(book.package, language)
        self.names: Sequence[str] = told(own) if told else [self.t("a better position")]

    def of(self, action: int, other: int) -> str:
        """What speaks for an action rather than another; searching may know more than judging."""
        worth = self.strongest(action, other)
        if not worth:
            return self.t("It pays off a few moves later.")
        return ", ".join(
            name if gain >= MEANT_AS_ORDER else f"{name} +{gain / 100:.1f}" for gain, name in worth
        )

    def strongest(self, action: int, other: int) -> list[tuple[int, str]]:
        """The parts that speak most for an action, and by how much, the strongest first."""
        mine, theirs = self.parts(action), self.parts(other)
        gains = [(a - b, part) for part, (a, b) in enumerate(zip(mine, theirs, strict=True))]
        best = sorted(gains, reverse=True)[:NAMED_PARTS]
        return [(gain, self.names[part]) for gain, part in best if gain >= WORTH_A_WORD]

    def parts(self, action: int) -> list[int]:
        """What the judgement of an action is made of."""
        row = [0] * MOST_PARTS
        self.rules.explain(self.view, self.seat, action, row)
        return row
