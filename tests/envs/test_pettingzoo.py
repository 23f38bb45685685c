"""PettingZoo's own suites, what they don't see, and parallel environments, in which all who decide
at the same time do so in one step.
"""

import copy
import pickle
import warnings
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from nomarch.engine.match import SPECTATOR
from nomarch.envs.pettingzoo import env, parallel_env, raw_env
from nomarch.envs.single_game import SingleGame
from nomarch.errors import BadOption, IllegalMove
from nomarch.kernel.declare.game import Rulebook, Setup
from tests.conformance import playing

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
"""The suites warn about observations that are dicts, which is what masks need."""
SMALL = playing.SMALLEST.game.id
SECRET = playing.CARAVAN.game.id
compiles_small = pytest.mark.xdist_group(f"compile-{SMALL}")
compiles_secret = pytest.mark.xdist_group(f"compile-{SECRET}")


Kept = tuple[dict[str, np.ndarray[Any, Any]], int]


def keep(table: SingleGame) -> Kept:
    return table.batch.keep(), len(table._history)


def return_to(table: SingleGame, kept: Kept) -> None:
    table.batch.go_on_from(kept[0])
    del table._history[kept[1] :]
    table._match = None


@playing.each_setup
def test_the_api(book: Rulebook, setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    options = book.option_ids(setup)
    api_test(env(book.game.id, setup.players, options=options), num_cycles=60)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        together = parallel_env(book.game.id, setup.players, options=options)
        parallel_api_test(together, num_cycles=300)
    assert capsys.readouterr().out.count("Passed") == 2


@playing.each_kind
def test_seeds(book: Rulebook) -> None:
    seed_test(lambda: env(book.game.id, book.game.players[-1]), num_cycles=20)


@playing.each_kind
def test_rendering(book: Rulebook) -> None:
    render_test(
        lambda render_mode: env(book.game.id, book.game.players[-1], render_mode=render_mode),
        {"svg": lambda drawing: drawing.startswith("<svg ")},
    )


def whole_game(raw: raw_env, seed: int) -> Iterator[str]:
    """Plays at random to the end of all agents; yields who is asked, before each live step."""
    rng = Random(seed)
    raw.reset(seed=seed)
    for agent in raw.agent_iter():
        seen, _, over, _, _ = raw.last()
        if over:
            raw.step(None)
            continue
        yield agent
        raw.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))


@pytest.mark.parametrize("reward", ["place", "points"])
@playing.each_kind
def test_a_game_ends_for_all_and_pays_each_once(book: Rulebook, reward: str) -> None:
    setup = next(book.setups())
    raw = raw_env(book.game.id, setup.players, options=book.option_ids(setup), reward=reward)
    asked = list(whole_game(raw, 1))
    assert set(asked) == set(raw.possible_agents)
    assert raw.agents == []
    match = raw.table.match
    paid = raw.table.rewards()
    if reward == "points":
        assert paid == list(match.scores)
    else:
        assert sum(paid) == pytest.approx(0)
        best = [standing.seat for standing in match.ranking if standing.place == 1]
        assert [seat for seat, value in enumerate(paid) if value == max(paid)] == sorted(best)


JOINT = [book for book in playing.WRAPPED if hasattr(book.module("rules"), "to_act")]
"""Games in which several seats may owe a decision at once."""


@pytest.mark.parametrize(
    "book",
    [pytest.param(book, marks=playing.thorough_unless(book in playing.KINDS)) for book in JOINT],
    ids=playing.case_id,
)
def test_what_is_held_back_stays_hidden(book: Rulebook) -> None:
    """However the first of those who decide together chose: what was not said in public, the next
    are asked without knowing it.
    """
    assert [game.game.id for game in JOINT] == ["amun-re", "caravan"]
    raw = raw_env(book.game.id, book.game.players[0])
    most = 0
    for agent in whole_game(raw, 5):
        match = raw.table.match
        seat, others = match.to_act[0], match.to_act[1:]
        if not others:
            continue
        sights: dict[bytes, list[bytes]] = {}
        before = keep(raw.table)
        for action in match.legal_actions(seat):
            raw.table.play(action)
            while raw.table.seat == seat:
                raw.table.play(raw.table.match.legal_actions(seat)[-1])
            seen = [raw.observe(raw.possible_agents[other]).values() for other in others]
            said = book.layout.pack(raw.table.match.observe(SPECTATOR))
            sights.setdefault(said, []).append(b"".join(p.tobytes() for s in seen for p in s))
            return_to(raw.table, before)
        assert all(len(set(same)) == 1 for same in sights.values()), agent
        most = max(most, *map(len, sights.values()))
    assert most > 2


@compiles_small
def test_what_is_not_allowed_is_refused_and_changes_nothing() -> None:
    raw = raw_env(SMALL, 3)
    raw.reset(seed=1)
    before = raw.table.match.ply, raw.agent_selection
    forbidden = int(np.flatnonzero(raw.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(IllegalMove, match="is not allowed now"):
        raw.step(forbidden)
    with pytest.raises(BadOption, match=f"are 0 to {len(playing.SMALLEST.actions) - 1}, not -1"):
        raw.step(None)
    assert (raw.table.match.ply, raw.agent_selection) == before
    with pytest.raises(BadOption, match="no render mode 'film'"):
        env("ra", render_mode="film")
    with pytest.raises(BadOption, match="is for 2 to 5 players"):
        env("ra", 7)


PUBLIC = ["agents", "agent_selection", "terminations", "truncations", "rewards", "infos"]


def nested(game: str, players: int) -> OrderEnforcingWrapper:
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw_env(game, players)))


@compiles_small
@pytest.mark.parametrize("make_env", [env, nested])
def test_the_wrappers_guard_order_and_bounds(make_env: Callable[..., AECEnv]) -> None:
    guarded = make_env(SMALL, 3)
    for name in [*PUBLIC, "num_agents"]:
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(guarded, name)
    for call in (guarded.render, guarded.last, guarded.agent_iter, lambda: guarded.step(0)):
        with pytest.raises((AttributeError, AssertionError), match="reset"):
            call()
    guarded.reset(seed=1)
    for forbidden in (-1, len(playing.SMALLEST.actions), None, 0.5):
        with pytest.raises(AssertionError, match="not in action space"):
            guarded.step(forbidden)
    turns = iter(guarded.agent_iter())
    next(turns)
    with pytest.raises(AssertionError, match=r"need to call step\(\)"):
        next(turns)
    assert str(guarded) == f"nomarch_{SMALL}_v0"
    assert isinstance(guarded, OrderEnforcingWrapper)
    assert isinstance(guarded.unwrapped, raw_env)


@compiles_secret
def test_one_layer_answers_as_two() -> None:
    both = [make_env(SECRET, 3) for make_env in (env, nested)]
    rng = Random(2)
    for guarded in both:
        guarded.reset(seed=2)
    while both[0].agents:
        for name in [*PUBLIC, "num_agents", "_cumulative_rewards"]:
            assert getattr(both[0], name) == getattr(both[1], name)
        (seen, *told), (theirs, *others) = both[0].last(), both[1].last()
        assert told == others
        assert all((seen[key] == theirs[key]).all() for key in theirs)
        legal = np.flatnonzero(seen["action_mask"])
        action = None if told[1] else rng.choice(legal.tolist())
        for guarded in both:
            guarded.step(action)
    assert both[1].agents == []


@compiles_small
def test_without_a_seed_the_next_game_follows_from_the_last() -> None:
    games = []
    for _ in range(2):
        raw = raw_env(SMALL, 3)
        raw.reset(seed=4)
        first = raw.table.match.seed
        raw.reset()
        games.append((first, raw.table.match.seed))
    assert games[0] == games[1]
    assert games[0][0] != games[0][1]
    assert SMALL in raw.metadata["name"]


# --- Parallel environments -----------------------------------------------------------------------


def deciding(seen: dict[str, dict[str, Any]]) -> dict[str, list[int]]:
    legal = {agent: np.flatnonzero(row["action_mask"]).tolist() for agent, row in seen.items()}
    return {agent: actions for agent, actions in legal.items() if actions}


def play(env: parallel_env, seed: int) -> Iterator[tuple[dict[str, Any], dict[str, int]]]:
    """Plays at random to the end; yields observations and the chosen actions before each step."""
    rng, seen = Random(seed), env.reset(seed=seed)[0]
    while env.agents:
        chosen = {agent: rng.choice(actions) for agent, actions in deciding(seen).items()}
        yield seen, chosen
        seen = env.step(chosen)[0]


@playing.each_kind
def test_a_game_is_the_same_match(book: Rulebook) -> None:
    env = parallel_env(book.game.id)
    steps = sum(1 for _ in play(env, 1))
    match = env.table.match
    assert match.over
    assert 0 < steps <= sum(not step.auto for step in match.steps)
    assert book.layout.pack(match.state) == env.table.batch.states[0].tobytes()


@compiles_secret
def test_joint_decisions_are_made_in_one_step() -> None:
    env = parallel_env(SECRET, 3)
    together = 0
    for seen, chosen in play(env, 2):
        if len(chosen) < 2:
            continue
        together += 1
        table = env.table
        kept, masks = keep(table), [table.mask(seat) for seat in table.seats]
        first, *others = table.seats
        table.play_for(first, chosen[f"player_{first}"])
        for seat, mask in zip(others, masks[1:], strict=True):
            assert (table.mask(seat) == mask).all()
        return_to(table, kept)
        again = {f"player_{seat}": table.observe(seat) for seat in range(3)}
        np.testing.assert_equal(again, {agent: part["observation"] for agent, part in seen.items()})
    assert together > 5


@compiles_small
def test_every_agent_is_paid_in_the_last_step_and_idle_ones_are_ignored() -> None:
    env, twin = parallel_env(SMALL, 3), parallel_env(SMALL, 3)
    rng, seen = Random(3), env.reset(seed=3)[0]
    twin.reset(seed=3)
    paid: dict[str, float] = {}
    while env.agents:
        assert not any(paid.values())
        chosen = {agent: rng.choice(actions) for agent, actions in deciding(seen).items()}
        idle = {
            agent: len(playing.SMALLEST.actions) - 1 for agent in env.agents if agent not in chosen
        }
        assert len(idle) == 2
        step = env.step(chosen | idle)
        np.testing.assert_equal(step, twin.step(chosen))
        seen, paid, ended, cut, _ = step
    assert set(paid) == set(ended) == set(cut) == set(env.possible_agents)
    assert all(ended.values())
    assert list(paid.values()) == env.table.rewards()


@compiles_small
def test_idle_agents_may_have_an_action_of_their_own() -> None:
    env, noop = parallel_env(SMALL, 3, idle="noop"), len(playing.SMALLEST.actions)
    idle = 0
    for seen, chosen in play(env, 3):
        idle += sum(action == noop for action in chosen.values())
        assert set(chosen) == set(env.agents)
        assert all(env.observation_space(agent).contains(seen[agent]) for agent in seen)
    assert idle
    with pytest.raises(BadOption, match="choose empty or noop"):
        parallel_env(SMALL, 3, idle="wait")


@compiles_secret
def test_a_bad_joint_action_changes_nothing() -> None:
    env = parallel_env(SECRET, 3)
    for seen, chosen in play(env, 8):
        if seen["player_2"]["action_mask"].all():
            continue  # it can pay any bid
        before = env.table.batch.states.tobytes()
        forbidden = int(np.flatnonzero(seen["player_2"]["action_mask"] == 0)[0])
        with pytest.raises(IllegalMove):
            env.step(chosen | {"player_2": forbidden})
        with pytest.raises(BadOption, match="are 0 to 5, not 6"):
            env.step(chosen | {"player_1": 6})
        with pytest.raises(BadOption, match="player_0 has to decide"):
            env.step({"player_1": chosen["player_1"], "player_2": chosen["player_2"]})
        assert env.table.batch.states.tobytes() == before
        return
    raise AssertionError("every bid was allowed")


@compiles_secret
@pytest.mark.parametrize("copier", [copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
def test_copies_and_seeds_continue_alike(copier: Any) -> None:
    """PettingZoo's `parallel_seed_test` does not read masks, so it can't play these games."""
    first, second = parallel_env(SECRET, 3), parallel_env(SECRET, 3)
    games = play(first, 5), play(second, 5)
    for _ in range(4):
        (seen, chosen), (theirs, others) = map(next, games)
        np.testing.assert_equal((seen, chosen), (theirs, others))
    np.testing.assert_equal(copier(first).step(chosen), first.step(chosen))
    second.step(others)
    again, next_one = (env.reset()[0]["player_0"]["observation"] for env in (first, second))
    np.testing.assert_equal(again, next_one)
    assert (again != theirs["player_0"]["observation"]).any()
