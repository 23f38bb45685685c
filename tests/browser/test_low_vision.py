"""Large type, large targets, and parts of the board that open large."""

import json
from typing import Any

import pytest

from nomarch.kernel.declare.game import rulebooks
from tests.browser.playing import some_of, tab_to, too_wide, touch
from tests.browser.staging import Site, late, offers

ZOOMED: dict[str, Any] = {"viewport": {"width": 320, "height": 256}}
"""A window of 1280 by 1024 pixels at 400 %."""
PAGES = (
    "/", "/learn", "/tables", "/new/ra", "/rules/giza", "/puzzles/ra", "/me", "/lobby", "/daily",
)  # fmt: skip
SMALL = """() => {
  const kinds = "a[href], button, summary, input, select, textarea, [data-action]";
  const inText = (e) => e.matches("a") && getComputedStyle(e).display === "inline";
  const targets = [...document.querySelectorAll(kinds)].filter((e) =>
    e.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !inText(e) && !e.closest(".unseen, .skip, [inert], label"));
  const boxes = targets.map((e) => e.getBoundingClientRect());
  // A small target is large enough if a circle of 24 px on it touches no other target.
  const near = (at, from, to) => at - Math.max(from, Math.min(at, to));
  const isFree = (box, i) => boxes.every((other, j) => {
    const isWithin = targets[i].contains(targets[j]) || targets[j].contains(targets[i]);
    if (isWithin || !other.width) return true;
    const dx = near(box.x + box.width / 2, other.left, other.right);
    return Math.hypot(dx, near(box.y + box.height / 2, other.top, other.bottom)) >= 12;
  });
  const sizeOf = ({ width, height }) => `${Math.round(width)}x${Math.round(height)}`;
  const isSmall = ({ width, height }) => width && Math.min(width, height) < 24;
  return boxes.flatMap((box, i) => isSmall(box) && !isFree(box, i)
    ? [`${sizeOf(box)} ${targets[i].outerHTML.slice(0, 90)}`] : []);
}"""
"""Targets that are smaller than 24 px and closer to another than WCAG 2.5.8 allows."""


@pytest.mark.parametrize("game", some_of(rulebooks(), "egizia"))
def test_a_table_at_four_hundred_per_cent(at_table: Any, game: str) -> None:
    page = at_table(late(20), game, seats_of(game), **ZOOMED).page
    wide = too_wide(page, ".scroll, svg")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320, wide
    assert not wide
    bar = page.locator(".bar").bounding_box()
    assert bar["height"] <= 128, "the question leaves half of the window to the board"


@pytest.mark.thorough
def test_pages_at_four_hundred_per_cent(person: Any, site: Site) -> None:
    page = person(site.person("Neith"), **ZOOMED).page("/")
    found = {}
    for path in PAGES:
        page.goto(site.url + path)
        if page.evaluate("document.documentElement.scrollWidth") > 320 or too_wide(
            page, ".scroll, svg"
        ):
            found[path] = too_wide(page, ".scroll, svg")
    assert not found, json.dumps(found, indent=1)


@pytest.mark.thorough
def test_targets_are_large_enough(at_table: Any) -> None:
    pages = [at_table(late(20), game, seats_of(game)).page for game in rulebooks()]
    found = {page.url: page.evaluate(SMALL) for page in pages}
    page = pages[0]
    origin = page.url.partition("/t/")[0]
    for path in PAGES:
        page.goto(origin + path)
        found[path] = page.evaluate(SMALL)
    found = {path: small for path, small in found.items() if small}
    assert not found, json.dumps(found, indent=1)


def seats_of(game: str) -> list[str]:
    return ["Neith", "bot", "bot"][: max(rulebooks()[game].game.players)]


LENSES = """() => [...document.querySelectorAll(".closer")].map((lens) => {
  const [own, region] = [lens, document.getElementById(lens.dataset.opens)]
    .map((part) => part.getBoundingClientRect());
  return [getComputedStyle(lens).opacity, own.left, own.right, region.left, region.right];
})"""
"""Each lens with its region, in one look: lenses are made again with the board."""
WIDTHS = """() => {
  const width = (node) => node.getBoundingClientRect().width;
  const open = document.querySelector(".region [data-box]");
  const id = document.querySelector(".closer[data-opens$='seat-1']").dataset.opens;
  return [width(open), width(document.getElementById(id))];
}"""


def handle(page: Any, region: str) -> Any:
    return page.locator(f".closer[data-opens$='{region}']")


def long_press(page: Any, ground: Any) -> None:
    """Rests a finger on the ground of a region until it opens."""
    ground.scroll_into_view_if_needed()
    box = ground.bounding_box()
    lift = touch(page, box["x"] + 6, box["y"] + box["height"] - 6)
    page.locator("dialog.region[open]").wait_for()
    lift()


def test_a_region_opens_and_closes_by_keyboard(at_table: Any) -> None:
    """By lenses that are shown on demand and inside their region."""
    page = at_table(
        offers("card", plies=60), "egizia", viewport={"width": 1280, "height": 800}
    ).page
    lenses = page.evaluate(LENSES)
    assert lenses
    for opacity, left, right, region_left, region_right in lenses:
        assert opacity == "0"
        assert region_left <= left
        assert right <= region_right + 1
    tab_to(page, "e => e.dataset.opens?.endsWith('markets')")
    page.keyboard.press("Enter")
    assert page.locator("dialog.region[open]").count() == 1
    frame = page.locator(".region-frame")
    assert frame.evaluate("frame => frame.scrollWidth <= frame.clientWidth + 1"), "it fits"
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('dialog.region[open]')")
    assert page.evaluate("document.activeElement.dataset.opens").endswith("markets")


@pytest.mark.thorough
def test_a_tableau_opens_large_and_a_tap_puts_it_away(at_table: Any, phone: bool) -> None:
    page = at_table(offers("card", plies=60), "egizia", phone=phone).page
    lens = handle(page, "seat-1")
    if phone:
        long_press(page, page.locator("[id$=seat-1] > rect").first)
    else:
        page.locator("[id$=seat-1] > rect").first.hover(force=True)
        lens.click()
    assert page.locator("dialog.region[open] h2").inner_text()
    page.locator(".region-parts li").first.wait_for()  # the list moves what is beside it
    crew = page.locator(".region g.piece:not(.nameplate) rect").first
    if not phone:
        crew.hover(force=True)  # its number lies on top
        page.locator(".region .tip").wait_for()
        assert len(page.locator(".region .tip").inner_text()) > 1
    told = page.locator(".region-parts li").all_inner_texts()
    assert len(told) > 3
    assert len(told) == len(set(told)), "equal parts are named once"
    large, small = page.evaluate(WIDTHS)
    assert large >= 1.79 * small
    ids = page.eval_on_selector_all("[id]", "all => all.map(e => e.id)")
    assert len(ids) == len(set(ids)), "the copy must not share ids with the board"
    page.locator(".region-frame").click(position={"x": 6, "y": 6})
    assert page.locator("dialog.region[open]").count() == 0
