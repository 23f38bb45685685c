"""A trained network in plain Python, for platforms without NumPy.

It reads the same files as `bots/weights.py` and makes the same choices. Most inputs are zero, so
the first layer starts from its output for zeros; of the last one, only legal actions are computed.
"""

import ast
import json
import math
import struct
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import mul
from pathlib import Path
from typing import Any

from nomarch.bots import trained_for
from nomarch.errors import BadOption
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import GameState, Stream

if sys.version_info >= (3, 12):
    from math import sumprod
else:

    def sumprod(p: Sequence[float], q: Sequence[float]) -> float:
        return float(sum(map(mul, p, q)))


Row = list[float]
Matrix = list[Row]

NETWORKS = "networks.json"
MOST_KNOWN = 1000
"""Observations whose hidden layers are kept: a search meets many of them again."""
CODES = {"<f2": "e", "<f4": "f", "<f8": "d", "<i4": "i", "<i8": "q"}
"""Types of NumPy's files, as `struct` names them."""


@dataclass(frozen=True)
class PlainWeights(trained_for.TrainedFor):
    """A network as lists of floats."""

    mean: Row
    inverse_std: Row
    zero: Row
    """Each input's normalised value where it is 0."""
    first: Matrix
    """Inputs x width."""
    first_bias: Row
    """The first layer's output for an input of zeros."""
    hidden: list[tuple[Matrix, Row]]
    """Outputs x inputs, and a bias, of each further layer."""
    out: Matrix
    out_bias: Row
    evaluation_scale: Row | None
    trained: int = 0
    place_outputs: int = 0
    evaluation_unit: float = field(default=1.0)
    _known: dict[tuple[int, ...], Row] = field(default_factory=dict, compare=False)

    @property
    def inputs(self) -> int:
        return len(self.mean)

    def logits(
        self, obs: Sequence[int], legal: Sequence[int], values: Sequence[int]
    ) -> dict[int, float]:
        """Return the logit of each legal action; `values` are their evaluations."""
        x = self._last_hidden(obs)
        found = {a: self.out_bias[a] + sumprod(self.out[a], x) for a in legal}
        if self.evaluation_scale is not None:
            best, unit = max(values), 100 * self.evaluation_unit
            for action, value in zip(legal, values, strict=True):
                behind = max((value - best) / unit, -trained_for.EVALUATION_LIMIT)
                found[action] += self.evaluation_scale[action] * behind
        return found

    def places(self, obs: Sequence[int]) -> Row:
        """Return the logit of each final place."""
        x, first = self._last_hidden(obs), len(self.out) - self.place_outputs
        return [
            bias + sumprod(row, x)
            for row, bias in zip(self.out[first:], self.out_bias[first:], strict=True)
        ]

    def _last_hidden(self, obs: Sequence[int]) -> Row:
        key = tuple(obs)
        if key not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[key] = self._compute_hidden(obs)
        return self._known[key]

    def _compute_hidden(self, obs: Sequence[int]) -> Row:
        x = self.first_bias
        for i, value in enumerate(obs[: self.inputs]):
            if value:
                change = _clip((value - self.mean[i]) * self.inverse_std[i]) - self.zero[i]
                x = [total + change * weight for total, weight in zip(x, self.first[i])]  # noqa: B905
        x = [max(value, 0.0) for value in x]
        for matrix, bias in self.hidden:
            x = [
                max(start + sumprod(row, x), 0.0)
                for row, start in zip(matrix, bias)  # noqa: B905
            ]
        return x


class PlainNetworkBot:
    """Plays what a trained network likes best; see `bots/network_bot.py`."""

    def __init__(self, book: Rulebook, weights: PlainWeights) -> None:
        weights.check(book)
        self.book, self.weights = book, weights
        self.rules = backend.interpreted(book.game.id)

    def choose(self, view: GameState, seat: int, legal: Sequence[int], rng: Stream) -> int:
        logits = self.logits(view, seat, legal)
        return max(legal, key=lambda action: logits[action])

    def logits(self, view: GameState, seat: int, legal: Sequence[int]) -> dict[int, float]:
        obs = [0] * len(self.book.features)
        self.rules.encode_observation(view, seat, obs)
        values: list[int] = []
        if self.weights.evaluation_scale is not None:
            values = [self.rules.evaluate(view, seat, action) for action in legal]
        return self.weights.logits(obs, legal, values)

    def predict_places(self, view: GameState, seat: int) -> Row:
        """Return the chance of each final place, as seen at a decision of the seat."""
        obs = [0] * len(self.book.features)
        self.rules.encode_observation(view, seat, obs)
        return _softmax(self.weights.places(obs))

    def probabilities(self, view: GameState, seat: int, legal: Sequence[int]) -> dict[int, float]:
        logits = self.logits(view, seat, legal)
        return dict(zip(logits, _softmax([*logits.values()]), strict=True))


def find_plain(book: Rulebook, players: int) -> PlainWeights | None:
    """Return the weights shipped with a game for this player count, if there are any."""
    published = (load_plain(path) for path in trained_for.published_paths(book, players))
    return next((weights for weights in published if players in weights.players), None)


@cache
def trained_counts(book: Rulebook) -> frozenset[int]:
    """Return the player counts that a game ships networks for.

    Where the files come later than the game, as in a page, `NETWORKS` lists the counts.
    """
    folder = book.folder
    if (listed := folder / NETWORKS).exists():
        return frozenset(json.loads(listed.read_bytes()))
    return frozenset(count for path in folder.glob("weights*.npz") for count in _read_players(path))


def _read_players(path: Path) -> tuple[int, ...]:
    with zipfile.ZipFile(path) as file:
        players: tuple[int, ...] = trained_for.read_about(_read(file.read("about.npy")))["players"]
        return players


@cache
def load_plain(path: Path) -> PlainWeights:
    """Load a weights file; raise `BadOption` when it isn't one."""
    try:
        with zipfile.ZipFile(path) as file:
            arrays = {name.removesuffix(".npy"): _read(file.read(name)) for name in file.namelist()}
        return _from_arrays(arrays)
    except OSError as error:
        raise BadOption(f"{path} cannot be read ({error.strerror}).") from error
    except (ValueError, KeyError, TypeError, struct.error, zipfile.BadZipFile) as error:
        raise BadOption(f"{path} holds no weights ({error}).") from error


def _from_arrays(arrays: dict[str, Any]) -> PlainWeights:
    about = trained_for.read_about(arrays["about"])
    last = sum(name.startswith("weight") for name in arrays) - 1
    mean, inverse = arrays["mean"], [1 / std for std in arrays["std"]]
    zero = [_clip(-m * i) for m, i in zip(mean, inverse, strict=True)]
    first, bias = arrays["weight0"], arrays["bias0"]
    for value, row in zip(zero, first, strict=True):
        if value:
            bias = [total + value * weight for total, weight in zip(bias, row, strict=True)]
    return PlainWeights(
        mean=mean,
        inverse_std=inverse,
        zero=zero,
        first=first,
        first_bias=bias,
        hidden=[
            (_transposed(arrays[f"weight{number}"]), arrays[f"bias{number}"])
            for number in range(1, last)
        ],
        out=_transposed(arrays[f"weight{last}"]),
        out_bias=arrays[f"bias{last}"],
        evaluation_scale=arrays.get("evaluation_scale"),
        **about,
    )


def _read(data: bytes) -> Any:
    """Return an array of NumPy's file format: a text, a list, or a list of rows."""
    if data[:6] != b"\x93NUMPY":
        raise ValueError("an array is damaged")
    size, start = (
        (struct.unpack_from("<H", data, 8)[0], 10)
        if data[6] == 1
        else (struct.unpack_from("<I", data, 8)[0], 12)
    )
    head = ast.literal_eval(data[start : start + size].decode())
    kind, shape, body = head["descr"], head["shape"], data[start + size :]
    if kind.startswith("<U"):
        return body.decode("utf-32-le").rstrip("\0")
    flat = struct.unpack(f"<{math.prod(shape)}{CODES[kind]}", body)
    if len(shape) != 2:
        return list(flat)
    rows, columns = shape
    if head["fortran_order"]:
        return [list(flat[i::rows]) for i in range(rows)]
    return [list(flat[i * columns : (i + 1) * columns]) for i in range(rows)]


def _transposed(matrix: Matrix) -> Matrix:
    return [list(column) for column in zip(*matrix, strict=True)]


def _softmax(logits: Row) -> Row:
    best = max(logits)
    exp = [math.exp(logit - best) for logit in logits]
    total = sum(exp)
    return [value / total for value in exp]


def _clip(value: float) -> float:
    return max(-trained_for.INPUT_LIMIT, min(trained_for.INPUT_LIMIT, value))
