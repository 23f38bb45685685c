"""What is kept besides tables and their logs: small notes by topic.

Of a guest: how far they are with lessons and puzzles. Of a table, under its id: what was found out
about its game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from nomarch.tables.readers import Readers
from nomarch.tables.store import decoded
from nomarch.tables.writer import Writer

Note = TypeVar("Note", bound=msgspec.Struct)


@dataclass(frozen=True)
class Notes(Generic[Note]):
    """All notes of one kind, each on a topic."""

    readers: Readers
    writer: Writer
    folder: str
    """What the topics begin with, so that kinds do not mix."""
    kind: type[Note]

    async def all(self, guest: str) -> dict[str, Note]:
        """A guest's notes, by topic; what is damaged was never noted."""
        found = await self.readers.read(lambda store: store.kept(guest, self.folder))
        notes = {topic: decoded(data, self.kind) for topic, data in found.items()}
        return {
            topic.removeprefix(self.folder): note
            for topic, note in notes.items()
            if note is not None
        }

    async def of(self, guest: str, topic: str) -> Note:
        """A guest's note on a topic, or an empty one."""
        return (await self.all(guest)).get(topic) or self.kind()

    async def keep(self, guest: str, topic: str, note: Note) -> None:
        """Keeps a note on a topic; returns when it is on the disk."""
        data = msgspec.json.encode(note)
        await self.writer.do(lambda store: store.keep(guest, self.folder + topic, data))
