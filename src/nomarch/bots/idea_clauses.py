"""Sentences about moves from a game's ideas, where it has no facts yet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from nomarch.bots.facts import Clause
from nomarch.bots.outcomes import Comparison
from nomarch.i18n import Translate
from nomarch.kernel.declare.ideas import Idea, Ideas, Move

MOST = 2
"""How many ideas a reason names."""
SECOND = 0.5
"""A second idea is named if it is at least so large, compared with the first."""
SHARED = 0.5
"""What speaks nearly as much against the better move is no reason: at most so large a share."""
LEAST = 0.5
"""Smaller differences of an idea, in points, are not worth a word."""


@dataclass(frozen=True)
class IdeaClauses:
    """The ideas of one decision."""

    ideas: Ideas
    t: Translate
    seat: int
    line: Callable[[int], Sequence[Move]]
    is_proved: bool
    point_weight: float = 0.0
    """What playouts measure comes last."""

    def clauses(self, best: int, other: int, found: Comparison | None) -> list[Clause]:
        """Return the ideas that tell two moves apart most."""
        one, two = self.line(best)[-1], self.line(other)[-1]
        apart = []
        for idea in self.ideas.ideas:
            for_best, for_other = idea.size(one), idea.size(two)
            if for_best - for_other < LEAST:
                continue
            is_for = for_best > 0 and for_best >= -for_other
            if is_for and not self.is_kept(idea, found):
                continue
            has_words = is_for or (for_other < 0 and for_best > SHARED * for_other)
            text = idea.sentence(self.t, one if is_for else two, is_for=is_for) if has_words else ""
            if text:
                clause = Clause(idea.about or idea.id, text, is_for, for_best - for_other, idea.id)
                apart.append(clause)
        apart.sort(key=lambda clause: -clause.force)
        once = dict[str, Clause]()
        for clause in apart:
            once.setdefault(clause.about, clause)
        return [one for one in list(once.values())[:MOST] if one.force >= SECOND * apart[0].force]

    def are_same(self, one: int, other: int) -> bool:
        """Ideas don't know that."""
        return False

    def needs_playouts(self, best: int, other: int) -> bool:
        """Whether a reason for one move against another could speak of the future, or has to."""
        one, two = self.line(best)[-1], self.line(other)[-1]
        promising = [idea for idea in self.ideas.ideas if idea.promise]
        if any(idea.size(one) - idea.size(two) >= LEAST for idea in promising):
            return True
        return not self.clauses(best, other, None) and not self.does(best)

    def does(self, action: int, said: Collection[str] = ()) -> str:
        now = [
            idea
            for idea in self.ideas.ideas
            if idea.promise is None and (idea.about or idea.id) not in said
        ]
        return self._largest(now, action, 1, LEAST)

    def largest_effect(self, action: int) -> float:
        return max((idea.size(self.line(action)[-1]) for idea in self.ideas.ideas), default=0)

    def cost(self, action: int, best: int | None, least: float | None) -> str:
        ideas, move = self.ideas.ideas, self.line(action)[-1]
        if best is not None:
            better = self.line(best)[-1]
            ideas = [idea for idea in ideas if idea.size(better) - idea.size(move) >= LEAST]
        return self._largest(ideas, action, -1, LEAST if least is None else least)

    def _largest(self, ideas: Sequence[Idea], action: int, sign: int, least: float) -> str:
        """The sentence of the largest idea on one side that has words there."""
        move = self.line(action)[-1]
        sizes = sorted(((sign * idea.size(move), idea) for idea in ideas), key=lambda one: -one[0])
        facts = (
            idea.sentence(self.t, move, is_for=sign > 0) for size, idea in sizes if size >= least
        )
        return next(filter(None, facts), "")

    def is_kept(self, idea: Idea, found: Comparison | None) -> bool:
        """Whether playouts confirm an idea's promise."""
        if idea.promise is None or self.is_proved:
            return True
        if found is None:
            return False
        wanted = -1 if idea.promise.is_rivals else 1
        return any(
            (change.seat != self.seat) == idea.promise.is_rivals
            and change.category == idea.promise.category
            and change.points * wanted > 0
            for change in found.changes
        )
