"""Private notes about players: only their author ever sees them.

A note is about a person, not a name, so it survives a change of name. It is deleted with its author
and with the player it is about.
"""

from nomarch.storage.schema import PLAYER_NOTE
from nomarch.storage.statements import count_rows, delete_rows, find_value, insert_row
from nomarch.storage.store import Store
from nomarch.tables.state.errors import BadRequest

LONGEST_PLAYER_NOTE = 500
MOST_PLAYER_NOTES = 500
"""Notes of one author."""


def read_player_note(store: Store, person: str, other: str) -> str:
    """Return what a person noted about another; empty for nothing."""
    return find_value(store, PLAYER_NOTE.c.text, person=person, other=other) or ""


def write_player_note(store: Store, person: str, other: str, text: str, at: float) -> None:
    """Replace a person's note about another; an empty one is deleted."""
    if person == other:
        raise BadRequest("That's you.")
    with store.transaction():
        delete_rows(store, PLAYER_NOTE, person=person, other=other)
        if not text:
            return
        if count_rows(store, PLAYER_NOTE, person=person) >= MOST_PLAYER_NOTES:
            raise BadRequest("You have {most} notes: delete one first.", most=MOST_PLAYER_NOTES)
        insert_row(store, PLAYER_NOTE, person=person, other=other, text=text, at=at)
