"""Hints: the best moves first, what they promise, and reasons that add up."""

from __future__ import annotations

import pytest

from nomarch.bots.hints import MOST_PARTS, Reasons, hints
from nomarch.bots.search import Search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.bots.search_settings import Budget, Plan
from nomarch.i18n import LANGUAGES
from nomarch.kernel import backend
from nomarch.kernel.game import Rulebook, rulebook

from .test_search import each_game, positions, ready, scrambled, stream_of

RA = rulebook("ra")


@each_game
def test_the_parts_of_a_judgement_add_up_to_it(book: Rulebook) -> None:
    """And there is a word for every part, in each language."""
    rules, used = backend.interpreted(book.game.id), set()
    for seed in range(3):
        for match in positions(book, every=5, seed=seed):
            seat = match.to_act[0]
            view = match.observe(seat)
            before = book.layout.pack(view)
            for action in match.legal_actions(seat):
                parts = Reasons(book, view, seat, "en").parts(action)
                assert sum(parts) == rules.evaluate(view, seat, action), book.actions[action]
                used |= {part for part in range(MOST_PARTS) if parts[part]}
            assert book.layout.pack(view) == before
    for language in LANGUAGES:
        names = Reasons(book, view, seat, language).names
        assert used <= set(range(len(names)))
        assert all(names)
    assert len(used) > 2, "reasons that hardly tell anything apart"


def test_hints_say_chances_points_and_reasons() -> None:
    bot, reasons = ready(RA, Budget(iterations=200)), set()
    for number, match in enumerate(positions(RA, every=9)):
        seat = match.to_act[0]
        legal, view = match.legal_actions(seat), match.observe(seat)
        best, *others = hints(bot, view, seat, legal, stream_of(number), most=3)
        assert best.action == bot.choose(view, seat, legal, stream_of(number))
        assert len(others) == min(3, len(legal)) - 1
        for hint in (best, *others):
            assert hint.action in legal
            assert 0 <= (hint.win or 0) <= 100
            assert hint.points is not None
            reasons.add(hint.reason)
        twin = RA.layout.observe(scrambled(RA, match, seat, number), seat)
        assert hints(bot, twin, seat, legal, stream_of(number), most=1) == [best]
    assert len(reasons) > 5
    assert any("+" in reason for reason in reasons)


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_name_the_parts_that_differ(language: str) -> None:
    """Full of pharaohs, the track is worth bidding for; and the words are the language's own."""
    for match in positions(RA, every=3):
        seat = match.to_act[0]
        bids = [move for move in match.legal(seat) if move.startswith("bid")]
        if bids and "pass" in match.legal(seat):
            why = Reasons(RA, match.observe(seat), seat, language)
            bid, stop = match.parse(bids[0]), match.parse("pass")
            gains = [a - b for a, b in zip(why.parts(bid), why.parts(stop), strict=True)]
            if max(gains) >= 20:
                largest = gains.index(max(gains))
                assert why.of(bid, stop).startswith(why.names[largest])
                assert f"+{max(gains) / 100:.1f}" in why.of(bid, stop)
                return
    raise AssertionError("nobody was asked to bid for anything")


@each_game
def test_until_search_is_compiled_the_judgement_gives_hints(
    book: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SearchCompiler, "warm_up", lambda *_, **more: None)
    rules, bot = backend.interpreted(book.game.id), Search(book, SearchCompiler(), plan=Plan())
    match = next(positions(book))
    seat = match.to_act[0]
    legal, view = match.legal_actions(seat), match.observe(seat)
    found = hints(bot, view, seat, legal, stream_of(1))
    judged = [rules.evaluate(view, seat, hint.action) for hint in found]
    assert judged == sorted(judged, reverse=True)
    assert judged[0] == max(rules.evaluate(view, seat, action) for action in legal)
    assert {(hint.win, hint.points) for hint in found} == {(None, None)}
    assert hints(bot, view, seat, legal[:1], stream_of(1))[0].reason == ""
