"""Why a move is refused, the paragraph of the rules on it, and moves that a player may regret."""

from collections.abc import Sequence

from nomarch.games.ra.rules import act, box, disasters, st, track
from nomarch.games.ra.words import component_names as terms
from nomarch.kernel.declare.sentences import NO_WARNING, Translate, Warned


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


def warning(t: Translate, view: st.State, seat: int, action: int, legal: Sequence[int]) -> Warned:
    if action == act.INVOKE:
        return _empty_auction(t, view, seat)
    if act.BID.has(action):
        return _bid(t, view, seat, action, legal)
    if act.TAKE.has(action):
        return _disaster_taken(t, view, seat, act.TAKE.tile(action))
    return NO_WARNING


def _empty_auction(t: Translate, view: st.State, seat: int) -> Warned:
    own = [sun for sun, up in zip(view.sun[seat], view.up[seat], strict=True) if up]
    if view.track_len > 0 or min(own) < view.centre:
        return NO_WARNING
    text = t(
        "There are no tiles to win. If nobody bids, you pay with a sun and get only sun {sun}."
    )
    return "empty", text.format(sun=view.centre)


def _bid(t: Translate, view: st.State, seat: int, action: int, legal: Sequence[int]) -> Warned:
    bids = [act.BID.sun(other) for other in legal if act.BID.has(other)]
    enough = [sun for sun in bids if sun > _highest_after(view, seat)]
    if enough and min(enough) < act.BID.sun(action):
        text = t("Your {sun} would win too: nobody after you can beat it.")
        return "sun", text.format(sun=min(enough))
    lot = view.track[: view.track_len]
    is_bad = all(kind >= box.FIRST_DISASTER for kind in lot)
    if act.PASS in legal and is_bad and any(_loses(view, seat, kind) for kind in lot):
        return "disasters", t("You'd win nothing but disasters, and lose tiles to them.")
    return NO_WARNING


def _highest_after(view: st.State, seat: int) -> int:
    """The highest sun that can still be bid after a seat's bid."""
    highest = 0
    while seat != view.starter:
        seat = (seat + 1) % view.players
        highest = max(highest, track.highest_up(view, seat))
    return highest


def _disaster_taken(t: Translate, view: st.State, seat: int, kind: int) -> Warned:
    if kind < box.FIRST_DISASTER or not _loses(view, seat, kind):
        return NO_WARNING
    text = t("{tile} strikes you at once: you lose tiles.")
    return "disasters", text.format(tile=terms.tile(t, kind))


def _loses(view: st.State, seat: int, disaster: int) -> bool:
    """Whether a seat has tiles that a disaster would cost."""
    first, last = {
        box.FUNERAL: (box.PHARAOH, box.PHARAOH),
        box.DROUGHT: (min(box.NILE, box.FLOOD), max(box.NILE, box.FLOOD)),
        box.UNREST: (box.FIRST_CIVILISATION, box.LAST_CIVILISATION),
        box.EARTHQUAKE: (box.FIRST_MONUMENT, box.LAST_MONUMENT),
    }[disaster]
    return bool(disasters.owned(view, seat, first, last) > 0)
