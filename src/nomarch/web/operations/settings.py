"""Settings of a server, from flags and the environment."""

from dataclasses import dataclass, field
from pathlib import Path

from nomarch.contests.site_hooks import site_database
from nomarch.paths import data_folder
from nomarch.people.appointed import Appointment
from nomarch.storage.database import Database
from nomarch.web.operations.mail import Mailer


@dataclass(frozen=True)
class Settings:
    """All settings of one server."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = field(default_factory=data_folder)
    bot_pause: tuple[float, float] = (0.5, 1.1)
    """Shortest and longest pause before a bot's first move, in seconds."""
    requests_per_second: float = 20.0
    """Requests per second of one client; bursts may be ten times that."""
    https: bool = False
    """Whether the site is reached by https; the cookie is then marked secure."""

    root: str = ""
    """The path under which all pages are, for example /games."""
    forget_days: float = 400.0
    """Days without a visit after which a person without a claimed name is forgotten; 0 is never."""
    invitation_days: float = 14.0
    """Days until an invitation expires."""
    docs: Path | None = None
    """The built documentation; by default `NOMARCH_DOCS`, or `build/docs` of this checkout."""
    log: str = "json"
    """The log format: json, or text for people."""
    metrics_token: str = ""
    """Token for metrics from another machine; without one they are only local."""
    proxies: str = ""
    """Trusted proxies: addresses or networks separated by commas."""

    address: str = ""
    """The address of PostgreSQL, postgresql://…; empty for SQLite."""
    bots: bool = True
    """Whether bots think in this process."""
    prepare: bool = True
    """Whether a server loads all games before it answers; else the first visitors wait."""
    relay: bool = True
    """Whether friends of browser editions find each other here, which takes a single process."""
    drain: float = 0.0
    """Seconds between failing `/ready` and closing sockets."""

    public_url: str = ""
    """The site's address in mails and notices, for example https://games.example.org; without the
    root path."""
    rp_id: str = ""
    """The domain that passkeys belong to; by default the host of `public_url`."""
    appointments: tuple[Appointment, ...] = ()
    """Roles of people by claimed name and mail address."""
    mail: Mailer = field(default_factory=Mailer)
    """How to send mail."""
    local_push: bool = False
    """Whether push messages may go to loopback addresses; for tests only."""

    @property
    def origin(self) -> str:
        """The origin of the pages, which passkeys are bound to."""
        return self.public_url or f"http://localhost:{self.port}"

    @property
    def database(self) -> Database:
        return site_database(self.address or str(self.database_file))

    @property
    def database_file(self) -> Path:
        return self.data / "nomarch.sqlite3"
