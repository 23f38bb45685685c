"""Plans: how a search spends what it is given, game by game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nomarch.kernel.game import Rulebook


@dataclass(frozen=True)
class Budget:
    """What one decision may cost: playouts, which are the same every time, or milliseconds."""

    iterations: int = 0
    milliseconds: float = 0

    def part(self, of: int) -> Budget:
        """One of so many equal parts."""
        return Budget(self.iterations // of, self.milliseconds / of)

    def under(self, share: float) -> Budget:
        """What is left of it when others want the machine: counted playouts stay as many."""
        return Budget(self.iterations, self.milliseconds * share)


@dataclass(frozen=True)
class Plan:
    """How to search: by which tree, and with what playouts."""

    nodes: int = 0
    """Positions that the tree can hold; 0 plays all choices out without one, which is the usual way
    until a tree has measured better in a game."""
    explore: int = 5000
    """How much a choice that was hardly tried may promise: 10,000 is a whole win."""
    noise: int = 0
    """Random moves among a hundred of a playout; the others follow the game's judgement."""
    limit: int = 0
    """Decisions after which a playout is cut short and points decide; 0 plays to the end."""
    patience: int = 16
    """Visits to a position of the tree that follow the judgement before results are believed."""
    trust: int = 0
    """What it costs a choice to be judged a point worse than the best, in hundredths of a per cent
    of a win. Playouts believe that others err as the judgement does, and few of them tell more of
    chance than of choices: without trust, what is asked again and again is soon done too early."""
    width: int = 1 << 10
    """Choices that are played out at most, the best judged."""

    def to_the_end(self) -> Plan:
        """The same for those who ask for chances to win, which only whole games tell."""
        return replace(self, limit=0)

    def to_prove(self) -> Plan:
        """The same for those who have playouts enough to believe nothing else."""
        return replace(self.to_the_end(), trust=0)


def plan_of(book: Rulebook) -> Plan:
    """The plan that measured best for a game: `SEARCH` of its `heuristic.py`, or the usual one."""
    return Plan(**dict(getattr(book.module("heuristic"), "SEARCH", ())))
