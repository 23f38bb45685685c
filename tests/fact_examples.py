"""One sentence of every row of a game's facts, to be read by a person.

    python -m tests.fact_examples ra     # writes tests/ra/fact_examples.txt

Each line is the number of a position along games, a move, and the sentence.
"""

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from nomarch.bots.facts import FactFinder, Played
from nomarch.bots.reasons import Reasons, facts_of
from nomarch.conformance.playing import decisions
from nomarch.i18n import ENGLISH, named
from nomarch.kernel.declare.facts import Row
from nomarch.kernel.declare.game import Rulebook, rulebook
from nomarch.kernel.declare.sentences import sentence_case

POSITIONS = 1_500


def sentences(book: Rulebook, numbers: range | list[int]) -> Iterator[tuple[int, str, Row, str]]:
    """Yield the sentences that can be said of moves in numbered positions."""
    facts = facts_of(book)
    wanted = set(numbers)
    for number, (match, seat) in enumerate(islice(decisions(book), max(wanted) + 1)):
        if number not in wanted:
            continue
        view = match.observe(seat)
        finder, reasons = FactFinder(book, facts, view, seat), Reasons(book, view, seat, ())
        legal = match.legal_actions(seat)
        lines = {one: tuple(each.action for each in reasons.line(one)) for one in legal}
        for action in legal:
            other = next(one for one in legal if one != action)
            played = Played(finder, lines[action], Played(finder, lines[other]))
            for row in facts.rows:
                if text := finder.sentence(ENGLISH, row, played):
                    text = sentence_case(named(text, match.names))
                    yield number, book.actions[action], row, text


def file_of(book: Rulebook) -> Path:
    return Path(__file__).parent / book.game.id.replace("-", "_") / "fact_examples.txt"


def write(book: Rulebook) -> None:
    facts, found = facts_of(book), dict[str, str]()
    for number, move, row, text in sentences(book, range(POSITIONS)):
        found.setdefault(row.text, f"{number} {move} | {text}")
        if len(found) == len({row.text for row in facts.rows}):
            break
    missing = [row.text for row in facts.rows if row.text not in found]
    file_of(book).write_text("\n".join([*found.values(), *missing]) + "\n")


if __name__ == "__main__":
    write(rulebook(sys.argv[1]))
