"""The end of a match: points, places, and what leaving changes about them."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from nomarch.kernel.declare.events import EventRecord
from nomarch.kernel.declare.game import MAX_PLAYERS, Rulebook, Setup
from nomarch.kernel.declare.layout import GameState

ENDED = "ended"
"""The event by which games name a winner."""


@dataclass(frozen=True)
class Standing:
    """One line of a ranking."""

    place: int
    seat: int
    name: str
    points: int


def forfeits_last(places: Sequence[int], forfeited: Collection[int]) -> list[int]:
    """Return places with some seats after all others; each group keeps its own order."""
    groups = [(seat in forfeited, place) for seat, place in enumerate(places)]
    return [1 + sum(other < mine for other in groups) for mine in groups]


class MatchResult:
    """The part of a match that knows whether it is over, and who won."""

    book: Rulebook
    setup: Setup
    names: tuple[str, ...]
    state: GameState
    _rules: Any
    forfeited: frozenset[int] = frozenset()
    """Seats whose players are gone: they come after all others, whatever their points."""

    is_stopped: bool = False
    """Whether it ended before its rules end it: a player resigned."""

    @property
    def over(self) -> bool:
        return self.is_stopped or bool(self._rules.is_over(self.state))

    def stop(self) -> None:
        """End the match as it stands: nobody is to act any more."""
        self.is_stopped = True

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points so far.

        >>> match.scores
        (10, 10, 10, 10)
        """
        if so_far := self.points_so_far:
            return tuple(map(sum, so_far))
        return tuple(self._by_seat(self._rules.score))

    def _by_seat(self, fill: Callable[[GameState, list[int]], object]) -> list[int]:
        row = [0] * MAX_PLAYERS
        fill(self.state, row)
        return [int(number) for number in row[: self.setup.players]]

    @property
    def points_so_far(self) -> list[Sequence[int]]:
        """Each seat's points by category in a stopped match of a game that scores at its end.

        Such a game has `points_so_far(state, seat)` in its `words`; of others this is empty.
        """
        count = getattr(self.book.words, "points_so_far", None)
        if not (self.is_stopped and count) or self._rules.is_over(self.state):
            return []
        return [count(self.state, seat) for seat in range(self.setup.players)]

    @property
    def ranking(self) -> list[Standing]:
        """The seats from first to last, those in `forfeited` at the end; equal places are shared.

        >>> match.ranking[0]
        Standing(place=1, seat=3, name='Seat 4', points=10)
        """
        scores = self.scores
        places = forfeits_last(self._by_seat(self._rules.rank), self.forfeited)
        order = sorted(range(self.setup.players), key=lambda seat: (places[seat], seat))
        return [Standing(places[seat], seat, self.names[seat], scores[seat]) for seat in order]

    def _is_forfeited_win(self, record: EventRecord) -> bool:
        """Whether an event calls somebody the winner who is gone."""
        return record.name == ENDED and not self.forfeited.isdisjoint(record.seats)

    def _drawn_winners(self) -> dict[str, list[int]]:
        """Return an option of drawings: who has won, where that doesn't follow from the view."""
        if not (self.forfeited and self.over):
            return {}
        return {"winners": [line.seat for line in self.ranking if line.place == 1]}
