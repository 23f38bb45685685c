"""The library elsewhere: without modules that only Unix has, and with Python alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "src"
UNIX_ONLY = ("fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "syslog", "uvloop")
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
PLAY = """
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
print("played")
"""


COMPILED = ("numpy", "numba", "llvmlite", "msgspec", "uvicorn", "sqlalchemy", "resvg_py", "alembic")
LIGHT = """
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
print("played")
"""


def run(script: str, blocked: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BLOCK.format(blocked=blocked) + script],
        env=os.environ | {"PYTHONPATH": str(SOURCES)}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout.strip() == "played", done.stderr[-2000:]


def test_the_library_needs_nothing_that_only_unix_has() -> None:
    run(PLAY, UNIX_ONLY)


def test_matches_lessons_hints_and_bots_need_python_alone() -> None:
    run(LIGHT, COMPILED)
