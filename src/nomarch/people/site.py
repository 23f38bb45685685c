"""What admins have set for a site: announcement, bans, read-only mode.

`nomarch admin` writes it into the database; every server reads it every few seconds.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from ipaddress import ip_network

from nomarch.errors import Unavailable
from nomarch.people.bans import FOREVER, Ban, read_bans
from nomarch.storage.readers import Readers
from nomarch.storage.site_settings import read_setting
from nomarch.storage.store import Store
from nomarch.tables.periodic import PeriodicTask
from nomarch.tables.state.errors import Forbidden
from nomarch.tables.state.model import Person, now
from nomarch.tables.stores.deletions import read_changed

log = logging.getLogger("nomarch.tables")

EVERY = 2.0
"""Seconds between two reads."""
ANNOUNCEMENT, READ_ONLY = "announcement", "read-only"
"""Names of settings."""


class Site:
    """The site's settings as this server knows them."""

    def __init__(self) -> None:
        self.announcement = ""
        self.read_only = False
        self.bans: Mapping[str, Ban] = {}
        self.changed: dict[str, float] = {}
        """Tables that an admin changed or deleted lately, and when."""

    def check(self, person: Person | None, client: str) -> None:
        """Raise `Forbidden` for banned people and addresses."""
        if not self.bans:
            return
        longest = max(self._find_bans(person, client), key=lambda ban: ban.until, default=None)
        if longest is None or longest.until <= now():
            return
        reason = longest.reason
        if longest.until >= FOREVER and reason:
            raise Forbidden("You've been banned from playing here. Reason: {reason}", reason=reason)
        if longest.until >= FOREVER:
            raise Forbidden("You've been banned from playing here.")
        end = datetime.fromtimestamp(longest.until, UTC).strftime("%Y-%m-%d %H:%M UTC")
        if reason:
            raise Forbidden(
                "You've been banned from playing here until {end}. Reason: {reason}",
                end=end,
                reason=reason,
            )
        raise Forbidden("You've been banned from playing here until {end}.", end=end)

    def check_writable(self) -> None:
        """Raise `Unavailable` while the site is read-only."""
        if self.read_only:
            raise Unavailable(
                "The site is read-only right now: you can look around, but nothing can be changed."
            )

    def _find_bans(self, person: Person | None, client: str) -> list[Ban]:
        names = {client, person.id} if person is not None else {client}
        return [
            ban
            for subject, ban in self.bans.items()
            if subject in names or _overlap(subject, client)
        ]


def _overlap(subject: str, client: str) -> bool:
    """Whether a ban is of a client's network, or of a part of it."""
    try:
        return ip_network(subject, strict=False).overlaps(ip_network(client))
    except ValueError:  # a person, or a client without an address
        return False


def is_address(subject: str) -> bool:
    """Whether a ban names an address or a network, not a person."""
    try:
        ip_network(subject, strict=False)
    except ValueError:
        return False
    return True


Heard = Callable[[list[str]], Awaitable[None]]
"""Called with the changed tables when settings or tables change."""


class SiteWatcher(PeriodicTask):
    """Reads the site's settings every few seconds."""

    def __init__(self, site: Site, readers: Readers, heard: Heard) -> None:
        super().__init__("settings of the site", EVERY, self.look)
        self.site, self.readers, self.heard = site, readers, heard

    async def look(self) -> None:
        """Read the settings once, and report changes."""
        before = vars(self.site).copy()
        vars(self.site).update(await self.readers.read(read_settings))
        if vars(self.site) != before:
            known = before["changed"].items()
            await self.heard(
                [id_ for id_, at in self.site.changed.items() if (id_, at) not in known]
            )


def read_settings(store: Store) -> dict[str, object]:
    return {
        "announcement": read_setting(store, ANNOUNCEMENT),
        "read_only": bool(read_setting(store, READ_ONLY)),
        "bans": read_bans(store),
        "changed": read_changed(store),
    }
