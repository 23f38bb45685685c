"""Turns that wait to be told, and what arrives, for servers that are killed while they tell it."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from threading import Event

import msgspec
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope

from nomarch.people import notices
from nomarch.people.notices import NoticeSettings
from nomarch.people.person_store import put_person
from nomarch.storage.schema import NOTICE, NOTICE_CHECK, PERSON
from nomarch.storage.statements import update_rows
from nomarch.storage.store import Store
from nomarch.tables.state.model import PLAYER, Person, Seat
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.table_store import put_table
from tests.ports import free_port
from tests.web.folding import FoldedTable, new_record

from .push_service import PushService, push_service
from .test_mail import Mailbox

LONG_AGO = 1.0
COUNT = 54
"""More than a server takes at once, so that some are still queued when it dies."""
ANSWERED = 5
"""Mails that are answered before the mail server gets slow."""
SCRIPT = """
import sys
from nomarch.cli import main
from nomarch.web.operations import mail
from nomarch.web.operations import push
mail.TIMEOUT = 600
push.Pusher.accepts = lambda *_: True
push.public_resolver = lambda: None
sys.exit(main())
"""
PROGRAM = ("-c", SCRIPT)
"""The server, which waits for slow mail servers and also calls push services on loopback."""


class SlowMailbox(Mailbox):
    """Takes mails, but answers only the first ones until it is released."""

    def __init__(self) -> None:
        super().__init__()
        self.is_holding, self.released = Event(), Event()

    async def handle_DATA(self, server: object, session: object, envelope: Envelope) -> str:
        answer = await super().handle_DATA(server, session, envelope)
        if len(self.arrived) > ANSWERED:
            self.is_holding.set()
            await asyncio.to_thread(self.released.wait)
        return answer


@dataclass
class Deliveries:
    """A mail server and a push service, and what they got."""

    mails: SlowMailbox
    pushes: PushService

    def arrived(self) -> Counter[str]:
        mails = [str(to).partition("@")[0] for mail in self.mails.arrived for to in mail.rcpt_tos]
        return Counter(mails + [path.strip("/") for path, _, _ in self.pushes.got])


@contextlib.contextmanager
def deliveries(monkeypatch: pytest.MonkeyPatch) -> Iterator[Deliveries]:
    """Run both; servers started meanwhile send there."""
    box = SlowMailbox()
    server = Controller(box, hostname="127.0.0.1", port=free_port())
    server.start()
    monkeypatch.setenv("NOMARCH_SMTP", f"smtp+plain://127.0.0.1:{server.port}")
    monkeypatch.setenv("NOMARCH_MAIL_FROM", "games@example.org")
    monkeypatch.setenv("NOMARCH_PUBLIC_URL", "https://games.example.org")
    try:
        with push_service() as pushes:
            yield Deliveries(box, pushes)
    finally:
        box.released.set()
        server.stop()


def prepare(store: Store, pushes: PushService) -> None:
    """Store games in which somebody's turn is to be told, half of them by mail, half by push."""
    for number in range(COUNT):
        seats = (Seat(PLAYER, "Ann", f"person{number}x{seat}") for seat in range(3))
        seed = f"{number:02x}" * 32
        table = FoldedTable(new_record(*seats, id=f"told{number}", seed=seed, created=LONG_AGO))
        (move,) = table.play_out(stop=1)
        person = table.record.seats[next(iter(table.to_act))].person
        put_person(store, Person(person, person))
        if number % 2:
            notices.subscribe(store, person, pushes.device(person), "en", LONG_AGO)
        else:
            update_rows(store, PERSON, {"id": person}, mail=f"{person}@example.com")
            notices.write_settings(store, person, NoticeSettings(push=(), mail=notices.KINDS))
        put_table(store, table.record)
        append_entries(store, [msgspec.structs.replace(move, at=LONG_AGO)])


def end_leases(store: Store, processes: Collection[str]) -> None:
    """Let the minute pass after which a dead process is known not to go on."""
    for table in (NOTICE, NOTICE_CHECK):
        update_rows(store, table, {"owner": list(processes)}, until=0)


def senders(store: Store) -> set[str]:
    return {row[0] for row in store.rows("SELECT owner FROM notice WHERE state = 'sending'")}


def is_settled(store: Store) -> bool:
    left = store.rows(
        "SELECT 1 FROM notice_check UNION ALL "
        "SELECT 1 FROM notice WHERE state IN ('queued', 'sending')"
    )
    return not left


def check(store: Store, arrived: Counter[str]) -> None:
    """Every turn was told once, or it is on record that nobody knows, and at most once."""
    rows = store.rows("SELECT person, kind, state, error FROM notice")
    assert len({row[0] for row in rows}) == len(rows) == COUNT
    assert {row[1] for row in rows} == {notices.TURN}
    assert max(arrived.values()) == 1
    states = {person: state for person, _, state, _ in rows}
    sent = {person for person, state in states.items() if state == notices.SENT}
    unknown = {person for person, state in states.items() if state == notices.UNKNOWN}
    assert sent | unknown == states.keys()
    assert sent <= arrived.keys() <= states.keys()
    assert unknown, "nobody was killed while sending"
    assert len(sent) > ANSWERED
    assert {error for _, _, state, error in rows if state == notices.UNKNOWN} == {
        "the process died"
    }
