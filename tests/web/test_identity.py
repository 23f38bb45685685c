"""Who is asking: cookies, recovery links, invitations, names, and requests from other sites."""

import re
from http.cookies import SimpleCookie
from typing import Any

import pytest
from itsdangerous import URLSafeSerializer, URLSafeTimedSerializer
from starlette.websockets import WebSocketDisconnect

from nomarch.storage.site_settings import read_secret
from nomarch.text import LONGEST_NAME, clean_name
from nomarch.web.http.identity import COOKIE, RECOVERY_SECONDS

from .actors import Logs, Patch, Person, Site, Table, misspelt, refusal
from .conftest import Start

EVIL = "<script>alert(1)</script>"
NAME = re.compile(r'<input name="name" maxlength="24" value="([^"]*)"')
"""Where a page says who is reading it."""


def cookie_of(answer: Any) -> Any:
    return SimpleCookie(answer.headers["set-cookie"])[COOKIE]


@pytest.mark.parametrize("https", [False, True])
def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(start: Start, https: bool) -> None:
    with start(https=https) as site:
        for answer in (site.stranger().get("/"), site.stranger().post("/api/person")):
            cookie = cookie_of(answer)
            assert cookie["httponly"]
            assert (cookie["samesite"], cookie["path"]) == ("lax", "/")
            assert bool(cookie["secure"]) is https


def test_reading_a_page_makes_one_person_and_keeps_them(stranger: Person) -> None:
    first, again = stranger.get("/me"), stranger.get("/me")
    assert COOKIE in first.headers["set-cookie"]
    assert "set-cookie" not in again.headers
    (name,) = NAME.findall(first.text)
    assert NAME.findall(again.text) == [name]


def link_of(person: Person) -> str:
    """The address that makes another device this person."""
    (link,) = re.findall(r'value="http://testserver(/me/[^"]+)"', person.reads("/me"))
    return str(link)


def recovers(person: Person, link: str, merge: bool = False) -> int:
    wish = {"token": link.removeprefix("/me/"), "merge": merge}
    return person.post("/api/recover", wish).status_code


def name_of(person: Person) -> str:
    return str(person.posts("/api/person")["name"])


def test_a_visit_that_changes_nothing_stores_nobody(site: Site, ann: Person) -> None:
    table = ann.opens("me", "friend", "friend")
    kept = site.reads("SELECT count(*) FROM person")
    for path in ("/", "/me", "/tables", "/new/ra", "/rules/ra", "/nothing", "/t/none", "/me/forged",
                 table.page, f"{table.page}/replay", f"{table.page}/join/{table.invite}",
                 "/api/tables", "/api/none"):  # fmt: skip
        site.stranger().get(path)
    assert site.reads("SELECT count(*) FROM person") == kept
    assert "set-cookie" not in site.stranger().get("/nothing").headers


def test_who_was_never_stored_can_play_all_the_same(site: Site, stranger: Person) -> None:
    stranger.reads("/")
    (name,) = NAME.findall(stranger.reads("/me"))
    phone, table = site.stranger(), stranger.opens("me", "here", "here")
    assert recovers(phone, link_of(stranger)) == 200
    for person in (stranger, phone):
        seen = person.sees(table)
        assert (seen["mine"], seen["seats"][0]["name"]) == ([0, 1, 2], name)
    assert stranger.posts(f"{table.api}/chat", text="hello")["name"] == name


def is_unknown(site: Site, token: str) -> bool:
    reader, headers = site.stranger({COOKIE: token}), {"authorization": f"Bearer {token}"}
    by_cookie = reader.get("/api/tables").status_code
    by_header = site.stranger().get("/api/tables", headers=headers).status_code
    assert by_cookie == by_header
    return by_cookie == 401


def test_a_forged_cookie_is_a_strangers(site: Site, ann: Person, bob: Person) -> None:
    token, other = (person.posts("/api/person")["token"] for person in (ann, bob))
    id_, signature = token.rsplit(".", 1)
    forged = [
        "", "x", token[:-1], token + "x", f"{id_}.{signature[::-1]}", id_,
        f"{other.rsplit('.', 1)[0]}.{signature}",
        URLSafeSerializer(b"guessed", salt="guest").dumps("x"),
        str(site.reads(read_secret)),
    ]  # fmt: skip
    for wrong in forged:
        assert is_unknown(site, wrong), wrong
    old = URLSafeSerializer(site.reads(read_secret), salt="guest").dumps(ann.id)
    assert not is_unknown(site, str(old)), "as earlier versions wrote it"
    # A wrong token is not saved by a good cookie: a program must know that it failed.
    wrong = {"authorization": "Bearer wrong"}
    refusal(ann.get("/api/tables", headers=wrong), 401)


def test_a_signature_for_something_else_is_no_cookie(site: Site, ann: Person) -> None:
    token = ann.posts("/api/person")["token"]
    site.stranger().cannot_read(f"/me/{token}", status=403)
    assert recovers(site.stranger(), f"/me/{token}") == 403
    assert is_unknown(site, link_of(ann).removeprefix("/me/"))


def test_a_token_has_one_spelling(site: Site, ann: Person, bob: Person) -> None:
    table = ann.opens("me", "friend", "friend")
    link, reader = link_of(ann), site.stranger()
    for wrong in misspelt(ann.posts("/api/person")["token"]):
        refusal(reader.get("/api/tables", headers={"authorization": f"Bearer {wrong}"}), 401)
    for wrong in misspelt(link):
        reader.cannot_read(wrong, status=403)
        assert recovers(reader, wrong) == 403, wrong
    for wrong in misspelt(table.invite):
        bob.cannot(f"{table.api}/join", status=403, token=wrong)


def test_a_recovery_link_asks_before_it_changes_anything(ann: Person, bob: Person) -> None:
    link = link_of(ann)
    for _ in range(2):
        page = bob.get(link, headers={"sec-fetch-site": "cross-site"})
        assert page.status_code == 200
        assert "Ann" in page.text
        assert "set-cookie" not in page.headers
        assert name_of(bob) == "Bob"
    body = {"token": link.removeprefix("/me/")}
    refusal(bob.post("/api/recover", body, headers={"origin": "https://evil.example"}), 403)
    assert name_of(bob) == "Bob"
    assert ann.get(link, follow_redirects=False).headers["location"] == "/me"


def test_a_recovery_link_makes_another_device_the_same_person_once(site: Site, ann: Person) -> None:
    table, link = ann.opens("me", "here", "here"), link_of(ann)
    phone, thief = site.stranger(), site.stranger()
    answer = phone.post("/api/recover", {"token": link.removeprefix("/me/")})
    assert cookie_of(answer)["httponly"]
    assert phone.sees(table)["mine"] == [0, 1, 2]
    phone.plays(table)
    assert ann.sees(table)["seq"] == 1
    thief.cannot_read(link, status=403)
    assert recovers(thief, link) == 403
    assert recovers(thief, link_of(ann)) == 200, "another link is another"


def test_a_recovery_link_expires(site: Site, ann: Person, monkeypatch: Patch) -> None:
    link = link_of(ann)
    assert RECOVERY_SECONDS <= 900
    later = URLSafeTimedSerializer("x").make_signer().get_timestamp() + RECOVERY_SECONDS + 2
    monkeypatch.setattr("itsdangerous.timed.TimestampSigner.get_timestamp", lambda self: later)
    site.stranger().cannot_read(link, "/me/forged", status=403)
    for wrong in (link, "", "forged", "a.b.c"):
        assert recovers(site.stranger(), wrong) == 403


def test_a_person_can_end_all_other_sessions(site: Site, ann: Person) -> None:
    table, thief = ann.opens("me", "here", "here"), site.stranger()
    assert recovers(thief, link_of(ann)) == 200
    unused, old = link_of(ann), ann.posts("/api/person")["token"]
    with thief.listens(table) as link:
        ann.posts("/api/sessions/end")
        with pytest.raises(WebSocketDisconnect):
            list(iter(link.receive_json, None))
    thief.cannot_read("/api/tables", status=401)
    assert thief.sees(table)["mine"] == []
    assert is_unknown(site, old)
    assert recovers(site.stranger(), unused) == 403
    assert ann.sees(table)["mine"] == [0, 1, 2]
    assert name_of(ann) == "Ann"


def test_two_identities_become_one(site: Site, ann: Person, bob: Person) -> None:
    anns, bobs = ann.opens("me", "here", "here"), bob.opens("me", "friend", "friend")
    phone = site.stranger()
    assert recovers(phone, link_of(bob)) == 200
    assert "Yes, keep these tables" in bob.reads(link_of(ann))
    assert recovers(bob, link_of(ann), merge=True) == 200
    for person in (ann, bob, phone):  # all of them are Ann now
        assert {line["id"] for line in person.gets("/api/tables")} == {anns, bobs}
        assert person.sees(bobs)["mine"] == [0]
        assert name_of(person) == "Ann"
    bob.posts(f"{bobs.api}/fill")  # she is the host
    ann.posts("/api/sessions/end")
    phone.cannot_read("/api/tables", status=401)


def test_without_merging_the_other_identity_is_left_behind(ann: Person, bob: Person) -> None:
    table = bob.opens("me", "here", "here")
    assert recovers(bob, link_of(ann)) == 200
    assert bob.gets("/api/tables") == []
    assert bob.sees(table)["mine"] == []


def test_only_the_invitation_opens_a_seat(ann: Person, bob: Person) -> None:
    table, other = ann.opens("me", "friend", "friend"), ann.opens("me", "friend", "here")
    token, page = table.invite, f"{table.page}/join/{table.invite}"
    assert len(token) >= 24
    assert re.fullmatch(r"[0-9a-f]{12}", table)
    for wrong in ("", "x", token[:-1], token.swapcase(), other.invite):
        bob.cannot(f"{table.api}/join", status=403, token=wrong)
    # Opening the link takes no seat by itself: previews and prefetching change nothing.
    assert "Ann" in bob.reads(page)
    assert bob.sees(table)["mine"] == []
    assert bob.joins(table) == 1
    assert bob.get(page, follow_redirects=False).status_code == 303


def test_any_address_offers_a_free_seat(ann: Person, bob: Person, stranger: Person) -> None:
    table = ann.opens("me", "friend", "random")
    for other in (bob, stranger):
        for address in (table.page, f"{table.page}/replay", f"{table.page}/join/mistyped"):
            page = other.reads(address)
            assert f'data-token="{table.invite}"' in page, address
            assert f'href="{table.page}?watch"' in page
        assert table.invite not in other.reads(f"{table.page}?watch")
        assert table.invite not in str(other.sees(table))
    assert "data-token" not in ann.reads(table.page)
    bob.joins(table)
    for reader in (ann, bob, stranger):
        assert "data-token" not in reader.reads(table.page)


def test_names_are_cleaned() -> None:
    for given, kept in (
        ("  Nefer   tari ", "Nefer tari"),
        ("a\nb\r\tc\x00d\x1b[31m", "a b c d [31m"),
        ("\u202eevil\u2066", "evil"),
        ("line\nbreak\u2028here", "line break here"),
        ("x" * 100, "x" * LONGEST_NAME),
        ("y" * (LONGEST_NAME - 1) + " z", "y" * (LONGEST_NAME - 1)),
        ("Ω☥ Ἶσις", "Ω☥ Ἶσις"),
        ("\u200b\u00a0 ", ""),
        ("\u0301\u0301", ""),
        ("\ufe0f\u034f\U000e0100\U000e0041", ""),
        ("Ne\u200bfer\u3164", "Nefer"),
        ("Z" + "\u0335" * 50, "Z" + "\u0335" * 3),
    ):
        assert clean_name(given) == kept, given


def test_no_name_and_no_word_becomes_markup(ann: Person, stranger: Person) -> None:
    ann.posts("/api/person", name=EVIL)
    names = {'"><img src=x>': "here", "'&<b>": "here", "</script><script>": "friend"}
    seats = [{"kind": "me"}, *({"kind": kind, "name": name} for name, kind in names.items())]
    table = Table(ann.posts("/api/tables", game="ra", seats=seats))
    for text in (EVIL, "</script><svg onload=alert(1)>", "<!--", "]]>"):
        ann.posts(f"{table.api}/chat", text=text)
    pages = [
        "/", "/tables", "/me", table.page, f"{table.page}/replay",
        f"{table.page}/join/{table.invite}", "/%3Cscript%3Ealert(1)%3C/script%3E",
        "/new/%3Cscript%3E", "/t/%3Cscript%3E",
    ]  # fmt: skip
    for reader in (ann, stranger):
        for path in pages:
            page = reader.get(path).text
            for scripted in re.findall(r"<script[^>]*>", page):
                assert re.fullmatch(r'<script type="(module|application/json)"[^>]*>', scripted)
            for wrong in (EVIL, "<img src=x", "<b>", "<svg onload", "<!--"):
                assert wrong not in page
    for query in ("", "?bare=1"):
        assert not re.search("<script|<img", ann.get(f"{table.api}/board.svg{query}").text)


def test_a_path_cannot_make_links_to_other_sites(stranger: Person) -> None:
    for path in ("//evil.example/x", "///evil.example", "/%2F/evil.example", "/x%22onclick=%22"):
        page = stranger.get(f"http://testserver{path}").text
        for link in re.findall(r'href="([^"]*)"', page):
            assert link.startswith("#") or re.match(r"/(?!/)", link), (path, link)


def test_only_our_own_pages_and_programs_can_act(ann: Person) -> None:
    table, own = ann.opens("me", "here", "here"), "http://testserver"
    move = {"seat": table.seat_to_act, "move": "draw", "seq": 0}
    for headers in ({"origin": "https://evil.example"}, {"origin": "null"},
                    {"origin": f"{own}:8000"}, {"origin": "http://evil.testserver"},
                    {"sec-fetch-site": "same-site"},
                    {"sec-fetch-site": "cross-site", "origin": own}):  # fmt: skip
        refusal(ann.post(f"{table.api}/move", move, headers=headers), 403)
        refusal(ann.post("/api/person", {"name": "Evil"}, headers=headers), 403)
        assert ann.get(table.page, headers=headers).is_success, "a link elsewhere is no harm"
    assert ann.sees(table)["seq"] == 0
    for headers in ({}, {"origin": own}, {"sec-fetch-site": "same-origin"},
                    {"sec-fetch-site": "none"}):  # fmt: skip
        assert ann.post("/api/person", headers=headers).is_success


def test_a_page_loaded_without_https_cannot_act_at_a_site_that_has_it(start: Start) -> None:
    plain, safe = ({"origin": f"{scheme}://testserver"} for scheme in ("http", "https"))
    with start(https=True) as site:
        ann = site.stranger()
        refusal(ann.post("/api/person", headers=plain), 403)
        token = ann.post("/api/person", headers=safe).json()["token"]
        ann.client.headers["authorization"] = f"Bearer {token}"
        table = ann.opens("me", "here", "here")
        with pytest.raises(WebSocketDisconnect), ann.listens(table, headers=plain):
            pass
        with ann.listens(table, headers=safe):
            pass


@pytest.mark.parametrize("root", ["", "/games"])
def test_a_trailing_slash_leads_to_no_other_host(start: Start, root: str) -> None:
    with start(root=root) as site:
        ann = site.stranger()

        ann.client.headers["host"], ann.client.follow_redirects = "evil.example", False
        for path in ("/tables/", "/rules/ra/", "/rules/ra//"):
            found = ann.get(f"{root}{path}?lang=fr")
            assert found.status_code == 307
            assert found.headers["location"] == f"{root}{path.rstrip('/')}?lang=fr"
        for path in ("/%2fevil.example/", "/nothing/", "/static/"):
            ann.cannot_read(f"{root}{path}", status=404)
        ann.reads(f"{root}/")


def test_secrets_in_links_are_not_logged(site: Site, ann: Person, caplog: Logs) -> None:
    table, link = ann.opens("me", "friend", "friend"), link_of(ann)
    with caplog.at_level("INFO", "nomarch.web"):
        for path in (f"{table.page}/join/{table.invite}", link):
            site.stranger().get(path)
    logged = " ".join(str(record.__dict__.get("fields")) for record in caplog.records)
    assert "/join/…" in logged
    assert "/me/…" in logged
    assert table.invite not in logged
    assert link not in logged
