"""The accuracy of decisions, on the scale of their game."""

from __future__ import annotations

import pytest

from nomarch.bots.accuracy import AccuracyScale, counts, rate_accuracy, scale_of
from nomarch.kernel.declare.game import rulebook

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


def test_less_lost_is_more_accurate() -> None:
    found = [rate_accuracy(SCALE, [loss], 2) for loss in (0, 0.5, 1, 2, 4, 7)]
    assert found == sorted(found, reverse=True)


def test_without_a_scale_each_loss_counts_by_itself() -> None:
    assert rate_accuracy(None, [0.0], 2) == 100
    assert 0 < rate_accuracy(None, [50.0], 2) < 20


@pytest.mark.parametrize("game", ["ra", "giza", "egizia"])
def test_measured_scales_rank_the_bots(game: str) -> None:
    scale = scale_of(rulebook(game))
    assert scale is not None
    assert 0 < scale.greedy < scale.random


def test_amun_re_has_no_scale() -> None:
    """There random and greedy moves lose as much, as far as was measured."""
    assert scale_of(rulebook("amun-re")) is None


@pytest.mark.parametrize(("win", "players", "wanted"), [(6, 2, True), (4, 2, False), (3, 4, True)])
def test_decisions_in_lost_positions_do_not_count(win: float, players: int, wanted: bool) -> None:
    assert counts(win, players) is wanted
