"""What moments cost a browser: long tasks and frames while a move plays, on a slowed processor.

    python -m bench.moments [--slow 4] [--moves 8]

Plays moves of every game through a page that shows motion, with the processor slowed by the given
factor. *Swap* is the longest task in which a new board is taken over; *playing* is the longest task
while copies of pieces move; *frames* is the median rate of a move's frames.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path
from typing import Any

from tests.browser.playing import confirm, is_my_turn, moves, wait_for_turn_or_end
from tests.browser.staging import Site, browser

from nomarch.engine.match import Match
from nomarch.kernel.game import rulebooks

SETTINGS = """
if (location.protocol.startsWith("http")) {
  const chosen = { pace: "instant", careful: "off", interludes: "off" };
  for (const [name, value] of Object.entries(chosen)) localStorage.setItem(name, value);
}
window.tasks = [];
window.plays = [];
const note = ({ startTime, duration }) => window.tasks.push([startTime, duration]);
new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "longtask" });
"""
WATCH = """() => {
  // Notes the time of every frame while something plays on the board.
  const frame = document.getElementById("frame");
  let frames = null;
  const tick = (time) => {
    frames?.push(time);
    if (frames) requestAnimationFrame(tick);
  };
  new MutationObserver(() => {
    const isPlaying = frame.classList.contains("playing");
    if (isPlaying && !frames) {
      frames = [];
      requestAnimationFrame(tick);
    } else if (!isPlaying && frames) {
      window.plays.push(frames);
      frames = null;
    }
  }).observe(frame, { attributeFilter: ["class"] });
}"""


def measure(site: Site, running: Any, game: str, slow: float, count: int) -> str:
    me = site.guest(f"Fast {game}")
    site.stage(game, [me, "bot", "bot"], stop=_in_the_middle, game=game)
    context = running.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.add_cookies([site.cookie(me)])
    context.add_init_script(SETTINGS)
    page = context.new_page()
    page.goto(f"{site.url}/t/{game}")
    wait_for_turn_or_end(page)
    wire = context.new_cdp_session(page)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    page.evaluate(WATCH)
    page.evaluate("window.tasks.length = 0")
    for _ in range(count):
        wait_for_turn_or_end(page)
        if not is_my_turn(page):
            break
        offered = moves(page)
        page.locator(f'.prompt-card [data-move="{offered[0]}"]').dispatch_event("click")
        confirm(page)
        page.wait_for_function("() => !document.getElementById('frame').matches('.playing')")
    tasks, plays = page.evaluate("[window.tasks, window.plays]")
    context.close()
    return f"| {game} | {_longest(tasks, plays, False):.0f} ms | " + (
        f"{_longest(tasks, plays, True):.0f} ms | {_rate(plays):.0f}/s | {len(plays)} |"
    )


def _longest(tasks: list[list[float]], plays: list[list[float]], while_playing: bool) -> float:
    """The longest task of those that began while something played, or of the others."""
    spans = [(frames[0], frames[-1]) for frames in plays if len(frames) > 1]
    return max(
        (
            length
            for began, length in tasks
            if any(first <= began < last for first, last in spans) == while_playing
        ),
        default=0.0,
    )


def _rate(plays: list[list[float]]) -> float:
    rates = [1000 * (len(f) - 1) / (f[-1] - f[0]) for f in plays if len(f) > 2 and f[-1] > f[0]]
    return statistics.median(rates) if rates else 0.0


def _in_the_middle(match: Match) -> bool:
    return len(match.steps) >= 6 * match.players and match.to_act == (0,)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slow", type=float, default=4)
    parser.add_argument("--moves", type=int, default=8)
    parser.add_argument("games", nargs="*")
    options = parser.parse_args()
    site = Site(Path(tempfile.mkdtemp()))
    site.start()
    try:
        print("| game | swap | playing | frames | moves |\n| --- | --- | --- | --- | --- |")
        with browser() as running:
            for game in options.games or rulebooks():
                print(measure(site, running, game, options.slow, options.moves), flush=True)
    finally:
        site.close()


if __name__ == "__main__":
    main()
