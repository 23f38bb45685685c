"""Who waits for a rated game on which network, so that people on one network play unrated.

Most pairs on one network are families and friends at home, so their game is never refused. It just
doesn't count: one person with two accounts could otherwise win rating points from themselves.

Networks are kept in this process's memory only, for people who wait for a rated game. They are
forgotten when the game starts or the wait ends. Nothing is written to the database or the log, so
a process knows only those whose requests it answered.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable

REMEMBERED = 3600.0
"""Seconds after which the network of someone who waits at a table is forgotten."""
CLEAN_SECONDS = 10.0
MOST_REMEMBERED = 10_000


class WaitingNetworks:
    """The networks of people who wait for a rated game."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: dict[str, tuple[str, float]] = {}
        """A network and until when it is remembered, by guest."""
        self._cleaned = clock()

    def __len__(self) -> int:
        self._clean()
        return len(self._known)

    def note(self, guest: str, network: str, seconds: float = REMEMBERED) -> None:
        """Remember a guest's network for some time; an empty one is not known."""
        if self._clock() > self._cleaned + CLEAN_SECONDS:
            self._clean()
        self._known.pop(guest, None)
        if network and len(self._known) < MOST_REMEMBERED:
            self._known[guest] = network, self._clock() + seconds

    def forget(self, guests: Iterable[str]) -> None:
        for guest in guests:
            self._known.pop(guest, None)

    def is_used(self, network: str, guests: Collection[str]) -> bool:
        """Whether one of these guests waits on a network."""
        return bool(network) and network in self._networks(guests)

    def is_shared(self, guests: Collection[str]) -> bool:
        """Whether two of these guests wait on the same network."""
        found = self._networks(guests)
        return len(set(found)) < len(found)

    def _networks(self, guests: Collection[str]) -> list[str]:
        at = self._clock()
        known = [self._known[guest] for guest in set(guests) if guest in self._known]
        return [network for network, until in known if until > at]

    def _clean(self) -> None:
        self._cleaned = at = self._clock()
        self._known = {guest: line for guest, line in self._known.items() if line[1] > at}
