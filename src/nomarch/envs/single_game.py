"""One game as a single environment plays it: a match, its rows of numbers, and its pictures."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import numpy as np

from nomarch.draw.svg import Svg
from nomarch.engine.match import SPECTATOR, Match
from nomarch.envs import rewards
from nomarch.envs.observations import INT, Array, Observation
from nomarch.errors import BadOption
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel import backend
from nomarch.kernel.game import rulebook
from nomarch.kernel.seeds import make_seed

RENDER_MODES = ("human", "rgb_array", "ansi", "svg")
PICTURE_WIDTH = 960
"""Pixels across a picture."""


class Table:
    """What every interface for single games needs: the match in play, and ways to look at it."""

    def __init__(
        self,
        game: str,
        players: int | None,
        options: Mapping[str, str] | None,
        reward: str,
        render_mode: str | None,
    ) -> None:
        self.book = rulebook(game)
        self.setup = self.book.setup(players or self.book.game.usual_players, options)
        self.players = self.setup.players
        self.reward = rewards.check(reward)
        if render_mode is not None and render_mode not in RENDER_MODES:
            modes = ", ".join(RENDER_MODES)
            raise BadOption(f"There is no render mode {render_mode!r}; choose from {modes}.")
        self.render_mode = render_mode
        self.seen = Observation(self.book)
        self._rules = backend.interpreted(game)
        self._row = [0] * self.seen.size
        self.match = self.begin(0)

    def begin(self, seed: str | int) -> Match:
        """Starts a new game."""
        self.match = Match(self.book, self.setup, make_seed(seed))
        return self.match

    @property
    def seat(self) -> int:
        """Whose decision comes next; of those who decide together, the lowest seat."""
        return self.match.to_act[0]

    def observe(self, seat: int) -> Array:
        """What the seat sees."""
        self._rules.encode_observation(self.match.state, seat, self._row)
        return np.array(self._row, INT)

    def mask(self, seat: int) -> Array:
        """1 for every action that the seat may take now; none while others decide."""
        mask = np.zeros(len(self.book.actions), np.int8)
        mask[self.match.legal_actions(seat)] = 1
        return mask

    def play(self, action: int) -> None:
        """Carries out a decision of the seat that is next, or refuses with a sentence."""
        if not 0 <= action < len(self.book.actions):
            most = len(self.book.actions) - 1
            raise BadOption(f"Actions of {self.book.game.title} are 0 to {most}, not {action}.")
        self.match.play(self.seat, self.book.actions[int(action)])

    def rewards(self) -> list[float]:
        """What the game was worth to every seat, once it is over; nothing before."""
        if not self.match.over:
            return [0.0] * self.players
        return rewards.of_match(self.match, self.reward)

    # --- Pictures -----------------------------------------------------------------------------

    def render(self, viewer: int = SPECTATOR) -> Any:
        """The position in the mode that was asked for, as the viewer sees it."""
        match self.render_mode:
            case "svg":
                return self.match.svg(viewer)
            case "rgb_array":
                return picture(self.match.svg(viewer))
            case "ansi":
                return self.text(viewer)
            case "human":
                print(self.text(viewer))
        return None

    def text(self, viewer: int) -> str:
        """The position in words."""
        t = translator(self.book.package, DEFAULT)
        position = self.book.words.position(t, self.match.observe(viewer), self.match.names)
        rows = [position.columns, *position.rows]
        widths = [max(len(str(row[i])) for row in rows) for i in range(len(position.columns))]
        lines = ["  ".join(str(c).ljust(w) for c, w in zip(r, widths, strict=True)) for r in rows]
        return "\n".join([*(line.rstrip() for line in lines), self.match.prompt(viewer)])


def picture(drawing: Svg) -> Array:
    """A drawing as pixels: height by width by red, green and blue."""
    import resvg_py
    from PIL import Image

    png = bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=PICTURE_WIDTH))
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
