"""Records of games: the same bytes from the same seed, and rows that tell the game."""

from __future__ import annotations

import builtins
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nomarch
from nomarch.cli import main
from nomarch.envs.records import GameRecordHeader, plan_records, record
from nomarch.errors import BadOption

SUFFIXES = (".jsonl", ".parquet")


def write(path: Path, workers: int = 1, **changes: Any) -> GameRecordHeader:
    wanted = {"game": "ra", "bots": ["greedy", "random", "random"], "games": 3, "seed": 7}
    header = plan_records(**(wanted | changes))
    assert record(header, path, workers) > 0
    return header


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_same_seed_writes_same_bytes(tmp_path: Path, suffix: str) -> None:
    first, again, other = (tmp_path / f"{name}{suffix}" for name in ("first", "again", "other"))
    header = write(first)
    write(again, workers=2)
    write(other, seed=8)
    assert header.reproducible
    assert first.read_bytes() == again.read_bytes()
    assert first.read_bytes() != other.read_bytes()
    assert len(list(tmp_path.iterdir())) == 3


def test_both_formats_hold_the_same_rows(tmp_path: Path) -> None:
    files = [tmp_path / f"ra{suffix}" for suffix in SUFFIXES]
    for file in files:
        write(file)
    lines, parquet = (nomarch.open_records(file) for file in files)
    assert lines.header == parquet.header
    assert list(lines) == list(parquet)


def test_rows_replay_the_games(tmp_path: Path) -> None:
    file = tmp_path / "ra.parquet"
    header = write(file, rotate=True)
    games = list(nomarch.open_records(file).games())
    assert [game[0].game for game in games] == [0, 1, 2]
    for number, rows in enumerate(games):
        match = nomarch.new("ra", header.players, f"{header.seed} game {number}")
        for row in rows:
            assert row.ply == match.ply
            assert [header.actions[action] for action in row.legal] == match.legal(row.seat)
            assert header.actions[row.action] == row.move
            assert row.bot == header.lineup(number)[row.seat]
            match.play(row.seat, row.move)
        assert match.over
        assert rows[0].points == list(match.scores)
        assert all(rows[0].places[line.seat] == line.place for line in match.ranking)


def test_views_take_the_place_of_observations(tmp_path: Path) -> None:
    for suffix in SUFFIXES:
        file = tmp_path / f"giza{suffix}"
        write(file, game="giza", games=1, views=True)
        row = next(iter(nomarch.open_records(file)))
        assert row.observation is None
        assert row.view is not None
        others = [hand for seat, hand in enumerate(row.view["hand"]) if seat != row.seat]
        assert not any(tile not in (None, -1) for hand in others for tile in hand or ())


def test_arrays_line_up(tmp_path: Path) -> None:
    file = tmp_path / "ra.jsonl"
    header = write(file)
    columns = nomarch.open_records(file).arrays()
    rows = len(columns["action"])
    assert columns["observation"].shape == (rows, 364)
    assert columns["legal"].shape == (rows, len(header.actions))
    assert columns["legal"][np.arange(rows), columns["action"]].all()
    assert set(columns["place"]) == {1, 2, 3}


@pytest.mark.parametrize(
    ("bot", "reproducible"),
    [
        ("easy", True),
        ("search:400", True),
        ("strong", True),
        ("net:file.npz,400", True),
        ("cmd:./bot", False),
    ],
)
def test_header_tells_whether_its_games_can_be_played_again(bot: str, reproducible: bool) -> None:
    assert plan_records("ra", [bot], 1).reproducible == reproducible


def test_command_writes_what_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ra.jsonl"
    arguments = ["--bots", "greedy,random,random", "--games", "1", "--seed", "7"]
    assert main(["record", "ra", *arguments, "--out", str(file), "--workers", "1"]) == 0
    rows = len(file.read_text(encoding="utf-8").splitlines()) - 1
    assert f"{rows:,} decisions of 1 game, seed" in capsys.readouterr().out


def test_mistakes_are_answered_with_sentences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BadOption, match="3 players need 3 bots or one, not 2"):
        plan_records("ra", ["greedy", "random"], 1, players=3)
    with pytest.raises(BadOption, match="at least one game"):
        plan_records("ra", ["greedy"], 0)
    with pytest.raises(BadOption, match=r"end in .jsonl or .parquet"):
        nomarch.open_records(tmp_path / "ra.csv")
    for suffix in SUFFIXES:
        wrong = tmp_path / f"wrong{suffix}"
        wrong.write_text(json.dumps({"game": "ra"}), encoding="utf-8")
        with pytest.raises(BadOption, match="holds no records"):
            nomarch.open_records(wrong)
    real = builtins.__import__

    def without_arrow(name: str, *rest: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_arrow)
    with pytest.raises(BadOption, match=r"nomarch\[records\]"):
        record(plan_records("ra", ["random"], 1), tmp_path / "ra.parquet", 1)
