"""Friends, mutes and blocks; presence and invitations between friends.

Two people are friends when both asked. A block is silent: the other one notices nothing, but is
never paired or seated by invitation with the person who blocks.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import exists, func, select

from nomarch.people import notices
from nomarch.storage.schema import (
    GAME_TABLE,
    LAST_SEEN,
    NOTE,
    PERSON,
    RELATION,
    SEAT,
    TABLE_INVITATION,
)
from nomarch.storage.statements import (
    Insert,
    Query,
    count_rows,
    delete_rows,
    find_rows,
    find_value,
    insert,
    insert_new,
    insert_row,
)
from nomarch.tables.errors import BadRequest, NotFound
from nomarch.tables.model import Person, TableRecord

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


_BACK = RELATION.alias("back").c
_IS_BACK = (_BACK.person == RELATION.c.other) & (_BACK.other == RELATION.c.person)
_RELATIONS = Query(
    lambda guest: (
        select(
            RELATION.c.id,
            RELATION.c.other,
            PERSON.c.name,
            PERSON.c.handle,
            RELATION.c.kind,
            exists().where(_IS_BACK, _BACK.kind == FRIEND),
            func.coalesce(LAST_SEEN.c.at, 0),
            exists().where(NOTE.c.owner == RELATION.c.other, NOTE.c.topic == HIDDEN),
        )
        .join_from(RELATION, PERSON, PERSON.c.id == RELATION.c.other)
        .outerjoin(LAST_SEEN, LAST_SEEN.c.person == RELATION.c.other)
        .where(RELATION.c.person == guest)
        .order_by(PERSON.c.name, RELATION.c.id)
    )
)


def relations(store: Store, person: str) -> list[Relation]:
    """Return a guest's friends and whom they mute or block, by name."""
    found = []
    for id_, other, name, handle, kind, back, seen, hidden in store.rows(_RELATIONS(person)):
        mutual = kind == FRIEND and bool(back)
        shown = seen if mutual and not hidden else 0.0
        found.append(Relation(id_, other, handle or name, handle, kind, mutual, shown))
    return found


_ASKED = Query(
    lambda guest: (
        select(RELATION.c.id, PERSON.c.name, PERSON.c.handle)
        .join_from(RELATION, PERSON, PERSON.c.id == RELATION.c.person)
        .where(RELATION.c.other == guest, RELATION.c.kind == FRIEND, ~exists().where(_IS_BACK))
        .order_by(RELATION.c.at)
    )
)


def requests_to(store: Store, person: str) -> list[tuple[str, str]]:
    """Return the ids of requests to be friends that wait for an answer, and who asks."""
    return [(id_, handle or name) for id_, name, handle in store.rows(_ASKED(person))]


def answer_request(store: Store, person: str, id_: str, kind: str, at: float) -> None:
    """Answer somebody who asked to be friends: `friend`, `mute` or `block`."""
    asking = find_value(store, RELATION.c.person, id=id_, other=person)
    if asking is None:
        raise NotFound("This player isn't in your list.")
    relate(store, person, asking, kind, at)


def relate(store: Store, person: str, other: str, kind: str, at: float) -> None:
    """Ask somebody to be friends, or mute or block them; an empty kind ends it."""
    if person == other:
        raise BadRequest("That's you.")
    if kind and kind not in RELATIONS:
        raise BadRequest("There is no such relation.")
    with store.transaction():
        delete_rows(store, RELATION, person=person, other=other)
        if kind == BLOCK:
            delete_rows(store, RELATION, person=other, other=person, kind=FRIEND)
            delete_rows(store, TABLE_INVITATION, person=person, sender=other)
        if not kind:
            return
        if count_rows(store, RELATION, person=person) >= MOST_RELATIONS:
            raise BadRequest("Your list is full: remove someone first.")
        id_ = secrets.token_urlsafe(9)
        insert_row(store, RELATION, person=person, other=other, kind=kind, id=id_, at=at)


def find_relation(store: Store, person: str, id_: str) -> Relation:
    """Return one of a guest's relations by its id."""
    for relation in relations(store, person):
        if relation.id == id_:
            return relation
    raise NotFound("This player isn't in your list.")


_BY_HANDLE = Query(
    lambda key: select(PERSON.c.id).where(PERSON.c.handle_key == key, PERSON.c.handle_key > "")
)


def person_by_handle(store: Store, key: str) -> str:
    found = store.value(_BY_HANDLE(key))
    if found is None:
        raise NotFound("There's no player with this name.")
    return str(found)


def kinds_towards(store: Store, person: str, others: Collection[str]) -> dict[str, str]:
    """Return how a guest stands to others, by their ids."""
    if not others:
        return {}
    columns = (RELATION.c.other, RELATION.c.kind)
    return dict(find_rows(store, *columns, person=person, other=list(others)))


def blocked_pairs(store: Store, people: Sequence[str]) -> set[tuple[str, str]]:
    """Return the pairs among guests of whom the first blocks the second."""
    if len(people) < 2:
        return set()
    among, columns = list(people), (RELATION.c.person, RELATION.c.other)
    rows = find_rows(store, *columns, kind=BLOCK, person=among, other=among)
    return {(person, other) for person, other in rows}


# --- Presence -------------------------------------------------------------------------------------


def _marking_online(people: Any, at: Any) -> Insert:
    befriended = select(RELATION.c.other, at).distinct()
    befriended = befriended.where(RELATION.c.kind == FRIEND, RELATION.c.other.in_(people))
    new = insert(LAST_SEEN).from_select(["person", "at"], befriended)
    return new.on_conflict_do_update(index_elements=["person"], set_={"at": new.excluded.at})


_MARK_ONLINE = Query(_marking_online)


def mark_online(store: Store, people: Collection[str], at: float) -> None:
    """Store that guests are here, for those who are in somebody's list."""
    store.execute(_MARK_ONLINE(list(people), at))


def show_presence(store: Store, person: str, *, shown: bool) -> None:
    """Choose whether friends see when one is online."""
    if shown:
        delete_rows(store, NOTE, owner=person, topic=HIDDEN)
    else:
        insert_new(store, NOTE, owner=person, topic=HIDDEN, note=b"{}")


def is_presence_shown(store: Store, person: str) -> bool:
    return not count_rows(store, NOTE, owner=person, topic=HIDDEN)


# --- Invitations ----------------------------------------------------------------------------------


def invite(store: Store, record: TableRecord, sender: Person, friend: str, at: float) -> None:
    """Invite a friend to a table; someone who blocks the sender never hears of it."""
    with store.transaction():
        towards = kinds_towards(store, friend, [sender.id]).get(sender.id, "")
        if towards == BLOCK:
            return
        row = {"person": friend, "game_table": record.id, "sender": sender.id, "at": at}
        insert_new(store, TABLE_INVITATION, **row)
        path = f"/t/{record.id}/join/{record.invite}"
        values = {"game": record.game, "name": sender.handle or sender.name, "path": path}
        notices.notify(store, notices.Notice(friend, notices.INVITATION, record.id, 0, values), at)


_INVITED = TABLE_INVITATION.c
_INVITATIONS = Query(
    lambda guest: (
        select(_INVITED.game_table, PERSON.c.name, _INVITED.at)
        .join_from(TABLE_INVITATION, PERSON, PERSON.c.id == _INVITED.sender)
        .join(GAME_TABLE, GAME_TABLE.c.id == _INVITED.game_table)
        .where(_INVITED.person == guest, GAME_TABLE.c.finished == 0)
        .where(
            ~exists().where(
                SEAT.c.person == _INVITED.person, SEAT.c.game_table == _INVITED.game_table
            )
        )
        .order_by(_INVITED.at.desc())
        .limit(20)
    )
)


def invitations(store: Store, person: str) -> list[Invitation]:
    """Return the invitations of a guest to tables that still wait, newest first."""
    return [Invitation(*row) for row in store.rows(_INVITATIONS(person))]


def decline(store: Store, person: str, table: str) -> None:
    delete_rows(store, TABLE_INVITATION, person=person, game_table=table)
