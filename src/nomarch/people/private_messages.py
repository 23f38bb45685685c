"""Short private messages between people, one conversation for each pair.

Whoever writes needs a claimed name, so that a report has somebody to name. Somebody who blocks the
sender never gets the message, which only the sender sees; one who mutes them sees it in the
conversation only.
"""

import secrets
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, or_, select

from nomarch.errors import Refused
from nomarch.people.relations import BLOCK, FRIENDS, MUTED, check_may_contact, kinds_towards
from nomarch.storage.schema import MESSAGE, PERSON
from nomarch.storage.statements import (
    Query,
    count_rows,
    delete_rows,
    find_rows,
    insert_row,
    update_rows,
)
from nomarch.storage.store import Store
from nomarch.tables.state.errors import BadRequest, Forbidden
from nomarch.tables.state.model import Person

LONGEST_MESSAGE = 400
MESSAGES_SHOWN = 100
KEEP_DAYS = 365
MOST_UNREAD, MOST_UNREAD_OF_ALL = 10, 60
"""Messages that somebody may have unread from one sender, and from all; friends are exempt."""
BLOCKED = "!"
"""Begins the recipient of a message that its sender's recipient never gets."""


class PrivateMessage(NamedTuple):
    """A message between two people."""

    id: str
    sender: str
    recipient: str
    at: float
    text: str
    seen: bool


class Conversation(NamedTuple):
    """The latest message between a person and another, and how many they have not read."""

    other: str
    name: str
    handle: str
    at: float
    text: str
    unread: int


def send_message(store: Store, sender: Person, recipient: str, text: str, at: float) -> None:
    """Write to a person; one who blocks the sender never gets it."""
    if not sender.is_member:
        raise Forbidden("Claim your name to write messages.")
    if recipient == sender.id:
        raise BadRequest("That's you.")
    with store.transaction():
        check_may_contact(store, sender, recipient)
        towards = kinds_towards(store, recipient, [sender.id]).get(sender.id, "")
        if towards not in FRIENDS:
            _check_unread(store, sender.id, recipient)
        insert_row(
            store, MESSAGE, id=secrets.token_urlsafe(9), sender=sender.id,
            recipient=BLOCKED + recipient if towards == BLOCK else recipient, at=at, text=text,
            seen=int(towards in MUTED),
        )  # fmt: skip


def _check_unread(store: Store, sender: str, recipient: str) -> None:
    """Raise `Refused` if somebody has too many unread messages; it doesn't reveal a block."""
    unread = {"recipient": [recipient, BLOCKED + recipient], "seen": 0}
    of_sender = count_rows(store, MESSAGE, sender=sender, **unread)
    if of_sender >= MOST_UNREAD or count_rows(store, MESSAGE, **unread) >= MOST_UNREAD_OF_ALL:
        raise Refused("This player already has too many unread messages. Try again later.")


def _is_between(one: Any, two: Any, hidden_two: Any) -> ColumnElement[bool]:
    """Whether the first of two people sees a message between them."""
    return or_(
        and_(MESSAGE.c.sender == one, MESSAGE.c.recipient.in_([two, hidden_two])),
        and_(MESSAGE.c.sender == two, MESSAGE.c.recipient == one),
    )


_LATEST = select(MESSAGE).order_by(MESSAGE.c.at.desc(), MESSAGE.c.id)
_BETWEEN = Query(
    lambda person, other, hidden: _LATEST.where(_is_between(person, other, hidden)).limit(
        MESSAGES_SHOWN
    )
)


def read_messages(store: Store, person: str, other: str) -> list[PrivateMessage]:
    """Return the latest messages between two people as the first sees them, oldest first."""
    rows = store.rows(_BETWEEN(person, other, BLOCKED + other))
    return [PrivateMessage(*row) for row in reversed(rows)]


def mark_messages_read(store: Store, person: str, other: str) -> None:
    update_rows(store, MESSAGE, {"recipient": person, "sender": other, "seen": 0}, seen=1)


_UNREAD = Query(
    lambda person, most: (
        select(MESSAGE.c.id, PERSON.c.name, MESSAGE.c.text)
        .join_from(MESSAGE, PERSON, PERSON.c.id == MESSAGE.c.sender)
        .where(MESSAGE.c.recipient == person, MESSAGE.c.seen == 0)
        .order_by(MESSAGE.c.at.desc(), MESSAGE.c.id)
        .limit(most)
    )
)


def unread_messages(store: Store, person: str, most: int = 20) -> list[tuple[str, str, str]]:
    """Return unread messages, newest first: id, the sender's name, text."""
    return [(id_, name, text) for id_, name, text in store.rows(_UNREAD(person, most))]


_OF = Query(
    lambda person: _LATEST.where(
        (MESSAGE.c.sender == person) | (MESSAGE.c.recipient == person)
    ).limit(1000)
)


def conversations(store: Store, person: str) -> list[Conversation]:
    """Return a person's conversations, the latest first."""
    found: dict[str, Conversation] = {}
    for message in (PrivateMessage(*row) for row in store.rows(_OF(person))):
        other = message.sender
        if message.sender == person:
            other = message.recipient.removeprefix(BLOCKED)
        unread = int(message.recipient == person and not message.seen)
        known = found.get(other)
        if known is None:
            names = find_rows(store, PERSON.c.name, PERSON.c.handle, id=other)
            if names:
                name, handle = names[0]
                found[other] = Conversation(other, name, handle, message.at, message.text, unread)
        else:
            found[other] = known._replace(unread=known.unread + unread)
    return list(found.values())


def give_held_back(store: Store, old: str, into: str) -> None:
    """Give another person the messages that were held back from a person."""
    update_rows(store, MESSAGE, {"recipient": BLOCKED + old}, recipient=BLOCKED + into)


def delete_old_messages(store: Store, at: float) -> None:
    delete_rows(store, MESSAGE, at__lt=at - KEEP_DAYS * 86_400.0)
