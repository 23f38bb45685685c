"""The names of Ra's ideas, as themes of puzzles."""

from nomarch.i18n import Translate


def titles(t: Translate) -> dict[str, str]:
    return {
        "river": t("The Nile"),
        "pharaohs": t("Pharaohs"),
        "civilisations": t("Civilisations"),
        "monuments": t("Monuments"),
        "gold": t("Gold and gods"),
        "disasters": t("Mind the disasters"),
        "lot": t("What a lot is worth"),
        "swap": t("The sun in the centre"),
        "enough": t("Just enough"),
        "beaten": t("Just enough"),
        "last-sun": t("The last sun"),
        "time": t("Before the last Ra"),
        "deny": t("Keep it from a rival"),
        "alone": t("Alone at the end"),
        "strongest": t("The strongest sun"),
        "poor-auction": t("Let it grow"),
        "usual": t("Patience"),
        "risk": t("The lot may be lost"),
        "outbid": t("Who would win the auction"),
        "god": t("Spend a god"),
        "loss": t("The smaller loss"),
        "sun-total": t("Suns score, too"),
    }
