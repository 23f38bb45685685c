"""A table of Egizia for tests: a real set-up whose fields a test then changes."""

from __future__ import annotations

from nomarch.games.egizia import actions as act, components as box, rules, state as st
from nomarch.games.egizia.rules import building, order, rounds
from nomarch.games.egizia.state import State
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.actions import allowed
from nomarch.kernel.declare.events import Event
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.declare.layout import Layout
from nomarch.kernel.run.seeds import key_of, make_seed

USUAL, NO_PER_TEN = (0, 0, 0, 0, 0), (1, 0, 0, 0, 0)
DOUBLE_LAST, AT_ONCE, WAITING_LEFT_OUT = (0, 1, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 0, 1, 0)
OWN_BERTH_BARRED = (0, 0, 0, 0, 1)
"""Each set of options changes one choice."""

BOOK = rulebook("egizia")
LAYOUT = Layout(State)
PLAY = backend.interpreted("egizia")


def table(players: int = 4, options: tuple[int, ...] = USUAL, seed: str = "table") -> State:
    """A new game whose turn order is that of the seats."""
    s = LAYOUT.plain()
    PLAY.start(s, players, options, key_of(make_seed(seed)), 0)
    for seat in range(players):
        s.order[seat] = seat
        s.arrival[seat] = players - 1 - seat
        s.stones[seat] = 2 + seat
    s.seat = 0
    s.turn = 0
    s.trace = []
    return s


def moves(s: State) -> set[str]:
    """What the seat to act may do, in notation."""
    mask = [0] * act.ACTIONS.words
    rules.legal(s, s.seat, mask)
    return {act.ACTIONS[action] for action in allowed(mask)}


def play(s: State, *texts: str) -> None:
    """Makes moves for whoever is to act; each must be legal."""
    for text in texts:
        assert text in moves(s), f"{text!r} is not among {sorted(moves(s))}"
        action = act.ACTIONS.parse(text)
        assert action is not None
        rules.apply(s, s.seat, action)


def happened(s: State, kind: Event) -> list[tuple[int, ...]]:
    """The values of all events of a kind so far."""
    return [record.numbers for record in s.trace or () if record.event is kind]


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


def row_of_quarries(s: State) -> None:
    """Ten cards that ask for nothing."""
    lay_row(s, *["quarry-2"] * 10)


def fill(s: State, part: str, *owners: int) -> None:
    """Stones on the next spaces of a part."""
    index = box.PART_NAMES.index(part)
    for owner in owners:
        s.stone[box.PART_START[index] + s.laid[index]] = owner
        s.laid[index] += 1
        s.own[owner][box.PART_STRUCTURE[index]] += 1


def to_sail(s: State, seat: int) -> None:
    """It is the seat's turn to place a boat."""
    s.stage, s.phase, s.seat, s.turn, s.extra = st.PLACING, st.SAIL, seat, seat, 0


def to_feed(s: State, *hungry: int) -> None:
    """The feeding begins, in the order of the score track."""
    s.stage, s.queue_at, s.half, s.phase = st.FEEDING, 0, 0, st.NOTHING
    order.queue_by_score(s)
    rounds.go_on(s)


def boat(s: State, seat: int, site: int, place: int) -> None:
    """A boat at a site: place 0 to 2, or 3 for waiting."""
    if place < 3:
        s.place[site][place] = seat
    else:
        s.waiting[site] = seat
    s.boats[seat] |= 1 << box.SITE_POS[site]


def full_temple(s: State) -> None:
    """Three seats at the Temple: 0 and 1 on its places, 2 waiting; all can build."""
    for seat in range(3):
        s.stones[seat], s.crew[seat] = 20, [4, 3, 2, 2]
        boat(s, seat, box.TEMPLE_PYRAMID, seat if seat < 2 else 3)


def to_build(s: State, site: int = 0) -> None:
    """The building begins at a site."""
    s.stage, s.half, s.phase = st.BUILDING, 0, st.NOTHING
    building.begin_site(s, site)
    rounds.go_on(s)
