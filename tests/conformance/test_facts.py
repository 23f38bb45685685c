"""Facts: rows are complete, what they state is so, and weights choose among them."""

from dataclasses import replace

import pytest

from nomarch.bots import fact_weights
from nomarch.bots.facts import FactFinder, Played
from nomarch.bots.reasons import Reasons, facts_of
from nomarch.conformance import fact_checks
from nomarch.conformance.fact_checks import check_facts
from nomarch.conformance.playing import decisions
from nomarch.i18n import ENGLISH
from nomarch.kernel.declare.facts import Row
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks

from ..fact_examples import file_of, sentences
from .playing import case_id

BOOKS = [book for book in rulebooks().values() if facts_of(book).rows]
RA = rulebook("ra")
each_game = pytest.mark.parametrize("book", BOOKS, ids=case_id)


@each_game
def test_what_rows_state_is_so(book: Rulebook) -> None:
    assert list(check_facts(book)) == []


@pytest.mark.thorough
@each_game
def test_what_rows_state_is_so_in_1000_positions(book: Rulebook) -> None:
    assert list(check_facts(book, 1_000)) == []


@each_game
def test_every_row_has_an_example_that_was_read(book: Rulebook) -> None:
    """`python -m tests.fact_examples GAME` writes them again: read what it changes."""
    lines = file_of(book).read_text().splitlines()
    said = [line.partition(" | ") for line in lines if " | " in line]
    numbers = sorted({int(head.split()[0]) for head, _, _ in said})
    found = {
        (f"{number} {move}", text): row.text for number, move, row, text in sentences(book, numbers)
    }
    examples = {found[head, text] for head, _, text in said}
    assert examples | set(lines) >= {row.text for row in facts_of(book).rows}
    assert len(said) > 0.8 * len(lines)


SWAP = next(row for row in facts_of(RA).rows if row.about == "swap")


@pytest.mark.parametrize(
    ("planted", "told"),
    [
        (
            replace(SWAP, text="You get the {centre} for your {sun}."),
            "doesn't say what it supposes",
        ),
        (replace(SWAP, about="swaps"), "'swaps' has no title"),
        (replace(SWAP, moves=("bids",)), "no action begins with 'bids'"),
        (replace(SWAP, facts="loud.power.me"), "tells no moves apart"),
        (replace(SWAP, facts="quiet.centre.me"), "tells no moves apart"),
        (replace(SWAP, facts="quiet.power.rivals"), "tells no moves apart"),
        (replace(SWAP, values=lambda p: {}), "fails with KeyError"),
        (replace(SWAP, values=lambda p: {"sun": id(p), "centre": 1}), "but it is"),
    ],
)
def test_a_wrong_row_is_found(planted: Row, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = replace(facts_of(RA), rows=(planted,))
    monkeypatch.setattr(fact_checks, "facts_of", lambda book: facts)
    problem = next(check_facts(RA))
    assert told in problem.sentence
    assert problem.path is not None
    assert problem.path.name == "facts.py"


def test_what_depends_on_hidden_things_is_not_said() -> None:
    """The next tile is not known, so what a draw brings isn't either."""
    (match, seat), row = next(decisions(RA)), facts_of(RA).rows[0]
    finder = FactFinder(RA, facts_of(RA), match.observe(seat), seat)
    drawing = Played(finder, (match.parse("draw"),))
    for fact, is_known in (("now.track", False), ("now.suns", True)):
        reading = replace(
            row, moves=("draw",), text="{n}", values=lambda p, f=fact: {"n": p.after(f)}
        )
        assert bool(finder.sentence(ENGLISH, reading, drawing)) == is_known


def test_moves_that_come_to_the_same_are_called_so() -> None:
    (match, seat) = next(decisions(RA))
    reasons = Reasons(RA, match.observe(seat), seat, match.names)
    action = match.legal_actions(seat)[0]
    finder = FactFinder(RA, facts_of(RA), match.observe(seat), seat)
    assert finder.are_same((action,), (action,))
    assert not finder.are_same((action,), (match.legal_actions(seat)[1],))
    assert reasons.clauses(action, action, None) == []


@each_game
def test_weights_belong_to_the_measures(book: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = facts_of(book)
    stored = book.read_data(fact_weights.FILE)
    assert stored["fingerprint"] == fact_weights.fingerprint(facts), "fit them again"
    assert fact_weights.weights_of(book, facts) == stored["weights"]
    fewer = replace(facts, measures=facts.measures[1:])
    own = fact_weights.weights_of(book, fewer)
    assert own.keys() == set(fact_weights.names_of(fewer))
