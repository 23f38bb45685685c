"""Games in packages of their own: found by their entry point, refused with a sentence."""

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import nomarch
from nomarch.kernel.declare import sentences
from nomarch.kernel.declare.game import NEEDED_FILES
from nomarch.kernel.declare.game_packages import GAMES_API

REPOSITORY = Path(__file__).parent.parent.parent
GAME = """\
from nomarch.kernel.declare.game import Game

GAME = Game("{id}", "Pebbles", "Take pebbles.", (2,), 1, games_api={api})
"""
ASK = """\
import importlib
import json
import nomarch
from nomarch.kernel.declare.game import refused_games, rulebook
try:
    sentence = rulebook("pebbles").package
except nomarch.UnknownGame as error:
    sentence = str(error)
print(json.dumps([nomarch.games(), refused_games(), sentence]))
"""


def install(folder: Path, source: str, point: str = "pebbles") -> None:
    """What pip leaves behind of a package with one game."""
    (folder / "pebbles").mkdir()
    (folder / "pebbles" / "__init__.py").write_text(source)
    for file in NEEDED_FILES:
        (folder / "pebbles" / f"{file}.py").touch()
    told = folder / "nomarch_pebbles-1.4.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: nomarch-pebbles\nVersion: 1.4\n")
    (told / "entry_points.txt").write_text(f"[nomarch.games]\n{point} = pebbles\n")


def ask(folder: Path) -> tuple[list[str], dict[str, str], str]:
    paths = os.pathsep.join([str(folder), str(REPOSITORY / "src")])
    told = subprocess.run(
        [sys.executable, "-c", ASK], env=os.environ | {"PYTHONPATH": paths},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    games, refused, sentence = json.loads(told.stdout)
    return games, refused, sentence


def test_an_installed_game_is_listed_after_our_own(tmp_path: Path) -> None:
    install(tmp_path, GAME.format(id="pebbles", api=GAMES_API))
    games, refused, package = ask(tmp_path)
    assert games[-1] == package == "pebbles"
    assert "ra" in games[:-1]
    assert refused == {}


def made_for(version: int) -> str:
    return (
        f"Pebbles was made for version {version} of the games API, and nomarch "
        f"{nomarch.__version__} offers version {GAMES_API}."
    )


@pytest.mark.parametrize(
    ("source", "point", "sentence"),
    [
        (GAME.format(id="pebbles", api=GAMES_API + 1), "pebbles",
         f"{made_for(GAMES_API + 1)} Upgrade nomarch."),
        (GAME.format(id="pebbles", api=GAMES_API - 1), "pebbles",
         f"{made_for(GAMES_API - 1)} Install a newer version of Pebbles."),
        ("from nomarch.kernel.declare.game import Dragon\n", "pebbles",
         "pebbles cannot be loaded (ImportError: cannot import name 'Dragon' from 'nomarch."),
        ("GAME = 3\nprint(\n", "pebbles",
         "pebbles cannot be loaded ({folder}/pebbles/__init__.py, line 2: '(' was never closed)."),
        ("GAME = 3\n", "pebbles", "pebbles.GAME must be a `Game`."),
        (GAME.format(id="ra", api=GAMES_API), "ra",
         "there is a game 'ra' already, nomarch.games.ra."),
        (GAME.format(id="stones", api=GAMES_API), "pebbles",
         "the entry point is called 'pebbles', its game 'stones'."),
        (GAME.format(id="pebbles", api=GAMES_API), "pebbles",
         "pebbles cannot be loaded (ImportError: cannot import name 'dragon' from 'nomarch.draw'"),
    ],
    ids=["newer API", "older API", "broken", "syntax", "no game", "taken", "other name", "board"],
)  # fmt: skip
def test_a_game_that_does_not_fit_is_left_out(
    tmp_path: Path, source: str, point: str, sentence: str
) -> None:
    install(tmp_path, source, point)
    if "dragon" in sentence:
        (tmp_path / "pebbles" / "art.py").write_text("from nomarch.draw import dragon\n")
    games, refused, told = ask(tmp_path)
    assert "pebbles" not in games
    assert "ra" in games
    assert refused[point].startswith(f"nomarch-pebbles 1.4: {sentence.format(folder=tmp_path)}")
    if point == "pebbles":
        assert told == refused[point]


def test_modules_of_the_kernel_are_found_by_their_old_names() -> None:
    with pytest.warns(DeprecationWarning, match="is nomarch.kernel.declare.sentences now"):
        old = importlib.import_module("nomarch.kernel.sentences")
    assert old is sentences
    assert sentences.__spec__.name == "nomarch.kernel.declare.sentences"
