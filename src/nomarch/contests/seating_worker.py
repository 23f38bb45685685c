"""Seats the people of a round, one round at a time, without slowing down anything else.

A large seating is seconds of arithmetic. It runs in a process of its own with a low priority: in a
thread it would hold the interpreter lock, which every move needs.
"""

import asyncio
import contextlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import msgspec

from nomarch.contests.rounds import draw_seating
from nomarch.contests.seating import Seating
from nomarch.contests.tournaments import LEAGUE, TournamentData
from nomarch.decoding import decode

SMALL = 24
"""People times rounds up to which a seating takes a few hundredths of a second."""
LONGEST = 300.0
"""Seconds after which a seating is given up."""
NICENESS = 10


class SeatingTask(msgspec.Struct, frozen=True):
    """A round to seat."""

    file: TournamentData
    people: list[str]
    number: int
    apart: list[tuple[str, str]]
    """Pairs that should not share a table."""

    @property
    def is_small(self) -> bool:
        tournament = self.file.tournament
        rounds = tournament.rounds - self.number + 1 if tournament.format == LEAGUE else 1
        return not self.apart and len(self.people) * rounds <= SMALL

    def draw(self) -> tuple[Seating, int]:
        """Return the seating, and the number of the draw of lots."""
        return draw_seating(self.file, self.people, self.number, self.apart)


class SeatingWorker:
    """One thread that seats rounds in the order in which they come."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="seating")
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False

    async def draw(self, task: SeatingTask) -> tuple[Seating, int]:
        """Seat a round; returns the number of the draw of lots, too."""
        run = task.draw if task.is_small else lambda: self._draw_aside(task)
        return await asyncio.get_running_loop().run_in_executor(self._thread, run)

    def _draw_aside(self, task: SeatingTask) -> tuple[Seating, int]:
        if self._is_closed:
            raise RuntimeError("the server is stopping")
        with subprocess.Popen(
            [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            self._process = process
            try:
                answer, _ = process.communicate(msgspec.json.encode(task), LONGEST)
            finally:
                process.kill()
                self._process = None
        if process.returncode:
            raise RuntimeError(f"seating failed with status {process.returncode}")
        return decode(answer, tuple[Seating, int])

    def close(self) -> None:
        """Give up what is running; nothing of it is stored."""
        self._is_closed = True
        if (process := self._process) is not None:
            process.kill()
        self._thread.shutdown(cancel_futures=True)


def main() -> None:
    """Read a task from standard input and write its seating to standard output."""
    with contextlib.suppress(AttributeError):  # Windows has no such priorities
        os.nice(NICENESS)
    task = decode(sys.stdin.buffer.read(), SeatingTask)
    sys.stdout.buffer.write(msgspec.json.encode(task.draw()))


if __name__ == "__main__":
    main()
