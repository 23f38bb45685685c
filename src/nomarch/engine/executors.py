"""Crews: who does a job chunk by chunk: this process, others of this machine, or a cluster.

What a chunk is depends on the job alone and never on who does it: numbered games give the same sums
wherever they are played, and in whatever order they come back.
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
"""What a crew knows a chunk by that it has been given."""


class Crew(ABC):
    """Does jobs chunk by chunk; used as a context, it goes home at the end."""

    apart = False
    """Whether its hands are elsewhere: what is compiled here is of no use to them, and a chunk has
    to be worth the way."""

    def do(
        self, job: Callable[[Chunk], Result], chunks: Iterable[Chunk]
    ) -> Iterator[tuple[Chunk, Result]]:
        """Every chunk with what came of it, as they are done; few wait at a time."""
        coming, begun = iter(chunks), dict[Ticket, Chunk]()
        try:
            while True:
                for chunk in islice(coming, max(0, 2 * self.hands() - len(begun))):
                    begun[self.begin(job, chunk)] = chunk
                if not begun:
                    return
                ticket = self.first_done(begun)
                yield begun.pop(ticket), self.result(ticket)
        finally:
            for ticket in begun:
                self.drop(ticket)

    @abstractmethod
    def hands(self) -> int:
        """How many chunks can be done at once, at this moment."""

    @abstractmethod
    def begin(self, job: Callable[[Chunk], Result], chunk: Chunk) -> Ticket:
        """Takes a chunk on."""

    @abstractmethod
    def first_done(self, begun: Collection[Ticket]) -> Ticket:
        """Waits for any of them."""

    @abstractmethod
    def result(self, ticket: Ticket) -> Any:
        """What came of a chunk that is done; what went wrong there is raised here."""

    @abstractmethod
    def drop(self, ticket: Ticket) -> None:
        """Leaves a chunk undone that nobody waits for any more."""

    @abstractmethod
    def close(self) -> None:
        """Goes home."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()


class Alone(Crew):
    """This process, one chunk after the other."""

    def hands(self) -> int:
        """One pair."""
        return 1

    def begin(self, job: Callable[[Chunk], Result], chunk: Chunk) -> Ticket:
        """Remembers what is to be done."""
        return partial(job, chunk)

    def first_done(self, begun: Collection[Ticket]) -> Ticket:
        """The one that came first."""
        return next(iter(begun))

    def result(self, ticket: Ticket) -> Any:
        """Does it now."""
        return ticket()

    def drop(self, ticket: Ticket) -> None:
        """Forgets it: it was not begun."""

    def close(self) -> None:
        """Nobody has to go."""


class Pool(Crew):
    """Threads or processes of this machine."""

    def __init__(self, executor: Executor, workers: int) -> None:
        self._executor, self._workers = executor, workers

    def hands(self) -> int:
        """As many as there are workers."""
        return self._workers

    def begin(self, job: Callable[[Chunk], Result], chunk: Chunk) -> Ticket:
        """Puts it in the line."""
        return self._executor.submit(job, chunk)

    def first_done(self, begun: Collection[Future[Any]]) -> Ticket:
        """Whichever is done, the one that came first if there are several."""
        done = wait(begun, return_when=FIRST_COMPLETED).done
        return next(ticket for ticket in begun if ticket in done)

    def result(self, ticket: Ticket) -> Any:
        """What the worker returned or raised."""
        return ticket.result()

    def drop(self, ticket: Ticket) -> None:
        """Takes it out of the line, unless a worker is at it."""
        ticket.cancel()

    def close(self) -> None:
        """Waits for what is being done, and lets the workers go."""
        self._executor.shutdown()


def threads(workers: int) -> Pool:
    """Threads, for compiled jobs, which share what is compiled and release the interpreter."""
    return Pool(ThreadPoolExecutor(workers), workers)


def processes(workers: int) -> Pool:
    """Processes, for jobs in Python; job and chunks have to be picklable."""
    return Pool(ProcessPoolExecutor(workers, get_context("spawn")), workers)
