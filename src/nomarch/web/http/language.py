"""The language of a request."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_date
from starlette.requests import HTTPConnection

from nomarch.i18n import DEFAULT, LANGUAGES, best_language


def language_of(connection: HTTPConnection) -> str:
    """From the query, the cookie, or the browser's preference."""
    for wish in (connection.query_params.get("lang"), connection.cookies.get("lang")):
        if wish in LANGUAGES:
            return str(wish)
    return best_language(connection.headers.get("accept-language", DEFAULT))


def format_day(at: float, language: str) -> str:
    """Return a date as people write it."""
    return format_date(datetime.fromtimestamp(at, UTC), "medium", locale=language)
