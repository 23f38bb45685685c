"""The bundle of the browser edition: what is left out isn't missed."""

from __future__ import annotations

import pickle
from datetime import UTC, datetime
from pathlib import Path

import babel
from babel import core, localedata
from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal, format_percent

from nomarch.browser import bundle

from .conftest import Patch

WHEN = datetime(2026, 11, 18, 17, 5, tzinfo=UTC)
TABLES = Path(babel.__file__).parent


def formatted(locale: str) -> list[str]:
    return [
        *(format_date(WHEN, width, locale) for width in ("short", "medium")),
        *(format_datetime(WHEN, width, locale=locale) for width in ("short", "medium")),
        format_decimal(-1234.5, locale=locale),
        format_percent(0.5, locale=locale),
    ]


def test_dates_and_numbers_are_those_of_all_of_babel(tmp_path: Path, monkeypatch: Patch) -> None:
    """Also where a locale builds upon another one, as British English does."""
    kept = [path for path in TABLES.rglob("*.dat") if bundle.LOCALES.search(path.as_posix())]
    locales = [path.stem for path in kept if not path.stem.endswith(("001", "150", "root"))]
    assert "en_GB" in locales
    expected = {locale: formatted(locale) for locale in locales}
    for path in kept:
        (tmp_path / path.name).write_bytes(bundle.without_unused(path.read_bytes()))
    shared = pickle.loads(bundle.without_unused((TABLES / "global.dat").read_bytes()))
    monkeypatch.setattr(localedata, "_dirname", str(tmp_path))
    monkeypatch.setattr(localedata, "_cache", {})
    monkeypatch.setattr(core, "_global_data", shared)
    assert {locale: formatted(locale) for locale in locales} == expected
