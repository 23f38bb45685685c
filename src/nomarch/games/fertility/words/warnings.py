"""Moves of Fertility that a player may regret."""

from collections.abc import Sequence

from nomarch.games.fertility.rules import act, st
from nomarch.kernel.sentences import Translate


def warning(
    t: Translate, view: st.State, seat: int, action: int, legal: Sequence[int]
) -> tuple[str, str]:
    if not act.SUPPLY.has(action) or not any(act.BUILD.has(other) for other in legal):
        return "", ""
    return "supply", t("Once you supply a shop, you can't build a district any more this turn.")
