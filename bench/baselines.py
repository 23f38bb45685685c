"""Write the pages of published baselines: `python -m bench.baselines`.

Results are in `docs/baselines/results.json`, one row per run that was made; pages and intervals
follow from it. Add a row there, with its command, and run this.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from nomarch.bots.ratings import ratings_of
from nomarch.engine.simulation import wilson
from nomarch.kernel.game import Rulebook, rulebook, rulebooks

FOLDER = Path(__file__).parent.parent / "docs" / "baselines"
RESULTS = FOLDER / "results.json"

METHODS = (
    "greedy", "network", "search", "IS-MCTS", "CFR", "MCCFR", "PPO (`examples/ppo.py`",
    "PPO (SB3",
)  # fmt: skip
"""Methods that every game should have a row of; a page lists those it has not."""


class Run(msgspec.Struct, frozen=True):
    """One run that was made."""

    method: str
    players: int
    against: str
    wins: float | None
    games: int | None
    seed: str
    hardware: str
    time: str
    command: str
    result: str = ""
    """The result, unless it is a win rate."""

    @property
    def in_words(self) -> str:
        if self.wins is None or self.games is None:
            return self.result
        low, high = wilson(self.wins, self.games)
        fair = 100 / self.players
        return f"{self.wins:.1%} ({low:.1%} – {high:.1%}); fair {fair:.0f}%"


def read_runs() -> dict[str, list[Run]]:
    return msgspec.json.decode(RESULTS.read_bytes(), type=dict[str, list[Run]])


def page(book: Rulebook, runs: list[Run]) -> str:
    lines = [
        f"# Baselines: {book.game.title}",
        "",
        f"Rules version {book.game.rules_version}. Written by `python -m bench.baselines`; "
        "[how to repeat and compare](index.md).",
        "",
        *_ratings(book),
        "## Runs",
        "",
        "| method | players | against | result, 95 % interval | games | time |",
        "| --- | --- | --- | --- | --- | --- |",
        *(
            f"| {run.method} | {run.players} | {run.against} | {run.in_words} "
            f"| {run.games or '–'} | {run.time} |"
            for run in runs
        ),
        "",
        "## Commands",
        "",
        "Each command makes the run again; *not stored* is what nobody wrote down.",
        "",
        "| method | command | seed | hardware |",
        "| --- | --- | --- | --- |",
        *dict.fromkeys(
            f"| {run.method} | `{run.command}` | {run.seed} | {run.hardware} |" for run in runs
        ),
        "",
        *_missing(runs),
    ]
    return "\n".join(lines)


def _ratings(book: Rulebook) -> list[str]:
    measured = ratings_of(book)
    if not measured:
        return []
    lines = [
        "## Ratings",
        "",
        f"Of the levels, {book.game.usual_players} players, on the Elo scale; greedy is 1500 "
        "(`bench/ladder.md`). `nomarch arena` rates your bot on the same scale.",
        "",
        "| level | rating |",
        "| --- | --- |",
    ]
    for level, known in measured.items():
        doubt = f" ± {known.doubt}" if known.doubt else ""
        lines.append(f"| {level} | {known.rating}{doubt} |")
    return [*lines, ""]


def _missing(runs: list[Run]) -> list[str]:
    """Say which methods were not run."""
    absent = [name for name in METHODS if not any(run.method.startswith(name) for run in runs)]
    words = [name + (")" if "(" in name else "") for name in absent]
    return ["## Not run", "", f"Not run for this game: {', '.join(words)}.", ""] if words else []


def pages() -> dict[str, str]:
    """All pages by file name."""
    return {f"{game}.md": page(rulebook(game), runs) for game, runs in read_runs().items()}


def main() -> None:
    assert set(read_runs()) <= set(rulebooks())
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
