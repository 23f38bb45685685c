"""The library as a type checker sees it: a user's script, and the shapes of every game's files."""

import re
import subprocess
import sys
from pathlib import Path

import nomarch

from .conformance.playing import BOOKS

ROOT = Path(__file__).parent.parent

SCRIPT = """
from typing import assert_type

import nomarch
from nomarch import Match
from nomarch.engine.simulation import Simulation

match = nomarch.new("ra", players=4, seed="tonight", options={"duel": "off"})
assert_type(match, Match)
assert_type(nomarch.games(), list[str])
assert_type(match.to_act, tuple[int, ...])
assert_type(match.legal(0), list[str])
assert_type(nomarch.load(match.save()), Match)
assert_type(nomarch.simulate("ra", games=10), Simulation)
try:
    match.play(match.to_act[0], "draw")
except nomarch.IllegalMove as refusal:
    print(match.prompt(0), refusal)
"""

WRONG = """
import nomarch

nomarch.new("ra", players="four")
nomarch.knew("ra", players=4)
"""


SHAPES = """
from {package} import GAME as {name}_game, art as {name}_art
from {package} import invariants as {name}_invariants, words as {name}_words
from {package}.actions import ACTIONS as {name}_actions
from {package}.features import FEATURES as {name}_features
from {package}.state import State as {name}_State

{name}_is: tuple[Game, Actions, Features] = ({name}_game, {name}_actions, {name}_features)
{name}_speaks: Words[{name}_State] = {name}_words
{name}_draws: Art[{name}_State] = {name}_art
{name}_keeps: Invariants[{name}_State] = {name}_invariants
"""
LESSONS = """
from {package} import lessons as {name}_lessons

{name}_teaches: Lessons = {name}_lessons
"""
PROTOCOLS = """
from nomarch.kernel.declare.actions import Actions
from nomarch.kernel.declare.features import Features
from nomarch.kernel.declare.protocols import Art, Invariants, Lessons, Words
from nomarch.kernel.declare.game import Game
"""


def complaints(folder: Path, **files: str) -> list[str]:
    """What mypy says of some files and of the smallest game; `make lint` says the rest.

    It shares that cache, and may remember a file by the path of an earlier run.
    """
    paths = [folder / f"{name}.py" for name in files]
    for path, text in zip(paths, files.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--no-error-summary", *map(str, paths)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    ours = re.compile(rf"(?:.*/)?((?:{'|'.join(files)}|smallest/\w+)\.py:.*)")
    return [found[1] for line in done.stdout.splitlines() if (found := ours.fullmatch(line))]


def test_scripts_and_games_are_well_typed(tmp_path: Path) -> None:
    """One run of mypy for all: a script that is right, one that is wrong, and every game."""
    shapes = PROTOCOLS
    for book in BOOKS:
        text = SHAPES + (LESSONS if book.teaching else "")
        shapes += text.format(package=book.package, name=book.game.id.replace("-", "_"))
    found = complaints(tmp_path, users_script=SCRIPT, shapes=shapes, wrong=WRONG)
    assert [line for line in found if not line.startswith("wrong.py")] == []
    wrong = "\n".join(found)
    assert 'Argument "players" to "new" has incompatible type "str"' in wrong
    assert 'Module has no attribute "knew"' in wrong
    assert len(found) == 2
    assert (Path(nomarch.__file__).parent / "py.typed").exists()


def test_the_front_door_shows_all_it_has() -> None:
    assert set(nomarch.__all__) <= set(dir(nomarch))
    assert all(getattr(nomarch, name).__doc__ for name in nomarch.__all__)
