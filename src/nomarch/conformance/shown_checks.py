"""Checks of what players are shown: every word is translated, and every visible field is used."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from gettext import NullTranslations
from string import ascii_letters
from typing import Any
from xml.etree import ElementTree

from nomarch.conformance.playing import samples, tried_setups, usual_setups
from nomarch.conformance.problems import Problem, problem_at
from nomarch.conformance.view_checks import own_fields
from nomarch.engine.match import SHAPES, SPECTATOR, Match
from nomarch.i18n import ENGLISH, Translate
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import NOBODY, GameState

WIDE = str.maketrans(ascii_letters, "".join(chr(ord(sign) + 0xFEE0) for sign in ascii_letters))
"""Full-width letters, which stand for translated ones."""
PLAIN = re.compile(r"(?![IVX]+\b)[A-Za-z]{3,}(?:[ ’'-]+[A-Za-z]+)*")
"""Words in letters that no translation wrote, but for Roman numbers."""


class _WideLetters(Translate):
    """Translates into full-width letters; what stays plain was never translated."""

    def __init__(self) -> None:
        super().__init__({}, NullTranslations())
        self.ngettext = lambda msgid1, msgid2, n: self(msgid1 if n == 1 else msgid2)

    def __call__(self, sentence: str) -> str:
        parts = re.split(r"(\{[^{}]*\})", sentence)
        return "".join(part if part[:1] == "{" else part.translate(WIDE) for part in parts)


def check_literals(book: Rulebook) -> Iterator[Problem]:
    """Every shown text went through `t`."""
    t = _WideLetters()
    for words in _said_of_game(book, t):
        yield from _untranslated(book, "words", words)
    for match in samples(book, tried_setups(book)[0]):
        for seat in range(SPECTATOR, match.players):
            for words in _said_of_view(match, seat, match.observe(seat), t):
                yield from _untranslated(book, "words", words)
        for seat in range(SPECTATOR, match.players):
            for shape in SHAPES:
                for words in _drawn(ElementTree.fromstring(_draw(match, seat, shape, t))):
                    yield from _untranslated(book, "art", words)


def _untranslated(book: Rulebook, file: str, words: str) -> Iterator[Problem]:
    same = (book.game.title, *getattr(book.words, "PROPER_NAMES", ()))
    for name in sorted(same, key=len, reverse=True):
        words = words.replace(name, "")
    if found := PLAIN.search(words):
        sentence = f"{found[0]!r} is never translated: put it into `t(…)`."
        yield problem_at(book, file, found[0], sentence)


def _said_of_game(book: Rulebook, t: Translate) -> Iterator[str]:
    yield from book.words.categories(t)
    for chapter in book.words.rules_help(t):
        yield from (chapter.title, *chapter.paragraphs)
    for section in book.words.glossary(t):
        yield section.title
        yield from (text for entry in section.entries for text in (entry.name, entry.about))
    for lesson in book.teaching.lessons(t) if book.teaching else ():
        yield from (lesson.title, lesson.about)
        yield from (getattr(step, "text", "") for step in lesson.steps)


def _said_of_view(match: Match, seat: int, view: GameState, t: Translate) -> Iterator[str]:
    words, names = match.book.words, [str(seat) for seat in range(match.players)]
    if match.to_act:
        yield words.prompt(t, view, seat, match.to_act, names)
    for action in match.legal_actions(seat) if seat in match.to_act else ():
        yield re.sub(r"\{names\[\d\]\}", "", words.move(t, view, action))
    position = words.position(t, view, names)
    yield from (*position.lines, *position.columns, *_cells(position.rows))
    for section in position.sections:
        yield from (section.title, *section.lines, *section.columns, *_cells(section.rows))


def _cells(rows: Iterable[Iterable[str]]) -> Iterator[str]:
    return (cell for row in rows for cell in row)


def _draw(match: Match, seat: int, shape: str, t: Translate, view: GameState | None = None) -> str:
    return match.book.art.draw(
        match.observe(seat) if view is None else view,
        viewer=seat,
        legal=match.legal_actions(seat),
        to_act=match.to_act,
        names=[str(seat) for seat in range(match.players)],
        t=t,
        shape=shape,
        prefix="board-",
    )


def _drawn(root: ElementTree.Element) -> Iterator[str]:
    for node in root.iter():
        if node.tag.rpartition("}")[2] in ("text", "tspan", "title", "desc"):
            yield node.text or ""
        yield from (node.get("aria-label", ""), node.get("data-tip", ""))


def check_shown_fields(book: Rulebook) -> Iterator[Problem]:
    """Name fields that players may see and nothing shows: forgotten, or memory for beliefs."""
    read: set[str] = set()
    visible = [field for field in own_fields(book) if field.sees is not NOBODY]
    for setup in usual_setups(book):
        for match in samples(book, setup):
            for seat in range(SPECTATOR, match.players):
                view = _recording(match.observe(seat), read)
                for shape in SHAPES:
                    _draw(match, seat, shape, ENGLISH, view)
                list(_said_of_view(match, seat, view, ENGLISH))
            if read.issuperset(field.name for field in visible):
                return
    for field in visible:
        if field.name not in read:
            sentence = (
                f"No drawing and no words use `{field.name}`, which players may see: show it, or "
                "let `NOBODY` see it."
            )
            found = problem_at(book, "state", f"    {field.name}:", sentence)
            yield replace(found, is_note=True)


def _recording(view: GameState, read: set[str]) -> GameState:
    """Make a view note the names of attributes that are read."""

    class Recorded(type(view)):  # type: ignore[misc]
        def __getattribute__(self, name: str) -> Any:
            read.add(name)
            return super().__getattribute__(name)

    view.__class__ = Recorded
    return view
