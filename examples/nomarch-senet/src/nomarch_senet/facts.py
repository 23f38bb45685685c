"""What the rules of Senet tell of a move."""

from typing import Any

from nomarch.kernel.declare.facts import (
    AGAINST,
    FOR,
    Facts,
    Measure,
    Numbers,
    Row,
    Supposition,
    Values,
    player,
)
from nomarch.kernel.declare.sentences import Translate
from nomarch_senet import components as box, rules, state as st

MOVES = ("move", "back")


def walked(s: st.State, seat: int, start: Any) -> int:
    """Houses that a seat's pieces have behind them."""
    houses = (house for house in range(1, box.HOUSES + 1) if rules.belongs(s, house, seat))
    return sum(houses) + box.OFF * s.points[seat]


def alone(s: st.State, seat: int, start: Any) -> int:
    """A seat's pieces that the opponent may exchange."""
    houses = (house for house in range(1, box.BEAUTY) if rules.belongs(s, house, seat))
    return sum(rules.row_around(s, seat, house) < box.SHELTER for house in houses)


def thrown_back(p: Numbers) -> Values | None:
    rival = p.rivals[0]
    houses = -p.change("now.walked", rival)
    return {"houses": houses, "player": rival} if houses > 0 else None


def sheltered(p: Numbers) -> Values | None:
    return {"pieces": -p.change("now.alone")} if p.change("now.alone") < 0 else None


def exposed(p: Numbers) -> Values | None:
    return {"pieces": p.change("now.alone")} if p.change("now.alone") > 0 else None


def off(p: Numbers) -> Values | None:
    return {} if p.change("now.off") else None


def houses(t: Translate, count: int) -> str:
    return t.ngettext("{count} house", "{count} houses", count).format(count=count)


def pieces(t: Translate, count: int) -> str:
    return t.ngettext("{count} piece", "{count} pieces", count).format(count=count)


FACTS = Facts(
    measures=(
        Measure("walked", walked, label="Houses walked", weight=0.1, of_rivals=True),
        Measure("alone", alone, good=-1, label="Pieces that can be exchanged", weight=0.3),
        Measure("off", lambda s, seat, start: s.points[seat], weight=1.0),
    ),
    suppositions=(Supposition("now"),),
    rows=(
        Row("now.off.me", FOR, "off", MOVES, off, "It brings a piece off the board."),
        Row("now.walked.rivals", FOR, "back", MOVES, thrown_back,
            "It throws {player} back by {houses}."),
        Row("now.alone.me", FOR, "shelter", MOVES, sheltered, "It shelters {pieces}."),
        Row("now.alone.me", AGAINST, "shelter", MOVES, exposed, "It leaves {pieces} alone."),
    ),
    printed={"houses": houses, "pieces": pieces, "player": player},
    titles={"off": "Off the board", "back": "Throw them back", "shelter": "Side by side"},
)  # fmt: skip
