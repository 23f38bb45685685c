"""Decoding JSON into structs from several threads.

msgspec prepares a struct type when it is first decoded, and another thread that meets the type half
prepared crashes the process. Here one thread at a time prepares types.
"""

from threading import Lock
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}
_lock = Lock()


def decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    found = _decoders.get(kind)
    if found is None:
        with _lock:
            found = _decoders.setdefault(kind, msgspec.json.Decoder(kind))
    return found


def decode(data: bytes | str, kind: type[T]) -> T:
    """Decode JSON; raise `msgspec.DecodeError` if it doesn't fit the type."""
    return decoder(kind).decode(data)


def convert(value: object, kind: type[T]) -> T:
    """Convert plain values, or the attributes of an object that the type has too.

    Raises `msgspec.ValidationError` if they don't fit the type.
    """
    decoder(kind)
    return msgspec.convert(value, kind, from_attributes=True)
