"""Which language a reader gets."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from nomarch.i18n import DEFAULT, LANGUAGES, best_language


def language_of(connection: HTTPConnection) -> str:
    """The language a request or a socket asks for: named, remembered, or the browser's."""
    for wish in (connection.query_params.get("lang"), connection.cookies.get("lang")):
        if wish in LANGUAGES:
            return str(wish)
    return best_language(connection.headers.get("accept-language", DEFAULT))
