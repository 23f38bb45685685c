"""A real server in its own process: killed it loses nothing, told to stop it says goodbye."""

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bench import soak
from websockets.exceptions import ConnectionClosed

from nomarch.storage.store import Store
from tests.systems import needs_posix

from . import rated_games, sent_notices
from .actors import GIVE_UP, Patch, until, visits

pytestmark = needs_posix

GOING_AWAY_FOR_A_MOMENT = 1012


@contextmanager
def serving(data: Path, *flags: str, **more: Any) -> Iterator[soak.Server]:
    """A server of its own process, which ends without a mistake."""
    server = soak.Server(data, *flags, **more)
    try:
        yield server
    finally:
        server.kill()
    assert "Traceback" not in server.errors


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
def test_a_game_is_rated_once_though_servers_die(file_store: Store, tmp_path: Path) -> None:
    lasts, rng = rated_games.prepare(file_store, 8), Random(8)

    async def dies(server: Any) -> None:
        moves = [asyncio.create_task(rated_games.make(m, server.address)) for m in lasts]
        await moves[rng.randrange(4)]
        server.process.kill()
        await asyncio.gather(*moves)

    for _ in range(2):
        with serving(tmp_path) as server:
            asyncio.run(dies(server))
    with serving(tmp_path) as server:
        asyncio.run(rated_games.make_all(lasts, [server.address]))
        until(lambda: rated_games.rated(file_store) >= len(lasts))
    rated_games.check_each_rated_once(file_store, lasts)


@pytest.mark.thorough  # as above
def test_a_turn_is_told_once_though_a_server_dies(
    file_store: Store, tmp_path: Path, monkeypatch: Patch
) -> None:
    """Some mails are answered, some are taken but not answered, some are still to be sent."""
    with sent_notices.deliveries(monkeypatch) as got:
        sent_notices.prepare(file_store, got.pushes)
        with serving(tmp_path, program=sent_notices.PROGRAM):
            assert got.mails.is_holding.wait(GIVE_UP)
        got.mails.released.set()
        dead = sent_notices.senders(file_store)
        with serving(tmp_path, program=sent_notices.PROGRAM):
            sent_notices.end_leases(file_store, dead)
            until(lambda: sent_notices.is_settled(file_store))
        sent_notices.check(file_store, got.arrived())


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_a_server_that_is_told_to_stop_closes_its_sockets_first(tmp_path: Path) -> None:
    with serving(tmp_path) as server, visits() as visit:
        ann = visit(server)
        with ann.listens(ann.opens("me", "here", "here")) as link:
            server.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                link.hears("nothing more")
        assert closed.value.rcvd.code == GOING_AWAY_FOR_A_MOMENT  # type: ignore[union-attr]
        server.process.wait(GIVE_UP)
        assert server.process.returncode in (0, -signal.SIGTERM)
    # Nothing is left to be written later: the write-ahead log was folded in.
    assert not (tmp_path / "nomarch.sqlite3-wal").exists()
