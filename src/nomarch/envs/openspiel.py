"""The games for OpenSpiel, as Python games in which chance is explicit: one node for every draw.

Importing this module registers them: `pyspiel.load_game("nomarch_ra(players=4)")`. Seats that
decide at the same time are asked one after the other; what one chose is hidden from the others.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from nomarch.envs import rewards
from nomarch.envs.game_tree import TreePosition, imagined_stream
from nomarch.envs.observations import Observation
from nomarch.kernel.declare.game import Rulebook, rulebooks
from nomarch.kernel.run.explicit_chance import CHANCE, TERMINAL
from nomarch.kernel.run.tree_nodes import MAX_OUTCOMES, MEMORY_BYTES

MOST_MOVES = 10_000
"""More than any game has decisions."""

FLOATS = np.fft.ifftshift(np.arange(-(2**15), 2**15)).astype(float).astype(object)
"""Every number of an observation as Python's float, made once: most of the time of a list of floats
goes into making them. Negative numbers are found from the end."""


def short_name(book: Rulebook) -> str:
    return f"nomarch_{book.game.id.replace('-', '_')}"


def _game_type(book: Rulebook, name: str) -> pyspiel.GameType:
    choices = {option.id: option.choices[0].id for option in book.game.options}
    kinds = pyspiel.GameType
    return kinds(
        short_name=name,
        long_name=book.game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(book.game.players),
        min_num_players=min(book.game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": book.game.usual_players} | choices,
    )


def _load(name: str) -> NomarchGame:
    """Load a pickled game; importing this module has registered it."""
    game: NomarchGame = pyspiel.load_game(name)
    return game


class NomarchGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its player count and options."""

    book: Rulebook
    type: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        wish = dict(params or {})
        players = int(wish.pop("players", self.book.game.usual_players))
        self.setup = self.book.setup(players, wish)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.book.actions),
            max_chance_outcomes=MAX_OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_MOVES,
        )
        super().__init__(self.type, info, params or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (str(self),)

    def new_initial_state(self) -> NomarchState:
        """The game before anything is laid out."""
        return NomarchState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Any = None
    ) -> NomarchObserver:
        """What a seat sees; with perfect recall, also a fingerprint of all that it saw before."""
        if params:
            raise ValueError(f"Observers of Nomarch take no parameters, not even {params}.")
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return NomarchObserver(self.book, recalls)


class NomarchState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game; all of it is in one position, which clones share and pickles carry."""

    def __init__(self, game: NomarchGame) -> None:
        super().__init__(game)
        self.position = TreePosition.first(game.book, game.setup)

    def current_player(self) -> int:
        """The seat that is to act; of those who decide together the lowest that has not."""
        return self.position.actor  # CHANCE and TERMINAL are OpenSpiel's numbers

    # What Python calls is answered here: the same methods of `pyspiel.State` come back to Python
    # by way of C++, which takes longer than a move.

    def is_chance_node(self) -> bool:
        return self.position.actor == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Actions of the player, by default the one to act; possible outcomes at a draw."""
        position = self.position
        return [*position.legal] if player is None or player == position.actor else []

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What a player sees, by default the one to act."""
        seen = self.position.observe(self._viewer(player))
        row: list[float] = FLOATS[seen].tolist()
        return row

    def _viewer(self, player: int | None) -> int:
        viewer = self.position.actor if player is None else player
        if not 0 <= viewer < self.position.setup.players:
            raise pyspiel.SpielError(f"There is no player {viewer}.")
        return viewer

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal if player == self.position.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be drawn now, and how likely it is."""
        weights = self.position.weights
        total = sum(weights)
        return [(kind, weights[kind] / total) for kind in self.position.legal]

    def _apply_action(self, action: int) -> None:
        if action not in self.position.legal:
            raise ValueError(f"Action {action} is not legal here: {self.position.legal}.")
        self.position = self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self.position.book.actions[action]

    def is_terminal(self) -> bool:
        return self.position.actor == TERMINAL

    def returns(self) -> list[float]:
        """1 for the first alone, -1 for the last alone, evenly between; 0 while the game runs."""
        if not self.is_terminal():
            return [0.0] * self.position.setup.players
        return rewards.of_places(self.position.places)

    def resample_from_infostate(self, player: int, random: Any) -> NomarchState:
        """A state like this one to the player; `random` gives numbers from 0 to 1."""
        salt = [int(random() * 2**31) for _ in range(8)]
        other: NomarchState = self.clone()
        other.position = self.position.imagined(player, imagined_stream(salt))
        return other

    def __str__(self) -> str:
        return str(self.position)


class NomarchObserver:
    """Writes what a seat sees into one tensor, whose parts have names."""

    def __init__(self, book: Rulebook, recalls: bool) -> None:
        seen = Observation(book)
        self.recalls = recalls
        self._size = seen.size
        self.tensor = np.zeros(seen.size + (MEMORY_BYTES if recalls else 0), np.float32)
        self.dict = seen.as_dict(self.tensor[: seen.size])
        if recalls:
            self.dict["memory"] = self.tensor[seen.size :]

    def set_from(self, state: NomarchState, player: int) -> None:
        self.tensor[: self._size] = state.position.observe(player)
        if self.recalls:
            memory = np.frombuffer(state.position.memory(player), np.uint8)
            self.tensor[self._size :] = memory / np.float32(255)

    def string_from(self, state: NomarchState, player: int) -> str:
        """The view as JSON; with perfect recall, a fingerprint of the view and the whole past."""
        position = state.position
        return position.information(player) if self.recalls else position.view(player)


def resampler(random: Any) -> Any:
    """What `ISMCTSBot.set_resampler` wants, drawing from a `numpy.random.RandomState`."""
    return lambda state, player: state.resample_from_infostate(player, random.random_sample)


def register(book: Rulebook) -> None:
    """Makes a game known to OpenSpiel, once."""
    if short_name(book) in pyspiel.registered_names():
        return
    kind = _game_type(book, short_name(book))
    made = type(f"{book.game.title} of Nomarch", (NomarchGame,), {"book": book, "type": kind})
    pyspiel.register_game(kind, made)


for _book in rulebooks().values():
    register(_book)
