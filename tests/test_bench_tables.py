"""Benchmarks of bots: contests side by side, tables and charts."""

from __future__ import annotations

import argparse
from math import inf, log10
from pathlib import Path
from xml.etree import ElementTree

import pytest
from bench import budget, strength
from bench.tournament import Begun, Task, Tournament, play_on

from nomarch.bots import arena
from nomarch.bots.arena import ArenaGame, ArenaResult
from nomarch.kernel.game import include

include("tests.smallest")


def contest(*bots: str) -> arena.Contest:
    return arena.contest("crocodile", bots, 2, 7)


def test_a_game_that_was_stopped_goes_on_where_it_was() -> None:
    pairs = contest("greedy", "easy")
    whole = play_on(Task("a", pairs, 3, None, inf))
    assert isinstance(whole, ArenaResult)
    assert whole == arena.play_one(pairs, 3)
    bout = ArenaGame(pairs, 3)
    for _ in range(4):
        bout.step()
    begun = Begun(3, bout.moves, bout.decisions, bout.seconds)
    stopped = play_on(Task("a", pairs, 3, begun, 0.0))
    assert stopped == begun
    rest = play_on(Task("a", pairs, 3, begun, inf))
    assert isinstance(rest, ArenaResult)
    assert rest == whole
    assert rest.decisions == whole.decisions


def test_contests_are_played_side_by_side_and_kept(tmp_path: Path) -> None:
    both = {"gentle": contest("greedy", "novice"), "wild": contest("greedy", "random")}
    first = Tournament(both, 4, tmp_path)
    first.play(1, 1e-9)
    assert not any(first.played.values())
    assert first.standing("wild") is None
    first.play(1, inf)
    assert {name: sorted(games) for name, games in first.played.items()} == {
        "gentle": [0, 1, 2, 3],
        "wild": [0, 1, 2, 3],
    }
    again = Tournament(both, 4, tmp_path)
    assert again.played == first.played
    line = again.standing("wild")
    assert line is not None
    assert (line.bot, line.games) == ("greedy", 4)
    again.played["wild"] = {0: ArenaResult(0, [1, 0], [1, 2], [9, 8], {}, [10, 20], [1.0, 5.0])}
    assert again.milliseconds("wild") == pytest.approx([250, 100])


def test_what_was_under_way_is_kept_until_it_is_played(tmp_path: Path) -> None:
    pairs = {"gentle": contest("greedy", "novice")}
    first = Tournament(pairs, 2, tmp_path)
    bout = ArenaGame(pairs["gentle"], 0)
    bout.step()
    first.begun["gentle"][0] = Begun(0, bout.moves, bout.decisions, bout.seconds)
    first.play(1, 1e-9)
    second = Tournament(pairs, 2, tmp_path)
    assert second.begun == first.begun
    second.play(1, inf)
    assert second.played["gentle"][0] == arena.play_one(pairs["gentle"], 0)
    assert Tournament(pairs, 2, tmp_path).begun == {"gentle": {}}


def test_the_pool_is_played_by_everyone_but_oneself(tmp_path: Path) -> None:
    options = argparse.Namespace(
        game=["crocodile"], players=2, bot=["greedy"], against=["greedy", "random", "net"]
    )
    found = strength.contests_of(options)
    assert [contest.bots for contest in found.values()] == [("greedy", "random")]
    tournament = Tournament(found, 2, tmp_path)
    tournament.play(1, inf)
    (name,) = found
    assert "| crocodile | greedy | 1 random | 2 |" in strength.row(found[name], tournament, name)


def test_budgets_are_told_in_a_table_and_a_chart(tmp_path: Path) -> None:
    played = budget.contests(["ra"], [10, 100, 1000])
    assert set(played) == {"ra-10ms", "ra-100ms", "ra-1000ms"}
    tournament = Tournament(played, 4, tmp_path)
    seats = {0: [1, 2, 3, 4], 1: [2, 1, 3, 4], 2: [3, 2, 1, 4], 3: [4, 3, 2, 1]}
    for number, places in seats.items():
        lineup = played["ra-1000ms"].lineup(number)
        tournament.played["ra-1000ms"][number] = ArenaResult(
            number, lineup, places, [9, 8, 7, 6], {}
        )
        tournament.played["ra-100ms"][number] = ArenaResult(
            number, lineup, [5 - place for place in places], [6, 7, 8, 9], {}
        )
    log = budget.log_of(tournament, "ra", [10, 100, 1000])
    assert [line["budget"] for line in log] == [log10(100), log10(1000)]
    told = budget.section({"ra": log}, {"ra": 1234.0})
    assert "| 1,000 ms | 100% (51–100), 4 |" in told
    assert "| 100 ms | 0% (0–49), 4 |" in told
    assert "| playouts a second | 1,234 |" in told
    drawn = ElementTree.fromstring(budget.draw({"ra": log}))
    words = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Ra", "100 ms", "1 s", "fair share, 25%"} <= set(words)
