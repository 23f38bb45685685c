"""Why one move of Giza is better than another."""

from nomarch.games.giza.rules import act, st
from nomarch.games.giza.words import names as called
from nomarch.kernel.sentences import Translate


def sources(t: Translate) -> tuple[str, ...]:
    """Where the points of each category come from."""
    return (
        *(t("at the Pyramid of Khufu"), t("at the Pyramid of Khafre")),
        *(t("at the Pyramid of Menkaure"), t("at the Sphinx")),
    )


def preference(t: Translate, view: st.State, seat: int, action: int, other: int) -> str:
    """What it means to prefer an action to another; empty where the points say enough."""
    if act.ON.has(action) and act.ON.has(other):
        owner, rival = act.ON.owner(action), act.ON.owner(other)
        if owner != seat and rival == seat:
            told = t("The tile costs {player} more than it would bring you.")
            return told.format(player=f"{{names[{owner}]}}")
        if owner == seat and rival != seat:
            return t("Your own board needs this tile more.")
    if act.PLAY.has(action) and act.PLAY.has(other):
        return t("{tile} can wait.").format(tile=called.tile(t, act.PLAY.tile(other)).capitalize())
    if act.REMOVE.has(action):
        return t("Without the scarab you can build there again.")
    if act.DISCARD.has(action) and other == act.DONE:
        return t("A new tile is worth more than this one.")
    if action == act.DONE:
        return t("The tiles you keep are worth more than new ones.")
    return ""
