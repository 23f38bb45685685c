"""Jobs that fail: tried again later each time, then given up where everyone can see it."""

import asyncio
import time
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from nomarch.i18n import translator
from nomarch.storage.store import Store
from nomarch.tables import job_runner
from nomarch.tables.job_runner import DAY, MAX_TRIES, JobRunner
from nomarch.tables.service import TableService
from nomarch.tables.state.model import PLAYER, Person, Seat
from nomarch.tables.state.table import Table
from nomarch.tables.state.table_options import TableOptions
from nomarch.tables.stores.job_store import LEASE, Job, find_due, reschedule, take_jobs
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.results import results
from nomarch.tables.stores.table_store import put_table
from nomarch.web.table.serializers import table_banner

from . import rated_games
from .actors import Logs, Patch
from .test_store import record

pytestmark = pytest.mark.anyio


async def test_jobs_that_wait_keep_their_lease(service: TableService, monkeypatch: Patch) -> None:
    """Many jobs take longer than a lease: another process may have taken some meanwhile."""
    clock, ran, renewed = [0.0], list[str](), list[list[str]]()

    async def run(id_: str, taken: float) -> None:
        ran.append(id_)
        clock[0] += LEASE / 2

    def renew(store: Store, process: str, tables: list[str]) -> set[str]:
        renewed.append(list(tables))
        return set(tables) - {"t2"}

    runner = JobRunner(service)
    monkeypatch.setattr(job_runner, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(job_runner, "take_jobs", lambda *_, **more: ["t1", "t2", "t3", "t4"])
    monkeypatch.setattr(job_runner, "renew_jobs", renew)
    monkeypatch.setattr(runner, "_run_job", run)
    await runner.run_due()
    assert ran == ["t1", "t3", "t4"]
    assert [tables for tables in renewed if tables] == [["t2", "t3", "t4"], ["t4"]]


async def test_a_job_that_fails_is_tried_again_and_given_up(
    service: TableService, store: Store, monkeypatch: Patch, caplog: Logs
) -> None:
    clock, outcomes, t = [time.time() + DAY], list[str](), translator("nomarch", "en")
    monkeypatch.setattr("nomarch.tables.job_runner.now", lambda: clock[0])
    service.tables.plays_bots = False
    runner = JobRunner(service, on_failure=outcomes.append)
    seats = [Seat(PLAYER, name, "ann") for name in ("Ann", "Bob", "Cy")]
    made = await service.create(Person("ann", "Ann"), "ra", seats, {}, TableOptions(clock=60))
    live = await service.open(made.id)
    with monkeypatch.context() as patch:
        patch.setattr(Table, "late_seats", Mock(side_effect=ZeroDivisionError))
        for wait in (10, 40, 160, 640, 2560):
            await runner.run_due()
            assert find_due(store, clock[0] + wait - 1, 9) == []
            assert find_due(store, clock[0] + wait, 9) == [made.id]
            assert table_banner(live.table, t) == ""
            clock[0] += wait
        await runner.run_due()
    assert outcomes == ["retried"] * (MAX_TRIES - 1) + ["given_up"]
    assert f"the job of table {made.id} failed 6 times: given up" in caplog.text
    assert "bots and clocks have stopped" in table_banner(live.table, t)
    assert find_due(store, clock[0] + DAY - 1, 9) == []
    clock[0] += DAY
    await runner.run_due()
    assert table_banner(live.table, t) == ""
    assert live.table.away or live.table.seq  # the clock ran out


def test_a_new_job_is_not_postponed_with_one_that_failed(store: Store) -> None:
    put_table(store, record())
    append_entries(store, [], {"t1": Job(100.0, 1)})
    assert take_jobs(store, "one", 100.0, 9, bots=True) == ["t1"]
    append_entries(store, [], {"t1": Job(160.0, 2)})
    reschedule(store, "t1", 100.0 + DAY, 100.0)
    assert find_due(store, 160.0, 9) == ["t1"]
    reschedule(store, "t1", 160.0 + DAY, 160.0)
    assert find_due(store, 160.0, 9) == []


async def test_the_game_of_a_server_that_died_is_ended(service: TableService, store: Store) -> None:
    """The other had seen that move, but left it to the first to store the result."""
    rated_games.prepare(store, 0)  # the players
    game, (*entries, last) = rated_games.play_one(1)
    put_table(store, game)
    append_entries(store, entries)
    live, over = await service.open(game.id), asyncio.Event()
    append_entries(store, [last], {game.id: Job(last.at, last.seq)})
    live.listeners.add(lambda *_: over.set())
    service.tables.follow_entry(game.id, last.seq)
    await asyncio.wait_for(over.wait(), 60)
    assert not results(store, [game.id])
    await JobRunner(service).run_due()
    assert results(store, [game.id])
    await service.writer.do(lambda _: None)  # nobody waits for the job to be deleted
    assert find_due(store, last.at, 9) == []
