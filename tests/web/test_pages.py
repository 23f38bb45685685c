"""Every page: found, whole, and free of anything that its policy would not let run."""

import json
import re
from copy import copy
from html.parser import HTMLParser

import pytest

from nomarch.i18n import translator
from nomarch.kernel.declare.game import rulebooks
from nomarch.web.http.pages import describe_players
from nomarch.web.http.static_files import STATIC
from nomarch.web.table import pages as table_pages

from .actors import Person, Site
from .conftest import Patch

VOID = {"meta", "link", "input", "br", "img", "hr"}


class Reader(HTMLParser):
    """Notes every tag with its attributes, and what stands in script elements."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self.links: list[tuple[str, str]] = []
        """What is read aloud of each link, and its address."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        address = dict(attrs).get("href")
        if tag == "a" and address and "aria-hidden" not in dict(attrs):
            self.links.append(("", address))
        elif tag == "img":
            self._read_aloud(dict(attrs)["alt"] or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.scripts.append((self.tags[-1][1], data))
        self._read_aloud(data)

    def _read_aloud(self, text: str) -> None:
        if "a" in self.open and self.links:
            name, address = self.links.pop()
            self.links.append((" ".join(f"{name}{text}".split()), address))


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    return reader


@pytest.fixture
def pages(site: Site, ann: Person) -> dict[str, int]:
    open_ = ann.opens("me", "friend", "friend")
    running, over = (ann.opens("me", "here", "here") for _ in range(2))
    site.rush(running, decisions=20)
    site.rush(over, seed=2)
    games = {f"/{kind}/{game}": 200 for game in rulebooks() for kind in ("new", "rules")}
    tables = {f"{table.page}{more}": 200 for table in (running, over) for more in ("", "/replay")}
    return {
        "/": 200, "/tables": 200, "/me": 200, open_.page: 200, **games, **tables,
        "/ratings": 200, "/ratings/giza": 200, "/ratings/chess": 404, "/report": 200,
        "/sign-in": 200,
        "/nowhere": 404, "/t/none": 404, "/new/no-such-game": 404, "/me/forged": 403,
        f"{open_.page}/join/{open_.invite}": 200,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("language", "players", "words"),
    [
        ("en", (2,), "2 players"),
        ("en", (1,), "1 player"),
        ("en", (2, 3, 4), "2–4 players"),
        ("fr", (2,), "2 joueurs"),
        ("nl", (2,), "2 spelers"),
    ],
)
def test_player_counts_read_naturally(language: str, players: tuple[int, ...], words: str) -> None:
    assert describe_players(translator("nomarch", language), players) == words


def test_pages_are_whole_and_safe(ann: Person, stranger: Person, pages: dict[str, int]) -> None:
    for path, status in pages.items():
        for person in (ann, stranger):
            answer = person.get(path)
            assert answer.status_code == status, path
            assert answer.headers["content-type"].startswith("text/html")
            assert answer.headers["cache-control"] == "no-store"
            check_policy(answer.headers["content-security-policy"])
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "same-origin"
            check_page(answer.text)


def test_no_two_places_have_links_of_one_name(ann: Person, bob: Person) -> None:
    for host in (ann, bob):
        host.opens("me", "friend", "friend", game="giza", listed=True)
        host.opens("me", "here", "here")
    for path in ("/", "/lobby"):
        links = read(ann.get(path).text).links
        assert all(name for name, _ in links)
        places = {name: {place for other, place in links if other == name} for name, _ in links}
        assert {name: found for name, found in places.items() if len(found) > 1} == {}
        assert {name.split(" – ")[0] for name in places} >= {"Just watch"}


def check_policy(policy: str) -> None:
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == "'none'"


def check_page(text: str) -> None:
    reader = read(text)
    assert reader.open == []
    for tag, attributes in reader.tags:
        assert not any(name.startswith("on") for name in attributes), (tag, attributes)
        assert "style" not in attributes
        assert tag != "style"
        for name in ("src", "href", "action"):
            link = attributes.get(name)
            if link is not None:
                assert re.match(r"/(?!/)|#|http://testserver/", link), link
        if tag == "script":
            assert attributes["type"] in ("module", "application/json")
            assert ("src" in attributes) == (attributes["type"] == "module")
    for attributes, data in reader.scripts:
        if data.strip():
            assert attributes["type"] == "application/json"
            json.loads(data)


def test_what_pages_load_is_there(ann: Person) -> None:
    wanted = set()
    for path in ("/", "/new/ra", ann.opens("me", "here", "here").page, "/me"):
        wanted |= set(re.findall(r'(?:src|href)="(/(?:static|colours)[^"]*)"', ann.get(path).text))
    assert len(wanted) > 5
    for link in wanted:
        answer = ann.get(link)
        assert answer.status_code == 200, link
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    script = ann.get("/static/table.js").text
    for module in re.findall(r'from "\./([\w.]+)"', script):
        assert ann.get(f"/static/{module}").status_code == 200


def test_files_outside_the_static_folder_are_out_of_reach(stranger: Person) -> None:
    outside = ("../app.py", "%2e%2e/app.py", "..%2fapp.py", "")
    stranger.cannot_read(*(f"/static/{path}" for path in outside), status=404)


def test_scripts_put_no_text_into_markup() -> None:
    """Names and chat reach the page as text; markup comes from the server's own drawings."""
    scripts = list(STATIC.glob("*.js"))
    assert len(scripts) > 9
    for path in scripts:
        source = path.read_text("utf-8")
        for wrong in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert wrong not in source, path.name


def test_a_phone_gets_the_tall_board(ann: Person) -> None:
    page = ann.opens("me", "here", "here").page
    phone = {"user-agent": "Mozilla/5.0 (iPhone) Mobile Mobi"}
    for path in (page, f"{page}/replay"):
        assert 'viewBox="0 0 420 ' in ann.get(path, headers=phone).text
        assert 'viewBox="0 0 1600 ' in ann.get(path).text


def test_the_language_is_remembered(stranger: Person) -> None:
    for path, language in (
        ("/", "en"), ("/?lang=nl", "nl"), ("/tables", "nl"), ("/?lang=xx", "nl"),
        ("/?lang=fr", "fr"),
    ):  # fmt: skip
        assert f'<html lang="{language}"' in stranger.get(path).text


def test_a_title_with_an_apostrophe_stays_readable(ann: Person, monkeypatch: Patch) -> None:
    real = table_pages.translator

    def with_apostrophes(package: str, language: str = "en"):  # type: ignore[no-untyped-def]
        t = copy(real(package, language))
        t.sentences = {**t.sentences, "Ra": 'L\'œil & "Râ"'}
        return t

    monkeypatch.setattr(table_pages, "translator", with_apostrophes)
    page = ann.opens("me", "here", "here").page
    for path in (page, f"{page}/replay"):
        data = [json.loads(text) for _, text in read(ann.get(path).text).scripts if text.strip()]
        titles = [found.get("game") for found in data if isinstance(found, dict)]
        assert 'L\'œil & "Râ"' in titles
