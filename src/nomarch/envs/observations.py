"""Observations: rows of integers with everything a seat may know, in named parts."""

from functools import cached_property
from typing import Any

import numpy as np

from nomarch.kernel.declare.features import Feature
from nomarch.kernel.declare.game import Rulebook, rulebook

Array = np.ndarray[Any, Any]

INT = np.int16
"""The narrowest type that holds every feature of every game."""


class Observation:
    """The layout of a game's observations, the same for every player count and option.

    >>> from nomarch.envs import observation
    >>> seen = observation("ra")
    >>> seen.size, seen.names[0]
    (365, 'players')
    """

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.size = len(book.features)

    @property
    def features(self) -> list[Feature]:
        return self.book.features.all

    @cached_property
    def names(self) -> list[str]:
        """A name for each number: the feature and its position on every axis."""
        return [name for feature in self.features for name in _names(feature)]

    @cached_property
    def low(self) -> Array:
        return self._spread([feature.low for feature in self.features])

    @cached_property
    def high(self) -> Array:
        return self._spread([feature.high for feature in self.features])

    def _spread(self, values: list[int]) -> Array:
        return np.repeat(np.array(values, INT), [feature.block.size for feature in self.features])

    def as_dict(self, rows: Array) -> dict[str, Array]:
        """Split observations by feature, as views in the features' shapes; leading axes stay."""
        parts = {}
        for feature in self.features:
            first = feature.block.first
            part = rows[..., first : first + feature.block.size]
            parts[feature.name] = part.reshape(rows.shape[:-1] + feature.shape)
        return parts

    def scaled(self, rows: Array) -> Array:
        """Observations as floats, scaled from each feature's bounds to 0…1."""
        low, high = self.low.astype(np.float32), self.high.astype(np.float32)
        return (rows.astype(np.float32) - low) / (high - low)


def _names(feature: Feature) -> list[str]:
    if not feature.block.axes:
        return [feature.name]
    return [
        f"{feature.name}[{', '.join(f'{axis} {word}' for axis, word in words.items())}]"
        for words in feature.block.words()
    ]


def observation(game: str) -> Observation:
    return Observation(rulebook(game))
