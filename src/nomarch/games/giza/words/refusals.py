"""Why a move is refused, and the paragraph of the rules on it."""

from nomarch.games.giza.rules import act, box, st
from nomarch.kernel.declare.sentences import Translate


def refusal(t: Translate, view: st.State, seat: int, action: int) -> str:
    if act.ON.has(action) and view.phase == st.DISCARDING:
        return t("You're discarding tiles, and that's your whole turn.")
    if act.ON.has(action):
        return t("Choose a tile from your hand first.")
    if act.REMOVE.has(action):
        return t("You can only remove a scarab from the top of one of your own stacks.")
    return t("That tile isn't in your hand.")


def rule_of(action: int) -> str:
    if act.REMOVE.has(action):
        return "remove-scarab"
    if act.PLAY.has(action):
        tile = act.PLAY.tile(action)
        if tile < box.TREASURE:
            return "stones"
        if tile < box.SPHINX_BASE:
            return "treasures"
        if tile < box.DEMOLITION:
            return "sphinx"
        return "demolition" if tile == box.DEMOLITION else "scarab"
    return "turn"
