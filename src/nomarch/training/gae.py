"""Generalised advantage estimation for games with any number of seats, in any order of turns.

A decision is judged by the same seat's next decision, or by the end of its game. Values are
distributions over final places, so returns are too: at each of a seat's decisions the return is
`(1 - gae_lambda) * places_next + gae_lambda * return_next`. The advantage is its expected utility
less that of the predicted distribution. One compiled function serves the CPU and the GPU, where
each thread walks one game backwards in time.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from torch import Tensor

from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import MAX_PLAYERS

THREADS = 128

_cuda: Any = None
"""The CUDA target as the kernel sees it: a global, which is where its simulator looks for it."""


def gae_of_game(  # type: ignore[no-untyped-def]
    i, places, seats, dones, rewards, utility, gae_lambda, returns, advantages, known,
    next_places, next_returns, has_next,
):  # fmt: skip
    """Fill column `i` of `returns`, `advantages` and `known`; the last three are scratch memory.

    Arrays are by time and game; `places` and `returns` by place, `rewards` by seat besides. The
    last decision of a seat in an unfinished game is not known yet. A reward of 1 is the first
    place, -1 the last; one between two places counts as part of both.
    """
    last = utility.shape[0] - 1
    for seat in range(rewards.shape[2]):
        has_next[seat] = 0
    for back in range(places.shape[0]):
        t = places.shape[0] - 1 - back
        if dones[t, i] != 0:
            for seat in range(rewards.shape[2]):
                position = (1.0 - rewards[t, i, seat]) * 0.5 * last
                for place in range(last + 1):
                    share = max(0.0, 1.0 - abs(position - place))
                    next_places[seat, place] = share
                    next_returns[seat, place] = share
                has_next[seat] = 1
        seat = seats[t, i]
        advantage = 0.0
        for place in range(last + 1):
            predicted = places[t, i, place]
            target = predicted
            if has_next[seat] == 1:
                target = (1.0 - gae_lambda) * next_places[seat, place]
                target += gae_lambda * next_returns[seat, place]
            advantage += (target - predicted) * utility[place]
            returns[t, i, place] = target
            next_returns[seat, place] = target
            next_places[seat, place] = predicted
        advantages[t, i] = advantage
        known[t, i] = has_next[seat]
        has_next[seat] = 1


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
    """Fill `returns`, `advantages` and `known` from a rollout, where its tensors lie."""
    before, after = (places, seats, dones, rewards, utility), (returns, advantages, known)
    if places.is_cuda:
        kernel, as_array = _cuda_kernel(), backend.device().as_cuda_array
        blocks = -(-places.shape[1] // THREADS)
        kernel[blocks, THREADS](
            *map(as_array, before), np.float32(gae_lambda), *map(as_array, after)
        )
    else:
        _cpu_kernel()(
            *(tensor.numpy() for tensor in before),
            np.float32(gae_lambda),
            *(tensor.numpy() for tensor in after),
        )


@cache
def _cpu_kernel() -> Any:
    import numba

    row = numba.njit(nogil=True)(gae_of_game)

    @numba.njit(nogil=True)
    def all_games(  # type: ignore[no-untyped-def]
        places, seats, dones, rewards, utility, gae_lambda, returns, advantages, known
    ):
        next_places = np.zeros((MAX_PLAYERS, MAX_PLAYERS), np.float32)
        next_returns = np.zeros((MAX_PLAYERS, MAX_PLAYERS), np.float32)
        has_next = np.zeros(MAX_PLAYERS, np.int8)
        for i in range(places.shape[1]):
            row(
                i, places, seats, dones, rewards, utility, gae_lambda, returns, advantages, known,
                next_places, next_returns, has_next,
            )  # fmt: skip

    return all_games


@cache
def _cuda_kernel() -> Any:
    global _cuda
    _cuda = backend.device()
    row = _cuda.jit(device=True)(gae_of_game)

    @_cuda.jit
    def all_games(  # type: ignore[no-untyped-def]
        places, seats, dones, rewards, utility, gae_lambda, returns, advantages, known
    ):
        i = _cuda.grid(1)
        if i < places.shape[1]:
            next_places = _cuda.local.array((MAX_PLAYERS, MAX_PLAYERS), np.float32)
            next_returns = _cuda.local.array((MAX_PLAYERS, MAX_PLAYERS), np.float32)
            has_next = _cuda.local.array(MAX_PLAYERS, np.int8)
            row(
                i, places, seats, dones, rewards, utility, gae_lambda, returns, advantages, known,
                next_places, next_returns, has_next,
            )  # fmt: skip

    return all_games
