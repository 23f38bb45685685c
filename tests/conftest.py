"""Settings for all tests: the same examples in every run, and no clock."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("nomarch", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("nomarch")
