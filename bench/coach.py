"""Win rate of a bot that follows every hint: `python bench/coach.py [ra …] [--games 200]`.

Plays guided first games against gentle bots, the seat of the one who follows in turn, and tells in
what share of them the first hint of each decision won, beside what chance would give to one of so
many.
"""

from __future__ import annotations

import argparse
from math import sqrt

from tqdm import trange

from nomarch.bots import Bots, make_bot
from nomarch.bots.play import decide
from nomarch.engine.match import Match
from nomarch.kernel.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.seeds import make_seed
from nomarch.learning.coach import GENTLE


def main() -> None:
    asks = argparse.ArgumentParser(description=__doc__)
    asks.add_argument("game", nargs="*", default=list(rulebooks()))
    asks.add_argument("--games", type=int, default=200)
    wish = asks.parse_args()
    print("| game | players | games | hints first | by chance | mean lead |\n|" + " --- |" * 6)
    for game in wish.game:
        print(measured(rulebook(game), wish.games))


def measured(book: Rulebook, games: int) -> str:
    """A line of the table: wins shared among equals, with a 95 % interval, and points ahead."""
    players, wins, leads = book.game.usual_players, 0.0, 0.0
    for number in trange(games, desc=book.game.id):
        win, lead = guided(book, players, number)
        wins, leads = wins + win, leads + lead
    share = wins / games
    half = 1.96 * sqrt(share * (1 - share) / games)
    return (
        f"| {book.game.title} | {players} | {games} | {100 * share:.0f} % ± {100 * half:.0f} "
        f"| {100 / players:.0f} % | {leads / games:+.1f} |"
    )


def guided(book: Rulebook, players: int, number: int) -> tuple[float, float]:
    """One game by the hints: the share of the win, and the lead over the best other."""
    match = Match(book, book.setup(players), make_seed(f"guided {number}"))
    seat, gentle = number % players, make_bot(GENTLE, book)
    adviser = Bots().adviser(book)
    while not match.over:
        actor = match.to_act[0]
        if actor == seat:
            best = adviser.likeliest(match.observe(seat), seat, match.legal_actions(seat))[0]
            match.play(seat, book.actions[best])
        else:
            match.play(actor, decide(match, actor, gentle))
    first = [line.seat for line in match.ranking if line.place == 1]
    others = [points for other, points in enumerate(match.scores) if other != seat]
    return (seat in first) / len(first), match.scores[seat] - max(others)


if __name__ == "__main__":
    main()
