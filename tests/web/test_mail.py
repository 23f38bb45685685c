"""Mail, against a real SMTP server on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from email import message_from_bytes, policy

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope

from nomarch.errors import CannotServe
from nomarch.web.operations.mail import Mailer, MailNotConfigured, MailRefused, MailUnavailable
from tests.ports import free_port


class Mailbox:
    """Keeps what arrives; refuses addresses by their first letters."""

    def __init__(self) -> None:
        self.arrived: list[Envelope] = []
        self.port = 0

    async def handle_RCPT(
        self, server: object, session: object, envelope: Envelope, address: str, options: object
    ) -> str:
        if address.startswith("gone"):
            return "550 no such user"
        if address.startswith("full"):
            return "452 mailbox full, try later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: object, session: object, envelope: Envelope) -> str:
        self.arrived.append(envelope)
        return "250 OK"


@pytest.fixture
def mailbox() -> Iterator[tuple[Mailbox, Mailer]]:
    box = Mailbox()
    server = Controller(box, hostname="127.0.0.1", port=free_port())
    server.start()
    yield box, Mailer(f"smtp+plain://127.0.0.1:{server.port}", "Nomarch <games@example.org>")
    server.stop()


def test_a_mail_arrives(mailbox: tuple[Mailbox, Mailer]) -> None:
    box, mailer = mailbox
    message = mailer.compose("ann@example.com", "Grüße", "Text", "<p>HTML</p>")
    asyncio.run(mailer.send(message))
    (envelope,) = box.arrived
    assert isinstance(envelope.content, bytes)
    read = message_from_bytes(envelope.content, policy=policy.default)
    assert envelope.rcpt_tos == ["ann@example.com"]
    assert (read["From"], read["Subject"]) == ("Nomarch <games@example.org>", "Grüße")
    assert read["Message-ID"].endswith("@example.org>")
    assert [part.get_content_type() for part in read.walk()] == [
        "multipart/alternative", "text/plain", "text/html"
    ]  # fmt: skip


def test_refusals_say_whether_a_retry_makes_sense(mailbox: tuple[Mailbox, Mailer]) -> None:
    box, mailer = mailbox
    with pytest.raises(MailRefused):
        asyncio.run(mailer.send(mailer.compose("gone@example.com", "a", "b")))
    with pytest.raises(MailUnavailable):
        asyncio.run(mailer.send(mailer.compose("full@example.com", "a", "b")))
    nobody = Mailer(f"smtp+plain://127.0.0.1:{free_port()}", "games@example.org")
    with pytest.raises(MailUnavailable):
        asyncio.run(nobody.send(nobody.compose("ann@example.com", "a", "b")))
    assert box.arrived == []


def test_an_unencrypted_server_is_refused_where_encryption_is_asked_for(
    mailbox: tuple[Mailbox, Mailer],
) -> None:
    box, mailer = mailbox
    strict = Mailer(mailer.server.replace("smtp+plain", "smtp"), mailer.sender)
    with pytest.raises(MailUnavailable):
        asyncio.run(strict.send(strict.compose("ann@example.com", "a", "b")))
    assert box.arrived == []


def test_settings_are_checked() -> None:
    with pytest.raises(MailNotConfigured):
        asyncio.run(Mailer().send(Mailer().compose("ann@example.com", "a", "b")))
    with pytest.raises(CannotServe, match="must look like"):
        Mailer("mail.example.org", "games@example.org").check()
    with pytest.raises(CannotServe, match="NOMARCH_MAIL_FROM"):
        Mailer("smtp://mail.example.org").check()
    Mailer("smtp://mail.example.org", "games@example.org").check()
    Mailer().check()
