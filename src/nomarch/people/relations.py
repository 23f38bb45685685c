"""Friends, mutes and blocks; presence and invitations between friends.

Two people are friends when both asked. A block is silent: the other one notices nothing, but is
never paired or seated by invitation with the person who blocks.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from nomarch.people import notices
from nomarch.tables.errors import BadRequest, NotFound
from nomarch.tables.model import Guest, TableRecord

if TYPE_CHECKING:
    from nomarch.storage.store import Store

FRIEND, MUTE, BLOCK = "friend", "mute", "block"
RELATIONS = (FRIEND, MUTE, BLOCK)
MOST_RELATIONS = 300
ONLINE_SECONDS = 180.0
"""Seconds since the last request for which somebody counts as online."""
HIDDEN = "hidden-presence"
"""The note of guests who do not show when they are online."""


class Relation(NamedTuple):
    """How a guest stands to another."""

    id: str
    """Names the relation without giving away the other's id."""
    other: str
    name: str
    handle: str
    kind: str
    mutual: bool
    """Whether the other one asked, too."""
    seen: float
    """When a friend was last here; 0 if that is not shown."""

    def is_online(self, at: float) -> bool:
        return at - self.seen < ONLINE_SECONDS


class Invitation(NamedTuple):
    """An invitation to a table."""

    table: str
    sender: str
    """The name of the one who invites."""
    at: float


def relations(store: Store, guest: str) -> list[Relation]:
    """Return a guest's friends and whom they mute or block, by name."""
    rows = store.rows(
        "SELECT relation.id, other, person.name, person.handle, kind, EXISTS (SELECT 1 "
        "FROM relation AS back WHERE back.person = relation.other "
        "AND back.other = relation.person AND back.kind = 'friend'), "
        "coalesce(last_seen.at, 0), EXISTS (SELECT 1 FROM note "
        "WHERE note.owner = relation.other AND note.topic = ?) FROM relation "
        "JOIN person ON person.id = relation.other "
        "LEFT JOIN last_seen ON last_seen.person = relation.other "
        "WHERE relation.person = ? ORDER BY person.name, relation.id",
        (HIDDEN, guest),
    )
    found = []
    for id_, other, name, handle, kind, back, seen, hidden in rows:
        mutual = kind == FRIEND and bool(back)
        shown = seen if mutual and not hidden else 0.0
        found.append(Relation(id_, other, handle or name, handle, kind, mutual, shown))
    return found


def requests_to(store: Store, guest: str) -> list[tuple[str, str]]:
    """Return the ids of requests to be friends that wait for an answer, and who asks."""
    rows = store.rows(
        "SELECT relation.id, person.name, person.handle FROM relation "
        "JOIN person ON person.id = relation.person WHERE relation.other = ? AND "
        "relation.kind = 'friend' AND NOT EXISTS (SELECT 1 FROM relation AS back WHERE "
        "back.person = relation.other AND back.other = relation.person) ORDER BY relation.at",
        (guest,),
    )
    return [(id_, handle or name) for id_, name, handle in rows]


def answer_request(store: Store, guest: str, id_: str, kind: str, at: float) -> None:
    """Answer somebody who asked to be friends: `friend`, `mute` or `block`."""
    rows = store.rows("SELECT person FROM relation WHERE id = ? AND other = ?", (id_, guest))
    if not rows:
        raise NotFound("This player isn't in your list.")
    relate(store, guest, rows[0][0], kind, at)


def relate(store: Store, guest: str, other: str, kind: str, at: float) -> None:
    """Ask somebody to be friends, or mute or block them; an empty kind ends it."""
    if guest == other:
        raise BadRequest("That's you.")
    if kind and kind not in RELATIONS:
        raise BadRequest("There is no such relation.")
    with store.transaction():
        store.execute("DELETE FROM relation WHERE person = ? AND other = ?", (guest, other))
        if kind == BLOCK:
            store.execute(
                "DELETE FROM relation WHERE person = ? AND other = ? AND kind = 'friend'",
                (other, guest),
            )
            store.execute(
                "DELETE FROM table_invitation WHERE person = ? AND sender = ?", (guest, other)
            )
        count = store.rows("SELECT count(*) FROM relation WHERE person = ?", (guest,))[0][0]
        if kind and count >= MOST_RELATIONS:
            raise BadRequest("Your list is full: remove someone first.")
        if kind:
            store.execute(
                "INSERT INTO relation (person, other, kind, id, at) VALUES (?, ?, ?, ?, ?)",
                (guest, other, kind, secrets.token_urlsafe(9), at),
            )


def find_relation(store: Store, guest: str, id_: str) -> Relation:
    """Return one of a guest's relations by its id."""
    for relation in relations(store, guest):
        if relation.id == id_:
            return relation
    raise NotFound("This player isn't in your list.")


def guest_by_handle(store: Store, key: str) -> str:
    rows = store.rows("SELECT id FROM person WHERE handle_key = ? AND handle > ''", (key,))
    if not rows:
        raise NotFound("There's no player with this name.")
    return str(rows[0][0])


def kinds_towards(store: Store, guest: str, others: Collection[str]) -> dict[str, str]:
    """Return how a guest stands to others, by their ids."""
    if not others:
        return {}
    rows = store.rows(
        "SELECT other, kind FROM relation WHERE person = ? AND other IN "
        f"({', '.join('?' * len(others))})",
        (guest, *others),
    )
    return dict(rows)


def blocked_pairs(store: Store, guests: Sequence[str]) -> set[tuple[str, str]]:
    """Return the pairs among guests of whom the first blocks the second."""
    if len(guests) < 2:
        return set()
    marks = ", ".join("?" * len(guests))
    rows = store.rows(
        "SELECT person, other FROM relation WHERE kind = 'block' "
        f"AND person IN ({marks}) AND other IN ({marks})",
        (*guests, *guests),
    )
    return {(guest, other) for guest, other in rows}


# --- Presence -------------------------------------------------------------------------------------


def mark_online(store: Store, guests: Collection[str], at: float) -> None:
    """Store that guests are here, for those who are in somebody's list."""
    marks = ", ".join("?" * len(guests))
    store.execute(
        "INSERT INTO last_seen (person, at) SELECT DISTINCT other, ? FROM relation "
        f"WHERE kind = 'friend' AND other IN ({marks}) "
        "ON CONFLICT (person) DO UPDATE SET at = excluded.at",
        (at, *guests),
    )


def show_presence(store: Store, guest: str, *, shown: bool) -> None:
    """Choose whether friends see when one is online."""
    if shown:
        store.execute("DELETE FROM note WHERE owner = ? AND topic = ?", (guest, HIDDEN))
    else:
        store.execute(
            "INSERT INTO note (owner, topic, note) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (guest, HIDDEN, b"{}"),
        )


def is_presence_shown(store: Store, guest: str) -> bool:
    return not store.rows("SELECT 1 FROM note WHERE owner = ? AND topic = ?", (guest, HIDDEN))


# --- Invitations ----------------------------------------------------------------------------------


def invite(store: Store, record: TableRecord, sender: Guest, friend: str, at: float) -> None:
    """Invite a friend to a table; someone who blocks the sender never hears of it."""
    with store.transaction():
        towards = kinds_towards(store, friend, [sender.id]).get(sender.id, "")
        if towards == BLOCK:
            return
        store.execute(
            "INSERT INTO table_invitation (person, game_table, sender, at) VALUES (?, ?, ?, ?) "
            "ON CONFLICT DO NOTHING",
            (friend, record.id, sender.id, at),
        )
        path = f"/t/{record.id}/join/{record.invite}"
        values = {"game": record.game, "name": sender.handle or sender.name, "path": path}
        notices.notify(store, notices.Notice(friend, notices.INVITATION, record.id, 0, values), at)


def invitations(store: Store, guest: str) -> list[Invitation]:
    """Return the invitations of a guest to tables that still wait, newest first."""
    rows = store.rows(
        "SELECT table_invitation.game_table, person.name, table_invitation.at "
        "FROM table_invitation JOIN person ON person.id = table_invitation.sender "
        "JOIN game_table ON game_table.id = table_invitation.game_table "
        "WHERE table_invitation.person = ? AND game_table.finished = 0 AND NOT EXISTS "
        "(SELECT 1 FROM seat WHERE seat.person = table_invitation.person "
        "AND seat.game_table = table_invitation.game_table) "
        "ORDER BY table_invitation.at DESC LIMIT 20",
        (guest,),
    )
    return [Invitation(*row) for row in rows]


def decline(store: Store, guest: str, table: str) -> None:
    store.execute(
        "DELETE FROM table_invitation WHERE person = ? AND game_table = ?", (guest, table)
    )
