"""What friends may ask of a tab that is their server: to play at its tables, nothing else."""

from collections.abc import Iterable, Sequence
from http import HTTPStatus
from urllib.parse import unquote

from starlette.routing import BaseRoute, Match

from nomarch.web.http.limits import RateLimiter

TABLE = "/api/tables/{id}"
READ = {
    "/", "/new/{game}", "/t/{id}", "/t/{id}/replay", "/t/{id}/join/{token}", "/tables",
    "/rules/{game}", "/rules/{game}/glossary", "/api/games", "/api/tables", TABLE,
    *(f"{TABLE}/{what}" for what in (
        "board.svg", "chat", "frame", "live", "log", "milestone", "players", "ratings",
        "relations", "save", "tips", "verify",
    )),
}  # fmt: skip
"""Routes that friends may read; a new one is refused until it is listed here."""
CHANGED = {
    "/api/person", "/api/tables",
    *(f"{TABLE}/{what}" for what in (
        "answer", "back", "chat", "deal", "fill", "give", "hint", "join", "leave", "move", "pause",
        "read", "rematch", "undo", "why",
    )),
}  # fmt: skip
"""Routes that friends may post to."""
HEADERS = {"accept", "accept-language", "content-type", "sec-ch-ua-mobile", "user-agent"}
MAX_BODY = 16 * 1024
_ALLOWED = {"GET": READ, "HEAD": READ, "POST": CHANGED}


class Friends:
    """Decides about requests of friends, who are all in one room."""

    def __init__(self, site: str) -> None:
        self.site, self.room, self.link = site, "", ""
        self.owner = ""
        """The name of whoever the browser belongs to."""
        self.tables = RateLimiter(1 / 60, 6)
        self.hints = RateLimiter(1 / 5, 10)

    @property
    def root(self) -> str:
        """The root path of the room; each room of a site has one of its own."""
        return f"{self.site}/with/{self.room}"

    def refuse(
        self, routes: Sequence[BaseRoute], friend: str, kind: str, method: str, path: str
    ) -> HTTPStatus | None:
        """Return why a friend may not ask this."""
        inside = unquote(path.partition("?")[0]).removeprefix(f"{self.root}/")
        if not self.room or not path.startswith(f"{self.root}/"):
            return HTTPStatus.NOT_FOUND
        route = find_route(routes, kind, method, f"/{inside}")
        if route not in _ALLOWED.get(method, ()):
            return HTTPStatus.FORBIDDEN
        if not self._affords(friend, method, route):
            return HTTPStatus.TOO_MANY_REQUESTS
        return None

    def _affords(self, friend: str, method: str, route: str) -> bool:
        """Whether a friend has not yet asked too often for what takes the host's time or space."""
        if method == "POST" and route == "/api/tables":
            return self.tables.allows(friend)
        if route in (f"{TABLE}/hint", f"{TABLE}/why"):
            return self.hints.allows(friend)
        return True


def find_route(routes: Sequence[BaseRoute], kind: str, method: str, path: str) -> str:
    """Return the route that a path leads to; the path is without a root and query."""
    scope = {"type": kind, "method": method, "path": path, "root_path": "", "headers": []}
    for route in routes:
        if route.matches(scope)[0] is Match.FULL:
            return str(getattr(route, "path", ""))
    return ""


def known_headers(headers: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(name, value) for name, value in headers if name.lower() in HEADERS]
