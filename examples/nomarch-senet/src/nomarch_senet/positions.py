"""Positions of Senet that lessons begin with."""

from collections.abc import Callable

from nomarch_senet import components as box, rules
from nomarch_senet.state import EMPTY, State

ME, THEM = 0, 1


def position(mine: tuple[int, ...], theirs: tuple[int, ...], throw: int) -> Callable[[State], None]:
    """Lays out both players' pieces and a throw; pieces not named have left the board."""

    def prepare(s: State) -> None:
        for house in range(box.OFF + 1):
            s.house[house] = EMPTY
        for seat, houses in ((ME, mine), (THEM, theirs)):
            for number, house in enumerate(houses):
                s.house[house] = rules.piece_of(seat, number)
            s.points[seat] = s.pieces - len(houses)
        s.seat, s.throw, s.thrown = ME, throw, 1

    return prepare
