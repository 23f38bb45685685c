"""Executors that run a job chunk by chunk: in a pool of this machine, or on a cluster.

Chunks depend on the job alone: numbered games give the same sums wherever they are played, and in
whatever order they finish.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent import futures
from contextlib import AbstractContextManager
from itertools import islice
from multiprocessing import get_context
from typing import Any, TypeVar

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")
Ticket = Any
"""Identifies a submitted chunk: a future, a Ray object reference, ..."""


class ChunkExecutor(AbstractContextManager["ChunkExecutor"]):
    """Runs jobs chunk by chunk in a pool. A context manager that closes itself."""

    is_remote = False
    """Whether workers run elsewhere: they compile for themselves, and want larger chunks."""

    def __init__(self, pool: futures.Executor, workers: int) -> None:
        self._pool, self._workers = pool, workers

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

    def workers(self) -> int:
        """Return how many chunks can run at once at the moment."""
        return self._workers

    def submit(self, job: Callable[[Chunk], Result], chunk: Chunk) -> Ticket:
        return self._pool.submit(job, chunk)

    def wait_any(self, pending: Collection[Ticket]) -> Ticket:
        """Block until one of the tickets is done, and return it."""
        done = futures.wait(pending, return_when=futures.FIRST_COMPLETED).done
        return next(ticket for ticket in pending if ticket in done)

    def result(self, ticket: Ticket) -> Any:
        """Return the result of a finished chunk, or raise its error."""
        return ticket.result()

    def cancel(self, ticket: Ticket) -> None:
        ticket.cancel()

    def close(self) -> None:
        self._pool.shutdown()

    def __exit__(self, *error: object) -> None:
        self.close()


def threads(workers: int) -> ChunkExecutor:
    """Return a thread pool, for compiled jobs, which release the interpreter lock."""
    return ChunkExecutor(futures.ThreadPoolExecutor(workers), workers)


def processes(workers: int) -> ChunkExecutor:
    """Return a process pool, for jobs in Python; job and chunks must be picklable."""
    return ChunkExecutor(futures.ProcessPoolExecutor(workers, get_context("spawn")), workers)
