"""Mail, against a real SMTP server on loopback."""

import asyncio
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import cast

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
        self.mailer = Mailer()

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

    def raw(self) -> bytes:
        return cast(bytes, self.arrived[-1].content)

    def read(self) -> EmailMessage:
        return cast(EmailMessage, message_from_bytes(self.raw(), policy=policy.default))


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    server = Controller(box, hostname="127.0.0.1", port=free_port())
    server.start()
    box.mailer = Mailer(f"smtp+plain://127.0.0.1:{server.port}", "Nomarch <games@example.org>")
    yield box
    server.stop()


def send(mailer: Mailer, to: str = "ann@example.com", html: str = "") -> None:
    asyncio.run(mailer.send(mailer.compose(to, "Grüße", "Text", html)))


def test_a_mail_arrives(mailbox: Mailbox) -> None:
    send(mailbox.mailer, html="<p>HTML</p>")
    (envelope,) = mailbox.arrived
    read = mailbox.read()
    assert envelope.rcpt_tos == ["ann@example.com"]
    assert (read["From"], read["Subject"]) == ("Nomarch <games@example.org>", "Grüße")
    assert read["Message-ID"].endswith("@example.org>")
    assert [part.get_content_type() for part in read.walk()] == [
        "multipart/alternative", "text/plain", "text/html"
    ]  # fmt: skip


def test_refusals_say_whether_a_retry_makes_sense(mailbox: Mailbox) -> None:
    strict = Mailer(mailbox.mailer.server.replace("smtp+plain", "smtp"), mailbox.mailer.sender)
    nobody = Mailer(f"smtp+plain://127.0.0.1:{free_port()}", "games@example.org")
    with pytest.raises(MailRefused):
        send(mailbox.mailer, "gone@example.com")
    with pytest.raises(MailUnavailable):
        send(mailbox.mailer, "full@example.com")
    with pytest.raises(MailUnavailable):
        send(nobody)
    with pytest.raises(MailUnavailable):  # it isn't encrypted as asked for
        send(strict)
    assert mailbox.arrived == []


def test_settings_are_checked() -> None:
    with pytest.raises(MailNotConfigured):
        send(Mailer())
    with pytest.raises(CannotServe, match="must look like"):
        Mailer("mail.example.org", "games@example.org").check()
    with pytest.raises(CannotServe, match="NOMARCH_MAIL_FROM"):
        Mailer("smtp://mail.example.org").check()
    Mailer("smtp://mail.example.org", "games@example.org").check()
    Mailer().check()
