"""Finds a Chromium for the browser tests, and installs one if there is none and it can be done.

`python tests/install_chromium.py` prints what it found; it never fails the build by itself: without
a browser the tests that need one say so. The headless shell comes first: the tests take half as
much CPU time with it as with the complete browser.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """A Chromium of the system's or Playwright's own, as a path."""
    named = os.environ.get("NOMARCH_CHROMIUM")
    if named:
        return named
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if os.path.exists(path) else None


def install() -> None:
    """Tries Playwright's download, then Debian's package."""
    attempts = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        attempts.append(["apt-get", "update", "-qq"])
        debian = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]
        attempts.append([*debian, SHELL])
        attempts.append([*debian, "chromium"])
    for command in attempts:
        print("chromium:", " ".join(command), flush=True)
        with contextlib.suppress(subprocess.TimeoutExpired):  # a network that does not answer
            subprocess.run(command, check=False, stdout=subprocess.DEVNULL, timeout=600)
        if find():
            return


if __name__ == "__main__":
    if find() is None:
        install()
    print("chromium:", find() or "none found; the browser tests will not run")
