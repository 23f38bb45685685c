"""Play a bot against a pool: `python -m bench.strength --bot master --against greedy net`.

One seat against a table full of each opponent, every seat in turn on the same seeds, all games and
opponents side by side. It begins no game after `--seconds`, and resumes from `--folder`. The worst
row comes first: a bot is as strong as the opponent it does worst against.
"""

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.measuring import add_arguments, first_standing, milliseconds, play_contests

from nomarch.bots import arena
from nomarch.bots.arena import ArenaResult, Contest
from nomarch.kernel.declare.game import rulebook, rulebooks

POOL = ("greedy", "net", "search:200")


def contests_of(options: argparse.Namespace) -> Iterator[tuple[str, Contest]]:
    for game in options.game:
        players = options.players or rulebook(game).game.usual_players
        for bot in options.bot:
            for other in options.against:
                if bot != other:
                    name = re.sub(r"[^\w.-]+", "_", f"{game}-{players}-{bot}-{other}")
                    yield name, arena.contest(game, [bot, other], players, "strength")


def row(contest: Contest, played: Sequence[ArenaResult]) -> tuple[str, float, str]:
    """Return the game, fair shares won, and a line of the table."""
    line = first_standing(contest, played)
    assert line is not None
    shares = [contest.players * one for one in (line.win_rate, line.win_low, line.win_high)]
    bot, other = contest.bots
    ours, theirs = milliseconds(played)
    text = (
        f"| {contest.game} | {bot} | {contest.players - 1} {other} | {line.games} "
        f"| {line.win_rate:.1%} ({line.win_low:.1%} – {line.win_high:.1%}) "
        f"| {shares[0]:.2f} ({shares[1]:.2f} – {shares[2]:.2f}) | {ours:.1f}, {theirs:.1f} |"
    )
    return contest.game, shares[0], text


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="*", default=list(rulebooks()), help="default: all")
    parser.add_argument("--bot", nargs="+", default=["master"], help="candidates (master)")
    parser.add_argument("--against", nargs="+", default=list(POOL), help="the pool")
    parser.add_argument("--games", type=int, default=128, help="of each pair (128)")
    parser.add_argument("--players", type=int, help="default: each game's usual number")
    parser.add_argument("--folder", type=Path, default=Path("strength"), help="keeps the games")
    add_arguments(parser)
    options = parser.parse_args()
    contests = dict(contests_of(options))
    played = play_contests(contests, dict.fromkeys(contests, options.games), options)
    print("| game | bot | against | games | wins | fair shares | ms of both |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for _, _, line in sorted(row(contests[name], games) for name, games in played.items() if games):
        print(line)


if __name__ == "__main__":
    main()
