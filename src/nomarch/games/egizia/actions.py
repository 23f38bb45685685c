"""The actions of Egizia."""

from nomarch.games.egizia import components as box
from nomarch.kernel.declare.actions import Actions, one_to, some

ACTIONS = Actions()

PASS = ACTIONS.one(
    "pass",
    "Send no more boats this round.",
    "your turn on the Nile, unless a second boat by card is due",
    ends=True,
)
DONE = ACTIONS.one(
    "done",
    "Continue: nothing more to play, to take or to keep, no second crew.",
    "moments for cards, the late harvest, kept riddles, a second crew that isn't needed",
    ends=True,
)
GO_CARD = ACTIONS.block(
    "card {space}",
    "Sail to that space and take its card.",
    "your turn on the Nile: downstream of your last boat, not taken",
    space=one_to(box.CARD_SPACES),
)
GO_ROUND = ACTIONS.block(
    "{space}",
    "Sail to a round space and use it.",
    "your turn on the Nile: downstream of your last boat, not taken",
    space=box.ROUND_NAMES,
)
GO_DOUBLED = ACTIONS.block(
    "{space} doubled",
    "Sail to a round space and use it twice.",
    "as without doubling, with the card for it",
    space=box.ROUND_NAMES,
)
GO_SITE = ACTIONS.block(
    "{site} {place}",
    "Sail to a building site and take that place.",
    "your turn on the Nile: downstream of your last boat, an empty place, none of your boats there",
    site=box.SITE_NAMES,
    place=one_to(box.PLACES),
)
GO_WAIT = ACTIONS.block(
    "{site} wait",
    "Sail to a building site and wait for a place.",
    "your turn on the Nile: downstream of your last boat, all places taken",
    site=box.SITE_NAMES,
)
RAISE = ACTIONS.block(
    "raise {crew}",
    "Strengthen a crew by 1.",
    "an effect that strengthens a crew: one below its maximum",
    crew=box.CREW_NAMES,
)
LOWER = ACTIONS.block(
    "lower {market}",
    "Move down on a market.",
    "an effect that moves you on a market of your choice",
    market=box.MARKET_NAMES,
)
FLOOD_TO = ACTIONS.block(
    "flood {flood}",
    "Move the flood marker there, or leave it.",
    "an effect that moves the flood: within its reach",
    flood=("left", "centre", "right"),
)
HARVEST = ACTIONS.block(
    "harvest {space}",
    "Take a card that is left on the Nile.",
    "the late harvest: a card that lies there",
    space=one_to(box.CARD_SPACES),
)
TRAIN = ACTIONS.block(
    "train {crew}",
    "Play Training: strengthen a crew by 1.",
    "a moment of yours, if you have the card ready: a crew below its maximum",
    crew=box.CREW_NAMES,
)
HIRE = ACTIONS.block(
    "hire {crew}",
    "Play paid training: strengthen a crew by 1 for 2 stones.",
    "a moment of yours, if you have the card ready and the stones",
    crew=box.CREW_NAMES,
)
DIG = ACTIONS.block(
    "canal {field} {colour}",
    "Use a canal: a field of that kind and present colour becomes greener.",
    "a moment of yours, if you have a canal and such a field",
    field=one_to(box.FIELD_KINDS),
    colour=some(box.COLOUR_NAMES, box.YELLOW_GREEN, box.BROWN),
)
SELL = ACTIONS.block(
    "sell {stones}",
    "Play the stone sale: sell that many stones.",
    "a moment of yours, if you have the card and the stones",
    stones=range(1, box.SALE_MAX + 1),
)
PLAY_SECOND = ACTIONS.one(
    "play second-boat", "Play the card for a second boat.", "after your boat, if you can sail again"
)
PLAY_FIRST = ACTIONS.one(
    "play build-first",
    "Play the card that lets you build first.",
    "a moment of yours, before the last site is built",
)
PLAY_OVERTIME = ACTIONS.one(
    "play overtime",
    "Play overtime: more strength at this site.",
    "building and riddles, if you have the card",
)
PLAY_SHIFT = ACTIONS.one(
    "play double-shift",
    "Play the double shift: two basic crews build together.",
    "building, before a crew was chosen: two of them are fresh",
)
PLAY_TWO_RIDDLES = ACTIONS.one(
    "play two-riddles",
    "Play the card to keep two riddles.",
    "keeping riddles, if a second one could be kept",
)
PLAY_WAITING = ACTIONS.one(
    "play build-waiting",
    "Play the card to build although your boat waits.",
    "a site where your boat waits and you could build",
)
PLAY_SURPLUS = ACTIONS.one(
    "play grain-surplus", "Play the grain surplus.", "feeding, if you have the card"
)
EAT_STONE = ACTIONS.one(
    "stone for grain",
    "Pay 1 stone for 1 missing grain.",
    "feeding, if you have the card, stones and too little grain",
)
FEED_NOW = ACTIONS.one("feed", "Feed your crews with what there is.", "feeding", ends=True)
USE_CREW = ACTIONS.block(
    "crew {crew}",
    "Build with this crew.",
    "building: a fresh basic crew that can lay a stone, alone or with help",
    crew=box.CREW_NAMES[: box.BASIC_CREWS],
)
USE_JOKER = ACTIONS.one(
    "joker", "Add the joker crew.", "building, after a crew was chosen: the joker is fresh"
)
NO_JOKER = ACTIONS.one(
    "no joker",
    "Build without the joker crew.",
    "as `joker`, if the strength suffices without",
    ends=True,
)
LEAVE = ACTIONS.one(
    "leave", "Don't build at this site.", "building, before a crew was chosen", ends=True
)
DRAW = ACTIONS.block(
    "draw {paid}",
    "Draw that many riddles for as many stones.",
    "the sphinx: within strength, stones and pile",
    paid=range(1, box.MAX_DRAW + 1),
)
DRAW_MORE = ACTIONS.block(
    f"draw {{paid}} and {box.MORE_RIDDLES_CARDS}",
    "Draw that many riddles for stones, and more for nothing.",
    "the sphinx, with the card for it: fewer paid than the most",
    paid=range(1, box.MAX_DRAW),
)
KEEP = ACTIONS.block(
    "keep {slot}",
    "Keep a drawn riddle.",
    "the sphinx, after `draw`: within how many you may keep",
    slot=one_to(box.MAX_DRAW),
)
LAY = ACTIONS.block(
    "lay {part}",
    "Lay a stone on that part.",
    "building: a part of this site that is open, within strength and stones",
    part=box.PART_NAMES,
)
STOP = ACTIONS.one(
    "stop", "Lay no more stones here.", "building, after at least one stone", ends=True
)

PLAYS = {
    box.SECOND_BOAT: PLAY_SECOND,
    box.BUILD_FIRST: PLAY_FIRST,
    box.OVERTIME: PLAY_OVERTIME,
    box.DOUBLE_SHIFT: PLAY_SHIFT,
    box.TWO_RIDDLES: PLAY_TWO_RIDDLES,
    box.BUILD_WAITING: PLAY_WAITING,
    box.GRAIN_SURPLUS: PLAY_SURPLUS,
    box.STONES_FOR_GRAIN: EAT_STONE,
}
"""The action that plays a card, for cards that leave nothing else to choose."""

_POSITION = (
    *(*box.CARD_POS, *box.ROUND_POS, *box.ROUND_POS),
    *(*(pos for pos in box.SITE_POS for _ in range(box.PLACES)), *box.SITE_POS),
)


def position(action: int) -> int:
    """The space of the Nile that a boat goes to."""
    return _POSITION[action - GO_CARD.first]


def is_card_play(action: int) -> bool:
    """Return whether an action plays a Nile card, which its owner may do in any phase."""
    return TRAIN.first <= action <= EAT_STONE
