"""Words in each language: English is in the sources, the others in catalogs beside them.

A catalog is a gettext `.po` file in a folder `locale` of the package whose words it holds: one per
game, one for everything else. Babel reads it as it is; nothing has to be compiled.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

LANGUAGES = {"en": "English", "fr": "Français", "nl": "Nederlands"}
DEFAULT = "en"

Translate = Callable[[str], str]
"""What turns an English sentence into another language's; called `t` wherever it is passed."""


def named(words: str, names: Sequence[str]) -> str:
    """Words with players in them, `{names[2]}` being the third, by their names."""
    return words.format(names=names) if "{" in words else words


@cache
def translator(package: str, language: str = DEFAULT) -> Translate:
    """The translation of a package's words; what a catalog lacks stays English."""
    if language == DEFAULT or language not in LANGUAGES:
        return str
    catalog = _catalog(package, language)
    if package != __package__:
        catalog = {**_catalog(__package__, language), **catalog}
    return lambda text: catalog.get(text, text)


@cache
def _catalog(package: str, language: str) -> dict[str, str]:
    path = catalog_path(package, language)
    if not path.exists():
        return {}
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalog = read_po(file)
    return {
        message.id: message.string
        for message in catalog
        if isinstance(message.id, str) and isinstance(message.string, str) and message.string
    }


def catalog_path(package: str, language: str) -> Path:
    """Where a package's catalog of a language lies."""
    source = importlib.import_module(package).__file__
    assert source is not None
    return Path(source).parent / "locale" / f"{language}.po"


def best_language(wishes: str) -> str:
    """The language that fits an Accept-Language header or a locale name best."""
    for wish in wishes.replace("_", "-").split(","):
        code = wish.split(";")[0].strip().lower().split("-")[0].split(".")[0]
        if code in LANGUAGES:
            return code
    return DEFAULT
