"""Notices for people who are not looking: an outbox that sends each at most once.

A log entry stores a *check* of its table in the same transaction (`put_checks`). When it is due,
a process looks whose turn it is and writes *notices* (`settle_check`); their unique key makes a
second process harmless. A process commits that it is about to send a notice before it sends it
(`take_notices`): if it dies meanwhile, nobody sends it again.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import ColumnElement, Double, Exists, Integer, Text, exists, select

from nomarch.decoding import decode
from nomarch.storage.schema import GAME_TABLE, NOTE, NOTICE_CHECK, SEAT
from nomarch.storage.site_settings import read_setting
from nomarch.storage.statements import Insert, Query, insert, unnested
from nomarch.tables.model import GUEST, Entry
from nomarch.tables.presence import VISIBLE_SECONDS
from nomarch.tables.quiet_hours import QuietHours, after_quiet, before_quiet, local, next_hour

if TYPE_CHECKING:
    from nomarch.storage.store import Store
    from nomarch.tables.table import Table

TURN, INVITATION, OVER, ROUND = "turn", "invitation", "over", "round"
KINDS = (TURN, INVITATION, OVER, ROUND)
"""Kinds that people switch on and off."""
ALARM, DIGEST, SEASON, TEST = "alarm", "digest", "season", "test"
"""Little time left; the day's list of games that wait; a league's next season; a test of a device
or an address."""
SWITCHED_WITH = {ALARM: TURN, DIGEST: TURN, SEASON: ROUND}
"""Kinds without a switch of their own, and whose switch they follow."""
RECOVERED, PASSKEY_ADDED, MAIL_CHANGED = "recovered", "passkey-added", "mail-changed"
ALERTS = (RECOVERED, PASSKEY_ADDED, MAIL_CHANGED)
"""What was done to an account; these can't be switched off."""
PUSH, MAIL = "push", "mail"
CHANNELS = (PUSH, MAIL)
QUEUED, SENDING, SENT = "queued", "sending", "sent"
DROPPED, FAILED, UNKNOWN = "dropped", "failed", "unknown"
"""States: nobody needs it any more; refused for good; its process died while sending."""

TOPIC = "notices"
"""The note that holds a guest's settings; it exists while they want notices."""
CHECK_DELAY = 5.0
"""Seconds of quiet at a table before it is checked."""
SLOW_DELAY = 60.0
"""Further seconds in a game over days, whose players often make several moves."""
WITHOUT_CLOCK = 3 * 86_400.0
"""Seconds after which a notice is of no use where there is no deadline."""
ALARM_AT = 0.8
"""The part of the time per move after which an alarm is sent."""
LEASE = 60.0
"""Seconds that a process has to send a notice."""
KEPT = 7 * 86_400.0
"""Seconds for which notices are kept."""
MOST_TRIES, RETRY_SECONDS = 6, 30.0
"""Tries of one notice, and the wait before the second; each wait doubles."""
MOST_MUTED = 100
"""Muted tables of one guest that are kept."""
MOST_DEVICES = 5
"""Devices of one guest that get a push."""


class NoticeSettings(msgspec.Struct, frozen=True):
    """What a guest wants to be told, and when."""

    push: tuple[str, ...] = KINDS
    mail: tuple[str, ...] = ()
    digest: int = -1
    """The local hour of one mail a day for all games over days; -1 for a mail per turn."""
    quiet: QuietHours | None = None
    zone: str = "UTC"
    language: str = "en"
    mail_problem: str = ""
    """Why mails to the guest's address were stopped."""
    night_clock: bool = False
    """Whether the guest's clocks stop during quiet hours: see `nights.py`."""
    muted: tuple[str, ...] = ()
    """Tables that the guest wants to hear nothing of, the latest last."""


class Subscription(msgspec.Struct, frozen=True):
    """A browser's push subscription."""

    endpoint: str
    p256dh: str
    auth: str

    @property
    def id(self) -> str:
        return hashlib.sha256(self.endpoint.encode()).hexdigest()[:32]


class Notice(msgspec.Struct, frozen=True):
    """One notice for one guest, before it is known how to send it."""

    guest: str
    kind: str
    subject: str
    """The table, tournament or invitation it is about."""
    seq: int = 0
    """Which one of its kind about this subject: the position of a turn, the round."""
    values: Mapping[str, str] = {}
    """What its sentence needs: `game` (an id), `name`; `path` is where a click leads."""
    expires: float = 0.0
    """When it is of no use any more; 0 for three days."""
    deadline: float | None = None
    """When the guest's time runs out."""
    slow: bool = False
    """Whether the game is one over days."""


class StoredNotice(msgspec.Struct, frozen=True):
    """A notice that this process is to send."""

    id: str
    guest: str
    kind: str
    subject: str
    seq: int
    channel: str
    values: dict[str, str]
    expires: float
    tries: int


# --- Settings and devices -------------------------------------------------------------------------


def read_settings(store: Store, guest: str) -> NoticeSettings | None:
    """Return a guest's settings; None if they want no notices."""
    rows = store.rows("SELECT note FROM note WHERE owner = ? AND topic = ?", (guest, TOPIC))
    if not rows:
        return None
    try:
        return decode(bytes(rows[0][0]), NoticeSettings)
    except (msgspec.MsgspecError, ValueError):
        return None


def with_settings(store: Store, guests: Collection[str]) -> set[str]:
    """Return those of some guests who may want notices."""
    marks = ", ".join("?" * len(guests))
    rows = store.rows(
        f"SELECT owner FROM note WHERE topic = ? AND owner IN ({marks})", (TOPIC, *sorted(guests))
    )
    return {row[0] for row in rows}


def write_settings(store: Store, guest: str, settings: NoticeSettings) -> None:
    store.execute(
        "INSERT INTO note (owner, topic, note) VALUES (?, ?, ?) "
        "ON CONFLICT (owner, topic) DO UPDATE SET note = excluded.note",
        (guest, TOPIC, msgspec.json.encode(settings)),
    )


def stop_notices(store: Store, guest: str, kind: str = "", channel: str = MAIL) -> None:
    """Stop a kind of notices, or all of a channel."""
    settings = read_settings(store, guest)
    if settings is None:
        return
    left = tuple(k for k in getattr(settings, channel) if kind and k != kind)
    write_settings(store, guest, msgspec.structs.replace(settings, **{channel: left}))


def mute(store: Store, guest: str, table: str, muted: bool) -> None:
    """Send a guest no notices about a table, or send them again."""
    settings = read_settings(store, guest)
    if settings is None:
        return
    others = tuple(other for other in settings.muted if other != table)
    left = (*others, table)[-MOST_MUTED:] if muted else others
    write_settings(store, guest, msgspec.structs.replace(settings, muted=left))


def subscribe(store: Store, guest: str, device: Subscription, language: str, at: float) -> None:
    """Add a device of a guest; a browser belongs to the guest who subscribed last."""
    with store.transaction():
        store.execute(
            "INSERT INTO push_subscription (id, person, data, at) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET person = excluded.person, data = excluded.data, "
            "at = excluded.at",
            (device.id, guest, msgspec.json.encode(device).decode(), at),
        )
        old = store.rows(
            "SELECT id FROM push_subscription WHERE person = ? ORDER BY at DESC, id", (guest,)
        )
        for (id_,) in old[MOST_DEVICES:]:
            store.execute("DELETE FROM push_subscription WHERE id = ?", (id_,))
        if read_settings(store, guest) is None:
            store.execute(
                "INSERT INTO note (owner, topic, note) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (guest, TOPIC, msgspec.json.encode(NoticeSettings(language=language))),
            )


def unsubscribe(store: Store, guest: str, id_: str) -> None:
    """Remove a device."""
    store.execute("DELETE FROM push_subscription WHERE id = ? AND person = ?", (id_, guest))


def devices(store: Store, guest: str) -> list[Subscription]:
    """Return a guest's devices, the latest first."""
    rows = store.rows(
        "SELECT data FROM push_subscription WHERE person = ? ORDER BY at DESC, id", (guest,)
    )
    return [decode(row[0], Subscription) for row in rows]


def mail_address(store: Store, guest: str) -> str:
    """Return a guest's confirmed address, or an empty string."""
    rows = store.rows("SELECT mail FROM person WHERE id = ?", (guest,))
    return str(rows[0][0]) if rows else ""


def vapid_key(store: Store, make: str) -> str:
    """Return the site's private push key; `make` becomes it if there is none yet."""
    store.execute(
        "INSERT INTO setting (name, value) VALUES ('vapid', ?) ON CONFLICT DO NOTHING",
        (make.encode(),),
    )
    return read_setting(store, "vapid")


def mark_looked(store: Store, looked: Mapping[tuple[str, str], float]) -> None:
    """Store when guests last had a table visible; 0 for those who turned away."""
    for at in sorted(set(looked.values())):
        pairs = [pair for pair, when in sorted(looked.items()) if when == at]
        store.execute(
            "UPDATE seat SET last_visible = ? WHERE (person, game_table) IN "
            f"({', '.join(['(?, ?)'] * len(pairs))})",
            (at, *(value for pair in pairs for value in pair)),
        )


def is_looking(store: Store, guest: str, table: str, at: float) -> bool:
    """Whether a guest has a table visible in a tab."""
    rows = store.rows(
        "SELECT last_visible FROM seat WHERE person = ? AND game_table = ?", (guest, table)
    )
    return bool(rows) and at - float(rows[0][0]) < VISIBLE_SECONDS


# --- Checks: what a log entry leaves behind ------------------------------------------------------


def _is_wanted(table: ColumnElement[str]) -> Exists:
    """Whether somebody at a table wants notices."""
    settings = (NOTE.c.owner == SEAT.c.person) & (NOTE.c.topic == TOPIC)
    return exists().where(SEAT.c.game_table == table, settings)


def _keep_later(new: Insert) -> Insert:
    return new.on_conflict_do_update(
        index_elements=["game_table"],
        set_={"seq": new.excluded.seq, "at": new.excluded.at},
        where=new.excluded.seq >= NOTICE_CHECK.c.seq,
    )


CHECK = {"game_table": Text, "seq": Integer, "at": Double}


def append_checks(*arrays: Any) -> Insert:
    """Store the checks of many entries, in PostgreSQL."""
    new = unnested("new_check", CHECK, arrays)
    rows = select(new).where(_is_wanted(new.c.game_table))
    return _keep_later(insert(NOTICE_CHECK).from_select(list(CHECK), rows))


def latest_entries(entries: Iterable[Entry]) -> list[tuple[str, int, float]]:
    """Return the checks that entries leave: table, position, due time; one per table."""
    latest = {entry.table: entry for entry in sorted(entries, key=lambda entry: entry.seq)}
    return [(table, e.seq, e.at + CHECK_DELAY) for table, e in sorted(latest.items())]


def put_checks(store: Store, entries: Iterable[Entry]) -> None:
    """Store the checks of entries, inside their transaction."""
    for table, seq, at in latest_entries(entries):
        put_check(store, table, seq, at)


def _putting_check(table: Any, seq: Any, at: Any) -> Insert:
    row = select(GAME_TABLE.c.id, seq, at).where(
        GAME_TABLE.c.id == table, _is_wanted(GAME_TABLE.c.id)
    )
    return _keep_later(insert(NOTICE_CHECK).from_select(list(CHECK), row))


_PUT_CHECK = Query(_putting_check)


def put_check(store: Store, table: str, seq: int, at: float) -> None:
    """Store that a table must be checked, if somebody there wants notices."""
    store.execute(_PUT_CHECK(table, seq, at))


def has_due(store: Store, at: float) -> bool:
    """Whether there is anything to check or to send."""
    return bool(
        store.rows("SELECT 1 FROM notice_check WHERE at <= ? LIMIT 1", (at,))
        or store.rows(
            "SELECT 1 FROM notice WHERE state = 'queued' AND not_before <= ? LIMIT 1", (at,)
        )
        or store.rows("SELECT 1 FROM notice WHERE state = 'sending' AND until < ? LIMIT 1", (at,))
    )


def take_checks(store: Store, process: str, at: float, most: int) -> list[tuple[str, int]]:
    """Lease due checks; returns tables and positions."""
    rows = store.rows(
        "UPDATE notice_check SET owner = ?, until = ? WHERE game_table IN ("
        "SELECT game_table FROM notice_check WHERE at <= ? AND (until < ? OR owner = ?) "
        f"ORDER BY at LIMIT ? {store.skipping}) RETURNING game_table, seq",
        (process, at + LEASE, at, at, process, most),
    )
    return sorted((table, seq) for table, seq in rows)


def settle_check(store: Store, table: str, seq: int, notices: Iterable[Notice], at: float) -> None:
    """Write the notices that a check found, and delete it unless the game has gone on."""
    with store.transaction():
        for notice in notices:
            notify(store, notice, at)
        store.execute("DELETE FROM notice_check WHERE game_table = ? AND seq <= ?", (table, seq))


def turn_notices(table: Table) -> list[Notice]:
    """Return what the players of a table should be told now."""
    record = table.record
    people = {seat.guest for seat in record.seats if seat.kind == GUEST and seat.guest}
    if len(people) < 2 and not record.is_slow:
        return []
    values = {"game": record.game, "path": f"/t/{record.id}"}
    if table.match.over or table.closed:
        return [Notice(guest, OVER, record.id, 0, values) for guest in sorted(people)]
    if not record.is_full:
        return []
    deadline, slow = table.deadline(), record.is_slow
    seats = table.people_asked()
    first = {record.seats[seat].guest: seat for seat in reversed(seats)}
    return [
        Notice(
            guest,
            TURN,
            record.id,
            table.to_act[seat],
            values,
            expires=deadline or 0.0,
            deadline=deadline,
            slow=slow,
        )
        for guest, seat in sorted(first.items())
    ]


# --- Writing notices ------------------------------------------------------------------------------


def notify(store: Store, notice: Notice, at: float, *, quiet: bool = True) -> None:
    """Write a notice for every channel its guest wants; call it inside a transaction.

    Nothing is written for a table that the guest has muted or is looking at, or a second time.
    `quiet=False` disregards quiet hours.
    """
    settings = read_settings(store, notice.guest)
    if settings is None or notice.subject in settings.muted:
        return
    if is_looking(store, notice.guest, notice.subject, at):
        return
    expires = notice.expires or at + WITHOUT_CLOCK
    soon = at + (SLOW_DELAY if notice.slow else 0.0)
    due = after_quiet(soon, settings.quiet, settings.zone) if quiet else soon
    for channel in _channels(store, notice, settings):
        if channel == MAIL and notice.slow and notice.kind == TURN and settings.digest >= 0:
            hour = next_hour(at, settings.digest, settings.zone)
            day = local(hour, settings.zone).date().isoformat()
            digest = Notice(notice.guest, DIGEST, day, 0, {"path": "/tables"})
            _put(store, digest, MAIL, at, hour, hour + 43_200)
        else:
            _put(store, notice, channel, at, due, expires)
        if notice.kind == TURN and notice.slow and notice.deadline is not None:
            when = at + ALARM_AT * (notice.deadline - at)
            when = before_quiet(when, settings.quiet, settings.zone, since=due + 1.0)
            alarm = msgspec.structs.replace(notice, kind=ALARM)
            _put(store, alarm, channel, at, when, notice.deadline)


def _channels(store: Store, notice: Notice, settings: NoticeSettings) -> list[str]:
    kind, found = SWITCHED_WITH.get(notice.kind, notice.kind), []
    if (kind in (*settings.push, TEST, *ALERTS)) and devices(store, notice.guest):
        found.append(PUSH)
    is_live_turn = kind == TURN and not notice.slow and notice.deadline is not None
    if (
        kind in settings.mail
        and not is_live_turn  # a mail would come too late
        and not settings.mail_problem
        and mail_address(store, notice.guest)
    ):
        found.append(MAIL)
    return found


def _put(store: Store, notice: Notice, channel: str, at: float, due: float, expires: float) -> None:
    store.execute(
        "INSERT INTO notice (id, person, kind, subject, seq, channel, data, at, not_before, "
        "expires, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (
            secrets.token_hex(8), notice.guest, notice.kind, notice.subject, notice.seq, channel,
            msgspec.json.encode(notice.values).decode(), at, due, expires, QUEUED,
        ),
    )  # fmt: skip


# --- Sending --------------------------------------------------------------------------------------


def take_notices(store: Store, process: str, at: float, most: int) -> list[StoredNotice]:
    """Take due notices; when this returns, it is on the disk that they are about to be sent."""
    with store.transaction():
        store.execute(
            "UPDATE notice SET state = ?, error = 'the process died' "
            "WHERE state = 'sending' AND until < ?",
            (UNKNOWN, at),
        )
        rows = store.rows(
            "UPDATE notice SET state = 'sending', owner = ?, until = ?, tries = tries + 1 "
            "WHERE id IN (SELECT id FROM notice WHERE state = 'queued' AND not_before <= ? "
            f"ORDER BY not_before LIMIT ? {store.skipping}) "
            "RETURNING id, person, kind, subject, seq, channel, data, expires, tries",
            (process, at + LEASE, at, most),
        )
    return [
        StoredNotice(
            id_, guest, kind, subject, seq, channel,
            decode(data, dict[str, str]), expires, tries,
        )
        for id_, guest, kind, subject, seq, channel, data, expires, tries in sorted(rows)
    ]  # fmt: skip


def settle_notice(store: Store, id_: str, state: str, error: str = "") -> None:
    """Store what became of a notice."""
    store.execute(
        "UPDATE notice SET state = ?, error = ? WHERE id = ? AND state = 'sending'",
        (state, error[:200], id_),
    )


def retry_notice(store: Store, notice: StoredNotice, at: float, error: str) -> None:
    """Queue a notice again that was certainly not accepted, or give it up."""
    again = at + RETRY_SECONDS * 2 ** (notice.tries - 1)
    if notice.tries >= MOST_TRIES or again > notice.expires:
        settle_notice(store, notice.id, FAILED, error)
        return
    store.execute(
        "UPDATE notice SET state = 'queued', not_before = ?, error = ? "
        "WHERE id = ? AND state = 'sending'",
        (again, error[:200], notice.id),
    )


def is_current(table: Table, notice: StoredNotice) -> bool:
    """Whether the guest must still answer the question that a notice is about."""
    seats = [s for s in table.people_asked() if table.record.seats[s].guest == notice.guest]
    return not table.match.over and any(table.to_act[seat] == notice.seq for seat in seats)


def delete_old(store: Store, at: float) -> None:
    """Delete notices that nobody needs to know of any more."""
    store.execute("DELETE FROM notice WHERE at < ? AND expires < ?", (at - KEPT, at))


def forget(store: Store, guest: str) -> None:
    """Delete the devices and notices of a guest."""
    store.execute("DELETE FROM push_subscription WHERE person = ?", (guest,))
    store.execute("DELETE FROM notice WHERE person = ?", (guest,))
    for table in ("pair_request", "last_seen", "table_invitation", "relation"):
        store.execute(f"DELETE FROM {table} WHERE person = ?", (guest,))
    store.execute("DELETE FROM relation WHERE other = ?", (guest,))
    store.execute("DELETE FROM table_invitation WHERE sender = ?", (guest,))


def give(store: Store, old: str, into: str) -> None:
    """Give a guest's devices and friends to another; what was to be sent is dropped."""
    store.execute("UPDATE push_subscription SET person = ? WHERE person = ?", (into, old))
    store.execute("DELETE FROM notice WHERE person = ? AND state = 'queued'", (old,))
    store.execute("DELETE FROM pair_request WHERE person = ?", (old,))
    for mine, theirs in (("person", "other"), ("other", "person")):
        store.execute(
            f"DELETE FROM relation WHERE {mine} = ? AND ({theirs} = ? OR {theirs} IN "
            f"(SELECT {theirs} FROM relation AS known WHERE known.{mine} = ?))",
            (old, into, into),
        )
        store.execute(f"UPDATE relation SET {mine} = ? WHERE {mine} = ?", (into, old))
