"""Training: a network learns to beat random play, stops and goes on as if it had never stopped.

`make test-train` installs torch for this.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from nomarch.bots.weights import load_weights
from nomarch.cli import main
from nomarch.envs import Batch
from nomarch.errors import BadOption
from nomarch.kernel import backend
from nomarch.kernel.game import include, rulebook
from nomarch.training import TrainingSettings, train
from nomarch.training.evaluation import by_weights

torch = pytest.importorskip("torch", reason="NO TORCH: make test-train, or training goes untested")

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


class Recorder:
    """A logger that keeps what it gets."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, dict[str, float]]] = []
        self.is_closed = False

    def log(self, step: int, metrics: Mapping[str, float]) -> None:
        self.lines.append((step, dict(metrics)))

    def close(self) -> None:
        self.is_closed = True


def test_loggers_get_every_update_and_a_callback_ends_the_run(tmp_path: Path) -> None:
    recorder, steps = Recorder(), []

    def stop_after_two(run: Any, metrics: dict[str, float]) -> bool:
        assert "entropy" in metrics
        steps.append(run.global_step)
        return len(steps) < 2

    run = train(small(tmp_path), loggers=[recorder], on_update=stop_after_two)
    assert [step for step, _ in recorder.lines] == steps == [512, 1024]
    assert "random" in recorder.lines[-1][1]  # the last update is evaluated
    assert recorder.is_closed
    assert (tmp_path / "weights.npz").exists()
    assert run.log[-1]["step"] == 1024


def test_loggers_are_closed_after_an_error(tmp_path: Path) -> None:
    def fail(run: Any, metrics: dict[str, float]) -> None:
        raise RuntimeError("stop here")

    recorder = Recorder()
    with pytest.raises(RuntimeError, match="stop here"):
        train(small(tmp_path), loggers=[recorder], on_update=fail)
    assert recorder.is_closed


def test_a_teacher_makes_it_better_sooner(tmp_path: Path) -> None:
    """After as many decisions, one who was shown them decides as the teacher does more often."""
    from nomarch.training.trainer import Trainer

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
    from nomarch.training.gae import compute_gae

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
    from nomarch.training.network import Network

    network = Network(small(tmp_path))
    obs = torch.randint(0, 9, (64, network.inputs), dtype=torch.int16)
    mask = torch.ones(64, network.actions, dtype=torch.int8)
    network.fit_normalizer(torch.full((network.inputs,), 4.0), torch.full((network.inputs,), 9.0))
    before = network.forward(network.normalize(obs), mask)
    network.fit_normalizer(torch.full((network.inputs,), 3.0), torch.full((network.inputs,), 16.0))
    for old, new in zip(before, network.forward(network.normalize(obs), mask), strict=True):
        assert torch.allclose(old, new, atol=1e-5)


def league_of(folder: Path, count: int) -> Path:
    """A folder with weights of short runs."""
    league = folder / "league"
    league.mkdir()
    for number in range(count):
        run = train(small(folder / f"member-{number}", steps=512, seed=number + 5))
        run.network.weights(run.global_step).save(league / f"member-{number}.npz")
    return league


def test_members_of_the_league_play_the_other_seats_and_are_not_learned_from(
    tmp_path: Path,
) -> None:
    from nomarch.training.trainer import Trainer

    run = Trainer(small(tmp_path / "run", league=league_of(tmp_path, 2), league_share=0.5))
    run.update()
    record = run.collector.rollout
    half, own = 8, torch.arange(16) % 3
    is_own = record.seat == own
    assert not record.known[:, :half][~is_own[:, :half]].any()
    assert record.known[:, :half][is_own[:, :half]].any()
    assert record.known[:, half:][~is_own[:, half:]].any()


def test_opponents_make_their_own_moves(tmp_path: Path) -> None:
    """A member that always takes the last legal action does so in its seats, and only there."""
    from nomarch.training.network import Network
    from nomarch.training.trainer import Trainer

    run = Trainer(small(tmp_path / "run", league=league_of(tmp_path, 1), league_share=0.5))
    stubborn = Network(run.settings)
    with torch.no_grad():
        stubborn.ema[-1][: stubborn.actions] = torch.arange(stubborn.actions) * 1e4
    games = run.collector.parts[0]
    games.set_opponents([stubborn])
    last = stubborn.actions - 1 - games.mask.flip(1).argmax(dim=1)
    is_theirs = games.is_opponent(games.seat)
    games.action.fill_(-1)
    games.opponents.act()
    assert is_theirs[:8].any()
    assert torch.equal(games.action[is_theirs].long(), last[is_theirs])
    assert (games.action[~is_theirs] == -1).all()


def test_the_league_remembers_who_is_hard_to_beat(tmp_path: Path) -> None:
    from nomarch.training.trainer import Trainer

    settings = small(tmp_path / "run", league=league_of(tmp_path, 2), league_share=0.5)
    run = Trainer(replace(settings, steps=40 * 512))
    run.train(quiet=True)
    assert run.league is not None
    members = {member.name: member for member in run.league.members}
    assert sum(member.games for member in members.values()) > 10
    assert all(member.lost <= member.games for member in members.values())
    assert f"{run.league.run}-{run.global_step:015}" in members
    assert 0 <= run.log[-1]["league_worst"] <= run.log[-1]["league"] <= 1
    easy, hard = members["member-0"], members["member-1"]
    easy.games, easy.lost, hard.games, hard.lost = 10_000, 100, 10_000, 9_900
    run.league.members = [easy, hard]
    drawn = [member.name for _ in range(50) for member in run.league.draw()]
    assert drawn.count("member-1") > 9 * drawn.count("member-0")


def test_every_player_count_is_learned_side_by_side(tmp_path: Path) -> None:
    from nomarch.training.trainer import Trainer

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


def test_weights_of_one_player_count_start_a_run_of_all(tmp_path: Path) -> None:
    from nomarch.training.trainer import Trainer

    first = train(small(tmp_path / "three"))
    again = Trainer(
        small(tmp_path / "all", mixed_players=(2, 3, 4), init=tmp_path / "three" / "weights.npz")
    )
    games = first.collector.parts[0]
    obs, mask = games.obs, games.mask
    old, old_places = first.network.forward(first.network.normalize(obs), mask, first.network.ema)
    new, new_places = again.network.forward(again.network.normalize(obs), mask)
    assert torch.allclose(old, new, atol=1e-2)
    assert torch.allclose(old_places, new_places[:, :3], atol=0.05)


def test_place_utility_is_zero_sum() -> None:
    from nomarch.training.parallel_games import place_utility

    for weight in (0.0, 0.5, 1.0):
        utility = place_utility(3, weight)
        assert float(utility.sum()) == pytest.approx(0, abs=1e-6)
        assert utility[0] == 1


def test_a_network_against_itself_wins_its_share(tmp_path: Path) -> None:
    from nomarch.training.device_evaluation import Evaluator
    from nomarch.training.network import Network

    settings = small(tmp_path, eval_games=600)
    network = Network(settings)
    evaluator = Evaluator(settings, 3)
    won = evaluator.against_network(network, network, "itself")
    assert won.low < 1 / 3 < won.high


def test_a_run_starts_from_trained_weights(tmp_path: Path) -> None:
    from nomarch.training.trainer import Trainer

    first = train(small(tmp_path / "first"))
    again = Trainer(small(tmp_path / "again", init=tmp_path / "first" / "weights.npz"))
    games = first.collector.parts[0]
    obs, mask = games.obs, games.mask
    for old, new in zip(
        first.network.forward(first.network.normalize(obs), mask, first.network.ema),
        again.network.forward(again.network.normalize(obs), mask),
        strict=True,
    ):
        assert torch.allclose(old, new, atol=1e-2)


def test_a_run_goes_on_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    """Stopped in its fifth lesson, it goes on from its third: the same bytes in the end."""
    from nomarch.training.trainer import Trainer

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
    for name in ("weights.npz", "log.jsonl", "curves.svg"):
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


def test_the_file_is_the_network(tmp_path: Path) -> None:
    """NumPy alone decides as torch does, and the file says what it is for."""
    run = train(small(tmp_path))
    weights = load_weights(tmp_path / "weights.npz")
    weights.check(rulebook(SMALLEST), 3)
    assert weights.trained == run.global_step
    games, network = run.collector.parts[0], run.network
    logits, chances = weights(games.batch.observation)
    log_prob, places = network.forward(network.normalize(games.obs), games.mask, network.ema)
    assert np.allclose(chances, places.exp().detach().numpy(), atol=1e-2)
    masked = np.where(games.batch.mask != 0, logits, -np.inf)
    chosen = log_prob.gather(1, torch.from_numpy(masked.argmax(axis=1))[:, None])
    assert torch.allclose(chosen.squeeze(1), log_prob.max(dim=1).values, atol=1e-2)


def test_the_curves_show_what_was_measured(tmp_path: Path) -> None:
    train(small(tmp_path))
    drawn = ElementTree.parse(tmp_path / "curves.svg").getroot()
    words = " ".join(text.text or "" for text in drawn.iter("{http://www.w3.org/2000/svg}text"))
    for expected in ("Crocodile, 3 players", "two greedy bots", "value loss", "fair share, 33%"):
        assert expected in words
    lines = list(drawn.iter("{http://www.w3.org/2000/svg}path"))
    assert len([line for line in lines if "nofill" in line.attrib["class"]]) == 5
    assert len(lines) == 7


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


# --- Building on the evaluation -------------------------------------------------------------------


def test_a_batch_evaluates_every_legal_action() -> None:
    batch, book = Batch(SMALLEST, 3, 8, seed=5, workers=1), rulebook(SMALLEST)
    rules = backend.interpreted(SMALLEST)
    for _ in range(6):
        values = batch.evaluate()
        for i, state in enumerate(batch.states):
            plain = book.layout.unpack(state.tobytes())
            for action in np.flatnonzero(batch.mask[i]).tolist():
                expected = rules.evaluate(plain, int(batch.seat[i]), action)
                assert values[i, action] == expected
        batch.step(batch.sample("random"))


def test_a_network_that_builds_on_the_evaluation_starts_as_greedy(tmp_path: Path) -> None:
    from nomarch.training.network import greedy_action, relative_evaluation
    from nomarch.training.trainer import Trainer

    run = Trainer(small(tmp_path, evaluation_unit=0.01))
    games = run.collector.parts[0]
    values = torch.as_tensor(games.batch.evaluate())
    evaluation = relative_evaluation(values, games.mask, 0.01)
    chosen = run.network.choose(games.obs, games.mask, evaluation)
    assert bool((evaluation.gather(1, chosen[:, None]) == 0).all())
    assert bool((evaluation.gather(1, greedy_action(values, games.mask)[:, None]) == 0).all())


def test_the_file_of_a_network_with_evaluation_is_the_network(tmp_path: Path) -> None:
    from nomarch.training.network import relative_evaluation

    run = train(small(tmp_path, evaluation_unit=0.5))
    weights = load_weights(tmp_path / "weights.npz")
    assert weights.evaluation_unit == 0.5
    games, network = run.collector.parts[0], run.network
    evaluation = relative_evaluation(torch.as_tensor(games.batch.evaluate()), games.mask, 0.5)
    log_prob, _ = network.forward(network.normalize(games.obs), games.mask, network.ema, evaluation)
    chosen = torch.from_numpy(by_weights(weights)(games.batch))
    best = log_prob.max(dim=1).values
    assert torch.allclose(log_prob.gather(1, chosen[:, None]).squeeze(1), best, atol=1e-2)
    again = train(
        small(tmp_path / "again", evaluation_unit=0.25, init=tmp_path / "weights.npz", steps=512)
    )
    assert again.global_step == 512
