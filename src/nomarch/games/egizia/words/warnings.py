"""Moves of Egizia that a player may regret; only what lies open counts."""

from collections.abc import Sequence

from nomarch.games.egizia.rules import act, box, feeding, river, st
from nomarch.kernel.sentences import Translate

NOTHING = ("", "")
FEW_LEFT, MANY_SKIPPED = 2, 6
"""Spaces downstream of a boat, and spaces that it passes, for a warning."""
MUCH_HUNGER = 6
"""Points."""


def warning(
    t: Translate, view: st.State, seat: int, action: int, legal: Sequence[int]
) -> tuple[str, str]:
    if action == act.FEED_NOW:
        return _unused_card(t, view, seat, legal)
    if not act.GO_CARD.first <= action < act.RAISE.first:
        return NOTHING
    if act.GO_WAIT.has(action):
        return _waiting(t, view, seat, legal)
    if act.GO_ROUND.has(action) or act.GO_DOUBLED.has(action):
        found = _hunger(t, view, seat, action)
        if found != NOTHING:
            return found
    return _far_downstream(t, view, seat, act.position(action))


def _unused_card(t: Translate, view: st.State, seat: int, legal: Sequence[int]) -> tuple[str, str]:
    missing = feeding.missing(view, seat)
    is_pressing = view.round == box.ROUNDS or missing >= box.SURPLUS_GRAIN
    if missing == 0 or act.PLAY_SURPLUS not in legal or not is_pressing:
        return NOTHING
    told = t("Hunger will cost you {points} points. Your Grain surplus card would help.")
    return "feed", told.format(points=missing * feeding.hunger_price(view, seat))


def _waiting(t: Translate, view: st.State, seat: int, legal: Sequence[int]) -> tuple[str, str]:
    has_better = any(act.GO_CARD.first <= other < act.GO_WAIT.first for other in legal)
    has_card = view.have[seat][box.BUILD_WAITING] or view.have[seat][box.BUILD_FIRST]
    if has_card or not has_better:
        return NOTHING
    told = t("All places here are taken. Your boat will build only if somebody else doesn't.")
    return "wait", told


def _hunger(t: Translate, view: st.State, seat: int, action: int) -> tuple[str, str]:
    is_doubled = act.GO_DOUBLED.has(action)
    index = (act.GO_DOUBLED if is_doubled else act.GO_ROUND).space(action)
    effect = box.EFFECTS[box.ROUND_EFFECT + index]
    if effect[box.E_FLOOD]:  # more water may feed them
        return NOTHING
    grown = sum(
        min(box.CREW_MAX, view.crew[seat][crew] + (1 + is_doubled) * effect[box.E_CREW + crew])
        for crew in box.CREWS
    )
    grain = feeding.harvested(view, seat)
    spare = box.SURPLUS_GRAIN * view.have[seat][box.GRAIN_SURPLUS]
    if view.have[seat][box.STONES_FOR_GRAIN]:
        spare += view.stones[seat]
    points = (grown - grain - spare) * feeding.hunger_price(view, seat)
    if grown == feeding.need(view, seat) or points < MUCH_HUNGER:
        return NOTHING
    told = t(
        "Your crews would need {need} grain, and you have {grain}: hunger would cost {points} "
        "points unless you find more this round."
    )
    return "hunger", told.format(need=grown, grain=grain, points=points)


def _far_downstream(t: Translate, view: st.State, seat: int, pos: int) -> tuple[str, str]:
    if view.have[seat][box.UPSTREAM] or view.boats_left[seat] <= FEW_LEFT:
        return NOTHING
    taken = river.taken_positions(view)
    reach = [at for at in range(box.POSITIONS) if river.can_sail_to(view, seat, at, taken)]
    left = sum(at > pos for at in reach)
    if left > FEW_LEFT or sum(at < pos for at in reach) < MANY_SKIPPED:
        return NOTHING
    if not left:
        told = t("Boats only sail downstream: after this, you have no space left this round.")
        return "downstream", told
    told = t.ngettext(
        "Boats only sail downstream: after this, {count} space is left for you this round.",
        "Boats only sail downstream: after this, {count} spaces are left for you this round.",
        left,
    )
    return "downstream", told.format(count=left)
