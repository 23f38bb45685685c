"""Play a bot against a pool: `python -m bench.strength --bot master --against greedy net`.

One seat against a table full of each opponent, every seat in turn on the same seeds, all games and
opponents side by side. It stops after `--seconds`, a decision later at most, and resumes from
`--folder`. The worst row comes first: a bot is as strong as the opponent it does worst against.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping

from bench.tournament import Tournament, add_arguments, executor_of

from nomarch.bots import arena
from nomarch.bots.weights import has_network
from nomarch.kernel.declare.game import rulebook, rulebooks

POOL = ("greedy", "net", "search:200")
NEED_NETWORK = {"net"}
"""Skipped where no network is shipped."""


def contests_of(options: argparse.Namespace) -> dict[str, arena.Contest]:
    found = {}
    for game in options.game:
        book = rulebook(game)
        players = options.players or book.game.usual_players
        plays_network = has_network(book, players)
        for bot in options.bot:
            for other in options.against:
                is_playable = plays_network or not {bot, other} & NEED_NETWORK
                if bot != other and is_playable:
                    name = re.sub(r"[^\w.-]+", "_", f"{game}-{players}-{bot}-{other}")
                    found[name] = arena.contest(game, [bot, other], players, "strength")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="*", default=list(rulebooks()), help="default: all")
    parser.add_argument("--bot", nargs="+", default=["master"], help="candidates (master)")
    parser.add_argument("--against", nargs="+", default=list(POOL), help="the pool")
    parser.add_argument("--games", type=int, default=128, help="of each pair (128)")
    parser.add_argument("--players", type=int, help="default: each game's usual number")
    add_arguments(parser, folder="strength")
    options = parser.parse_args()
    contests = contests_of(options)
    tournament = Tournament(contests, options.games, options.folder)
    with executor_of(options) as executor:
        tournament.play(executor, options.seconds)
    print_table(contests, tournament)
    summary = {name: len(games) for name, games in tournament.played.items()}
    (options.folder / "summary.json").write_text(json.dumps(summary), encoding="utf-8")


def print_table(contests: Mapping[str, arena.Contest], tournament: Tournament) -> None:
    """Print a row for each contest, the worst of each game first."""
    rows = []
    for name, contest in contests.items():
        line = tournament.standing(name)
        if line is not None:
            shares = contest.players * line.win_rate
            rows.append((contest.game, shares, row(contest, tournament, name)))
    print("| game | bot | against | games | wins | fair shares | ms of both |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for _, _, line in sorted(rows):
        print(line)


def row(contest: arena.Contest, tournament: Tournament, name: str) -> str:
    line = tournament.standing(name)
    assert line is not None
    low, high = contest.players * line.win_low, contest.players * line.win_high
    ours, theirs = tournament.milliseconds(name)
    bot, other = contest.bots
    return (
        f"| {contest.game} | {bot} | {contest.players - 1} {other} | {line.games} "
        f"| {line.win_rate:.1%} ({line.win_low:.1%} – {line.win_high:.1%}) "
        f"| {contest.players * line.win_rate:.2f} ({low:.2f} – {high:.2f}) "
        f"| {ours:.1f}, {theirs:.1f} |"
    )


if __name__ == "__main__":
    main()
