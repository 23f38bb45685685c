"""One game for the single environments: stepped compiled, drawn and saved as a `Match`."""

import io
from collections.abc import Mapping
from typing import Any

import numpy as np

from nomarch.draw.png import render_png
from nomarch.draw.svg import Svg
from nomarch.engine.match import SPECTATOR, Match
from nomarch.envs import rewards
from nomarch.envs.batch import Batch
from nomarch.envs.observations import Array
from nomarch.errors import BadOption
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.actions import allowed
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.run.seeds import make_seed

RENDER_MODES = ("human", "rgb_array", "ansi", "svg")
PICTURE_WIDTH = 1280
"""Pixels."""


class SingleGame:
    """A batch of one game, in which every decision is the caller's."""

    def __init__(
        self,
        game: str,
        players: int | None,
        options: Mapping[str, str] | None,
        reward: str,
        render_mode: str | None,
        *,
        skip: bool | None = None,
    ) -> None:
        self.book = rulebook(game)
        self.setup = self.book.setup(players or self.book.game.usual_players, options)
        self.players = self.setup.players
        self.reward = rewards.check(reward)
        if render_mode is not None and render_mode not in RENDER_MODES:
            modes = ", ".join(RENDER_MODES)
            raise BadOption(f"There is no render mode {render_mode!r}; choose from {modes}.")
        self.render_mode = render_mode
        self.seed = make_seed(0)
        self.batch = Batch(
            game,
            self.players,
            1,
            seed=[self.seed],
            options=options,
            reset="next_step",
            reward=reward,
            skip=skip,
            workers=1,
        )
        self.observation = self.batch.seen
        self._build = backend.random_play(game)
        self._history: list[tuple[int, int]] = []
        self._match: Match | None = None

    def begin(self, seed: str | int) -> None:
        self.seed = make_seed(seed)
        self.batch.reset([self.seed])
        self._history = []
        self._match = None

    @property
    def is_over(self) -> bool:
        return bool(self.batch.done[0])

    @property
    def seat(self) -> int:
        """The seat to act; of several that decide at once, the lowest."""
        return int(self.batch.seat[0])

    @property
    def seats(self) -> list[int]:
        bits = int(self._build.to_act(self.batch.states[0]))
        return [seat for seat in range(self.players) if bits >> seat & 1]

    @property
    def match(self) -> Match:
        """The game as a match, for saves, logs and drawings; it follows when it is asked for."""
        if self._match is None:
            self._match = Match(self.book, self.setup, self.seed)
        played = sum(not step.auto for step in self._match.steps)
        for seat, action in self._history[played:]:
            self._match.play(seat, self.book.actions[action])
        return self._match

    def observe(self, seat: int) -> Array:
        if seat == self.seat:
            row: Array = self.batch.observation[0].copy()
        else:
            row = np.zeros(self.observation.size, self.batch.observation.dtype)
            self._build.encode_observation(self.batch.states[0], seat, row)
        return row

    def mask(self, seat: int) -> Array:
        """1 for every action that the seat may take now; all 0 while others decide."""
        if seat == self.seat and not self.is_over:
            mask: Array = self.batch.mask[0].copy()
            return mask
        mask = np.zeros(len(self.book.actions), np.int8)
        if seat in self.seats:
            words = np.zeros(self.book.actions.words, np.uint32)
            self._build.ask(self.batch.states[0], seat, words)
            mask[allowed(words)] = 1
        return mask

    def choose(self, policy: str) -> int:
        """What a policy of `Batch` would do for the seat to act."""
        return int(self.batch.sample(policy)[0])

    def is_legal(self, action: int) -> bool:
        return 0 <= action < len(self.book.actions) and bool(self.batch.mask[0, action])

    def play(self, action: int) -> None:
        """Carry out a decision of the seat to act. Raise an error if it is not legal."""
        action = int(action)
        self._check(self.seat, action, is_legal=self.is_legal(action))
        self._history.append((self.seat, action))
        self._step(action)

    def play_together(self, actions: Mapping[int, int]) -> None:
        """Carry out a decision of every seat that decides now, and the forced moves after them.

        For a game made with `skip=False`. Raise an error, and change nothing, if one is not legal.
        """
        for seat, action in actions.items():
            is_known = 0 <= action < len(self.book.actions)
            self._check(seat, action, is_legal=is_known and bool(self.mask(seat)[action]))
        for seat, action in actions.items():
            self.play_for(seat, action)
        self.play_forced()

    def play_forced(self) -> None:
        """Play forced moves as a match does."""
        while not self.is_over and self._is_forced(self.seat):
            self._step(int(self.batch.mask[0].argmax()))

    def play_for(self, seat: int, action: int) -> None:
        """Play for any of the seats that decide now. A match makes forced moves on its own."""
        if not self._is_forced(seat):
            self._history.append((seat, action))
        if seat != self.seat:
            self.batch.turn_to(0, seat)
        self._step(action)

    def _is_forced(self, seat: int) -> bool:
        is_alone = self.seats == [seat]
        return self.book.game.auto and is_alone and int(self.mask(seat).sum()) == 1

    def _step(self, action: int) -> None:
        self.batch.action[0] = action
        self.batch.step()

    def _check(self, seat: int, action: int, *, is_legal: bool) -> None:
        if not 0 <= action < len(self.book.actions):
            most = len(self.book.actions) - 1
            raise BadOption(f"Actions of {self.book.game.title} are 0 to {most}, not {action}.")
        if not is_legal:
            self.match.play(seat, self.book.actions[action])

    def rewards(self) -> list[float]:
        """What the finished game is worth to every seat; zeros before."""
        if not self.is_over:
            return [0.0] * self.players
        if self.reward == "points":
            points: list[float] = self.batch.points[0].astype(float).tolist()
            return points
        return rewards.of_places(self.batch.places[0].tolist())

    def render(self, viewer: int = SPECTATOR) -> Any:
        """The position in the environment's render mode, as the viewer sees it."""
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
        t = translator(self.book.package, DEFAULT)
        position = self.book.words.position(t, self.match.observe(viewer), self.match.names)
        rows = [position.columns, *position.rows]
        widths = [max(len(str(row[i])) for row in rows) for i in range(len(position.columns))]
        lines = ["  ".join(str(c).ljust(w) for c, w in zip(r, widths, strict=True)) for r in rows]
        return "\n".join([*(line.rstrip() for line in lines), self.match.prompt(viewer)])


def picture(drawing: Svg) -> Array:
    """A drawing as pixels: height × width × RGB."""
    from PIL import Image

    png = render_png(drawing, width=PICTURE_WIDTH)
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
