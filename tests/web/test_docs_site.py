"""The documentation at `/docs`: only what was built, and nothing beside it."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from nomarch.web.app import create_app
from nomarch.web.operations.settings import Settings
from nomarch.web.site.docs_site import find_docs


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


def test_a_folder_redirects_to_this_site(tmp_path: Path, built: Path) -> None:
    (built / "rules" / "index.html").write_text("<h1>Rules</h1>")
    with client(tmp_path, built) as visitor:
        answer = visitor.get("/docs/rules", headers={"host": "evil.example"})
        assert answer.status_code == 307
        assert answer.headers["location"] == "/docs/rules/"
    with client(tmp_path, built, "/play") as visitor:
        answer = visitor.get("/play/docs/rules", headers={"host": "evil.example"})
        assert answer.headers["location"] == "/play/docs/rules/"


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """Documentation that nobody has built."""
    folder = tmp_path / "markdown"
    folder.mkdir()
    (folder / "index.md").write_text(
        "# Nomarch\n\n## Run it\n\n[Play](play.md)\n\n| a |\n|---|\n| b |\n"
    )
    (folder / "play.md").write_text("# Play\n")
    (folder / "make.py").write_text("hidden words")
    (tmp_path / "secret.md").write_text("hidden words")
    (folder / "link.md").symlink_to(tmp_path / "secret.md")
    return folder


def test_markdown_is_shown_where_nothing_was_built(tmp_path: Path, written: Path) -> None:
    with client(tmp_path, written) as visitor:
        for start in ("/docs", "/docs/"):
            assert visitor.get(start).headers["location"] == "/docs/index.md"
        page = visitor.get("/docs/index.md").text
        for part in ('<h2 id="run-it">', '<a href="play.md">', "<td>b</td>"):
            assert part in page
        for path in ("make.py", "link.md", "nothing.md", "%2e%2e/secret.md"):
            answer = visitor.get(f"/docs/{path}")
            assert answer.status_code == 404
            assert "hidden words" not in answer.text


def client(tmp_path: Path, docs: Path | None, root: str = "") -> TestClient:
    settings = Settings(data=tmp_path / "data", docs=docs, root=root)
    return TestClient(create_app(settings), follow_redirects=False)


def test_pages_are_shown_with_their_own_headers(tmp_path: Path, built: Path) -> None:
    with client(tmp_path, built) as visitor:
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


@pytest.mark.parametrize(
    "path",
    [
        "/docs/nothing.html", "/docs/../secret.txt", "/docs/%2e%2e/secret.txt",
        "/docs/..%2fsecret.txt", "/docs/rules/%2e%2e/%2e%2e/secret.txt", "/docs//etc/passwd",
        "/docs/link.txt",
    ],
)  # fmt: skip
def test_nothing_outside_the_folder_is_shown(tmp_path: Path, built: Path, path: str) -> None:
    with client(tmp_path, built) as visitor:
        answer = visitor.get(path)
        assert answer.status_code == 404
        assert "hidden words" not in answer.text


def test_below_a_path_of_a_proxy(tmp_path: Path, built: Path) -> None:
    with client(tmp_path, built, "/games") as visitor:
        assert visitor.get("/games/docs").headers["location"] == "/games/docs/index.html"
        assert visitor.get("/games/docs/index.html").text == "<h1>Nomarch</h1>"


def test_what_was_not_built_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, built: Path
) -> None:
    assert find_docs(tmp_path / "nowhere") is None
    with client(tmp_path, tmp_path / "nowhere") as visitor:
        assert visitor.get("/docs").status_code == 404
    monkeypatch.setenv("NOMARCH_DOCS", str(built))
    assert find_docs() == built
