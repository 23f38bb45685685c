"""What a player plays for when the winner is as good as known."""

from collections.abc import Sequence
from dataclasses import dataclass

from nomarch.bots.outcomes import is_decided
from nomarch.bots.search import MoveEstimate
from nomarch.i18n import Translate, translator
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import GameState


@dataclass(frozen=True)
class Aim:
    """The places that a seat still plays for."""

    book: Rulebook
    view: GameState
    seat: int

    def words(self, best: MoveEstimate, names: Sequence[str], language: str) -> str:
        """Name the seat's aim after its best move; empty while the game is open."""
        ends = self.final_points(best) if is_decided(best) else None
        if ends is None:
            return ""
        t, rank = translator("nomarch", language), self._rank(ends)
        rivals = [seat for seat in range(len(ends)) if seat != self.seat]
        nearest = min(rivals, key=lambda seat: abs(ends[seat] - ends[self.seat]))
        gap = round(abs(ends[nearest] - ends[self.seat]))
        if best.win > 50:
            text = t.ngettext(
                "You're clearly ahead, by about {points} point: keep it that way.",
                "You're clearly ahead, by about {points} points: keep it that way.",
                gap,
            )
            return text.format(points=gap)
        if len(ends) == 2 or rank == 1:
            return t("You can hardly win any more, but every point counts.")
        is_ahead = ends[nearest] < ends[self.seat]
        if not gap:
            text = t("You're playing for {place}, level with {player}.")
        elif is_ahead:
            text = t.ngettext(
                "You're playing for {place}: about {points} point ahead of {player}.",
                "You're playing for {place}: about {points} points ahead of {player}.",
                gap,
            )
        else:
            text = t.ngettext(
                "You're playing for {place}: about {points} point behind {player}.",
                "You're playing for {place}: about {points} points behind {player}.",
                gap,
            )
        place = places(t)[max(0, rank - 2 if is_ahead else self._rank(ends, nearest) - 2)]
        return text.format(place=place, points=gap, player=names[nearest])

    def final_points(self, best: MoveEstimate) -> list[float] | None:
        """Mean final points of all seats; None where the points so far are hidden."""
        if best.outcomes is None:
            return None
        players = int(self.view.players)  # type: ignore[attr-defined]
        gained = [
            float(best.outcomes.sums[seat, :, 0].sum()) / best.games for seat in range(players)
        ]
        now = [0] * players
        backend.interpreted(self.book.game.id).score(self.view, now)
        before = best.points - gained[self.seat]
        for start in (now, [0] * players):  # some games count points all along, some at the end
            if abs(start[self.seat] - before) < 0.01:
                return [one + more for one, more in zip(start, gained, strict=True)]
        return None

    def _rank(self, ends: Sequence[float], seat: int | None = None) -> int:
        mine = ends[self.seat if seat is None else seat]
        return 1 + sum(one > mine for one in ends)


def places(t: Translate) -> list[str]:
    return [
        t("second place"),
        t("third place"),
        t("fourth place"),
        t("fifth place"),
        t("sixth place"),
    ]
