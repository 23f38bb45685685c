"""Runs the checks of a game and collects what they find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count, islice
from time import monotonic

from nomarch.bots.ratings import ladder_of
from nomarch.conformance import (
    board_checks as board,
    compiled_checks as compiled,
    rules_checks as rules,
    secret_checks as secrets,
    shown_checks as shown,
    view_checks as views,
    words_checks as words,
)
from nomarch.conformance.contrast_checks import check_contrast
from nomarch.conformance.fact_checks import check_facts
from nomarch.conformance.playing import played, rounds, tried_setups
from nomarch.conformance.problems import Problem, problem_at, problem_of_error
from nomarch.kernel.declare.game import Rulebook, Setup
from nomarch.learning.puzzles import load_puzzles

GameCheck = Callable[[Rulebook], Iterator[Problem]]
SetupCheck = Callable[[Rulebook, Setup], Iterator[Problem]]

MOST_PROBLEMS = 5
"""Problems that one check reports; the rest is usually more of the same."""


def check_extras(book: Rulebook) -> Iterator[Problem]:
    """Name what a game may have and this one has not."""
    if book.teaching is None:
        yield Problem("There are no lessons; lessons are optional.", is_note=True)
    if not load_puzzles(book):
        yield Problem("There are no puzzles; puzzles are optional.", is_note=True)


def check_ratings(book: Rulebook) -> Iterator[Problem]:
    """Where levels are rated, pages offer only those; one without a rating needs a reason."""
    ladder = ladder_of(book)
    for players, level in ladder.forgotten() if ladder else ():
        yield Problem(
            f"ratings.json has no rating of {level} with {players} players: pages don't offer it. "
            "Rate it, or say why under “not_offered”."
        )


def check_catalogs(book: Rulebook) -> Iterator[Problem]:
    """Check the translations, where Babel is installed."""
    try:
        from nomarch.conformance import catalogs
    except ModuleNotFoundError:
        sentence = "Translations were not checked: pip install 'nomarch[serve]'."
        return iter((Problem(sentence, is_note=True),))
    return catalogs.check_catalogs(book)


GAME_CHECKS: tuple[GameCheck, ...] = (
    views.check_options_are_seen,
    rules.check_description,
    rules.check_dialect,
    rules.check_state,
    rules.check_notation,
    rules.check_numbering,
    rules.check_options_matter,
    board.check_pictures,
    board.check_tips,
    board.check_regions,
    board.check_text_board,
    board.check_lettering,
    board.check_highlights,
    board.check_cache,
    board.check_brief_drawings,
    check_contrast,
    words.check_sentences,
    shown.check_literals,
    words.check_explanations,
    words.check_anchors,
    words.check_glossary,
    words.check_rules_pictures,
    words.check_lessons,
    words.check_lesson_progress,
    check_facts,
    check_ratings,
)
"""Checks of a whole game. The first are those whose failure makes others fail."""

RULES_CHECKS: tuple[SetupCheck, ...] = (
    rules.check_reused_memory,
    rules.check_endings,
    rules.check_results,
    rules.check_simultaneous,
    rules.check_invariants,
    rules.check_refusals,
    rules.check_reasons,
    views.check_beliefs,
    views.check_secrets,
    secrets.check_told_events,
    secrets.check_forced_moves,
    secrets.check_reveals,
    secrets.check_secret_answers,
    secrets.check_imagined_answers,
    secrets.check_stage_views,
)
"""Checks of what options change."""

SETUP_CHECKS: tuple[SetupCheck, ...] = (
    *RULES_CHECKS,
    rules.check_saves,
    rules.check_undo,
    views.check_imagined_values,
    secrets.check_told_beliefs,
    views.check_memory,
    views.check_data,
    views.check_evaluation,
    views.check_features,
    views.check_scores,
    board.check_drawings,
)
"""Checks of a game with each number of players and each option."""

COMPILED_CHECKS: tuple[SetupCheck, ...] = (compiled.check_builds, compiled.check_series)
"""Checks that compile the game, which takes from half a minute to several."""


def check_game(
    book: Rulebook, *, compiled_too: bool = False, games: int = 1, seconds: float = 0, seed: int = 0
) -> Iterator[Problem]:
    """Yield everything that is wrong with a game; notes about optional parts come last.

    The checks play rounds of games, one in every set-up: at least `games`, and more until so many
    seconds are spent. `seed` is the number of the first.
    """
    reported: set[str] = set()
    for name, found in _runs(book, compiled_too, _numbers(games, seconds, seed)):
        try:
            for problem in islice(
                (each for each in found if str(each) not in reported), MOST_PROBLEMS
            ):
                reported.add(str(problem))
                yield problem
        except Exception as error:  # the game's own code failed: that is a finding too
            problem = problem_of_error(book, error, name)
            # Many checks may fail at the same line: only the first reports it.
            cause = f"{problem.path}:{problem.line}: {error!r}"
            if cause not in reported:
                reported.add(cause)
                yield problem


def _numbers(games: int, seconds: float, seed: int) -> Iterator[int]:
    """Yield the numbers of the rounds to play, and make each the current one."""
    until = monotonic() + seconds
    for number in count(seed):
        if number >= seed + games and monotonic() >= until:
            rounds.begin(0)
            return
        rounds.begin(number)
        yield number


def _runs(
    book: Rulebook, compiled_too: bool, numbers: Iterator[int]
) -> Iterator[tuple[str, Iterator[Problem]]]:
    for check in GAME_CHECKS:
        yield _title(check), check(book)
    told = Counter[str]()
    for _ in numbers:
        for setup in tried_setups(book):
            yield "Playing", _count_events(book, setup, told)
            for setup_check in SETUP_CHECKS:
                yield _title(setup_check), setup_check(book, setup)
    for setup in tried_setups(book) if compiled_too else ():
        for setup_check in COMPILED_CHECKS:
            yield _title(setup_check), setup_check(book, setup)
    if compiled_too:
        yield _title(compiled.check_cuda), compiled.check_cuda(book)
    yield _title(check_events_happen), check_events_happen(book, told)
    yield _title(check_catalogs), check_catalogs(book)
    yield _title(shown.check_shown_fields), shown.check_shown_fields(book)
    yield _title(check_extras), check_extras(book)


def _count_events(book: Rulebook, setup: Setup, told: Counter[str]) -> Iterator[Problem]:
    match = played(book, setup, 0)
    for records in (match.opening, *(step.events for step in match.steps)):
        told.update(record.name for record in records)
    yield from ()


def check_events_happen(book: Rulebook, told: Counter[str]) -> Iterator[Problem]:
    """Each event is told in some game; `told` counts those of all games played."""
    for event in book.events:
        if event.name not in told:
            sentence = f"The event `{event.name}` was told in none of the games played."
            note = problem_at(book, "events", f'"{event.name}"', sentence)
            yield replace(note, is_note=True)


def _title(check: Callable[..., object]) -> str:
    return check.__name__.replace("_", " ").capitalize()
