"""The server in every language: pages, scripts, refusals. The catalogs as such are checked with
those of the games; here is what only the web has."""

import json
import pickle
import re
from datetime import UTC, datetime
from functools import cache
from html import unescape
from pathlib import Path

import babel
import pytest
from babel import core, localedata
from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal, format_percent
from jinja2 import Environment, nodes

from nomarch.browser import bundle
from nomarch.conformance.catalogs import script_catalog, script_path
from nomarch.errors import Refused
from nomarch.i18n import DEFAULT, LANGUAGES, translator
from nomarch.web import app as web

from .actors import Person
from .conftest import Patch

FOREIGN = [language for language in LANGUAGES if language != DEFAULT]
WEB = Path(web.__file__).parent
ELSEWHERE = {"sec-fetch-site": "cross-site"}
TEMPLATES = sorted((WEB / "templates").glob("*.html"))


@cache
def said_in(path: Path) -> list[str]:
    """The sentences that a template passes to `t`."""
    calls = Environment(autoescape=True).parse(path.read_text("utf-8")).find_all(nodes.Call)
    found = []
    for call in calls:
        if isinstance(call.node, nodes.Name) and call.node.name == "t":
            (text,) = call.args
            assert isinstance(text, nodes.Const), f"{path.name}: t takes a literal"
            found.append(text.value)
    return found


@pytest.mark.parametrize("path", TEMPLATES, ids=[path.name for path in TEMPLATES])
def test_templates_have_no_words_of_their_own(path: Path) -> None:
    """Outside of tags and expressions there is nothing to read but the server's name."""
    text = re.sub(r"{% block body_class %}[\w-]+", "", path.read_text("utf-8"))
    text = re.sub(r"{%.*?%}|{{.*?}}|{#.*?#}|<!doctype html>", " ", text, flags=re.S)
    text = re.sub(r"<[^>]*>", " ", text)
    assert set(re.findall(r"[^\W\d_]{2,}", unescape(text))) <= {"Nomarch"}


@pytest.mark.parametrize("language", FOREIGN)
def test_scripts_speak_every_language(language: str) -> None:
    text = script_path(language).read_text("utf-8")
    assert text == script_catalog(language), "run nomarch catalogs"
    known = json.loads(text.partition("load(")[2].removesuffix(");\n"))
    t = translator("nomarch", language)
    assert known["Reload"] == t("Reload")
    assert known["{count} hint"] == [t.ngettext("{count} hint", "{count} hints", n) for n in (1, 2)]
    scripts = "".join(path.read_text("utf-8") for path in (WEB / "static").glob("*.js"))
    calls = [call.end() for call in re.finditer(r"(?<![\w.$])tn?\(\s*", scripts)]
    assert len(calls) > 200
    for call in calls:
        said, end = json.JSONDecoder().raw_decode(scripts, call)
        is_begun = scripts[end:].lstrip().startswith("+")
        assert said in known or any(is_begun and key.startswith(said) for key in known), said


@pytest.mark.parametrize("language", FOREIGN)
def test_no_page_is_left_in_english(ann: Person, stranger: Person, language: str) -> None:
    """Every sentence of a template that is not the same in both languages has changed."""
    t = translator("nomarch", language)
    assert sum(len(said_in(path)) for path in TEMPLATES) > 80
    table, over = ann.opens("me", "friend", "friend"), ann.opens("me", "here", "here")
    invite = f"{table.page}/join/{table.invite}"
    over.rush()
    for path in ("/", "/tables", "/me", "/new/ra", "/rules/ra", table.page, f"{over.page}/replay",
                 over.page, "/nowhere", invite):  # fmt: skip
        reader = stranger if path == invite else ann
        page = unescape(reader.get(f"{path}?lang={language}").text)
        assert f'<html lang="{language}"' in page
        for template in TEMPLATES:
            for sentence in said_in(template):
                if t(sentence) != sentence and len(sentence) > 12 and "{" not in sentence:
                    assert sentence not in page, (path, sentence)


@pytest.mark.parametrize("language", FOREIGN)
def test_refusals_are_told_in_the_readers_language(ann: Person, language: str) -> None:
    t, table = translator("nomarch", language), ann.opens("me", "here", "here")
    ann.client.headers["accept-language"] = language
    for sentence, path in (
        ("This table doesn't exist.", "/api/tables/none"),
        ("There's nothing at this address.", "/api/none"),
        ("This game doesn't exist.", "/new/no-such-game"),
        ("That's not your seat.", f"{table.api}?seat=9"),
        ("The seed stays secret until the game is over.", f"{table.api}/save"),
        ("This link has expired. Links work once, for ten minutes.", "/me/forged"),
        ("Blocked: this request came from another site.", ""),
    ):
        answer = ann.get(path) if path else ann.post("/api/person", headers=ELSEWHERE)
        assert answer.status_code in (403, 404)
        assert t(sentence) != sentence
        if answer.headers["content-type"] == "application/json":
            assert answer.json()["error"] == t(sentence)
        else:
            assert t(sentence) in unescape(answer.text)


def test_values_are_filled_in_after_translating() -> None:
    error = Refused("Unknown move: “{move}”.", move="{move} {evil}")
    assert str(error) == "Unknown move: “{move} {evil}”."
    told = error.translate(translator("nomarch", "nl"))
    assert told == "Onbekende zet: ‘{move} {evil}’."


WHEN = datetime(2026, 11, 18, 17, 5, tzinfo=UTC)
LOCALES = Path(babel.__file__).parent


def formatted(locale: str) -> list[str]:
    return [
        *(format_date(WHEN, width, locale) for width in ("short", "medium")),
        *(format_datetime(WHEN, width, locale=locale) for width in ("short", "medium")),
        format_decimal(-1234.5, locale=locale),
        format_percent(0.5, locale=locale),
    ]


def test_dates_and_numbers_are_those_of_all_of_babel(tmp_path: Path, monkeypatch: Patch) -> None:
    """Also where a locale builds upon another one, as British English does."""
    kept = [path for path in LOCALES.rglob("*.dat") if bundle.LOCALES.search(path.as_posix())]
    locales = [path.stem for path in kept if not path.stem.endswith(("001", "150", "root"))]
    assert "en_GB" in locales
    expected = {locale: formatted(locale) for locale in locales}
    for path in kept:
        (tmp_path / path.name).write_bytes(bundle.without_unused(path.read_bytes()))
    shared = pickle.loads(bundle.without_unused((LOCALES / "global.dat").read_bytes()))
    monkeypatch.setattr(localedata, "_dirname", str(tmp_path))
    monkeypatch.setattr(localedata, "_cache", {})
    monkeypatch.setattr(core, "_global_data", shared)
    assert {locale: formatted(locale) for locale in locales} == expected
