"""Random play beside other projects, in one run: `python bench/peers.py [--peers PYTHON]`.

Prints decisions a second of processor time (all threads of a process added up, so that "a core"
means the same for all, also on a machine that is shared). The peers run in an interpreter of their
own, which has them installed: open_spiel 'pettingzoo[classic]'.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator

SIZES = (1, 16, 64, 256, 4096)
"""Games of a batch."""
Result = tuple[str, str, float]
"""A project with its manner of playing, the game, and decisions a second."""


def rate(play: Callable[[], int], seconds: float) -> float:
    """Decisions a second of processor time; the first call is for warming up."""
    play()
    steps, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        steps += play()
    return steps / (time.process_time() - started)


# --- Ours -----------------------------------------------------------------------------------------


def ours(seconds: float) -> Iterator[Result]:
    import pyspiel

    import nomarch.envs.openspiel  # noqa: F401 (registers the games)
    from nomarch.envs import Batch
    from nomarch.envs.pettingzoo import env
    from nomarch.kernel.declare.game import rulebooks

    for game, book in rulebooks().items():
        players = book.game.usual_players
        for size, manner in (*((n, "with observations") for n in SIZES), (4096, "without")):
            batch = Batch(
                game, players, size, seed=1, workers=1, skip=False, observe=manner != "without"
            )

            def step(batch: Batch = batch) -> int:
                for _ in range(8):
                    batch.sample()
                    batch.step()
                return 8 * batch.n

            yield f"Nomarch, batch of {size} {manner}", f"{game}, {players}", rate(step, seconds)
        single = env(game, players)
        yield "Nomarch, PettingZoo", f"{game}, {players}", rate(lambda e=single: aec(e), seconds)
        tree = pyspiel.load_game(f"nomarch_{game.replace('-', '_')}(players={players})")
        speed = rate(lambda g=tree: spiel_game(g, looks=True), seconds)
        yield "Nomarch, OpenSpiel with observations", f"{game}, {players}", speed


def aec(env: object) -> int:
    """One whole game of any AEC environment."""
    import numpy as np

    env.reset(seed=random.randrange(1 << 30))
    steps = 0
    for _ in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        if ended or cut:
            env.step(None)
        else:
            env.step(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            steps += 1
    return steps


def spiel_game(game: object, *, looks: bool) -> int:
    """One whole game of OpenSpiel's interface."""
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            kinds, likely = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(kinds, likely)[0])
            continue
        if looks:
            state.observation_tensor(state.current_player())
        state.apply_action(random.choice(state.legal_actions()))
        steps += 1
    return steps


# --- Theirs ---------------------------------------------------------------------------------------


def openspiel(seconds: float) -> Iterator[Result]:
    import pyspiel

    for name in ("backgammon", "gin_rummy", "leduc_poker", "tic_tac_toe"):
        game = pyspiel.load_game(name)
        for manner, looks in (("with observations", True), ("without", False)):
            speed = rate(lambda g=game, x=looks: spiel_game(g, looks=x), seconds)
            yield f"OpenSpiel (C++ from Python) {manner}", name, speed


def pettingzoo(seconds: float) -> Iterator[Result]:
    from pettingzoo.classic import connect_four_v3, leduc_holdem_v4, texas_holdem_v4

    for module in (connect_four_v3, leduc_holdem_v4, texas_holdem_v4):
        env = module.env()
        speed = rate(lambda e=env: aec(e), seconds)
        yield "PettingZoo classic", module.__name__.rpartition(".")[2], speed


PEERS = {play.__name__: play for play in (openspiel, pettingzoo)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", default=sys.executable, help="the interpreter that has them")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--only", choices=PEERS, help="run one of the peers, here, as JSON")
    options = parser.parse_args()
    if options.only:
        print(json.dumps(list(PEERS[options.only](options.seconds))))
        return
    print("| project | game | decisions/s of one core |\n| --- | --- | --- |")
    for name in PEERS:
        command = [options.peers, __file__, "--only", name, "--seconds", str(options.seconds)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"| {name} | did not run: {done.stderr.strip().splitlines()[-1]} | |", flush=True)
        else:
            show(json.loads(done.stdout.splitlines()[-1]))
    show(ours(options.seconds))


def show(results: Iterable[Result]) -> None:
    for project, game, speed in results:
        print(f"| {project} | {game} | {speed:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
