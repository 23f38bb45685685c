"""A table of Egizia for tests: a real set-up whose fields a test then changes."""

from collections.abc import Sequence
from typing import Any

from nomarch.games.egizia import components as box, state as st
from nomarch.games.egizia.rules import building, order, rounds
from nomarch.games.egizia.state import State
from tests.positions import GameTester

USUAL, NO_PER_TEN = (0, 0, 0, 0, 0), (1, 0, 0, 0, 0)
DOUBLE_LAST, AT_ONCE, WAITING_LEFT_OUT = (0, 1, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 0, 1, 0)
OWN_BERTH_BARRED = (0, 0, 0, 0, 1)
"""Each set of options changes one choice."""


def table(players: int = 4, options: tuple[int, ...] = USUAL, **values: Any) -> State:
    """A new game whose turn order is that of the seats, and what is `given`."""
    s = GAME.start(players, options, "table")
    for seat in range(players):
        s.order[seat] = seat
        s.arrival[seat] = players - 1 - seat
        s.stones[seat] = 2 + seat
    s.seat = 0
    s.turn = 0
    s.trace = []
    return GAME.arrange(s, values)


def give(s: State, seat: int, *names: str) -> None:
    """Nile cards straight into a player's display."""
    for name in names:
        kind = box.CARD_NAMES.index(name)
        s.have[seat][kind] += 1
        if kind < box.START_FIELD:
            s.plots[seat][kind][box.FIELD_COLOUR[kind]] += 1
            s.grain[seat][box.FIELD_COLOUR[kind]] += box.FIELD_GRAIN[kind]
        elif kind <= box.LAST_QUARRY:
            s.quarry[seat] += box.QUARRY_STONES[kind - box.FIRST_QUARRY]
        elif name == "canal":
            s.canals[seat] += 1


def lay_row(s: State, *names: str) -> None:
    """Puts these cards on the first spaces of the Nile."""
    for i, name in enumerate(names):
        s.row[i] = box.CARD_NAMES.index(name)


def fill(s: State, part: str, *owners: int) -> None:
    """Stones on the next spaces of a part."""
    index = box.PART_NAMES.index(part)
    for owner in owners:
        s.stone[box.PART_START[index] + s.laid[index]] = owner
        s.laid[index] += 1
        s.own[owner][box.PART_STRUCTURE[index]] += 1


def fill_parts(s: State, owners: dict[str, Sequence[int]]) -> None:
    for part, seats in owners.items():
        fill(s, part, *seats)


def kept(s: State, seat: int) -> str:
    """The cards in a display."""
    kinds = range(box.CARD_KINDS)
    return " ".join(box.CARD_NAMES[kind] for kind in kinds for _ in range(s.have[seat][kind]))


SEATS = (("", 0), ("_1", 1), ("_2", 2), ("_3", 3))
GAME = GameTester(
    "egizia",
    State,
    arranging={
        "row": lambda s, names: lay_row(s, *names.split()),
        "filled": fill_parts,
        "boats_at": lambda s, boats: [boat(s, *one) for one in boats],
        **{
            f"cards{end}": lambda s, names, seat=seat: give(s, seat, *names.split())
            for end, seat in SEATS
        },
    },
    facts={f"kept{end}": lambda s, _, seat=seat: kept(s, seat) for end, seat in SEATS},
)
"""`given` knows cards on the Nile and in displays, stones and boats; `then` the cards `kept`."""
BOOK, LAYOUT, PLAY = GAME.book, GAME.layout, GAME.rules
moves, play, happened, follow = GAME.legal, GAME.play, GAME.told, GAME.follow


def sailing(players: int = 2, options: tuple[int, ...] = USUAL, **values: Any) -> State:
    """The first boat of a round; cards on the Nile ask for nothing, but those that are given."""
    return GAME.arrange(table(players, options, row=" ".join(["quarry-2"] * 10)), values)


def to_sail(s: State, seat: int) -> None:
    """It is the seat's turn to place a boat."""
    s.stage, s.phase, s.seat, s.turn, s.extra = st.PLACING, st.SAIL, seat, seat, 0


def to_feed(s: State) -> None:
    """The feeding begins, in the order of the score track."""
    s.stage, s.queue_at, s.half, s.phase = st.FEEDING, 0, 0, st.NOTHING
    order.queue_by_score(s)
    rounds.go_on(s)


def to_get_ready(s: State) -> None:
    """The moment before the building begins."""
    s.stage, s.phase, s.queue_at = st.READYING, st.NOTHING, 0
    order.queue_by_turn(s)
    rounds.go_on(s)


def boat(s: State, seat: int, site: int, place: int) -> None:
    """A boat at a site: place 0 to 2, or 3 for waiting."""
    if place < 3:
        s.place[site][place] = seat
    else:
        s.waiting[site] = seat
    s.boats[seat] |= 1 << box.SITE_POS[site]


def to_build(s: State, site: int = 0) -> None:
    """The building begins at a site."""
    s.stage, s.half, s.phase = st.BUILDING, 0, st.NOTHING
    building.begin_site(s, site)
    rounds.go_on(s)


def building_at(site: int, players: int = 2, **values: Any) -> State:
    """Seat 0 builds at a site, or those do whose boats are given."""
    s = table(players, **{"boats_at": [(0, site, 0)], **values})
    to_build(s, site)
    return s


STRONG: dict[str, Any] = {"stones": (20,) * 4, "crew": ([4, 3, 2, 2],) * 4}
"""All can build whatever they like."""
AT_TEMPLE: dict[str, Any] = {
    **STRONG, "players": 3,
    "boats_at": [(seat, box.TEMPLE_PYRAMID, place) for seat, place in enumerate((0, 1, 3))],
}  # fmt: skip
"""Three seats at the Temple: 0 and 1 on its places, 2 waiting; all can build."""
