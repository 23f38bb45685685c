"""Write the pages of published baselines: `python -m bench.baselines --write`.

Rows of the bots are `baselines.json` of each game, which `nomarch baselines GAME --write` measures;
those of solvers are in `docs/baselines/solvers.json`, from `python -m bench.exploitability`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from nomarch.bots import arena, baselines
from nomarch.bots.published_results import PublishedRow, is_current, read_rows
from nomarch.bots.ratings import ratings_of
from nomarch.kernel.declare.game import Rulebook, rulebooks

FOLDER = Path(__file__).parent.parent / "docs" / "baselines"
SOLVERS = FOLDER / "solvers.json"


class SolverRun(msgspec.Struct, frozen=True):
    """A solver's result on a whole game tree."""

    method: str
    options: str
    iterations: int
    exploitability: float
    seed: int
    rules_version: int
    command: str


def own_games() -> dict[str, Rulebook]:
    """Return the games of this repository, not those of other packages."""
    return {id_: book for id_, book in rulebooks().items() if book.package.startswith("nomarch.")}


def read_solver_runs() -> dict[str, list[SolverRun]]:
    return msgspec.json.decode(SOLVERS.read_bytes(), type=dict[str, list[SolverRun]])


def page(book: Rulebook) -> str:
    rows = read_rows(book).values()
    lines = [
        f"# Baselines: {book.game.title}",
        "",
        f"After this page you can cite and repeat results of {book.game.title}, rules version "
        f"{book.game.rules_version}. Written by `python -m bench.baselines --write`; "
        "[how to repeat and compare](index.md).",
        "",
        *_ratings(book),
        "## Bots",
        "",
        "One seat against a table full of another bot, every seat in turn on the same seeds. "
        "Wins with their 95 % interval.",
        "",
        "| row | players | against | wins | even | games | seed | fingerprint |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        *(_line(row) for row in rows),
        "",
        "Each command plays a row again, also from an installed wheel, and gives the same wins:",
        "",
        *(f"    {row.command(book.game.id)}" for row in rows),
        "",
        *_solvers(read_solver_runs().get(book.game.id, [])),
    ]
    return "\n".join(lines)


def _line(row: PublishedRow) -> str:
    cells = (
        row.name, row.players, f"{row.players - 1} × {row.against}", row.in_words,
        f"{100 / row.players:.0f} %", row.games, row.seed, f"`{row.fingerprint}`",
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


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
    contest = arena.contest(book.game.id, ["novice", "random"])
    random = baselines.rating_of(contest, "random")
    if random is not None:
        lines.append(f"| random | {random} |")
    for level, known in measured.items():
        doubt = f" ± {known.doubt}" if known.doubt else ""
        lines.append(f"| {level} | {known.rating}{doubt} |")
    return [*lines, ""]


def _solvers(runs: list[SolverRun]) -> list[str]:
    if not runs:
        return []
    return [
        "## Solvers",
        "",
        "Exploitability on a small box with two players, by a best response; 0 is optimal play.",
        "",
        "| method | options | iterations | exploitability | seed | command |",
        "| --- | --- | --- | --- | --- | --- |",
        *(
            f"| {run.method} | `{run.options}` | {run.iterations:,} | {run.exploitability:.4f} "
            f"| {run.seed} | `{run.command}` |"
            for run in runs
        ),
        "",
    ]


def pages() -> dict[str, str]:
    """Return all pages by file name."""
    return {f"{game}.md": page(book) for game, book in own_games().items()}


def outdated_rows() -> list[str]:
    """Return the rows whose bots have changed since they were measured."""
    return [
        f"{game} {row.name}"
        for game, book in own_games().items()
        for row in read_rows(book).values()
        if not is_current(book, row)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write docs/baselines")
    options = parser.parse_args()
    for name, text in pages().items():
        if options.write:
            (FOLDER / name).write_text(text, encoding="utf-8")
        else:
            print(text)
    for row in outdated_rows():
        print(f"outdated: {row}")


if __name__ == "__main__":
    main()
