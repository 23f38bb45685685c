"""Try how much a weak level has to miss: `python -m bench.weak_levels ra --try 60/4/700 30/6/700`.

`easy` should be 200 points below `greedy`, and `novice` 200 points below `easy`. Each oversight
(foresight, overlooked moves and largest loss, as in `levels.json`) plays in one seat against a
table full of the one before it, the first against `greedy`: every seat in turn on the same seeds.
"""

from __future__ import annotations

import argparse

import msgspec
from bench.fast_arena import FastArena

from nomarch.bots import arena
from nomarch.bots.level_settings import LevelSettings, Oversight
from nomarch.bots.ratings import elo_gap
from nomarch.kernel.declare.game import Rulebook, rulebook


def gap(fast: FastArena, players: int, levels: list[Oversight | None], games: int) -> float:
    """Return the Elo distance of the first from a table full of the second."""
    book = fast.book
    options = book.usual_options(players)
    contest = arena.contest(book.game.id, ["tried", "above"], players, "weak levels", options)
    played = [fast.play(contest, number, levels) for number in range(games)]
    line = next(line for line in arena.standings(contest, played) if line.bot == "tried")
    return elo_gap(line.win_rate, players, line.games)


def write_levels(book: Rulebook, settings: LevelSettings) -> None:
    text = msgspec.json.format(msgspec.json.encode(settings), indent=2)
    (book.folder / "levels.json").write_bytes(text + b"\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--try", nargs="+", dest="tried", metavar="F/O/L", required=True)
    parser.add_argument("--players", type=int, nargs="+", help="default: the usual number")
    parser.add_argument("--games", type=int, default=400, help="of each (400)")
    options = parser.parse_args()
    fast = FastArena(rulebook(options.game))
    for players in options.players or [fast.book.game.usual_players]:
        above: Oversight | None = None
        for text in options.tried:
            tried = Oversight(*map(int, text.split("/")))
            found = gap(fast, players, [tried, above], options.games)
            print(f"{options.game}, {players} players, {text}: {found:.0f}", flush=True)
            above = tried


if __name__ == "__main__":
    main()
