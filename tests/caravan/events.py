"""What can happen in Caravan, and who is told."""

from nomarch.kernel.declare.events import Event

OFFERED = Event(
    "offered", "worth", "A sack worth {worth} is up.", icon=("sack", 0), reveals=True, apart=True
)
SEALED = Event("sealed", "seat", "{player} has made a bid.", you="You have made your bid.")
SHOWN = Event("shown", "seat bid", "{player} bid {bid}.", you="You bid {bid}.", reveals=True)
TIED = Event("tied", "", "Nobody takes the sack: the highest bids are equal.", apart=True)
SCORED = Event(
    "scored",
    "seat category points",
    ("{player} takes the sack for {points} point.", "{player} takes the sack for {points} points."),
    you=("You take the sack for {points} point.", "You take the sack for {points} points."),
    plural="points",
)
