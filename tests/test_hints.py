"""Hints: the best moves first, what they promise, and reasons from how games end."""

from __future__ import annotations

import numpy as np
import pytest

from nomarch.bots.hints import hints
from nomarch.bots.outcomes import NO_DIFFERENCE, Change, Comparison, Outcomes, compare
from nomarch.bots.reasons import Reasons
from nomarch.bots.search import MoveEstimate, Search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.bots.search_settings import Budget, Plan
from nomarch.i18n import LANGUAGES, translator
from nomarch.kernel import backend
from nomarch.kernel.game import Rulebook, rulebook, rulebooks

from .test_search import each_game, positions, ready, scrambled, stream_of

RA = rulebook("ra")
SPEAKING = [book for book in rulebooks().values() if hasattr(book.words, "sources")]
each_speaking = pytest.mark.parametrize("book", SPEAKING, ids=lambda book: book.game.id)
NAMES = ("Ani", "Imhotep", "Nefertari")


def test_points_by_category_add_up_to_the_points() -> None:
    """Two moves differ by as many points as their categories do."""
    bot = ready(RA, Budget(iterations=60))
    for number, match in enumerate(positions(RA, every=40)):
        seat = match.to_act[0]
        found = bot.analyse(match.observe(seat), seat, match.legal_actions(seat), stream_of(number))
        totals = []
        for estimate in found:
            assert estimate.outcomes is not None
            total = estimate.outcomes.sums[seat, :, 0].sum() / estimate.games
            totals.append(estimate.points - total)
        assert max(totals) - min(totals) < 1e-6


def estimate(action: int, wins: int, points: dict[tuple[int, int], int]) -> MoveEstimate:
    """A move of 100 games; `points` are those of each game, by seat and category."""
    games, sums = 100, np.zeros((6, 8, 2), np.int64)
    for cell, each in points.items():
        sums[cell] = each * games, each * each * games
    return MoveEstimate(action, wins, wins, 0.0, games, Outcomes(games, sums))


def test_only_differences_beyond_noise_count() -> None:
    move = estimate(0, 50, {(0, 5): 9, (1, 1): 2})
    assert compare(move, [estimate(1, 50, {(0, 5): 5, (1, 1): 5})]) == Comparison(
        0.0, (Change(0, 5, 4.0), Change(1, 1, -3.0))
    )
    assert compare(move, [estimate(1, 45, {(0, 5): 9, (1, 1): 2})]) == NO_DIFFERENCE
    assert compare(move, [estimate(1, 20, {(0, 5): 9, (1, 1): 2})]) == Comparison(30.0)
    assert compare(move, []) == NO_DIFFERENCE


def bidding() -> tuple[Reasons, int, int]:
    for match in positions(RA, every=3):
        seat, legal = match.to_act[0], match.legal(match.to_act[0])
        bids = [move for move in legal if move.startswith("bid")]
        if bids and "pass" in legal:
            names = [*NAMES, "Ramses", "Seti"][: match.players]
            view = match.observe(seat)
            return Reasons(RA, view, seat, names), match.parse("pass"), match.parse(bids[0])
    raise AssertionError("nobody was asked to bid for anything")


def test_reasons_are_sentences_in_the_terms_of_the_game() -> None:
    reasons, stop, bid = bidding()
    rival = (reasons.seat + 1) % 3
    sun = RA.actions[bid].split()[1]
    found = Comparison(6.2, (Change(reasons.seat, 5, 4.1), Change(rival, 1, -1.2)))
    assert reasons.for_best(stop, bid, found, NO_DIFFERENCE) == (
        f"Your {sun} usually wins a better lot later. Compared with “Bid {sun}”, on average "
        f"you score 4 more points from monuments, {reasons.names[rival]} scores 1 fewer point "
        "from pharaohs, and you win 6% more games."
    )
    worse = reasons.over(stop, bid, Comparison(-3.0, ()))
    assert worse == f"Compared with “Bid {sun}”, on average you win 3% fewer games."
    equal = reasons.for_best(stop, bid, NO_DIFFERENCE, NO_DIFFERENCE)
    assert equal.endswith(f"It's close: “Bid {sun}” is about as good.")


def test_a_reason_for_others_names_the_player() -> None:
    mine, stop, bid = bidding()
    reasons = Reasons(RA, mine.view, mine.seat, mine.names, is_reader=False)
    told = reasons.over(stop, bid, Comparison(6.2, (Change(mine.seat, 5, 4.1),)))
    name = mine.names[mine.seat]
    assert f"{name} scores 4 more points from monuments, and {name} wins 6% more games" in told
    assert "you" not in told.lower()


@each_speaking
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_category_has_a_source_in_every_language(book: Rulebook, language: str) -> None:
    t = translator(book.package, language)
    sources = getattr(book.words, "sources")(t)  # noqa: B009
    assert len(sources) == len(book.words.categories(t))
    for source in sources:
        for phrase in (source,) if isinstance(source, str) else source:
            assert phrase[0].islower()
            assert language == "en" or "from" not in phrase.split()


@each_speaking
@pytest.mark.parametrize("language", LANGUAGES)
def test_preferences_are_sentences_or_nothing(book: Rulebook, language: str) -> None:
    told = set()
    for match in positions(book, every=3):
        seat, view = match.to_act[0], match.observe(match.to_act[0])
        legal = match.legal_actions(seat)[:6]
        reasons = Reasons(book, view, seat, match.names, language)
        told |= {reasons.lead(one, other) for one in legal for other in legal if one != other}
    assert len(told) > 2
    assert all(not words or words.endswith(".") for words in told)
    assert all("{" not in words for words in told)


def test_hints_say_chances_points_and_reasons() -> None:
    bot, reasons = ready(RA, Budget(iterations=400)), set()
    for number, match in enumerate(positions(RA, every=9)):
        seat = match.to_act[0]
        legal, view = match.legal_actions(seat), match.observe(seat)
        names = match.names
        best, *others = hints(bot, view, seat, legal, stream_of(number), names=names, most=3)
        assert best.action == bot.choose(view, seat, legal, stream_of(number))
        assert len(others) == min(3, len(legal)) - 1
        for hint in (best, *others):
            assert hint.action in legal
            assert 0 <= (hint.win or 0) <= 100
            assert hint.points is not None
            assert hint.reason.endswith(".")
            reasons.add(hint.reason)
        twin = RA.layout.observe(scrambled(RA, match, seat, number), seat)
        assert hints(bot, twin, seat, legal, stream_of(number), names=names, most=1) == [best]
    assert len(reasons) > 5
    assert any("more points" in reason for reason in reasons)


@each_game
def test_until_search_is_compiled_the_judgement_gives_hints(
    book: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SearchCompiler, "warm_up", lambda *_, **more: None)
    rules, bot = backend.interpreted(book.game.id), Search(book, SearchCompiler(), plan=Plan())
    match = next(positions(book))
    seat = match.to_act[0]
    legal, view = match.legal_actions(seat), match.observe(seat)
    found = hints(bot, view, seat, legal, stream_of(1), names=match.names)
    judged = [rules.evaluate(view, seat, hint.action) for hint in found]
    assert judged == sorted(judged, reverse=True)
    assert judged[0] == max(rules.evaluate(view, seat, action) for action in legal)
    assert {(hint.win, hint.points) for hint in found} == {(None, None)}
    assert all("first guess" in hint.reason for hint in found)
