"""What moments cost a browser: long tasks and frames while moves play, on a slowed processor.

    python -m bench.moments [--slow 4] [--moves 8] [--calm] [GAME ...]

The page plays its own moves against two bots at normal pace: nothing else works in it.

- *Longest task* and *over 50 ms* come from a trace: processor time of each task of the page's main
  thread while moves are played, multiplied by `--slow`. A busy machine matters little.
- *Per frame* is the mean work of the main thread for 1/60 s of a flight: under 16.7 ms, all frames
  can be shown.
- *Frames* is the median over all flights of the frames a second that the page was asked for, with
  the processor slowed by the browser (`Emulation.setCPUThrottlingRate`). Other work on the machine
  and drawing without a graphics card lower it; `--slow 1` tells how much.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from tests.browser.playing import ON_MY_TURN, wait_for_turn_or_end
from tests.browser.staging import Site, browser

from nomarch.engine.match import Match
from nomarch.kernel.game import rulebooks

CATEGORIES = ["toplevel", "blink.user_timing", "__metadata"]
LONG_TASK = 50
"""Milliseconds after which a task makes a page feel slow."""
DONE = "all moves were played"
SETTINGS = """
if (location.protocol.startsWith("http")) {
  const chosen = { pace: "normal", careful: "off", interludes: "off" };
  for (const [name, value] of Object.entries(chosen)) localStorage.setItem(name, value);
}
"""
PLAY = (
    f"""(count) => {{
  let left = count;
  const finish = () => console.log("{DONE}");
  ({ON_MY_TURN})(() => {{"""
    + """
    left -= 1;
    if (left < 0) setTimeout(finish, 2000);
    else [...document.querySelectorAll('.bar .move')].at(-1).click();
  });
  new MutationObserver(() => document.body.matches(".over") && finish())
    .observe(document.body, { attributeFilter: ["class"] });
  // Marks when something begins and ceases to play, and counts the frames of each flight.
  const frame = document.getElementById("frame");
  window.rates = [];
  let times = null;
  const count_ = (time) => {
    if (!times) return;
    times.push(time);
    requestAnimationFrame(count_);
  };
  new MutationObserver(() => {
    const isPlaying = frame.classList.contains("playing");
    if (isPlaying && !times) {
      performance.mark("play-begin");
      times = [];
      requestAnimationFrame(count_);
    } else if (!isPlaying && times) {
      performance.mark("play-end");
      const count = times.length - 1;
      if (count > 1) window.rates.push(1000 * count / (times.at(-1) - times[0]));
      times = null;
    }
  }).observe(frame, { attributeFilter: ["class"] });
  performance.mark("begin");
}"""
)


class Task(NamedTuple):
    """A task of the main thread: from when to when it ran, and its processor time, in ms."""

    began: float
    ended: float
    length: float


def measure(site: Site, running: Any, game: str, slow: float, count: int, calm: bool) -> str:
    """One game's line of the table."""
    trace, _ = _play(site, running, game, count, calm, rate=1, traced=True)
    tasks, spans = _read(trace)
    playing = [task for task in tasks if any(a < task.began and task.ended < b for a, b in spans)]
    frames = sum(b - a for a, b in spans) / (1000 / 60)
    lengths = [slow * task.length for task in tasks]
    long = sum(length > LONG_TASK for length in lengths)
    _, rates = _play(site, running, game, count, calm, rate=slow, traced=False)
    shown = f"{statistics.median(rates):.0f}/s" if rates else "none"
    work = slow * sum(task.length for task in playing) / max(1, frames)
    return (
        f"| {game} | {max(lengths, default=0):.0f} ms | {long} of {len(tasks)} | {work:.1f} ms "
        f"| {shown} | {len(rates)} |"
    )


def _play(
    site: Site, running: Any, game: str, count: int, calm: bool, *, rate: float, traced: bool
) -> tuple[dict[str, Any], list[float]]:
    """Let a page play moves; return the trace and the frames a second of each flight."""
    table = f"{game}-{'traced' if traced else 'timed'}"
    me = site.person(f"Fast {table}")
    site.stage(table, [me, "bot", "bot"], stop=_in_the_middle, game=game)
    context = running.new_context(
        viewport={"width": 1280, "height": 900},
        locale="en-GB",
        reduced_motion="reduce" if calm else "no-preference",
    )
    context.add_cookies([site.cookie(me)])
    context.add_init_script(SETTINGS)
    page = context.new_page()
    page.goto(f"{site.url}/t/{table}")
    wait_for_turn_or_end(page)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    if traced:
        running.start_tracing(page=page, categories=CATEGORIES)
    with page.expect_console_message(lambda message: message.text == DONE, timeout=300_000):
        page.evaluate(PLAY, count)
    trace = json.loads(running.stop_tracing()) if traced else {}
    rates = page.evaluate("window.rates")
    context.close()
    return trace, rates


def _read(trace: dict[str, Any]) -> tuple[list[Task], list[tuple[float, float]]]:
    """The tasks of the page's main thread, and from when to when something played."""
    events = trace["traceEvents"]
    marks = [e for e in events if e["name"] in ("play-begin", "play-end")]
    (begin,) = [e for e in events if e["name"] == "begin"]
    threads = {(begin["pid"], begin["tid"])}
    tasks = [
        Task(e["ts"] / 1000, (e["ts"] + e["dur"]) / 1000, e["tdur"] / 1000)
        for e in events
        if e.get("ph") == "X" and e["name"].endswith("RunTask") and "tdur" in e
        if (e["pid"], e["tid"]) in threads and e["ts"] > begin["ts"]
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
        print("| game | longest task | over 50 ms | per frame | frames | flights |")
        print("| --- | --- | --- | --- | --- | --- |")
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
