"""Why a move is refused, and the paragraph of the rules on it."""

from nomarch.games.ra.rules import act, st
from nomarch.kernel.declare.sentences import Translate


def refusal(t: Translate, view: st.State, seat: int, action: int) -> str:
    if view.phase in (st.UNREST_LOSS, st.EARTHQUAKE_LOSS):
        if view.phase == st.UNREST_LOSS:
            return t("Unrest costs you civilisations: choose one of those to give up first.")
        return t("The earthquake costs you monuments: choose one of those to give up first.")
    if action == act.PASS or act.BID.has(action):
        if view.phase == st.AUCTION:
            return t("You can only bid your own suns.")
        return t("Suns are bid only in an auction: somebody has to call one first.")
    if act.DISCARD_CIVILISATION.has(action) or act.DISCARD_MONUMENT.has(action):
        return t("You keep your tiles: only a disaster makes you give some up.")
    if view.phase == st.AUCTION:
        if act.TAKE.has(action):
            return t("Gods are played on your own turn, not during an auction.")
        return t("An auction is under way: bid a sun or pass.")
    if view.phase == st.GOD_TURN:
        return t("You've played a god this turn: play another one or end your turn.")
    if act.TAKE.has(action):
        return t("That tile isn't on the track.")
    return t("You can end your turn only after playing a god.")


def rule_of(action: int) -> str:
    if act.BID.has(action):
        return "bidding"
    if action == act.STOP or act.TAKE.has(action):
        return "gods"
    others = {act.DRAW: "draw", act.INVOKE: "invoke", act.PASS: "who-must-bid"}
    return others.get(action, "disasters")
