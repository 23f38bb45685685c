"""Make a game's puzzles, in these steps.

    python -m tools.puzzles ra find --rows ra.jsonl --want 60 --seconds 900
    python -m tools.puzzles ra gather --rows ra.jsonl --drop 3-17
    python -m tools.puzzles ra prove
    python -m tools.puzzle_questions ra --write

`find`: weaker bots play, and every move of theirs that the game's network finds hardly worth
considering is looked at. A position is a puzzle if a search to the end of the game, with the
network's moves, is sure of one move by six per cent of a win in two sets of imagined worlds; if
the game is not decided yet; and if the game's facts tell the move from the next best one.
From there the others reply as well as they can, and as long as one move is clearly best again, the
puzzle continues. Every wrong answer is stored with its cost and the line that punishes it. Games
are numbered; those that `--rows` has were looked at.

`gather` chooses the best of them, with many themes, and writes the game's `puzzles.jsonl`; `--drop`
leaves out those that do not read well on their page. `prove` searches them as the tests do and
drops the ones that fail.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

import msgspec

from nomarch.bots.search import compile_search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.kernel.declare.game import Rulebook, rulebook
from nomarch.learning.puzzle_course import PuzzleCourse
from nomarch.learning.puzzle_solver import Solver
from nomarch.learning.puzzles import Puzzle, PuzzleDecision, load_puzzles
from tools.measuring import add_arguments, add_row, read_rows, run
from tools.puzzle_finder import NEXT_MARGIN, RIVALS, begins, finder_of, is_dull, is_easy

MOST_GAMES = 100_000
MOST_PASSES = 7
"""At most one puzzle in this many begins with an answer that ends or continues a turn."""
PLAIN = ("points", "lot", "usual", "price", "new-tile")
"""Ideas that are a theme only if no other speaks for the right move."""
DECIDED = 97
"""With a higher chance to win, in per cent, later decisions are not asked for."""
ABOUT_RIVALS = ("leader", "harm", "sale")
"""Ideas that are no theme where they only speak against another move."""


class Looked(msgspec.Struct):
    """A game that was looked at."""

    game: int
    puzzles: list[Puzzle]


def look(game: str, number: int) -> list[Puzzle]:
    return list(finder_of(game).in_game(number))


def find(options: argparse.Namespace) -> None:
    """Look at games until there are enough puzzles, or the time is over."""
    known = read_rows(options.rows, Looked)
    done, found = {row.game for row in known}, sum(len(row.puzzles) for row in known)
    left = [number for number in range(MOST_GAMES) if number not in done]
    if found < options.want:
        for number, puzzles in run(partial(look, options.game), left, options):
            add_row(options.rows, Looked(number, puzzles))
            found += len(puzzles)
            if found >= options.want:
                break
    print(f"{options.game}: {found} puzzles")


def write_puzzles(book: Rulebook, puzzles: Iterable[Puzzle]) -> None:
    lines = []
    for puzzle in puzzles:
        stored = msgspec.to_builtins(puzzle)
        del stored["grade"]
        lines.append(msgspec.json.encode(stored) + b"\n")
    (book.folder / "puzzles.jsonl").write_bytes(b"".join(lines))


def gather(book: Rulebook, file: Path, want: int, drop: Sequence[str]) -> None:
    """Write the best puzzles of a file: long ones first, not too many of one theme or answer."""
    lines = [one for game in read_rows(file, Looked) for one in game.puzzles]
    once = {one.id: one for one in lines if one.id not in drop}
    found = [polish(book, one) for one in once.values()]
    found = [one for one in found if one.theme]
    found.sort(key=lambda one: (-min(2, len(one.decisions)), -one.margin))
    themes, answers, kept, passes = Counter[str](), Counter[str](), list[Puzzle](), 0
    for puzzle in found:
        is_pass = is_dull(book, book.actions.parse(puzzle.best) or 0)
        if is_pass and (passes + 1) * MOST_PASSES > want:
            continue
        is_new = themes[puzzle.theme] < want // 4 and answers[puzzle.best] < want // 3
        if len(kept) < want and is_new:
            themes[puzzle.theme] += 1
            answers[puzzle.best] += 1
            passes += is_pass
            kept.append(puzzle)
    write_puzzles(book, kept)
    print(f"{len(kept)} puzzles of {len(lines)} that were found: {dict(themes)}")


def polish(book: Rulebook, puzzle: Puzzle) -> Puzzle:
    """Choose a puzzle's rivals and theme by its whole moves; without a theme, there is no idea.

    Decisions are judged before the rest of a move with several actions is known.
    """
    course = PuzzleCourse(book, puzzle)
    decisions, named = list[PuzzleDecision](), list[tuple[str, bool]]()
    is_begun = True
    for decision in puzzle.decisions:
        if not decision.wrong:
            break
        done = with_best_rival(course, decision)
        action = course.match.parse(decision.right[0])
        if not is_begun and not is_worth_asking(book, done):
            break
        decisions.append(done)
        named += told_apart(course, done, done.rival)
        is_begun = begins(course.match, puzzle.seat, action)
        course.answer(decision.right[0])
    decisions[-1] = accept_equals(decisions[-1])
    if not decisions[-1].wrong:
        decisions.pop()
    others = [book.actions.parse(move) for move in decisions[-1].right[1:]]
    if any(action is not None and is_dull(book, action) for action in others):
        return msgspec.structs.replace(puzzle, theme="")
    return msgspec.structs.replace(puzzle, decisions=tuple(decisions), theme=theme_of(named))


def is_worth_asking(book: Rulebook, decision: PuzzleDecision) -> bool:
    """Whether a later decision has a reason and matters."""
    return bool(decision.rival) and decision.win < DECIDED and not is_easy(book, decision)


def accept_equals(decision: PuzzleDecision) -> PuzzleDecision:
    """Let moves that are hardly worse be right, too."""
    close = [move for move, one in decision.wrong.items() if decision.win - one.win < NEXT_MARGIN]
    wrong = {move: one for move, one in decision.wrong.items() if move not in close}
    kept = decision.rival in wrong
    return msgspec.structs.replace(
        decision, right=(*decision.right, *close), wrong=wrong, rival=decision.rival if kept else ""
    )


def theme_of(named: Sequence[tuple[str, bool]]) -> str:
    """The first idea that speaks for a right move, best more than points; else one against."""
    chosen = [
        *(idea for idea, is_for in named if is_for and idea not in PLAIN),
        *(idea for idea, is_for in named if is_for),
        *(idea for idea, _ in named if idea not in ABOUT_RIVALS),
    ]
    return next(iter(chosen), "")


def with_best_rival(course: PuzzleCourse, decision: PuzzleDecision) -> PuzzleDecision:
    """Compare the right move with the best of the others that facts tell it from."""
    book = course.book
    ranked = sorted(decision.wrong, key=lambda move: -decision.wrong[move].win)
    bright = [move for move in ranked if not is_dull(book, course.match.parse(move))]
    rivals = (bright or ranked)[:RIVALS]
    found = next((rival for rival in rivals if told_apart(course, decision, rival)), "")
    return msgspec.structs.replace(decision, rival=found)


def told_apart(
    course: PuzzleCourse, decision: PuzzleDecision, rival: str
) -> list[tuple[str, bool]]:
    """The themes that tell the right move from a rival, and whether each speaks for it."""
    if not rival:
        return []
    right = [one.right[0] for one in course.puzzle.decisions[len(course.answers) :]]
    other = [rival, *course.own_moves(decision.wrong[rival])]
    best, worse = map(course.match.parse, (right[0], rival))
    clauses = course.reasons(course.match.ply, right, other).clauses(best, worse, None)
    return [(clause.theme, clause.is_for) for clause in clauses]


def drop_doubtful(book: Rulebook) -> None:
    """Search every puzzle as the tests do, and drop those with another answer."""
    solver, puzzles = Solver(book, SearchCompiler(compile_search)), load_puzzles(book)
    kept = [puzzle for puzzle in puzzles if not solver.doubts(puzzle)]
    write_puzzles(book, kept)
    print(f"{book.game.id}: {len(kept)} are proved, {len(puzzles) - len(kept)} dropped", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("step", choices=("find", "gather", "prove"))
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--want", type=int, default=60)
    parser.add_argument("--drop", nargs="*", default=[], help="puzzles that do not read well")
    add_arguments(parser)
    options = parser.parse_args()
    if options.step != "prove" and not options.rows:
        parser.error("Name the file of --rows.")
    book = rulebook(options.game)
    if options.step == "find":
        find(options)
    elif options.step == "gather":
        gather(book, options.rows, options.want, options.drop)
    else:
        drop_doubtful(book)


if __name__ == "__main__":
    main()
