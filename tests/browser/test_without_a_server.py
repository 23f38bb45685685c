"""The version without a server, in Chromium with the port closed."""

from __future__ import annotations

import json

import pytest

from tests.browser.playing import moves, play, seq, wait_for_seq, wait_for_turn
from tests.browser.static_host import OpensTab, Tab, set_up

pytestmark = pytest.mark.xdist_group("static-site")


def test_a_game_is_set_up_played_and_found_again(opens: OpensTab) -> None:
    tab = opens(phone=True)
    id_ = set_up(tab, "fertility")
    before = seq(tab.frame)
    play(tab.frame, moves(tab.frame)[0])  # takes up a tile: reveals nothing, and keeps the turn
    wait_for_turn(tab.frame)
    tab.frame.locator("#hint").click()
    tab.frame.locator("#advice").wait_for()
    tab.frame.locator("#undo").click()
    wait_for_seq(tab.frame, before + 2)
    wait_for_turn(tab.frame)
    shown = seq(tab.frame)
    tab.reload()
    wait_for_turn(tab.frame)
    assert tab.frame.url.endswith(f"/t/{id_}")
    assert seq(tab.frame) >= shown
    tab.go("learn")
    assert tab.frame.locator("a[href*='/learn/']").count()


@pytest.mark.thorough
def test_two_tabs_share_the_games_and_the_second_leads_on(opens: OpensTab) -> None:
    first = opens()
    id_ = set_up(first, "ra")
    second = Tab(first.page.context.new_page(), first.host)
    second.open(f"t/{id_}")
    wait_for_turn(second.frame)
    play(second.frame, moves(second.frame)[0])
    wait_for_turn(second.frame)
    shown = seq(second.frame)
    wait_for_seq(first.frame, shown)
    first.page.close()
    second.page.wait_for_function("marks.leads && marks.ready > marks.leads")
    wait_for_turn(second.frame)
    assert seq(second.frame) >= shown
    play(second.frame, moves(second.frame)[0])


@pytest.mark.thorough
def test_a_phone_can_install_it(opens: OpensTab) -> None:
    tab = opens(phone=True)
    devtools = tab.page.context.new_cdp_session(tab.page)
    found = devtools.send("Page.getAppManifest")
    assert not found["errors"]
    manifest = json.loads(found["data"])
    assert manifest["start_url"] == manifest["scope"] == "/play/"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    wrong = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Playwright's contexts are private windows, in which nothing can be installed.
    assert {error["errorId"] for error in wrong} <= {"in-incognito"}


@pytest.mark.thorough
def test_an_old_browser_is_told_so(opens: OpensTab) -> None:
    tab = opens(script="delete window.DecompressionStream;", starts=False)
    tab.page.locator("#notice").wait_for()
    assert tab.notice == "This browser is too old to run Nomarch in a page. Please update it."
