"""Positions of Senet that lessons and the rules help show."""

from collections.abc import Callable

from nomarch.kernel.lessons import Example, Translate
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


def goal(t: Translate) -> tuple[Example, ...]:
    """The first throw of a game."""
    return (
        Example(
            t("The pieces alternate in the first houses. The path turns at the end of each row."),
            "board",
            lambda view: sum(view.points) == 0,
            players=2,
            prepare=position((2, 4, 6, 8, 10), (1, 3, 5, 7, 9), 4),
        ),
    )


def meeting(t: Translate) -> tuple[Example, ...]:
    """A single piece, a pair and a wall."""
    return (
        Example(
            t(
                "A 3 from house 11 swaps with the single piece in 14. The two in 17 and 18 are protected, and the three in 21 to 23 can't be passed."
            ),
            "board",
            lambda view: (
                rules.can_enter(view, ME, 14) == 1
                and rules.can_enter(view, ME, 17) == 0
                and rules.is_walled(view, ME, 20, 24) == 1
            ),
            players=2,
            options={"pieces": "seven"},
            prepare=position((11, 8, 20, 6, 4), (14, 17, 18, 21, 22, 23), 3),
            near=("house-11", "house-20", "house-21", "house-24"),
            marked=True,
        ),
    )


def last_houses(t: Translate) -> tuple[Example, ...]:
    """Pieces that wait for their throw."""
    return (
        Example(
            t(
                "With a 2, the piece in the House of Re-Atum leaves the board. The one in the Three Truths has to wait for a 3."
            ),
            "board",
            lambda view: view.throw == 2 and view.house[28] != EMPTY and view.house[29] != EMPTY,
            players=2,
            prepare=position((29, 28, 24), (12, 9), 2),
            near=("house-15", "house-24", "house-30"),
            marked=True,
        ),
    )
