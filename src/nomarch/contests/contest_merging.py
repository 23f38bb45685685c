"""Moves a person's tournaments and boards to the person they were merged into.

Entries keep the person who entered: `nomarch.contests.tournaments.read_entrants` and
`nomarch.contests.boards.board_entries` look up whose they are, and count the first one.
"""

from typing import Any

from sqlalchemy import ColumnElement, Join, Table, case, func, or_, select, update

from nomarch.storage.schema import PERSON, TOURNAMENT
from nomarch.storage.statements import Query
from nomarch.storage.store import Store

ENTERED = PERSON.alias("entered")
"""The person who entered; `PERSON` is the one who they are now."""


def is_own(table: Table, person: Any) -> ColumnElement[bool]:
    """Whether a row is a person's, or of a person who was merged into them."""
    merged = select(PERSON.c.id).where(PERSON.c.merged == person, PERSON.c.merged > "")
    return or_(table.c.person == person, table.c.person.in_(merged))


def join_person(table: Table) -> Join:
    """Join rows with the person who entered, and with the one who they are now."""
    now = case((ENTERED.c.merged > "", ENTERED.c.merged), else_=table.c.person)
    entered = table.outerjoin(ENTERED, ENTERED.c.id == table.c.person)
    return entered.outerjoin(PERSON, PERSON.c.id == now)


_GIVE = Query(
    lambda before, after, like: (
        update(TOURNAMENT)
        .where(TOURNAMENT.c.data.like(like))
        .values(
            data=func.replace(TOURNAMENT.c.data, before, after), version=TOURNAMENT.c.version + 1
        )
    )
)


def give_contests(store: Store, old: str, into: str) -> None:
    """Make another person the organiser of a person's tournaments."""
    before, after = f'"host":"{old}"', f'"host":"{into}"'
    store.execute(_GIVE(before, after, f"%{before}%"))
