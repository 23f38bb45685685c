"""What never changes in a game of Fertility, and the ways in which one can end: for tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nomarch.games.fertility import events as ev
from nomarch.games.fertility.components import (
    DISTRICT_SHOP,
    DISTRICTS,
    GRID,
    KINDS,
    MONUMENT,
    MONUMENTS_EACH,
    MOST_WHEAT,
    NO_SHOP,
    OUTSIDE,
    RESERVE,
    SCENE,
    SHOPS,
    SHOPS_PER_DISTRICT,
    SHOPS_PER_SEAT,
    SLOTS,
    START_SHOP,
    START_SHOPS,
    STEP,
    STOCK_EACH,
    TILE_COUNTS,
    TILE_KINDS,
    TILE_SCENES,
    TURNS_EACH,
)
from nomarch.games.fertility.rules import NONE, OVER, TAKING
from nomarch.kernel.events import Record

ENDINGS = ("outright", "fewest-pieces", "shared")


def broken(s: Any) -> list[str]:
    """Every conservation law that a state breaks, in words."""
    return [*_tiles(s), *_valley(s), *_resources(s), *_cities(s)]


def _tiles(s: Any) -> list[str]:
    complaints = []
    for kind in range(TILE_KINDS):
        found = s.bag[kind] + s.common[kind] + s.laid[kind] + s.gone[kind]
        found += sum(s.hand[seat][kind] for seat in range(s.players))
        if found != TILE_COUNTS[kind]:
            complaints.append(f"{found} tiles of kind {kind}, not {TILE_COUNTS[kind]}")
    if sum(s.bag) != s.bag_left or not 0 <= s.pile <= s.bag_left:
        complaints.append("the pile's count is wrong")
    if s.metropolis[0] != NONE and s.last_turns == NONE and s.phase < TAKING:
        if sum(s.common) != RESERVE:
            complaints.append("the common reserve is not full")
        for seat in range(s.players):
            if sum(s.hand[seat]) < RESERVE - (seat == s.seat):
                complaints.append(f"seat {seat} lacks tiles")
    if s.phase == OVER and s.turns != TURNS_EACH * s.players:
        complaints.append(f"the game ended after {s.turns} turns")
    return complaints


def _valley(s: Any) -> list[str]:
    complaints = []
    started = int(s.metropolis[0] != NONE)
    for scene in range(KINDS):
        found = sum(s.cell[at] == SCENE + scene for at in range(GRID))
        laid = sum(s.laid[kind] * pair.count(scene) for kind, pair in enumerate(TILE_SCENES))
        if found != laid + started:
            complaints.append(f"{found} scenes of kind {scene}, not {laid + started}")
    for at in range(GRID):
        if s.cell[at] != OUTSIDE and s.near[at] != _scenes_beside(s, at):
            complaints.append(f"place {at} does not know its neighbours")
        if s.link[at] != NONE and s.link[at + STEP[s.link[at]]] != (s.link[at] + 2) % 4:
            complaints.append(f"place {at} has lost its other half")
    for seat in range(s.players):
        found = sum(s.cell[at] == MONUMENT + seat for at in range(GRID))
        if found != s.monuments[seat] or found > MONUMENTS_EACH:
            complaints.append(f"seat {seat} has {found} monuments in the valley")
    return complaints


def _scenes_beside(s: Any, at: int) -> int:
    bits = 0
    for step in STEP:
        if SCENE <= s.cell[at + step] < SCENE + KINDS:
            bits |= 1 << (s.cell[at + step] - SCENE)
    return bits


def _resources(s: Any) -> list[str]:
    complaints = []
    for resource in range(KINDS):
        placed = sum(
            piece == resource for seat in range(s.players) for shop in s.put[seat] for piece in shop
        )
        if s.stock[resource] + s.beside[resource] + placed != STOCK_EACH:
            complaints.append(f"resource {resource} does not add up to {STOCK_EACH}")
    if min(*s.stock, *s.beside) < 0:
        complaints.append("fewer than no resources")
    if not all(0 <= wheat <= MOST_WHEAT for wheat in s.wheat):
        complaints.append("a granary beyond its scale")
    return complaints


def _cities(s: Any) -> list[str]:
    complaints = []
    for district in range(DISTRICTS):
        found = s.unseen[district] + list(s.shown).count(district)
        found += sum(list(s.district[seat]).count(district) for seat in range(s.players))
        if found != 1:
            complaints.append(f"district {district} exists {found} times")
    if sum(s.unseen) != s.unseen_left:
        complaints.append("the count of unseen districts is wrong")
    for seat in range(s.players):
        if list(s.shop[seat]) != _shops(s, seat):
            complaints.append(f"the shops of seat {seat} are not its districts'")
        for shop in range(SHOPS_PER_SEAT):
            for need, piece in zip(SHOPS[s.shop[seat][shop]], s.put[seat][shop], strict=False):
                if piece != NONE and need not in (piece, KINDS):
                    complaints.append(f"seat {seat} has a piece where it does not belong")
    return complaints


def _shops(s: Any, seat: int) -> list[int]:
    if s.metropolis[seat] == NONE:
        return [NO_SHOP] * SHOPS_PER_SEAT
    shops = [START_SHOP[s.metropolis[seat]][i] for i in range(START_SHOPS)]
    for slot in range(SLOTS):
        district = s.district[seat][slot]
        for i in range(SHOPS_PER_DISTRICT):
            shops.append(NO_SHOP if district == NONE else DISTRICT_SHOP[district][i])
    return shops


def ending(events: Iterable[Record]) -> str:
    """How a game ended, told from its events."""
    for event in events:
        if event[0] == ev.ENDED:
            return ENDINGS[event[3]]
    return ""
