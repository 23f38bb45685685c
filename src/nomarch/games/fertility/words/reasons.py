"""Why one move of Fertility is better than another."""

from nomarch.games.fertility.rules import act, st
from nomarch.kernel.sentences import Translate


def sources(t: Translate) -> tuple[str, ...]:
    """Where the points of each category come from."""
    return (
        *(t("from general shops"), t("from specialised shops"), t("from statues")),
        *(t("from monuments"), t("from the granary")),
    )


def preference(t: Translate, view: st.State, seat: int, action: int, other: int) -> str:
    """What it means to prefer an action to another; empty where the points say enough."""
    if act.BUILD.has(action):
        if act.BUILD.has(other):
            return t("Its shops fit your harvest better.")
        return t("The district pays for itself.")
    if act.BUILD.has(other):
        return t("The district would cost more than it brings.")
    if act.SLOT.has(action):
        return t("Any free space will do.")
    if act.SUPPLY.has(action) and other == act.DONE:
        return t("Resources that you don't use now are lost.")
    if action in (act.QUARRY_MONUMENT, act.QUARRY_NOTHING) or act.QUARRY.has(action):
        return t("It's the best use of this quarry.")
    return ""
