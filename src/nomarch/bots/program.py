"""Programs as bots: one line of JSON asks, one line answers with a move. See docs/bots.md.

A program that crashes, hangs or talks nonsense is told why it is replaced, and greedy plays on.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import IO

from nomarch.bots.greedy import Greedy
from nomarch.errors import BadOption
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState, Stream

PROTOCOL = 1
PATIENCE = 10.0
"""Seconds that a program may take for a line."""
FAREWELL = 1.0
"""Seconds that a program has to leave by itself."""
LONGEST_ANSWER = 200
"""Characters of nonsense that are worth repeating."""


class Program:
    """A bot in any language, in a process of its own."""

    def __init__(self, command: Sequence[str], book: Rulebook, patience: float = PATIENCE) -> None:
        self.command, self.book, self.patience = list(command), book, patience
        self.fault = ""
        """Why it was replaced; empty while it plays."""
        self._substitute = Greedy(book)
        self._answers: Queue[str] = Queue()
        try:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                encoding="utf-8", errors="replace", bufsize=1,
            )  # fmt: skip
        except (OSError, IndexError) as error:
            raise BadOption(f"cmd:{' '.join(command)}: it cannot be started ({error}).") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._ears = self._process.stdin
        Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()
        self._tell({"nomarch": PROTOCOL, "game": book.game.id})

    def choose(self, view: GameState, seat: int, legal: Sequence[int], stream: Stream) -> int:
        """What the program answers; once it has failed, what the greedy bot thinks."""
        if not self.fault:
            moves = {self.book.actions[action]: action for action in legal}
            state = self.book.layout.as_data(view, seat)
            answer = self._ask({"seat": seat, "legal": list(moves), "state": state})
            if answer is not None and answer in moves:
                return moves[answer]
            if answer is not None:
                self.replace(f"{answer[:LONGEST_ANSWER]!r} is none of the legal moves")
        return self._substitute.choose(view, seat, legal, stream)

    def replace(self, why: str) -> None:
        """Sends the program away, with the reason."""
        self.fault = why
        self._tell({"replaced": why})
        self.close()

    def close(self) -> None:
        """Ends the program; one that does not leave by itself is made to."""
        self._close_ears()
        try:
            self._process.wait(timeout=FAREWELL)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _ask(self, question: dict[str, object]) -> str | None:
        """The answer to a question, or None when it was replaced for want of one."""
        if not self._tell(question):
            self._mourn()
            return None
        try:
            answer = self._answers.get(timeout=self.patience)
        except Empty:
            self.replace(f"no answer within {self.patience:g} seconds")
            return None
        if not answer:
            self._mourn()
            return None
        return answer.rstrip("\r\n")

    def _mourn(self) -> None:
        """Replaces a program that is there no more."""
        self.close()
        self.replace(f"it stopped with status {self._process.returncode}")

    def _tell(self, message: dict[str, object]) -> bool:
        """Writes a line; false when nobody reads any more."""
        try:
            self._ears.write(json.dumps(message, separators=(",", ":")) + "\n")
            self._ears.flush()
        except (OSError, ValueError):
            return False
        return True

    def _close_ears(self) -> None:
        with suppress(OSError):
            self._ears.close()

    def _listen(self, voice: IO[str]) -> None:
        """Passes lines on; an empty one says that there will be no more."""
        with voice:
            for line in voice:
                self._answers.put(line)
        self._answers.put("")
