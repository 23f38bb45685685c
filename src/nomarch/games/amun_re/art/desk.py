"""The desk: the turn, the temple scale, and whatever is to be decided."""

from __future__ import annotations

from nomarch.draw import svg
from nomarch.draw.box import Box, disc, rows
from nomarch.draw.memory import part
from nomarch.draw.parts import numeral, plaques
from nomarch.draw.scene import NO_ACTION
from nomarch.draw.shapes import badge, cartouche, heading, icon, panel, shorten, wrapped, written
from nomarch.games.amun_re import actions as act, components as box, icons, state as st, words
from nomarch.games.amun_re.art.measures import AmunScene, coin
from nomarch.games.amun_re.art.players import face
from nomarch.games.amun_re.rules import purchases

TAKEN = (act.DONE, act.RAISE, act.LOWER, act.TAKE_CARD, act.TAKE_FARMER, act.TAKE_BRICK)
LOOKS = {act.OFFER: "carnelian", act.STEAL: "papyrus"} | dict.fromkeys(TAKEN, "gold")
LOOKS[act.RENOUNCE] = "papyrus"
"""Actions without a piece of their own, and their grounds."""


def draw_desk(scene: AmunScene, parts: list[str], x: float, y: float) -> float:
    """The turn, the scale and the panel of the phase; where they end."""
    w = scene.shape.side
    parts += (_turns(scene, x, y, w), _scale(scene, Box(x, y + 54, w, 86)))
    y += 150
    inner: list[str] = []
    told = wrapped(scene.prompt, int((w - 24) / 9.8), 2)
    inner.append(written(told, x + 12, y + 26, 16, bold=True, leading=21 / 16))
    asked, at = scene.view.asked, y + 18 + 21 * len(told)
    room = Box(x + 12, at, w - 24)
    if asked in (st.PICK, st.STEP):
        at = _auction(scene, inner, x + 8, at, w - 16)
    elif asked in (st.KEEP, st.START_KEEP):
        at = _choices(scene, inner, x + 8, at, w - 16)
    elif asked == st.OFFERING:
        at = _altar(scene, inner, room)
    else:
        at = _purchases(scene, inner, room)
    buttons, at = plaques(scene, room._replace(y=at + 6), LOOKS)
    # As high as the auction makes it, so that nothing below jumps from phase to phase.
    least = 54 + 40 * scene.view.players if asked != st.OVER else 0
    bottom = max(at + 12, y + least)
    parts += (panel(x, y, w, bottom - y, active=scene.asked), *inner, buttons)
    return bottom


@part
def _turns(scene: AmunScene, x: float, y: float, w: float) -> str:
    """Two kingdoms of three turns, the present one filled; the phase in words."""
    now, t, parts = scene.view.turn, scene.t, []
    for turn in range(1, box.TURNS + 1):
        kingdom, of_kingdom = divmod(turn - 1, box.KINGDOM_TURNS)
        at = x + w - 18 - (box.TURNS - turn) * 31 - (1 - kingdom) * 12
        off = "papyrus-edge" if turn < now else "papyrus-deep"
        parts.append(numeral(at, y + 22, of_kingdom + 1, turn == now, 14, off))
    name = t("Old Kingdom") if now <= box.KINGDOM_TURNS else t("New Kingdom")
    tip = t("Turn {turn} of 6").format(turn=now)
    parts.append(heading(x + 2, y + 20, name, 19))
    parts.append(svg.text(x + 2, y + 40, words.phase(t, scene.view), 14, "f-ink-soft sans"))
    return scene.piece(*parts, tip=f"{name}: {tip}", name="turns")


@part
def _scale(scene: AmunScene, room: Box) -> str:
    """The temple scale: sums of offerings, what farmers and temples bring, camels, the marker."""
    parts = []
    for i, place in enumerate(room.across(box.BOXES + 1)):
        here = i == scene.view.box
        ground, edge = ("gold", "line") if here else ("papyrus-deep", "hair")
        mid, y = place.mid, place.y
        parts.append(svg.rect(place.x + 2, y, place.w - 4, 86, f"f-{ground} {edge}", 7))
        if here:
            parts.append(icon(icons.TEMPLE, place.right - 42, y + 24, 34))
        if i == 0:
            parts.append(icon(icons.PHARAOH, place.x + 4 if here else mid - 16, y + 24, 32))
            parts.append(heading(mid, y + 17, "Amun-Re", 13, "middle"))
            continue
        parts.append(svg.text(mid, y + 17, _range(i), 14, "f-ink sans", "middle", bold=True))
        parts.append(
            heading(place.x + 20 if here else mid, y + 52, str(box.HARVEST[i]), 28, "middle")
        )
        if box.CAMEL[i]:
            parts.append(icon(icons.CAMEL, mid - 13, y + 58, 26))
    return scene.piece(*parts, tip=words.marker(scene.t, scene.view), name="scale")


def _range(i: int) -> str:
    """The offerings that fall into a box."""
    if i == 1:
        return f"≤ {box.BOX_LIMITS[0]}"
    if i == box.BOXES:
        return f"≥ {box.BOX_LIMITS[-1] + 1}"
    return f"{box.BOX_LIMITS[i - 2] + 1}–{box.BOX_LIMITS[i - 1]}"


def _auction(scene: AmunScene, parts: list[str], x: float, y: float, w: float) -> float:
    """The province cards that are up, each with its nine steps and the pawns on it."""
    view = scene.view
    up = [p for p in range(box.PROVINCES) if view.card[p]]
    for p, plate in zip(up, Box(x, y + 2, 88, 34).repeated(len(up), 1, 6), strict=True):
        ground = "gold" if view.pick == p else "papyrus"
        name = shorten(words.province(scene.t, p), 10)
        parts.append(
            scene.piece(
                svg.rect(*plate, f"f-{ground} line", 6),
                heading(plate.x + 8, plate.y + 22, name, 15),
                tip=words.province_tip(scene.t, view, p, scene.names),
                name=f"card-{p}",
                action=act.PROVINCE.at(p),
                around=plate,
                out=1,
                r=7,
            )
        )
        track = Box(plate.right + 4, plate.y, w - 94, 34).across(box.BID_STEPS, 2)
        parts += (_step(scene, p, step, place) for step, place in enumerate(track))
    return y + len(up) * 40 + 4


@part
def _step(scene: AmunScene, p: int, step: int, place: Box) -> str:
    """One space of a bid track, with the pawn that stands there."""
    view, t, gold, here = scene.view, scene.t, box.BID_TRACK[step], words.province(scene.t, p)
    action = act.BID.at(step) if view.pick == p else NO_ACTION
    ground = "chalk" if scene.can(action) else "papyrus-deep"
    parts = [
        svg.rect(*place, f"f-{ground} hair", 4),
        svg.text(place.mid, place.y + 22, gold, 14, "f-ink sans", "middle", bold=True),
    ]
    tip = t("{province}: {gold} gold").format(province=here, gold=gold)
    for seat in range(view.players):
        if view.bid_on[seat] == p and view.bid_step[seat] == step:
            parts.append(badge(seat, place.mid, place.y + 17, min(14, place.w / 2)))
            told = t("{player} bids {gold} for {province}.")
            tip = told.format(player=scene.names[seat], gold=gold, province=here)
            if view.blocked[seat]:
                parts.append(icon(icons.ICONS[box.BLOCK], place.right - 14, place.y + 19, 18))
    return scene.piece(
        *parts, tip=tip, name=f"step-{p}-{step}", action=action, around=place, out=1, r=6
    )


def _choices(scene: AmunScene, parts: list[str], x: float, y: float, w: float) -> float:
    """The cards that were drawn to choose from; others see their backs."""
    view, size = scene.view, scene.shape.hand
    drawn = [kind for kind in range(box.CARDS) for _ in range(max(0, view.drawn[kind]))]
    if not drawn:
        parts += [icon(icons.CARD_BACK, x + i * 44, y, 56) for i in range(view.drawn_left)]
        return y + 66
    per_row = int((w + 6) / (size + 6))
    for i, kind in enumerate(drawn):
        place = Box(x + i % per_row * (size + 6), y + 2 + i // per_row * 124, size, 114)
        parts.append(face(scene, kind, place, act.RETURN.at(kind), f"drawn-{i}"))
    return y + 2 + rows(len(drawn), per_row) * 124


def _altar(scene: AmunScene, parts: list[str], room: Box) -> float:
    """The viewer's own offering: gold to add, and what lies there."""
    view, t, viewer, y = scene.view, scene.t, scene.viewer, room.y
    if not scene.asked:
        return y + 4
    for i, gold in enumerate(box.DENOMINATIONS):
        at, action = room.x + 30 + i * 56, act.PUT.at(i)
        shown, tip = coin(at, y + 30, f"+{gold}", 22, 17), t("Put in {gold} gold").format(gold=gold)
        shown = shown if scene.can(action) else svg.group(shown, opacity="0.35")
        around, name = disc(at, y + 30, 28), f"put-{gold}"
        parts.append(
            scene.piece(shown, tip=tip, name=name, action=action, around=around, out=0, r=28)
        )
    given, right = max(0, view.offer[viewer]), room.right
    tip = t("Your offering so far: {gold} gold")
    held = [icon(icons.HAND, right - 64, y + 2, 56), cartouche(right - 36, y + 34, given)]
    if view.adjusting[viewer] == 1:
        held.append(icon(icons.ICONS[box.ADJUST], right - 32, y - 4, 30))
        tip = t("Your offering so far: {gold} gold and an adjustment card")
    parts.append(scene.piece(*held, tip=tip.format(gold=given), name="offering"))
    return y + 70


def _purchases(scene: AmunScene, parts: list[str], room: Box) -> float:
    """How many units, with their price; six a row."""
    counts = [count for count in range(1, box.MAX_BUY + 1) if scene.can(act.BUY.at(count))]
    pictures = {st.CARDS_STAGE: icons.CARD_BACK, st.FARMERS_STAGE: icons.FARMER}
    picture, width = pictures.get(scene.view.asked, icons.BRICK), room.w / 6 - 8
    places = Box(room.x, room.y, width, 40).repeated(len(counts), 6, 8)
    for count, place in zip(counts, places, strict=True):
        x, y = place[:2]
        parts.append(
            scene.piece(
                svg.rect(*place, "f-chalk line", 6),
                icon(picture, place.right - 26, y + 1, 22),
                heading(x + 8, y + 20, str(count), 18),
                svg.circle(x + 12, y + 30, 5, "f-gold hair"),
                svg.text(x + 21, y + 35, purchases.price(count), 13, "f-ink sans"),
                name=f"buy-{count}",
                action=act.BUY.at(count),
                around=place,
                out=2,
            )
        )
    return places[-1].bottom + 12 if places else room.y
