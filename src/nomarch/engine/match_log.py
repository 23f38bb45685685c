"""The parts of a match's record: steps, log lines and final standings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile
from typing import Any, NotRequired, TypedDict

from nomarch.i18n import translator
from nomarch.kernel.declare.events import EventRecord
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.moments import Beat, Moments, beats_of, touched_by
from nomarch.kernel.declare.protocols import Touched
from nomarch.kernel.declare.sentences import Telling


@dataclass(frozen=True)
class Step:
    """One decision and its events."""

    seat: int
    action: int
    auto: bool
    events: tuple[EventRecord, ...]
    before: bytes = field(repr=False)
    owed: tuple[int, ...] = field(repr=False)
    """The seats that had to decide at the time."""
    reveals: bool


@dataclass(frozen=True)
class LogLine:
    """A sentence of the log, with the name of its icon, if any."""

    text: str
    icon: str


@lru_cache(4096)
def render_event(
    record: EventRecord, book: Rulebook, language: str, names: tuple[str, ...], you: int
) -> LogLine:
    """Render an event as a log line; `you` is the seat to address, or nobody."""
    t = translator(book.package, language)
    return LogLine(Telling(record, t, names, book.values, you).sentence(), record.icon())


def touched_pieces(book: Rulebook, step: Step, records: Iterable[EventRecord]) -> list[str]:
    """Return the names of the pieces that events of a step touched, for a page to highlight."""
    found = (name for record in records for name in _touched(book, step.before, record))
    return list(dict.fromkeys(found))


@lru_cache(4096)
def _touched(book: Rulebook, before: bytes, record: EventRecord) -> tuple[str, ...]:
    rules: Touched = getattr(book.art, "TOUCHED", {})
    if record.event not in rules:
        return touched_by(_moments(book, before, record, viewer=-1))
    rule = rules[record.event]
    if isinstance(rule, str):
        return (rule.format(**dict(zip(record.event.values, record.numbers, strict=True))),)
    return tuple(rule(_unpacked(book, before), record)) if rule else ()


@lru_cache(64)
def _unpacked(book: Rulebook, state: bytes) -> Any:
    """A state that several rules read, each for several viewers; it must not be changed."""
    return book.layout.unpack(state)


def moments_of(
    book: Rulebook, step: Step, records: Iterable[EventRecord], viewer: int
) -> list[Beat]:
    """Return what a page plays when a step's events happen."""
    return [beat for record in records for beat in _moments(book, step.before, record, viewer)]


@lru_cache(4096)
def _moments(book: Rulebook, before: bytes, record: EventRecord, viewer: int) -> tuple[Beat, ...]:
    rules: Moments = getattr(book.art, "MOMENTS", {})
    if record.event not in rules:
        return ()
    return tuple(beats_of(rules, _unpacked(book, before), record, viewer))


class Drawing(TypedDict):
    """Options of a drawing."""

    language: str
    shape: str
    prefix: str
    marked: bool
    brief: bool
    told: NotRequired[str]
    """Replaces the prompt where nobody is to act."""


def common(before: Sequence[Step], now: Sequence[Step]) -> int:
    """Return the length of the common prefix of two step lists."""
    known = len(before)
    if known <= len(now) and (not known or before[-1] is now[known - 1]):
        return known
    pairs = zip(before, now, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
