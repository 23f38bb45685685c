"""Weakened bots: greedy play with human-like errors, never absurd ones.

They overlook some legal moves and misjudge the others. No move they make is much worse, by the
game's evaluation, than the best one. How much they err is measured for each game
(`python -m bench.weak_levels`), so that a level is about 200 points below the next everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from nomarch.bots.level_settings import SkillNoise
from nomarch.kernel import backend
from nomarch.kernel.chance import below
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState, Stream


class WeakenedBot:
    """Plays by the game's evaluation with `SkillNoise`."""

    def __init__(self, book: Rulebook, skill_noise: SkillNoise) -> None:
        self.rules = backend.interpreted(book.game.id)
        self.skill_noise = skill_noise

    def choose(self, view: GameState, seat: int, legal: Sequence[int], rng: Stream) -> int:
        noise = self.skill_noise
        value = {action: int(self.rules.evaluate(view, seat, action)) for action in legal}
        best = max(value.values())
        acceptable = [a for a in legal if best - value[a] <= noise.max_loss]
        noticed = [a for a in acceptable if below(rng, 100) >= noise.overlooked]
        noisy = {a: value[a] + below(rng, noise.noise) for a in noticed or acceptable}
        return max(noisy, key=lambda action: noisy[action])
