"""Open TCP connections: how many an address may hold, and how long a request may take to arrive."""

import asyncio
import sys
from asyncio import BaseProtocol, BaseTransport, TimerHandle, Transport
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, cast

from starlette.types import ASGIApp, Receive, Scope, Send

from nomarch.web.http.limits import client_network

REQUEST_TIMEOUT = 10.0
"""Seconds until a request's headers must be complete."""
TIMED_OUT = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
ABORT = "abort"
"""Key in a scope's state: a function that cuts the connection without waiting for the client."""

Peer = tuple[str, int]


def parse_networks(proxies: str) -> list[IPv4Network | IPv6Network]:
    """Parse addresses and networks separated by commas; `*` means every address."""
    names = [name.strip() for name in proxies.split(",") if name.strip()]
    if "*" in names:
        names = ["0.0.0.0/0", "::/0"]
    return [ip_network(name, strict=False) for name in names]


class Connections:
    """Every open connection of a server, by peer."""

    def __init__(self, max_per_address: float, proxies: str = "") -> None:
        self.max_per_address = max_per_address
        self.proxies = parse_networks(proxies)
        self._transports: dict[Peer, Transport] = {}
        self._by_address: dict[str, set[Peer]] = {}
        self._timers: dict[Peer, TimerHandle] = {}

    def __len__(self) -> int:
        return len(self._transports)

    def watch(self, protocol: BaseProtocol) -> None:
        """Register the connection of a protocol while it is open."""
        made, lost = protocol.connection_made, protocol.connection_lost
        peer: Peer | None = None

        def connection_made(transport: BaseTransport) -> None:
            nonlocal peer
            made(transport)
            peer = self.add(cast(Transport, transport))

        def connection_lost(exc: Exception | None) -> None:
            if peer is not None:
                self.remove(peer)
            lost(exc)

        protocol.connection_made = connection_made  # type: ignore[method-assign]
        protocol.connection_lost = connection_lost  # type: ignore[method-assign]

    def add(self, transport: Transport) -> Peer | None:
        """Register a new connection, or abort it if its address has too many."""
        name = transport.get_extra_info("peername")
        if not isinstance(name, tuple):
            return None  # a Unix socket: a proxy on this machine
        peer: Peer = name[:2]
        siblings = self._by_address.setdefault(client_network(peer[0]), set())
        if len(siblings) >= self.max_per_address and not self._is_proxy(peer[0]):
            self._forget_closed(siblings)
            if len(siblings) >= self.max_per_address:
                transport.abort()
                return None
        siblings.add(peer)
        self._transports[peer] = transport
        self._expect_request(peer)
        return peer

    def remove(self, peer: Peer) -> None:
        self._stop_timer(peer)
        if self._transports.pop(peer, None) is None:
            return
        address = client_network(peer[0])
        self._by_address[address].discard(peer)
        if not self._by_address[address]:
            del self._by_address[address]

    def _is_proxy(self, host: str) -> bool:
        return any(ip_address(host) in network for network in self.proxies)

    def _forget_closed(self, siblings: set[Peer]) -> None:
        for peer in [peer for peer in siblings if self._transports[peer].is_closing()]:
            siblings.discard(peer)
            del self._transports[peer]
            self._stop_timer(peer)

    # --- Waiting for a request ------------------------------------------------------------------

    def _expect_request(self, peer: Peer) -> None:
        loop = asyncio.get_running_loop()
        self._timers[peer] = loop.call_later(REQUEST_TIMEOUT, self._time_out, peer)

    def _stop_timer(self, peer: Peer) -> None:
        if timer := self._timers.pop(peer, None):
            timer.cancel()

    def _time_out(self, peer: Peer) -> None:
        del self._timers[peer]
        transport = self._transports[peer]
        if not transport.is_closing():
            transport.write(TIMED_OUT)
            transport.close()

    async def serve(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Run one request or socket; the next request on the connection must come in time."""
        peer = scope.get("client")
        transport = self._transports.get(peer) if peer else None
        if peer is None or transport is None:
            await app(scope, receive, send)
            return
        self._stop_timer(peer)
        scope.setdefault("state", {})[ABORT] = transport.abort
        try:
            await app(scope, receive, send)
        finally:
            if scope["type"] == "websocket" or transport.is_closing():
                self.remove(peer)
            elif peer in self._transports and peer not in self._timers:
                self._expect_request(peer)


try:
    from uvloop import Loop as _Loop
except ImportError:
    if sys.platform == "win32":
        from asyncio import ProactorEventLoop as _Loop
    else:
        from asyncio import SelectorEventLoop as _Loop  # type: ignore[assignment]


class ServerLoop(_Loop):
    """An event loop whose servers register their connections, once the app has said where."""

    connections: Connections | None = None

    async def create_server(self, protocol_factory: Any, *args: Any, **more: Any) -> Any:
        """Create a server; each protocol also reports its connection."""

        def make() -> BaseProtocol:
            protocol: BaseProtocol = protocol_factory()
            if self.connections is not None:
                self.connections.watch(protocol)
            return protocol

        return await super().create_server(make, *args, **more)


class ConnectionMiddleware:
    """Reports begin and end of requests. Must see the peer, not a proxy's client."""

    def __init__(self, app: ASGIApp, connections: Connections) -> None:
        self.app, self.connections = app, connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        else:
            await self.connections.serve(self.app, scope, receive, send)
