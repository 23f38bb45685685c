"""What the tiles of Ra are called, and what they do."""

from nomarch.games.ra import components as box
from nomarch.kernel.sentences import Translate


def tile(t: Translate, kind: int) -> str:
    """A tile's name."""
    return (
        t("Ra"), t("God"), t("Pharaoh"), t("Nile"), t("Flood"),
        t("Art"), t("Agriculture"), t("Religion"), t("Astronomy"), t("Writing"),
        t("Gold"),
        t("Fortress"), t("Obelisk"), t("Palace"), t("Pyramid"), t("Sphinx"), t("Statue"),
        t("Step pyramid"), t("Temple"),
        t("Funeral"), t("Drought"), t("Unrest"), t("Earthquake"),
    )[kind]  # fmt: skip


def tile_tip(t: Translate, kind: int) -> str:
    """A tile with what it does, in one line."""
    return f"{tile(t, kind)}: {tile_about(t, kind)}"


def tile_about(t: Translate, kind: int) -> str:
    """What a tile does."""
    if box.FIRST_CIVILISATION <= kind <= box.LAST_CIVILISATION:
        return t("civilisation; 3, 4 or 5 different ones score 5, 10 or 15, none costs 5")
    if box.FIRST_MONUMENT <= kind <= box.LAST_MONUMENT:
        return t("monument, kept; scores after the last epoch for variety and for groups")
    return {
        0: t("calls an auction; the last space ends the epoch at once"),
        1: t("2 points, or on your turn swap it for a tile of the track"),
        2: t("kept; most score 5, fewest lose 2, each epoch"),
        3: t("kept; 1 point each epoch in which you have a flood"),
        4: t("1 point, and lets your Niles score"),
        box.GOLD: t("3 points"),
        19: t("disaster: lose 2 pharaohs"),
        20: t("disaster: lose 2 floods or Niles, floods first"),
        21: t("disaster: lose 2 civilisation tiles of your choice"),
        22: t("disaster: lose 2 monuments of your choice"),
    }[kind]
