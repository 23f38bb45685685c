"""The documentation at `/docs`: only what was built, and nothing beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from nomarch.web.site.docs_site import find_docs

from .actors import Patch
from .conftest import Start


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """Documentation with a page, and something beside it that is nobody's business."""
    folder = tmp_path / "docs"
    (folder / "rules").mkdir(parents=True)
    (folder / "index.html").write_text("<h1>Nomarch</h1>")
    (folder / "rules" / "ra.html").write_text("<h1>Ra</h1>")
    (tmp_path / "secret.txt").write_text("hidden words")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    return folder


Shows = Callable[..., Any]


@pytest.fixture
def shows(start: Start) -> Iterator[Shows]:
    """Starts a site with such documentation; the browser of somebody who reads it."""
    with ExitStack() as sites:

        def show(docs: Path, root: str = "") -> Any:
            visitor = sites.enter_context(start(docs=docs, root=root)).stranger().client
            visitor.follow_redirects = False
            return visitor

        yield show


def test_a_folder_redirects_to_this_site(shows: Shows, built: Path) -> None:
    (built / "rules" / "index.html").write_text("<h1>Rules</h1>")
    for root in ("", "/play"):
        answer = shows(built, root).get(f"{root}/docs/rules", headers={"host": "evil.example"})
        assert answer.status_code == 307
        assert answer.headers["location"] == f"{root}/docs/rules/"


def test_markdown_is_shown_where_nothing_was_built(shows: Shows, tmp_path: Path) -> None:
    folder = tmp_path / "markdown"
    folder.mkdir()
    (folder / "index.md").write_text(
        "# Nomarch\n\n## Run it\n\n[Play](play.md)\n\n| a |\n|---|\n| b |\n"
    )
    (folder / "play.md").write_text("# Play\n")
    (folder / "make.py").write_text("hidden words")
    (tmp_path / "secret.md").write_text("hidden words")
    (folder / "link.md").symlink_to(tmp_path / "secret.md")
    visitor = shows(folder)
    for path in ("/docs", "/docs/"):
        assert visitor.get(path).headers["location"] == "/docs/index.md"
    page = visitor.get("/docs/index.md").text
    for part in ('<h2 id="run-it">', '<a href="play.md">', "<td>b</td>"):
        assert part in page
    hides(visitor, "/docs/make.py", "/docs/link.md", "/docs/nothing.md", "/docs/%2e%2e/secret.md")


def hides(visitor: Any, *paths: str) -> None:
    for path in paths:
        answer = visitor.get(path)
        assert answer.status_code == 404, path
        assert "hidden words" not in answer.text, path


def test_pages_are_shown_with_their_own_headers(shows: Shows, built: Path) -> None:
    visitor = shows(built)
    assert visitor.get("/docs").headers["location"] == "/docs/index.html"
    page = visitor.get("/docs/rules/ra.html")
    assert (page.status_code, page.text) == (200, "<h1>Ra</h1>")
    assert page.headers["cache-control"] == "public, max-age=3600"
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert "set-cookie" not in page.headers
    again = visitor.get("/docs/rules/ra.html", headers={"if-none-match": page.headers["etag"]})
    assert again.status_code == 304
    assert "'unsafe-inline'" not in visitor.get("/").headers["content-security-policy"]


def test_nothing_outside_the_folder_is_shown(shows: Shows, built: Path) -> None:
    hides(
        shows(built),
        "/docs/nothing.html", "/docs/../secret.txt", "/docs/%2e%2e/secret.txt",
        "/docs/..%2fsecret.txt", "/docs/rules/%2e%2e/%2e%2e/secret.txt", "/docs//etc/passwd",
        "/docs/link.txt",
    )  # fmt: skip


def test_below_a_path_of_a_proxy(shows: Shows, built: Path) -> None:
    visitor = shows(built, "/games")
    assert visitor.get("/games/docs").headers["location"] == "/games/docs/index.html"
    assert visitor.get("/games/docs/index.html").text == "<h1>Nomarch</h1>"


def test_what_was_not_built_is_not_there(shows: Shows, tmp_path: Path) -> None:
    assert find_docs(tmp_path / "nowhere") is None
    assert shows(tmp_path / "nowhere").get("/docs").status_code == 404


def test_a_setting_names_the_folder(built: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("NOMARCH_DOCS", str(built))
    assert find_docs() == built
