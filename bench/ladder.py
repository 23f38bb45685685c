"""Measure the bots' levels: `python -m bench.ladder --workers 16 --seconds 540 --folder ladder`.

Every level plays the one below it, those that search the level `strong`: one seat against a table
full, every seat in turn on the same seeds. A win rate becomes a distance on the Elo scale by the
Plackett-Luce model: a bot g times as strong wins g games for each that one of the others wins.
Distances are added up from `greedy`, which is 1500, and so are the squares of their intervals. A
run that was stopped resumes from `--folder`. It prints the ladder; `--write` also writes
`ratings.json` of each game, which pages show, and `bench/ladder.md`, with `--seconds 0` from the
games that are there. With `--levels` only their rungs are played; rungs that are not in the folder
keep the results that `bench/ladder.md` has.
`--matches` takes the rungs of the networks from the output of `bench.network_match`, which plays
thousands of games at once.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path

import msgspec
from bench.fast_arena import play_rungs
from bench.tournament import Tournament, add_arguments, executor_of

from nomarch.bots import INSTANT, LEVELS, SEARCHING, arena
from nomarch.bots.fingerprints import fingerprint_of
from nomarch.bots.level_settings import level_settings
from nomarch.bots.ratings import Ladder, Rating, elo_gap
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks

ANCHOR, ANCHORED = "greedy", 1500
MIN_GAP = 100
"""A level above `greedy` that is fewer points above the last one offered isn't offered."""
MIN_GAMES = 25
"""A level that searches and was measured by fewer games isn't offered."""
FLOOR = 100
"""The lowest rating. Who never wins has no rating at all on this scale."""
REPORT = Path(__file__).with_name("ladder.md")
HEADING = """# The ladder

Each level against the one below it, those that search against `strong`: one seat against a table
full, every seat in turn on the same seeds (`python -m bench.ladder`). Ratings are
on the Elo scale; `greedy` is 1500, and nothing is below 100. Intervals are 95 %; they add up with
the steps from `greedy`. A level that is fewer than 100 points above the last one offered is not
offered, nor is one with fewer than 25 games.
"""


@dataclass(frozen=True)
class Rung:
    """How often a level won against the one below it."""

    level: str
    below: str
    games: int
    rate: float
    low: float
    high: float
    players: int
    milliseconds: float = 0.0
    """Mean thinking time of the level."""

    @property
    def gap(self) -> float:
        return elo_gap(self.rate, self.players, self.games)

    @property
    def doubt(self) -> float:
        """Half of the gap's interval."""
        high = elo_gap(self.high, self.players, self.games)
        return (high - elo_gap(self.low, self.players, self.games)) / 2


def name_of(game: str, players: int, level: str) -> str:
    return f"{game}-{players}-{level}"


def below_of(level: str) -> str:
    """Return the level that one is measured against."""
    return INSTANT if level in SEARCHING[1:] else LEVELS[LEVELS.index(level) - 1]


def make_tournament(
    counts: Iterable[tuple[str, int]], levels: Sequence[str], fast: int, slow: int, folder: Path
) -> Tournament:
    """Make a contest for each rung of each game and player count; `slow` games if it thinks."""
    contests, wanted = {}, {}
    for game, players in counts:
        for level in LEVELS[1:]:
            if level not in levels:
                continue
            below = below_of(level)
            name = name_of(game, players, level)
            options = rulebook(game).usual_options(players)
            contests[name] = arena.contest(game, [level, below], players, "ladder", options)
            is_fast = level not in SEARCHING or level == INSTANT
            wanted[name] = fast if is_fast else slow
    return Tournament(contests, wanted, folder)


def rungs_of(tournament: Tournament, game: str, players: int, known: dict[str, Rung]) -> list[Rung]:
    """Return the rungs lowest first, as far as they lead: those played now, else those known."""
    rungs = []
    for level in LEVELS[1:]:
        below = below_of(level)
        name = name_of(game, players, level)
        line = tournament.standing(name) if name in tournament.contests else None
        if line is not None:
            won = line.games, line.win_rate, line.win_low, line.win_high
            milliseconds = tournament.milliseconds(name)[0]
            rungs.append(Rung(level, below, *won, players, milliseconds))
        elif level in known:
            rungs.append(known[level])
        elif level not in SEARCHING[1:]:
            break
    return rungs


def matched_rungs(file: Path, game: str, players: int) -> dict[str, Rung]:
    """Return the rung of a game's network, if the file has it."""
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        pairing = row["game"], row["players"], row["network"], row["against"]
        if pairing == (game, players, "shipped", ANCHOR):
            won = row["games"], row["rate"], row["low"], row["high"]
            found[INSTANT] = Rung(INSTANT, ANCHOR, *won, players)
    return found


ROW = re.compile(
    r"\| (\w+) \| [^|]* \| ([\d.]+)% \(([\d.]+)% – ([\d.]+)%\) \| ([\d,]+) \|(?: ([\d.]+) \|)?"
)


def title_of(game: str, players: int) -> str:
    return f"{game}, {players} players"


def known_rungs(text: str, game: str, players: int) -> dict[str, Rung]:
    """Return the rungs of a game that a report has, by level."""
    title = re.escape(title_of(game, players))
    found = re.search(rf"\n## {title}\n(.*?)(?=\n## |\Z)", text, flags=re.DOTALL)
    if not found:
        return {}
    rungs = {}
    for level, *rates, games, milliseconds in ROW.findall(found[1]):
        if level not in LEVELS[1:]:
            continue
        rate, low, high = (float(value) / 100 for value in rates)
        count = int(games.replace(",", ""))
        time = float(milliseconds or 0)
        rungs[level] = Rung(level, below_of(level), count, rate, low, high, players, time)
    return rungs


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


def offered(ratings: dict[str, Rating], rungs: Sequence[Rung]) -> dict[str, Rating]:
    """Return the ratings of the levels that are worth offering."""
    kept: dict[str, Rating] = {}
    guessed = {rung.level for rung in rungs if rung.games < MIN_GAMES}
    for level, rating in ratings.items():
        if level in guessed and level in SEARCHING[1:]:
            continue
        is_above = LEVELS.index(level) > LEVELS.index(ANCHOR)
        if not is_above or rating.rating - list(kept.values())[-1].rating >= MIN_GAP:
            kept[level] = rating
    return kept


def section(game: str, rungs: Sequence[Rung], ratings: dict[str, Rating]) -> str:
    """Return a game's part of the report."""
    players = rungs[0].players
    by_level = {rung.level: rung for rung in rungs}
    lines = [
        f"## {title_of(game, players)}",
        "",
        f"{100 / players:.0f} % would be even.",
        "",
        "| level | rating | wins | games | ms a decision | playouts |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for level, rating in reversed(ratings.items()):
        rung = by_level.get(level)
        wins = f"{rung.rate:.1%} ({rung.low:.1%} – {rung.high:.1%})" if rung else "–"
        games = f"{rung.games:,}" if rung else "–"
        time = f"{rung.milliseconds:.1f}" if rung and rung.milliseconds else "–"
        points = f"{rating.rating} ± {rating.doubt}" if rating.doubt else f"{rating.rating}"
        points += "" if level in offered(ratings, rungs) else ", not offered"
        playouts = level_settings(rulebook(game)).playouts.get(level, 0)
        searched = f"{playouts:,}" if level in SEARCHING[1:] else "–"
        lines.append(f"| {level} | {points} | {wins} | {games} | {time} | {searched} |")
    return "\n".join(lines) + "\n"


def report(text: str, title: str, part: str) -> str:
    """Return the report with one section added or replaced."""
    kept = re.sub(rf"\n## {re.escape(title)}\n.*?(?=\n## |\Z)", "", text, flags=re.DOTALL)
    return f"{kept.rstrip()}\n\n{part}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="*", default=list(rulebooks()), help="default: all")
    parser.add_argument("--levels", nargs="+", default=list(LEVELS[1:]), metavar="LEVEL")
    parser.add_argument("--games", type=int, default=1000, help="of rungs without thinking (1000)")
    parser.add_argument("--slow", type=int, default=128, help="of rungs that think (128)")
    parser.add_argument(
        "--players", type=int, nargs="+", help="counts (default: each game's usual number)"
    )
    parser.add_argument("--matches", type=Path, help="output of bench.network_match")
    parser.add_argument(
        "--write", action="store_true", help="write ratings.json of each game and bench/ladder.md"
    )
    add_arguments(parser, folder="ladder")
    options = parser.parse_args()
    counts = list(counts_of(options.game, options.players))
    tournament = make_tournament(
        counts, options.levels, options.games, options.slow, options.folder
    )
    began = time.time()
    play_rungs(tournament, options.seconds)
    with executor_of(options) as executor:
        tournament.play(executor, max(0.0, options.seconds - (time.time() - began)))
    for game, players in counts:
        before = REPORT.read_text(encoding="utf-8") if REPORT.exists() else HEADING
        known = known_rungs(before, game, players)
        if options.matches:
            known |= matched_rungs(options.matches, game, players)
        rungs = rungs_of(tournament, game, players, known)
        if not rungs:
            continue
        ratings = rate(rungs)
        part = section(game, rungs, ratings)
        print(part)
        if options.write:
            write_ratings(rulebook(game), players, options.games, offered(ratings, rungs))
            REPORT.write_text(report(before, title_of(game, players), part), encoding="utf-8")


def counts_of(games: Sequence[str], players: Sequence[int] | None) -> Iterator[tuple[str, int]]:
    """Yield the games with the player counts that they have of those asked for."""
    for game in games:
        possible = rulebook(game).game
        for count in players or [possible.usual_players]:
            if count in possible.players:
                yield game, count


def write_ratings(book: Rulebook, players: int, games: int, ratings: dict[str, Rating]) -> None:
    """Write the ratings of one player count; those of others stay."""
    file, before = book.folder / "ratings.json", Ladder(games, {})
    if file.exists():
        before = msgspec.json.decode(file.read_bytes(), type=Ladder)
    measured = before.fingerprints | {players: fingerprint_of(book, players, tuple(ratings))}
    counts = before.players | {players: ratings}
    ladder = Ladder(games, dict(sorted(counts.items())), dict(sorted(measured.items())))
    file.write_bytes(msgspec.json.format(msgspec.json.encode(ladder), indent=2) + b"\n")


if __name__ == "__main__":
    main()
