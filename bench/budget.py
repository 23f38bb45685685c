"""Strength by thinking time: `python -m bench.budget ra giza --seconds 500`.

One seat of the search that `master` uses against a table full of the game's network (greedy bots
where there is none), every seat in turn on the same seeds, all games and budgets side by side. It
stops after `--seconds`, a decision later at most, and resumes from `--folder`; `--seconds 0` only
writes down what is there. The table goes into `bench/bots.md`, the chart into `bench/budget.svg`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from math import ceil, log10
from pathlib import Path

from bench.ladder import report
from bench.tournament import Tournament, add_arguments, executor_of

from nomarch.bots import arena, make_bot
from nomarch.bots.play import bot_rng, decide
from nomarch.bots.prior import NetworkPrior
from nomarch.bots.search import Search, compile_search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.bots.search_settings import Budget
from nomarch.bots.weights import has_network
from nomarch.draw import svg
from nomarch.draw.box import Box
from nomarch.draw.charts import ChartAxis, Curve, Line, Panel, draw_panel
from nomarch.draw.svg import Svg
from nomarch.engine.match import Match
from nomarch.kernel.game import rulebook, rulebooks
from nomarch.kernel.seeds import make_seed

PLAYERS = 4
FAIR = 1 / PLAYERS
BUDGETS = (10, 30, 100, 300, 1000, 3000, 10_000)
TITLE = "Strength by budget"
TABLE, CHART = Path(__file__).with_name("bots.md"), Path(__file__).with_name("budget.svg")
COLOURS = ("lapis", "malachite", "carnelian", "amethyst", "turquoise")
PANEL_WIDTH, PANEL_HEIGHT, ROW, MARGIN = 395, 150, 220, 70
SAMPLES, SAMPLE_MS = 8, 100
"""Decisions of a game at which playouts are counted, and how long each is searched."""


def search_spec(game: str, milliseconds: int) -> str:
    """Return the search of the level `master` with so much time."""
    book = rulebook(game)
    is_guided = has_network(book, PLAYERS)
    return f"net:,{milliseconds}ms" if is_guided else f"search:{milliseconds}ms"


def reference_spec(game: str) -> str:
    """Return the opponent: the game's network without a search, or greedy where there is none."""
    return "net" if has_network(rulebook(game), PLAYERS) else "greedy"


def name_of(game: str, budget: int) -> str:
    return f"{game}-{budget}ms"


def contests(games: Sequence[str], budgets: Sequence[int]) -> dict[str, arena.Contest]:
    """Return a contest for every game and budget."""
    return {
        name_of(game, budget): arena.contest(
            game, [search_spec(game, budget), reference_spec(game)], PLAYERS, "budget"
        )
        for budget in budgets
        for game in games
    }


def log_of(tournament: Tournament, game: str, budgets: Sequence[int]) -> list[Line]:
    """Return the win rates by budget, as far as they were played."""
    log: list[Line] = []
    for budget in sorted(budgets):
        if line := tournament.standing(name_of(game, budget)):
            won = {"wins": line.win_rate, "wins_low": line.win_low, "wins_high": line.win_high}
            log.append({"budget": log10(budget), "games": line.games} | won)
    return log


def playouts_a_second(game: str) -> float:
    """Return a search's playouts per second of one core, over a game of greedy bots."""
    book = rulebook(game)
    greedy, match = make_bot("greedy", book), Match(book, book.setup(PLAYERS), make_seed("budget"))
    budget, prior = Budget(milliseconds=SAMPLE_MS), NetworkPrior(book)
    search = Search(book, SearchCompiler(compile_search), budget, prior=prior, wait=True)
    positions = []
    while not match.over:
        seat = match.to_act[0]
        if len(legal := match.legal_actions(seat)) > 1:
            positions.append((match.observe(seat), seat, legal, bot_rng(match, seat)))
        match.play(seat, decide(match, seat, greedy))
    sample = positions[:: len(positions) // SAMPLES]
    began = time.perf_counter()
    games = sum(found.games for asked in sample for found in search.analyse(*asked))
    return games / (time.perf_counter() - began)


def section(logs: Mapping[str, Sequence[Line]], speeds: Mapping[str, float]) -> str:
    budgets = sorted({line["budget"] for log in logs.values() for line in log})
    others = PLAYERS - 1
    lines = [
        f"## {TITLE}",
        "",
        f"`python -m bench.budget`: the search of `master` against {others} copies of the game's "
        f"network, which do not search; {FAIR:.0%} is fair.",
        "Wins with 95 % intervals, and games. ![chart](budget.svg)",
        "",
        f"| budget | {' | '.join(rulebook(game).game.title for game in logs)} |",
        f"| --- {'| --- ' * len(logs)}|",
    ]
    for budget in budgets:
        cells = [
            next((cell(line) for line in log if line["budget"] == budget), "–")
            for log in logs.values()
        ]
        lines.append(f"| {10**budget:,.0f} ms | {' | '.join(cells)} |")
    if speeds:
        told = " | ".join(f"{speeds[game]:,.0f}" for game in logs)
        lines.append(f"| playouts a second | {told} |")
    return "\n".join(lines) + "\n"


def cell(line: Line) -> str:
    low, high = 100 * line["wins_low"], 100 * line["wins_high"]
    return f"{line['wins']:.0%} ({low:.0f}–{high:.0f}), {line['games']:.0f}"


def draw(logs: Mapping[str, Sequence[Line]]) -> Svg:
    """Draw a panel per game: wins over thinking time, on a logarithmic axis."""
    heading = f"Games won by one search against {PLAYERS - 1} of the network, by its budget"
    at = [line["budget"] for log in logs.values() for line in log]
    tens = range(ceil(min(at)), int(max(at)) + 1)
    axis = ChartAxis(
        "budget", min(at), max(at), tuple((float(ten), in_words(10**ten)) for ten in tens)
    )
    drawn = []
    for number, (game, log) in enumerate(logs.items()):
        row, column = divmod(number, 2)
        box = Box(
            MARGIN + column * (PANEL_WIDTH + MARGIN), MARGIN + row * ROW, PANEL_WIDTH, PANEL_HEIGHT
        )
        curve = Curve("wins", COLOURS[number % len(COLOURS)], "")
        panel = Panel(
            rulebook(game).game.title, (curve,), lambda share: f"{share:.0%}", top=1.0,
            mark=(FAIR, f"fair share, {FAIR:.0%}"),
        )  # fmt: skip
        drawn.append(draw_panel(panel, box, log, axis))
    width, height = 2 * (PANEL_WIDTH + MARGIN) + 30, MARGIN + ROW * -(-len(logs) // 2)
    told = svg.text(MARGIN, 34, heading, 20, bold=True)
    return svg.drawing(
        width, height, told, *drawn, name=heading, description=in_sentences(logs), prefix="budget"
    ).standalone()


def in_words(milliseconds: float) -> str:
    return f"{milliseconds / 1000:g} s" if milliseconds >= 1000 else f"{milliseconds:g} ms"


def in_sentences(logs: Mapping[str, Sequence[Line]]) -> str:
    return " ".join(
        f"{rulebook(game).game.title}: {extreme(log[0])}, {extreme(log[-1])}."
        for game, log in logs.items()
    )


def extreme(line: Line) -> str:
    return f"{line['wins']:.0%} with {in_words(10 ** line['budget'])}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="*", default=list(rulebooks()), help="default: all")
    parser.add_argument("--ms", type=int, nargs="+", default=list(BUDGETS), help="budgets")
    parser.add_argument("--playouts", action="store_true", help="count playouts a second too")
    parser.add_argument("--quiet", action="store_true", help="writes no files, only prints")
    parser.add_argument("--games", type=int, default=100, help="of each budget (100)")
    add_arguments(parser, folder="budget")
    wish = parser.parse_args()
    played = contests(wish.game, wish.ms)
    tournament = Tournament(played, wish.games, wish.folder)
    with executor_of(wish) as executor:
        tournament.play(executor, wish.seconds)
    logs = {game: log_of(tournament, game, wish.ms) for game in wish.game}
    logs = {game: log for game, log in logs.items() if log}
    counted = logs if wish.playouts else ()
    told = section(logs, {game: playouts_a_second(game) for game in counted})
    print(told)
    if not wish.quiet and any(tournament.played.values()):
        before = TABLE.read_text(encoding="utf-8")
        TABLE.write_text(report(before, TITLE, told), encoding="utf-8")
        CHART.write_text(str(draw(logs)), encoding="utf-8")


if __name__ == "__main__":
    main()
