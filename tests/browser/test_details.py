"""Small things that were wrong once: words over pictures, links alike, a box that refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import nomarch
from nomarch.draw import palette
from tests.browser.playing import wait_until_live
from tests.browser.staging import Site, after

GOLDEN = Path(__file__).parents[1] / "golden"

OVERLAPS = """(pairs) => pairs.flatMap(([one, other]) => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((node) =>
    [node.textContent, node.getBoundingClientRect()]);
  return boxes(one).flatMap(([said, a]) => boxes(other)
    .filter(([, b]) => a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top)
    .map(([words]) => `${said} | ${words}`));
})"""


def drawn(page: Any, match: nomarch.Match, **how: Any) -> None:
    """Shows a board alone."""
    colours = palette.css(palette.LIGHT)
    page.goto("about:blank")
    page.set_content(f"<style>{colours}</style>{match.svg(0, standalone=False, **how)}")


@pytest.mark.parametrize("shape", ["wide", "tall"])
@pytest.mark.parametrize("game", ["ra", "giza"])
def test_the_crown_leaves_the_points_alone(person: Any, game: str, shape: str) -> None:
    page = person().page("/")
    for path in sorted((GOLDEN / game).glob("*.txt")):
        drawn(page, nomarch.load(path.read_text()), shape=shape)
        crown = ".nameplate [data-tip=Winner] path"
        assert page.locator(crown).count() >= 1
        assert page.evaluate(OVERLAPS, [[crown, ".nameplate > text"]]) == []


def test_with_friends_opens_with_free_seats(person: Any) -> None:
    page = person().page("/")
    page.locator("#game-ra").get_by_role("link", name="With friends").click()
    kinds = page.locator("#seats .kind")
    kinds.first.wait_for()
    values = kinds.evaluate_all("all => all.map((kind) => kind.value)")
    assert values[0] == "me"
    assert set(values[1:]) == {"friend"}
    assert page.locator("#seats .name:visible").count() == len(values) - 1


def test_every_link_says_where_it_goes(person: Any) -> None:
    page = person().page("/")
    named = page.eval_on_selector_all(
        "main a:not([aria-hidden])", "all => all.map((a) => [a.textContent.trim(), a.href])"
    )
    assert len({name for name, _ in named}) == len({href for _, href in named}) > 5


def test_who_only_watches_is_not_offered_to_talk(person: Any, site: Site) -> None:
    me = site.guest("Talker")
    site.stage("listening", [me, "bot", "bot"], stop=after(10))
    watcher, player = person().page("/t/listening"), person(me).page("/t/listening")
    for page, may in ((watcher, False), (player, True)):
        wait_until_live(page)
        page.locator("#tab-chat").click()
        assert page.locator("#say").is_visible() == may
        assert page.locator("#only-listening").is_visible() != may


def test_a_bot_is_called_as_it_was_chosen(person: Any, site: Site) -> None:
    me = site.guest("Chooser")
    site.stage("levels", [me, "bot", "bot"], stop=after(10))
    page = person(me).page("/t/levels")
    wait_until_live(page)
    page.locator("#tab-table").click()
    assert "bot (Normal)" in page.locator("#players li").nth(1).inner_text()


def test_languages_have_room_around_them(person: Any) -> None:
    page = person().page("/")
    page.locator("details.menu summary").click()
    for pill in page.locator("[data-lang]").all():
        assert float(pill.evaluate("e => parseFloat(getComputedStyle(e).paddingLeft)")) >= 8
