"""Friends at a tab of the browser edition: by link, by codes and through the relay."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette

from nomarch.web.signal import relay_route
from tests.browser import playing
from tests.browser.conftest import opening
from tests.browser.firefox import run_firefox
from tests.browser.static_host import ROOT, OpensTab, Tab, relay_port

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
ASKS = "#undo:has-text('Ask to undo')"
WAKE_LOCK = """
const release = async () => { window.isAwake = false; };
const request = async () => { window.isAwake = true; return { release }; };
Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""
HIDE = """
const later = window.setTimeout;
window.setHidden = (isHidden) => {
  Object.defineProperty(document, "visibilityState", {
    value: isHidden ? "hidden" : "visible", configurable: true,
  });
  window.setTimeout = (work, delay, ...more) => later(work, isHidden ? 60_000 : delay, ...more);
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
"""Browsers run the timers of a page that has been hidden for long once a minute."""


class Relay:
    """A relay in a thread; `stop` ends it, with all connections."""

    def __init__(self, port: int) -> None:
        app = Starlette(routes=[relay_route()])
        self.server = uvicorn.Server(
            uvicorn.Config(
                app, port=port, log_level="error", ws="websockets-sansio", lifespan="off"
            )
        )
        self.thread = threading.Thread(target=self.server.run, daemon=True)

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        self.server.should_exit = self.server.force_exit = True
        self.thread.join()


@pytest.fixture(scope="module")
def relay(built: Path) -> Iterator[Relay]:
    running = Relay(relay_port(built))
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def running_host(chrome: Any, built: Path, relay: Relay) -> Iterator[Tab]:
    with opening(chrome, built) as opens:
        yield opens(script=WAKE_LOCK + HIDE)


@pytest.fixture
def host(running_host: Tab) -> Tab:
    """A tab with an open room, which runs from test to test."""
    open_room(running_host)
    return running_host


class Friend(Tab):
    """A friend's tab: a frame with the host's pages, without Python."""

    def wait(self) -> None:
        self.page.wait_for_function("frames[0]?.document.querySelector('main')")

    def go(self, path: str) -> None:
        inside = "path => `${location.origin}${document.documentElement.dataset.root}/${path}`"
        self.frame.goto(self.frame.evaluate(inside, path))

    def sit_down(self, name: str) -> None:
        self.frame.fill("#join [name=name]", name)
        self.frame.click("#join button")
        playing.wait_until_live(self.frame)


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
            friend.sit_down(name)
        return friend

    yield join
    for context in contexts:
        context.close()


def open_room(tab: Tab) -> str:
    tab.host.open()
    tab.go("room")
    tab.frame.locator("#room-open, #room-closed").filter(visible=True).wait_for()
    if tab.frame.locator("#room-closed").is_visible():
        tab.frame.click("[data-do=open]")
    playing.wait_until(tab.frame, "() => document.getElementById('room-link').value")
    return str(tab.frame.input_value("#room-link"))


def set_up_with_friends(tab: Tab, game: str, players: int) -> str:
    """Sets up a table with free seats; returns the link to it."""
    tab.go(f"new/{game}?friends")
    tab.frame.check(f"[name=players][value='{players}']", force=True)
    tab.frame.click("#setup [type=submit]")
    tab.frame.wait_for_url("**/t/*")
    tab.frame.locator("#invite").wait_for()
    return str(tab.frame.input_value("#invite-link"))


def join_by_codes(tab: Tab, joins: Joins, path: str, name: str) -> Friend:
    """Connects a friend by a code each way, who goes to a table of the room."""
    tab.go("room")
    tab.frame.evaluate("document.getElementById('room-by-hand').open = true")
    tab.frame.click("[data-do=invite]")
    playing.wait_until(tab.frame, "() => document.getElementById('hand-link').value")
    friend = joins(tab, tab.frame.input_value("#hand-link"), waits=False)
    code = friend.page.locator("#code:not([hidden])")
    code.wait_for()
    tab.frame.fill("#hand-answer [name=code]", code.text_content())
    tab.frame.click("#hand-answer button")
    friend.wait()
    assert friend.page.url.startswith(f"{tab.host.url}with/#")
    friend.go(path)
    friend.sit_down(name)
    return friend


def play_some(pages: list[Any], count: int) -> None:
    for _ in range(count):
        page = playing.next_to_move(*pages)
        playing.play(page, playing.moves(page)[0])
    shown = max(map(playing.seq, pages))
    for page in pages:
        playing.wait_for_seq(page, shown)


def test_friends_play_by_link(host: Tab, joins: Joins) -> None:
    """With somebody who watches; they talk, and take a move back if all agree."""
    link = set_up_with_friends(host, "fertility", 3)
    ann, bob = joins(host, link, "Ann"), joins(host, link, "Bob")
    watcher = joins(host, link)
    pages = [host.frame, ann.frame, bob.frame]
    playing.wait_until_live(watcher.frame)
    play_some(pages, 4)
    playing.wait_for_seq(watcher.frame, playing.seq(host.frame))
    assert watcher.frame.locator(".bar .move").count() == 0
    assert len(ann.page.context.service_workers) == 1
    playing.open_panel(ann.frame, "chat")
    ann.frame.fill("#say input", "Good evening")
    ann.frame.click("#say button")
    playing.open_panel(host.frame, "chat")
    host.frame.locator("#chat", has_text="Good evening").wait_for()
    while not (askers := [page for page in pages if page.locator(ASKS).is_visible()]):
        play_some(pages, 1)
    askers[0].click(ASKS)
    for page in pages:
        if page is not askers[0]:
            page.click("#ask [data-answer=agree]")
    askers[0].locator("#toasts", has_text="Move undone.").wait_for()


def test_a_host_sends_somebody_out_and_everybody(host: Tab, joins: Joins) -> None:
    link = set_up_with_friends(host, "fertility", 3)
    cy, dan = joins(host, link, "Cy", NO_DIRECT_WAY), joins(host, link, "Dan")
    host.go("room")
    here = host.frame.locator("#room-friends li")
    here.filter(has_text="Cy").wait_for()
    here.filter(has_text="Dan").locator("button").click()
    dan.page.locator("#notice:not([hidden])").wait_for()
    dan.page.reload()
    dan.page.get_by_text("Looking for your friend's page").wait_for()
    here.filter(has_text="Dan").wait_for(state="detached")
    room = host.frame.input_value("#room-link")
    host.page.once("dialog", lambda dialog: dialog.accept())
    host.frame.click("[data-do=renew]")
    playing.wait_until(
        host.frame, "old => document.getElementById('room-link').value !== old", room
    )
    cy.page.locator("#notice", has_text="has closed the room").wait_for()
    new = joins(host, host.frame.input_value("#room-link"))
    assert host.page.evaluate("isAwake")
    host.frame.click("[data-do=close]")
    new.page.locator("#notice", has_text="has closed the room").wait_for()
    host.frame.locator("#room-closed").wait_for()
    assert not host.page.evaluate("isAwake")


OTHER_VERSION = """
const parse = JSON.parse;
JSON.parse = (text) => {
  const found = parse(text);
  return found.relay ? { ...found, version: "another" } : found;
};
"""


def test_a_friend_of_another_version_is_told_so(host: Tab, joins: Joins) -> None:
    eve = joins(host, open_room(host), script=OTHER_VERSION, waits=False)
    eve.page.locator("#notice", has_text="from another version").wait_for()


@pytest.mark.thorough
def test_a_friend_who_reloads_and_a_host_who_reloads_keep_their_seats(
    opens: OpensTab, joins: Joins, relay: Relay
) -> None:
    tab = opens()
    open_room(tab)
    ann = joins(tab, set_up_with_friends(tab, "fertility", 2), "Ann")
    play_some([tab.frame, ann.frame], 2)
    before = playing.seq(tab.frame)
    ann.page.reload()
    ann.wait()
    playing.wait_until_live(ann.frame)
    assert playing.seq(ann.frame) == before
    tab.reload()
    playing.wait_until_live(tab.frame)
    play_some([tab.frame, ann.frame], 2)


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["ra", "giza"])
@pytest.mark.parametrize(("way", "players"), [("link", 3), ("codes", 3), ("relay", 2)])
def test_a_whole_game(host: Tab, joins: Joins, game: str, way: str, players: int) -> None:
    """In the end each page proves that nobody chose the deal."""
    link = set_up_with_friends(host, game, players)
    table, path = host.frame.url.rpartition("/play/")[2], link.partition("#")[2].partition("/")[2]
    friends = [
        join_by_codes(host, joins, path, name)
        if way == "codes"
        else joins(host, link, name, NO_DIRECT_WAY if way == "relay" else "")
        for name in ("Ann", "Bob")[: players - 1]
    ]
    host.go("room")
    shown = host.frame.locator("#room-friends li", has_text="Ann").inner_text()
    assert ("through the relay" in shown) == (way == "relay")
    host.go(table)
    pages = [host.frame, *(friend.frame for friend in friends)]
    playing.play_out(*pages)
    for page in pages:
        playing.open_panel(page, "table")
        page.locator("#deal-check", has_text="nobody could choose it").wait_for()


CAN_JOIN = """frames[0]?.document.getElementById("join")
  && frames[0].document.readyState === "complete"
"""
IS_CHECKED = """frames[0].document.getElementById("deal-check").textContent
  .endsWith("nobody could choose it.")"""
SIT_DOWN = """{
  const form = frames[0].document.getElementById("join");
  form.elements.name.value = "Ann";
  form.requestSubmit();
}"""


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["ra", "giza"])
def test_a_whole_game_with_a_friend_in_firefox(host: Tab, tmp_path: Path, game: str) -> None:
    link = set_up_with_friends(host, game, 2)
    with run_firefox(tmp_path) as firefox:
        firefox.open(link)
        firefox.wait_until(CAN_JOIN)
        firefox.evaluate(SIT_DOWN)
        firefox.wait_until("frames[0].document.querySelector('body[data-link=live]')")
        firefox.evaluate(f"({playing.CLICKER})(12)", in_frame=True)
        playing.play_out(host.frame)
        firefox.wait_until(IS_CHECKED)


def test_friends_come_and_play_while_the_host_is_hidden(host: Tab, joins: Joins) -> None:
    link = open_room(host)
    host.page.evaluate("setHidden(true)")
    ann = joins(host, link)
    bob = joins(host, set_up_with_friends(ann, "fertility", 2), "Bob")
    playing.wait_until_live(ann.frame)
    play_some([ann.frame, bob.frame], 4)
    host.page.evaluate("setHidden(false)")


FORGE = """async ([root, key, victim]) => {
  const load = (name) => import(`${root}/room/${name}.js`);
  const { Cipher, memberName, newPair, publicKey, roomName, toBytes } = await load("encryption");
  const { DATA, HOST, RelayedChannel, SIGNAL, SignalSocket } = await load("signaling");
  const { Wire } = await load("wire");
  const { relay } = JSON.parse(document.getElementById("site").textContent);
  const host = toBytes(key), pair = await newPair(), own = await publicKey(pair);
  const [room, me] = [await roomName(host), await memberName(own)];
  const open = (name) => new Promise((done) => {
    const socket = new SignalSocket(relay, room, name, {
      heard: (...signal) => socket.hear(...signal), changed: (isOpen) => isOpen && done(socket),
    });
  });
  const [mine, theirs] = [await open(me), await open(victim)];
  const signal = (socket) => new Promise((done, fail) => {
    setTimeout(() => fail(new Error("no signal")), 60_000);
    socket.hear = (from, kind, content) => kind === SIGNAL && done(content);
  });
  const ciphers = await Cipher.pair(pair, host, host, false);
  const wanted = new TextEncoder().encode(JSON.stringify({ at: Date.now(), relayed: "mine" }));
  const sealed = new Uint8Array([...own, ...await ciphers[0].encrypt(wanted)]);
  const answered = signal(mine);
  mine.send(HOST, SIGNAL, sealed);
  const told = await ciphers[1].decrypt(await answered);
  const { relayed } = JSON.parse(new TextDecoder().decode(told));
  const both = await Cipher.pair(pair, host, host, false, `mine ${relayed}`);
  const channel = new RelayedChannel(mine, HOST, both);
  return new Promise((done) => {
    setTimeout(() => done("no answer"), 60_000);
    const wire = new Wire(channel, { heard, closed: () => done("cut"), most: 1e6 });
    mine.hear = (from, kind, content) => {
      if (kind !== SIGNAL) return channel.receive(content);
      if (from === HOST) return done("answered once more");
      mine.send(HOST, SIGNAL, sealed);
      wire.send({ kind: "ping" });
    };
    theirs.hear = () => done("answered in somebody else's name");
    function heard({ kind }) {
      if (kind === "pong") return done("neither was answered");
      theirs.send(HOST, SIGNAL, sealed);
      theirs.send(HOST, DATA, sealed);
      theirs.send(me, SIGNAL, new Uint8Array(1)); // the relay has passed on what was before
    }
    wire.send({ kind: "hello" });
  });
}"""
"""Sends the same signal in another's name, and once more in one's own."""
TIME_PASSES = """{
  const now = performance.now.bind(performance);
  performance.now = () => now() + 200_000;
}"""
NAME = """async ([root, key]) => {
  const { memberName, publicKey, roomName, toBytes } = await import(`${root}/room/encryption.js`);
  const { readEntry } = await import(`${root}/room/key_store.js`);
  window.losses = 0;
  const channel = new BroadcastChannel(`nomarch${root}/with/${await roomName(toBytes(key))}`);
  channel.onmessage = ({ data }) => { losses += data.kind === "starting"; };
  return memberName(await publicKey((await readEntry(await roomName(toBytes(key)))).pair));
}"""


def test_forged_names_and_repeated_signals_displace_nobody(host: Tab, joins: Joins) -> None:
    """Nor whom the relay carries, until they have left it."""
    link = open_room(host)
    key = link.partition("#")[2]
    ann = joins(host, link, script=NO_DIRECT_WAY)
    name = ann.page.evaluate(NAME, [ROOT, key])
    eve = joins(host, f"{host.host.url}with/", waits=False)
    assert eve.page.evaluate(FORGE, [ROOT, key, name]) == "neither was answered"
    assert ann.frame.evaluate("fetch('tables').then(({ status }) => status)") == 200
    assert ann.page.evaluate("losses") == 0
    ann.page.close()
    host.go("room")
    here = host.frame.locator("#room-friends")
    here.filter(has_text="through the relay").wait_for()
    host.page.evaluate(TIME_PASSES)
    host.frame.goto(host.frame.url)
    here.filter(has_text="Nobody yet.").wait_for()


FLOOD = """async () => {
  const asked = Array.from({ length: 400 }, () => fetch(location.pathname));
  return (await Promise.all(asked)).map(({ status }) => status);
}"""
SOCKETS = """(path) => Promise.all(Array.from({ length: 12 }, () => new Promise((done) => {
  const socket = new WebSocket(path);
  socket.addEventListener("open", () => done("open"));
  socket.addEventListener("close", ({ code }) => done(code));
})))"""


@pytest.mark.thorough
def test_a_flood_is_refused_and_the_host_plays_on(host: Tab, joins: Joins) -> None:
    link = set_up_with_friends(host, "fertility", 2)
    eve = joins(host, link, "Eve")
    sockets = eve.frame.evaluate(SOCKETS, eve.frame.url.replace("/t/", "/api/tables/") + "/live")
    assert (sockets.count("open"), sockets.count(1013)) == (7, 5), "one is the page's own"
    answers = eve.frame.evaluate(FLOOD)
    assert answers.count(429) > 100
    assert answers.count(200) < 300
    eve.page.reload()
    eve.wait()
    playing.wait_until_live(eve.frame)
    play_some([host.frame, eve.frame], 2)


@pytest.mark.thorough
def test_a_frozen_host_is_waited_for(host: Tab, joins: Joins) -> None:
    ann = joins(host, set_up_with_friends(host, "fertility", 2), "Ann")
    play_some([host.frame, ann.frame], 2)
    browser = host.page.context.new_cdp_session(host.page)
    browser.send("Page.setWebLifecycleState", {"state": "frozen"})
    ann.page.get_by_text("doesn't answer").wait_for()
    browser.send("Page.setWebLifecycleState", {"state": "active"})
    ann.page.locator("#progress").wait_for(state="hidden")
    playing.wait_until_live(ann.frame)
    play_some([host.frame, ann.frame], 2)


@pytest.fixture
def hostile(host: Tab) -> Iterator[Tab]:
    host.fetch("/device/python", HOSTILE)
    yield host
    host.fetch("/device/python", "del host.request_of")


def test_a_hostile_host_runs_nothing(hostile: Tab, joins: Joins) -> None:
    """Pages of the host are shown in the friend's origin, beside the friend's own games."""
    ann = joins(hostile, open_room(hostile), script=BLOCKED)
    ann.frame.locator("#hostile").wait_for()
    for way in ("away", "outside"):
        asked = f"fetch('{way}').then(({{ url }}) => url, () => 'refused')"
        assert ann.frame.evaluate(asked) == "refused", way
    ann.page.evaluate("frames[0].location.href += 'leave'")
    ann.page.wait_for_function("blocked === 'https://example.org'")
    assert ann.page.evaluate("[window.owned, localStorage.owned]") == [None] * 2
    assert ann.page.url.startswith(f"{hostile.host.url}with/#")


BLOCKED = """
window.blocked = "";
addEventListener("securitypolicyviolation", (event) => {
  blocked = event.blockedURI.replace(/\\/$/, "");
});
"""
HOSTILE = '''
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
    ways = {"away": "https://example.org/", "outside": "/play/device"}
    if to := ways.get(path.rpartition("/")[2]):
        return 302, [("location", to)], b"", "x"
    kind = "text/javascript" if path.endswith(".js") else "text/html"
    page = LEAVE + PAGE if path.endswith("leave") else PAGE
    content = "top.owned = localStorage.owned = 'file'" if path.endswith(".js") else page
    return 200, [("content-type", kind), ("content-security-policy", "")], content.encode(), "x"
host.request_of = request_of
'''
