"""Why a move is refused, and the paragraph of the rules on it."""

from nomarch.games.amun_re import actions as act, components as box, state as st
from nomarch.games.amun_re.words import component_names as terms
from nomarch.kernel.declare.sentences import Translate

PLACING = (st.PLACE_FARMER, st.PLACE_BRICK, st.SITE)
STAGES = (st.CARDS_STAGE, st.FARMERS_STAGE, st.BRICKS_STAGE)


def refusal(t: Translate, view: st.State, seat: int, action: int) -> str:
    if act.PLAY.has(action):
        return _card(t, act.PLAY.card(action))
    if act.SELL.has(action):
        return t("A card that lies with your offering can't be sold.")
    if view.phase in PLACING:
        return t("First choose the province for what you have.")
    if view.phase in (st.KEEP, st.START_KEEP):
        return t("First choose the cards to put back.")
    if act.PROVINCE.has(action):
        return _province(t, view)
    if act.BID.has(action):
        return t("Bids are made in the auction, once you've chosen a province.")
    if act.BUY.has(action):
        return t("Cards, farmers and bricks are sold one after the other, after the auction.")
    if act.PUT.has(action) or action in (act.OFFER, act.STEAL):
        return t("Offerings are made after everyone has bought farmers and bricks.")
    return t("Rewards are given to those who have made an offering.")


def _province(t: Translate, view: st.State) -> str:
    if view.phase == st.STEP:
        text = t("You're bidding for {province}, and you bid for one province at a time.")
        return text.format(province=terms.province(t, view.pick))
    if view.phase in (*STAGES, st.REWARD):
        return t("You have no farmer or brick to place right now.")
    if view.phase == st.OFFERING:
        return t("Everyone is making an offering; provinces are sold at the start of a turn.")
    return t("Provinces are sold in the auction, at the start of a turn.")


def _card(t: Translate, card: int) -> str:
    income = t("This card is played just before income.")
    bonus = t("Bonus cards are played when provinces are scored, after turns 3 and 6.")
    return {
        box.BLOCK: t("This card is played with a bid, once you've chosen the province."),
        box.SAME: t("This card is played when you've just been outbid and can bid more there."),
        box.FREE: t("This card is played while farmers are bought."),
        box.ARCHITECT: t("This card is played while bricks are bought."),
        box.ADJUST: t("This card is played with an offering or a theft."),
        **dict.fromkeys((box.EIGHT, box.EXTRA), income),
    }.get(card, bonus)


def rule_of(action: int) -> str:
    if act.PROVINCE.has(action) or act.BID.has(action):
        return "bids"
    if act.BUY.has(action):
        return "limits"
    if action in (act.TAKE_CARD, act.TAKE_FARMER, act.TAKE_BRICK, act.RENOUNCE):
        return "rewards"
    if act.PLAY.has(action) and act.PLAY.card(action) >= box.FIRST_BONUS:
        return "bonuses"
    if act.PLAY.has(action) or act.SELL.has(action) or act.RETURN.has(action):
        return "cards"
    return "purchases" if action == act.DONE else "offerings"
