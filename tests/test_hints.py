"""Hints: the best moves first, what they promise, and reasons from how games end."""

import re
from dataclasses import replace
from itertools import islice, product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from nomarch.bots.aims import Aim
from nomarch.bots.hints import guess, hints, rival_of, surest_first
from nomarch.bots.outcomes import NO_DIFFERENCE, TOTAL, Change, Comparison, Outcomes, compare
from nomarch.bots.paired import FEWEST_PAIRS, fresh_run, sure_changes
from nomarch.bots.reasons import CLOSE, Reasons
from nomarch.bots.search import MIN_PLAYOUTS, MoveEstimate, Search, compile_search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.bots.search_settings import Plan
from nomarch.games.ra.events import MONUMENTS
from nomarch.i18n import LANGUAGES
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import Rulebook, rulebook
from nomarch.kernel.run.playouts import WHOLE_WIN
from nomarch.kernel.run.worlds import GAMES, POINTS, VALUE, WINS

from .bot_positions import (
    RA,
    each_book,
    each_compiled,
    positions,
    question,
    ready,
    scrambled,
    stream_of,
)

NAMES = ("Ani", "Imhotep", "Nefertari")
ONE_OF_MANY = re.compile(r"\b1 (\w*(points|stones|fields|turns|rounds|Debens|times|spaces))\b")


def search_made_up_worlds(memory: Any, network: Any, seat: int, action: int, *how: Any) -> None:
    """Games that end by chance, with points for anything: as compiled code notes them."""
    _, first, worlds, known = how
    for world in range(first, first + worlds):
        rng = np.random.default_rng([action, world])
        points = rng.integers(-2 + action % 3, 3 + action % 5, memory.outcomes[action].shape[:2])
        points[2:] = 0  # every game has two seats
        won = int(rng.random() < (1 + action % 4) / 5)
        memory.outcomes[action] += np.stack((points, points**2), axis=2)
        more = {GAMES: 1, VALUE: won * 10_000, WINS: won * WHOLE_WIN, POINTS: points[seat].sum()}
        for column, number in more.items():
            known[action][column] += number


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
    guessed = estimate(1, -7, {(0, 5): 9, (1, 1): 2})  # a guess, shifted below zero
    assert compare(move, [guessed]).win == 57.0


def bidding() -> tuple[Reasons, int, int]:
    for match in positions(RA, every=3):
        seat, legal = match.to_act[0], match.legal(match.to_act[0])
        bids = [move for move in legal if move.startswith("bid")]
        if bids and "pass" in legal:
            names = [*NAMES, "Ramses", "Seti"][: match.players]
            view = match.observe(seat)
            return Reasons(RA, view, seat, names), match.parse("pass"), match.parse(bids[0])
    raise AssertionError("nobody was asked to bid for anything")


DECIDED = Comparison(0.0, lead=0.0, ends=(31.0, 30.5), is_decided=True)


@pytest.mark.parametrize(
    ("found", "are_equal"),
    [
        pytest.param(Comparison(CLOSE - 0.1), True, id="close"),
        pytest.param(Comparison(0.0, lead=CLOSE + 5), False, id="a lead that may be chance"),
        pytest.param(DECIDED, True, id="the same points in a lost position"),
        pytest.param(replace(DECIDED, ends=(31.0, 25.0)), False, id="fewer points in one"),
    ],
)
def test_close_moves_are_called_equal(found: Comparison, are_equal: bool) -> None:
    reasons, stop, bid = bidding()
    assert ("about as good" in reasons.why(stop, bid, found)) == are_equal
    what_if = reasons.what_if(bid, stop, found)
    assert what_if.endswith(f"About as good as my advice: {reasons.move(stop)}.") == are_equal


def test_a_move_that_is_asked_about_is_compared_with_the_advice() -> None:
    reasons, stop, bid = bidding()
    assert reasons.what_if(stop, stop).endswith("That's what I'd do, too.")
    for found in (None, Comparison(20.0)):
        assert f"Better: {reasons.move(stop)}." in reasons.what_if(bid, stop, found)


@pytest.mark.compiled
@each_book
def test_every_legal_move_gets_an_answer_and_no_move_is_said_twice(
    book: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = SimpleNamespace(search_worlds=search_made_up_worlds)
    monkeypatch.setattr(backend, "search", lambda game: build)
    bot = Search(book, SearchCompiler(lambda book: None), 20, wait=True)
    for number, match in enumerate(islice(positions(book, every=9), 6)):
        view, seat, legal = question(match)
        for action in (None, *legal[:3], legal[-1]):
            for found in (
                guess(bot, view, seat, legal, names=match.names, about=action),
                hints(bot, view, seat, legal, stream_of(number), names=match.names, about=action),
            ):
                assert [one.action for one in found if one.answer.endswith(".")] == [
                    one.action for one in found if one.action == action
                ]
                assert (action in {one.action for one in found}) or action is None
                assert len({one.words for one in found}) == len(found) <= 4


def test_what_playouts_show_is_said_first_where_it_weighs_more() -> None:
    reasons, stop, bid = bidding()
    facts = reasons.why(stop, bid, Comparison(9.0))
    for points, comes_first in ((40.0, True), (0.5, False), (-40.0, False)):
        found = Comparison(9.0, (Change(reasons.seat, MONUMENTS, points),))
        told = reasons.why(stop, bid, found)
        assert told.startswith(f"Compared with “{reasons.move(bid)}”, you end with") == comes_first
        assert (told == facts) != comes_first


def test_only_what_pairs_show_is_said_of_the_future() -> None:
    """A gain of a point in each world is sure; the same mean from a few lucky worlds is not."""
    seats, categories = 3, 4
    steady, lucky = np.zeros((64, seats, categories)), np.zeros((64, seats, categories))
    steady[:, 1, 2] = 1
    lucky[0, 1, 2] = 64
    assert sure_changes(list(steady)) == (Change(1, 2, 1.0), Change(1, TOTAL, 1.0))
    assert sure_changes(list(lucky)) == ()
    assert sure_changes(list(steady)[: FEWEST_PAIRS - 1]) == (), "too few to say anything"


@each_compiled
def test_pairs_meet_the_same_worlds(book: Rulebook) -> None:
    bot = ready(book, 20)
    view, seat, (action, *_) = question(next(iter(positions(book, every=9))))
    run, twin = (fresh_run(bot, view, seat, stream_of(1)) for _ in range(2))
    run.play(action, 3)
    for _ in range(3):
        twin.play(action, 1)
    assert (run.known[action] == twin.known[action]).all()
    assert (run.memory.outcomes[action] == twin.memory.outcomes[action]).all()


def test_a_move_that_proves_clearly_better_comes_first() -> None:
    first, better, lucky = estimate(0, 40, {}), estimate(1, 85, {}), estimate(2, 52, {})
    assert surest_first([first, lucky, better]) == [better, first, lucky]
    assert surest_first([first, lucky]) == [first, lucky], "that may be chance"
    hasty = MoveEstimate(4, 100.0, 100.0, 40.0, MIN_PLAYOUTS)
    assert surest_first([first, hasty]) == [first, hasty], "a few playouts prove nothing"


def test_a_pass_is_the_rival_only_where_nothing_else_is_near() -> None:
    reasons, stop, bid = bidding()
    best, passes = estimate(bid, 60, {}), estimate(stop, 50, {})
    near, far = estimate(bid + 1, 49, {}), estimate(bid + 1, 30, {})
    reasons = replace(reasons, lines={bid + 1: reasons.line(stop)[:1]})
    assert rival_of(reasons, best, []) is None
    assert rival_of(reasons, best, [passes]) is passes
    assert rival_of(reasons, best, [passes, near]) is near
    assert rival_of(reasons, best, [passes, far]) is passes


def test_every_comparison_has_a_reason() -> None:
    reasons, stop, bid = bidding()
    other, rival = reasons.move(bid), (reasons.seat + 1) % 3
    one_less = (Change(rival, TOTAL, -1.0),)
    for found, told in (
        (
            Comparison(9.0, (Change(reasons.seat, MONUMENTS, 2.0),)),
            f"Compared with “{other}”, you end with about 2 more points (Monuments).",
        ),
        (
            Comparison(9.0, (Change(rival, TOTAL, -3.0),)),
            f"{reasons.names[rival]} ends with about 3 fewer points.",
        ),
        (Comparison(0.0, one_less), "ends with about 1 fewer point."),
        (
            Comparison(30.0, one_less),
            f"Looking ahead, it wins 30 more games in 100 than “{other}”.",
        ),
        (Comparison(9.0), "wins 9 more games in 100"),
        (Comparison(0.0, ends=(31.0, 27.0), is_decided=True), "about 4 more points"),
        (Comparison(0.0, lead=5.0), "."),
    ):
        assert told in reasons.leads_to(bid, found)
    even = reasons.same_end(bid, Comparison(0.0, ends=(31.2, 30.9)))
    assert even.endswith("either way you end with about 31 points.")
    richer = Comparison(9.0, lead=9.0, ends=(25.0, 31.0), is_decided=True)
    for text in (reasons.against(bid, stop, richer), reasons.leads_to(bid, richer)):
        assert "-" not in text, "a move can win more games with fewer points"


def test_who_can_hardly_win_is_told_what_to_play_for() -> None:
    match = next(iter(positions(RA, every=3)))
    aim = Aim(RA, match.observe(0), 0)
    now = [int(one.points) for one in sorted(match.ranking, key=lambda line: line.seat)]

    def told(win: int, gains: dict[int, int]) -> str:
        found = estimate(0, win, {(seat, 0): points for seat, points in gains.items()})
        found = replace(found, points=now[0] + gains[0])
        return aim.words(found, NAMES, "en")

    second = {0: 20 - now[0], 1: 40 - now[1], 2: 16 - now[2]}
    assert told(1, second) == "You're playing for second place: about 4 points ahead of Nefertari."
    third = {**second, 2: 23 - now[2]}
    assert told(1, third) == "You're playing for second place: about 3 points behind Nefertari."
    assert told(40, second) == ""
    ahead = {**second, 0: 50 - now[0]}
    assert told(99, ahead).startswith("You're clearly ahead, by about 10 points")


@each_book
def test_moves_are_said_as_sentences_not_as_names_of_buttons(book: Rulebook) -> None:
    buttons = {"Done", "Continue", "End turn", "Without joker", "No second crew"}
    for match in islice(positions(book, every=3), 30):
        view, seat, legal = question(match)
        reasons = Reasons(book, view, seat, match.names)
        assert not {reasons.move(action) for action in legal} & buttons


def test_a_move_with_quotation_marks_is_quoted() -> None:
    """“Take ‘Overtime’” is about as good."""
    book, quoting = rulebook("egizia"), 0
    for match in islice(positions(book, every=3), 40):
        view, seat, legal = question(match)
        reasons = Reasons(book, view, seat, match.names)
        for action in legal:
            if "“" in reasons.move(action):
                assert reasons.equal(action).count("“") == 1
                assert reasons.quoted(action).count("‘") == 1
                quoting += 1
    assert quoting, "no move names a card"


@each_book
def test_reasons_speak_for_their_move_and_say_a_thing_once(book: Rulebook) -> None:
    """“It scores 4 points. Discard it? It would score 4 …” is one idea too many."""
    most = 0
    for match in islice(positions(book, every=5), 8):
        view, seat, legal = question(match)
        reasons = Reasons(book, view, seat, match.names)
        for best, other in product(legal[:5], repeat=2):
            clauses = reasons.clauses(best, other, None)
            about = [theme for clause in clauses for theme in clause.about.split()]
            assert len(set(about)) == len(about)
            assert len({clause.text for clause in clauses}) == len(clauses)
            assert all(clause.force > 0 for clause in clauses)
            most = max(most, len(about))
    assert most > 1


@each_book
@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_are_sentences_or_nothing(book: Rulebook, language: str) -> None:
    told = set[str]()
    for match in islice(positions(book, every=7), 8):
        view, seat, legal = question(match)
        before = book.layout.pack(view)
        reasons = Reasons(book, view, seat, match.names, language)
        for best, other in product(legal[:8], legal[-3:]):
            told |= {clause.text for clause in reasons.clauses(best, other, None)}
            told |= {reasons.does(best), reasons.cost(best)}
        assert book.layout.pack(view) == before
    told.discard("")
    assert len(told) >= 4
    assert all(words[-1] in ".!" for words in told)
    assert all("{" not in words for words in told)
    assert language != "en" or not [words for words in told if ONE_OF_MANY.search(words)]


@each_compiled
def test_hints_say_chances_points_and_reasons(book: Rulebook) -> None:
    bot, reasons = ready(book, 400), set()
    for number, match in enumerate(positions(book, every=9 if book is RA else 2)):
        view, seat, legal = question(match)
        best, *others = hints(bot, view, seat, legal, stream_of(number), names=match.names)
        assert best.action == bot.choose(view, seat, legal, stream_of(number))
        assert len({hint.words for hint in (best, *others)}) == min(3, len(legal))
        for hint in (best, *others):
            assert hint.action in legal
            assert 0 <= (hint.win or 0) <= (best.win or 0) <= 100, "the advice has the best number"
            assert hint.reason.endswith(".")
            reasons.add(hint.reason)
        twin = book.layout.observe(scrambled(book, match, seat, number), seat)
        assert hints(bot, twin, seat, legal, stream_of(number), names=match.names)[0] == best
    assert len(reasons) > (5 if book is RA else 1)
    assert not any("on average" in reason for reason in reasons)


@each_book
def test_until_search_is_compiled_the_heuristic_gives_hints(
    book: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SearchCompiler, "warm_up", lambda *_, **more: None)
    bot = Search(book, SearchCompiler(compile_search), plan=Plan())
    rules, match = backend.interpreted(book.game.id), next(positions(book))
    view, seat, legal = question(match)
    found = hints(bot, view, seat, legal, stream_of(1), names=match.names)
    judged = [rules.evaluate(view, seat, hint.action) for hint in found]
    assert judged == sorted(judged, reverse=True)
    assert judged[0] == max(rules.evaluate(view, seat, action) for action in legal)
    assert {(hint.win, hint.points) for hint in found} == {(None, None)}
