"""PPO in one file, in the style of CleanRL: self-play on a `Batch`, with action masks.

    pip install '.[train]'
    python examples/ppo.py ra --steps 5_000_000

All seats are played by the same network. Every decision gets the final reward of its seat.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import nn

from nomarch.envs import Batch


class Agent(nn.Module):
    """Policy and value network with a shared body."""

    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.policy = nn.Linear(256, actions)
        self.value = nn.Linear(256, 1)

    def forward(self, obs, mask):
        hidden = self.body(obs)
        logits = self.policy(hidden).masked_fill(mask == 0, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(hidden).squeeze(-1)


def collect(batch, agent, num_steps, players):
    """Play `num_steps` decisions of every game. Rewards arrive when a game ends."""
    n, size, actions = batch.n, batch.seen.size, len(batch.actions)
    obs = torch.zeros(num_steps, n, size)
    mask = torch.zeros(num_steps, n, actions, dtype=torch.int8)
    action = torch.zeros(num_steps, n, dtype=torch.int64)
    log_prob, value = torch.zeros(num_steps, n), torch.zeros(num_steps, n)
    returns = torch.full((num_steps, n), torch.nan)
    seat = np.zeros((num_steps, n), np.int64)
    first = np.zeros(n, np.int64)  # where the current game of each slot begins
    for t in range(num_steps):
        obs[t] = torch.from_numpy(batch.seen.scaled(batch.observation))
        mask[t] = torch.from_numpy(batch.mask)
        seat[t] = batch.seat
        with torch.no_grad():
            policy, value[t] = agent(obs[t], mask[t])
            action[t] = policy.sample()
            log_prob[t] = policy.log_prob(action[t])
        batch.step(action[t].numpy().astype(np.int32))
        for i in np.flatnonzero(batch.done):
            played = slice(first[i], t + 1)
            returns[played, i] = torch.from_numpy(batch.reward[i])[seat[played, i]]
            first[i] = t + 1
    known = ~returns.isnan()  # games that did not end within the rollout are left out
    return obs[known], mask[known], action[known], log_prob[known], value[known], returns[known]


def update(agent, optimizer, rollout, epochs=3, minibatch_size=2048, clip=0.2, ent_coef=0.01):
    obs, mask, action, old_log_prob, value, returns = rollout
    advantage = returns - value
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    for _ in range(epochs):
        for rows in torch.randperm(len(obs)).split(minibatch_size):
            policy, new_value = agent(obs[rows], mask[rows])
            ratio = (policy.log_prob(action[rows]) - old_log_prob[rows]).exp()
            clipped = ratio.clamp(1 - clip, 1 + clip)
            policy_loss = -torch.min(ratio * advantage[rows], clipped * advantage[rows]).mean()
            value_loss = (new_value - returns[rows]).pow(2).mean()
            loss = policy_loss + 0.5 * value_loss - ent_coef * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def win_rate(game, players, agent, opponent, games):
    """How often the agent wins one seat against copies of an opponent."""
    policies = ["caller", *[opponent] * (players - 1)]
    batch = Batch(game, players, 256, seed=99, policies=policies, rotate=True)
    wins = finished = 0
    while finished < games:
        with torch.no_grad():
            policy, _ = agent(
                torch.from_numpy(batch.seen.scaled(batch.observation)), torch.from_numpy(batch.mask)
            )
        batch.step(policy.logits.argmax(-1).numpy().astype(np.int32))
        ended = batch.done == 1
        wins += (batch.reward[ended, 0] == 1).sum()
        finished += ended.sum()
    return wins / finished


def train(game="ra", players=None, steps=5_000_000, num_envs=256, num_steps=512, seed=1):
    torch.manual_seed(seed)
    batch = Batch(game, players, num_envs, seed=seed)
    agent = Agent(batch.seen.size, len(batch.actions))
    optimizer = torch.optim.Adam(agent.parameters(), lr=3e-4, eps=1e-5)
    done, start = 0, time.perf_counter()
    while done < steps:
        update(agent, optimizer, collect(batch, agent, num_steps, batch.players))
        done += num_envs * num_steps
        rate = win_rate(game, batch.players, agent, "random", 256)
        print(f"{done:>12,} decisions  {done / (time.perf_counter() - start):>8,.0f}/s  "
              f"{rate:.1%} against random", flush=True)  # fmt: skip
    return agent


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="ra")
    parser.add_argument("--players", type=int)
    parser.add_argument("--steps", type=int, default=5_000_000)
    options = parser.parse_args()
    train(options.game, options.players, options.steps)
