"""Notify people of changes to their account, in case it wasn't them."""

import logging
from dataclasses import dataclass

from nomarch.people import notices
from nomarch.people.notices import Notice
from nomarch.people.person_store import read_person
from nomarch.storage.store import Store
from nomarch.web.account.notice_texts import notice_text
from nomarch.web.operations.mail import Mailer, MailError

log = logging.getLogger("nomarch.web")


@dataclass(frozen=True)
class Alert:
    """A mail about a change of an account."""

    action: str
    """One of `notices.ALERTS`."""
    handle: str
    mail: str
    """Where it goes; empty for nowhere."""
    language: str


def put_alert(store: Store, person: str, action: str, language: str, at: float) -> Alert:
    """Notify a person's devices of a change. Returns the mail to send."""
    account = read_person(store, person)
    handle = account.handle if account else ""
    values = {"name": handle, "path": "/me"}
    notice = Notice(person, action, "account", int(at * 1000), values)
    notices.notify(store, notice, at, quiet=False)
    settings = notices.read_settings(store, person)
    return Alert(
        action,
        handle,
        notices.mail_address(store, person),
        settings.language if settings else language,
    )


async def send_alert(mailer: Mailer, site: str, alert: Alert) -> None:
    """Send the mail; `site` is the site's address with its root path."""
    if not alert.mail or not mailer.is_configured:
        return
    values = {"name": alert.handle, "path": "/me"}
    text = notice_text(alert.action, values, alert.language)
    body = f"{text.title}\n\n{text.body}\n\n{site}{text.path}\n"
    try:
        await mailer.send(mailer.compose(alert.mail, text.title, body))
    except MailError as error:
        log.warning("an account's alert could not be sent: %s", type(error).__name__)
