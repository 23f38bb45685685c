"""Limits on what a client may send: how much, how often, and from where."""

import time
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import unquote, urlsplit

from starlette.requests import HTTPConnection

from nomarch.tables.state.errors import BadRequest, NotFound
from nomarch.web.http.error_responses import too_many_requests
from nomarch.web.http.text_fields import Word

MAX_BODY = 16 * 1024
MAX_MESSAGE = 4 * 1024
MAX_ADDRESS = 2 * 1024
BURST_SECONDS = 10
MAX_CLIENTS = 10_000
DEFAULT_RATE = 20.0
BODY_TIMEOUT = 10.0
"""Seconds until a request body must be complete."""
NAT64 = IPv6Network("64:ff9b::/96")


class RateLimiter:
    """A token bucket per client."""

    def __init__(self, per_second: float, capacity: float = 0.0) -> None:
        self.per_second = per_second
        self.capacity = capacity or per_second * BURST_SECONDS
        self._levels: dict[str, tuple[float, float]] = {}

    def __len__(self) -> int:
        """Return the number of remembered clients."""
        return len(self._levels)

    def allows(self, client: str, cost: float = 1.0) -> bool:
        """Charge the cost if the client can afford it."""
        at = time.monotonic()
        level = self._level(client, at)
        if len(self._levels) > MAX_CLIENTS:
            self._forget_full(at)
        allowed = level >= cost
        self._levels[client] = (level - cost if allowed else level, at)
        return allowed

    def check(self, client: str) -> None:
        """Raise `TooManyRequests` if the client is over its rate."""
        if not self.allows(client):
            raise too_many_requests()

    def _level(self, client: str, at: float) -> float:
        level, since = self._levels.get(client, (self.capacity, at))
        return min(self.capacity, level + max(0.0, at - since) * self.per_second)

    def _forget_full(self, at: float) -> None:
        """Forget clients with full buckets; if few have one, the older half of all."""
        kept = {c: line for c, line in self._levels.items() if self._level(c, at) < self.capacity}
        if len(kept) > MAX_CLIENTS // 2:
            kept = dict(list(kept.items())[len(kept) // 2 :])
        self._levels = kept


class Limits:
    """The limits of one client, all in proportion to its request rate."""

    def __init__(self, per_second: float = DEFAULT_RATE) -> None:
        share = per_second / DEFAULT_RATE
        self.requests = RateLimiter(per_second)
        self.people = RateLimiter(share / 10, 60 * share)
        self.tables = RateLimiter(share / 30, 30 * share)
        self.listings = RateLimiter(share / 300, 5 * share)
        self.starts = RateLimiter(share / 20, 5 * share)
        self.chat = RateLimiter(share, 15 * share)
        self.max_sockets = 200 * share
        self.max_connections = 256 * share


def client_of(connection: HTTPConnection) -> str:
    """The key by which a client is counted."""
    return client_network(connection.client.host if connection.client else "unknown")


def client_network(host: str) -> str:
    """An IPv4 address as it is, also inside IPv6; else the /56 network, which is one household."""
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    return str(_embedded(address) or IPv6Network((address, 56), strict=False))


def _embedded(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address behind an IPv6 one: mapped, 6to4, Teredo or NAT64."""
    if address.teredo is not None:
        return address.teredo[1]
    if address in NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour


def public_network(connection: HTTPConnection) -> str:
    """A client's network, or nothing if its address is private.

    Behind a proxy that isn't set up, or on a server at home, everyone has a private address.
    """
    network = client_of(connection)
    try:
        is_public = ip_address(network.partition("/")[0]).is_global
    except ValueError:
        return ""
    return network if is_public else ""


def check_address(connection: HTTPConnection) -> None:
    """Refuse an address that is too long or has control characters."""
    word = Word(MAX_ADDRESS)
    if not word.fits(connection.scope["path"]):
        raise NotFound("There's nothing at this address.")
    if not word.fits(unquote(connection.scope["query_string"].decode("latin-1"))):
        reason = "its address is too long or has control characters"
        raise BadRequest("We couldn't read the request: {reason}.", reason=reason)


def is_same_origin(connection: HTTPConnection, *, https: bool) -> bool:
    """Whether a request comes from our own pages, or from a program.

    Browsers send these headers; another site cannot make a program act. A site that is reached by
    https accepts no page that was loaded without it.
    """
    site = connection.headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    parts = urlsplit(origin)
    schemes = {"https"} if https or connection.url.scheme in ("https", "wss") else {"http", "https"}
    return parts.scheme in schemes and parts.netloc == connection.headers.get("host")
