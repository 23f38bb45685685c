"""OpenSpiel: its simulation test, its playthroughs and its bots, on all games."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts
from open_spiel.python.bots.uniform_random import UniformRandomBot

import nomarch.envs.openspiel as ours
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import Rulebook, Setup, rulebooks

from ..conformance.playing import CARAVAN, KINDS, WRAPPED, case_id, each_kind, thorough_unless

for small in KINDS:
    ours.register(small)


def load(book: Rulebook, setup: Setup) -> pyspiel.Game:
    wishes = {"players": setup.players} | book.option_ids(setup)
    return pyspiel.load_game(ours.short_name(book), wishes)


def set_ups(book: Rulebook) -> list[Setup]:
    """The smallest table without options and the largest with all of them."""
    first, *_, last = book.setups()
    return [first, last]


def play(state: pyspiel.State, seed: int) -> Iterator[pyspiel.State]:
    """Plays on at random; yields the state before each decision or draw, and at the end."""
    rng = np.random.RandomState(seed)
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            kinds, likely = zip(*state.chance_outcomes(), strict=True)
            assert sum(likely) == pytest.approx(1)
            state.apply_action(int(rng.choice(kinds, p=likely)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    yield state


def test_every_game_is_registered() -> None:
    assert {ours.short_name(book) for book in rulebooks().values()} <= set(
        pyspiel.registered_names()
    )


@pytest.mark.parametrize(
    ("book", "setup"),
    [
        pytest.param(book, setup, marks=thorough_unless(book in KINDS))
        for book in WRAPPED
        for setup in set_ups(book)
    ],
    ids=case_id,
)
def test_random_simulation_with_serialisation(book: Rulebook, setup: Setup) -> None:
    pyspiel.random_sim_test(load(book, setup), num_sims=1, serialize=True, verbose=False)


@each_kind
def test_a_playthrough_is_generated(book: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without writing out thousands of numbers at each step, which is all that takes time."""
    # Imports SciPy's statistics for seconds, in every process that only collects this test.
    from open_spiel.python.algorithms import generate_playthrough

    monkeypatch.setattr(generate_playthrough, "_format_tensor", lambda tensor, name: [name])
    name = str(load(book, next(book.setups())))
    text = generate_playthrough.playthrough(name, action_sequence=None, seed=1)
    assert "IsTerminal() = True" in text


@each_kind
def test_a_state_survives_pickling_with_its_past(book: Rulebook) -> None:
    """A state that was written down and read again goes on as the one that was not."""
    game = load(book, next(book.setups()))
    written, compared = None, 0
    for count, state in enumerate(play(game.new_initial_state(), 3)):
        if written is not None:
            written.apply_action(state.history()[-1])
            if not state.is_chance_node():
                compared += 1
                for seat in range(game.num_players()):
                    told = state.information_state_string(seat)
                    assert written.information_state_string(seat) == told
        if count == 40:
            break
        if count % 5 == 4:
            written = pickle.loads(pickle.dumps(state))
            assert str(written) == str(state)
    assert compared > 5


@each_kind
def test_what_is_imagined_cannot_be_told_from_the_truth(book: Rulebook) -> None:
    """And it is imagined: where something is hidden, the truth is not what comes out."""
    game = load(book, next(book.setups()))
    resample = ours.resampler(np.random.RandomState(2))
    for state in play(game.new_initial_state(), 2):
        if state.is_chance_node() or state.is_terminal():
            continue
        seat = state.current_player()
        other = resample(state, seat)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
        assert other.observation_tensor(seat) == state.observation_tensor(seat)
        assert other.legal_actions() == state.legal_actions()


@each_kind
def test_secrets_are_imagined_anew(book: Rulebook) -> None:
    """A resampler that gives the truth back would let a search cheat."""
    is_different, last = False, next(book.setups()).players - 1
    resample = ours.resampler(np.random.RandomState(2))
    for state in play(load(book, next(book.setups())).new_initial_state(), 2):
        if not state.is_chance_node() and not state.is_terminal():
            is_different |= str(resample(state, last)) != str(state)
    assert is_different == book.has("beliefs")


@each_kind
def test_search_and_random_bots_play_whole_games(book: Rulebook) -> None:
    setup = next(book.setups())
    game = load(book, setup)
    search = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        max_simulations=2,
        max_world_samples=ismcts.UNLIMITED_NUM_WORLD_SAMPLES,
        random_state=np.random.RandomState(1),
        evaluator=Guess(),
    )
    search.set_resampler(ours.resampler(np.random.RandomState(1)))
    others = [
        UniformRandomBot(seat, np.random.RandomState(seat)) for seat in range(1, setup.players)
    ]
    bots, rng, state = [search, *others], np.random.RandomState(4), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            kinds, likely = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(kinds, p=likely)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert sum(state.returns()) == pytest.approx(0)


class Guess:
    """An evaluator that expects nothing: the search is OpenSpiel's, not ours to measure."""

    def evaluate(self, state: pyspiel.State) -> list[float]:
        return [0.0] * state.num_players()

    def prior(self, state: pyspiel.State) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


@pytest.mark.xdist_group("compile-caravan")
def test_the_past_is_part_of_what_a_player_knows() -> None:
    """Two ways to the same moment: equal to look at, and told apart by who remembers."""
    game = load(CARAVAN, CARAVAN.setup(3))
    state = next(s for s in play(game.new_initial_state(), 1) if not s.is_chance_node())
    seat = state.current_player()
    later = state.clone()
    later.apply_action(later.legal_actions()[-1])
    recalled, seen = state.information_state_tensor(seat), state.observation_tensor(seat)
    assert recalled[: len(seen)] == seen
    assert later.information_state_tensor(seat)[len(seen) :] != recalled[len(seen) :]


def test_bad_parameters_are_refused_with_a_sentence() -> None:
    kind = type(pyspiel.load_game("nomarch_ra"))
    with pytest.raises(BadOption, match="is for 2 to 5 players"):
        kind({"players": 9})
    with pytest.raises(ValueError, match="take no parameters"):
        pyspiel.load_game("nomarch_ra").make_py_observer(None, {"zoom": 2})


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = next(
        state
        for state in play(load(CARAVAN, CARAVAN.setup(3)).new_initial_state(), 1)
        if not state.is_chance_node() and len(state.legal_actions()) < len(CARAVAN.actions)
    )
    before, legal = str(state), state.legal_actions()
    illegal = next(number for number in range(len(CARAVAN.actions)) if number not in legal)
    with pytest.raises(ValueError, match="not legal"):
        state.apply_action(illegal)
    assert (str(state), state.legal_actions()) == (before, legal)


def test_a_game_can_be_pickled() -> None:
    game = load(CARAVAN, CARAVAN.setup(3))
    copy = pickle.loads(pickle.dumps(game))
    assert str(copy) == str(game)
    assert copy.num_players() == 3
