"""Middleware for every request: limits, same-origin check, headers, metrics and a log line."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nomarch.errors import NomarchError
from nomarch.people.site import Site
from nomarch.storage.fair_queue import caller
from nomarch.tables.state.errors import Forbidden
from nomarch.web.http.error_responses import too_many_requests
from nomarch.web.http.identity import Identity
from nomarch.web.http.limits import Limits, check_address, client_of, is_same_origin
from nomarch.web.http.root_path import path_of
from nomarch.web.operations import request_ids
from nomarch.web.operations.metrics import Metrics

log = logging.getLogger("nomarch.web")

REFUSAL_SECONDS = 0.25
"""Seconds after which a client is told that it asks too often.

Refusals take so little that a flood of them would keep the event loop from everybody else.
"""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
Refuse = Callable[[Request, Exception], Awaitable[Response]]
ANONYMOUS_PATHS = (
    "/static", "/health", "/ready", "/metrics", "/openapi.json", "/colours.css", "/sw.js",
    "/offline", "/docs",
)  # fmt: skip
"""Paths that need no identity."""


@dataclass
class RequestGuard:
    """Checks every request, adds headers to its answer, counts and logs it."""

    app: ASGIApp
    limits: Limits
    identity: Identity
    site: Site
    metrics: Metrics
    refused: Refuse
    headers: dict[str, str]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "websocket":
                request_ids.begin(HTTPConnection(scope))
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        caller.set((client_of(request), ""))
        started, status, trace = time.perf_counter(), 0, request_ids.begin(request)

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers[request_ids.HEADER] = trace
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            refusal = await self._refusal(request)
            await (refusal or self.app)(scope, receive, send_guarded)
        except Exception:
            status = 500  # answered outside of this middleware
            raise
        finally:
            self._note(request, status, time.perf_counter() - started)

    def _note(self, request: Request, status: int, seconds: float) -> None:
        self.metrics.note_request(request, status, seconds)
        if not path_of(request).startswith("/static"):
            log.info("request", extra={"fields": _fields(request, status, seconds)})

    async def _refusal(self, request: Request) -> Response | None:
        try:
            if not self.limits.requests.allows(client_of(request)):
                await asyncio.sleep(REFUSAL_SECONDS)
                raise too_many_requests()
            check_address(request)
            is_change = request.method not in SAFE_METHODS
            if is_change and not is_same_origin(request, https=self.identity.https):
                raise Forbidden("Blocked: this request came from another site.")
            if not path_of(request).startswith(ANONYMOUS_PATHS):
                await self.identity.identify(request)
                person = self.identity.of(request)
                caller.set((client_of(request), person.id if person else ""))
                self.site.check(person, client_of(request))
                if is_change and self.identity.is_new(request):
                    self.limits.people.check(client_of(request))
                    await self.identity.admit(request)
        except NomarchError as error:
            return await self.refused(request, error)
        return None


def _fields(request: Request, status: int, seconds: float) -> dict[str, Any]:
    # Tokens in links are secrets: the log leaves the last part out.
    path = path_of(request)
    if "/join/" in path or path.startswith(("/me/", "/mail/", "/notices/stop/")):
        path = path.rsplit("/", 1)[0] + "/…"
    return {
        "method": request.method,
        "path": path,
        "status": status,
        "ms": round(seconds * 1000, 1),
    }
