"""Notices for people who are not looking: an outbox that sends each at most once.

A log entry stores a *check* of its table in the same transaction (`notice_checks.py`). When it is
due, a process checks whose turn it is and writes *notices*; their unique key makes a second process
harmless. A process commits that it is about to send a notice before it sends it
(`take_notices`): if it dies meanwhile, nobody sends it again.
"""

import hashlib
import secrets
from collections.abc import Callable, Collection, Mapping

import msgspec
from sqlalchemy import select, update

from nomarch.decoding import decode
from nomarch.storage.notes import lock_notes, put_note, read_note
from nomarch.storage.schema import NOTE, NOTICE, PERSON, PUSH_SUBSCRIPTION, SEAT, SETTING
from nomarch.storage.site_settings import read_setting
from nomarch.storage.statements import (
    Query,
    delete_rows,
    find_value,
    find_values,
    insert_new,
    update_rows,
    upsert,
)
from nomarch.storage.store import Store
from nomarch.tables.live.presence import VISIBLE_SECONDS
from nomarch.tables.state.model import PLAYER
from nomarch.tables.state.quiet_hours import QuietHours, after_quiet, before_quiet, local, next_hour
from nomarch.tables.state.table import Table

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
"""Changes of an account; these can't be switched off."""
PUSH, MAIL = "push", "mail"
QUEUED, SENDING, SENT = "queued", "sending", "sent"
DROPPED, FAILED, UNKNOWN = "dropped", "failed", "unknown"
"""States: obsolete; rejected permanently; its process died while sending."""

TOPIC = "notices"
"""The note that holds a person's settings; it exists while they want notices."""
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
"""Muted tables of one person that are kept."""
MOST_DEVICES = 5
"""Devices of one person that get a push."""


class NoticeSettings(msgspec.Struct, frozen=True):
    """A person's notice settings."""

    push: tuple[str, ...] = KINDS
    mail: tuple[str, ...] = ()
    digest: int = -1
    """The local hour of one mail a day for all games over days; -1 for a mail per turn."""
    quiet: QuietHours | None = None
    zone: str = "UTC"
    language: str = "en"
    mail_problem: str = ""
    """Why mails to the person's address were stopped."""
    night_clock: bool = False
    """Whether the person's clocks stop during quiet hours: see `own_pauses.py`."""
    muted: tuple[str, ...] = ()
    """Muted tables, the latest last."""
    kinds: tuple[str, ...] = (TURN, INVITATION, OVER, ROUND)
    """The kinds that existed when these settings were stored; later ones are pushed."""


class Subscription(msgspec.Struct, frozen=True):
    """A browser's push subscription."""

    endpoint: str
    p256dh: str
    auth: str

    @property
    def id(self) -> str:
        return hashlib.sha256(self.endpoint.encode()).hexdigest()[:32]


class Notice(msgspec.Struct, frozen=True):
    """One notice for one person, before it is known how to send it."""

    person: str
    kind: str
    subject: str
    """The table, tournament or invitation it is about."""
    seq: int = 0
    """Sequence number within (kind, subject): the position of a turn, the round."""
    values: Mapping[str, str] = {}
    """What its sentence needs: `game` (an id), `name`; `path` is where a click leads."""
    expires: float = 0.0
    """When it is of no use any more; 0 for three days."""
    deadline: float | None = None
    """When the person's time runs out."""
    slow: bool = False
    """Whether the game is one over days."""


class StoredNotice(msgspec.Struct, frozen=True):
    """A notice that this process is to send."""

    id: str
    person: str
    kind: str
    subject: str
    seq: int
    channel: str
    values: dict[str, str]
    expires: float
    tries: int


# --- Settings and devices -------------------------------------------------------------------------


def read_settings(store: Store, person: str) -> NoticeSettings | None:
    """Return a person's settings; None if they want no notices."""
    settings = read_note(store, person, TOPIC, NoticeSettings)
    if settings is None:
        return None
    new = tuple(kind for kind in KINDS if kind not in (*settings.kinds, *settings.push))
    return msgspec.structs.replace(settings, push=(*settings.push, *new), kinds=KINDS)


def with_settings(store: Store, people: Collection[str]) -> set[str]:
    """Return those of some people who may want notices."""
    return set(find_values(store, NOTE.c.owner, topic=TOPIC, owner=sorted(people)))


def write_settings(store: Store, person: str, settings: NoticeSettings) -> None:
    current = msgspec.structs.replace(settings, kinds=KINDS)
    put_note(store, person, TOPIC, msgspec.json.encode(current))


def change_settings(
    store: Store,
    person: str,
    change: Callable[[NoticeSettings], NoticeSettings],
    first: NoticeSettings | None = None,
) -> None:
    """Change a person's settings; no other process changes them meanwhile.

    Who has none yet gets `first`, changed; without it, nothing happens.
    """
    with store.transaction():
        lock_notes(store, person)
        settings = read_settings(store, person) or first
        if settings is not None:
            write_settings(store, person, change(settings))


def stop_notices(store: Store, person: str, kind: str = "", channel: str = MAIL) -> None:
    """Stop a kind of notices, or all of a channel."""

    def stop(settings: NoticeSettings) -> NoticeSettings:
        left = tuple(k for k in getattr(settings, channel) if kind and k != kind)
        return msgspec.structs.replace(settings, **{channel: left})

    change_settings(store, person, stop)


def mute(store: Store, person: str, table: str, muted: bool) -> None:
    """Send a person no notices about a table, or send them again."""

    def mute_table(settings: NoticeSettings) -> NoticeSettings:
        others = tuple(other for other in settings.muted if other != table)
        left = (*others, table)[-MOST_MUTED:] if muted else others
        return msgspec.structs.replace(settings, muted=left)

    change_settings(store, person, mute_table)


def subscribe(store: Store, person: str, device: Subscription, language: str, at: float) -> None:
    """Add a device of a person; a browser belongs to the person who subscribed last."""
    with store.transaction():
        data = msgspec.json.encode(device).decode()
        upsert(store, PUSH_SUBSCRIPTION, id=device.id, person=person, data=data, at=at)
        for old in devices(store, person)[MOST_DEVICES:]:
            delete_rows(store, PUSH_SUBSCRIPTION, id=old.id)
        if read_settings(store, person) is None:
            settings = msgspec.json.encode(NoticeSettings(language=language))
            insert_new(store, NOTE, owner=person, topic=TOPIC, note=settings)


def unsubscribe(store: Store, person: str, id_: str) -> None:
    """Remove a device."""
    delete_rows(store, PUSH_SUBSCRIPTION, id=id_, person=person)


def devices(store: Store, person: str) -> list[Subscription]:
    """Return a person's devices, the latest first."""
    found = find_values(store, PUSH_SUBSCRIPTION.c.data, order_by=("-at", "id"), person=person)
    return [decode(data, Subscription) for data in found]


def mail_address(store: Store, person: str) -> str:
    """Return a person's confirmed address, or an empty string."""
    return find_value(store, PERSON.c.mail, id=person) or ""


def vapid_key(store: Store, make: str) -> str:
    """Return the site's private push key; `make` becomes it if there is none yet."""
    insert_new(store, SETTING, name="vapid", value=make.encode())
    return read_setting(store, "vapid")


def mark_looked(store: Store, looked: Mapping[tuple[str, str], float]) -> None:
    """Store when people last had a table visible; 0 for those who turned away."""
    with store.transaction():
        for (person, table), at in sorted(looked.items()):
            update_rows(store, SEAT, {"person": person, "game_table": table}, last_visible=at)


def is_looking(store: Store, person: str, table: str, at: float) -> bool:
    """Whether a person has a table visible in a tab."""
    last = find_value(store, SEAT.c.last_visible, person=person, game_table=table)
    return last is not None and at - float(last) < VISIBLE_SECONDS


def turn_notices(table: Table) -> list[Notice]:
    """Return the notices due to the players of a table."""
    record = table.record
    people = {seat.person for seat in record.seats if seat.kind == PLAYER and seat.person}
    if len(people) < 2 and not record.is_slow:
        return []
    values = {"game": record.game, "path": f"/t/{record.id}"}
    if table.match.over or table.closed:
        return [Notice(person, OVER, record.id, 0, values) for person in sorted(people)]
    if not record.is_full:
        return []
    deadline, slow = table.deadline(), record.is_slow
    seats = table.people_asked()
    first = {record.seats[seat].person: seat for seat in reversed(seats)}
    return [
        Notice(
            person,
            TURN,
            record.id,
            table.to_act[seat],
            values,
            expires=deadline or 0.0,
            deadline=deadline,
            slow=slow,
        )
        for person, seat in sorted(first.items())
    ]


# --- Writing notices ------------------------------------------------------------------------------


def notify(
    store: Store, notice: Notice, at: float, *, quiet: bool = True, mail_pause: float = 0.0
) -> None:
    """Write a notice for every channel that its person wants.

    Nothing is written for a table that the person has muted or is looking at, or a second time.
    `quiet=False` disregards quiet hours. There is no mail if one about the same sender was written
    less than `mail_pause` seconds ago.
    """
    settings = read_settings(store, notice.person)
    if settings is None or notice.subject in settings.muted:
        return
    if is_looking(store, notice.person, notice.subject, at):
        return
    expires = notice.expires or at + WITHOUT_CLOCK
    soon = at + (SLOW_DELAY if notice.slow else 0.0)
    due = after_quiet(soon, settings.quiet, settings.zone) if quiet else soon
    with store.transaction():
        for channel in _channels(store, notice, settings):
            if channel == MAIL and _has_mailed(store, notice, at - mail_pause):
                continue
            if channel == MAIL and notice.slow and notice.kind == TURN and settings.digest >= 0:
                hour = next_hour(at, settings.digest, settings.zone)
                day = local(hour, settings.zone).date().isoformat()
                digest = Notice(notice.person, DIGEST, day, 0, {"path": "/tables"})
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
    if (kind in (*settings.push, TEST, *ALERTS)) and devices(store, notice.person):
        found.append(PUSH)
    is_live_turn = kind == TURN and not notice.slow and notice.deadline is not None
    if (
        kind in settings.mail
        and not is_live_turn  # a mail would come too late
        and not settings.mail_problem
        and mail_address(store, notice.person)
    ):
        found.append(MAIL)
    return found


def _has_mailed(store: Store, notice: Notice, since: float) -> bool:
    """Whether a mail of this kind about the same sender was written since."""
    sender = notice.values.get("sender", "")
    about = {"person": notice.person, "kind": notice.kind, "channel": MAIL, "at__gt": since}
    found = find_values(store, NOTICE.c.data, **about) if sender else ()
    return any(decode(data, dict[str, str]).get("sender") == sender for data in found)


def _put(store: Store, notice: Notice, channel: str, at: float, due: float, expires: float) -> None:
    insert_new(
        store, NOTICE, id=secrets.token_hex(8), person=notice.person, kind=notice.kind,
        subject=notice.subject, seq=notice.seq, channel=channel,
        data=msgspec.json.encode(notice.values).decode(), at=at, not_before=due, expires=expires,
        state=QUEUED,
    )  # fmt: skip


# --- Sending --------------------------------------------------------------------------------------

IS_QUEUED, IS_SENDING = NOTICE.c.state == QUEUED, NOTICE.c.state == SENDING
_GIVE_UP = Query(
    lambda at: (
        update(NOTICE)
        .where(IS_SENDING, NOTICE.c.until < at)
        .values(state=UNKNOWN, error="the process died")
    )
)
_SENT = ("id", "person", "kind", "subject", "seq", "channel", "data", "expires", "tries")
_TAKE = Query(
    lambda process, at, until, most: (
        update(NOTICE)
        .where(
            NOTICE.c.id.in_(
                select(NOTICE.c.id)
                .where(IS_QUEUED, NOTICE.c.not_before <= at)
                .order_by(NOTICE.c.not_before)
                .limit(most)
                .with_for_update(skip_locked=True)
            )
        )
        .values(state=SENDING, owner=process, until=until, tries=NOTICE.c.tries + 1)
        .returning(*[NOTICE.c[name] for name in _SENT])
    )
)


def take_notices(store: Store, process: str, at: float, most: int) -> list[StoredNotice]:
    """Take due notices; when this returns, it is on the disk that they are about to be sent."""
    with store.transaction():
        store.execute(_GIVE_UP(at))
        rows = store.rows(_TAKE(process, at, at + LEASE, most))
    decoded = [(*row[:6], decode(row[6], dict[str, str]), *row[7:]) for row in sorted(rows)]
    return [StoredNotice(*row) for row in decoded]


def settle_notice(store: Store, id_: str, state: str, error: str = "") -> None:
    """Store what became of a notice."""
    update_rows(store, NOTICE, {"id": id_, "state": SENDING}, state=state, error=error[:200])


def retry_notice(store: Store, notice: StoredNotice, at: float, error: str) -> None:
    """Queue a notice again that was certainly not accepted, or give it up."""
    again = at + RETRY_SECONDS * 2 ** (notice.tries - 1)
    if notice.tries >= MOST_TRIES or again > notice.expires:
        settle_notice(store, notice.id, FAILED, error)
        return
    queued = {"state": QUEUED, "not_before": again, "error": error[:200]}
    update_rows(store, NOTICE, {"id": notice.id, "state": SENDING}, **queued)


def is_current(table: Table, notice: StoredNotice) -> bool:
    """Whether the person must still answer the question that a notice is about."""
    seats = [s for s in table.people_asked() if table.record.seats[s].person == notice.person]
    return not table.match.over and any(table.to_act[seat] == notice.seq for seat in seats)


def delete_old(store: Store, at: float) -> None:
    """Delete obsolete notices."""
    delete_rows(store, NOTICE, at__lt=at - KEPT, expires__lt=at)
