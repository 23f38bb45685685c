"""What the browser edition keeps: after kills, updates and damage, in files, and nowhere."""

import json
import os
import random
import shutil
import signal
import sqlite3
import tarfile
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from nomarch.storage.version import FIRST, VERSION
from tests.browser import playing
from tests.browser.static_host import ROOT, OpensTab, Tab, republish, set_up
from tests.game_copies import older_copy, wrong_copies

pytestmark = [pytest.mark.xdist_group("static-site"), pytest.mark.thorough]
OLD = Path(__file__).parents[1] / "web" / "databases" / "version_0_2.sqlite3"
ROUNDS, KILLS = 10, 5
PLAY_ON = f"""() => {{
  // Plays whatever comes first, and tells which positions were shown.
  new MutationObserver(() => console.log(`shown ${{document.body.dataset.seq}}`))
    .observe(document.body, {{ attributes: true, attributeFilter: ["data-seq"] }});
  ({playing.ON_MY_TURN})(() => document.querySelector(".bar .move").click());
}}"""
COUNT_MESSAGES = f"""() => {{
  window.heard = 0;
  window.ear = new BroadcastChannel("nomarch{ROOT}");
  window.ear.onmessage = () => {{ window.heard += 1; }};
}}"""
NEWER_IS_IN_CHARGE = f"""async () => {{
  const {{ active, waiting }} = await navigator.serviceWorker.getRegistration("{ROOT}/");
  return !waiting && active.state === "activated";
}}"""
"""Asked by a page outside the site, which keeps no worker from being replaced."""


def note(shown: list[int], line: Any) -> None:
    if line.text.startswith("shown "):
        shown.append(int(line.text.split()[1]))


def crash(page: Any) -> None:
    """Kill what runs the page and its workers."""
    devtools = page.context.browser.new_browser_cdp_session()
    with page.expect_event("crash"):
        for process in devtools.send("SystemInfo.getProcessInfo")["processInfo"]:
            if process["type"] == "renderer":
                os.kill(process["id"], signal.SIGKILL)


def test_a_copy_is_downloaded_and_loaded_by_buttons(opens: OpensTab, tmp_path: Path) -> None:
    tab = opens()
    id_ = set_up(tab, "ra")
    playing.play(tab.frame, playing.moves(tab.frame)[0])
    playing.wait_for_turn(tab.frame)
    shown = playing.seq(tab.frame)
    copy = download_copy(tab, tmp_path)
    other = opens()
    load_copy(other, copy)
    for name, (content, told) in wrong_copies(copy.read_bytes()).items():
        wrong = tmp_path / name
        wrong.write_bytes(content)
        load_copy(other, wrong, told)
        assert f"/t/{id_}" in other.fetch("/tables"), name
    other.reload()
    other.go(f"t/{id_}")
    playing.wait_for_turn(other.frame)
    assert playing.seq(other.frame) == shown
    older = tmp_path / "older.sqlite3"
    older.write_bytes(older_copy(copy.read_bytes()))
    for file in (OLD, older):
        load_copy(other, file)
        assert version_of(other, tmp_path) == VERSION
    other.go(f"t/{id_}")
    playing.wait_for_turn(other.frame)


def load_copy(tab: Tab, file: Path, told: str = "Your games are loaded.") -> None:
    tab.go("device")
    tab.page.once("dialog", lambda dialog: dialog.accept())
    tab.frame.locator("#copy").set_input_files(file)
    tab.frame.locator(".toast", has_text=told).wait_for()


def download_copy(tab: Tab, folder: Path) -> Path:
    tab.go("device")
    with tab.page.expect_download() as download:
        tab.frame.locator("a[download^=nomarch-games]").click()
    download.value.save_as(folder / "found.sqlite3")
    return folder / "found.sqlite3"


def version_of(tab: Tab, folder: Path) -> int:
    with closing(sqlite3.connect(download_copy(tab, folder))) as db:
        assert db.execute("SELECT count(*) FROM game_table").fetchone()[0] > 0
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def test_a_database_of_an_earlier_version_is_opened(opens: OpensTab, tmp_path: Path) -> None:
    with closing(sqlite3.connect(OLD)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (FIRST,)
    tab = opens(database=OLD.read_bytes())
    assert version_of(tab, tmp_path) == VERSION


def test_games_that_do_not_start_are_handed_over_before_starting_over(
    opens: OpensTab, tmp_path: Path
) -> None:
    """With what only SQLite's log has, as here the latest moves."""
    tab = opens()
    id_ = set_up(tab, "ra")
    set_version(tab, VERSION + 1)
    tab.page.reload()
    tab.page.locator("#download").wait_for()
    assert tab.notice.startswith("Nomarch couldn't start.")
    assert not tab.page.locator("#over").is_visible()
    games = hand_over(tab, tmp_path)
    with tab.page.expect_navigation():
        tab.page.click("#over")
    tab.wait()
    assert id_ not in tab.fetch("/tables")
    with closing(sqlite3.connect(games)) as db:
        db.execute(f"PRAGMA user_version = {VERSION}")
    load_copy(tab, games)
    tab.go(f"t/{id_}")
    playing.wait_for_turn(tab.frame)


def set_version(tab: Tab, version: int) -> None:
    tab.fetch("/device/python", f"""
import sqlite3
with sqlite3.connect("/data/nomarch.sqlite3") as db:
    db.execute("PRAGMA user_version = {version}")
db.close()
""")  # fmt: skip


def test_a_damaged_database_is_handed_over_as_it_is(opens: OpensTab, tmp_path: Path) -> None:
    damaged = OLD.read_bytes()[:5000] + b"not a page" * 1000
    tab = opens(database=damaged, starts=False)
    assert hand_over(tab, tmp_path).read_bytes() == damaged


def hand_over(tab: Tab, folder: Path) -> Path:
    """Download what a tab that does not start has kept; return its database."""
    with tab.page.expect_download() as download:
        tab.page.locator("#download").click()
    with tarfile.open(download.value.path()) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # from Python 3.11.4 on
        archive.extractall(folder)
    return folder / "nomarch.sqlite3"


@pytest.fixture
def changed(built: Path, tmp_path: Path) -> Path:
    """A copy of the site that a test can publish again."""
    shutil.copytree(built / ROOT.strip("/"), tmp_path / "copy" / ROOT.strip("/"))
    return tmp_path / "copy"


REFUSED_WRITES = """
function write(handle, bytes, at) {
  if (self.refused === "quota") throw new DOMException("full", "QuotaExceededError");
  if (self.refused === "write") throw new Error("no reason is given");
  return handle.write(self.refused === "half" ? bytes.subarray(0, bytes.length >> 1) : bytes, at);
}
function flush(handle) {
  if (self.refused === "flush") throw new DOMException("full", "InvalidStateError");
  handle.flush();
}
"""


def test_a_full_browser_says_so_and_loses_nothing(opens: OpensTab, changed: Path) -> None:
    """Chromium's tools cannot fill a private file system, so its writes are refused."""
    republish(
        changed,
        storage=lambda text: (
            text.replace("handle.write(", "write(handle, ").replace("handle.flush(", "flush(handle")
            + REFUSED_WRITES
        ),
    )
    tab = opens(folder=changed)
    id_ = set_up(tab, "fertility")
    for refused in ("quota", "write", "half", "flush"):
        before = playing.seq(tab.frame)
        tab.fetch("/device/python", f"import js; js.refused = '{refused}'")
        playing.press_move(tab.frame, playing.moves(tab.frame)[0])
        tab.page.locator("#notice").wait_for()
        assert tab.notice.startswith("This browser is out of space: your last move wasn't saved.")
        tab.frame.locator(".toast", has_text="This couldn't be saved.").first.wait_for()
        playing.wait_for_turn(tab.frame)
        assert playing.seq(tab.frame) == before, refused
        assert not tab.frame.locator(".pending").count()
        tab.fetch("/device/python", "js.refused = None")
        tab.page.click("#close")
        playing.play(tab.frame, playing.moves(tab.frame)[0])
        playing.wait_for_seq(tab.frame, before + 1)
        playing.wait_for_turn(tab.frame)
    shown = playing.seq(tab.frame)
    tab.reload()
    playing.wait_until_live(tab.frame)
    assert tab.frame.url.endswith(id_)
    assert playing.seq(tab.frame) >= shown


def test_a_window_that_keeps_nothing_says_so(opens: OpensTab, changed: Path) -> None:
    """Some browsers refuse the private file system in private windows."""
    refused = "Promise.reject(new DOMException('refused', 'SecurityError'))"
    republish(
        changed, storage=lambda text: text.replace("navigator.storage.getDirectory()", refused)
    )
    tab = opens(folder=changed)
    assert tab.notice.startswith("This window keeps nothing")
    tab.page.click("#close")
    set_up(tab, "ra")
    playing.play(tab.frame, playing.moves(tab.frame)[0])


BROKEN: Callable[[str], str] = lambda text: 'throw new Error("broken");\n' + text  # noqa: E731
HARMLESS: Callable[[str], str] = lambda text: text + "\n// newer\n"  # noqa: E731


@pytest.mark.parametrize("change", [HARMLESS, BROKEN])
@pytest.mark.parametrize("is_chosen", [False, True])
def test_an_update_is_used_when_chosen_or_from_the_next_start_unless_it_is_broken(
    opens: OpensTab, changed: Path, change: Callable[[str], str], is_chosen: bool
) -> None:
    tab = opens(folder=changed)
    id_, first = set_up(tab, "ra"), version_in(tab)
    republish(changed, worker=change)
    tab.host.open()
    tab.reload()
    playing.wait_for_turn(tab.frame)
    tab.page.locator("#notice", has_text="A new version is ready.").wait_for()
    assert version_in(tab) == first
    if is_chosen:
        with tab.page.expect_navigation():
            tab.page.click("#reload")
        tab.wait()
    else:
        tab = next_start(tab)
    tab.go(f"t/{id_}")
    playing.wait_for_turn(tab.frame)
    assert (version_in(tab) == first) == (change is BROKEN)


def next_start(tab: Tab) -> Tab:
    context = tab.page.context
    outside = context.new_page()
    outside.goto(tab.host.url.removesuffix(f"{ROOT}/"))
    tab.page.close()
    playing.wait_until(outside, NEWER_IS_IN_CHARGE)
    tab = Tab(context.new_page(), tab.host)
    tab.open()
    return tab


def test_half_an_upload_changes_nothing(opens: OpensTab, changed: Path) -> None:
    tab = opens(folder=changed)
    first = version_in(tab)
    republish(changed, worker=HARMLESS)
    (changed / ROOT.strip("/") / "worker.js").write_text("// half")
    tab.host.open()
    tab.page.evaluate("""async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const found = new Promise((done) => registration.addEventListener("updatefound", done));
      registration.update().catch(() => {});
      await found;
      const worker = registration.installing;
      await new Promise((done) => worker.addEventListener("statechange", done));
      window.state = worker.state;
    }""")
    assert tab.page.evaluate("state") == "redundant"
    tab.host.close()
    tab.reload()
    assert version_in(tab) == first


def version_in(tab: Tab) -> str:
    return str(json.loads(tab.fetch("/files.json"))["version"])


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_nothing_shown_is_missing_after_kills(opens: OpensTab, seed: int) -> None:
    """A renderer that crashes leaves no time to store anything."""
    tab, rng = opens(), random.Random(seed)
    context, host, id_ = tab.page.context, tab.host, set_up(tab, "ra")
    latest = 0
    for kill in range(KILLS):
        shown = [playing.seq(tab.frame)]
        assert shown[0] >= latest, f"after kill {kill}"
        if tab.frame.locator("body.over").count():
            id_ = set_up(tab, "ra")
            shown = [0]
        tab.page.on("console", partial(note, shown))
        tab.page.evaluate(COUNT_MESSAGES)
        tab.frame.evaluate(PLAY_ON)
        tab.page.wait_for_function(f"heard >= {rng.randint(1, 25)}")
        crash(tab.page)
        latest = max(shown)
        tab.page.close()
        tab = Tab(context.new_page(), host)
        tab.open(f"t/{id_}")
        playing.wait_until_live(tab.frame)
    assert latest > 0
