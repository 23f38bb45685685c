"""Both themes: night keeps the outlines and colours of painted things."""

import re

from nomarch.draw import palette


def _stroke(css: str, name: str) -> str:
    found = re.search(rf"\.{name}{{stroke:(#\w+)", css)
    assert found
    return found[1]


def test_outlines_stay_dark_at_night() -> None:
    for theme in palette.THEMES:
        for name in ("line", "hair", "bold"):
            assert palette.contrast(_stroke(palette.css(theme), name), "#FFFFFF") > 12


def test_bright_paint_stays_bright_at_night() -> None:
    for name in ("bone", "limestone", "sun"):
        assert palette.contrast(palette.NIGHT[name], palette.NIGHT["soot"]) > palette.READABLE


def test_words_on_paint_are_readable_in_both_themes() -> None:
    for name in ("lapis", "malachite", "carnelian", "amethyst", "basalt"):
        for theme in palette.THEMES:
            assert palette.contrast(theme["linen"], theme[name]) >= palette.READABLE


def test_a_page_defines_every_variable_of_its_drawings() -> None:
    used = set(re.findall(r"var\((--[\w-]+)\)", palette.css_by_variable()))
    for night in (False, True):
        assert used <= set(re.findall(r"(--[\w-]+):", palette.variables(night=night)))


def test_only_the_dark_theme_shows_stars() -> None:
    day, night = map(palette.css, palette.THEMES)
    assert ".night{opacity:0}" in day
    assert ".night{opacity:1}" in night
    assert ".day{opacity:1}" in day
    assert ".day{opacity:0}" in night
