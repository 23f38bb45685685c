"""Generalised advantage estimation for games with any number of seats, in any order of turns.

A decision is judged by the same seat's next decision, or by the end of its game. Values are
distributions over final places, so returns are too: at each of a seat's decisions the return is
`(1 - gae_lambda) * places_next + gae_lambda * return_next`. The advantage is its expected utility
less that of the predicted distribution.
"""

from __future__ import annotations

import torch
from torch import Tensor


def compute_gae(
    places: Tensor,
    seats: Tensor,
    dones: Tensor,
    rewards: Tensor,
    utility: Tensor,
    gae_lambda: float,
    returns: Tensor,
    advantages: Tensor,
    known: Tensor,
) -> None:
    """Fill `returns`, `advantages` and `known` from a rollout, where its tensors lie.

    Tensors are by time and game; `places` and `returns` by place, `rewards` by seat besides. The
    last decision of a seat in an unfinished game is not known yet. A reward of 1 is the first
    place, -1 the last; one between two places counts as part of both.
    """
    steps, games, players = places.shape
    game, rank = (torch.arange(size, device=places.device) for size in (games, players))
    next_places = torch.zeros((games, players, players), device=places.device)
    next_returns = torch.zeros_like(next_places)
    has_next = torch.zeros((games, players), dtype=torch.bool, device=places.device)
    for t in reversed(range(steps)):
        position = (1 - rewards[t]) * 0.5 * (players - 1)
        final = (1 - (position[..., None] - rank).abs()).clamp_min(0)
        done = dones[t, :, None] != 0
        next_places = torch.where(done[..., None], final, next_places)
        next_returns = torch.where(done[..., None], final, next_returns)
        has_next |= done
        own = game, seats[t].long()
        is_known = has_next[own]
        target = torch.lerp(next_places[own], next_returns[own], gae_lambda)
        target = torch.where(is_known[:, None], target, places[t])
        returns[t] = target
        advantages[t] = (target - places[t]) @ utility
        known[t] = is_known
        next_places[own], next_returns[own], has_next[own] = places[t], target, True
