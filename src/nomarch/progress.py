"""The progress bar of commands that take long, on a terminal's error stream."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def show_progress(
    total: float | None, unit: str, done: float = 0, *, hide: bool = False
) -> Iterator[Callable[[float], None]]:
    """Show a bar while the body runs, which is given a function to advance it.

    Without a total it counts. Shows nothing without a terminal.
    """
    from rich import progress
    from rich.console import Console

    columns = (
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TextColumn("{task.description}"),
        progress.TimeRemainingColumn(),
    )
    console, is_hidden = Console(stderr=True), hide or not sys.stderr.isatty()
    with progress.Progress(*columns, console=console, transient=True, disable=is_hidden) as bar:
        task = bar.add_task(unit, total=total, completed=int(done))

        def advance(count: float = 1) -> None:
            bar.advance(task, count)

        yield advance
