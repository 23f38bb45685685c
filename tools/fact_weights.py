"""Fit how much each fact speaks for a move, on moves that searches compared.

    python -m tools.fact_weights collect ra --positions 2000 --rows facts-ra.jsonl
    python -m tools.fact_weights fit ra --rows facts-ra.jsonl     # writes fact_weights.json

`collect` searches numbered positions between easy bots; a later run continues. `fit` computes the
facts of pairs of moves and finds the weights with which they tell the better one (logistic
regression); it prints how often they do, on positions that were held out.
"""

import argparse
from functools import partial
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from nomarch.bots.fact_weights import FILE, fingerprint, names_of, unfitted
from nomarch.bots.facts import FactFinder
from nomarch.bots.hints import reasons_for
from nomarch.bots.play import bot_rng
from nomarch.kernel.declare.facts import Facts
from nomarch.kernel.declare.game import rulebook
from tools.hints import adviser_of, position
from tools.measuring import add_arguments, add_row, read_rows, run, write_data

MOVES = 5
"""Moves of a position that are compared."""
SURE = 1.0
"""Standard errors of a difference in wins that counts as one."""
MOST_SURE = 4.0
FOLDS = 5
PULL = 30.0
"""How strongly weights are drawn to those that measures declare."""
LEAST_SHARE = 0.5
"""So much of its declared weight a measure keeps, that rare facts have a say."""
STEPS = 3000

Array = np.ndarray[Any, Any]


class SearchedMove(msgspec.Struct):
    """A whole move, and how the games after it ended."""

    line: tuple[int, ...]
    win: float
    games: int


class Searched(msgspec.Struct):
    """One position."""

    number: int
    seat: int
    view: bytes
    moves: list[SearchedMove]


def search(game: str, number: int) -> Searched:
    adviser = adviser_of(game)
    match, seat = position(adviser.book, number)
    view, legal = match.observe(seat), match.legal_actions(seat)
    found = adviser.analyse(view, seat, legal, bot_rng(match, seat), compared=MOVES)[:MOVES]
    reasons = reasons_for(adviser, view, seat, match.names)
    moves = [
        SearchedMove(tuple(one.action for one in reasons.line(each.action)), each.win, each.games)
        for each in found
    ]
    return Searched(number, seat, adviser.book.layout.pack(view), moves)


def pairs_of(game: str, row: Searched) -> list[tuple[list[float], float]]:
    """The gaps between each two moves of a position, the better first, and how sure that is."""
    book = rulebook(game)
    facts: Facts = book.module("facts").FACTS
    finder = FactFinder(book, facts, book.layout.unpack(row.view), row.seat)
    found = []
    for one, other in combinations(row.moves, 2):
        error = 100 * sqrt(0.2 * (1 / one.games + 1 / other.games))
        if abs(one.win - other.win) >= SURE * error:
            better, worse = (one, other) if one.win > other.win else (other, one)
            gaps = finder.gaps(better.line, worse.line)
            sureness = min(MOST_SURE, (better.win - worse.win) / error)
            found.append(([gaps[name] for name in names_of(facts)], sureness))
    return found


def fit_weights(gaps: Array, sureness: Array, prior: Array) -> Array:
    """Logistic regression with weights that are not far from the prior, and not far below."""
    scale = np.sqrt((gaps**2).sum(axis=0) / np.maximum(1, (gaps != 0).sum(axis=0))) + 1e-9
    scaled = np.clip(gaps / scale, -3, 3)
    wanted = prior * scale
    weights = wanted.copy()
    for _ in range(STEPS):
        missed = 1 / (1 + np.exp(scaled @ weights))
        slope = (PULL * (weights - wanted) - (sureness * missed) @ scaled) / len(scaled)
        weights = np.maximum(LEAST_SHARE * wanted, weights - 0.5 * slope)
    return weights / scale


def fit(game: str, rows: list[Searched], options: argparse.Namespace) -> None:
    book = rulebook(game)
    facts: Facts = book.module("facts").FACTS
    names, prior = names_of(facts), np.array(list(unfitted(facts).values()))
    gaps, sureness, folds = [], [], []
    for row, pairs in run(partial(pairs_of, game), rows, options):
        for gap, sure in pairs:
            gaps.append(gap)
            sureness.append(sure)
            folds.append(row.number % FOLDS)
    all_gaps, sure, fold = np.array(gaps), np.array(sureness), np.array(folds)
    right = []
    for number in range(FOLDS):
        held = fold == number
        weights = fit_weights(all_gaps[~held], sure[~held], prior)
        right += list((all_gaps[held] @ weights > 0)[np.abs(all_gaps[held]).sum(axis=1) > 0])
    print(
        f"{game}: {len(gaps)} pairs of {len(rows)} positions; held out, right in "
        f"{100 * np.mean(right):.1f} % ({100 * np.mean(all_gaps @ prior > 0):.1f} % unfitted)"
    )
    weights = fit_weights(all_gaps, sure, prior)
    found = {name: round(float(one), 4) for name, one in zip(names, weights, strict=True)}
    write_data(book, FILE, {"fingerprint": fingerprint(facts), "weights": found})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["collect", "fit"])
    parser.add_argument("game")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--rows", type=Path)
    add_arguments(parser)
    options = parser.parse_args()
    path = options.rows or Path(f"facts-{options.game}.jsonl")
    rows = read_rows(path, Searched)
    if options.command == "fit":
        fit(options.game, rows, options)
        return
    left = sorted(set(range(options.positions)) - {row.number for row in rows})
    for _, row in run(partial(search, options.game), left, options):
        add_row(path, row)


if __name__ == "__main__":
    main()
