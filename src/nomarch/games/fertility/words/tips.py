"""Tooltips: what a component does, and what it would do now for a seat.

`seat` is the viewer for shared components, the owner for a city. Spectators have a seat
below zero: their tooltips leave out the current position.
"""

from nomarch.games.fertility.rules import box, ev, scoring, shops, st
from nomarch.games.fertility.words import categories, component_names
from nomarch.kernel.declare.sentences import Translate, listed

# --- The valley -----------------------------------------------------------------------------------


def land(t: Translate, view: st.State, seat: int, what: int) -> str:
    if what == box.WHEAT_FIELD:
        return wheat_field(t, view, seat)
    if what == box.WATER:
        return water(t, view)
    return printed(t, view, seat, what - box.ICON)


def wheat_field(t: Translate, view: st.State, seat: int) -> str:
    text = t("Wheat field: lay a tile next to it to gain 1 wheat.")
    return f"{text} {next_wheat(t, view, seat)}" if seat >= 0 else text


def next_wheat(t: Translate, view: st.State, seat: int) -> str:
    wheat = view.wheat[seat]
    if wheat == box.MOST_WHEAT:
        return t("The granary is full.")
    more = box.WHEAT_POINTS[wheat + 1] - box.WHEAT_POINTS[wheat]
    text = t("Next wheat: {count} → {next} (+{points} Debens).")
    return text.format(count=wheat, next=wheat + 1, points=more)


def water(t: Translate, view: st.State) -> str:
    """Water, and whether it encloses quarries."""
    if view.open_fields:
        return t("Water: tiles can't cover it.")
    return t("Water: tiles can't cover it, but it counts as a quarry wall.")


def printed(t: Translate, view: st.State, seat: int, kind: int) -> str:
    text = t("Cover it with a tile to gain 1 {resource}.").format(
        resource=component_names.resource(t, kind)
    )
    return f"{text} {wanted(t, view, seat, kind)}" if seat >= 0 else text


def wanted(t: Translate, view: st.State, seat: int, kind: int) -> str:
    text = t("Your shops can still take {count}.")
    return text.format(count=empty_icons(view, seat, kind))


def empty_icons(view: st.State, seat: int, kind: int) -> int:
    return sum(
        need in (kind, box.ANY) and view.put[seat][place][i] == st.NONE
        for place, number in enumerate(view.shop[seat])
        for i, need in enumerate(box.SHOP_NEEDS[number])
    )


def laid(t: Translate, scenes: str) -> str:
    text = t("{scenes}: lay a matching scene next to one of these to gain 1 of it.")
    return text.format(scenes=scenes)


def hole(t: Translate) -> str:
    """A desert cell that one more tile could close."""
    return t("A hole with one open side: close it with a tile and it becomes a quarry.")


def start_symbol(t: Translate) -> str:
    return t("Start symbol: the start tile goes on one of these; tiles may be laid on the others.")


def built_monument(t: Translate, view: st.State, owner: int, player: str) -> str:
    text = t("{player}'s {monument}.").format(
        monument=component_names.monument(t, owner), player=player
    )
    return f"{text} {monuments(t, view, owner)}"


# --- Tiles and goods ------------------------------------------------------------------------------


def own_tile(t: Translate, view: st.State, seat: int, kind: int) -> str:
    """A tile of a personal reserve; while its owner lays one, with the best harvest."""
    if view.seat == seat and view.phase <= st.CHOOSE_TURN:
        return tile_now(t, view, kind)
    text = t("{tile}: one of its scenes must touch a matching scene in the valley.")
    return text.format(tile=component_names.tile(t, kind))


def tile_now(t: Translate, view: st.State, kind: int) -> str:
    """A tile that may be laid now, with the best harvest that it could bring."""
    best = component_names.best_harvest(t, view, kind)
    text = (
        t("{tile}: can gain up to {harvest} now.")
        if best
        else t("{tile}: doesn't fit anywhere right now.")
    )
    return text.format(tile=component_names.tile(t, kind), harvest=best)


def common_tile(t: Translate, kind: int) -> str:
    text = t("{tile}: take it at the end of a turn and lay it later.")
    return text.format(tile=component_names.tile(t, kind))


def pile(t: Translate, view: st.State) -> str:
    text = t.ngettext(
        "{count} tile left in the pile. When the reserve can't be refilled, everyone has one last turn.",
        "{count} tiles left in the pile. When the reserve can't be refilled, everyone has one last turn.",
        view.pile,
    )
    return text.format(count=view.pile)


def stock(t: Translate, view: st.State, seat: int, kind: int) -> str:
    text = t("{resources} left in the stock.")
    text = text.format(resources=component_names.amount(t, kind, view.stock[kind]))
    return f"{text} {wanted(t, view, seat, kind)}" if seat >= 0 else text


def gathered(t: Translate, view: st.State, seat: int, kind: int) -> str:
    text = t("This turn's harvest: {resources}. Use it to pay for a district or supply shops; anything left over is lost.")  # fmt: skip
    text = text.format(resources=component_names.amount(t, kind, view.beside[kind]))
    return f"{text} {wanted(t, view, seat, kind)}"


# --- The city -------------------------------------------------------------------------------------


def district(t: Translate, view: st.State, seat: int, index: int) -> str:
    """A district that is offered, and whether the viewer can build it."""
    text = f"{component_names.district_tip(t, index)}."
    return f"{text} {_payable(t, view, seat, box.DISTRICT_COST[index])}" if seat >= 0 else text


def _payable(t: Translate, view: st.State, seat: int, cost: int) -> str:
    """Return whether a seat could pay this cost and has a free space."""
    if st.NONE not in view.district[seat]:
        return t("You have no free district space.")
    at_hand = view.wheat[seat] + (sum(view.beside) if view.seat == seat else 0)
    if at_hand >= cost:
        return t("You can afford it.")
    return t("You have {count} of the {cost} it costs.").format(count=at_hand, cost=cost)


def shop(t: Translate, view: st.State, seat: int, place: int) -> str:
    """A shop in a city: what it gives, what it lacks, what it is worth."""
    number = view.shop[seat][place]
    texts = [f"{component_names.shop(t, number)}."]
    missing = int(shops.missing(view, seat, place))
    if missing:
        texts.append(t("Still needs {resources}.").format(resources=_lacks(t, view, seat, place)))
    else:
        texts.append(t("Complete."))
    worth = _worth(t, view, seat, number, missing)
    return " ".join((*texts, worth)) if worth else " ".join(texts)


def _lacks(t: Translate, view: st.State, seat: int, place: int) -> str:
    put = view.put[seat][place]
    needs = enumerate(box.SHOP_NEEDS[view.shop[seat][place]])
    empty = [need for i, need in needs if need != box.NOTHING and put[i] == st.NONE]
    return listed([component_names.need(t, need) for need in empty])


def _worth(t: Translate, view: st.State, seat: int, number: int, missing: int) -> str:
    """Return what a shop pays once complete, where that is not printed on it."""
    kind, value = box.SHOP_KIND[number], box.SHOP_VALUE[number]
    if kind == box.SPECIAL:
        pieces = int(scoring.pieces_like(view, seat, box.SHOP_NEEDS[number][0])) + missing
        text = t.ngettext(
            "Worth {points} Debens with {count} piece in the metropolis.",
            "Worth {points} Debens with {count} pieces in the metropolis.",
            pieces,
        )
        return text.format(count=pieces, points=value * pieces)
    if kind == box.GRAIN and missing:
        return next_wheat(t, view, seat)
    if kind in (box.STATUE, box.CHOICE) and missing:
        held = int(scoring.statues_held(view, seat))
        more = held | value if kind == box.STATUE else held + (1 << box.GODS)
        return _statues(t, int(scoring.gods_in(held)), int(scoring.gods_in(more)))
    return ""


def _statues(t: Translate, now: int, then: int) -> str:
    gain = box.STATUE_POINTS[then] - box.STATUE_POINTS[now]
    text = t("Different gods: {count} → {next} (+{points} Debens).")
    return text.format(count=now, next=then, points=gain)


def free_space(t: Translate) -> str:
    return t("A free space for a district.")


def free_spaces(t: Translate, count: int) -> str:
    return t("{count} of {most} district spaces free.").format(count=count, most=box.SLOTS)


# --- What a player has ----------------------------------------------------------------------------


def plate(t: Translate, view: st.State, seat: int, player: str) -> str:
    """A nameplate: the points, and where they come from."""
    points = {
        ev.GENERAL_SHOPS: scoring.general_points(view, seat),
        ev.SPECIAL_SHOPS: scoring.special_points(view, seat),
        ev.STATUES: scoring.statue_points(view, seat),
        ev.MONUMENTS: scoring.monument_points(view, seat),
        ev.GRANARY: box.WHEAT_POINTS[view.wheat[seat]],
    }
    called = categories(t)
    parts = [f"{called[category]} {int(each)}" for category, each in points.items() if each]
    text = t("You would score {points} Debens now: {parts}.")
    if player:
        text = t("{player} would score {points} Debens now: {parts}.")
    return text.format(player=player, points=int(sum(points.values())), parts=listed(parts))


def gods(t: Translate, view: st.State, seat: int) -> str:
    """The statues of a city, and what one more god would bring."""
    held = int(scoring.statues_held(view, seat))
    shown, free, count = held % (1 << box.GODS), held >> box.GODS, int(scoring.gods_in(held))
    text = t("Statues: {gods}; any god: {count}. Worth {points} Debens.").format(
        gods=component_names.gods_in(t, shown) or "–", count=free, points=box.STATUE_POINTS[count]
    )
    return f"{text} {_statues(t, count, count + 1)}" if count < box.GODS else text


def monuments(t: Translate, view: st.State, seat: int) -> str:
    """The monuments of a seat, and what they pay."""
    text = t(
        "{count} of {most} monuments placed, worth {points} Debens now. The most earns 15, the second most 7."
    )
    points, count = int(scoring.monument_points(view, seat)), view.monuments[seat]
    return text.format(count=count, most=box.MONUMENTS_EACH, points=points)


def granary(t: Translate, view: st.State, seat: int) -> str:
    """A granary, and what the next wheat is worth."""
    wheat = view.wheat[seat]
    text = t("Granary: {count} wheat, worth {points} Debens.")
    text = text.format(count=wheat, points=box.WHEAT_POINTS[wheat])
    return f"{text} {next_wheat(t, view, seat)}"
