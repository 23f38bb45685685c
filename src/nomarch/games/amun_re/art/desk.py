"""The desk: the turn, the temple scale, and a stage for whatever is to be decided."""

from nomarch.draw import NO_ACTION, Box, on_demand, part, question, rows, shapes, svg, textures
from nomarch.draw.board_parts import clip, numeral, plaques
from nomarch.games.amun_re.art import altar, measures
from nomarch.games.amun_re.art.measures import GAP, AmunScene, act, box, icons, names, st, tips
from nomarch.games.amun_re.art.players import CARD_H, face
from nomarch.games.amun_re.rules import purchases

LOOKS = {act.OFFER: "carnelian", act.STEAL: "papyrus", act.RENOUNCE: "papyrus"}
LOOKS |= dict.fromkeys((act.DONE, act.RAISE, act.LOWER), "gold")
"""Actions without a piece of their own, and their grounds."""
SCALE = 124
AUCTION = (st.PICK, st.STEP)
CHOICES = (st.KEEP, st.START_KEEP)
PRICES = 6
"""Prices that are always shown."""
MARKET = {st.CARDS_STAGE: "card", st.FARMERS_STAGE: "farmer", st.BRICKS_STAGE: "brick"}


def draw_desk(scene: AmunScene, parts: list[str], x: float, y: float) -> float:
    """The turn, the scale and the stage of the phase; where they end."""
    w = scene.shape.side
    parts += (_turns(scene, x, y, w), _scale(scene, Box(x, y + 40, w, SCALE)))
    y += 40 + SCALE + GAP
    inner = [shapes.heading(x + 12, y + 28, names.phase(scene.t, scene.view), 20)]
    asked, room = scene.view.phase, Box(x + 10, y + 42, w - 20)
    if asked in AUCTION:
        at = _auction(scene, inner, room)
    elif asked in CHOICES:
        at = _choices(scene, inner, room)
    elif asked in (st.BONUS_PLAY, st.OVER):
        at = altar.podium(scene, inner, room)
    elif asked == st.OFFERING or altar.is_open(scene):
        at = altar.draw(scene, inner, room)
    else:
        at = _market(scene, inner, room)
    buttons, at = plaques(scene, room._replace(y=at + 6), LOOKS)
    bottom = max(at + 12, y + scene.shape.stage)
    stage = Box(x, y, w, bottom - y)
    parts.append(
        clip(scene, "stage", stage, shapes.panel(*stage, active=scene.asked), *inner, buttons)
    )
    return bottom


@part
def _turns(scene: AmunScene, x: float, y: float, w: float) -> str:
    """Two kingdoms of three turns, the present one filled."""
    now, t, parts = scene.view.turn, scene.t, []
    for turn in range(1, box.TURNS + 1):
        kingdom, of_kingdom = divmod(turn - 1, box.KINGDOM_TURNS)
        at = x + w - 17 - (box.TURNS - turn) * 32 - (1 - kingdom) * 8
        off = "papyrus-edge" if turn < now else "papyrus-deep"
        parts.append(numeral(at, y + 18, of_kingdom + 1, turn == now, 15, off))
    name = t("Old Kingdom") if now <= box.KINGDOM_TURNS else t("New Kingdom")
    tip = t("Turn {turn} of 6").format(turn=now)
    parts.append(shapes.heading(x + 2, y + 24, name, 17))
    return scene.piece(*parts, tip=f"{name}: {tip}", name="turns")


# --- The temple scale -------------------------------------------------------------------------


@part
def _scale(scene: AmunScene, room: Box) -> str:
    """The steps to the temple: sums of offerings, what farmers and temples bring, camels."""
    steps = enumerate(room.across(box.BOXES + 1, 3))
    return clip(scene, "scale", room, *(_scale_step(scene, i, place) for i, place in steps))


def _scale_step(scene: AmunScene, i: int, place: Box) -> str:
    """A step, higher the more is offered; the temple stands on the one that counts."""
    here, top = i == scene.view.box, place.y + 34 + 6 * (box.BOXES - i)
    outline = textures.slab(place.x, top, place.w, place.bottom - top, 5)
    stone = textures.laid(scene.prefix, "stone", outline, "hair")
    parts = [svg.path(outline, "f-gold line") if here else stone]
    if here:
        parts.append(scene.stamp("temple", place.mid - 19, top - 36, 38))
    parts += _numbers(scene, i, place.mid, top, "soot" if here else "ink")
    return scene.piece(*parts, tip=_scale_tip(scene, i), says=str(i), name=f"scale-{i}")


@on_demand
def _scale_tip(scene: AmunScene, i: int) -> str:
    return tips.scale(scene.t, scene.view, scene.viewer, i)


def _numbers(scene: AmunScene, i: int, mid: float, top: float, ink: str) -> list[str]:
    """The offerings that lead to a step, and what a farmer brings there; a camel if they pass."""
    if i == 0:
        return [scene.stamp("pharaoh", mid - 21, top + 12, 42)]
    camel = [scene.stamp("camel", mid - 32, top + 26, 34)] if box.CAMEL[i] else []
    at, harvest = mid + 15 if camel else mid, box.HARVEST[i]
    return [
        *camel,
        scene.letters(mid, top + 20, _range(i), f"f-{ink} sans", "middle", True),
        svg.text(at, top + 54, harvest, 30, f"f-{ink} serif", "middle", bold=True),
    ]


def _range(i: int) -> str:
    """The offerings that fall into a box."""
    if i == 1:
        return f"≤ {box.BOX_LIMITS[0]}"
    if i == box.BOXES:
        return f"≥ {box.BOX_LIMITS[-1] + 1}"
    return f"{box.BOX_LIMITS[i - 2] + 1}–{box.BOX_LIMITS[i - 1]}"


# --- The auction ------------------------------------------------------------------------------


def _auction(scene: AmunScene, parts: list[str], room: Box) -> float:
    """The province cards that are up, each with its nine steps and the pawns on it."""
    view = scene.view
    up = [p for p in range(box.PROVINCES) if view.card[p]]
    for p, plate in zip(up, Box(room.x, room.y, 98, 40).repeated(len(up), 1, 7), strict=True):
        parts += _plate(scene, p, plate), _track(scene, p, plate._replace(w=room.w))
    return room.y + len(up) * 47


@part
def _plate(scene: AmunScene, p: int, plate: Box) -> str:
    """The card of a province that is up."""
    label = shapes.shorten(names.province(scene.t, p), 9)
    return scene.piece(
        svg.rect(*plate, "f-chalk bold" if measures.is_picked(scene, p) else "f-papyrus line", 6),
        scene.letters(plate.mid, plate.y + 26, label, "f-ink serif", "middle"),
        tip=measures.province_tip(scene, p),
        says=measures.province_says(scene, p),
        name=f"card-{p}",
        action=act.PROVINCE.at(p),
        around=plate,
        out=0,
        r=7,
    )


@part
def _track(scene: AmunScene, p: int, row: Box) -> str:
    """The steps of the bids for a province, beside its card."""
    track = Box(row.x + 101, row.y, row.w - 101, 40).across(box.BID_STEPS, 1)
    return "".join(_step(scene, p, step, place) for step, place in enumerate(track))


@part
def _step(scene: AmunScene, p: int, step: int, place: Box) -> str:
    """One space of a bid track, with the pawn that stands there."""
    view, t, gold, here = scene.view, scene.t, box.BID_TRACK[step], names.province(scene.t, p)
    action = act.BID.at(step) if measures.is_picked(scene, p) else NO_ACTION
    ground_ = "chalk" if scene.can(action) else "papyrus"
    parts = [svg.rect(*place, f"f-{ground_} hair", 4)]
    tip, says = _bid_tip(scene, p, step), f"{here} {gold}"
    pawns = _pawns(scene, p, step)
    if not pawns:
        parts.append(scene.letters(place.mid, place.y + 26, gold, anchor="middle"))
    for seat in pawns:
        parts.append(shapes.badge(seat, place.mid, place.y + 20, min(15, place.w / 2 + 1)))
        told = t("{player} bids {gold} for {province}.")
        tip = says = told.format(player=scene.names[seat], gold=gold, province=here)
        if view.blocked[seat]:
            parts.append(shapes.icon(icons.ICONS[box.BLOCK], place.right - 14, place.y + 22, 20))
    name = f"step-{p}-{step}"
    return scene.piece(
        *parts, tip=tip, says=says, name=name, action=action, around=place, out=0, r=6
    )


@on_demand
def _bid_tip(scene: AmunScene, p: int, step: int) -> str:
    return tips.bid(scene.t, scene.view, scene.viewer, p, step)


@question
def _pawns(scene: AmunScene, p: int, step: int) -> tuple[int, ...]:
    """Who bids so much for a province."""
    seats, on, at = range(scene.view.players), scene.view.bid_on, scene.view.bid_step
    return tuple(seat for seat in seats if on[seat] == p and at[seat] == step)


# --- Cards and purchases ----------------------------------------------------------------------


def _choices(scene: AmunScene, parts: list[str], room: Box) -> float:
    """The cards that were drawn to choose from; others see their backs."""
    view, size = scene.view, scene.shape.hand
    drawn = [kind for kind in range(box.CARDS) for _ in range(max(0, view.drawn[kind]))]
    if not drawn:
        parts += [scene.stamp("card", room.x + i * 44, room.y, 56) for i in range(view.drawn_left)]
        return room.y + 66
    per_row = int((room.w + 6) / (size + 6))
    places = Box(room.x, room.y + 2, size, CARD_H).repeated(len(drawn), per_row, 8)
    for i, (kind, place) in enumerate(zip(drawn, places, strict=True)):
        parts.append(face(scene, kind, place, act.RETURN.at(kind), f"drawn-{i}"))
    return room.y + 2 + rows(len(drawn), per_row) * (CARD_H + 8)


def _market(scene: AmunScene, parts: list[str], room: Box) -> float:
    """Cards, farmers, bricks: what is bought now, and how many at what price."""
    view = scene.view
    high = 84 if scene.wide else 64
    stage = view.phase if view.phase in MARKET else view.back
    stalls = room._replace(h=high).across(len(MARKET), 8)
    for at, (kind, picture) in zip(stalls, MARKET.items(), strict=True):
        units = view.units if kind == stage and view.phase not in MARKET else 1
        parts.append(_stall(scene, picture, at, units, now=kind == stage))
    most = max([PRICES, *(n for n in range(1, box.MAX_BUY + 1) if scene.can(act.BUY.at(n)))])
    places = Box(room.x + 1, room.y + high + 10, room.w / PRICES - 7, 54).repeated(most, PRICES, 7)
    parts += (_purchase(scene, i + 1, place) for i, place in enumerate(places))
    return places[-1].bottom + 6


@part
def _stall(scene: AmunScene, picture: str, place: Box, units: int, *, now: bool) -> str:
    """One of the things that can be bought; as many of it as are still to be placed."""
    shown = min(units, 4)
    start = place.mid - 30 - 9 * (shown - 1)
    pile = [scene.stamp(picture, start + 18 * i, place.level - 30, 60) for i in range(shown)]
    many = scene.count(place.right - 20, place.bottom - 16, units) if units > shown else ""
    return svg.rect(*place, "f-chalk bold" if now else "f-papyrus hair", 8) + "".join(pile) + many


@on_demand
def _purchase_tip(scene: AmunScene, count: int) -> str:
    return tips.purchase(scene.t, scene.view, scene.viewer, count)


@part
def _purchase(scene: AmunScene, count: int, place: Box) -> str:
    """So many units, and what they cost."""
    action = act.BUY.at(count)
    shown = svg.rect(*place, "f-chalk line" if scene.can(action) else "f-papyrus hair", 6)
    shown += shapes.heading(place.mid, place.y + 22, str(count), 20, "middle")
    shown += svg.circle(place.mid - 13, place.y + 40, 7, "f-gold hair")
    shown += scene.letters(place.mid - 2, place.y + 46, purchases.price(count))
    tip = _purchase_tip(scene, count)
    name = f"buy-{count}"
    return scene.piece(
        shown, tip=tip, says=str(count), name=name, action=action, around=place, out=1
    )
