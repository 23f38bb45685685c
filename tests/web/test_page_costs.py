"""What is long to compute or to render is done beside the event loop, and once.

`bench/page_costs.py` measures what pages cost others.
"""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from jinja2 import Environment

from nomarch import i18n
from nomarch.contests import daily
from nomarch.kernel.declare.game import rulebook
from nomarch.web.contest import tournament_views
from nomarch.web.http import templates
from nomarch.web.http.pages import Pages
from nomarch.web.site import docs_site, preparation
from nomarch.web.table import pages as table_pages, renderer

from .actors import Person, Site
from .conftest import Patch, Start
from .cups import Cup

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
def loop(site: Site) -> str:
    return str(site.call(lambda: threading.current_thread().name))


@pytest.fixture
def cup(ann: Person) -> Cup:
    return Cup(ann, seats=3, format="league", starts=0.0)


def test_lists_are_rendered_once_for_everybody(ann: Person, bob: Person) -> None:
    paths = ("/", "/learn", "/learn/ra", "/puzzles/ra", "/rules/ra", "/rules/ra/glossary")
    templates._shared.clear()
    pages = {path: ann.get(path).text for path in paths}
    assert len(templates._shared) == len(paths)
    for path in paths:
        assert bob.get(path).text == pages[path].replace("Ann", "Bob"), path
    assert len(templates._shared) == len(paths)
    assert "Ra lernen" in bob.reads("/learn/ra", lang="de")
    assert len(templates._shared) == len(paths) + 1


def test_a_cup_is_computed_once(site: Site, ann: Person, cup: Cup, loop: str, spy: Spy) -> None:
    computed = spy(tournament_views, "tournament_info")
    rendered = spy(Pages, "_html")
    assert len({ann.reads(cup.page) for _ in range(4)}) == 1
    assert (len(computed), len(rendered)) == (1, 1)
    assert loop not in computed + rendered
    cup.admits(site.person("Cleo"))
    assert "Cleo" in ann.reads(cup.page)
    assert (len(computed), len(rendered)) == (2, 2)
    assert site.person("Dan").reads(cup.page, lang="de").count("Cleo") == 1
    assert (len(computed), len(rendered)) == (3, 3), "another viewer, another page"


@pytest.mark.parametrize("action", ["enter", "withdraw", "start", "cancel"])
def test_every_change_of_a_cup_is_shown(ann: Person, bob: Person, cup: Cup, action: str) -> None:
    if action != "enter":
        cup.admits(ann, bob)
    before = bob.reads(cup.page)
    (bob if action in ("enter", "withdraw") else ann).posts(f"{cup.api}/{action}")
    assert bob.reads(cup.page) != before


def test_a_result_and_a_forfeit_change_a_tournaments_stamp(site: Site, cup: Cup) -> None:
    def stamps(store: Any) -> set[Any]:
        found = {tournament_views.stored.read_stamp(store, cup.id)}
        for statement in (
            f"INSERT INTO pairing VALUES ('{cup.id}', 1, 1, 't1', '[]')",
            f"UPDATE pairing SET data = '[1]' WHERE tournament = '{cup.id}'",
            "INSERT INTO result VALUES ('t1', 'giza', '', 3, 0, 1.0, '', NULL)",
        ):
            store.execute(statement)
            found.add(tournament_views.stored.read_stamp(store, cup.id))
        return found

    assert len(site.changes(stamps)) == 4


def test_a_table_is_rendered_once_until_a_move(ann: Person, loop: str, spy: Spy) -> None:
    table = ann.opens("me", "here", "here")
    told = [spy(place, "log_lines") for place in (renderer, table_pages)]
    rendered = spy(Pages, "_html")
    for path in (table.page, f"{table.page}/replay"):
        assert len({ann.reads(path) for _ in range(3)}) == 1
    assert [len(threads) for threads in told] == [1, 1]
    ann.plays(table, next(s for s in range(3) if ann.sees(table, seat=s)["view"]["legal"]))
    ann.reads(f"{table.page}/replay")
    assert [len(threads) for threads in told] == [1, 2]
    assert loop not in rendered + told[0] + told[1]


def test_texts_and_boards_are_made_in_threads(ann: Person, loop: str, spy: Spy) -> None:
    made = [spy(docs_site, "render_markdown"), spy(daily, "new_daily_board")]
    rendered = spy(Pages, "_html")
    for _ in range(2):
        ann.reads("/offline")
    assert len(rendered) == 1
    assert loop not in rendered
    plain = ann.get("/offline", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == ann.get("/offline", headers={"accept-encoding": "gzip"}).text
    for path in ("/docs/server.md", "/daily"):
        ann.reads(path)
    for threads in made:
        assert threads
        assert loop not in threads


def test_a_prepared_server_compiles_and_loads_nothing(start: Start, monkeypatch: Patch) -> None:
    def fail(*given: object, **named: object) -> None:
        raise AssertionError(given)

    monkeypatch.setattr(preparation, "rulebooks", lambda: {"ra": rulebook("ra")})
    i18n.translator.cache_clear()
    preparation.prepare()
    monkeypatch.setattr(Environment, "compile", fail)
    monkeypatch.setattr(i18n, "load_catalog", fail)
    paths = ("/rules/ra", "/rules/ra/glossary", "/learn/ra", "/puzzles/ra", "/new/ra", "/me")
    with start() as site:
        for path in (*paths, "/tournaments", "/notices", "/nothing"):
            for language in i18n.LANGUAGES:
                answer = site.stranger().get(f"{path}?lang={language}")
                assert answer.status_code in (200, 404), path
