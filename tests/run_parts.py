"""Runs the tests in parts, and prints the time of each part and the ten slowest tests.

    python tests/run_parts.py lint          what `make lint` runs
    python tests/run_parts.py check         what `make check` runs: lint, types, fast tests
    python tests/run_parts.py test          what `make test` runs
    python tests/run_parts.py test --all    with the thorough tests: `make test-all`

Parts of one stage run beside each other. Many tests wait for servers, databases and browsers, so
there are more processes than cores.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
TIMES = ROOT / "build" / "test-times"
CORES = os.cpu_count() or 1
BROWSERS = max(2, CORES // 2)
"""Processes of the tests in a browser, each with a browser and a server, beside `LIBRARY`."""
LIBRARY = max(2, CORES)
"""Each process imports and rewrites all tests, which takes 30 seconds of a core."""
SLOWEST = 10
# Tests start hundreds of servers: each would compile all modules again if none was kept.
ENVIRONMENT = {key: os.environ[key] for key in os.environ if key != "PYTHONDONTWRITEBYTECODE"}
FAST = (
    *(f"tests/kernel/test_{name}.py" for name in ("dialect", "events", "layout", "link", "game")),
    *(f"tests/test_{name}.py" for name in ("match", "deploy")),
    *(f"tests/conformance/test_{name}.py" for name in ("docs", "translations")),
    *(f"tests/web/test_{name}.py" for name in ("table", "api")),
)
"""Tests that compile nothing and take seconds."""
MEMORY = Path("/dev/shm")
LEAST_ROOM = 2 * 1024**3
OWN_RULES = "*/games/*/rules/*,*/games/*/rules.py"
"""The files whose coverage by their games' own tests is measured."""

Command = Sequence[str | Path]


def new_scratch() -> tempfile.TemporaryDirectory[str]:
    """A folder for the tests' files, in memory if there is room: databases wait for a disk."""
    try:
        memory = os.statvfs(MEMORY)
    except (AttributeError, OSError):  # Windows and macOS have none
        return tempfile.TemporaryDirectory()
    has_room = memory.f_bavail * memory.f_frsize > LEAST_ROOM
    is_usable = has_room and not memory.f_flag & os.ST_NOEXEC
    return tempfile.TemporaryDirectory(dir=MEMORY if is_usable else None)


SCRATCH = new_scratch()


@dataclass
class Part:
    """Commands that run one after the other; the part ends with the first that fails."""

    name: str
    commands: Sequence[Command]
    seconds: float = 0.0
    failed: bool = False

    def run(self, is_alone: bool) -> None:
        """Run the commands; those of a part beside others are shown when it is over."""
        began, output = perf_counter(), b""
        for command in self.commands:
            done = subprocess.run(
                [str(word) for word in command],
                cwd=ROOT,
                env=ENVIRONMENT,
                stdout=None if is_alone else subprocess.PIPE,
                stderr=None if is_alone else subprocess.STDOUT,
                check=False,
            )
            output += done.stdout or b""
            if done.returncode:
                self.failed = True
                break
        self.seconds = perf_counter() - began
        sys.stdout.buffer.write(output)
        state = "FAILED" if self.failed else "passed"
        print(f"--- {self.name}: {state}, {self.seconds:.0f} s", flush=True)


def pytest(name: str, *arguments: str, workers: int) -> Command:
    spread = (f"-n{workers}", "--dist=loadgroup", "--no-loadscope-reorder")
    files = (f"--junitxml={TIMES / name}.xml", f"--basetemp={SCRATCH.name}/{name}")
    return (BIN / "pytest", *files, *spread, *arguments)


def lint() -> Part:
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    return Part(
        "lint",
        [
            [BIN / "ruff", "check", "."],
            [BIN / "ruff", "format", "--check", "."],
            [BIN / "mypy"],
            [BIN / "lint-imports"],
            [BIN / "check-jsonschema", "--quiet", "--builtin-schema", "vendor.github-workflows",
             *workflows],
        ],
    )  # fmt: skip


def game_names() -> list[str]:
    """The games' folders, those with the longest tests first."""
    folders = (path.parent.name for path in (ROOT / "src/nomarch/games").glob("*/__init__.py"))
    return sorted(folders, reverse=True)


def own_tests(game: str) -> Part:
    """A game's own tests, which measure the coverage of its rules."""
    measured = (BIN / "coverage", "run", "-p", "-m", "pytest", f"tests/{game}")
    return Part(f"rules of {game}", [[*measured, f"--junitxml={TIMES / game}.xml"]])


def coverage() -> Part:
    """The games' own tests reach nearly every line of the rules."""
    report: Command = [BIN / "coverage", "report", f"--include={OWN_RULES}", "--fail-under=99"]
    return Part("coverage of the rules", [[BIN / "coverage", "combine", "-q"], report])


def senet(more: Sequence[str]) -> Part:
    """A game in its own package, found by its entry point."""
    command = ["make", "--no-print-directory", "test-senet", f"MORE={' '.join(more)}"]
    return Part("a game in its own package", [command])


def main_tests(more: Sequence[str]) -> Part:
    others = [
        f"--ignore={folder}" for folder in (*map("tests/{}".format, game_names()), "tests/browser")
    ]
    return Part("library and server", [pytest("main", *others, *more, workers=LIBRARY)])


def browser_tests(more: Sequence[str]) -> Part:
    return Part("pages in a browser", [pytest("browser", "tests/browser", *more, workers=BROWSERS)])


def downloads() -> Part:
    """Finds or downloads browser and database."""
    return Part(
        "browser and database",
        [[sys.executable, f"tests/install_{what}.py"] for what in ("chromium", "postgres")],
    )


def stages(name: str, more: Sequence[str]) -> list[list[Part]]:
    if name == "lint":
        return [[lint()]]
    if name == "check":
        return [[lint(), Part("fast tests", [pytest("fast", *FAST, workers=CORES)])]]
    return [
        [downloads(), lint(), senet(more), *map(own_tests, game_names())],
        [main_tests(more), browser_tests(more), coverage()],
    ]


def slowest_tests() -> list[tuple[float, str]]:
    found = [
        (float(case.get("time", 0)), f"{case.get('classname')}::{case.get('name')}")
        for path in TIMES.glob("*.xml")
        for case in ElementTree.parse(path).iter("testcase")
    ]
    return sorted(found, reverse=True)[:SLOWEST]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stages", choices=["lint", "check", "test"])
    parser.add_argument("--all", action="store_true", help="also run the thorough tests")
    options = parser.parse_args()
    shutil.rmtree(TIMES, ignore_errors=True)
    TIMES.mkdir(parents=True)
    for measured in (*ROOT.glob(".coverage"), *ROOT.glob(".coverage.*")):
        measured.unlink()
    began, parts = perf_counter(), []
    for stage in stages(options.stages, ["--thorough"] if options.all else []):
        with ThreadPoolExecutor(CORES + 1) as threads:  # a part may wait for the network
            list(threads.map(lambda part: part.run(len(stage) == 1), stage))  # noqa: B023
        parts += stage
    if slowest := slowest_tests():
        print(f"\nThe {len(slowest)} slowest tests:")
    for seconds, test in slowest:
        print(f"{seconds:6.0f} s  {test}")
    print("\nTime by part:")
    for part in parts:
        print(f"{part.seconds:6.0f} s  {part.name}{'  FAILED' if part.failed else ''}")
    print(f"{perf_counter() - began:6.0f} s  in all")
    return int(any(part.failed for part in parts))


if __name__ == "__main__":
    sys.exit(main())
