"""Weights: a trained network as one small file, read and used with NumPy alone.

The file (`.npz`) says which game, player count and rules it was trained for, and how that game's
observations are laid out; what does not fit is refused with a sentence. A network is a row of
layers; the last one has a number for each action and one for the value of the position.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from nomarch.bots.ratings import file_of
from nomarch.errors import BadOption
from nomarch.kernel.game import Rulebook

Array = np.ndarray[Any, Any]

FORMAT = 1
FARTHEST = 5.0
"""How many widths from the middle an input is let in, at most."""
EXCLUDED = -1e9
"""What an action that is not allowed is liked."""


@dataclass(frozen=True)
class Weights:
    """A network, and everything that has to be true where it is used."""

    game: str
    players: int
    rules_version: int
    sight: str
    """A fingerprint of what the inputs and outputs mean: features and actions, by name."""
    middle: Array
    spread: Array
    """Inputs are observations less their middle, divided by their spread."""
    layers: tuple[tuple[Array, Array], ...]
    """A matrix and a row for each layer."""
    trained: int = 0
    """Decisions that it has learned from."""

    def __call__(self, rows: Array) -> tuple[Array, Array]:
        """How much each action is liked, and what the position is worth, for rows of observations.

        A worth is on the scale of places: 1 for the first alone, -1 for the last alone.
        """
        x = (rows.astype(np.float32) - self.middle) / self.spread
        x = np.clip(x, -FARTHEST, FARTHEST)
        for matrix, row in self.layers[:-1]:
            x = np.maximum(x @ matrix + row, 0)
        matrix, row = self.layers[-1]
        out = x @ matrix + row
        return out[..., :-1], out[..., -1]

    def check(self, book: Rulebook, players: int | None = None) -> None:
        """Refuses what these weights were not trained for."""
        game = book.game
        if self.game != game.id:
            raise BadOption(f"The weights were trained for {self.game}, not for {game.id}.")
        if self.rules_version != game.rules_version:
            raise BadOption(
                f"The weights were trained for version {self.rules_version} of the rules of "
                f"{game.id}, which are at version {game.rules_version} now."
            )
        if len(self.middle) != len(book.features):
            raise BadOption(
                f"The weights were trained on observations of {len(self.middle)} numbers, but "
                f"those of {game.id} have {len(book.features)}."
            )
        if self.sight != sight_of(book):
            raise BadOption(
                f"The weights were trained when the observations or actions of {game.id} meant "
                "something else."
            )
        if players is not None and self.players != players:
            raise BadOption(f"The weights were trained for {self.players} players, not {players}.")

    def write(self, path: Path) -> None:
        """Puts them into a file, which is there whole or not at all."""
        about = {
            "nomarch": FORMAT,
            "game": self.game,
            "players": self.players,
            "rules_version": self.rules_version,
            "sight": self.sight,
            "trained": self.trained,
        }
        arrays: dict[str, Any] = {
            "about": np.array(json.dumps(about)),
            "middle": self.middle,
            "spread": self.spread,
        }
        for number, (matrix, row) in enumerate(self.layers):
            arrays |= {f"matrix{number}": matrix, f"row{number}": row}
        memory = io.BytesIO()
        np.savez_compressed(memory, **arrays)
        temporary = path.with_name(path.name + ".new")
        temporary.write_bytes(memory.getvalue())
        temporary.replace(path)


def read_weights(path: Path) -> Weights:
    """The weights in a file, or `BadOption` that says what is wrong with it."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            return _from_arrays(file)
    except OSError as error:
        raise BadOption(f"{path} cannot be read ({error.strerror}).") from error
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise BadOption(f"{path} holds no weights ({error}).") from error


def published(book: Rulebook, players: int | None = None) -> Weights:
    """The weights that come with a game for so many players, or for as many as is usual."""
    players = players or book.game.usual_players
    path = file_of(book).with_name(f"weights-{players}.npz")
    if not path.exists():
        raise BadOption(
            f"No weights come with {book.game.id} for {players} players; train some (nomarch "
            "train) and name their file: net:FILE."
        )
    return read_weights(path)


def _from_arrays(file: Any) -> Weights:
    about = json.loads(str(file["about"]))
    if about.pop("nomarch") != FORMAT:
        raise ValueError("they were written by another version")
    count = sum(name.startswith("matrix") for name in file.files)
    layers = tuple((file[f"matrix{number}"], file[f"row{number}"]) for number in range(count))
    weights = Weights(middle=file["middle"], spread=file["spread"], layers=layers, **about)
    if not layers or not _fit(weights):
        raise ValueError("the layers do not fit each other")
    return weights


def _fit(weights: Weights) -> bool:
    """Whether each layer takes what the one before gives, and nothing is missing."""
    width = len(weights.middle)
    for matrix, row in weights.layers:
        if matrix.ndim != 2 or matrix.shape != (width, len(row)):
            return False
        width = len(row)
    return weights.spread.shape == weights.middle.shape and bool(weights.spread.all())


def sight_of(book: Rulebook) -> str:
    """A fingerprint of a game's features and actions: other names or bounds, other fingerprint."""
    features = [(f.name, f.shape, f.low, f.high) for f in book.features.all]
    text = json.dumps([features, list(book.actions)])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def shares(likings: Array, mask: Array) -> Array:
    """How likely each allowed action is, by how much it is liked."""
    liked = np.where(mask != 0, likings, EXCLUDED)
    weight = np.exp(liked - liked.max(axis=-1, keepdims=True))
    share: Array = weight / weight.sum(axis=-1, keepdims=True)
    return share
