"""Send mail by SMTP.

`aiosmtplib` is an extra (`pip install 'nomarch[mail]'`); it is imported on first use.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, make_msgid, parseaddr
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from nomarch.errors import CannotServe
from nomarch.tables.state.errors import BadRequest

if TYPE_CHECKING:
    from aiosmtplib import SMTP

_ADDRESS = re.compile(r"[^@\s<>,;:\"()\[\]\\]+@[^@\s<>,;:\"()\[\]\\]+\.[^@\s<>,;:\"()\[\]\\.]{2,}")
LONGEST_ADDRESS = 254
WHOLE_HEADERS = ("list-unsubscribe",)
TIMEOUT = 10.0
"""Seconds to wait for the mail server."""
PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
"""Default port by scheme: STARTTLS required, TLS from the start, no encryption."""


class MailPolicy(EmailPolicy):
    """Keeps addresses of pages in headers whole: folding would encode them as RFC 2047 words."""

    def fold(self, name: str, value: Any) -> str:
        return self._line(name, value) or super().fold(name, value)

    def fold_binary(self, name: str, value: Any) -> bytes:
        return self._line(name, value).encode("ascii") or super().fold_binary(name, value)

    def _line(self, name: str, value: Any) -> str:
        return f"{name}: {value}{self.linesep}" if name.lower() in WHOLE_HEADERS else ""


class MailError(Exception):
    """A mail was not accepted."""


class MailNotConfigured(MailError):
    """The server has no mail settings."""


class MailRefused(MailError):
    """The mail server refuses this address or message for good."""


class MailUnavailable(MailError):
    """The mail server can't be reached or asks to try later; the mail was not accepted."""


class MailUnknown(MailError):
    """The connection broke after the message was sent: it may have been accepted."""


@dataclass(frozen=True)
class Mailer:
    """Sends mail through one SMTP server."""

    server: str = ""
    """smtp://user:password@host:587 (STARTTLS), smtps://… (TLS), smtp+plain://… (a local relay);
    empty for no mail."""
    sender: str = ""
    """The From address, for example `Nomarch <games@example.org>`."""

    @property
    def is_configured(self) -> bool:
        return bool(self.server and self.sender)

    def check(self) -> None:
        """Raise `CannotServe` for settings that cannot work."""
        if not self.server:
            return
        url = urlsplit(self.server)
        if url.scheme not in PORTS or not url.hostname:
            raise CannotServe("NOMARCH_SMTP must look like smtp://user:password@host:587.")
        if "@" not in self.sender:
            raise CannotServe("NOMARCH_SMTP needs NOMARCH_MAIL_FROM, the sender's address.")
        try:
            import aiosmtplib  # noqa: F401
        except ImportError:
            raise CannotServe("mail needs aiosmtplib: pip install 'nomarch[mail]'.") from None

    def compose(self, to: str, subject: str, text: str, html: str = "") -> EmailMessage:
        """Return a message with sender, date and id; add other headers before sending it."""
        message = EmailMessage(MailPolicy(linesep="\r\n", cte_type="7bit"))
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message["Date"] = formatdate(usegmt=True)
        domain = self.sender.rpartition("@")[2].strip("<> ") or None
        message["Message-ID"] = make_msgid(domain=domain)
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        if html:
            message.add_alternative(html, subtype="html")
        return message

    async def send(self, message: EmailMessage) -> None:
        """Send one message. Raises `MailError`, with whether to retry."""
        if not self.is_configured:
            raise MailNotConfigured("This server can't send mail: NOMARCH_SMTP is not set.")
        import aiosmtplib

        client = self._client()
        try:
            await client.connect()
        except (aiosmtplib.SMTPException, OSError) as error:
            raise MailUnavailable(str(error)) from error
        try:
            # `send_message` would write the headers by a policy of its own.
            sender, recipient = parseaddr(message["From"])[1], parseaddr(message["To"])[1]
            await client.sendmail(sender, [recipient], bytes(message))
        except aiosmtplib.SMTPRecipientsRefused as error:
            raise _refusal(max(each.code for each in error.recipients), error) from error
        except aiosmtplib.SMTPResponseException as error:
            raise _refusal(error.code, error) from error
        except (aiosmtplib.SMTPException, OSError) as error:
            raise MailUnknown(str(error)) from error
        except ValueError as error:  # the message can't be written
            raise MailRefused(str(error)) from error
        finally:
            client.close()

    def _client(self) -> SMTP:
        from aiosmtplib import SMTP

        url = urlsplit(self.server)
        return SMTP(
            hostname=url.hostname,
            port=url.port or PORTS[url.scheme],
            username=unquote(url.username) if url.username else None,
            password=unquote(url.password) if url.password else None,
            use_tls=url.scheme == "smtps",
            start_tls=url.scheme == "smtp",
            timeout=TIMEOUT,
        )


def check_address(text: str) -> str:
    """Return a mail address as it is stored. Raises `BadRequest` if it can't be one."""
    address = text.strip().lower()
    is_plain = address.isprintable() and len(address) <= LONGEST_ADDRESS
    if not is_plain or not _ADDRESS.fullmatch(address):
        raise BadRequest("This doesn't look like a mail address.")
    return address


def mailbox_of(address: str) -> str:
    """Return the same text for addresses that end in one mailbox, to count mails by."""
    local, _, domain = unicodedata.normalize("NFKC", address).rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def _refusal(code: int, error: Exception) -> MailError:
    """4xx asks to try later, 5xx is final."""
    return MailRefused(str(error)) if code >= 500 else MailUnavailable(str(error))
