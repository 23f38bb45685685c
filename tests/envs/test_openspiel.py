"""OpenSpiel: its simulation test, its playthroughs and its bots, on all games."""

import pickle
from collections.abc import Iterator, Sequence

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts
from open_spiel.python.bots.uniform_random import UniformRandomBot

import nomarch.envs.openspiel as ours
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import Rulebook, Setup, rulebooks

from ..conformance.playing import CARAVAN, KINDS, each_kind

for small in KINDS:
    ours.register(small)


def load(book: Rulebook, setup: Setup | None = None) -> pyspiel.Game:
    setup = setup or next(book.setups())
    wishes = {"players": setup.players} | book.option_ids(setup)
    return pyspiel.load_game(ours.short_name(book), wishes)


def play(
    state: pyspiel.State, seed: int, bots: Sequence[pyspiel.Bot] = ()
) -> Iterator[pyspiel.State]:
    """Plays on, without bots at random; yields each decision and draw before it, and the end."""
    rng = np.random.RandomState(seed)
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            kinds, likely = zip(*state.chance_outcomes(), strict=True)
            assert sum(likely) == pytest.approx(1)
            state.apply_action(int(rng.choice(kinds, p=likely)))
        elif bots:
            state.apply_action(bots[state.current_player()].step(state))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    yield state


def test_every_game_is_registered() -> None:
    names = {ours.short_name(book) for book in rulebooks().values()}
    assert names <= set(pyspiel.registered_names())


@each_kind
def test_random_simulation_with_serialisation(book: Rulebook) -> None:
    game = load(book, list(book.setups())[-1])
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@each_kind
def test_a_playthrough_is_generated(book: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without writing out thousands of numbers at each step, which is all that takes time."""
    # Imports SciPy's statistics for seconds, in every process that only collects this test.
    from open_spiel.python.algorithms import generate_playthrough

    monkeypatch.setattr(generate_playthrough, "_format_tensor", lambda tensor, name: [name])
    text = generate_playthrough.playthrough(str(load(book)), action_sequence=None, seed=1)
    assert "IsTerminal() = True" in text


@each_kind
def test_a_state_survives_pickling_with_its_past(book: Rulebook) -> None:
    game = load(book)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
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
    """And it is imagined: a resampler that gives secrets back would let a search cheat."""
    resample, is_different = ours.resampler(np.random.RandomState(2)), False
    for state in play(load(book).new_initial_state(), 2):
        if state.is_chance_node() or state.is_terminal():
            continue
        for seat in {state.current_player(), state.get_game().num_players() - 1}:
            other = resample(state, seat)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.legal_actions() == state.legal_actions()
            is_different |= str(other) != str(state)
    assert is_different == book.has("beliefs")


@each_kind
def test_search_and_random_bots_play_whole_games(book: Rulebook) -> None:
    game = load(book)
    search = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        max_simulations=2,
        max_world_samples=ismcts.UNLIMITED_NUM_WORLD_SAMPLES,
        random_state=np.random.RandomState(1),
        evaluator=Guess(),
    )
    search.set_resampler(ours.resampler(np.random.RandomState(1)))
    others = range(1, game.num_players())
    bots = [search, *(UniformRandomBot(seat, np.random.RandomState(seat)) for seat in others)]
    *_, state = play(game.new_initial_state(), 4, bots)
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


@pytest.mark.xdist_group("compile-caravan")
def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = next(
        state
        for state in play(load(CARAVAN, CARAVAN.setup(3)).new_initial_state(), 1)
        if not state.is_chance_node() and len(state.legal_actions()) < len(CARAVAN.actions)
    )
    before, legal = str(state), state.legal_actions()
    with pytest.raises(ValueError, match="not legal"):
        state.apply_action(min({*range(len(CARAVAN.actions))} - {*legal}))
    assert (str(state), state.legal_actions()) == (before, legal)


@pytest.mark.parametrize(
    ("game", "option"),
    [
        pytest.param("giza", "first=seat-1", marks=pytest.mark.compiled),
        pytest.param("ra", "duel=on", marks=pytest.mark.thorough),
    ],
)
def test_cfr_lowers_exploitability(game: str, option: str) -> None:
    tree = pyspiel.load_game(f"nomarch_{game}(players=2,box=small,{option})")
    solver, found = pyspiel.CFRSolver(tree), list[float]()
    for _ in range(2):
        for _ in range(4):
            solver.evaluate_and_update_policy()
        found.append(pyspiel.exploitability(tree, solver.average_policy()))
    assert 0 < found[1] < found[0]
    assert found[1] < 0.15
