"""What a table costs a browser: text size, idle work, bytes per update, time from click to board.

    python -m bench.page [--write]

Plays a few moves of every game at three sizes, prints a table, and writes it into
`bench/results.md` with `--write`.
"""

from __future__ import annotations

import argparse
import re
import statistics
import tempfile
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.browser.playing import is_my_turn, seq, wait_for_turn, wait_for_turn_or_end
from tests.browser.staging import PHONE, Site, browser

from nomarch.engine.match import Match
from nomarch.kernel.game import rulebooks

SIZES: dict[str, dict[str, Any]] = {
    "1280×800": {"viewport": {"width": 1280, "height": 800}},
    "390×844": PHONE,
}
RESULTS = Path(__file__).parent / "results.md"
MARK = "<!-- page -->"
IDLE_SECONDS = 4.0
MOVES = 6
PLIES = 30

SMALLEST = """() => {
  const sizes = [...document.querySelectorAll("#frame > svg.board text")]
    .filter((node) => node.getBoundingClientRect().height > 0).map((node) => {
      const { a, b } = node.getScreenCTM();  // some lettering is turned
      return parseFloat(getComputedStyle(node).fontSize) * Math.hypot(a, b);
    });
  return Math.min(...sizes);
}"""

CLICK = """() => new Promise((done) => {
  // From a click on the first lit piece until the board has changed and is painted.
  const began = performance.now();
  const watch = new MutationObserver(() => {
    watch.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - began)));
  });
  watch.observe(document.body, { attributeFilter: ["data-seq"] });
  const piece = document.querySelector("svg.board [data-action]");
  piece.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const confirm = document.getElementById("confirm");
  if (!confirm.hidden) document.getElementById("sure").click();
})"""

HURRY = """if (location.protocol.startsWith("http")) {
  localStorage.setItem("pace", "instant");
  localStorage.setItem("careful", "off");
  localStorage.setItem("interludes", "off");
}"""


class Line(NamedTuple):
    """One game at one size."""

    game: str
    size: str
    smallest: float
    idle: float
    update: float
    wire: float
    click: float

    def row(self) -> str:
        """As a row of the table."""
        return (
            f"| {self.game} | {self.size} | {self.smallest:.1f} px | {self.idle:.1f} % "
            f"| {self.update:.1f} kB | {self.wire:.1f} kB | {self.click:.0f} ms |"
        )


def measure(site: Site, running: Any, person: Any, game: str, size: str) -> Line:
    """Opens a table in the middle of a game, looks at it, and plays some moves."""
    id_ = f"{game}-{size.split('×')[0]}"
    site.stage(id_, [person, "bot", "bot"], stop=_in_the_middle, game=game)
    context = running.new_context(**SIZES[size], locale="en-GB")
    context.add_cookies([site.cookie(person)])
    context.add_init_script(HURRY)
    page = context.new_page()
    wire = context.new_cdp_session(page)
    received: list[bytes] = []
    wire.send("Network.enable")
    wire.on(
        "Network.webSocketFrameReceived",
        lambda event: received.append(event["response"]["payloadData"].encode()),
    )
    page.goto(f"{site.url}/t/{id_}")
    wait_for_turn(page)
    smallest, idle = float(page.evaluate(SMALLEST)), _idle_share(wire)
    received.clear()
    clicks = list(_clicks(page))
    context.close()
    plain, packed = (
        statistics.mean(map(len, texts)) / 1000 for texts in (received, _packed(received))
    )
    return Line(game, size, smallest, idle, plain, packed, statistics.median(clicks))


def _in_the_middle(match: Match) -> bool:
    return len(match.steps) >= min(PLIES, 6 * match.players) and match.to_act == (0,)


def _idle_share(wire: Any) -> float:
    """Per cent of the main thread's time that a page takes while nothing happens."""
    wire.send("Performance.enable")
    before, began = _task_seconds(wire), time.perf_counter()
    time.sleep(IDLE_SECONDS)
    return 100 * (_task_seconds(wire) - before) / (time.perf_counter() - began)


def _task_seconds(wire: Any) -> float:
    metrics = wire.send("Performance.getMetrics")["metrics"]
    return float(next(line["value"] for line in metrics if line["name"] == "TaskDuration"))


def _clicks(page: Any) -> Iterator[float]:
    for _ in range(MOVES):
        wait_for_turn_or_end(page)
        if not is_my_turn(page):
            return
        before = seq(page)
        yield float(page.evaluate(CLICK))
        page.wait_for_function("b => Number(document.body.dataset.seq) > b", arg=before)


def _packed(texts: list[bytes]) -> list[bytes]:
    """As they go over the line: each message deflated by itself."""
    return [zlib.compress(text, wbits=-12) for text in texts]


def write(table: str) -> None:
    """Puts the table where the last one was."""
    text = RESULTS.read_text(encoding="utf-8")
    section = f"{MARK}\n{table}\n{MARK}"
    pattern = f"{MARK}.*{MARK}"
    if not re.search(pattern, text, re.DOTALL):
        text = f"{text.rstrip()}\n\n{section}\n"
    RESULTS.write_text(re.sub(pattern, lambda _: section, text, flags=re.DOTALL), encoding="utf-8")


HEAD = """## A table in the browser

`python -m bench.page --write`: three players in the middle of a game, bots at once, Chromium
without a graphics card. Smallest lettering drawn on the board; share of the main thread's time
while nothing happens; mean size of an update, plain and deflated as it is sent; median time from a
click to the painted board, with the server on the same machine.

| game | size | smallest text | idle | update | deflated | click to board |
| --- | --- | --- | --- | --- | --- | --- |"""


def main() -> None:
    """Measures everything that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(rulebooks()))
    parser.add_argument("--write", action="store_true", help="into bench/results.md")
    options = parser.parse_args()
    rows = [HEAD]
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        try:
            site.start()
            person = site.person("Neith")
            with browser() as running:
                for game in options.games:
                    for size in SIZES:
                        rows.append(measure(site, running, person, game, size).row())
                        print(rows[-1], flush=True)
        finally:
            site.close()
    if options.write:
        write("\n".join(rows))


if __name__ == "__main__":
    main()
