"""The events of Giza and their sentences. Tiles are named while they can be seen."""

from nomarch.games.giza import components as box, state as st
from nomarch.kernel.declare.events import FADED, POINTS, SCORES, Closing, Event, EventRecord
from nomarch.kernel.declare.sentences import Telling, Translate, tell_points


def _is_remembered(now: st.State, viewer: int, e: EventRecord) -> int:
    return st.remembers(now, viewer, e.owner, e.site, e.level, e.tile)


def _is_in_hand(now: st.State, viewer: int, e: EventRecord) -> int:
    """All drawn tiles are forgotten when one of them is played: those left would reveal which."""
    return 1 if st.is_all_open(now) or e.draws == now.draws[e.seat] else 0


def _took(e: Telling) -> str:
    return "" if e.tile == FADED else e.fill(e.t("You draw {tile}."))


def _took_many(e: Telling) -> str:
    return (
        ""
        if e.tile == FADED
        else e.fill(e.t("You draw {tiles}."), tiles=several(e.t, e.tile, e.times))
    )


def _discarded_many(e: Telling) -> str:
    return e.fill(
        e.t("{player} discards {tiles}."),
        e.t("You discard {tiles}."),
        tiles=several(e.t, e.tile, e.times),
    )


def several(t: Translate, kind: int, count: int) -> str:
    """Several equal tiles: “two +5 treasures”, since two numbers side by side are hard to read."""
    words = {2: t("two"), 3: t("three"), 4: t("four")}
    text = (
        t.ngettext("{count} +{number} stone", "{count} +{number} stones", count),
        t.ngettext("{count} −{number} stone", "{count} −{number} stones", count),
        t.ngettext("{count} +{number} treasure", "{count} +{number} treasures", count),
        t.ngettext("{count} sphinx base", "{count} sphinx bases", count),
        t.ngettext("{count} sphinx body", "{count} sphinx bodies", count),
        t.ngettext("{count} sphinx head", "{count} sphinx heads", count),
        t.ngettext("{count} demolition", "{count} demolitions", count),
        t.ngettext("{count} scarab", "{count} scarabs", count),
    )
    firsts = (box.GOOD_STONE, box.BAD_STONE, box.TREASURE, *range(box.SPHINX_BASE, box.TILES))
    row = max(i for i, first in enumerate(firsts) if kind >= first)
    return text[row].format(count=words.get(count, count), number=box.NUMBERS[kind])


def _on_board(e: Telling, *told: str) -> str:
    """Tell of the player's own board in two sentences, of the viewer's in one, or of another's."""
    if e.seat == e.owner:
        return e.fill(*told[:2])
    return e.fill(told[2]) if e.owner == e.viewer else e.fill(*told[3:])


def _laid(e: Telling) -> str:
    return _on_board(
        e,
        e.t("{player} plays {tile} on their {site}."),
        e.t("You play {tile} on your {site}."),
        e.t("{player} plays {tile} on your {site}."),
        e.t("{player} plays {tile} on {owner}'s {site}."),
        e.t("You play {tile} on {owner}'s {site}."),
    )


def _demolished(e: Telling) -> str:
    return _on_board(
        e,
        e.t("{player} demolishes {tile} on their own {site}."),
        e.t("You demolish {tile} on your own {site}."),
        e.t("{player} demolishes {tile} on your {site}."),
        e.t("{player} demolishes {tile} on {owner}'s {site}."),
        e.t("You demolish {tile} on {owner}'s {site}."),
    )


def _completed(e: Telling) -> str:
    return _on_board(
        e,
        e.t("{player} completes their third pyramid: the game ends."),
        e.t("You complete your third pyramid: the game ends."),
        e.t("{player} completes your third pyramid: the game ends."),
        e.t("{player} completes {owner}'s third pyramid: the game ends."),
        e.t("You complete {owner}'s third pyramid: the game ends."),
    )


BEGAN = Event("began", "seat", "{player} goes first.", you="You go first.", reveals=True)
DREW = Event("drew", "seat count")
TOOK = Event(
    "took",
    "seat tile draws",
    _took,
    many=_took_many,
    icon="tile",
    reveals=True,
    fades={"tile": _is_in_hand},
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
    explained="Demolition takes one tile off the top of any stack, for good. The tile below is on "
    "top again.",
)
REMOVED = Event(
    "removed",
    "seat site",
    "{player} removes a scarab from their {site} and draws nothing.",
    you="You remove a scarab from your {site} and draw nothing.",
    icon=("tile", box.SCARAB),
    explained="Taking off a scarab is a whole turn and draws nothing, but the stack can grow "
    "again.",
)
UNCOVERED = Event(
    "uncovered",
    "owner:seat site level tile",
    "{owner}'s {site} now shows {tile}.",
    you="Your {site} now shows {tile}.",
    icon="tile",
    reveals=True,
    fades={"tile": _is_remembered},
)
DISCARDED = Event(
    "discarded",
    "seat tile",
    "{player} discards {tile}.",
    you="You discard {tile}.",
    many=_discarded_many,
    icon="tile",
    reveals=True,
)
COMPLETED = Event("completed", "owner:seat seat", _completed)
PILE_EMPTY = Event(
    "pile-empty",
    "seat",
    "{player} draws the last tile: the game ends.",
    you="You draw the last tile: the game ends.",
)
SCORING = Event("scoring")
SCORED = Event("scored", "seat category points:signed", tell_points, counts=SCORES)
TOTAL = Event(
    "total",
    "seat points treasure",
    (
        "{player} finishes with {points} point ({treasure} from treasures).",
        "{player} finishes with {points} points ({treasure} from treasures).",
    ),
    you=(
        "You finish with {points} point ({treasure} from treasures).",
        "You finish with {points} points ({treasure} from treasures).",
    ),
    plural="points",
)
ENDED = Event(
    "ended",
    "seat",
    "{player} wins the game.",
    you="You win the game!",
    closes=(Closing(POINTS, "Final scoring"),),
)
NEXT_FIRST = Event(
    "next-first",
    "seat",
    "{player} has the fewest points and starts the next game.",
    you="You have the fewest points and start the next game.",
    reveals=True,
)
