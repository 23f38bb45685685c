"""Search: imagines worlds from a view alone, is deterministic, and beats the heuristic.

The smallest game is compiled, and Ra if it or the kernel has changed; that no other game's search
can read what is hidden is shown by what its compiled code is given.
"""

import itertools
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from nomarch.bots import search
from nomarch.bots.greedy import Greedy
from nomarch.bots.play import bot_rng, decide
from nomarch.bots.prior import NetworkPrior
from nomarch.bots.search import GUIDED, Search, SearchRun
from nomarch.bots.search_settings import Plan, plan_of
from nomarch.engine.match import Match
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.run.seeds import make_seed
from nomarch.kernel.run.worlds import GAMES

from .bot_positions import (
    COMPILER,
    FEW,
    RA,
    each_book,
    each_compiled,
    positions,
    question,
    ready,
    scrambled,
    stream_of,
    untrained,
)

PLANS = {
    "greedy": Plan(),
    "random": Plan(noise=100),
    "short": Plan(limit=6),
    "narrow": Plan(width=2),
    "guided": GUIDED,
    "guided-short": replace(GUIDED, limit=7),
}


@each_book
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
        seen, seat, legal = question(match)
        asked: list[list[list[bytes]]] = []
        for state in (match.state, scrambled(book, match, seat, number)):
            given.clear()
            view = book.layout.observe(state, seat)
            SearchRun(book, plan_of(book), view, seat, stream_of(number)).spend(legal, FEW)
            size = book.layout.size
            assert given[0][0][:size] == book.layout.pack(seen)
            assert given[0][0][:size] != book.layout.pack(match.state)
            assert not any(given[0][0][size:])
            asked.append(list(given))
        assert asked[0] == asked[1]


@each_compiled
@pytest.mark.parametrize("name", PLANS)
def test_choices_are_legal_ranked_and_the_same_every_time(book: Rulebook, name: str) -> None:
    prior = NetworkPrior(book, untrained(book)) if name.startswith("guided") else None
    bot = ready(book, plan=PLANS[name], prior=prior)
    for number, match in enumerate(positions(book, every=23 if book is RA else 7)):
        view, seat, legal = question(match)
        before = book.layout.pack(view)
        found = bot.analyse(view, seat, legal, stream_of(number))
        assert sorted(finding.action for finding in found) == legal
        values = [finding.value for finding in found]
        assert values == sorted(values, reverse=True)
        assert all(0 <= f.value <= 100 and 0 <= f.win <= 100 and f.games > 0 for f in found)
        assert bot.analyse(view, seat, legal, stream_of(number)) == found
        assert bot.choose(view, seat, legal, stream_of(number)) == found[0].action
        if book is RA and name == "greedy" and number:  # at first, points may end at their floor
            points = [f.outcomes.sums[seat, :, 0].sum() / f.games for f in found if f.outcomes]
            assert np.ptp([f.points - by for f, by in zip(found, points, strict=True)]) < 1e-6
        assert book.layout.pack(view) == before


@each_compiled
def test_a_prior_is_overruled_by_large_differences_only(book: Rulebook) -> None:
    """With trust enough for anything the best judged is best, and what is found stays the same."""
    free, bound = ready(book, plan=Plan()), ready(book, plan=Plan(trust=1_000_000))
    rules = backend.interpreted(book.game.id)
    left = 0
    for number, match in enumerate(positions(book, every=7)):
        view, seat, legal = question(match)
        judged = {action: rules.evaluate(view, seat, action) for action in legal}
        alone = free.analyse(view, seat, legal, stream_of(number))
        found = bound.analyse(view, seat, legal, stream_of(number))
        assert judged[found[0].action] == max(judged.values())
        if len(legal) == 2:
            assert {f.action: f.win for f in found} == {f.action: f.win for f in alone}
        left += judged[alone[0].action] < max(judged.values())
    assert left > 0


@each_compiled
def test_only_the_hard_limit_ends_a_search_early(
    book: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It makes its playouts whatever the clock says: a slow machine takes longer."""
    bot, hours = ready(book), itertools.count(step=3600)
    asked = question(next(positions(book)))
    found = bot.analyse(*asked, stream_of(1))
    monkeypatch.setattr(search, "time", SimpleNamespace(perf_counter=lambda: next(hours)))
    assert bot.analyse(*asked, stream_of(1)) == found
    cut_short = Search(book, COMPILER, 10**9, max_seconds=10.0).analyse(*asked, stream_of(1))
    assert {4 <= estimate.games <= 12 for estimate in cut_short} == {True}


@each_compiled
def test_search_beats_the_heuristic(book: Rulebook) -> None:
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
    match = next(positions(book))
    view, seat, legal = question(match)
    run = SearchRun(book, Plan(), view, seat, bot_rng(match, seat))
    ends, layout = set(), book.layout
    for _ in range(12):
        run.play(legal[0], 1)
        end = layout.unpack(run.memory.states.tobytes()[: layout.size])
        ends.add(layout.observe(end, -1).points[0])  # type: ignore[attr-defined]
    assert len(ends) > 3
