"""What admins have set for a site: announcement, bans, read-only mode.

`nomarch admin` writes it into the database; every server reads it every few seconds.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from ipaddress import ip_address, ip_network

from nomarch.tables.errors import Forbidden, Unavailable
from nomarch.tables.model import Guest
from nomarch.tables.periodic import PeriodicTask
from nomarch.tables.storage.readers import Readers
from nomarch.tables.storage.store import Store

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
        self.bans: frozenset[str] = frozenset()
        self.changed: dict[str, float] = {}
        """Tables that an admin changed or deleted lately, and when."""

    def check(self, guest: Guest | None, client: str) -> None:
        """Raise `Forbidden` for banned guests and addresses."""
        if self.bans and ((guest is not None and guest.id in self.bans) or self._is_banned(client)):
            raise Forbidden("You've been banned from playing here.")

    def check_writable(self) -> None:
        """Raise `Unavailable` while the site is read-only."""
        if self.read_only:
            raise Unavailable(
                "The site is read-only right now: you can look around, but nothing can be changed."
            )

    def _is_banned(self, client: str) -> bool:
        try:
            network = ip_network(client)
        except ValueError:
            return client in self.bans
        return any(_covers(ban, network.network_address.compressed) for ban in self.bans)


def _covers(ban: str, address: str) -> bool:
    try:
        return ip_address(address) in ip_network(ban, strict=False)
    except ValueError:  # a guest
        return False


def is_address(subject: str) -> bool:
    """Whether a ban names an address or a network, not a guest."""
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
        "announcement": store.setting(ANNOUNCEMENT),
        "read_only": bool(store.setting(READ_ONLY)),
        "bans": frozenset(store.bans()),
        "changed": store.changed(),
    }
