"""Random play for the checks, one decision at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import cycle, islice
from random import Random

from nomarch.bots.greedy import Greedy
from nomarch.bots.play import bot_rng
from nomarch.engine.match import Match
from nomarch.i18n import DEFAULT, LANGUAGES, catalog_path
from nomarch.kernel.declare.game import Rulebook, Setup
from nomarch.kernel.run.seeds import make_seed

POSITIONS_PER_GAME = 60
MOST_GAMES = 2_000
STEP = 7
"""Decisions between two positions of a game."""
ROUND = 1_000
"""Seeds from one round of games to the next."""
NAMES = ("Ani", "Meri", "Teti", "Henut", "Bek", "Nofret")


def languages_of(book: Rulebook) -> list[str]:
    """The languages that a game speaks: English, and those it has a catalog for."""
    return [
        language
        for language in LANGUAGES
        if language == DEFAULT or catalog_path(book.package, language).exists()
    ]


@cache
def usual_setups(book: Rulebook) -> tuple[Setup, ...]:
    """The set-up of every player count that has no option changed."""
    usual: dict[int, Setup] = {}
    for setup in book.setups():
        usual.setdefault(setup.players, setup)
    return tuple(usual.values())


@cache
def tried_setups(book: Rulebook) -> tuple[Setup, ...]:
    """The set-ups that are played, since all combinations of many options are too many.

    The usual one for every player count, every other choice of an option by itself, at player
    counts in turn, and one with as many options changed as can be.
    """
    usual = {setup.players: setup for setup in usual_setups(book)}
    alone: dict[tuple[int, int], list[Setup]] = {}
    for setup in book.setups():
        changed = changes(usual[setup.players], setup)
        if len(changed) == 1:
            alone.setdefault(changed[0], []).append(setup)
    each = [setups[turn % len(setups)] for turn, setups in enumerate(alone.values())]
    most = max(book.setups(), key=lambda setup: len(changes(usual[setup.players], setup)))
    return tuple(dict.fromkeys((*usual.values(), *each, most)))


def changes(usual: Setup, other: Setup) -> list[tuple[int, int]]:
    """The options that are not as usual, each with its choice."""
    pairs = enumerate(zip(usual.options, other.options, strict=True))
    return [(option, pick) for option, (as_usual, pick) in pairs if pick != as_usual]


@dataclass
class Rounds:
    """Each round plays other games in every set-up."""

    number: int = 0

    def begin(self, number: int) -> None:
        self.number = number
        whole_game.cache_clear()

    def seed(self, seed: int) -> int:
        return ROUND * self.number + seed


rounds = Rounds()


def begin(book: Rulebook, setup: Setup, seed: int) -> Match:
    return Match(book, setup, make_seed(f"conformance {rounds.seed(seed)}"))


def moves(match: Match, seed: int) -> Iterator[tuple[int, str]]:
    """Play on at random until the end; yield each decision just before it is made."""
    rng = Random(f"{match.book.game.id} {match.setup} {rounds.seed(seed)}")
    while not match.over:
        seat = rng.choice(match.to_act)
        move = rng.choice(match.legal(seat))
        yield seat, move
        match.play(seat, move)


def play_at_random(match: Match, rng: Random, most: int, every: int) -> Iterator[int]:
    """Play up to `most` moves; after one in `every`, yield the seat that made it."""
    for turn in range(most):
        if match.over:
            return
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
        if turn % every == 0:
            yield seat


def played(book: Rulebook, setup: Setup, seed: int, decisions: int | None = None) -> Match:
    """A match after a number of random decisions, or at its end."""
    match = begin(book, setup, seed)
    for count, _ in enumerate(moves(match, seed), start=1):
        if count == decisions:
            break
    return match


@lru_cache(maxsize=64)
def whole_game(book: Rulebook, setup: Setup, seed: int) -> list[tuple[int, str]]:
    """The decisions of one random game, from beginning to end."""
    return list(moves(begin(book, setup, seed), seed))


def samples(book: Rulebook, setup: Setup, seed: int = 0) -> Iterator[Match]:
    """One random match at its beginning, at moments spread over its course, and at its end.

    A game with many set-ups is sampled less often in each, so that all games cost the same.
    """
    decisions = whole_game(book, setup, seed)
    count = max(3, POSITIONS_PER_GAME // len(tried_setups(book)))
    stops = {round(i * len(decisions) / (count - 1)) for i in range(count)}
    match = begin(book, setup, seed)
    if 0 in stops:
        yield match
    for number, (seat, move) in enumerate(decisions, start=1):
        match.play(seat, move)
        if number in stops:
            yield match


def decisions(book: Rulebook) -> Iterator[tuple[Match, int]]:
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
