"""Writes a complete small game in a package of its own, meant to be changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from nomarch import __version__
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import rulebooks
from nomarch.kernel.declare.game_packages import GAMES_API

NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*([ _-][A-Za-z0-9]+)*")
TEMPLATE = "game_template"
PAGES = ("README.md", "docs/rules.md")
SUFFIX = ".txt"
"""Files of the template end so, and are no modules of this package."""


@dataclass(frozen=True)
class GameName:
    """The names that a game has in different places."""

    title: str

    @property
    def id(self) -> str:
        return re.sub("[ _]", "-", self.title.lower())

    @property
    def package(self) -> str:
        return f"nomarch_{self.id.replace('-', '_')}"

    @property
    def distribution(self) -> str:
        return f"nomarch-{self.id}"


def parse_name(text: str) -> GameName:
    """Return the names of a game, or raise `BadOption`."""
    words = " ".join(text.split())
    if not NAME.fullmatch(words):
        raise BadOption(f"{text!r}: a name consists of letters and digits, and begins with one.")
    name = GameName(words if words != words.lower() else words.replace("-", " ").title())
    if name.id in rulebooks():
        raise BadOption(f"There is a game {name.id!r} already.")
    return name


def write_game(name: GameName, folder: Path) -> list[Path]:
    """Write the game into a folder of its own; return its files."""
    root = folder / name.distribution
    if root.exists():
        raise BadOption(f"{root} exists already.")
    template = resources.files(__package__).joinpath(TEMPLATE)
    return list(_copy(template, root, _values(name)))


def template_pages(root: Path, title: str) -> Iterator[tuple[Path, str]]:
    """Yield the pages of a project with what `write_game` wrote there."""
    template = resources.files(__package__).joinpath(TEMPLATE)
    for page in PAGES:
        yield root / page, _fill_in(template.joinpath(page + SUFFIX), _values(GameName(title)))


def _values(name: GameName) -> dict[str, str]:
    return {
        "GAME_TITLE": name.title,
        "GAME_ID": name.id,
        "GAME_PACKAGE": name.package,
        "GAME_DISTRIBUTION": name.distribution,
        "GAMES_API_VERSION": str(GAMES_API),
        "NOMARCH_VERSION": ".".join(__version__.split(".")[:2]),
    }


def _fill_in(source: Traversable, values: dict[str, str]) -> str:
    text = source.read_text(encoding="utf-8")
    for word, value in values.items():
        text = text.replace(word, value)
    return text


def _copy(source: Traversable, target: Path, values: dict[str, str]) -> list[Path]:
    made: list[Path] = []
    target.mkdir(parents=True)
    for entry in sorted(source.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            name = values["GAME_PACKAGE"] if entry.name == "package" else entry.name
            made += _copy(entry, target / name, values)
        elif entry.name.endswith(SUFFIX):
            path = target / entry.name.removesuffix(SUFFIX)
            path.write_text(_fill_in(entry, values), encoding="utf-8", newline="\n")
            made.append(path)
    return made
