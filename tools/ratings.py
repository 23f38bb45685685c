"""Rate the bots' levels: `python -m tools.ratings ra --workers 16 --seconds 540 --write`.

Every level plays the one below it, those that search the level `strong`: one seat against a table
full, every seat in turn on the same seeds. A win rate becomes a distance on the Elo scale by the
Plackett-Luce model, and distances are added up from `greedy`, which is 1500, as are the squares of
their intervals. Games are kept in `--folder`, results in `tools/rungs.jsonl`; rungs that aren't
played stay as they are there. `--write` writes these, each game's `ratings.json`, which pages show,
and `bench/ladder.md`. `--matches` takes the rungs of networks from `tools.networks meet`.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from pathlib import Path
from typing import Any

import msgspec

from nomarch.bots import INSTANT, LEVELS, SEARCHING, arena
from nomarch.bots.arena import Contest
from nomarch.bots.ratings import Ladder, Rating, elo_gap, ladder_of
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks
from tools import measuring

ANCHOR, ANCHORED = "greedy", 1500
MIN_GAP = 100
"""A level above `greedy` that is fewer points above the last one offered isn't offered."""
MIN_GAMES = 25
"""A level that searches and was measured by fewer games isn't offered."""
FLOOR = 100
"""The lowest rating. Who never wins has no rating at all on this scale."""
RUNGS = Path(__file__).with_name("rungs.jsonl")
REPORT = Path(__file__).parents[1] / "bench" / "ladder.md"
HEADING = """# The ladder

Written by `python -m tools.ratings --write` from `tools/rungs.jsonl`, which has wins and games.
Each level meets the one below it, those that search meet `strong`: one seat against a table full,
every seat in turn on the same seeds. `strong` is the network alone, 8,192 games on a GPU. Ratings
are on the Elo scale; `greedy` is 1500, and nothing is below 100. Intervals are 95 %; they add up
with the steps from `greedy`. In brackets: not offered, because it is fewer than 100 points above
the last one offered, or was measured by fewer than 25 games.
"""


class Rung(msgspec.Struct, frozen=True):
    """How often a level won against the one below it."""

    game: str
    players: int
    level: str
    below: str
    games: int
    rate: float
    low: float
    high: float
    milliseconds: float = 0.0
    """Mean thinking time of a decision."""

    @property
    def key(self) -> tuple[str, int, int]:
        return self.game, self.players, LEVELS.index(self.level)

    @property
    def gap(self) -> float:
        return elo_gap(self.rate, self.players, self.games)

    @property
    def doubt(self) -> float:
        """Half of the gap's interval."""
        high = elo_gap(self.high, self.players, self.games)
        return (high - elo_gap(self.low, self.players, self.games)) / 2


def below_of(level: str) -> str:
    """Return the level that one is measured against."""
    return INSTANT if level in SEARCHING[1:] else LEVELS[LEVELS.index(level) - 1]


def contests_of(
    counts: Iterable[tuple[str, int]], levels: Sequence[str]
) -> Iterator[tuple[str, Contest]]:
    for game, players in counts:
        options = rulebook(game).usual_options(players)
        for level in LEVELS[1:]:
            if level in levels:
                bots = [level, below_of(level)]
                contest = arena.contest(game, bots, players, "ladder", options)
                yield f"{game}-{players}-{level}", contest


def played_rungs(contests: dict[str, Contest], options: argparse.Namespace) -> Iterator[Rung]:
    """Play, and yield the rungs of which there are games."""
    games = {
        name: options.slow if contest.bots[0] in SEARCHING[1:] else options.games
        for name, contest in contests.items()
    }
    for name, played in measuring.play_contests(contests, games, options).items():
        contest = contests[name]
        if line := measuring.first_standing(contest, played):
            won = line.games, line.win_rate, line.win_low, line.win_high
            time = round(measuring.milliseconds(played)[0], 1)
            level, below = contest.bots
            yield Rung(contest.game, contest.players, level, below, *won, time)


def matched_rungs(file: Path) -> Iterator[Rung]:
    """Yield the rungs of networks that ship."""
    for row in measuring.read_rows(file, dict[str, Any]):
        if (row.pop("network"), row.pop("against")) == ("shipped", ANCHOR):
            yield msgspec.convert(row | {"level": INSTANT, "below": ANCHOR}, Rung)


def leading(rungs: Iterable[Rung]) -> list[Rung]:
    """Return a table's rungs, lowest first, up to the first that is missing."""
    known, found = {rung.level: rung for rung in rungs}, []
    for level in LEVELS[1:]:
        if level in known:
            found.append(known[level])
        elif level not in SEARCHING[1:]:
            break
    return found


def rate(rungs: Sequence[Rung]) -> dict[str, Rating]:
    """Return the ratings of all levels measured, from the anchor upwards and downwards."""
    middle = LEVELS.index(ANCHOR)
    found = {ANCHOR: Rating(ANCHORED, 0)}
    above = {ANCHOR: (float(ANCHORED), 0.0)}
    for rung in rungs[middle:]:
        place, doubt = above[rung.below]
        above[rung.level] = place, doubt = place + rung.gap, hypot(doubt, rung.doubt)
        found[rung.level] = Rating(round(place), round(doubt))
    place, doubt = float(ANCHORED), 0.0
    for rung in reversed(rungs[:middle]):
        place, doubt = place - rung.gap, hypot(doubt, rung.doubt)
        is_rated = place >= FLOOR
        found[rung.below] = Rating(round(place), round(doubt)) if is_rated else Rating(FLOOR, 0)
    return {level: found[level] for level in LEVELS if level in found}


def not_offered(ratings: dict[str, Rating], rungs: Sequence[Rung]) -> dict[str, str]:
    """Return the measured levels that aren't worth offering, and why."""
    games = {rung.level: rung.games for rung in rungs}
    found, top, highest = dict[str, str](), ANCHOR, ANCHORED
    for level in list(ratings)[LEVELS.index(ANCHOR) + 1 :]:
        rating = ratings[level].rating
        if level in SEARCHING[1:] and games[level] < MIN_GAMES:
            found[level] = f"{games[level]} games are too few"
        elif rating - highest < MIN_GAP:
            found[level] = f"{rating - highest} points above {top}"
        else:
            top, highest = level, rating
    return found


def table(game: str, rungs: Sequence[Rung]) -> str:
    """Return a game's part of the report."""
    lines = [
        f"## {rulebook(game).game.title}",
        "",
        f"| players | {' | '.join(LEVELS)} |",
        "| --- |" + " --- |" * len(LEVELS),
    ]
    for players in sorted({rung.players for rung in rungs}):
        here = leading(rung for rung in rungs if rung.players == players)
        ratings = rate(here)
        left_out = not_offered(ratings, here)
        cells = [_cell(ratings.get(level), level in left_out) for level in LEVELS]
        lines.append(f"| {players} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cell(rating: Rating | None, is_left_out: bool) -> str:
    if rating is None:
        return "–"
    text = f"{rating.rating} ± {rating.doubt}" if rating.doubt else f"{rating.rating}"
    return f"({text})" if is_left_out else text


def write_ratings(book: Rulebook, players: int, rungs: Sequence[Rung]) -> None:
    """Write the ratings of one player count; those of others stay, as do reasons of its own."""
    before = ladder_of(book) or Ladder({})
    ratings = rate(rungs)
    left_out = not_offered(ratings, rungs)
    kept = before.not_offered.get(players, {})
    reasons = {level: why for level, why in kept.items() if level not in ratings} | left_out
    offered = {level: rating for level, rating in ratings.items() if level not in left_out}
    counts = dict(sorted((before.players | {players: offered}).items()))
    why = dict(sorted((before.not_offered | {players: reasons}).items()))
    measuring.write_data(book, "ratings.json", Ladder(counts, why))
    ladder_of.cache_clear()


def counts_of(games: Sequence[str], players: Sequence[int] | None) -> Iterator[tuple[str, int]]:
    """Yield the games with the player counts that they have of those asked for."""
    for game in games:
        possible = rulebook(game).game.players
        for count in players or possible:
            if count in possible:
                yield game, count


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="*", default=list(rulebooks()), help="default: all")
    parser.add_argument("--levels", nargs="+", default=list(LEVELS[1:]), metavar="LEVEL")
    parser.add_argument("--games", type=int, default=500, help="of levels that don't search (500)")
    parser.add_argument("--slow", type=int, default=128, help="of levels that search (128)")
    parser.add_argument("--players", type=int, nargs="+", help="counts (default: all)")
    parser.add_argument("--matches", type=Path, help="output of tools.networks meet")
    parser.add_argument("--folder", type=Path, default=Path("ratings"), help="keeps the games")
    parser.add_argument("--write", action="store_true")
    measuring.add_arguments(parser)
    options = parser.parse_args()
    counts = list(counts_of(options.game, options.players))
    rungs = {rung.key: rung for rung in measuring.read_rows(RUNGS, Rung)}
    if options.matches:
        rungs |= {rung.key: rung for rung in matched_rungs(options.matches)}
    contests = dict(contests_of(counts, options.levels))
    rungs |= {rung.key: rung for rung in played_rungs(contests, options)}
    found = [rungs[key] for key in sorted(rungs)]
    report = "\n".join(
        table(game, here)
        for game in rulebooks()
        if (here := [rung for rung in found if rung.game == game])
    )
    print(report)
    if options.write:
        measuring.write_rows(RUNGS, found)
        REPORT.write_text(f"{HEADING}\n{report}", encoding="utf-8")
        for game, players in counts:
            here = leading(r for r in found if (r.game, r.players) == (game, players))
            write_ratings(rulebook(game), players, here)
    for game in options.game:
        ladder = ladder_of(rulebook(game))
        for count, level in ladder.forgotten() if ladder else ():
            print(f"{game}: no rating of {level} with {count} players, nor a reason")


if __name__ == "__main__":
    main()
