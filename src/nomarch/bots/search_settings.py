"""Plans: how a search spends its playouts, game by game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nomarch.kernel.declare.game import MAX_PLAYERS, Rulebook
from nomarch.kernel.declare.layout import STREAM, GameState

if TYPE_CHECKING:
    from nomarch.kernel.run.outcomes import SearchMemory


@dataclass(frozen=True)
class Plan:
    """How to search."""

    noise: int = 0
    """Per cent of random moves in playouts; the others are greedy."""
    limit: int = 0
    """Choices after which a playout is cut short; points decide, or the network's value where there
    is one. 0 plays to the end."""
    trust: int = 0
    """Penalty of a move evaluated one point below the best, in hundredths of a per cent of a win.
    Few playouts measure more chance than skill; see bench/bots.md."""
    width: int = 1 << 10
    """Most moves that are searched."""
    network: int = 0
    """Per cent of moves in playouts that the network makes, where there is one; the others are
    greedy."""
    temperature: int = 100
    """Temperature of the network's moves in playouts, in hundredths; 0 always takes the best."""
    prior_weight: int = 500
    """Penalty of a move whose prior is e times lower than another's, in hundredths of a per cent of
    a win at 100 worlds."""
    min_prior: int = 10
    """Moves with a lower prior are not searched, in thousandths."""


def plan_of(book: Rulebook) -> Plan:
    """Return the plan that measured best for a game: `SEARCH` of its `heuristic.py`."""
    return Plan(**dict(getattr(book.module("heuristic"), "SEARCH", ())))


def make_memory(book: Rulebook, plan: Plan, view: GameState) -> SearchMemory:
    import numpy as np

    from nomarch.kernel.run.outcomes import SearchMemory, new_outcomes, tallied_dtype, tallied_state

    return SearchMemory(
        views=tallied_state(book, book.layout.pack(view)),
        states=np.zeros(1, tallied_dtype(book)),
        streams=STREAM.array(2),
        mask=np.zeros(book.actions.words, np.uint32),
        features=np.zeros(len(book.features), np.int64),
        row=np.zeros(MAX_PLAYERS, np.int64),
        plan=np.array((plan.noise, plan.limit), np.int64),
        outcomes=new_outcomes(book),
    )
