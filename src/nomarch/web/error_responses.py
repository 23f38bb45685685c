"""Refusals on the web: those of its own, and the HTTP status that each kind of error has."""

from __future__ import annotations

from nomarch.errors import NomarchError, UnknownGame
from nomarch.i18n import translator
from nomarch.tables.errors import (
    BadRequest,
    DamagedTable,
    Forbidden,
    NotFound,
    Refused,
    RulesTooNew,
    RulesTooOld,
    Unavailable,
)


class NotIdentified(Refused):
    """The one who asks has not said who they are."""


class MethodNotAllowed(Refused):
    """The address exists, but not for this method."""


class PayloadTooLarge(Refused):
    """More was sent than is ever read."""


class RequestTimeout(Refused):
    """What was announced did not come in time."""


class UnsupportedMediaType(Refused):
    """Something else than JSON was sent."""


class TooManyRequests(Refused):
    """A client asks more often than it may."""


class InternalError(Refused):
    """Our own fault."""


STATUS: dict[type[NomarchError], int] = {
    NomarchError: 422,
    UnknownGame: 404,
    Refused: 409,
    BadRequest: 422,
    NotFound: 404,
    RulesTooOld: 410,
    RulesTooNew: 503,
    DamagedTable: 410,
    Forbidden: 403,
    Unavailable: 503,
    NotIdentified: 401,
    MethodNotAllowed: 405,
    PayloadTooLarge: 413,
    UnsupportedMediaType: 415,
    RequestTimeout: 408,
    TooManyRequests: 429,
    InternalError: 500,
}
"""What each kind of error is in HTTP; one that is not listed is what its parent is."""


def told(error: NomarchError, language: str) -> tuple[str, int]:
    """An error as a sentence in the reader's language, and the HTTP status that fits it."""
    t = translator("nomarch", language)
    if isinstance(error, Refused):
        sentence = error.told(t)
    elif isinstance(error, UnknownGame):
        sentence = t("This game doesn't exist.")
    else:
        sentence = str(error)
    return sentence, next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def expected(name: str, found: str, choices: str) -> BadRequest:
    """What is said about a value that is none of those there are."""
    return BadRequest(
        "{name}={found}: expected one of {choices}.", name=name, found=found, choices=choices
    )


def payload_too_large() -> PayloadTooLarge:
    """What is said to a client that sends too much."""
    return PayloadTooLarge("That's too much to send at once.")


def too_many_requests() -> TooManyRequests:
    """What is said to a client that asks too often."""
    return TooManyRequests("Too fast! Wait a moment, then try again.")


def failed() -> InternalError:
    """What is said when the fault is ours."""
    return InternalError("Something went wrong on our side. Nothing was changed.")


def stranger() -> NotIdentified:
    """What is said to somebody whom nobody knows."""
    return NotIdentified("We don't know you yet. Open the home page first.")


def not_your_seat() -> Forbidden:
    """What is said to one who would act or look for another."""
    return Forbidden("That's not your seat.")
