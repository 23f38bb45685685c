"""The shell around a board: what fills the window, what stays in its place, zones of a phone."""

from __future__ import annotations

from typing import Any

import pytest

from nomarch.kernel.declare.game import rulebooks
from tests.browser.playing import ON_MY_TURN, some_of, wait_for_turn, wait_until_live
from tests.browser.staging import Site, late

SIZES = ((1280, 800), (1440, 900), (1680, 1050), (1920, 1080))
LEAST_SHARE = 0.75
TOLERANCE = 0.5
"""Pixels that a browser may round."""

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


def open_table(person: Any, site: Site, game: str, players: int, phone: bool = False) -> Any:
    me, id_ = site.person(f"Shell {game} {players}"), f"shell-{game}-{players}-{phone}"
    site.stage(id_, [me, *["bot"] * (players - 1)], stop=late(12), game=game)
    page = person(me, phone=phone).page(f"/t/{id_}")
    wait_for_turn(page)
    return page


@pytest.mark.parametrize("game", some_of(rulebooks()))
def test_the_board_fills_the_window(person: Any, site: Site, game: str) -> None:
    counts = rulebooks()[game].game.players
    page = open_table(person, site, game, max(counts))
    addresses = [page.url, f"{page.url}/replay"]
    for address in addresses:
        page.goto(address)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            share, *scrolls = page.evaluate(SHARE)
            assert share >= LEAST_SHARE, (address, width, height)
            assert max(scrolls) <= 0, (address, width, height)


def test_the_board_fills_the_window_of_lessons_and_spectators(person: Any, site: Site) -> None:
    site.stage("shell-watched", [site.person("Player"), "bot", "bot"], stop=late(12))
    for path in ("/learn/ra/track", "/t/shell-watched?watch"):
        page = person().page(path)
        page.locator("#frame > svg.board").wait_for()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            share, *scrolls = page.evaluate(SHARE)
            assert share >= LEAST_SHARE, (path, width, height)
            assert max(scrolls) <= 0, (path, width, height)


@pytest.mark.parametrize("game", some_of(rulebooks(), "giza"))
def test_nothing_jumps_in_a_whole_game(person: Any, site: Site, game: str) -> None:
    me = site.person(f"Still {game}")
    site.stage(f"still-{game}", [me, "bot"], stop=late(0), game=game)
    page = person(me).page(f"/t/still-{game}")
    wait_until_live(page)
    page.evaluate("localStorage.setItem('pace', 'instant')")
    page.reload()
    wait_for_turn(page)
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


def test_the_drawer_lies_over_the_players_or_stays_beside_the_board(
    person: Any, site: Site
) -> None:
    page = open_table(person, site, "ra", 3)
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


def test_a_tab_leads_to_each_zone_of_a_phone(person: Any, site: Site) -> None:
    page = open_table(person, site, "ra", 3, phone=True)
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
