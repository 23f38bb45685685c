"""Marks of tests that need what only some systems have."""

import os
from pathlib import Path

import pytest

needs_posix = pytest.mark.skipif(
    os.name != "posix", reason="Windows has neither these signals nor file modes"
)
needs_proc = pytest.mark.skipif(not Path("/proc").is_dir(), reason="only Linux has /proc")
