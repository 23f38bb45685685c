"""Takes the pictures of the pages that the documentation shows.

From the project's folder, with its development packages and a Chromium installed:

    python -m docs.screenshots.make [GAME ...]

Without a game it takes all. The tour names them: a game in the middle or at its end, or another
page, a size, and a theme. The games are played by greedy bots from fixed seeds, so the pictures
change only when a page does.
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.browser.staging import PHONE, Site, browser  # noqa: E402

from nomarch.engine.match import Match  # noqa: E402
from nomarch.progress import show_progress  # noqa: E402

FOLDER = Path(__file__).parent
LARGEST = 400_000
COLOURS = 256
WIDEST, SHOWN = 1280, 1160
"""Pictures wider than the first get the second width."""
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "large": {"viewport": {"width": 1920, "height": 1080}},
    "phone": {**PHONE, "device_scale_factor": 1.5},
}
AROUND = {"home": "/", "set-up": "/new/ra", "learn": "/learn/ra", "rules": "/rules/ra"}
"""Pages that are the same for all games."""
NAMED = re.compile(
    r"screenshots/((?:([a-z-]+)-(middle|end)|[a-z-]+)-(desktop|large|phone)-(light|dark))\.png"
)
SEED = "the river rises"


class Picture(NamedTuple):
    """A picture of the tour."""

    name: str
    game: str
    size: str
    theme: str
    path: str


def pictures() -> list[Picture]:
    """Return the pictures that the tour shows."""
    tour = (FOLDER.parent / "tour.md").read_text("utf-8")
    found = []
    for name, game, moment, size, theme in dict.fromkeys(NAMED.findall(tour)):
        path = f"/t/{game}-{moment}" if game else AROUND[name.removesuffix(f"-{size}-{theme}")]
        found.append(Picture(name, game, size, theme, path))
    return found


def main(*games: str) -> int:
    """Sets the stage, takes the pictures, and complains if one is too large."""
    wanted = [picture for picture in pictures() if picture.game in (games or (picture.game,))]
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), pause=3600)
        neith = site.person("Neith")
        seats = [neith, "bot", "bot", "bot"]
        for game in sorted({picture.game for picture in wanted} - {""}):
            whole = site.stage(f"{game}-end", seats, SEED, game=game)
            site.stage(f"{game}-middle", seats, SEED, _in_the_middle(whole.ply), game)
        try:
            site.start()
            looks = sorted({(picture.size, picture.theme) for picture in wanted})
            with browser() as running, show_progress(len(looks), "sets") as advance:
                for look in looks:
                    context = _context(running, site.cookie(neith), *look)
                    same = [each for each in wanted if (each.size, each.theme) == look]
                    take(context, site.url, {each.name: each.path for each in same})
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


def take(context: Any, url: str, paths: dict[str, str]) -> None:
    """Pictures of some pages."""
    page = context.new_page()
    for name, path in paths.items():
        page.goto(url + path, wait_until="networkidle")
        picture = page.screenshot(animations="disabled", caret="hide")
        drawn = Image.open(io.BytesIO(picture)).convert("RGB")
        if drawn.width > WIDEST:
            drawn.thumbnail((SHOWN, SHOWN), Image.Resampling.LANCZOS)
        drawn.quantize(COLOURS).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
