"""A table for the tests: real rules on a position that the test arranges."""

from __future__ import annotations

from typing import Any

from nomarch.games.fertility import components as box, state as st
from nomarch.games.fertility.rules import set_up, shops, tiles, turns
from nomarch.games.fertility.state import State
from nomarch.kernel.declare.events import Event
from tests.positions import GameTester, Step

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


def beside(s: State) -> dict[str, int]:
    """The resources of the present turn."""
    counts = zip(box.RESOURCE_NAMES, s.beside, strict=True)
    return {name: count for name, count in counts if count}


GAME = GameTester(
    "fertility",
    State,
    facts={
        "beside": lambda s, _: beside(s),
        "cells": lambda s, wanted: {place: s.cell[at(*place)] for place in wanted},
        "debens": lambda s, _: tuple(GAME.scores(s)),
        "ranks": lambda s, _: tuple(GAME.ranks(s)),
    },
)
"""`then` knows cells of the valley by column and row, and what everybody would score."""
BOOK, LAYOUT, PLAY = GAME.book, GAME.layout, GAME.rules


class Table:
    """A game whose moves are written in notation and checked against `legal`."""

    def __init__(self, players: int = 2, seed: object = 1, **options: str):
        self.s = GAME.start(players, BOOK.setup(players, options).options, str(seed))

    @property
    def legal(self) -> set[str]:
        return GAME.legal(self.s)

    def play(self, *moves: str) -> Table:
        GAME.play(self.s, *moves)
        return self

    def follow(self, *steps: Step) -> Table:
        GAME.follow(self.s, *steps)
        return self

    def told(self, event: Event) -> list[tuple[int, ...]]:
        return GAME.told(self.s, event)

    # --- Arranging ---------------------------------------------------------------------------

    def given(self, **values: Any) -> Table:
        GAME.arrange(self.s, values)
        return self

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
