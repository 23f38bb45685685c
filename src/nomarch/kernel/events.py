"""Events: what happened, as small int records that the rules emit while they run.

An event is `(kind, audience, *values)`. Sentences and animations are made of events elsewhere.
Only interpreted rules record them; compiled builds replace `emit` by nothing at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

ALL = -1
"""The audience of an event that everyone may know; a seat's number means that seat alone."""

Record = tuple[int, ...]


@dataclass(frozen=True)
class Event:
    """One kind of event: its name, the names of its values, and whether it shows new information.

    `reveals` is what undo stops at: chance was used or something hidden was turned up.
    """

    name: str
    values: tuple[str, ...] = ()
    reveals: bool = False


def emit(s: Any, kind: int, audience: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Records an event, when somebody listens."""
    if s.trace is not None:
        s.trace.append((kind, audience, a, b, c, d))


def visible(record: Record, viewer: int) -> bool:
    """Whether the viewer belongs to the event's audience."""
    return record[1] in (ALL, viewer)
