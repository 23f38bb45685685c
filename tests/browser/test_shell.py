"""The shell around a board: what fills the window, what stays in its place, zones of a phone."""

from typing import Any

import pytest

from nomarch.i18n import ENGLISH
from nomarch.kernel.declare.game import rulebooks
from tests.browser.playing import ON_MY_TURN, some_of
from tests.browser.staging import late, offers

SIZES = ((1280, 800), (1440, 900), (1680, 1050), (1920, 1080))
LEAST_SHARE = 0.75
TOLERANCE = 0.5

SHARE = """() => {
  const board = document.querySelector("#frame > svg.board");
  const { width, height } = board.viewBox.baseVal;
  const room = board.getBoundingClientRect();
  const scale = Math.min(room.width / width, room.height / height);
  const page = document.documentElement;
  return [
    (scale * width * scale * height) / (innerWidth * innerHeight),
    page.scrollWidth - innerWidth, page.scrollHeight - innerHeight,
  ];
}"""

PLACES = """() => {
  // Where all that can be pressed was, for every position of the game.
  window.places = {};
  const note = () => {
    const parts = [...document.querySelectorAll(`.gamebar :is(.bar-button, .bar-icon), .bar,
      .bar .prompt, .tools :is(button, summary), #frame > svg.board`)];
    for (const part of parts.filter((each) => each.checkVisibility({ visibilityProperty: true }))) {
      const name = part.id || part.getAttribute("aria-label") || part.getAttribute("class");
      const { left, top, height, right } = part.getBoundingClientRect();
      const at = name === "prompt" ? [left, top + height] : [left, top, right, height];
      (window.places[name] ??= new Set()).add(at.map((x) => Math.round(2 * x) / 2).join(" "));
    }
  };
  new MutationObserver(note).observe(document.body, { attributeFilter: ["data-seq"] });
  note();
}"""


@pytest.mark.thorough
@pytest.mark.parametrize("game", some_of(rulebooks()))
def test_the_board_fills_the_window(person: Any, at_table: Any, game: str) -> None:
    """Of a table, of its replay, of a spectator and of a lesson."""
    book = rulebooks()[game]
    assert book.teaching is not None
    lesson = book.teaching.lessons(ENGLISH)[0].id
    table = at_table(late(12), game, ["Neith", *["bot"] * (max(book.game.players) - 1)])
    stranger = person().page(f"/t/{table.id}?watch")
    url = table.person.url
    for page, path in (
        (table.page, f"/t/{table.id}"), (table.page, f"/t/{table.id}/replay"),
        (stranger, ""), (stranger, f"/learn/{game}/{lesson}"),
    ):  # fmt: skip
        if path:
            page.goto(url + path)
        page.locator("#frame > svg.board").wait_for()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            share, *scrolls = page.evaluate(SHARE)
            assert share >= LEAST_SHARE, (path, width, height)
            assert max(scrolls) <= 0, (path, width, height)


@pytest.mark.thorough
@pytest.mark.parametrize("game", some_of(rulebooks()))
def test_nothing_jumps_in_a_whole_game(at_table: Any, game: str) -> None:
    page = at_table(late(0), game, ("Neith", "bot")).page
    page.evaluate(PLACES)
    page.evaluate(f"""() => ({ON_MY_TURN})(() => {{
      const piece = document.querySelector("svg.board [data-action], .bar .move");
      piece.dispatchEvent(new MouseEvent("click", {{ bubbles: true }}));
    }})""")
    page.locator("body.over").wait_for(state="attached", timeout=300_000)
    places = page.evaluate(
        "Object.fromEntries(Object.entries(window.places).map(([name, at]) => [name, [...at]]))"
    )
    assert {"prompt", "hint", "board", "What to do now"} <= set(places)
    assert {name: at for name, at in places.items() if len(at) > 1} == {}


def test_the_drawer_lies_over_the_players_or_stays_beside_the_board(at_table: Any) -> None:
    page = at_table(late(12)).page
    board = page.locator("#frame > svg.board").bounding_box()
    page.keyboard.press("l")
    assert page.locator("#panel-log").is_visible()
    assert page.locator("#frame > svg.board").bounding_box() == board
    assert page.locator("#caption").evaluate("e => getComputedStyle(e).visibility") == "hidden"
    page.locator("#drawer-pin").click()
    drawer = page.locator("#drawer").bounding_box()
    pinned = page.locator("#frame > svg.board").bounding_box()
    assert pinned["x"] + pinned["width"] <= drawer["x"]
    page.reload()
    assert page.locator("#panel-log").is_visible()
    page.locator("#drawer-close").click()
    assert page.locator("#drawer").is_hidden()
    assert page.locator("#frame > svg.board").bounding_box()["width"] == board["width"]


def test_a_tab_leads_to_each_zone_of_a_phone(at_table: Any) -> None:
    page = at_table(late(12), phone=True).page
    tabs = page.locator("#zones button")
    assert tabs.count() >= 2
    assert page.locator("#zones [data-legal]").count() >= 1
    bar = page.locator(".bar").bounding_box()
    assert bar["y"] + bar["height"] == pytest.approx(844, abs=TOLERANCE)
    tabs.last.tap()
    page.wait_for_function(
        """() => {
          const zone = [...document.querySelectorAll("[data-zone]")].at(-1).getBoundingClientRect();
          const view = document.querySelector(".stage").getBoundingClientRect();
          return zone.top < view.bottom && zone.bottom <= view.bottom + 24;
        }"""
    )
    assert tabs.last.get_attribute("aria-current") == "true"
    assert page.locator(".bar").bounding_box() == bar


AT_STAKE = """() => {
  const view = document.querySelector(".stage").getBoundingClientRect();
  const strip = document.querySelector(".pinned").getBoundingClientRect();
  const choices = [...document.querySelectorAll("#frame [data-action]")]
    .map((piece) => piece.getBoundingClientRect());
  return {
    strip: [strip.height, strip.bottom <= view.top],
    lot: document.querySelectorAll("#board-pinned [class*=f-]").length > 10,
    isInSight: choices.every(({ top, bottom }) => top >= view.top && bottom <= view.bottom),
    tab: document.querySelector("#zones [aria-current=true]").dataset,
    gold: getComputedStyle(document.querySelector("#endings .move")).backgroundImage,
    plain: getComputedStyle(document.querySelector("#hint")).backgroundImage,
  };
}"""


def test_a_phone_shows_what_a_bid_is_for_beside_the_suns(at_table: Any) -> None:
    page = at_table(offers("bid", 0, 20), "ra", phone=True).page
    page.wait_for_function(f"() => ({AT_STAKE})().isInSight")
    seen = page.evaluate(AT_STAKE)
    assert seen["strip"] == [76, True]
    assert seen["lot"]
    assert seen["tab"] == {"to": "mine", "legal": ""}
    assert seen["gold"] == seen["plain"], "passing is not what one came for"
