"""The names of Egizia's ideas, as themes of puzzles."""

from nomarch.i18n import Translate


def titles(t: Translate) -> dict[str, str]:
    return {
        "quarry": t("A quarry early"),
        "field": t("Feed your crews"),
        "dry-field": t("Dry fields"),
        "flood": t("Dry fields"),
        "canal": t("Dry fields"),
        "points-now": t("Points now"),
        "market": t("The markets"),
        "effect": t("A card's effect"),
        "jump": t("Boats never go back"),
        "place": t("A place to build"),
        "rush": t("Before others do"),
        "no-stones": t("No stones, no building"),
        "crews": t("Crews and grain"),
        "stronger": t("Crews and grain"),
        "pass": t("Use every boat"),
        "stone": t("A stone in the right place"),
        "floor": t("Win the floor"),
        "grave": t("Graves"),
        "riddle": t("Sphinx cards"),
        "draw": t("Sphinx cards"),
        "stop": t("Use all your strength"),
        "crew": t("The right crew"),
        "joker": t("The joker"),
        "keep": t("Keep what scores"),
    }
