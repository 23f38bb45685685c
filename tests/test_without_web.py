"""The library and its commands without the packages of the extra `serve`."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from nomarch.cli.entry_point import WEB_PACKAGES

ROOT = Path(__file__).parent.parent
BLOCKED = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocked())
"""


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    # Rich brings its own markdown_it.
    start = BLOCKED.format(blocked=sorted(WEB_PACKAGES - {"markdown_it"}))
    return subprocess.run(
        [sys.executable, "-c", start + script, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_package_of_the_extra_is_known() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    modules = metadata.packages_distributions()
    known = {canonicalize_name(name) for web in WEB_PACKAGES for name in modules.get(web, ())}
    wanted = {
        canonicalize_name(Requirement(text).name)
        for text in project["optional-dependencies"]["serve"]
    }
    assert wanted - known == set()
    core = {canonicalize_name(Requirement(text).name) for text in project["dependencies"]}
    assert core & known == set()


def test_the_library_plays_draws_and_translates() -> None:
    done = run(
        "import nomarch\n"
        "from nomarch.bots.play import play_on\n"
        "from nomarch.draw.png import render_png\n"
        "import nomarch.envs, nomarch.learning.puzzles\n"
        "import nomarch.bots.arena, nomarch.bots.baselines\n"
        "for game in nomarch.games():\n"
        "    match = nomarch.new(game, seed='core')\n"
        "    play_on(match, 'random', 10)\n"
        "    assert render_png(match.svg(match.to_act[0])).startswith(b'\\x89PNG')\n"
        "    assert nomarch.load(match.save()).log(language='de') != match.log()\n"
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_game_is_checked_with_a_note_about_translations() -> None:
    done = run(
        "from nomarch.conformance.runner import check_catalogs\n"
        "from nomarch.kernel.declare.game import rulebook\n"
        "(note,) = check_catalogs(rulebook('ra'))\n"
        "assert note.is_note\n"
        "print(note.sentence)\n"
    )
    expected = "Translations were not checked: pip install 'nomarch[serve]'.\n"
    assert (done.stdout, done.stderr) == (expected, "")


@pytest.mark.parametrize(
    "arguments",
    [
        ("serve",),
        ("bots", "--database", "postgresql://"),
        ("admin", "status"),
        ("backup", "copy.sqlite3"),
        ("catalogs",),
        ("site", "--out", "build/never"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_commands_of_the_server_say_what_to_install(arguments: tuple[str, ...]) -> None:
    done = run("from nomarch.cli import main\nsys.exit(main(sys.argv[1:]))", *arguments)
    sentence = "nomarch: This command needs the web packages: pip install 'nomarch[serve]'.\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)


def test_commands_of_the_library_run() -> None:
    done = run("from nomarch.cli import main\nsys.exit(main(sys.argv[1:]))", "games")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ra" in done.stdout
