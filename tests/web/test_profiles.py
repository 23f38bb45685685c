"""Profiles, leaderboards and ratings that can be computed anew; reports and what follows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from nomarch.cli import main
from nomarch.contests.site_hooks import site_database
from nomarch.errors import Refused
from nomarch.kernel.declare.game import rulebook
from nomarch.learning.puzzle_ratings import Strength
from nomarch.people import accounts, moderation
from nomarch.people.bans import Ban, read_bans
from nomarch.people.deletion import delete_person, forget_person
from nomarch.people.person_merging import merge_people
from nomarch.people.person_store import put_person, read_person
from nomarch.people.player_notes import read_player_note, write_player_note
from nomarch.people.profiles import opponents_of, stats_of
from nomarch.people.puzzle_results import best_streaks, note_try
from nomarch.people.rating_store import rating_of, ratings_by_person
from nomarch.people.recompute import recompute, recompute_all
from nomarch.storage.store import Store
from nomarch.tables.state.errors import BadRequest, Forbidden, NotFound
from nomarch.tables.state.model import (
    BOT,
    PLAYER,
    ChatLine,
    Entry,
    Person as StoredPerson,
    Seat,
    TableRecord,
    now,
)
from nomarch.tables.stores import admin
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.results import GameResult, SeatResult, put_result, result_of
from nomarch.tables.stores.table_store import change_table, put_table
from nomarch.web.operations.settings import Settings
from tests.web.folding import FoldedTable

from .conftest import Arrives
from .people import Person, call, service_of, sign_in_as, stored

DAY = 86_400.0
RULES = rulebook("ra").game.rules_version

pytestmark = pytest.mark.usefixtures("_bots_measured_everywhere")


@pytest.fixture
def store(store: Store) -> Store:
    for id_ in ("ann", "bob", "eve"):
        put_person(store, StoredPerson(id_, id_.title()))
        accounts.claim_handle(store, id_, id_.title() + "-1", 1.0)
    return store


def put(store: Store, table: str, places: dict[str, int], **more: Any) -> None:
    seats = tuple(
        SeatResult(seat, person, "", place, 40 - 10 * place, more.get("left", {}).get(person))
        for seat, (person, place) in enumerate(places.items())
    )
    ended, rated = more.get("ended", 1000.0), more.get("rated", True)
    with store.transaction():
        put_result(store, GameResult(table, "ra", "", len(places), rated, ended, seats))


# --- Ratings from the logs -----------------------------------------------------------------------


def play(store: Store, number: int, *, leaves: bool = False) -> None:
    """Play a rated game of two people and a bot at random, and store it as a server does."""
    seats = (
        Seat(PLAYER, "Ann", "ann"), Seat(PLAYER, "Bob", "bob"), Seat(BOT, "Ptah", level="greedy"),
    )  # fmt: skip
    record = TableRecord(
        id=f"t{number}", game="ra", rules=RULES, options={}, seats=seats,
        seed=f"{number:02x}" * 32, invite="i", host="ann", created=float(number), rated=True,
    )  # fmt: skip
    table, rng = FoldedTable(record), Random(number)
    entries: list[Entry] = []
    while not table.match.over:
        seat = next(iter(table.to_act))
        entries.append(table.request_move(seat, rng.choice(table.match.legal(seat)), table.seq))
        if leaves and len(entries) == 9:
            entries[-1] = table.request_leave(1)
        table.fold(entries[-1])
    put_table(store, record)
    append_entries(store, entries)
    change_table(store, table.record, None, result_of(table))


def test_ratings_are_the_same_when_computed_anew_from_the_logs(store: Store) -> None:
    for number in range(6):
        play(store, number, leaves=number == 4)
    ratings = ratings_by_person(store, "ra")
    changes = store.rows("SELECT * FROM rating_change ORDER BY game_table, seat")
    assert ratings["ann"].games == 6
    report = recompute(store, "ra", check=True)
    assert report.is_same
    assert (report.games, report.unreadable) == (6, 0)
    # Everything is lost but the results, and comes back as it was.
    store.execute("UPDATE rating_change SET mu0 = 0, mu1 = 0 WHERE person > ''")
    store.execute("DELETE FROM rating")
    store.execute("UPDATE result_seat SET place = 1, score = 0")
    found = recompute_all(store)[0]
    assert (found.results, found.ratings) == (6, 2)
    assert ratings_by_person(store, "ra") == ratings
    assert store.rows("SELECT * FROM rating_change ORDER BY game_table, seat") == changes
    assert recompute(store, "ra", check=True).is_same


def test_a_deleted_player_and_a_deleted_table_change_nobodys_rating(store: Store) -> None:
    for number in range(3):
        play(store, number)
    bob = rating_of(store, "bob", "ra")
    forget_person(store, "ann")
    admin.delete(store, "t1")
    report = recompute(store, "ra")
    assert report.is_same
    assert report.unreadable == 1
    assert rating_of(store, "bob", "ra") == bob
    assert {person for person in ratings_by_person(store, "ra") if person[0] != "~"} == {"bob"}


def test_the_command_compares_and_repairs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = site_database(str(tmp_path / "nomarch.sqlite3")).open()
    for id_ in ("ann", "bob"):
        put_person(store, StoredPerson(id_, id_))
    play(store, 1)
    command = ["admin", "--data", str(tmp_path), "recompute-ratings"]
    assert main([*command, "--check"]) == 0
    store.execute("UPDATE rating SET mu = 3000")
    assert main([*command, "--check"]) == 1
    assert "2 ratings" in capsys.readouterr().out
    assert main(command) == 0
    assert main([*command, "--check"]) == 0
    assert rating_of(store, "ann", "ra").belief.mu < 2000
    store.close()


# --- Statistics ----------------------------------------------------------------------------------


def test_statistics_by_game_and_count(store: Store) -> None:
    put(store, "t1", {"ann": 1, "bob": 2})
    put(store, "t2", {"ann": 2, "bob": 1})
    put(store, "t3", {"ann": 1, "bob": 2, "eve": 3}, left={"ann": 4})
    two, three = stats_of(store, "ann")
    assert (two.game, two.players, two.games, two.wins) == ("ra", 2, 2, 1)
    assert (two.mean_place, two.mean_score, two.best_score, two.left) == (1.5, 25.0, 30, 0)
    assert (three.games, three.wins, three.left) == (1, 0, 1), "who left has not won"
    rivals = opponents_of(store, "bob")
    assert [(rival.handle, rival.games, rival.ahead, rival.behind) for rival in rivals] == [
        ("Ann-1", 2, 1, 1), ("Eve-1", 1, 1, 0),
    ]  # fmt: skip


def test_a_streak_counts_first_tries_only(store: Store) -> None:
    for puzzle, right in (("1", True), ("2", True), ("3", False), ("3", True), ("4", True)):
        note_try(store, "ann", "ra", puzzle, Strength(), is_solved=right)
    assert best_streaks(store, "ann") == {"ra": 2}
    assert best_streaks(store, "bob") == {}


# --- Pages ---------------------------------------------------------------------------------------


def named(server: TestClient, person: Person, handle: str) -> str:
    """Gives a person a claimed name; their id."""
    person.post("/api/person", {"name": handle})
    id_ = str(person.get("/api/me/data").json()["person"])
    change = lambda store: accounts.claim_handle(store, id_, handle, now())  # noqa: E731
    call(server, service_of(server).writer.do, change)
    return id_


def write(server: TestClient, change: Callable[[Store], Any]) -> None:
    call(server, service_of(server).writer.do, change)


def test_a_profile_shows_games_ratings_and_statistics(server: TestClient, arrives: Arrives) -> None:
    ann, bob = arrives(), arrives()
    ids = named(server, ann, "Nefer"), named(server, bob, "Horus")
    write(server, lambda store: [
        put(store, f"t{n}", {ids[0]: 1 + n % 2, ids[1]: 2 - n % 2}, ended=now() - n)
        for n in range(60)
    ])  # fmt: skip
    page = bob.get("/@Nefer").text
    assert "60 rated games" in page
    assert "curve-line" in page
    assert "30 (50%)" in page
    assert page.count("/replay") == 30
    assert "/t/t59/analysis" in bob.get("/@Nefer?page=2").text
    assert "No finished games" in bob.get("/@Nefer?game=giza").text
    assert bob.get("/@Nefer?players=2&kind=rated").text.count("/replay") == 30
    assert "No finished games" in bob.get("/@Nefer?kind=casual").text
    assert "Played most often with" not in page
    assert "Played most often with" in ann.get("/@Nefer").text
    elsewhere = bob.get("/@nEFER", follow_redirects=False)
    assert elsewhere.headers["location"] == "/@Nefer"
    assert bob.get("/@Nobody-here").status_code == 404
    info = bob.get("/api/players/Nefer").json()
    assert info["ratings"]["ra"]["games"] == 60
    assert info["stats"][0]["wins"] == 30
    assert "Nefer" in bob.get("/ratings/ra").text
    lines = bob.get("/api/ratings/ra").json()
    assert {"Nefer", "Horus"} < {line["name"] for line in lines}
    assert [line["rating"] for line in lines] == sorted((x["rating"] for x in lines), reverse=True)
    assert any(line["bot"] for line in lines)


def test_a_private_profile_shows_the_name_only(server: TestClient, arrives: Arrives) -> None:
    ann, bob = arrives(), arrives()
    id_ = named(server, ann, "Nefer")
    other = named(server, bob, "Horus")
    write(server, lambda store: [
        put(store, f"t{n}", {id_: 1 + n % 2, other: 2 - n % 2}, ended=now()) for n in range(60)
    ])  # fmt: skip
    assert "Nefer" in bob.get("/ratings/ra").text
    assert ann.post("/api/account/private", {"private": True}).status_code == 200
    page = bob.get("/@Nefer").text
    assert "This profile is private." in page
    assert "/replay" not in page
    assert bob.get("/api/players/Nefer").json()["games"] == []
    assert "Nefer" not in bob.get("/ratings/ra").text
    assert "/replay" in ann.get("/@Nefer").text
    assert len(ann.get("/api/players/Nefer").json()["games"]) == 30
    assert "/@Nefer" not in bob.get("/@Horus").text.split('id="games"')[1], "nor a link to it"
    ann.post("/api/account/private", {"private": False})
    assert "/replay" in bob.get("/@Nefer").text


# --- Private notes -------------------------------------------------------------------------------


def test_only_the_author_sees_a_note_about_a_player(server: TestClient, arrives: Arrives) -> None:
    ann, bob, eve = arrives(), arrives(), arrives("Eve")
    named(server, ann, "Nefer")
    named(server, bob, "Horus")
    path = "/api/players/Nefer/note"
    assert eve.get(path).json() == {"text": ""}
    saved = eve.post(path, {"text": " Bids  high\r\n\r\n<b>early\u202e "})
    assert saved.json() == {"text": "Bids high\n\n<b>early"}
    assert "Bids high\n\n&lt;b&gt;early</textarea>" in eve.get("/@Nefer").text
    for other in (ann, bob):
        assert other.get(path).json() == {"text": ""}
        assert "Bids high" not in other.get("/@Nefer").text
        assert "Bids high" not in other.get("/api/me/data").text
    assert "player-note" not in ann.get("/@Nefer").text, "nobody needs a note about themselves"
    assert ann.post(path, {"text": "me"}).status_code == 422
    (line,) = eve.get("/api/me/data").json()["player_notes"]
    assert (line["handle"], line["text"]) == ("Nefer", "Bids high\n\n<b>early")
    ann.post("/api/account/private", {"private": True})
    assert "Bids high" in eve.get("/@Nefer").text, "a note stays mine when a profile gets private"
    assert eve.post(path, {"text": "x" * 501}).status_code == 422
    assert eve.post("/api/players/Nobody-here/note", {"text": "x"}).status_code == 404
    assert eve.post(path, {"text": " "}).json() == {"text": ""}
    assert eve.get("/api/me/data").json()["player_notes"] == []


def test_notes_move_and_go_with_their_people(store: Store) -> None:
    for id_ in ("old", "new"):
        put_person(store, StoredPerson(id_, id_))
    for person, other, text in (
        ("old", "ann", "kind"), ("old", "bob", "slow"), ("new", "bob", "fast"),
        ("ann", "bob", "quick"),
    ):  # fmt: skip
        write_player_note(store, person, other, text, 1.0)
    assert merge_people(store, StoredPerson("old", "old"), StoredPerson("new", "new")) is not None
    assert read_player_note(store, "old", "ann") == ""
    assert read_player_note(store, "new", "ann") == "kind"
    assert read_player_note(store, "new", "bob") == "fast", "one's own note stays"
    assert merge_people(store, StoredPerson("new", "new"), StoredPerson("ann", "Ann")) is not None
    assert read_player_note(store, "ann", "ann") == "", "a note about oneself is dropped"
    assert read_player_note(store, "ann", "bob") == "quick"
    write_player_note(store, "bob", "eve", "patient", 2.0)
    delete_person(store, "bob")
    assert store.rows("SELECT person, other FROM player_note") == []


def test_one_author_has_only_so_many_notes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nomarch.people.player_notes.MOST_PLAYER_NOTES", 1)
    write_player_note(store, "ann", "bob", "one", 1.0)
    write_player_note(store, "ann", "bob", "two", 1.0)
    with pytest.raises(BadRequest):
        write_player_note(store, "ann", "eve", "three", 1.0)
    assert read_player_note(store, "ann", "bob") == "two"


def test_pages_exist_for_every_game_in_every_language(server: TestClient, arrives: Arrives) -> None:
    ann = arrives("Ann")
    for path in ("/ratings", "/ratings/giza", "/report", "/sign-in", "/me"):
        for language in ("en", "fr", "nl"):
            assert ann.get(path, params={"lang": language}).status_code == 200
    assert ann.get("/ratings/chess").status_code == 404


# --- Reports -------------------------------------------------------------------------------------


def people(store: Store) -> tuple[StoredPerson, StoredPerson, StoredPerson]:
    found = [read_person(store, id_) for id_ in ("ann", "bob", "eve")]
    assert found[0] is not None
    assert found[1] is not None
    assert found[2] is not None
    return found[0], found[1], found[2]


def test_a_case_is_reported_once_and_decided_once_by_somebody_else(store: Store) -> None:
    ann, bob, eve = people(store)
    chat = [ChatLine(1.0, "Bob", 0, "rude")]
    id_ = moderation.add_report(store, ann, bob, "abuse", "He is rude.", 5.0, chat=chat)
    with pytest.raises(Refused, match="already"):
        moderation.add_report(store, ann, bob, "abuse", "Again.", 6.0)
    with pytest.raises(BadRequest):
        moderation.add_report(store, ann, ann, "abuse", "", 6.0)
    with pytest.raises(BadRequest):
        moderation.add_report(store, ann, eve, "nonsense", "", 6.0)
    case = moderation.reports(store)[0]
    assert (case.evidence.subject, case.evidence.chat) == ("Bob-1", chat)
    with pytest.raises(Forbidden):
        moderation.handle_report(store, bob, id_, "dismiss", 0, "", 7.0)
    moderation.handle_report(store, eve, id_, "mute", 7, "Be kind.", 7.0)
    with pytest.raises(Refused, match="already"):
        moderation.handle_report(store, eve, id_, "dismiss", 0, "", 8.0)
    assert moderation.reports(store) == []
    with pytest.raises(Forbidden, match="chat"):
        moderation.check_may_chat(store, "bob", 8.0)
    moderation.check_may_chat(store, "bob", 8 * DAY)
    assert accounts.audit_log(store)[0].action == "report-mute"
    moderation.add_report(store, ann, bob, "abuse", "Again.", 9.0)
    moderation.delete_old_cases(store, 400 * DAY)
    assert [case.text for case in moderation.reports(store)] == ["Again."]


def test_what_moderators_can_do(store: Store) -> None:
    moderation.sanction(store, "eve", "bob", "no-rated", 0, "Cheated.", 1.0)
    with pytest.raises(Forbidden, match="rated"):
        moderation.check_may_play_rated(store, "bob", 1e6)
    moderation.sanction(store, "eve", "bob", "ban", 0, "Cheated.", 1.0)
    assert read_bans(store, 2.0) == {"bob": Ban("Cheated.")}
    moderation.sanction(store, "eve", "ann", "rename", 0, "Offensive.", 1.0)
    ann = read_person(store, "ann")
    assert ann is not None
    assert ann.handle.startswith("Pharaoh-")
    with pytest.raises(Refused, match="taken"):
        accounts.rename_handle(store, "ann", "Ann-1", 1e9)
    accounts.rename_handle(store, "ann", "Better", 1e9)
    moderation.sanction(store, "eve", "bob", "warn", 30, "Careful.", 1.0)
    kinds = {line.kind for line in moderation.sanctions_of(store, "bob", 2.0)}
    assert kinds == {"no-rated", "ban", "warn"}
    with pytest.raises(BadRequest):
        moderation.sanction(store, "eve", "bob", "flog", 0, "", 1.0)


def test_who_leaves_rated_games_pauses_longer_each_time(store: Store) -> None:
    left = {"ann": 3}
    put(store, "t1", {"ann": 2, "bob": 1}, ended=1000.0, left=left)
    assert moderation.rated_pause(store, "ann", 1001.0) == 0, "once can happen"
    put(store, "t2", {"ann": 2, "bob": 1}, ended=2000.0, left=left)
    assert moderation.rated_pause(store, "ann", 2000.0) == 600
    put(store, "t3", {"ann": 2, "bob": 1}, ended=3000.0, left=left)
    assert moderation.rated_pause(store, "ann", 3000.0) == 1200
    with pytest.raises(Refused, match="20 min"):
        moderation.check_may_play_rated(store, "ann", 3001.0)
    assert moderation.rated_pause(store, "ann", 4200.0) == 0
    assert moderation.rated_pause(store, "bob", 3000.0) == 0
    for number in range(20):
        put(store, f"x{number}", {"ann": 2, "bob": 1}, ended=5000.0, left=left)
    assert moderation.rated_pause(store, "ann", 5000.0) == 3 * DAY


def test_roles_need_a_claimed_name(store: Store) -> None:
    put_person(store, StoredPerson("new", "New"))
    with pytest.raises(NotFound):
        moderation.set_role(store, "cli", "new", "moderator", 1.0)
    moderation.set_role(store, "cli", "eve", "moderator", 1.0)
    assert moderation.check_role(read_person(store, "eve")).id == "eve"
    for person in (read_person(store, "ann"), None):
        with pytest.raises(NotFound):
            moderation.check_role(person)


def test_a_report_from_a_table_reaches_the_moderators_page(
    server: TestClient, settings: Settings, arrives: Arrives, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, bob, eve = arrives("Ann"), arrives("Bob"), arrives("Eve")
    made = ann.sets("me", "friend", "greedy")
    bob.joins(made)
    bob.post(f"/api/tables/{made['id']}/chat", {"text": "you fool"})
    assert "Bob" in ann.get(f"/report?table={made['id']}").text
    said = {"kind": "abuse", "table": made["id"], "seat": 1, "text": "See the chat."}
    assert ann.post("/api/report", said).status_code == 200
    assert ann.post("/api/report", said).status_code == 409
    assert ann.post("/api/report", {**said, "seat": 2}).status_code == 404, "a bot"
    assert ann.post("/api/report", {**said, "seat": 9}).status_code == 422
    assert ann.post("/api/report", {"kind": "name", "player": "Nobody-here"}).status_code == 404
    horus = named(server, eve, "Horus")
    assert eve.get("/moderation").status_code == 404
    assert main(["admin", "--data", str(settings.data), "role", "horus", "moderator"]) == 0
    sign_in_as(server, eve, horus)
    assert main(["admin", "--data", str(settings.data), "reports"]) == 0
    assert "See the chat." in capsys.readouterr().out
    page = eve.get("/moderation").text
    assert "you fool" in page
    case = stored(server, moderation.reports)[0].id
    decide = {"report": case, "action": "mute", "days": 3, "reason": "Be kind."}
    assert ann.post("/api/reports/decide", decide).status_code == 404
    assert eve.post("/api/reports/decide", {**decide, "action": "x"}).status_code == 422
    assert eve.post("/api/reports/decide", decide).status_code == 200
    silent = bob.post(f"/api/tables/{made['id']}/chat", {"text": "what?"})
    assert silent.status_code == 403
    assert "Be kind." in bob.get("/me").text
    assert "No open reports" in eve.get("/moderation").text
    assert main(["admin", "--data", str(settings.data), "audit"]) == 0
    assert "report-mute" in capsys.readouterr().out


def test_reports_are_limited(arrives: Arrives) -> None:
    ann = arrives("Ann")
    answers = [ann.post("/api/report", {"kind": "name", "player": f"x{n}"}) for n in range(12)]
    assert [answer.status_code for answer in answers] == [404] * 10 + [429] * 2
