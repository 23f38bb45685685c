"""Checks of ideas: the numbers in their sentences are those of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import cycle, islice
from random import Random

from nomarch.bots.greedy import Greedy
from nomarch.bots.play import bot_rng
from nomarch.bots.reasons import Reasons, ideas_of
from nomarch.conformance.playing import tried_setups
from nomarch.conformance.problems import Problem, problem_at
from nomarch.engine.match import Match
from nomarch.kernel import backend
from nomarch.kernel.actions import allowed
from nomarch.kernel.game import Rulebook
from nomarch.kernel.ideas import Engine, Idea, PlayedMove, is_quoted
from nomarch.kernel.layout import GameState
from nomarch.kernel.seeds import make_seed

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
        for idea, sentence, numbers in false_sentences(match, seat):
            where = f"in {sentence!r}, seed {match.seed}, after {len(match.steps)} steps"
            if idea.check is None:
                text = f"{idea.id!r} states numbers without a check, {where}."
            elif numbers is None:
                text = f"{idea.id!r} says what is not so by its check, {where}."
            else:
                text = f"{idea.id!r} has other numbers than the rules ({numbers}), {where}."
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


def false_sentences(match: Match, seat: int) -> Iterator[tuple[Idea, str, tuple[int, ...] | None]]:
    """Yield sentences about moves that their checks contradict, with the right numbers."""
    book, view = match.book, match.observe(seat)
    reasons, engine = Reasons(book, view, seat, match.names), engine_of(book)
    for action in match.legal_actions(seat):
        *begun, move = reasons.line(action)
        state = match.state
        for one in begun:
            state = engine.play(state, seat, one.action)
        played = replace(move, view=state)  # the rules know what is hidden
        for idea in ideas_of(book).ideas:
            size = idea.size(move)
            sentence = reasons.sentence(idea, action, size > 0) if size else ""
            stated = {int(one) for one in NUMBER.findall(sentence)}
            if not sentence or idea.check is is_quoted or (idea.check is None and not stated):
                continue
            found = idea.check and idea.check(PlayedMove(played, size > 0, engine))
            if found is None or set(found) != stated:
                yield idea, sentence, None if found is None else tuple(found)


@cache
def engine_of(book: Rulebook) -> Engine:
    rules, layout = backend.interpreted(book.game.id), book.layout

    def play(state: GameState, seat: int, action: int) -> GameState:
        then = layout.copy(state)
        then.trace = []
        rules.apply(then, seat, action)
        return then

    def legal(state: GameState, seat: int) -> list[int]:
        mask = [0] * book.actions.words
        rules.ask(state, seat, mask)
        return allowed(mask)

    return Engine(layout.copy, play, legal)
