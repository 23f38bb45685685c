"""Friends, mutes and blocks; presence, and who may invite and write to whom.

Two people are friends when both asked. A mute hides what somebody says and ends no friendship. A
block and a declined request are silent: the other one notices nothing, but somebody who is blocked
is never paired or seated by invitation with the person who blocks.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import exists, func, select

from nomarch.decoding import convert
from nomarch.errors import Refused
from nomarch.people import notices
from nomarch.people.accounts import person_named
from nomarch.storage.notes import put_note
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
    or_change,
)
from nomarch.storage.store import Store
from nomarch.tables.state.errors import BadRequest, Forbidden, NotFound
from nomarch.tables.state.model import Person, TableRecord

FRIEND, MUTE, BLOCK = "friend", "mute", "block"
MUTED_FRIEND, DECLINED = "muted-friend", "declined"
"""A friend who is muted, and somebody whose request was declined."""
UNMUTE, DECLINE = "unmute", "decline"
FRIENDS, MUTED = (FRIEND, MUTED_FRIEND), (MUTE, MUTED_FRIEND)
CHOICES = (FRIEND, MUTE, BLOCK, UNMUTE, DECLINE, "")
"""What a person can choose about another; an empty choice ends everything."""
MOST_RELATIONS = 300
ONLINE_SECONDS = 180.0
"""Seconds since the last request for which somebody counts as online."""
HIDDEN = "hidden-presence"
"""The note of people who do not show when they are online."""
CONTACT = "contact"
"""The note with who may invite a person and write to them."""
EVERYONE, ONLY_FRIENDS, NOBODY = "everyone", "friends", "nobody"
CONTACTS = (EVERYONE, ONLY_FRIENDS, NOBODY)
"""Everyone with a claimed name, or friends only, or nobody. Others only reach friends."""
MOST_FROM_ONE, MOST_FROM_STRANGERS, MOST_INVITATIONS = 3, 10, 50
"""Open invitations that one person may have from one sender, and from all who are no friends; and
how many are listed, those of friends first."""
MOST_REQUESTS = 20
"""Requests to be friends that one person may have waiting."""
MAIL_PAUSE = 3600.0
"""Seconds between two mails about invitations of one sender."""


class Relation(NamedTuple):
    """How a person stands to another."""

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
    is_friend: bool


class TableTerms(msgspec.Struct, frozen=True):
    """Facts about a table to show before somebody takes a seat."""

    game: str
    players: int
    clock: int
    bank: int
    increment: int
    rated: bool
    hints: bool
    options: dict[str, str]

    @classmethod
    def of(cls, record: TableRecord) -> TableTerms:
        return convert(record, cls)


_BACK = RELATION.alias("back").c
_IS_BACK = (_BACK.person == RELATION.c.other) & (_BACK.other == RELATION.c.person)
_RELATIONS = Query(
    lambda person: (
        select(
            RELATION.c.id,
            RELATION.c.other,
            PERSON.c.name,
            PERSON.c.handle,
            RELATION.c.kind,
            exists().where(_IS_BACK, _BACK.kind.in_(FRIENDS)),
            func.coalesce(LAST_SEEN.c.at, 0),
            exists().where(NOTE.c.owner == RELATION.c.other, NOTE.c.topic == HIDDEN),
        )
        .join_from(RELATION, PERSON, PERSON.c.id == RELATION.c.other)
        .outerjoin(LAST_SEEN, LAST_SEEN.c.person == RELATION.c.other)
        .where(RELATION.c.person == person, RELATION.c.kind != DECLINED)
        .order_by(PERSON.c.name, RELATION.c.id)
    )
)


def relations(store: Store, person: str) -> list[Relation]:
    """Return a person's friends and whom they mute or block, by name."""
    found = []
    for id_, other, name, handle, kind, back, seen, hidden in store.rows(_RELATIONS(person)):
        mutual = kind in FRIENDS and bool(back)
        shown = seen if mutual and not hidden else 0.0
        found.append(Relation(id_, other, handle or name, handle, kind, mutual, shown))
    return found


_ASKED = Query(
    lambda person: (
        select(RELATION.c.id, PERSON.c.name, PERSON.c.handle)
        .join_from(RELATION, PERSON, PERSON.c.id == RELATION.c.person)
        .where(RELATION.c.other == person, RELATION.c.kind.in_(FRIENDS), ~exists().where(_IS_BACK))
        .order_by(RELATION.c.at)
    )
)


def requests_to(store: Store, person: str) -> list[tuple[str, str]]:
    """Return the ids of requests to be friends that wait for an answer, and who asks."""
    return [(id_, handle or name) for id_, name, handle in store.rows(_ASKED(person))]


def answer_request(store: Store, person: str, id_: str, kind: str, at: float) -> None:
    """Answer somebody who asked to be friends: `friend`, `decline`, `mute` or `block`."""
    asking = find_value(store, RELATION.c.person, id=id_, other=person)
    if asking is None:
        raise NotFound("This player isn't in your list.")
    relate(store, person, asking, kind, at)


def relate(store: Store, person: str, other: str, kind: str, at: float) -> None:
    """Ask somebody to be friends, or mute or block them: one of `CHOICES`."""
    if person == other:
        raise BadRequest("That's you.")
    if kind not in CHOICES:
        raise BadRequest("There is no such relation.")
    with store.transaction():
        known = find_value(store, RELATION.c.kind, person=person, other=other) or ""
        kind = _combine(known, kind)
        if kind == known:
            return
        if kind == FRIEND and not known:
            _check_may_ask(store, person, other)
        delete_rows(store, RELATION, person=person, other=other)
        if kind == BLOCK:
            delete_rows(store, RELATION, person=other, other=person, kind=list(FRIENDS))
            delete_rows(store, TABLE_INVITATION, person=person, sender=other)
        if not kind:
            return
        if kind != DECLINED and len(relations(store, person)) >= MOST_RELATIONS:
            raise BadRequest("Your list is full: remove someone first.")
        id_ = secrets.token_urlsafe(9)
        insert_row(store, RELATION, person=person, other=other, kind=kind, id=id_, at=at)


def _combine(known: str, choice: str) -> str:
    """Return how somebody stands to another after a choice."""
    if choice == MUTE and known in FRIENDS:
        return MUTED_FRIEND
    if choice == FRIEND and known in MUTED:
        return MUTED_FRIEND
    if choice == UNMUTE:
        return FRIEND if known == MUTED_FRIEND else "" if known == MUTE else known
    return DECLINED if choice == DECLINE else choice


def _check_may_ask(store: Store, person: str, other: str) -> None:
    """Raise `Refused` if somebody wants no more requests, unless they asked themselves."""
    if _likes(store, other, person):
        return
    if contact_of(store, other) == NOBODY:
        raise Refused("This player accepts no friend requests.")
    if len(requests_to(store, other)) >= MOST_REQUESTS:
        raise Refused("This player already has too many open friend requests. Try again later.")


def _likes(store: Store, person: str, other: str) -> bool:
    return kinds_towards(store, person, [other]).get(other) in FRIENDS


def ask_by_name(store: Store, person: Person, other: str, at: float) -> None:
    """Ask a member to be friends. Guests can only answer, or ask people at their tables."""
    if not person.is_member and not _likes(store, other, person.id):
        raise Forbidden("Claim your name to send friend requests by name.")
    relate(store, person.id, other, FRIEND, at)


def find_relation(store: Store, person: str, id_: str) -> Relation:
    """Return one of a person's relations by its id."""
    for relation in relations(store, person):
        if relation.id == id_:
            return relation
    raise NotFound("This player isn't in your list.")


def find_named(store: Store, handle: str) -> str:
    """Return the id of the person with a claimed name, or raise `NotFound`."""
    found = person_named(store, handle)
    if not found:
        raise NotFound("There's no player with this name.")
    return found


def kinds_towards(store: Store, person: str, others: Collection[str]) -> dict[str, str]:
    """Return how a person stands to others, by their ids."""
    if not others:
        return {}
    rows = find_rows(store, RELATION.c.other, RELATION.c.kind, person=person, other=list(others))
    return {other: kind for other, kind in rows if kind != DECLINED}


def blocked_pairs(store: Store, people: Sequence[str]) -> set[tuple[str, str]]:
    """Return the pairs among people of whom the first blocks the second."""
    if len(people) < 2:
        return set()
    among, columns = list(people), (RELATION.c.person, RELATION.c.other)
    rows = find_rows(store, *columns, kind=BLOCK, person=among, other=among)
    return {(person, other) for person, other in rows}


# --- Presence -------------------------------------------------------------------------------------


@Query
def _mark_online(people: Any, at: Any) -> Insert:
    befriended = select(RELATION.c.other, at).distinct()
    befriended = befriended.where(RELATION.c.kind.in_(FRIENDS), RELATION.c.other.in_(people))
    return or_change(insert(LAST_SEEN).from_select(["person", "at"], befriended), "at")


def mark_online(store: Store, people: Collection[str], at: float) -> None:
    """Store that people are here, for those who are in somebody's list."""
    store.execute(_mark_online(list(people), at))


def show_presence(store: Store, person: str, *, shown: bool) -> None:
    """Choose whether friends see when one is online."""
    if shown:
        delete_rows(store, NOTE, owner=person, topic=HIDDEN)
    else:
        insert_new(store, NOTE, owner=person, topic=HIDDEN, note=b"{}")


def is_presence_shown(store: Store, person: str) -> bool:
    return not count_rows(store, NOTE, owner=person, topic=HIDDEN)


# --- Invitations ----------------------------------------------------------------------------------


def contact_of(store: Store, person: str) -> str:
    """Return who may invite a person and write to them: one of `CONTACTS`."""
    found = find_value(store, NOTE.c.note, owner=person, topic=CONTACT)
    return bytes(found).decode() if found is not None else EVERYONE


def set_contact(store: Store, person: str, wanted: str) -> None:
    if wanted not in CONTACTS:
        raise BadRequest("Choose everyone, friends or nobody.")
    put_note(store, person, CONTACT, wanted.encode())


def check_may_contact(store: Store, sender: Person, person: str) -> None:
    """Raise an error if somebody may not invite a person or write to them."""
    wanted = contact_of(store, person)
    if wanted == NOBODY:
        raise Refused("This player accepts no invitations and messages.")
    if _likes(store, person, sender.id):
        return
    if wanted == ONLY_FRIENDS:
        raise Refused("This player only accepts invitations and messages from friends.")
    if not sender.is_member:
        raise Forbidden("Claim your name to invite players who aren't your friends.")


def invite(store: Store, record: TableRecord, sender: Person, person: str, at: float) -> None:
    """Invite somebody to a table.

    Someone who blocks the sender never gets it, someone who mutes them finds it in their list.
    """
    with store.transaction():
        check_may_contact(store, sender, person)
        towards = kinds_towards(store, person, [sender.id]).get(sender.id, "")
        if towards == BLOCK:
            return
        if count_rows(store, TABLE_INVITATION, person=person, game_table=record.id):
            return
        _check_open_invitations(store, sender, person, towards)
        row = {"person": person, "game_table": record.id, "sender": sender.id, "at": at}
        insert_new(store, TABLE_INVITATION, **row)
        if towards in MUTED:
            return
        values = {
            "game": record.game,
            "name": sender.handle or sender.name,
            "sender": sender.id,
            "path": f"/t/{record.id}/join/{record.invite}",
            "terms": msgspec.json.encode(TableTerms.of(record)).decode(),
        }
        notice = notices.Notice(person, notices.INVITATION, record.id, 0, values)
        notices.notify(store, notice, at, mail_pause=MAIL_PAUSE)


def _check_open_invitations(store: Store, sender: Person, person: str, towards: str) -> None:
    """Raise `Refused` if a person has too many open invitations of a sender, or of strangers."""
    found = store.rows(_INVITATIONS(person))
    from_sender = sum(line[3] == sender.id for line in found)
    from_strangers = sum(not line[4] for line in found)
    if from_sender >= MOST_FROM_ONE or (
        towards not in FRIENDS and from_strangers >= MOST_FROM_STRANGERS
    ):
        raise Refused("This player already has too many open invitations. Try again later.")


_INVITED = TABLE_INVITATION.c
_INVITATIONS = Query(
    lambda person: (
        select(
            _INVITED.game_table,
            PERSON.c.name,
            _INVITED.at,
            _INVITED.sender,
            exists().where(
                RELATION.c.person == _INVITED.person,
                RELATION.c.other == _INVITED.sender,
                RELATION.c.kind.in_(FRIENDS),
            ),
        )
        .join_from(TABLE_INVITATION, PERSON, PERSON.c.id == _INVITED.sender)
        .join(GAME_TABLE, GAME_TABLE.c.id == _INVITED.game_table)
        .where(_INVITED.person == person, GAME_TABLE.c.finished == 0)
        .where(
            ~exists().where(
                SEAT.c.person == _INVITED.person, SEAT.c.game_table == _INVITED.game_table
            )
        )
        .order_by(_INVITED.at.desc())
    )
)


def invitations(store: Store, person: str) -> list[Invitation]:
    """Return the invitations of a person to tables that still wait: friends' first, then newest."""
    rows = store.rows(_INVITATIONS(person))
    found = [Invitation(table, name, at, bool(friend)) for table, name, at, _, friend in rows]
    return sorted(found, key=lambda line: not line.is_friend)[:MOST_INVITATIONS]


def decline(store: Store, person: str, table: str) -> None:
    delete_rows(store, TABLE_INVITATION, person=person, game_table=table)
