"""What moments cost a browser: the page's own work while a move plays, on a slowed processor.

    python -m bench.moments [--slow 4] [--moves 8] [GAME ...]

Plays moves of every game through a page that shows motion, and reads the processor time of the
page's main thread from a trace, so that a busy machine does not matter. Times are multiplied by
`--slow`. *Update* is the longest task outside of a flight: the one that takes over a new board and
starts it. *Playing* is the longest task while copies of pieces move, *per frame* the mean work of
the main thread for a frame of 1/60 s then: under 16.7 ms, all frames can be shown.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from tests.browser.playing import confirm, is_my_turn, wait_for_turn_or_end
from tests.browser.staging import Site, browser

from nomarch.engine.match import Match
from nomarch.kernel.game import rulebooks

CATEGORIES = ["toplevel", "blink.user_timing", "__metadata"]
SETTINGS = """
if (location.protocol.startsWith("http")) {
  const chosen = { pace: "instant", careful: "off", interludes: "off" };
  for (const [name, value] of Object.entries(chosen)) localStorage.setItem(name, value);
}
"""
WATCH = """() => {
  // Marks when something begins and ceases to play on the board; an update ends what plays.
  const frame = document.getElementById("frame");
  let isMarked = false;
  frame.addEventListener("played", () => {
    if (isMarked) performance.mark("play-end");
    isMarked = false;
  });
  new MutationObserver(() => {
    if (!frame.classList.contains("playing") || isMarked) return;
    performance.mark("play-begin");
    isMarked = true;
  }).observe(frame, { attributeFilter: ["class"] });
}"""


class Task(NamedTuple):
    """A task of the main thread: from when to when it ran, and its processor time, in ms."""

    began: float
    ended: float
    length: float


def measure(site: Site, running: Any, game: str, slow: float, count: int, calm: bool) -> str:
    me = site.guest(f"Fast {game}")
    site.stage(game, [me, "bot", "bot"], stop=_in_the_middle, game=game)
    context = running.new_context(
        viewport={"width": 1280, "height": 900},
        locale="en-GB",
        reduced_motion="reduce" if calm else "no-preference",
    )
    context.add_cookies([site.cookie(me)])
    context.add_init_script(SETTINGS)
    page = context.new_page()
    page.goto(f"{site.url}/t/{game}")
    wait_for_turn_or_end(page)
    page.evaluate(WATCH)
    running.start_tracing(page=page, categories=CATEGORIES)
    page.evaluate("performance.mark('begin')")
    for _ in range(count):
        wait_for_turn_or_end(page)
        if not is_my_turn(page):
            break
        page.evaluate("[...document.querySelectorAll('.prompt-card .move')].at(-1).click()")
        confirm(page)
        page.wait_for_function("() => !document.getElementById('frame').matches('.playing')")
    tasks, spans = _read(json.loads(running.stop_tracing()))
    context.close()
    playing = [task for task in tasks if any(a < task.began and task.ended < b for a, b in spans)]
    others = [task for task in tasks if task not in set(playing)]
    frames = sum(b - a for a, b in spans) / (1000 / 60)
    return (
        f"| {game} | {slow * max((t.length for t in others), default=0):.0f} ms "
        f"| {slow * max((t.length for t in playing), default=0):.0f} ms "
        f"| {slow * sum(t.length for t in playing) / max(1, frames):.1f} ms | {len(spans)} |"
    )


def _read(trace: dict[str, Any]) -> tuple[list[Task], list[tuple[float, float]]]:
    """The tasks of the page's main thread, and from when to when something played."""
    events = trace["traceEvents"]
    marks = [e for e in events if e["name"] in ("play-begin", "play-end")]
    threads = {(e["pid"], e["tid"]) for e in events if e["name"] == "begin"}
    tasks = [
        Task(e["ts"] / 1000, (e["ts"] + e["dur"]) / 1000, e["tdur"] / 1000)
        for e in events
        if e.get("ph") == "X" and e["name"].endswith("RunTask") and "tdur" in e
        if (e["pid"], e["tid"]) in threads
    ]
    times = sorted((e["ts"] / 1000, e["name"]) for e in marks)
    spans = [(a, b) for (a, first), (b, _) in pairwise(times) if first == "play-begin"]
    return tasks, spans


def _in_the_middle(match: Match) -> bool:
    return len(match.steps) >= 6 * match.players and match.to_act == (0,)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slow", type=float, default=4)
    parser.add_argument("--moves", type=int, default=8)
    parser.add_argument("--calm", action="store_true", help="without motion, to compare")
    parser.add_argument("games", nargs="*")
    options = parser.parse_args()
    site = Site(Path(tempfile.mkdtemp()))
    site.start()
    try:
        print("| game | update | playing | per frame | moves |\n| --- | --- | --- | --- | --- |")
        with browser() as running:
            for game in options.games or rulebooks():
                print(
                    measure(site, running, game, options.slow, options.moves, options.calm),
                    flush=True,
                )
    finally:
        site.close()


if __name__ == "__main__":
    main()
