"""Compiles searches in the background, once per game."""

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from threading import Lock, Thread

from nomarch import platform
from nomarch.kernel.declare.game import Rulebook

log = logging.getLogger("nomarch.bots")


class SearchCompiler:
    """Compiles games' searches and knows which are ready."""

    def __init__(self, compile_search: Callable[[Rulebook], float | None]) -> None:
        """`compile_search` returns the seconds of a playout, if it knows them."""
        self._compile_search = compile_search
        self.playout_seconds: dict[str, float] = {}
        """Of games that are ready, on this machine."""
        self._ready: set[str] = set()
        self._started: set[str] = set()
        self._lock = Lock()

    def is_ready(self, book: Rulebook) -> bool:
        return book.game.id in self._ready

    def warm_up(self, book: Rulebook, *, wait: bool = False) -> None:
        """Compile a game's search: in the background, or before returning with `wait`.

        Does nothing without a compiler: the network or the greedy bot keeps answering.
        """
        if not platform.HAS_COMPILER:
            return
        game = book.game.id
        with self._lock:
            first = game not in self._started
            self._started.add(game)
        if wait and not self.is_ready(book):
            self.compile(book)
        elif first and not wait:
            Thread(
                target=self._compile_aside, args=(book,), name=f"compile-{game}", daemon=True
            ).start()

    def _compile_aside(self, book: Rulebook) -> None:
        # A compiler in a thread would hold the interpreter lock. The process leaves its result in
        # the cache on disk, from where this process loads it.
        status = run_until_exit([sys.executable, "-m", "nomarch.bots.search", book.game.id])
        if status:
            log.error("%s: compiling its search failed with status %d", book.game.id, status)
            return
        self.compile(book)

    def compile(self, book: Rulebook) -> None:
        self.playout_seconds[book.game.id] = self._compile_search(book) or 0.0
        self._ready.add(book.game.id)


def run_until_exit(command: Sequence[str]) -> int:
    """Run a command that ends with this process at the latest, if it calls `exit_with_parent`.

    What it writes to its error stream is logged here. Returns its exit status.
    """
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stderr=pipe, text=True) as process:
        for line in process.stderr or ():
            log.warning("%s", line.rstrip())
        return process.wait()


def exit_with_parent() -> None:
    """End this process when the one that started it has ended: its end of stdin is then closed."""

    def watch() -> None:
        # `sys.stdin.read` would hold a lock with which the interpreter cannot exit.
        os.read(sys.stdin.fileno(), 1)
        os._exit(1)

    Thread(target=watch, name="parent", daemon=True).start()
