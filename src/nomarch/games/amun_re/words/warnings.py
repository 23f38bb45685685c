"""Moves of Amun-Re that a player may regret."""

from collections.abc import Sequence

from nomarch.games.amun_re.rules import act, st
from nomarch.games.amun_re.words import component_names
from nomarch.kernel.sentences import Translate


def warning(
    t: Translate, view: st.State, seat: int, action: int, legal: Sequence[int]
) -> tuple[str, str]:
    if not act.SELL.has(action):
        return "", ""
    told = t("You get only 1 gold for {card}. A power card is usually worth more.")
    return "sell", told.format(card=component_names.card(t, act.SELL.card(action)))
