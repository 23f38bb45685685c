"""The glossary: found from the rules and the log, searched while one types."""

from __future__ import annotations

from typing import Any

from tests.browser.playing import open_panel, wait_for_turn
from tests.browser.staging import Site, after


def shown(page: Any) -> list[str]:
    """The names of the entries in sight."""
    names: list[str] = page.eval_on_selector_all(
        ".entry", "all => all.filter(e => e.offsetParent).map(e => e.id)"
    )
    return names


def test_typing_leaves_what_says_it(person: Any, phone: bool) -> None:
    page = person(phone=phone).page("/rules/ra")
    page.get_by_role("link", name="Glossary").click()
    page.wait_for_url("**/rules/ra/glossary")
    everything = shown(page)
    assert len(everything) == 23
    page.locator("#search").fill("pharaoh")
    assert 0 < len(shown(page)) < len(everything)
    assert "tile-2" in shown(page)
    page.locator("#search").fill("no such thing")
    assert shown(page) == []
    assert page.locator("#found").inner_text()
    page.locator("#search").fill("")
    assert shown(page) == everything
    wide = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wide, "nothing is wider than the screen"


def test_accents_need_not_be_typed(person: Any) -> None:
    page = person(locale="fr-FR").page("/rules/ra/glossary?lang=fr")
    page.locator("#search").fill("desastre")
    assert len(shown(page)) == 4


def test_a_picture_of_the_log_leads_to_its_entry(person: Any, site: Site) -> None:
    me = site.person("Reader")
    site.stage("entries", [me, "bot", "bot"], stop=after(20))
    someone = person(me)
    page = someone.page("/t/entries")
    wait_for_turn(page)
    open_panel(page, "log")
    link = page.locator("#log .icon-link").last
    target = link.get_attribute("href").split("#")[1]
    with someone.context.expect_page() as opened:
        link.click()
    opened.value.locator(f".entry:target[id='{target}']").wait_for()
