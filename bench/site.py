"""Sizes, times and memory of the version without a server: `python -m bench.site`.

Builds a site, opens it in Chromium from a local host, closes the host, and starts it again:
first without and then with a memory snapshot. Times are of this machine, with local files; the
machine's load is printed beside them.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.browser.playing import moves, play, wait_for_turn, wait_until
from tests.browser.staging import DESKTOP, browser
from tests.browser.static_host import ROOT, StaticHost, Tab

from nomarch.browser.build import build

LATER = ("weights.pack.gz", "upgrade.pack.gz")
"""Fetched after the first board, or never."""


HAS_SNAPSHOT = """async () => {
  const top = await navigator.storage.getDirectory();
  for await (const folder of top.values()) {
    for await (const name of folder.keys()) if (/^memory-(?!new)/.test(name)) return true;
  }
  return false;
}"""
MOVES = 10


def sizes(site: Path) -> dict[str, int]:
    """Bytes as a host sends them that compresses text, such as GitHub Pages (gzip)."""
    found: dict[str, int] = {"first": 0, "later": 0}
    for path in sorted(p for p in site.rglob("*") if p.is_file()):
        name = path.relative_to(site).as_posix()
        if name.startswith(("404", ".nojekyll")):
            continue
        size = min(path.stat().st_size, len(gzip.compress(path.read_bytes(), 9)))
        found["later" if name in LATER else "first"] += size
        if size > 200_000:
            found[name] = size
    return found


def memory() -> dict[str, int]:
    """Megabytes of the largest renderer on this machine, with and without shared files.

    `Anonymous` is what Chromium's task manager calls its memory footprint.
    """
    found: list[dict[str, int]] = [{}]
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and "--type=renderer" in (entry / "cmdline").read_text():
                lines = (entry / "smaps_rollup").read_text().splitlines()[1:]
                sizes = {line.partition(":")[0]: int(line.split()[1]) // 1024 for line in lines}
                found.append({name: sizes[name] for name in ("Rss", "Anonymous")})
        except OSError:
            continue
    return max(found, key=lambda sizes: sizes.get("Rss", 0))


def longest_task(trace: bytes) -> dict[str, float]:
    """Return the longest task of a page's own thread: milliseconds of time, and of CPU.

    On a busy machine a task waits for a core; its CPU time is what it takes on a quiet one.
    """
    events = json.loads(trace)["traceEvents"]
    threads = {
        (event["pid"], event["tid"]) for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }  # fmt: skip
    tasks = [
        event for event in events
        if event["name"].endswith("RunTask") and (event["pid"], event["tid"]) in threads
    ]  # fmt: skip
    return {
        kind: max((task.get(field, 0) for task in tasks), default=0) / 1000
        for kind, field in (("time", "dur"), ("cpu", "tdur"))
    }


def measure(tab: Tab, path: str) -> dict[str, Any]:
    """Open a page; milliseconds until it shows something, answers, and has a playable board."""
    began = time.perf_counter()
    tab.page.goto(tab.host.url + path)
    tab.wait()
    if path:
        wait_for_turn(tab.frame)
    board = round(1000 * (time.perf_counter() - began))
    return {"board" if path else "home": board, **tab.page.evaluate("marks")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, help="a folder with a site for /play, built before")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch, browser() as chrome:
        folder = options.site or Path(scratch)
        if options.site is None:
            build(folder / ROOT.strip("/"), ROOT)
        print("load:", *os.getloadavg())
        print("bytes, compressed:", json.dumps(sizes(folder / ROOT.strip("/"))))
        host = StaticHost(folder)
        host.open()
        tab = Tab(chrome.new_context(**DESKTOP).new_page(), host)
        print("cold:", json.dumps(measure(tab, "")))
        tab.wait_for_files()
        host.close()
        began = time.perf_counter()
        tab.go("new/ra")
        tab.frame.locator("#setup [type=submit]").click()
        tab.frame.wait_for_url("**/t/*")
        wait_for_turn(tab.frame)
        print("set-up to board, ms:", round(1000 * (time.perf_counter() - began)))
        path = tab.frame.url.partition(f"{ROOT}/")[2]
        print("memory, MB:", memory())
        print("warm:", json.dumps(measure(tab, path)))
        wait_until(tab.page, HAS_SNAPSHOT)
        print("warm, from a snapshot:", json.dumps(measure(tab, path)))
        chrome.start_tracing(page=tab.page, categories=["toplevel", "devtools.timeline"])
        for _ in range(MOVES):
            play(tab.frame, moves(tab.frame)[0])
            wait_for_turn(tab.frame)
        print("longest stall, ms:", longest_task(chrome.stop_tracing()))
        print("memory after the snapshot, MB:", memory())
        print("load:", *os.getloadavg())


if __name__ == "__main__":
    main()
