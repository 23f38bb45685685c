"""Checks of the words: every event has a sentence in every language of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from nomarch.conformance.playing import languages_of, samples, tried_setups, usual_setups
from nomarch.conformance.problems import Problem, problem_at
from nomarch.engine.match import SPECTATOR, Match
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.lessons import Ask, Question
from nomarch.learning import lesson_checks
from nomarch.learning.course import Course
from nomarch.learning.illegal_moves import explain_illegal, rule_of
from nomarch.learning.rules_pictures import illustrate_rules

BACK = "back"
"""The picture of something face down, which needs no entry in a glossary."""
EXPLAINED = 40
"""Actions that are asked about when they are not legal."""
MOST_LESSONS, MOST_STEPS = 12, 14
WIDEST_PICTURE = 720
"""Units of a drawing that fit a column of the rules."""


def check_sentences(book: Rulebook) -> Iterator[Problem]:
    """Prompts, positions, moves and the log have words.

    Translations have the placeholders of the English sentences, which `check_catalogs` sees to, so
    options are changed in English alone.
    """
    for language in languages_of(book):
        for setup in (tried_setups if language == DEFAULT else usual_setups)(book):
            for match in samples(book, setup):
                yield from _of_position(book, match, language)
                for line in match.log(SPECTATOR, language):
                    if "{" in line:
                        sentence = f"The log says {line!r}: something is not filled in."
                        yield problem_at(book, "events", "Event(", sentence)
        t = translator(book.package, language)
        if not all(book.words.categories(t)):
            yield problem_at(book, "words", "def categories", "A scoring category has no name.")
        for chapter in book.words.rules_help(t):
            if not chapter.paragraphs:
                sentence = f"The chapter {chapter.title!r} of the help is empty."
                yield problem_at(book, "words", "def rules_help", sentence)


def check_anchors(book: Rulebook) -> Iterator[Problem]:
    """Paragraphs of the rules help that have names have different ones, and links lead to them."""
    t = translator(book.package, DEFAULT)
    anchors = list[str]()
    for chapter in book.words.rules_help(t):
        if chapter.anchors and len(chapter.anchors) != len(chapter.paragraphs):
            sentence = f"The chapter {chapter.title!r} needs an anchor for each paragraph."
            yield problem_at(book, "words", "def rules_help", sentence)
        anchors += chapter.anchors
    if len(set(anchors)) < len(anchors):
        yield problem_at(book, "words", "def rules_help", "Two paragraphs have the same anchor.")
    for action in range(len(book.actions)):
        if (rule := rule_of(book, action)) and rule not in anchors:
            sentence = f"{book.actions[action]!r} links to {rule!r}, which is no paragraph."
            yield problem_at(book, "words", "def rule_of", sentence)
    for lesson in book.teaching.lessons(t) if book.teaching else ():
        for see in (lesson.see, *(getattr(step, "see", "") for step in lesson.steps)):
            if see and see not in anchors:
                sentence = f"The lesson {lesson.id!r} links to {see!r}, which is no paragraph."
                yield problem_at(book, "lessons", f'"{lesson.id}"', sentence)


def _of_position(book: Rulebook, match: Match, language: str) -> Iterator[Problem]:
    t = translator(book.package, language)
    for seat in range(SPECTATOR, match.players):
        if not match.prompt(seat, language):
            yield problem_at(book, "words", "def prompt", "There is a position without a prompt.")
        position = book.words.position(t, match.observe(seat), match.names)
        if len(position.rows) != match.players:
            sentence = "`position` needs a row for each player."
            yield problem_at(book, "words", "def position", sentence)
        for row, points in zip(position.rows, match.scores, strict=False):
            is_told = match.over and max(match.scores) > 1  # else it only says who won
            if is_told and not re.search(rf"(?<!\d){abs(points)}(?!\d)", " ".join(row[1:])):
                sentence = "`position` doesn't say how many points a player has at the end."
                yield problem_at(book, "words", "def position", sentence)
        if {len(row) for row in position.rows} != {len(position.columns)}:
            sentence = "Each row of `position` needs a cell for each column."
            yield problem_at(book, "words", "def position", sentence)
        names = dict[str, str]()
        for move in match.legal(seat):
            words = match.describe(seat, move, language)
            if not words:
                yield problem_at(book, "words", "def move", f"{move!r} has no words.")
            elif (other := names.setdefault(words, move)) != move:
                sentence = f"{other!r} and {move!r} are both called {words!r}."
                yield problem_at(book, "words", "def move", sentence)


def check_explanations(book: Rulebook) -> Iterator[Problem]:
    """Whoever tries something that is not allowed gets an answer."""
    match = next(iter(samples(book, next(book.setups()))))
    for language in languages_of(book):
        for seat in range(match.players):
            legal = match.legal(seat)
            for move in list(book.actions)[:EXPLAINED]:
                if (explain_illegal(match, seat, move, language) == "") != (move in legal):
                    sentence = f"{move!r} is not explained as it should be."
                    yield problem_at(book, "rules", "def legal", sentence)


def check_glossary(book: Rulebook) -> Iterator[Problem]:
    """Every picture has one entry, and every entry a name and a sentence."""

    def wrong(sentence: str) -> Problem:
        return problem_at(book, "words", "def glossary", sentence)

    pictures = sorted({*book.art.symbols()} - {BACK})
    for language in languages_of(book):
        sections = book.words.glossary(translator(book.package, language))
        entries = [entry for section in sections for entry in section.entries]
        explained = sorted({e.picture for e in entries if e.picture} - {BACK})
        if explained != pictures:
            yield wrong(f"The pictures are {pictures}; the glossary explains {explained}.")
        if len({entry.name for entry in entries}) != len(entries):
            yield wrong("Two things of the glossary have the same name.")
        if not all(section.title and section.entries for section in sections):
            yield wrong("A section of the glossary has no title or no entries.")
        for entry in entries:
            text = entry.name + entry.about
            if not entry.name.strip() or not entry.about.strip() or "{" in text:
                yield wrong(f"The entry {entry.name!r} is not finished.")


def check_rules_pictures(book: Rulebook) -> Iterator[Problem]:
    """The pictures of the rules help fit the page and can stand on it together."""
    for language in languages_of(book):
        names: set[str] = set()
        for part in illustrate_rules(book, language):
            if part.picture is None:
                continue
            root = ElementTree.fromstring(part.picture.drawing)
            own = [id_ for node in root.iter() if (id_ := node.get("id"))]
            if float(root.get("width", "0")) > WIDEST_PICTURE:
                sentence = f"The picture of {part.chapter.title!r} is too wide for the rules."
                yield problem_at(book, "words", "def rules_help", sentence)
            if len(set(own)) < len(own) or names & set(own):
                sentence = f"The picture of {part.chapter.title!r} uses a name twice."
                yield problem_at(book, "words", "def rules_help", sentence)
            names |= set(own)


def check_lessons(book: Rulebook) -> Iterator[Problem]:
    """Every lesson is legal, true, and answered in every case; lessons are optional.

    Languages differ in texts only, as `check_lesson_progress` sees to.
    """
    if book.teaching is None:
        return
    for language in languages_of(book):
        t = translator(book.package, language)
        for number, lesson in enumerate(book.teaching.lessons(t), start=1):
            faults = lesson_checks.find_silent_steps(lesson)
            if language == DEFAULT:
                faults = lesson_checks.find_problems(book, lesson)
            for fault in faults:
                sentence = f"Lesson {number}, {fault.rstrip('.')}."
                yield problem_at(book, "lessons", f'"{lesson.id}"', sentence)
    taught = list(book.teaching.lessons(translator(book.package, DEFAULT)))
    if len({lesson.id for lesson in taught}) != len(taught):
        yield problem_at(book, "lessons", "def lessons", "Two lessons have the same id.")
    if not 1 <= len(taught) <= MOST_LESSONS:
        sentence = f"There are {len(taught)} lessons; one to {MOST_LESSONS} are useful."
        yield problem_at(book, "lessons", "def lessons", sentence)
    for number, lesson in enumerate(taught, start=1):
        where = f'"{lesson.id}"'
        if not any(isinstance(step, Ask | Question) for step in lesson.steps):
            yield problem_at(book, "lessons", where, f"Lesson {number} asks for no move.")
        if len(lesson.steps) > MOST_STEPS:
            sentence = f"Lesson {number} has {len(lesson.steps)} steps; {MOST_STEPS} are plenty."
            yield problem_at(book, "lessons", where, sentence)
    advice = book.teaching.coaching(translator(book.package, DEFAULT))
    if not len({a.id for a in advice}) == len(advice) == len({a.text for a in advice}):
        yield problem_at(book, "lessons", "def coaching", "The coach says something twice.")


def check_lesson_progress(book: Rulebook) -> Iterator[Problem]:
    """A lesson is the same in all languages, and is taken up where it was left."""
    if book.teaching is None:
        return
    taught = list(book.teaching.lessons(translator(book.package, DEFAULT)))
    for language in languages_of(book):
        for one, two in zip(
            taught, book.teaching.lessons(translator(book.package, language)), strict=True
        ):
            kinds = [[type(step) for step in lesson.steps] for lesson in (one, two)]
            if (one.id, one.seed, one.moves) != (two.id, two.seed, two.moves) or (
                kinds[0] != kinds[1]
            ):
                sentence = f"The lesson {one.id!r} differs in {language}."
                yield problem_at(book, "lessons", f'"{one.id}"', sentence)
    for lesson in taught:
        whole = Course(book, lesson)
        while not whole.done:
            again = Course(book, lesson)
            again.resume(whole.answers)
            same = list(again.match.positions()) == list(whole.match.positions())
            if again.step != whole.step or not same:
                sentence = f"The lesson {lesson.id!r} is not taken up where it was left."
                yield problem_at(book, "lessons", f'"{lesson.id}"', sentence)
                break
            answer = whole.right_answer()
            if isinstance(whole.step, Ask) and not answer:
                break  # told of by `check_lessons`
            whole.answer(answer)
