"""Errors of the web layer, and the HTTP status of every error."""

from nomarch.errors import NomarchError, Refused, Unavailable, UnknownGame
from nomarch.i18n import translator
from nomarch.tables.state.errors import (
    BadRequest,
    DamagedTable,
    Forbidden,
    NotFound,
    Outranked,
    RulesTooNew,
    RulesTooOld,
)


class NotIdentified(Refused):
    """The request has no valid token."""


class Gone(Refused):
    """What is asked for doesn't exist any more."""


class MethodNotAllowed(Refused):
    """The path does not allow this method."""


class PayloadTooLarge(Refused):
    """A body or message is too large."""


class RequestTimeout(Refused):
    """A body did not arrive in time."""


class ClientGone(Refused):
    """The client hung up before the answer was there. Only the log shows it."""


class UnsupportedMediaType(Refused):
    """The body is not JSON."""


class TooManyRequests(Refused):
    """A client exceeds its rate limit."""


class InternalError(Refused):
    """An unexpected error."""


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
    Outranked: 403,
    Unavailable: 503,
    NotIdentified: 401,
    MethodNotAllowed: 405,
    Gone: 410,
    PayloadTooLarge: 413,
    UnsupportedMediaType: 415,
    RequestTimeout: 408,
    ClientGone: 499,
    TooManyRequests: 429,
    InternalError: 500,
}
"""Status by error class; subclasses inherit it."""


def describe_error(error: NomarchError, language: str) -> tuple[str, int]:
    """The sentence of an error in a language, and its HTTP status."""
    t = translator("nomarch", language)
    if isinstance(error, Refused):
        sentence = error.translate(t)
    elif isinstance(error, UnknownGame):
        sentence = t("This game doesn't exist.")
    else:
        sentence = str(error)
    return sentence, next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def expected(name: str, found: str, choices: str) -> BadRequest:
    return BadRequest(
        "{name}={found}: expected one of {choices}.", name=name, found=found, choices=choices
    )


def payload_too_large() -> PayloadTooLarge:
    return PayloadTooLarge("That's too much to send at once.")


def too_many_requests() -> TooManyRequests:
    return TooManyRequests("Too fast! Wait a moment, then try again.")


def internal_error() -> InternalError:
    return InternalError("Something went wrong on our side. Nothing was changed.")


def not_identified() -> NotIdentified:
    return NotIdentified("We don't know you yet. Open the home page first.")


def not_your_seat() -> Forbidden:
    return Forbidden("That's not your seat.")
