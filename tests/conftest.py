"""Shared by all tests: the same examples in every run, no clock, and one process per compiler.

Tests that compile a game run in one process, so that each game compiles once. What waits or takes
long comes first, so that all processes are busy to the end, and tests in a browser one after the
other. Tests marked `thorough` run with `--thorough` only, tests marked `compiled` after a change of
what they exercise, and a tenth of them without, another one at each commit. A run says how many it
left out.
"""

from __future__ import annotations

import logging
import os
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from nomarch.cli import main
from nomarch.kernel.declare.game import Rulebook
from tests.install_programs import find_postgres

if TYPE_CHECKING:
    from tests.postgres import Cluster

settings.register_profile(
    "nomarch", deadline=None, derandomize=True, max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],  # that is the machine's health
)  # fmt: skip
settings.load_profile("nomarch")


LEFT_OUT = pytest.StashKey[int]()
WAITING = {
    f"test_{name}"
    for name in ("several", "kill", "attacks", "staying_up", "root_path", "upgrading", "watchdog",
                 "cuda_simulator", "browser_edition")
}  # fmt: skip
"""Files whose tests wait for servers or other processes, or take long."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--thorough", action="store_true", help="run the tests marked thorough, too (make test-all)"
    )


ROOT = Path(__file__).parent.parent
COMPILED = (
    *(f"src/nomarch/{part}"
      for part in ("bots", "conformance", "draw", "engine", "envs", "games", "kernel", "learning")),
    "deploy/dev-constraints.txt", "pyproject.toml", "tests", ":!tests/browser", ":!tests/web",
)  # fmt: skip
"""What tests marked `compiled` exercise, themselves and their helpers: paths as Git takes them."""
SHARE = 10
"""One of so many compiled tests runs without a change: all of a game, which is compiled once."""


@cache
def changes(root: Path = ROOT) -> tuple[list[str], int] | None:
    """Return what changed of `COMPILED`, and the number of this commit; `None` if Git can't say.

    Since `NOMARCH_TESTED`, which CI sets to what was there before a push, or since this branch left
    main. On main itself the last commit counts.
    """

    def git(*words: str) -> list[str]:
        command = ("git", "-C", str(root), *words)
        return subprocess.check_output(command, text=True, stderr=subprocess.DEVNULL).split()

    refs = ("--format=%(refname)", "refs/heads/main", "refs/remotes/origin/main")
    try:
        (number,), (head,) = git("rev-list", "--count", "HEAD"), git("rev-parse", "HEAD")
        main = git("for-each-ref", "--sort=-refname", *refs)[:1]  # the remote one, if there is one
        base = os.environ.get("NOMARCH_TESTED") or git("merge-base", "HEAD", *main)[0]
        base = "HEAD~1" if base == head else base
        new = git("ls-files", "--others", "--exclude-standard", "--", *COMPILED)
        return git("diff", "--name-only", base, "--", *COMPILED) + new, int(number)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return None


def is_needless(item: pytest.Item) -> bool:
    if (found := changes()) is None:
        return False
    changed, number = found
    if any(item.path.match(file) or not Path(file).match("test_*.py") for file in changed):
        return False
    group = item.get_closest_marker("xdist_group")
    name = _compiled_game(item) or (str(group.args[0]) if group else item.nodeid)
    return crc32(name.encode()) % SHARE != number % SHARE


def _compiled_game(item: pytest.Item) -> str:
    """The group of tests that compile the same game; empty for a test that compiles none."""
    callspec = getattr(item, "callspec", None)
    book = callspec.params.get("book") if callspec else None
    compiles = item.get_closest_marker("compiles") or item.path.parent.name == "envs"
    return f"compile-{book.game.id}" if compiles and isinstance(book, Rulebook) else ""


@pytest.hookimpl(tryfirst=True)  # before the groups are read
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--thorough"):
        kept, left_out = list[pytest.Item](), list[pytest.Item]()
        for item in items:
            (left_out if _is_left_out(item) else kept).append(item)
        items[:] = kept
        config.stash[LEFT_OUT] = len(left_out)
        config.hook.pytest_deselected(items=left_out)
    for item in items:
        params = item.callspec.params if hasattr(item, "callspec") else {}
        if group := _compiled_game(item):
            item.add_marker(pytest.mark.xdist_group(group))
        elif isinstance(params.get("book"), Rulebook) and "setup" in params:
            # Checks of a set-up look at the same random games, which one process plays once.
            setup = f"{params['book'].game.id}-{params['setup']}"
            item.add_marker(pytest.mark.xdist_group(f"set-up-{setup}"))
    items.sort(key=_turn)


def _is_left_out(item: pytest.Item) -> bool:
    if item.get_closest_marker("thorough"):
        return True
    return item.get_closest_marker("compiled") is not None and is_needless(item)


def _turn(item: pytest.Item) -> int:
    """What waits comes first, then what compiles, then what needs a browser, then the rest."""
    if item.path.stem in WAITING:
        return 0
    group = item.get_closest_marker("xdist_group")
    if group and str(group.args[0]).startswith("compile-"):
        return 1
    return 2 if item.path.parent.name == "browser" else 3


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left out"] = session.config.stash.get(LEFT_OUT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Every worker collects all tests, so each of them counts the same."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left out", 0)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if left_out := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(f"{left_out} tests left out: make test-all runs them.")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    if find_postgres() is None:
        pytest.skip("NO POSTGRESQL: run tests/install_programs.py, or several servers go untested")
    from tests.postgres import Cluster

    cluster = Cluster(durable=False)
    yield cluster
    cluster.close()


@pytest.fixture
def new_postgres(cluster: Cluster) -> Callable[[], str]:
    return cluster.new_database


Cli = Callable[..., tuple[object, str, str]]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Iterator[Cli]:
    """Runs a command: its exit status, what it printed, and what it complained about."""
    handlers = [one for one in logging.root.handlers if type(one) is not logging.StreamHandler]
    logging.root.handlers[:] = handlers

    def run(*arguments: str | Path) -> tuple[object, str, str]:
        status: object
        try:
            status = main([*map(str, arguments)])
        except SystemExit as stop:
            status = stop.code or 0
        return status, *capsys.readouterr()

    yield run
    logging.root.handlers[:] = handlers  # a server's own writes to what is captured here
