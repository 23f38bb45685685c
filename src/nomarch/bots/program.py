"""Programs as bots: one line of JSON per question, one line per answer. See docs/bots.md.

A program that crashes, hangs or answers nonsense is replaced by the greedy bot.
"""

import json
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import IO

from nomarch.bots.greedy import Greedy
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import GameState, Stream

PROTOCOL = 1
ANSWER_TIMEOUT = 10.0
EXIT_TIMEOUT = 1.0
MAX_QUOTED = 200
"""Characters of an illegal answer quoted in `fault`."""


class Program:
    """A bot in a process of its own."""

    def __init__(
        self, command: Sequence[str], book: Rulebook, timeout: float = ANSWER_TIMEOUT
    ) -> None:
        self.command, self.book, self.timeout = list(command), book, timeout
        self.fault = ""
        """Why it was replaced; empty while it plays."""
        self._fallback = Greedy(book)
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
        self._stdin = self._process.stdin
        Thread(target=self._read_answers, args=(self._process.stdout,), daemon=True).start()
        self._send({"nomarch": PROTOCOL, "game": book.game.id})

    def choose(self, view: GameState, seat: int, legal: Sequence[int], stream: Stream) -> int:
        if not self.fault:
            moves = {self.book.actions[action]: action for action in legal}
            state = self.book.layout.as_data(view, seat)
            answer = self._ask({"seat": seat, "legal": list(moves), "state": state})
            if answer is not None and answer in moves:
                return moves[answer]
            if answer is not None:
                self.replace(f"{answer[:MAX_QUOTED]!r} is none of the legal moves")
        return self._fallback.choose(view, seat, legal, stream)

    def replace(self, why: str) -> None:
        """Stop the program and let the greedy bot play on."""
        self.fault = why
        self._send({"replaced": why})
        self.close()

    def close(self) -> None:
        """End the program, by force after `EXIT_TIMEOUT`."""
        with suppress(OSError):
            self._stdin.close()
        try:
            self._process.wait(timeout=EXIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _ask(self, question: dict[str, object]) -> str | None:
        """Return the answer, or None when the program was replaced."""
        if not self._send(question):
            self._replace_exited()
            return None
        try:
            answer = self._answers.get(timeout=self.timeout)
        except Empty:
            self.replace(f"no answer within {self.timeout:g} seconds")
            return None
        if not answer:
            self._replace_exited()
            return None
        return answer.rstrip("\r\n")

    def _replace_exited(self) -> None:
        self.close()
        self.replace(f"it stopped with status {self._process.returncode}")

    def _send(self, message: dict[str, object]) -> bool:
        """Write a line; return False when the program is gone."""
        try:
            self._stdin.write(json.dumps(message, separators=(",", ":")) + "\n")
            self._stdin.flush()
        except (OSError, ValueError):
            return False
        return True

    def _read_answers(self, output: IO[str]) -> None:
        """Queue the program's lines; an empty one marks the end."""
        with output:
            for line in output:
                self._answers.put(line)
        self._answers.put("")
