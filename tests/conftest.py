"""Shared by all tests: the same examples in every run, no clock, and one process per compiler.

Tests that compile a game run in one process, so that each game compiles once. What waits or takes
long comes first, so that all processes are busy to the end. Tests marked `thorough` run with
`--thorough` only, tests marked `proved` after a change of what they exercise (`proofs.py`); a run
says how many it left out, and the time per folder.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from nomarch.kernel.game import Rulebook
from tests import install_postgres, proofs

if TYPE_CHECKING:
    from tests.postgres import Cluster

settings.register_profile(
    "nomarch", deadline=None, derandomize=True, max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],  # that is the machine's health
)  # fmt: skip
settings.load_profile("nomarch")


LEFT_OUT = pytest.StashKey[int]()
PASSED = set[str]()
"""Proofs of the tests that passed."""
WAITING = {
    f"test_{name}"
    for name in ("several", "kill", "attacks", "staying_up", "root_path", "upgrading", "watchdog",
                 "cuda_simulator", "without_a_server")
}  # fmt: skip
"""Files whose tests wait for servers or other processes, or take long."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--thorough", action="store_true", help="run the tests marked thorough, too (make test-all)"
    )
    parser.addoption(
        "--prove", action="store_true", help="store a proof of each test marked proved that passes"
    )


@pytest.hookimpl(tryfirst=True)  # before the groups are read
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--thorough"):
        stored = proofs.stored_proofs()
        kept, left_out = list[pytest.Item](), list[pytest.Item]()
        for item in items:
            (left_out if _is_left_out(item, stored) else kept).append(item)
        items[:] = kept
        config.stash[LEFT_OUT] = len(left_out)
        config.hook.pytest_deselected(items=left_out)
    for item in items:
        callspec = getattr(item, "callspec", None)
        book = callspec.params.get("book") if callspec else None
        compiles = item.get_closest_marker("compiles") or item.path.parent.name == "envs"
        if isinstance(book, Rulebook) and compiles:
            item.add_marker(pytest.mark.xdist_group(f"compile-{book.game.id}"))
        elif isinstance(book, Rulebook) and "setup" in callspec.params:
            # Checks of a set-up look at the same random games, which one process plays once.
            setup = f"{book.game.id}-{callspec.params['setup']}"
            item.add_marker(pytest.mark.xdist_group(f"set-up-{setup}"))
    items.sort(key=_turn)


def _is_left_out(item: pytest.Item, stored: set[str]) -> bool:
    if item.get_closest_marker("thorough"):
        return True
    if not item.get_closest_marker("proved"):
        return False
    assert isinstance(item, pytest.Function)
    proof = proofs.proof_of(item)
    item.user_properties.append(("proof", proof))
    return proof in stored


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" and report.passed:
        PASSED.update(value for name, value in report.user_properties if name == "proof")


def _turn(item: pytest.Item) -> int:
    """What waits comes first, then what compiles, then the rest."""
    if item.path.stem in WAITING:
        return 0
    group = item.get_closest_marker("xdist_group")
    return 1 if group and str(group.args[0]).startswith("compile-") else 2


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left out"] = session.config.stash.get(LEFT_OUT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Every worker collects all tests, so each of them counts the same."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left out", 0)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if config.getoption("--prove"):
        proofs.store_proofs(PASSED)
        terminalreporter.write_line(f"Stored proofs: {len(PASSED)}.")
    seconds: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                seconds[report.nodeid.split("::")[0].rpartition("/")[0]] += report.duration
    if len(seconds) > 1:
        shares = (f"{folder} {spent:.0f} s" for folder, spent in seconds.most_common())
        terminalreporter.write_line(f"Time by folder, all workers: {', '.join(shares)}.")
    if left_out := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(f"{left_out} tests left out: make test-all runs them.")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A real PostgreSQL of this test run."""
    if install_postgres.find() is None:
        pytest.skip("NO POSTGRESQL: run tests/install_postgres.py, or several servers go untested")
    from tests.postgres import Cluster

    cluster = Cluster(durable=False)
    yield cluster
    cluster.close()


@pytest.fixture
def new_postgres(cluster: Cluster) -> Callable[[], str]:
    """Makes empty databases; their addresses."""
    return cluster.new_database
