"""Executors: whoever plays the numbered games, the totals are the same, also when a machine dies.

The last part needs Ray: `make test-ray` installs it and runs this file.
"""

import fcntl
import json
import os
import pickle
import secrets
import select
import sys
import tempfile
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from nomarch.bots import arena
from nomarch.engine import ray_cluster
from nomarch.engine.executors import ChunkExecutor, Ticket, processes, threads
from nomarch.engine.ray_cluster import Cluster
from nomarch.engine.series import Series
from nomarch.engine.simulation import DEVICES, Simulation, simulate
from nomarch.errors import BadOption, ClusterFailed, NoDevice
from nomarch.kernel.declare.game import include, rulebook
from nomarch.kernel.run.seeds import make_seed

from .conftest import Cli

EXECUTORS: dict[str, Callable[[], ChunkExecutor]] = {
    "alone": lambda: threads(1),
    "threads": lambda: threads(3),
    "processes": lambda: processes(2),
}
SIMULATED: dict[str, Any] = {"players": 3, "seed": 5}
ENTERED = arena.contest("ra", ["greedy", "random"], 3, 2)

each_executor = pytest.mark.parametrize("executor", EXECUTORS.values(), ids=EXECUTORS)


class Far(ChunkExecutor):
    """An executor that says it is elsewhere, and does last what it was given first."""

    is_remote = True

    def __init__(self) -> None:
        super().__init__(ThreadPoolExecutor(1), 3)
        self.given: list[Any] = []

    def workers(self) -> int:
        print("(raylet) a node has died")
        return 3

    def submit(self, job: Callable[[Any], Any], chunk: Any) -> Ticket:
        self.given.append(chunk)
        return super().submit(job, chunk)

    def wait_any(self, begun: Collection[Ticket]) -> Ticket:
        return list(begun)[-1]


def simulated(games: int, **more: Any) -> Simulation:
    return replace(simulate("ra", games, **SIMULATED | more), seconds=1.0)


@each_executor
def test_every_chunk_is_done_once_until_one_fails(executor: Callable[[], ChunkExecutor]) -> None:
    with executor() as helpers:
        assert sorted(helpers.run(abs, range(-20, 0))) == [(n, -n) for n in range(-20, 0)]
        assert list(helpers.run(abs, [])) == []
        with pytest.raises(ValueError, match="invalid literal"):
            list(helpers.run(int, ["1", "two", *["3"] * 100]))
        assert list(helpers.run(int, ["4"])) == [("4", 4)]


def test_chunks_wait_at_their_source_until_hands_are_free() -> None:
    taken = []

    def chunks() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    with threads(2) as executor:
        done = executor.run(abs, chunks())
        next(done)
        assert len(taken) == 4
        next(done)
        assert len(taken) == 5


def test_a_job_that_is_given_up_is_taken_out_of_the_line() -> None:
    begun, gate = [], threading.Event()

    def job(number: int) -> None:
        begun.append(number)
        if number:
            gate.wait()

    with threads(2) as executor:
        done = executor.run(job, range(9))
        assert next(done) == (0, None)
        # Two are being done and cannot end; the fourth is in the line.
        done.close()
        gate.set()
    assert set(begun) <= {0, 1, 2}


@pytest.mark.compiled
@pytest.mark.xdist_group("compile-ra")
def test_who_plays_changes_no_total() -> None:
    games, far = 2 * DEVICES["cpu"].remote_chunk + 7, Far()
    expected = simulated(games, workers=2)
    assert simulated(games, executor=far) == expected
    assert far.given == [(0, 5000), (5000, 5000), (10000, 7)]
    with processes(1) as executor:
        assert simulated(games, executor=executor) == expected
    with pytest.raises(BadOption, match="an executor has its own"):
        simulated(1, executor=far, workers=1)


def test_a_series_travels_light() -> None:
    book = rulebook("ra")
    series = Series.at_random(book, 4, make_seed(1))
    # What a rulebook has loaded meanwhile, modules among it, stays behind.
    assert book.words
    arrived = pickle.loads(pickle.dumps(series))
    assert arrived.book is book
    assert arrived == series


def test_an_arena_that_ends_out_of_order_is_gone_on_with(tmp_path: Path) -> None:
    file, far, whole = tmp_path / "games.jsonl", Far(), arena.play(ENTERED, 9, workers=1)
    assert arena.play(ENTERED, 6, file, executor=far) == whole[:6]
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    assert [json.loads(line)["number"] for line in lines[1:]] == [5, 4, 3, 2, 1, 0]
    file.write_text("".join(lines[:4]), encoding="utf-8")
    again = Far()
    assert arena.play(ENTERED, 9, file, executor=again) == whole
    assert again.given == [0, 1, 2, 6, 7, 8]


each_command = pytest.mark.parametrize(
    "command",
    [
        ["sim", "ra", "--games", "5", "--players", "3"],
        ["arena", "ra", "--games", "3", "--players", "3", "--bots", "greedy", "random"],
    ],
    ids=lambda command: command[0],
)


@each_command
def test_without_the_extra_a_sentence_names_it(
    command: list[str], monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    sentence = "A Ray cluster needs the extra: pip install 'nomarch[ray]'."
    assert cli(*command, "--ray", "local") == (2, "", f"nomarch: {sentence}\n")
    status, _, err = cli(*command, "--ray", "local", "--workers", "2")
    assert status == 2
    assert "not allowed with argument --ray" in err


@pytest.mark.compiled
@pytest.mark.xdist_group("compile-ra")
@each_command
def test_results_alone_are_printed(
    command: list[str], monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    monkeypatch.setattr(ray_cluster, "Cluster", lambda address, on: Far())
    status, out, err = cli(*command, "--json", "--ray", "somewhere")
    assert status == 0
    assert json.loads(out)
    assert "(raylet) a node has died" in err


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://localhost:1", "[::1]:1", "here:99999"])
def test_an_address_without_a_cluster_is_refused_at_once(address: str) -> None:
    with pytest.raises(ClusterFailed, match="Nobody answers at"):
        ray_cluster.knock(address)


def test_a_machine_with_other_code_refuses() -> None:
    assert ray_cluster.carry_out(abs, -3, ray_cluster.sources()) == 3
    with pytest.raises(ClusterFailed, match="has another version of Nomarch"):
        ray_cluster.carry_out(abs, -3, "another")


def needs_ray(test: Callable[..., None]) -> Callable[..., None]:
    """Skips a test where Ray is missing, and has one process run all of them where it is not."""
    skipped = pytest.mark.skipif(find_spec("ray") is None, reason="NO RAY: see `make test-ray`")
    return pytest.mark.xdist_group("ray")(skipped(test))


SECONDS = 120
"""How long the test waits for a chunk to begin before it gives up."""


@dataclass(frozen=True)
class Doomed:
    """A job that never ends on one node, and tells so; elsewhere it waits until that node is dead.

    Every chunk that is begun leaves a line.
    """

    job: Callable[[Any], Any]
    node: str
    folder: Path

    def __call__(self, chunk: Any) -> Any:
        import ray

        with (self.folder / "begun").open("a") as begun:
            begun.write(f"{chunk}\n")
        if ray.get_runtime_context().get_node_id() == self.node:
            with (self.folder / "doom").open("w") as doom:
                doom.write(f"{chunk}\n")
            threading.Event().wait()
        with (self.folder / "alive").open() as alive:
            fcntl.flock(alive, fcntl.LOCK_SH)
        return self.job(chunk)

    @property
    def begun(self) -> list[str]:
        return (self.folder / "begun").read_text().splitlines()


class Sabotaged(Cluster):
    """A cluster of which one node dies as soon as it has begun its first chunk."""

    def __init__(self, nodes: Any, folder: Path) -> None:
        self.nodes, self.node = nodes, nodes.add_node(**SMALL)
        super().__init__(nodes.address)
        self.folder, self.lost = folder, ""
        os.mkfifo(folder / "doom")

    def run(self, job: Callable[[Any], Any], chunks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        self.doomed = Doomed(job, self.node.node_id, self.folder)
        doom = os.open(self.folder / "doom", os.O_RDONLY | os.O_NONBLOCK)
        with (self.folder / "alive").open("w") as alive:
            fcntl.flock(alive, fcntl.LOCK_EX)
            executioner = threading.Thread(target=self._execute, args=(doom, alive))
            executioner.start()
            yield from super().run(self.doomed, chunks)
            executioner.join()
        os.close(doom)

    def _execute(self, doom: int, alive: Any) -> None:
        if select.select([doom], [], [], SECONDS)[0]:
            self.lost = os.read(doom, 100).decode().strip()
        self.nodes.remove_node(self.node, allow_graceful=False)
        fcntl.flock(alive, fcntl.LOCK_UN)


SMALL = {"num_cpus": 1, "object_store_memory": 80 << 20}


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    # Sockets need a short path.
    with (
        tempfile.TemporaryDirectory(prefix="ray", dir="/tmp") as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("RAY_TMPDIR", folder)
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
        # Ray reads its settings when it is imported.
        from ray.cluster_utils import Cluster as Nodes

        head = SMALL | {"include_dashboard": False}
        nodes = Nodes(initialize_head=True, head_node_args=head)
        yield nodes
        nodes.shutdown()


@needs_ray
def test_a_node_that_dies_costs_its_own_chunk_only(nodes: Any, tmp_path: Path) -> None:
    with Sabotaged(nodes, tmp_path) as executor:
        assert simulated(40_000, executor=executor) == simulated(40_000)
        # Eight chunks were done, and only the one that died with its node was begun twice.
        chunks = [str((first, 5000)) for first in range(0, 40_000, 5000)]
        assert executor.lost in chunks
        assert sorted(executor.doomed.begun) == sorted([*chunks, executor.lost])


@needs_ray
def test_what_cannot_be_done_there_is_told_here(nodes: Any) -> None:
    with pytest.raises(NoDevice, match="has no graphics card"):
        Cluster(nodes.address, on="cuda")
    with Cluster(nodes.address) as executor:
        with pytest.raises(BadOption, match="There is no bot 'wizard'"):
            arena.play(arena.contest("ra", ["greedy", "wizard"], 3, 1), 1, executor=executor)
        with pytest.raises(ClusterFailed, match=r"A worker .* failed: ZeroDivisionError"):
            list(executor.run((1).__floordiv__, [1, 0]))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(executor, "sources", "another")
            with pytest.raises(ClusterFailed, match="has another version of Nomarch"):
                list(executor.run(abs, [1]))
        # Who is connected already is a person, and leaves the connection as it was.
        with Cluster(nodes.address) as person:
            assert sorted(person.run(abs, [-1, -2])) == [(-2, 2), (-1, 1)]
        assert list(executor.run(abs, [-3])) == [(-3, 3)]


@needs_ray
def test_work_that_kills_every_worker_ends(nodes: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_cluster, "TRIES_MORE", 1)
    with (
        Cluster(nodes.address) as executor,
        pytest.raises(ClusterFailed, match="lost the same work 2 times"),
    ):
        list(executor.run(os._exit, [1]))


@needs_ray
def test_cards_of_a_cluster_play_the_same_games(nodes: Any) -> None:
    include("tests.smallest")
    card = nodes.add_node(**SMALL, num_gpus=1, env_vars={"NUMBA_ENABLE_CUDASIM": "1"})
    with Cluster(nodes.address, on="cuda") as executor:
        wish: dict[str, Any] = {"games": 3, "players": 2, "seed": 1}
        here = simulate("crocodile", **wish)
        there = simulate("crocodile", **wish, on="cuda", executor=executor)
        assert replace(there, seconds=1.0) == replace(here, seconds=1.0)
    nodes.remove_node(card)


@needs_ray
def test_a_cluster_of_ones_own_is_gone_afterwards() -> None:
    from ray._private import worker

    with Cluster("local") as executor:
        assert sorted(executor.run(abs, [-1, -2])) == [(-2, 2), (-1, 1)]
        started = [
            one.process for kind in worker._global_node.all_processes.values() for one in kind
        ]
        assert started
        assert all(process.poll() is None for process in started)
    assert all(process.poll() is not None for process in started)
