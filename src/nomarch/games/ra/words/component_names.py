"""What the tiles of Ra are called, and what they do."""

from nomarch.games.ra import components as box
from nomarch.kernel.declare.sentences import Translate


def tile(t: Translate, kind: int) -> str:
    return (
        t("Ra"), t("God"), t("Pharaoh"), t("Nile"), t("Flood"),
        t("Art"), t("Agriculture"), t("Religion"), t("Astronomy"), t("Writing"),
        t("Gold"),
        t("Fortress"), t("Obelisk"), t("Palace"), t("Pyramid"), t("Sphinx"), t("Statue"),
        t("Step pyramid"), t("Temple"),
        t("Funeral"), t("Drought"), t("Unrest"), t("Earthquake"),
    )[kind]  # fmt: skip


def a_tile(t: Translate, kind: int) -> str:
    return (
        t("a Ra tile"), t("a god"), t("a pharaoh"), t("a Nile"), t("a flood"),
        t("an art tile"), t("an agriculture tile"), t("a religion tile"), t("an astronomy tile"),
        t("a writing tile"), t("a gold tile"),
        t("a fortress"), t("an obelisk"), t("a palace"), t("a pyramid"), t("a sphinx"),
        t("a statue"), t("a step pyramid"), t("a temple"),
        t("a funeral"), t("a drought"), t("unrest"), t("an earthquake"),
    )[kind]  # fmt: skip


def tile_tip(t: Translate, kind: int) -> str:
    return f"{tile(t, kind)}: {tile_about(t, kind)}"


def tile_about(t: Translate, kind: int) -> str:
    if box.FIRST_CIVILISATION <= kind <= box.LAST_CIVILISATION:
        return t(
            "civilisation; 3, 4 or 5 different kinds score 5, 10 or 15, and having none costs 5"
        )
    if box.FIRST_MONUMENT <= kind <= box.LAST_MONUMENT:
        return t(
            "monument; you keep it, and it scores after the last epoch for variety and for sets"
        )
    return {
        0: t("calls an auction; the one that fills the Ra track ends the epoch at once"),
        1: t("2 points, or swap it for a tile on the track on your turn"),
        2: t("you keep it; each epoch, the most score 5 and the fewest lose 2"),
        3: t("you keep it; 1 point in each epoch when you have a flood"),
        4: t("1 point, and your Niles score, too"),
        box.GOLD: t("3 points"),
        19: t("disaster: lose 2 pharaohs"),
        20: t("disaster: lose 2 floods or Niles, floods first"),
        21: t("disaster: lose 2 civilisation tiles of your choice"),
        22: t("disaster: lose 2 monuments of your choice"),
    }[kind]


def suns(t: Translate, count: int) -> str:
    return t.ngettext("{count} sun", "{count} suns", count).format(count=count)


def ra_tiles(t: Translate, count: int) -> str:
    return t.ngettext("{count} Ra tile", "{count} Ra tiles", count).format(count=count)
