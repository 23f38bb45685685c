"""The library without what only Unix has, without the extra `serve`, and with Python alone."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Collection
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from nomarch.cli.entry_point import WEB_PACKAGES

ROOT = Path(__file__).parent.parent
UNIX_ONLY = ("fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "syslog", "uvloop")
COMPILED = ("numpy", "numba", "llvmlite", "msgspec", "uvicorn", "sqlalchemy", "resvg_py", "alembic")
WEB = sorted(WEB_PACKAGES - {"markdown_it"})
"""Rich brings its own markdown_it."""
BLOCK = """
import importlib, pkgutil, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(f"{{name}} is not on this system", name=name)

sys.meta_path.insert(0, Blocked())
for name in {blocked!r}:
    sys.modules.pop(name, None)

"""
WITHOUT_UNIX = """
import nomarch
for game in nomarch.games():
    match = nomarch.new(game, seed="elsewhere")
    seat = match.to_act[0]
    match.play(seat, match.legal(seat)[0])
    assert match.svg(seat).startswith("<svg")
    assert nomarch.load(match.save()).steps == match.steps

import nomarch.bots.arena, nomarch.cli.entry_point, nomarch.conformance, nomarch.envs
import nomarch.learning.course, nomarch.tables.service
for module in pkgutil.walk_packages(nomarch.cli.__path__, "nomarch.cli."):
    importlib.import_module(module.name)
"""
WITH_PYTHON_ALONE = """
from nomarch import platform
platform.HAS_COMPILER = False  # as in a browser

import nomarch
from nomarch.bots import Bots
from nomarch.bots.hints import guess
from nomarch.bots.play import bot_rng, decide
from nomarch.i18n import translator
from nomarch.learning.course import Course
import nomarch.cli.entry_point, nomarch.learning.blunders, nomarch.learning.coach

bots = Bots()
for game in nomarch.games():
    match = nomarch.new(game, seed="elsewhere")
    levels = ("novice", "easy", "greedy", "strong")
    for level in levels:
        seat = match.to_act[0]
        match.play(seat, decide(match, seat, bots.get(level, match.book)))
    seat = match.to_act[0]
    search = bots.adviser(match.book)
    view, legal = match.observe(seat), match.legal_actions(seat)
    assert guess(search, view, seat, legal, names=match.names)[0].words
    assert match.svg(seat).startswith("<svg")
    assert nomarch.load(match.save()).steps == match.steps
    lesson = match.book.teaching.lessons(translator(match.book.package, "en"))[0]
    assert Course(match.book, lesson).length
"""
WITHOUT_WEB = """
import contextlib, io
import nomarch
from nomarch.bots.play import play_on
from nomarch.cli import main
from nomarch.conformance.runner import check_catalogs
from nomarch.draw.png import render_png
import nomarch.envs, nomarch.learning.puzzles
import nomarch.bots.arena
for game in nomarch.games():
    match = nomarch.new(game, seed="core")
    play_on(match, "random", 10)
    assert render_png(match.svg(match.to_act[0])).startswith(b"\\x89PNG")
    assert nomarch.load(match.save()).log(language="de") != match.log()
(note,) = check_catalogs(match.book)
assert note.is_note
assert note.sentence == "Translations were not checked: pip install 'nomarch[serve]'."
with contextlib.redirect_stdout(io.StringIO()) as told:
    assert main(["games"]) == 0
assert "Ra" in told.getvalue()
"""
COMMAND = "from nomarch.cli import main\nsys.exit(main(sys.argv[1:]))"


def run_without(
    blocked: Collection[str], script: str, *arguments: str
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", BLOCK.format(blocked=blocked) + script, *arguments]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("blocked", "script"),
    [
        pytest.param(UNIX_ONLY, WITHOUT_UNIX, id="without Unix"),
        pytest.param(COMPILED, WITH_PYTHON_ALONE, id="with Python alone"),
        pytest.param(WEB, WITHOUT_WEB, id="without the web packages"),
    ],
)
def test_the_library_runs(blocked: Collection[str], script: str) -> None:
    done = run_without(blocked, f"{script}\nprint('played')")
    assert (done.stdout, done.stderr) == ("played\n", "")


def test_every_package_of_the_extra_is_known() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    modules = metadata.packages_distributions()
    known = {canonicalize_name(name) for web in WEB_PACKAGES for name in modules.get(web, ())}
    core, wanted = (
        {canonicalize_name(Requirement(text).name) for text in texts}
        for texts in (project["dependencies"], project["optional-dependencies"]["serve"])
    )
    assert wanted - known == set()
    assert core & known == set()


@pytest.mark.parametrize(
    "line",
    [
        "serve", "bots --database postgresql://", "admin status", "backup copy.sqlite3",
        "catalogs", "site --out build/never",
    ],
)  # fmt: skip
def test_commands_of_the_server_say_what_to_install(line: str) -> None:
    done = run_without(WEB, COMMAND, *line.split())
    sentence = "nomarch: This command needs the web packages: pip install 'nomarch[serve]'.\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)
