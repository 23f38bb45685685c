"""The actions of Amun-Re."""

from nomarch.games.amun_re.components import (
    BID_TRACK,
    CARD_NAMES,
    DENOMINATIONS,
    MAX_BUY,
    PROVINCE_NAMES,
)
from nomarch.kernel.actions import Actions

ACTIONS = Actions()

DONE = ACTIONS.one("done")
OFFER = ACTIONS.one("offer")
STEAL = ACTIONS.one("steal")
RAISE = ACTIONS.one("raise")
LOWER = ACTIONS.one("lower")
TAKE_CARD = ACTIONS.one("take card")
TAKE_FARMER = ACTIONS.one("take farmer")
TAKE_BRICK = ACTIONS.one("take brick")
RENOUNCE = ACTIONS.one("renounce")
PROVINCE = ACTIONS.block("province {p}", p=PROVINCE_NAMES)
"""Chooses a province: to bid for, to place in, to play a card on."""
BID = ACTIONS.block("bid {step}", step=tuple(map(str, BID_TRACK)))
BUY = ACTIONS.block("buy {count}", count=range(1, MAX_BUY + 1))
"""Buys units of whatever is being bought."""
PLAY = ACTIONS.block("play {card}", card=CARD_NAMES)
SELL = ACTIONS.block("sell {card}", card=CARD_NAMES)
RETURN = ACTIONS.block("return {card}", card=CARD_NAMES)
"""Puts a drawn card back under the pile."""
PUT = ACTIONS.block("put {coin}", coin=tuple(map(str, DENOMINATIONS)))
"""Adds gold to one's offering."""
