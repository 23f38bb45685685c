r"""Teach a network what a search chose: `python -m bench.expert_iteration collect egizia --out F`.

`collect` lets four searches play each other and writes down every decision with a choice. `learn`
trains the shipped network to choose the same (cross entropy, stopped when a tenth of the games that
it doesn't learn from is predicted no better) and lets it meet the one it started from:

    python -m bench.expert_iteration collect egizia --bot master --out data --workers 8 \
        --seconds 500
    python -m bench.expert_iteration learn egizia --out data --on cuda
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from nomarch.bots import Bots
from nomarch.bots.network_bot import NetworkBot
from nomarch.bots.play import bot_rng
from nomarch.bots.weights import Array, load_published
from nomarch.engine.match import Match
from nomarch.kernel.game import rulebook
from nomarch.kernel.seeds import make_seed

if TYPE_CHECKING:
    from torch import Tensor

    from nomarch.training.network import Network

HELD_OUT = 10
"""One game in this many is held out; it only decides when to stop."""
BATCH, PASSES, PATIENCE = 1024, 30, 2


def collect_game(game: str, level: str, number: int) -> dict[str, Array]:
    """Return the decisions of one game between bots of a level."""
    book = rulebook(game)
    players = book.game.usual_players
    bot, reader = _bots.get(level, book), NetworkBot(book, load_published(book))
    setup = book.setup(players, book.usual_options(players))
    match = Match(book, setup, make_seed(f"expert iteration {number}"))
    rows: dict[str, list[Array]] = {name: [] for name in ("obs", "values", "mask")}
    chosen = []
    while not match.over:
        seat = match.to_act[0]
        view, legal = match.observe(seat), match.legal_actions(seat)
        action = bot.choose(view, seat, legal, bot_rng(match, seat))
        if len(legal) > 1:
            mask = np.zeros(len(book.actions), np.int8)
            mask[list(legal)] = 1
            rows["obs"].append(reader.encode(view, seat).astype(np.int16))
            rows["values"].append(reader.evaluate(view, seat, legal).astype(np.int32))
            rows["mask"].append(mask)
            chosen.append(action)
        match.play(seat, book.actions[action])
    return {name: np.array(found) for name, found in rows.items()} | {"action": np.array(chosen)}


_bots = Bots()


def collect(game: str, level: str, folder: Path, first: int, until: float) -> int:
    """Play games until a time of day, each to a file; return how many decisions were made."""
    count = 0
    number = first
    while time.time() < until:
        decisions = collect_game(game, level, number)
        np.savez_compressed(folder / f"{game}-{number}.npz", **decisions)  # type: ignore[arg-type]
        count += len(decisions["action"])
        number += 1
    return count


def load_games(folder: Path, game: str) -> tuple[dict[str, Array], dict[str, Array]]:
    """Return the decisions to learn from and those held out."""
    parts: tuple[list[Any], list[Any]] = [], []
    for place, path in enumerate(sorted(folder.glob(f"{game}-*.npz"))):
        with np.load(path) as file:
            parts[place % HELD_OUT == 0].append({name: file[name] for name in file.files})
    learnt, held = (
        {name: np.concatenate([one[name] for one in part]) for name in part[0]} for part in parts
    )
    return learnt, held


def learn(game: str, folder: Path, on: str, rate: float, games: int) -> dict[str, Any]:
    """Train the shipped network on the searches' choices; return how it fares."""
    import torch

    from nomarch.training.device_evaluation import Evaluator
    from nomarch.training.network import network_of
    from nomarch.training.settings import TrainingSettings

    players = rulebook(game).game.usual_players
    settings = TrainingSettings(game, players, folder, on=on, eval_games=games)
    start = load_published(rulebook(game))
    before, network = network_of(start, settings), network_of(start, settings)
    learnt, held = load_games(folder, game)
    began, optimizer = time.perf_counter(), torch.optim.Adam(network.parameters, lr=rate)
    curve, waited = [loss_of(network, held)], 0
    for _ in range(PASSES):
        for rows in np.array_split(np.random.default_rng(1).permutation(len(learnt["action"])),
                                   max(1, len(learnt["action"]) // BATCH)):  # fmt: skip
            loss = cross_entropy(network, {name: learnt[name][rows] for name in learnt})[0]
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
        found = loss_of(network, held)
        waited = 0 if found < min(curve) else waited + 1
        if not waited:
            network.ema = [tensor.detach().clone() for tensor in network.parameters]
        curve.append(found)
        if waited > PATIENCE:
            break
    evaluator = Evaluator(settings, players)
    won = evaluator.against_network(network, before, "expert iteration")
    greedy = evaluator.against_policy(network, "greedy", "expert iteration")
    network.weights(start.trained).save(folder / f"{game}-learnt.weights")
    return {
        "game": game,
        "decisions": len(learnt["action"]) + len(held["action"]),
        "held_out_loss": [round(value, 4) for value in curve],
        "agreement": [agreement(one, held) for one in (before, network)],
        "seconds": round(time.perf_counter() - began, 1),
        "against_start": asdict(won),
        "against_greedy": asdict(greedy),
    }


def cross_entropy(network: Network, rows: dict[str, Array]) -> tuple[Tensor, Tensor]:
    """Return the loss and the log-probabilities of all moves."""
    import torch

    put = {name: torch.as_tensor(found, device=network.device) for name, found in rows.items()}
    evaluation = network.evaluate(put["values"], put["mask"])
    log_prob, _ = network.forward(
        network.normalize(put["obs"].float()), put["mask"], None, evaluation
    )
    return -log_prob.gather(1, put["action"].long()[:, None]).mean(), log_prob


def loss_of(network: Network, rows: dict[str, Array]) -> float:
    import torch

    with torch.no_grad():
        return float(cross_entropy(network, rows)[0])


def agreement(network: Network, rows: dict[str, Array]) -> float:
    """Return how often the network's averaged weights choose what the search chose."""
    import torch

    put = {name: torch.as_tensor(found, device=network.device) for name, found in rows.items()}
    evaluation = network.evaluate(put["values"], put["mask"])
    same = network.choose(put["obs"].float(), put["mask"], evaluation) == put["action"]
    return round(float(same.float().mean()), 4)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("part", choices=("collect", "learn"))
    parser.add_argument("game")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--bot", default="master", help="the level that chooses (master)")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--rate", type=float, default=1e-4, help="learning rate (1e-4)")
    parser.add_argument("--games", type=int, default=8192, help="of the new network (8192)")
    parser.add_argument("--on", choices=("cpu", "cuda"), default="cpu")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    if options.part == "learn":
        found = learn(options.game, options.out, options.on, options.rate, options.games)
        print(json.dumps(found))
        return
    until, each = time.time() + options.seconds, 100_000
    with ProcessPoolExecutor(options.workers) as pool:
        runs = [
            pool.submit(collect, options.game, options.bot, options.out, one * each, until)
            for one in range(options.workers)
        ]
        print(sum(run.result() for run in runs), "decisions")


if __name__ == "__main__":
    main()
