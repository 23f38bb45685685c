"""Measure how often the reasons of hints are true.

At numbered positions between easy bots, the hint for the best move against the next best is taken
apart: each clause must be on the side of the move that wins more, in playouts in which both moves
meet the same worlds. Rows go to a file that a later run continues.

    python -m tools.hints ra --positions 1000 --workers 16 --seconds 3600 --rows hints-ra.jsonl
    python -m tools.hints ra --seconds 0 --rows hints-ra.jsonl
"""

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

import msgspec

from nomarch.bots import Bots, make_bot
from nomarch.bots.hints import compare_surely, rank_moves, reasons_for
from nomarch.bots.paired import fresh_run, play_pair
from nomarch.bots.play import bot_rng, decide
from nomarch.bots.reasons import CLOSE, Reasons
from nomarch.bots.search import Search
from nomarch.engine.match import Match
from nomarch.kernel.declare.chance import POLICY, reseed
from nomarch.kernel.declare.game import Rulebook, rulebook
from nomarch.kernel.declare.layout import STREAM
from nomarch.kernel.run.seeds import key_of, make_seed
from tools.measuring import add_arguments, add_row, read_rows, run

NAMES = ("Ani", "Imhotep", "Nefertari", "Ramses", "Hatshepsut", "Seti")
WORLDS = 256
"""Worlds in which both moves are played to the end."""
SURE = 1.96
VERDICTS = CONFIRMED, OPEN, REFUTED = "confirmed", "open", "refuted"


class Clause(msgspec.Struct):
    """What a hint named, and what playouts say of it."""

    about: str
    verdict: str


class Row(msgspec.Struct):
    """One position."""

    number: int
    lead: float
    """By how much the best move wins more, in per cent; 0 where that is not sure."""
    reason: str
    clauses: list[Clause]


def position(book: Rulebook, number: int) -> tuple[Match, int]:
    """Return a numbered game at a random decision of three moves or more."""
    rng, easy = random.Random(number), make_bot("easy", book)
    players = max(book.game.players[number % len(book.game.players)], 3)
    match = Match(book, book.setup(players), make_seed(f"hint {number}"), NAMES[:players])
    choices = list[int]()
    while not match.over:
        seat = match.to_act[0]
        if len(match.legal_actions(seat)) > 2:
            choices.append(len(match.steps))
        match.play(seat, decide(match, seat, easy))
    match.rewind(rng.choice(choices))
    return match, match.to_act[0]


@cache
def adviser_of(game: str) -> Search:
    search = Bots().adviser(rulebook(game))
    search.wait()
    return search


def measure(game: str, number: int) -> Row:
    """Take the hint of a numbered position apart."""
    search = adviser_of(game)
    match, seat = position(search.book, number)
    view, legal = match.observe(seat), match.legal_actions(seat)
    rng = bot_rng(match, seat)
    found = rank_moves(search, view, seat, legal, rng)
    best, other = found[0], found[1]
    reasons = reasons_for(search, view, seat, match.names)
    compared = compare_surely(search, reasons, best, other, rng)
    named = reasons.clauses(best.action, other.action, compared)
    is_told = compared.win >= CLOSE
    verdict = judge(search, reasons, best.action, other.action) if is_told and named else ""
    clauses = [Clause(one.about, verdict) for one in named if verdict]
    reason = reasons.why(best.action, other.action, compared)
    return Row(number, compared.win, reason, clauses)


def judge(search: Search, reasons: Reasons, best: int, other: int) -> str:
    """Whether the better move wins more in worlds other than those of the search."""
    stream = STREAM.plain()
    reseed(stream, key_of(make_seed("hint quality")), 1, POLICY)
    run = fresh_run(search, reasons.view, reasons.seat, stream)
    wins = [play_pair(run, best, other)[0] for _ in range(WORLDS)]
    score = mean(wins) / ((stdev(wins) or 1e-9) / sqrt(len(wins)))
    return CONFIRMED if score >= SURE else REFUTED if score <= -SURE else OPEN


def tell(game: str, rows: list[Row]) -> None:
    """Print what the rows say of a game."""
    clear = [row for row in rows if row.lead >= CLOSE]
    clauses = [clause for row in clear for clause in row.clauses]
    found = Counter((clause.about, clause.verdict) for clause in clauses)
    print(f"\n## {game}: {len(rows)} positions\n")
    print("- hints with a sentence:", share([row for row in rows if row.reason], rows))
    print("- positions with a clear best move (3 % and sure):", share(clear, rows))
    print("- of those, with a clause:", share([row for row in clear if row.clauses], clear))
    for verdict in VERDICTS:
        print(f"- clauses {verdict}:", share([c for c in clauses if c.verdict == verdict], clauses))
    print(f"\n| about | {' | '.join(VERDICTS)} |\n| --- | --- | --- | --- |")
    for about, _ in Counter(clause.about for clause in clauses).most_common():
        print(f"| {about} | {' | '.join(str(found[about, verdict]) for verdict in VERDICTS)} |")


def share(part: Sequence[object], whole: Sequence[object]) -> str:
    return f"{100 * len(part) / max(1, len(whole)):.0f} %"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--rows", type=Path)
    add_arguments(parser)
    options = parser.parse_args()
    path = options.rows or Path(f"hints-{options.game}.jsonl")
    rows = read_rows(path, Row)
    left = sorted(set(range(options.positions)) - {row.number for row in rows})
    for _, row in run(partial(measure, options.game), left, options):
        rows.append(row)
        add_row(path, row)
    tell(options.game, rows)


if __name__ == "__main__":
    main()
