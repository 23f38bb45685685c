"""Print hints at random positions, in any language.

Plays each game with easy bots to a random decision with a choice, and asks for a hint as the page
does. With `--speed` it prints processor time per playout instead.

    python bench/hint_examples.py ra --hints 10 --language fr
"""

from __future__ import annotations

import argparse
import random
import time

from nomarch.bots import Bots, make_bot
from nomarch.bots.hints import hints
from nomarch.bots.play import bot_rng, decide
from nomarch.bots.search import SearchRun, compile_search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.bots.search_settings import plan_of
from nomarch.engine.match import Match
from nomarch.kernel.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.seeds import make_seed

NAMES = ("Ani", "Imhotep", "Nefertari", "Ramses", "Hatshepsut", "Seti")
PLAYOUTS = 200


def main() -> None:
    asks = argparse.ArgumentParser(description=__doc__)
    asks.add_argument("games", nargs="*", default=list(rulebooks()))
    asks.add_argument("--hints", type=int, default=10)
    asks.add_argument("--language", default="en")
    asks.add_argument("--speed", action="store_true")
    asked = asks.parse_args()
    for game in asked.games:
        book = rulebook(game)
        if asked.speed:
            tell_speed(book, asked.hints)
        else:
            tell_hints(book, asked.hints, asked.language)


def tell_hints(book: Rulebook, count: int, language: str) -> None:
    bots = Bots()
    adviser = bots.adviser(book)
    adviser.wait()
    print(f"\n## {book.game.title}\n")
    for number in range(count):
        match, seat = position(book, number)
        began = time.perf_counter()
        view, legal, rng = match.observe(seat), match.legal_actions(seat), bot_rng(match, seat)
        found = hints(adviser, view, seat, legal, rng, names=match.names, language=language)
        spent = time.perf_counter() - began
        points = ", ".join(f"{line.name} {line.points}" for line in match.ranking)
        print(f"{number + 1}. Seed `{match.seed[:16]}…`, ply {match.ply}. {points}.")
        print(f"   {match.names[seat]}: *{match.prompt(seat, language)}* ({len(legal)} moves)\n")
        for hint in found:
            win = "" if hint.win is None else f" ({hint.win:.0f} %)"
            print(f"   - **{hint.words}**{win}. {hint.reason}")
        print(f"\n   {spent:.2f} s\n")


def tell_speed(book: Rulebook, count: int) -> None:
    compiler = SearchCompiler(compile_search)
    began = time.process_time()
    compiler.warm_up(book, wait=True)
    compiled, spent = time.process_time() - began, list[float]()
    for number in range(count):
        match, seat = position(book, number)
        run = SearchRun(book, plan_of(book), match.observe(seat), seat, bot_rng(match, seat))
        action, best = match.legal_actions(seat)[0], float("inf")
        for _ in range(3):
            began = time.process_time()
            run.play(action, PLAYOUTS)
            best = min(best, time.process_time() - began)
        spent.append(best / PLAYOUTS * 1e6)
    mean = sum(spent) / len(spent)
    print(f"{book.game.id}: {mean:.1f} µs a playout, ready after {compiled:.1f} s", flush=True)


def position(book: Rulebook, number: int) -> tuple[Match, int]:
    """Return a numbered game at a random decision of three moves or more."""
    rng, easy = random.Random(number), make_bot("easy", book)
    players = max(book.game.players[number % len(book.game.players)], 3)
    names = NAMES[:players]
    match = Match(book, book.setup(players), make_seed(f"hint {number}"), names)
    choices = list[int]()
    while not match.over:
        seat = match.to_act[0]
        if len(match.legal_actions(seat)) > 2:
            choices.append(len(match.steps))
        match.play(seat, decide(match, seat, easy))
    match.rewind(rng.choice(choices))
    return match, match.to_act[0]


if __name__ == "__main__":
    main()
