"""A league's folder, alone and shared by several runs. Nothing here needs torch."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

import pytest

from nomarch.bots.weights import Weights
from nomarch.kernel.game import include
from nomarch.training.league import MAX_OWN, League
from nomarch.training.settings import TrainingSettings

from ..test_net import untrained

BOOK = include("tests.smallest")


def weights_at(step: int) -> Weights:
    return replace(untrained(BOOK, 2), trained=step)


def league_of(folder: Path, run: str) -> League:
    settings = TrainingSettings("crocodile", 2, folder / run)
    return League(folder / "league", settings)


def steps_of(league: League) -> list[int]:
    return sorted(member.weights.trained for member in league.members)


def test_a_runs_weights_stay_spread_over_its_time(tmp_path: Path) -> None:
    league = league_of(tmp_path, "run")
    for step in range(1, 3 * MAX_OWN):
        league.enter(weights_at(step))
    kept = steps_of(league)
    assert len(kept) == MAX_OWN
    assert (kept[0], kept[-1]) == (1, 3 * MAX_OWN - 1)
    gaps = [after - before for before, after in pairwise(kept)]
    assert max(gaps) <= 2 * min(gaps) + 2
    assert {path.stem for path in league.folder.iterdir()} == {one.name for one in league.members}


def test_a_folder_with_more_weights_than_stay_is_resumed(tmp_path: Path) -> None:
    league = league_of(tmp_path, "run")
    for step in range(1, 15):
        weights_at(step).save(league.folder / f"{league.run}-{step:015}.npz")
    resumed = league_of(tmp_path, "run")
    assert resumed.run == league.run
    resumed.enter(weights_at(15))
    assert len(resumed.members) == MAX_OWN


def test_runs_that_share_a_folder_see_each_other_and_remove_only_their_own(tmp_path: Path) -> None:
    first, second = league_of(tmp_path, "first"), league_of(tmp_path, "second")
    assert first.run != second.run
    for step in range(1, 2 * MAX_OWN):
        first.enter(weights_at(step))
        second.enter(weights_at(step))
    assert {member.name for member in first.draw()} <= {one.name for one in first.members}
    for run in (first.run, second.run):
        assert sum(member.name.startswith(run) for member in first.members) == MAX_OWN
    (second.folder / f"{second.members[0].name}.npz").unlink()
    assert len(second.draw()) > 0
    assert len(second.members) == 2 * MAX_OWN - 1


def enter_many(folder: Path, run: str) -> str:
    league = league_of(folder, run)
    for step in range(1, 40):
        league.enter(weights_at(step))
        league.draw()
    return league.run


def test_two_processes_share_a_folder(tmp_path: Path) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        runs = list(pool.map(enter_many, (tmp_path, tmp_path), ("first", "second")))
    names = [path.stem for path in (tmp_path / "league").iterdir()]
    assert [sum(name.startswith(run) for name in names) for run in runs] == [MAX_OWN, MAX_OWN]


@pytest.mark.parametrize("count", [0, 1])
def test_an_empty_league_draws_nobody(tmp_path: Path, count: int) -> None:
    league = league_of(tmp_path, "run")
    for step in range(count):
        league.enter(weights_at(step))
    assert len(league.draw()) == (4 if count else 0)


def test_a_file_that_another_run_removes_meanwhile_is_no_member(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = league_of(tmp_path, "run")
    weights_at(1).save(league.folder / "other-1.npz")
    read = Path.read_bytes

    def removed_first(path: Path) -> bytes:
        path.unlink()
        return read(path)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_bytes", removed_first)
        league.refresh()
    assert league.members == []
