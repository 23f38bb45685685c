"""Serving under a path such as /games instead of the root."""

from collections.abc import Sequence
from urllib.parse import urljoin, urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send

_HERE = "here.invalid"
"""A host that no address leads to."""


def path_of(connection: HTTPConnection) -> str:
    """The path of a request without the root path."""
    path: str = connection.scope["path"]
    return path.removeprefix(root_of(connection)) or "/"


def root_of(connection: HTTPConnection) -> str:
    """The root path; empty if there is none."""
    root: str = connection.scope.get("app_root_path", connection.scope.get("root_path", ""))
    return root


def local_path(text: str) -> str:
    """Return a path of this site; empty if a browser would leave the site for it.

    Browsers read backslashes as slashes and skip control characters.
    """
    if text[:1] != "/" or text[:2] == "//" or "\\" in text or not text.isprintable():
        return ""
    try:
        url = urlsplit(urljoin(f"https://{_HERE}/", text))
    except ValueError:
        return ""
    return text if (url.scheme, url.netloc) == ("https", _HERE) else ""


def without_trailing_slash(request: Request, routes: Sequence[BaseRoute]) -> str | None:
    """Return where a path leads without its trailing slashes, if there is a page.

    The answer is relative to this host, whatever the Host header says.
    """
    path, root = path_of(request), root_of(request)
    target = path.rstrip("/")
    if not target or target == path or path.startswith("//"):
        return None
    scope = {**request.scope, "path": root + target}
    if not any(route.matches(scope)[0] is Match.FULL for route in routes):
        return None
    query = request.url.query
    return f"{root}{target}?{query}" if query else root + target


class RootPathMiddleware:
    """Serve under a path, whether the proxy removes it or not."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self.app = app
        self.root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        root = scope.get("app_root_path", self.root)
        if root and scope["type"] != "lifespan":
            path: str = scope["path"]
            if path != root and not path.startswith(f"{root}/"):
                path = root + path
            scope = {**scope, "path": path, "root_path": root, "app_root_path": root}
        await self.app(scope, receive, send)
