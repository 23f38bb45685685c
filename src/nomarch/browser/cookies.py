"""The cookies of the browser edition, which a service worker's response cannot set."""

import json
import math
import re
import time

from nomarch.decoding import decode

MAX_AGE = re.compile(r";\s*max-age=(-?\d+)", re.IGNORECASE)


class CookieJar:
    """Cookies by name. A start renews their Max-Age: nobody loses games by being away for long."""

    def __init__(self, stored: str = "") -> None:
        """Read what `dump` returned; raises `msgspec.DecodeError` if it is something else."""
        self._cookies: dict[str, tuple[str, float]] = {}
        for name, text in decode(stored or "{}", dict[str, str]).items():
            self.set(f"{name}={text}")

    def set(self, header: str) -> None:
        """Keep a cookie of a `Set-Cookie` header."""
        name, _, text = header.partition("=")
        age = MAX_AGE.search(text)
        self._cookies[name] = text, time.monotonic() + int(age[1]) if age else math.inf

    def _valid(self) -> dict[str, str]:
        now = time.monotonic()
        return {name: text for name, (text, until) in self._cookies.items() if now < until}

    def values(self) -> dict[str, str]:
        return {name: text.partition(";")[0] for name, text in self._valid().items()}

    def dump(self) -> str:
        """Return all cookies with their attributes as JSON."""
        return json.dumps(self._valid())
