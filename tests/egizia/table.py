"""A table of Egizia for tests: a real set-up whose fields a test then changes."""

from __future__ import annotations

from typing import Any

from nomarch.games.egizia import rules
from nomarch.games.egizia.actions import NUM_ACTIONS, format_action
from nomarch.games.egizia.components import (
    CARD_NAMES,
    FIELD_COLOUR,
    FIELD_GRAIN,
    FIRST_QUARRY,
    LAST_QUARRY,
    PART_NAMES,
    PART_START,
    PART_STRUCTURE,
    QUARRY_STONES,
    SITE_POS,
    START_FIELD,
)
from nomarch.games.egizia.phases import BUILDING, FEEDING, NOTHING, PLACING, SAIL
from nomarch.kernel import backend
from nomarch.kernel.game import rulebook
from nomarch.kernel.seeds import key_of, make_seed

BOOK = rulebook("egizia")
ACTION_OF = {format_action(action): action for action in range(NUM_ACTIONS)}


def table(players: int = 4, options: tuple[int, int] = (0, 0), seed: str = "table") -> Any:
    """A new game whose turn order is that of the seats."""
    s = BOOK.layout.plain()
    backend.interpreted("egizia").start(s, players, options, key_of(make_seed(seed)), 0)
    for seat in range(players):
        s.order[seat] = seat
        s.arrival[seat] = players - 1 - seat
        s.stones[seat] = 2 + seat
    s.seat = 0
    s.turn = 0
    s.trace = []
    return s


def moves(s: Any) -> set[str]:
    """What the seat to act may do, in notation."""
    mask = [0] * NUM_ACTIONS
    rules.legal(s, s.seat, mask)
    return {format_action(action) for action, allowed in enumerate(mask) if allowed}


def play(s: Any, *texts: str) -> None:
    """Makes moves for whoever is to act; each must be legal."""
    for text in texts:
        assert text in moves(s), f"{text!r} is not among {sorted(moves(s))}"
        rules.apply(s, int(s.seat), ACTION_OF[text])


def happened(s: Any, kind: int) -> list[tuple[int, ...]]:
    """The values of all events of a kind so far."""
    return [event[2:] for event in s.trace if event[0] == kind]


def give(s: Any, seat: int, *names: str) -> None:
    """Nile cards straight into a player's display."""
    for name in names:
        kind = CARD_NAMES.index(name)
        s.have[seat][kind] += 1
        if kind < START_FIELD:
            s.field[seat][kind][FIELD_COLOUR[kind]] += 1
            s.grain[seat][FIELD_COLOUR[kind]] += FIELD_GRAIN[kind]
        elif kind <= LAST_QUARRY:
            s.quarry[seat] += QUARRY_STONES[kind - FIRST_QUARRY]
        elif name == "canal":
            s.canals[seat] += 1


def lay_row(s: Any, *names: str) -> None:
    """Puts these cards on the first spaces of the Nile."""
    for i, name in enumerate(names):
        s.row[i] = CARD_NAMES.index(name)


def row_of_quarries(s: Any) -> None:
    """Ten cards that ask for nothing."""
    lay_row(s, *["quarry-2"] * 10)


def fill(s: Any, part: str, *owners: int) -> None:
    """Stones on the next spaces of a part."""
    index = PART_NAMES.index(part)
    for owner in owners:
        s.stone[PART_START[index] + s.laid[index]] = owner
        s.laid[index] += 1
        s.own[owner][PART_STRUCTURE[index]] += 1


def to_sail(s: Any, seat: int) -> None:
    """It is the seat's turn to place a boat."""
    s.stage, s.phase, s.seat, s.turn, s.extra = PLACING, SAIL, seat, seat, 0


def to_feed(s: Any, *hungry: int) -> None:
    """The feeding begins, in the order of the score track."""
    s.stage, s.queue_at, s.half, s.phase = FEEDING, 0, 0, NOTHING
    rules.queue_by_score(s)
    rules.go_on(s)


def boat(s: Any, seat: int, site: int, place: int) -> None:
    """A boat at a site: place 0 to 2, or 3 for waiting."""
    if place < 3:
        s.place[site][place] = seat
    else:
        s.waiting[site] = seat
    s.boats[seat] |= 1 << SITE_POS[site]


def to_build(s: Any, site: int = 0) -> None:
    """The building begins at a site."""
    s.stage, s.half, s.phase = BUILDING, 0, NOTHING
    rules.begin_site(s, site)
    rules.go_on(s)
