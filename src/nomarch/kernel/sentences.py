"""What a game's words are made of: events as sentences, positions as tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from nomarch.i18n import Translate as Translate
from nomarch.kernel.events import (
    FADED as FADED,
    POINTS as POINTS,
    SCORES as SCORES,
    Closing as Closing,
    Count as Count,
    Event as Event,
    Record as Record,
)
from nomarch.kernel.layout import GameState

Names = Sequence[str]
"""What the players are called, by seat."""
Seats = Sequence[int]
"""Some of the seats."""

TellValue = Callable[[Translate, int], str]
"""How a kind of value is told, e.g. a tile by its name."""
Values = Mapping[str, TellValue]
"""How the kinds of values in a game's events are told."""

TellTie = Callable[[Translate, GameState, int, int], str]
"""Why a seat is placed ahead of another with as many points, as part of a sentence."""
TellLoss = Callable[[Translate, GameState, int], str]
"""What an action that ends something would lose, in a sentence; nothing is lost by most."""


NOBODY = -1
"""The viewer of a sentence that addresses nobody as “you”."""


@dataclass(frozen=True)
class Position:
    """A position in words: what stands in the middle, and a row per player."""

    lines: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def sentence_case(words: str) -> str:
    """Words with a capital at the beginning."""
    return f"{words[:1].upper()}{words[1:]}"


def listed(parts: list[str], nothing: str = "–") -> str:
    """Parts in a row with commas, or a sign for nothing."""
    return ", ".join(parts) if parts else nothing


class Telling:
    """A record about to become a sentence: `e.points` is a number, `e["tile"]` its words."""

    def __init__(
        self,
        record: Record,
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
        value = "seat" if placeholder == "player" else placeholder
        number: int = getattr(self.record, value)
        kind = self.record.event.kinds[value]
        if kind == "seat":
            return self.names[number]
        return self.tellers[kind](self.t, number) if kind in self.tellers else figures(number)

    def keys(self) -> tuple[str, ...]:
        """What a sentence may have in braces."""
        values = self.record.event.values
        return (*values, "player") if "seat" in values else values

    def fill(self, sentence: str, you: str = "", **more: object) -> str:
        """Fill in a translated sentence, or `you` for the player whom the event is about."""
        chosen = you if you and self.is_you else sentence
        return chosen.format(**{key: self[key] for key in self.keys()} | more)

    def sentence(self) -> str:
        """Return the event in words; empty for those that need none."""
        event = self.record.event
        if callable(event.text):
            return event.text(self)
        text = event.you if event.you and self.is_you else event.text
        count = getattr(self.record, event.plural) if event.plural else 0
        return self.fill(self.t.form(text, count)) if text else ""

    def put_up(self) -> str:
        """Return what stands at the player's nameplate after the event; empty for most."""
        event = self.record.event
        return self.fill(self.t(event.puts_up)) if event.puts_up else ""


def _with_minus(told: str) -> str:
    return told.replace("-", "−")


def figures(number: int) -> str:
    """A number as a sentence shows it: with a minus, which a hyphen is not."""
    return _with_minus(str(number))


def signed(points: int) -> str:
    """Points with their sign, as a sentence shows them."""
    return _with_minus(f"{points:+d}")
