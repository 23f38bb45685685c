"""One log line for each entry that is compiled, since that takes seconds to minutes."""

import logging
from pathlib import Path

from nomarch.kernel.declare.game import Game

FEW = 10
"""Entries of fewer functions take about a second and are not mentioned."""
SECONDS_PER_FUNCTION = 0.1
"""How long a function usually takes, its share of the last optimisation included."""
PURPOSES = {"play_series": "simulations", "search_worlds": "search", "try_choice": "search"}
"""What entries are for."""

log = logging.getLogger(__name__)


def log_compilation(game: Game, folder: Path | None, entry: str, functions: int) -> None:
    """Log what is about to be compiled and how to do it ahead.

    It is a warning, which notebooks and programs without logging settings show, too.
    """
    if functions < FEW:
        return
    purpose = "batches" if entry.endswith("_slots") else PURPOSES.get(entry, "environments")
    stored = f"then stored in {folder.parent}" if folder else "in every process"
    seconds = max(1, round(functions * SECONDS_PER_FUNCTION))
    log.warning(
        "Compiling %s for %s (%s): usually %d s, %s. To do it ahead: nomarch compile %s",
        *(game.title, purpose, entry, seconds, stored, game.id),
    )
