"""Gymnasium: its checker passes, one agent plays against bots, and many games are one batch."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode

import nomarch.envs.gymnasium as ours
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import Rulebook, Setup, rulebooks

from ..conformance.playing import CARAVAN, KINDS, SMALLEST, each_kind, each_setup

for small in KINDS:
    ours.register(small)
CROCODILE = ours.env_id(SMALLEST)

compiles_crocodile = pytest.mark.xdist_group("compile-crocodile")


def make(book: Rulebook, setup: Setup, **wishes: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(
        ours.env_id(book), players=setup.players, options=book.option_ids(setup), **wishes
    )


@compiles_crocodile
def test_every_game_is_registered_and_a_name_may_say_what_to_import() -> None:
    assert {ours.env_id(book) for book in rulebooks().values()} <= set(gymnasium.registry)
    env = gymnasium.make(f"nomarch.envs.gymnasium:{CROCODILE}")
    assert env.unwrapped.table.players == SMALLEST.game.usual_players


@each_setup
def test_the_checker_is_content(book: Rulebook, setup: Setup) -> None:
    check_env(make(book, setup, opponents="random").unwrapped, skip_render_check=True)


@each_kind
def test_the_checker_is_content_with_pictures(book: Rulebook) -> None:
    setup = next(book.setups())
    for mode in ("rgb_array", "ansi"):
        env = make(book, setup, render_mode=mode, opponents="random").unwrapped
        env.reset(seed=1)
        drawn = env.render()
        assert drawn.shape[2] == 3 if mode == "rgb_array" else "\n" in drawn


def play(env: gymnasium.Env[Any, Any], seed: int) -> tuple[float, int]:
    """A whole game at random: its reward and the agent's decisions."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    steps, over, reward = 0, False, 0.0
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        assert np.array_equal(legal, np.flatnonzero(env.unwrapped.action_masks()))
        seen, reward, over, cut, info = env.step(rng.choice(legal))
        assert env.observation_space.contains(seen)
        assert (cut, info["illegal"]) == (False, False)
        steps += 1
    return reward, steps


@each_kind
def test_an_agent_plays_whole_games_against_bots(book: Rulebook) -> None:
    setup = list(book.setups())[-1]
    bots = "random" if book is CARAVAN else "greedy"  # one kind of bots compiles a build less
    env = make(book, setup, opponents=bots, seat=setup.players - 1)
    reward, steps = play(env, 1)
    assert (reward, steps) == play(env, 1)
    assert steps > 2
    match = env.unwrapped.table.match
    assert match.over
    alone_first = [line.seat for line in match.ranking if line.place == 1] == [setup.players - 1]
    assert (reward == 1) == alone_first


@compiles_crocodile
def test_a_game_that_never_asks_the_agent_is_not_begun() -> None:
    env = gymnasium.make(CROCODILE, players=4, opponents="greedy", seat=3)
    asked = [env.reset(seed=seed)[1]["action_mask"].sum() for seed in range(40)]
    assert max(asked) < len(SMALLEST.actions)


@compiles_crocodile
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_the_agent_sits_where_it_wishes_and_meets_different_bots(seat: int | None) -> None:
    wishes: dict[str, Any] = {"players": 3, "seat": seat, "opponents": ["random", "greedy"]}
    env, expected = gymnasium.make(CROCODILE, **wishes), {0, 1, 2} if seat is None else {seat}
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == expected
    assert env.unwrapped.opponents == ["random", "greedy"]
    assert {*make_vec(**wishes).reset(seed=1)[1]["seat"].tolist()} == expected


@compiles_crocodile
def test_an_illegal_action_changes_nothing() -> None:
    env = gymnasium.make(CROCODILE, players=3)
    before, info = env.reset(seed=1)
    forbidden = int(np.flatnonzero(info["action_mask"] == 0)[0])
    ply = env.unwrapped.table.match.ply
    after, reward, over, _, info = env.step(forbidden)
    assert np.array_equal(before, after)
    assert (reward, over, info["illegal"]) == (0, False, True)
    assert env.unwrapped.table.match.ply == ply


def make_vec(**wishes: Any) -> ours.GameVectorEnv:
    vectors = gymnasium.make_vec(
        CROCODILE, num_envs=6, vectorization_mode="vector_entry_point", **wishes
    )
    assert isinstance(vectors, ours.GameVectorEnv)
    return vectors


@compiles_crocodile
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_many_games_keep_their_autoreset_mode(mode: str) -> None:
    env = make_vec(players=3, autoreset_mode=mode, opponents="random")
    assert env.metadata["autoreset_mode"].value == mode
    _, info = env.reset(seed=4)
    rng, ended_before, ended_in_all = np.random.default_rng(1), np.zeros(6, bool), 0
    for _ in range(120):
        mask = info["action_mask"]
        assert np.array_equal(mask.astype(bool), env.action_masks())
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in mask])
        seen, reward, ended, cut, info = env.step(actions)
        assert env.observation_space.contains(seen)
        assert not cut.any()
        assert not info["illegal"].any()
        assert not reward[~ended].any()
        if mode == "NextStep":
            assert not (ended & ended_before).any()
        elif ended.any():
            assert np.array_equal(info["_final_obs"], ended)
            for i in np.flatnonzero(ended):
                assert env.single_observation_space.contains(info["final_obs"][i])
                assert not np.array_equal(info["final_obs"][i], seen[i])
        ended_before = ended
        ended_in_all += int(ended.sum())
    assert ended_in_all > 6
    env.close()


@compiles_crocodile
def test_many_games_follow_their_seeds() -> None:
    first, second = (make_vec(players=3, seat=2, opponents="random") for _ in range(2))
    assert data_equivalence(first.reset(seed=3), second.reset(seed=3))
    assert not data_equivalence(first.reset(seed=4), second.reset(seed=5))
    one = first.reset(seed=[1, 2, 3, 4, 5, 6])[0]
    other = first.reset(seed=[6, 5, 4, 3, 2, 1])[0]
    assert np.array_equal(one, other[::-1])
    assert first.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"seat": 3, "players": 3}, "There is no seat 3; seats are 0 to 2"),
        ({"opponents": ["greedy"], "players": 3}, "2 other seats need 2 opponents, not 1"),
        ({"opponents": "genius"}, "There is no bot 'genius'"),
        ({"autoreset_mode": "Disabled"}, "no autoreset mode 'Disabled' here; choose NextStep or"),
        ({"render_mode": "svg"}, "are not drawn"),
    ],
)
def test_bad_wishes_are_refused_with_a_sentence(wish: dict[str, Any], sentence: str) -> None:
    is_for_many = wish.keys() & {"autoreset_mode", "render_mode"}
    with pytest.raises(BadOption, match=sentence):
        make_vec(**wish) if is_for_many else gymnasium.make(CROCODILE, **wish)
