"""Train a network that ships, on a GPU, and let networks meet.

`train` resumes from its folder in `--out`: learning rate and entropy fall over `--minutes` of
training in all. Several games train side by side in processes of their own. `meet` plays one seat
of the first network against tables full of each other one, every seat in turn, with each player
count that both know. Both print a line of JSON per pairing: share of wins with a 95 % interval.
`shipped` is the network that comes with the game, `greedy` the bot.

    python -m tools.networks train ra --out OUT --minutes 8 --mixed --set learning_rate=0.0002
    python -m tools.networks meet ra OUT/ra/weights.npz shipped greedy
"""

import argparse
import json
import logging
from dataclasses import asdict
from pathlib import Path
from typing import Any

from nomarch.bots.weights import Weights, find_published, load_weights
from nomarch.kernel.declare.game import rulebook
from nomarch.training.evaluation import Evaluator, WinRate
from nomarch.training.network import network_of
from nomarch.training.settings import TrainingSettings

SEED = "network match"


def settings_of(options: argparse.Namespace) -> TrainingSettings:
    game: str = options.game
    players = options.players[0] if options.players else rulebook(game).game.usual_players
    seconds = options.minutes * 60
    changes: dict[str, Any] = {}
    for change in options.set:
        name, _, value = change.partition("=")
        changes[name] = type(getattr(TrainingSettings, name))(value)
    if options.mixed:
        changes["mixed_players"] = rulebook(game).game.players
    usual = {
        "steps": 1 << 40,
        "seconds": seconds,
        "eval_seconds": max(5.0, seconds / 12),
        "seed": options.seed,
        "init": options.init,
    }
    folder = options.out / game
    return TrainingSettings.for_device(game, players, folder, options.on, **usual | changes)


def train(options: argparse.Namespace) -> None:
    from nomarch.training.trainer import CHECKPOINT, Trainer

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("numba").setLevel(logging.WARNING)
    settings = settings_of(options)
    trainer = Trainer(settings, resume=(settings.folder / CHECKPOINT).exists())
    trainer.train()
    print(trainer.summary())
    for players in trainer.settings.player_counts:
        if shipped := find_published(rulebook(options.game), players):
            other = network_of(shipped, settings)
            won = trainer.evaluator(players).against_network(trainer.network, other, SEED)
            tell(settings, "trained", "shipped", players, won)
        evaluator = trainer.evaluator(players)
        won = evaluator.against_policy(trainer.network, "greedy", "the end")
        tell(settings, "trained", "greedy", players, won)


def tell(
    settings: TrainingSettings, network: str, against: str, players: int, won: WinRate
) -> None:
    row = {"game": settings.game, "players": players, "games": settings.eval_games}
    print(json.dumps(row | {"network": network, "against": against} | asdict(won)), flush=True)


# --- Meetings -------------------------------------------------------------------------------------


def weights_named(game: str, name: str, players: int) -> Weights | None:
    """Return a network by name; None if it doesn't know the player count."""
    if name == "shipped":
        return find_published(rulebook(game), players)
    weights = load_weights(Path(name))
    return weights if players in weights.players else None


def play(settings: TrainingSettings, one: str, other: str, players: int) -> WinRate | None:
    """Return how one seat of a network fares; None if one of them doesn't know the count."""
    mine = weights_named(settings.game, one, players)
    if mine is None:
        return None
    evaluator, network = Evaluator(settings, players), network_of(mine, settings)
    if other == "greedy":
        return evaluator.against_policy(network, other, SEED)
    theirs = weights_named(settings.game, other, players)
    if theirs is None:
        return None
    return evaluator.against_network(network, network_of(theirs, settings), SEED)


def meet(options: argparse.Namespace) -> None:
    game: str = options.game
    counts = options.players or rulebook(game).game.players
    settings = TrainingSettings(game, counts[0], Path(), on=options.on, eval_games=options.games)
    for players in counts:
        for other in options.others:
            won = play(settings, options.network, other, players)
            if won is not None:
                tell(settings, options.network, other, players, won)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    training, meeting = commands.add_parser("train"), commands.add_parser("meet")
    for command, function in ((training, train), (meeting, meet)):
        command.add_argument("game")
        command.add_argument("--players", type=int, nargs="+")
        command.add_argument("--on", choices=("cpu", "cuda"), default="cuda")
        command.set_defaults(run=function)
    training.add_argument("--out", type=Path, required=True)
    training.add_argument("--minutes", type=float, default=8, help="training time")
    training.add_argument("--init", type=Path, metavar="FILE", help="weights to start from")
    training.add_argument("--mixed", action="store_true", help="train on every player count")
    training.add_argument(
        "--set", nargs="*", default=[], metavar="NAME=VALUE", help="of TrainingSettings"
    )
    training.add_argument("--seed", type=int, default=1)
    meeting.add_argument("network", help="a file, or `shipped`")
    meeting.add_argument("others", nargs="+", help="files, `shipped` or `greedy`")
    meeting.add_argument("--games", type=int, default=8192)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
