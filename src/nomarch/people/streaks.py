"""Puzzles solved in a row at the first try."""

from __future__ import annotations

import msgspec

from nomarch.storage.notes import put_note, read_notes
from nomarch.storage.store import Store, decoded

FOLDER = "streak/"
"""The topics of these notes; followed by the game."""


class PuzzleStreak(msgspec.Struct):
    """A guest's puzzles of one game; only the first try of each counts."""

    current: int = 0
    best: int = 0
    tried: list[str] = []


def note_try(store: Store, guest: str, game: str, puzzle: str, right: bool) -> None:
    """Count a guest's first try of a puzzle."""
    topic = FOLDER + game
    known = read_notes(store, guest, topic).get(topic)
    streak = (decoded(known, PuzzleStreak) if known else None) or PuzzleStreak()
    if puzzle in streak.tried:
        return
    streak.tried = [*streak.tried, puzzle]
    streak.current = streak.current + 1 if right else 0
    streak.best = max(streak.best, streak.current)
    put_note(store, guest, topic, msgspec.json.encode(streak))


def best_streaks(store: Store, guest: str) -> dict[str, int]:
    """Return a guest's best streak by game."""
    rows = store.rows(
        "SELECT topic, note FROM note WHERE guest = ? AND substr(topic, 1, ?) = ?",
        (guest, len(FOLDER), FOLDER),
    )
    found = {topic.removeprefix(FOLDER): decoded(bytes(note), PuzzleStreak) for topic, note in rows}
    return {game: streak.best for game, streak in found.items() if streak and streak.best}
