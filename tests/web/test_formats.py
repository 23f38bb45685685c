"""Dates and numbers follow the reader's language and region."""

from __future__ import annotations

import pytest

from nomarch.web.http.formats import Formats

from .actors import Person

DAY = 1_795_000_000.0  # 18 November 2026


@pytest.mark.parametrize(
    ("tag", "day", "number", "percent"),
    [
        ("en-GB", "18 Nov 2026", "−1,234.5", "50%"),
        ("en-US", "Nov 18, 2026", "−1,234.5", "50%"),
        ("fr-FR", "18 nov. 2026", "−1\u202f234,5", "50\u202f%"),
        ("nl-NL", "18 nov 2026", "−1.234,5", "50%"),
    ],
)
def test_formats(tag: str, day: str, number: str, percent: str) -> None:
    formats = Formats(tag)
    assert formats.day(DAY) == day
    assert formats.number(-1234.5) == number
    assert formats.percent(49.6).replace("\xa0", "\u202f") == percent
    assert formats.signed(-3) == "−3"
    assert formats.signed(0.5, 2).startswith("+0")


@pytest.mark.parametrize(
    ("accepted", "tag"),
    [("en-US,en;q=0.9", "en-US"), ("en", "en-GB"), ("nl-BE,nl", "nl-BE"), ("fr-XX-!,fr", "fr-FR")],
)
def test_pages_name_the_locale(stranger: Person, accepted: str, tag: str) -> None:
    page = stranger.get("/", headers={"accept-language": accepted})
    assert f'data-locale="{tag}"' in page.text
