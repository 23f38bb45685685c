"""The actions of Amun-Re."""

from nomarch.games.amun_re import components as box
from nomarch.kernel.declare.actions import Actions

ACTIONS = Actions()

DONE = ACTIONS.one(
    "done",
    "Buy or play nothing more at this stage.",
    "stages of purchases, cards before income, bonus cards",
    ends=True,
)
OFFER = ACTIONS.one(
    "offer",
    "Close your secret offering.",
    "the offering, once gold was put in; with nothing only by option",
    ends=True,
)
STEAL = ACTIONS.one(
    "steal",
    "Steal 3 gold instead of offering.",
    "the offering, before any gold was put in",
    ends=True,
)
RAISE = ACTIONS.one(
    "raise", "Raise the total of all offerings by 3.", "your adjustment card is resolved"
)
LOWER = ACTIONS.one(
    "lower", "Lower the total of all offerings by 3.", "your adjustment card is resolved"
)
TAKE_CARD = ACTIONS.one(
    "take card", "Take a power card as a reward.", "rewards for the offering, while there are cards"
)
TAKE_FARMER = ACTIONS.one(
    "take farmer",
    "Take a farmer as a reward; its province comes next.",
    "rewards for the offering, if you have a free field",
)
TAKE_BRICK = ACTIONS.one(
    "take brick",
    "Take a brick as a reward; its province comes next.",
    "rewards for the offering, while there are bricks",
)
RENOUNCE = ACTIONS.one(
    "renounce", "Take nothing as this reward.", "rewards for the offering", ends=True
)
PROVINCE = ACTIONS.block(
    "province {p}",
    "Choose a province: to bid for, to place in, or to play a card on.",
    "the auction: one that is up and affordable, where you weren't just outbid; "
    "placing: your own, with room",
    p=box.PROVINCE_NAMES,
)
BID = ACTIONS.block(
    "bid {step}",
    "Bid that much gold for the chosen province.",
    "the auction, after `province`: above all pawns there, within your gold",
    step=tuple(map(str, box.BID_TRACK)),
)
BUY = ACTIONS.block(
    "buy {count}",
    "Buy that many power cards, farmers or bricks, whichever is for sale.",
    "stages of purchases, once each: as many as you can pay and have room for",
    count=range(1, box.MAX_BUY + 1),
)
PLAY = ACTIONS.block(
    "play {card}",
    "Play a power card.",
    "the phase the card is for: you have it and played none of its kind in this phase",
    card=box.CARD_NAMES,
)
SELL = ACTIONS.block(
    "sell {card}",
    "Sell a power card for 1 gold.",
    "any decision of yours: a card that you have and that doesn't lie with your offering",
    card=box.CARD_NAMES,
)
RETURN = ACTIONS.block(
    "return {card}",
    "Put a drawn card back under the pile.",
    "with an option that draws cards to choose from: one of those",
    card=box.CARD_NAMES,
)
PUT = ACTIONS.block(
    "put {coin}",
    "Add gold to your secret offering.",
    "the offering, within your gold",
    coin=tuple(map(str, box.DENOMINATIONS)),
)
