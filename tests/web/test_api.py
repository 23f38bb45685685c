"""The JSON interface: everything it can do, and everything it refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from nomarch.conformance.playing import tried_setups
from nomarch.draw.tips import LATER, tips_of
from nomarch.engine.new_match import load
from nomarch.kernel.declare.game import rulebook, rulebooks
from nomarch.tables.stores.table_store import put_table
from nomarch.web.app import create_app
from nomarch.web.http import limits
from nomarch.web.http.limits import MAX_BODY
from nomarch.web.operations.settings import Settings

from ..test_docs_run import FENCED
from .conftest import Arrives
from .people import Person, change, opened, rush, service_of, settle, visitor


@pytest.fixture
def table(ann: Person) -> str:
    return ann.opens("me", "here", "here", hints=True)


def test_the_example_of_the_documentation_runs(server: TestClient) -> None:
    page = (Path(__file__).parents[2] / "docs" / "json-api.md").read_text(encoding="utf-8")
    ((_, _, code),) = FENCED.findall(page)
    names: dict[str, Any] = {"server": server}
    exec(code.replace('httpx.Client(base_url="http://127.0.0.1:8000")', "server"), names)
    assert names["seen"]["view"]["seat"] == 0


def path_of(id_: str, what: str = "") -> str:
    return f"/api/tables/{id_}{what and '/' + what}"


def error(answer: Any, status: int) -> str:
    """The sentence of a refusal."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    sentence: str = answer.json()["error"]
    assert sentence.endswith(".")
    return sentence


# --- What it does -------------------------------------------------------------------------------


def test_becoming_a_person(stranger: Person, server: TestClient) -> None:
    made = stranger.post("/api/person", {"name": "  Henut\tsen \u202e"}).json()
    assert made["name"] == "Henut sen"
    again = stranger.post("/api/person").json()
    assert again == made
    assert stranger.post("/api/person", {"name": "Isis"}).json()["name"] == "Isis"
    # A program sends its token instead of a cookie.
    program = visitor(server)
    bearer = {"authorization": f"Bearer {made['token']}"}
    assert program.post("/api/person", headers=bearer).json()["name"] == "Isis"
    assert program.get("/api/tables", headers=bearer).json() == []


def test_a_person_without_a_name_gets_one(stranger: Person) -> None:
    assert re.fullmatch(r"[A-Z][a-z]+ [1-9][0-9]", stranger.post("/api/person").json()["name"])


def test_the_games_with_their_options(stranger: Person) -> None:
    games = stranger.get("/api/games").json()
    assert [game["id"] for game in games] == list(rulebooks())
    (ra,) = [game for game in games if game["id"] == "ra"]
    assert ra["players"] == [2, 3, 4, 5]
    assert [choice["id"] for choice in ra["options"][0]["choices"]] == ["off", "on"]


@pytest.mark.parametrize("game", rulebooks())
def test_every_game_can_be_set_up_at_every_count(ann: Person, game: str) -> None:
    book = rulebooks()[game]
    for setup in tried_setups(book):
        kinds = ["me"] + ["here"] * (setup.players - 1)
        id_ = ann.opens(*kinds, game=game, options=book.option_ids(setup))
        seen = ann.sees(id_)
        assert (seen["game"], len(seen["seats"])) == (game, setup.players)
        assert seen["options"] == book.option_ids(setup)
        assert seen["view"]["to_act"]


def test_a_table_as_its_people_and_others_see_it(
    ann: Person, bob: Person, stranger: Person
) -> None:
    made = ann.sets("me", "friend", "random", clock=3600)
    id_ = made["id"]
    before = ann.sees(id_)
    assert not before["full"]
    assert before["view"]["legal"] == []
    assert before["deadline"] is None
    assert bob.joins(made) == 1
    seen = {name: person.sees(id_) for name, person in
            (("ann", ann), ("bob", bob), ("none", stranger))}  # fmt: skip
    assert [seen[name]["mine"] for name in seen] == [[0], [1], []]
    assert [seen[name]["view"]["seat"] for name in seen] == [0, 1, -1]
    assert seen["none"]["view"]["legal"] == []
    assert seen["ann"]["full"]
    assert [seat["kind"] for seat in seen["ann"]["seats"]] == ["player", "player", "bot"]
    assert "invite" not in str(seen)


def test_my_tables_those_that_wait_first(server: TestClient, ann: Person) -> None:
    mine = ann.opens("me", "here", "here")
    waiting = ann.opens("me", "friend", "friend")
    done = ann.opens("me", "here", "here")
    rush(server, done, seed=3)
    lines = ann.get("/api/tables").json()
    assert [line["id"] for line in lines] == [mine, waiting, done]
    assert [line["turn"] for line in lines] == [True, False, False]
    assert [line["waiting"] for line in lines] == [False, True, False]
    assert lines[2]["over"]
    assert lines[2]["place"] == 1


def test_joining_and_filling_up(server: TestClient, ann: Person, arrives: Arrives) -> None:
    made = ann.sets("me", "friend", "friend", "friend")
    id_ = made["id"]
    bob = arrives("Bob")
    assert bob.joins(made) == 1
    assert bob.joins(made) == 1
    assert error(bob.post(path_of(id_, "fill")), 403)
    assert ann.post(path_of(id_, "fill"), {"level": "random"}).json() == {"ok": True}
    assert error(ann.post(path_of(id_, "fill")), 409)
    settle(server, id_)
    assert [seat["level"] for seat in ann.sees(id_)["seats"]] == ["", "", "random", "random"]
    late = arrives("Late").post(path_of(id_, "join"), {"token": made["invite"]})
    assert "watch" in error(late, 409)


def test_a_hint_that_races_a_move_is_answered_with_a_sentence(
    server: TestClient, ann: Person, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a bot thinks about a hint the position may become another one."""
    service, live = service_of(server), opened(server, table)
    advise = service.bots.advise
    (seat,) = live.table.to_act

    async def slowly(*asked: Any) -> Any:
        found = await advise(*asked)
        await service.submit(live, lambda t: t.request_move(seat, "draw", t.seq))
        return found

    monkeypatch.setattr(service.bots, "advise", slowly)
    answer = ann.post(path_of(table, "hint"), {"seat": seat})
    assert answer.status_code == 409
    assert "moved on" in answer.json()["error"]


def test_lists_go_on_after_a_hundred_tables(server: TestClient, ann: Person) -> None:
    first = ann.opens("me", "here", "here")
    record = opened(server, first).table.record

    def many(store: Any) -> None:
        for number in range(120):
            put_table(
                store,
                msgspec.structs.replace(
                    record, id=f"more{number}", over=True, created=record.created + 1 + number
                ),
            )

    change(server, many)
    pages = [ann.get(f"/api/tables?page={page}").json() for page in (1, 2, 3)]
    assert [len(page) for page in pages] == [100, 21, 0]
    assert first in [line["id"] for line in pages[0]], "running ones come first"
    assert len({line["id"] for page in pages for line in page}) == 121
    assert "page=2" in ann.get("/tables").text
    assert "page=1" in ann.get("/tables?page=2").text
    assert "page=3" not in ann.get("/tables?page=2").text
    for wrong in ("0", "-1", "x", ""):
        assert ann.get(f"/api/tables?page={wrong}").status_code == 422
    # A new name reaches the tables of every page.
    record = msgspec.structs.replace(record, id="last", created=0.0)
    change(server, lambda store: put_table(store, record))
    ann.post("/api/person", {"name": "Renamed"})
    assert ann.sees("last")["seats"][0]["name"] == "Renamed"


def test_moving_and_taking_back(ann: Person, table: str) -> None:
    seen = ann.sees(table)
    (seat,) = seen["view"]["to_act"]
    assert ann.move(table, seat, "invoke", 0).json() == {"seq": 1}
    undone = ann.post(path_of(table, "undo"), {"seat": seat})
    assert undone.json() == {"seq": 2, "kind": "rewind"}
    assert ann.sees(table)["view"]["state"] == seen["view"]["state"]


def test_a_message_may_say_its_type(ann: Person, table: str) -> None:
    (seat,) = ann.sees(table)["view"]["to_act"]
    wish = {"seat": seat, "move": "draw", "seq": 0}
    error(ann.post(path_of(table, "move"), {"type": "undo", **wish}), 422)
    assert ann.post(path_of(table, "move"), {"type": "play", **wish}).json() == {"seq": 1}


def test_asking_answering_and_coming_back(server: TestClient, ann: Person, bob: Person) -> None:
    made = ann.sets("me", "friend", "here")
    bob.joins(made)
    id_ = made["id"]
    seat = ann.sees(id_)["view"]["to_act"][0]
    mover, other = (bob, ann) if seat == 1 else (ann, bob)
    mover.plays(id_, seat, "draw")
    assert mover.post(path_of(id_, "undo"), {"seat": seat}).json()["kind"] == "ask"
    assert ann.sees(id_)["asking"] == seat
    them = other.sees(id_)["mine"][0]
    answer = {"seat": them, "agree": False}
    assert other.post(path_of(id_, "answer"), answer).json()["kind"] == "refuse"
    assert error(other.post(path_of(id_, "answer"), answer), 409)
    assert error(other.post(path_of(id_, "back"), {"seat": them}), 409)
    assert other.post(path_of(id_, "pause"), {"seat": them}).json()["kind"] == "away"
    assert other.post(path_of(id_, "back"), {"seat": them}).json()["kind"] == "back"


def test_hints_are_moves_in_words(ann: Person, bob: Person, table: str) -> None:
    (seat,) = ann.sees(table)["view"]["to_act"]
    hint = ann.post(path_of(table, "hint"), {"seat": seat}).json()
    assert hint["move"] in ann.sees(table)["view"]["legal"]
    assert hint["words"]
    quick = ann.post(path_of(table, "hint"), {"seat": seat, "quick": True}).json()
    assert quick["move"] in ann.sees(table)["view"]["legal"]
    assert (quick["win"], quick["points"]) == (None, None)
    assert error(ann.post(path_of(table, "hint"), {"seat": (seat + 1) % 3}), 409)
    assert error(bob.post(path_of(table, "hint"), {"seat": seat}), 403)


def test_chat(ann: Person, bob: Person, table: str) -> None:
    said = ann.post(path_of(table, "chat"), {"text": " a \n b "})
    assert said.status_code == 201
    assert said.json()["text"] == "a b"
    assert [line["text"] for line in bob.get(path_of(table, "chat")).json()] == ["a b"]
    assert error(bob.post(path_of(table, "chat"), {"text": "hello"}), 403)
    assert error(ann.post(path_of(table, "chat"), {"text": ""}), 422)
    assert error(ann.post(path_of(table, "chat"), {"text": "x" * 401}), 422)


def test_after_the_end(server: TestClient, ann: Person, bob: Person, stranger: Person) -> None:
    made = ann.sets("me", "friend", "random")
    bob.joins(made)
    id_ = made["id"]
    assert error(ann.post(path_of(id_, "rematch")), 409)
    played = rush(server, id_, seed=4)
    saved = stranger.get(path_of(id_, "save"))
    assert saved.headers["content-type"].startswith("text/plain")
    assert load(saved.text).ranking == played.match.ranking
    checked = stranger.get(path_of(id_, "verify")).json()
    assert checked["good"]
    assert (checked["seed"], checked["moves"]) == (played.record.seed, len(played.match.steps))
    # All cards are on the table: anyone may look through any eyes.
    for seat in (-1, 0, 1, 2):
        assert stranger.sees(id_, seat=seat)["view"]["seat"] == seat
    error(ann.move(id_, 0, "draw", played.seq), 409)
    error(ann.post(path_of(id_, "undo"), {"seat": 0}), 409)
    error(ann.post(path_of(id_, "hint"), {"seat": 0}), 409)
    error(stranger.post(path_of(id_, "rematch")), 401)
    again = ann.post(path_of(id_, "rematch"))
    assert again.status_code == 201
    assert bob.post(path_of(id_, "rematch")).json() == again.json()
    seats = bob.sees(again.json()["id"])["seats"]
    assert seats[0]["name"] == "Bob"
    assert [seat["kind"] for seat in seats] == ["player", "bot", "player"]


def test_a_rematch_seats_nobody_who_has_not_asked_for_it(
    server: TestClient, ann: Person, bob: Person
) -> None:
    made = ann.sets("me", "friend", "random")
    bob.joins(made)
    rush(server, made["id"], seed=4)
    again = ann.post(path_of(made["id"], "rematch")).json()["id"]
    assert again not in [line["id"] for line in bob.get("/api/tables").json()]
    seen = ann.sees(again)
    assert (seen["full"], [seat["kind"] for seat in seen["seats"]]) == (
        False,
        ["open", "bot", "player"],
    )
    assert bob.post(path_of(made["id"], "rematch")).json()["id"] == again
    assert (bob.sees(again)["full"], bob.sees(again)["mine"]) == (True, [0])


def test_looking_back(server: TestClient, ann: Person, table: str) -> None:
    rush(server, table, seed=5, decisions=8)
    ply = ann.sees(table)["view"]["ply"]
    story = ann.get(path_of(table, "log")).json()
    assert [line["ply"] for line in story] == list(range(ply + 1))
    assert ann.get(path_of(table, "log") + "?ply=3").json() == story[:4]
    boards = [ann.get(path_of(table, "board.svg") + f"?ply={n}") for n in (0, ply)]
    assert boards[0].headers["content-type"] == "image/svg+xml"
    assert boards[0].text != boards[1].text
    now = ann.get(path_of(table, "board.svg")).text
    assert "data-action" in now
    assert "data-action" not in boards[1].text, "the past cannot be played"
    tall = ann.get(path_of(table, "board.svg") + "?shape=tall&bare=1").text
    assert "<style>" not in tall
    assert "<style>" in boards[0].text
    for wrong in ("shape=round", "ply=-1", f"ply={ply + 1}", "ply=x", "ply=" + "9" * 5000,
                  "seat=x", "seat=--1", "seat=" + "9" * 5000, "seat="):  # fmt: skip
        error(ann.get(path_of(table, "board.svg") + f"?{wrong}"), 422)


def test_what_a_page_leaves_out_can_be_asked_for(
    server: TestClient, ann: Person, table: str
) -> None:
    """A table's page gets no tips that change with every move; its drawing's order is theirs."""
    for decisions in (0, 8):
        rush(server, table, seed=5, decisions=decisions)
        with ann.listens(table) as socket:
            socket.send_json({"type": "look", "shape": "tall", "lang": "nl"})
            page = socket.receive_json()
        shown = tips_of("".join(page["board"]))
        told = ann.get(path_of(table, "tips") + f"?seat={page['seat']}&shape=tall&lang=nl").json()
        assert len(told) == len(shown)
        assert all(now in (LATER, then) for now, then in zip(shown, told, strict=True))
        assert LATER in shown
        assert LATER not in told
    past = [ann.get(path_of(table, "tips") + f"?ply={ply}").json() for ply in (0, page["ply"])]
    assert past[0] != past[1]
    for wrong in ("shape=round", f"ply={page['ply'] + 1}", "ply=x", "seat=x"):
        error(ann.get(path_of(table, "tips") + f"?{wrong}"), 422)


def test_a_board_that_stands_alone_may_use_its_own_style(ann: Person, table: str) -> None:
    policy = ann.get(path_of(table, "board.svg")).headers["content-security-policy"]
    assert "style-src 'sha256-" in policy
    assert "unsafe" not in policy
    bare = ann.get(path_of(table, "board.svg") + "?bare=1").headers["content-security-policy"]
    assert "sha256" not in bare


# --- What it refuses ----------------------------------------------------------------------------


def test_strangers_are_asked_who_they_are(stranger: Person, ann: Person, table: str) -> None:
    wishes = {
        "/api/tables": {"game": "ra", "seats": [{"kind": "me"}]},
        path_of(table, "join"): {"token": "x"},
        path_of(table, "fill"): {},
        path_of(table, "move"): {"seat": 0, "move": "draw", "seq": 0},
        path_of(table, "undo"): {"seat": 0},
        path_of(table, "answer"): {"seat": 0, "agree": True},
        path_of(table, "back"): {"seat": 0},
        path_of(table, "hint"): {"seat": 0},
        path_of(table, "chat"): {"text": "hello"},
        path_of(table, "rematch"): {},
    }
    for path, body in wishes.items():
        error(stranger.post(path, body), 401)
    error(stranger.get("/api/tables"), 401)
    assert ann.sees(table)["seq"] == 0


def test_other_peoples_seats_are_not_ones_own(ann: Person, bob: Person, table: str) -> None:
    (seat,) = ann.sees(table)["view"]["to_act"]
    for what, body in {
        "move": {"seat": seat, "move": "draw", "seq": 0},
        "undo": {"seat": seat},
        "answer": {"seat": seat, "agree": True},
        "back": {"seat": seat},
        "hint": {"seat": seat},
        "chat": {"text": "hello"},
        "fill": {},
        "rematch": {},
        "join": {"token": "guessed"},
    }.items():
        error(bob.post(path_of(table, what), body), 403)
    for wrong in (-1, 3, 99, -99):
        error(ann.move(table, wrong, "draw", 0), 403)
    assert ann.sees(table)["seq"] == 0


def test_what_is_not_there_is_not_found(ann: Person) -> None:
    for method, path in (
        ("GET", "/api/tables/none"), ("POST", "/api/tables/none/move"), ("GET", "/api/nothing"),
        ("GET", "/api/tables/none/board.svg"), ("GET", "/api/tables/none/tips"),
        ("POST", "/api/tables/none/join"),
    ):  # fmt: skip
        body = {"seat": 0, "move": "draw", "seq": 0} if path.endswith("move") else {"token": "x"}
        error(ann.client.request(method, path, json=body), 404)
    error(ann.post("/api/tables", {"game": "no such game", "seats": [{"kind": "me"}]}), 404)


def test_the_wrong_method_is_refused(ann: Person, table: str) -> None:
    error(ann.client.delete(path_of(table)), 405)
    error(ann.get(path_of(table, "move")), 405)


def test_stale_moves_change_nothing(ann: Person, table: str) -> None:
    (seat,) = ann.sees(table)["view"]["to_act"]
    assert ann.move(table, seat, "draw", 0).status_code == 200
    seen = ann.sees(table)
    error(ann.move(table, seat, "draw", 0), 409)
    (seat,) = seen["view"]["to_act"]
    error(ann.move(table, seat, "draw", 0), 409)
    error(ann.move(table, seat, "draw", 2), 409)
    error(ann.move(table, (seat + 1) % 3, "draw", 1), 409)
    illegal = next(a for a in rulebook("ra").actions if a not in seen["view"]["legal"])
    error(ann.move(table, seat, illegal, 1), 422)
    error(ann.move(table, seat, "'; DROP TABLE entry; --", 1), 422)
    assert ann.sees(table) == seen


def test_too_much_is_refused_before_it_is_read(ann: Person, table: str) -> None:
    long = "x" * MAX_BODY
    error(ann.post(path_of(table, "chat"), {"text": long}), 413)

    def endless() -> Iterator[bytes]:
        for _ in range(10_000):
            yield b"x" * 1024

    headers = {"content-type": "application/json"}
    error(ann.client.post(path_of(table, "chat"), content=endless(), headers=headers), 413)
    for length in ("-5", "many"):
        wrong = {**headers, "content-length": length}
        error(ann.client.post(path_of(table, "chat"), content=b"{}", headers=wrong), 413)


def test_only_json_is_read(ann: Person, table: str) -> None:
    path = path_of(table, "chat")
    error(ann.client.post(path, data={"text": "a form"}), 415)
    error(
        ann.client.post(path, content=b'{"text": "x"}', headers={"content-type": "text/plain"}), 415
    )
    error(ann.client.post(path, content=b'{"text": "x"}'), 415)


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("move", {"seat": "0", "move": "draw", "seq": 0}),
        ("move", {"seat": 0.5, "move": "draw", "seq": 0}),
        ("move", {"seat": True, "move": "draw", "seq": 0}),
        ("move", {"seat": 0, "move": None, "seq": 0}),
        ("move", {"seat": 0, "move": ["draw"], "seq": 0}),
        ("move", {"seat": 0, "move": "draw"}),
        ("move", {"seat": 0, "move": "draw", "seq": 0, "cheat": True}),
        ("move", []),
        ("move", "draw"),
        ("undo", {}),
        ("answer", {"seat": 0, "agree": "yes"}),
        ("chat", {"text": 5}),
        ("join", {"token": 7}),
        ("fill", {"level": "god"}),
        ("rematch", {"now": True}),
    ],
)
def test_wrong_bodies_are_refused(ann: Person, table: str, what: str, body: Any) -> None:
    error(ann.post(path_of(table, what), body), 422)
    assert ann.sees(table)["seq"] == 0


@pytest.mark.parametrize("body", [b"{", b"\xff", b'{"text": "\\ud800"}', b"nul", b"[" * 5000])
def test_what_is_no_json_is_refused(ann: Person, table: str, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    error(ann.client.post(path_of(table, "chat"), content=body, headers=headers), 422)


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "ra", "seats": []},
        {"game": "ra", "seats": [{"kind": "me"}]},
        {"game": "ra", "seats": [{"kind": "me"}] * 9},
        {"game": "ra", "seats": [{"kind": "bot"}] * 3},
        {"game": "ra", "seats": [{"kind": "me"}, {"kind": "ghost"}, {"kind": "bot"}]},
        {"game": "ra", "seats": [{"kind": "me"}, {"kind": "bot", "level": "god"}, {"kind": "bot"}]},
        {"game": "ra", "seats": [{"kind": "me"}] * 3, "options": {"duel": "on"}},
        {"game": "ra", "seats": [{"kind": "me"}] * 3, "options": {"colour": "red"}},
        {"game": "ra", "seats": [{"kind": "me"}] * 3, "clock": -1},
        {"game": "ra", "seats": [{"kind": "me"}] * 3, "clock": 10**9},
        {"game": "ra", "seats": [{"kind": "me"}] * 3, "seed": "00" * 32},
    ],
)
def test_tables_that_cannot_be_set_are_refused(ann: Person, wish: dict[str, Any]) -> None:
    error(ann.post("/api/tables", wish), 422)
    assert ann.get("/api/tables").json() == []


def test_clients_that_ask_too_often_are_slowed_down(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = [100.0]
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: at[0]))
    app = create_app(Settings(data=settings.data, requests_per_second=1.0))
    with TestClient(app) as client:
        answers = [client.get("/api/games") for _ in range(12)]
        assert [answer.status_code for answer in answers] == [200] * 10 + [429] * 2
        error(answers[-1], 429)
        french = client.get("/api/games", headers={"accept-language": "fr"})
        assert error(french, 429) != error(answers[-1], 429)
        at[0] += 1.0
        assert [client.get("/api/games").status_code for _ in range(2)] == [200, 429]


def test_forgetting_clients_keeps_memory_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_CLIENTS", 10)
    buckets = limits.RateLimiter(1.0)
    for number in range(100):
        assert buckets.allows(f"client {number}")
    assert len(buckets) <= 11


def test_unexpected_errors_tell_nothing_and_keep_their_headers(
    server: TestClient, ann: Person, table: str, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    seed = opened(server, table).table.record.seed

    async def broken(*_: object) -> None:
        raise RuntimeError(f"the seed is {seed}")

    monkeypatch.setattr(service_of(server), "open", broken)
    for path in (path_of(table, "chat"), f"/t/{table}"):
        answer = ann.get(path)
        assert answer.status_code == 500
        assert "seed is" not in answer.text
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "unexpected error" in caplog.text


# --- Languages and the rest ---------------------------------------------------------------------


def test_the_language_is_named_remembered_or_the_browsers(ann: Person, table: str) -> None:
    def prompt(query: str = "", **more: Any) -> str:
        return error(ann.post(path_of(table, "back") + query, {"seat": 99}, **more), 403)

    english = prompt()
    french = prompt(headers={"accept-language": "fr-BE,fr;q=0.9,en;q=0.5"})
    dutch = prompt(query="?lang=nl", headers={"accept-language": "fr"})
    assert len({english, french, dutch}) == 3
    assert prompt(headers={"accept-language": "tlh"}) == english
    assert prompt(query="?lang=tlh") == english
    ann.client.cookies.set("lang", "nl")
    assert prompt(headers={"accept-language": "fr"}) == dutch


def test_health_and_colours(server: TestClient) -> None:
    assert server.get("/health").json()["ok"]
    css = server.get("/colours.css")
    assert css.headers["content-type"].startswith("text/css")
    assert "prefers-color-scheme:dark" in css.text
