"""The way from a table back to its daily board or tournament."""

from __future__ import annotations

from typing import NamedTuple

from nomarch.contests.daily import PREFIX
from nomarch.i18n import Translate
from nomarch.tables.state.model import TableRecord


class ContestLink(NamedTuple):
    """A path below the root, and its words."""

    path: str
    words: str


def contest_link(record: TableRecord, t: Translate) -> ContestLink | None:
    """Return the page that compares a table with others, if there is one."""
    if record.tournament:
        return ContestLink(f"/tournaments/{record.tournament}", t("To the tournament"))
    if record.board.startswith(PREFIX):
        day = record.board.removeprefix(PREFIX)
        return ContestLink(f"/daily/{day}", t("Daily board: compare results"))
    return None
