"""Before a regret the page asks, after a blunder the coach speaks: both beside the moves."""

from typing import Any

import pytest

from nomarch.engine.match import Match
from tests.browser.listening import HEAR, Listener
from tests.browser.playing import play, seq, wait_for_seq, wait_for_turn
from tests.browser.staging import after, offers

REASON = (
    "“Invoke Ra” would have been better. Compared with “Draw a tile”, on average you score 4 more "
    "points from monuments and 3 more points from civilisations, Imhotep of the Old Kingdom scores "
    "3 fewer points from pharaohs, and you win 12% more games."
)


def test_a_warning_of_a_typed_move_is_announced_keeps_the_focus_and_can_be_the_last(
    at_table: Any,
) -> None:
    page = at_table(offers("sell"), "amun-re", scripts=[HEAR]).page
    before, listener = seq(page), Listener(page)
    page.locator("#prompt").focus()  # as after a move
    sale = page.locator('#moves [data-move^="sell"]').first.text_content()
    listener.choose(sale)
    page.locator("dialog.reading").wait_for(state="detached")
    assert page.evaluate("document.activeElement.id") == "not-yet"
    (heard,) = listener.heard()
    assert heard.startswith("Not played yet. You'd give up")
    assert seq(page) == before
    page.check("#no-warning")
    page.click("#not-yet")
    page.reload()
    wait_for_turn(page)
    listener.choose(sale)
    wait_for_seq(page, before + 1)


@pytest.mark.thorough
def test_what_is_chosen_in_a_region_is_played_after_a_warning(at_table: Any) -> None:
    page = at_table(builds_or_supplies, "fertility", ("Neith", "bot")).page
    page.locator(".closer[data-opens$=seat-0]").focus()
    page.keyboard.press("Enter")
    page.locator(".region [data-action^=supply]").first.focus()
    page.keyboard.press("Enter")
    page.locator(".region-frame > *").wait_for(state="detached")
    assert page.evaluate("document.activeElement.id") == "not-yet"
    assert "no district" in page.locator("#announce").inner_text()
    assert page.locator("dialog.region[open]").count() == 0
    before = seq(page)
    page.click("#sure")
    wait_for_seq(page, before + 1)


def builds_or_supplies(match: Match) -> bool:
    starts = {move.split()[0] for move in match.legal(0)} if match.to_act == (0,) else set()
    return {"build", "supply"} <= starts


def test_the_coach_speaks_after_a_blunder(at_table: Any, phone: bool) -> None:
    page = at_table(after(14), seats=["Neith"] * 3, table={"coached": True}, phone=phone).page
    page.route(
        "**/review*", lambda route: route.fulfill(json={"text": REASON, "best": "x", "undo": True})
    )
    before = seq(page)
    play(page, "invoke")
    review = page.locator("#review-text")
    review.wait_for()
    assert review.inner_text() == REASON
    box, height = page.locator("#review").bounding_box(), page.viewport_size["height"]
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= height, "nothing of it lies below the fold"
    prompt = page.locator("#prompt").bounding_box()
    assert box["y"] < prompt["y"], "it is pinned above the prompt"
    page.click("#take-back")
    page.locator("#review").wait_for(state="hidden")
    wait_for_seq(page, before + 2)
    assert page.locator('[data-move="invoke"], [data-action="invoke"]').count()
