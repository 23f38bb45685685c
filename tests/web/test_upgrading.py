"""Rules change, games stay: a site with all games, running and finished, under new rules."""

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.declare.layout import EVERYONE, Layout, field
from nomarch.people.maintenance import Maintenance
from nomarch.people.site_report import check_site
from nomarch.storage import backup
from nomarch.storage.notes import put_note
from nomarch.storage.schema import OUTCOME
from nomarch.storage.statements import update_rows
from nomarch.tables.archive.outcome_store import find_unarchived, read_outcomes
from nomarch.tables.archive.outcomes import decode_chunk, encode_chunk
from nomarch.tables.state.model import RULES, Entry
from nomarch.tables.stores.log_store import read_log
from nomarch.tables.stores.table_store import read_table
from nomarch.web.app import create_app
from nomarch.web.operations.settings import Settings

from .actors import Clock, Person, Site, last_mistake
from .conftest import QUICK, Patch

pytestmark = pytest.mark.xdist_group("upgrading")  # all begin with copies of one site
Change = Callable[[Rulebook], None]
GAMES = sorted(rulebooks())
MOVES_BEFORE = 9


@dataclasses.dataclass
class Past:
    """A server's past: tables by game, and what they looked like."""

    settings: Settings
    token: str = ""
    running: dict[str, str] = dataclasses.field(default_factory=dict)
    finished: dict[str, str] = dataclasses.field(default_factory=dict)
    seen: dict[str, dict[str, Any]] = dataclasses.field(default_factory=dict)

    @contextmanager
    def goes_on(self) -> Iterator[tuple[Site, Person]]:
        with TestClient(create_app(self.settings), raise_server_exceptions=False) as server:
            site = Site(server, Clock())
            ann = site.stranger()
            self.token = self.token or ann.posts("/api/person", name="Ann")["token"]
            ann.client.headers["authorization"] = f"Bearer {self.token}"
            yield site, ann


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Past:
    """A site whose server was stopped as one is before an upgrade."""
    past = Past(Settings(data=tmp_path_factory.mktemp("site"), **QUICK))
    with past.goes_on() as (site, ann):
        for game in GAMES:
            past.running[game], past.finished[game] = tables = [
                ann.opens("me", "here", "here", game=game) for _ in range(2)
            ]
            site.rush(tables[0], decisions=MOVES_BEFORE)
            site.rush(tables[1], seed=2)
            past.seen |= {table: look(ann, table) for table in tables}
    return past


def look(ann: Person, id_: str) -> dict[str, Any]:
    """What a table shows to a seat: position and story, and the drawing after three steps."""
    view, api = ann.sees(id_, seat=0)["view"], f"/api/tables/{id_}"
    ann.reads(f"{api}/board.svg")
    return {
        "state": view["state"],
        "scores": view["scores"],
        "over": view["over"],
        "log": log_of(ann, f"{api}/log?seat=0"),
        "past": log_of(ann, f"{api}/log?seat=0&ply=3"),
        "drawn": ann.get(f"{api}/board.svg?seat=0&ply=3").text,
        "tips": ann.gets(f"{api}/tips", seat=0, ply=3),
    }


def log_of(ann: Person, address: str) -> list[dict[str, Any]]:
    """A log without the pieces to highlight: those of archived steps are not known."""
    return [
        {name: entry[name] for name in entry if name not in ("touched", "touched_by")}
        for entry in ann.get(address).json()
    ]


@pytest.fixture
def past(played: Past, tmp_path: Any) -> Past:
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
def chance(monkeypatch: pytest.MonkeyPatch) -> Change:
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
    more = {"novelty": field("i8", (), EVERYONE)}
    state = type("State", (book.layout.state,), more)
    monkeypatch.setitem(book.__dict__, "layout", Layout(state))


@pytest.fixture
def regrown(monkeypatch: pytest.MonkeyPatch, chance: Change) -> Change:
    """Other draws as well as a new field."""

    def change(book: Rulebook) -> None:
        chance(book)
        one_more_field(monkeypatch, book)

    return change


def entries(site: Site, id_: str) -> list[Entry]:
    return list(site.reads(read_log, id_))


def told(site: Site, id_: str) -> list[str]:
    return [entry.text for entry in entries(site, id_) if entry.kind == RULES]


def outcomes(site: Site, id_: str) -> list[str]:
    return [text.split()[2] for text in told(site, id_)]


def test_a_new_version_that_changes_nothing_changes_nothing(past: Past, monkeypatch: Patch) -> None:
    new_rules(monkeypatch)
    with past.goes_on() as (site, ann):
        for game, id_ in past.running.items():
            version = rulebook(game).game.rules_version
            assert look(ann, id_) == past.seen[id_]
            assert told(site, id_) == [f"{version - 1} {version} unaffected"]
            assert "version" in ann.reads(f"/t/{id_}")
            site.rush(id_, seed=3)
            assert ann.gets(f"/api/tables/{id_}/verify")["good"]


def test_a_game_goes_on_from_its_position(past: Past, monkeypatch: Patch, chance: Change) -> None:
    new_rules(monkeypatch, chance)
    left: dict[str, Any] = {}
    with past.goes_on() as (site, ann):
        for id_ in past.running.values():
            assert look(ann, id_) == past.seen[id_]
            assert outcomes(site, id_) == ["goes-on"]
            assert "under the new rules" in ann.reads(f"/t/{id_}")
            assert site.live(id_).table.undo_kind(0) is None
            table = site.rush(id_, seed=3)
            assert table.match.over
            ann.cannot_read(f"/api/tables/{id_}/verify", status=410)
            rules = f"{table.record.rules}+{table.record.rules + 1}"
            assert f"\nrules {rules}\n" in ann.reads(f"/api/tables/{id_}/save")
            left[id_] = look(ann, id_)
    with past.goes_on() as (_, ann):  # and is found again as it was left
        assert {id_: look(ann, id_) for id_ in past.running.values()} == left


def test_a_finished_game_is_kept(past: Past, monkeypatch: Patch, regrown: Change) -> None:
    new_rules(monkeypatch, regrown)
    with past.goes_on() as (site, ann):
        for id_ in past.finished.values():
            after = look(ann, id_)
            assert after["state"].pop("novelty") == 0
            assert after == past.seen[id_]
            for page in (f"/t/{id_}", f"/t/{id_}/replay"):
                ann.reads(page)
            assert told(site, id_) == []
            version = site.live(id_).table.record.rules
            assert f"\nrules {version}\n" in ann.reads(f"/api/tables/{id_}/save")
        assert len(ann.gets("/api/tables")) == 2 * len(GAMES)


def test_a_new_field_takes_up_old_states(past: Past, monkeypatch: Patch, regrown: Change) -> None:
    new_rules(monkeypatch, regrown)
    with past.goes_on() as (site, _):
        for id_ in past.running.values():
            site.live(id_)
            assert outcomes(site, id_) == ["goes-on"]
            site.rush(id_, seed=3, decisions=3)
    new_rules(monkeypatch)  # a second change, and now the first one's games are unaffected
    with past.goes_on() as (site, _):
        for id_ in past.running.values():
            record = site.live(id_).table.record
            assert outcomes(site, id_) == ["goes-on", "unaffected"]
            assert site.rush(id_, seed=4).match.over
            assert record.rules == rulebook(record.game).game.rules_version - 2


def test_what_cannot_go_on_ends(past: Past, monkeypatch: Patch, chance: Change) -> None:
    """A field of the old state has no place in the new one."""

    def change(book: Rulebook) -> None:
        chance(book)
        state = type("State", (book.layout.state,), {})
        state.fields = tuple(
            dataclasses.replace(part, shape=(18,)) if part.name == "rng_block" else part
            for part in state.fields
        )
        monkeypatch.setitem(book.__dict__, "layout", Layout(state))

    new_rules(monkeypatch, change)
    with past.goes_on() as (site, ann):
        for id_ in past.running.values():
            assert ann.sees(id_)["view"]["over"]
            assert outcomes(site, id_) == ["ends"]
            after = look(ann, id_)
            for part in ("state", "log"):
                assert after[part] == past.seen[id_][part]
            ann.cannot(f"/api/tables/{id_}/move", status=409, seat=0, move="pass", seq=0)
            assert site.reads(read_table, id_).over


def test_archived_mistakes_are_practised(past: Past, monkeypatch: Patch, chance: Change) -> None:
    new_rules(monkeypatch, chance)
    with past.goes_on() as (site, ann):
        for game, id_ in past.finished.items():
            table = site.live(id_).table
            card = last_mistake(table)
            lost = replace(card, ply=card.ply - 1, best="no such move")
            for one in (card, lost):
                note = msgspec.json.encode(one)
                site.changes(put_note, table.record.host, f"mistake/{one.table}/{one.ply}", note)
            page = ann.get(f"/learn/{game}/{lost.id}")
            assert page.status_code == 410
            assert "The rules have changed since this game" in page.text
            assert card.id in page.text, "the next one is offered"
            assert lost.id not in ann.reads("/practice")
            ann.reads(f"/learn/{game}/{card.id}")
            answer = ann.posts(f"/api/lessons/{game}/{card.id}", at=0, move=card.best)
            assert answer["right"]


def test_last_moves_whose_outcomes_were_lost_are_made_again(
    past: Past, monkeypatch: pytest.MonkeyPatch, chance: Change
) -> None:
    """As after a kill: the log has the moves, nothing says what came of them."""
    lost = 3
    with closing(past.settings.database.open()) as store:
        for id_ in past.running.values():
            chunk = decode_chunk(read_outcomes(store, id_)[0])
            assert (chunk[0][0], chunk[-1][0]) == (0, MOVES_BEFORE)
            update_rows(store, OUTCOME, {"game_table": id_}, data=encode_chunk(chunk[:-lost]))
    new_rules(monkeypatch, chance)
    with past.goes_on() as (site, ann):
        for id_ in past.running.values():
            assert look(ann, id_)["state"] == past.seen[id_]["state"]
            kinds = [entry.kind for entry in entries(site, id_)]
            assert kinds[-lost - 1 :] == [RULES, *["move"] * lost]


def test_options_keep_games_under_their_first_rules(past: Past, monkeypatch: Patch) -> None:
    """A rule that became an option: older games go on with the choice that is the old rule."""
    book, option = rulebook("ra"), rulebook("ra").game.options[0]
    new_rules(monkeypatch)
    version, old_rule = book.game.rules_version, {option.id: option.choices[0].id}
    monkeypatch.setattr(book, "game", dataclasses.replace(book.game, before={version: old_rule}))
    assert book.game.options_since(version - 1) == old_rule
    assert book.game.options_since(version) == {}
    with past.goes_on() as (site, _):
        assert site.live(past.running["ra"]).table.new_rules.split()[2] == "unaffected"


def test_an_old_site_archives_its_games(past: Past, monkeypatch: Patch, chance: Change) -> None:
    with closing(past.settings.database.open()) as store:
        store.execute("DELETE FROM outcome")
    with past.goes_on() as (site, _):
        site.call(Maintenance(site.tables).run)
        assert site.reads(find_unarchived, 10) == []
    new_rules(monkeypatch, chance)
    with past.goes_on() as (_, ann):
        for id_ in (*past.running.values(), *past.finished.values()):
            assert look(ann, id_) == past.seen[id_]
