"""The network bot: plays the legal action with the highest logit. Needs NumPy only."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from nomarch.bots.search_settings import Plan, make_memory
from nomarch.bots.trained_for import EVALUATION_LIMIT, INPUT_LIMIT
from nomarch.bots.weights import Array, Weights, masked_softmax, relative_evaluation
from nomarch.kernel.compile import backend
from nomarch.kernel.compile.cpu_network import LANES, CompiledNetwork
from nomarch.kernel.declare.actions import mask_of
from nomarch.kernel.declare.game import MAX_PLAYERS, Rulebook
from nomarch.kernel.declare.layout import GameState, Stream


class NetworkBot:
    """Plays what a trained network likes best."""

    def __init__(
        self,
        book: Rulebook,
        weights: Weights,
        players: int | None = None,
        *,
        is_compiled: bool = False,
    ) -> None:
        """With `is_compiled`, views are read by compiled code; the results are the same."""
        weights.check(book, players)
        self.book, self.weights, self.is_compiled = book, weights, is_compiled
        self.rules, self.size = backend.interpreted(book.game.id), len(book.features)

    def choose(self, view: GameState, seat: int, legal: Sequence[int], rng: Stream) -> int:
        logits = self.logits(view, seat, legal)
        return int(legal[int(np.argmax(logits[list(legal)]))])

    def logits(self, view: GameState, seat: int, legal: Sequence[int]) -> Array:
        """Return a logit for every action; those of illegal ones mean nothing."""
        if self.is_compiled:
            obs, values = self._read_compiled(view, seat, legal)
        else:
            obs, values = self.encode(view, seat), self.evaluate(view, seat, legal)
        mask = np.zeros(len(self.book.actions), np.int8)
        mask[list(legal)] = 1
        evaluation = relative_evaluation(values, mask, self.weights.evaluation_unit)
        return self.weights(obs, evaluation)[0]

    def probabilities(self, view: GameState, seat: int, legal: Sequence[int]) -> dict[int, float]:
        mask = np.zeros(len(self.book.actions))
        mask[list(legal)] = 1
        prior = masked_softmax(self.logits(view, seat, legal), mask)
        return {action: float(prior[action]) for action in legal}

    def for_playouts(self, limit: int, greedy_share: int, temperature: int) -> CompiledNetwork:
        """Return the network for playouts in compiled code; see `kernel/run/network.py`.

        Each caller gets working memory of its own, since searches may run side by side.
        """
        shared = self._compiled
        memory = _working_memory(len(shared.x), len(shared.values))
        memory["plan"] = np.array((limit, greedy_share, temperature, 1), np.int64)
        return shared._replace(**memory)

    @cached_property
    def _compiled(self) -> CompiledNetwork:
        return compile_network(self.weights)

    def encode(self, view: GameState, seat: int) -> Array:
        row = [0] * self.size
        self.rules.encode_observation(view, seat, row)
        return np.array(row, np.float32)

    def evaluate(self, view: GameState, seat: int, legal: Sequence[int]) -> Array:
        values = np.zeros(len(self.book.actions), np.int64)
        if self.weights.evaluation_scale is not None:
            for action in legal:
                values[action] = self.rules.evaluate(view, seat, action)
        return values

    def _read_compiled(
        self, view: GameState, seat: int, legal: Sequence[int]
    ) -> tuple[Array, Array]:
        memory = make_memory(self.book, Plan(), view)
        if self.weights.evaluation_scale is not None:
            memory.mask[:] = mask_of(legal, len(memory.mask))
        network = no_network(len(self.book.actions))
        nothing = np.zeros(8, np.int64), 0, 0, np.zeros((1, 4), np.int64)
        build = backend.search(self.book.game.id)
        build.search_worlds(memory, network, seat, 0, *nothing)
        return memory.features, network.values


def compile_network(weights: Weights) -> CompiledNetwork:
    (first, first_bias), *hidden, (out, out_bias) = weights.layers
    inverse = (1 / weights.std).astype(np.float32)
    zero = np.clip(-weights.mean * inverse, -INPUT_LIMIT, INPUT_LIMIT).astype(np.float32)
    width, actions = first.shape[1], out.shape[1] - weights.place_outputs
    scale, unit = weights.evaluation_scale, np.float32(100 * weights.evaluation_unit)
    return CompiledNetwork(
        mean=weights.mean.astype(np.float32),
        inverse_std=inverse,
        zero=zero,
        limit=np.array([INPUT_LIMIT], np.float32),
        first=np.ascontiguousarray(first),
        first_bias=(first_bias + zero @ first).astype(np.float32),
        hidden=_stack([matrix for matrix, _ in hidden], (0, width, width)),
        hidden_bias=_stack([bias for _, bias in hidden], (0, width)),
        out=np.ascontiguousarray(out.T),
        out_bias=out_bias.astype(np.float32),
        evaluation_scale=np.zeros(actions, np.float32) if scale is None else scale / unit,
        evaluation_limit=np.array([-unit * EVALUATION_LIMIT], np.int64),
        **_working_memory(width, actions),
    )


def no_network(actions: int) -> CompiledNetwork:
    """Return what compiled code gets in place of a network that it doesn't use."""
    row, table = np.zeros(1, np.float32), np.zeros((1, 1), np.float32)
    return CompiledNetwork(
        mean=row, inverse_std=row, zero=row, limit=row, first=table, first_bias=row,
        hidden=np.zeros((0, 1, 1), np.float32), hidden_bias=np.zeros((0, 1), np.float32),
        out=table, out_bias=row, evaluation_scale=row, evaluation_limit=np.zeros(1, np.int64),
        **_working_memory(1, actions),
    )  # fmt: skip


def _working_memory(width: int, actions: int) -> dict[str, Array]:
    """Return a network's parts that are written to."""
    return {
        "x": np.zeros(width, np.float32),
        "y": np.zeros(width, np.float32),
        "logits": np.zeros(max(actions, MAX_PLAYERS), np.float32),
        "values": np.zeros(actions, np.int64),
        "places": np.zeros(MAX_PLAYERS, np.int64),
        "lanes": np.zeros(LANES, np.float32),
        "plan": np.zeros(4, np.int64),
    }


def _stack(arrays: Sequence[Array], empty: tuple[int, ...]) -> Any:
    return np.stack(arrays).astype(np.float32) if arrays else np.zeros(empty, np.float32)
