"""Turns in few sentences: “Imhotep buys 3 farmers and 2 bricks and builds a pyramid in Edfu.”

Sentences of the log that begin with the player and have the same verb are joined, and those of a
turn with two verbs. A turn with more has a sentence for each. Events `apart`, such as a harvest,
are sentences of their own. This works in every language whose sentences begin with the subject.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from nomarch.engine.match import Match
from nomarch.engine.match_log import LogLine, Step
from nomarch.i18n import translator
from nomarch.kernel.declare.events import EventRecord

PRONOUNS = {"en": "You", "de": "Du", "fr": "Vous", "nl": "Je"}
"""What sentences begin with that address the viewer."""
PARTICLES = ("af", "terug", "weg")
"""Ends of Dutch verbs, which stand once."""
MOST_VERBS = 2
"""A sentence with more verbs is several."""
SHORTEST_VERB = 3
"""Shorter words are particles or auxiliaries, which are not left out."""


def summarize_turn(
    match: Match, steps: Sequence[Step], viewer: int, language: str, you: int | None
) -> list[LogLine]:
    """Return the steps of one seat as parts of few sentences, each with its icon."""
    you = viewer if you is None else you
    t = translator("nomarch", language)
    texts: list[LogLine] = []
    records = [record for step in steps for record in step.events]
    for actor, sentence in groupby(records, lambda record: _actor(record, steps[0].seat)):
        subject = PRONOUNS.get(language, "") if actor.seat == you else match.names[actor.seat]
        lines = match.describe_events(list(sentence), viewer, language, you=you)
        texts += _join_clauses(lines, subject, t("and"))
    return texts


def summarize_opening(match: Match, viewer: int, language: str, you: int | None) -> list[LogLine]:
    """Return the events before the first move, those about the viewer as one sentence."""
    lines = match.describe_events(match.opening, viewer, language, you=you)
    return _join_clauses(lines, PRONOUNS.get(language, ""), translator("nomarch", language)("and"))


def _join_clauses(lines: Sequence[LogLine], subject: str, conjunction: str) -> list[LogLine]:
    texts: list[LogLine] = []
    for is_clause, run in groupby(lines, lambda line: _is_clause(line.text, subject)):
        if is_clause:
            clauses = [LogLine(line.text[len(subject) + 1 : -1], line.icon) for line in run]
            texts += _join(subject, conjunction, clauses)
        else:
            texts += run
    return texts


class _Actor(NamedTuple):
    """The subject of a sentence, and its event if it is no part of the turn."""

    seat: int
    apart: str


def _actor(record: EventRecord, mover: int) -> _Actor:
    event = record.event
    if not event.apart:
        return _Actor(mover, "")
    is_about_one = event.subject and not event.has_many_subjects
    return _Actor(getattr(record, event.subject) if is_about_one else mover, event.name)


def _is_clause(text: str, subject: str) -> bool:
    """Whether a sentence is about the player, and short enough to be joined with others."""
    if not subject or not text.startswith(f"{subject} ") or not text.endswith("."):
        return False
    rest = text[len(subject) + 1 :]
    return ":" not in rest and not rest.startswith(f"{subject.lower()} ")  # vous vous …


def _join(subject: str, conjunction: str, clauses: Sequence[LogLine]) -> list[LogLine]:
    """Put clauses together; those with the same verb share it, and no more than two verbs."""
    by_verb: dict[str, list[LogLine]] = {}
    for line in clauses:
        by_verb.setdefault(_verb(line.text), []).append(line)
    if len(by_verb) > MOST_VERBS:
        return [line for group in by_verb.values() for line in _join(subject, conjunction, group)]
    groups = [_share_ends(group) for group in by_verb.values()]
    texts: list[LogLine] = []
    for at, group in enumerate(groups):
        is_last = at == len(groups) - 1
        for i, line in enumerate(group):
            text = line.text if i == 0 else line.text.partition(" ")[2]
            starts_last = (i == len(group) - 1 and i > 0) or (i == 0 and is_last and at > 0)
            if starts_last:  # before the icon of this clause
                texts[-1] = LogLine(f"{texts[-1].text} {conjunction}", texts[-1].icon)
            ends_group = i == len(group) - 1
            if not ends_group:
                text += "," if i < len(group) - 2 else ""
            elif is_last:
                text += "."
            elif at < len(groups) - 2 or len(group) > 1:
                text += ","
            texts.append(LogLine(text, line.icon))
    return [LogLine(f"{subject} {texts[0].text}", texts[0].icon), *texts[1:]]


def _share_ends(group: list[LogLine]) -> list[LogLine]:
    """Leave out words at the end that the last of several clauses repeats."""
    split = [line.text.split() for line in group]
    length = 0
    while length < min(map(len, split)) - 2 and len({words[-length - 1] for words in split}) == 1:
        length += 1
    ending = split[0][len(split[0]) - length :]
    is_phrase = length > 1 or (length == 1 and ending[0] in PARTICLES)
    if len(group) < 2 or not is_phrase or any(map(str.isdigit, "".join(ending))):
        return group
    shorter = (" ".join(words[:-length]) for words in split[:-1])
    return [
        *(LogLine(text, line.icon) for text, line in zip(shorter, group[:-1], strict=True)),
        group[-1],
    ]


def _verb(clause: str) -> str:
    first, _, rest = clause.partition(" ")
    return first if rest and len(first) >= SHORTEST_VERB else clause
