"""Requests have names, so that lines of the log can be told to belong together."""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar

from starlette.requests import HTTPConnection

HEADER = "x-request-id"
_FIT = re.compile(r"[A-Za-z0-9._-]{1,64}")

current: ContextVar[str] = ContextVar("request", default="")
"""The request that is being answered."""


def begin(connection: HTTPConnection) -> str:
    """Gives a request its name: the one it came with, if that is fit, or a new one."""
    given = connection.headers.get(HEADER, "")
    name = given if _FIT.fullmatch(given) else secrets.token_hex(8)
    current.set(name)
    return name
