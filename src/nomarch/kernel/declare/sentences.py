"""Building blocks of a game's `words`: events as sentences, positions as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from nomarch.i18n import Translate as Translate
from nomarch.kernel.declare.events import (
    FADED as FADED,
    POINTS as POINTS,
    SCORES as SCORES,
    Closing as Closing,
    Count as Count,
    Event as Event,
    EventRecord as EventRecord,
)
from nomarch.kernel.declare.layout import GameState

Names = Sequence[str]
"""The players' names, by seat."""
Seats = Sequence[int]
"""A list of seats."""

TellValue = Callable[[Translate, int], str]
"""Formats a kind of value, for instance a tile as its name."""
Values = Mapping[str, TellValue]
"""Formatters of a game's event values, by kind."""

TellTie = Callable[[Translate, GameState, int, int], str]
"""Why a seat is placed ahead of another with as many points, as part of a sentence."""
TellLoss = Callable[[Translate, GameState, int], str]
"""Returns a warning about what an action would lose; empty for most actions."""


NOBODY = -1
"""The viewer of a sentence that addresses nobody as “you”."""


@dataclass(frozen=True)
class Section:
    """A part of the board in words: lines, or a table whose first column names the rows."""

    title: str
    lines: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    signs: tuple[str, ...] = ()
    """The same with a sign per cell, for terminals."""


@dataclass(frozen=True)
class Position:
    """A position in words: lines about the board, a row per player, and sections.

    It covers exactly what the viewer sees on the board.
    """

    lines: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sections: tuple[Section, ...] = ()


def sentence_case(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def listed(parts: list[str], nothing: str = "–") -> str:
    """Join parts with commas; return `nothing` if there are none."""
    return ", ".join(parts) if parts else nothing


def counted(things: Iterable[tuple[str, int]]) -> list[str]:
    """Name the things there are, with their number if there are several."""
    return [name if count == 1 else f"{count} {name}" for name, count in things if count > 0]


def and_list(t: Translate, parts: Sequence[str]) -> str:
    """Join parts like a person: “a, b and c”."""
    return _joined(parts, t("and"))


def or_list(t: Translate, parts: Sequence[str]) -> str:
    """Join parts like a person: “a, b or c”."""
    return _joined(parts, t("or"))


def _joined(parts: Sequence[str], conjunction: str) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {conjunction} {parts[-1]}"


class Telling:
    """Formats an event as a sentence: `e.points` is a number, `e["tile"]` its words."""

    def __init__(
        self,
        record: EventRecord,
        t: Translate,
        names: Sequence[str],
        values: Values,
        viewer: int = NOBODY,
    ) -> None:
        self.record, self.t, self.names, self.tellers = record, t, names, values
        self.viewer = viewer
        self.is_you = record.is_about(viewer)

    def __getattr__(self, value: str) -> int:
        return getattr(self.record, value)  # type: ignore[no-any-return]

    def __getitem__(self, placeholder: str) -> str:
        if placeholder == "times":
            return figures(self.record.times)
        value = "seat" if placeholder == "player" else placeholder
        number: int = getattr(self.record, value)
        event = self.record.event
        if event.lists and value == event.joined[0]:
            numbers = (number, *self.record.others)
            return and_list(self.t, [self._listed(value, each) for each in numbers])
        return self._value(value, number)

    def _listed(self, value: str, number: int) -> str:
        is_you = self.record.event.kinds[value] == "seat" and number == self.viewer
        return self.t("you") if is_you else self._value(value, number)

    def _value(self, value: str, number: int) -> str:
        kind = self.record.event.kinds[value]
        if kind == "seat":
            return self.names[number]
        return self.tellers[kind](self.t, number) if kind in self.tellers else figures(number)

    def keys(self) -> tuple[str, ...]:
        """Return the placeholders a sentence may use."""
        values = (*self.record.event.values, "times")
        return (*values, "player") if "seat" in values else values

    def fill(self, sentence: str, you: str = "", **more: object) -> str:
        """Fill in a translated sentence, or `you` if the event is about the viewer."""
        chosen = you if you and self.is_you else sentence
        return chosen.format(**{key: self[key] for key in self.keys()} | more)

    def sentence(self) -> str:
        """Return the event in words; empty for those that need none."""
        event = self.record.event
        if self.record.times > 1 and event.many:
            if callable(event.many):
                return event.many(self)
            return self.fill(self.t(event.many), self.t(event.you_many))
        if callable(event.text):
            return event.text(self)
        text = event.you if event.you and self.is_you else event.text
        count = getattr(self.record, event.plural) if event.plural else 0
        return self.fill(self.t.form(text, count)) if text else ""

    def nameplate_text(self) -> str:
        """Return the text at the player's nameplate after the event; empty for most."""
        event = self.record.event
        return self.fill(self.t(event.nameplate)) if event.nameplate else ""


def _with_minus(told: str) -> str:
    return told.replace("-", "−")


def tell_points(e: Telling) -> str:
    """Describe an event of scored points by category; empty if there are none."""
    points = abs(e.points)
    if e.points > 0:
        text = e.t.ngettext(
            "{category}: {player} scores {points} point.",
            "{category}: {player} scores {points} points.",
            points,
        )
        you = e.t.ngettext(
            "{category}: you score {points} point.",
            "{category}: you score {points} points.",
            points,
        )
    else:
        text = e.t.ngettext(
            "{category}: {player} loses {points} point.",
            "{category}: {player} loses {points} points.",
            points,
        )
        you = e.t.ngettext(
            "{category}: you lose {points} point.", "{category}: you lose {points} points.", points
        )
    return e.fill(text, you, points=points) if points else ""


def figures(number: int) -> str:
    """Format a number, with a minus sign instead of a hyphen."""
    return _with_minus(str(number))


def signed(points: int) -> str:
    return _with_minus(f"{points:+d}")
