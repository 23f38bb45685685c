"""Published baselines: pages from results, and a bot's row to compare with them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from bench import baselines as published

from nomarch.bots import BOTS, SEARCHING, baselines, fingerprints, published_results
from nomarch.bots.baselines import BaselineReport, BaselineResult
from nomarch.bots.fingerprints import fingerprint_of
from nomarch.bots.level_settings import Oversight, level_settings
from nomarch.bots.published_results import read_rows, stale_rows, standard_rows
from nomarch.bots.rating_estimates import Estimate, Score, estimate, expected_share, place_opponent
from nomarch.bots.ratings import Rating, elo_gap, ladder_of
from nomarch.cli import main
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import Rulebook, rulebook

RA = rulebook("ra")
BOT = "py:nomarch.bots.greedy:Greedy"


OWN = list(published.own_games().values())
IDS = [book.game.id for book in OWN]


@pytest.mark.parametrize("name", published.pages())
def test_a_page_is_what_the_results_say(name: str) -> None:
    """Otherwise: `python -m bench.baselines --write`."""
    written = (published.FOLDER / name).read_text(encoding="utf-8")
    assert written == published.pages()[name]


@pytest.mark.parametrize("book", OWN, ids=IDS)
def test_published_rows_are_those_of_todays_bots(book: Rulebook) -> None:
    """Otherwise: `nomarch baselines GAME --write`, then `python -m bench.baselines --write`."""
    assert stale_rows(book) == []
    assert set(read_rows(book)) <= {name for name, *_ in standard_rows(book)}
    runs = published.read_solver_runs().get(book.game.id, [])
    assert all(run.rules_version == book.game.rules_version for run in runs)


@pytest.mark.parametrize("book", OWN, ids=IDS)
def test_ratings_are_those_of_todays_bots(book: Rulebook) -> None:
    """Otherwise: `python -m bench.ladder GAME --write`."""
    ladder = ladder_of(book)
    assert ladder is not None
    assert ladder.fingerprints == {
        players: fingerprint_of(book, players, tuple(ratings))
        for players, ratings in ladder.players.items()
    }


@pytest.mark.thorough
@pytest.mark.parametrize("book", OWN, ids=IDS)
def test_a_cheap_row_repeats(book: Rulebook) -> None:
    assert main(["baselines", book.game.id, "--row", "greedy", "--sample", "--workers", "1"]) == 0


def test_a_fingerprint_follows_levels_weights_code_and_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prints() -> dict[str, str]:
        return {level: fingerprint_of(RA, 4, (level,)) for level in BOTS}

    def changed() -> set[str]:
        return {level for level, found in prints().items() if found != before[level]}

    before = prints()
    assert len(set(before.values())) == len(BOTS)
    oversight = level_settings(RA).oversight | {"easy": Oversight(1, 2, 3)}
    weaker = replace(level_settings(RA), oversight=oversight)
    with monkeypatch.context() as patch:
        patch.setattr(fingerprints, "level_settings", lambda book: weaker)
        assert changed() == {"easy"}
    with monkeypatch.context() as patch:
        other = tmp_path / "weights.npz"
        other.write_bytes(b"other")
        patch.setattr(fingerprints, "published_paths", lambda book, players: iter([other]))
        assert changed() == set(SEARCHING)
    with monkeypatch.context() as patch:
        patch.setattr(fingerprints, "_code_hash", lambda path: path.name)
        assert changed() == set(BOTS)
    with monkeypatch.context() as patch:
        patch.setattr(RA, "game", replace(RA.game, rules_version=RA.game.rules_version + 1))
        assert changed() == set(BOTS)
    assert changed() == set()


def test_comments_do_not_change_a_fingerprint() -> None:
    code = '"""Title."""\n\ndef f(x):\n    """Say."""\n    # why\n    return x  # here\n'
    assert list(fingerprints.code_lines(code)) == ["def f(x):", "    return x  # here"]


def test_a_row_is_shown_repeated_and_written_only_where_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row is written with two games; then one of them is claimed to have ended otherwise."""
    file = tmp_path / "baselines.json"
    monkeypatch.setattr(published_results, "rows_path", lambda book: file)
    command = ["baselines", "giza", "--row", "novice", "--workers", "1"]
    assert main(command) == 2
    assert "Nothing was published" in capsys.readouterr().err
    assert main([*command, "--write", "--games", "2"]) == 0
    text = file.read_text(encoding="utf-8")
    assert main(command) == 0
    assert main(["baselines", "giza"]) == 0
    told = capsys.readouterr().out
    assert "same in every game" in told
    assert "Giza, rules version" in told
    file.write_text(text.replace('"wins": ', '"wins": 9'), encoding="utf-8")
    assert main([*command, "--json"]) == 1
    assert not json.loads(capsys.readouterr().out)["is_same"]
    file.write_text(text.replace('"fingerprint": "', '"fingerprint": "x'), encoding="utf-8")
    assert main(command) == 0
    assert "outdated" in capsys.readouterr().out
    assert main([*command[:2], "--row", "nobody"]) == 2
    assert "the rows are novice, easy, greedy, strong" in capsys.readouterr().err


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


def test_random_is_on_the_scale_by_the_games_of_novice() -> None:
    placed = place_opponent(Rating(1100, 30), score(90, 120))
    assert placed is not None
    assert placed.rating == pytest.approx(1100 - elo_gap(0.75, 4, 10**9), abs=1)
    never = place_opponent(Rating(1100, 30), score(120, 120))
    assert never is not None
    assert str(never).startswith("below ")


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
