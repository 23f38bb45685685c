"""Small typed values by owner and topic.

The owner is a guest (progress with lessons and puzzles) or a table (the analysis of its game).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from nomarch.storage.readers import Readers
from nomarch.storage.store import Store, decoded
from nomarch.storage.writer import Writer

Note = TypeVar("Note", bound=msgspec.Struct)


@dataclass(frozen=True)
class NoteStore(Generic[Note]):
    """All notes of one kind."""

    readers: Readers
    writer: Writer
    folder: str
    """The prefix of the topics of this kind."""
    kind: type[Note]

    async def all(self, owner: str) -> dict[str, Note]:
        """Return an owner's notes by topic, leaving out damaged ones."""
        found = await self.readers.read(lambda store: store.notes(owner, self.folder))
        notes = {topic: decoded(data, self.kind) for topic, data in found.items()}
        return {
            topic.removeprefix(self.folder): note
            for topic, note in notes.items()
            if note is not None
        }

    async def get(self, owner: str, topic: str) -> Note:
        """Return the note on a topic, or an empty one."""
        return (await self.all(owner)).get(topic) or self.kind()

    async def change(self, owner: str, topic: str, change: Callable[[Note], Note]) -> None:
        """Replace a note by what `change` makes of it; nobody else changes it meanwhile."""

        def write(store: Store) -> None:
            with store.transaction():
                store.lock_guest(owner)
                data = store.notes(owner, self.folder + topic).get(self.folder + topic)
                before = (decoded(data, self.kind) if data else None) or self.kind()
                note = msgspec.json.encode(change(before))
                store.put_note(owner, self.folder + topic, note)

        await self.writer.do(write)

    async def put(self, owner: str, topic: str, note: Note) -> None:
        """Store a note; returns when it is on the disk."""
        data = msgspec.json.encode(note)
        await self.writer.do(lambda store: store.put_note(owner, self.folder + topic, data))
