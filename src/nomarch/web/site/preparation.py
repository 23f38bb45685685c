"""What every start needs: loaded before the server answers, so that no move waits for it.

A game's rules, words, pictures and catalogs take up to a second to load, and a large template a
fifth of one. Loaded on first use, they would stall the event loop or a render thread.
"""

import logging
import time

from nomarch.engine.match import SHAPES
from nomarch.i18n import LANGUAGES, translator
from nomarch.kernel.declare.game import Rulebook, rulebooks
from nomarch.learning.course import start_match
from nomarch.learning.puzzles import load_puzzles
from nomarch.web.http.pages import card_of, sprite
from nomarch.web.http.templates import load_all
from nomarch.web.site.lesson_views import lessons_of

log = logging.getLogger("nomarch.web")


def prepare() -> None:
    """Load all games, languages and templates."""
    began = time.perf_counter()
    load_all()
    for language in LANGUAGES:
        translator("nomarch", language)
    for book in rulebooks().values():
        _prepare_game(book)
    log.info("prepared in %.1f s", time.perf_counter() - began)


def _prepare_game(book: Rulebook) -> None:
    for language in LANGUAGES:
        t = translator(book.package, language)
        card_of(book, t)
        book.words.rules_help(t)
        book.words.glossary(t)
        lessons = lessons_of(book, language)
    sprite(book)
    load_puzzles(book)
    for lesson in lessons[:1]:
        match = start_match(book, lesson)
        for shape in SHAPES:
            match.svg(lesson.seat, shape=shape, standalone=False)
