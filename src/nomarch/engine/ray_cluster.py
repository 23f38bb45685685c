"""A Ray cluster as an executor: chunks are tasks, and Ray retries those of machines that die.

Ray is the extra `ray`, imported when a cluster is used. Every machine needs the same version of
Nomarch; workers with another one refuse.
"""

import os
import socket
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from nomarch.engine.executors import Chunk, ChunkExecutor, Result, Ticket
from nomarch.errors import BadOption, ClusterFailed, NoDevice, NomarchError

LOCAL = "local"
"""The address that starts a temporary cluster on this machine."""
TRIES_MORE = 5
"""How often a chunk is retried when its worker or machine dies."""
PATIENCE = 10
"""Seconds to wait for a cluster's answer."""
OBJECTS = 100 << 20
"""Bytes of a local cluster's shared memory; results are too small to use it."""


@contextmanager
def cluster_at(address: str | None, *, on: str = "cpu") -> Iterator[ChunkExecutor | None]:
    """Yield the cluster at an address, for work on CPUs or GPUs; None without an address.

    What Ray prints goes to stderr, because a command's output is for results.
    """
    if address is None:
        yield None
        return
    with redirect_stdout(sys.stderr), Cluster(address, on=on) as executor:
        yield executor


class Cluster(ChunkExecutor):
    """The workers of a Ray cluster."""

    is_remote = True

    def __init__(self, address: str, *, on: str = "cpu") -> None:
        self._ray, self._kind = _ray(), "GPU" if on == "cuda" else "CPU"
        # Who has connected already, as one may in a notebook, stays connected.
        self._is_person = self._ray.is_initialized()
        if not self._is_person:
            _connect(self._ray, address)
        if on == "cuda" and not self._ray.cluster_resources().get(self._kind):
            self.close()
            raise NoDevice(f"The Ray cluster {address} has no graphics card.")
        needs = {"num_gpus": 1} if on == "cuda" else {"num_cpus": 1}
        self._task = self._ray.remote(max_retries=TRIES_MORE, **needs)(carry_out)
        self.sources = sources()

    def workers(self) -> int:
        """Return the number of CPUs or GPUs there are now: machines come and go."""
        return max(1, int(self._ray.cluster_resources().get(self._kind, 0)))

    def submit(self, job: Callable[[Chunk], Result], chunk: Chunk) -> Ticket:
        return self._task.remote(job, chunk, self.sources)

    def wait_any(self, pending: Collection[Ticket]) -> Ticket:
        return self._ray.wait(list(pending))[0][0]

    def result(self, ticket: Ticket) -> Any:
        """Return a task's result, or raise its error."""
        errors = self._ray.exceptions
        try:
            return self._ray.get(ticket)
        except errors.RayTaskError as failure:
            if isinstance(failure.cause, NomarchError):
                raise failure.cause from None
            raise ClusterFailed(
                f"A worker of the Ray cluster failed: {failure.cause!r}"
            ) from failure
        except errors.RayError as failure:
            raise ClusterFailed(
                f"The Ray cluster lost the same work {TRIES_MORE + 1} times: {_first_line(failure)}"
            ) from failure

    def cancel(self, ticket: Ticket) -> None:
        self._ray.cancel(ticket)

    def close(self) -> None:
        """Leave the cluster, and stop it if it was started here."""
        if not self._is_person:
            self._ray.shutdown()


def _ray() -> Any:
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        raise BadOption("A Ray cluster needs the extra: pip install 'nomarch[ray]'.") from error
    return ray


def _connect(ray: Any, address: str) -> None:
    own: dict[str, Any] = {}
    knock(address)
    # If several chunks fail for one reason, the first is reported and the rest dropped.
    os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")
    if address == LOCAL:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        own = {"include_dashboard": False, "object_store_memory": OBJECTS}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **own)
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        # Among them are another version of Ray or of Python, and a missing `grpcio`.
        reason = _first_line(error)
        raise ClusterFailed(f"No Ray cluster can be used at {address}: {reason}") from error


def knock(address: str) -> None:
    """Check that an address with a port answers: Ray itself would try for minutes."""
    host, _, port = address.rpartition("//")[2].rpartition(":")
    if port.isdecimal():
        try:
            socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
        except (OSError, OverflowError) as error:
            raise ClusterFailed(f"Nobody answers at {address} ({error}).") from error


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


def carry_out(job: Callable[[Chunk], Result], chunk: Chunk, expected: str) -> Result:
    """Run a chunk on a machine of the cluster."""
    if sources() != expected:
        raise ClusterFailed(
            f"The Ray cluster's machine {socket.gethostname()} has another version of Nomarch: "
            "install the same one on all of them."
        )
    return job(chunk)


@cache
def sources() -> str:
    """Return a hash of this installation's code, on which every result depends."""
    folder, digest = Path(__file__).parents[1], sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
