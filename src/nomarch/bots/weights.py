"""Network weights: one small `.npz` file, loaded and evaluated with NumPy alone.

The file names the game, player counts and rules version it was trained for, and carries a
fingerprint of that game's features and actions. Hidden layers are ReLU; the last layer has one
logit per action, followed by one logit per final place of the largest player count.
"""

import io
import json
import zipfile
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from nomarch.bots import trained_for
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import Rulebook

Array = np.ndarray[Any, Any]

MASKED_LOGIT = -1e9
"""Logit of an illegal action."""


@dataclass(frozen=True)
class Weights(trained_for.TrainedFor):
    """A trained network and what it was trained for."""

    mean: Array
    std: Array
    """Inputs are normalised as `(obs - mean) / std`."""
    layers: tuple[tuple[Array, Array], ...]
    """Weight matrix (inputs x outputs) and bias of each layer."""
    trained: int = 0
    """Decisions it was trained on."""
    place_outputs: int = 0
    """Logits of final places: as many as the largest player count."""
    evaluation_scale: Array | None = None
    """Logit of each action per unit of the game's evaluation, for networks that build on it."""
    evaluation_unit: float = 1.0
    """Points of the evaluation in one unit."""

    def __call__(self, obs: Array, evaluation: Array | None = None) -> tuple[Array, Array]:
        """Return action logits and chances of final places for one or many observations.

        Logits need the `evaluation` (see `relative_evaluation`) where there is an
        `evaluation_scale`.
        """
        # Sums in float64 round to the same float32 in whatever order a machine adds.
        x = (obs[..., : self.inputs].astype(np.float64) - self.mean) / self.std
        x = np.clip(x, -trained_for.INPUT_LIMIT, trained_for.INPUT_LIMIT)
        for weight, bias in self._double_layers[:-1]:
            x = np.maximum(x @ weight + bias, 0)
        weight, bias = self._double_layers[-1]
        out = (x @ weight + bias).astype(np.float32)
        logits, places = out[..., : -self.place_outputs], out[..., -self.place_outputs :]
        if self.evaluation_scale is not None and evaluation is not None:
            logits = logits + self.evaluation_scale * evaluation
        return logits, softmax(places)

    @cached_property
    def _double_layers(self) -> tuple[tuple[Array, Array], ...]:
        return tuple((w.astype(np.float64), b.astype(np.float64)) for w, b in self.layers)

    @property
    def inputs(self) -> int:
        return len(self.mean)

    def save(self, path: Path) -> None:
        """Write the file atomically, matrices as float16."""
        names = ("game", "players", "rules_version", "fingerprint", "trained", "place_outputs")
        about = {"nomarch": trained_for.FORMAT} | {name: getattr(self, name) for name in names}
        arrays: dict[str, Any] = {"mean": self.mean, "std": self.std}
        if self.evaluation_scale is not None:
            about["evaluation_unit"] = self.evaluation_unit
            arrays["evaluation_scale"] = self.evaluation_scale
        arrays["about"] = np.array(json.dumps(about))
        for number, (weight, bias) in enumerate(self.layers):
            arrays |= {f"weight{number}": weight.astype(np.float16), f"bias{number}": bias}
        memory = io.BytesIO()
        np.savez_compressed(memory, **arrays)
        temporary = path.with_name(path.name + ".new")
        temporary.write_bytes(memory.getvalue())
        temporary.replace(path)


def load_weights(path: Path) -> Weights:
    """Load a weights file; raise `BadOption` when it isn't one."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            return _from_arrays(file)
    except OSError as error:
        raise BadOption(f"{path} cannot be read ({error.strerror}).") from error
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise BadOption(f"{path} holds no weights ({error}).") from error


@cache
def find_published(book: Rulebook, players: int) -> Weights | None:
    """Return the weights shipped with a game for this player count, if there are any."""
    published = (load_weights(path) for path in trained_for.published_paths(book, players))
    return next((weights for weights in published if players in weights.players), None)


def has_network(book: Rulebook, players: int) -> bool:
    return find_published(book, players) is not None


def load_published(book: Rulebook, players: int | None = None) -> Weights:
    """Return the weights shipped with a game for this player count (default: the usual one)."""
    players = players or book.game.usual_players
    weights = find_published(book, players)
    if weights is None:
        raise BadOption(
            f"No weights come with {book.game.id} for {players} players; train some (nomarch "
            "train) and name their file: net:FILE."
        )
    return weights


def _from_arrays(file: Any) -> Weights:
    about = trained_for.read_about(str(file["about"]))
    count = sum(name.startswith("weight") for name in file.files)
    layers = tuple(
        (file[f"weight{number}"].astype(np.float32), file[f"bias{number}"].astype(np.float32))
        for number in range(count)
    )
    scale = file["evaluation_scale"] if "evaluation_scale" in file.files else None
    weights = Weights(
        mean=file["mean"], std=file["std"], layers=layers, evaluation_scale=scale, **about
    )
    if not layers or not _shapes_match(weights):
        raise ValueError("the layers do not fit each other")
    return weights


def _shapes_match(weights: Weights) -> bool:
    width = len(weights.mean)
    for weight, bias in weights.layers:
        if weight.ndim != 2 or weight.shape != (width, len(bias)):
            return False
        width = len(bias)
    return weights.std.shape == weights.mean.shape and bool(weights.std.all())


def relative_evaluation(values: Array, mask: Array, unit: float) -> Array:
    """Return how many units each legal action is behind the best, as a negative number.

    `values` are evaluations in hundredths of a point.
    """
    known = np.where(mask != 0, values, -np.inf)
    behind = (known - known.max(axis=-1, keepdims=True)) / (100 * unit)
    limited: Array = np.maximum(behind, -trained_for.EVALUATION_LIMIT).astype(np.float32)
    return limited


def softmax(logits: Array) -> Array:
    exp = np.exp(logits - logits.max(axis=-1, keepdims=True))
    probability: Array = exp / exp.sum(axis=-1, keepdims=True)
    return probability


def masked_softmax(logits: Array, mask: Array) -> Array:
    """Return action probabilities; illegal actions get 0."""
    return softmax(np.where(mask != 0, logits, MASKED_LOGIT))
