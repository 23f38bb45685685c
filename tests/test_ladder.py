"""Ratings of levels: how they are made of win rates, kept, and told where a bot is chosen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from bench import ladder

from nomarch.bots import LEVELS
from nomarch.bots.ratings import Rating, elo_gap, ladder_of, ratings_of
from nomarch.i18n import translator
from nomarch.kernel.declare.game import rulebook
from nomarch.people.rating_store import HALF_WIDTH
from nomarch.web.http.strings import bot_level_choices

RA = rulebook("ra")


def rungs(rate: float = 0.5) -> list[ladder.Rung]:
    """Every level wins as often; `champion` wins more, since it meets the same as `master`."""
    return [
        ladder.Rung(level, ladder.below_of(level), 1000, won, won - 0.03, won + 0.03, 4)
        for level in LEVELS[1:]
        for won in [min(0.97, rate + 0.25) if level == "champion" else rate]
    ]


def test_who_wins_a_fair_share_is_no_stronger() -> None:
    assert elo_gap(0.25, 4, 10**9) == pytest.approx(0, abs=1e-3)
    assert elo_gap(0.5, 2, 10) == pytest.approx(0)
    assert elo_gap(10 / 11, 2, 10**9) == pytest.approx(400, abs=1e-3)
    assert elo_gap(1.0, 4, 1000) < 2000


def test_levels_stand_on_one_scale_and_doubt_grows_with_the_steps() -> None:
    found = ladder.rate(rungs())
    assert list(found) == list(LEVELS)
    assert found["greedy"] == Rating(1500, 0)
    places = [rating.rating for rating in found.values()]
    assert places == sorted(places)
    assert places[1] - places[0] == pytest.approx(elo_gap(0.5, 4, 1000), abs=1)
    middle = LEVELS.index("greedy")
    doubts = [rating.doubt for rating in found.values()]
    assert doubts[middle:] == sorted(doubts[middle:])
    assert doubts[: middle + 1] == sorted(doubts[: middle + 1], reverse=True)


def test_a_level_that_is_hardly_stronger_is_not_offered() -> None:
    steps = rungs()
    assert [rung.below for rung in steps[-2:]] == ["strong", "strong"]
    weak = replace(steps[-2], rate=0.30, low=0.27, high=0.33)
    found = ladder.rate([*steps[:-2], weak, steps[-1]])
    assert list(ladder.offered(found, steps)) == [level for level in LEVELS if level != weak.level]
    assert list(ladder.offered(ladder.rate(steps), steps)) == list(LEVELS)
    guessed = [*steps[:-1], replace(steps[-1], games=ladder.MIN_GAMES - 1)]
    assert list(ladder.offered(ladder.rate(steps), guessed)) == list(LEVELS[:-1])
    told = ladder.section("ra", [*steps[:-2], weak, steps[-1]], found)
    assert told.count("not offered") == 1
    assert set(ladder.known_rungs(f"\n{told}", "ra", 4)) == set(LEVELS[1:])


def test_levels_that_were_not_measured_have_no_rating() -> None:
    anchor = LEVELS.index("greedy")
    steps = rungs()[:anchor]
    found = ladder.rate(steps)
    assert list(found) == list(LEVELS[: anchor + 1])
    told = ladder.section("ra", steps, found)
    assert "| greedy | 1500" in told
    assert "master" not in told


def test_levels_say_their_rating_where_it_was_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(RA), "folder", tmp_path)
    t = translator("nomarch", "en")
    ladder_of.cache_clear()
    try:
        assert ratings_of(RA) == {}
        assert "1500" not in str(bot_level_choices(RA, t))
        measured = ladder.rate(rungs())
        few = {level: measured[level] for level in ("easy", "greedy", "strong")}
        ladder.write_ratings(RA, 4, 1000, measured)
        ladder.write_ratings(RA, 2, 1000, few)
        ladder_of.cache_clear()
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
    finally:
        ladder_of.cache_clear()
