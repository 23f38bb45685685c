"""Serving under a path such as /games instead of the root."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send


def path_of(connection: HTTPConnection) -> str:
    """The path of a request without the root path."""
    path: str = connection.scope["path"]
    return path.removeprefix(root_of(connection)) or "/"


def root_of(connection: HTTPConnection) -> str:
    """The root path; empty if there is none."""
    root: str = connection.scope.get("app_root_path", connection.scope.get("root_path", ""))
    return root


class RootPathMiddleware:
    """Serve under a path, whether the proxy removes it or not."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self.app = app
        self.root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.root and scope["type"] != "lifespan":
            path: str = scope["path"]
            if path != self.root and not path.startswith(f"{self.root}/"):
                path = self.root + path
            scope = {**scope, "path": path, "root_path": self.root, "app_root_path": self.root}
        await self.app(scope, receive, send)
