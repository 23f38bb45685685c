"""Covers over what a drawing looks at: through them it sees the same, and every read is noted."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Protocol

WHOLE = "whole"
"""The end of a path that reads all of a row."""
IS = "is"
"""In a path before the last: whether what is there is this."""

Path = tuple[Any, ...]
"""Where something was read: a field, and the places in its rows."""


class Notes(Protocol):
    """Who takes notes."""

    def note(self, path: Path, value: Hashable, /) -> None:
        """This was read."""

    def watched(self, name: str, /) -> Any:
        """A field of what is seen, covered."""


class Members:
    """A few numbers of which it is asked whether one is among them."""

    __slots__ = ("all",)

    def __init__(self, members: Sequence[int] | frozenset[int]) -> None:
        self.all = members if isinstance(members, frozenset) else tuple(members)

    def __getitem__(self, member: int) -> bool:
        return member in self.all

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Members) and self.all == other.all

    __hash__ = None  # type: ignore[assignment]


def frozen(value: Any) -> Hashable:
    """A value as it is now, which no later change changes."""
    if isinstance(value, Members):
        return value.all
    if isinstance(value, (list, tuple)):
        has_rows = bool(value) and isinstance(value[0], (list, tuple))
        return tuple(map(frozen, value)) if has_rows else tuple(value)
    return value  # type: ignore[no-any-return]


class WatchedView:
    """A view of which every read is noted."""

    __slots__ = ("_album",)

    def __init__(self, album: Notes) -> None:
        object.__setattr__(self, "_album", album)

    def __getattr__(self, name: str) -> Any:
        return self._album.watched(name)


class Row(Sequence[Any]):
    """A row of a view; its length is part of the rules and needs no note."""

    __slots__ = ("_album", "_covered", "_path", "_row")

    def __init__(self, album: Notes, path: Path, row: Sequence[Any]) -> None:
        self._album, self._path, self._row = album, path, row
        self._covered: dict[int, Row] = {}
        """The rows in it that have been read."""

    def __getitem__(self, index: Any) -> Any:
        if type(index) is slice:
            return self._whole()[index]
        value = self._row[index]
        if index < 0:
            index += len(self._row)
        if type(value) is not list and type(value) is not tuple:
            self._album.note((*self._path, index), value)
            return value
        covered = self._covered.get(index)
        if covered is None:
            covered = self._covered[index] = Row(self._album, (*self._path, index), value)
        return covered

    def _whole(self) -> Sequence[Any]:
        self._album.note((*self._path, WHOLE), frozen(self._row))
        return self._row

    def __len__(self) -> int:
        return len(self._row)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._whole())

    def __contains__(self, value: object) -> bool:
        return value in self._whole()

    def __eq__(self, other: object) -> bool:
        return self._whole() == other

    __hash__ = None  # type: ignore[assignment]


class WatchedMembers:
    """Members of which it is noted who was asked for."""

    __slots__ = ("_album", "_members", "_name")

    def __init__(self, album: Notes, name: str, members: Members) -> None:
        self._album, self._name, self._members = album, name, members

    def __contains__(self, member: int) -> bool:
        found = self._members[member]
        self._album.note((self._name, member), found)
        return found

    def _whole(self) -> Any:
        self._album.note((self._name, WHOLE), self._members.all)
        return self._members.all

    def __bool__(self) -> bool:
        return bool(self._whole())

    def __len__(self) -> int:
        return len(self._whole())

    def __iter__(self) -> Iterator[int]:
        return iter(self._whole())

    def __getitem__(self, index: int) -> int:
        member: int = self._whole()[index]
        return member
