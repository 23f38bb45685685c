"""Makes all pictures of README and documentation from today's boards.

From the project's folder, with its development packages and a Chromium installed:

    python -m docs.pictures [boards] [animation] [screenshots] [strips]

Without a word it makes all: the boards of the README, the animation at its top, the screenshots of
the documentation, and the strips of its moments. `make pictures` does the same.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from docs.screenshots import make, strips  # noqa: E402
from docs.screenshots.strips import STEP, STOPPED  # noqa: E402
from tests.browser.playing import press, wait_for_turn  # noqa: E402
from tests.browser.staging import Site, browser  # noqa: E402

from nomarch.bots.play import play_on  # noqa: E402
from nomarch.draw.png import render_png  # noqa: E402
from nomarch.engine.match import Match  # noqa: E402
from nomarch.engine.new_match import new  # noqa: E402

FOLDER = Path(__file__).parent
SEED, NAMES = "the river rises", ("Neith", "Imhotep", "Nefertari", "Hatshepsut", "Ptahhotep")
BOARDS = {"ra": 150, "giza": 105, "amun-re": 220, "fertility": 110, "egizia": 90}
"""Decisions before the picture of each board."""
WIDTH, COLOURS = 1000, 128
TURN = "cap 35"
"""A game in which the first seat can cap a high pyramid."""
TARGET = FOLDER / "game.webp"
SCREEN: dict[str, Any] = {"viewport": {"width": 1120, "height": 700}, "color_scheme": "light"}
SHOWN_WIDTH = 760
MILLISECONDS = 70
"""Time between two frames of the animation."""
PAUSE, STILL = 3600, 40
"""Seconds until a bot answers, and steps without a movement that end the film."""
LARGEST = 1_200_000


# --- Boards ---------------------------------------------------------------------------------------


def draw_boards() -> None:
    """Draw every game in its middle, as a player sees it."""
    for game, moves in BOARDS.items():
        match = new(game, players=4, seed=SEED, names=NAMES[:4])
        play_on(match, "greedy", moves)
        seat = match.to_act[0] if match.to_act else 0
        drawn = _picture(match.svg(seat, marked=False)).quantize(COLOURS)
        drawn.save(FOLDER / f"{game}.png", optimize=True)


def _picture(drawing: str) -> Image.Image:
    return Image.open(io.BytesIO(render_png(drawing, width=WIDTH))).convert("RGB")


# --- The animation --------------------------------------------------------------------------------


def film() -> None:
    """Film a turn of Giza: a pyramid gets its capstone, and the rivals answer."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), pause=PAUSE)
        neith = site.person("Neith")
        site.stage("turn", [neith, "bot", "bot"], TURN, _can_cap, "giza")
        try:
            site.start()
            with browser() as running:
                context = running.new_context(**SCREEN, locale="en-GB")
                context.add_cookies([site.cookie(neith)])
                page = context.new_page()
                page.clock.install()
                page.goto(f"{site.url}/t/turn")
                wait_for_turn(page)
                frames = list(_filmed(page))
        finally:
            site.close()
    frames[0].save(
        TARGET, save_all=True, append_images=frames[1:], loop=0, quality=72, method=6,
        duration=[1200, *[MILLISECONDS] * (len(frames) - 2), 2500],
    )  # fmt: skip


def _can_cap(match: Match) -> bool:
    """Whether the first seat can set a capstone on a high pyramid of its own."""
    tall = any(2 < height < 6 for height in match.state.height[0][:3])
    return tall and match.to_act == (0,) and "play stone+1" in match.legal(0) and bool(_site(match))


def _site(match: Match) -> str:
    """The move that sets a capstone on the highest pyramid, after `play stone+1`."""
    after = match.snapshot()
    after.play(0, "play stone+1")
    own = [move for move in after.legal(0) if move.startswith("on 0 ")]
    names = ("khufu", "khafre", "menkaure")
    heights = {name: match.state.height[0][i] for i, name in enumerate(names)}
    best = max(own, key=lambda move: heights.get(move.split()[-1], 0), default="")
    return best if best and heights.get(best.split()[-1], 0) > 2 else ""


def _filmed(page: Any) -> Iterator[Image.Image]:
    """Yield a frame before the move, and all until nothing moves any more."""
    yield _frame(page)
    press(page, page.locator('[data-action="play stone+1"]').first)
    page.mouse.move(2, 2)  # no tip in the picture
    page.locator('[data-action^="on 0 "]').first.wait_for()
    yield _frame(page)
    wire = page.context.new_cdp_session(page)
    wire.send("Animation.enable")
    wire.send("Animation.setPlaybackRate", {"playbackRate": STOPPED})
    press(page, page.locator(f'[data-action="{page.evaluate(HIGHEST)}"]').first)
    page.mouse.move(2, 2)
    page.clock.pause_at(page.evaluate("Date.now()") + MILLISECONDS)
    still = 0
    while True:
        page.clock.run_for(MILLISECONDS)
        still = 0 if page.evaluate(STEP, MILLISECONDS) else still + 1
        if not still:
            yield _frame(page)
        elif still > STILL:
            return
        else:
            page.wait_for_timeout(100)


HIGHEST = """() => {
  // The capstone goes where the pyramid is highest.
  const sites = [...document.querySelectorAll('[data-action^="on 0 "]')];
  const stones = (site) => site.querySelectorAll('g.piece').length;
  return sites.sort((a, b) => stones(b) - stones(a))[0].dataset.action;
}"""


def _frame(page: Any) -> Image.Image:
    picture = page.locator("#frame").screenshot(caret="hide")
    drawn = Image.open(io.BytesIO(picture)).convert("RGB")
    return drawn.resize((SHOWN_WIDTH, drawn.height * SHOWN_WIDTH // drawn.width))


def main() -> int:
    """Make the pictures that were asked for. Returns 1 if one is too large."""
    asked = sys.argv[1:] or ["boards", "animation", "screenshots", "strips"]
    sys.argv = sys.argv[:1]
    if "boards" in asked:
        draw_boards()
    if "animation" in asked:
        film()
    wrong = TARGET.stat().st_size > LARGEST
    for name, take in (("screenshots", make.main), ("strips", strips.main)):
        wrong |= name in asked and bool(take())
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
