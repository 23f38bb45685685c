"""What a browser keeps without a server: databases of an earlier version, and damaged ones."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from nomarch.storage.version import FIRST, VERSION
from tests.browser.static_host import OpensTab, Tab, set_up

pytestmark = [pytest.mark.xdist_group("static-site"), pytest.mark.thorough]
OLD = Path(__file__).parents[1] / "web" / "databases" / "version_0_2.sqlite3"


def version_of(tab: Tab, folder: Path) -> int:
    tab.go("device")
    with tab.page.expect_download() as download:
        tab.frame.locator("a[download^=nomarch-games]").click()
    download.value.save_as(folder / "found.sqlite3")
    with closing(sqlite3.connect(folder / "found.sqlite3")) as db:
        assert db.execute("SELECT count(*) FROM game_table").fetchone()[0] > 0
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def test_a_database_of_an_earlier_version_is_opened(opens: OpensTab, tmp_path: Path) -> None:
    with closing(sqlite3.connect(OLD)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (FIRST,)
    tab = opens(database=OLD.read_bytes())
    assert version_of(tab, tmp_path) == VERSION


def test_a_damaged_database_is_handed_over_before_starting_over(opens: OpensTab) -> None:
    damaged = OLD.read_bytes()[:5000] + b"not a page" * 1000
    tab = opens(database=damaged, starts=False)
    tab.page.locator("#notice").wait_for()
    assert tab.notice.startswith("The games that this browser keeps are damaged.")
    with tab.page.expect_download() as download:
        tab.page.locator("#rescue").click()
    assert Path(download.value.path()).read_bytes() == damaged
    tab.page.wait_for_function("window.marks?.ready")
    tab.wait_for_files()
    tab.host.close()
    set_up(tab, "ra")
