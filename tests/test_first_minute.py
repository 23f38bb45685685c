"""What a stranger meets: README, the navigation of the documentation, addresses and names."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from babel.messages.pofile import read_po

from nomarch.cli import main

from .test_docs_run import COMMAND, FENCED

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SITE: dict[str, Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
DOCS = sorted((ROOT / "docs").rglob("*.md"))

# --- README ---------------------------------------------------------------------------------------


def test_the_first_screen_shows_the_game_and_how_to_start_it() -> None:
    lines = README.splitlines()
    assert len(lines) < 80
    parts = ["](docs/game.webp)", "/play/)", "    git clone ", "    make run ", "    make test "]
    places = [next(n for n, line in enumerate(lines) if part in line) for part in parts]
    assert places == sorted(places)
    assert places[-1] < 16


def test_the_commands_of_the_first_screen_are_targets() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^    make (\w+)", README, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_the_library_takes_eight_lines() -> None:
    ((language, _, code),) = FENCED.findall(README)
    assert (language, len(code.splitlines())) == ("python", 8)


# --- Addresses ------------------------------------------------------------------------------------


def test_every_address_follows_from_the_repository_s() -> None:
    source = urlsplit(PROJECT["urls"]["Source"])
    owner, name = source.path.strip("/").split("/")
    pages = f"https://{owner}.github.io/{name}/"
    assert (SITE["repo_url"], SITE["site_url"]) == (source.geturl(), pages)
    assert PROJECT["urls"]["Documentation"] == pages
    assert PROJECT["urls"]["Play"] == f"{pages}play/"
    text = README + "".join(page.read_text(encoding="utf-8") for page in DOCS)
    assert set(re.findall(r"https://\w+\.github\.io/[\w/]*", text)) == {f"{pages}play/"}
    assert f"git clone {source.geturl()} && cd {name}\n" in README
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["repository-code"] == source.geturl()


def test_the_workflow_publishes_the_browser_edition_there() -> None:
    """GitHub serves a project's pages under the repository's name."""
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "docs.yml").read_text("utf-8"))
    steps = [step.get("run", "") for step in workflow["jobs"]["build"]["steps"]]
    (build,) = (step for step in steps if "make site" in step)
    root = re.search(r"ROOT=(\S+(?: \S+)* }}/\w+)", build)
    assert root is not None
    name = PROJECT["urls"]["Source"].rpartition("/")[2]
    path = root[1].replace("${{ github.event.repository.name }}", name)
    assert urlsplit(PROJECT["urls"]["Play"]).path == f"{path}/"
    assert "mv build/site build/docs/play" in build
    assert steps.index("make docs") < steps.index(build)


INSTALL = re.compile(r'pip install "?nomarch[^"\n]*"?.*')


@pytest.mark.skipif(os.name == "nt", reason="make and sed")
def test_a_release_replaces_how_to_install(tmp_path: Path) -> None:
    """Before one, the package comes from the repository; after it, from the index."""
    shutil.copytree(ROOT / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("*.png"))
    for name in ("Makefile", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    subprocess.run(["make", "-s", "released", "package-page"], cwd=tmp_path, check=True)
    readme = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert INSTALL.findall(readme) == ['pip install "nomarch[serve]"']
    assert re.findall(r'(?:\]\(|src=")(?!https://)[^)"]*', readme) == []
    for page in (tmp_path / "docs").rglob("*.md"):
        assert "git+" not in page.read_text(encoding="utf-8"), page


def test_pages_install_from_where_the_package_is() -> None:
    """All of them from the repository, or after a release all from the index."""
    texts = [README, *(page.read_text(encoding="utf-8") for page in DOCS)]
    commands = {command for text in texts for command in INSTALL.findall(text)}
    place = f" @ git+{PROJECT['urls']['Source']}"
    where = place if place in README else ""
    for command in commands:
        assert re.fullmatch(rf'pip install "nomarch(\[[\w,]+\])?{re.escape(where)}"', command)


def test_every_extra_is_explained() -> None:
    text = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", text, re.MULTILINE)
    assert set(re.findall(r"\w+", " ".join(rows))) == PROJECT["optional-dependencies"].keys()


# --- Pages ----------------------------------------------------------------------------------------


def pages_of(entries: Any) -> Iterator[str]:
    """The pages of a navigation, in order."""
    if isinstance(entries, str):
        yield entries
    else:
        for entry in entries.values() if isinstance(entries, dict) else entries:
            yield from pages_of(entry)


PAGES = list(pages_of(SITE["nav"]))


def test_the_navigation_has_every_page_by_reader() -> None:
    assert sorted(PAGES) == [page.relative_to(ROOT / "docs").as_posix() for page in DOCS]
    titles = [next(iter(entry)) for entry in SITE["nav"]]
    readers = re.findall(r"^\| ([\w ]+?) \| \[", README, re.MULTILINE)
    assert titles[2:] == [reader.capitalize() for reader in readers]
    assert len(readers) == 6


@pytest.mark.parametrize("page", [page for page in PAGES if not page.startswith("rules/")])
def test_a_page_begins_with_what_one_can_do_after_it(page: str) -> None:
    title, _, first = (ROOT / "docs" / page).read_text(encoding="utf-8").partition("\n\n")
    assert title.startswith("# ")
    assert first.startswith("After this page you can ") or page == "index.md"


def test_links_lead_somewhere() -> None:
    """The built documentation has no files of the repository: its pages link to them at GitHub."""
    files = re.compile(f"{PROJECT['urls']['Source']}/(?:blob|tree)/main/")
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS]:
        text = page.read_text(encoding="utf-8")
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            path, _, anchor = files.sub(f"{ROOT}/", link).partition("#")
            if re.match("https?:|mailto:", path):
                continue
            target = (page.parent / path if path else page).resolve()
            assert target.exists(), f"{page.name}: {link}"
            if page in DOCS and not files.match(link):
                assert target.is_relative_to(ROOT / "docs"), f"{page.name}: {link}"
            if anchor and target.suffix == ".md":
                assert anchor in anchors(target), f"{page.name}: {link}"


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


RUN_ELSEWHERE = {
    "server.md": "tests/web start servers",
    "browser-edition.md": "tests/browser builds a site",
    "cluster.md": "make test-ray",
    "training.md": "make test-train",
    "bots.md": "an example in Python comes first",
    "play.md": "a game waits for its player",
    "operations.md": "tests/web/test_operations.py runs administration and backups",
    "library.md": "an example in Python comes first",
    "install.md": "tests/kernel/test_backend.py compiles ahead",
    "environments/benchmark.md": "tests/test_arena.py lets bots play",
}
"""Why the first command of a page is not run here."""


WITH_COMMANDS = [
    page
    for page in PAGES
    if page not in RUN_ELSEWHERE and COMMAND.search((ROOT / "docs" / page).read_text("utf-8"))
]


@pytest.mark.parametrize("page", WITH_COMMANDS)
def test_the_first_command_of_a_page_runs(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = COMMAND.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))[0]
    assert main(shlex.split(command)[1:]) == 0


def test_the_picture_of_the_layers_shows_those_that_are_checked() -> None:
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    layers = linter["importlinter"]["contracts"][0]["layers"]
    drawn = re.findall(
        r'y="(\d+)"[^>]*>(?:</\w+>)?<tspan font-weight="bold">([^<]*)<',
        (ROOT / "docs" / "layers.svg").read_text(encoding="utf-8"),
    )
    rows: dict[int, set[str]] = {}
    for y, names in drawn:
        rows.setdefault(int(y), set()).update(names.split(" · "))
    *above, _ = rows.values()  # the last row has the helpers of all others
    assert above == [set(layer.split(" | ")) for layer in layers[1 : len(rows)]]


# --- Names ----------------------------------------------------------------------------------------

RETIRED = {
    r"without a server|needs? no server": "browser edition",
    r"quick pairing": "quick game",
    r"(at|on) one screen": "shared screen",
    r"page .You[*\x22]|your name and devices|account and devices": "Your page",
    r"duplicate tournament": "shared boards",
    r"\bnotices\b(?!\.py)|\b(a|the|push) notice\b": "notification",
    r"change what you're told": "Notification settings",
    r"(?<!play )without seeing": "Play without seeing",
    r"how i am doing": "Your progress",
    r"guided start": "Learn to play; the game with a coach is the guided game",
    r"e-mail|\bemail": "mail",
    r"your time is over": "If your time runs out, a bot moves for you",
    r"nobody needs an account": "No account needed",
    r"answer in sentences": "fail with plain sentences",
    r"level `?(normal|search)\b": "greedy (on pages: Normal), strong",
}
"""Words that are no names any more, and what to write."""


def texts() -> Iterator[tuple[str, str]]:
    """What people read: README, guides, documentation, and every sentence of the pages."""
    more = ("Makefile", "deploy/env.example", "CONTRIBUTING.md", "README.md")
    for page in [*DOCS, *(ROOT / name for name in more), *(ROOT / "changes").iterdir()]:
        yield page.name, page.read_text(encoding="utf-8")
    for catalog in sorted((ROOT / "src").rglob("fr.po")):
        with catalog.open("rb") as file:
            for message in read_po(file):
                sentences = message.id if isinstance(message.id, tuple) else (message.id,)
                yield f"{catalog.parent.parent.name}: {sentences[0]}", " ".join(sentences)


@pytest.mark.parametrize("retired", RETIRED)
def test_every_thing_has_one_name(retired: str) -> None:
    found = [place for place, text in texts() if re.search(retired, text, re.IGNORECASE)]
    assert found == [], f"write {RETIRED[retired]!r}"


def test_a_retired_word_would_be_found() -> None:
    sentences = [text for _, text in texts()]
    assert any("This is the browser edition" in text for text in sentences), "pages"
    assert any("# Browser edition" in text for text in sentences), "documentation"
