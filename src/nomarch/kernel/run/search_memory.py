"""The buffers of one search, which compiled code fills."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]


class SearchMemory(NamedTuple):
    """Allocated once per decision; compiled code takes it as one argument."""

    views: Array
    """The view that is searched, as one record."""
    states: Array
    """One record: the world that is being played."""
    streams: Array
    """Two streams of chance: for hidden information, and for policies."""
    mask: Array
    features: Array
    row: Array
    """A number per seat."""
    plan: Array
    outcomes: Array
    """For every action, seat and category: the sum of points, and of their squares."""
