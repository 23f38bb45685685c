"""What a reader of a page can do here: on a server, in the browser edition, or at a friend's."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from nomarch import platform


@dataclass(frozen=True)
class Features:
    """Read by templates, and as attributes of the page by scripts."""

    accounts: bool
    """There are names, ratings, a lobby, tournaments, messages and notices."""
    device: bool
    """The games are kept in this browser, which has lessons, puzzles and pages about itself."""
    others: bool
    """Others can reach the tables."""

    @property
    def lessons(self) -> bool:
        return self.accounts or self.device


SERVER = Features(accounts=True, device=False, others=True)
FRIEND = Features(accounts=False, device=False, others=True)


def features_of(connection: HTTPConnection) -> Features:
    if not platform.IS_BROWSER:
        return SERVER
    state = connection.scope["state"]
    if state.get("friend"):
        return FRIEND
    return Features(accounts=False, device=True, others=bool(state.get("is_open")))


def owner_of(connection: HTTPConnection) -> str:
    """Whose browser a friend is playing in; empty for everybody else."""
    state = connection.scope.get("state", {})
    return str(state["owner"]) if state.get("friend") else ""


def room_of(connection: HTTPConnection) -> str:
    """The link to a room of the browser edition; empty if it is closed, or has codes only."""
    link: str = connection.scope.get("state", {}).get("room", "")
    return link
