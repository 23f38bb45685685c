"""Takes eight frames of one moment of each game, for the documentation.

    python -m docs.screenshots.strips [game …]

A replay plays the moment. Its clock stands still; time passes only between two frames.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.browser.staging import Site, browser  # noqa: E402

from nomarch.engine.match import Match  # noqa: E402

FOLDER = Path(__file__).parent
SEED = "the river rises"
MOMENTS = {
    "ra": "epoch-started",
    "amun-re": "offer-shown",
    "egizia": "fed",
    "giza": "demolished",
    "fertility": "laid",
}
"""The event that starts the moment."""
FRAMES, COLUMNS, WIDE = 8, 4, 480
EARLY = 12
"""Steps before the board has something on it."""
STOPPED = 0.001
"""How fast the page moves by itself while it is filmed."""
MILLISECONDS = 250
"""Time between two frames of a moment."""
LONGEST, STILL = 40, 10
"""The most frames of a moment, and steps without a movement that end it."""
STEP = """(milliseconds) => {
  // A page that is photographed is slow: time passes only between two frames.
  const playing = document.getAnimations()
    .filter((each) => Number.isFinite(each.effect.getComputedTiming().endTime));
  for (const each of playing) {
    const now = Number(each.currentTime ?? 0) + milliseconds;
    if (now >= each.effect.getComputedTiming().endTime) each.finish();
    else each.currentTime = now;
  }
  return playing.length;
}"""


def main() -> int:
    games = sys.argv[1:] or list(MOMENTS)
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), pause=3600)
        neith = site.person("Neith")
        try:
            site.start()
            with browser() as running:
                for game in games:
                    stop = _just_after(MOMENTS[game])
                    match = site.stage(game, [neith, "bot", "bot"], SEED, stop, game)
                    frames = _frames(running, site, neith, game, _ply(match, MOMENTS[game]))
                    _strip(frames).save(FOLDER / f"moment-{game}.png", optimize=True)
        finally:
            site.close()
    return 0


def _ply(match: Match, event: str) -> int | None:
    """The step before an event."""
    return next(
        (
            ply
            for ply, step in enumerate(match.steps)
            if ply > EARLY and any(record.name == event for record in step.events)
        ),
        None,
    )


def _just_after(event: str) -> Any:
    return lambda match: _ply(match, event) is not None


def _frames(running: Any, site: Site, person: Any, game: str, ply: int | None) -> list[Image.Image]:
    context = running.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="no-preference", locale="en-GB"
    )
    context.add_cookies([site.cookie(person)])
    page = context.new_page()
    page.clock.install()
    page.goto(f"{site.url}/t/{game}/replay?ply={ply}")
    page.locator(f"body[data-ply='{ply}']").wait_for(state="attached")
    wire = context.new_cdp_session(page)
    wire.send("Animation.enable")
    wire.send("Animation.setPlaybackRate", {"playbackRate": STOPPED})
    page.clock.pause_at(page.evaluate("Date.now()") + MILLISECONDS)
    page.keyboard.press("ArrowRight")
    taken, still = [_photograph(page)], 0
    while still < STILL and len(taken) < LONGEST:
        page.clock.run_for(MILLISECONDS)
        if page.evaluate(STEP, MILLISECONDS):
            taken.append(_photograph(page))
            still = 0
        else:
            page.wait_for_timeout(50)
            still += 1
    context.close()
    return [taken[round(number * (len(taken) - 1) / (FRAMES - 1))] for number in range(FRAMES)]


def _photograph(page: Any) -> Image.Image:
    shot = page.locator("#frame").screenshot()
    return Image.open(io.BytesIO(shot)).convert("RGB")


def _strip(frames: list[Image.Image]) -> Image.Image:
    """All frames in two rows, in few colours."""
    high = round(frames[0].height * WIDE / frames[0].width)
    strip = Image.new("RGB", (COLUMNS * WIDE, len(frames) // COLUMNS * high))
    for number, frame in enumerate(frames):
        place = number % COLUMNS * WIDE, number // COLUMNS * high
        strip.paste(frame.resize((WIDE, high), Image.Resampling.LANCZOS), place)
    return strip.quantize(256)


if __name__ == "__main__":
    raise SystemExit(main())
