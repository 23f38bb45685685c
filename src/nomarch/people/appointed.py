"""Roles that the settings of a server give: `NOMARCH_ADMINS` and `NOMARCH_MODERATORS`."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import getaddresses

from nomarch.errors import CannotServe
from nomarch.people.accounts import person_named, person_with_mail
from nomarch.people.moderation import ADMIN, MODERATOR, ROLES, set_role
from nomarch.people.person_store import read_person
from nomarch.storage.schema import PERSON
from nomarch.storage.statements import count_rows
from nomarch.storage.store import Store
from nomarch.tables.periodic import PeriodicTask
from nomarch.tables.service import TableService
from nomarch.tables.state.model import now

log = logging.getLogger("nomarch.tables")

EVERY = 10.0
"""Seconds between two checks of claimed names."""
SETTINGS = "settings"
"""The actor in the audit log."""


@dataclass(frozen=True)
class Appointment:
    """A role for whoever has claimed a name and confirmed a mail address.

    The name alone would give the role to the first stranger who claims it.
    """

    name: str
    mail: str
    role: str


def read_appointments(admins: str, moderators: str) -> tuple[Appointment, ...]:
    """Parse lists such as `Ann <ann@example.org>, Bob <bob@example.org>`."""
    found = []
    for setting, text, role in (
        ("NOMARCH_ADMINS", admins, ADMIN),
        ("NOMARCH_MODERATORS", moderators, MODERATOR),
    ):
        for name, mail in getaddresses([text]) if text.strip() else []:
            if not name or "@" not in mail:
                raise CannotServe(f"{setting} must look like Ann <ann@example.org>, not {text!r}.")
            found.append(Appointment(name, mail.lower(), role))
    return tuple(found)


def has_moderators(store: Store) -> bool:
    return any(count_rows(store, PERSON, role=role) for role in ROLES if role)


def _due(store: Store, appointments: Sequence[Appointment]) -> list[tuple[str, Appointment]]:
    """Return people who have a lower role than the settings give them."""
    due = []
    for each in appointments:
        id_ = person_named(store, each.name)
        if not id_ or person_with_mail(store, each.mail) != id_:
            continue
        person = read_person(store, id_)
        if person is not None and ROLES.index(person.role) < ROLES.index(each.role):
            due.append((id_, each))
    return due


def appoint(store: Store, appointments: Sequence[Appointment]) -> None:
    """Give everybody who is there the role that the settings name."""
    with store.transaction():
        for id_, each in _due(store, appointments):
            set_role(store, SETTINGS, id_, each.role, now())
            log.info("%s is now %s, by the server's settings", each.name, each.role)


class Appointments(PeriodicTask):
    """Gives the roles of the settings, also to people who claim their names later."""

    def __init__(self, service: TableService, appointments: Sequence[Appointment]) -> None:
        super().__init__("roles of the settings", EVERY, self.run)
        self._service, self._appointments = service, appointments

    async def run(self) -> None:
        if not self._appointments:
            return
        due = await self._service.readers.read(_due, self._appointments)
        if due:
            await self._service.writer.do(appoint, self._appointments)
