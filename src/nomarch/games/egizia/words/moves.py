"""Actions of Egizia as offers to the one who may take them."""

from __future__ import annotations

from nomarch.games.egizia import actions as act, components as box, state as st
from nomarch.games.egizia.rules import feeding, monuments, sphinx
from nomarch.games.egizia.state import State
from nomarch.games.egizia.words.names import (
    card,
    colour,
    crew,
    field,
    flood_space,
    market,
    part,
    riddle,
    round_space,
    site,
)
from nomarch.i18n import Translate

CARD_OF = {action: kind for kind, action in act.PLAYS.items() if action != act.EAT_STONE}
"""The cards that are played by actions of their own."""


def move(t: Translate, view: State, action: int) -> str:
    """An action as an offer to the one who may take it."""
    if act.is_card_play(action):
        return _play(t, action)
    return _sail(t, view, action) or _choice(t, view, action) or _build(t, view, action)


def _play(t: Translate, action: int) -> str:
    if act.TRAIN.has(action):
        return t("Train: {crew} +1").format(crew=crew(t, act.TRAIN.crew(action)))
    if act.HIRE.has(action):
        return t("Train for 2 stones: {crew} +1").format(crew=crew(t, act.HIRE.crew(action)))
    if act.DIG.has(action):
        return t("Canal to {field}: {colour} from now on").format(
            field=field(t, act.DIG.field(action)), colour=colour(t, act.DIG.colour(action) - 1)
        )
    if act.SELL.has(action):
        return t("Sell stones: {count}").format(count=act.SELL.stones(action))
    if action == act.EAT_STONE:
        return t("A stone for a grain")
    return t("Play {card}").format(card=card(t, CARD_OF[action]))


def _sail(t: Translate, view: State, action: int) -> str:
    if action == act.PASS:
        return t("Pass: place no more boats")
    for taking in (act.GO_CARD, act.HARVEST):
        if taking.has(action):
            return t("Take {card}").format(card=card(t, view.row[taking.space(action)]))
    if act.GO_ROUND.has(action):
        return t("Boat to {space}").format(space=round_space(act.GO_ROUND.space(action)))
    if act.GO_DOUBLED.has(action):
        return t("Boat to {space}, effect doubled").format(
            space=round_space(act.GO_DOUBLED.space(action))
        )
    if act.GO_SITE.has(action):
        return t("Boat to {site}, place {place}").format(
            site=site(t, act.GO_SITE.site(action)), place=act.GO_SITE.place(action) + 1
        )
    if act.GO_WAIT.has(action):
        return t("Wait at {site}").format(site=site(t, act.GO_WAIT.site(action)))
    return ""


def _choice(t: Translate, view: State, action: int) -> str:
    if act.RAISE.has(action):
        return t("{crew} +1").format(crew=crew(t, act.RAISE.crew(action))).capitalize()
    if act.LOWER.has(action):
        return t("{market}: {steps} down").format(
            market=market(t, act.LOWER.market(action)).capitalize(), steps=max(1, view.owed_market)
        )
    if act.FLOOD_TO.has(action):
        space = act.FLOOD_TO.space(action)
        if space == view.flood:
            return t("Leave the flood marker")
        return t("Flood marker: {space}").format(space=flood_space(t, space))
    if action == act.DONE:
        return _go_on(t, view)
    if action == act.FEED_NOW:
        return _feed(t, view)
    return ""


def _go_on(t: Translate, view: State) -> str:
    if view.asked == st.KEEPING:
        return t("Return the rest") if view.kept_now else t("Keep none")
    return {
        st.SECOND_CREW: t("No second crew"),
        st.GATHER: t("Take no card"),
        st.WAIT: t("Take the boat back"),
    }.get(view.asked, t("Go on"))


def _feed(t: Translate, view: State) -> str:
    loss = feeding.missing(view, view.seat) * feeding.hunger_price(view, view.seat)
    if loss == 0:
        return t("Feed the crews")
    return t("Feed the crews, losing points: {points}").format(points=loss)


def _build(t: Translate, view: State, action: int) -> str:
    if act.USE_CREW.has(action):
        index = act.USE_CREW.crew(action)
        return t("Build with the {crew} ({strength})").format(
            crew=crew(t, index), strength=view.crew[view.seat][index]
        )
    if action == act.USE_JOKER:
        return t("Add the joker crew ({strength})").format(strength=view.crew[view.seat][box.JOKER])
    if act.KEEP.has(action):
        index = view.drawn[act.KEEP.slot(action)]
        return (
            t("Keep a card") if index < 0 else t("Keep: {riddle}").format(riddle=riddle(t, index))
        )
    if act.LAY.has(action):
        index = act.LAY.part(action)
        return t("{part}: lay a stone for {value}").format(
            part=part(t, index), value=monuments.next_value(view, index)
        )
    if act.DRAW.has(action) or act.DRAW_MORE.has(action):
        cards, stones = drawn_and_paid(view, action)
        return t("Cards to draw: {cards}, stones to pay: {stones}").format(
            cards=cards, stones=stones
        )
    return {
        act.NO_JOKER: t("Without the joker crew"),
        act.LEAVE: t("Do not build here"),
        act.STOP: t("Stop building"),
    }[action]


def drawn_and_paid(view: State, action: int) -> tuple[int, int]:
    """The cards that a draw at the Sphinx brings, and the stones that it costs."""
    if act.DRAW.has(action):
        return act.DRAW.paid(action), act.DRAW.paid(action)
    paid = act.DRAW_MORE.paid(action)
    return min(box.MAX_DRAW, paid + box.MORE_RIDDLES_CARDS, sphinx.pile_size(view)), paid
