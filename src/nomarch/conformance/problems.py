"""Problems of a game, in sentences, with file and line."""

import re
import struct
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from nomarch.errors import EndlessMoves, NoLegalMove, RulesOutsideDialect
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import Field, GameState, Layout

FILES_OF_CHECKS = {
    "board_checks": "art", "words_checks": "words", "view_checks": "beliefs",
    "secret_checks": "events", "rules_checks": "rules", "fact_checks": "facts",
}  # fmt: skip
"""Where an error is likely to come from that none of the game's own lines raised."""
_IN_RULES = re.compile(r"([\w.]+), line (\d+): (.*)", re.DOTALL)


@dataclass(frozen=True)
class Problem:
    """Something that does not fit; a note is about something optional."""

    sentence: str
    path: Path | None = None
    line: int = 0
    is_note: bool = False

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.sentence}" if self.path else self.sentence


def problem_at(book: Rulebook, file: str, text: str, sentence: str) -> Problem:
    """Make a problem at the first line of a game's file, or folder, that contains a text.

    A text that is not there may be in another of the game's files.
    """
    folder = book.folder
    whole = folder / f"{file}.py"
    paths = [whole] if whole.exists() else sorted((folder / file).rglob("*.py"))
    for path in [*paths, *sorted(folder.rglob("*.py"))]:
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, start=1):
            if text in line:
                return Problem(sentence, path, number)
    return Problem(sentence, paths[0] if paths else folder / "__init__.py", 1)


def problem_of_error(book: Rulebook, error: Exception, doing: str) -> Problem:
    """Make a problem of an exception, at the innermost line of the game that raised it."""
    folder = book.folder
    if isinstance(error, RulesOutsideDialect) and (found := _IN_RULES.match(str(error))):
        module, line, why = found.groups()
        source = getattr(sys.modules.get(module), "__file__", None)
        if source:
            return Problem(why[:1].upper() + why[1:], Path(source), int(line))
    if isinstance(error, SyntaxError) and error.filename:
        return Problem(f"{error.msg}.".capitalize(), Path(error.filename), error.lineno or 1)
    if isinstance(error, struct.error) and (overflow := _overflowing_field(error)):
        name, why = overflow
        return problem_at(book, "state", f"    {name}:", why)
    sentence = f"{doing} fails: {type(error).__name__}: {error}"
    if isinstance(error, NoLegalMove | EndlessMoves):
        function = "legal" if isinstance(error, NoLegalMove) else "apply"
        return problem_at(book, "rules", f"def {function}", sentence)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if folder in Path(frame.filename).parents:
            return Problem(sentence, Path(frame.filename), frame.lineno or 1)
    sentence = f"{doing} fails: {_in_words(error)}"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if file := FILES_OF_CHECKS.get(Path(frame.filename).stem):
            return problem_at(book, file, "", sentence)
    return Problem(sentence, folder / "__init__.py", 1)


def _in_words(error: Exception) -> str:
    """Say what is wrong, and not only what Python missed."""
    if isinstance(error, KeyError):
        return f"there is no {error.args[0]!r} where the game says there is."
    if isinstance(error, IndexError):
        return "a number of the game is too large for the list that it is looked up in."
    return f"{type(error).__name__}: {error}"


def elements(state: GameState, field: Field) -> set[int]:
    return set(np.array(getattr(state, field.name), object).ravel().tolist())


def _overflowing_field(error: struct.error) -> tuple[str, str] | None:
    """Return the field that `Layout.pack` could not store, and why."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        layout, state = frame.f_locals.get("self"), frame.f_locals.get("state")
        if frame.f_code is not Layout.pack.__code__ or layout is None or state is None:
            continue
        for field in layout.fields:
            most = 2 ** (8 * field.width - 1) - 1
            for value in elements(state, field):
                if not -most - 1 <= value <= most:
                    why = f"`{field.name}` is {value}; {field.type} holds {-most - 1} to {most}."
                    return field.name, f"{why} Use a wider type."
    return None
