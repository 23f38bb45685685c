"""What can happen in Giza, and how it is told."""

from nomarch.games.giza.components import SCARAB
from nomarch.kernel.events import Event
from nomarch.kernel.telling import Telling


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
TOOK = Event("took", "seat tile", "You draw: {tile}.", icon="tile", reveals=True)
LAID = Event("laid", "seat tile owner:seat site", _laid, icon="tile", reveals=True)
DEMOLISHED = Event(
    "demolished", "seat tile owner:seat site", _demolished, icon="tile", reveals=True
)
REMOVED = Event(
    "removed",
    "seat site",
    "{player} removes a scarab ({site}) and draws nothing.",
    icon=("tile", SCARAB),
)
UNCOVERED = Event(
    "uncovered",
    "owner:seat site tile",
    "Now visible on the board of {owner}: {tile} ({site}).",
    icon="tile",
    reveals=True,
)
DISCARDED = Event("discarded", "seat tile", "{player} discards: {tile}.", icon="tile", reveals=True)
COMPLETED = Event("completed", "owner:seat seat", _completed)
PILE_EMPTY = Event("pile-empty", "seat", "{player} draws the last tile: the game ends.")
SCORED = Event("scored", "seat category points:signed", _scored)
TOTAL = Event(
    "total",
    "seat points:signed treasure",
    "{player} ends with a score of {points}; treasures count {treasure}.",
)
ENDED = Event("ended", "seat", "{player} wins the game.")
NEXT_FIRST = Event(
    "next-first", "seat", "Fewest points: {player} begins the next game.", reveals=True
)
