"""README and documentation: examples run, quotes are verbatim; links, addresses and names fit."""

import ast
import doctest
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from babel.messages.pofile import read_po

import nomarch
from nomarch.cli.entry_point import build_parser
from nomarch.kernel.declare.game_packages import GROUP

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SITE: dict[str, Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
DOCS = sorted((ROOT / "docs").rglob("*.md"))
TEXTS = {page: page.read_text(encoding="utf-8") for page in (ROOT / "README.md", *DOCS)}

FENCED = re.compile(r'^```(\w*) *(?:title=)?"?(.*?)"?\n((?:.*\n)*?)```$', re.MULTILINE)


@dataclass(frozen=True)
class Fenced:
    """A fenced block of a page: ```` ```python ```` runs, ```` ```py ```` quotes a file.

    ```` ```python title="torch" ```` runs where torch is.
    """

    page: Path
    language: str
    source: str
    text: str


BLOCKS = [Fenced(page, *found) for page, text in TEXTS.items() for found in FENCED.findall(text)]
RUNNING = sorted({block.page for block in BLOCKS if block.language == "python"})


def run(code: str, names: dict[str, Any]) -> None:
    """Runs a block; an expression with a value as its comment has to have that value."""
    lines = code.splitlines()
    for statement in ast.parse(code).body:
        part = ast.get_source_segment(code, statement) or ""
        if not isinstance(statement, ast.Expr):
            exec(part, names)
            continue
        value = eval(part, names)
        _, found, comment = lines[(statement.end_lineno or 1) - 1].partition("  # ")
        if found and is_value(comment):
            assert repr(value) == comment, part


def is_value(comment: str) -> bool:
    try:
        ast.literal_eval(comment)
    except (ValueError, SyntaxError):
        return comment.startswith("<")
    return True


def check_imports(code: str) -> None:
    for statement in ast.walk(ast.parse(code)):
        module = statement.module or "" if isinstance(statement, ast.ImportFrom) else ""
        if module.partition(".")[0] == "nomarch":
            for name in (alias.name for alias in statement.names):
                assert hasattr(import_module(module), name) or find_spec(f"{module}.{name}"), name


@pytest.mark.parametrize("page", RUNNING, ids=lambda page: page.name)
def test_the_examples_of_a_page_import_what_there_is(page: Path) -> None:
    for block in BLOCKS:
        if (block.page, block.language) == (page, "python") and not block.source:
            check_imports(block.text)


COMPILING = re.compile(r"nomarch\.envs|simulate\(")
"""What compiles a large game; tests/envs and tests/test_cli.py do the same with small ones."""


def examples_of(page: Path) -> str:
    return "".join(
        block.text
        for block in BLOCKS
        if (block.page, block.language) == (page, "python")
        if not block.source or find_spec(block.source)
    )


def first_examples_of(page: Path) -> str:
    code = examples_of(page)
    found = COMPILING.search(code)
    return code[: code.rfind("\n", 0, found.start()) + 1] if found else code


@pytest.mark.parametrize("page", RUNNING, ids=lambda page: page.name)
def test_the_first_examples_of_a_page_run(page: Path) -> None:
    run(first_examples_of(page), {})


@pytest.mark.xdist_group("compile-ra")
@pytest.mark.parametrize(
    "page",
    [pytest.param(page, id=page.name) for page in RUNNING if COMPILING.search(examples_of(page))],
)
@pytest.mark.thorough
def test_all_examples_of_a_page_run(page: Path) -> None:
    run(examples_of(page), {})


@pytest.mark.parametrize(
    "quote", [block for block in BLOCKS if block.language == "py"], ids=lambda quote: quote.source
)
def test_a_quote_is_what_the_file_says(quote: Fenced) -> None:
    assert quote.text in (ROOT / quote.source).read_text(encoding="utf-8")


COMMAND = re.compile(r"^(?: {4}|\$ )(nomarch .*)$", re.MULTILINE)


def commands() -> Iterator[tuple[Path, str]]:
    """The calls of `nomarch` that pages show, without comments and what follows in a pipe."""
    for page in [*TEXTS, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "examples").rglob("*.md"))]:
        for line in COMMAND.findall(page.read_text(encoding="utf-8")):
            yield page, re.split(r"\s+#|\s{2,}|\s+[|>&]\s*", line)[0].rstrip("\\ ")


@pytest.mark.parametrize(
    ("page", "line"), list(commands()), ids=[f"{page.name}: {line}" for page, line in commands()]
)
def test_a_command_of_a_page_is_understood(page: Path, line: str) -> None:
    words = [word for word in shlex.split(line)[1:] if word != "…"]
    status: object = 0
    try:
        build_parser().parse_args(words)
    except SystemExit as stopped:  # `--help` ends with 0
        status = stopped.code
    assert status == 0, line


def test_the_example_game_is_quoted_whole_with_its_entry_point() -> None:
    quoted = {ROOT / block.source for block in BLOCKS if block.language == "py"}
    assert set((ROOT / "tests" / "smallest").glob("*.py")) <= quoted
    texts = [block.text for block in BLOCKS if block.language == "toml"]
    assert texts
    for text in texts:
        points = tomllib.loads(text)["project"]["entry-points"][GROUP]
        assert all(package.isidentifier() for package in points.values())


@pytest.mark.xdist_group("compile-ra")
@pytest.mark.parametrize(
    "name",
    [
        *("nomarch", "nomarch.engine.match", "nomarch.engine.match_result", "nomarch.envs.actions"),
        "nomarch.envs.observations",
        pytest.param("nomarch.engine.simulation", marks=pytest.mark.compiled),
        pytest.param("nomarch.envs.batch", marks=pytest.mark.compiled),
        pytest.param("nomarch.envs.pettingzoo", marks=pytest.mark.compiled),
    ],
)
def test_the_examples_of_docstrings_hold(name: str) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    finder, examples = doctest.DocTestFinder(exclude_empty=True), 0
    for found in finder.find(import_module(name)):
        if found.examples:
            match = nomarch.new("ra", players=4, seed="tonight")
            found.globs = {"nomarch": nomarch, "match": match}
            examples += len(found.examples)
            assert runner.run(found).failed == 0, found.name
    assert examples > 0


# --- README ---------------------------------------------------------------------------------------


def test_the_first_screen_shows_the_game_and_how_to_start_it() -> None:
    lines = README.splitlines()
    assert len(lines) < 80
    parts = ["](docs/game.webp)", "/play/)", "    git clone ", "    make run ", "    make test "]
    places = [next(n for n, line in enumerate(lines) if part in line) for part in parts]
    assert places == sorted(places)
    assert places[-1] < 16
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^    make (\w+)", README, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
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
    text = "".join(TEXTS.values())
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
    commands = {command for text in TEXTS.values() for command in INSTALL.findall(text)}
    place = f" @ git+{PROJECT['urls']['Source']}"
    where = place if place in README else ""
    for command in commands:
        assert re.fullmatch(rf'pip install "nomarch(\[[\w,]+\])?{re.escape(where)}"', command)


def test_every_extra_is_explained() -> None:
    text = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", text, re.MULTILINE)
    assert set(re.findall(r"\w+", " ".join(rows))) == PROJECT["optional-dependencies"].keys()


# --- Pages ----------------------------------------------------------------------------------------


NAVIGATION = re.findall(r"[\w/-]+\.md", yaml.dump(SITE["nav"]))
"""The documentation's pages, in order."""


def test_the_navigation_has_every_page_by_reader() -> None:
    assert sorted(NAVIGATION) == [page.relative_to(ROOT / "docs").as_posix() for page in DOCS]
    titles = [next(iter(entry)) for entry in SITE["nav"]]
    readers = re.findall(r"^\| ([\w ]+?) \| \[", README, re.MULTILINE)
    assert titles[2:] == [reader.capitalize() for reader in readers]
    assert len(readers) == 6


@pytest.mark.parametrize("page", NAVIGATION)
def test_a_page_begins_with_what_one_can_do_after_it(page: str) -> None:
    title, _, first = (ROOT / "docs" / page).read_text(encoding="utf-8").partition("\n\n")
    assert title.startswith("# ")
    assert first.startswith("This page shows ") or page == "index.md"


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
    r"the seed's promise|was promised": "fingerprint",
    r"level `?(normal|search)\b": "greedy (on pages: Normal), strong",
}
"""Words that are no names any more, and what to write."""


def test_every_thing_has_one_name() -> None:
    """In README, guides, documentation, help of commands, and every sentence of the pages."""
    more = ("Makefile", "deploy/env.example", "CONTRIBUTING.md", "README.md")
    files = [*DOCS, *(ROOT / name for name in more), *(ROOT / "changes").iterdir()]
    files += (ROOT / "src" / "nomarch" / "cli").glob("*.py")
    texts = {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in files}
    for catalog in sorted((ROOT / "src").rglob("fr.po")):
        with catalog.open("rb") as file:
            for message in read_po(file):
                sentences = message.id if isinstance(message.id, tuple) else (message.id,)
                texts[f"{catalog.parent.parent.name}: {sentences[0]}"] = " ".join(sentences)
    assert any("This is the browser edition" in text for text in texts.values()), "no pages"
    for retired, name in RETIRED.items():
        pattern = re.compile(retired, re.IGNORECASE)
        found = [place for place, text in texts.items() if pattern.search(text)]
        assert found == [], f"write {name!r}"
