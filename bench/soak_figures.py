"""What the soaks measure beside correctness: how long moves take, and the servers' memory."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles


@dataclass
class Figures:
    """Seconds from a move to its answer, and the largest resident size of a server in MiB."""

    seconds: list[float] = field(default_factory=list)
    memory: float = 0.0

    def note_move(self, began: float) -> None:
        self.seconds.append(time.perf_counter() - began)

    def note_memory(self, process: int) -> None:
        """Read the peak of a process that is about to end; Linux only."""
        status = Path(f"/proc/{process}/status")
        found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text()) if status.exists() else None
        self.memory = max(self.memory, int(found[1]) / 1024 if found else 0.0)

    def __str__(self) -> str:
        cuts = [1000 * cut for cut in quantiles(self.seconds, n=100)]
        return (
            f"moves: median {cuts[49]:.0f} ms, p95 {cuts[94]:.0f} ms, p99 {cuts[98]:.0f} ms; "
            f"a server's memory: at most {self.memory:.0f} MiB"
        )
