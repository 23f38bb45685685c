"""What people see while a game compiles."""

from __future__ import annotations

import io
import logging
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from nomarch.kernel import compile_display
from nomarch.kernel.compile_progress import CompileJob


class Terminal(io.StringIO):
    """A stream that people look at."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def job() -> CompileJob:
    return CompileJob("Moon Race", "play_series", total=90, folder=Path("/cache/moon"))


def open_terminal(monkeypatch: pytest.MonkeyPatch, columns: int = 100) -> Terminal:
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.delenv("NOMARCH_PROGRESS", raising=False)
    return shown


def test_a_terminal_shows_one_line_that_changes(
    job: CompileJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = open_terminal(monkeypatch)
    for job.done in (1, 2):
        compile_display.show(job)
    job.seconds = 8.4
    compile_display.show(job)
    assert terminal.getvalue().split("\r\x1b[2K") == [
        "",
        "Compiling Moon Race for simulations: 1 of 90 functions (usually 9 s, once)",
        "Compiling Moon Race for simulations: 2 of 90 functions (usually 9 s, once)",
        "Compiled Moon Race for simulations in 8 s, stored in /cache/moon.\n",
    ]


def test_a_line_fits_the_terminal(job: CompileJob, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = open_terminal(monkeypatch, columns=40)
    compile_display.show(job)
    assert len(terminal.getvalue().removeprefix("\r\x1b[2K")) == 39


@pytest.mark.parametrize(
    ("entry", "purpose"),
    [("step_slots", "for batches of games"), ("search_worlds", "for search"), ("ask", ": ask")],
)
def test_what_is_compiled(job: CompileJob, entry: str, purpose: str) -> None:
    job.entry = entry
    assert purpose in compile_display.describe(job)


def test_without_a_cache_it_says_so(job: CompileJob) -> None:
    job.folder = None
    assert "in each process" in compile_display.describe(job)
    job.seconds = 1.0
    assert "for this process only" in compile_display.describe(job)


def test_it_can_be_turned_off_and_small_jobs_are_not_shown(
    job: CompileJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = open_terminal(monkeypatch)
    monkeypatch.setenv("NOMARCH_PROGRESS", "0")
    compile_display.show(job)
    monkeypatch.delenv("NOMARCH_PROGRESS")
    job.total = compile_display.FEW - 1
    compile_display.show(job)
    assert terminal.getvalue() == ""


def test_elsewhere_it_is_logged_once(job: CompileJob, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        compile_display.show(job)
        job.seconds = 3.0
        compile_display.show(job)
    assert [record.getMessage() for record in caplog.records] == [
        "Compiled Moon Race for simulations in 3 s, stored in /cache/moon."
    ]


class Cell:
    """An output of a notebook: all that it has shown."""

    def __init__(self, content: dict[str, str]) -> None:
        self.shown = [content["text/plain"]]

    def update(self, content: dict[str, str], *, raw: bool) -> None:
        self.shown.append(content["text/plain"])


def test_a_notebook_has_one_output_that_changes(
    job: CompileJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = open_terminal(monkeypatch)
    cells = []

    def display(content: dict[str, str], **_: Any) -> Cell:
        cells.append(Cell(content))
        return cells[-1]

    kernel = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=object()))
    monkeypatch.setitem(sys.modules, "IPython", kernel)
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=display))
    compile_display.show(job)
    job.seconds = 3.0
    compile_display.show(job)
    assert [len(cell.shown) for cell in cells] == [2]
    assert terminal.getvalue() == ""
