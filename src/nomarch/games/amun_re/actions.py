"""The actions of Amun-Re."""

from nomarch.games.amun_re import components as box
from nomarch.kernel.actions import Actions

ACTIONS = Actions()

DONE = ACTIONS.one("done", ends=True)
OFFER = ACTIONS.one("offer", ends=True)
STEAL = ACTIONS.one("steal")
RAISE = ACTIONS.one("raise")
LOWER = ACTIONS.one("lower")
TAKE_CARD = ACTIONS.one("take card")
TAKE_FARMER = ACTIONS.one("take farmer")
TAKE_BRICK = ACTIONS.one("take brick")
RENOUNCE = ACTIONS.one("renounce")
PROVINCE = ACTIONS.block("province {p}", p=box.PROVINCE_NAMES)
"""Chooses a province: to bid for, to place in, to play a card on."""
BID = ACTIONS.block("bid {step}", step=tuple(map(str, box.BID_TRACK)))
BUY = ACTIONS.block("buy {count}", count=range(1, box.MAX_BUY + 1))
"""Buys units of whatever is being bought."""
PLAY = ACTIONS.block("play {card}", card=box.CARD_NAMES)
SELL = ACTIONS.block("sell {card}", card=box.CARD_NAMES)
RETURN = ACTIONS.block("return {card}", card=box.CARD_NAMES)
"""Puts a drawn card back under the pile."""
PUT = ACTIONS.block("put {coin}", coin=tuple(map(str, box.DENOMINATIONS)))
"""Adds gold to one's offering."""
