"""Checks of facts: what their sentences state is so, whatever hidden things turn out to be."""

from collections.abc import Iterator, Sequence
from itertools import islice

from nomarch.bots.fact_weights import names_of
from nomarch.bots.facts import FactFinder, Played
from nomarch.bots.reasons import Reasons, facts_of
from nomarch.conformance.playing import decisions
from nomarch.conformance.problems import Problem, problem_at
from nomarch.engine.match import Match
from nomarch.i18n import ENGLISH
from nomarch.kernel.declare.facts import Facts, Row
from nomarch.kernel.declare.game import Rulebook

POSITIONS = 40
"""Positions that `check_facts` checks."""


def check_facts(book: Rulebook, count: int = POSITIONS) -> Iterator[Problem]:
    """Rows are complete, and every sentence holds in the true position along games."""
    facts = facts_of(book)
    for row, text in _declared_wrongly(book, facts):
        yield problem_at(book, "facts", row.text[:40], text)
    for match, seat in islice(decisions(book), count):
        for row, text in false_sentences(match, seat):
            where = f"seed {match.seed}, after {len(match.steps)} steps"
            yield problem_at(book, "facts", row.text[:40], f"{text}, {where}.")


def _declared_wrongly(book: Rulebook, facts: Facts) -> Iterator[tuple[Row, str]]:
    names = names_of(facts)
    phrases = {one.id: one.phrases for one in facts.suppositions}
    verbs = {action.split()[0] for action in book.actions}
    for row in facts.rows:
        if missing := set(row.about.split()) - set(facts.titles):
            yield row, f"{min(missing)!r} has no title."
        if unknown := set(row.moves) - verbs:
            yield row, f"no action begins with {min(unknown)!r}."
        for fact in row.facts.split():
            supposition = fact.partition(".")[0]
            if fact not in names:
                yield row, f"{fact} tells no moves apart."
            elif _lacks_phrase(row, phrases[supposition]):
                yield row, f"{row.text!r} doesn't say what it supposes ({supposition})."


def _lacks_phrase(row: Row, phrases: Sequence[str]) -> bool:
    return bool(phrases) and not row.is_now and not any(one in row.text for one in phrases)


def false_sentences(match: Match, seat: int) -> Iterator[tuple[Row, str]]:
    """Yield sentences that the true position contradicts, and how."""
    facts = facts_of(match.book)
    view = match.observe(seat)
    reasons = Reasons(match.book, view, seat, match.names)
    guessed = FactFinder(match.book, facts, view, seat)
    known = FactFinder(match.book, facts, view, seat, given=[match.state])
    lines = [
        tuple(one.action for one in reasons.line(action)) for action in match.legal_actions(seat)
    ]
    for line in lines:
        other = next((one for one in lines if one != line), None)
        for row in facts.rows:
            try:
                said, true = (
                    finder.sentence(
                        ENGLISH, row, Played(finder, line, Played(finder, other) if other else None)
                    )
                    for finder in (guessed, known)
                )
            except (KeyError, StopIteration) as error:
                yield row, f"fails with {error!r}"
                continue
            if said and said != true:
                yield row, f"says {said!r}, but it is {true!r}"
