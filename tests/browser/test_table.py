"""What happens at a table besides moves: tabs, reloads, lost connections, undo, hints, chat."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

import pytest

from nomarch.draw import palette
from nomarch.i18n import translator
from tests.browser.playing import (
    is_my_turn,
    moves,
    open_panel,
    play,
    seq,
    wait_for_seq,
    wait_for_turn,
    wait_until_live,
)
from tests.browser.staging import Site, after, late, offers


def log_lines(page: Any) -> list[str]:
    found: list[str] = page.locator("#log li").all_inner_texts()
    return found


def test_reload_second_tab_and_back(person: Any, site: Site) -> None:
    neith = site.person("Neith")
    site.stage("tabs", [neith, "bot", "bot"], stop=after(20))
    someone = person(neith)
    first, second = someone.page("/"), someone.page("/t/tabs")
    first.goto(f"{site.url}/t/tabs")
    wait_for_turn(first)
    play(first, "draw")
    wait_for_turn(first)
    wait_for_seq(second, seq(first))
    told = log_lines(first)
    first.reload()
    wait_for_turn(first)
    assert log_lines(first) == told == log_lines(second)
    play(second, moves(second)[0])
    wait_for_turn(first)
    first.go_back()
    first.get_by_role("heading", level=1).wait_for()
    first.go_forward()
    wait_for_turn(first)


def test_the_log_forgets_what_its_reader_forgets(person: Any, site: Site) -> None:
    """Giza's log names tiles while they can be seen; the server sends only entries that changed."""
    neith = site.person("Neith")
    site.stage("forgetting", [neith, "bot", "bot"], stop=late(24), game="giza")
    page = person(neith).page("/t/forgetting")
    wait_for_turn(page)
    told = log_lines(page)
    for _ in range(10):
        play(page, moves(page)[0])
        wait_for_turn(page)
    after_moves = log_lines(page)
    assert after_moves[: len(told) - 1] != told[:-1], "something was forgotten"
    page.reload()
    wait_for_turn(page)
    assert log_lines(page) == after_moves


def test_a_lost_connection_comes_back_by_itself(person: Any, own_site: Site) -> None:
    neith, tia = own_site.person("Neith"), own_site.person("Tia")
    own_site.stage("lost", [neith, tia, "bot"], stop=after(12, seat=1))
    own_site.start()
    someone = person(neith, at=own_site)
    someone.expected += ["WebSocket connection", "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION"]
    page = someone.page("/t/lost")
    wait_until_live(page)
    before = seq(page)
    someone.context.set_offline(True)
    own_site.stop()
    page.locator("#link-state", has_text="Connection lost").wait_for()
    own_site.start()
    cookie = own_site.cookie(tia)
    request = urllib.request.Request(
        f"{own_site.url}/api/tables/lost/move",
        json.dumps({"seat": 1, "move": "draw", "seq": before}).encode(),
        {"content-type": "application/json", "cookie": f"{cookie['name']}={cookie['value']}"},
    )
    urllib.request.urlopen(request, timeout=90).close()
    someone.context.set_offline(False)
    wait_for_seq(page, before + 1)
    wait_until_live(page)
    assert page.locator("#link-state").inner_text() == ""
    assert "Tia draws" in page.locator("#log").inner_text()


def test_undo_is_free_among_bots(person: Any, site: Site) -> None:
    neith = site.person("Neith")
    site.stage("undo", [neith, "bot", "bot"], stop=after(20))
    page = person(neith).page("/t/undo")
    wait_for_turn(page)
    told, board = log_lines(page), page.locator("#board-desc").text_content()
    play(page, "invoke")
    wait_for_turn(page)
    assert len(log_lines(page)) > len(told)
    assert page.locator("#undo").inner_text() == "Undo"
    page.locator("#undo").click()
    page.wait_for_function("n => document.querySelectorAll('#log li').length === n", arg=len(told))
    assert log_lines(page) == told, "the log keeps what was not taken back"
    assert page.locator("#board-desc").text_content() == board


@pytest.mark.parametrize(
    "answer", ["Decline", "Allow", pytest.param("Cancel", marks=pytest.mark.thorough)]
)
def test_undo_by_consent(person: Any, site: Site, answer: str) -> None:
    neith, tia = site.person("Neith"), site.person("Tia")
    table = f"consent-{answer.split()[0].lower()}"
    site.stage(table, [neith, tia, tia], stop=after(0))
    mine, hers = person(neith).page(f"/t/{table}"), person(tia).page(f"/t/{table}")
    wait_for_turn(mine)
    wait_until_live(hers)
    told, heard = log_lines(mine), log_lines(hers)
    play(mine, "draw")
    mine.locator("#undo", has_text="Ask to undo").click()
    mine.get_by_text("Waiting for the others to agree…").wait_for()
    hers.get_by_text("Neith would like to undo a move.").wait_for()
    (mine if answer == "Cancel" else hers).get_by_role("button", name=answer).click()
    allowed, kept = "Move undone.", "The others declined to undo."
    said = allowed if answer == "Allow" else kept
    mine.locator("#toasts").get_by_text(said).wait_for()
    for page in (mine, hers):
        page.locator("#ask").wait_for(state="hidden")
    if answer == "Allow":
        assert (log_lines(mine), log_lines(hers)) == (told, heard)
        assert is_my_turn(mine)
        return
    # Asking again and again is of no use: each refusal costs a pause.
    mine.locator("#undo", has_text="Ask to undo").click()
    mine.get_by_text("The others declined. You can ask again in").wait_for()


def test_a_hint_marks_something_legal(person: Any, site: Site) -> None:
    neith = site.person("Neith")
    site.stage("hint", [neith, "bot", "bot"], stop=offers("bid", 0, 20))
    page = person(neith).page("/t/hint")
    wait_for_turn(page)
    page.locator("#hint").click()
    page.locator("#hint-text").wait_for()
    marked = page.locator(".bar .hinted").get_attribute("data-move")
    assert marked in moves(page)
    pieces, hinted = (page.locator(f"svg.board {name}") for name in ("[data-action]", ".hinted"))
    actions = "all => all.map((piece) => piece.dataset.action)"
    assert set(hinted.evaluate_all(actions)) == {marked} & set(pieces.evaluate_all(actions))


def test_chat_is_text_and_nothing_else(person: Any, site: Site) -> None:
    neith, tia = site.person("Neith"), site.person("Tia")
    site.stage("chat", [neith, tia, "bot"], stop=after(6))
    mine, hers = person(neith).page("/t/chat"), person(tia).page("/t/chat")
    wait_until_live(mine)
    wait_until_live(hers)
    open_panel(mine, "chat")
    line = "<img src=x onerror=alert(1)> & <b>good luck</b>"
    mine.get_by_label("Say something…").fill(line)
    mine.keyboard.press("Enter")
    hers.locator("#unread").wait_for()
    open_panel(hers, "chat")
    for page, name in ((mine, "You"), (hers, "Neith")):
        page.locator("#chat li").wait_for()
        assert page.locator("#chat li").inner_text().replace("\n", " ") == f"{name} {line}"
        assert page.locator("#chat img").count() == 0


def test_a_spectator_sees_and_cannot_act(person: Any, site: Site) -> None:
    neith = site.person("Neith")
    site.stage("watch", [neith, "bot", "bot"], stop=after(20))
    player, stranger = person(neith), person()
    stranger.expected.append("403")
    mine, other = player.page("/t/watch"), stranger.page("/t/watch")
    wait_for_turn(mine)
    wait_until_live(other)
    before = seq(other)
    assert other.locator("[data-action], #moves .move").count() == 0
    assert other.locator("#undo, #hint").locator("visible=true").count() == 0
    status = other.evaluate(
        """async (seq) => (await fetch("/api/tables/watch/move", {
            method: "POST", headers: {"content-type": "application/json"},
            body: JSON.stringify({seat: 0, move: "draw", seq}),
        })).status""",
        before,
    )
    assert status == 403
    play(mine, "draw")
    wait_for_seq(other, before + 1)
    wait_for_turn(mine)
    wait_for_seq(other, seq(mine))
    watched, played = log_lines(other), log_lines(mine)
    assert len(watched) == len(played)
    assert any("Neith draws" in line for line in watched)
    assert any("You draw" in line for line in played)


def test_every_page_in_every_language(person: Any, site: Site) -> None:
    neith, rules = site.person("Neith"), "/rules/ra"
    site.stage("words", [neith, "bot", "bot"], stop=after(20))
    someone = person(neith)
    page = someone.page("/")
    paths = ("/", "/new/ra", "/t/words", "/t/words/replay", "/tables", "/me", rules)
    texts: dict[str, list[str]] = {}
    for code, name in (
        ("de", "Deutsch"), ("fr", "Français"), ("nl", "Nederlands"), ("en", "English"),
    ):  # fmt: skip
        page.locator(".menu summary").click()
        page.get_by_role("link", name=name).click()
        page.locator(f"html[lang={code}]").wait_for(state="attached")
        assert page.locator(f".menu [data-lang={code}]").get_attribute("aria-current")
        page.goto(f"{site.url}/t/words")
        told = translator("nomarch", code)(
            "Hints are allowed at this table. Everyone sees who uses one."
        )
        page.locator("#manners", has_text=told).wait_for(state="attached")
        sent = [page.request.get(site.url + path).text() for path in paths]
        assert [re.search(r'<html lang="(\w+)"', text)[1] for text in sent] == [code] * len(paths)  # type: ignore[index]
        texts[code] = [text[text.index("<main") : text.index("</main>")] for text in sent]
    for code in ("de", "fr", "nl"):
        same = [p for p, a, b in zip(paths, texts[code], texts["en"], strict=True) if a == b]
        assert not same, f"not a word of {code} on {same}"


def test_day_and_night(person: Any) -> None:
    someone = person(color_scheme="dark")
    page = someone.page("/")
    ground = "getComputedStyle(document.querySelector('.cover')).backgroundColor"
    dark, light = (
        f"rgb{tuple(bytes.fromhex(theme['papyrus'][1:]))}"
        for theme in (palette.DARK, palette.LIGHT)
    )
    assert page.evaluate(ground) == dark
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Light").click()
    assert page.evaluate(ground) == light
    page.reload()
    assert page.evaluate(ground) == light
    page.locator(".menu summary").click()
    assert page.get_by_role("button", name="Light").get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="System").click()
    assert page.evaluate(ground) == dark


def test_replay_by_slider_and_keyboard(person: Any, site: Site) -> None:
    neith = site.person("Neith")
    match = site.stage("again", [neith, "bot", "bot"])
    last = len(match.steps)
    page = person(neith).page("/t/again/replay")

    def at(ply: int) -> None:
        page.wait_for_function(
            "told => document.getElementById('count').textContent === told", arg=f"{ply} / {last}"
        )

    at(0)
    page.keyboard.press("End")
    at(last)
    page.keyboard.press("Home")
    at(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(2)
    page.keyboard.press("ArrowLeft")
    at(1)
    page.locator("#ply").fill("30")
    at(30)
    told = match.replay(30).svg(0, standalone=False)
    page.wait_for_function(
        "told => told.includes(document.getElementById('board-desc').textContent.slice(0, 60))",
        arg=str(told).replace("&amp;", "&"),
    )
    assert page.locator("svg.board [data-action]").count() == 0, "the past cannot be changed"
    page.locator("#last").click()
    at(last)
    page.locator("#run").click()
    page.locator("#run[aria-pressed=false]").wait_for()
    assert page.locator("#count").inner_text() == f"{last} / {last}"


@pytest.mark.parametrize(
    ("wish", "instant"),
    [("no-preference", False), ("no-preference", True), ("reduce", False)],
    ids=["welcome", "instant", "reduced"],
)
def test_tiles_travel_unless_motion_is_unwelcome(
    person: Any, site: Site, wish: str, instant: bool
) -> None:
    neith, tia = site.person("Neith"), site.person("Tia")
    name = f"travel-{wish}-{instant}"
    match = site.stage(name, [neith, tia, tia], stop=after(0))
    page = person(neith, hurried=instant, reduced_motion=wish).page(f"/t/{name}")
    wait_for_turn(page)
    assert match.to_act == (0,)
    page.evaluate(
        """() => {
          window.flown = [];
          new MutationObserver((changes) => {
            for (const { addedNodes } of changes) {
              for (const node of addedNodes) {
                if (node.classList?.contains("flight")) window.flown.push(node.dataset.at);
              }
            }
          }).observe(document.getElementById("frame"), { childList: true, subtree: true });
        }"""
    )
    play(page, "draw")
    flown = page.evaluate("window.flown")
    is_welcome = wish == "no-preference" and not instant
    assert flown == ([f"track-{match.state.track_len}"] if is_welcome else [])
    assert page.locator(".flight").count() == 0, "what has arrived is part of the board"


def test_a_piece_explains_itself_beside_itself(person: Any, site: Site) -> None:
    neith = site.person("Neith")
    site.stage("tips", [neith, "bot", "bot"], stop=offers("take", 0, 20))
    page = person(neith).page("/t/tips")
    wait_for_turn(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    tip, tile = page.locator("#tip"), page.locator("#board-track-0")
    tile.hover()
    tip.wait_for()
    assert "One more:" in tip.inner_text()
    a, b = tip.bounding_box(), tile.bounding_box()
    assert a["y"] + a["height"] <= b["y"] or a["y"] >= b["y"] + b["height"]
    page.mouse.move(1, 1)
    tip.wait_for(state="hidden")
    page.locator("svg.board [data-action]").first.focus()
    page.keyboard.press("ArrowRight")
    tip.wait_for()
    assert page.evaluate("document.activeElement.getAttribute('aria-description')") in (
        None,
        tip.inner_text(),
    )
    page.keyboard.press("Escape")
    tip.wait_for(state="hidden")
    assert sum("/tips?" in url for url in asked) == 1, "tips hold until the next change"
