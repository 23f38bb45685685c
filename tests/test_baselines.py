"""A bot's rating by games against baselines."""

import json
from typing import Any

import pytest

from nomarch.bots import baselines
from nomarch.bots.baselines import BaselineReport, BaselineResult
from nomarch.bots.rating_estimates import Estimate, Score, estimate, expected_share
from nomarch.bots.ratings import Rating
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import rulebook

from .conftest import Cli

BOT = "py:nomarch.bots.greedy:Greedy"


def score(wins: float, games: int, rating: int = 1500, players: int = 4) -> Score:
    return Score(wins, games, players, Rating(rating, 0))


def estimated(*scores: Score) -> Any:
    found = estimate(scores)
    assert found is not None
    return found


def test_a_rating_is_the_most_likely_one() -> None:
    even = estimated(score(25, 100))
    assert even.rating == pytest.approx(1500, abs=0.1)
    assert 1500 - even.low > even.high - 1500 > 50
    more = estimated(score(250, 1000))
    assert more.doubt == pytest.approx(even.doubt / 10**0.5, rel=0.1)
    mixed = estimated(score(25, 100), score(0, 100, 3000), score(100, 100, 0))
    assert mixed.rating == pytest.approx(1500, abs=5)


def test_who_never_wins_has_an_upper_bound_that_sinks_with_every_game() -> None:
    first, later = (estimated(score(0, n, 900), score(0, n), score(0, n, 1740)) for n in (8, 200))
    assert first.rating is first.low is first.doubt is None
    assert str(first).startswith("below ")
    assert later.high < first.high - 400
    assert expected_share(later.high, score(0, 200, 900)) == pytest.approx(3 / 200, rel=0.2)
    above = estimated(score(50, 50))
    assert str(above) == f"above {int(above.low)}"


@pytest.mark.compiled
@pytest.mark.xdist_group("compile-ra")
def test_a_bot_gets_a_row(cli: Cli) -> None:
    command = ["arena", "ra", "--against", "baselines", BOT, "--games", "4", "--workers", "1"]
    status, out, _ = cli(*command, "--json")
    assert status == 0
    data = json.loads(out)
    assert [row["baseline"] for row in data["results"]] == ["random", "greedy", "strong"]
    assert data["rating"]["low"] < data["rating"]["rating"] < data["rating"]["high"]
    assert data["card"]["seed"]
    assert data["results"][0]["win_rate"] == 1.0


def test_the_row_is_printed(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    contest = baselines.contests_of("ra", BOT)[0]
    row = BaselineResult("greedy", 10, 0.5, 0.4, 0.6, 9.0, None)
    rating, card = Estimate(None, None, 899.2), baselines.model_card(contest, 10)
    monkeypatch.setattr(baselines, "compare", lambda *_: BaselineReport(BOT, (row,), rating, card))
    _, told, _ = cli("arena", "ra", "--against", "baselines", BOT, "--games", "10")
    for word in ("10 games against each", "greedy", "below 900", "50.0%", "rules 2"):
        assert word in told


def test_other_tables_have_no_rating() -> None:
    _, option = rulebook("ra").game.options[:2]
    contest = baselines.contests_of("ra", BOT, 3, None, {option.id: option.choices[1].id})[1]
    assert baselines.rating_of(contest, "greedy") is None
    assert baselines.rating_of(baselines.contests_of("ra", BOT)[1], "greedy") is not None


def test_mistakes_are_refused(cli: Cli) -> None:
    with pytest.raises(BadOption, match="is a baseline itself"):
        baselines.contests_of("ra", "greedy")
    status, _, err = cli("arena", "ra", "--against", "everyone", BOT)
    assert status == 2
    assert "--against baselines BOT" in err
