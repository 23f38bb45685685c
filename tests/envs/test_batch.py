"""A batch: the same games as everywhere else, in the caller's memory."""

import threading
from typing import Any

import numpy as np
import pytest

import nomarch
from nomarch.envs import Batch, observation
from nomarch.errors import BadOption
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import include

from ..test_cuda_simulator import needs_simulator, run_simulated
from .plain import play_both

BOOK = include("tests.smallest")
SMALLEST = BOOK.game.id

compiles = pytest.mark.xdist_group("compile-crocodile")
MANNERS: list[dict[str, Any]] = [
    {},
    {"reset": "next_step", "reward": "points", "skip": False},
    {"policies": ["caller", "greedy", "random"], "rotate": True, "keep_last": True},
    {"seed": [5, "six", 7], "dtype": np.float32},
    {"observe": False, "policies": ["random", "caller", "caller"]},
]


@compiles
@pytest.mark.parametrize("manner", MANNERS, ids=lambda manner: "-".join(manner) or "usual")
def test_compiled_and_interpreted_batches_agree(manner: dict[str, Any]) -> None:
    batch = Batch(SMALLEST, players=3, n=3, **({"seed": 3} | manner))
    assert play_both(batch, 120) > 3


@pytest.mark.compiled
@pytest.mark.xdist_group("compile-ra")
def test_batches_of_a_real_game_agree() -> None:
    assert play_both(Batch("ra", players=3, n=2, seed=11, keep_last=True), 260) > 0


SCRIPT = """
from nomarch.envs import Batch
from nomarch.kernel.declare.game import include
from tests.envs.plain import play_both

game = include("tests.smallest").game.id
mixed = dict(policies=["caller", "greedy", "random"], rotate=True, keep_last=True)
for manner in ({}, dict(reset="next_step", reward="points", skip=False), mixed):
    assert play_both(Batch(game, players=3, n=2, seed=3, on="cuda", **manner), 60) > 0, manner
print("the same bytes")
"""


@needs_simulator
def test_a_card_steps_the_same_batches() -> None:
    assert run_simulated(SCRIPT) == "the same bytes\n"


@needs_simulator
@pytest.mark.thorough
def test_a_card_steps_batches_of_a_large_game() -> None:
    large = 'play_both(Batch("ra", players=4, n=2, seed=3, on="cuda"), 12)'
    assert run_simulated(f"{SCRIPT}\n{large}") == "the same bytes\n"


@compiles
def test_threads_change_nothing() -> None:
    threads = threading.active_count()
    one, many = (Batch(SMALLEST, players=4, n=1000, seed=2, workers=workers) for workers in (1, 3))
    for _ in range(100):
        one.step(many.sample().copy())
        many.step()
        one.sample()
    for name in ("observation", "mask", "reward", "done", "seat", "refused"):
        assert np.array_equal(getattr(one, name), getattr(many, name)), name
    assert one.states.tobytes() == many.states.tobytes()
    assert threading.active_count() > threads
    many.close()


@compiles
def test_a_small_batch_starts_no_threads() -> None:
    threads, batch = threading.active_count(), Batch(SMALLEST, players=4, n=511, workers=8)
    batch.step(batch.sample())
    assert threading.active_count() == threads


@compiles
@pytest.mark.parametrize("wrong", [-1, len(BOOK.actions), 2**31 - 1, -(2**31), "forbidden"])
def test_what_is_not_allowed_changes_nothing(wrong: int | str) -> None:
    batch = Batch(SMALLEST, players=4, n=3, seed=2)
    batch.step(batch.sample())
    before = [getattr(batch, name).copy() for name in ("states", "observation", "mask", "seat")]
    forbidden = int(np.flatnonzero(batch.mask[1] == 0)[0]) if wrong == "forbidden" else wrong
    # Not even a caller who scribbles over the mask can make it allowed.
    batch.mask[1] = 1
    batch.sample()[1] = forbidden
    batch.step()
    assert batch.refused.tolist() == [0, 1, 0]
    assert not batch.reward.any()
    assert not batch.done.any()
    for was, name in zip(before, ("states", "observation", "mask", "seat"), strict=True):
        assert was[1].tobytes() == getattr(batch, name)[1].tobytes(), name
        assert name == "seat" or was[0].tobytes() != getattr(batch, name)[0].tobytes(), name


@compiles
def test_rewards_are_paid_once_and_sum_to_nothing() -> None:
    batch, points = (
        Batch(SMALLEST, players=4, n=40, seed=1, reward=reward) for reward in ("place", "points")
    )
    ended = 0
    for _ in range(200):
        batch.step(points.sample().copy())
        points.step()
        over = batch.done == 1
        ended += int(over.sum())
        assert not batch.reward[~over].any()
        assert np.allclose(batch.reward.sum(axis=1), 0, atol=1e-6)
        best = batch.reward[over] == batch.reward[over].max(axis=1, keepdims=True)
        assert np.array_equal(best, batch.places[over] == 1)
        assert np.array_equal(points.reward[over], batch.points[over].astype(np.float32))
    assert ended > 40
    assert len(set(batch.numbers.tolist())) == 40


@compiles
def test_on_the_next_step_any_action_begins_a_new_game() -> None:
    batch = Batch(SMALLEST, players=2, n=4, seed=1, reset="next_step")
    while not batch.done.any():
        batch.step(batch.sample())
    i = int(np.argmax(batch.done))
    assert batch.mask[i].all()
    assert batch.numbers[i] == i
    batch.action[i] = -1
    batch.step()
    assert (batch.done[i], batch.refused[i], batch.numbers[i]) == (0, 0, i + 4)


@compiles
def test_buffers_may_be_the_callers_own_and_are_shared() -> None:
    seen, size = observation(SMALLEST), observation(SMALLEST).size
    storage = np.zeros((2, 5, size), np.int16)
    batch = Batch(SMALLEST, players=2, n=5, seed=1, buffers={"observation": storage[1]})
    assert storage[1].any()
    assert not storage[0].any()
    assert np.shares_memory(batch.observation, storage)
    for name in ("observation", "mask", "action", "reward", "done", "seat"):
        shared = np.from_dlpack(getattr(batch, name))
        assert np.shares_memory(shared, getattr(batch, name)), name
    parts = seen.as_dict(batch.observation)
    assert all(np.shares_memory(part, storage) for part in parts.values())
    with pytest.raises(BadOption, match=r"'mask' has to be \(5, \d+\) of int8, not \(5, 1\)"):
        Batch(SMALLEST, n=5, buffers={"mask": np.zeros((5, 1), np.int8)})
    with pytest.raises(BadOption, match="no buffer 'masks'"):
        Batch(SMALLEST, n=5, buffers={"masks": storage})


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"n": 0}, "at least one game"),
        ({"on": "tpu"}, "on cpu or cuda, not on 'tpu'"),
        ({"reset": "never"}, "no reset 'never'"),
        ({"reward": "fame"}, "no reward 'fame'; choose place or points"),
        ({"workers": 0}, "at least one worker"),
        ({"dtype": np.int8}, "int16, int32 or float32, not int8"),
        ({"players": 9}, "is for 2 to 4 players"),
        ({"players": 2, "policies": ["caller"]}, "2 players need 2 policies, not 1"),
        ({"players": 2, "policies": ["caller", "genius"]}, "no policy 'genius'"),
        ({"players": 2, "policies": ["random", "random"]}, "has to be 'caller'"),
        ({"n": 3, "seed": [1, 2]}, "3 games need 3 seeds, not 2"),
    ],
)
def test_bad_wishes_are_refused_with_a_sentence(wish: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        Batch(SMALLEST, **wish)


@compiles
def test_what_is_no_row_of_actions_is_refused() -> None:
    batch = Batch(SMALLEST, players=3, n=3, seed=3)
    before = batch.action.copy()
    with pytest.raises(BadOption, match=r"3 games need 3 actions, not \(2,\)"):
        batch.step(np.zeros(2, int))
    with pytest.raises(BadOption, match="integers, not float64"):
        batch.step(np.zeros(3))
    assert (batch.action == before).all()
    with pytest.raises(TypeError, match="unexpected keyword argument 'polices'"):
        Batch(SMALLEST, polices=["caller"])  # type: ignore[call-arg]


def test_places_have_names_ranges_and_shapes() -> None:
    for game in (*nomarch.games(), SMALLEST):
        seen = observation(game)
        assert len(set(seen.names)) == len(seen.names) == seen.size == len(seen.low)
        assert (seen.low < seen.high).all()
        rows = np.stack([seen.low, seen.high, seen.low])
        assert np.array_equal(seen.scaled(rows), np.array([0, 1, 0])[:, None] * np.ones(seen.size))
        parts = seen.as_dict(rows)
        assert sum(part[0].size for part in parts.values()) == seen.size
        assert [parts[f.name].shape for f in seen.features] == [
            (3, *f.shape) for f in seen.features
        ]


@compiles
def test_a_batch_can_be_asked_what_greedy_would_do() -> None:
    """A match of the same seed, decided by what the batch advises, is one between greedy bots."""
    batch = Batch(SMALLEST, players=3, n=1, seed=["advice"])
    match = nomarch.new(SMALLEST, players=3, seed="advice")
    rules, decisions = backend.interpreted(SMALLEST), 0
    while not match.over:
        seat, (action,) = match.to_act[0], batch.sample("greedy").tolist()
        legal, view = match.legal_actions(seat), match.observe(seat)
        judged = [rules.evaluate(view, seat, each) for each in legal]
        assert batch.evaluate()[0, legal].tolist() == judged
        assert judged[legal.index(action)] == max(judged)
        match.play(seat, match.book.actions[action])
        batch.step()
        decisions += 1
    assert decisions > 5
    assert batch.points[0].tolist() == list(match.scores)
    with pytest.raises(BadOption, match="no policy 'caller'"):
        batch.sample("caller")


@compiles
def test_a_batch_goes_on_from_what_was_kept() -> None:
    """Another batch, begun under another seed, plays the same games from there on."""
    first, other = (Batch(SMALLEST, players=3, n=5, seed=seed) for seed in (1, 2))
    for _ in range(17):
        first.step(first.sample())
    kept = first.keep()
    other.go_on_from(kept)
    for _ in range(40):
        first.step(first.sample())
        other.step(other.sample())
        for name in ("observation", "mask", "reward", "done", "seat", "action"):
            assert np.array_equal(getattr(first, name), getattr(other, name)), name
    assert first.numbers.max() > 5
    with pytest.raises(BadOption, match="a different batch"):
        Batch(SMALLEST, players=3, n=4, seed=1).go_on_from(kept)
