"""Large type, own colours and large targets, on every board and the main pages."""

from __future__ import annotations

import json
from typing import Any

import pytest

from nomarch.kernel.declare.game import rulebooks
from tests.browser.playing import some_of, wait_for_turn
from tests.browser.staging import Site, late

ZOOMED: dict[str, Any] = {"viewport": {"width": 320, "height": 256}}
"""A window of 1280 by 1024 pixels at 400 %."""
PAGES = (
    "/",
    "/learn",
    "/tables",
    "/new/ra",
    "/rules/giza",
    "/puzzles/ra",
    "/me",
    "/lobby",
    "/daily",
)
WIDE = """() => [...document.querySelectorAll("body *")].filter((e) =>
  e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1
  && !e.closest(".unseen, .skip, .ticker, .strip, .scroll, .sheet-art, .cover-art, svg")
).map((e) => e.outerHTML.slice(0, 90)).slice(0, 4)"""
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
def test_a_table_at_four_hundred_per_cent(person: Any, site: Site, game: str) -> None:
    neith = site.person("Neith")
    site.stage(f"zoom-{game}", [neith, "bot", "bot"][: max(rulebooks()[game].game.players)],
               stop=late(20), game=game)  # fmt: skip
    page = person(neith, **ZOOMED).page(f"/t/zoom-{game}")
    wait_for_turn(page)
    wide = page.evaluate(WIDE)
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
        if page.evaluate("document.documentElement.scrollWidth") > 320 or page.evaluate(WIDE):
            found[path] = page.evaluate(WIDE)
    assert not found, json.dumps(found, indent=1)


@pytest.mark.thorough
def test_targets_are_large_enough(person: Any, site: Site) -> None:
    neith, found = site.person("Neith"), {}
    for game in rulebooks():
        site.stage(f"aim-{game}", [neith, "bot", "bot"][: max(rulebooks()[game].game.players)],
                   stop=late(20), game=game)  # fmt: skip
    page = person(neith).page("/")
    tables = [f"/t/aim-{game}" for game in rulebooks()]
    for path in (*PAGES, *tables):
        page.goto(site.url + path)
        if path in tables:
            wait_for_turn(page)
        if small := page.evaluate(SMALL):
            found[path] = small
    assert not found, json.dumps(found, indent=1)
