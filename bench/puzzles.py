"""Finds puzzles: `python bench/puzzles.py ra [--want 30] [--seconds 150] [--turn 0 --of 4]`.

Lets gentle bots play and looks at every decision with three choices or more. A position is a puzzle
if a search is sure of one move, by eight per cent of a win and in three different sets of imagined
worlds, the game is not decided yet, and not everybody finds it. What is found is added to the
game's `puzzles.jsonl`; a later run goes on with games that were not looked at. Several processes
may look at once, each at its own games, into files of their own, which `--gather` puts together.
Where the judgement has changed, `--again` first looks at those that are known, and keeps what still
is a puzzle. `--prove` searches all of them as the tests do, and stores what they were proved with.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec

from nomarch.bots import make_bot
from nomarch.bots.play import decide
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.engine.match import Match
from nomarch.kernel.chance import POLICY, reseed
from nomarch.kernel.game import Rulebook, rulebook
from nomarch.kernel.layout import STREAM
from nomarch.kernel.seeds import key_of, make_seed
from nomarch.learning.puzzle_proofs import doubtful_puzzles, proof_hash, proof_path
from nomarch.learning.puzzles import (
    MARGIN,
    Puzzle,
    Solver,
    WrongAnswer,
    load_puzzles,
    puzzles_path,
    start_puzzle,
)

FEWEST_CHOICES = 3
LOOK, PROOF = 240, 3000
"""Playouts for a first look, and for each of the proofs."""
PROOFS = 3
CLEAR = 12.0
"""By how many per cent of a win a first look has to see the best move lead: less rarely lasts."""
MOST_PER_GAME = 2
APART = 15
"""Steps between two puzzles of one game."""
MOST_ALIKE = 2
"""At most one puzzle in this many has an answer of the same kind."""
MOST_PASSES = 8
"""At most one in this many has an answer that ends something, such as a pass or a sale."""
WRONG_ANSWERS = 3
"""Wrong answers that get a reason."""
TRIES = 20
WEAKER = ("novice", "easy", "greedy")
TOO_EASY = 85
OPEN = (10.0, 90.0)
"""The chance to win, in per cent, between which a game is not decided."""


def main() -> None:
    asks = argparse.ArgumentParser(description=__doc__)
    asks.add_argument("game")
    asks.add_argument("--want", type=int, default=30)
    asks.add_argument("--seconds", type=float, default=150)
    asks.add_argument("--turn", type=int, default=0, help="which of several processes this is")
    asks.add_argument("--of", type=int, default=1, help="how many they are")
    asks.add_argument("--out", type=Path, help="a file of its own")
    asks.add_argument("--again", action="store_true", help="look at those known again first")
    asks.add_argument("--no-passes", action="store_true", help="look for other answers only")
    asks.add_argument("--reasons", action="store_true", help="give reasons to those without")
    asks.add_argument("--prove", action="store_true", help="prove all answers, and store that")
    asks.add_argument("--gather", type=Path, nargs="*", help="such files, to be put together")
    wish = asks.parse_args()
    book = rulebook(wish.game)
    known = list(load_puzzles(book))
    if wish.gather:
        gather(book, known, wish.gather, wish.want)
        return
    first = 1 + max(map(game_of, known), default=-1)
    solver = Solver(book, SearchCompiler())
    until = time.monotonic() + wish.seconds
    if wish.prove:
        prove(book, solver)
        return
    if wish.reasons:
        give_reasons(book, solver, known, until)
        return
    if wish.again:
        known = still_puzzles(book, solver, known)
        puzzles_path(book).write_bytes(b"".join(map(line_of, known)))
    for number in count(first + wish.turn, wish.of):
        if len(known) >= wish.want or time.monotonic() > until:
            break
        for puzzle in in_game(book, solver, number, allows_passes=not wish.no_passes):
            if is_one_too_many(book, known, puzzle, wish.want):
                continue
            known.append(puzzle)
            add(puzzle, wish.out or puzzles_path(book))
            told = f"{len(known)}: {puzzle.id} {puzzle.best}, +{puzzle.margin}, {puzzle.found} %"
            print(told, flush=True)
    print(f"{len(known)} puzzles in games up to {number - 1}")


def prove(book: Rulebook, solver: Solver) -> None:
    """Searches every puzzle, and stores a hash of what was searched with if all are right."""
    if wrong := doubtful_puzzles(book, solver, load_puzzles(book)):
        raise SystemExit(f"The search gives other answers: {', '.join(wrong)}")
    proof_path(book).write_text(proof_hash(book) + "\n", "utf-8")


def game_of(puzzle: Puzzle) -> int:
    """The number of the game in which it was found."""
    return int(puzzle.id.split("-")[0])


def line_of(puzzle: Puzzle) -> bytes:
    stored = msgspec.to_builtins(puzzle)
    del stored["grade"]
    return msgspec.json.encode(stored) + b"\n"


def add(puzzle: Puzzle, file: Path) -> None:
    """Writes a puzzle behind those that a file holds."""
    with file.open("ab") as out:
        out.write(line_of(puzzle))


def still_puzzles(book: Rulebook, solver: Solver, known: list[Puzzle]) -> list[Puzzle]:
    """Those of some puzzles that still are one, as the judgement of today sees them."""
    looks = (examined(solver, start_puzzle(book, one), one.seat, game_of(one)) for one in known)
    return [puzzle for puzzle in looks if puzzle is not None]


def gather(book: Rulebook, known: list[Puzzle], files: list[Path], want: int) -> None:
    """Adds what several processes found, the hardest first, until there are enough."""
    lines = [line for file in files for line in file.read_bytes().splitlines()]
    found = [msgspec.json.decode(line, type=Puzzle) for line in lines]
    for puzzle in sorted(found, key=lambda puzzle: puzzle.found):
        if len(known) < want and not is_one_too_many(book, known, puzzle, want):
            known.append(puzzle)
            add(puzzle, puzzles_path(book))
    print(f"{len(known)} puzzles of {len(found)} that were found")


def give_reasons(book: Rulebook, solver: Solver, known: list[Puzzle], until: float) -> None:
    """Drops passes that are too many, and gives reasons to puzzles that have none yet."""
    passes = [puzzle for puzzle in known if is_pass(book, puzzle)]
    rest = [puzzle for puzzle in known if puzzle not in passes]
    kept = rest + passes[: len(rest) // (MOST_PASSES - 1)]
    for at, puzzle in enumerate(kept):
        if not puzzle.wrong and time.monotonic() < until:
            match = start_puzzle(book, puzzle)
            kept[at] = msgspec.structs.replace(puzzle, wrong=wrong_answers(solver, match, puzzle))
            puzzles_path(book).write_bytes(b"".join(map(line_of, kept)))
    puzzles_path(book).write_bytes(b"".join(map(line_of, kept)))
    print(f"{book.game.id}: {len(kept)} puzzles, {sum(not one.wrong for one in kept)} to go")


def is_pass(book: Rulebook, puzzle: Puzzle) -> bool:
    """Whether the answer ends something, or is a sale that the page warns of."""
    action = book.actions.parse(puzzle.best)
    return action in book.actions.ending or puzzle.best.startswith("sell")


def wrong_answers(solver: Solver, match: Match, puzzle: Puzzle) -> tuple[WrongAnswer, ...]:
    """What weaker bots choose instead, and the next best move, each with how it compares."""
    actions, best = match.book.actions, match.parse(puzzle.best)
    tries = tries_of(match, puzzle.seat)
    ranked = [one.action for one in solver.estimates(match, puzzle.seat, LOOK)]
    common = sorted(set(tries) - {best}, key=lambda action: -tries.count(action))
    others = [action for action in ranked if action != best][:1]
    others += [action for action in common if action not in others][: WRONG_ANSWERS - 1]
    found = solver.compare(match, puzzle.seat, best, others)
    return tuple(
        WrongAnswer(
            actions[other], round(100 * tries.count(other) / len(tries)), one.win, one.changes[:4]
        )
        for other, one in zip(others, found, strict=True)
    )


def is_one_too_many(book: Rulebook, known: list[Puzzle], puzzle: Puzzle, want: int) -> bool:
    passes = sum(is_pass(book, one) for one in known)
    if is_pass(book, puzzle) and (passes + 1) * MOST_PASSES > len(known) + 1:
        return True
    kinds = [kind_of(book, other) for other in known]
    return kinds.count(kind_of(book, puzzle)) >= want // MOST_ALIKE


def kind_of(book: Rulebook, puzzle: Puzzle) -> int:
    action = book.actions.parse(puzzle.best)
    assert action is not None
    return book.actions.kinds[action]


def in_game(
    book: Rulebook, solver: Solver, number: int, *, allows_passes: bool
) -> Iterator[Puzzle]:
    """The puzzles of one game."""
    players = book.game.players[number % len(book.game.players)]
    players = players if players > 2 or len(book.game.players) == 1 else book.game.usual_players
    match = Match(book, book.setup(players), make_seed(f"puzzle {number}"))
    easy, found, last = make_bot("easy", book), 0, -APART
    while not match.over and found < MOST_PER_GAME:
        seat = match.to_act[0]
        looks = match.ply >= last + APART and is_worth_a_look(match, seat)
        puzzle = examined(solver, match, seat, number, allows_passes) if looks else None
        if puzzle is not None:
            found, last = found + 1, match.ply
            yield puzzle
        match.play(seat, decide(match, seat, easy))


def is_worth_a_look(match: Match, seat: int) -> bool:
    return len(match.to_act) == 1 and len(match.legal_actions(seat)) >= FEWEST_CHOICES


def examined(
    solver: Solver, match: Match, seat: int, number: int, allows_passes: bool = True
) -> Puzzle | None:
    """The puzzle of a position, if it is one."""
    best, second, *_ = solver.estimates(match, seat, LOOK)
    if not allows_passes and best.action in match.book.actions.ending:
        return None
    if best.win - second.win < CLEAR or not OPEN[0] < best.win < OPEN[1]:
        return None
    margin = proven(solver, match, seat, best.action)
    if margin < MARGIN:
        return None
    found = share_that_finds(match, seat, best.action)
    if found > TOO_EASY:
        return None
    actions = match.book.actions
    moves = tuple(actions[step.action] for step in match.steps if not step.auto)
    return Puzzle(
        id=f"{number}-{match.ply}",
        players=match.players,
        seed=f"puzzle {number}",
        moves=moves,
        seat=seat,
        best=actions[best.action],
        margin=round(margin, 1),
        found=found,
    )


def proven(solver: Solver, match: Match, seat: int, best: int) -> float:
    """By how much a move leads in the least clear of the proofs; none is tried after one failed."""
    margin = 100.0
    for salt in range(1, PROOFS + 1):
        action, lead = solver.lead(match, seat, PROOF, salt)
        margin = min(margin, lead if action == best else 0.0)
        if margin < MARGIN:
            break
    return margin


def share_that_finds(match: Match, seat: int, best: int) -> int:
    """How many of a hundred tries of weaker bots choose the best move."""
    tries = tries_of(match, seat)
    return round(100 * tries.count(best) / len(tries))


def tries_of(match: Match, seat: int) -> list[int]:
    """What weaker bots choose."""
    view, legal, stream = match.observe(seat), match.legal_actions(seat), STREAM.plain()
    reseed(stream, key_of(make_seed("tries")), match.ply, POLICY)
    bots = [make_bot(level, match.book) for level in WEAKER]
    return [bot.choose(view, seat, legal, stream) for bot in bots for _ in range(TRIES)]


if __name__ == "__main__":
    main()
