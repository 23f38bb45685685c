"""Dates and numbers as a reader writes them: the language of the page, the region of the browser.

`static/format.js` does the same for scripts, by the same locale.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal, format_percent
from markupsafe import Markup
from starlette.requests import HTTPConnection

from nomarch.web.http.language import language_of

REGIONS = {"en": "en-GB", "fr": "fr-FR", "nl": "nl-NL", "de": "de-DE"}
"""The locale of a language where the browser names no region."""
MINUS = "−"


@cache
def _known(tag: str) -> bool:
    try:
        Locale.parse(tag, sep="-")
    except (UnknownLocaleError, ValueError):
        return False
    return True


def locale_of(connection: HTTPConnection) -> str:
    """Return the tag of a reader's locale, such as `en-GB`."""
    language = language_of(connection)
    for preference in connection.headers.get("accept-language", "")[:200].split(","):
        tag = preference.partition(";")[0].strip()
        if tag.lower().startswith(f"{language}-") and _known(tag):
            return tag
    return REGIONS.get(language, language)


@dataclass(frozen=True)
class Formats:
    """Formats values for one locale."""

    tag: str

    @property
    def _locale(self) -> str:
        return self.tag.replace("-", "_")

    def day(self, at: float) -> str:
        return format_date(datetime.fromtimestamp(at, UTC), "medium", locale=self._locale)

    def moment(self, at: float) -> Markup:
        """Return a date and a time of day (UTC); the page's script shows the reader's own."""
        when = datetime.fromtimestamp(at, UTC)
        text = f"{format_datetime(when, 'short', locale=self._locale)} UTC"
        return Markup('<time data-moment="{}">{}</time>').format(at, text)

    def number(self, value: float, digits: int = 2) -> str:
        """Return a number with a true minus sign and at most `digits` decimals."""
        return _decimal(value, f"#,##0.{'#' * digits}" if digits else "#,##0", self._locale)

    def fixed(self, value: float, digits: int = 1) -> str:
        """Return a number with exactly `digits` decimals."""
        return _decimal(value, f"#,##0.{'0' * digits}", self._locale)

    def signed(self, value: float, digits: int = 0) -> str:
        """Return a number with its sign; 0 has none."""
        text = self.fixed(value, digits) if digits else self.number(value, 0)
        return f"+{text}" if value > 0 else text

    def percent(self, value: float) -> str:
        """Return a percentage: 50 is a half."""
        return _with_minus(format_percent(round(value) / 100, locale=self._locale))


@lru_cache(maxsize=4096)
def _decimal(value: float, pattern: str, locale: str) -> str:
    """Format a number; Babel takes a tenth of a millisecond, and a page shows the same ones."""
    return _with_minus(format_decimal(value, pattern, locale))


def _with_minus(text: str) -> str:
    return text.replace("-", MINUS)
