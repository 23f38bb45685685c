"""The server where no thread can be started, as in a browser."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

import pytest

from nomarch import platform
from nomarch.web.operations.settings import Settings

from .actors import Person
from .conftest import Patch, Start

Threads = set[threading.Thread]
OURS = ("writer", "reader", "renderer", "bot", "watchdog")


@pytest.fixture
def earlier() -> set[threading.Thread]:
    """Threads of servers that other tests of this process keep running."""
    return set(threading.enumerate())


@pytest.fixture
def alone(earlier: Threads, start: Start, monkeypatch: Patch) -> Iterator[Person]:
    monkeypatch.setattr(platform, "HAS_THREADS", False)
    with start() as site:
        yield site.person("Ann")


def test_a_game_is_played_and_drawn_in_the_event_loop(earlier: Threads, alone: Person) -> None:
    id_ = alone.opens("me", "greedy", "greedy")
    names = {thread.name for thread in threading.enumerate() if thread not in earlier}
    assert not [name for name in names if name.startswith(OURS)]
    with alone.listens(id_) as link:
        assert "<svg" in link.looks(seat=0)["board"]
    seq = alone.plays(id_, 0, "draw")
    assert alone.sees(id_, seat=0)["seq"] >= seq > 0
    assert alone.get("/rules/ra").status_code == 200


def test_what_was_answered_is_in_the_database(alone: Person, settings: Settings) -> None:
    id_ = alone.opens("me", "here", "here")
    seat = alone.sees(id_)["view"]["to_act"][0]
    seq = alone.plays(id_, seat, "draw")
    with contextlib.closing(settings.database.open()) as store:
        rows = store.rows("SELECT count(*) FROM entry WHERE game_table = ?", (id_,))
    assert rows[0][0] == seq
