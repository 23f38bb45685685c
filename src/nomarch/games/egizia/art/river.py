"""The Nile: its cards, its round spaces, sites and boats, from the source to the delta."""

from functools import lru_cache

from nomarch.draw import Box, disc, drawn, scenery, shapes, svg, textures
from nomarch.draw.board_parts import clip, space as chip
from nomarch.draw.scene import NO_ACTION, PieceAction, Spot
from nomarch.games.egizia import actions as act, components as box, icons, state as st
from nomarch.games.egizia.art import choices, common, header
from nomarch.games.egizia.art.common import GAP, LEADING, EgiziaCanvas, EgiziaScene, is_over
from nomarch.games.egizia.words import component_names as terms, tips

LEFT, WIDTH = 12, 1176
"""The wide river's place on the sheet."""
PITCH = 110.8
"""From one card to the next on the wide Nile."""
CARDS_H, WATER_H, FIXED_H = 172, 46, 114
"""Heights of the upper bank with the cards, the water, and the lower bank."""
ROW = 48
"""From one card to the next on the tall Nile."""
BAND = 50
"""Height of a card's picture on the wide Nile; on the tall one its width."""
SAIL = 44
"""Size of a boat on the water."""

Berth = tuple[float, float]
"""Where the boats of a space are drawn."""
Disc = tuple[float, float, float]
"""A circle's centre and radius."""


def wide(scene: EgiziaScene, parts: list[str], y: float) -> float:
    """From the source on the left to the delta on the right: cards above, fixed spaces below."""
    height = CARDS_H + WATER_H + FIXED_H
    bank = Box(LEFT + 1, y, WIDTH - 2, height)
    if is_over(scene):
        parts.append(_shore(scene.canvas, bank, ""))
        _riddles_open(scene, parts, Box(LEFT + 6, y + 6, WIDTH - 12), 4)
        return y + height + GAP
    parts.append(_shore(scene.canvas, bank, _bed_across(y + CARDS_H)))
    middle = y + CARDS_H + WATER_H / 2
    parts.append(_water(scene.canvas, "source", 30, middle))
    cards = Box(LEFT + 8, y + 4, PITCH - 8, CARDS_H - 8)
    fixed = Box(LEFT + 5 + PITCH / 2, y + CARDS_H + WATER_H + 2, PITCH - 6, FIXED_H - 4)
    at_sphinx = choices.is_at_sphinx(scene)
    for pos in range(box.POSITIONS):
        on_card = box.SPACE_KIND[pos] == box.CARD_SPACE
        at = (cards if on_card else fixed).moved(pos // 2 * PITCH)
        if not (at_sphinx and on_card):
            parts.append(_space(scene, pos, at, (at.mid - SAIL / 2, y + CARDS_H - 2)))
        if box.SPACE_KIND[pos] == box.SITE_SPACE:
            name = f"landing-{box.SPACE_INDEX[pos]}"
            parts.append(_water(scene.canvas, name, at.mid, middle))
    if at_sphinx:
        room = Box(LEFT + 10, y + 12, WIDTH - 20, 68)
        parts.append(choices.at_sphinx(scene, room, box.MAX_DRAW)[0])
    return y + height + GAP


def tall(scene: EgiziaScene, parts: list[str], y: float) -> float:
    """From the source at the top to the delta; only the sites' boats when nobody sails."""
    head: list[str] = []
    low = header.draw(scene, head, y)
    parts += [shapes.sheet(1, y + 1, 418, low - y - 4), *head]
    y = low
    if choices.is_at_sphinx(scene):
        drawn_cards, low = choices.at_sphinx(scene, Box(8, y + 6, 404, 60), 2)
        parts.append(drawn_cards)
        y = low + GAP
    if is_over(scene):
        return _riddles_open(scene, parts, Box(8, y, 404), 1)
    if not is_sailed(scene):
        return _sites_alone(scene, parts, y)
    height = 10.5 * ROW
    river = Box(0, y, 420, height + 4)
    source = _water(scene.canvas, "source", 210, y)
    shown = [_shore(scene.canvas, river, _bed_down(y, height + 4)), source]
    cards, fixed = Box(5, y + 3, 182, ROW - 4), Box(233, y + 3 + ROW / 2, 182, ROW - 4)
    for pos in range(box.POSITIONS):
        first = cards if box.SPACE_KIND[pos] == box.CARD_SPACE else fixed
        at = first.moved(0, pos // 2 * ROW)
        space = _space(scene, pos, at, (188, at.level - SAIL / 2))
        shown.append(clip(scene, f"reach-{pos}", at._replace(x=0, w=420), space))
        if box.SPACE_KIND[pos] == box.SITE_SPACE:
            name = f"landing-{box.SPACE_INDEX[pos]}"
            shown.append(_water(scene.canvas, name, 210, at.level))
    parts.append(clip(scene, "river", river, *shown))
    return river.bottom


def is_sailed(scene: EgiziaScene) -> bool:
    return scene.view.stage in (st.PLACING, st.HARVESTING)


def _sites_alone(scene: EgiziaScene, parts: list[str], y: float) -> float:
    parts.append(_shore(scene.canvas, Box(0, y, 420, 126), textures.slab(0, y, 420, 20)))
    for site in range(len(box.SITES)):
        parts.append(_site_space(scene, site, Box(8 + site * 138, y + 26, 128, 94)))
    return y + 126


def _riddles_open(scene: EgiziaScene, parts: list[str], room: Box, columns: int) -> float:
    """After the game everybody's Sphinx cards lie open on the bank; where they end."""
    below, most = room.y, max(scene.view.hand[: scene.view.players])
    pitch = min(46, (CARDS_H + WATER_H + FIXED_H - 38) / max(1, most)) if columns > 1 else 33
    for i, seat in enumerate(scene.seats):
        at = room.across(columns, 10)[i % columns]._replace(y=room.y if columns > 1 else below)
        parts.append(shapes.heading(at.x + 6, at.y + 20, scene.names[seat]))
        for row, index in enumerate(terms.held_riddles(scene.view, seat)):
            line = at._replace(y=at.y + 30 + row * pitch, h=pitch - 4)
            spot = Spot(line, f"riddle-{index}", scene.tip(tips.riddle, seat, index))
            parts.append(common.sphinx_card(scene.canvas, spot, index))
        below = max(below, at.y + 38 + pitch * scene.view.hand[seat])
    return below


@drawn
def _shore(canvas: EgiziaCanvas, at: Box, water: str) -> str:
    """The banks, and the Nile between its green edges."""
    bank = textures.slab(*at)
    layers = [textures.laid(canvas.prefix, "sand", bank), scenery.haze(canvas.prefix, bank)]
    if water:
        layers.append(svg.path(water, "nofill s-reed", stroke_width=12, stroke_linejoin="round"))
        layers.append(textures.laid(canvas.prefix, "water", water, "s-malachite"))
    if canvas.wide:
        name = canvas.id("bank")
        cut = svg.element("clipPath", svg.rect(*at, ""), id=name)
        return cut + svg.group(*layers, aria_hidden="true", clip_path=f"url(#{name})")
    return svg.group(*layers, aria_hidden="true")


@drawn
def _water(canvas: EgiziaCanvas, name: str, x: float, y: float) -> str:
    """A point of the Nile that boats pass, for a page that lets them sail."""
    return svg.circle(x, y, 1, "nofill", id=canvas.id(name))


@lru_cache(16)
def _bed_across(y: float) -> str:
    bends = "".join(f"q{PITCH / 4} {-7 if i % 2 else 7} {PITCH / 2} 0" for i in range(23))
    back = "".join(f"q{-PITCH / 4} {7 if i % 2 else -7} {-PITCH / 2} 0" for i in range(23))
    return f"M-20 {y}{bends}v{WATER_H}{back}Z"


@lru_cache(16)
def _bed_down(y: float, h: float) -> str:
    steps = 21
    bends = "".join(f"q{-6 if i % 2 else 6} {h / 42:.1f} 0 {h / 21:.1f}" for i in range(steps))
    back = "".join(f"q{6 if i % 2 else -6} {-h / 42:.1f} 0 {-h / 21:.1f}" for i in range(steps))
    return f"M188 {y}{bends}h44{back}Z"


def _seats_at(scene: EgiziaScene, pos: int) -> tuple[int, ...]:
    boats = scene.view.boats
    return tuple(seat for seat in range(scene.view.players) if boats[seat] >> pos & 1)


def _moored(seats: tuple[int, ...], x: float, y: float) -> str:
    """The boats on the water before a space; two of them lie side by side."""
    first = x - 7 * (len(seats) - 1)
    return "".join(common.boat(seat, first + 14 * i, y, SAIL) for i, seat in enumerate(seats))


def _space(scene: EgiziaScene, pos: int, at: Box, berth: Berth) -> str:
    index = box.SPACE_INDEX[pos]
    if box.SPACE_KIND[pos] == box.CARD_SPACE:
        return _card_space(scene, index, at, berth)
    if box.SPACE_KIND[pos] == box.ROUND_SPACE:
        return _round_space(scene, index, at, berth)
    return _site_space(scene, index, at)


def _is_lying(at: Box) -> bool:
    """Return whether a space is so wide that words go beside its picture."""
    return at.w > at.h * 1.5


def _card_space(scene: EgiziaScene, index: int, at: Box, berth: Berth) -> str:
    """A card on the Nile, or bare sand and the boat of whoever took it."""
    kind = scene.view.row[index]
    if kind < 0:
        return _bare_space(scene.canvas, index, at, berth, _seats_at(scene, box.CARD_POS[index]))
    take = scene.pick(act.GO_CARD.at(index), act.HARVEST.at(index))
    tip = scene.tip(tips.nile_card, scene.viewer, kind)
    return _nile_card(scene.canvas, scene.spot(at, f"nile-{index}", take, tip), kind)


@drawn
def _bare_space(
    canvas: EgiziaCanvas, index: int, at: Box, berth: Berth, seats: tuple[int, ...]
) -> str:
    name = terms.space(canvas.t, box.CARD_POS[index])
    tip = canvas.t("{space}: no card left.").format(space=name)
    bare, letter = at.grown(-3), canvas.shape.letter
    number = svg.text(bare.x + 8, bare.y + letter + 3, index + 1, letter, "f-ink sans")
    return canvas.piece(
        textures.pressed(*bare, 6), number, _moored(seats, *berth), tip=tip, name=f"nile-{index}"
    )


@drawn
def _nile_card(canvas: EgiziaCanvas, spot: Spot, kind: int) -> str:
    return canvas.piece(_card_face(canvas, kind, spot.at), spot=spot)


@drawn
def _card_face(canvas: EgiziaCanvas, kind: int, at: Box) -> str:
    lying = _is_lying(at)
    picture = at._replace(w=BAND) if lying else at._replace(h=BAND)
    face = shapes.icon(icons.CARD_ICONS[kind], *picture.around(BAND - 4)[:3])
    room = Box(at.x + BAND + 5, at.y, at.w - BAND - 8, at.h)
    if not lying:
        room = Box(at.x + 3, at.y + BAND, at.w - 6, at.h - BAND)
    words = common.card_words(canvas, kind, room, "start" if lying else "middle")
    return shapes.card(*at, "chalk") + common.card_ground(picture, kind) + face + words


def _round_space(scene: EgiziaScene, index: int, at: Box, berth: Berth) -> str:
    """A round space with its effect; beside it the chance to double it."""
    pos, double = box.ROUND_POS[index], scene.offer(scene.pick(act.GO_DOUBLED.at(index)))
    tip = scene.tip(tips.space, scene.viewer, pos)
    spot = scene.spot(at, f"round-{index}", act.GO_ROUND.at(index), tip)
    space = _round(scene.canvas, spot, index, berth, _seats_at(scene, pos))
    return space + (_doubled(scene.canvas, index, at, double) if double.label else "")


def _disc_of(at: Box) -> Disc:
    """The circle of a round space: its centre and radius."""
    return (at.x + 25, at.level, 24) if _is_lying(at) else (at.mid, at.y + 26, 25)


@drawn
def _round(
    canvas: EgiziaCanvas, spot: Spot, index: int, berth: Berth, seats: tuple[int, ...]
) -> str:
    lying, last = _is_lying(spot.at), index == box.HELIOPOLIS
    x, y, r = _disc_of(spot.at)
    title = (_title_beside if lying else _title_below)(canvas, box.ROUND_POS[index], spot.at)
    return canvas.piece(
        svg.circle(x, y, r, f"f-{'gold' if last else 'chalk'} line"),
        svg.circle(x, y, r - 4, "f-chalk hair") if last else "",
        shapes.icon(icons.ROUND_ICONS[index], *disc(x, y, 20 if lying else 21.5)[:3]),
        title,
        _moored(seats, *berth),
        spot=spot,
        around=disc(x, y, r),
        r=r + 3,
    )


@drawn
def _doubled(canvas: EgiziaCanvas, index: int, at: Box, double: PieceAction) -> str:
    x, y, r = _disc_of(at)
    there = Box(x + r - 14, y - r - 2, 36, 25)
    return canvas.piece(
        chip(there, "×2", ground="chalk", edge="line", size=canvas.shape.letter, r=8, bold=True),
        tip=terms.card_tip(canvas.t, box.DOUBLE_ROUND),
        name=f"double-{index}",
        action=double,
        around=there,
    )


def _title_below(canvas: EgiziaCanvas, pos: int, at: Box) -> str:
    letter = canvas.shape.letter
    lines = canvas.shape.lines(terms.space_short(canvas.t, pos), at.w + 2, 2)
    low = at.y + 51 + letter
    title = svg.text(
        at.mid, low, terms.space(canvas.t, pos), letter, "f-ink sans", "middle", bold=True
    )
    return title + shapes.written(
        lines, at.mid, low + LEADING * letter, letter, anchor="middle", leading=LEADING
    )


def _title_beside(canvas: EgiziaCanvas, pos: int, at: Box) -> str:
    letter, x = canvas.shape.letter, at.x + 54
    lines = canvas.shape.lines(terms.space_short(canvas.t, pos), at.right - x, 2)
    low = at.level + (0.36 - LEADING / 2 * len(lines)) * letter
    name = terms.space(canvas.t, pos)
    title = svg.text(x, low, name, letter, "f-ink sans", bold=True)
    return title + shapes.written(lines, x, low + LEADING * letter, letter, leading=LEADING)


def _site_space(scene: EgiziaScene, site: int, at: Box) -> str:
    first, wait = Box(at.x + 3, at.y + 2, 32, 32), Box(at.right - 42, at.y + 40, 34, 28)
    if _is_lying(at):
        first, wait = Box(at.x + 52, at.y - 2, 26, 26), Box(at.right - 36, at.y + 14, 34, 28)
    places = first.repeated(box.PLACES_OPEN[scene.view.players], box.PLACES, 2)
    return svg.joined(
        _site_face(scene.canvas, site, at, scene.tip(tips.space, scene.viewer, box.SITE_POS[site])),
        *(_place(scene, site, place, where) for place, where in enumerate(places)),
        _waiting(scene, site, wait),
    )


@drawn
def _site_face(canvas: EgiziaCanvas, site: int, at: Box, tip: str) -> str:
    t, picture, letter = canvas.t, icons.SITE_ICONS[site], canvas.shape.letter
    title = (t("Sphinx"), t("Obelisk"), t("Temple"))[site]
    if _is_lying(at):
        face = shapes.icon(picture, at.x + 5, at.level - 20, 40)
        face += svg.text(at.x + 54, at.bottom - 3, title, letter, "f-ink sans", bold=True)
    else:
        face = shapes.icon(picture, at.mid - 19, at.y + 35, 38)
        face += svg.text(at.mid, at.bottom - 5, title, letter, "f-ink sans", "middle", bold=True)
    ground = shapes.card(*at, "papyrus-deep")
    return canvas.piece(ground, face, tip=tip, name=f"site-{site}")


def _place(scene: EgiziaScene, site: int, place: int, at: Box) -> str:
    seat, t = scene.view.place[site][place], scene.t
    text = t("Place {place}: {player}")
    if seat < 0:
        text = t("{site}, place {place}: free")
    elif seat == scene.viewer:
        text = t("Place {place}: you")
    name = terms.site(t, site)
    tip = text.format(place=place + 1, player=scene.names[seat], site=name)
    spot = scene.spot(at, f"place-{site}-{place}", act.GO_SITE.at(site, place), tip)
    return _place_disc(scene.canvas, spot, place, seat)


@drawn
def _place_disc(canvas: EgiziaCanvas, spot: Spot, place: int, seat: int) -> str:
    at, letter = spot.at, canvas.shape.letter
    if seat >= 0:
        face = common.boat(seat, at.x - 1, at.y - 3, at.w + 3)
    else:
        low = at.level + 0.36 * letter
        face = svg.text(at.mid, low, place + 1, letter, "f-ink-soft sans", "middle", True)
    ground = svg.circle(at.mid, at.level, at.w / 2 - 1, "f-papyrus hair")
    return canvas.piece(ground, face, spot=spot, r=18)


def _waiting(scene: EgiziaScene, site: int, at: Box) -> str:
    """The place to wait at a site, while a boat waits there or may."""
    seat, wait, t = scene.view.waiting[site], scene.pick(act.GO_WAIT.at(site)), scene.t
    if seat < 0 and wait == NO_ACTION:
        return ""
    tip = t("{player} is waiting here.").format(player=scene.names[seat])
    if seat < 0:
        tip = t("Wait here, and build if someone at this site doesn't.")
    elif seat == scene.viewer:
        tip = t("You're waiting here.")
    return _waiting_place(scene.canvas, scene.spot(at, f"wait-{site}", wait, tip), seat)


@drawn
def _waiting_place(canvas: EgiziaCanvas, spot: Spot, seat: int) -> str:
    at = spot.at
    if seat >= 0:
        face = common.boat(seat, at.x, at.y - 5, 34)
    else:
        face = shapes.icon(icons.HOURGLASS, at.x + 5, at.y + 2, 24)
    return canvas.piece(svg.rect(*at, "f-papyrus hair", 8), face, spot=spot)
