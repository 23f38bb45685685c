"""Short private messages between people, one conversation for each pair.

Whoever writes needs a claimed name, so that a report has somebody to name. Somebody who blocks the
sender never hears of a message; one who mutes them sees it in the conversation only.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, NamedTuple

from nomarch.people.relations import BLOCK, MUTE, kinds_towards
from nomarch.tables.errors import BadRequest, Forbidden
from nomarch.tables.text import JOINERS, clean

if TYPE_CHECKING:
    from nomarch.storage.store import Store
    from nomarch.tables.model import Guest

LONGEST_MESSAGE = 400
MESSAGES_SHOWN = 100
KEEP_DAYS = 365


class PrivateMessage(NamedTuple):
    """A message between two people."""

    id: str
    sender: str
    recipient: str
    at: float
    text: str
    seen: bool


class Conversation(NamedTuple):
    """The latest message between a guest and another, and how many they have not read."""

    other: str
    name: str
    handle: str
    at: float
    text: str
    unread: int


_COLUMNS = "id, sender, recipient, at, text, seen"


def send_message(store: Store, sender: Guest, recipient: str, text: str, at: float) -> None:
    """Write to somebody; one who blocks the sender never hears of it."""
    written = clean(text, JOINERS)
    if not 0 < len(written) <= LONGEST_MESSAGE:
        raise BadRequest("A message can have 1 to {most} characters.", most=LONGEST_MESSAGE)
    if not sender.handle:
        raise Forbidden("Claim your name to write messages.")
    if recipient == sender.id:
        raise BadRequest("That's you.")
    with store.transaction():
        towards = kinds_towards(store, recipient, [sender.id]).get(sender.id, "")
        if towards == BLOCK:
            return
        store.execute(
            f"INSERT INTO message ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",
            (secrets.token_urlsafe(9), sender.id, recipient, at, written, int(towards == MUTE)),
        )


def read_messages(store: Store, guest: str, other: str) -> list[PrivateMessage]:
    """Return the latest messages between two people, oldest first."""
    rows = store.rows(
        f"SELECT {_COLUMNS} FROM message WHERE (sender = ? AND recipient = ?) "
        "OR (sender = ? AND recipient = ?) ORDER BY at DESC, id LIMIT ?",
        (guest, other, other, guest, MESSAGES_SHOWN),
    )
    return [PrivateMessage(*row) for row in reversed(rows)]


def mark_messages_read(store: Store, guest: str, other: str) -> None:
    store.execute(
        "UPDATE message SET seen = 1 WHERE recipient = ? AND sender = ? AND seen = 0",
        (guest, other),
    )


def unread_messages(store: Store, guest: str, most: int = 20) -> list[tuple[str, str, str]]:
    """Return unread messages, newest first: id, the sender's name, text."""
    rows = store.rows(
        "SELECT message.id, person.name, message.text FROM message "
        "JOIN person ON person.id = message.sender WHERE recipient = ? AND seen = 0 "
        "ORDER BY message.at DESC, message.id LIMIT ?",
        (guest, most),
    )
    return [(id_, name, text) for id_, name, text in rows]


def conversations(store: Store, guest: str) -> list[Conversation]:
    """Return a guest's conversations, the latest first."""
    rows = store.rows(
        f"SELECT {_COLUMNS} FROM message WHERE sender = ? OR recipient = ? "
        "ORDER BY at DESC, id LIMIT 1000",
        (guest, guest),
    )
    found: dict[str, Conversation] = {}
    for message in (PrivateMessage(*row) for row in rows):
        other = message.recipient if message.sender == guest else message.sender
        unread = int(message.recipient == guest and not message.seen)
        known = found.get(other)
        if known is None:
            names = store.rows("SELECT name, handle FROM person WHERE id = ?", (other,))
            if names:
                name, handle = names[0]
                found[other] = Conversation(other, name, handle, message.at, message.text, unread)
        else:
            found[other] = known._replace(unread=known.unread + unread)
    return list(found.values())


def forget_messages(store: Store, guest: str) -> None:
    """Delete the messages from and to a guest."""
    store.execute("DELETE FROM message WHERE sender = ? OR recipient = ?", (guest, guest))


def give_messages(store: Store, old: str, into: str) -> None:
    """Give a guest's messages to another."""
    store.execute(
        "DELETE FROM message WHERE (sender = ? AND recipient = ?) OR "
        "(sender = ? AND recipient = ?)",
        (old, into, into, old),
    )
    for column in ("sender", "recipient"):
        store.execute(f"UPDATE message SET {column} = ? WHERE {column} = ?", (into, old))


def delete_old_messages(store: Store, at: float) -> None:
    store.execute("DELETE FROM message WHERE at < ?", (at - KEEP_DAYS * 86_400.0,))
