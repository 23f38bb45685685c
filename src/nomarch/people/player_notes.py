"""Private notes about players: only their author ever sees them.

A note is about a guest, not a name, so it survives a change of name. It is deleted with its author
and with the player it is about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nomarch.tables.errors import BadRequest
from nomarch.tables.text import JOINERS, clean

if TYPE_CHECKING:
    from nomarch.storage.store import Store

LONGEST_PLAYER_NOTE = 500
MOST_PLAYER_NOTES = 500
"""Notes of one author."""


def read_player_note(store: Store, guest: str, other: str) -> str:
    """Return what a guest noted about another; empty for nothing."""
    rows = store.rows("SELECT text FROM player_note WHERE person = ? AND other = ?", (guest, other))
    return str(rows[0][0]) if rows else ""


def write_player_note(store: Store, guest: str, other: str, text: str, at: float) -> str:
    """Replace a guest's note about another, and return it as stored; an empty one is deleted."""
    if guest == other:
        raise BadRequest("That's you.")
    written = "\n".join(clean(line, JOINERS) for line in text.strip().splitlines()).strip()
    if len(written) > LONGEST_PLAYER_NOTE:
        raise BadRequest("A note can have up to {most} characters.", most=LONGEST_PLAYER_NOTE)
    with store.transaction():
        store.execute("DELETE FROM player_note WHERE person = ? AND other = ?", (guest, other))
        if not written:
            return ""
        rows = store.rows("SELECT count(*) FROM player_note WHERE person = ?", (guest,))
        if rows[0][0] >= MOST_PLAYER_NOTES:
            raise BadRequest("You have {most} notes: delete one first.", most=MOST_PLAYER_NOTES)
        store.execute(
            "INSERT INTO player_note (person, other, text, at) VALUES (?, ?, ?, ?)",
            (guest, other, written, at),
        )
    return written


def forget_player_notes(store: Store, guest: str) -> None:
    """Delete the notes by and about a guest."""
    store.execute("DELETE FROM player_note WHERE person = ? OR other = ?", (guest, guest))


def give_player_notes(store: Store, old: str, into: str) -> None:
    """Give a guest's notes to another, who keeps their own note where both have one."""
    store.execute(
        "DELETE FROM player_note WHERE person = ? AND (other = ? OR other IN "
        "(SELECT other FROM player_note AS known WHERE known.person = ?))",
        (old, into, into),
    )
    store.execute("UPDATE player_note SET person = ? WHERE person = ?", (into, old))
