"""Why one move of Ra is better than another."""

from nomarch.games.ra.rules import act, st
from nomarch.kernel.sentences import Translate


def sources(t: Translate) -> tuple[str, ...]:
    """Where the points of each category come from."""
    return (
        *(t("from gods"), t("from pharaohs"), t("from the Nile"), t("from civilisations")),
        *(t("from gold"), t("from monuments"), t("from suns")),
    )


def preference(t: Translate, view: st.State, seat: int, action: int, other: int) -> str:
    """What it means to prefer an action to another; empty where the points say enough."""
    if action == act.PASS and act.BID.has(other):
        return t("Your {sun} usually wins a better lot later.").format(sun=act.BID.sun(other))
    if act.BID.has(action):
        sun = act.BID.sun(action)
        if other == act.PASS and not view.track_len:
            told = t("Sun {centre} in the middle is worth your {sun}.")
            return told.format(centre=view.centre, sun=sun)
        if other == act.PASS:
            return t("This lot is worth your {sun}.").format(sun=sun)
        if act.BID.has(other) and sun > act.BID.sun(other):
            return t("A lower bid is often beaten.")
        return t("A low bid often wins it too, and you keep the higher sun.")
    if action == act.DRAW and other == act.INVOKE:
        return t("It pays to wait: the lot can still grow.")
    if action == act.INVOKE and other == act.DRAW:
        return t("Waiting rarely makes this auction better for you.")
    if action == act.DRAW and act.TAKE.has(other):
        return t("Your god usually takes a better tile later.")
    if act.TAKE.has(action) and not act.TAKE.has(other):
        return t("A god is well spent on this tile.")
    return ""
