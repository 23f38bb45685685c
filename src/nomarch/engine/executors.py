"""Executors that run a job chunk by chunk: in this process, in a pool, or on a cluster.

Chunks depend on the job alone: numbered games give the same sums wherever they are played, and in
whatever order they finish.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from functools import partial
from itertools import islice
from multiprocessing import get_context
from types import TracebackType
from typing import Any, Self, TypeVar

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")
Ticket = Any
"""Identifies a submitted chunk: a future, a Ray object reference, ..."""


class ChunkExecutor(ABC):
    """Runs jobs chunk by chunk. A context manager that closes itself."""

    is_remote = False
    """Whether workers run elsewhere: they compile for themselves, and want larger chunks."""

    def run(
        self, job: Callable[[Chunk], Result], chunks: Iterable[Chunk]
    ) -> Iterator[tuple[Chunk, Result]]:
        """Yield each chunk with its result as it finishes, at most two per worker in flight."""
        coming, pending = iter(chunks), dict[Ticket, Chunk]()
        try:
            while True:
                for chunk in islice(coming, max(0, 2 * self.workers() - len(pending))):
                    pending[self.submit(job, chunk)] = chunk
                if not pending:
                    return
                ticket = self.wait_any(pending)
                yield pending.pop(ticket), self.result(ticket)
        finally:
            for ticket in pending:
                self.cancel(ticket)

    @abstractmethod
    def workers(self) -> int:
        """Return how many chunks can run at once at the moment."""

    @abstractmethod
    def submit(self, job: Callable[[Chunk], Result], chunk: Chunk) -> Ticket: ...

    @abstractmethod
    def wait_any(self, pending: Collection[Ticket]) -> Ticket:
        """Block until one of the tickets is done, and return it."""

    @abstractmethod
    def result(self, ticket: Ticket) -> Any:
        """Return the result of a finished chunk, or raise its error."""

    @abstractmethod
    def cancel(self, ticket: Ticket) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()


class SerialExecutor(ChunkExecutor):
    """Runs chunks one after the other in this process, when their result is read."""

    def workers(self) -> int:
        return 1

    def submit(self, job: Callable[[Chunk], Result], chunk: Chunk) -> Ticket:
        return partial(job, chunk)

    def wait_any(self, pending: Collection[Ticket]) -> Ticket:
        return next(iter(pending))

    def result(self, ticket: Ticket) -> Any:
        return ticket()

    def cancel(self, ticket: Ticket) -> None:
        pass

    def close(self) -> None:
        pass


class PoolExecutor(ChunkExecutor):
    """Threads or processes of this machine."""

    def __init__(self, executor: Executor, workers: int) -> None:
        self._executor, self._workers = executor, workers

    def workers(self) -> int:
        return self._workers

    def submit(self, job: Callable[[Chunk], Result], chunk: Chunk) -> Ticket:
        return self._executor.submit(job, chunk)

    def wait_any(self, pending: Collection[Future[Any]]) -> Ticket:
        done = wait(pending, return_when=FIRST_COMPLETED).done
        return next(ticket for ticket in pending if ticket in done)

    def result(self, ticket: Ticket) -> Any:
        return ticket.result()

    def cancel(self, ticket: Ticket) -> None:
        ticket.cancel()

    def close(self) -> None:
        self._executor.shutdown()


def threads(workers: int) -> PoolExecutor:
    """Return a thread pool, for compiled jobs, which release the interpreter lock."""
    return PoolExecutor(ThreadPoolExecutor(workers), workers)


def processes(workers: int) -> PoolExecutor:
    """Return a process pool, for jobs in Python; job and chunks must be picklable."""
    return PoolExecutor(ProcessPoolExecutor(workers, get_context("spawn")), workers)
