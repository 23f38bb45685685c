"""Why can't I? A piece that cannot be chosen, clicked."""

from __future__ import annotations

from typing import Any

from tests.browser.playing import wait_for_turn


def test_clicking_what_cannot_be_chosen_tells_why(person: Any) -> None:
    page = person().page("/")
    page.click("[data-quick=ra]")
    wait_for_turn(page)
    barred = page.locator("#frame [data-not^='bid ']").first
    barred.click()
    told = page.locator("#toasts .toast").first
    told.wait_for()
    assert told.text_content().startswith("Not now. ")
