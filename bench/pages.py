"""What the pages of a table cost after a move: `python -m bench.pages [game …]`.

Plays games with greedy bots. After each move it renders every player's page and its difference to
the last one, as the server does. The first game warms the caches. Of the second it prints the CPU
milliseconds of an average page: rendering, the drawing within it, the difference, and its bytes.
"""

import argparse
import time
from collections.abc import Iterator

from nomarch.bots.greedy import Greedy
from nomarch.bots.play import decide
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks
from nomarch.tables.state.fold import fold, replay
from nomarch.tables.state.model import MOVE, PLAYER, Entry, Seat, TableRecord
from nomarch.tables.state.table import Table
from nomarch.web.table import renderer, serializers
from nomarch.web.table.renderer import RenderedPage, Viewpoint

SEATS = 4


class Stopwatch:
    """Adds up processor time."""

    def __init__(self) -> None:
        self.spent = 0.0

    def __enter__(self) -> None:
        self._began = time.process_time()

    def __exit__(self, *_: object) -> None:
        self.spent += time.process_time() - self._began


def positions(book: Rulebook, seed: str) -> Iterator[Table]:
    """A table after each move of a game."""
    names = [f"Player {seat + 1}" for seat in range(SEATS)]
    seats = tuple(Seat(PLAYER, name, person=name) for name in names)
    record = TableRecord("t", book.game.id, book.game.rules_version, {}, seats, seed, "", "", 0.0)
    table, bot = replay(record), Greedy(book)
    yield table
    while not table.match.over:
        seat = table.match.to_act[0]
        move = decide(table.match, seat, bot)
        table = fold(table, Entry("t", table.seq + 1, MOVE, seat, move, 0.0))
        yield table


class Pages:
    """The pages of a table's players."""

    def __init__(self) -> None:
        self.count, self.bytes = 0, 0
        self.rendering, self.drawing, self.diffing = Stopwatch(), Stopwatch(), Stopwatch()
        self.shown: dict[Viewpoint, RenderedPage] = {}

    def follow(self, table: Table) -> None:
        """Render each page and its difference to the last one."""
        for seat in range(SEATS):
            viewpoint = Viewpoint((seat,), "en", "wide")
            before = self.shown.get(viewpoint)
            with self.rendering:
                now = renderer.render(table, viewpoint, brief=True)
            self.shown[viewpoint] = now
            self.count += 1
            if before is not None:
                with self.diffing:
                    update = now.changes_since(before)
                self.bytes += len(update.packed) if update else 0


def measure(game: str) -> None:
    """Print one game's line of the table."""
    book, seed = rulebook(game), "0123456789abcdef" * 4
    warm = Pages()
    for table in positions(book, seed):
        warm.follow(table)
    pages, draw = Pages(), serializers.board
    tables = list(positions(book, seed[::-1]))

    def timed(*args, **named):  # type: ignore[no-untyped-def]
        with pages.drawing:
            return draw(*args, **named)

    serializers.board = timed
    for table in tables:
        pages.follow(table)
    serializers.board = draw
    watches = (pages.rendering, pages.drawing, pages.diffing)
    spent = "".join(f"{1000 * watch.spent / pages.count:10.2f}" for watch in watches)
    print(f"{game:>10}{len(tables):8}{spent}{pages.bytes / pages.count:10,.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(rulebooks()))
    options = parser.parse_args()
    print(f"{'game':>10}{'moves':>8}{'render':>10}{'drawing':>10}{'diff':>10}{'bytes':>10}")
    for game in options.games:
        measure(game)


if __name__ == "__main__":
    main()
