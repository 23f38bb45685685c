"""uvicorn's HTTP protocol, registered with the open connections of its server.

It only extends asyncio's `Protocol` callbacks. It gets its `Connections` from the lifespan state
that uvicorn hands to every protocol.
"""

from __future__ import annotations

from asyncio import Transport
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from nomarch.web.http.connections import STATE_KEY, Connections, Peer


class LimitedHttpProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's HTTP protocol, registered with the server's `Connections`."""

    def __init__(self, *args: Any, app_state: dict[str, Any], **more: Any) -> None:
        super().__init__(*args, app_state=app_state, **more)
        self._connections: Connections = app_state[STATE_KEY]
        self._peer: Peer | None = None

    def connection_made(self, transport: Transport) -> None:
        super().connection_made(transport)
        self._peer = self._connections.add(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._peer is not None:
            self._connections.remove(self._peer)
        super().connection_lost(exc)
