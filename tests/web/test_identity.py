"""Who is asking: cookies, recovery links, invitations, names, and requests from other sites."""

from __future__ import annotations

import re
from http.cookies import SimpleCookie

import pytest
from itsdangerous import URLSafeSerializer, URLSafeTimedSerializer
from starlette.testclient import TestClient

from nomarch.tables.store import SqliteStore
from nomarch.web.app import create_app
from nomarch.web.identity import COOKIE, LONGEST_NAME, RECOVERY_SECONDS, clean_name
from nomarch.web.settings import Settings

from .people import Person, opened, visitor

EVIL = "<script>alert(1)</script>"


def cookie_of(answer: object) -> SimpleCookie:
    return SimpleCookie(answer.headers["set-cookie"])  # type: ignore[attr-defined]


@pytest.mark.parametrize("https", [False, True])
def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(
    settings: Settings, https: bool
) -> None:
    app = create_app(Settings(data=settings.data, https=https))
    with TestClient(app) as client:
        for answer in (client.get("/"), visitor(client).post("/api/guest")):
            cookie = cookie_of(answer)[COOKIE]
            assert cookie["httponly"]
            assert cookie["samesite"] == "lax"
            assert cookie["path"] == "/"
            assert bool(cookie["secure"]) is https


def test_reading_a_page_makes_one_guest_and_keeps_them(stranger: Person) -> None:
    first = stranger.get("/me")
    assert COOKIE in first.headers["set-cookie"]
    again = stranger.get("/me")
    assert "set-cookie" not in again.headers
    name = re.compile(r'class="who"[^>]*>([^<]*)<')
    assert name.findall(first.text) == name.findall(again.text)


def test_the_first_visits_recovery_link_is_that_guests(
    server: TestClient, stranger: Person
) -> None:
    page = stranger.get("/me").text
    (link,) = re.findall(r'value="(http://testserver/me/[^"]+)"', page)
    other = visitor(server)
    other.get(link)
    mine = stranger.post("/api/guest").json()
    assert other.post("/api/guest").json() == mine


def test_a_forged_cookie_is_a_strangers(
    server: TestClient, ann: Person, settings: Settings
) -> None:
    token = ann.post("/api/guest").json()["token"]
    id_, signature = token.rsplit(".", 1)
    bob = visitor(server)
    bobs = bob.post("/api/guest").json()["token"]
    store = SqliteStore(settings.database)
    secret = str(store.secret())
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
    token = ann.post("/api/guest").json()["token"]
    assert visitor(server).get(f"/me/{token}", follow_redirects=False).status_code == 403
    (link,) = re.findall(r'value="http://testserver/me/([^"]+)"', ann.get("/me").text)
    person = visitor(server)
    person.client.cookies.set(COOKIE, link)
    assert person.get("/api/tables").status_code == 401


def test_a_recovery_link_makes_another_device_the_same_guest(
    server: TestClient, ann: Person
) -> None:
    id_ = ann.opens("me", "here", "here")
    (link,) = re.findall(r'value="(http://testserver/me/[^"]+)"', ann.get("/me").text)
    phone = visitor(server)
    answer = phone.get(link, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/tables")
    assert cookie_of(answer)[COOKIE]["httponly"]
    assert phone.sees(id_)["mine"] == [0, 1, 2]
    phone.plays(id_, phone.sees(id_)["view"]["to_act"][0])
    assert ann.sees(id_)["seq"] == 1


def test_a_recovery_link_expires(
    server: TestClient, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    (link,) = re.findall(r'value="(http://testserver/me/[^"]+)"', ann.get("/me").text)
    later = URLSafeTimedSerializer("x").make_signer().get_timestamp() + RECOVERY_SECONDS + 2
    monkeypatch.setattr("itsdangerous.timed.TimestampSigner.get_timestamp", lambda self: later)
    answer = visitor(server).get(link)
    assert answer.status_code == 403
    assert COOKIE not in visitor(server).client.cookies
    assert visitor(server).get("/me/forged").status_code == 403


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
        if wrong:
            assert bob.get(f"/t/{id_}/join/{wrong}").status_code == 403
    assert bob.sees(id_)["mine"] == []
    page = bob.get(f"/t/{id_}/join/{token}")
    assert page.status_code == 200
    assert "Ann" in page.text
    # Opening the link takes no seat by itself: previews and prefetching change nothing.
    assert bob.sees(id_)["mine"] == []
    assert bob.joins(made) == 1
    assert bob.get(f"/t/{id_}/join/{token}", follow_redirects=False).status_code == 303


def test_the_invitation_is_shown_to_those_who_sit_there(
    ann: Person, bob: Person, stranger: Person
) -> None:
    made = ann.sets("me", "friend", "friend")
    assert made["invite"] in ann.get(f"/t/{made['id']}").text
    for other in (bob, stranger):
        assert made["invite"] not in other.get(f"/t/{made['id']}").text
        assert made["invite"] not in other.get(f"/api/tables/{made['id']}").text


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
    ],
)
def test_names_are_cleaned(given: str, kept: str) -> None:
    assert clean_name(given) == kept


def test_no_name_and_no_word_becomes_markup(
    server: TestClient, ann: Person, stranger: Person
) -> None:
    ann.post("/api/guest", {"name": EVIL})
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
            for wrong in (EVIL, "<img", "<b>", "<svg onload", "<!--"):
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
def test_other_sites_cannot_act_for_a_guest(ann: Person, headers: dict[str, str]) -> None:
    id_ = ann.opens("me", "here", "here")
    (seat,) = ann.sees(id_)["view"]["to_act"]
    body = {"seat": seat, "move": "draw", "seq": 0}
    answer = ann.post(f"/api/tables/{id_}/move", body, headers=headers)
    assert answer.status_code == 403
    assert ann.post("/api/guest", {"name": "Evil"}, headers=headers).status_code == 403
    assert ann.sees(id_)["seq"] == 0
    # Reading pages from a link elsewhere is no harm.
    assert ann.get(f"/t/{id_}", headers=headers).status_code == 200


def test_our_own_pages_and_programs_can(ann: Person) -> None:
    for headers in ({}, {"origin": "http://testserver"}, {"sec-fetch-site": "same-origin"},
                    {"sec-fetch-site": "none"}):  # fmt: skip
        assert ann.post("/api/guest", headers=headers).status_code == 200


def test_secrets_in_links_are_not_logged(
    server: TestClient, ann: Person, caplog: pytest.LogCaptureFixture
) -> None:
    made = ann.sets("me", "friend", "friend")
    (link,) = re.findall(r'value="http://testserver(/me/[^"]+)"', ann.get("/me").text)
    with caplog.at_level("INFO", "nomarch.web"):
        visitor(server).get(f"/t/{made['id']}/join/{made['invite']}")
        visitor(server).get(link)
    logged = " ".join(str(record.__dict__.get("fields")) for record in caplog.records)
    assert "/join/…" in logged
    assert "/me/…" in logged
    assert made["invite"] not in logged
    assert link not in logged
    assert opened(server, made["id"])
