"""The browser edition, in Chromium with the port closed."""

import json
import re

import msgspec
import pytest

from nomarch.engine.new_match import load
from nomarch.i18n import DEFAULT
from nomarch.web.table.log_entries import log_lines
from tests.browser import playing
from tests.browser.static_host import ROOT, OpensTab, Tab, set_up

pytestmark = pytest.mark.xdist_group("static-site")

START_LATER = f"""
if (self === top) navigator.locks.request(
  "nomarch{ROOT}", () => new Promise((done) => {{ window.startPython = done; }}));
"""
HURRY_BOTS = """
import gc
from nomarch.tables.bots.bot_player import BotPlayer
for found in gc.get_objects():
    if isinstance(found, BotPlayer): found.pause = 0.0, 0.0
"""


def test_a_game_is_set_up_played_and_found_again(opens: OpensTab) -> None:
    """With a hint and an undo, on a phone that can install the site."""
    tab = opens(phone=True)
    id_ = set_up(tab, "fertility")
    before = playing.seq(tab.frame)
    playing.play(
        tab.frame, playing.moves(tab.frame)[0]
    )  # takes up a tile: reveals nothing, and keeps the turn
    tab.reload()
    playing.wait_for_turn(tab.frame)
    assert tab.frame.url.endswith(f"/t/{id_}")
    assert playing.seq(tab.frame) == before + 1
    tab.frame.locator("#hint").click()
    tab.frame.locator("#advice").wait_for()
    tab.frame.locator("#undo").click()
    playing.wait_for_seq(tab.frame, before + 3)
    check_cookies(tab, id_)
    devtools = tab.page.context.new_cdp_session(tab.page)
    found = devtools.send("Page.getAppManifest")
    assert not found["errors"]
    manifest = json.loads(found["data"])
    assert manifest["start_url"] == manifest["scope"] == "/play/"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    wrong = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Playwright's contexts are private windows, in which nothing can be installed.
    assert {error["errorId"] for error in wrong} <= {"in-incognito"}


def check_cookies(tab: Tab, id_: str) -> None:
    """Theme and shape are chosen by cookies, which Firefox lets no service worker read."""
    [service] = tab.page.context.service_workers
    service.evaluate("Object.defineProperty(self, 'cookieStore', { value: undefined })")
    for theme, shape in (("dark", "wide"), ("light", "tall")):
        for cookie in (f"theme={theme}", f"shape={shape}"):
            tab.page.evaluate("cookie => { document.cookie = cookie; }", f"{cookie};path={ROOT}/")
        found = tab.fetch(f"/t/{id_}")
        assert f'data-theme="{theme}"' in found
        width, height = map(
            float, re.findall(r'(?s)id="frame".*?viewBox="0 0 (\S+) (\S+)"', found)[0]
        )
        assert (width > height) == (shape == "wide")


@pytest.mark.thorough
@pytest.mark.parametrize("chosen", ["[data-quick=ra]", "a[href$='/learn/ra']"])
def test_what_is_chosen_before_python_runs_opens_when_it_does(opens: OpensTab, chosen: str) -> None:
    tab = opens(script=START_LATER + "localStorage.setItem('offered-ra', 'yes');", starts=False)
    tab.page.frame_locator("#frame").locator(chosen).click(no_wait_after=True)
    tab.page.evaluate("startPython()")
    tab.wait()
    tab.frame.wait_for_url("**/t/*" if "quick" in chosen else "**/learn/ra")


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["ra", "giza", "amun-re", "fertility", "egizia"])
def test_a_whole_game_is_the_native_engines(opens: OpensTab, game: str) -> None:
    tab = opens()
    id_ = set_up(tab, game)
    tab.fetch("/device/python", HURRY_BOTS)
    playing.play_out(tab.frame)
    save = tab.fetch(f"/api/tables/{id_}/save")
    match = load(save)  # plays the same moves from the same seed, and compares every draw
    assert match.over
    assert match.save() == save
    log = json.loads(tab.fetch(f"/api/tables/{id_}/log?ply={len(match.steps)}"))
    native = [log_lines(match, seat, DEFAULT, 0) for seat in range(match.players)]
    assert msgspec.json.encode(log) in [msgspec.json.encode(lines) for lines in native]
    tab.go(f"t/{id_}/replay")
    last = len(match.steps)
    for key, ply in (("End", last), ("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2)):
        tab.frame.locator("body").press(key)
        playing.wait_for_ply(tab.frame, ply, last)


@pytest.mark.thorough
def test_two_tabs_share_the_games_and_the_second_leads_on(opens: OpensTab) -> None:
    first = opens()
    id_ = set_up(first, "ra")
    second = Tab(first.page.context.new_page(), first.host)
    second.open(f"t/{id_}")
    playing.wait_for_turn(second.frame)
    playing.play(second.frame, playing.moves(second.frame)[0])
    playing.wait_for_turn(second.frame)
    shown = playing.seq(second.frame)
    playing.wait_for_seq(first.frame, shown)
    first.page.close()
    second.page.wait_for_function("marks.leads && marks.ready > marks.leads")
    playing.wait_for_turn(second.frame)
    assert playing.seq(second.frame) >= shown
    playing.play(second.frame, playing.moves(second.frame)[0])


@pytest.mark.thorough
def test_an_old_browser_is_told_so(opens: OpensTab) -> None:
    tab = opens(script="delete window.DecompressionStream;", starts=False)
    tab.page.locator("#notice").wait_for()
    assert tab.notice == "This browser is too old to run Nomarch in a page. Please update it."
