"""The JAX environment: a `Batch` under `jit` and `vmap`, with Pgx's interface."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax", reason="JAX is an extra: make test-train")

import jax
import jax.numpy as jnp

import nomarch.envs.jax as ours
from nomarch.envs import Batch, CompiledGame
from nomarch.kernel.declare.game import include

jax.config.update("jax_platforms", "cpu")

SMALLEST = include("tests.smallest").game.id
GAMES = [SMALLEST, pytest.param("ra", marks=pytest.mark.xdist_group("compile-ra"))]
SEEDS = [1, 2, 3, "tonight"]


def assert_same(state: Any, batch: Batch) -> None:
    for found, expected in (
        (state._game, batch.states),
        (state._slot, batch.slots),
        (state._words, batch.words),
        (state.observation, batch.observation),
        (state.legal_action_mask, batch.mask),
        (state.current_player, batch.seat),
        (state.rewards, batch.reward),
    ):
        assert np.asarray(found).tobytes() == expected.tobytes()


def random_actions(batch: Batch, rng: np.random.Generator) -> Any:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in batch.mask], np.int32)


@pytest.mark.parametrize("game", GAMES)
def test_states_are_those_of_a_batch(game: str) -> None:
    env, rng = ours.make(game, 3), np.random.default_rng(1)
    step = jax.jit(jax.vmap(env.step))
    state = jax.vmap(env.init_seed)(jnp.stack([ours.seed_words(seed) for seed in SEEDS]))
    batch = Batch(game, 3, len(SEEDS), seed=SEEDS, reset="next_step", workers=1)
    assert_same(state, batch)
    while not batch.done.any():
        action = random_actions(batch, rng)
        batch.step(action)
        state = step(state, action)
        assert_same(state, batch)
    assert (np.asarray(state.terminated) == batch.done.astype(bool)).all()
    assert np.asarray(state.rewards).any()


def test_vmaps_can_be_nested() -> None:
    env = ours.make(SMALLEST, 2)
    keys = jax.random.split(jax.random.PRNGKey(0), 6)
    flat = jax.vmap(env.init)(keys)
    nested = jax.jit(jax.vmap(jax.vmap(env.init)))(keys.reshape(2, 3, *keys.shape[1:]))
    assert np.asarray(nested._game).tobytes() == np.asarray(flat._game).tobytes()
    actions = jnp.argmax(nested.legal_action_mask, axis=-1)
    stepped = jax.vmap(jax.vmap(env.step))(nested, actions)
    assert stepped.observation.shape == (2, 3, *env.observation_shape)


def test_an_illegal_action_ends_the_game() -> None:
    env = ours.make(SMALLEST, 3)
    state = env.init(jax.random.PRNGKey(1))
    player, forbidden = int(state.current_player), int(jnp.argmin(state.legal_action_mask))
    assert not state.legal_action_mask[forbidden]
    ended = env.step(state, forbidden)
    assert bool(ended.terminated)
    assert float(ended.rewards[player]) == -1
    assert float(ended.rewards.sum()) == 0
    assert bool(ended.legal_action_mask.all())
    after = env.step(ended, 0)
    assert not np.asarray(after.rewards).any()
    assert bool(after.terminated)
    assert np.asarray(after._game).tobytes() == np.asarray(ended._game).tobytes()


def test_a_pgx_script_runs() -> None:
    """As in Pgx's documentation, but for the import."""
    pgx = ours
    env = pgx.make(SMALLEST)
    assert "ra" in pgx.available_envs()
    init_fn = jax.jit(jax.vmap(env.init))
    step_fn = jax.jit(jax.vmap(pgx.auto_reset(env.step, env.init)))
    key = jax.random.PRNGKey(42)
    state = init_fn(jax.random.split(key, 8))
    played, paid = 0, jnp.zeros(env.num_players)
    while played < 8:
        key, chosen, keys = jax.random.split(key, 3)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(chosen, logits, axis=-1)
        state = step_fn(state, action, jax.random.split(keys, 8))
        played += int(state.terminated.sum())
        paid += state.rewards.sum(axis=0)
    assert abs(float(paid.sum())) < 1e-5
    assert state.observation.shape == (8, *env.observation_shape)
    assert state.legal_action_mask.shape == (8, env.num_actions)


def test_games_are_played_inside_one_compiled_loop() -> None:
    env = ours.make(SMALLEST, 2)

    def play(key: Any) -> Any:
        def step(state: Any) -> Any:
            return env.step(state, jnp.argmax(state.legal_action_mask))

        return jax.lax.while_loop(lambda state: ~state.terminated, step, env.init(key))

    ended = jax.jit(jax.vmap(play))(jax.random.split(jax.random.PRNGKey(3), 5))
    assert bool(ended.terminated.all())
    assert np.asarray(ended._step_count).min() > 0


def test_every_player_has_a_view_of_its_own() -> None:
    env = ours.make(SMALLEST, players=2)
    state = env.init_seed(ours.seed_words(5))
    game = CompiledGame(SMALLEST, 2, seed=5)
    for player in range(2):
        assert (np.asarray(env.observe(state, player)) == game.observe(player)).all()
    seen = jax.vmap(env.observe, (None, 0))(state, jnp.arange(2))
    assert seen.shape == (2, *env.observation_shape)
    assert (env.observe(state) == seen[int(state.current_player)]).all()


def test_pgx_finds_nothing_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pgx's own test; it knows the names of its own games, and chooses along an axis that a single
    game hasn't with this version of JAX."""

    def choose(key: Any, mask: Any) -> Any:
        return jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=-1)

    api_test = pytest.importorskip("pgx._src.api_test")
    monkeypatch.setattr(api_test, "get_args", lambda kind: [SMALLEST])
    monkeypatch.setattr(api_test, "act_randomly", jax.jit(choose))
    env = ours.make(SMALLEST)
    api_test.api_test(env, 1)
    state = env.init(jax.random.PRNGKey(0))
    assert state.env_id == SMALLEST
    state.save_svg(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")
