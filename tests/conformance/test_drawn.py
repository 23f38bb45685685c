"""Cached parts of a board."""

import pytest

from nomarch.draw.caching import clear_drawn, drawn


def test_a_part_is_drawn_once_for_equal_values() -> None:
    calls = []

    @drawn
    def part(values: tuple[int, ...], size: float, flag: object = None) -> str:
        calls.append((values, size))
        return f"{values} {size} {flag}"

    assert part((1, 2), 3) == part((1, 2), 3)
    assert len(calls) == 1
    assert part((1, 2), 3, True) != part((1, 2), 3, 1)
    clear_drawn()
    part((1, 2), 3)
    assert len(calls) == 4


def test_a_scene_or_a_view_is_refused() -> None:
    class Position:
        players = 2

    @drawn
    def part(position: object) -> str:
        return str(position)

    with pytest.raises(TypeError, match="takes no Position"):
        part(Position())
