"""Our search against OpenSpiel's IS-MCTS at the same simulations: `python -m bench.ismcts ra`.

Three seats, one of ours against two of theirs and two of ours against one, everyone everywhere on
the same seeds. Of all pairs of one of ours and one of theirs at a table it is counted how often
ours came out ahead; an equal place counts half. It stops after `--seconds`, and goes on from there
when it is called again with the same `--folder`.

Theirs is `open_spiel.python.algorithms.ismcts` as it comes: it knows a seat's view and no more, and
imagines the rest by the same `determinise` as ours, again for every simulation. What it asks of a
state, the compiled rules answer, and random playouts are compiled as well; with OpenSpiel's own
states, in which chance is explicit, it would do the same, many times slower.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import cache
from math import sqrt
from statistics import mean
from typing import Any

import numpy as np
import pyspiel
from bench.tournament import Tournament, add_arguments, executor_of
from open_spiel.python.algorithms import ismcts

from nomarch.bots import arena
from nomarch.bots.arena import ArenaResult
from nomarch.engine.simulation import wilson
from nomarch.envs import openspiel, rewards
from nomarch.kernel import backend
from nomarch.kernel.actions import allowed
from nomarch.kernel.chance import IMAGINED, POLICY, word
from nomarch.kernel.game import MAX_PLAYERS, Rulebook
from nomarch.kernel.layout import STREAM, GameState, Stream
from nomarch.kernel.playouts import RANDOM

PLAYERS = 3
CURIOSITY = sqrt(2)
"""Their constant of exploration."""


@cache
def game_of(book: Rulebook, players: int) -> Any:
    """The game as OpenSpiel knows it."""
    return pyspiel.load_game(openspiel.short_name(book), {"players": players})


class Known:
    """What a seat knows, of which worlds are imagined; and what all of them work with."""

    def __init__(self, book: Rulebook, view: GameState, seat: int, stream: Stream) -> None:
        self.book, self.seat, self.players = book, seat, int(view.players)
        self.build = backend.cpu(book.game.id)
        self.views = np.frombuffer(bytearray(book.layout.pack(view)), book.layout.dtype)
        self.streams = STREAM.array(2)
        self.mask = np.zeros(book.actions.words, np.uint32)
        self.seen = np.zeros(len(book.features), np.int64)
        self.row = np.zeros(MAX_PLAYERS, np.int64)
        self.policies = np.full(self.players, RANDOM, np.int64)
        self.worth = rewards.worth(self.players)
        self.key = np.array([word(stream) - (1 << 31) for _ in range(8)], np.int64)
        self.worlds = self.playouts = 0

    def imagine(self) -> World:
        """Another world that agrees with it."""
        states = self.views.copy()
        self.build.reseed(self.streams[0], self.key, self.worlds, IMAGINED)
        self.build.determinise(states[0], self.seat, self.streams[0])
        self.worlds += 1
        return World(self, states)


class World:
    """A state with all that IS-MCTS asks of one of OpenSpiel's."""

    def __init__(self, known: Known, states: Any) -> None:
        self._known, self._states = known, states
        self._look()

    def _look(self) -> None:
        """Sees who is to act, what they may do, and what they see."""
        known, state = self._known, self._states[0]
        seats = known.build.to_act(state)
        self._seat = int(known.build.first_seat(seats)) if seats else -1
        self._legal: list[int] = []
        if seats:
            known.build.ask(state, self._seat, known.mask)
            self._legal = allowed(known.mask)
            known.build.encode_observation(state, self._seat, known.seen)
            self._seen = known.seen.tobytes() + known.mask.tobytes()

    def get_game(self) -> Any:
        """The game as OpenSpiel knows it."""
        return game_of(self._known.book, self._known.players)

    def current_player(self) -> int:
        """The seat that is to act."""
        return self._seat if self._legal else int(pyspiel.PlayerId.TERMINAL)

    def is_chance_node(self) -> bool:
        """Never: what chance brings comes with the move, from the world's own stream."""
        return False

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self._legal

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What whoever is to act may do."""
        return self._legal if player in (None, self._seat) else []

    def observation_string(self) -> bytes:
        """What tells positions of the tree apart: what the seat sees and may do."""
        return self._seen

    def apply_action(self, action: int) -> None:
        """Plays on in this world."""
        self._known.build.apply(self._states[0], self._seat, action)
        self._look()

    def returns(self) -> list[float]:
        """1 for the first alone, -1 for the last alone, evenly between."""
        return self._returns(self._states[0])

    def played_out(self) -> list[float]:
        """What comes of it if everyone plays at random from here."""
        known, states = self._known, self._states.copy()
        known.build.reseed(known.streams[1], known.key, known.playouts, POLICY)
        known.playouts += 1
        known.build.playout(states[0], known.streams[1], known.mask, known.policies, 0)
        return self._returns(states[0])

    def _returns(self, state: Any) -> list[float]:
        known = self._known
        known.build.rank(state, known.row)
        seats = range(known.players)
        behind = known.build.half_places
        return [float(known.worth[behind(known.row, seat, known.players)]) for seat in seats]


class RandomPlayouts:
    """OpenSpiel's evaluator of one random playout, compiled."""

    def evaluate(self, state: World) -> list[float]:
        """What one game at random gives."""
        return state.played_out()

    def prior(self, state: World) -> list[tuple[int, float]]:
        """All choices are equal."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class Rival:
    """OpenSpiel's IS-MCTS at a table of ours; made with its number of simulations."""

    def __init__(self, book: Rulebook, text: str) -> None:
        simulations, _, curiosity = text.partition(",")
        self.book, self.simulations = book, int(simulations)
        self.curiosity = float(curiosity or CURIOSITY)

    def choose(self, view: GameState, seat: int, legal: Sequence[int], stream: Stream) -> int:
        """What was tried most often."""
        known = Known(self.book, view, seat, stream)
        bot = ismcts.ISMCTSBot(
            game_of(self.book, known.players),
            RandomPlayouts(),
            self.curiosity,
            self.simulations,
            random_state=np.random.RandomState(word(stream)),
            use_observation_string=True,
        )
        bot.set_resampler(lambda world, player: known.imagine())
        return int(bot.step(known.imagine()))


def ahead(game: ArenaResult, ours: int) -> float:
    """The share of pairs in which one of ours came out ahead of one of theirs."""
    mine = [place for place, bot in zip(game.places, game.bots, strict=True) if bot == ours]
    theirs = [place for place, bot in zip(game.places, game.bots, strict=True) if bot != ours]
    return mean((a < b) + (a == b) / 2 for a in mine for b in theirs)


def told(name: str, shares: Sequence[float]) -> str:
    """A line of the table: the mean over games, with the 95 % interval of as many trials."""
    if not shares:
        return f"| {name} | 0 | – |"
    rate = mean(shares)
    low, high = wilson(rate, len(shares))
    return f"| {name} | {len(shares)} | {rate:.1%} ({low:.1%} – {high:.1%}) |"


def main() -> None:
    """Plays for a while, and prints where it stands."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="ra")
    parser.add_argument("--simulations", type=int, default=64, help="a decision (default 64)")
    parser.add_argument("--games", type=int, default=102, help="games of each mix (default 102)")
    add_arguments(parser, folder="ismcts")
    options = parser.parse_args()
    number = options.simulations
    ours, theirs = f"search:{number}", f"py:bench.ismcts:Rival:{number}"
    mixes = {
        f"{options.game}-{number}-one": arena.contest(
            options.game, [ours, theirs], PLAYERS, "ismcts"
        ),
        f"{options.game}-{number}-two": arena.contest(
            options.game, [theirs, ours], PLAYERS, "ismcts"
        ),
    }
    tournament = Tournament(mixes, options.games, options.folder)
    with executor_of(options) as executor:
        tournament.play(executor, options.seconds)
    shares = {
        name: [ahead(game, contest.bots.index(ours)) for game in tournament.played[name].values()]
        for name, contest in mixes.items()
    }
    print("| ours at the table | games | ahead of theirs |")
    print("| --- | --- | --- |")
    for name, found in shares.items():
        print(told(name.rpartition("-")[2], found))
    print(told("both", [share for found in shares.values() for share in found]))


if __name__ == "__main__":
    main()
