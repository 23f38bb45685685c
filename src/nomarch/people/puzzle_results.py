"""Puzzles that people tried: their ratings, those of the puzzles, and streaks.

Only the first try of a puzzle counts: solved without a wrong answer, or not.
"""

import msgspec

from nomarch.learning.puzzle_ratings import Strength, rate
from nomarch.storage.notes import decode_notes, lock_notes, put_note, read_note
from nomarch.storage.store import Store

FOLDER = "streak/"
"""The topics of people's notes; followed by the game."""
OWNER = "puzzles"
"""Owns the notes about the puzzles themselves, whose topics are `game/puzzle`."""


class PuzzleProgress(msgspec.Struct):
    """A person's puzzles of one game."""

    current: int = 0
    """Puzzles solved in a row."""
    best: int = 0
    tried: list[str] = []
    strength: Strength = Strength()


class PuzzleTry(msgspec.Struct, frozen=True):
    """What a first try changed."""

    record: PuzzleProgress
    change: int
    """Rating points won or lost."""
    puzzle: Strength


def read_progress(store: Store, person: str, game: str) -> PuzzleProgress:
    return read_note(store, person, FOLDER + game, PuzzleProgress) or PuzzleProgress()


def read_puzzle(store: Store, game: str, puzzle: str, first: Strength) -> Strength:
    """Return a puzzle's rating; `first` until somebody has tried it."""
    return read_note(store, OWNER, f"{game}/{puzzle}", Strength) or first


def read_puzzles(store: Store, game: str) -> dict[str, Strength]:
    """Return the ratings of the puzzles that somebody has tried, by id."""
    return decode_notes(store, OWNER, f"{game}/", Strength)


def note_try(
    store: Store, person: str, game: str, puzzle: str, first: Strength, *, is_solved: bool
) -> PuzzleTry | None:
    """Rate a person's first try of a puzzle; None if it isn't the first."""
    with store.transaction():
        lock_notes(store, person)
        lock_notes(store, f"{OWNER}/{game}/{puzzle}")
        record = read_progress(store, person, game)
        if puzzle in record.tried:
            return None
        before, against = record.strength, read_puzzle(store, game, puzzle, first)
        record.strength, then = rate(before, against, is_solved)
        record.tried = [*record.tried, puzzle]
        record.current = record.current + 1 if is_solved else 0
        record.best = max(record.best, record.current)
        put_note(store, person, FOLDER + game, msgspec.json.encode(record))
        put_note(store, OWNER, f"{game}/{puzzle}", msgspec.json.encode(then))
    change = round(record.strength.rating) - round(before.rating)
    return PuzzleTry(record, change, then)


def give_progress(store: Store, old: str, into: str) -> None:
    """Let puzzles that a person tried count as tried by another, whose rating stays."""
    for game, mine in decode_notes(store, old, FOLDER, PuzzleProgress).items():
        theirs = read_progress(store, into, game)
        if not theirs.tried:
            continue  # the note is given as it is
        theirs.tried = list(dict.fromkeys([*theirs.tried, *mine.tried]))
        theirs.best = max(theirs.best, mine.best)
        put_note(store, into, FOLDER + game, msgspec.json.encode(theirs))


def best_streaks(store: Store, person: str) -> dict[str, int]:
    """Return a person's best streak by game."""
    found = decode_notes(store, person, FOLDER, PuzzleProgress)
    return {game: record.best for game, record in found.items() if record.best}
