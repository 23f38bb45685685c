"""The language of a request."""

from starlette.requests import HTTPConnection

from nomarch.i18n import DEFAULT, LANGUAGES, best_language


def language_of(connection: HTTPConnection) -> str:
    """From the query, the cookie, or the browser's preference."""
    for preference in (connection.query_params.get("lang"), connection.cookies.get("lang")):
        if preference in LANGUAGES:
            return str(preference)
    return best_language(connection.headers.get("accept-language", DEFAULT))
