"""Districts, shops and the players' cities as pictures."""

from __future__ import annotations

from nomarch.draw import svg
from nomarch.draw.shapes import badge, card, cartouche, heading, panel, piece, plaque, ring, shorten
from nomarch.games.fertility import icons, words
from nomarch.games.fertility import actions as act, components as box, state as st
from nomarch.games.fertility.art_scene import (
    EDGE,
    FADED,
    GAP,
    OTHER_SCALE,
    SHOP_HEIGHT,
    SHOP_WIDTH,
    SPOT,
    TALL,
    WIDE,
    Scene,
    monument,
)
from nomarch.games.fertility.art_tiles import hand

# --- Districts and shops --------------------------------------------------------------------------


def shown(scene: Scene, x: float, y: float, w: float, scale: float) -> str:
    """The four districts face up, with their costs."""
    parts = [heading(x, y + 14, scene.t("Districts"), 17)]
    width, height = (w - GAP) / 2, 3 * SHOP_HEIGHT * scale + 8
    for i in range(box.SHOWN):
        at = (x + i % 2 * (width + GAP), y + 24 + i // 2 * (height + GAP))
        index = scene.view.shown[i]
        if index == st.NONE:
            parts.append(svg.rect(*at, width, height, "f-papyrus-deep hair", 6))
            continue
        parts.append(_district(scene, index, *at, width, height, scale))
    return "".join(parts)


def shown_height(scale: float) -> float:
    """The height of the districts face up, with their heading."""
    return 24 + 2 * (3 * SHOP_HEIGHT * scale + 8 + GAP)


def _district(
    scene: Scene, index: int, x: float, y: float, w: float, h: float, scale: float
) -> str:  # fmt: skip
    """A district that can be built."""
    action = scene.action(act.BUILD + index)
    chosen = scene.view.site == index
    art = card(x, y, w, h, "chalk")
    shops = [number for number in box.DISTRICT_SHOP[index] if number != box.NO_SHOP]
    top = y + (h - len(shops) * SHOP_HEIGHT * scale) / 2
    for i, number in enumerate(shops):
        art += _row(scene, number, x + 4, top + i * SHOP_HEIGHT * scale, scale)
    cost = box.DISTRICT_COST[index]
    ground = "malachite" if cost == 0 else "carnelian"
    art += svg.circle(x + w - 13, y + 13, 11, f"f-{ground} line")
    art += svg.text(x + w - 13, y + 18, cost, 15, "f-papyrus sans", "middle", bold=True)
    lit = ring(x - 3, y - 3, w + 6, h + 6, 8) if action else ""
    if chosen:
        lit = svg.element(
            "rect", x=x - 2, y=y - 2, width=w + 4, height=h + 4, rx=8,
            class_="nofill s-carnelian", stroke_width=4,
        )  # fmt: skip
    return piece(
        art, lit, tip=words.district_tip(scene.t, index), id_=scene.id(f"district-{index}"),
        action=action, label=scene.label(act.BUILD + index),
    )  # fmt: skip


def _row(scene: Scene, number: int, x: float, y: float, scale: float) -> str:
    """A shop as it is printed: icons, an arrow, a reward."""
    parts = []
    for i in range(box.ICONS_PER_SHOP):
        need = box.SHOP_NEEDS[number][i]
        if need != box.NOTHING:
            parts.append(
                _need(scene, need, x + i * (SPOT + 3) * scale, y + 2 * scale, SPOT * scale)
            )
    return "".join(parts) + _arrow(x, y, scale) + _reward(scene, number, x, y, scale)


def _need(scene: Scene, need: int, x: float, y: float, size: float) -> str:
    if need == box.ANY:
        return card(x, y, size, size, "papyrus") + scene.use("any", x, y, size)
    return scene.good(need, x, y, size)


def _arrow(x: float, y: float, scale: float) -> str:
    at, mid = x + 55 * scale, y + SHOP_HEIGHT / 2 * scale
    half = 4 * scale
    return svg.path(
        f"M{svg.number(at)} {svg.number(mid - half)}l{svg.number(half * 1.4)} {svg.number(half)}"
        f"l{svg.number(-half * 1.4)} {svg.number(half)}z",
        "f-ink",
    )


def _reward(scene: Scene, number: int, x: float, y: float, scale: float) -> str:
    """What a shop gives: a coin, a coin for each piece, wheat, gods or an exchange."""
    kind, value = box.SHOP_KIND[number], box.SHOP_VALUE[number]
    at, mid, size = x + 65 * scale, y + SHOP_HEIGHT / 2 * scale, SPOT * scale
    top = mid - size / 2
    if kind == box.GENERAL:
        return _coin(at + size / 2, mid, size / 2, value)
    if kind == box.SPECIAL:
        small = size * 0.7
        return (
            _coin(at + size / 2, mid, size / 2, value)
            + svg.text(at + size * 1.02, mid + 5 * scale, "/", 15 * scale, "f-ink sans", bold=True)
            + scene.good(box.SHOP_NEEDS[number][0], at + size * 1.24, mid - small / 2, small)
        )
    if kind == box.GRAIN:
        return "".join(scene.good(box.WHEAT, at + i * size * 0.95, top, size) for i in range(value))
    if kind == box.STATUE:
        gods = [god for god in range(box.GODS) if value >> god & 1]
        return "".join(
            _god(scene, f"g{god}", at + i * (size + 1), top, size) for i, god in enumerate(gods)
        )
    if kind == box.CHOICE:
        return _god(scene, "any-god", at, top, size)
    assert kind == box.EXCHANGE
    dots = "".join(
        svg.rect(at + size + 3 * scale, top + (1 + 7.7 * i) * scale, 6.4 * scale, 6.4 * scale,
                 f"f-{icons.GROUNDS[r]} hair", 1)
        for i, r in enumerate(r for r in range(box.KINDS) if value >> r & 1)
    )  # fmt: skip
    return scene.use("exchange", at, top, size) + dots


def _coin(x: float, y: float, r: float, value: int, rim: str = "gold") -> str:
    """So many Debens."""
    return (
        svg.circle(x, y, r, f"f-{rim} line")
        + svg.circle(x, y, 0.76 * r, "f-chalk")
        + svg.text(
            x, y + 0.42 * r + 0.6, value, max(13, 1.2 * r), "f-ink serif", "middle", bold=True
        )
    )


def _god(scene: Scene, name: str, x: float, y: float, size: float) -> str:
    ground = "papyrus" if name == "any-god" else "turquoise"
    return card(x, y, size, size, ground) + scene.use(name, x + 1, y + 1, size - 2)


# --- The players ----------------------------------------------------------------------------------


def players(scene: Scene, parts: list[str], y: float) -> float:
    """The viewer's own city across the whole width, the others' below; where they end."""
    shape, players = scene.shape, scene.view.players
    edge = EDGE if shape is TALL else 24
    first = max(scene.viewer, 0)
    width = shape.width - 2 * edge
    height = _own(scene, first, edge, y, width, parts)
    y += height + GAP
    others = [(first + step) % players for step in range(1, players)]
    columns = min(len(others), shape.other_columns)
    column = (width - (columns - 1) * GAP) / columns
    bottom = y
    for i, seat in enumerate(others):
        at = edge + i % columns * (column + GAP)
        if columns == 1 and i:
            y = bottom + GAP
        height = _other(scene, seat, at, y, column, parts)
        bottom = max(bottom, y + height)
    return bottom + 12


def _own(scene: Scene, seat: int, x: float, y: float, w: float, parts: list[str]) -> float:
    """The viewer's own area, with everything in reach; its height."""
    wide, scale = scene.shape is WIDE, scene.shape.own_scale
    inner = w - 2 * GAP
    cards: list[str] = []
    top = y + (88 if wide else 184)
    bottom = _city(scene, seat, x + GAP, top, inner, scene.shape.own_columns, scale, cards)
    parts.append(panel(x, y, w, bottom - y + GAP, active=seat in scene.to_act))
    parts.append(_nameplate(scene, seat, x, y, 300 if wide else w))
    if wide:
        parts.append(_gods(scene, seat, x + 14, y + 50, 27))
        parts.append(_monuments(scene, seat, x + 186, y + 50, 27))
        parts.append(hand(scene, seat, x + 322, y + 26, 40, 92, 0))
        parts.append(_beside(scene, seat, x + 620, y + 26, 38))
        parts.append(_granary(scene, seat, x + w - 300, y + 16, 288))
    else:
        parts.append(_gods(scene, seat, x + 14, y + 48, 28))
        parts.append(_monuments(scene, seat, x + 200, y + 48, 28))
        parts.append(_granary(scene, seat, x + GAP, y + 84, inner))
        parts.append(_beside(scene, seat, x + GAP, y + 138, 34))
        if act.DONE in scene.legal and seat == scene.viewer:
            parts.append(
                plaque(x + w - 150, y + 138, 136, scene.label(act.DONE) or "", h=36,
                       action=act.format_action(act.DONE), id_=scene.id("done-here"))
            )  # fmt: skip
    parts += cards
    return bottom - y + GAP


def _other(scene: Scene, seat: int, x: float, y: float, w: float, parts: list[str]) -> float:
    """Another player's area; its height."""
    cards: list[str] = []
    columns = max(3, min(9, int((w - 16) / (SHOP_WIDTH * OTHER_SCALE + 8))))
    bottom = _city(scene, seat, x + 8, y + 78, w - 16, columns, OTHER_SCALE, cards)
    parts.append(panel(x, y, w, bottom - y + 8, active=seat in scene.to_act))
    parts.append(_nameplate(scene, seat, x, y, w))
    parts.append(_gods(scene, seat, x + 66, y + 47, 20))
    parts.append(_monuments(scene, seat, x + 182, y + 47, 20))
    parts.append(_wheat_count(scene, seat, x + 12, y + 44))
    room = x + w - 10 - 3 * 40
    if scene.view.seat == seat and any(scene.view.beside):
        parts.append(_beside(scene, seat, room - 6, y + 44, 26))
    else:
        parts.append(hand(scene, seat, room, y + 48, 18, 41, 0))
    parts += cards
    return bottom - y + 8


def _nameplate(scene: Scene, seat: int, x: float, y: float, w: float) -> str:
    """Who it is, and what the city is worth so far."""
    t, points = scene.t, words.rules.debens(scene.view, seat)
    name = scene.names[seat]
    tip = t("{player} has {points} Debens so far.").format(player=name, points=points)
    leads = points >= max(
        words.rules.debens(scene.view, other) for other in range(scene.view.players)
    )
    room = int((w - 150) / 9)
    parts = [
        badge(seat, x + 26, y + 24, 15),
        svg.text(x + 48, y + 30, shorten(name, room), 17, "f-ink sans", bold=True),
        _coin(x + w - 34, y + 24, 19, points, "gold" if leads else "chalk"),
    ]
    return piece(*parts, tip=tip, cls="piece nameplate", id_=scene.id(f"name-{seat}"))


def _gods(scene: Scene, seat: int, x: float, y: float, size: float) -> str:
    """The five gods, those of complete shops in colour, and the free choices."""
    view, t = scene.view, scene.t
    shown, free = 0, 0
    for shop in range(len(view.shop[seat])):
        kind = box.SHOP_KIND[view.shop[seat][shop]]
        if kind in (box.STATUE, box.CHOICE) and words.rules.is_complete(view, seat, shop):
            shown |= box.SHOP_VALUE[view.shop[seat][shop]]
            free += kind == box.CHOICE
    parts = []
    for god in range(box.GODS):
        art = _god(scene, f"g{god}", x + god * (size + 2), y, size)
        parts.append(art if shown >> god & 1 else svg.group(art, opacity="0.35"))
    if free:
        parts.append(cartouche(x + box.GODS * (size + 2) - 2, y + 2, f"+{free}"))
    names = words.gods_in(t, shown) or "–"
    tip = t("Statues: {gods}; free choices: {count}").format(gods=names, count=free)
    return piece(*parts, tip=tip, id_=scene.id(f"gods-{seat}"))


def _monuments(scene: Scene, seat: int, x: float, y: float, size: float) -> str:
    """A seat's kind of monument, and how many of the four stand in the valley."""
    count = scene.view.monuments[seat]
    art = monument(scene, seat, x, y, size)
    text = svg.text(x + size + 3, y + size / 2 + 6, f"{count}/{box.MONUMENTS_EACH}", 15, bold=True)
    tip = scene.t("{count} of {most} monuments placed").format(count=count, most=box.MONUMENTS_EACH)
    return piece(art, text, tip=tip, id_=scene.id(f"monuments-{seat}"))


def _granary(scene: Scene, seat: int, x: float, y: float, w: float) -> str:
    """The granary's eleven spaces with their values; the marker on one of them."""
    wheat, step = scene.view.wheat[seat], w / (box.MOST_WHEAT + 1)
    parts = []
    for i in range(box.MOST_WHEAT + 1):
        here = i == wheat
        ground = "sand" if i <= wheat and wheat else "papyrus"
        parts.append(svg.rect(x + i * step + 1, y + 16, step - 2, 26, f"f-{ground} hair", 4))
        parts.append(
            svg.text(x + (i + 0.5) * step, y + 34, box.WHEAT_POINTS[i], 13.5, "f-ink sans", "middle",
                     bold=here)
        )  # fmt: skip
    marker = x + (wheat + 0.5) * step
    parts.append(scene.good(box.WHEAT, marker - 11, y - 5, 22))
    return piece(*parts, tip=_wheat_tip(scene, seat), id_=scene.id(f"wheat-{seat}"))


def _wheat_tip(scene: Scene, seat: int) -> str:
    wheat = scene.view.wheat[seat]
    return scene.t("Granary: {count} wheat, {points} Debens").format(
        count=wheat, points=box.WHEAT_POINTS[wheat]
    )


def _wheat_count(scene: Scene, seat: int, x: float, y: float) -> str:
    """A granary in short: the wheat and its number."""
    return piece(
        scene.good(box.WHEAT, x, y, 26),
        svg.text(x + 31, y + 19, scene.view.wheat[seat], 16, bold=True),
        tip=_wheat_tip(scene, seat), id_=scene.id(f"wheat-{seat}"),
    )  # fmt: skip


def _beside(scene: Scene, seat: int, x: float, y: float, size: float) -> str:
    """This turn's harvest, beside the metropolis of the one whose turn it is."""
    view, t = scene.view, scene.t
    if view.seat != seat:
        return ""
    parts, at = [], x
    for kind in range(box.KINDS):
        if view.beside[kind]:
            tip = t("Harvest of this turn: {count} {resource}").format(
                count=view.beside[kind], resource=words.resource(t, kind)
            )
            many = cartouche(at + size - 2, y + size, f"×{view.beside[kind]}")
            parts.append(
                piece(scene.good(kind, at, y, size), many, tip=tip, id_=scene.id(f"beside-{kind}"))
            )
            at += size + 18
    if not parts and size > 30:
        empty = t("No harvest yet") if view.asked <= st.NO_FIT else t("Nothing left to use")
        return svg.text(x, y + size * 0.62, empty, 14, "f-ink-soft sans")
    return "".join(parts)


def _city(
    scene: Scene, seat: int, x: float, y: float, w: float, columns: int, scale: float,
    into: list[str],
) -> float:  # fmt: skip
    """The printed shops in two cards, then the seven slots; where they end."""
    gap = 6 if scale < 1 else 8
    width = (w - (columns - 1) * gap) / columns
    plots: list[tuple[int, list[int]]] = [(st.NONE, [0, 1]), (st.NONE, [2, 3])]
    for slot in range(box.SLOTS):
        first = box.START_SHOPS + box.SHOPS_PER_DISTRICT * slot
        shops = [
            first + i for i in range(box.SHOPS_PER_DISTRICT) if scene.view.shop[seat][first + i]
        ]
        plots.append((slot, shops))
    for start in range(0, len(plots), columns):
        line = plots[start : start + columns]
        if scale < 1 and scene.shape is TALL and not any(shops for _, shops in line):
            break
        rows = 3 if columns > 2 else max(1, *(len(shops) for _, shops in line))
        height = rows * SHOP_HEIGHT * scale + 8
        for i, (slot, shops) in enumerate(line):
            at = (x + i * (width + gap), y)
            into.append(_plot(scene, seat, slot, shops, *at, width, height, scale))
        y += height + gap
    return y - gap


def _plot(
    scene: Scene, seat: int, slot: int, shops: list[int], x: float, y: float, w: float, h: float,
    scale: float,
) -> str:  # fmt: skip
    """A printed quarter, a district or a free slot."""
    if not shops or scene.view.metropolis[seat] == st.NONE:
        return _free_slot(scene, seat, slot, x, y, w, h)
    ground = card(x, y, w, h, "papyrus" if slot == st.NONE else "chalk", "hair")
    inset = x + max(3, (w - SHOP_WIDTH * scale) / 2)
    top = y + (h - len(shops) * SHOP_HEIGHT * scale) / 2
    rows = [
        _shop(scene, seat, shop, inset, top + i * SHOP_HEIGHT * scale, scale)
        for i, shop in enumerate(shops)
    ]
    name = f"{seat}-{'ab'[shops[0] // 2] if slot == st.NONE else slot}"
    return svg.group(ground, *rows, id=scene.id(f"plot-{name}"))


def _free_slot(
    scene: Scene, seat: int, slot: int, x: float, y: float, w: float, h: float
) -> str:  # fmt: skip
    action = scene.action(act.SLOT + slot) if seat == scene.viewer and slot >= 0 else None
    art = svg.element(
        "rect", x=x + 1, y=y + 1, width=w - 2, height=h - 2, rx=6, stroke_width=1.5,
        class_="f-papyrus s-papyrus-edge", stroke_dasharray="5 5",
    )  # fmt: skip
    if slot >= 0:
        number = svg.text(x + w / 2, y + h / 2 + 6, slot + 1, 16, "f-papyrus-edge serif", "middle",
                          bold=True)  # fmt: skip
    else:
        number = ""
    lit = ring(x + 1, y + 1, w - 2, h - 2, 7) if action else ""
    tip = scene.t("A free space for a district")
    ghost = _district_ghost(scene, x, y, w, h) if action else ""
    return piece(
        art, number, lit, ghost, tip=tip, action=action,
        label=scene.label(act.SLOT + slot) if action else None,
        id_=scene.id(f"slot-{seat}-{slot}-{svg.number(x)}"),
    )  # fmt: skip


def _district_ghost(scene: Scene, x: float, y: float, w: float, h: float) -> str:
    """The district being built, shown on a slot while that is pointed at."""
    scale = scene.shape.own_scale
    shops = [number for number in box.DISTRICT_SHOP[scene.view.site] if number != box.NO_SHOP]
    scale = min(scale, h / (len(shops) * SHOP_HEIGHT + 4))
    top = y + (h - len(shops) * SHOP_HEIGHT * scale) / 2
    rows = [
        _row(scene, number, x + 4, top + i * SHOP_HEIGHT * scale, scale)
        for i, number in enumerate(shops)
    ]
    return svg.group(card(x, y, w, h, "chalk"), *rows, class_="ghost", opacity="0",
                     pointer_events="none")  # fmt: skip


def _shop(scene: Scene, seat: int, shop: int, x: float, y: float, scale: float) -> str:
    """A shop in a city: icons that fill up, and the reward, pale until it is earned."""
    view = scene.view
    number = view.shop[seat][shop]
    done = words.rules.is_complete(view, seat, shop)
    mine = seat == scene.viewer
    offers = [act.SUPPLY + box.KINDS * shop + r for r in range(box.KINDS)] if mine else []
    offers = [action for action in offers if action in scene.legal]
    tip = words.shop(scene.t, number)
    reward = _reward(scene, number, x, y, scale)
    back = svg.rect(
        x - 2, y + 0.5, SHOP_WIDTH * scale - 2, SHOP_HEIGHT * scale - 1,
        "f-papyrus-deep" if done else "nofill", 5,
    )  # fmt: skip
    art = back + (reward if done else svg.group(reward, opacity="0.6"))
    many = box.SHOP_NEEDS[number][0] == box.ANY and len(offers) > 1
    if not many:
        art += _arrow(x, y, scale)
    spots, given = [], set()
    for i in range(box.ICONS_PER_SHOP):
        need, put = box.SHOP_NEEDS[number][i], view.put[seat][shop][i]
        if need == box.NOTHING:
            continue
        at = (x + i * (SPOT + 3) * scale, y + 2 * scale)
        wanted = [
            a for a in offers if need in (box.ANY, (a - act.SUPPLY) % box.KINDS) and a not in given
        ]
        if put != st.NONE:
            spots.append(scene.good(put, *at, SPOT * scale))
        elif many:
            spots.append(_any_spots(scene, wanted, *at, scale))
        else:
            given.update(wanted)
            action = wanted[0] if wanted else None
            spots.append(_spot(scene, need, action, *at, SPOT * scale))
    shown = piece(art, tip=tip, id_=scene.id(f"shop-{seat}-{shop}"))
    return shown + "".join(spots)


def _spot(
    scene: Scene, need: int, action: int | None, x: float, y: float, size: float
) -> str:  # fmt: skip
    """An empty icon of a shop: pale, with a ring when a piece may go there."""
    art = svg.group(_need(scene, need, x, y, size), opacity="0.8" if action else FADED)
    if action is None:
        return art
    return piece(
        svg.rect(x, y, size, size, "f-papyrus", 3), art,
        ring(x, y, size, size, 4), tip=scene.label(action) or "", action=act.format_action(action),
        label=scene.label(action), id_=scene.id(f"supply-{action - act.SUPPLY}"),
    )  # fmt: skip


def _any_spots(scene: Scene, offers: list[int], x: float, y: float, scale: float) -> str:
    """An icon that takes any resource, with one button for each that is at hand."""
    size = min(SPOT, 62 / len(offers) - 1) * scale
    parts = []
    for i, action in enumerate(offers):
        kind = (action - act.SUPPLY) % box.KINDS
        at = (x + i * (size + 1.2 * scale), y + (SPOT * scale - size) / 2)
        parts.append(_spot(scene, kind, action, *at, size))
    return "".join(parts)
