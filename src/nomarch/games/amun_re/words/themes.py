"""The names of Amun-Re's ideas, as themes of puzzles."""

from nomarch.i18n import Translate


def titles(t: Translate) -> dict[str, str]:
    return {
        "price": t("The price"),
        "overbid": t("No more than needed"),
        "unbeaten": t("The price"),
        "free": t("A free province"),
        "points": t("Points now"),
        "fields": t("Fields"),
        "income": t("Steady income"),
        "gifts": t("A province's gifts"),
        "temples": t("Temples"),
        "farmers": t("Farmers early"),
        "bricks": t("Finish the pyramid"),
        "brick-price": t("The price"),
        "cards": t("Cheap cards"),
        "purse": t("Keep some gold"),
        "caravans": t("Caravans"),
        "harvest": t("A rich harvest"),
        "rewards": t("Rewards of the offering"),
        "renounce": t("Rewards are free"),
        "reward-brick": t("The last brick"),
        "reward-farmer": t("One more farmer"),
        "reward-card": t("Cheap cards"),
        "caravan": t("A province with a caravan"),
        "save": t("Save for later"),
        "offer": t("How much to offer"),
        "sale": t("Don't sell cheap"),
        "play": t("The right moment for a card"),
        "site": t("Where to build"),
    }
