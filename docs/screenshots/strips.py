"""Takes eight frames of one moment of each game, for the documentation.

    python -m docs.screenshots.strips [game …]

A replay plays the moment. Its animations are stopped, and each frame sets them to another time.
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

from tests.browser.staging import HOLD, Site, browser  # noqa: E402

from nomarch.engine.match import Match  # noqa: E402

FOLDER = Path(__file__).parent
SEED = "the river rises"
MOMENTS = {
    "ra": "epoch-started",
    "amun-re": "box-set",
    "egizia": "sailed",
    "giza": "demolished",
    "fertility": "laid",
}
"""The event that starts the moment."""
FRAMES, COLUMNS, WIDE = 8, 4, 480
EARLY = 12
"""Steps before the board has something on it."""
END = """Math.max(...window.held.map(({ effect }) => effect.getComputedTiming().endTime))"""
SEEK = "(time) => window.held.forEach((animation) => { animation.currentTime = time; })"


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
        viewport={"width": 1280, "height": 900}, reduced_motion="no-preference", locale="en-GB"
    )
    context.add_cookies([site.cookie(person)])
    context.add_init_script(HOLD)
    page = context.new_page()
    page.goto(f"{site.url}/t/{game}/replay?ply={ply}")
    page.locator(f"body[data-ply='{ply}']").wait_for(state="attached")
    page.evaluate("window.held.length = 0")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("ply => document.body.dataset.ply > ply", arg=ply)
    end, taken = page.evaluate(END), []
    for number in range(FRAMES):
        page.evaluate(SEEK, 0.99 * end * number / (FRAMES - 1))
        shot = page.locator("#frame > svg.board").screenshot()
        taken.append(Image.open(io.BytesIO(shot)).convert("RGB"))
    context.close()
    return taken


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
