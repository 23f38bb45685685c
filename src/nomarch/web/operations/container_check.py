"""The health check of the container image: `python -m nomarch.web.operations.container_check`.

It fails while the server is not well. Docker only marks such a container: a server that does not
answer at all is killed here after some checks in a row, and the restart policy starts a new one.
That needs an init process (`init: true`, `docker run --init`): nothing can kill process 1 from
inside a container.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

ADDRESS = "http://127.0.0.1:8000/health"
ANSWER_SECONDS = 5.0
MOST_SILENT = 6
"""Checks in a row without any answer after which the server is killed."""
COUNT = Path(tempfile.gettempdir()) / "nomarch-silent-checks"
PROCESSES = Path("/proc")


def check(address: str = ADDRESS, seconds: float = ANSWER_SECONDS) -> int:
    """One check; the exit status. Only a connection without an answer counts as silent: a server
    that starts refuses connections, one without a database answers with status 503."""
    is_silent = False
    try:
        with urllib.request.urlopen(address, timeout=seconds):
            status = 0
    except TimeoutError:
        status, is_silent = 1, True
    except urllib.error.URLError as error:
        status, is_silent = 1, isinstance(error.reason, TimeoutError)
    silent = _read_count() + 1 if is_silent else 0
    if silent >= MOST_SILENT:
        print(f"no answer in {silent} checks: the server is killed", file=sys.stderr)
        kill_server()
        silent = 0
    COUNT.write_text(str(silent))
    return status


def _read_count() -> int:
    try:
        return int(COUNT.read_text())
    except (OSError, ValueError):
        return 0


def kill_server() -> None:
    """Kills what the init process has started; it ends then, and the container with it."""
    for folder in PROCESSES.iterdir():
        if folder.name.isdigit() and _parent_of(folder) == 1:
            os.kill(int(folder.name), signal.SIGKILL)


def _parent_of(folder: Path) -> int:
    try:
        # The name of a program, in parentheses, may hold anything.
        return int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:  # it has ended
        return 0


if __name__ == "__main__":
    sys.exit(check())
