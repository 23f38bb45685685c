"""Gymnasium environments: one agent against bots, in one game or many at once.

Importing this module registers every game:

    gymnasium.make("nomarch/Ra-v0", players=4, opponents="greedy")
    gymnasium.make("nomarch.envs.gymnasium:nomarch/Ra-v0")  # imports this module
    gymnasium.make_vec("nomarch/Ra-v0", num_envs=1024, vectorization_mode="vector_entry_point")
"""

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from nomarch.bots import Bot, make_bot
from nomarch.bots.play import decide
from nomarch.engine.simulation import POLICIES
from nomarch.envs.batch import CALLER, Batch, SharedOptions
from nomarch.envs.observations import INT, Array, Observation
from nomarch.envs.single_game import RENDER_MODES, SingleGame
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks

RENDER_FPS = 2


class GameEnv(gymnasium.Env[Array, np.int64]):
    """One game with bots in all other seats; a step ends at the agent's next decision.

    An illegal action changes nothing: the reward is 0 and `info["illegal"]` is true.
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
        """Set up the game. With `seat=None` the agent's seat is drawn for each game.

        `opponents` is a bot's name or a bot of your own, for all other seats, or a list with one
        for each in clockwise order. `random` and `greedy` play compiled.
        """
        self.table = SingleGame(game, players, options, reward, render_mode)
        """The game, with every decision so far: `env.unwrapped.table.match` is its match."""
        self.render_mode = render_mode
        self._wanted_opponents = opponents
        self.opponents = self._make_opponents(opponents)
        self._wanted_seat = _check_seat(seat, self.table.players)
        self.seat = 0
        self.observation_space = _box(self.table.observation, INT)
        self.action_space = spaces.Discrete(len(self.table.book.actions))

    def _make_opponents(self, wanted: str | Bot | Sequence[str | Bot]) -> list[str | Bot]:
        """A bot for each other seat; the policies that play compiled stay names."""
        others = self.table.players - 1
        is_one = isinstance(wanted, str) or not isinstance(wanted, Sequence)
        each: list[Any] = [wanted] * others if is_one else list(wanted)  # type: ignore[arg-type]
        if len(each) != others:
            raise BadOption(f"{others} other seats need {others} opponents, not {len(each)}.")
        book = self.table.book
        return [
            make_bot(bot, book) if isinstance(bot, str) and bot not in POLICIES else bot
            for bot in each
        ]

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the bots that a name is enough to make: they hold locks and machine code."""
        return {name: value for name, value in vars(self).items() if name != "opponents"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.opponents = self._make_opponents(self._wanted_opponents)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        super().reset(seed=seed)
        self._begin()
        while self.table.is_over:  # before the agent's first decision
            self._begin()
        return self.table.observe(self.seat), self._info()

    def _begin(self) -> None:
        seed = self.np_random.bytes(32).hex()
        drawn = int(self.np_random.integers(self.table.players))
        self.seat = drawn if self._wanted_seat is None else self._wanted_seat
        self.table.begin(seed)
        self._play_opponents()

    def step(self, action: np.int64) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        game = self.table
        illegal = not game.is_over and not game.is_legal(int(action))
        if not illegal and not game.is_over:
            game.play(int(action))
            self._play_opponents()
        info = self._info()
        info["illegal"] = illegal
        if self.render_mode == "human":
            self.render()
        return game.observe(self.seat), game.rewards()[self.seat], game.is_over, False, info

    def _play_opponents(self) -> None:
        game = self.table
        while not game.is_over and game.seat != self.seat:
            seat = game.seat
            bot = self.opponents[(seat - self.seat) % game.players - 1]
            game.play(game.choose(bot) if isinstance(bot, str) else self._ask(bot, seat))

    def _ask(self, bot: Bot, seat: int) -> int:
        action = self.table.book.actions.parse(decide(self.table.match, seat, bot))
        assert action is not None
        return action

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat}

    def _mask(self) -> Array:
        if self.table.is_over:
            return np.ones(len(self.table.book.actions), np.int8)
        return self.table.mask(self.seat)

    def action_masks(self) -> Array:
        return self._mask().astype(bool)

    def render(self) -> Any:
        return self.table.render(self.seat)


class GameVectorEnv(VectorEnv[Array, Array, Array]):
    """Many games at once; opponents are policies of `Batch`."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        num_envs: int = 1,
        *,
        opponents: str | Sequence[str] = "greedy",
        seat: int | None = 0,
        options: Mapping[str, str] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **shared: Unpack[SharedOptions],
    ) -> None:
        """Set up the games. With `seat=None` the agent's seat rotates from game to game.

        `reward`, `dtype` and `workers` are those of `Batch`.
        """
        if render_mode is not None:
            raise BadOption("Many games at once are not drawn; make a single environment for that.")
        book = rulebook(game)
        self.mode = _check_mode(autoreset_mode)
        players = players or book.game.usual_players
        others = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        at = _check_seat(seat, players) or 0
        self.batch = Batch(
            game,
            players,
            num_envs,
            seed=0,
            options=options,
            policies=_clockwise(at, others),
            rotate=seat is None,
            reset="same_step" if self.mode is AutoresetMode.SAME_STEP else "next_step",
            keep_last=self.mode is AutoresetMode.SAME_STEP,
            **shared,
        )
        self.column = at
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": self.mode, "render_modes": []}
        self.single_observation_space = _box(self.batch.seen, self.batch.observation.dtype)
        self.single_action_space = spaces.Discrete(len(book.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Start new games; a list gives each its seed."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        self.batch.reset(self.np_random.bytes(32).hex() if not isinstance(seed, list) else seed)
        return self.batch.observation.copy(), self._info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
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
        mask: Array = self.batch.mask.astype(bool)
        return mask

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()


def _clockwise(seat: int, opponents: Sequence[str]) -> list[str]:
    """A policy for every seat: the caller's at `seat`, the opponents clockwise from there."""
    policies = [CALLER, *opponents]
    return policies[len(policies) - seat :] + policies[: len(policies) - seat]


def _box(seen: Observation, dtype: Any) -> spaces.Box:
    return spaces.Box(seen.low.astype(dtype), seen.high.astype(dtype), dtype=dtype)


def _check_seat(seat: int | None, players: int) -> int | None:
    if seat is not None and not 0 <= seat < players:
        raise BadOption(f"There is no seat {seat}; seats are 0 to {players - 1}.")
    return seat


def _check_mode(wanted: AutoresetMode | str) -> AutoresetMode:
    offered = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
    for mode in offered:
        if wanted in (mode, mode.value, mode.name):
            return mode
    names = " or ".join(mode.value for mode in offered)
    raise BadOption(f"There is no autoreset mode {wanted!r} here; choose {names}.")


def env_id(book: Rulebook) -> str:
    name = "".join(part.capitalize() for part in book.game.id.split("-"))
    return f"nomarch/{name}-v0"


def register(book: Rulebook) -> None:
    if env_id(book) not in gymnasium.registry:
        gymnasium.register(
            env_id(book),
            entry_point=f"{__name__}:GameEnv",
            vector_entry_point=f"{__name__}:GameVectorEnv",
            kwargs={"game": book.game.id},
        )


for _book in rulebooks().values():
    register(_book)
