"""`nomarch verify`: replay a save and check every draw."""

from __future__ import annotations

import argparse
from pathlib import Path

from nomarch.cli.arguments import Commands


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "verify",
        help="replay a save and check the seed's promise and every draw",
        description="Plays a save again from its seed: every move must be legal, every draw must "
        "be the one written down, and the commitment must be the seed's SHA-256.",
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--commitment", help="the promise you were shown when the game began")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.engine.new_match import load
    from nomarch.engine.saves import read_save
    from nomarch.errors import BadSave

    try:
        match = load(read_save(options.file))
    except BadSave as error:
        print(f"{options.file}: FAILED, {error}")
        return 1
    if options.commitment and options.commitment.strip().lower() != match.commitment:
        print(f"{options.file}: FAILED, the seed is not the one that was promised")
        return 1
    draws = sum(step.reveals for step in match.steps)
    print(f"{options.file}: good. {match.book.game.title}, {match.players} players,")
    print(f"  {len(match.steps)} moves are legal, {draws} draws follow from the seed,")
    print(f"  commitment {match.commitment}")
    if match.over:
        for line in match.ranking:
            print(f"  {line.place}. {line.name}: {line.points}")
    return 0
