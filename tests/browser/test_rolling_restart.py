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


FAIL_ONCE = """
// The connections of a page, of which the second one does not come about.
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(address) {
    super(window.sockets.length === 1 ? address.replace("/live", "/nowhere") : address);
    window.sockets.push(this);
  }
};
"""
ASKED_TO_LEAVE = "new MessageEvent('message', { data: JSON.stringify({ type: 'again' }) })"
SENT_AWAY = "new CloseEvent('close', { code: 1012 })"


@pytest.fixture
def shared(tmp_path: Path, new_postgres: Callable[[], str]) -> Iterator[Site]:
    site = Site(tmp_path, address=new_postgres(), workers=2)
    yield site
    site.close()


@pytest.mark.thorough  # below for a page, in tests/web/test_several.py for servers
def test_a_page_changes_servers_without_a_blink(person: Any, shared: Site) -> None:
    neith = shared.person("Neith")
    shared.stage("renewed", [neith, "bot", "bot"], stop=after(12))
    shared.start()
    someone = person(neith, at=shared)
    someone.expected += ["WebSocket connection"]  # a server that is leaving refuses new ones
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


@pytest.mark.parametrize("news", [ASKED_TO_LEAVE, SENT_AWAY], ids=["asked", "sent-away"])
def test_another_server_is_tried_until_it_is_there(
    person: Any, site: Site, request: pytest.FixtureRequest, news: str
) -> None:
    neith, id_ = site.person("Neith"), f"reached-{request.node.callspec.id}"
    site.stage(id_, [neith, "bot", "bot"], stop=after(12))
    someone = person(neith)
    someone.expected += ["WebSocket connection"]
    someone.context.add_init_script(FAIL_ONCE)
    page = someone.page(f"/t/{id_}")
    wait_for_turn(page)
    page.evaluate(REMEMBER)
    page.evaluate(f"window.sockets[0].dispatchEvent({news})")
    page.locator("body[data-states~=live]").wait_for()
    assert page.locator("body").get_attribute("data-states") == " open live"
    assert page.evaluate("window.sockets.length") == 3
    play(page, moves(page)[0])
