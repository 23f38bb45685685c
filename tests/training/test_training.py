"""Training: a network learns to beat random play, stops and goes on as if it had never stopped.

`make test-train` installs torch for this.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nomarch.bots.weights import load_weights, masked_softmax
from nomarch.cli import main
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import include, rulebook
from nomarch.training import TrainingSettings, train

pytest.importorskip("torch", reason="NO TORCH: make test-train, or training goes untested")

import torch

from nomarch.training.evaluation import Evaluator
from nomarch.training.gae import compute_gae
from nomarch.training.network import Network, greedy_action, relative_evaluation
from nomarch.training.rollout import place_utility
from nomarch.training.trainer import Trainer

SMALLEST = include("tests.smallest").game.id


def small(folder: Path, **changes: Any) -> TrainingSettings:
    """Six lessons of the smallest game, measured after the third and the last."""
    settings = TrainingSettings(
        SMALLEST, 3, folder, num_envs=16, num_steps=32, steps=6 * 512, width=16,
        minibatch_size=128, eval_interval=3, eval_games=32, threads=1,
    )  # fmt: skip
    return replace(settings, **changes)


def test_a_network_learns_to_beat_random_play(tmp_path: Path) -> None:
    """Three players, a minute or two: far more than a third of games won, on games it never saw."""
    settings = TrainingSettings("ra", 3, tmp_path, steps=200_000, threads=1, seed=4)
    run = train(settings)
    first, last = run.log[0], run.log[-1]
    assert last["step"] >= settings.steps
    assert last["random_low"] > 0.6
    assert last["entropy"] < first["entropy"]


def test_a_callback_ends_the_run(tmp_path: Path) -> None:
    steps = []

    def stop_after_two(run: Any, metrics: dict[str, float]) -> bool:
        assert "entropy" in metrics
        steps.append(run.global_step)
        return len(steps) < 2

    run = train(small(tmp_path), on_update=stop_after_two)
    assert steps == [512, 1024]
    assert (tmp_path / "weights.npz").exists()
    assert run.log[-1]["step"] == 1024
    assert "random" in run.log[-1]  # the last update is evaluated


def test_a_teacher_makes_it_better_sooner(tmp_path: Path) -> None:
    """After as many decisions, one who was shown them decides as the teacher does more often."""
    agreed = []
    for teacher in ("", "greedy"):
        run = Trainer(small(tmp_path / f"with-{teacher}", teacher=teacher, steps=16 * 512))
        run.train(quiet=True)
        games = run.collector.parts[0]
        log_prob, _ = run.network.forward(run.network.normalize(games.obs), games.mask)
        advice = torch.as_tensor(games.batch.sample("greedy")).long()
        agreed.append(float(log_prob.gather(1, advice[:, None]).mean().detach()))
    assert agreed[1] > agreed[0]


def test_gae_follows_each_seat_through_any_order_of_turns() -> None:
    """Against a plain loop over each seat's decisions of each game."""
    generator = torch.Generator().manual_seed(3)
    steps, games, players, gae_lambda = 40, 7, 3, 0.9
    places = torch.rand((steps, games, players), generator=generator).softmax(dim=2)
    seats = torch.randint(0, players, (steps, games), generator=generator).to(torch.int8)
    dones = (torch.rand((steps, games), generator=generator) < 0.1).to(torch.int8)
    rewards = torch.rand((steps, games, players), generator=generator) * 2 - 1
    utility = torch.tensor([1.0, -0.2, -0.8])
    returns, advantage = torch.zeros_like(places), torch.zeros(steps, games)
    known = torch.zeros(steps, games, dtype=torch.int8)
    compute_gae(places, seats, dones, rewards, utility, gae_lambda, returns, advantage, known)
    value = places @ utility
    for game in range(games):
        for seat in range(players):
            ahead, after, is_known = 0.0, 0.0, False
            for t in reversed(range(steps)):
                if dones[t, game]:
                    position = float(1 - rewards[t, game, seat]) / 2 * (players - 1)
                    lower = min(int(position), players - 2)
                    part = position - lower
                    after = float((1 - part) * utility[lower] + part * utility[lower + 1])
                    ahead, is_known = 0.0, True
                if seats[t, game] == seat:
                    expected = after - float(value[t, game]) + gae_lambda * ahead
                    assert bool(known[t, game]) == is_known
                    if is_known:
                        assert float(advantage[t, game]) == pytest.approx(expected, abs=1e-5)
                    ahead = expected if is_known else 0.0
                    after, is_known = float(value[t, game]), True
    assert torch.allclose(returns.sum(dim=2), torch.ones(steps, games), atol=1e-5)
    assert 0.8 < float(known.float().mean()) < 1


def test_fitting_the_normalizer_again_keeps_the_outputs(tmp_path: Path) -> None:
    network = Network(small(tmp_path))
    obs = torch.randint(0, 9, (64, network.inputs), dtype=torch.int16)
    mask = torch.ones(64, network.actions, dtype=torch.int8)
    network.fit_normalizer(torch.full((network.inputs,), 4.0), torch.full((network.inputs,), 9.0))
    before = network.forward(network.normalize(obs), mask)
    network.fit_normalizer(torch.full((network.inputs,), 3.0), torch.full((network.inputs,), 16.0))
    for old, new in zip(before, network.forward(network.normalize(obs), mask), strict=True):
        assert torch.allclose(old, new, atol=1e-5)


def test_every_player_count_is_learned_side_by_side(tmp_path: Path) -> None:
    run = Trainer(small(tmp_path, mixed_players=(2, 3, 4), num_envs=17))
    record = run.collector.collect()
    for part, players in zip(run.collector.parts, (2, 3, 4), strict=True):
        known = record.known[:, part.columns] != 0
        returns = record.returns[:, part.columns]
        assert int(record.seat[:, part.columns].max()) == players - 1
        assert torch.allclose(returns[..., :players].sum(2)[known], torch.tensor(1.0))
        assert not returns[..., players:].any()
    run.train(quiet=True)
    weights = load_weights(tmp_path / "weights.npz")
    assert (weights.players, weights.place_outputs) == ((2, 3, 4), 4)
    with pytest.raises(BadOption, match="trained for 2 or 3 or 4 players, not 5"):
        weights.check(rulebook(SMALLEST), 5)


@pytest.mark.parametrize("players", [(), (2, 3, 4)])
def test_trained_weights_start_a_run_also_of_all_player_counts(
    players: tuple[int, ...], tmp_path: Path
) -> None:
    first = train(small(tmp_path / "first"))
    init = tmp_path / "first" / "weights.npz"
    again = Trainer(small(tmp_path / "again", mixed_players=players, init=init))
    games = first.collector.parts[0]
    obs, mask = games.obs, games.mask
    old, old_places = first.network.forward(first.network.normalize(obs), mask, first.network.ema)
    new, new_places = again.network.forward(again.network.normalize(obs), mask)
    assert torch.allclose(old, new, atol=1e-2)
    assert torch.allclose(old_places, new_places[:, :3], atol=0.05 if players else 1e-2)


def test_place_utility_is_zero_sum() -> None:
    for weight in (0.0, 0.5, 1.0):
        utility = place_utility(3, weight)
        assert float(utility.sum()) == pytest.approx(0, abs=1e-6)
        assert utility[0] == 1


def test_a_network_against_itself_wins_its_share(tmp_path: Path) -> None:
    settings = small(tmp_path, eval_games=600)
    network = Network(settings)
    evaluator = Evaluator(settings, 3)
    won = evaluator.against_network(network, network, "itself")
    assert won.low < 1 / 3 < won.high


def test_a_run_goes_on_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    """Stopped in its fifth lesson, it goes on from its third: the same bytes in the end."""
    whole = train(small(tmp_path / "whole", teacher="greedy"))
    run = Trainer(small(tmp_path / "halves", teacher="greedy"))
    update, updates = run.update, iter(range(4))

    def update_until_stopped() -> Any:
        if next(updates, None) is None:
            raise KeyboardInterrupt
        return update()

    run.update = update_until_stopped  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        run.train(quiet=True)
    assert run.global_step == 4 * 512
    again = Trainer(small(tmp_path / "halves"), resume=True)
    assert again.global_step == 3 * 512
    assert again.settings.teacher == "greedy"
    again.train(quiet=True)
    assert again.global_step == whole.global_step == 6 * 512
    for name in ("weights.npz", "log.jsonl"):
        assert _content(tmp_path / "halves" / name) == _content(tmp_path / "whole" / name), name


def _content(path: Path) -> Any:
    if path.suffix != ".npz":
        return path.read_bytes()
    with np.load(path) as file:
        return {name: file[name].tobytes() for name in file.files}


def test_resuming_what_is_there_and_nothing_else(tmp_path: Path) -> None:
    settings = small(tmp_path / "run", steps=512)
    with pytest.raises(BadOption, match="holds no run"):
        train(settings, resume=True)
    train(settings)
    with pytest.raises(BadOption, match="holds a run already"):
        train(settings)
    with pytest.raises(BadOption, match="a run with players 3, not 2"):
        train(replace(settings, players=2), resume=True)
    longer = train(replace(settings, steps=1024, num_envs=99), resume=True)
    assert (longer.global_step, longer.settings.num_envs) == (1024, 16)


def test_minutes_are_added_to_those_of_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = small(tmp_path, steps=10**9, seconds=1e-9)
    before = train(settings)
    again = train(settings, resume=True)
    assert again.seconds > before.seconds > 0
    assert train(replace(settings, steps=again.global_step, seconds=0.0), resume=True, quiet=False)
    assert "Nothing to do" in capsys.readouterr().err


@pytest.mark.parametrize("unit", [0.0, 0.5])
def test_the_file_is_the_network(unit: float, tmp_path: Path) -> None:
    """NumPy alone decides as torch does, and the file says what it is for."""
    run = train(small(tmp_path, evaluation_unit=unit))
    weights = load_weights(tmp_path / "weights.npz")
    weights.check(rulebook(SMALLEST), 3)
    assert weights.trained == run.global_step
    assert not unit or weights.evaluation_unit == unit
    games, network = run.collector.parts[0], run.network
    values = torch.as_tensor(games.batch.evaluate())
    evaluation = relative_evaluation(values, games.mask, unit) if unit else None
    obs = network.normalize(games.obs)
    log_prob, places = network.forward(obs, games.mask, network.ema, evaluation)
    given = None if evaluation is None else evaluation.numpy()
    logits, chances = weights(games.batch.observation, given)
    assert np.allclose(chances, places.exp().detach().numpy(), atol=1e-2)
    decided = masked_softmax(logits, games.batch.mask).argmax(axis=1)
    chosen = torch.from_numpy(decided)[:, None]
    best = log_prob.max(dim=1).values
    assert torch.allclose(log_prob.gather(1, chosen).squeeze(1), best, atol=1e-2)
    init, folder = tmp_path / "weights.npz", tmp_path / "again"
    again = train(small(folder, evaluation_unit=unit / 2, init=init, steps=512))
    assert again.global_step == 512


def test_the_command_trains_and_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "ours"
    wish = ["train", SMALLEST, "--players", "2", "--steps", "1000", "--games", "8"]
    assert main([*wish, "--threads", "1", "--out", str(folder)]) == 0
    told = capsys.readouterr().out
    assert "After 1,024 decisions it wins" in told
    assert str(folder / "weights.npz") in told
    assert main([*wish, "--out", str(folder)]) == 2
    assert "holds a run already" in capsys.readouterr().err
    bots = [f"net:{folder / 'weights.npz'}", "random"]
    arena = ["arena", SMALLEST, "--players", "2", "--bots", *bots, "--games", "2", "--workers", "1"]
    assert main(arena) == 0
    assert "net:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"players": 9}, "players"),
        ({"steps": 0}, "steps has to be at least 1"),
        ({"threads": 0}, "at least one thread"),
        ({"teacher": "parrot"}, "No policy 'parrot'"),
    ],
)
def test_what_makes_no_sense_is_refused(
    tmp_path: Path, changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadOption, match=sentence):
        train(small(tmp_path / "none", **changes))
    assert not (tmp_path / "none").exists()


def test_a_network_that_builds_on_the_evaluation_starts_as_greedy(tmp_path: Path) -> None:
    run = Trainer(small(tmp_path, evaluation_unit=0.01))
    games = run.collector.parts[0]
    values = torch.as_tensor(games.batch.evaluate())
    evaluation = relative_evaluation(values, games.mask, 0.01)
    chosen = run.network.choose(games.obs, games.mask, evaluation)
    assert bool((evaluation.gather(1, chosen[:, None]) == 0).all())
    assert bool((evaluation.gather(1, greedy_action(values, games.mask)[:, None]) == 0).all())
