"""Moves a guest's tournaments and boards to the guest they were merged into.

Entries keep the guest who entered: `nomarch.contests.tournaments.read_entrants` and
`nomarch.contests.boards.board_entries` look up whose they are, and count the first one.
"""

from __future__ import annotations

from nomarch.storage.store import Store

OWN_ROWS = "person = ? OR person IN (SELECT id FROM person WHERE merged = ? AND merged > '')"
"""Rows of a person, and of guests who were merged into them."""
JOIN_PERSON = (
    "LEFT JOIN person AS entered ON entered.id = {table}.person LEFT JOIN person "
    "ON person.id = CASE WHEN entered.merged > '' THEN entered.merged ELSE {table}.person END"
)
"""Joins rows with the guest who entered, and with the one who they are now."""


def give_contests(store: Store, old: str, into: str) -> None:
    """Make another guest the organiser of a guest's tournaments."""
    before, after = f'"host":"{old}"', f'"host":"{into}"'
    store.execute(
        "UPDATE tournament SET data = replace(data, ?, ?), version = version + 1 WHERE data LIKE ?",
        (before, after, f"%{before}%"),
    )
