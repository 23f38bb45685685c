"""Reports of players, what moderators do about them, and pauses for those who leave rated games."""

from typing import Any, NamedTuple

import msgspec
from sqlalchemy import func, select

from nomarch.decoding import convert, decode
from nomarch.errors import Refused
from nomarch.people.accounts import audit, claim_handle, end_sessions
from nomarch.people.bans import FOREVER, ban_person, end_ban
from nomarch.people.person_store import read_person
from nomarch.storage.schema import (
    AUDIT,
    BAN as BANNED,
    HANDLE,
    PERSON,
    REPORT,
    RESULT,
    RESULT_SEAT,
    SANCTION,
)
from nomarch.storage.statements import (
    Query,
    count_rows,
    delete_rows,
    find_rows,
    find_value,
    insert_new,
    insert_row,
    update_rows,
)
from nomarch.storage.store import Store
from nomarch.tables.state.errors import BadRequest, Forbidden, NotFound, Outranked
from nomarch.tables.state.model import ChatLine, Person, TableRecord, new_id
from nomarch.tables.stores.results import is_seat_of

MODERATOR, ADMIN = "moderator", "admin"
ROLES = ("", MODERATOR, ADMIN)
"""From the lowest to the highest."""
KINDS = ("abuse", "cheating", "stalling", "name", "other")
"""What a report is about."""
OPEN_CASE, HANDLED, DISMISSED = "open", "handled", "dismissed"
WARN, MUTE, NO_RATED, FORCE_RENAME, BAN, DISMISS = (
    "warn", "mute", "no-rated", "rename", "ban", "dismiss",
)  # fmt: skip
ACTIONS = (DISMISS, WARN, MUTE, NO_RATED, FORCE_RENAME, BAN)
LONGEST_REPORT = 1000
EVIDENCE_LINES = 30
"""Chat lines that are stored with a report."""
DAY = 86_400.0
KEEP_DAYS = 365.0
"""Days after which closed reports and the audit log are deleted."""
FIRST_PAUSE, LONGEST_PAUSE, TOLERATED = 600.0, 3 * DAY, 1
"""Seconds without rated games after leaving more than this many within a day; doubled each time."""


class Evidence(msgspec.Struct, frozen=True):
    """What a report shows, as it was when it was written."""

    subject: str
    reporter: str
    names: list[str] = []
    chat: list[ChatLine] = []


class PlayerReport(msgspec.Struct, frozen=True):
    """A report of a player."""

    id: str
    reporter: str
    subject: str
    table: str
    seq: int
    kind: str
    text: str
    evidence: Evidence
    state: str
    handler: str
    at: float


class Sanction(msgspec.Struct, frozen=True):
    """A decision about a player or an address."""

    subject: str
    kind: str
    until: float
    reason: str
    at: float


def check_role(person: Person | None, *roles: str) -> Person:
    """Return a person with one of the roles; for others the page doesn't exist."""
    if person is None or person.role not in (roles or (MODERATOR, ADMIN)):
        raise NotFound("There's nothing at this address.")
    return person


def set_role(store: Store, actor: str, person: str, role: str, at: float) -> None:
    """Give a person with a claimed name a role, or take it away."""
    if role not in ROLES:
        raise BadRequest("Unknown role “{role}”.", role=role)
    with store.transaction():
        if not update_rows(store, PERSON, {"id": person, "handle__gt": ""}, role=role):
            raise NotFound("There's no player with this name.")
        end_sessions(store, person)  # an old session must not gain the new rights
        audit(store, actor, "role", person, role or "none", at)


def check_outranks(
    store: Store, actor: Person, subject: str, action: str, at: float
) -> Person | None:
    """Raise `Outranked` unless the actor's role is above the subject's; the audit log says so.

    Equals may dismiss reports about each other, or those about an admin would stay open.
    """
    person = read_person(store, subject)
    other, mine = ROLES.index(person.role if person else ""), ROLES.index(actor.role)
    if mine < other or (mine == other > 0 and action != DISMISS):
        audit(store, actor.id, "report-refused", subject, action, at)
        raise Outranked("You can't decide about a moderator or admin: ask an admin.")
    return person


# --- Reports -------------------------------------------------------------------------------------


def add_report(
    store: Store,
    reporter: Person,
    subject: Person,
    kind: str,
    text: str,
    at: float,
    record: TableRecord | None = None,
    seq: int = 0,
    chat: list[ChatLine] | None = None,
) -> str:
    """Store a report. Raises `Refused` if the same case is open already."""
    if kind not in KINDS:
        raise BadRequest("Choose what the report is about.")
    if reporter.id == subject.id:
        raise BadRequest("You can't report yourself.")
    evidence = Evidence(
        subject.name,
        reporter.name,
        [seat.name for seat in record.seats] if record else [],
        (chat or [])[-EVIDENCE_LINES:],
    )
    id_ = new_id()
    if not insert_new(
        store, REPORT, id=id_, reporter=reporter.id, subject=subject.id,
        game_table=record.id if record else "", seq=seq, kind=kind, text=text,
        evidence=msgspec.json.encode(evidence).decode(), state=OPEN_CASE, handler="", at=at,
    ):  # fmt: skip
        raise Refused("You've already reported this. A moderator will look at it.")
    return id_


def reports(store: Store, state: str = OPEN_CASE, most: int = 50) -> list[PlayerReport]:
    """Return reports, the oldest first."""
    rows = find_rows(store, *REPORT.c, order_by=("at", "id"), most=most, state=state)
    return [_report(row) for row in rows]


def count_open_reports(store: Store) -> int:
    return count_rows(store, REPORT, state=OPEN_CASE)


def report(store: Store, id_: str) -> PlayerReport | None:
    rows = find_rows(store, *REPORT.c, id=id_)
    return _report(rows[0]) if rows else None


def _report(row: tuple[object, ...]) -> PlayerReport:
    fields = dict(zip(PlayerReport.__struct_fields__, row, strict=True))
    fields["evidence"] = decode(str(fields["evidence"]), Evidence)
    return convert(fields, PlayerReport)


def handle_report(
    store: Store, actor: Person, id_: str, action: str, days: float, reason: str, at: float
) -> Person | None:
    """Close a report with an action. Nobody decides about their own case.

    Returns the subject as they were before.
    """
    case = report(store, id_)
    if case is None:
        raise NotFound("This report doesn't exist.")
    if action not in ACTIONS:
        raise BadRequest("Unknown action “{action}”.", action=action)
    if actor.id in (case.reporter, case.subject):
        raise Forbidden("You're part of this case: someone else must decide.")
    person = check_outranks(store, actor, case.subject, action, at)
    state, still_open = DISMISSED if action == DISMISS else HANDLED, {"id": id_, "state": OPEN_CASE}
    with store.transaction():
        if not update_rows(store, REPORT, still_open, state=state, handler=actor.id):
            raise Refused("Someone else has already decided this case.")
        if action != DISMISS:
            sanction(store, actor.id, case.subject, action, days, reason, at)
        audit(store, actor.id, f"report-{action}", case.subject, reason, at)
    return person


class FoundPlayer(NamedTuple):
    """A player found by a moderator's search."""

    person: Person
    sanctions: list[Sanction]


_NAMED_LIKE = Query(
    lambda part, most: (
        select(PERSON.c.id)
        .where(PERSON.c.merged == "", func.lower(PERSON.c.name).like(part, escape="\\"))
        .order_by(PERSON.c.handle == "", PERSON.c.name)
        .limit(most)
    )
)


def find_players(store: Store, text: str, at: float, most: int = 20) -> list[FoundPlayer]:
    """Return players whose name has a part, or whose id it is; claimed names first."""
    part = "".join("\\" + sign if sign in "\\%_" else sign for sign in text.strip().lower())
    if not part:
        return []
    ids = [id_ for (id_,) in store.rows(_NAMED_LIKE(f"%{part}%", most))]
    people = [read_person(store, id_) for id_ in dict.fromkeys([text.strip(), *ids])]
    return [FoundPlayer(one, sanctions_of(store, one.id, at)) for one in people if one]


def active_sanctions(store: Store, at: float) -> list[Sanction]:
    """Return the bans in force, then those without chat or rated games, the newest first."""
    bans = [
        Sanction(subject, BAN, until, reason, since)
        for subject, reason, since, until in find_rows(
            store, *BANNED.c, order_by=("-at",), until__gt=at
        )
    ]
    return bans + _in_force(store, at, kind=[MUTE, NO_RATED])


def _in_force(store: Store, at: float, **where: Any) -> list[Sanction]:
    columns = [SANCTION.c[name] for name in Sanction.__struct_fields__]
    rows = find_rows(store, *columns, order_by=("-at", "id"), until__gt=at, **where)
    return [Sanction(*row) for row in rows]


def lift(store: Store, actor: Person, subject: str, kind: str, at: float) -> None:
    """End a ban, or let somebody chat or play rated games again."""
    if kind not in (BAN, MUTE, NO_RATED):
        raise BadRequest("Unknown action “{action}”.", action=kind)
    check_outranks(store, actor, subject, kind, at)
    with store.transaction():
        in_force = {"subject": subject, "kind": kind, "until__gt": at}
        ended = update_rows(store, SANCTION, in_force, until=at)
        if kind == BAN:
            ended = end_ban(store, subject)
        if not ended:
            raise NotFound("This ban doesn't exist.")
        audit(store, actor.id, f"lift-{kind}", subject, "", at)


def decide_about(
    store: Store, actor: Person, subject: str, action: str, days: float, reason: str, at: float
) -> Person:
    """Act about a player without a report. Returns them as they were before."""
    person = read_person(store, subject)
    if person is None:
        raise NotFound("There's no player with this name.")
    if person.id == actor.id:
        raise Forbidden("You're part of this case: someone else must decide.")
    check_outranks(store, actor, subject, action, at)
    with store.transaction():
        sanction(store, actor.id, subject, action, days, reason, at)
        audit(store, actor.id, f"report-{action}", subject, reason, at)
    return person


# --- Sanctions -----------------------------------------------------------------------------------


def sanction(
    store: Store, actor: str, subject: str, action: str, days: float, reason: str, at: float
) -> None:
    """Warn, mute, keep from rated games, rename or ban a player; 0 days are for ever."""
    if action not in ACTIONS or action == DISMISS:
        raise BadRequest("Unknown action “{action}”.", action=action)
    until = at + days * DAY if days else FOREVER
    with store.transaction():
        insert_row(
            store, SANCTION, id=new_id(), subject=subject, kind=action, until=until, reason=reason,
            actor=actor, at=at,
        )  # fmt: skip
        if action == BAN:
            ban_person(store, subject, reason, at, until)
        elif action == FORCE_RENAME:
            _rename(store, subject, at)


def _rename(store: Store, subject: str, at: float) -> None:
    """Give a player a neutral name, which they may change at once."""
    neutral = f"Pharaoh-{new_id()[:6]}"
    if find_value(store, PERSON.c.handle, id=subject):
        # Nobody gets the old name back, its owner neither.
        update_rows(store, HANDLE, {"person": subject}, person="")
        claim_handle(store, subject, neutral, at)
        update_rows(store, PERSON, {"id": subject}, named_at=0)
    else:
        update_rows(store, PERSON, {"id": subject}, name=neutral)


def sanctions_of(store: Store, subject: str, at: float) -> list[Sanction]:
    """Return what is in force for a player, the newest first."""
    return _in_force(store, at, subject=subject)


def check_may_chat(store: Store, person: str, at: float) -> None:
    """Raise `Forbidden` for a player who may not chat at present."""
    if any(line.kind == MUTE for line in sanctions_of(store, person, at)):
        raise Forbidden("A moderator has turned off chat for you. Your page says why.")


def check_may_play_rated(store: Store, person: str, at: float) -> None:
    """Raise an error for a player who may not play rated games at present."""
    if any(line.kind == NO_RATED for line in sanctions_of(store, person, at)):
        raise Forbidden("A moderator has excluded you from rated games. Your page says why.")
    wait = rated_pause(store, person, at)
    if wait > 0:
        raise Refused(
            "You left rated games lately. You can play rated again in {minutes} min.",
            minutes=int(wait // 60) + 1,
        )


_LEFT = Query(
    lambda person, since: (
        select(RESULT.c.ended)
        .join_from(RESULT_SEAT, RESULT, RESULT.c.game_table == RESULT_SEAT.c.game_table)
        .where(is_seat_of(person), RESULT.c.rated == 1)
        .where(RESULT_SEAT.c.left_ply.is_not(None), RESULT.c.ended > since)
        .order_by(RESULT.c.ended.desc())
    )
)


def rated_pause(store: Store, person: str, at: float) -> float:
    """Return the seconds until a player who left rated games may play rated again."""
    ended = [when for (when,) in store.rows(_LEFT(person, at - LONGEST_PAUSE - DAY))]
    lately = [when for when in ended if when > ended[0] - DAY]
    if len(lately) <= TOLERATED:
        return 0.0
    pause = min(FIRST_PAUSE * 2.0 ** (len(lately) - TOLERATED - 1), LONGEST_PAUSE)
    return float(max(0.0, ended[0] + pause - at))


def delete_old_cases(store: Store, at: float) -> None:
    """Delete closed reports, ended sanctions and audit lines after a year."""
    with store.transaction():
        before = at - KEEP_DAYS * DAY
        delete_rows(store, REPORT, state__ne=OPEN_CASE, at__lt=before)
        delete_rows(store, SANCTION, until__lt=before)
        delete_rows(store, BANNED, until__lt=at)
        delete_rows(store, AUDIT, at__lt=before)
