"""The version without a server, in Chromium with the port closed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from nomarch.browser.build import build
from nomarch.browser.downloads import CannotBuild
from tests.browser.conftest import HURRY
from tests.browser.playing import moves, play, seq, wait_for_seq, wait_for_turn
from tests.browser.staging import DESKTOP, PHONE
from tests.browser.static_host import ROOT, StaticHost, Tab

pytestmark = pytest.mark.xdist_group("static-site")
Opens = Callable[..., Tab]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a site for `/play`; `NOMARCH_SITE` names one that is built already."""
    if given := os.environ.get("NOMARCH_SITE"):
        return Path(given)
    folder = tmp_path_factory.mktemp("static")
    try:
        build(folder / ROOT.strip("/"), ROOT, report=lambda line: None)
    except CannotBuild as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))
    return folder


@pytest.fixture
def host(built: Path, tmp_path: Path) -> Iterator[StaticHost]:
    host = StaticHost(built)
    host.open()
    yield host
    host.close()


@pytest.fixture
def opens(chrome: Any, host: StaticHost) -> Iterator[Opens]:
    """Opens a tab, with the port closed once everything is there."""
    contexts: list[Any] = []

    def open_tab(*, phone: bool = False, context: Any = None) -> Tab:
        if context is None:
            context = chrome.new_context(**(PHONE if phone else DESKTOP))
            context.add_init_script(HURRY)
            contexts.append(context)
        tab = Tab(context.new_page(), host)
        tab.open()
        tab.wait_for_files()
        host.close()
        return tab

    yield open_tab
    for context in contexts:
        context.close()


def set_up(tab: Tab, game: str) -> str:
    """Create a table by clicks; return its id."""
    tab.go(f"new/{game}")
    tab.frame.locator("#setup [type=submit]").click()
    tab.frame.wait_for_url("**/t/*")
    wait_for_turn(tab.frame)
    return str(tab.frame.url.rpartition("/")[2])


def fetch(tab: Tab, path: str) -> str:
    return str(tab.frame.evaluate(f"fetch('{ROOT}{path}').then((answer) => answer.text())"))


def test_a_game_is_set_up_played_and_found_again(opens: Opens) -> None:
    tab = opens(phone=True)
    id_ = set_up(tab, "ra")
    play(tab.frame, moves(tab.frame)[0])
    wait_for_turn(tab.frame)
    tab.frame.locator("#hint").click()
    tab.frame.locator("#advice").wait_for()
    shown = seq(tab.frame)
    tab.reload()
    wait_for_turn(tab.frame)
    assert tab.frame.url.endswith(f"/t/{id_}")
    assert seq(tab.frame) >= shown
    tab.go("learn")
    assert tab.frame.locator("a[href*='/learn/']").count()


@pytest.mark.thorough
def test_two_tabs_share_the_games_and_the_second_leads_on(opens: Opens) -> None:
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
