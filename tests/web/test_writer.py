"""The writer: many entries in one commit, and each hears its own fate."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from nomarch.errors import Unavailable
from nomarch.storage import writer as storage_writer
from nomarch.storage.sqlite import SqliteStore
from nomarch.storage.statements import Statement
from nomarch.storage.store import Conflict
from nomarch.storage.writer import MOST_AT_ONCE
from nomarch.tables.state.model import Entry
from nomarch.tables.stores.job_store import Job, find_due
from nomarch.tables.stores.log_store import append_entries, read_log
from nomarch.tables.stores.log_writer import LogWriter


def entry(seq: int, table: str = "t1") -> Entry:
    return Entry(table, seq, "move", 0, "draw", 1.5)


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


def make(tmp_path: Path) -> tuple[SlowStore, LogWriter]:
    slow = SlowStore(tmp_path / "db")
    return slow, LogWriter(lambda: slow)


Waiting = list[asyncio.Task[bool]]


async def send(slow: SlowStore, writer: LogWriter, wishes: Iterable[Entry]) -> Waiting:
    """The tasks of wishes that all wait: some of them at the disk, the others for it."""
    tasks = [asyncio.create_task(writer.append(wish)) for wish in wishes]
    assert await asyncio.to_thread(slow.reached.wait, 60)
    assert not any(task.done() for task in tasks)
    return tasks


def log(tmp_path: Path, table: str = "t1") -> list[Entry]:
    store = SqliteStore(tmp_path / "db")
    try:
        return read_log(store, table)
    finally:
        store.close()


def test_what_waits_shares_a_commit(tmp_path: Path) -> None:
    async def scene() -> None:
        slow, writer = make(tmp_path)
        tasks = await send(slow, writer, [entry(1, f"t{i}") for i in range(40)])
        slow.gate.set()
        await asyncio.gather(*tasks)
        assert sum(slow.batches) == 40
        assert len(slow.batches) <= 2
        writer.close()

    asyncio.run(scene())
    assert log(tmp_path, "t7") == [entry(1, "t7")]


def test_a_clock_waits_for_the_next_move_to_share_its_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage_writer, "PATIENCE", 60.0)

    async def scene() -> None:
        slow, writer = make(tmp_path)
        slow.gate.set()
        writer.update_job("t1", Job(9.0, 1))
        await writer.append(entry(1, "t2"))
        assert slow.batches == [1]
        assert await writer.do(lambda store: find_due(store, 9.0, 5)) == ["t1"]
        writer.close()

    asyncio.run(scene())


def test_a_clock_is_written_though_nobody_moves(tmp_path: Path) -> None:
    async def scene() -> None:
        slow, writer = make(tmp_path)
        slow.gate.set()
        writer.update_job("t1", Job(9.0, 1))
        assert await asyncio.to_thread(slow.reached.wait, 60)
        writer.close()

    asyncio.run(scene())


def test_the_job_of_a_bot_does_not_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage_writer, "PATIENCE", 600.0)

    async def scene() -> None:
        slow, writer = make(tmp_path)
        slow.gate.set()
        writer.update_job("t1", Job(9.0, 1, bots=True))
        assert await asyncio.to_thread(slow.reached.wait, 60)
        writer.close()

    asyncio.run(scene())


def test_a_commit_has_a_greatest_size(tmp_path: Path) -> None:
    async def scene() -> None:
        slow, writer = make(tmp_path)
        tasks = await send(slow, writer, [entry(i) for i in range(2 * MOST_AT_ONCE)])
        slow.gate.set()
        await asyncio.gather(*tasks)
        assert sum(slow.batches) == 2 * MOST_AT_ONCE
        assert max(slow.batches) == MOST_AT_ONCE
        writer.close()

    asyncio.run(scene())


def test_the_conflict_of_one_does_not_hurt_the_others(tmp_path: Path) -> None:
    async def scene() -> None:
        slow, writer = make(tmp_path)
        wishes = [entry(1), entry(2), entry(1), entry(1, "t2"), entry(2, "t2")]
        tasks = await send(slow, writer, wishes)
        slow.gate.set()
        told = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(answer) for answer in told] == [
            bool, bool, Conflict, bool, bool,
        ]  # fmt: skip
        writer.close()

    asyncio.run(scene())
    assert log(tmp_path) == [entry(1), entry(2)]
    assert log(tmp_path, "t2") == [entry(1, "t2"), entry(2, "t2")]


def test_a_failing_disk_is_told_to_all_that_wait(tmp_path: Path) -> None:
    class Failing(SqliteStore):
        def execute(self, statement: Statement | str, values: Sequence[Any] = ()) -> int:
            raise OSError("no space left")

    async def scene() -> None:
        writer = LogWriter(lambda: Failing(tmp_path / "db"))
        with pytest.raises(Unavailable, match="Try again"):
            await writer.append(entry(1))
        writer.close()

    asyncio.run(scene())
    assert log(tmp_path) == []


def test_a_store_that_cannot_be_opened_is_told_to_all_that_wait_and_tried_again(
    tmp_path: Path,
) -> None:
    refusals = [OSError("no such disk"), OSError("still none")]

    def open_store() -> SqliteStore:
        if refusals:
            raise refusals.pop()
        return SqliteStore(tmp_path / "db")

    async def scene() -> None:
        writer = LogWriter(open_store)
        with pytest.raises(Unavailable, match="Try again"):
            await writer.append(entry(1))
        with pytest.raises(Unavailable, match="Try again"):
            await writer.do(lambda store: append_entries(store, [entry(1)]))
        await writer.append(entry(1))
        writer.close()

    asyncio.run(scene())
    assert log(tmp_path) == [entry(1)]


def test_closing_writes_what_waits(tmp_path: Path) -> None:
    async def scene() -> None:
        slow, writer = make(tmp_path)
        tasks = await send(slow, writer, [entry(i) for i in range(1, 20)])
        slow.gate.set()
        writer.close()
        await asyncio.gather(*tasks)

    asyncio.run(scene())
    assert len(log(tmp_path)) == 19


def test_one_who_gave_up_waiting_does_no_harm(tmp_path: Path) -> None:
    async def scene() -> None:
        slow, writer = make(tmp_path)
        gone, patient = await send(slow, writer, [entry(1), entry(2)])
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        slow.gate.set()
        await patient
        writer.close()

    asyncio.run(scene())
    assert log(tmp_path) == [entry(1), entry(2)]
