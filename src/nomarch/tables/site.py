"""The site as those who run it want it: announcements, bans, read-only times.

They say so in the database (`nomarch admin`); every server looks there every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from ipaddress import ip_address, ip_network

from nomarch.tables.errors import Forbidden, Unavailable
from nomarch.tables.model import Guest
from nomarch.tables.readers import Readers
from nomarch.tables.store import Store

log = logging.getLogger("nomarch.tables")

EVERY = 2.0
"""Seconds between two looks."""
ANNOUNCEMENT, READ_ONLY = "announcement", "read-only"
"""The names of what is set."""


class Site:
    """What a server knows of the wishes of those who run it."""

    def __init__(self) -> None:
        self.announcement = ""
        self.read_only = False
        self.bans: frozenset[str] = frozenset()
        self.changed: dict[str, float] = {}
        """Tables that were changed or taken away from outside lately, and when."""

    def check(self, guest: Guest | None, client: str) -> None:
        """Refuses whom the site does not want."""
        if self.bans and ((guest is not None and guest.id in self.bans) or self._is_banned(client)):
            raise Forbidden("You cannot play here any more: those who run the site decided so.")

    def check_writable(self) -> None:
        """Refuses changes while there are to be none."""
        if self.read_only:
            raise Unavailable("Just now everything can be looked at, but nothing can be changed.")

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
    """Whether a ban is of an address or a network, and not of a guest."""
    try:
        ip_network(subject, strict=False)
    except ValueError:
        return False
    return True


Heard = Callable[[list[str]], Awaitable[None]]
"""Is told when something was changed, and at which tables."""


class SiteWatcher:
    """Keeps what a server knows of the site up to date."""

    def __init__(self, site: Site, readers: Readers, heard: Heard) -> None:
        self.site, self.readers, self.heard = site, readers, heard
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Looks now, and again every few seconds."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Looks no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except Unavailable:
                log.warning("the site's settings cannot be read")
            except Exception:
                log.exception("the site's settings cannot be followed")
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Takes over what is set; whoever has to know is told when something changed."""
        before = vars(self.site).copy()
        vars(self.site).update(await self.readers.read(_wishes))
        if vars(self.site) != before:
            known = before["changed"].items()
            await self.heard(
                [id_ for id_, at in self.site.changed.items() if (id_, at) not in known]
            )


def _wishes(store: Store) -> dict[str, object]:
    return {
        "announcement": store.setting(ANNOUNCEMENT),
        "read_only": bool(store.setting(READ_ONLY)),
        "bans": frozenset(store.bans()),
        "changed": store.changed(),
    }
