"""Small values by owner and topic, typed by `NoteStore`.

The owner is a person (progress with lessons and puzzles) or a table (the analysis of its game).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec
from sqlalchemy import func, select

from nomarch.storage.readers import Readers
from nomarch.storage.schema import NOTE
from nomarch.storage.statements import Query, delete_rows, find_value, upsert
from nomarch.storage.store import Store, decoded
from nomarch.storage.writer import Writer

Note = TypeVar("Note", bound=msgspec.Struct)


def put_note(store: Store, owner: str, topic: str, note: bytes) -> None:
    """Store an owner's note, replacing an earlier one on the topic."""
    upsert(store, NOTE, owner=owner, topic=topic, note=note)


_IN_FOLDER = Query(
    lambda owner, folder, length: select(NOTE.c.topic, NOTE.c.note).where(
        NOTE.c.owner == owner, func.substr(NOTE.c.topic, 1, length) == folder
    )
)


def read_notes(store: Store, owner: str, folder: str) -> dict[str, bytes]:
    """Return an owner's notes whose topics begin with `folder`."""
    return dict(store.rows(_IN_FOLDER(owner, folder, len(folder))))


def decode_notes(store: Store, owner: str, folder: str, kind: type[Note]) -> dict[str, Note]:
    """Return an owner's notes by their topics within a folder, leaving out damaged ones."""
    known = read_notes(store, owner, folder)
    found = {topic.removeprefix(folder): decoded(data, kind) for topic, data in known.items()}
    return {topic: note for topic, note in found.items() if note is not None}


def read_note(store: Store, owner: str, topic: str, kind: type[Note]) -> Note | None:
    """Return an owner's note; None if there is none, or a damaged one."""
    data = find_value(store, NOTE.c.note, owner=owner, topic=topic)
    return decoded(bytes(data), kind) if data else None


def lock_notes(store: Store, owner: str) -> None:
    """Let no other process change an owner's notes until this transaction ends."""
    store.lock(f"notes {owner}")


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
        return await self.readers.read(decode_notes, owner, self.folder, self.kind)

    async def get(self, owner: str, topic: str) -> Note:
        found = await self.readers.read(read_note, owner, self.folder + topic, self.kind)
        return found or self.kind()

    async def change(self, owner: str, topic: str, change: Callable[[Note], Note]) -> None:
        """Replace a note with the result of `change`, atomically."""

        def write(store: Store) -> None:
            with store.transaction():
                lock_notes(store, owner)
                before = read_note(store, owner, self.folder + topic, self.kind) or self.kind()
                put_note(store, owner, self.folder + topic, msgspec.json.encode(change(before)))

        await self.writer.do(write)

    async def remove(self, owner: str, topic: str) -> None:
        key = {"owner": owner, "topic": self.folder + topic}
        await self.writer.do(lambda store: delete_rows(store, NOTE, **key))

    async def put(self, owner: str, topic: str, note: Note) -> None:
        """Store a note; returns when it is on the disk."""
        data = msgspec.json.encode(note)
        await self.writer.do(put_note, owner, self.folder + topic, data)
