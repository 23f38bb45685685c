"""Why a move is refused, the paragraph of the rules on it, and moves that a player may regret."""

from collections.abc import Sequence

from nomarch.games.giza.rules import act, box, ending, st
from nomarch.kernel.declare.sentences import NO_WARNING, Translate, Warned


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


def warning(t: Translate, view: st.State, seat: int, action: int, legal: Sequence[int]) -> Warned:
    if not act.ON.has(action) or act.ON.owner(action) == seat:
        return NO_WARNING
    points, own = ending.tile_points(view, view.picked), _is_own(seat, legal)
    if points <= 0 or not own:
        return NO_WARNING
    text = t.ngettext(
        "This gives {player} {points} point. You could place the tile on your own board.",
        "This gives {player} {points} points. You could place the tile on your own board.",
        points,
    )
    return "gift", text.format(player=f"{{names[{act.ON.owner(action)}]}}", points=points)


def _is_own(seat: int, legal: Sequence[int]) -> bool:
    return any(act.ON.has(action) and act.ON.owner(action) == seat for action in legal)
