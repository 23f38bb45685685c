"""What can happen in Giza, and how it is told: tiles by name for as long as they can be seen."""

from nomarch.games.giza import components as box, state as st
from nomarch.kernel.sentences import FADED, POINTS, SCORES, Closing, Event, Record, Telling


def _is_remembered(now: st.State, viewer: int, e: Record) -> int:
    return st.remembers(now, viewer, e.owner, e.site, e.level, e.tile)


def _is_in_hand(now: st.State, viewer: int, e: Record) -> int:
    """All drawn tiles are forgotten when one of them is played: those left would tell which."""
    return 1 if st.is_all_open(now) or e.draws == now.draws[e.seat] else 0


def _took(e: Telling) -> str:
    return "" if e.tile == FADED else e.fill(e.t("You draw: {tile}."))


def _laid(e: Telling) -> str:
    if e.seat == e.owner:
        return e.fill(e.t("{player} builds: {tile} ({site})."))
    return e.fill(e.t("{player} plays on the board of {owner}: {tile} ({site})."))


def _demolished(e: Telling) -> str:
    if e.seat == e.owner:
        return e.fill(e.t("{player} demolishes on their own board: {tile} ({site})."))
    return e.fill(e.t("{player} demolishes on the board of {owner}: {tile} ({site})."))


def _completed(e: Telling) -> str:
    if e.seat == e.owner:
        return e.fill(e.t("{player} has completed three pyramids: the game ends."))
    return e.fill(e.t("{player} completes the three pyramids of {owner}: the game ends."))


def _scored(e: Telling) -> str:
    return e.fill(e.t("{player} scores {points} for {category}.")) if e.points else ""


BEGAN = Event("began", "seat", "{player} begins.", reveals=True)
DREW = Event("drew", "seat count")
TOOK = Event(
    "took", "seat tile draws", _took, icon="tile", reveals=True, fades={"tile": _is_in_hand}
)
LAID = Event(
    "laid",
    "seat tile owner:seat site level",
    _laid,
    icon="tile",
    reveals=True,
    fades={"tile": _is_remembered},
)
DEMOLISHED = Event(
    "demolished",
    "seat tile owner:seat site level",
    _demolished,
    icon="tile",
    reveals=True,
    fades={"tile": _is_remembered},
)
REMOVED = Event(
    "removed",
    "seat site",
    "{player} removes a scarab ({site}) and draws nothing.",
    icon=("tile", box.SCARAB),
)
UNCOVERED = Event(
    "uncovered",
    "owner:seat site level tile",
    "Now visible on the board of {owner}: {tile} ({site}).",
    icon="tile",
    reveals=True,
    fades={"tile": _is_remembered},
)
DISCARDED = Event("discarded", "seat tile", "{player} discards: {tile}.", icon="tile", reveals=True)
COMPLETED = Event("completed", "owner:seat seat", _completed)
PILE_EMPTY = Event("pile-empty", "seat", "{player} draws the last tile: the game ends.")
SCORED = Event("scored", "seat category points:signed", _scored, counts=SCORES)
TOTAL = Event(
    "total",
    "seat points:signed treasure",
    "{player} ends with a score of {points}; treasures count {treasure}.",
)
ENDED = Event(
    "ended", "seat", "{player} wins the game.", closes=(Closing(POINTS, "Final scoring"),)
)
NEXT_FIRST = Event(
    "next-first", "seat", "Fewest points: {player} begins the next game.", reveals=True
)
