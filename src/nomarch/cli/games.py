"""`nomarch games`: list the games."""

import argparse
import sys

from nomarch.cli.arguments import Commands


def add_command(commands: Commands) -> None:
    parser = commands.add_parser("games", help="list the games, their players and options")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.kernel.declare.game import refused_games, rulebooks

    for book in rulebooks().values():
        game = book.game
        print(f"{game.id:<10} {game.title}: {game.about}")
        print(f"{'':<10} players {', '.join(map(str, game.players))}; about {game.minutes} minutes")
        for option in game.options:
            choices = ", ".join(choice.id for choice in option.choices)
            print(f"{'':<10} --option {option.id}=…  ({choices}) {option.about}")
    for reason in refused_games().values():
        print(f"nomarch: {reason}", file=sys.stderr)
    return 0
