"""The questions about a position that pictures, words and tests ask the rules, with their types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nomarch.games.giza import heuristic, rules

fits: Callable[[int, int, int], bool] = rules.fits
is_complete: Callable[[Any, int], bool] = rules.is_complete
is_peak: Callable[[int], bool] = rules.is_peak
place: Callable[[Any, int], int] = rules.place
site_points: Callable[[Any, int, int], int] = rules.site_points
top: Callable[[Any, int, int], int] = rules.top
estimate: Callable[[Any, int, int], int] = heuristic.estimate
