"""Let networks meet on a GPU: `python -m bench.network_match ra new.npz old.npz [shipped]`.

The first network plays one seat, each of the others in turn fills the table; every seat in turn,
with each player count that both know. `shipped` is the network that comes with the game, `greedy`
the bot. Prints a line of JSON per pairing: share of wins with a 95 % interval.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from nomarch.bots.weights import Weights, find_published, load_weights
from nomarch.kernel.declare.game import rulebook
from nomarch.training.device_evaluation import Evaluator
from nomarch.training.evaluation import WinRate
from nomarch.training.network import network_of
from nomarch.training.settings import TrainingSettings

SEED = "network match"


def weights_named(game: str, name: str, players: int) -> Weights | None:
    """Return a network by name; None if it doesn't know the player count."""
    if name == "shipped":
        return find_published(rulebook(game), players)
    weights = load_weights(Path(name))
    return weights if players in weights.players else None


def meet(settings: TrainingSettings, one: str, other: str, players: int) -> WinRate | None:
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


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("network", help="a file, or `shipped`")
    parser.add_argument("others", nargs="+", help="files, `shipped` or `greedy`")
    parser.add_argument("--players", type=int, nargs="+", help="default: every count")
    parser.add_argument("--games", type=int, default=8192)
    parser.add_argument("--on", choices=("cpu", "cuda"), default="cuda")
    options = parser.parse_args()
    counts = options.players or rulebook(options.game).game.players
    settings = TrainingSettings(
        options.game, counts[0], Path(), on=options.on, eval_games=options.games
    )
    for players in counts:
        for other in options.others:
            won = meet(settings, options.network, other, players)
            if won is not None:
                row = {"players": players, "against": other, "games": options.games} | asdict(won)
                print(json.dumps({"game": options.game, "network": options.network, **row}))


if __name__ == "__main__":
    main()
