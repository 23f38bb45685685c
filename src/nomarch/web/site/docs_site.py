"""The documentation at `/docs`, when `make docs` has built it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from nomarch.web.http.root_path import root_of

CHECKOUT = Path(__file__).parents[4]
"""The clone that this file lies in, if it does."""
MAX_AGE = 3600
"""Seconds that a browser may keep a page: a new build shows after that."""
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'self'; "
    "form-action 'none'"
)
"""The theme's pages have inline scripts. They are files of ours: no visitor's text is in them."""


def find_docs(folder: Path | None = None) -> Path | None:
    """Return where the built documentation is: the folder, `NOMARCH_DOCS`, or this checkout's."""
    named = os.environ.get("NOMARCH_DOCS")
    built = folder or (Path(named) if named else CHECKOUT / "build" / "docs")
    return built if (built / "index.html").is_file() else None


class DocsFiles(StaticFiles):
    """Files of the documentation; paths outside of the folder are not found."""

    def file_response(self, *args: Any, **more: Any) -> Response:
        response = super().file_response(*args, **more)
        response.headers["cache-control"] = f"public, max-age={MAX_AGE}"
        response.headers["content-security-policy"] = POLICY
        return response


def docs_routes(folder: Path | None) -> list[BaseRoute]:
    """Return the routes below `/docs`; none while nothing is built."""
    built = find_docs(folder)
    if built is None:
        return []

    async def start(request: Request) -> Response:
        return RedirectResponse(f"{root_of(request)}/docs/index.html")

    files = DocsFiles(directory=built, html=True, follow_symlink=False)
    return [Route("/docs", start), Mount("/docs", files)]
