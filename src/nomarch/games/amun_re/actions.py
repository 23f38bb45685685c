"""The actions of Amun-Re: small ints in memory, a few words everywhere else."""

from nomarch.games.amun_re.components import (
    BID_STEPS,
    BID_TRACK,
    CARD_NAMES,
    CARDS,
    COINS,
    DENOMINATIONS,
    MAX_BUY,
    PROVINCE_NAMES,
    PROVINCES,
)

DONE, OFFER, STEAL, RAISE, LOWER, TAKE_CARD, TAKE_FARMER, TAKE_BRICK, RENOUNCE = range(9)
PROVINCE = RENOUNCE + 1
"""`PROVINCE + p` chooses a province: to bid for, to place in, to play a card on."""
BID = PROVINCE + PROVINCES
"""`BID + i` bids the step i of the track."""
BUY = BID + BID_STEPS - 1
"""`BUY + n` buys n units, 1 to MAX_BUY, of whatever is being bought."""
PLAY = BUY + MAX_BUY + 1
"""`PLAY + k` plays a power card of kind k."""
SELL = PLAY + CARDS
"""`SELL + k` sells one for a gold."""
RETURN = SELL + CARDS
"""`RETURN + k` puts a drawn one back under the pile."""
PUT = RETURN + CARDS
"""`PUT + d` adds gold to one's offering."""
NUM_ACTIONS = PUT + COINS

_WORDS = (
    "done", "offer", "steal", "raise", "lower", "take card", "take farmer", "take brick",
    "renounce",
)  # fmt: skip


def format_action(action: int) -> str:
    """An action's notation, e.g. `bid 10` or `play architect`."""
    if action < PROVINCE:
        return _WORDS[action]
    if action < BID:
        return f"province {PROVINCE_NAMES[action - PROVINCE]}"
    if action <= BUY:
        return f"bid {BID_TRACK[action - BID]}"
    if action < PLAY:
        return f"buy {action - BUY}"
    if action < SELL:
        return f"play {CARD_NAMES[action - PLAY]}"
    if action < RETURN:
        return f"sell {CARD_NAMES[action - SELL]}"
    if action < PUT:
        return f"return {CARD_NAMES[action - RETURN]}"
    return f"put {DENOMINATIONS[action - PUT]}"
