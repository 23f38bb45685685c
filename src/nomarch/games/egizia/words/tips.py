"""Tooltips: what a card, space or stone does, and what it would do now for the viewer.

Spectators have a seat below zero: their tooltips leave out the current position. Those of
Sphinx cards are for players who may see them, and value the cards for their holder.
"""

from nomarch.games.egizia.rules import box, cards, feeding, monuments, scoring, sphinx, st
from nomarch.games.egizia.words import component_names
from nomarch.kernel.declare.sentences import Translate, listed, sentence_case, signed


def _has_no_now(view: st.State, seat: int) -> bool:
    """Whether a tooltip leaves out the current position."""
    return seat < 0 or view.phase == st.OVER


# --- What effects change --------------------------------------------------------------------------


def effects(t: Translate, view: st.State, seat: int, row: int) -> list[str]:
    effect = box.EFFECTS[row]
    markets = effect[box.E_MARKET : box.E_MARKET + 2]
    if effect[box.E_MARKET_CHOICE]:
        markets = (effect[box.E_MARKET_CHOICE],) * 2
    texts = [
        _lowered(t, view, seat, market, steps) for market, steps in enumerate(markets) if steps
    ]
    texts += _trained(t, view, seat, effect[box.E_CREW : box.E_CREW + 4], effect[box.E_CREW_CHOICE])
    if stones := effect[box.E_STONES]:
        texts.append(_stones(t, view, seat, stones))
    if points := effect[box.E_POINTS]:
        before = view.points[seat]
        texts.append(t("Score: {before} → {after}.").format(before=before, after=before + points))
    if effect[box.E_FLOOD]:
        texts.append(_floods(t, view, seat))
    return texts


def _lowered(t: Translate, view: st.State, seat: int, market: int, steps: int) -> str:
    before = view.market[seat][market]
    levels = [min(box.BOTTOM, before + step) for step in range(1, steps + 1)]
    paid = levels.count(box.BOTTOM)
    text = t("{market}: space {before} → {after} of 5.").format(
        market=sentence_case(component_names.market(t, market)),
        before=before + 1,
        after=levels[-1] + 1,
    )
    if not paid:
        return text
    if market == box.STONE_MARKET:
        gift = t("The bottom gives {count} stones.").format(count=paid * box.BOTTOM_STONES)
    else:
        gift = t("The bottom gives {count} points.").format(count=paid * box.BOTTOM_POINTS)
    return f"{text} {gift}"


def _trained(
    t: Translate, view: st.State, seat: int, steps: tuple[int, ...], choice: int
) -> list[str]:
    """Return which crews grow, and the grain that all crews need then."""
    have = view.crew[seat]
    after = [min(box.CREW_MAX, have[crew] + steps[crew]) for crew in box.CREWS]
    texts = [
        f"{component_names.crew(t, crew)} {have[crew]} → {after[crew]}"
        for crew in box.CREWS
        if steps[crew]
    ]
    if not texts and not choice:
        return []
    room = sum(box.CREW_MAX - strength for strength in after)
    need, grain = int(feeding.need(view, seat)), int(feeding.harvested(view, seat))
    food = t("Grain needed: {before} → {after} (you have {grain}).")
    fed = food.format(before=need, after=sum(after) + min(choice, room), grain=grain)
    return [*([f"{sentence_case(listed(texts))}."] if texts else []), fed]


def _stones(t: Translate, view: st.State, seat: int, more: int) -> str:
    before = view.stones[seat]
    after = min(box.STONES_MAX, before + more)
    return t("Stones: {before} → {after}.").format(before=before, after=after)


def _floods(t: Translate, view: st.State, seat: int) -> str:
    left, centre, right = (int(feeding.irrigated(view, seat, at)) for at in range(box.COLOURS))
    text = t("Your grain by flood: left {left}, centre {centre}, right {right} ({need} needed).")  # fmt: skip
    need = int(feeding.need(view, seat))
    return text.format(left=left, centre=centre, right=right, need=need)


# --- Nile cards -----------------------------------------------------------------------------------


def nile_card(t: Translate, view: st.State, seat: int, kind: int) -> str:
    """A card on the Nile: what it does, and what it would change for the viewer."""
    texts = [f"{component_names.card_tip(t, kind)}."]
    if not _has_no_now(view, seat):
        texts += _when_taken(t, view, seat, kind) + effects(t, view, seat, kind)
        texts += _at_hand(t, view, seat, kind)
    return " ".join(texts)


def held_card(t: Translate, view: st.State, seat: int, kind: int) -> str:
    """A card that lies before a seat, and what it would do for it now."""
    texts = [f"{component_names.card_tip(t, kind)}."]
    if not _has_no_now(view, seat):
        texts += _at_hand(t, view, seat, kind)
    if kind == box.CANAL and view.canals[seat]:
        texts.append(t("Choose a field for it."))
    return " ".join(texts)


def _when_taken(t: Translate, view: st.State, seat: int, kind: int) -> list[str]:
    """Return what changes as soon as a card is taken, besides its effects."""
    if kind < box.START_FIELD:
        return [_new_field(t, view, seat, kind)]
    if kind <= box.LAST_QUARRY:
        before, stones = view.quarry[seat], box.QUARRY_STONES[kind - box.FIRST_QUARRY]
        text = t("Stones from your quarries each round: {before} → {after}.")
        return [text.format(before=before, after=before + stones)]
    if kind == box.GRAVE_GOODS:
        return [_graves(t, view, seat, box.GRAVE_GOODS_VALUE)]
    if kind >= box.TRIBUTE_OBELISK:
        points = signed(int(cards.tribute(view, seat, kind)))
        return [t("Worth {points} to you right now.").format(points=points)]
    return []


def _new_field(t: Translate, view: st.State, seat: int, kind: int) -> str:
    before, need = int(feeding.harvested(view, seat)), int(feeding.need(view, seat))
    if box.FIELD_COLOUR[kind] > view.flood:
        text = t("Dry at the current flood: your grain stays at {before} ({need} needed).")
        return text.format(before=before, need=need)
    text = t("Your grain: {before} → {after} ({need} needed).")
    return text.format(before=before, after=before + box.FIELD_GRAIN[kind], need=need)


def _graves(t: Translate, view: st.State, seat: int, more: int) -> str:
    """A seat's total of grave tiles with some more, and the points it gives at the end."""
    before = int(scoring.grave_total(view, seat))
    points = [int(scoring.treasure_points(value)) for value in (before, before + more)]
    text = t("Your grave total: {before} → {after}. Points at the end: {low} → {high}.")
    return text.format(before=before, after=before + more, low=points[0], high=points[1])


def _at_hand(t: Translate, view: st.State, seat: int, kind: int) -> list[str]:
    """Return what a kept card would do if it were played now."""
    if kind == box.STONE_SALE:
        points = signed(min(box.SALE_MAX, view.stones[seat]))
        return [t("Worth {points} to you right now.").format(points=points)]
    if kind in (box.GRAIN_SURPLUS, box.STONES_FOR_GRAIN):
        return [hunger(t, view, seat)]
    if kind == box.CANAL:
        return [_canal(t, view, seat)]
    if kind in (box.OVERTIME, box.DOUBLE_SHIFT):
        return [_strength(t, view, seat)]
    return []


def _canal(t: Translate, view: st.State, seat: int) -> str:
    dry = view.flood + 1
    fields = [
        box.FIELD_GRAIN[kind]
        for kind in range(box.FIELD_KINDS)
        if dry < box.COLOURS and view.plots[seat][kind][dry]
    ]
    text = t("At the current flood, a canal would add {grain} grain.")
    return text.format(grain=max(fields, default=0))


def _strength(t: Translate, view: st.State, seat: int) -> str:
    ready = [
        f"{component_names.crew(t, crew)} {view.crew[seat][crew]}"
        for crew in box.CREWS
        if not view.used[seat][crew]
    ]
    return t("Crews still free this round: {crews}.").format(crews=listed(ready))


# --- Stores, crews, fields, flood -----------------------------------------------------------------


def hunger(t: Translate, view: st.State, seat: int) -> str:
    grain, need = int(feeding.harvested(view, seat)), int(feeding.need(view, seat))
    text = t("{grain} grain at the current flood, {need} needed").format(grain=grain, need=need)
    if grain >= need:
        return f"{text}."
    lost = (need - grain) * int(feeding.hunger_price(view, seat))
    told_cost = t.ngettext(
        "the shortfall would cost {points} point", "the shortfall would cost {points} points", lost
    )
    cost = told_cost.format(points=lost)
    return f"{text}; {cost}."


def quarry(t: Translate, view: st.State, seat: int) -> str:
    text = t("Quarries yield {count} stones each round").format(count=view.quarry[seat])
    if view.phase == st.OVER:
        return f"{text}."
    return f"{text}. {_stones(t, view, seat, view.quarry[seat])}"


def crew(t: Translate, view: st.State, seat: int, index: int) -> str:
    """A crew: its strength, and with the joker's help."""
    strength, joker = view.crew[seat][index], view.crew[seat][box.JOKER]
    text = t("{crew}, strength {strength}")
    if view.used[seat][index]:
        text = t("{crew}, strength {strength}, used this round")
    elif index != box.JOKER and not view.used[seat][box.JOKER]:
        text = t("{crew}, strength {strength} ({sum} with the joker)")
    name = component_names.crew(t, index)
    return f"{sentence_case(text.format(crew=name, strength=strength, sum=strength + joker))}."


def field(t: Translate, view: st.State, kind: int, colour: int) -> str:
    """A field that lies before somebody: what waters it, and whether it gives grain now."""
    name, shade = component_names.field(t, kind), component_names.colour(t, colour)
    text = t("{field}, now {colour}").format(field=name, colour=shade)
    if colour > view.flood:
        return f"{text}. " + t("Dry at the current flood.")
    grain = box.FIELD_GRAIN[kind]
    return f"{text}. " + t("Gives {grain} grain at the current flood.").format(grain=grain)


def flood(t: Translate, view: st.State, seat: int, space: int) -> str:
    """A space of the flood marker, and what the viewer would harvest."""
    text = (
        t("Flood left: only green fields give grain."),
        t("Flood centre: green and yellow-green fields give grain."),
        t("Flood right: all fields give grain."),
    )[space]
    if _has_no_now(view, seat):
        return text
    grain, need = int(feeding.irrigated(view, seat, space)), int(feeding.need(view, seat))
    yours = t("Yours would give {grain} ({need} needed).").format(grain=grain, need=need)
    return f"{text} {yours}"


def market(t: Translate, view: st.State, seat: int, index: int) -> str:
    """A market: what its spaces do, where the viewer stands, and what one step down brings."""
    text = (
        t(
            "Stone market: on the two lowest spaces you sell stones at the end; each step at the bottom gives 3 stones."
        ),
        t(
            "Grain market: the points you lose per missing grain; each step at the bottom gives 2 points."
        ),
    )[index]
    if _has_no_now(view, seat):
        return text
    step = t("One step down: {change}").format(change=_lowered(t, view, seat, index, 1))
    if index == box.GRAIN_MARKET:
        price = int(feeding.hunger_price(view, seat))
        cost = t.ngettext(
            "Each missing grain costs you {points} point now.",
            "Each missing grain costs you {points} points now.",
            price,
        ).format(points=price)
        return f"{text} {cost} {step}"
    return f"{text} {step}"


# --- Spaces of the Nile and sites -----------------------------------------------------------------


def space(t: Translate, view: st.State, seat: int, pos: int) -> str:
    """A fixed space of the Nile, and what it would do for the viewer."""
    text, index = f"{component_names.space_tip(t, pos)}.", box.SPACE_INDEX[pos]
    if _has_no_now(view, seat):
        return text
    if box.SPACE_KIND[pos] == box.ROUND_SPACE:
        return " ".join([text, *effects(t, view, seat, box.ROUND_EFFECT + index)])
    return f"{text} {_sphinx(t, view, seat) if index == box.SPHINX else _works(t, view, index)}"


def _sphinx(t: Translate, view: st.State, seat: int) -> str:
    most = min(view.stones[seat], box.MAX_DRAW, int(sphinx.pile_size(view)))
    text = t.ngettext(
        "Your stones buy {count} card right now.", "Your stones buy {count} cards right now.", most
    )
    return text.format(count=most)


def _works(t: Translate, view: st.State, site: int) -> str:
    """The next stones of a site, by what they cost and score."""
    parts = range(box.FIRST_PART[site], box.LAST_PART[site] + 1)
    ready = [
        f"{component_names.part(t, part)} ({monuments.next_value(view, part)})"
        for part in parts
        if monuments.is_open(view, part)
    ]
    return t("Next stones: {parts}.").format(parts="; ".join(ready) or "–")


def stone(t: Translate, view: st.State, player: str | None, part: int, i: int) -> str:
    """A space of a monument: whose stone lies there, or what one would cost and score.

    The player is empty for the viewer, and None if there is no stone.
    """
    name = component_names.part(t, part)
    if player is not None:
        text = t("{part}: {player}'s stone") if player else t("{part}: your stone")
        return text.format(part=name, player=player) + "."
    value = box.PART_VALUES[part][i]
    text = t("{part}: empty, worth {value}").format(part=name, value=value)
    is_next = view.laid[part] == i and monuments.is_open(view, part)
    if view.phase == st.OVER or not is_next:
        return f"{text}."
    price = t("Next to build: costs {value} in strength and stones, scores {value}.")
    return f"{text}. {price.format(value=value)}"


def grave(t: Translate, view: st.State, seat: int, i: int) -> str:
    text = t("Grave worth {value}").format(value=view.grave[i])
    if _has_no_now(view, seat):
        return f"{text}."
    return f"{text}. {_graves(t, view, seat, view.grave[i])}"


# --- Sphinx cards and players ---------------------------------------------------------------------


def riddle(t: Translate, view: st.State, seat: int, index: int) -> str:
    """A Sphinx card, how far its holder is, and what it is worth to it now."""
    text = f"{sentence_case(component_names.riddle(t, index))}."
    if _has_no_now(view, seat):
        return text
    points = t("As things stand: {points}.").format(
        points=signed(int(scoring.riddle_points(view, seat, index)))
    )
    return " ".join([text, *_progress(t, view, seat, index), points])


def _progress(t: Translate, view: st.State, seat: int, index: int) -> list[str]:
    """Return how many of the stones that a Sphinx card requires are laid."""
    kind, _, about, other, count = box.SPHINX_TABLE[index]
    if kind == box.BUILT:
        have = sum(view.laid[part] for part in range(about, other + 1))
    elif kind == box.OWN_STONES:
        have = view.own[seat][about]
    elif kind == box.OWN_EACH:
        have = int(scoring.fewest_own(view, seat))
    else:
        return []
    return [t("{have} of {need} stones laid so far.").format(have=have, need=count)]


def plate(t: Translate, view: st.State, seat: int, player: str, place: int) -> str:
    """A nameplate: score, place, and what the final scoring would add as things stand."""
    text = t("You: score {points}, rank {place}")
    if player:
        text = t("{player}: score {points}, rank {place}")
    text = text.format(player=player, points=view.points[seat], place=place)
    if view.phase == st.OVER:
        return f"{text}."
    sold = 0
    if view.market[seat][box.STONE_MARKET] >= box.SALE_LEVEL:
        sold = view.stones[seat] // box.STONES_PER_POINT
    graves = int(scoring.treasure_points(scoring.grave_total(view, seat)))
    end = t("Final scoring would now add {graves} for graves and {stones} for stones.")
    return f"{text}. {end.format(graves=signed(graves), stones=signed(sold))}"
