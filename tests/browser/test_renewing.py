"""A page at a site whose servers are replaced, one after the other: nobody sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.playing import moves, play, seq, wait_for_seq, wait_for_turn
from tests.browser.staging import Site, after

REMEMBER = """() => {
  const { dataset } = document.body;
  dataset.states = "";
  new MutationObserver(() => { dataset.states += ` ${dataset.link}`; })
    .observe(document.body, { attributeFilter: ["data-link"] });
}"""


@pytest.fixture
def shared(tmp_path: Path, new_postgres: Callable[[], str]) -> Iterator[Site]:
    site = Site(tmp_path, address=new_postgres(), workers=2)
    yield site
    site.close()


def test_a_page_changes_servers_without_a_blink(person: Any, shared: Site) -> None:
    neith = shared.guest("Neith")
    shared.stage("renewed", [neith, "bot", "bot"], stop=after(12))
    shared.start()
    someone = person(neith, at=shared)
    pages = [someone.page("/t/renewed") for _ in range(2)]
    for page in pages:
        wait_for_turn(page)
        page.evaluate(REMEMBER)
    shared.renew()
    for page in pages:
        page.locator("body[data-states~=live]").wait_for()
    play(pages[0], moves(pages[0])[0])
    wait_for_turn(pages[0])
    wait_for_seq(pages[1], seq(pages[0]))
    for page in pages:
        assert "lost" not in (page.locator("body").get_attribute("data-states") or "")
        assert page.locator("#link-state").inner_text() == ""
        page.close()  # before the servers go
