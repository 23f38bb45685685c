"""Who is asking: cookies, recovery links, invitations, names, and requests from other sites."""

from __future__ import annotations

import re
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from itsdangerous import URLSafeSerializer, URLSafeTimedSerializer
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from nomarch.contests.site_hooks import site_database
from nomarch.storage.site_settings import read_secret
from nomarch.text import LONGEST_NAME, clean_name
from nomarch.web.app import create_app
from nomarch.web.http.identity import COOKIE, RECOVERY_SECONDS
from nomarch.web.operations.settings import Settings

from .people import Person, change, misspelt, opened, stored, visitor

EVIL = "<script>alert(1)</script>"
NAME = re.compile(r'<input name="name" maxlength="24" value="([^"]*)"')
"""Where a page says who is reading it."""


def cookie_of(answer: object) -> SimpleCookie:
    return SimpleCookie(answer.headers["set-cookie"])  # type: ignore[attr-defined]


@pytest.mark.parametrize("https", [False, True])
def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(
    settings: Settings, https: bool
) -> None:
    app = create_app(Settings(data=settings.data, https=https))
    with TestClient(app) as client:
        for answer in (client.get("/"), visitor(client).post("/api/person")):
            cookie = cookie_of(answer)[COOKIE]
            assert cookie["httponly"]
            assert cookie["samesite"] == "lax"
            assert cookie["path"] == "/"
            assert bool(cookie["secure"]) is https


def test_reading_a_page_makes_one_person_and_keeps_them(stranger: Person) -> None:
    first = stranger.get("/me")
    assert COOKIE in first.headers["set-cookie"]
    again = stranger.get("/me")
    assert "set-cookie" not in again.headers
    (name,) = NAME.findall(first.text)
    assert NAME.findall(again.text) == [name]


def link_of(person: Person) -> str:
    """The address that makes another device this person."""
    (link,) = re.findall(r'value="http://testserver(/me/[^"]+)"', person.get("/me").text)
    return str(link)


def recovers(person: Person, link: str, merge: bool = False) -> int:
    wish = {"token": link.removeprefix("/me/"), "merge": merge}
    return int(person.post("/api/recover", wish).status_code)


def test_the_first_visits_recovery_link_is_that_people(
    server: TestClient, stranger: Person
) -> None:
    other = visitor(server)
    assert recovers(other, link_of(stranger)) == 200
    mine = stranger.post("/api/person").json()
    assert other.post("/api/person").json()["name"] == mine["name"]


def people_kept(server: TestClient) -> int:
    count = "SELECT count(*) FROM person"
    return int(stored(server, lambda store: store.rows(count)[0][0]))


def test_a_visit_that_changes_nothing_stores_nobody(server: TestClient, ann: Person) -> None:
    made = ann.sets("me", "friend", "friend")
    kept = people_kept(server)
    at = f"/t/{made['id']}"
    paths = ["/", "/me", "/tables", "/new/ra", "/rules/ra", "/nothing", "/t/none", "/me/forged", at,
             f"{at}/replay", f"{at}/join/{made['invite']}", "/api/tables", "/api/none"]  # fmt: skip
    for path in paths:
        visitor(server).get(path)
    assert people_kept(server) == kept
    assert "set-cookie" not in visitor(server).get("/nothing").headers


def test_who_was_never_stored_can_play_all_the_same(server: TestClient, stranger: Person) -> None:
    stranger.get("/")
    (name,) = NAME.findall(stranger.get("/me").text)
    id_ = stranger.opens("me", "here", "here")
    assert stranger.sees(id_)["mine"] == [0, 1, 2]
    assert stranger.sees(id_)["seats"][0]["name"] == name
    assert stranger.post(f"/api/tables/{id_}/chat", {"text": "hello"}).json()["name"] == name


def test_a_forged_cookie_is_a_strangers(
    server: TestClient, ann: Person, settings: Settings
) -> None:
    token = ann.post("/api/person").json()["token"]
    id_, signature = token.rsplit(".", 1)
    bob = visitor(server)
    bobs = bob.post("/api/person").json()["token"]
    store = site_database(str(settings.database_file)).open()
    secret = str(read_secret(store))
    store.close()
    forged = [
        "", "x", token[:-1], token + "x", f"{id_}.{signature[::-1]}", id_,
        f"{bobs.rsplit('.', 1)[0]}.{signature}",
        URLSafeSerializer(b"guessed", salt="guest").dumps("x"),
        secret,
    ]  # fmt: skip
    for wrong in forged:
        person = visitor(server)
        if wrong:
            person.client.cookies.set(COOKIE, wrong)
        assert person.get("/api/tables").status_code == 401
        bearer = {"authorization": f"Bearer {wrong}"}
        assert visitor(server).get("/api/tables", headers=bearer).status_code == 401
    # A wrong token is not saved by a good cookie: a program must know that it failed.
    wrong = {"authorization": "Bearer wrong"}
    assert ann.get("/api/tables", headers=wrong).status_code == 401


def test_a_signature_for_something_else_is_no_cookie(server: TestClient, ann: Person) -> None:
    """A recovery token does not work as a cookie, nor the other way round."""
    token = ann.post("/api/person").json()["token"]
    assert visitor(server).get(f"/me/{token}", follow_redirects=False).status_code == 403
    assert recovers(visitor(server), f"/me/{token}") == 403
    person = visitor(server)
    person.client.cookies.set(COOKIE, link_of(ann).removeprefix("/me/"))
    assert person.get("/api/tables").status_code == 401


def test_a_token_has_one_spelling(server: TestClient, ann: Person, bob: Person) -> None:
    made = ann.sets("me", "friend", "friend")
    link, reader = link_of(ann), visitor(server)
    for wrong in misspelt(ann.post("/api/person").json()["token"]):
        bearer = {"authorization": f"Bearer {wrong}"}
        assert reader.get("/api/tables", headers=bearer).status_code == 401, wrong
    for wrong in misspelt(link.removeprefix("/me/")):
        assert reader.get(f"/me/{wrong}", follow_redirects=False).status_code == 403, wrong
        assert recovers(reader, f"/me/{wrong}") == 403, wrong
    for wrong in misspelt(made["invite"]):
        answer = bob.post(f"/api/tables/{made['id']}/join", {"token": wrong})
        assert answer.status_code == 403, wrong


def test_a_recovery_link_asks_before_it_changes_anything(
    server: TestClient, ann: Person, bob: Person
) -> None:
    """Whoever follows a link from another site stays who they are."""
    link = link_of(ann)
    for _ in range(2):
        page = bob.get(link, headers={"sec-fetch-site": "cross-site"})
        assert page.status_code == 200
        assert "Ann" in page.text
        assert "set-cookie" not in page.headers
        assert bob.post("/api/person").json()["name"] == "Bob"
    body = {"token": link.removeprefix("/me/")}
    evil = bob.post("/api/recover", body, headers={"origin": "https://evil.example"})
    assert evil.status_code == 403
    assert bob.post("/api/person").json()["name"] == "Bob"
    assert ann.get(link, follow_redirects=False).headers["location"] == "/me"


def test_a_recovery_link_makes_another_device_the_same_person_once(
    server: TestClient, ann: Person
) -> None:
    id_ = ann.opens("me", "here", "here")
    link, phone = link_of(ann), visitor(server)
    answer = phone.post("/api/recover", {"token": link.removeprefix("/me/")})
    assert cookie_of(answer)[COOKIE]["httponly"]
    assert phone.sees(id_)["mine"] == [0, 1, 2]
    phone.plays(id_, phone.sees(id_)["view"]["to_act"][0])
    assert ann.sees(id_)["seq"] == 1
    thief = visitor(server)
    assert thief.get(link).status_code == 403
    assert recovers(thief, link) == 403
    assert recovers(thief, link_of(ann)) == 200, "another link is another"


def test_a_recovery_link_expires(
    server: TestClient, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = link_of(ann)
    assert RECOVERY_SECONDS <= 900
    later = URLSafeTimedSerializer("x").make_signer().get_timestamp() + RECOVERY_SECONDS + 2
    monkeypatch.setattr("itsdangerous.timed.TimestampSigner.get_timestamp", lambda self: later)
    assert visitor(server).get(link).status_code == 403
    assert recovers(visitor(server), link) == 403
    assert visitor(server).get("/me/forged").status_code == 403
    for wrong in ("", "forged", "a.b.c"):
        assert recovers(visitor(server), wrong) == 403


def test_a_person_can_end_all_other_sessions(server: TestClient, ann: Person) -> None:
    id_ = ann.opens("me", "here", "here")
    thief = visitor(server)
    assert recovers(thief, link_of(ann)) == 200
    unused, old = link_of(ann), ann.post("/api/person").json()["token"]
    with thief.listens(id_) as socket:
        assert ann.post("/api/sessions/end").status_code == 200
        with pytest.raises(WebSocketDisconnect):
            list(iter(socket.socket.receive_text, ""))
    assert thief.get("/api/tables").status_code == 401
    assert thief.sees(id_)["mine"] == []
    bearer = {"authorization": f"Bearer {old}"}
    assert visitor(server).get("/api/tables", headers=bearer).status_code == 401
    assert recovers(visitor(server), unused) == 403
    assert ann.sees(id_)["mine"] == [0, 1, 2]
    assert ann.post("/api/person").json()["name"] == "Ann"


def test_two_identities_become_one_and_nothing_is_lost(
    server: TestClient, ann: Person, bob: Person
) -> None:
    anns, bobs = ann.opens("me", "here", "here"), bob.sets("me", "friend", "friend")
    phone = visitor(server)
    assert recovers(phone, link_of(bob)) == 200
    assert "Yes, keep these tables" in bob.get(link_of(ann)).text
    assert recovers(bob, link_of(ann), merge=True) == 200
    for person in (ann, bob, phone):  # all of them are Ann now
        assert {line["id"] for line in person.get("/api/tables").json()} == {anns, bobs["id"]}
        assert person.sees(bobs["id"])["mine"] == [0]
        assert person.post("/api/person").json()["name"] == "Ann"
    assert bob.post(f"/api/tables/{bobs['id']}/fill").status_code == 200, "she is the host"
    assert ann.post("/api/sessions/end").status_code == 200
    assert phone.get("/api/tables").status_code == 401


def test_without_merging_the_other_identity_is_left_behind(
    server: TestClient, ann: Person, bob: Person
) -> None:
    made = bob.opens("me", "here", "here")
    assert recovers(bob, link_of(ann)) == 200
    assert bob.get("/api/tables").json() == []
    assert bob.sees(made)["mine"] == []


def test_old_cookies_still_work(server: TestClient, ann: Person) -> None:
    id_ = ann.opens("me", "here", "here")
    person = opened(server, id_).table.record.seats[0].person
    secret = change(server, lambda store: read_secret(store))
    signer = URLSafeSerializer(secret, salt="guest")
    old = visitor(server)
    old.client.cookies.set(COOKIE, str(signer.dumps(person)))
    assert old.sees(id_)["mine"] == [0, 1, 2]


def test_only_the_invitation_opens_a_seat(server: TestClient, ann: Person, bob: Person) -> None:
    made = ann.sets("me", "friend", "friend")
    id_, token = made["id"], made["invite"]
    assert len(token) >= 24
    for wrong in (
        "",
        "x",
        token[:-1],
        token.swapcase(),
        ann.sets("me", "friend", "here")["invite"],
    ):
        assert bob.post(f"/api/tables/{id_}/join", {"token": wrong}).status_code == 403
    assert bob.sees(id_)["mine"] == []
    page = bob.get(f"/t/{id_}/join/{token}")
    assert page.status_code == 200
    assert "Ann" in page.text
    # Opening the link takes no seat by itself: previews and prefetching change nothing.
    assert bob.sees(id_)["mine"] == []
    assert bob.joins(made) == 1
    assert bob.get(f"/t/{id_}/join/{token}", follow_redirects=False).status_code == 303


def test_any_address_of_a_table_offers_its_free_seat(
    ann: Person, bob: Person, stranger: Person
) -> None:
    made = ann.sets("me", "friend", "random")
    table = f"/t/{made['id']}"
    for other in (bob, stranger):
        for address in (table, f"{table}/replay", f"{table}/join/mistyped"):
            page = other.get(address)
            assert page.status_code == 200
            assert f'data-token="{made["invite"]}"' in page.text, address
            assert f'href="{table}?watch"' in page.text
        assert made["invite"] not in other.get(f"{table}?watch").text
        assert made["invite"] not in other.get(f"/api/tables/{made['id']}").text
    assert "data-token" not in ann.get(table).text
    bob.joins(made)
    for reader in (ann, bob, stranger):
        assert "data-token" not in reader.get(table).text


def test_ids_and_tokens_cannot_be_guessed(ann: Person) -> None:
    tables = [ann.sets("me", "friend", "friend") for _ in range(20)]
    assert len({made["id"] for made in tables}) == len({made["invite"] for made in tables}) == 20
    assert all(re.fullmatch(r"[0-9a-f]{12}", made["id"]) for made in tables)


# --- Names --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Nefer   tari ", "Nefer tari"),
        ("a\nb\r\tc\x00d\x1b[31m", "a b c d [31m"),
        ("\u202eevil\u2066", "evil"),
        ("\u2028line", "line"),
        ("x" * 100, "x" * LONGEST_NAME),
        ("y" * (LONGEST_NAME - 1) + " z", "y" * (LONGEST_NAME - 1)),
        ("Ω☥ Ἶσις", "Ω☥ Ἶσις"),
        ("\u200b\u00a0 ", ""),
        ("\u3164\u115f\u2800\uffa0", ""),
        ("\u0301\u0301", ""),
        ("\ufe0f\u034f\U000e0100\U000e0041", ""),
        ("Ne\u200bfer\u3164", "Nefer"),
        ("Z" + "\u0335" * 50, "Z" + "\u0335" * 3),
        ("\ue000x", "x"),
    ],
)
def test_names_are_cleaned(given: str, kept: str) -> None:
    assert clean_name(given) == kept


def test_no_name_and_no_word_becomes_markup(
    server: TestClient, ann: Person, stranger: Person
) -> None:
    ann.post("/api/person", {"name": EVIL})
    seats = [
        {"kind": "me"},
        {"kind": "here", "name": '"><img src=x>'},
        {"kind": "here", "name": "'&<b>"},
        {"kind": "friend", "name": "</script><script>"},
    ]
    made = ann.post("/api/tables", {"game": "ra", "seats": seats}).json()
    id_ = made["id"]
    for text in (EVIL, "</script><svg onload=alert(1)>", "<!--", "]]>"):
        assert ann.post(f"/api/tables/{id_}/chat", {"text": text}).status_code == 201
    pages = [
        "/", "/tables", "/me", f"/t/{id_}", f"/t/{id_}/replay",
        f"/t/{id_}/join/{made['invite']}",
        "/%3Cscript%3Ealert(1)%3C/script%3E", "/new/%3Cscript%3E", "/t/%3Cscript%3E",
    ]  # fmt: skip
    for reader in (ann, stranger):
        for path in pages:
            page = reader.get(path).text
            for scripted in re.findall(r"<script[^>]*>", page):
                assert re.fullmatch(r'<script type="(module|application/json)"[^>]*>', scripted)
            for wrong in (EVIL, "<img src=x", "<b>", "<svg onload", "<!--"):
                assert wrong not in page
    for path in ("board.svg", "board.svg?bare=1"):
        drawn = ann.get(f"/api/tables/{id_}/{path}").text
        assert "<script" not in drawn
        assert "<img" not in drawn


def test_a_path_cannot_make_links_to_other_sites(stranger: Person) -> None:
    for path in ("//evil.example/x", "///evil.example", "/%2F/evil.example", "/x%22onclick=%22"):
        page = stranger.get(f"http://testserver{path}").text
        for link in re.findall(r'href="([^"]*)"', page):
            assert link.startswith("#") or re.match(r"/(?!/)", link), (path, link)


# --- Requests from other sites ------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://testserver:8000"},
        {"origin": "http://evil.testserver"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "origin": "http://testserver"},
    ],
)
def test_other_sites_cannot_act_for_a_person(ann: Person, headers: dict[str, str]) -> None:
    id_ = ann.opens("me", "here", "here")
    (seat,) = ann.sees(id_)["view"]["to_act"]
    body = {"seat": seat, "move": "draw", "seq": 0}
    answer = ann.post(f"/api/tables/{id_}/move", body, headers=headers)
    assert answer.status_code == 403
    assert ann.post("/api/person", {"name": "Evil"}, headers=headers).status_code == 403
    assert ann.sees(id_)["seq"] == 0
    # Reading pages from a link elsewhere is no harm.
    assert ann.get(f"/t/{id_}", headers=headers).status_code == 200


def test_our_own_pages_and_programs_can(ann: Person) -> None:
    for headers in ({}, {"origin": "http://testserver"}, {"sec-fetch-site": "same-origin"},
                    {"sec-fetch-site": "none"}):  # fmt: skip
        assert ann.post("/api/person", headers=headers).status_code == 200


def test_a_page_loaded_without_https_cannot_act_at_a_site_that_has_it(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(data=tmp_path, https=True))) as client:
        for origin, status in (("http://testserver", 403), ("https://testserver", 200)):
            answer = client.post("/api/person", json={}, headers={"origin": origin})
            assert answer.status_code == status
        seats = [{"kind": "me"}, {"kind": "here"}, {"kind": "here"}]
        token = answer.json()["token"]
        bearer = {"authorization": f"Bearer {token}"}
        made = client.post("/api/tables", json={"game": "ra", "seats": seats}, headers=bearer)
        live = f"/api/tables/{made.json()['id']}/live"
        plain = client.websocket_connect(live, headers={"origin": "http://testserver"})
        with pytest.raises(WebSocketDisconnect), plain:
            pass
        with client.websocket_connect(live, headers={"origin": "https://testserver"}) as socket:
            assert socket.receive_json()["type"] == "table"


@pytest.mark.parametrize("root", ["", "/games"])
def test_a_trailing_slash_leads_to_the_page_and_to_no_other_host(tmp_path: Path, root: str) -> None:
    with TestClient(create_app(Settings(data=tmp_path, root=root))) as client:
        evil = {"host": "evil.example"}
        for path in ("/tables/", "/rules/ra/", "/rules/ra//"):
            answer = client.get(f"{root}{path}?lang=fr", headers=evil, follow_redirects=False)
            assert answer.status_code == 307
            assert answer.headers["location"] == f"{root}{path.rstrip('/')}?lang=fr"
        for path in ("/%2fevil.example/", "/nothing/", "/static/"):
            answer = client.get(f"{root}{path}", headers=evil, follow_redirects=False)
            assert answer.status_code == 404, path
        assert client.get(f"{root}/").status_code == 200


def test_secrets_in_links_are_not_logged(
    server: TestClient, ann: Person, caplog: pytest.LogCaptureFixture
) -> None:
    made = ann.sets("me", "friend", "friend")
    link = link_of(ann)
    with caplog.at_level("INFO", "nomarch.web"):
        visitor(server).get(f"/t/{made['id']}/join/{made['invite']}")
        visitor(server).get(link)
    logged = " ".join(str(record.__dict__.get("fields")) for record in caplog.records)
    assert "/join/…" in logged
    assert "/me/…" in logged
    assert made["invite"] not in logged
    assert link not in logged
    assert opened(server, made["id"])
