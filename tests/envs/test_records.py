"""Records of games: the same bytes from the same seed, and rows that tell the game."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nomarch
from nomarch.envs.records import record
from nomarch.errors import BadOption

from ..conformance.playing import SMALLEST
from ..conftest import Cli

parquet = pytest.importorskip("pyarrow.parquet")

pytestmark = pytest.mark.compiles
GAME = SMALLEST.game.id
BOTS = ["greedy", "random", "random"]


def test_same_seed_writes_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, again, other = (tmp_path / name for name in ("first", "again", "other"))
    for path, seed in ((first, 7), (again, 7), (other, 8)):
        record(path, GAME, BOTS, 3, seed=seed)
    assert first.read_bytes() == again.read_bytes()
    assert first.read_bytes() != other.read_bytes()
    monkeypatch.setattr("nomarch.envs.records.GAMES_AT_ONCE", 2)
    record(again, GAME, BOTS, 3, seed=7)
    assert parquet.read_table(again) == parquet.read_table(first)


def test_rows_replay_the_games(tmp_path: Path) -> None:
    header = record(tmp_path / "file", GAME, BOTS, 4, seed=7, rotate=True)
    table = parquet.read_table(tmp_path / "file")
    assert json.loads(table.schema.metadata[b"nomarch"]) == header
    rows, actions = table.to_pylist(), header["actions"]
    assert [row["game"] for row in rows] == sorted(row["game"] for row in rows)
    for number in range(4):
        match = nomarch.new(GAME, 3, f"{header['seed']} game {number}")
        for row in (row for row in rows if row["game"] == number):
            legal = [actions[action] for action in np.flatnonzero(row["legal"])]
            assert legal == match.legal(row["seat"])
            seen = [0] * len(SMALLEST.features)
            nomarch.kernel.compile.backend.interpreted(GAME).encode_observation(
                match.observe(row["seat"]), row["seat"], seen
            )
            assert row["observation"] == seen
            match.play(row["seat"], actions[row["action"]])
        assert match.over
        assert row["points"] == list(match.scores)
        assert all(row["places"][line.seat] == line.place for line in match.ranking)


def test_bots_rotate(tmp_path: Path) -> None:
    """After a whole turn everyone sits where they began."""
    games = list[dict[int, list[Any]]]()
    for rotate in (False, True):
        record(tmp_path / "file", GAME, BOTS, 4, seed=7, rotate=rotate)
        rows = parquet.read_table(tmp_path / "file").to_pylist()
        games.append({n: [row for row in rows if row["game"] == n] for n in range(4)})
    fixed, rotated = games
    assert [fixed[number] == rotated[number] for number in range(4)] == [True, False, False, True]


def test_command_writes_what_it_says(tmp_path: Path, cli: Cli) -> None:
    file = tmp_path / "games.parquet"
    arguments = ["--bots", ",".join(BOTS), "--games", "2", "--seed", "7", "--out", file]
    status, out, _ = cli("record", GAME, *arguments)
    assert status == 0
    assert "2 games, seed" in out
    assert set(parquet.read_table(file)["game"].to_pylist()) == {0, 1}


@pytest.mark.parametrize(
    ("bots", "players", "games", "sentence"),
    [
        (["greedy", "random"], 3, 1, "3 players need 3 bots or one, not 2"),
        (["random"], 3, 0, "at least one game"),
        (["strong"], 3, 1, "'strong' plays no batch; records are played by random or greedy"),
    ],
)
def test_mistakes_are_answered_with_sentences(
    tmp_path: Path, bots: list[str], players: int, games: int, sentence: str
) -> None:
    with pytest.raises(BadOption, match=sentence):
        record(tmp_path / "none", GAME, bots, games, players)


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadOption, match=r"nomarch\[records\]"):
        record(tmp_path / "none", GAME)
