"""Texts in messages: each is cleaned and bounded where it comes in, as its field's type says."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, get_type_hints

import msgspec

from nomarch.tables.state.errors import BadRequest
from nomarch.text import JOINERS, SPARE, clean, clean_name, has_control, quoted

Rule = Callable[[str], str]
"""Returns a text as it may be used, or raises `BadRequest`."""


@dataclass(frozen=True)
class Word:
    """A text for programs, such as an id, a token or a move; the rule of fields without one."""

    most: int = 300

    def fits(self, text: str) -> bool:
        return len(text) <= self.most and not has_control(text)

    def __call__(self, text: str) -> str:
        if not self.fits(text):
            reason = f"{quoted(text, 40)} is too long or has control characters"
            raise BadRequest("We couldn't read the request: {reason}.", reason=reason)
        return text


@dataclass(frozen=True)
class Prose:
    """A text that other people read, of one line unless it `has_lines`."""

    most: int
    least: int = 0
    has_lines: bool = False

    def __call__(self, text: str) -> str:
        if len(text) <= SPARE * self.most:
            lines = text.splitlines() if self.has_lines else [text]
            text = "\n".join(clean(line, JOINERS) for line in lines).strip()
        if len(text) > self.most:
            raise BadRequest("That's too long: write at most {most} characters.", most=self.most)
        if len(text) < self.least:
            raise BadRequest(
                "Write {least} to {most} characters.", least=self.least, most=self.most
            )
        return text


def digits(text: str) -> str:
    """The rule of 64 hexadecimal digits."""
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise BadRequest("We couldn't read the request: {reason}.", reason="no 64 digits")
    return text


def parsed_later(text: str) -> str:
    """The rule of a text with a grammar of its own."""
    return text


Name = Annotated[str, clean_name]


class Checked(msgspec.Struct, forbid_unknown_fields=True):
    """The base of what clients send."""

    def __post_init__(self) -> None:
        for name, rule in _rules(type(self)):
            setattr(self, name, _checked(getattr(self, name), rule))


@cache
def _rules(kind: type[Checked]) -> list[tuple[str, Rule]]:
    hints = get_type_hints(kind, include_extras=True)
    rules = {name: getattr(hint, "__metadata__", (Word(),)) for name, hint in hints.items()}
    return [(name, rules[name][0]) for name in kind.__struct_fields__]


def _checked(value: Any, rule: Rule) -> Any:
    if isinstance(value, str):
        return rule(value)
    if isinstance(value, dict):
        return {rule(key): _checked(item, rule) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_checked(item, rule) for item in value)
    return value
