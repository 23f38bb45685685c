"""The documentation at `/docs`: only what was built, and nothing beside it."""

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


@pytest.mark.parametrize("root", ["", "/play"])
def test_folders_redirect_to_this_site(shows: Shows, built: Path, root: str) -> None:
    (built / "rules" / "index.html").write_text("<h1>Rules</h1>")
    visitor = shows(built, root)
    for path, page in (("docs", "docs/index.html"), ("docs/rules", "docs/rules/")):
        answer = visitor.get(f"{root}/{path}", headers={"host": "evil.example"})
        assert (answer.status_code, answer.headers["location"]) == (307, f"{root}/{page}")
        assert "<h1>" in visitor.get(answer.headers["location"]).text


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


def test_what_was_not_built_is_not_there(shows: Shows, built: Path, monkeypatch: Patch) -> None:
    assert find_docs(built / "nowhere") is None
    assert shows(built / "nowhere").get("/docs").status_code == 404
    monkeypatch.setenv("NOMARCH_DOCS", str(built))
    assert find_docs() == built
