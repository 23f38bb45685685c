"""Positions, and what is asked in them, for the tests of bots, networks, searches and hints."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from nomarch.bots.play import play_on
from nomarch.bots.search import Search, compile_search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.bots.search_settings import Plan
from nomarch.bots.trained_for import encoding_fingerprint
from nomarch.bots.weights import Weights
from nomarch.engine.match import Match
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.chance import IMAGINED, POLICY, reseed
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.declare.layout import STREAM
from nomarch.kernel.run.seeds import key_of, make_seed

from .conformance.playing import SMALLEST, case_id

RA = rulebook("ra")
BOOKS = list(rulebooks().values())
COMPILER = SearchCompiler(compile_search)
FEW = 96
"""Playouts of a decision."""

each_book = pytest.mark.parametrize("book", BOOKS, ids=case_id)
each_compiled = pytest.mark.parametrize(
    "book",
    [
        pytest.param(SMALLEST, marks=pytest.mark.xdist_group("compile-crocodile")),
        pytest.param(RA, marks=[pytest.mark.xdist_group("compile-ra"), pytest.mark.compiled]),
    ],
    ids=case_id,
)


def positions(book: Rulebook, every: int = 17, seed: int = 1) -> Iterator[Match]:
    """One match between greedy bots, stopped now and then where there is a choice."""
    match = Match(book, book.setup(book.game.usual_players), make_seed(f"search {seed}"))
    while not match.over:
        if len(match.legal_actions(match.to_act[0])) > 1:
            yield match
        play_on(match, "greedy", every)


def question(match: Match) -> tuple[Any, int, Sequence[int]]:
    """The view, the seat and the legal actions of the next decision."""
    seat = match.to_act[0]
    return match.observe(seat), seat, match.legal_actions(seat)


def stream_of(number: int) -> Any:
    stream = STREAM.plain()
    reseed(stream, key_of(make_seed("a bot's whims")), number, POLICY)
    return stream


def ready(book: Rulebook, playouts: int = FEW, plan: Plan | None = None, **more: Any) -> Search:
    return Search(book, COMPILER, playouts, plan, wait=True, **more)


def untrained(book: Rulebook, players: int | None = None, seed: int = 1) -> Weights:
    """Weights as training would begin with, only larger, so that logits differ."""
    chance, count = np.random.default_rng(seed), players or book.game.usual_players
    sizes = len(book.features), 24, len(book.actions) + count
    layers = tuple(
        (
            chance.normal(0, before**-0.5, (before, after)).astype(np.float16).astype(np.float32),
            np.zeros(after, np.float32),
        )
        for before, after in pairwise(sizes)
    )
    return Weights(
        game=book.game.id,
        players=(count,),
        place_outputs=count,
        rules_version=book.game.rules_version,
        fingerprint=encoding_fingerprint(book),
        mean=np.zeros(sizes[0], np.float32),
        std=np.full(sizes[0], 4, np.float32),
        layers=layers,
        trained=7,
    )


def scrambled(book: Rulebook, match: Match, seat: int, number: int) -> Any:
    """Another world that looks the same to the seat."""
    rules = backend.interpreted(book.game.id)
    twin, belief_stream = match.observe(seat), STREAM.plain()
    rules.reseed(belief_stream, [number] * 8, 0, IMAGINED)
    rules.determinise(twin, seat, belief_stream)
    return twin
