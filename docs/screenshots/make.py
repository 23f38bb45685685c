"""Takes the pictures of the pages that the documentation shows.

From the project's folder, with its development packages and a Chromium installed:

    python -m docs.screenshots.make [game …]

Every game in the middle and at its end, at three sizes, light and dark; and the pages around them.
The games are played by greedy bots from fixed seeds, so the pictures change only when a page does.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.browser.staging import PHONE, Site, browser  # noqa: E402

from nomarch.engine.match import Match  # noqa: E402
from nomarch.kernel.game import rulebooks  # noqa: E402
from nomarch.progress import show_progress  # noqa: E402

FOLDER = Path(__file__).parent
LARGEST = 400_000
COLOURS = 256
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "large": {"viewport": {"width": 1920, "height": 1080}},
    "phone": {**PHONE, "device_scale_factor": 1.5},
}
THEMES = ("light", "dark")
AROUND = {"home": "/", "set-up": "/new/ra", "learn": "/learn/ra", "rules": "/rules/ra"}
"""Pages that are the same for all games, taken light and small."""
SEED = "the river rises"


def main() -> int:
    """Sets the stage, takes the pictures, and complains if one is too large."""
    games = sys.argv[1:] or list(rulebooks())
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), pause=3600)
        neith = site.person("Neith")
        seats = [neith, "bot", "bot", "bot"]
        for game in games:
            whole = site.stage(f"{game}-end", seats, SEED, game=game)
            site.stage(f"{game}-middle", seats, SEED, _in_the_middle(whole.ply), game)
        try:
            site.start()
            with browser() as running, show_progress(len(SIZES) * len(THEMES), "sets") as advance:
                for size in SIZES:
                    for theme in THEMES:
                        context = _context(running, site.cookie(neith), size, theme)
                        take(context, site.url, _paths(games, size, theme))
                        context.close()
                        advance(1)
        finally:
            site.close()
    large = [path.name for path in FOLDER.glob("*.png") if path.stat().st_size > LARGEST]
    if large:
        print(f"larger than {LARGEST} bytes: {', '.join(large)}", file=sys.stderr)
    return 1 if large else 0


def _in_the_middle(plies: int) -> Callable[[Match], bool]:
    """A decision of the first seat, late enough that everybody has something."""

    def is_it(match: Match) -> bool:
        late = match.ply >= plies * 55 // 100
        return late and match.to_act == (0,) and len(match.legal(0)) > 2

    return is_it


def _context(running: Any, cookie: Any, size: str, theme: str) -> Any:
    context = running.new_context(
        **SIZES[size], locale="en-GB", color_scheme=theme, reduced_motion="reduce"
    )
    context.add_cookies([cookie])
    return context


def _paths(games: list[str], size: str, theme: str) -> dict[str, str]:
    """What is taken at a size and in a theme, by file name."""
    tables = [f"{game}-{moment}" for game in games for moment in ("middle", "end")]
    paths = {f"{table}-{size}-{theme}": f"/t/{table}" for table in tables}
    if theme == "light" and size != "large":
        paths |= {f"{name}-{size}": path for name, path in AROUND.items()}
    return paths


def take(context: Any, url: str, paths: dict[str, str]) -> None:
    """Pictures of some pages."""
    page = context.new_page()
    for name, path in paths.items():
        page.goto(url + path, wait_until="networkidle")
        picture = page.screenshot(animations="disabled", caret="hide")
        drawn = Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS)
        drawn.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    sys.exit(main())
