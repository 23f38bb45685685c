"""Static files, their version, and the palette as a style sheet."""

import hashlib
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

from nomarch import __version__
from nomarch.draw import palette

STATIC = Path(__file__).parents[1] / "static"
STATIC_VERSION = STATIC.with_name("static_version.txt")
"""What `fingerprint` returns where the files themselves are served by somebody else."""
DAY = 86_400


class ImmutableFiles(StaticFiles):
    """Static files under a path with their version, which browsers may cache for ever.

    Scripts import each other by relative paths, so a page's scripts have one version.
    """

    def file_response(self, *args: Any, **more: Any) -> Response:
        response = super().file_response(*args, **more)
        response.headers["cache-control"] = f"public, max-age={365 * DAY}, immutable"
        return response


def fingerprint() -> str:
    """A name for this version of all static files."""
    if STATIC_VERSION.exists():
        return STATIC_VERSION.read_text()
    found = hashlib.sha256(__version__.encode() + palette_css().encode())
    for path in sorted(p for p in STATIC.rglob("*") if p.is_file()):
        found.update(path.read_bytes())
    return found.hexdigest()[:12]


def palette_css() -> str:
    """The palette as a style sheet: light, dark by system or choice, light on paper."""
    day, night = palette.variables(), palette.variables(night=True)
    wished = f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{night}}}}}"
    chosen = f":root[data-theme=dark]{{{night}}}"
    dark = f"@media screen{{{wished}\n{chosen}}}"
    return f":root{{{day}}}\n{dark}\n{palette.css_by_variable()}\n"


async def serve_colours(request: Request) -> Response:
    return PlainTextResponse(
        palette_css(), media_type="text/css", headers={"cache-control": f"max-age={DAY}"}
    )
