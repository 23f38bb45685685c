"""Runs the tests in parts, and prints the time of each part and the ten slowest tests.

    python tests/run_parts.py lint          what `make lint` runs
    python tests/run_parts.py check         what `make check` runs: lint, types, fast tests
    python tests/run_parts.py rules         what `make test-rules` runs: the rules' coverage
    python tests/run_parts.py test          what `make test` runs
    python tests/run_parts.py test --all    with the thorough tests and `rules`: `make test-all`

Parts run beside each other. Many tests wait for servers, databases and browsers, so there are more
processes than cores.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
CORES = os.cpu_count() or 1
WORKERS = CORES + 1
"""Each collects all tests and starts its own server, which takes fifteen seconds of a core."""
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


def pytest(name: str, *arguments: str) -> Command:
    spread = (f"-n{WORKERS}", "--dist=loadgroup", "--no-loadscope-reorder")
    more = ("--durations=10", f"--basetemp={SCRATCH.name}/{name}")
    return (BIN / "pytest", *more, *spread, *arguments)


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


def rules() -> Part:
    games = sorted(path.parent.name for path in (ROOT / "src/nomarch/games").glob("*/__init__.py"))
    measured = (BIN / "coverage", "run", "-m", "pytest", *map("tests/{}".format, games))
    report: Command = [BIN / "coverage", "report", f"--include={OWN_RULES}", "--fail-under=99"]
    return Part("coverage of the rules", [measured, report])


def senet(more: Sequence[str]) -> Part:
    command = ["make", "--no-print-directory", "test-senet", f"MORE={' '.join(more)}"]
    return Part("a game in its own package", [command])


def tests(more: Sequence[str]) -> Part:
    """All tests in one pool, after browsers and database were found or downloaded.

    They are collected once before: each worker would rewrite all of them, had it nothing to read.
    """
    browsers = ["firefox"] if more else []
    return Part(
        "tests",
        [
            [sys.executable, "tests/install_programs.py", "chromium", "postgresql", *browsers],
            [BIN / "pytest", "--collect-only", "-qq", "--no-summary"],
            pytest("all", *more),
        ],
    )


def parts_of(name: str, *, is_thorough: bool) -> list[Part]:
    match name:
        case "lint":
            return [lint()]
        case "check":
            return [lint(), Part("fast tests", [pytest("fast", *FAST)])]
        case "rules":
            return [rules()]
    more = ["--thorough"] if is_thorough else []
    return [tests(more), lint(), senet(more), *([rules()] if is_thorough else [])]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=["lint", "check", "rules", "test"])
    parser.add_argument("--all", action="store_true", help="also run the thorough tests")
    options = parser.parse_args()
    began, parts = perf_counter(), parts_of(options.name, is_thorough=options.all)
    with ThreadPoolExecutor(len(parts)) as threads:
        list(threads.map(lambda part: part.run(len(parts) == 1), parts))
    print("\nTime by part:")
    for part in parts:
        print(f"{part.seconds:6.0f} s  {part.name}{'  FAILED' if part.failed else ''}")
    print(f"{perf_counter() - began:6.0f} s  in all")
    return int(any(part.failed for part in parts))


if __name__ == "__main__":
    sys.exit(main())
