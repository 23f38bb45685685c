"""Moves of Giza that a player may regret."""

from collections.abc import Sequence

from nomarch.games.giza.rules import act, ending, st
from nomarch.kernel.sentences import Translate

NOTHING = ("", "")


def warning(
    t: Translate, view: st.State, seat: int, action: int, legal: Sequence[int]
) -> tuple[str, str]:
    if not act.ON.has(action) or act.ON.owner(action) == seat:
        return NOTHING
    points, own = ending.tile_points(view, view.picked), _is_own(seat, legal)
    if points <= 0 or not own:
        return NOTHING
    told = t.ngettext(
        "This gives {player} {points} point. You could place the tile on your own board.",
        "This gives {player} {points} points. You could place the tile on your own board.",
        points,
    )
    return "gift", told.format(player=f"{{names[{act.ON.owner(action)}]}}", points=points)


def _is_own(seat: int, legal: Sequence[int]) -> bool:
    return any(act.ON.has(action) and act.ON.owner(action) == seat for action in legal)
