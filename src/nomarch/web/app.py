"""The ASGI app: its middleware, and how it refuses."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from nomarch.errors import NomarchError, Refused
from nomarch.tables.state.errors import BadRequest, NotFound
from nomarch.web.http.api import reply
from nomarch.web.http.connections import ConnectionMiddleware, ServerLoop
from nomarch.web.http.error_responses import MethodNotAllowed, describe_error, internal_error
from nomarch.web.http.language import language_of
from nomarch.web.http.pages import COMPRESSION, Pages
from nomarch.web.http.request_guard import RequestGuard
from nomarch.web.http.responses import Refusal
from nomarch.web.http.root_path import RootPathMiddleware, path_of, without_trailing_slash
from nomarch.web.operations import request_ids
from nomarch.web.operations.settings import Settings
from nomarch.web.routes import list_routes
from nomarch.web.services import Services

log = logging.getLogger("nomarch.web")
DAY = 86_400

SECURITY_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}

HTTPS_ONLY = {"strict-transport-security": f"max-age={365 * DAY}"}


def create_app(settings: Settings, *, ends_process: bool = False) -> Starlette:
    """Create the app for a database. `ends_process` lets its watchdog end a server that hangs."""
    services = Services(settings, ends_process=ends_process)
    routes = list_routes(services)
    headers = SECURITY_HEADERS | (HTTPS_ONLY if settings.https else {})

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        if isinstance(loop, ServerLoop):
            loop.connections = services.connections
        async with services.running():
            yield

    async def refused(request: Request, error: Exception) -> Response:
        is_missing = isinstance(error, HTTPException) and error.status_code == 404
        target = without_trailing_slash(request, routes) if is_missing else None
        response = RedirectResponse(target) if target else _refusal(services.pages, request, error)
        # Unexpected errors are answered outside of RequestGuard.
        response.headers.update(headers | {request_ids.HEADER: request_ids.current.get()})
        return response

    guard = Middleware(
        RequestGuard,
        limits=services.limits,
        identity=services.identity,
        site=services.site,
        metrics=services.metrics,
        refused=refused,
        headers=headers,
    )
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={NomarchError: refused, HTTPException: refused, Exception: refused},
        middleware=[
            Middleware(ConnectionMiddleware, connections=services.connections),
            *_proxy_headers(settings),
            Middleware(RootPathMiddleware, root=settings.root),
            guard,
            Middleware(GZipMiddleware, minimum_size=600, compresslevel=COMPRESSION),
        ],
    )
    app.router.redirect_slashes = False  # it would redirect to the host of the request
    app.state.services = services
    return app


def _proxy_headers(settings: Settings) -> list[Middleware]:
    if not settings.proxies:
        return []
    from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

    return [Middleware(ProxyHeadersMiddleware, trusted_hosts=settings.proxies)]


def _refusal(pages: Pages, request: Request, error: Exception) -> Response:
    """Answer an error with a sentence: JSON for programs, a page for people."""
    language = language_of(request)
    if isinstance(error, HTTPException):
        sentence, _ = describe_error(_sentence(error), language)
        status = error.status_code
    elif isinstance(error, NomarchError):
        sentence, status = describe_error(error, language)
    else:
        log.exception("unexpected error at %s", request.url.path)
        sentence, status = describe_error(internal_error(), language)
    if path_of(request).startswith("/api/"):
        return reply(Refusal(sentence), status)
    return pages.refused(request, sentence, status)


def _sentence(error: HTTPException) -> Refused:
    """The framework's errors in our own words."""
    if error.status_code == 404:
        return NotFound("There's nothing at this address.")
    if error.status_code == 405:
        return MethodNotAllowed("That isn't possible here.")
    return BadRequest("We couldn't read the request: {reason}.", reason=error.detail)
