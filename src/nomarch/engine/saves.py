"""Saves: a match as readable text, and a loader that names the line of any damage.

A save is a header, an empty line, one move per line and an end that counts them. Random draws are
written behind a move, so that loading can check them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nomarch.errors import BadOption, BadSave, NomarchError, UnknownGame
from nomarch.kernel.declare.game import Rulebook, Setup, rulebook
from nomarch.kernel.run.seeds import commitment
from nomarch.text import excerpt, quoted

if TYPE_CHECKING:
    from nomarch.engine.match import Match
    from nomarch.engine.match_log import Step

FORMAT = 1

_ONCE = ("game", "rules", "players", "seed", "commitment")
"""Header entries that every save has."""
_NAMED = ("option", "name")
"""Header entries that may occur several times, each with a name."""
_MOVE = re.compile(r"([0-9]{1,6})\*? ([0-9]{1,2}) ([^=]+?)(?: = .+)?")

_Head = dict[str, tuple[str, int]]
"""Header entries, each with its line."""


# --- Writing --------------------------------------------------------------------------------------


def write(match: Match) -> str:
    book = match.book
    head = [
        f"nomarch {FORMAT}",
        f"game {book.game.id}",
        f"rules {match.rules}",
        f"players {match.players}",
        *(f"option {name} {choice}" for name, choice in book.option_ids(match.setup).items()),
        *(f"name {seat} {name}" for seat, name in enumerate(match.names)),
        f"seed {match.seed}",
        f"commitment {match.commitment}",
        "",
    ]
    moves = [_move_line(match, ply, step) for ply, step in enumerate(match.steps, start=1)]
    return "\n".join([*head, *moves, f"end {len(moves)}"]) + "\n"


def _move_line(match: Match, ply: int, step: Step) -> str:
    star = "*" if step.auto else ""
    line = f"{ply}{star} {step.seat} {match.notation(step)}"
    drawn = _outcome(step)
    return f"{line} = {drawn}" if drawn else line


def _outcome(step: Step) -> str:
    parts = []
    for record in step.events:
        if record.event.reveals:
            numbers = " ".join(str(int(number)) for number in record.numbers)
            parts.append(f"{record.name} {numbers}".strip())
    return "; ".join(parts)


# --- Reading --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Save:
    """A save with a checked header; `replay` checks the moves."""

    book: Rulebook
    setup: Setup
    seed: str
    names: tuple[str, ...]
    lines: list[str]
    first: int
    """The index of the first move among the lines."""

    def replay(self, match: Match) -> None:
        """Play the moves in a new match; automatic moves must be in the save, too."""
        for number, line in enumerate(self.lines[self.first :], start=self.first + 1):
            ply = number - self.first
            if line.startswith("end "):
                self._check_end(match, number, ply)
                return
            found = _MOVE.fullmatch(line)
            if found is None:
                raise BadSave(f"expected a move like '12 0 pass', found {quoted(line)}", number)
            if found[1] != str(ply):
                raise BadSave(f"expected move {ply}, found {found[1]}", number)
            if ply > len(match.steps):
                try:
                    match.play(int(found[2]), found[3])
                except NomarchError as error:
                    raise BadSave(str(error), number) from error
            played = _move_line(match, ply, match.steps[ply - 1])
            if played != line:
                raise BadSave(f"found {quoted(line)}, but the game gives {quoted(played)}", number)
        raise BadSave("the save is cut short: its last line should be 'end …'", len(self.lines))

    def _check_end(self, match: Match, number: int, ply: int) -> None:
        found = self.lines[number - 1]
        if ply <= len(match.steps):
            raise BadSave(f"expected move {ply}, found {quoted(found)}", number)
        if found != f"end {len(match.steps)}":
            raise BadSave(f"expected 'end {len(match.steps)}', found {quoted(found)}", number)
        if len(self.lines) > number:
            raise BadSave("nothing may follow the end", number + 1)


def parse(text: str) -> Save:
    """Parse a save's header and check its commitment."""
    lines = text.splitlines()
    head, first = _read_head(lines)
    book, setup = _read_setup(head)
    seed, line = head["seed"]
    if not re.fullmatch(r"[0-9a-f]{64}", seed):
        raise BadSave("expected a seed of 64 hex digits", line)
    promise, line = head["commitment"]
    if promise != commitment(seed):
        raise BadSave("the commitment does not belong to the seed", line)
    return Save(book, setup, seed, _read_names(head, setup.players), lines, first)


def _read_head(lines: list[str]) -> tuple[_Head, int]:
    """Return the header entries and the index of the first move."""
    if not lines or lines[0].split()[:1] != ["nomarch"]:
        raise BadSave(f"expected 'nomarch {FORMAT}': this is no Nomarch save", 1)
    if lines[0] != f"nomarch {FORMAT}":
        raise BadSave(f"save format {quoted(lines[0][8:])} is unknown; this reads {FORMAT}", 1)
    head: _Head = {}
    for number, line in enumerate(lines[1:], start=2):
        if not line:
            return head, number
        key, value = _read_entry(line, number)
        if key in head:
            raise BadSave(f"{excerpt(key)} is given twice", number)
        head[key] = (value, number)
    raise BadSave("the save ends inside its header", len(lines))


def _read_entry(line: str, number: int) -> tuple[str, str]:
    parts = line.split(" ", 2)
    if parts[0] in _NAMED and len(parts) == 3:
        return f"{parts[0]} {parts[1]}", parts[2]
    if parts[0] in _ONCE and len(parts) == 2:
        return parts[0], parts[1]
    raise BadSave(f"expected a header entry, found {quoted(line)}", number)


def _read_setup(head: _Head) -> tuple[Rulebook, Setup]:
    for key in _ONCE:
        if key not in head:
            raise BadSave(f"the header lacks {key!r}", 1)
    game, line = head["game"]
    try:
        book = rulebook(game)
        version, line = head["rules"]
        if not re.fullmatch(r"[0-9]{1,3}", version) or not book.game.can_replay(int(version)):
            raise BadSave(
                f"written under rules version {excerpt(version)} of {book.game.title}; "
                f"this plays version {book.game.rules_version}",
                line,
            )
        players, line = head["players"]
        if not re.fullmatch(r"[0-9]{1,2}", players):
            raise BadSave(f"expected a number of players, found {quoted(players)}", line)
        options = book.game.options_since(int(version)) | _read_options(head)
        return book, book.setup(int(players), options)
    except (UnknownGame, BadOption) as error:
        raise BadSave(str(error), line) from error


def _read_options(head: _Head) -> dict[str, str]:
    given = {key: value for key, (value, _) in head.items() if key.startswith("option ")}
    return {key.removeprefix("option "): value for key, value in given.items()}


def _read_names(head: _Head, players: int) -> tuple[str, ...]:
    given = {key: found for key, found in head.items() if key.startswith("name ")}
    names = tuple(given.pop(f"name {seat}", ("", 0))[0] for seat in range(players))
    if given:
        key, (_, line) = next(iter(given.items()))
        raise BadSave(f"there is no seat {excerpt(key[5:])} among {players}", line)
    if any(names) and not all(names):
        raise BadSave(f"expected {players} names", head["players"][1])
    return names if all(names) else ()


def read_save(path: Path) -> str:
    """Read a save's file; raise the error of a damaged save if it is not text."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadSave("expected text in UTF-8: this is no Nomarch save", line) from error
