"""Shapes that a game's `words.py` fills: a position as a table, rules help as chapters."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Position:
    """A position in words: what stands in the middle, and a row per player."""

    lines: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Chapter:
    """One part of the rules help."""

    title: str
    paragraphs: tuple[str, ...]


def listed(parts: list[str], nothing: str = "–") -> str:
    """Parts in a row with commas, or a sign for nothing."""
    return ", ".join(parts) if parts else nothing
