"""Add questions to a game's puzzles, and measure rules of thumb.

Questions that the rules answer (`words/questions.py`) are asked in positions between greedy bots.
Three simple bots try every puzzle: the first move or answer, the last one, and the move for which a
single idea speaks most, or the third answer. None may solve more than a third: with `--write`,
puzzles that they solve are dropped, and there are at least 40.

    python -m tools.puzzle_questions ra --write
    python -m tools.puzzle_questions ra
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator

from nomarch.bots import make_bot
from nomarch.bots.play import decide
from nomarch.bots.reasons import Reasons
from nomarch.engine.match import Match
from nomarch.kernel.declare.game import Rulebook, rulebook
from nomarch.kernel.declare.lessons import Question
from nomarch.kernel.run.seeds import make_seed
from nomarch.learning.course import NAMES
from nomarch.learning.puzzle_course import PuzzleCourse
from nomarch.learning.puzzle_questions import questions_of
from nomarch.learning.puzzles import Puzzle, load_puzzles
from tools.puzzles import write_puzzles

WANT, FEWEST = 44, 40
FEWEST_QUESTIONS = 12
MOST_GAMES = 40
SOLVABLE = 1 / 3
"""The share of puzzles that a rule of thumb may solve."""
HARDER = 25
"""Rating points for each unit of the number that is asked for."""


def first(course: PuzzleCourse) -> int:
    return 0


def last(course: PuzzleCourse) -> int:
    return -1


def largest_effect(course: PuzzleCourse) -> int:
    """The move of which most can be said at once."""
    legal, seat = course.match.legal_actions(course.seat), course.seat
    reasons = Reasons(course.book, course.match.observe(seat), seat, course.match.names)
    sizes = [reasons.largest_effect(one) for one in legal]
    return sizes.index(max(sizes))


THUMBS: dict[str, Callable[[PuzzleCourse], int]] = {
    "first": first,
    "last": last,
    "largest effect": largest_effect,
}


def is_solved(book: Rulebook, puzzle: Puzzle, thumb: str) -> bool:
    """Whether a rule of thumb finds all answers of a puzzle."""
    course = PuzzleCourse(book, puzzle)
    if puzzle.question:
        assert isinstance(course.step, Question)
        right, count = int(course.right_answer().removeprefix("#")), len(course.step.answers)
        return right == {"first": 0, "last": count - 1, "largest effect": count // 2}[thumb]
    for _ in puzzle.decisions:
        legal = course.match.legal(course.seat)
        if not course.answer(legal[THUMBS[thumb](course)]).right:
            return False
    return True


def ask_questions(book: Rulebook, want: int) -> Iterator[Puzzle]:
    """Yield puzzles with a question each, of all kinds and with different answers."""
    greedy, kinds = make_bot("greedy", book), list(questions_of(book).values())
    asked, answers = Counter[str](), set[tuple[str, int]]()
    for number in range(MOST_GAMES):
        rng, players = random.Random(number), (3, 4)[number % 2]
        match = Match(book, book.setup(players), make_seed(f"question {number}"), NAMES[:players])
        wait = rng.randrange(15, 40)
        while not match.over:
            seat, wait = match.to_act[0], wait - 1
            view = match.observe(seat)
            fitting = [one for one in kinds if wait < 0 and one.fits(view, seat)]
            kind = min(fitting, key=lambda one: asked[one.id], default=None)
            if kind and len(match.to_act) == 1 and asked[kind.id] <= want // len(kinds):
                right, wait = kind.count(view, seat), rng.randrange(15, 40)
                if (kind.id, right) not in answers or number > MOST_GAMES // 2:
                    answers.add((kind.id, right))
                    asked[kind.id] += 1
                    moves = [book.actions[one.action] for one in match.steps if not one.auto]
                    yield Puzzle(
                        id=f"q{number}-{match.ply}",
                        players=players,
                        seed=f"question {number}",
                        moves=tuple(moves),
                        seat=seat,
                        theme=kind.theme,
                        margin=0.0,
                        solved={},
                        question=kind.id,
                        rating=kind.rating - 150 + HARDER * min(12, abs(right)),
                    )
                    if asked.total() == want:
                        return
            match.play(seat, decide(match, seat, greedy))


def thin_out(book: Rulebook, puzzles: list[Puzzle], to_come: int = 0) -> list[Puzzle]:
    """Drop puzzles that a rule of thumb solves, those of the largest themes first.

    Some of the questions `to_come` fall to them, too.
    """
    solved = {(one.id, thumb): is_solved(book, one, thumb) for one in puzzles for thumb in THUMBS}
    while True:
        most = SOLVABLE * (len(puzzles) + to_come) - to_come * 0.3
        for thumb in THUMBS:
            easy = [one for one in puzzles if solved[one.id, thumb]]
            if len(easy) > most:
                break
        else:
            return puzzles
        themes = Counter(one.theme for one in puzzles)
        puzzles.remove(max(easy, key=lambda one: (themes[one.theme], -one.margin)))


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
            moves = [one for one in puzzles if not one.question]
            kept = thin_out(book, moves, max(FEWEST_QUESTIONS, WANT - len(moves)))
            want = max(FEWEST_QUESTIONS, WANT - len(kept))
            for more in range(0, WANT, 6):  # until enough are left
                puzzles = thin_out(book, kept + list(ask_questions(book, want + more)))
                if len(puzzles) >= FEWEST:
                    break
            write_puzzles(book, puzzles)
        report(book, puzzles)


if __name__ == "__main__":
    main()
