"""Tools that write files that ship: ratings, what a stopped run resumes from, published tables."""

import argparse
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from tools import measuring, ratings
from tools.ratings import Rung

from nomarch.bots import LEVELS, arena
from nomarch.bots.ratings import Rating, elo_gap, ladder_of, ratings_of
from nomarch.cli.entry_point import build_parser
from nomarch.conformance.runner import check_ratings
from nomarch.engine.simulation import wilson
from nomarch.i18n import translator
from nomarch.kernel.declare.game import rulebook, rulebooks
from nomarch.people.rating_store import HALF_WIDTH
from nomarch.web.http.bot_levels import bot_level_choices

ROOT = Path(__file__).parent.parent
RA = rulebook("ra")
ANCHOR = LEVELS.index("greedy")
OWN = [game for game, book in rulebooks().items() if book.package.startswith("nomarch.")]
REPORT = ratings.REPORT.read_text(encoding="utf-8")


def rungs() -> list[Rung]:
    """Every level wins as often; `champion` wins more, since it meets the same as `master`."""
    rates = {level: 0.75 if level == "champion" else 0.5 for level in LEVELS[1:]}
    return [
        Rung("ra", 4, level, ratings.below_of(level), 1000, won, won - 0.03, won + 0.03)
        for level, won in rates.items()
    ]


def test_who_wins_a_fair_share_is_no_stronger() -> None:
    assert elo_gap(0.25, 4, 10**9) == pytest.approx(0, abs=1e-3)
    assert elo_gap(0.5, 2, 10) == pytest.approx(0)
    assert elo_gap(10 / 11, 2, 10**9) == pytest.approx(400, abs=1e-3)
    assert elo_gap(1.0, 4, 1000) < 2000


def test_levels_stand_on_one_scale_and_doubt_grows_with_the_steps() -> None:
    found = ratings.rate(rungs())
    assert list(found) == list(LEVELS)
    assert found["greedy"] == Rating(1500, 0)
    places = [rating.rating for rating in found.values()]
    assert places == sorted(places)
    assert places[1] - places[0] == pytest.approx(elo_gap(0.5, 4, 1000), abs=1)
    doubts = [rating.doubt for rating in found.values()]
    assert doubts[ANCHOR:] == sorted(doubts[ANCHOR:])
    assert doubts[: ANCHOR + 1] == sorted(doubts[: ANCHOR + 1], reverse=True)


def test_a_level_that_is_hardly_stronger_is_not_offered() -> None:
    *steps, weak, last = rungs()
    assert (weak.below, last.below) == ("strong", "strong")
    weak = msgspec.structs.replace(weak, rate=0.30, low=0.27, high=0.33)
    found = [*steps, weak, last]
    left_out = ratings.not_offered(ratings.rate(found), found)
    assert list(left_out) == [weak.level]
    assert left_out[weak.level].endswith(" points above strong")
    assert ratings.not_offered(ratings.rate(rungs()), rungs()) == {}
    few = [*rungs()[:-1], msgspec.structs.replace(last, games=ratings.MIN_GAMES - 1)]
    assert list(ratings.not_offered(ratings.rate(few), few)) == [last.level]
    assert ratings.table("ra", found).count("(") == 1


def test_a_missing_rung_ends_the_ladder() -> None:
    steps = ratings.leading([*rungs()[: ANCHOR - 1], *rungs()[ANCHOR:]])
    assert [rung.level for rung in steps] == list(LEVELS[1:ANCHOR])
    assert list(ratings.rate(rungs()[:ANCHOR])) == list(LEVELS[: ANCHOR + 1])


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(type(RA), "folder", tmp_path)
    ladder_of.cache_clear()
    yield tmp_path
    ladder_of.cache_clear()


@pytest.mark.usefixtures("empty_folder")
def test_levels_say_their_rating_where_it_was_measured() -> None:
    t = translator("nomarch", "en")
    assert ratings_of(RA) == {}
    assert "1500" not in str(bot_level_choices(RA, t))
    measured, few = ratings.rate(rungs()), ratings.rate(rungs()[:ANCHOR])
    ratings.write_ratings(RA, 4, rungs())
    ratings.write_ratings(RA, 2, rungs()[:ANCHOR])
    assert ratings_of(RA) == ratings_of(RA, 4) == measured
    assert ratings_of(RA, 3) == {}
    assert ratings_of(RA, 2) == few
    words = bot_level_choices(RA, t)
    assert list(words) == [2, 3, 4, 5]
    assert list(words[2]) == list(few)
    assert list(words[3]) == list(words[4])
    assert words[3]["greedy"] == "Normal: plays sensibly"
    assert words[2]["greedy"] == words[4]["greedy"] == "Normal: plays sensibly (1500)"
    master = measured["master"]
    shown = round(master.doubt / HALF_WIDTH)
    assert words[4]["master"].endswith(f"({master.rating} ± {shown})")


def test_a_level_without_a_rating_fails_a_check(empty_folder: Path) -> None:
    assert list(check_ratings(RA)) == []  # nothing was measured: all levels are offered
    ratings.write_ratings(RA, 4, rungs())
    assert list(check_ratings(RA)) == []
    ratings.write_ratings(RA, 3, rungs()[:-1])
    (problem,) = check_ratings(RA)
    assert not problem.is_note
    assert "no rating of champion with 3 players" in problem.sentence
    file = empty_folder / "ratings.json"
    stored = json.loads(file.read_bytes())
    stored["not_offered"]["3"] = {"champion": "not measured"}
    file.write_text(json.dumps(stored), encoding="utf-8")
    ladder_of.cache_clear()
    assert list(check_ratings(RA)) == []
    ratings.write_ratings(RA, 3, rungs()[:-1])  # a reason stays when others are rated again
    assert list(check_ratings(RA)) == []


def test_published_ratings_are_those_of_the_rungs() -> None:
    """Otherwise: `python -m tools.ratings --seconds 0 --write`."""
    known = measuring.read_rows(ratings.RUNGS, Rung)
    assert {rung.game for rung in known} == set(OWN)
    for game in OWN:
        ladder = ladder_of(rulebook(game))
        assert ladder is not None
        for players, offered in ladder.players.items():
            here = ratings.leading(r for r in known if (r.game, r.players) == (game, players))
            rated, left_out = ratings.rate(here), ratings.not_offered(ratings.rate(here), here)
            assert offered == {level: rated[level] for level in rated if level not in left_out}
        assert ratings.table(game, [r for r in known if r.game == game]) in REPORT


def test_contests_resume_from_their_files(tmp_path: Path) -> None:
    contest = arena.contest("ra", ["greedy", "random"], 3, "tools")

    def play(games: int, seconds: float) -> list[arena.ArenaResult]:
        options = argparse.Namespace(folder=tmp_path, seconds=seconds, workers=1, ray=None)
        return measuring.play_contests({"ra": contest}, {"ra": games}, options)["ra"]

    assert play(2, 0.0) == []
    once, twice = play(1, 600.0), play(2, 600.0)
    assert twice[:1] == once
    assert play(2, 0.0) == twice
    line = measuring.first_standing(contest, twice)
    assert line is not None
    assert (line.bot, line.games) == ("greedy", 2)


def test_an_unfinished_row_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    assert measuring.read_rows(file, Rung) == []
    measuring.write_rows(file, rungs()[:2])
    measuring.add_row(file, rungs()[2])
    with file.open("ab") as out:
        out.write(b'{"game": "ra", "pl')
    assert measuring.read_rows(file, Rung) == rungs()[:3]


@pytest.mark.compiled
@pytest.mark.parametrize(
    "arguments", ["ratings ra --levels novice --seconds 0 --folder", "lengths ra --games 1"]
)
def test_a_tool_only_prints_without_write(arguments: str, tmp_path: Path) -> None:
    def written() -> dict[Path, int]:
        folders = ROOT / "bench", ROOT / "tools", ROOT / "src" / "nomarch" / "games" / "ra"
        files = [file for folder in folders for file in folder.iterdir() if file.is_file()]
        return {file: file.stat().st_mtime_ns for file in files}

    before, (tool, *more) = written(), arguments.split()
    more += [str(tmp_path)] if "--folder" in more else []
    command = [sys.executable, "-m", f"tools.{tool}", *more]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "ra" in done.stdout.lower()
    assert written() == before


def test_every_mistake_can_be_planted() -> None:
    planted = tomllib.loads((ROOT / "tools" / "mutations.toml").read_text("utf-8"))["mutation"]
    assert len(planted) > 10
    for one in planted:
        file = ROOT / "src" / "nomarch" / one["file"]
        assert one["old"] in file.read_text("utf-8"), one["name"]
        assert (ROOT / one["test"]).exists(), one["name"]


ROW = re.compile(
    r"\| `(\w+)` \| (\d) \| `(\w+)` \| ([\d.]+) \| ([\d.]+) – ([\d.]+) % \| (\d+) \| `(.+)` \|"
)


def test_published_results_have_enough_games_and_the_command_that_repeats_them() -> None:
    rows = ROW.findall((ROOT / "docs" / "bots.md").read_text("utf-8"))
    assert len(rows) == 5 * len(OWN)
    for bot, players, against, wins, low, high, games, command in rows:
        assert int(games) >= 400
        ends = wilson(float(wins) / int(games), int(games))
        assert (low, high) == tuple(f"{100 * end:.1f}" for end in ends)
        program, *arguments = command.split()
        given = build_parser().parse_args(arguments)
        assert (program, given.seed) == ("nomarch", "bots")
        assert (given.bots, given.games) == ([bot, against], int(games))
        contest = arena.contest(given.game, given.bots, given.players, given.seed)
        assert contest.players == int(players)
