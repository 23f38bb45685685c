"""The workshop: where searches are compiled, in the background and each game's once."""

from __future__ import annotations

import subprocess
import sys
from threading import Lock, Thread

from nomarch.kernel.game import Rulebook


class Workshop:
    """Compiles games' searches, and knows which are ready."""

    def __init__(self) -> None:
        self.share = 1.0
        """Which part of its budget a decision may spend now: less when many are waiting."""
        self._ready: set[str] = set()
        self._started: set[str] = set()
        self._lock = Lock()

    def is_ready(self, book: Rulebook) -> bool:
        """Whether a game's search is compiled."""
        return book.game.id in self._ready

    def warm_up(self, book: Rulebook, *, wait: bool = False) -> None:
        """Starts compiling a game's search in the background, once; or waits until it is done."""
        game = book.game.id
        with self._lock:
            first = game not in self._started
            self._started.add(game)
        if wait and not self.is_ready(book):
            self.compile(book)
        elif first and not wait:
            aside = Thread(target=self._compile_aside, args=(book,), name=f"compile-{game}")
            aside.daemon = True
            aside.start()

    def _compile_aside(self, book: Rulebook) -> None:
        """Compiles in a process of its own: a compiler in a thread would hold everyone else up.

        It leaves its work in the cache on disk, from which this process only has to read it.
        """
        command = [sys.executable, "-m", "nomarch.bots.search", book.game.id]
        subprocess.run(command, check=False, stdin=subprocess.DEVNULL)
        self.compile(book)

    def compile(self, book: Rulebook) -> None:
        """Compiles a game's search, or reads it from the cache."""
        from nomarch.bots.search import compile_search

        compile_search(book)
        self._ready.add(book.game.id)
