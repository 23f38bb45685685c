"""The layout of a tally: the shops of a seat added up in one int, field by field.

The width of a field follows from the tables in `components`, so they can be corrected there alone.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

from nomarch.games.fertility import components

MOST_BITS = 62
"""Bits of a tally: it is a signed 64-bit int."""


class Tables(Protocol):
    """The tables of `components` that a tally depends on."""

    SHOP_NEEDS: tuple[tuple[int, int], ...]
    SHOP_KIND: tuple[int, ...]
    SHOP_VALUE: tuple[int, ...]
    START_SHOP: tuple[tuple[int, ...], ...]
    DISTRICT_SHOP: tuple[tuple[int, ...], ...]


class TallyLayout(NamedTuple):
    """First bits and masks of five groups of fields, and what a complete shop adds.

    The groups are Debens of general shops, rates of specialised ones by resource, statues by god,
    statues of a god of choice, and pieces on all shops by resource.
    """

    starts: list[tuple[int, ...]]
    """First bits of the fields, by group."""
    masks: list[int]
    """By group, since its fields are equally wide."""
    shops: tuple[int, ...]
    """What a complete shop adds, by its number."""


def lay_out(box: Tables) -> TallyLayout:
    """Find a layout wide enough for any city.

    Raises `ValueError` if the shops are worth more than a tally can hold.
    """
    numbers = range(len(box.SHOP_KIND))

    def adds(kind: int, counts: Callable[[int], int]) -> list[int]:
        return [counts(number) if box.SHOP_KIND[number] == kind else 0 for number in numbers]

    def needs(resource: int) -> list[int]:
        wanted = (resource, components.ANY)
        return [sum(need in wanted for need in box.SHOP_NEEDS[number]) for number in numbers]

    def has_god(god: int) -> Callable[[int], int]:
        return lambda number: box.SHOP_VALUE[number] >> god & 1

    def rate(resource: int) -> Callable[[int], int]:
        return lambda n: box.SHOP_VALUE[n] if box.SHOP_NEEDS[n][0] == resource else 0

    def width(rows: Iterable[list[int]]) -> int:
        """The bits that the largest sum of any of these takes in one city."""
        return max(_largest_sum(box, row) for row in rows).bit_length()

    general = adds(components.GENERAL, lambda number: box.SHOP_VALUE[number])
    special = [adds(components.SPECIAL, rate(resource)) for resource in components.RESOURCES]
    gods = [adds(components.STATUE, has_god(god)) for god in range(components.GODS)]
    choice = adds(components.CHOICE, lambda _: 1)
    pieces = [needs(resource) for resource in components.RESOURCES]
    widths = [width(rows) for rows in ([general], special, gods, [choice], pieces)]
    counts = (1, components.KINDS, components.GODS, 1, components.KINDS)
    starts, at = [], 0
    for bits, count in zip(widths, counts, strict=True):
        starts.append(tuple(at + bits * i for i in range(count)))
        at += bits * count
    if at > MOST_BITS:
        raise ValueError(
            f"A tally of Fertility's shops would take {at} bits, and only {MOST_BITS} fit: the "
            "values of general or specialised shops in components.py are too large."
        )
    first_bits = (start for group in starts[:-1] for start in group)
    shops = [0] * len(numbers)
    for row, start in zip((general, *special, *gods, choice), first_bits, strict=True):
        for number in numbers:
            shops[number] += row[number] << start
    return TallyLayout(starts, [(1 << bits) - 1 for bits in widths], tuple(shops))


def _largest_sum(box: Tables, adds: list[int]) -> int:
    """The most that the shops of one city can add up to: a board and the best districts."""
    start = max(sum(adds[number] for number in shops) for shops in box.START_SHOP)
    districts = sorted(sum(adds[number] for number in shops) for shops in box.DISTRICT_SHOP)
    return start + sum(districts[-components.SLOTS :])


LAYOUT = lay_out(components)
SPECIAL_FIELD, GOD_FIELD, (CHOICE_FIELD,), PIECES_FIELD = LAYOUT.starts[1:]
GENERAL, SPECIAL, GOD, CHOICE, PIECES = LAYOUT.masks
PIECE = (0, *(1 << field for field in PIECES_FIELD))
"""What a piece adds, none first."""
SHOPS = LAYOUT.shops
