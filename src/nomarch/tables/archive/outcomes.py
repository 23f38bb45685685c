"""The stored format of outcomes, and the recorder that fills it.

The log is the truth, and rules turn it into a game. Because rules change, the outcome of every
entry is stored as well: each step with its events by name and the state's change as bytes, and in
places the whole state with the names of its fields.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from functools import lru_cache

import msgspec

from nomarch.engine.match import Match
from nomarch.engine.match_log import Step
from nomarch.kernel.declare.events import Event
from nomarch.kernel.declare.layout import GameState, Layout

_COMPRESSION = (1, zlib.DEFLATED, -13, 6)
"""Chunks are small and mostly zeros: a small window and low effort are enough."""

StoredEvent = tuple[str, int, tuple[int, ...]]
"""Name, audience, numbers."""
StoredFields = tuple[tuple[str, str, tuple[int, ...]], ...]
"""Name, type and shape of every field of a state."""


class StoredStep(msgspec.Struct, frozen=True, array_like=True):
    """One step of a match."""

    seat: int
    move: str
    auto: bool
    reveals: bool
    owed: tuple[int, ...]
    events: tuple[StoredEvent, ...]
    change: bytes
    """The state after the step XOR the state before."""


class Basis(msgspec.Struct, frozen=True, array_like=True):
    """A whole position, with what is needed to read it and the changes that follow."""

    rules: int
    fields: StoredFields
    events: dict[str, tuple[tuple[str, ...], bool]]
    """By event: the names of its values, and whether it reveals anything."""
    state: bytes
    opening: tuple[StoredEvent, ...]


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """The outcome of an entry: `stayed` steps stayed, then `steps` were made."""

    stayed: int
    steps: tuple[StoredStep, ...]
    standings: tuple[tuple[int, int], ...] = ()
    """Every seat's place and points, once the game is over."""
    basis: Basis | None = None


Chunk = list[tuple[int, Outcome]]
"""Outcomes of consecutive entries, with their positions in the log."""

CHUNK = 16
"""Entries stored together."""

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Chunk)


def encode_chunk(chunk: Chunk) -> bytes:
    compressor = zlib.compressobj(*_COMPRESSION)
    return compressor.compress(_encoder.encode(chunk)) + compressor.flush()


def decode_chunk(data: bytes) -> Chunk:
    return _decoder.decode(zlib.decompress(data, -15))


@dataclass(frozen=True)
class _Pending:
    """An outcome that is not computed yet; `after` is the state after it, once known."""

    seq: int
    stayed: int
    steps: list[Step]
    is_basis: bool = False
    after: bytes | None = None


@dataclass(frozen=True)
class OutcomeRecorder:
    """Collects the outcomes of a table's entries, chunk by chunk. It never changes."""

    first: int
    """The entry with which the current chunk begins."""
    _pending: tuple[_Pending, ...]

    @classmethod
    def start(cls, match: Match, seq: int = 0, stayed: int = 0) -> OutcomeRecorder:
        """Begin with a whole position: at the start, or where the rules change."""
        return cls(seq, (_Pending(seq, stayed, match.steps[stayed:], is_basis=True),))

    def record(self, seq: int, match: Match, stayed: int, before: bytes | None) -> OutcomeRecorder:
        """Record an entry. `before` is the state it found, needed when it made no step."""
        made = match.steps[stayed:]
        if before is None and not made:
            return self
        last = _Pending(seq, stayed, made)
        if self.starts_chunk(seq):
            return OutcomeRecorder(seq, (last,))
        ended = self._ended(made[0].before if before is None else before)
        return OutcomeRecorder(self.first, (*ended, last))

    def starts_chunk(self, seq: int) -> bool:
        return seq // CHUNK != self.first // CHUNK

    def chunk(self, match: Match) -> Chunk:
        """Return the current chunk, up to the match's position."""
        ended = self._ended(match.packed())
        return [(pending.seq, _outcome(pending, match)) for pending in ended]

    def _ended(self, state: bytes) -> tuple[_Pending, ...]:
        """Return the outcomes; `state` is the one after the last."""
        return (*self._pending[:-1], replace(self._pending[-1], after=state))


def _outcome(pending: _Pending, match: Match) -> Outcome:
    assert pending.after is not None
    states = [step.before for step in pending.steps] + [pending.after]
    steps = tuple(
        StoredStep(
            step.seat,
            match.notation(step),
            step.auto,
            step.reveals,
            step.owed,
            tuple((record.name, record.audience, record.numbers) for record in step.events),
            xor(before, after),
        )
        for step, before, after in zip(pending.steps, states, states[1:], strict=False)
    )
    is_last = bool(match.steps) and bool(pending.steps) and pending.steps[-1] is match.steps[-1]
    ranking = sorted(match.ranking, key=lambda line: line.seat) if is_last and match.over else ()
    standings = tuple((line.place, line.points) for line in ranking)
    basis = _basis(match, states[0]) if pending.is_basis else None
    return Outcome(pending.stayed, steps, standings, basis)


def _basis(match: Match, state: bytes) -> Basis:
    book = match.book
    opening = tuple((record.name, record.audience, record.numbers) for record in match.opening)
    return Basis(
        book.game.rules_version,
        stored_fields(book.layout),
        _stored_kinds(book.events),
        state,
        opening,
    )


@lru_cache
def stored_fields(layout: Layout[GameState]) -> StoredFields:
    return tuple((field.stored_name, field.type, field.shape) for field in layout.fields)


@lru_cache
def _stored_kinds(events: tuple[Event, ...]) -> dict[str, tuple[tuple[str, ...], bool]]:
    return {event.name: (event.values, event.reveals) for event in events}


def xor(before: bytes, after: bytes) -> bytes:
    number = int.from_bytes(before, "little") ^ int.from_bytes(after, "little")
    return number.to_bytes(len(after), "little")
