"""A table for the tests: real rules on a position that the test arranges."""

from __future__ import annotations

from nomarch.games.fertility import components as box, rules, state as st
from nomarch.games.fertility.rules import set_up, shops, tiles, turns
from nomarch.games.fertility.state import State
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.actions import allowed
from nomarch.kernel.declare.chance import TABLE, reseed
from nomarch.kernel.declare.events import EventRecord
from nomarch.kernel.declare.game import buffers, rulebook
from nomarch.kernel.declare.layout import Layout
from nomarch.kernel.run.seeds import key_of, make_seed

BOOK = rulebook("fertility")
LAYOUT = Layout(State)
PLAY = backend.interpreted("fertility")
V1, V2, V3, V4 = range(4)
UPRIGHT, TURNED = 0, 1
A, B, G, P = range(4)
ALL_UPRIGHT = ((V1, UPRIGHT), (V2, UPRIGHT), (V3, UPRIGHT), (V4, UPRIGHT))


def at(x: int, y: int) -> int:
    """The place of the cell in column x, row y, both from 0."""
    return box.AT[x + 16 * y]


def district(number: int) -> int:
    """The district of a number as it is written: 13 for D13."""
    return number - 1


class Table:
    """A game whose moves are written in notation and checked against `legal`."""

    def __init__(self, players: int = 2, seed: object = 1, **options: str):
        self.s = LAYOUT.plain()
        self.trace: list[EventRecord] = []
        self.s.trace = self.trace
        reseed(self.s, key_of(make_seed(str(seed))), 0, TABLE)
        rules.setup(self.s, players, BOOK.setup(players, options).options)
        self.mask, self.row = buffers(BOOK)

    @property
    def legal(self) -> set[str]:
        PLAY.ask(self.s, self.s.seat, self.mask)
        return {BOOK.actions[action] for action in allowed(self.mask)}

    def play(self, *moves: str) -> Table:
        for move in moves:
            assert move in self.legal, f"{move} is not among {sorted(self.legal)}"
            PLAY.apply(self.s, self.s.seat, BOOK.actions.parse(move))
        return self

    def told(self, name: str) -> list[tuple[int, ...]]:
        """The values of every event of a name so far."""
        return [record.numbers for record in self.trace if record.name == name]

    @property
    def beside(self) -> dict[str, int]:
        """The resources of the present turn."""
        counts = zip(box.RESOURCE_NAMES, self.s.beside, strict=True)
        return {name: count for name, count in counts if count}

    # --- Arranging ---------------------------------------------------------------------------

    def bare_valley(self, *boards: tuple[int, int]) -> Table:
        """These boards from left to right, without a start tile; the turn starts anew."""
        set_up.clear_valley(self.s)
        for board, turned in boards:
            set_up.lay_board(self.s, board, turned)
        return self

    def scenes(self, scenes: dict[tuple[int, int], int]) -> Table:
        for (x, y), scene in scenes.items():
            tiles.lay_scene(self.s, at(x, y), scene)
        return self

    def hand(self, *tiles: str) -> Table:
        """The seat whose turn it is holds these tiles, and starts its turn."""
        for kind in range(box.TILE_KINDS):
            self.s.hand[self.s.seat][kind] = 0
        for tile in tiles:
            self.s.hand[self.s.seat][box.TILE_NAMES.index(tile)] += 1
        turns.start_turn(self.s, self.s.seat)
        return self

    def metropolis(self, seat: int, board: int, *districts: int) -> Table:
        """A seat's board, M1 to M4, and its districts from the first slot on, all empty."""
        for shop in range(len(self.s.shop[seat])):
            self.s.shop[seat][shop] = 0
            self.s.put[seat][shop] = [-1, -1]
        set_up.take_metropolis(self.s, seat, board - 1)
        for slot, number in enumerate(districts):
            self.s.district[seat][slot] = district(number)
            for i in range(3):
                self.s.shop[seat][4 + 3 * slot + i] = box.DISTRICT_SHOP[district(number)][i]
        return self

    def city(self, *resources: int) -> Table:
        """The harvest is in: these resources lie beside the metropolis."""
        for resource in resources:
            self.s.stock[resource] -= 1
            self.s.beside[resource] += 1
        self.s.phase = st.CITY
        return self

    def show(self, *districts: int) -> Table:
        """These districts are face up, and no others."""
        for i in range(4):
            self.s.shown[i] = district(districts[i]) if i < len(districts) else -1
        return self

    def put(self, seat: int, shop: int, *resources: int) -> Table:
        """Pieces that lie on a shop already."""
        for resource in resources:
            self.s.put[seat][shop][shops.icon_for(self.s, seat, shop, resource)] = resource
            self.s.stock[resource] -= 1
        return self
