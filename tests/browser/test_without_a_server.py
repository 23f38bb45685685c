"""The version without a server, in Chromium with the port closed."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import nomarch
from nomarch.browser.build import build
from nomarch.browser.downloads import CannotBuild
from nomarch.i18n import ENGLISH
from nomarch.kernel.game import rulebook
from nomarch.kernel.lessons import Ask
from nomarch.learning.course import Course
from tests.browser.conftest import HURRY
from tests.browser.playing import (
    is_over,
    moves,
    play,
    seq,
    wait_for_seq,
    wait_for_turn,
    wait_for_turn_or_end,
)
from tests.browser.staging import DESKTOP, PHONE
from tests.browser.static_host import ROOT, StaticHost, Tab
from tests.browser.test_every_game import click_through
from tests.browser.test_lessons import answer, wait_for_step
from tests.browser.test_puzzles import PUZZLE

pytestmark = pytest.mark.xdist_group("static-site")
thorough = pytest.mark.thorough
KILLS = 50
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


@thorough
@pytest.mark.parametrize("game", nomarch.games())
def test_a_whole_game_is_what_the_native_engine_plays(opens: Opens, game: str) -> None:
    tab = opens()
    id_ = set_up(tab, game)
    click_through(tab.frame, 7)
    match = nomarch.load(fetch(tab, f"/api/tables/{id_}/save"))
    assert match.over
    told = json.loads(fetch(tab, f"/api/tables/{id_}"))
    assert told["view"]["state"] == json.loads(json.dumps(match.view()["state"]))
    tab.go(f"t/{id_}/replay")
    before = tab.frame.locator("#frame").inner_html()
    tab.frame.locator("#next").click()
    tab.frame.wait_for_function(
        "was => document.getElementById('frame').innerHTML !== was", arg=before
    )


@thorough
def test_a_lesson_and_a_puzzle_are_solved(opens: Opens) -> None:
    tab, book = opens(), rulebook("ra")
    assert book.teaching is not None
    lesson = book.teaching.lessons(ENGLISH)[0]
    course = Course(book, lesson)
    tab.go(f"learn/ra/{lesson.id}")
    page = tab.frame
    wait_for_step(page, 0)
    while (step := course.step) is not None:
        move = course.right_moves()[0] if isinstance(step, Ask) else ""
        answer(page, move) if move else page.click("#go")
        course.answer(move)
        wait_for_step(page, "done" if course.done else len(course.answers))
    tab.go(f"learn/giza/puzzle-{PUZZLE.id}")
    wait_for_step(page, 0)
    for at, decision in enumerate(PUZZLE.decisions, 1):
        answer(page, decision.right[0])
        wait_for_step(page, "done" if at == len(PUZZLE.decisions) else at)


@thorough
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


@thorough
def test_a_killed_tab_loses_nothing_that_was_shown(opens: Opens) -> None:
    tab, rng = opens(), Random(7)
    context, host = tab.page.context, tab.host
    id_ = set_up(tab, "ra")
    for _ in range(KILLS):
        for _ in range(rng.randrange(3)):
            wait_for_turn_or_end(tab.frame)
            if not is_over(tab.frame):
                play(tab.frame, rng.choice(moves(tab.frame)))
        wait_for_turn_or_end(tab.frame)
        if is_over(tab.frame):
            id_ = set_up(tab, "ra")
        tab.frame.evaluate("document.querySelector('.prompt-card .move')?.click()")
        tab.frame.wait_for_function(f"performance.now() > {rng.random() * 400}")
        shown = seq(tab.frame)
        tab.page.close()
        tab = Tab(context.new_page(), host)
        tab.open(f"t/{id_}")
        wait_for_turn_or_end(tab.frame)
        assert seq(tab.frame) >= shown


def change_version(folder: Path, text: str) -> None:
    """Make a new version of a built site, by another line in a script."""
    from nomarch.browser import build as module

    site = folder / ROOT.strip("/")
    script = site / "shell.js"
    script.write_text(script.read_text() + text)
    for name in ("sw.js", "files.json"):
        (site / name).unlink()
    module.write_list(site, ROOT)


@thorough
def test_an_update_comes_with_the_next_start_and_half_an_upload_does_not(
    chrome: Any, built: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(built, folder)
    host = StaticHost(folder)
    host.open()
    context = chrome.new_context(**DESKTOP)
    tab = Tab(context.new_page(), host)
    tab.open()
    tab.wait_for_files()
    id_ = set_up(tab, "ra")
    change_version(folder, "\nmarks.version = 2;\n")
    (folder / ROOT.strip("/") / "app.pack").write_bytes(b"half of it")
    tab.page.evaluate("navigator.serviceWorker.getRegistration().then((r) => r.update())")
    tab.page.wait_for_function(
        "navigator.serviceWorker.getRegistration().then((r) => !r.installing && !r.waiting)"
    )
    shutil.copyfile(built / ROOT.strip("/") / "app.pack", folder / ROOT.strip("/") / "app.pack")
    tab.page.evaluate("navigator.serviceWorker.getRegistration().then((r) => r.update())")
    tab.page.wait_for_function("navigator.serviceWorker.getRegistration().then((r) => !!r.waiting)")
    assert tab.page.evaluate("marks.version") is None
    tab.page.close()
    host.close()
    tab = Tab(context.new_page(), host)
    tab.open(f"t/{id_}")
    assert tab.page.evaluate("marks.version") == 2
    wait_for_turn(tab.frame)
    context.close()


DAMAGE = """async (root) => {
  const top = await navigator.storage.getDirectory();
  const folder = await top.getDirectoryHandle(`nomarch${root.replaceAll("/", "-")}`);
  for (const name of ["nomarch.sqlite3", "nomarch.sqlite3-wal"]) {
    const file = await (await folder.getFileHandle(name)).createWritable();
    await file.write("no database at all ".repeat(400));
    await file.close();
  }
}"""


@thorough
def test_damaged_games_are_said_to_be_and_can_be_downloaded(opens: Opens) -> None:
    tab = opens()
    set_up(tab, "ra")
    context, host = tab.page.context, tab.host
    tab.page.goto("about:blank")
    other = context.new_page()
    other.goto(host.url + "manifest.webmanifest")
    other.evaluate(DAMAGE, ROOT)
    other.close()
    tab.page.goto(host.url)
    tab.page.locator("#rescue").wait_for()
    assert "damaged" in tab.notice
    with tab.page.expect_download() as download:
        tab.page.click("#rescue")
    assert download.value.suggested_filename == "nomarch-damaged.sqlite3"
    tab.wait()
    set_up(tab, "ra")
