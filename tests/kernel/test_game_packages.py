"""Games in packages of their own: found by their entry point, refused with a sentence."""

from __future__ import annotations

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
from nomarch.kernel.declare.game_packages import GAMES_API, find_mismatch

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
    """The games, the refusals, and the package of `pebbles` or why there is none."""
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


@pytest.mark.parametrize(
    ("source", "point", "sentence"),
    [
        (
            GAME.format(id="pebbles", api=GAMES_API + 1),
            "pebbles",
            f"nomarch-pebbles 1.4: Pebbles was made for version {GAMES_API + 1} of the games API, "
            f"and nomarch {nomarch.__version__} offers version {GAMES_API}. Upgrade nomarch.",
        ),
        (
            GAME.format(id="pebbles", api=1),
            "pebbles",
            f"nomarch-pebbles 1.4: Pebbles was made for version 1 of the games API, "
            f"and nomarch {nomarch.__version__} offers version {GAMES_API}. "
            "Install a newer version of Pebbles.",
        ),
        (
            "from nomarch.kernel.declare.game import Dragon\n",
            "pebbles",
            "nomarch-pebbles 1.4: pebbles cannot be loaded (ImportError: cannot import name "
            "'Dragon' from 'nomarch.kernel.declare.game'",
        ),
        ("GAME = 3\n", "pebbles", "nomarch-pebbles 1.4: pebbles.GAME must be a `Game`."),
        (
            GAME.format(id="ra", api=GAMES_API),
            "ra",
            "nomarch-pebbles 1.4: there is a game 'ra' already, nomarch.games.ra.",
        ),
        (
            GAME.format(id="stones", api=GAMES_API),
            "pebbles",
            "nomarch-pebbles 1.4: the entry point is called 'pebbles', its game 'stones'.",
        ),
    ],
    ids=["newer API", "older API", "broken", "no game", "taken", "other name"],
)
def test_a_game_that_does_not_fit_is_left_out(
    tmp_path: Path, source: str, point: str, sentence: str
) -> None:
    install(tmp_path, source, point)
    games, refused, told = ask(tmp_path)
    assert "pebbles" not in games
    assert "ra" in games
    assert refused[point].startswith(sentence)
    if point == "pebbles":
        assert told == refused[point]


def test_a_syntax_error_is_told_with_its_line(tmp_path: Path) -> None:
    install(tmp_path, "GAME = 3\nprint(\n")
    _, refused, _ = ask(tmp_path)
    where = tmp_path / "pebbles" / "__init__.py"
    assert refused["pebbles"] == (
        f"nomarch-pebbles 1.4: pebbles cannot be loaded ({where}, line 2: '(' was never closed)."
    )


def test_a_game_without_a_board_is_left_out(tmp_path: Path) -> None:
    install(tmp_path, GAME.format(id="pebbles", api=GAMES_API))
    (tmp_path / "pebbles" / "art.py").write_text("from nomarch.draw import dragon\n")
    games, refused, _ = ask(tmp_path)
    assert "pebbles" not in games
    assert "cannot import name 'dragon'" in refused["pebbles"]


def test_a_game_for_an_api_that_is_gone_asks_for_a_newer_one() -> None:
    assert find_mismatch("Senet", GAMES_API) == ""
    assert find_mismatch("Senet", GAMES_API - 1) == (
        f"Senet was made for version {GAMES_API - 1} of the games API, and nomarch "
        f"{nomarch.__version__} offers version {GAMES_API}. Install a newer version of Senet."
    )


def test_modules_of_the_kernel_are_found_by_their_old_names() -> None:
    with pytest.warns(DeprecationWarning, match="is nomarch.kernel.declare.sentences now"):
        old = importlib.import_module("nomarch.kernel.sentences")
    assert old is sentences
    assert sentences.__spec__.name == "nomarch.kernel.declare.sentences"
