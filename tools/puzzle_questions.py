"""Add questions to a game's puzzles, and measure rules of thumb.

Questions about a move (`QUERIES` in `facts.py`) are asked in positions between greedy bots. Simple
bots try every puzzle: the first move or answer, the last one, the highest bid, and the move that
brings most points now. With `--write`, questions are added to the moves until there are enough and
no bot solves more than a third.

    python -m tools.puzzle_questions ra --write
    python -m tools.puzzle_questions ra
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from nomarch.bots import make_bot
from nomarch.bots.facts import FactFinder
from nomarch.bots.play import decide
from nomarch.bots.reasons import Reasons, facts_of
from nomarch.engine.match import Match
from nomarch.kernel.declare.facts import Query
from nomarch.kernel.declare.game import Rulebook, rulebook
from nomarch.kernel.declare.lessons import Question
from nomarch.kernel.run.seeds import make_seed
from nomarch.learning.course import NAMES
from nomarch.learning.puzzle_course import PuzzleCourse
from nomarch.learning.puzzle_questions import AskedMove, queries_of
from nomarch.learning.puzzles import Puzzle, load_puzzles
from tools.puzzles import write_puzzles

WANT = 42
MOST_GAMES = 40
SOLVABLE = 1 / 3
"""The share of puzzles that a rule of thumb may solve."""
FEWEST_ANSWERS = 3
TRIES = 8
"""Moves of a position that a query is tried on."""
EASIEST, HARDER, MOST_HARDER = 1050, 40, 12
"""The lowest rating of a question, points more for each unit of its answer, and such units."""


def highest_bid(course: PuzzleCourse) -> int:
    """The highest bid, else the last move."""
    legal = course.match.legal(course.seat)
    bids = [at for at, move in enumerate(legal) if move.startswith("bid ")]
    return max(bids, default=len(legal) - 1)


def most_points(course: PuzzleCourse) -> int:
    """The move with most points now."""
    seat, view, facts = course.seat, course.match.observe(course.seat), facts_of(course.book)
    reasons = Reasons(course.book, view, seat, course.match.names)
    finder = FactFinder(course.book, facts, view, seat)
    now, points = facts.suppositions[0].id, facts.points.partition(".")[0]
    lines = [
        tuple(one.action for one in reasons.line(action))
        for action in course.match.legal_actions(seat)
    ]
    worth = [
        sum(finder.number(line, now, points, seat, world) for world in finder.worlds)
        for line in lines
    ]
    return worth.index(max(worth))


THUMBS: dict[str, Callable[[PuzzleCourse], int]] = {
    "first": lambda course: 0,
    "last": lambda course: -1,
    "highest bid": highest_bid,
    "most points": most_points,
}


def is_solved(book: Rulebook, puzzle: Puzzle, thumb: str) -> bool:
    """Whether a rule of thumb finds all answers of a puzzle."""
    course = PuzzleCourse(book, puzzle)
    if puzzle.question:
        assert isinstance(course.step, Question)
        place = 0 if thumb == "first" else len(course.step.answers) - 1
        return course.right_answer() == f"#{place}"
    for _ in puzzle.decisions:
        legal = course.match.legal(course.seat)
        if not course.answer(legal[THUMBS[thumb](course)]).right:
            return False
    return True


def ask_questions(book: Rulebook) -> Iterator[Puzzle]:
    """Yield puzzles with a question each, of all kinds and with different answers."""
    greedy, queries = make_bot("greedy", book), list(queries_of(book).values())
    asked, answers = Counter[str](), set[tuple[str, int]]()
    for number in range(MOST_GAMES):
        rng, players = random.Random(number), (3, 4)[number % 2]
        match = Match(book, book.setup(players), make_seed(f"question {number}"), NAMES[:players])
        wait = rng.randrange(15, 40)
        while not match.over:
            seat, wait = match.to_act[0], wait - 1
            if wait < 0 and len(match.to_act) == 1:
                queries.sort(key=lambda one: asked[one.id])
                asks = (move_to_ask(match, seat, one, rng) for one in queries)
                move = next(filter(None, asks), None)
                right = next(iter(move.answers)) if move else 0
                if move and ((move.query.id, right) not in answers or number > MOST_GAMES // 2):
                    wait = rng.randrange(15, 40)
                    answers.add((move.query.id, right))
                    asked[move.query.id] += 1
                    moves = [book.actions[one.action] for one in match.steps if not one.auto]
                    yield Puzzle(
                        id=f"q{number}-{match.ply}",
                        players=players,
                        seed=f"question {number}",
                        moves=tuple(moves),
                        seat=seat,
                        theme=move.query.theme,
                        margin=0.0,
                        solved={},
                        question=move.query.id,
                        asked=move.moves,
                        rating=EASIEST + HARDER * min(MOST_HARDER, abs(right)),
                    )
            match.play(seat, decide(match, seat, greedy))


def move_to_ask(match: Match, seat: int, query: Query, rng: random.Random) -> AskedMove | None:
    """A move of a position that a query fits."""
    book, legal = match.book, match.legal_actions(seat)
    reasons = Reasons(book, match.observe(seat), seat, match.names)
    for action in rng.sample(legal, min(TRIES, len(legal))):
        line = reasons.line(action)
        if book.actions[line[-1].action].split()[0] in query.moves:
            then, chosen = match.snapshot(), list[str]()
            for at, one in enumerate(line):
                if sum(step.seat == seat for step in then.steps[match.ply :]) == at:  # not forced
                    chosen.append(book.actions[one.action])
                    then.play(seat, chosen[-1])
            move = AskedMove(match.snapshot(), seat, query, tuple(chosen))
            if len(move.answers) >= FEWEST_ANSWERS:
                return move
    return None


def add_questions(book: Rulebook, puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Add questions until there are enough, and no rule of thumb solves too many."""
    found = list(puzzles)
    solved = Counter(thumb for one in found for thumb in THUMBS if is_solved(book, one, thumb))
    for one in ask_questions(book):
        most = SOLVABLE * len(found)
        if len(found) >= WANT and max(solved.values()) <= most:
            break
        thumbs = [thumb for thumb in THUMBS if is_solved(book, one, thumb)]
        if all(solved[thumb] + 1 <= most for thumb in thumbs):
            found.append(one)
            solved.update(thumbs)
    return found


def report(book: Rulebook, puzzles: list[Puzzle]) -> None:
    kinds = Counter(one.question or "moves" for one in puzzles)
    print(f"{book.game.id}: {len(puzzles)} puzzles, {dict(kinds)}")
    for thumb in THUMBS:
        share = sum(is_solved(book, one, thumb) for one in puzzles) / len(puzzles)
        print(f"  {thumb} solves {100 * share:.0f} %", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    for book in map(rulebook, options.games):
        puzzles = list(load_puzzles(book))
        if options.write:
            puzzles = add_questions(book, [one for one in puzzles if not one.question])
            write_puzzles(book, puzzles)
        report(book, puzzles)


if __name__ == "__main__":
    main()
