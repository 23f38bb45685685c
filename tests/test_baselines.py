"""A bot's rating by games against baselines."""

from __future__ import annotations

import json

import pytest

from nomarch.bots import baselines
from nomarch.bots.baselines import BaselineReport, BaselineResult
from nomarch.bots.rating_estimates import Estimate, Score, estimate, expected_share
from nomarch.bots.ratings import Rating
from nomarch.cli import main
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import rulebook

BOT = "py:nomarch.bots.greedy:Greedy"


def score(wins: float, games: int, rating: int = 1500, players: int = 4) -> Score:
    return Score(wins, games, players, Rating(rating, 0))


def test_a_rating_is_the_most_likely_one() -> None:
    even = estimate([score(25, 100)])
    assert even is not None
    assert even.rating == pytest.approx(1500, abs=0.1)
    assert even.low is not None
    assert even.high is not None
    assert 1500 - even.low > even.high - 1500 > 50
    more = estimate([score(250, 1000)])
    assert more is not None
    assert more.doubt == pytest.approx((even.doubt or 0) / 10**0.5, rel=0.1)
    mixed = estimate([score(25, 100), score(0, 100, 3000), score(100, 100, 0)])
    assert mixed is not None
    assert mixed.rating == pytest.approx(1500, abs=5)


def test_who_never_wins_has_an_upper_bound_that_sinks_with_every_game() -> None:
    bounds = [estimate([score(0, n, 900), score(0, n), score(0, n, 1740)]) for n in (8, 200)]
    first, later = bounds
    assert first is not None
    assert later is not None
    assert first.rating is first.low is first.doubt is None
    assert str(first).startswith("below ")
    assert first.high is not None
    assert later.high is not None
    assert later.high < first.high - 400
    assert expected_share(later.high, score(0, 200, 900)) == pytest.approx(3 / 200, rel=0.2)
    above = estimate([score(50, 50)])
    assert above is not None
    assert str(above) == f"above {int(above.low or 0)}"


def result(rating: Estimate | None) -> BaselineResult:
    return BaselineResult("greedy", 10, 0.5, 0.4, 0.6, 9.0, rating)


def test_a_bot_gets_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "ra", "--against", "baselines", BOT, "--games", "4", "--workers", "1"]
    assert main([*command, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [row["baseline"] for row in data["results"]] == ["random", "greedy", "strong"]
    assert data["rating"]["low"] < data["rating"]["rating"] < data["rating"]["high"]
    assert data["card"]["seed"]
    assert data["results"][0]["win_rate"] == 1.0


def test_the_row_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = baselines.contests_of("ra", BOT)[0]
    report = BaselineReport(
        BOT, (result(None),), Estimate(None, None, 899.2), baselines.model_card(contest, 10)
    )
    monkeypatch.setattr(baselines, "compare", lambda *_: report)
    assert main(["arena", "ra", "--against", "baselines", BOT, "--games", "10"]) == 0
    told = capsys.readouterr().out
    for word in ("10 games against each", "greedy", "below 900", "50.0%", "rules 2"):
        assert word in told


def test_other_tables_have_no_rating() -> None:
    _, option = rulebook("ra").game.options[:2]
    contest = baselines.contests_of("ra", BOT, 3, None, {option.id: option.choices[1].id})[1]
    assert baselines.rating_of(contest, "greedy") is None
    assert baselines.rating_of(baselines.contests_of("ra", BOT)[1], "greedy") is not None


def test_mistakes_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadOption, match="is a baseline itself"):
        baselines.contests_of("ra", "greedy")
    assert main(["arena", "ra", "--against", "everyone", BOT]) == 2
    assert "--against baselines BOT" in capsys.readouterr().err
