"""Checks of ideas: the numbers in their sentences are those of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import cycle, islice
from random import Random

from nomarch.bots.greedy import Greedy
from nomarch.bots.play import bot_rng
from nomarch.bots.reasons import Reasons, ideas_of
from nomarch.conformance.playing import tried_setups
from nomarch.conformance.problems import Problem, problem_at
from nomarch.engine.match import Match
from nomarch.i18n import ENGLISH, named
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.ideas import Engine, Idea, Move, PlayedMove, is_quoted
from nomarch.kernel.declare.layout import GameState
from nomarch.kernel.run.seeds import make_seed

POSITIONS = 40
"""Positions that `check_ideas` checks."""
MOST_GAMES = 2_000
STEP = 7
"""Decisions between two positions of a game."""
NUMBER = re.compile(r"\d+")
NAMES = ("Ani", "Meri", "Teti", "Henut", "Bek", "Nofret")


def check_ideas(book: Rulebook, count: int = POSITIONS) -> Iterator[Problem]:
    """Every number in an idea's sentence agrees with the rules after the move."""
    if not ideas_of(book).ideas:
        return
    for match, seat in islice(positions(book), count):
        for idea, sentence, error in false_sentences(match, seat):
            where = f"in {sentence!r}, seed {match.seed}, after {len(match.steps)} steps"
            text = f"{idea.id!r} {error}, {where}."
            yield problem_at(book, "ideas", f'Idea("{idea.id}"', text)


def positions(book: Rulebook) -> Iterator[tuple[Match, int]]:
    """Yield decisions with a choice along games, made by the heuristic or at random."""
    greedy = Greedy(book)
    for number, setup in islice(enumerate(cycle(tried_setups(book))), MOST_GAMES):
        rng = Random(f"{book.game.id} {number}")
        seed, names = make_seed(f"ideas {number}"), NAMES[: setup.players]
        match, seen = Match(book, setup, seed, names), number
        while not match.over:
            seat = rng.choice(match.to_act)
            legal = match.legal_actions(seat)
            if len(legal) > 1:
                seen += 1
                if seen % STEP == 0:
                    yield match, seat
            action = rng.choice(legal)
            if number % 3 and rng.random() < 0.8:
                action = greedy.choose(match.observe(seat), seat, legal, bot_rng(match, seat))
            match.play(seat, book.actions[action])


def false_sentences(match: Match, seat: int) -> Iterator[tuple[Idea, str, str]]:
    """Yield sentences about moves that their checks contradict, and how they do."""
    reasons = Reasons(match.book, match.observe(seat), seat, match.names)
    for action in match.legal_actions(seat):
        line = reasons.line(action)
        for idea in ideas_of(match.book).ideas:
            size = idea.size(line[-1])
            sentence = idea.sentence(ENGLISH, line[-1], is_for=size > 0) if size else ""
            sentence = named(sentence, match.names)
            if sentence and (error := find_error(idea, line, sentence, match)):
                yield idea, sentence, error


def find_error(idea: Idea, line: Sequence[Move], sentence: str, match: Match) -> str:
    """Return how a sentence about a whole move contradicts the rules; empty if it is true."""
    stated = {int(one) for one in NUMBER.findall(sentence)}
    if idea.check is None:
        return "states numbers without a check" if stated else ""
    if idea.check is is_quoted:
        return ""
    engine, state, move = engine_of(match.book), match.state, line[-1]
    for one in line[:-1]:
        state = engine.play(state, one.seat, one.action)
    played = replace(move, view=state)  # the rules know what is hidden
    found = idea.check(PlayedMove(played, idea.size(move) > 0, engine))
    if found is None:
        return "says what is not so by its check"
    return "" if set(found) == stated else f"has other numbers than the rules ({tuple(found)})"


@cache
def engine_of(book: Rulebook) -> Engine:
    rules, layout = backend.interpreted(book.game.id), book.layout

    def play(state: GameState, seat: int, action: int) -> GameState:
        then = layout.copy(state)
        then.trace = []
        rules.apply(then, seat, action)
        return then

    return Engine(layout.copy, play, partial(backend.legal_actions, book))
