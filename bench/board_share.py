"""How much of the window a board fills, by game, number of players and window.

    python bench/board_share.py [game ...]

Draws each game's wide board with the greedy bots' moves and measures it on the real page, in a
headless Chromium: the drawing's rectangle divided by the window's.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.browser.staging import Site, browser, late  # noqa: E402
from tests.browser.test_shell import SHARE, SIZES  # noqa: E402

from nomarch.kernel.game import rulebooks  # noqa: E402

MOVES = 30


def main(games: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), pause=60)
        neith = site.person("Neith")
        tables = []
        for game in games or sorted(rulebooks()):
            for players in rulebooks()[game].game.players:
                id_ = f"{game}-{players}"
                site.stage(id_, [neith, *["bot"] * (players - 1)], stop=late(MOVES), game=game)
                tables.append(id_)
        site.start()
        try:
            with browser() as chromium:
                context = chromium.new_context()
                context.add_cookies([site.cookie(neith)])
                page = context.new_page()
                print("| table |", " | ".join(f"{w}×{h}" for w, h in SIZES), "|")
                for id_ in tables:
                    page.goto(f"{site.url}/t/{id_}")
                    shares = []
                    for width, height in SIZES:
                        page.set_viewport_size({"width": width, "height": height})
                        share, *scrolls = page.evaluate(SHARE)
                        shares.append(f"{share:.1%}{' scrolls' if max(scrolls) > 0 else ''}")
                    print(f"| {id_} |", " | ".join(shares), "|")
        finally:
            site.close()


if __name__ == "__main__":
    main(sys.argv[1:])
