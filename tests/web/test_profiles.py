"""Profiles, leaderboards and ratings that can be computed anew; reports and what follows."""

from pathlib import Path
from typing import Any

import pytest

from nomarch.cli import main
from nomarch.errors import Refused
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
from nomarch.tables.state.model import BOT, PLAYER, ChatLine, Person as StoredPerson, Seat, now
from nomarch.tables.stores import admin
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.results import GameResult, SeatResult, put_result, result_of
from nomarch.tables.stores.table_store import change_table, put_table

from .actors import Person, Site
from .conftest import Capture
from .folding import FoldedTable, new_record

DAY = 86_400.0
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


def play(store: Store, number: int, *, leaves: bool = False) -> None:
    """Play a rated game of two people and a bot at random, and store it as a server does."""
    people = Seat(PLAYER, "Ann", "ann"), Seat(PLAYER, "Bob", "bob")
    seats, seed = (*people, Seat(BOT, "Ptah", level="greedy")), f"{number:02x}" * 32
    record = new_record(*seats, id=f"t{number}", seed=seed, created=float(number), rated=True)
    table = FoldedTable(record)
    entries = table.play_out(number, stop=8 if leaves else 9999)
    if leaves:
        entries.append(table.request_leave(1))
        table.fold(entries[-1])
        entries += table.play_out(number)
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


def test_the_command_repairs_ratings(file_store: Store, tmp_path: Path, capsys: Capture) -> None:
    play(file_store, 1)
    command = ["admin", "--data", str(tmp_path), "recompute-ratings"]
    assert main([*command, "--check"]) == 0
    file_store.execute("UPDATE rating SET mu = 3000")
    assert main([*command, "--check"]) == 1
    assert "2 ratings" in capsys.readouterr().out
    assert main(command) == 0
    assert main([*command, "--check"]) == 0
    assert rating_of(file_store, "ann", "ra").belief.mu < 2000


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


@pytest.fixture
def _have_played(site: Site, nefer: Person, horus: Person) -> None:
    """Sixty games, of which each won half."""
    site.changes(lambda store: [
        put(store, f"t{n}", {nefer.id: 1 + n % 2, horus.id: 2 - n % 2}, ended=now() - n)
        for n in range(60)
    ])  # fmt: skip


@pytest.mark.usefixtures("_have_played")
def test_a_profile_shows_games_ratings_and_statistics(nefer: Person, horus: Person) -> None:
    page = horus.reads("/@Nefer")
    for words in ("60 rated games", "curve-line", "30 (50%)"):
        assert words in page
    assert page.count("/replay") == 30
    assert "/t/t59/analysis" in horus.reads("/@Nefer", page=2)
    assert "No finished games" in horus.reads("/@Nefer", game="giza")
    assert horus.reads("/@Nefer", players=2, kind="rated").count("/replay") == 30
    assert "No finished games" in horus.reads("/@Nefer", kind="casual")
    assert "Played most often with" not in page
    assert "Played most often with" in nefer.reads("/@Nefer")
    elsewhere = horus.get("/@nEFER", follow_redirects=False)
    assert elsewhere.headers["location"] == "/@Nefer"
    horus.cannot_read("/@Nobody-here", status=404)
    info = horus.gets("/api/players/Nefer")
    assert info["ratings"]["ra"]["games"] == 60
    assert info["stats"][0]["wins"] == 30
    assert "Nefer" in horus.reads("/ratings/ra")
    lines = horus.gets("/api/ratings/ra")
    assert {"Nefer", "Horus"} < {line["name"] for line in lines}
    assert [line["rating"] for line in lines] == sorted((x["rating"] for x in lines), reverse=True)
    assert any(line["bot"] for line in lines)


@pytest.mark.usefixtures("_have_played")
def test_a_private_profile_shows_the_name_only(nefer: Person, horus: Person) -> None:
    assert "Nefer" in horus.reads("/ratings/ra")
    nefer.posts("/api/account/private", private=True)
    page = horus.reads("/@Nefer")
    assert "This profile is private." in page
    assert "/replay" not in page
    assert horus.gets("/api/players/Nefer")["games"] == []
    assert "Nefer" not in horus.reads("/ratings/ra")
    assert "/replay" in nefer.reads("/@Nefer")
    assert len(nefer.gets("/api/players/Nefer")["games"]) == 30
    assert "/@Nefer" not in horus.reads("/@Horus").split('id="games"')[1], "nor a link to it"
    nefer.posts("/api/account/private", private=False)
    assert "/replay" in horus.reads("/@Nefer")


def test_only_the_author_sees_a_note_about_a_player(nefer: Person, horus: Person) -> None:
    eve, path = nefer.site.person("Eve"), "/api/players/Nefer/note"
    assert eve.gets(path) == {"text": ""}
    saved = eve.posts(path, text=" Bids  high\r\n\r\n<b>early\u202e ")
    assert saved == {"text": "Bids high\n\n<b>early"}
    assert "Bids high\n\n&lt;b&gt;early</textarea>" in eve.get("/@Nefer").text
    for other in (nefer, horus):
        assert other.gets(path) == {"text": ""}
        assert "Bids high" not in other.reads("/@Nefer")
        nefer.site.signs_in(other, other.id)  # else their data is refused
        assert "Bids high" not in str(other.gets("/api/me/data"))
    assert "player-note" not in nefer.reads("/@Nefer"), "nobody needs a note about themselves"
    nefer.cannot(path, status=422, text="me")
    (line,) = eve.gets("/api/me/data")["player_notes"]
    assert (line["handle"], line["text"]) == ("Nefer", "Bids high\n\n<b>early")
    nefer.posts("/api/account/private", private=True)
    assert "Bids high" in eve.reads("/@Nefer"), "a note stays mine when a profile gets private"
    eve.cannot(path, status=422, text="x" * 501)
    eve.cannot("/api/players/Nobody-here/note", status=404, text="x")
    assert eve.posts(path, text=" ") == {"text": ""}
    assert eve.gets("/api/me/data")["player_notes"] == []


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


def people(store: Store) -> list[StoredPerson]:
    found = [read_person(store, id_) for id_ in ("ann", "bob", "eve")]
    return [person for person in found if person is not None]


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
    assert people(store)[0].handle.startswith("Pharaoh-")
    with pytest.raises(Refused, match="taken"):
        accounts.rename_handle(store, "ann", "Ann-1", 1e9)
    accounts.rename_handle(store, "ann", "Better", 1e9)
    moderation.sanction(store, "eve", "bob", "warn", 30, "Careful.", 1.0)
    kinds = {line.kind for line in moderation.sanctions_of(store, "bob", 2.0)}
    assert kinds == {"no-rated", "ban", "warn"}
    with pytest.raises(BadRequest):
        moderation.sanction(store, "eve", "bob", "flog", 0, "", 1.0)


def test_who_leaves_rated_games_pauses_longer_each_time(store: Store) -> None:
    def leave(table: str, ended: float) -> None:
        put(store, table, {"ann": 2, "bob": 1}, ended=ended, left={"ann": 3})

    for number, pause in ((1, 0), (2, 600), (3, 1200)):  # once can happen
        leave(f"t{number}", 1000.0 * number)
        assert moderation.rated_pause(store, "ann", 1000.0 * number) == pause
    with pytest.raises(Refused, match="20 min"):
        moderation.check_may_play_rated(store, "ann", 3001.0)
    assert moderation.rated_pause(store, "ann", 4200.0) == 0
    assert moderation.rated_pause(store, "bob", 3000.0) == 0
    for number in range(20):
        leave(f"x{number}", 5000.0)
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


def test_a_report_reaches_moderators(ann: Person, bob: Person, capsys: Capture) -> None:
    site, horus = ann.site, ann.site.member("Horus")
    table = ann.meets(bob, bots=("greedy",))
    bob.posts(f"{table.api}/chat", text="you fool")
    assert "Bob" in ann.reads("/report", table=table)
    said = {"kind": "abuse", "table": table, "seat": 1, "text": "See the chat."}
    ann.posts("/api/report", **said)
    ann.cannot("/api/report", status=409, **said)
    ann.cannot("/api/report", status=404, **{**said, "seat": 2})  # a bot
    ann.cannot("/api/report", status=422, **{**said, "seat": 9})
    ann.cannot("/api/report", status=404, kind="name", player="Nobody-here")
    horus.cannot_read("/moderation", status=404)
    assert site.admin("role", "horus", "moderator") == 0
    site.signs_in(horus, horus.id)
    assert site.admin("reports") == 0
    assert "See the chat." in capsys.readouterr().out
    assert "you fool" in horus.reads("/moderation")
    case = site.reads(moderation.reports)[0].id
    decide = {"report": case, "action": "mute", "days": 3, "reason": "Be kind."}
    ann.cannot("/api/reports/decide", status=404, **decide)
    horus.cannot("/api/reports/decide", status=422, **{**decide, "action": "x"})
    horus.posts("/api/reports/decide", **decide)
    bob.cannot(f"{table.api}/chat", status=403, text="what?")
    assert "Be kind." in bob.reads("/me")
    assert "No open reports" in horus.reads("/moderation")
    assert site.admin("audit") == 0
    assert "report-mute" in capsys.readouterr().out


def test_reports_are_limited(ann: Person) -> None:
    answers = [ann.post("/api/report", {"kind": "name", "player": f"x{n}"}) for n in range(12)]
    assert [answer.status_code for answer in answers] == [404] * 10 + [429] * 2
