"""Analysis: finds what cost the game, from what each player knew, and tells skill from luck."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest

from nomarch.bots import Bot
from nomarch.bots.accuracy import AccuracyScale, counts, rate_accuracy, scale_of
from nomarch.bots.analysis import BLUNDER, INACCURACY, Analysis, analyse, make_analyst
from nomarch.bots.greedy import Greedy
from nomarch.bots.plain_network import PlainNetworkBot
from nomarch.bots.plain_search import PlainSearch
from nomarch.bots.play import bot_rng, decide, play_on
from nomarch.bots.search import MoveEstimate
from nomarch.engine.match import Match
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import include, rulebooks
from nomarch.kernel.declare.layout import GameState
from nomarch.kernel.run.seeds import make_seed
from tests.smallest.components import GOAL
from tests.smallest.state import State

from .conftest import Cli

SMALLEST = include("tests.smallest")


def played(seed: str, bot: Bot, blunders: bool = False) -> Match:
    """A game of Crocodile; the first seat may cast on, once, when landing would win."""
    match = Match(SMALLEST, SMALLEST.setup(2), make_seed(seed))
    while not match.over:
        seat, s = match.to_act[0], cast(State, match.state)
        move = decide(match, seat, bot)
        if blunders and seat == 0 and s.boat > 0 and s.points[0] + s.boat >= GOAL:
            move, blunders = "cast 3", False
        match.play(seat, move)
    assert not blunders, "nobody was ever about to win"
    return match


def studied(match: Match) -> Analysis:
    return analyse(match, make_analyst(match.book, 2000))


class Guess(PlainNetworkBot):
    """In place of a network: any move may be good, and who leads may win."""

    def __init__(self) -> None:
        pass

    def probabilities(self, view: GameState, seat: int, legal: Sequence[int]) -> dict[int, float]:
        return dict.fromkeys(legal, 1 / len(legal))

    def predict_places(self, view: GameState, seat: int) -> list[float]:
        points = cast(State, view).points
        win = (1 + points[seat]) / (2 + sum(points))
        return [win, 1 - win]


class Fisher(Guess):
    """Casts once at a time, and is content with two fish in the boat."""

    def probabilities(self, view: GameState, seat: int, legal: Sequence[int]) -> dict[int, float]:
        return {action: 0.99 if action == legal[0] else 0.005 for action in legal}

    def predict_places(self, view: GameState, seat: int) -> list[float]:
        win = float(cast(State, view).boat >= 2)
        return [win, 1 - win]


def test_a_plain_search_estimates_likely_moves_in_the_same_worlds() -> None:
    """And others only if it is asked about them."""
    match = Match(SMALLEST, SMALLEST.setup(2), make_seed("worlds"))
    search = PlainSearch(SMALLEST, Fisher(), worlds=1000)
    view, legal = match.observe(0), match.legal_actions(0)

    def found(*include: int) -> dict[str, MoveEstimate]:
        estimates = search.analyse(view, 0, legal, bot_rng(match, 0), include=include)
        return {SMALLEST.actions[one.action]: one for one in estimates}

    assert [*found()] == ["cast 1"]
    once, twice, thrice = (found(*legal)[f"cast {times}"] for times in (1, 2, 3))
    assert once.win == 0
    assert twice.win == pytest.approx(100 * (30 * 29) / (34 * 33), abs=4)
    assert thrice.win == pytest.approx(twice.win * 28 / 32, abs=3)
    assert cast(float, thrice.variance) < 1.5, "each in worlds of its own, it is 3.9"


@pytest.mark.parametrize("is_plain", [False, True])
def test_a_planted_blunder_is_found(is_plain: bool) -> None:
    """By searches, and by a network where none can be compiled."""
    match = played("blunder 15", Greedy(SMALLEST), blunders=True)
    found = analyse(match, PlainSearch(SMALLEST, Guess())) if is_plain else studied(match)
    worst = found.turning_points(most=1)[0]
    assert (worst.seat, worst.move, worst.best) == (0, "cast 3", "land")
    assert worst.fault == BLUNDER
    assert worst.best_win == 100
    assert found.accounts[0].skill <= -worst.loss
    assert all(decision.reason for decision in found.turning_points())


def test_the_account_adds_up_and_the_best_play_gives_little_away() -> None:
    match = played("fair", make_analyst(SMALLEST, 1000))
    found = studied(match)
    for account in found.accounts:
        assert account.start + account.skill + account.luck == pytest.approx(account.result)
        assert account.skill <= 0
        assert account.accuracy > 90
    assert sum(account.result for account in found.accounts) == pytest.approx(100)
    assert {decision.fault for decision in found.decisions} <= {"", INACCURACY}
    for decision in found.decisions:
        assert 0 <= decision.win <= 100
        assert decision.loss >= 0
    assert found == studied(match)


@pytest.mark.parametrize("is_plain", [False, True])
def test_it_is_judged_by_what_the_player_knew(
    monkeypatch: pytest.MonkeyPatch, is_plain: bool
) -> None:
    """Every search is given the view of the seat that decided."""
    match, seen = played("fair", Greedy(SMALLEST)), []
    bot = PlainSearch(SMALLEST, Guess(), 2) if is_plain else make_analyst(SMALLEST, 8)
    search = bot.analyse

    def spy(view, seat, legal, stream, **more):  # type: ignore[no-untyped-def]
        seen.append((seat, view.rng_key))
        return search(view, seat, legal, stream, **more)

    monkeypatch.setattr(bot, "analyse", spy)
    found = analyse(match, bot)
    assert [seat for seat, _ in seen] == [decision.seat for decision in found.decisions]
    assert {tuple(key) for _, key in seen} == {(0,) * 8}


def test_a_game_that_goes_on_can_be_studied() -> None:
    match = Match(SMALLEST, SMALLEST.setup(2), make_seed("unfinished"))
    match.play(0, "cast 1")
    (decision,) = analyse(match, make_analyst(SMALLEST, 50)).decisions
    assert (decision.ply, decision.seat, decision.move) == (0, 0, "cast 1")
    with pytest.raises(BadOption, match="at least one playout"):
        make_analyst(SMALLEST, 0)


def test_the_command(tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    match, save = Match(SMALLEST, SMALLEST.setup(3), make_seed("analysed")), tmp_path / "game.txt"
    play_on(match, "random", 6)
    save.write_text(match.save(), encoding="utf-8")
    status, told, _ = cli("analyse", save, "--playouts", "20")
    assert status == 0
    assert "Chance to win after each decision" in told
    assert "luck and opponents" in told
    assert len(json.loads(cli("analyse", save, "--playouts", "20", "--json")[1])["accounts"]) == 3
    status, _, err = cli("analyse", save, "--language", "xx")
    assert status == 2
    assert "invalid choice: 'xx' (choose from 'en', 'de', 'fr', 'nl')" in err


SCALE = AccuracyScale(random=8.0, greedy=2.0, decisions=1)


@pytest.mark.parametrize(
    ("losses", "players", "wanted"),
    [
        ([0.0, 0.0], 2, 100),
        ([4.0, 0.0], 2, 50),
        ([8.0, 8.0], 2, 0),
        ([30.0], 2, 0),
        ([1.0, 1.0], 4, 50),
        ([], 3, 100),
    ],
)
def test_random_play_is_at_the_bottom_and_greedy_play_in_the_middle(
    losses: list[float], players: int, wanted: float
) -> None:
    assert rate_accuracy(SCALE, losses, players) == pytest.approx(wanted)


def test_without_a_scale_each_loss_counts_by_itself() -> None:
    assert rate_accuracy(None, [0.0], 2) == 100
    assert 0 < rate_accuracy(None, [50.0], 2) < 20


def test_measured_scales_rank_the_bots() -> None:
    """In Amun-Re random and greedy moves lose as much, as far as was measured."""
    scales = {book.game.id: scale_of(book) for book in rulebooks().values()}
    assert [game for game, scale in scales.items() if scale] == ["egizia", "giza", "ra"]
    assert all(0 < scale.greedy < scale.random for scale in scales.values() if scale)


@pytest.mark.parametrize(("win", "players", "wanted"), [(6, 2, True), (4, 2, False), (3, 4, True)])
def test_decisions_in_lost_positions_do_not_count(win: float, players: int, wanted: bool) -> None:
    assert counts(win, players) is wanted
