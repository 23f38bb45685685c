"""Names of Fertility's pieces, and what a tile would bring."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from nomarch.games.fertility.rules import box, ev, harvest as crops, st, tiles
from nomarch.kernel.declare.sentences import Translate, and_list, listed

QUARRY = box.WHEAT + 1
"""Among what a tile brings: a quarry that it closes."""


def resource(t: Translate, kind: int) -> str:
    """A resource's name; wheat counts as one here, and so does any of them."""
    return (t("alabaster"), t("cattle"), t("grape"), t("papyrus"), t("wheat"))[kind]


def goods(t: Translate, kind: int) -> str:
    """Some of a resource, without a number: “take grapes”."""
    return t("grapes") if kind == box.GRAPE else resource(t, kind)


amount = ev.amount


def tile(t: Translate, kind: int) -> str:
    first, second = box.TILE_SCENES[kind]
    if first == second:
        return t("a double {scene} tile").format(scene=resource(t, first))
    text = t("a {first} and {second} tile")
    if first == box.RESOURCES[0]:
        text = t("an {first} and {second} tile")
    return text.format(first=resource(t, first), second=resource(t, second))


def monument(t: Translate, seat: int) -> str:
    return (t("obelisk"), t("pyramid"), t("sphinx"), t("temple"))[seat]


def gods_in(t: Translate, bits: int) -> str:
    names = (t("Anubis"), t("Bastet"), t("Horus"), t("Sobek"), t("Thoth"))
    return " + ".join(name for i, name in enumerate(names) if bits >> i & 1)


def _gives(t: Translate, number: int) -> str:
    kind, value = box.SHOP_KIND[number], box.SHOP_VALUE[number]
    if kind == box.GENERAL:
        return debens(t, value)
    if kind == box.SPECIAL:
        counted = resource(t, box.SHOP_NEEDS[number][0])
        text = t.ngettext(
            "{count} Deben per {resource} in the metropolis",
            "{count} Debens per {resource} in the metropolis",
            value,
        )
        return text.format(count=value, resource=counted)
    if kind == box.GRAIN:
        return amount(t, box.WHEAT, value)
    if kind == box.STATUE:
        return t("statue of {gods}").format(gods=gods_in(t, value))
    if kind == box.CHOICE:
        return t("statue of any god")
    offered = [goods(t, r) for r in range(box.KINDS) if value >> r & 1]
    return t("an exchange ({resources})").format(resources=", ".join(offered))


def pays(t: Translate, number: int) -> str:
    """What a shop pays, in a word or two beside a picture of it."""
    kind, value = box.SHOP_KIND[number], box.SHOP_VALUE[number]
    if kind == box.SPECIAL:
        return t("per {resource}").format(resource=resource(t, box.SHOP_NEEDS[number][0]))
    if kind == box.STATUE:
        return gods_in(t, value)
    words = {box.GENERAL: t("Debens"), box.GRAIN: resource(t, box.WHEAT)}
    return (words | {box.CHOICE: t("any god"), box.EXCHANGE: t("Exchange")})[kind]


@cache
def shop(t: Translate, number: int) -> str:
    needs = Counter(each for each in box.SHOP_NEEDS[number] if each != box.NOTHING)
    texts = [need(t, each) if n == 1 else amount(t, each, n) for each, n in needs.items()]
    return t("{gives} for {needs}").format(gives=_gives(t, number), needs=and_list(t, texts))


@cache
def the_shop(t: Translate, number: int) -> str:
    """A shop in running text, by what it gives."""
    kind, value = box.SHOP_KIND[number], box.SHOP_VALUE[number]
    if kind == box.GENERAL:
        text = t.ngettext("the shop for {count} Deben", "the shop for {count} Debens", value)
    elif kind == box.SPECIAL:
        text = _counting_shop(t, box.SHOP_NEEDS[number][0])
    elif kind == box.GRAIN:
        text = t("the shop that gives {count} wheat")
    elif kind == box.STATUE:
        several = len(gods_in(t, value).split(" + ")) > 1
        text = t("the shop with the statue of {gods}")
        if several:
            text = t("the shop with the statues of {gods}")
    elif kind == box.CHOICE:
        text = t("the shop with a statue of any god")
    else:
        text = t("the exchange shop")
    gods = gods_in(t, value).split(" + ") if kind == box.STATUE else []
    return text.format(count=value, gods=and_list(t, gods))


def valued_shop(t: Translate, valued: tuple[int, int]) -> str:
    """A shop and what it pays, unless its name says that."""
    number, points = valued
    text = t("{shop}, worth {points}") if points else "{shop}"
    return text.format(shop=the_shop(t, number), points=debens(t, points))


def _counting_shop(t: Translate, kind: int) -> str:
    return (
        t("the shop that counts alabaster"),
        t("the shop that counts cattle"),
        t("the shop that counts grapes"),
        t("the shop that counts papyrus"),
    )[kind]


def need(t: Translate, kind: int) -> str:
    return t("any resource") if kind == box.ANY else resource(t, kind)


def _shops_of(index: int) -> list[int]:
    return [number for number in box.DISTRICT_SHOP[index] if number != box.NO_SHOP]


def district(t: Translate, index: int) -> str:
    """A district in running text, in short."""
    text = t.ngettext(
        "district {number} with {count} shop",
        "district {number} with {count} shops",
        count := len(_shops_of(index)),
    )
    return text.format(number=index + 1, count=count)


def district_shops(t: Translate, index: int) -> str:
    """A district as what is gained with it: its shops."""
    return the_shops(t, _shops_of(index))


def debens(t: Translate, count: int) -> str:
    return t.ngettext("{count} Deben", "{count} Debens", count).format(count=count)


def turns(t: Translate, count: int) -> str:
    return t.ngettext("{count} turn", "{count} turns", count).format(count=count)


def amounts(t: Translate, counts: Mapping[int, int]) -> str:
    """Resources, wheat and quarries in running text: “2 cattle, 1 wheat and 1 quarry”."""
    parts = [_quantity(t, kind, count) for kind, count in counts.items() if count]
    return and_list(t, parts) if parts else t("nothing")


def _quantity(t: Translate, kind: int, count: int) -> str:
    if kind != QUARRY:
        return amount(t, kind, count)
    return t.ngettext("{count} quarry", "{count} quarries", count).format(count=count)


def the_shops(t: Translate, numbers: Iterable[int]) -> str:
    shops = Counter(the_shop(t, number) for number in numbers)
    several = t("{shop} ({count} times)")
    texts = [
        several.format(shop=shop, count=count) if count > 1 else shop
        for shop, count in shops.items()
    ]
    return and_list(t, texts)


def district_offers(t: Translate, index: int) -> str:
    """A district as what its shops give and need."""
    return "; ".join(shop(t, number) for number in _shops_of(index))


@cache
def district_tip(t: Translate, index: int) -> str:
    """A district with its cost and shops, in one line."""
    return t("District {number} (cost {cost}): {shops}").format(
        number=index + 1, cost=box.DISTRICT_COST[index], shops=district_offers(t, index)
    )


def harvest(t: Translate, view: st.State, kind: int, at: int, turn: int) -> str:
    parts = [amount(t, r, n) for r, n in harvest_counts(view, kind, at, turn)]
    quarries = crops.quarries_closed(view, at, turn)
    if quarries:
        parts.append(_quantity(t, QUARRY, quarries))
    return listed(parts)


def harvest_counts(view: st.State, kind: int, at: int, turn: int) -> list[tuple[int, int]]:
    """Return the resources and wheat that a tile would bring, each with its count."""
    counts = [(r, int(crops.crop(view, kind, at, turn, r))) for r in range(box.KINDS)]
    counts.append((box.WHEAT, int(crops.wheat_beside(view, at, turn))))
    return [(r, count) for r, count in counts if count]


def harvest_size(view: st.State, kind: int, at: int, turn: int) -> int:
    """Return how many things a tile would bring, quarries included."""
    counts = harvest_counts(view, kind, at, turn)
    return sum(count for _, count in counts) + int(crops.quarries_closed(view, at, turn))


def best_turn(view: st.State, kind: int, at: int) -> int:
    """The turn that brings most from a cell, for a preview."""
    turns = [turn for turn in range(4) if tiles.may_lie(view, kind, at, turn)]
    return max(turns, key=lambda turn: harvest_size(view, kind, at, turn))


def ways(view: st.State, kind: int) -> list[tuple[int, int]]:
    """The cells and turns in which a tile may lie."""
    first, second = box.TILE_SCENES[kind]
    found = set()
    for at in box.AT:
        beside = view.near[at]
        found |= {(at, turn) for turn in range(4) if beside >> first & 1}
        found |= {(at - step, turn) for turn, step in enumerate(box.STEP) if beside >> second & 1}
    return [way for way in sorted(found) if tiles.may_lie(view, kind, *way)]


def best_place(view: st.State, kind: int) -> tuple[int, int] | None:
    """The cell and turn that bring most for a tile; nothing if it fits nowhere."""
    fits = ways(view, kind)
    return max(fits, key=lambda way: harvest_size(view, kind, *way)) if fits else None


def best_harvest(t: Translate, view: st.State, kind: int) -> str:
    """The most that a tile could bring now; nothing if it fits nowhere."""
    best = best_place(view, kind)
    return "" if best is None else harvest(t, view, kind, *best)
