"""The games for Gymnasium: one agent against bots, singly or many at once.

Importing this module registers every game:

    gymnasium.make("nomarch/Ra-v0", players=4, opponents="greedy")
    gymnasium.make("nomarch.envs.gymnasium:nomarch/Ra-v0")  # imports it by itself
    gymnasium.make_vec("nomarch/Ra-v0", num_envs=1024, vectorization_mode="vector_entry_point")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from nomarch.bots import Bot, make_bot
from nomarch.bots.play import decide
from nomarch.envs.batch import CALLER, Batch
from nomarch.envs.observations import INT, Array, Observation
from nomarch.envs.single_game import RENDER_MODES, Table
from nomarch.errors import BadOption
from nomarch.kernel.game import Rulebook, rulebook, rulebooks

RENDER_FPS = 2


class GameEnv(gymnasium.Env[Array, np.int64]):
    """One game with bots in all other seats; a step goes on to the agent's next decision.

    An action that is not allowed changes nothing: the question stays, the reward is 0, and
    `info["illegal"]` is true.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        opponents: str | Bot | Sequence[str | Bot] = "greedy",
        seat: int | None = 0,
        options: Mapping[str, str] | None = None,
        reward: str = "place",
        render_mode: str | None = None,
    ) -> None:
        """Sets the table; a `seat` of None changes from game to game, by lot.

        `opponents` is the name of a bot or a bot of one's own, for all other seats, or one for each
        of them in clockwise order.
        """
        self.table = Table(game, players, options, reward, render_mode)
        self.render_mode = render_mode
        self.opponents = self._bots(opponents)
        self._wanted_seat = _check_seat(seat, self.table.players)
        self.seat = 0
        self.observation_space = _sight(self.table.seen, INT)
        self.action_space = spaces.Discrete(len(self.table.book.actions))

    def _bots(self, wish: str | Bot | Sequence[str | Bot]) -> list[Bot]:
        others = self.table.players - 1
        is_one = isinstance(wish, str) or not isinstance(wish, Sequence)
        each: list[Any] = [wish] * others if is_one else list(wish)  # type: ignore[arg-type]
        if len(each) != others:
            raise BadOption(f"{others} other seats need {others} opponents, not {len(each)}.")
        book = self.table.book
        return [make_bot(bot, book) if isinstance(bot, str) else bot for bot in each]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begins a new game, and plays on to the agent's first decision."""
        super().reset(seed=seed)
        self._begin()
        while self.table.match.over:  # without having asked the agent anything
            self._begin()
        return self.table.observe(self.seat), self._info()

    def _begin(self) -> None:
        self.table.begin(self.np_random.bytes(32).hex())
        by_lot = int(self.np_random.integers(self.table.players))
        self.seat = by_lot if self._wanted_seat is None else self._wanted_seat
        self._play_on()

    def step(self, action: np.int64) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Carries out the agent's action, and plays on to its next decision or to the end."""
        match = self.table.match
        illegal = not match.over and int(action) not in match.legal_actions(self.seat)
        if not illegal and not match.over:
            match.play(self.seat, match.book.actions[int(action)])
            self._play_on()
        info = self._info() | {"illegal": illegal}
        reward = self.table.rewards()[self.seat]
        if self.render_mode == "human":
            self.render()
        return self.table.observe(self.seat), reward, match.over, False, info

    def _play_on(self) -> None:
        match = self.table.match
        while not match.over and self.seat not in match.to_act:
            seat = match.to_act[0]
            bot = self.opponents[(seat - self.seat) % match.players - 1]
            match.play(seat, decide(match, seat, bot))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}

    def action_masks(self) -> Array:
        """What the agent may do now, as bools; anything once the game is over."""
        if self.table.match.over:
            return np.ones(len(self.table.book.actions), bool)
        return self.table.mask(self.seat).astype(bool)

    def render(self) -> Any:
        """The position as the agent sees it."""
        return self.table.render(self.seat)


class GameVectorEnv(VectorEnv[Array, Array, Array]):
    """Many games at once, in compiled code; opponents are the batch's own policies."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        num_envs: int = 1,
        *,
        opponents: str | Sequence[str] = "greedy",
        seat: int | None = 0,
        options: Mapping[str, str] | None = None,
        reward: str = "place",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        dtype: Any = INT,
        workers: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Sets the tables; a `seat` of None moves on from game to game."""
        if render_mode is not None:
            raise BadOption("Many games at once are not drawn; make a single environment for that.")
        book = rulebook(game)
        self.mode = _check_mode(autoreset_mode)
        players = players or book.game.usual_players
        others = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        at = _check_seat(seat, players) or 0
        # Clockwise from the agent's left, as policies are from the first seat.
        policies = [CALLER, *others]
        policies = policies[len(policies) - at :] + policies[: len(policies) - at]
        self.batch = Batch(
            game,
            players,
            num_envs,
            seed=0,
            options=options,
            policies=policies,
            rotate=seat is None,
            reward=reward,
            reset="same_step" if self.mode is AutoresetMode.SAME_STEP else "next_step",
            keep_last=self.mode is AutoresetMode.SAME_STEP,
            dtype=dtype,
            workers=workers,
        )
        self.column = at
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": self.mode, "render_modes": []}
        self.single_observation_space = _sight(self.batch.seen, dtype)
        self.single_action_space = spaces.Discrete(len(book.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begins all games anew; a list gives a seed to each."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        self.batch.reset(self.np_random.bytes(32).hex() if not isinstance(seed, list) else seed)
        return self.batch.observation.copy(), self._info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """One decision of the agent in each game."""
        batch = self.batch
        batch.step(np.asarray(actions))
        ended = batch.done.astype(bool)
        info = self._info() | {"illegal": batch.refused.astype(bool)}
        if self.mode is AutoresetMode.SAME_STEP and ended.any():
            info |= {"final_obs": self._finals(ended), "_final_obs": ended, "_final_info": ended}
            info["final_info"] = {"reward": batch.reward[:, self.column].copy()}
        reward = batch.reward[:, self.column].astype(np.float64)
        return batch.observation.copy(), reward, ended, np.zeros(self.num_envs, bool), info

    def _finals(self, ended: Array) -> Array:
        finals = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended).tolist():
            finals[i] = self.batch.last[i].copy()
        return finals

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.mask.copy(), "seat": self.batch.seat.copy()}

    def action_masks(self) -> Array:
        """What the agent may do in each game, as bools."""
        mask: Array = self.batch.mask.astype(bool)
        return mask

    def close_extras(self, **kwargs: Any) -> None:
        """Lets the threads go."""
        self.batch.close()


def _sight(seen: Observation, dtype: Any) -> spaces.Box:
    return spaces.Box(seen.low.astype(dtype), seen.high.astype(dtype), dtype=dtype)


def _check_seat(seat: int | None, players: int) -> int | None:
    if seat is not None and not 0 <= seat < players:
        raise BadOption(f"There is no seat {seat}; seats are 0 to {players - 1}.")
    return seat


def _check_mode(wish: AutoresetMode | str) -> AutoresetMode:
    offered = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
    for mode in offered:
        if wish in (mode, mode.value, mode.name):
            return mode
    names = " or ".join(mode.value for mode in offered)
    raise BadOption(f"There is no autoreset mode {wish!r} here; choose {names}.")


def env_id(book: Rulebook) -> str:
    """The name that a game is registered under."""
    name = "".join(part.capitalize() for part in book.game.id.split("-"))
    return f"nomarch/{name}-v0"


def register(book: Rulebook) -> None:
    """Makes a game known to Gymnasium, once."""
    if env_id(book) not in gymnasium.registry:
        gymnasium.register(
            env_id(book),
            entry_point=f"{__name__}:GameEnv",
            vector_entry_point=f"{__name__}:GameVectorEnv",
            kwargs={"game": book.game.id},
        )


for _book in rulebooks().values():
    register(_book)
