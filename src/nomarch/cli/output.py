"""Output that several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table


def make_table(title: str, *columns: str) -> Table:
    from rich.table import Column, Table

    return Table(*(Column(name, overflow="fold") for name in columns), title=title)
