"""The names of Giza's ideas, as themes of puzzles."""

from nomarch.i18n import Translate


def titles(t: Translate) -> dict[str, str]:
    return {
        "points": t("Points now"),
        "treasure": t("A treasure in time"),
        "harm": t("Poison a rival"),
        "leader": t("Hurt the leader"),
        "room": t("Leave room"),
        "small-step": t("Small steps"),
        "block": t("Block a pyramid"),
        "only-place": t("While there's a place"),
        "treasure-first": t("Treasure first"),
        "treasure-follows": t("Prepare a treasure"),
        "scarab": t("The scarab"),
        "removal": t("Clear the way"),
        "base": t("Base and body"),
        "end": t("End the game"),
        "discard": t("What to discard"),
        "weapon": t("What to discard"),
        "keep": t("What to keep"),
        "new-tile": t("A new tile"),
    }
