"""The server's settings: from flags, and from the environment."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from nomarch.kernel.paths import data_folder
from nomarch.tables.database import Database


@dataclass(frozen=True)
class Settings:
    """How a server is to run."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = field(default_factory=data_folder)
    bot_pause: tuple[float, float] = (0.5, 1.1)
    """Shortest and longest pause before a bot opens a game, in seconds."""
    requests_per_second: float = 20.0
    """What one client may ask on average; short bursts may be ten times that."""
    https: bool = False
    """Whether people reach the server by https: then the cookie is sent over nothing else."""

    root: str = ""
    """The path under which all pages are, as a proxy shows them: /games, say."""
    guest_days: float = 400.0
    """After how many days without a visit a guest is forgotten; 0 is never."""
    invitation_days: float = 14.0
    """How long an invitation waits for an answer."""
    log: str = "json"
    """How lines of the log look: json, or text for people."""
    metrics_token: str = ""
    """What one who asks for metrics from elsewhere has to know; empty: nobody can."""
    proxies: str = ""
    """Addresses or networks, with commas, whose X-Forwarded-For tells who a client is."""

    address: str = ""
    """Where PostgreSQL is, postgresql://…; without it everything is kept in a file."""
    bots: bool = True
    """Whether bots may think in this server."""
    drain: float = 0.0
    """Seconds between the word that the server is not ready any more and its first goodbye."""

    @property
    def kept_in(self) -> Database:
        """Where everything is kept."""
        return Database(self.address or str(self.database))

    @property
    def database(self) -> Path:
        """The file in which everything is kept that is not in PostgreSQL."""
        return self.data / "nomarch.sqlite3"
