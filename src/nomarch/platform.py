"""What the platform offers. Code that differs in a browser checks here.

Read the names as attributes (`platform.HAS_THREADS`), so that tests can change them.
"""

import sys
from collections.abc import AsyncGenerator

IS_BROWSER = sys.platform == "emscripten"
"""Whether Python runs inside a web page (Pyodide): one person, no server, no network."""
HAS_THREADS = not IS_BROWSER
"""Whether threads can be started. Without, everything runs in the event loop."""
HAS_COMPILER = not IS_BROWSER
"""Whether NumPy and Numba are there: arrays, compiled games and searches."""


def analyse_aside(save: str, first: int) -> AsyncGenerator[str] | None:
    """Analyse a game from a decision on, in a worker of a page: each decision as JSON."""


def fetch_networks(package: str) -> None:
    """Begin to fetch a game's networks; only a page does not have them at the start."""
