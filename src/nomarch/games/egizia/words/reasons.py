"""Why one move of Egizia is better than another."""

from nomarch.games.egizia.rules import act, st
from nomarch.kernel.sentences import Translate

BOATS = (act.GO_CARD, act.GO_ROUND, act.GO_DOUBLED, act.GO_SITE, act.GO_WAIT)


def sources(t: Translate) -> tuple[str | tuple[str, str], ...]:
    """Where the points of each category come from; a pair where more and fewer differ."""
    return (
        *(t("from the Obelisk"), t("from graves"), t("from the Temple"), t("from the Pyramid")),
        *(t("from Pyramid floors"), t("from returned Sphinx cards"), t("from site bonuses")),
        *(t("from the grain market"), t("from Nile cards")),
        (t("thanks to less hunger"), t("because of hunger")),
        *(t("from stones sold"), t("from grave treasure"), t("from Sphinx cards")),
    )


def preference(t: Translate, view: st.State, seat: int, action: int, other: int) -> str:
    """What it means to prefer an action to another; empty where the points say enough."""
    if _is_boat(action) and _is_boat(other):
        if act.position(action) < act.position(other):
            return t("From there you can still reach everything further downstream.")
        return t("It may be taken before your next turn.")
    if action == act.LEAVE:
        return t("Your crews are better used elsewhere.")
    if act.is_card_play(other):
        return t("The card is worth more later.")
    return ""


def _is_boat(action: int) -> bool:
    return any(block.has(action) for block in BOATS)
