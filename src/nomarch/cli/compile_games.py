"""`nomarch compile`: compile games ahead, as for an image or before a measurement."""

import argparse

from nomarch.cli.arguments import Commands


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "compile",
        help="compile games ahead: a minute or two each",
        description="Compiles what simulations, batches, environments and searches of the games "
        "need, and stores it in the cache folder. Without names: all games.",
    )
    parser.add_argument("games", nargs="*", metavar="game")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.bots.search import compile_search
    from nomarch.engine.simulation import simulate
    from nomarch.envs.batch import Batch
    from nomarch.kernel.declare.game import rulebook, rulebooks

    for book in [rulebook(game) for game in options.games] or rulebooks().values():
        game, players = book.game.id, book.game.usual_players
        for bot in ("random", "greedy"):
            simulate(game, 1, players, seed=1, bots=[bot] * players)
            others = [bot] * (players - 1)
            batch = Batch(game, players, n=1, seed=1, policies=["caller", *others])
            batch.step(batch.sample(bot))
        compile_search(book)
    return 0
