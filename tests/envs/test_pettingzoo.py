"""PettingZoo's own suites, for every game, player count and option."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from nomarch.engine.match import SPECTATOR
from nomarch.envs.pettingzoo import env, raw_env
from nomarch.errors import BadOption, IllegalMove
from nomarch.kernel.declare.game import Rulebook, Setup

from ..conformance.playing import (
    CARAVAN,
    KINDS,
    SMALLEST,
    WRAPPED,
    case_id,
    each_kind,
    each_setup,
    thorough_unless,
)

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
"""The suites warn about observations that are dicts, which is what masks need."""
SMALL = SMALLEST.game.id
compiles_small = pytest.mark.xdist_group(f"compile-{SMALL}")


def make(book: Rulebook, setup: Setup, **wishes: object) -> object:
    return env(book.game.id, setup.players, options=book.option_ids(setup), **wishes)


@each_setup
def test_the_api(book: Rulebook, setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(make(book, setup), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


@each_setup
def test_seeds(book: Rulebook, setup: Setup) -> None:
    seed_test(lambda: make(book, setup), num_cycles=20)


@each_kind
def test_rendering(book: Rulebook) -> None:
    setups = {setup.players: setup for setup in book.setups()}
    for setup in setups.values():
        render_test(
            lambda render_mode, setup=setup: make(book, setup, render_mode=render_mode),
            {"svg": lambda drawing: drawing.startswith("<svg ")},
        )


@each_setup
def test_the_benchmark(book: Rulebook, setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs for five seconds; here a second is over each time that it looks at its watch."""
    ticks = count()
    monkeypatch.setattr("time.time", lambda: next(ticks) / 4)
    performance_benchmark(make(book, setup))


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
@each_kind
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


def joint_games() -> list[Rulebook]:
    """Games in which several seats may owe a decision at once."""
    return [book for book in WRAPPED if hasattr(book.module("rules"), "to_act")]


@pytest.mark.parametrize(
    "book",
    [pytest.param(book, marks=thorough_unless(book in KINDS)) for book in joint_games()],
    ids=case_id,
)
def test_what_is_held_back_stays_hidden(book: Rulebook) -> None:
    """However the first of those who decide together chose: what was not said in public, the next
    are asked without knowing it.
    """
    raw = raw_env(book.game.id, book.game.players[0])
    most = 0
    for agent in whole_game(raw, 5):
        match = raw.table.match
        seat, others = match.to_act[0], match.to_act[1:]
        if not others:
            continue
        sights: dict[bytes, list[bytes]] = {}
        before = raw.table.keep()
        for action in match.legal_actions(seat):
            raw.table.play(action)
            while raw.table.seat == seat:
                raw.table.play(raw.table.match.legal_actions(seat)[-1])
            seen = [raw.observe(raw.possible_agents[other]).values() for other in others]
            said = book.layout.pack(raw.table.match.observe(SPECTATOR))
            sights.setdefault(said, []).append(b"".join(p.tobytes() for s in seen for p in s))
            raw.table.return_to(before)
        assert all(len(set(same)) == 1 for same in sights.values()), agent
        most = max(most, *map(len, sights.values()))
    assert most > 2


def test_joint_decisions_are_found() -> None:
    assert [book.game.id for book in joint_games()] == ["amun-re", "caravan"]


@compiles_small
def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    raw = raw_env(SMALL, 3)
    raw.reset(seed=1)
    before = raw.table.match.ply, raw.agent_selection
    forbidden = int(np.flatnonzero(raw.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(IllegalMove, match="is not allowed now"):
        raw.step(forbidden)
    with pytest.raises(BadOption, match=f"are 0 to {len(SMALLEST.actions) - 1}, not -1"):
        raw.step(None)
    assert (raw.table.match.ply, raw.agent_selection) == before


PUBLIC = ["agents", "agent_selection", "terminations", "truncations", "rewards", "infos"]


def nested(game: str, players: int) -> OrderEnforcingWrapper:
    """The wrappers as PettingZoo's own environments nest them."""
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
    for forbidden in (-1, len(SMALLEST.actions), None, 0.5):
        with pytest.raises(AssertionError, match="not in action space"):
            guarded.step(forbidden)
    turns = iter(guarded.agent_iter())
    next(turns)
    with pytest.raises(AssertionError, match=r"need to call step\(\)"):
        next(turns)
    assert str(guarded) == f"nomarch_{SMALL}_v0"
    assert isinstance(guarded, OrderEnforcingWrapper)
    assert isinstance(guarded.unwrapped, raw_env)


@pytest.mark.xdist_group("compile-caravan")
def test_one_layer_answers_as_two() -> None:
    both = [make_env(CARAVAN.game.id, 3) for make_env in (env, nested)]
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


def test_bad_wishes_are_refused_with_a_sentence() -> None:
    with pytest.raises(BadOption, match="no render mode 'film'"):
        env("ra", render_mode="film")
    with pytest.raises(BadOption, match="is for 2 to 5 players"):
        env("ra", 7)


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
