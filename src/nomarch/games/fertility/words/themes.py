"""The names of Fertility's ideas, as themes of puzzles."""

from nomarch.i18n import Translate


def titles(t: Translate) -> dict[str, str]:
    return {
        "goods": t("Fill your shops"),
        "waste": t("Waste nothing"),
        "wheat": t("Wheat"),
        "idle": t("Lay where it pays"),
        "quarry": t("Close a quarry"),
        "gift": t("No gifts"),
        "complete": t("Complete a shop"),
        "finish": t("Complete a shop"),
        "start": t("Start a shop"),
        "end-turn": t("End your turn in time"),
        "district": t("A new district"),
        "offer": t("A new district"),
        "slot": t("A new district"),
        "takes-now": t("Shops for this harvest"),
        "pay": t("Pay with what is spare"),
        "monument": t("Monuments"),
        "quarry-piece": t("What the quarry gives"),
        "take": t("The tile you need"),
    }
