"""The library on other systems: no module that only Unix has is needed to import and play."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "src"
UNIX_ONLY = ("fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "syslog", "uvloop")
SCRIPT = """
import importlib, pkgutil, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name in {blocked!r}:
            raise ModuleNotFoundError(f"{{name}} is not on this system", name=name)

sys.meta_path.insert(0, Blocked())
for name in {blocked!r}:
    sys.modules.pop(name, None)

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


def test_the_library_needs_nothing_that_only_unix_has() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(blocked=UNIX_ONLY)],
        env=os.environ | {"PYTHONPATH": str(SOURCES)}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout.strip() == "played", done.stderr[-2000:]
