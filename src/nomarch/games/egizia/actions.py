"""The actions of Egizia."""

from nomarch.games.egizia import components as box
from nomarch.kernel.actions import Actions, one_to, some

ACTIONS = Actions()

PASS = ACTIONS.one("pass", ends=True)
DONE = ACTIONS.one("done", ends=True)
"""Goes on: nothing more to play at this moment, nothing more to keep, no second crew."""
GO_CARD = ACTIONS.block("card {space}", space=one_to(box.CARD_SPACES))
GO_ROUND = ACTIONS.block("{space}", space=box.ROUND_NAMES)
GO_DOUBLED = ACTIONS.block("{space} doubled", space=box.ROUND_NAMES)
GO_SITE = ACTIONS.block("{site} {place}", site=box.SITE_NAMES, place=one_to(box.PLACES))
GO_WAIT = ACTIONS.block("{site} wait", site=box.SITE_NAMES)
RAISE = ACTIONS.block("raise {crew}", crew=box.CREW_NAMES)
LOWER = ACTIONS.block("lower {market}", market=box.MARKET_NAMES)
FLOOD_TO = ACTIONS.block("flood {flood}", flood=("left", "centre", "right"))
HARVEST = ACTIONS.block("harvest {space}", space=one_to(box.CARD_SPACES))
TRAIN = ACTIONS.block("train {crew}", crew=box.CREW_NAMES)
HIRE = ACTIONS.block("hire {crew}", crew=box.CREW_NAMES)
DIG = ACTIONS.block(
    "canal {field} {colour}",
    field=one_to(box.FIELD_KINDS),
    colour=some(box.COLOUR_NAMES, box.YELLOW_GREEN, box.BROWN),
)
"""The canal goes to a field of that kind and present colour."""
SELL = ACTIONS.block("sell {stones}", stones=range(1, box.SALE_MAX + 1))
PLAY_SECOND = ACTIONS.one("play second-boat")
PLAY_FIRST = ACTIONS.one("play build-first")
PLAY_OVERTIME = ACTIONS.one("play overtime")
PLAY_SHIFT = ACTIONS.one("play double-shift")
PLAY_TWO_RIDDLES = ACTIONS.one("play two-riddles")
PLAY_WAITING = ACTIONS.one("play build-waiting")
PLAY_SURPLUS = ACTIONS.one("play grain-surplus")
EAT_STONE = ACTIONS.one("stone for grain")
FEED_NOW = ACTIONS.one("feed")
USE_CREW = ACTIONS.block("crew {crew}", crew=box.CREW_NAMES[: box.BASIC_CREWS])
USE_JOKER = ACTIONS.one("joker")
NO_JOKER = ACTIONS.one("no joker")
LEAVE = ACTIONS.one("leave", ends=True)
DRAW = ACTIONS.block("draw {paid}", paid=range(1, box.MAX_DRAW + 1))
DRAW_MORE = ACTIONS.block(
    f"draw {{paid}} and {box.MORE_RIDDLES_CARDS}", paid=range(1, box.MAX_DRAW)
)
"""With two more cards for nothing."""
KEEP = ACTIONS.block("keep {slot}", slot=one_to(box.MAX_DRAW))
LAY = ACTIONS.block("lay {part}", part=box.PART_NAMES)
STOP = ACTIONS.one("stop", ends=True)

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
