"""Why one move of Amun-Re is better than another."""

from nomarch.games.amun_re.rules import act, st
from nomarch.kernel.sentences import Translate


def sources(t: Translate) -> tuple[str, ...]:
    """Where the points of each category come from."""
    return (
        *(t("from pyramids"), t("from pyramid sets"), t("from the Nile banks")),
        *(t("from temples"), t("from bonus cards"), t("from gold")),
    )


def preference(t: Translate, view: st.State, seat: int, action: int, other: int) -> str:
    """What it means to prefer an action to another; empty where the points say enough."""
    bought, instead = _bought(action), _bought(other)
    if bought >= 0 and instead >= 0:
        more = t("The extra gold is well spent here.")
        return more if bought > instead else t("You'll need the gold more later.")
    if act.BID.has(action) and act.BID.has(other):
        is_higher = act.BID.step(action) > act.BID.step(other)
        return t("A lower bid is often beaten.") if is_higher else t("A lower bid is often enough.")
    if action == act.STEAL:
        return t("Taking 3 gold beats what your offering would bring.")
    if action == act.OFFER and act.PUT.has(other):
        return t("More gold in the offering wouldn't pay off.")
    if act.PUT.has(action) and other in (act.OFFER, act.STEAL):
        return t("A generous offering pays off here.")
    if act.PLAY.has(other):
        return t("The card is worth more later.")
    if act.SELL.has(other):
        return t("A power card is usually worth more than 1 gold.")
    return {
        act.TAKE_FARMER: t("Farmers bring gold at every harvest."),
        act.TAKE_BRICK: t("Three bricks make a pyramid."),
        act.TAKE_CARD: t("Power cards can win you a province or bonus points."),
    }.get(action, "")


def _bought(action: int) -> int:
    """How many units an action buys; -1 for other actions."""
    if action == act.DONE:
        return 0
    return act.BUY.count(action) if act.BUY.has(action) else -1
