"""The JSON interface: everything it can do, and everything it refuses."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from nomarch.conformance.playing import tried_setups
from nomarch.draw.tips import LATER, tips_of
from nomarch.engine.new_match import load
from nomarch.kernel.declare.game import rulebooks
from nomarch.tables.stores.table_store import put_table
from nomarch.web.http import limits
from nomarch.web.http.limits import MAX_BODY

from ..test_docs_run import FENCED
from .actors import Logs, Patch, Person, Site, Table, refusal
from .conftest import Start


@pytest.fixture
def table(ann: Person) -> Table:
    return ann.opens("me", "here", "here", hints=True)


def test_the_example_of_the_documentation_runs(stranger: Person) -> None:
    page = (Path(__file__).parents[2] / "docs" / "json-api.md").read_text(encoding="utf-8")
    ((_, _, code),) = FENCED.findall(page)
    names: dict[str, Any] = {"server": stranger.client}
    exec(code.replace('httpx.Client(base_url="http://127.0.0.1:8000")', "server"), names)
    assert names["seen"]["view"]["seat"] == 0


def test_becoming_a_person(stranger: Person, site: Site) -> None:
    made = stranger.posts("/api/person", name="  Henut\tsen \u202e")
    assert made["name"] == "Henut sen"
    assert stranger.posts("/api/person") == made
    assert stranger.posts("/api/person", name="Isis")["name"] == "Isis"
    program = site.stranger()  # sends its token instead of a cookie
    program.client.headers["authorization"] = f"Bearer {made['token']}"
    assert program.posts("/api/person")["name"] == "Isis"
    assert program.gets("/api/tables") == []
    table = stranger.opens("me", "here", "here")
    before = table.state.match.names
    stranger.posts("/api/person", name="Renamed")
    assert table.state.match.names == ("Renamed", *before[1:]), "the others here keep their names"
    assert re.fullmatch(r"[A-Z][a-z]+ [1-9][0-9]", site.stranger().posts("/api/person")["name"])


def test_the_games_with_their_options(stranger: Person) -> None:
    games = {game["id"]: game for game in stranger.gets("/api/games")}
    assert list(games) == list(rulebooks())
    assert games["ra"]["players"] == [2, 3, 4, 5]
    assert [choice["id"] for choice in games["ra"]["options"][0]["choices"]] == ["off", "on"]


@pytest.mark.parametrize("game", rulebooks())
def test_every_game_can_be_set_up_at_every_count(ann: Person, game: str) -> None:
    book = rulebooks()[game]
    for setup in tried_setups(book):
        options = book.option_ids(setup)
        others = ["here"] * (setup.players - 1)
        seen = ann.sees(ann.opens("me", *others, game=game, options=options))
        assert (seen["game"], len(seen["seats"])) == (game, setup.players)
        assert seen["options"] == options
        assert seen["view"]["to_act"]


def test_a_table_as_everybody_sees_it(ann: Person, bob: Person, stranger: Person) -> None:
    table = ann.opens("me", "friend", "random", clock=3600)
    before = ann.sees(table)
    assert (before["full"], before["view"]["legal"], before["deadline"]) == (False, [], None)
    assert bob.joins(table) == 1
    anns, bobs, strangers = (person.sees(table) for person in (ann, bob, stranger))
    assert [seen["mine"] for seen in (anns, bobs, strangers)] == [[0], [1], []]
    assert [seen["view"]["seat"] for seen in (anns, bobs, strangers)] == [0, 1, -1]
    assert strangers["view"]["legal"] == []
    assert anns["full"]
    assert [seat["kind"] for seat in anns["seats"]] == ["player", "player", "bot"]
    assert "invite" not in str([anns, bobs, strangers])


def test_my_tables_those_that_wait_first(ann: Person) -> None:
    tables = [ann.opens("me", other, other) for other in ("here", "friend", "here")]
    tables[2].rush(seed=3)
    lines = ann.gets("/api/tables")
    assert [line["id"] for line in lines] == tables
    assert [line["turn"] for line in lines] == [True, False, False]
    assert [line["waiting"] for line in lines] == [False, True, False]
    assert lines[2]["over"]
    assert lines[2]["place"] == 1


def test_joining_and_filling_up(site: Site, ann: Person, bob: Person) -> None:
    table = ann.opens("me", "friend", "friend", "friend")
    assert [bob.joins(table), bob.joins(table)] == [1, 1]
    bob.cannot(f"{table.api}/fill", status=403)
    assert ann.posts(f"{table.api}/fill", level="random") == {"ok": True}
    ann.cannot(f"{table.api}/fill", status=409)
    site.settle(table)
    assert [seat["level"] for seat in ann.sees(table)["seats"]] == ["", "", "random", "random"]
    late = site.person("Late")
    assert "watch" in late.cannot(f"{table.api}/join", status=409, token=table.invite)


def test_a_hint_races_a_move(ann: Person, table: Table, monkeypatch: Patch) -> None:
    """While a bot thinks about a hint the position may become another one."""
    site, seat = table.site, table.seat_to_act
    live, advise = site.live(table), site.tables.bots.advise

    async def slowly(*asked: Any) -> Any:
        found = await advise(*asked)
        await site.tables.submit(live, lambda t: t.request_move(seat, "draw", t.seq))
        return found

    monkeypatch.setattr(site.tables.bots, "advise", slowly)
    assert "moved on" in ann.cannot(f"{table.api}/hint", status=409, seat=seat)


def test_lists_go_on_after_a_hundred_tables(site: Site, ann: Person) -> None:
    first = ann.opens("me", "here", "here")
    record = site.live(first).table.record

    def put(store: Any, id_: str, **more: Any) -> None:
        put_table(store, msgspec.structs.replace(record, id=id_, **more))

    for number in range(120):
        site.changes(put, f"more{number}", over=True, created=record.created + 1 + number)
    pages = [[line["id"] for line in ann.gets("/api/tables", page=page)] for page in (1, 2, 3)]
    assert [len(page) for page in pages] == [100, 21, 0]
    assert first in pages[0], "running ones come first"
    assert len({*pages[0], *pages[1]}) == 121
    assert "page=2" in ann.reads("/tables")
    second = ann.reads("/tables", page=2)
    assert "page=1" in second
    assert "page=3" not in second
    ann.cannot_read(*[f"/api/tables?page={wrong}" for wrong in ("0", "-1", "x", "")], status=422)
    # A new name reaches the tables of every page.
    site.changes(put, "last", created=0.0)
    ann.posts("/api/person", name="Renamed")
    assert ann.sees("last")["seats"][0]["name"] == "Renamed"


def test_moving_and_taking_back(ann: Person, table: Table) -> None:
    seen, seat = ann.sees(table), table.seat_to_act
    wish = {"seat": seat, "move": "invoke", "seq": 0}
    ann.cannot(f"{table.api}/move", status=422, type="undo", **wish)
    assert ann.posts(f"{table.api}/move", type="play", **wish) == {"seq": 1}
    assert ann.posts(f"{table.api}/undo", seat=seat) == {"seq": 2, "kind": "rewind"}
    assert ann.sees(table)["view"]["state"] == seen["view"]["state"]


def test_after_the_end(ann: Person, bob: Person, stranger: Person) -> None:
    table = ann.meets(bob, bots=("random",))
    ann.cannot(f"{table.api}/rematch", status=409)
    played = table.rush(seed=4)
    saved = stranger.get(f"{table.api}/save")
    assert saved.headers["content-type"].startswith("text/plain")
    assert load(saved.text).ranking == played.match.ranking
    checked = stranger.gets(f"{table.api}/verify")
    assert checked["good"]
    assert (checked["seed"], checked["moves"]) == (played.record.seed, len(played.match.steps))
    # All cards are on the table: anyone may look through any eyes.
    for seat in (-1, 0, 1, 2):
        assert stranger.sees(table, seat=seat)["view"]["seat"] == seat
    refusal(ann.move(table, 0, "draw", played.seq), 409)
    for act in ("undo", "hint"):
        ann.cannot(f"{table.api}/{act}", status=409, seat=0)
    stranger.cannot(f"{table.api}/rematch", status=401)


def test_looking_back(ann: Person, table: Table) -> None:
    table.rush(seed=5, decisions=8)
    ply = ann.sees(table)["view"]["ply"]
    story, drawing = ann.gets(f"{table.api}/log"), f"{table.api}/board.svg"
    assert [line["ply"] for line in story] == list(range(ply + 1))
    assert ann.gets(f"{table.api}/log", ply=3) == story[:4]
    assert ann.get(drawing).headers["content-type"] == "image/svg+xml"
    first, last = (ann.reads(drawing, ply=n) for n in (0, ply))
    assert first != last
    assert "data-action" in ann.reads(drawing)
    assert "data-action" not in last, "the past cannot be played"
    assert "<style>" not in ann.reads(drawing, shape="tall", bare=1)
    assert "<style>" in first
    wrong = ("shape=round", "ply=-1", f"ply={ply + 1}", "ply=x", "ply=" + "9" * 5000,
             "seat=x", "seat=--1", "seat=" + "9" * 5000, "seat=")  # fmt: skip
    ann.cannot_read(*[f"{drawing}?{query}" for query in wrong], status=422)


def test_what_a_page_leaves_out_can_be_asked_for(ann: Person, table: Table) -> None:
    """A table's page gets no tips that change with every move; its drawing's order is theirs."""
    tips = f"{table.api}/tips"
    for decisions in (0, 8):
        table.rush(seed=5, decisions=decisions)
        with ann.listens(table) as link:
            page = link.looks(shape="tall", lang="nl")
        shown = tips_of(page["board"])
        told = ann.gets(tips, seat=page["seat"], shape="tall", lang="nl")
        assert len(told) == len(shown)
        assert all(now in (LATER, then) for now, then in zip(shown, told, strict=True))
        assert LATER in shown
        assert LATER not in told
    assert ann.gets(tips, ply=0) != ann.gets(tips, ply=page["ply"])
    wrong = ("shape=round", f"ply={page['ply'] + 1}", "ply=x", "seat=x")
    ann.cannot_read(*[f"{tips}?{query}" for query in wrong], status=422)


def test_a_board_that_stands_alone_may_use_its_own_style(ann: Person, table: Table) -> None:
    whole, bare = (
        ann.get(f"{table.api}/board.svg{query}").headers["content-security-policy"]
        for query in ("", "?bare=1")
    )
    assert "style-src 'sha256-" in whole
    assert "unsafe" not in whole
    assert "sha256" not in bare


ACTS: dict[str, dict[str, Any]] = {
    "join": {"token": "guessed"}, "fill": {}, "move": {"seat": 0, "move": "draw", "seq": 0},
    "undo": {"seat": 0}, "answer": {"seat": 0, "agree": True}, "back": {"seat": 0},
    "hint": {"seat": 0}, "chat": {"text": "hello"}, "rematch": {},
}  # fmt: skip
"""What people do at a table."""


def test_strangers_are_asked_who_they_are(stranger: Person, ann: Person, table: Table) -> None:
    stranger.cannot("/api/tables", status=401, game="ra", seats=[{"kind": "me"}])
    for act, body in ACTS.items():
        stranger.cannot(f"{table.api}/{act}", status=401, **body)
    stranger.cannot_read("/api/tables", status=401)
    assert ann.sees(table)["seq"] == 0


def test_other_peoples_seats_are_not_ones_own(ann: Person, bob: Person, table: Table) -> None:
    seat = table.seat_to_act
    for act, body in ACTS.items():
        own = {"seat": seat} if "seat" in body else {}
        bob.cannot(f"{table.api}/{act}", status=403, **{**body, **own})
    for wrong in (-1, 3, 99, -99):
        refusal(ann.move(table, wrong, "draw", 0), 403)
    assert ann.sees(table)["seq"] == 0


def test_what_is_not_there_is_not_found(ann: Person) -> None:
    none = "/api/tables/none"
    ann.cannot_read(none, "/api/nothing", f"{none}/board.svg", f"{none}/tips", status=404)
    for act in ("move", "join"):
        ann.cannot(f"{none}/{act}", status=404, **ACTS[act])
    ann.cannot("/api/tables", status=404, game="no such game", seats=[{"kind": "me"}])
    refusal(ann.client.delete("/api/tables"), 405)


JSON = {"content-type": "application/json"}


def test_too_much_is_refused_before_it_is_read(ann: Person, table: Table) -> None:
    path = f"{table.api}/chat"
    ann.cannot(path, status=413, text="x" * MAX_BODY)

    def endless() -> Iterator[bytes]:
        for _ in range(10_000):
            yield b"x" * 1024

    refusal(ann.client.post(path, content=endless(), headers=JSON), 413)
    for length in ("-5", "many"):
        headers = {**JSON, "content-length": length}
        refusal(ann.client.post(path, content=b"{}", headers=headers), 413)


@pytest.mark.parametrize(
    ("status", "sent"),
    [
        (415, {"data": {"text": "a form"}}),
        (415, {"content": b'{"text": "x"}'}),
        (415, {"content": b'{"text": "x"}', "headers": {"content-type": "text/plain"}}),
        *((422, {"content": body, "headers": JSON})
          for body in (b"{", b"\xff", b'{"text": "\\ud800"}', b"nul", b"[" * 5000)),
    ],
)  # fmt: skip
def test_only_json_is_read(ann: Person, table: Table, status: int, sent: Any) -> None:
    refusal(ann.client.post(f"{table.api}/chat", **sent), status)


def test_wrong_bodies_are_refused(ann: Person, table: Table) -> None:
    for what, body in (
        ("move", {"seat": "0", "move": "draw", "seq": 0}),
        ("move", {"seat": 0, "move": None, "seq": 0}),
        ("move", {"seat": 0, "move": "draw"}),
        ("move", {"seat": 0, "move": "draw", "seq": 0, "cheat": True}),
        ("move", []),
        ("undo", {}),
        ("answer", {"seat": 0, "agree": "yes"}),
        ("chat", {"text": 5}),
        ("join", {"token": 7}),
        ("fill", {"level": "god"}),
        ("rematch", {"now": True}),
    ):
        refusal(ann.post(f"{table.api}/{what}", body), 422)
    assert ann.sees(table)["seq"] == 0


def test_tables_that_cannot_be_set_are_refused(ann: Person) -> None:
    usual = {"game": "ra", "seats": [{"kind": "me"}] * 3}
    for wish in (
        {"seats": []},
        {"seats": [{"kind": "me"}]},
        {"seats": [{"kind": "bot"}] * 3},
        {"seats": [{"kind": "me"}, {"kind": "ghost"}, {"kind": "bot"}]},
        {"seats": [{"kind": "me"}, {"kind": "bot", "level": "god"}, {"kind": "bot"}]},
        {"options": {"duel": "on"}},
        {"clock": -1},
        {"clock": 10**9},
        {"seed": "00" * 32},
    ):
        ann.cannot("/api/tables", status=422, **{**usual, **wish})
    assert ann.gets("/api/tables") == []


def test_clients_that_ask_too_often_wait(start: Start, limits_at: list[float]) -> None:
    with start(requests_per_second=1.0) as site:
        ann = site.stranger()
        answers = [ann.get("/api/games") for _ in range(12)]
        assert [answer.status_code for answer in answers] == [200] * 10 + [429] * 2
        french = ann.get("/api/games", headers={"accept-language": "fr"})
        assert refusal(french, 429) != refusal(answers[-1], 429)
        limits_at[0] += 1.0
        assert [ann.get("/api/games").status_code for _ in range(2)] == [200, 429]


def test_forgetting_clients_keeps_memory_small(monkeypatch: Patch) -> None:
    monkeypatch.setattr(limits, "MAX_CLIENTS", 10)
    buckets = limits.RateLimiter(1.0)
    for number in range(100):
        assert buckets.allows(f"client {number}")
    assert len(buckets) <= 11


def test_unexpected_errors_tell_nothing(
    ann: Person, table: Table, monkeypatch: Patch, caplog: Logs
) -> None:
    seed = table.state.record.seed

    async def broken(*_: object) -> None:
        raise RuntimeError(f"the seed is {seed}")

    monkeypatch.setattr(table.site.tables, "open", broken)
    for path in (f"{table.api}/chat", table.page):
        answer = ann.get(path)
        assert answer.status_code == 500
        assert "seed is" not in answer.text
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "unexpected error" in caplog.text


def test_the_language_is_named_remembered_or_the_browsers(ann: Person, table: Table) -> None:
    def prompt(query: str = "", accepted: str = "en") -> str:
        headers = {"accept-language": accepted}
        return refusal(ann.post(f"{table.api}/back{query}", {"seat": 99}, headers=headers), 403)

    english = refusal(ann.post(f"{table.api}/back", {"seat": 99}), 403)
    french = prompt(accepted="fr-BE,fr;q=0.9,en;q=0.5")
    dutch = prompt("?lang=nl", "fr")
    assert len({english, french, dutch}) == 3
    assert prompt(accepted="tlh") == prompt("?lang=tlh") == english
    ann.client.cookies.set("lang", "nl")
    assert prompt(accepted="fr") == dutch
