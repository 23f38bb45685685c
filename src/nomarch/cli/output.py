"""Output that several commands share."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table


def hides_progress(options: argparse.Namespace) -> bool:
    return bool(options.json) or not sys.stderr.isatty()


def make_table(title: str, *columns: str) -> Table:
    from rich.table import Table

    table = Table(title=title)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table
