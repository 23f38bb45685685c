"""Draws the animation of the README: a game of Senet between greedy bots.

From the project's folder, with the development packages installed:

    python docs/animation.py
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "examples" / "nomarch-senet" / "src")]

from nomarch.bots.play import play_on  # noqa: E402
from nomarch.draw.png import render_png  # noqa: E402
from nomarch.engine.match import SPECTATOR  # noqa: E402
from nomarch.engine.new_match import new  # noqa: E402
from nomarch.kernel.game import include  # noqa: E402

TARGET = Path(__file__).parent / "game.webp"
SEED, NAMES = "animation", ("Nefertari", "Imhotep")
WIDTH = 760
SKIPPED, SHOWN = 24, 26
"""Decisions before the first picture, and pictures."""
MILLISECONDS = 900
LARGEST = 500_000


def main() -> int:
    include("nomarch_senet")
    match = new("senet", players=2, seed=SEED, names=NAMES)
    play_on(match, "greedy", SKIPPED)
    frames = []
    for _ in range(SHOWN):
        if match.over:
            break
        frames.append(_picture(match.svg(SPECTATOR, marked=False)))
        play_on(match, "greedy", 1)
    frames.append(_picture(match.svg(SPECTATOR, marked=False)))
    frames[0].save(
        TARGET, save_all=True, append_images=frames[1:], duration=MILLISECONDS, loop=0,
        quality=80, method=6,
    )  # fmt: skip
    size = TARGET.stat().st_size
    print(f"{TARGET.relative_to(ROOT)}: {len(frames)} pictures, {size} bytes")
    return 1 if size > LARGEST else 0


def _picture(drawing: str) -> Image.Image:
    return Image.open(io.BytesIO(render_png(drawing, width=WIDTH))).convert("RGB")


if __name__ == "__main__":
    sys.exit(main())
