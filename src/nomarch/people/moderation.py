"""Reports of players, what moderators do about them, and pauses for those who leave rated games.

Functions that change something run inside a transaction of the caller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from nomarch.decoding import convert, decode
from nomarch.errors import Refused
from nomarch.people.accounts import audit, claim_handle, end_sessions
from nomarch.people.bans import FOREVER, put_ban
from nomarch.people.guest_store import read_guest
from nomarch.storage.store import Store
from nomarch.tables.errors import BadRequest, Forbidden, NotFound, Outranked
from nomarch.tables.model import ChatLine, Guest, TableRecord, new_id

if TYPE_CHECKING:
    from nomarch.storage.store import Store

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
    """What was decided about a player."""

    kind: str
    until: float
    reason: str
    at: float


def check_role(guest: Guest | None, *roles: str) -> Guest:
    """Return a guest with one of the roles; for others the page doesn't exist."""
    if guest is None or guest.role not in (roles or (MODERATOR, ADMIN)):
        raise NotFound("There's nothing at this address.")
    return guest


def set_role(store: Store, actor: str, guest: str, role: str, at: float) -> None:
    """Give a guest with a claimed name a role, or take it away."""
    if role not in ROLES:
        raise BadRequest("Unknown role “{role}”.", role=role)
    if not store.execute("UPDATE person SET role = ? WHERE id = ? AND handle > ''", (role, guest)):
        raise NotFound("There's no player with this name.")
    end_sessions(store, guest)  # an old session must not gain the new rights
    audit(store, actor, "role", guest, role or "none", at)


def check_outranks(actor: Guest, subject: Guest | None, action: str) -> None:
    """Raise `Outranked` unless the actor's role is above the subject's.

    Equals may dismiss reports about each other, or those about an admin would stay open.
    """
    other = ROLES.index(subject.role) if subject is not None else 0
    mine = ROLES.index(actor.role)
    if mine < other or (mine == other > 0 and action != DISMISS):
        raise Outranked("You can't decide about a moderator or admin: ask an admin.")


# --- Reports -------------------------------------------------------------------------------------

_REPORT = "id, reporter, subject, game_table, seq, kind, text, evidence, state, handler, at"


def add_report(
    store: Store,
    reporter: Guest,
    subject: Guest,
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
    done = store.execute(
        f"INSERT INTO report ({_REPORT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT DO NOTHING",
        (
            id_,
            reporter.id,
            subject.id,
            record.id if record else "",
            seq,
            kind,
            text[:LONGEST_REPORT],
            msgspec.json.encode(evidence).decode(),
            OPEN_CASE,
            "",
            at,
        ),
    )
    if not done:
        raise Refused("You've already reported this. A moderator will look at it.")
    return id_


def reports(store: Store, state: str = OPEN_CASE, most: int = 50) -> list[PlayerReport]:
    """Return reports, the oldest first."""
    rows = store.rows(
        f"SELECT {_REPORT} FROM report WHERE state = ? ORDER BY at, id LIMIT ?", (state, most)
    )
    return [_report(row) for row in rows]


def report(store: Store, id_: str) -> PlayerReport | None:
    rows = store.rows(f"SELECT {_REPORT} FROM report WHERE id = ?", (id_,))
    return _report(rows[0]) if rows else None


def _report(row: tuple[object, ...]) -> PlayerReport:
    fields = dict(zip(PlayerReport.__struct_fields__, row, strict=True))
    fields["evidence"] = decode(str(fields["evidence"]), Evidence)
    return convert(fields, PlayerReport)


def handle_report(
    store: Store, actor: Guest, id_: str, action: str, days: float, reason: str, at: float
) -> None:
    """Close a report with an action. Nobody decides about their own case."""
    case = report(store, id_)
    if case is None:
        raise NotFound("This report doesn't exist.")
    if action not in ACTIONS:
        raise BadRequest("Unknown action “{action}”.", action=action)
    if actor.id in (case.reporter, case.subject):
        raise Forbidden("You're part of this case: someone else must decide.")
    check_outranks(actor, read_guest(store, case.subject), action)
    state = DISMISSED if action == DISMISS else HANDLED
    done = store.execute(
        "UPDATE report SET state = ?, handler = ? WHERE id = ? AND state = ?",
        (state, actor.id, id_, OPEN_CASE),
    )
    if not done:
        raise Refused("Someone else has already decided this case.")
    if action != DISMISS:
        sanction(store, actor.id, case.subject, action, days, reason, at)
    audit(store, actor.id, f"report-{action}", case.subject, reason, at)


def note_outranked(store: Store, actor: str, id_: str, action: str, at: float) -> None:
    """Write a refused attempt into the audit log, in a transaction of its own."""
    case = report(store, id_)
    if case is not None:
        audit(store, actor, "report-refused", case.subject, action, at)


# --- Sanctions -----------------------------------------------------------------------------------


def sanction(
    store: Store, actor: str, subject: str, action: str, days: float, reason: str, at: float
) -> None:
    """Warn, mute, keep from rated games, rename or ban a player; 0 days are for ever."""
    if action not in ACTIONS or action == DISMISS:
        raise BadRequest("Unknown action “{action}”.", action=action)
    until = at + days * DAY if days else FOREVER
    store.execute(
        "INSERT INTO sanction (id, subject, kind, until, reason, actor, at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (new_id(), subject, action, until, reason, actor, at),
    )
    if action == BAN:
        put_ban(store, subject, reason, at, until)
    elif action == FORCE_RENAME:
        _rename(store, subject, at)


def _rename(store: Store, subject: str, at: float) -> None:
    """Give a player a neutral name, which they may change at once."""
    neutral = f"Pharaoh-{new_id()[:6]}"
    rows = store.rows("SELECT handle FROM person WHERE id = ?", (subject,))
    if rows and rows[0][0]:
        # Nobody gets the old name back, its owner neither.
        store.execute("UPDATE handle SET person = '' WHERE person = ?", (subject,))
        claim_handle(store, subject, neutral, at)
        store.execute("UPDATE person SET named_at = 0 WHERE id = ?", (subject,))
    else:
        store.execute("UPDATE person SET name = ? WHERE id = ?", (neutral, subject))


def sanctions_of(store: Store, subject: str, at: float) -> list[Sanction]:
    """Return what is in force for a player, the newest first."""
    rows = store.rows(
        "SELECT kind, until, reason, at FROM sanction WHERE subject = ? AND until > ? "
        "ORDER BY at DESC, id",
        (subject, at),
    )
    return [Sanction(*row) for row in rows]


def check_may_chat(store: Store, guest: str, at: float) -> None:
    """Raise `Forbidden` for a player who may not chat at present."""
    if any(line.kind == MUTE for line in sanctions_of(store, guest, at)):
        raise Forbidden("A moderator has turned off chat for you. Your page says why.")


def check_may_play_rated(store: Store, guest: str, at: float) -> None:
    """Raise an error for a player who may not play rated games at present."""
    if any(line.kind == NO_RATED for line in sanctions_of(store, guest, at)):
        raise Forbidden("A moderator has excluded you from rated games. Your page says why.")
    wait = rated_pause(store, guest, at)
    if wait > 0:
        raise Refused(
            "You left rated games lately. You can play rated again in {minutes} min.",
            minutes=int(wait // 60) + 1,
        )


def rated_pause(store: Store, guest: str, at: float) -> float:
    """Return the seconds until a player who left rated games may play rated again."""
    rows = store.rows(
        "SELECT result.ended FROM result_seat JOIN result "
        "ON result.game_table = result_seat.game_table WHERE result_seat.person = ? "
        "AND result.rated = 1 AND left_ply IS NOT NULL AND result.ended > ? "
        "ORDER BY result.ended DESC",
        (guest, at - LONGEST_PAUSE - DAY),
    )
    ended = [row[0] for row in rows]
    lately = [when for when in ended if when > ended[0] - DAY]
    if len(lately) <= TOLERATED:
        return 0.0
    pause = min(FIRST_PAUSE * 2.0 ** (len(lately) - TOLERATED - 1), LONGEST_PAUSE)
    return float(max(0.0, ended[0] + pause - at))


def give_cases(store: Store, old: str, into: str) -> None:
    """Let what was reported and decided about a guest count for the guest they are now."""
    for table in ("sanction", "report"):
        store.execute(f"UPDATE {table} SET subject = ? WHERE subject = ?", (into, old))
    for reason, at, until in store.rows(
        "SELECT reason, at, until FROM ban WHERE subject = ?", (old,)
    ):
        put_ban(store, into, reason, at, until)


def delete_old_cases(store: Store, at: float) -> None:
    """Delete closed reports, ended sanctions and audit lines after a year."""
    before = at - KEEP_DAYS * DAY
    store.execute("DELETE FROM report WHERE state <> ? AND at < ?", (OPEN_CASE, before))
    store.execute("DELETE FROM sanction WHERE until < ?", (before,))
    store.execute("DELETE FROM ban WHERE until < ?", (at,))
    store.execute("DELETE FROM audit WHERE at < ?", (before,))
