"""What happens at a table besides moves: tabs, lost connections, undo, watching, replay, tips."""

from functools import partial
from typing import Any

import pytest

from nomarch.draw import palette
from nomarch.i18n import translator
from tests.browser import playing
from tests.browser.staging import after, late, my_turn_after_others, offers


def log_lines(page: Any) -> list[str]:
    found: list[str] = page.locator("#log li").all_inner_texts()
    return found


@pytest.mark.thorough
def test_reload_second_tab_and_back(at_table: Any) -> None:
    table = at_table(after(20))
    first, second = table.person.page("/"), table.page
    first.goto(second.url)
    playing.wait_for_turn(first)
    playing.play(first, "draw")
    playing.wait_for_turn(first)
    playing.wait_for_seq(second, playing.seq(first))
    told = log_lines(first)
    first.reload()
    playing.wait_for_turn(first)
    assert log_lines(first) == told == log_lines(second)
    playing.play(second, playing.moves(second)[0])
    playing.wait_for_turn(first)
    first.go_back()
    first.get_by_role("heading", level=1).wait_for()
    first.go_forward()
    playing.wait_for_turn(first)


@pytest.mark.thorough
def test_the_log_forgets_what_its_reader_forgets(at_table: Any) -> None:
    """Giza's log names tiles while they can be seen; the server sends only entries that changed."""
    page = at_table(late(24), "giza").page
    told = log_lines(page)
    for _ in range(10):
        playing.play(page, playing.moves(page)[0])
        playing.wait_for_turn(page)
    after_moves = log_lines(page)
    assert after_moves[: len(told) - 1] != told[:-1], "something was forgotten"
    page.reload()
    playing.wait_for_turn(page)
    assert log_lines(page) == after_moves


def test_a_lost_connection_comes_back_by_itself(at_table: Any) -> None:
    table = at_table(after(12, seat=1), seats=("Neith", "Tia", "bot"))
    mine, theirs = table.pages
    table.person.expected += ["WebSocket connection", "ERR_INTERNET_DISCONNECTED"]
    before = playing.seq(mine)
    table.person.context.set_offline(True)
    mine.locator("#link-state", has_text="Connection lost").wait_for()
    playing.play(theirs, "draw")
    table.person.context.set_offline(False)
    playing.wait_for_seq(mine, before + 1)
    playing.wait_until_live(mine)
    assert mine.locator("#link-state").inner_text() == ""
    assert "Tia draws" in mine.locator("#log").inner_text()


REMEMBER = """() => {
  const { dataset } = document.body;
  dataset.states = "";
  new MutationObserver(() => { dataset.states += ` ${dataset.link}`; })
    .observe(document.body, { attributeFilter: ["data-link"] });
}"""


FAIL_ONCE = """
// The connections of a page, of which the second one does not come about.
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(address) {
    super(window.sockets.length === 1 ? address.replace("/live", "/nowhere") : address);
    window.sockets.push(this);
  }
};
"""
ASKED_TO_LEAVE = "new MessageEvent('message', { data: JSON.stringify({ type: 'again' }) })"
SENT_AWAY = "new CloseEvent('close', { code: 1012 })"


@pytest.mark.parametrize("news", [ASKED_TO_LEAVE, SENT_AWAY], ids=["asked", "sent-away"])
def test_another_server_is_tried_until_it_is_there(at_table: Any, news: str) -> None:
    table = at_table(after(12), scripts=[FAIL_ONCE])
    table.person.expected += ["WebSocket connection"]
    page = table.page
    page.evaluate(REMEMBER)
    page.evaluate(f"window.sockets[0].dispatchEvent({news})")
    page.locator("body[data-states~=live]").wait_for()
    assert page.locator("body").get_attribute("data-states") == " open live"
    assert page.evaluate("window.sockets.length") == 3
    playing.play(page, playing.moves(page)[0])


def test_undo_is_free_among_bots(at_table: Any) -> None:
    page = at_table(after(20)).page
    told, board = log_lines(page), page.locator("#board-desc").text_content()
    playing.play(page, "invoke")
    playing.wait_for_turn(page)
    assert len(log_lines(page)) > len(told)
    assert page.locator("#undo").inner_text() == "Undo"
    page.locator("#undo").click()
    page.wait_for_function("n => document.querySelectorAll('#log li').length === n", arg=len(told))
    assert log_lines(page) == told, "the log keeps what was not taken back"
    assert page.locator("#board-desc").text_content() == board


def test_undo_by_consent(at_table: Any) -> None:
    """Allowed, refused by Escape, asked for too soon."""
    mine, hers = at_table(after(0), seats=("Neith", "Tia", "Tia")).pages
    told = log_lines(mine), log_lines(hers)

    def play_and_ask() -> None:
        playing.play(mine, "draw")
        mine.locator("#undo", has_text="Ask to undo").click()
        mine.get_by_text("Waiting for the others to agree…").wait_for()
        hers.get_by_text("Neith would like to undo a move.").wait_for()

    def hear(answer: str) -> None:
        mine.locator("#toasts").get_by_text(answer).wait_for()
        for page in (mine, hers):
            page.locator("#ask").wait_for(state="hidden")

    play_and_ask()
    hers.get_by_role("button", name="Allow").click()
    hear("Move undone.")
    assert (log_lines(mine), log_lines(hers)) == told
    assert playing.is_my_turn(mine)
    play_and_ask()
    hers.locator("#prompt").focus()
    hers.keyboard.press("Escape")
    hear("The others declined to undo.")
    assert hers.evaluate("document.activeElement.id") == "prompt"
    assert mine.evaluate("document.activeElement.tagName") != "BODY", "the focus is not lost"
    # Asking again and again is of no use: each refusal costs a pause.
    mine.locator("#undo", has_text="Ask to undo").click()
    mine.get_by_text("The others declined. You can ask again in").wait_for()


@pytest.mark.thorough
def test_a_spectator_sees_and_cannot_act(person: Any, at_table: Any) -> None:
    table = at_table(my_turn_after_others(20), "fertility")
    mine, other = table.page, person().page(f"/t/{table.id}")
    playing.wait_until_live(other)
    before = playing.seq(other)
    assert other.locator("[data-action], #moves .move").count() == 0
    assert other.locator("#undo, #hint").locator("visible=true").count() == 0
    for page, may in ((other, False), (mine, True)):
        playing.open_panel(page, "chat")
        assert page.locator("#say").is_visible() == may
        assert page.locator("#only-listening").is_visible() != may
    # The last turn of the others is told and traced.
    other.locator("svg.traces .trace").first.wait_for(state="attached")
    badges = other.locator("svg.traces use").evaluate_all("all => all.map((u) => u.href.baseVal)")
    assert len(set(badges)) == 1
    assert other.locator("#caption > li").count() == 1
    playing.play(mine, playing.moves(mine)[0])
    playing.wait_for_seq(other, before + 1)
    playing.wait_for_turn(mine)
    playing.wait_for_seq(other, playing.seq(mine))
    watched, played = log_lines(other), log_lines(mine)
    assert len(watched) == len(played)
    assert any("Neith takes" in line for line in watched)
    assert any("You take" in line for line in played)


@pytest.mark.thorough
def test_a_language_is_chosen_in_the_menu(at_table: Any) -> None:
    """Pages in every language are read in `tests/web/test_translations.py`."""
    page = at_table(after(20)).page
    for code, name in (("de", "Deutsch"), ("fr", "Français"), ("nl", "Nederlands")):
        page.locator(".menu summary").click()
        page.get_by_role("link", name=name).click()
        page.locator(f"html[lang={code}]").wait_for(state="attached")
        assert page.locator(f".menu [data-lang={code}]").get_attribute("aria-current")
        told = translator("nomarch", code)(
            "Hints are allowed at this table. Everyone sees who uses one."
        )
        page.locator("#manners", has_text=told).wait_for(state="attached")


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_replay_by_slider_and_keyboard(at_table: Any) -> None:
    table = at_table(path="/replay")
    page, match = table.page, table.match
    last = len(match.steps)

    at = partial(playing.wait_for_ply, page, last=last)
    at(0)
    keys = (("End", last), ("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1))
    for key, ply in keys:
        page.keyboard.press(key)
        at(ply)
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


def test_a_piece_explains_itself_beside_itself(at_table: Any) -> None:
    """A tile, the gap between two spaces, and a piece that has the focus."""
    page = at_table(offers("take", 0, 20)).page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    tip, tile, track = (
        page.locator(f"#{id_}") for id_ in ("tip", "board-track-0", "board-ra-track")
    )
    tile.hover()
    tip.wait_for()
    assert "One more:" in tip.inner_text()
    a, b = tip.bounding_box(), tile.bounding_box()
    assert a["y"] + a["height"] <= b["y"] or a["y"] >= b["y"] + b["height"]
    page.mouse.move(1, 1)
    tip.wait_for(state="hidden")
    track.hover(force=True)
    tip.wait_for()
    assert tip.inner_text() == track.get_attribute("data-tip")
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


def test_what_cannot_be_chosen_tells_why(at_table: Any) -> None:
    page = at_table(after(4)).page
    page.locator("#frame [data-not^='bid ']").first.click()
    told = page.locator("#toasts .toast").first
    told.wait_for()
    assert told.text_content().startswith("Suns are bid only in an auction")
    told.get_by_role("link").click()
    page.locator("#panel-rules #rule-bidding.found").wait_for()
