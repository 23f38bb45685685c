"""Looking closer: a part of the board opens large, can be played in, and goes away again."""

from __future__ import annotations

from typing import Any

from tests.browser.playing import confirm, seq, tab_to, wait_for_seq, wait_for_turn
from tests.browser.staging import Site, offers

FOCUSED = "document.activeElement.dataset.opens"
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
    touch = {"x": box["x"] + 6, "y": box["y"] + box["height"] - 6}
    wire = page.context.new_cdp_session(page)
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touch]})
    page.locator("dialog.region[open]").wait_for()
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_lenses_are_shown_on_demand_and_inside_their_region(person: Any, site: Site) -> None:
    me = site.person("Watcher")
    site.stage("lenses", [me, "bot", "bot"], stop=offers("card", plies=60), game="egizia")
    page = person(me).page("/t/lenses")
    wait_for_turn(page)
    lenses = page.evaluate(LENSES)
    assert lenses
    for opacity, left, right, region_left, region_right in lenses:
        assert opacity == "0"
        assert region_left <= left
        assert right <= region_right + 1


def test_a_tableau_opens_large_and_a_tap_puts_it_away(person: Any, site: Site, phone: bool) -> None:
    me, id_ = site.person("Looker"), f"closer-{phone}"
    site.stage(id_, [me, "bot", "bot"], stop=offers("card", plies=60), game="egizia")
    page = person(me, phone=phone).page(f"/t/{id_}")
    wait_for_turn(page)
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


def test_a_region_opens_and_closes_by_keyboard(person: Any, site: Site) -> None:
    me = site.person("Lens")
    site.stage("lens", [me, "bot"], stop=offers("card"), game="egizia")
    page = person(me).page("/t/lens")
    wait_for_turn(page)
    tab_to(page, "e => e.dataset.opens?.endsWith('markets')")
    page.keyboard.press("Enter")
    assert page.locator("dialog.region[open]").count() == 1
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('dialog.region[open]')")
    assert page.evaluate(FOCUSED).endswith("markets")


def test_what_is_chosen_in_a_region_is_played(person: Any, site: Site, phone: bool) -> None:
    me, id_ = site.person("Supplier"), f"supply-{phone}"
    site.stage(id_, [me, "bot"], stop=offers("supply"), game="fertility")
    page = person(me, phone=phone).page(f"/t/{id_}")
    wait_for_turn(page)
    before = seq(page)
    handle(page, "seat-0").dispatch_event("click")
    page.locator(".region [data-action^=supply]").first.click()
    confirm(page)
    wait_for_seq(page, before + 1)
    page.wait_for_function(
        """() => {
          const open = document.querySelector("dialog.region[open]");
          return !open || open.querySelector("[data-action]");
        }"""
    )
