"""Finds the packages that games live in: folders of `nomarch.games`, and installed packages.

A package of its own names its game in the entry point group `nomarch.games`:

    [project.entry-points."nomarch.games"]
    senet = "nomarch_senet"
"""

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

GROUP = "nomarch.games"

GAMES_API = 2
"""Version of what a game's files may use and must offer. Raised when older games stop working."""


@dataclass(frozen=True)
class GamePackage:
    """A package that holds a game."""

    name: str
    """As in an import."""
    id: str = ""
    """The name of its entry point; empty for a game of our own."""
    source: str = ""
    """The distribution it was installed from, with its version; empty for a game of our own."""


def find_packages() -> Iterator[GamePackage]:
    """Yield our own games in order, then the installed ones."""
    folder = importlib.import_module("nomarch.games").__path__
    for name in sorted(found.name for found in pkgutil.iter_modules(folder) if found.ispkg):
        yield GamePackage(f"nomarch.games.{name}")
    installed = {point.name: point for point in entry_points(group=GROUP)}
    for name in sorted(installed):
        yield GamePackage(installed[name].value, name, _source(installed[name]))


def _source(point: EntryPoint) -> str:
    made = point.dist
    return f"{made.name} {made.version}" if made else point.value


def find_mismatch(title: str, games_api: int) -> str:
    """Return why a game made for another version is not supported; empty if it is."""
    if games_api == GAMES_API:
        return ""
    is_newer = games_api > GAMES_API
    advice = "Upgrade nomarch." if is_newer else f"Install a newer version of {title}."
    # Importing the name would import the games; the package itself is always there.
    here = sys.modules["nomarch"].__version__
    return (
        f"{title} was made for version {games_api} of the games API, "
        f"and nomarch {here} offers version {GAMES_API}. {advice}"
    )
