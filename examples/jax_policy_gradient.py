"""PPO's clipped policy gradient in JAX on a `Batch`. Observations go to JAX through DLPack.

pip install . jax
python examples/jax_policy_gradient.py ra --updates 200
"""

from __future__ import annotations

import argparse

import jax
import jax.numpy as jnp
import numpy as np

from nomarch.envs import Batch


def init(key, sizes):
    keys = jax.random.split(key, len(sizes) - 1)
    return [
        (jax.random.normal(k, (a, b)) * jnp.sqrt(2 / a), jnp.zeros(b))
        for k, a, b in zip(keys, sizes[:-1], sizes[1:], strict=True)
    ]


def logits(params, obs, mask):
    hidden = obs
    for weight, bias in params[:-1]:
        hidden = jax.nn.relu(hidden @ weight + bias)
    weight, bias = params[-1]
    return jnp.where(mask == 1, hidden @ weight + bias, -1e9)


def log_prob(params, obs, mask, action):
    log_probs = jax.nn.log_softmax(logits(params, obs, mask))
    return jnp.take_along_axis(log_probs, action[:, None], 1)[:, 0]


def loss(params, obs, mask, action, old_log_prob, advantage):
    ratio = jnp.exp(log_prob(params, obs, mask, action) - old_log_prob)
    return -jnp.minimum(ratio * advantage, ratio.clip(0.8, 1.2) * advantage).mean()


@jax.jit
def adam_step(params, first, second, count, rows, learning_rate=1e-3):
    """One step of Adam; `first` and `second` are the moment estimates."""
    grads = jax.grad(loss)(params, *rows)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, grads)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, grads)
    scale = learning_rate * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
    params = jax.tree.map(
        lambda p, m, v: p - scale * m / (jnp.sqrt(v) + 1e-8), params, first, second
    )
    return params, first, second


sample = jax.jit(
    lambda params, key, obs, mask: jax.random.categorical(key, logits(params, obs, mask))
)


def observe(batch):
    """The current observations, scaled to 0…1, and masks, as JAX arrays."""
    low, high = jnp.asarray(batch.seen.low), jnp.asarray(batch.seen.high)
    obs = jnp.from_dlpack(batch.observation).astype(jnp.float32)
    return (obs - low) / (high - low), jnp.array(batch.mask)


def collect(batch, params, key, num_steps):
    """Decisions of games that ended within the rollout, with the final reward of their seats."""
    steps, first = [], np.zeros(batch.n, int)
    returns = np.full((num_steps, batch.n), np.nan, np.float32)
    seats = np.zeros((num_steps, batch.n), int)
    for t in range(num_steps):
        key, now = jax.random.split(key)
        obs, mask = observe(batch)
        action = sample(params, now, obs, mask)
        steps.append((obs, mask, action))
        seats[t] = batch.seat
        batch.step(np.asarray(action, np.int32))
        for i in np.flatnonzero(batch.done):
            played = slice(first[i], t + 1)
            returns[played, i] = batch.reward[i][seats[played, i]]
            first[i] = t + 1
    obs, mask, action = (jnp.stack(part) for part in zip(*steps, strict=True))
    known = np.isfinite(returns)
    obs, mask, action = obs[known], mask[known], action[known]
    advantage = jnp.asarray((returns[known] - returns[known].mean()) / returns[known].std())
    return obs, mask, action, log_prob(params, obs, mask, action), advantage


def win_rate(game, players, params, opponent, games):
    policies = ["caller", *[opponent] * (players - 1)]
    batch = Batch(game, players, 256, seed=99, policies=policies, rotate=True)
    wins = finished = 0
    while finished < games:
        batch.step(np.asarray(logits(params, *observe(batch)).argmax(-1), np.int32))
        ended = batch.done == 1
        wins += int((batch.reward[ended, 0] == 1).sum())
        finished += int(ended.sum())
    return wins / finished


def train(game="ra", players=None, updates=200, num_envs=256, num_steps=320, epochs=4, seed=1):
    batch = Batch(game, players, num_envs, seed=seed)
    key = jax.random.key(seed)
    params = init(key, [batch.seen.size, 256, 256, len(batch.actions)])
    first = second = jax.tree.map(jnp.zeros_like, params)
    count, rng = 0, np.random.default_rng(seed)
    for number in range(1, updates + 1):
        key, now = jax.random.split(key)
        rows = collect(batch, params, now, num_steps)
        size = len(rows[0]) // 8
        for _ in range(epochs):
            order = rng.permutation(len(rows[0]))
            for i in range(8):
                count += 1
                minibatch = tuple(part[order[i * size : (i + 1) * size]] for part in rows)
                params, first, second = adam_step(params, first, second, count, minibatch)
        rate = win_rate(game, batch.players, params, "random", 256)
        done = number * num_envs * num_steps
        print(f"{done:>12,} decisions  {rate:.1%} against random", flush=True)
    return params


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="ra")
    parser.add_argument("--players", type=int)
    parser.add_argument("--updates", type=int, default=200)
    options = parser.parse_args()
    train(options.game, options.players, options.updates)
