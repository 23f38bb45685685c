"""What each level of a game may do: what weak ones miss, playouts of those that search.

A game's `levels.json` has what was measured for it (`python -m tools.levels`).
Playouts, not seconds: a level chooses the same moves on every machine, however busy.
"""

from dataclasses import dataclass, field
from functools import cache

from nomarch.kernel.declare.game import Rulebook

HINT = "hint"
"""The search behind hints and the coach, among `playouts`."""


@dataclass(frozen=True)
class Oversight:
    """What a weak level misses."""

    foresight: int
    """Per cent of a move's value that is its real one; the rest is the value near the end."""
    overlooked: int
    """Per cent of moves that are not noticed."""
    max_loss: int
    """Moves that seem worse than the best by more than this are never played, in hundredths."""


@dataclass(frozen=True)
class LevelSettings:
    """The settings of a game's levels."""

    oversight: dict[str, Oversight] = field(default_factory=dict)
    """Of `novice` and `easy`."""
    near: dict[str, list[int]] = field(default_factory=dict)
    """Fields of a state that are near the end of the game with these values, by player count."""
    playouts: dict[str, int] = field(default_factory=dict)
    """A decision's playouts by level; `strong` searches only where no network is shipped."""
    plans: dict[str, dict[str, int]] = field(default_factory=dict)
    """What differs from `search.GUIDED`, by level."""
    ceiling: str = ""
    """How often a search wins against a table of `strong`, where luck leaves it little to gain:
    “32 %”, with the usual player count."""


USUAL = LevelSettings(
    oversight={"novice": Oversight(0, 60, 700), "easy": Oversight(50, 30, 350)},
    playouts={"strong": 60, "master": 100, "champion": 800, HINT: 200},
)
"""For what a game doesn't say itself."""


@cache
def level_settings(book: Rulebook) -> LevelSettings:
    """Return a game's settings: its own, and the usual ones for the rest."""
    own = book.read_data("levels.json") or {}
    oversight = {level: Oversight(**values) for level, values in own.get("oversight", {}).items()}
    playouts = USUAL.playouts | own.get("playouts", {})
    others = {name: own[name] for name in ("near", "plans", "ceiling") if name in own}
    return LevelSettings(USUAL.oversight | oversight, playouts=playouts, **others)
