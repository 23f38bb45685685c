"""A real server in its own process: killed it loses nothing, told to stop it says goodbye."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bench import soak
from websockets.exceptions import ConnectionClosed

from nomarch.contests.site_hooks import site_database
from tests.systems import needs_posix

from . import rated_games, sent_notices
from .actors import GIVE_UP, Patch, until, visits

pytestmark = needs_posix

GOING_AWAY_FOR_A_MOMENT = 1012


def test_no_answered_move_is_lost_and_every_table_goes_on(tmp_path: Path) -> None:
    rounds = soak.Soak(tmp_path, tables=4)
    rounds.run(ends=1)
    assert rounds.ends == 1
    assert rounds.answered >= 8
    assert len({table.id for table in rounds.tables}) == len(rounds.tables)
    rounds.tables[0].answered += [(0, "draw")] * 10_000
    with pytest.raises(AssertionError, match="was answered"):
        rounds.check()  # it would notice
    rounds.tables[0].answered.clear()
    with pytest.raises(AssertionError, match="that nobody sent"):
        rounds.check()


@pytest.mark.thorough  # `test_operations.py` copies a site in use, without a kill
def test_backups_and_admin_commands_lose_no_answered_move(tmp_path: Path) -> None:
    """Every command runs in its own process while moves are made; then the server is killed."""
    rounds = soak.Soak(tmp_path, tables=3, commands=18)
    rounds.run(ends=1)
    done = rounds.operator.done
    assert set(done) == {
        "backup", "status", "tables", "bans", "people", "export", "ban", "unban", "announce",
        "close", "delete", "forget", "move-data", "restore", "read-only",
    }  # fmt: skip
    assert not rounds.operator.copies, "the copies were not checked"


@pytest.mark.thorough
@pytest.mark.parametrize("command", ["back_up", "show"])
def test_moves_answered_after_one_command_survive(tmp_path: Path, command: str) -> None:
    """The same without a look at the files while the server runs: only what is left counts."""
    rounds = soak.Soak(tmp_path, tables=2, commands=1)
    rounds.operator.steps = (getattr(rounds.operator, command),)
    rounds.operator.checks_log = False
    rounds.run(ends=1)
    assert rounds.answered >= 4


@pytest.mark.thorough  # `test_several.py` has the same with two servers at PostgreSQL
def test_a_game_is_rated_once_wherever_the_server_is_killed(tmp_path: Path) -> None:
    """The last moves of rated games arrive while the server dies; the next one rates the rest."""
    store = site_database(str(tmp_path / "nomarch.sqlite3")).open()
    lasts, rng = rated_games.prepare(store, 8), Random(8)
    for _ in range(2):
        server = soak.Server(tmp_path)

        async def dies(server: Any) -> None:
            moves = [asyncio.create_task(rated_games.make(m, server.address)) for m in lasts]
            await moves[rng.randrange(4)]
            server.process.kill()
            await asyncio.gather(*moves)

        asyncio.run(dies(server))
        server.kill()
        assert "Traceback" not in server.errors
    server = soak.Server(tmp_path)
    asyncio.run(rated_games.make_all(lasts, [server.address]))
    until(lambda: rated_games.rated(store) >= len(lasts))
    server.kill()
    rated_games.check_each_rated_once(store, lasts)
    store.close()


@pytest.mark.thorough  # as above
def test_a_turn_is_told_once_though_a_server_dies(tmp_path: Path, monkeypatch: Patch) -> None:
    """Some mails are answered, some are taken but not answered, some are still to be sent."""
    store = site_database(str(tmp_path / "nomarch.sqlite3")).open()
    with sent_notices.deliveries(monkeypatch) as got:
        sent_notices.prepare(store, got.pushes)
        first = soak.Server(tmp_path, program=sent_notices.PROGRAM)
        assert got.mails.is_holding.wait(GIVE_UP)
        first.kill()
        got.mails.released.set()
        dead = sent_notices.senders(store)
        second = soak.Server(tmp_path, program=sent_notices.PROGRAM)
        sent_notices.end_leases(store, dead)
        until(lambda: sent_notices.is_settled(store))
        second.kill()
        sent_notices.check(store, got.arrived())
    for server in (first, second):
        assert "Traceback" not in server.errors
    store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_a_server_that_is_told_to_stop_closes_its_sockets_first(tmp_path: Path) -> None:
    server = soak.Server(tmp_path)
    try:
        with visits() as visit, pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
            ann = visit(server)
            with ann.listens(ann.opens("me", "here", "here")) as link:
                server.process.send_signal(signal.SIGTERM)
                link.hears("nothing more")
        assert closed.value.rcvd.code == GOING_AWAY_FOR_A_MOMENT  # type: ignore[union-attr]
        server.process.wait(GIVE_UP)
        assert server.process.returncode in (0, -signal.SIGTERM)
    finally:
        server.kill()
    assert "Traceback" not in server.errors
    # Nothing is left to be written later: the write-ahead log was folded in.
    assert not (tmp_path / "nomarch.sqlite3-wal").exists()
