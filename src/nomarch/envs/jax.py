"""A JAX environment with Pgx's interface: `init` and `step` under `jit` and `vmap`, on the CPU.

    import nomarch.envs.jax as pgx

    env = pgx.make("ra")
    init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))

XLA calls the compiled rules by its foreign function interface (`nomarch.envs.xla_ffi`). States are
those of `nomarch.envs.Batch`, byte for byte.
"""

from __future__ import annotations

import ctypes
import dataclasses
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nomarch.draw.svg import Svg
from nomarch.engine.match import SPECTATOR
from nomarch.envs import rewards
from nomarch.envs.batch import driver_settings
from nomarch.envs.observations import INT
from nomarch.envs.xla_ffi import check_interface, handlers, pack_settings
from nomarch.errors import BadOption
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.actions import allowed
from nomarch.kernel.declare.game import rulebook, rulebooks
from nomarch.kernel.run.batch_slots import SLOT
from nomarch.kernel.run.seeds import key_of, make_seed

Array = Any

HEADER = Path("xla/ffi/api/c_api.h")

ILLEGAL_PENALTY = -1.0
"""The reward of an illegal action, which ends the game."""


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class State:
    """A game between two decisions: Pgx's fields, and the game itself as bytes."""

    current_player: Array
    observation: Array
    rewards: Array
    terminated: Array
    truncated: Array
    legal_action_mask: Array
    _step_count: Array
    _game: Array
    """A state of `Batch.states`, as bytes."""
    _slot: Array
    """An entry of `Batch.slots`, as bytes."""
    _words: Array
    """A row of `Batch.words`."""
    _env_id: str = dataclasses.field(metadata={"static": True})
    _players: int = dataclasses.field(metadata={"static": True})

    @property
    def env_id(self) -> str:
        return self._env_id

    def to_svg(self, *, color_theme: str | None = None, scale: float | None = None) -> str:
        """Return the board as a spectator sees it; of several games, the first one's.

        Pgx's arguments are accepted and not used: a drawing follows the reader's theme and fits
        its place.
        """
        book = rulebook(self._env_id)
        packed = np.asarray(self._game).reshape(-1, book.layout.size)[0].tobytes()
        state = book.layout.unpack(packed)
        bits = int(backend.interpreted(book.game.id).to_act(state))
        drawing = book.art.draw(
            book.layout.observe(state, SPECTATOR),
            viewer=SPECTATOR,
            legal=[],
            to_act=allowed([bits]),
            names=[f"player {seat}" for seat in range(self._players)],
            t=translator(book.package, DEFAULT),
            shape="wide",
            prefix="board",
            brief=True,
        )
        return Svg(drawing).standalone()

    def save_svg(
        self, filename: Any, *, color_theme: str | None = None, scale: float | None = None
    ) -> None:
        Path(filename).write_text(self.to_svg(), encoding="utf-8")

    def _repr_html_(self) -> str:
        return self.to_svg()

    def replace(self, **changes: Any) -> State:
        return dataclasses.replace(self, **changes)


class Env:
    """One game with its player count and options, given as to `Batch`. Players are seats.

    >>> import nomarch.envs.jax as pgx
    >>> pgx.make("ra", players=4).observation_shape
    (365,)
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        options: Mapping[str, str] | None = None,
        reward: str = "place",
    ) -> None:
        self.book = rulebook(game)
        self.setup = self.book.setup(players or self.book.game.usual_players, options)
        how = driver_settings(self.book, self.setup, {"reward": reward, "reset": "next_step"})
        worth = rewards.worth(self.setup.players).astype(np.float32)
        self._settings = pack_settings(np.array(self.setup.options or (0,)), worth, how)
        _register(game)

    @property
    def id(self) -> str:
        return self.book.game.id

    @property
    def version(self) -> str:
        return str(self.book.game.rules_version)

    @property
    def num_players(self) -> int:
        return self.setup.players

    @property
    def num_actions(self) -> int:
        return len(self.book.actions)

    @property
    def observation_shape(self) -> tuple[int, ...]:
        return (len(self.book.features),)

    def init(self, key: Array) -> State:
        """Start a game from a JAX key."""
        bits = jax.random.bits(key, (8,), jnp.uint32)
        return self.init_seed(jax.lax.bitcast_convert_type(bits, jnp.int32))

    def init_seed(self, words: Array) -> State:
        """Start the game of a seed: eight words, as `seed_words` makes them."""
        game, slot, masks, observation, legal, seat = self._call("init", self._shapes()[:6], words)
        return State(
            current_player=seat,
            observation=observation,
            rewards=jnp.zeros(self.num_players, jnp.float32),
            terminated=jnp.bool_(False),
            truncated=jnp.bool_(False),
            legal_action_mask=legal,
            _step_count=jnp.int32(0),
            _game=game,
            _slot=slot,
            _words=masks,
            _env_id=self.id,
            _players=self.num_players,
        )

    def step(self, state: State, action: Array, key: Array | None = None) -> State:
        """Play a decision of the current player.

        An illegal action ends the game: -1 for its player, which the others share. A game that is
        over stays as it is and pays nothing. `key` is not used: each game has a random stream.
        """
        frozen = state.terminated | state.truncated
        game, slot, masks, observation, legal, seat, reward, done, refused = self._call(
            "step", self._shapes(),
            state._game, state._slot, state._words, jnp.int32(action), frozen,
        )  # fmt: skip
        return State(
            current_player=jnp.where(frozen, state.current_player, seat),
            observation=jnp.where(frozen, state.observation, observation),
            rewards=jnp.where(refused, self._penalty(state.current_player), reward),
            terminated=state.terminated | done | refused,
            truncated=state.truncated,
            legal_action_mask=jnp.where(frozen, state.legal_action_mask, legal | refused),
            _step_count=jnp.where(frozen, state._step_count, state._step_count + 1),
            _game=game,
            _slot=slot,
            _words=masks,
            _env_id=self.id,
            _players=self.num_players,
        )

    def observe(self, state: State, player_id: Array | None = None) -> Array:
        """Return what a player sees; by default, the current one."""
        if player_id is None:
            return state.observation
        seats = jnp.int32(player_id)
        return self._call("observe", self._shapes()[3:4], state._game, seats)[0]

    def _penalty(self, player: Array) -> Array:
        share = -ILLEGAL_PENALTY / (self.num_players - 1)
        others = jnp.full(self.num_players, share, jnp.float32)
        return others.at[player].set(ILLEGAL_PENALTY)

    def _shapes(self) -> list[jax.ShapeDtypeStruct]:
        """The results of a step; those of `init` are the first six."""
        shapes: list[tuple[tuple[int, ...], Any]] = [
            ((self.book.layout.size,), np.uint8),
            ((SLOT.size,), np.uint8),
            ((self.book.actions.words,), np.uint32),
            (self.observation_shape, INT),
            ((self.num_actions,), np.bool_),
            ((), np.int32),
            ((self.num_players,), np.float32),
            ((), np.bool_),
            ((), np.bool_),
        ]
        return [jax.ShapeDtypeStruct(shape, kind) for shape, kind in shapes]

    def _call(self, verb: str, results: list[jax.ShapeDtypeStruct], *arguments: Array) -> Any:
        call = jax.ffi.ffi_call(_target(self.id, verb), results, vmap_method="broadcast_all")
        return call(*arguments, settings=self._settings)


make = Env
"""Pgx's name for it."""


def available_envs() -> tuple[str, ...]:
    return tuple(rulebooks())


def seed_words(seed: str | int) -> Array:
    """Return a seed for `init_seed`: the game of `nomarch.new(..., seed=seed)`."""
    return jnp.array(key_of(make_seed(seed)), jnp.int32)


def auto_reset(
    step: Callable[..., State], init: Callable[[Array], State]
) -> Callable[[State, Array, Array], State]:
    """Return a step that starts the next game when one ends, like `pgx.experimental.auto_reset`.

    The state after the last move has the rewards and `terminated` of the game that ended, and the
    rest of the next one.
    """

    def step_and_reset(state: State, action: Array, key: Array) -> State:
        step_key, init_key = jax.random.split(key)
        running = state.replace(terminated=jnp.bool_(False), truncated=jnp.bool_(False))
        state = step(running, action, step_key)
        over = state.terminated | state.truncated
        fresh = init(init_key).replace(
            terminated=state.terminated, truncated=state.truncated, rewards=state.rewards
        )
        mixed: State = jax.tree_util.tree_map(lambda a, b: jnp.where(over, a, b), fresh, state)
        return mixed

    return step_and_reset


def _target(game: str, verb: str) -> str:
    return f"nomarch_{game}_{verb}"


@cache
def _register(game: str) -> None:
    """Make a game's handlers known to XLA."""
    if not hasattr(jax, "ffi"):
        raise BadOption("The environment needs a newer JAX: pip install 'nomarch[jax]'.")
    check_interface((Path(jax.ffi.include_dir()) / HEADER).read_text(encoding="utf-8"))
    for verb, handler in handlers(game).items():
        function = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(handler.address)
        jax.ffi.register_ffi_target(
            _target(game, verb), jax.ffi.pycapsule(function), platform="cpu"
        )
