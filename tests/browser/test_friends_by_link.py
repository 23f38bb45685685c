"""Friends at a tab of the browser edition: by link, by codes and through the relay."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette

from nomarch.web.signal import relay_route
from tests.browser.playing import (
    is_over,
    moves,
    next_to_move,
    play,
    seq,
    wait_for_seq,
    wait_until,
    wait_until_live,
)
from tests.browser.static_host import RELAY_PORT, ROOT, OpensTab, Tab

pytestmark = pytest.mark.xdist_group("static-site")

NO_DIRECT_WAY = """
const bare = (sdp) => sdp.replaceAll(/a=candidate.*\\r\\n/g, "");
const Real = window.RTCPeerConnection;
window.RTCPeerConnection = class extends Real {
  get localDescription() {
    const { type, sdp } = super.localDescription;
    return { type, sdp: bare(sdp) };
  }
  setRemoteDescription({ type, sdp }) {
    return super.setRemoteDescription({ type, sdp: bare(sdp) });
  }
};
"""
"""Of a browser that neither tells its addresses nor learns the other's."""


class Relay:
    """A relay in a thread; `stop` ends it, with all connections."""

    def __init__(self) -> None:
        app = Starlette(routes=[relay_route()])
        self.server = uvicorn.Server(
            uvicorn.Config(app, port=RELAY_PORT, log_level="error", ws="websockets-sansio")
        )
        self.thread = threading.Thread(target=self.server.run, daemon=True)

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        self.server.should_exit = self.server.force_exit = True
        self.thread.join()


@pytest.fixture
def relay() -> Iterator[Relay]:
    running = Relay()
    running.start()
    yield running
    running.stop()


class Friend(Tab):
    """A friend's tab: a frame with the host's pages, without Python."""

    def wait(self) -> None:
        self.page.wait_for_function("frames[0]?.document.querySelector('main')")


Joins = Callable[..., Friend]


@pytest.fixture
def joins(chrome: Any) -> Iterator[Joins]:
    """Opens a link in a browser of somebody's own."""
    contexts: list[Any] = []

    def join(
        host: Tab, link: str, name: str = "", script: str = "", *, waits: bool = True
    ) -> Friend:
        context = chrome.new_context(locale="en-GB", viewport={"width": 1280, "height": 800})
        contexts.append(context)
        context.add_init_script(script)
        friend = Friend(context.new_page(), host.host)
        friend.page.goto(link)
        if waits:
            friend.wait()
        if name:
            friend.frame.fill("#join [name=name]", name)
            friend.frame.click("#join button")
            wait_until_live(friend.frame)
        return friend

    yield join
    for context in contexts:
        context.close()


def open_room(tab: Tab) -> str:
    tab.host.open()
    tab.go("room")
    tab.frame.click("[data-do=open]")
    wait_until(tab.frame, "() => document.getElementById('room-link').value")
    return str(tab.frame.input_value("#room-link"))


def set_up_with_friends(tab: Tab, game: str, players: int) -> str:
    """Sets up a table with free seats; returns the link to it."""
    tab.go(f"new/{game}?friends")
    tab.frame.check(f"[name=players][value='{players}']", force=True)
    tab.frame.click("#setup [type=submit]")
    tab.frame.wait_for_url("**/t/*")
    tab.frame.locator("#invite").wait_for()
    return str(tab.frame.input_value("#invite-link"))


def play_some(pages: list[Any], count: int) -> None:
    for _ in range(count):
        page = next_to_move(*pages)
        play(page, moves(page)[0])
    shown = max(map(seq, pages))
    for page in pages:
        wait_for_seq(page, shown)


def test_friends_play_by_link(opens: OpensTab, joins: Joins, relay: Relay) -> None:
    tab = opens()
    open_room(tab)
    link = set_up_with_friends(tab, "fertility", 3)
    ann, bob = joins(tab, link, "Ann"), joins(tab, link, "Bob")
    watcher = joins(tab, link)
    pages = [tab.frame, ann.frame, bob.frame]
    wait_until_live(watcher.frame)
    play_some(pages, 4)
    wait_for_seq(watcher.frame, seq(tab.frame))
    assert watcher.frame.locator(".bar .move").count() == 0
    assert len(ann.page.context.service_workers) == 1
    tab.go("room")
    shown = tab.frame.locator("#room-friends")
    shown.get_by_text("Ann").wait_for()
    shown.get_by_text("Bob").wait_for()
    shown.locator("li", has_text="Bob").locator("button").click()
    bob.page.locator("#notice:not([hidden])").wait_for()


@pytest.mark.thorough
def test_a_friend_who_reloads_and_a_host_who_reloads_keep_their_seats(
    opens: OpensTab, joins: Joins, relay: Relay
) -> None:
    tab = opens()
    open_room(tab)
    ann = joins(tab, set_up_with_friends(tab, "fertility", 2), "Ann")
    play_some([tab.frame, ann.frame], 2)
    before = seq(tab.frame)
    ann.page.reload()
    ann.wait()
    wait_until_live(ann.frame)
    assert seq(ann.frame) == before
    tab.reload()
    wait_until_live(tab.frame)
    play_some([tab.frame, ann.frame], 2)


@pytest.mark.thorough
def test_through_the_relay_where_there_is_no_direct_way(
    opens: OpensTab, joins: Joins, relay: Relay
) -> None:
    tab = opens()
    open_room(tab)
    link = set_up_with_friends(tab, "fertility", 2)
    ann = joins(tab, link, "Ann", NO_DIRECT_WAY)
    play_some([tab.frame, ann.frame], 2)
    tab.go("room")
    tab.frame.locator("#room-friends", has_text="through the relay").wait_for()


@pytest.mark.thorough
def test_by_codes_without_any_relay(opens: OpensTab, joins: Joins) -> None:
    tab = opens()
    open_room(tab)
    tab.frame.evaluate("document.getElementById('room-by-hand').open = true")
    tab.frame.click("[data-do=invite]")
    wait_until(tab.frame, "() => document.getElementById('hand-link').value")
    ann = joins(tab, tab.frame.input_value("#hand-link"), waits=False)
    code = ann.page.locator("#code:not([hidden])")
    code.wait_for()
    tab.frame.fill("#hand-answer [name=code]", code.text_content())
    tab.frame.click("#hand-answer button")
    ann.wait()
    assert ann.page.url.startswith(f"{tab.host.url}with/#")


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["ra", "giza"])
@pytest.mark.parametrize("script", ["", NO_DIRECT_WAY], ids=["direct", "relayed"])
def test_a_whole_game(opens: OpensTab, joins: Joins, relay: Relay, game: str, script: str) -> None:
    tab = opens()
    open_room(tab)
    link = set_up_with_friends(tab, game, 3)
    pages = [tab.frame, *(joins(tab, link, name, script).frame for name in ("Ann", "Bob"))]
    while not is_over(pages[0]):
        play_some(pages, 1)
    for page in pages:
        page.locator("body.over").wait_for(state="attached")


FLOOD = """async () => {
  const asked = Array.from({ length: 400 }, () => fetch(location.pathname));
  return (await Promise.all(asked)).map(({ status }) => status);
}"""


@pytest.mark.thorough
def test_a_flood_is_refused_and_the_host_plays_on(
    opens: OpensTab, joins: Joins, relay: Relay
) -> None:
    tab = opens()
    open_room(tab)
    link = set_up_with_friends(tab, "fertility", 2)
    eve = joins(tab, link, "Eve")
    answers = eve.frame.evaluate(FLOOD)
    assert answers.count(429) > 100
    assert answers.count(200) < 300
    eve.page.reload()
    eve.wait()
    wait_until_live(eve.frame)
    play_some([tab.frame, eve.frame], 2)


@pytest.mark.thorough
def test_a_frozen_host_is_waited_for(opens: OpensTab, joins: Joins, relay: Relay) -> None:
    tab = opens()
    open_room(tab)
    ann = joins(tab, set_up_with_friends(tab, "fertility", 2), "Ann")
    play_some([tab.frame, ann.frame], 2)
    browser = tab.page.context.new_cdp_session(tab.page)
    browser.send("Page.setWebLifecycleState", {"state": "frozen"})
    ann.page.get_by_text("doesn't answer").wait_for()
    browser.send("Page.setWebLifecycleState", {"state": "active"})
    ann.page.locator("#progress").wait_for(state="hidden")
    wait_until_live(ann.frame)
    play_some([tab.frame, ann.frame], 2)


def test_a_hostile_host_runs_nothing(opens: OpensTab, joins: Joins, relay: Relay) -> None:
    """Pages of the host are shown in the friend's origin, beside the friend's own games."""
    tab = opens()
    link = open_room(tab)
    tab.fetch("/device/python", HOSTILE)
    ann = joins(tab, link, script=BLOCKED)
    ann.frame.locator("#hostile").wait_for()
    ann.page.evaluate("frames[0].location.href += 'leave'")
    ann.page.wait_for_function("blocked === 'https://example.org'")
    assert ann.page.evaluate("[window.owned, localStorage.owned]") == [None] * 2
    assert ann.page.url.startswith(f"{tab.host.url}with/#")
    assert ROOT in ann.page.url


BLOCKED = """
window.blocked = "";
addEventListener("securitypolicyviolation", (event) => {
  blocked = event.blockedURI.replace(/\\/$/, "");
});
"""
HOSTILE = '''
from starlette.responses import HTMLResponse
import gc
from nomarch.browser.host import Host
LEAVE = '<meta http-equiv="refresh" content="0;url=https://example.org/">'
PAGE = """<!doctype html><base href="https://example.org/"><title>x</title><main id="hostile">
<script>top.owned = window.owned = localStorage.owned = "inline"</script>
<img src="x" onerror="top.owned = localStorage.owned = 'handler'">
<script src="data:text/javascript,top.owned='data'"></script>
<script src="own.js"></script><script type="module" src="worker.js"></script>
<link rel="stylesheet" href="own.css"><iframe src="own.html"></iframe>
<object data="own.html"></object><embed src="own.html"><form action="https://example.org/"><button>x</button></form></main>"""
[host] = [found for found in gc.get_objects() if isinstance(found, Host) and found.prompt]
async def request_of(friend, method, path, headers, body, cookies):
    kind = "text/javascript" if path.endswith(".js") else "text/html"
    page = LEAVE + PAGE if path.endswith("leave") else PAGE
    content = "top.owned = localStorage.owned = 'file'" if path.endswith(".js") else page
    return 200, [("content-type", kind), ("content-security-policy", "")], content.encode(), "x"
host.request_of = request_of
'''
