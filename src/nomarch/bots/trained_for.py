"""What a network was trained for: its game, player counts and rules, as its file says."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nomarch.errors import BadOption
from nomarch.kernel.declare.game import Rulebook

FORMAT = 4
"""Formats 2 and 3 named a single player count."""
READABLE_FORMATS = (2, 3, FORMAT)
INPUT_LIMIT = 5.0
"""Normalised inputs are clipped to this many standard deviations."""
EVALUATION_LIMIT = 6.0
"""Actions further behind the best evaluation, in units, count as this far behind."""


@dataclass(frozen=True)
class TrainedFor:
    """The first fields of `Weights` and of `PlainWeights`."""

    game: str
    players: tuple[int, ...]
    """Player counts it was trained for."""
    rules_version: int
    fingerprint: str
    """See `encoding_fingerprint`."""

    @property
    def inputs(self) -> int:
        raise NotImplementedError

    def check(self, book: Rulebook, players: int | None = None) -> None:
        """Raise `BadOption` when these weights don't fit the game or player count."""
        game = book.game
        if self.game != game.id:
            raise BadOption(f"The weights were trained for {self.game}, not for {game.id}.")
        if self.rules_version != game.rules_version:
            raise BadOption(
                f"The weights were trained for version {self.rules_version} of the rules of "
                f"{game.id}, which are at version {game.rules_version} now."
            )
        if self.inputs > len(book.features):
            raise BadOption(
                f"The weights were trained on observations of {self.inputs} numbers, but "
                f"those of {game.id} have {len(book.features)}."
            )
        if self.fingerprint != encoding_fingerprint(book, self.inputs):
            raise BadOption(
                f"The weights were trained when the observations or actions of {game.id} meant "
                "something else."
            )
        if players is not None and players not in self.players:
            known = " or ".join(map(str, self.players))
            raise BadOption(f"The weights were trained for {known} players, not {players}.")


def read_about(text: str) -> dict[str, Any]:
    """Parse the description in a weights file; raise `ValueError` for an unknown format."""
    about: dict[str, Any] = json.loads(text)
    if about.pop("nomarch") not in READABLE_FORMATS:
        raise ValueError("they were written by another version")
    if "value_outputs" in about:
        about["place_outputs"] = about.pop("value_outputs")
    players = about["players"]
    about["players"] = (players,) if isinstance(players, int) else tuple(players)
    return about


def published_paths(book: Rulebook, players: int) -> Iterator[Path]:
    """Yield the files of weights shipped with a game that may serve a player count, best first.

    `weights.npz` is for all counts; `weights-N.npz` is there where one for N alone is stronger.
    """
    folder = book.folder
    for name in (f"weights-{players}.npz", "weights.npz"):
        if (folder / name).exists():
            yield folder / name


def encoding_fingerprint(book: Rulebook, inputs: int | None = None) -> str:
    """Return a hash of the names, shapes and bounds of a game's features and of its actions.

    With `inputs`, only features within the first numbers of an observation count: a network ignores
    those that were added after it was trained.
    """
    size = len(book.features) if inputs is None else inputs
    features = [
        (f.name, f.shape, f.low, f.high)
        for f in book.features.all
        if f.block.base + f.block.size <= size
    ]
    text = json.dumps([features, list(book.actions)])
    return hashlib.sha256(text.encode()).hexdigest()[:16]
