"""Rules change, games stay: a site with all games, running and finished, under new rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from nomarch.contests.site_hooks import site_database
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.declare.layout import EVERYONE, Layout, field
from nomarch.people.maintenance import Maintenance
from nomarch.people.site_report import check_site
from nomarch.storage import backup
from nomarch.storage.schema import OUTCOME
from nomarch.storage.statements import update_rows
from nomarch.tables.archive.outcome_store import find_unarchived, read_outcomes
from nomarch.tables.archive.outcomes import decode_chunk, encode_chunk
from nomarch.tables.state.model import RULES, Entry
from nomarch.tables.stores.log_store import read_log
from nomarch.tables.stores.table_store import read_table
from nomarch.web.app import create_app
from nomarch.web.operations.settings import Settings

from .people import (
    Person,
    call,
    last_mistake,
    opened,
    rush,
    service_of,
    store_mistake,
    stored,
    visitor,
)

pytestmark = pytest.mark.xdist_group("upgrading")  # all begin with copies of one site
Change = Callable[[Rulebook], None]
GAMES = sorted(rulebooks())
MOVES_BEFORE = 9


@dataclasses.dataclass
class Site:
    """A server's past: tables by game, and what they looked like."""

    settings: Settings
    token: str
    running: dict[str, str]
    finished: dict[str, str]
    seen: dict[str, dict[str, Any]]


def person(server: TestClient, token: str) -> Person:
    one = visitor(server)
    one.client.headers["authorization"] = f"Bearer {token}"
    return one


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site whose server was stopped as one is before an upgrade."""
    settings = Settings(
        data=tmp_path_factory.mktemp("site"), bot_pause=(0, 0), requests_per_second=1e6
    )
    with TestClient(create_app(settings), raise_server_exceptions=False) as server:
        token = visitor(server).post("/api/person", {"name": "Ann"}).json()["token"]
        ann = person(server, token)
        site = Site(settings, token, {}, {}, {})
        for game in GAMES:
            seats = ["me", "here", "here"]
            site.running[game] = ann.opens(*seats, game=game)
            site.finished[game] = ann.opens(*seats, game=game)
            rush(server, site.running[game], seed=1, decisions=MOVES_BEFORE)
            rush(server, site.finished[game], seed=2)
        for id_ in (*site.running.values(), *site.finished.values()):
            site.seen[id_] = look(ann, id_)
    return site


def look(ann: Person, id_: str) -> dict[str, Any]:
    """What a table shows to a seat: position and story, and the drawing after three steps."""
    view = ann.sees(id_, seat=0)["view"]
    assert ann.get(f"/api/tables/{id_}/board.svg").status_code == 200
    return {
        "state": view["state"],
        "scores": view["scores"],
        "over": view["over"],
        "log": log_of(ann, f"/api/tables/{id_}/log?seat=0"),
        "past": log_of(ann, f"/api/tables/{id_}/log?seat=0&ply=3"),
        "drawn": ann.get(f"/api/tables/{id_}/board.svg?seat=0&ply=3").text,
        "tips": ann.get(f"/api/tables/{id_}/tips?seat=0&ply=3").json(),
    }


def log_of(ann: Person, address: str) -> list[dict[str, Any]]:
    """A log without the pieces to highlight: those of archived steps are not known."""
    entries = ann.get(address).json()
    return [
        {name: entry[name] for name in entry if name not in ("touched", "touched_by")}
        for entry in entries
    ]


@pytest.fixture
def site(played: Site, tmp_path: Any) -> Site:
    """The same site, to be changed by one test."""
    settings = dataclasses.replace(played.settings, data=tmp_path)
    backup.back_up(played.settings.database_file, settings.database_file, check_site)
    return dataclasses.replace(played, settings=settings)


def new_rules(monkeypatch: pytest.MonkeyPatch, change: Change | None = None, **more: Any) -> None:
    """All games get a new version, and perhaps other rules."""
    for game in GAMES:
        book = rulebook(game)
        newer = {"rules_version": book.game.rules_version + 1, **more}
        monkeypatch.setattr(book, "game", dataclasses.replace(book.game, **newer))
        if change is not None:
            change(book)


@pytest.fixture
def other_chance(monkeypatch: pytest.MonkeyPatch) -> Change:
    """A rule that changes how every game comes out: the first draw is wasted."""

    def change(book: Rulebook) -> None:
        build = backend.interpreted(book.game.id)
        set_up, below = build.setup, build.below

        def wasteful(s: Any, players: int, options: Any) -> None:
            below(s, 7)
            set_up(s, players, options)

        monkeypatch.setattr(build, "setup", wasteful)

    return change


def one_more_field(monkeypatch: pytest.MonkeyPatch, book: Rulebook) -> None:
    """The state has a new field, and its bytes are others."""
    more = {"novelty": field("i8", (), EVERYONE)}
    state = type("State", (book.layout.state,), more)
    monkeypatch.setitem(book.__dict__, "layout", Layout(state))


def entries(server: TestClient, id_: str) -> list[Entry]:
    found: list[Entry] = stored(server, lambda store: read_log(store, id_))
    return found


def told(server: TestClient, id_: str) -> list[str]:
    return [entry.text for entry in entries(server, id_) if entry.kind == RULES]


def test_a_new_version_that_changes_nothing_changes_nothing(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_rules(monkeypatch)
    with TestClient(create_app(site.settings)) as server:
        ann = person(server, site.token)
        for game, id_ in site.running.items():
            version = rulebook(game).game.rules_version
            assert look(ann, id_) == site.seen[id_]
            assert told(server, id_) == [f"{version - 1} {version} unaffected"]
            assert "version" in ann.get(f"/t/{id_}").text
            rush(server, id_, seed=3)
            assert ann.get(f"/api/tables/{id_}/verify").json()["good"]


def test_a_running_game_goes_on_from_its_last_position(
    site: Site, monkeypatch: pytest.MonkeyPatch, other_chance: Change
) -> None:
    new_rules(monkeypatch, other_chance)
    left: dict[str, Any] = {}
    with TestClient(create_app(site.settings)) as server:
        ann = person(server, site.token)
        for id_ in site.running.values():
            assert look(ann, id_) == site.seen[id_]
            assert [text.split()[2] for text in told(server, id_)] == ["goes-on"]
            assert "under the new rules" in ann.get(f"/t/{id_}").text
            assert opened(server, id_).table.undo_kind(0) is None
            table = rush(server, id_, seed=3)
            assert table.match.over
            assert ann.get(f"/api/tables/{id_}/verify").status_code == 410
            rules = f"{table.record.rules}+{table.record.rules + 1}"
            assert f"\nrules {rules}\n" in ann.get(f"/api/tables/{id_}/save").text
            left[id_] = look(ann, id_)
    with TestClient(create_app(site.settings)) as server:  # and is found again as it was left
        ann = person(server, site.token)
        assert {id_: look(ann, id_) for id_ in site.running.values()} == left


def test_a_finished_game_is_replayed_for_ever(
    site: Site, monkeypatch: pytest.MonkeyPatch, other_chance: Change
) -> None:
    def change(book: Rulebook) -> None:
        other_chance(book)
        one_more_field(monkeypatch, book)

    new_rules(monkeypatch, change)
    with TestClient(create_app(site.settings)) as server:
        ann = person(server, site.token)
        for id_ in site.finished.values():
            before, after = site.seen[id_], look(ann, id_)
            assert after["state"].pop("novelty") == 0
            assert after == before
            page, replay = ann.get(f"/t/{id_}"), ann.get(f"/t/{id_}/replay")
            assert (page.status_code, replay.status_code) == (200, 200)
            assert told(server, id_) == []
            version = opened(server, id_).table.record.rules
            assert f"\nrules {version}\n" in ann.get(f"/api/tables/{id_}/save").text
        assert len(ann.get("/api/tables").json()) == 2 * len(GAMES)


def test_a_state_with_a_new_field_still_takes_up_the_old_ones(
    site: Site, monkeypatch: pytest.MonkeyPatch, other_chance: Change
) -> None:
    def change(book: Rulebook) -> None:
        other_chance(book)
        one_more_field(monkeypatch, book)

    new_rules(monkeypatch, change)
    with TestClient(create_app(site.settings)) as server:
        for id_ in site.running.values():
            opened(server, id_)
            assert [text.split()[2] for text in told(server, id_)] == ["goes-on"]
            rush(server, id_, seed=3, decisions=3)
    new_rules(monkeypatch)  # a second change, and now the first one's games are unaffected
    with TestClient(create_app(site.settings)) as server:
        for id_ in site.running.values():
            table = opened(server, id_).table
            assert [text.split()[2] for text in told(server, id_)] == ["goes-on", "unaffected"]
            assert rush(server, id_, seed=4).match.over
            assert table.record.rules == rulebook(table.record.game).game.rules_version - 2


def test_what_cannot_go_on_ends_and_stays(
    site: Site, monkeypatch: pytest.MonkeyPatch, other_chance: Change
) -> None:
    """A field of the old state has no place in the new one."""

    def change(book: Rulebook) -> None:
        other_chance(book)
        state = type("State", (book.layout.state,), {})
        state.fields = tuple(
            dataclasses.replace(part, shape=(18,)) if part.name == "rng_block" else part
            for part in state.fields
        )
        monkeypatch.setitem(book.__dict__, "layout", Layout(state))

    new_rules(monkeypatch, change)
    with TestClient(create_app(site.settings)) as server:
        ann = person(server, site.token)
        for id_ in site.running.values():
            assert ann.sees(id_)["view"]["over"]
            assert [text.split()[2] for text in told(server, id_)] == ["ends"]
            assert look(ann, id_)["state"] == site.seen[id_]["state"]
            assert look(ann, id_)["log"] == site.seen[id_]["log"]
            refused = ann.move(id_, 0, "pass", 0)
            assert refused.status_code == 409
            assert stored(server, lambda store, id_=id_: read_table(store, id_)).over


def test_a_mistake_of_an_archived_game_is_practised_if_it_can_be_played(
    site: Site, monkeypatch: pytest.MonkeyPatch, other_chance: Change
) -> None:
    new_rules(monkeypatch, other_chance)
    with TestClient(create_app(site.settings)) as server:
        ann = person(server, site.token)
        for game, id_ in site.finished.items():
            table = opened(server, id_).table
            card = last_mistake(table)
            lost = msgspec.structs.replace(card, ply=card.ply - 1, best="no such move")
            for one in (card, lost):
                store_mistake(server, table.record.host, one)
            page = ann.get(f"/learn/{game}/{lost.id}")
            assert page.status_code == 410
            assert "The rules have changed since this game" in page.text
            assert card.id in page.text, "the next one is offered"
            assert lost.id not in ann.get("/practice").text
            assert ann.get(f"/learn/{game}/{card.id}").status_code == 200
            answer = {"at": 0, "move": card.best}
            assert ann.post(f"/api/lessons/{game}/{card.id}", answer).json()["right"]


def test_last_moves_whose_outcomes_were_lost_are_made_again(
    site: Site, monkeypatch: pytest.MonkeyPatch, other_chance: Change
) -> None:
    """As after a kill: the log has the moves, nothing says what came of them."""
    lost = 3
    store = site_database(str(site.settings.database_file)).open()
    for id_ in site.running.values():
        first, *_, last = decode_chunk(read_outcomes(store, id_)[0])
        assert (first[0], last[0]) == (0, MOVES_BEFORE)
        left = encode_chunk(decode_chunk(read_outcomes(store, id_)[0])[:-lost])
        update_rows(store, OUTCOME, {"game_table": id_}, data=left)
    store.close()
    new_rules(monkeypatch, other_chance)
    with TestClient(create_app(site.settings)) as server:
        ann = person(server, site.token)
        for id_ in site.running.values():
            assert look(ann, id_)["state"] == site.seen[id_]["state"]
            kinds = [entry.kind for entry in entries(server, id_)]
            assert kinds[-lost - 1 :] == [RULES, *["move"] * lost]


def test_options_keep_games_under_the_rules_that_they_began_with(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule that became an option: older games go on with the choice that is the old rule."""
    book = rulebook("ra")
    option = dataclasses.replace(book.game.options[0])
    asked = list[str]()
    first = option.choices[0].id
    new_rules(monkeypatch)
    older = {book.game.rules_version: {option.id: first}}
    monkeypatch.setattr(book, "game", dataclasses.replace(book.game, before=older))
    assert book.game.options_since(book.game.rules_version - 1) == {option.id: first}
    assert book.game.options_since(book.game.rules_version) == {}
    with TestClient(create_app(site.settings)) as server:
        asked.append(opened(server, site.running["ra"]).table.new_rules.split()[2])
    assert asked == ["unaffected"]


def test_an_old_site_gets_its_memory_before_it_needs_it(
    site: Site, monkeypatch: pytest.MonkeyPatch, other_chance: Change
) -> None:
    store = site_database(str(site.settings.database_file)).open()
    store.execute("DELETE FROM outcome")
    store.close()
    with TestClient(create_app(site.settings)) as server:
        call(server, Maintenance(service_of(server)).run)
        assert stored(server, lambda store: find_unarchived(store, 10)) == []
    new_rules(monkeypatch, other_chance)
    with TestClient(create_app(site.settings)) as server:
        ann = person(server, site.token)
        for id_ in (*site.running.values(), *site.finished.values()):
            assert look(ann, id_) == site.seen[id_]
