"""What is long to compute or to render is done beside the event loop, and once.

`bench/page_costs.py` measures what pages cost others.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from nomarch.contests import daily
from nomarch.web.contest import tournament_views
from nomarch.web.http import templates
from nomarch.web.http.pages import Pages
from nomarch.web.site import docs_site
from nomarch.web.table import pages as table_pages, renderer

from .conftest import Arrives
from .people import Person, call, change

Spy = Callable[[Any, str], list[str]]


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> Spy:
    """Notes the thread of each call of a function."""

    def watch(place: Any, name: str) -> list[str]:
        threads, original = list[str](), getattr(place, name)

        def noting(*given: Any, **named: Any) -> Any:
            threads.append(threading.current_thread().name)
            return original(*given, **named)

        monkeypatch.setattr(place, name, noting)
        return threads

    return watch


@pytest.fixture
def loop_thread(server: TestClient) -> str:
    return str(call(server, lambda: threading.current_thread().name))


def test_lists_are_rendered_once_for_everybody(ann: Person, bob: Person) -> None:
    paths = ("/", "/learn", "/learn/ra", "/puzzles/ra", "/rules/ra", "/rules/ra/glossary")
    templates._shared.clear()
    pages = {path: ann.get(path).text for path in paths}
    assert len(templates._shared) == len(paths)
    for path in paths:
        assert bob.get(path).text == pages[path].replace("Ann", "Bob"), path
    assert len(templates._shared) == len(paths)
    assert bob.get("/learn/ra?lang=de").text.count("Ra lernen")
    assert len(templates._shared) == len(paths) + 1


def organise(person: Person, **more: Any) -> str:
    wish = {"title": "Nile League", "game": "giza", "seats": 3, "rounds": 2, "format": "league"}
    answer = person.post("/api/tournaments", {**wish, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_tournament_is_computed_once_until_it_changes(
    ann: Person, arrives: Arrives, loop_thread: str, spy: Spy
) -> None:
    id_ = organise(ann)
    computed = spy(tournament_views, "tournament_info")
    rendered = spy(Pages, "_html")
    path = f"/tournaments/{id_}"
    pages = [ann.get(path).text for _ in range(4)]
    assert len(set(pages)) == 1
    assert (len(computed), len(rendered)) == (1, 1)
    assert loop_thread not in computed + rendered
    assert arrives("Cleo").post(f"/api/tournaments/{id_}/enter").status_code == 200
    assert "Cleo" in ann.get(path).text
    assert (len(computed), len(rendered)) == (2, 2)
    assert arrives("Dan").get(f"{path}?lang=de").text.count("Cleo") == 1
    assert (len(computed), len(rendered)) == (3, 3), "another viewer, another page"


@pytest.mark.parametrize("action", ["enter", "withdraw", "start", "cancel"])
def test_every_change_of_a_tournament_is_shown_at_once(
    ann: Person, arrives: Arrives, action: str
) -> None:
    id_ = organise(ann)
    bob = arrives("Bob")
    if action != "enter":
        for person in (ann, bob):
            assert person.post(f"/api/tournaments/{id_}/enter").status_code == 200
    before = bob.get(f"/tournaments/{id_}").text
    actor = bob if action in ("enter", "withdraw") else ann
    assert actor.post(f"/api/tournaments/{id_}/{action}").status_code == 200
    assert bob.get(f"/tournaments/{id_}").text != before


def test_a_result_and_a_forfeit_change_a_tournaments_stamp(server: TestClient, ann: Person) -> None:
    id_ = organise(ann)

    def stamps(store: Any) -> set[Any]:
        found = {tournament_views.stored.read_stamp(store, id_)}
        for statement in (
            f"INSERT INTO pairing VALUES ('{id_}', 1, 1, 't1', '[]')",
            f"UPDATE pairing SET data = '[1]' WHERE tournament = '{id_}'",
            "INSERT INTO result VALUES ('t1', 'giza', '', 3, 0, 1.0, '', NULL)",
        ):
            store.execute(statement)
            found.add(tournament_views.stored.read_stamp(store, id_))
        return found

    assert len(change(server, stamps)) == 4


def test_a_table_and_its_replay_are_told_once_until_a_move(
    ann: Person, loop_thread: str, spy: Spy
) -> None:
    id_ = ann.opens("me", "here", "here")
    told = [spy(place, "log_lines") for place in (renderer, table_pages)]
    rendered = spy(Pages, "_html")
    for path in (f"/t/{id_}", f"/t/{id_}/replay"):
        assert len({ann.get(path).text for _ in range(3)}) == 1
    assert [len(threads) for threads in told] == [1, 1]
    ann.plays(id_, next(seat for seat in range(3) if ann.sees(id_, seat=seat)["view"]["legal"]))
    ann.get(f"/t/{id_}/replay")
    assert [len(threads) for threads in told] == [1, 2]
    assert loop_thread not in rendered + told[0] + told[1]


def test_texts_and_daily_boards_are_made_beside_the_event_loop(
    ann: Person, loop_thread: str, spy: Spy
) -> None:
    threads = spy(docs_site, "render_markdown")
    made = spy(daily, "new_daily_board")
    rendered = spy(Pages, "_html")
    for _ in range(2):
        assert ann.get("/offline").status_code == 200
    assert len(rendered) == 1
    assert loop_thread not in rendered
    plain = ann.get("/offline", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == ann.get("/offline", headers={"accept-encoding": "gzip"}).text
    assert ann.get("/docs/server.md").status_code == 200
    assert ann.get("/daily").status_code == 200
    assert threads
    assert made
    assert loop_thread not in threads + made
