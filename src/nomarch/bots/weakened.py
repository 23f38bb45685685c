"""Weakened bots: greedy play that overlooks, as beginners do.

They don't notice some moves, and they grab points now: what a move is worth later counts only in
part. The value now is the game's evaluation of the position with its clock near the end (`near` in
`levels.json`), when nothing comes later any more. How much they miss is measured for each game
(`python -m tools.levels weak`), so that a level is about 200 points below the next everywhere.
"""

from collections.abc import Sequence

from nomarch.bots.level_settings import Oversight, level_settings
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import GameState, Stream


class WeakenedBot:
    """Plays by the game's evaluation with `Oversight`."""

    def __init__(self, book: Rulebook, oversight: Oversight) -> None:
        self.rules, self.oversight = backend.interpreted(book.game.id), oversight
        self.near = level_settings(book).near

    def choose(self, view: GameState, seat: int, legal: Sequence[int], rng: Stream) -> int:
        below, missed = self.rules.below, self.oversight
        values = dict(zip(legal, self.judge(view, seat, legal), strict=True))
        best = max(values.values())
        acceptable = [action for action in legal if best - values[action] <= 100 * missed.max_loss]
        noticed = [a for a in acceptable if below(rng, 100) >= missed.overlooked] or acceptable
        best = max(values[action] for action in noticed)
        equals = [action for action in noticed if values[action] == best]
        return equals[int(below(rng, len(equals)))]

    def judge(self, view: GameState, seat: int, legal: Sequence[int]) -> list[int]:
        """Return what moves seem to be worth, in hundredths of the evaluation's unit."""
        values, share = self.evaluate(view, seat, legal), self.oversight.foresight
        now = self.evaluate_near(view, seat, legal) if self.near and share < 100 else values
        return [share * a + (100 - share) * b for a, b in zip(values, now, strict=True)]

    def evaluate(self, view: GameState, seat: int, legal: Sequence[int]) -> list[int]:
        return [int(self.rules.evaluate(view, seat, action)) for action in legal]

    def evaluate_near(self, view: GameState, seat: int, legal: Sequence[int]) -> list[int]:
        """Return the evaluation as if the game were about to end."""
        before = {name: getattr(view, name) for name in self.near}
        for name, values in self.near.items():
            setattr(view, name, values[view.players])  # type: ignore[attr-defined]
        try:
            return self.evaluate(view, seat, legal)
        finally:
            for name, value in before.items():
                setattr(view, name, value)
