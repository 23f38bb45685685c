"""Training: a network learns to beat random play, stops and goes on as if it had never stopped.

`make test-train` installs torch for this.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from nomarch.bots.weights import read_weights
from nomarch.cli import main
from nomarch.errors import BadOption
from nomarch.kernel.game import include, rulebook
from nomarch.training import Settings, train

torch = pytest.importorskip("torch", reason="NO TORCH: make test-train, or training goes untested")

SMALLEST = include("tests.smallest").game.id


def small(folder: Path, **changes: Any) -> Settings:
    """Six lessons of the smallest game, measured after the third and the last."""
    settings = Settings(
        SMALLEST, 3, folder, games=16, horizon=32, steps=6 * 512, width=16, piece=128, measured=3,
        matches=32, threads=1,
    )  # fmt: skip
    return replace(settings, **changes)


def test_a_network_learns_to_beat_random_play(tmp_path: Path) -> None:
    """Three players, a minute or two: far more than a third of games won, on games it never saw."""
    settings = Settings("ra", 3, tmp_path, steps=200_000, threads=1, seed=4)
    run = train(settings)
    first, last = run.log[0], run.log[-1]
    assert last["step"] >= settings.steps
    assert last["random_low"] > 0.6
    assert last["entropy"] < first["entropy"]


def test_a_teacher_makes_it_better_sooner(tmp_path: Path) -> None:
    """After as many decisions, one who was shown them decides as the teacher does more often."""
    from nomarch.training.trainer import Run

    agreed = []
    for teacher in ("", "greedy"):
        run = Run(small(tmp_path / f"with-{teacher}", teacher=teacher, steps=16 * 512))
        run.train(quiet=True)
        likely, _ = run.network(run.rollout.rows, run.rollout.mask)
        advice = torch.as_tensor(run.rollout.batch.sample("greedy")).long()
        agreed.append(float(likely.gather(1, advice[:, None]).mean().detach()))
    assert agreed[1] > agreed[0]


def test_every_decision_is_judged_by_its_own_seat(tmp_path: Path) -> None:
    """Against a plain loop over each seat's decisions of each game, in any order of turns."""
    from nomarch.training.rollout import gains

    chance = torch.Generator().manual_seed(3)
    horizon, games, players, trace = 40, 7, 3, 0.9
    value = torch.rand((horizon, games), generator=chance)
    who = torch.randint(0, players, (horizon, games), generator=chance)
    ended = torch.rand((horizon, games), generator=chance) < 0.1
    paid = torch.rand((horizon, games, players), generator=chance) * ended[:, :, None]
    gain, known = gains(value, who, ended, paid, trace)
    for game in range(games):
        for seat in range(players):
            ahead, after, is_known = 0.0, 0.0, False
            for t in reversed(range(horizon)):
                if ended[t, game]:
                    ahead, after, is_known = 0.0, float(paid[t, game, seat]), True
                if who[t, game] == seat:
                    expected = after - float(value[t, game]) + trace * ahead
                    assert bool(known[t, game]) == is_known
                    if is_known:
                        assert float(gain[t, game]) == pytest.approx(expected, abs=1e-5)
                    ahead = expected if is_known else 0.0
                    after, is_known = float(value[t, game]), True
    assert 0.8 < float(known.float().mean()) < 1


def test_a_run_goes_on_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    """Stopped in its fifth lesson, it goes on from its third: the same bytes in the end."""
    from nomarch.training.trainer import Run

    whole = train(small(tmp_path / "whole", teacher="greedy"))
    run = Run(small(tmp_path / "halves", teacher="greedy"))
    teach, lessons = run.teach, iter(range(4))

    def teach_until_stopped() -> Any:
        if next(lessons, None) is None:
            raise KeyboardInterrupt
        return teach()

    run.teach = teach_until_stopped  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        run.train(quiet=True)
    assert run.step == 4 * 512
    again = Run(small(tmp_path / "halves"), resume=True)
    assert again.step == 3 * 512
    assert again.settings.teacher == "greedy"
    again.train(quiet=True)
    assert again.step == whole.step == 6 * 512
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
    longer = train(replace(settings, steps=1024, games=99), resume=True)
    assert (longer.step, longer.settings.games) == (1024, 16)


def test_the_file_is_the_network(tmp_path: Path) -> None:
    """NumPy alone decides as torch does, and the file says what it is for."""
    run = train(small(tmp_path))
    weights = read_weights(tmp_path / "weights.npz")
    weights.check(rulebook(SMALLEST), 3)
    assert weights.trained == run.step
    rows, mask = run.rollout.batch.observation, run.rollout.batch.mask
    likings, value = weights(rows)
    likely, torch_value = run.network(run.rollout.rows, run.rollout.mask)
    assert np.allclose(value, torch_value.detach().numpy(), atol=1e-5)
    torch_best = likely.argmax(dim=1).numpy()
    assert np.array_equal(np.where(mask != 0, likings, -np.inf).argmax(axis=1), torch_best)


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
