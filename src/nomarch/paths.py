"""Folders for compiled code (cache) and games (data)."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO


def cache_folder() -> Path:
    """Return the folder of compiled code: `NOMARCH_CACHE`, or the user's cache folder."""
    return _folder("NOMARCH_CACHE", "XDG_CACHE_HOME", ".cache", "Library/Caches", "LOCALAPPDATA")


def data_folder() -> Path:
    """Return the folder of games: `NOMARCH_DATA`, or the user's data folder."""
    return _folder(
        "NOMARCH_DATA", "XDG_DATA_HOME", ".local/share", "Library/Application Support", "APPDATA"
    )


def lock(folder: Path) -> IO[str] | None:
    """Lock a folder until the returned file is closed; return None if it is taken."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    claim = open(folder / "nomarch.lock", "a", opener=lambda name, how: os.open(name, how, 0o600))  # noqa: SIM115
    try:
        _lock_file(claim, waits=False)
    except OSError:
        claim.close()
        return None
    return claim


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file; wait while another thread or process holds it.

    Does not block where files cannot be locked, as on some network drives.
    """
    with open(path, "a") as claim:
        with suppress(OSError):
            _lock_file(claim, waits=True)
        yield


def _lock_file(claim: IO[str], *, waits: bool) -> None:
    if sys.platform == "win32":
        import msvcrt

        # Waiting gives up after ten seconds.
        msvcrt.locking(claim.fileno(), msvcrt.LK_LOCK if waits else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(claim, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)


def _folder(own: str, xdg: str, unix: str, mac: str, windows: str) -> Path:
    named = os.environ.get(own)
    if named:
        return Path(named)
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get(windows, home))
    elif sys.platform == "darwin":
        base = home / mac
    else:
        base = Path(os.environ.get(xdg) or home / unix)
    return base / "nomarch"
