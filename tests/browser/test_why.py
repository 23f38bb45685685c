"""Why can't I? A piece that cannot be chosen, clicked."""

from __future__ import annotations

from typing import Any

from tests.browser.playing import wait_for_turn
from tests.browser.staging import Site, after


def test_clicking_what_cannot_be_chosen_tells_why(person: Any, site: Site) -> None:
    neith = site.person("Neith")
    site.stage("barred", [neith, "bot", "bot"], stop=after(4))
    page = person(neith).page("/t/barred")
    wait_for_turn(page)
    barred = page.locator("#frame [data-not^='bid ']").first
    barred.click()
    told = page.locator("#toasts .toast").first
    told.wait_for()
    assert told.text_content().startswith("Suns are bid only in an auction")
    told.get_by_role("link").click()
    page.locator("#panel-rules #rule-bidding.found").wait_for()
