"""Search: imagines worlds from a view alone, is deterministic, and beats the heuristic.

The smallest game is compiled, and Ra if it or the kernel has changed; that no other game's search
can read what is hidden is shown by what its compiled code is given.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from threading import Event
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from nomarch.bots import search
from nomarch.bots.greedy import Greedy
from nomarch.bots.play import bot_rng, decide, play_on
from nomarch.bots.search import Search, SearchRun, compile_search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.bots.search_settings import Plan, plan_of
from nomarch.engine.match import Match
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.chance import IMAGINED, POLICY, reseed
from nomarch.kernel.declare.game import Rulebook, include, rulebook, rulebooks
from nomarch.kernel.declare.layout import STREAM
from nomarch.kernel.run.seeds import key_of, make_seed
from nomarch.kernel.run.worlds import GAMES

BOOKS = list(rulebooks().values())
SMALL = [include("tests.smallest"), rulebook("ra")]
COMPILER = SearchCompiler(compile_search)
FEW = 96
"""Playouts of a decision."""
PLANS = {
    "greedy": Plan(),
    "random": Plan(noise=100),
    "short": Plan(limit=6),
    "narrow": Plan(width=2),
}

each_game = pytest.mark.parametrize("book", BOOKS, ids=[book.game.id for book in BOOKS])
each_compiled = pytest.mark.parametrize(
    "book",
    [SMALL[0], pytest.param(SMALL[1], marks=pytest.mark.compiled)],
    ids=[book.game.id for book in SMALL],
)
each_plan = pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)


def positions(book: Rulebook, every: int = 17, seed: int = 1) -> Iterator[Match]:
    """One match between greedy bots, stopped now and then where there is a choice."""
    match = Match(book, book.setup(book.game.usual_players), make_seed(f"search {seed}"))
    while not match.over:
        if len(match.legal_actions(match.to_act[0])) > 1:
            yield match
        play_on(match, "greedy", every)


def stream_of(number: int) -> Any:
    stream = STREAM.plain()
    reseed(stream, key_of(make_seed("a bot's whims")), number, POLICY)
    return stream


def ready(book: Rulebook, playouts: int = FEW, plan: Plan | None = None) -> Search:
    return Search(book, COMPILER, playouts, plan, wait=True)


def scrambled(book: Rulebook, match: Match, seat: int, number: int) -> Any:
    """Another world that looks the same to the seat."""
    rules = backend.interpreted(book.game.id)
    twin, belief_stream = match.observe(seat), STREAM.plain()
    rules.reseed(belief_stream, [number] * 8, 0, IMAGINED)
    rules.determinise(twin, seat, belief_stream)
    return twin


@each_game
def test_a_search_is_given_the_view_and_nothing_else(
    book: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scrambling what is hidden changes not a byte of what compiled code works on."""
    given: list[list[bytes]] = []

    def search_worlds(*arguments: Any) -> None:
        memory, network, seat, action, key, first, worlds, known = arguments
        flat = [*memory, *network, seat, action, key, first, worlds, known]
        given.append([np.array(argument).tobytes() for argument in flat])
        known[action][GAMES] += worlds

    build = SimpleNamespace(search_worlds=search_worlds)
    monkeypatch.setattr(backend, "search", lambda game: build)
    for number, match in enumerate(positions(book, every=29)):
        seat = match.to_act[0]
        twin = scrambled(book, match, seat, number)
        asked: list[list[list[bytes]]] = []
        for state in (match.state, twin):
            given.clear()
            view = book.layout.observe(state, seat)
            run = SearchRun(book, plan_of(book), view, seat, stream_of(number))
            run.spend(match.legal_actions(seat), FEW)
            size = book.layout.size
            assert given[0][0][:size] == book.layout.pack(match.observe(seat))
            assert given[0][0][:size] != book.layout.pack(match.state)
            assert not any(given[0][0][size:])
            asked.append(list(given))
        assert asked[0] == asked[1]


@each_compiled
@each_plan
def test_choices_are_legal_ranked_and_the_same_every_time(book: Rulebook, plan: Plan) -> None:
    bot = ready(book, plan=plan)
    for number, match in enumerate(positions(book, every=23 if book is SMALL[1] else 7)):
        seat = match.to_act[0]
        legal, view = match.legal_actions(seat), match.observe(seat)
        before = book.layout.pack(view)
        found = bot.analyse(view, seat, legal, stream_of(number))
        assert sorted(finding.action for finding in found) == legal
        values = [finding.value for finding in found]
        assert values == sorted(values, reverse=True)
        assert all(0 <= f.value <= 100 and 0 <= f.win <= 100 and f.games > 0 for f in found)
        assert bot.analyse(view, seat, legal, stream_of(number)) == found
        assert bot.choose(view, seat, legal, stream_of(number)) == found[0].action
        assert book.layout.pack(view) == before


@each_compiled
def test_scrambling_what_is_hidden_changes_no_choice(book: Rulebook) -> None:
    bot = ready(book)
    for number, match in enumerate(positions(book, every=13, seed=2)):
        seat = match.to_act[0]
        twin = book.layout.observe(scrambled(book, match, seat, number), seat)
        asked = seat, match.legal_actions(seat), stream_of(number)
        again = seat, match.legal_actions(seat), stream_of(number)
        assert bot.analyse(match.observe(seat), *asked) == bot.analyse(twin, *again)


@each_compiled
def test_a_prior_is_overruled_by_large_differences_only(book: Rulebook) -> None:
    """With trust enough for anything the best judged is best, and what is found stays the same."""
    free, bound = ready(book, plan=Plan()), ready(book, plan=Plan(trust=1_000_000))
    rules = backend.interpreted(book.game.id)
    left = 0
    for number, match in enumerate(positions(book, every=7)):
        seat = match.to_act[0]
        view, legal = match.observe(seat), match.legal_actions(seat)
        judged = {action: rules.evaluate(view, seat, action) for action in legal}
        alone = free.analyse(view, seat, legal, stream_of(number))
        found = bound.analyse(view, seat, legal, stream_of(number))
        assert judged[found[0].action] == max(judged.values())
        if len(legal) == 2:
            assert {f.action: f.win for f in found} == {f.action: f.win for f in alone}
        left += judged[alone[0].action] < max(judged.values())
    assert left > 0


@each_compiled
def test_a_search_makes_its_playouts_whatever_the_clock_says(
    book: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow machine takes longer; only the hard limit ends a search early."""
    bot, hours = ready(book), itertools.count(step=3600)
    match = next(positions(book))
    seat = match.to_act[0]
    asked = match.observe(seat), seat, match.legal_actions(seat)
    found = bot.analyse(*asked, stream_of(1))
    monkeypatch.setattr(search, "time", SimpleNamespace(perf_counter=lambda: next(hours)))
    assert bot.analyse(*asked, stream_of(1)) == found
    limited = Search(book, COMPILER, 10**9, max_seconds=10.0)
    cut_short = limited.analyse(*asked, stream_of(1))
    assert all(4 <= estimate.games <= 12 for estimate in cut_short)


@each_compiled
def test_a_search_can_be_cancelled(book: Rulebook) -> None:
    bot, stop = ready(book, 10**9), Event()
    stop.set()
    match = next(positions(book))
    seat = match.to_act[0]
    assert bot.analyse(match.observe(seat), seat, match.legal_actions(seat), stream_of(1), stop)


@each_compiled
def test_search_beats_the_heuristic(book: Rulebook) -> None:
    """Eight games with the search in each seat in turn: far more than its share."""
    players, wins = 4, 0
    bot, greedy = ready(book, 100), Greedy(book)
    for number in range(8):
        match = Match(book, book.setup(players), make_seed(f"search beats greedy {number}"))
        while not match.over:
            seat = match.to_act[0]
            match.play(seat, decide(match, seat, bot if seat == number % players else greedy))
        wins += match.ranking[0].seat == number % players
    assert wins > 1.5 * 8 / players


@each_compiled
def test_worlds_differ_and_agree_with_the_view(book: Rulebook) -> None:
    """Each world is another one: the same choice, played in many, does not always end the same."""
    match = next(positions(book))
    seat = match.to_act[0]
    run = SearchRun(book, Plan(), match.observe(seat), seat, bot_rng(match, seat))
    ends = set()
    for _ in range(12):
        run.play(match.legal_actions(seat)[0], 1)
        ends.add(
            book.layout.observe(
                book.layout.unpack(run.memory.states.tobytes()[: book.layout.size]), -1
            ).points[0]
        )  # type: ignore[attr-defined]
    assert len(ends) > 3
