"""PettingZoo environments: each agent sees only what its seat may know.

In `env`, agents take turns; where several seats decide at once, they are asked one after the other
and do not see each other's choices. In `parallel_env` all of them decide in one step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from nomarch.engine.match import SPECTATOR
from nomarch.envs.observations import INT, Array
from nomarch.envs.single_game import RENDER_MODES, SingleGame
from nomarch.errors import BadOption


def env(game: str, players: int | None = None, **options: Any) -> AECEnv:
    """Wrap `raw_env` in PettingZoo's usual wrappers; see there for the arguments.

    >>> from nomarch.envs.pettingzoo import env
    >>> env("ra", players=4).possible_agents
    ['player_0', 'player_1', 'player_2', 'player_3']
    """
    return GuardedEnv(raw_env(game, players, **options))


def _after_reset(name: str) -> property:
    def read(self: GuardedEnv) -> Any:
        if self._has_reset:
            return getattr(self.env, name)
        raise AttributeError(name)  # Python then asks `__getattr__`, which explains.

    return property(read)


class GuardedEnv(OrderEnforcingWrapper, AssertOutOfBoundsWrapper):  # type: ignore[misc]
    """PettingZoo's two wrappers in one layer.

    Nested, each finds attributes through `__getattr__`, which takes longer than the game's step.
    """

    agents = _after_reset("agents")
    agent_selection = _after_reset("agent_selection")
    terminations = _after_reset("terminations")
    truncations = _after_reset("truncations")
    rewards = _after_reset("rewards")
    infos = _after_reset("infos")
    _cumulative_rewards = _after_reset("_cumulative_rewards")

    def __str__(self) -> str:
        return str(self.env)


IDLES = ("empty", "noop")
"""What the masks of agents without a decision allow."""


class _TableAgents:
    """The agents of a table: one per seat, all with the same spaces."""

    skip: bool | None = None
    """Of the batch."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        options: Mapping[str, str] | None = None,
        reward: str = "place",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        table = SingleGame(game, players, options, reward, render_mode, skip=self.skip)
        self.table, self.render_mode = table, render_mode
        self.metadata = {
            "name": f"nomarch_{table.book.game.id.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(table.players)]
        self.agents: list[str] = []
        seen, width = table.observation, len(table.book.actions)
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(seen.low, seen.high, dtype=INT),
                action_mask=spaces.Box(0, 1, (width,), np.int8),
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(width) for agent in self.possible_agents}
        self._np_random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._np_random, _ = seeding.np_random(seed)
        self.table.begin(self._np_random.bytes(32).hex())
        self.agents = list(self.possible_agents)

    def _observe_seat(self, seat: int) -> dict[str, Array]:
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def close(self) -> None:
        """Nothing is held open."""


class raw_env(_TableAgents, AECEnv):  # type: ignore[misc]
    """One game. Illegal actions raise `nomarch.IllegalMove` and change nothing."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; without a seed, the next one of the last seed."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.seat]

    def observe(self, agent: str) -> dict[str, Array]:
        """Observation and mask of an agent; the mask is empty while others decide."""
        return self._observe_seat(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.table.play(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.table.rewards(), strict=True))
        if self.table.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.table.seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        over = self.table.is_over
        return self.table.render(SPECTATOR if over else self.table.seat)


class parallel_env(_TableAgents, ParallelEnv):  # type: ignore[misc]
    """One game in which all seats that decide at the same time do so in one step.

    The actions of agents without a decision are ignored. Their masks are empty; with `idle="noop"`
    there is one more action, the last, which is all that these masks allow. An illegal action
    raises `nomarch.IllegalMove`, and no agent's action is carried out.

    >>> from nomarch.envs.pettingzoo import parallel_env
    >>> parallel_env("ra", players=3).possible_agents
    ['player_0', 'player_1', 'player_2']
    """

    skip = False

    def __init__(
        self, game: str, players: int | None = None, *, idle: str = IDLES[0], **how: Any
    ) -> None:
        super().__init__(game, players, **how)
        if idle not in IDLES:
            raise BadOption(f"There is no idle {idle!r}; choose {' or '.join(IDLES)}.")
        self.has_noop = idle == "noop"
        if self.has_noop:
            width = len(self.table.book.actions) + 1
            for agent, seen in self.observation_spaces.items():
                seen["action_mask"] = spaces.Box(0, 1, (width,), np.int8)
                self.action_spaces[agent] = spaces.Discrete(width)

    def _observe_seat(self, seat: int) -> dict[str, Array]:
        seen = super()._observe_seat(seat)
        if self.has_noop:
            mask = seen["action_mask"]
            seen["action_mask"] = np.append(mask, np.int8(not mask.any()))
        return seen

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Array]], dict[str, dict[str, Any]]]:
        """Start a new game; without a seed, the next one of the last seed."""
        self._begin(seed)
        self.table.play_forced()
        return self._observe(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, dict[str, Array]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Carry out the decisions of all agents that have one."""
        agents = self.agents
        if agents:
            self.table.play_together(self._decisions(actions))
        rewards = dict(zip(agents, self.table.rewards(), strict=False))
        over = self.table.is_over
        seen = self._observe()
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        ended, cut = dict.fromkeys(agents, over), dict.fromkeys(agents, False)
        return seen, rewards, ended, cut, infos

    def _decisions(self, actions: Mapping[str, int]) -> dict[int, int]:
        decisions = {}
        for seat in self.table.seats:
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise BadOption(f"{agent} has to decide, but there is no action for it.")
            decisions[seat] = int(actions[agent])
        return decisions

    def _observe(self) -> dict[str, dict[str, Array]]:
        return {agent: self._observe_seat(seat) for seat, agent in enumerate(self.agents)}

    def render(self) -> Any:
        return self.table.render(SPECTATOR)
