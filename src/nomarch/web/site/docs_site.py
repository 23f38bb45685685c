"""The documentation at `/docs`: as `make docs` built it, or else its Markdown as plain pages."""

import os
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from nomarch.tables.state.errors import NotFound
from nomarch.web.http.pages import Pages
from nomarch.web.http.root_path import root_of

CHECKOUT = Path(__file__).parents[4]
"""The clone that this file lies in, if it does."""
START_PAGES = ("index.html", "index.md")
PICTURES = (".png", ".svg", ".webp")
MAX_AGE = 3600
"""Seconds that a browser may keep a page: a new build shows after that."""
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'self'; "
    "form-action 'none'"
)
"""The theme's pages have inline scripts. They are files of ours: no visitor's text is in them."""


def find_docs(folder: Path | None = None) -> Path | None:
    """Return where the documentation is: the folder, `NOMARCH_DOCS`, or this checkout's.

    A checkout's Markdown is used if nothing was built.
    """
    named = os.environ.get("NOMARCH_DOCS")
    if folder or named:
        places = [folder or Path(named or "")]
    else:
        places = [CHECKOUT / "build" / "docs", CHECKOUT / "docs"]
    found = (place for place in places if any((place / name).is_file() for name in START_PAGES))
    return next(found, None)


class DocsFiles(StaticFiles):
    """Files of the documentation; paths outside of the folder are not found."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if isinstance(response, RedirectResponse):  # to a folder, by the request's own host
            response.headers["location"] = urlsplit(response.headers["location"]).path
        return response

    def file_response(self, *args: Any, **more: Any) -> Response:
        response = super().file_response(*args, **more)
        response.headers["cache-control"] = f"public, max-age={MAX_AGE}"
        response.headers["content-security-policy"] = POLICY
        return response


@dataclass(frozen=True)
class MarkdownDocs:
    """Shows a folder of Markdown as pages of the site, and the pictures in it."""

    folder: Path
    pages: Pages

    async def show(self, request: Request) -> Response:
        root = self.folder.resolve()
        path = (root / request.path_params["path"]).resolve()
        if not path.is_relative_to(root) or not os.path.isfile(path):  # also for names too long
            raise NotFound("There's nothing at this address.")
        if path.suffix in PICTURES:
            return FileResponse(path, headers={"cache-control": f"public, max-age={MAX_AGE}"})
        if path.suffix != ".md":
            raise NotFound("There's nothing at this address.")
        changed = path.stat().st_mtime
        title, html = await self.pages.draw(request, lambda: render_markdown(path, changed))
        return await self.pages.render(
            request, "docs.html", anonymous=True, title=title, text=Markup(html)
        )


@lru_cache(maxsize=128)
def render_markdown(path: Path, changed: float) -> tuple[str, str]:
    """Return the title and the HTML of a Markdown file, as it was at the time `changed`."""
    renderer = MarkdownIt("commonmark").enable("table")
    tokens = renderer.parse(path.read_text(encoding="utf-8"))
    headings = [i for i, token in enumerate(tokens) if token.type == "heading_open"]
    for index in headings:
        words = tokens[index + 1].content.lower()
        # As MkDocs makes it: links use it for the heading.
        tokens[index].attrSet("id", re.sub(r"[^\w]+", "-", words).strip("-"))
    title = tokens[headings[0] + 1].content if headings else path.stem
    return title, renderer.renderer.render(tokens, renderer.options, {})


def docs_routes(folder: Path | None, pages: Pages) -> list[BaseRoute]:
    """Return the routes below `/docs`; none without documentation."""
    built = find_docs(folder)
    if built is None:
        return []
    first = next(name for name in START_PAGES if (built / name).is_file())

    async def start(request: Request) -> Response:
        return RedirectResponse(f"{root_of(request)}/docs/{first}")

    starts = [Route("/docs", start), Route("/docs/", start)]
    if first.endswith(".md"):
        return [*starts, Route("/docs/{path:path}", MarkdownDocs(built, pages).show)]
    files = DocsFiles(directory=built, html=True, follow_symlink=False)
    return [*starts, Mount("/docs", files)]
