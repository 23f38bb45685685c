"""Published baselines: pages from results, and a bot's row to compare with them."""

from __future__ import annotations

import json

import pytest
from bench import baselines as published

from nomarch.bots import baselines
from nomarch.bots.baselines import BaselineReport, BaselineResult
from nomarch.bots.ratings import Rating
from nomarch.cli import main
from nomarch.errors import BadOption
from nomarch.kernel.game import rulebook, rulebooks

BOT = "py:nomarch.bots.greedy:Greedy"


@pytest.mark.parametrize("name", published.pages())
def test_a_page_is_what_the_results_say(name: str) -> None:
    """Otherwise: `python -m bench.baselines`."""
    written = (published.FOLDER / name).read_text(encoding="utf-8")
    assert written == published.pages()[name]


def test_every_game_has_a_page_that_says_what_was_not_run() -> None:
    runs = published.read_runs()
    assert {book.game.id for book in rulebooks().values()} == set(runs)
    assert "IS-MCTS" in published.pages()["giza.md"].split("## Not run")[1]
    for rows in runs.values():
        assert all(run.command and run.seed and run.hardware and run.time for run in rows)
        assert all(run.wins is None or run.games for run in rows)


def result(rating: float | None, doubt: float | None) -> BaselineResult:
    return BaselineResult("greedy", 10, 0.5, 0.4, 0.6, 9.0, rating, doubt)


def test_the_more_precise_result_counts_more() -> None:
    rated = baselines.rate([result(1500, 10), result(1800, 1000), result(None, None)])
    assert rated is not None
    assert 1500 <= rated.rating < 1510
    assert rated.doubt == 10
    assert baselines.rate([result(None, None)]) is None


def test_a_bot_gets_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "ra", "--against", "baselines", BOT, "--games", "4", "--workers", "1"]
    assert main([*command, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [row["baseline"] for row in data["results"]] == ["random", "greedy", "strong"]
    assert data["rating"]["doubt"] > 0
    assert data["card"]["seed"]
    assert data["results"][0]["win_rate"] == 1.0


def test_the_row_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = baselines.contests_of("ra", BOT)[0]
    report = BaselineReport(
        BOT, (result(1500, 10),), Rating(1500, 10), baselines.model_card(contest, 10)
    )
    monkeypatch.setattr(baselines, "compare", lambda *_: report)
    assert main(["arena", "ra", "--against", "baselines", BOT, "--games", "10"]) == 0
    told = capsys.readouterr().out
    for word in ("10 games against each", "greedy", "1500 ±", "50.0%", "rules 2"):
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
