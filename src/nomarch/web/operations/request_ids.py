"""Request ids, which connect the log lines of a request."""

import re
import secrets
from contextvars import ContextVar

from starlette.requests import HTTPConnection

HEADER = "x-request-id"
_VALID = re.compile(r"[A-Za-z0-9._-]{1,64}")

current: ContextVar[str] = ContextVar("request", default="")
"""The id of the current request."""


def begin(connection: HTTPConnection) -> str:
    """Set the current id: the one in the header if it is valid, else a new one."""
    given = connection.headers.get(HEADER, "")
    name = given if _VALID.fullmatch(given) else secrets.token_hex(8)
    current.set(name)
    return name
