"""A real PostgreSQL of one's own, in a temporary folder."""

import os
import secrets
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg

from nomarch.contests.site_hooks import site_database
from tests.install_programs import find_postgres

QUIET = """
listen_addresses = ''
unix_socket_directories = '{folder}'
max_connections = 200
logging_collector = off
shared_buffers = 64MB
"""
NO_ROOT = ("postgres", "nobody")
"""PostgreSQL refuses to be started by root: who starts it instead."""


class Cluster:
    """A PostgreSQL server with its own data, reached through a socket in its own folder."""

    def __init__(self, *, durable: bool = True) -> None:
        programs = find_postgres()
        if programs is None:
            raise RuntimeError("there is no PostgreSQL")
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="nomarch-pg-"))
        self.owner, self._site = _owner(), ""
        if self.owner:
            shutil.chown(self.folder, self.owner)
        self.data = self.folder / "data"
        self._run("initdb", "-D", self.data, "-A", "trust", "-U", "nomarch", "-N", "-E", "UTF8")
        settings = self.data / "postgresql.conf"
        extra = QUIET.format(folder=self.folder) + ("" if durable else "fsync = off\n")
        settings.write_text(settings.read_text() + extra)
        self.start()

    def _run(self, program: str, *arguments: object, check: bool = True) -> None:
        command = [str(self.programs / program), *map(str, arguments)]
        done = subprocess.run(
            command, user=self.owner, cwd=self.folder, check=False, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "HOME": str(self.folder)},
        )  # fmt: skip
        if check and done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}")

    def start(self) -> None:
        self._run("pg_ctl", "-D", self.data, "-l", self.folder / "log", "-w", "start")

    def stop(self, mode: str = "fast") -> None:
        """Ends; `immediate` is as if the machine had lost its power."""
        self._run("pg_ctl", "-D", self.data, "-m", mode, "-w", "stop", check=False)

    def restart(self, mode: str = "fast") -> None:
        self.stop(mode)
        self.start()

    def new_database(self, template: str = "template1") -> str:
        """The address of an empty database, or of a copy of another one."""
        name = f"test_{secrets.token_hex(6)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name} TEMPLATE {template}")  # type: ignore[arg-type]
        return self.address(name)

    def new_site(self) -> str:
        """The address of a database with the tables of a site, which are made once and copied."""
        if not self._site:
            address = self.new_database()
            site_database(address).open().close()
            self._site = address.partition("@/")[2].partition("?")[0]
        return self.new_database(self._site)

    def address(self, database: str) -> str:
        return f"postgresql://nomarch@/{database}?host={self.folder}"

    def close(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)


def _owner() -> str | None:
    if os.geteuid() != 0:
        return None
    import pwd  # not on Windows

    users = {user.pw_name for user in pwd.getpwall()}
    return next((name for name in NO_ROOT if name in users), None)
