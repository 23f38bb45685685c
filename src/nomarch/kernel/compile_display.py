"""Shows in terminals and notebooks what is compiled. `NOMARCH_PROGRESS=0` turns that off."""

from __future__ import annotations

import logging
import os
import shutil
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nomarch.kernel.compile_progress import CompileJob

FEW = 10
"""Jobs of fewer functions take about a second and are not shown."""
SECONDS_PER_FUNCTION = 0.1
"""How long a function usually takes, its share of the last optimisation included."""
PURPOSES = {"play_series": "simulations", "search_worlds": "search", "try_choice": "search"}
"""What entries are for."""

log = logging.getLogger(__name__)
_notebook_cells: dict[int, Any] = {}


def show(job: CompileJob) -> None:
    """Show a job's progress: a line in a terminal, an output in a notebook, or a log entry."""
    if job.total < FEW or os.environ.get("NOMARCH_PROGRESS") == "0":
        return
    if _is_notebook():
        _show_in_notebook(job)
    elif sys.stderr is not None and sys.stderr.isatty():
        _show_in_terminal(job)
    elif job.seconds is not None:
        log.info("%s", describe(job))


def describe(job: CompileJob) -> str:
    """Return a line about a job: how far it is, or how long it took."""
    purpose = PURPOSES.get(job.entry, "batches of games" if job.entry.endswith("_slots") else "")
    what = f"{job.game} for {purpose}" if purpose else f"{job.game}: {job.entry}"
    if job.seconds is not None:
        kept = f"stored in {job.folder}" if job.folder else "for this process only"
        return f"Compiled {what} in {job.seconds:.0f} s, {kept}."
    stored = "once" if job.folder else "in each process"
    usual = max(1, round(job.total * SECONDS_PER_FUNCTION))
    done = min(job.done, job.total)
    return f"Compiling {what}: {done} of {job.total} functions (usually {usual} s, {stored})"


def _show_in_terminal(job: CompileJob) -> None:
    # A line that wraps could not be written over.
    line = describe(job)[: shutil.get_terminal_size().columns - 1]
    end = "" if job.seconds is None else "\n"
    print(f"\r\x1b[2K{line}", end=end, file=sys.stderr, flush=True)


def _is_notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None


def _show_in_notebook(job: CompileJob) -> None:
    from IPython.display import display  # type: ignore[import-not-found]

    content = {"text/plain": describe(job)}
    cell = _notebook_cells.get(id(job))
    if cell is None:
        _notebook_cells[id(job)] = display(content, raw=True, display_id=True)
    else:
        cell.update(content, raw=True)
    if job.seconds is not None:
        _notebook_cells.pop(id(job), None)
