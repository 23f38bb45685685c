"""Measurements write nothing into the package or a tracked file unless `--write` asks for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MEASUREMENTS = {
    "ladder": ["ra", "--levels", "novice", "--seconds", "0"],
    "game_lengths": ["ra", "--games", "1"],
}


def snapshot() -> dict[Path, int]:
    """Return when each data file of the package and the benchmarks was written."""
    folders = ROOT / "bench", ROOT / "src" / "nomarch" / "games" / "ra"
    return {
        file: file.stat().st_mtime_ns
        for folder in folders
        for file in folder.iterdir()
        if file.suffix in (".json", ".jsonl", ".md", ".svg")
    }


@pytest.mark.parametrize("name", MEASUREMENTS)
def test_a_measurement_only_prints(name: str, tmp_path: Path) -> None:
    before = snapshot()
    command = [sys.executable, "-m", f"bench.{name}", *MEASUREMENTS[name]]
    command += ["--folder", str(tmp_path)] if name == "ladder" else []
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "ra" in done.stdout
    assert snapshot() == before
