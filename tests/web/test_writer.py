"""The writer: many entries in one commit, and each hears its own fate."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from nomarch.errors import Unavailable
from nomarch.storage import writer as storage_writer
from nomarch.storage.sqlite import SqliteStore
from nomarch.storage.statements import Statement
from nomarch.storage.store import Conflict, Store
from nomarch.storage.writer import MOST_AT_ONCE
from nomarch.tables.state.model import Entry
from nomarch.tables.stores.job_store import Job, find_due
from nomarch.tables.stores.log_store import append_entries, read_log
from nomarch.tables.stores.log_writer import LogWriter

from .conftest import Patch
from .test_store import entry

pytestmark = pytest.mark.anyio


class SlowStore(SqliteStore):
    """Waits at the disk until it is let through; remembers the size of every commit."""

    def __init__(self, path: Path) -> None:
        self.reached, self.gate = Event(), Event()
        self.gate.set()
        self.batches: list[int] = []
        self.is_inside = False
        super().__init__(path)
        self.gate.clear()
        self.reached.clear()
        self.batches.clear()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[object]:
        self.reached.set()
        assert self.gate.wait(60)
        with super().transaction():
            is_outermost, self.is_inside = not self.is_inside, True
            if is_outermost:
                self.batches.append(0)
            yield
            self.is_inside = not is_outermost

    def execute(self, statement: Statement | str, values: Sequence[Any] = ()) -> int:
        if isinstance(statement, Statement):
            sql, _ = statement.compile(self.dialect)
            self.batches[-1] += sql.startswith("INSERT INTO entry")
        return super().execute(statement, values)


@pytest.fixture
def slow(tmp_path: Path) -> SlowStore:
    return SlowStore(tmp_path / "db")


@contextlib.contextmanager
def writing(open_store: Callable[[], Store]) -> Iterator[LogWriter]:
    writer = LogWriter(open_store)
    yield writer
    writer.close()


Waiting = list[asyncio.Task[bool]]


async def send(slow: SlowStore, writer: LogWriter, wishes: Iterable[Entry]) -> Waiting:
    tasks = [asyncio.create_task(writer.append(wish)) for wish in wishes]
    assert await asyncio.to_thread(slow.reached.wait, 60)
    assert not any(task.done() for task in tasks)
    return tasks


async def sent(slow: SlowStore, wishes: Iterable[Entry]) -> list[Any]:
    with writing(lambda: slow) as writer:
        tasks = await send(slow, writer, wishes)
        slow.gate.set()
        return await asyncio.gather(*tasks, return_exceptions=True)


def log(tmp_path: Path, table: str = "t1") -> list[Entry]:
    with contextlib.closing(SqliteStore(tmp_path / "db")) as store:
        return read_log(store, table)


async def test_what_waits_shares_a_commit(tmp_path: Path, slow: SlowStore) -> None:
    told = await sent(slow, [entry(1, f"t{i}") for i in range(40)])
    assert [type(answer) for answer in told] == [bool] * 40
    assert sum(slow.batches) == 40
    assert len(slow.batches) <= 2
    assert log(tmp_path, "t7") == [entry(1, "t7")]


async def test_a_clock_shares_the_commit_of_a_move(slow: SlowStore, monkeypatch: Patch) -> None:
    monkeypatch.setattr(storage_writer, "PATIENCE", 60.0)

    slow.gate.set()
    with writing(lambda: slow) as writer:
        writer.update_job("t1", Job(9.0, 1))
        await writer.append(entry(1, "t2"))
        assert slow.batches == [1]
        assert await writer.do(lambda store: find_due(store, 9.0, 5)) == ["t1"]


@pytest.mark.parametrize("is_bot", [False, True])
async def test_a_clock_is_written(slow: SlowStore, monkeypatch: Patch, is_bot: bool) -> None:
    """Also if nobody moves; the job of a bot doesn't wait for a move."""
    if is_bot:
        monkeypatch.setattr(storage_writer, "PATIENCE", 600.0)
    slow.gate.set()
    with writing(lambda: slow) as writer:
        writer.update_job("t1", Job(9.0, 1, bots=is_bot))
        assert await asyncio.to_thread(slow.reached.wait, 60)


async def test_a_commit_has_a_greatest_size(slow: SlowStore) -> None:
    await sent(slow, [entry(i) for i in range(2 * MOST_AT_ONCE)])
    assert sum(slow.batches) == 2 * MOST_AT_ONCE
    assert max(slow.batches) == MOST_AT_ONCE


async def test_the_conflict_of_one_hurts_no_other(tmp_path: Path, slow: SlowStore) -> None:
    wishes = [entry(1), entry(2), entry(1), entry(1, "t2"), entry(2, "t2")]
    told = await sent(slow, wishes)
    assert [type(answer) for answer in told] == [bool, bool, Conflict, bool, bool]
    assert log(tmp_path) == [entry(1), entry(2)]
    assert log(tmp_path, "t2") == [entry(1, "t2"), entry(2, "t2")]


async def test_a_failing_disk_is_told_to_all_that_wait(tmp_path: Path) -> None:
    class Failing(SqliteStore):
        def execute(self, statement: Statement | str, values: Sequence[Any] = ()) -> int:
            raise OSError("no space left")

    refused = pytest.raises(Unavailable, match="Try again")
    with writing(lambda: Failing(tmp_path / "db")) as writer, refused:
        await writer.append(entry(1))
    assert log(tmp_path) == []


async def test_a_store_that_cannot_be_opened_is_tried_again(tmp_path: Path) -> None:
    refusals = [OSError("no such disk"), OSError("still none")]

    def open_store() -> SqliteStore:
        if refusals:
            raise refusals.pop()
        return SqliteStore(tmp_path / "db")

    with writing(open_store) as writer:
        with pytest.raises(Unavailable, match="Try again"):
            await writer.append(entry(1))
        with pytest.raises(Unavailable, match="Try again"):
            await writer.do(lambda store: append_entries(store, [entry(1)]))
        await writer.append(entry(1))
    assert log(tmp_path) == [entry(1)]


async def test_closing_writes_what_waits(tmp_path: Path, slow: SlowStore) -> None:
    with writing(lambda: slow) as writer:
        tasks = await send(slow, writer, [entry(i) for i in range(1, 20)])
        slow.gate.set()
    await asyncio.gather(*tasks)
    assert len(log(tmp_path)) == 19


async def test_one_who_gave_up_waiting_does_no_harm(tmp_path: Path, slow: SlowStore) -> None:
    with writing(lambda: slow) as writer:
        gone, patient = await send(slow, writer, [entry(1), entry(2)])
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        slow.gate.set()
        await patient
    assert log(tmp_path) == [entry(1), entry(2)]
