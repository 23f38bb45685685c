"""The actions of Egizia: small ints in memory, a few words everywhere else."""

from nomarch.games.egizia.components import (
    BASIC_CREWS,
    CARD_SPACES,
    COLOUR_NAMES,
    CREW_NAMES,
    FIELD_KINDS,
    MARKET_NAMES,
    MAX_DRAW,
    MORE_RIDDLES_CARDS,
    PART_NAMES,
    PLACES,
    ROUND_NAMES,
    SALE_MAX,
    SITE_NAMES,
)

_NAMES: list[str] = []


def _block(*names: str) -> int:
    """Adds actions with these notations; the number of the first."""
    first = len(_NAMES)
    _NAMES.extend(names)
    return first


PASS = _block("pass")
DONE = _block("done")
"""Goes on: nothing more to play at this moment, nothing more to keep, no second crew."""
GO_CARD = _block(*(f"card {i + 1}" for i in range(CARD_SPACES)))
GO_ROUND = _block(*ROUND_NAMES)
GO_DOUBLED = _block(*(f"{name} doubled" for name in ROUND_NAMES))
GO_SITE = _block(*(f"{site} {place + 1}" for site in SITE_NAMES for place in range(PLACES)))
"""`GO_SITE + site * PLACES + place`."""
GO_WAIT = _block(*(f"{site} wait" for site in SITE_NAMES))
RAISE = _block(*(f"raise {crew}" for crew in CREW_NAMES))
LOWER = _block(*(f"lower {market}" for market in MARKET_NAMES))
FLOOD_TO = _block("flood left", "flood centre", "flood right")
HARVEST = _block(*(f"harvest {i + 1}" for i in range(CARD_SPACES)))
TRAIN = _block(*(f"train {crew}" for crew in CREW_NAMES))
HIRE = _block(*(f"hire {crew}" for crew in CREW_NAMES))
DIG = _block(
    *(f"canal {field + 1} {colour}" for field in range(FIELD_KINDS) for colour in COLOUR_NAMES[1:])
)
"""`DIG + field * 2 + colour - 1`: the canal goes to a field of that kind and present colour."""
SELL = _block(*(f"sell {stones + 1}" for stones in range(SALE_MAX)))
"""`SELL + stones - 1`."""
PLAY_SECOND = _block("play second-boat")
PLAY_FIRST = _block("play build-first")
PLAY_OVERTIME = _block("play overtime")
PLAY_SHIFT = _block("play double-shift")
PLAY_TWO_RIDDLES = _block("play two-riddles")
PLAY_WAITING = _block("play build-waiting")
PLAY_SURPLUS = _block("play grain-surplus")
EAT_STONE = _block("stone for grain")
FEED_NOW = _block("feed")
USE_CREW = _block(*(f"crew {crew}" for crew in CREW_NAMES[:BASIC_CREWS]))
USE_JOKER = _block("joker")
NO_JOKER = _block("no joker")
LEAVE = _block("leave")
DRAW = _block(*(f"draw {count + 1}" for count in range(MAX_DRAW)))
"""`DRAW + paid - 1`."""
DRAW_MORE = _block(*(f"draw {count + 1} and {MORE_RIDDLES_CARDS}" for count in range(MAX_DRAW - 1)))
"""`DRAW_MORE + paid - 1`: with two more cards for nothing."""
KEEP = _block(*(f"keep {i + 1}" for i in range(MAX_DRAW)))
LAY = _block(*(f"lay {part}" for part in PART_NAMES))
STOP = _block("stop")
NUM_ACTIONS = len(_NAMES)


def format_action(action: int) -> str:
    """An action's notation, e.g. `lay obelisk`."""
    return _NAMES[action]
