"""Limits on everything a client can send: how much, how often, and from where."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

LONGEST_BODY = 16 * 1024
LONGEST_MESSAGE = 4 * 1024
BURST_SECONDS = 10
FORGET_ABOVE = 10_000


class Buckets:
    """A leaky bucket per client: so many requests a second, with some in reserve."""

    def __init__(self, per_second: float) -> None:
        self.per_second = per_second
        self.most = per_second * BURST_SECONDS
        self._levels: dict[str, tuple[float, float]] = {}

    def allows(self, client: str, cost: float = 1.0) -> bool:
        """Whether the client may go on; if so, the cost is charged."""
        at = time.monotonic()
        level, since = self._levels.get(client, (self.most, at))
        level = min(self.most, level + (at - since) * self.per_second)
        if len(self._levels) > FORGET_ABOVE:
            self._levels.clear()
        if level < cost:
            self._levels[client] = (level, at)
            return False
        self._levels[client] = (level - cost, at)
        return True


def client_of(connection: HTTPConnection) -> str:
    """What a client is counted by."""
    return connection.client.host if connection.client else "unknown"


def is_same_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from our own pages, or from no page at all.

    Browsers tell; programs that send neither header cannot be made to act by another site.
    """
    site = connection.headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")
