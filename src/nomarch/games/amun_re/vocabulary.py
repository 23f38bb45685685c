"""The names of things in Amun-Re, and numbers of them, in the language `t` speaks."""

from __future__ import annotations

from nomarch.games.amun_re import components as box
from nomarch.i18n import Translate
from nomarch.kernel.telling import TellValue


def province(t: Translate, p: int) -> str:
    """A province's name."""
    return (
        t("Abu"), t("Abydos"), t("Amarna"), t("Avaris"), t("Baharya"), t("Berenike"), t("Buto"),
        t("Dakhla"), t("Damanhur"), t("Edfu"), t("Kharga"), t("Memphis"), t("Mendes"), t("Sawu"),
        t("Thebes"),
    )[p]  # fmt: skip


def card(t: Translate, kind: int) -> str:
    """A power card's name."""
    return (
        t("Bid block"), t("Same province"), t("Free farmer"), t("Architect"),
        t("Offering adjustment"), t("8 gold"), t("Extra income"), t("Card bonus"),
        t("Farmer bonus"), t("Egypt bonus"), t("Bank bonus"), t("Nile bonus"),
    )[kind]  # fmt: skip


def categories(t: Translate) -> tuple[str, ...]:
    """The names of the scoring categories."""
    return (
        *(t("Pyramids"), t("Sets of pyramids"), t("Banks of the Nile"), t("Temples")),
        *(t("Bonus cards"), t("Gold")),
    )


VALUES: dict[str, TellValue] = {
    "province": province,
    "card": card,
    "category": lambda t, category: categories(t)[category],
}


def counted(count: int, one: str, many: str) -> str:
    """A number of things: the words for one, or those for many with the number in them."""
    return one if count == 1 else many.format(count=count)


def farmers(t: Translate, count: int) -> str:
    """A number of farmers."""
    return counted(count, t("1 farmer"), t("{count} farmers"))


def bricks(t: Translate, count: int) -> str:
    """A number of bricks."""
    return counted(count, t("1 brick"), t("{count} bricks"))


def pyramids(t: Translate, count: int) -> str:
    """A number of pyramids."""
    return counted(count, t("1 pyramid"), t("{count} pyramids"))


def cards(t: Translate, count: int) -> str:
    """A number of power cards."""
    return counted(count, t("1 power card"), t("{count} power cards"))


def gifts(t: Translate, p: int) -> list[str]:
    """What is laid on a province when it is revealed."""
    parts = []
    if box.GIFT_BRICKS[p]:
        parts.append(bricks(t, box.GIFT_BRICKS[p]))
    if box.GIFT_GOLD[p]:
        parts.append(t("{count} gold").format(count=box.GIFT_GOLD[p]))
    if box.GIFT_CARDS[p]:
        parts.append(cards(t, box.GIFT_CARDS[p]))
    return parts
