"""The desk: the turn, the temple scale, and the current question."""

from nomarch.draw import NO_ACTION, Box, Spot, drawn, rows, shapes, svg, textures
from nomarch.draw.board_parts import clip, numeral
from nomarch.games.amun_re import actions as act, components as box, icons, state as st
from nomarch.games.amun_re.art import altar
from nomarch.games.amun_re.art.measures import GAP, AmunCanvas, AmunScene, province_tip, stamp
from nomarch.games.amun_re.art.players import face
from nomarch.games.amun_re.rules import stages
from nomarch.games.amun_re.words import component_names as terms, tips

AUCTION = (st.PICK, st.STEP)
CHOICES = (st.KEEP, st.START_KEEP)
PRICES = 6
"""Prices that are always shown."""
MARKET = {st.CARDS_STAGE: "card", st.FARMERS_STAGE: "farmer", st.BRICKS_STAGE: "brick"}
TURNS = 38
"""Height of the turns."""
PLATE = 98
"""Width of a province's card in the auction."""
TALL_BIDS, OFFERING = 44, 200
"""From one auction to the next on a tall board, and the height of an offering there."""


def height(scene: AmunScene) -> float:
    """Return the height of the desk on a tall board, set by what needs most."""
    return TURNS + scene.shape.scale + GAP + 46 + max(TALL_BIDS * scene.view.players, OFFERING)


def draw_desk(scene: AmunScene, at: Box) -> str:
    scale = Box(at.x, at.y + TURNS, at.w, scene.shape.scale)
    top = scale.bottom + 6
    stage = Box(at.x, top, at.w, at.bottom - top)
    title = terms.phase(scene.t, scene.view)
    inner = [shapes.heading(stage.x + 12, top + 28, title, scene.shape.type.text)]
    asked, room = scene.view.phase, Box(stage.x + 10, top + 40, stage.w - 20, stage.h - 48)
    if asked in AUCTION:
        _auction(scene, inner, room)
    elif asked in CHOICES:
        _choices(scene, inner, room)
    elif asked in (st.BONUS_PLAY, st.OVER):
        altar.podium(scene, inner, room)
    elif asked == st.OFFERING or altar.is_open(scene):
        altar.draw(scene, inner, room)
    else:
        _market(scene, inner, room)
    return svg.joined(
        _turns(scene.canvas, at.x, at.y, at.w, scene.view.turn),
        _scale(scene, scale),
        clip(scene, "stage", stage, shapes.panel(*stage, active=scene.is_to_act), *inner),
    )


@drawn
def _turns(canvas: AmunCanvas, x: float, y: float, w: float, now: int) -> str:
    t, parts, letter = canvas.t, [], canvas.shape.letter
    for turn in range(1, box.TURNS + 1):
        kingdom, of_kingdom = divmod(turn - 1, box.KINGDOM_TURNS)
        at = x + w - 17 - (box.TURNS - turn) * 32 - (1 - kingdom) * 8
        off = "papyrus-edge" if turn < now else "papyrus-deep"
        parts.append(numeral(at, y + 18, of_kingdom + 1, turn == now, 15, off, letter))
    name = t("Old Kingdom") if now <= box.KINGDOM_TURNS else t("New Kingdom")
    tip = t("Turn {turn} of 6").format(turn=now)
    parts.append(shapes.heading(x + 2, y + 24, name, canvas.shape.type.text))
    return canvas.piece(*parts, tip=f"{name} · {tip}", name="turns")


def _scale(scene: AmunScene, room: Box) -> str:
    steps = (
        _scale_step(
            scene.canvas, i, place, i == scene.view.box, scene.tip(tips.scale, scene.viewer, i)
        )
        for i, place in enumerate(room.across(box.BOXES + 1, 3))
    )
    return clip(scene, "scale", room, *steps)


@drawn
def _scale_step(canvas: AmunCanvas, i: int, place: Box, here: bool, tip: str) -> str:
    """Draw a step, higher for larger offerings; the temple stands on the current one."""
    top = place.bottom - canvas.shape.scale + 36 + 5 * (box.BOXES - i)
    outline = textures.slab(place.x, top, place.w, place.bottom - top, 5)
    stone = textures.laid(canvas.prefix, "stone", outline, "hair")
    parts = [svg.path(outline, "f-gold line") if here else stone]
    if here:
        parts.append(stamp(canvas, "temple", place.mid - 19, top - 36, 38))
    parts += _numbers(canvas, i, place.mid, top, "soot" if here else "ink")
    return canvas.piece(*parts, tip=tip, name=f"scale-{i}")


def _numbers(canvas: AmunCanvas, i: int, mid: float, top: float, ink: str) -> list[str]:
    if i == 0:
        return [stamp(canvas, "pharaoh", mid - 21, top + 12, 42)]
    figure = canvas.shape.type.points
    camel = [stamp(canvas, "camel", mid - 34, top + 24, 34)] if box.CAMEL[i] else []
    at, harvest = mid + 17 if camel else mid, box.HARVEST[i]
    return [
        *camel,
        canvas.letters(mid, top + 20, _range(i), f"f-{ink} sans", "middle", True),
        svg.text(at, top + 22 + figure, harvest, figure, f"f-{ink} sans", "middle", bold=True),
    ]


def _range(i: int) -> str:
    if i == 1:
        return f"≤ {box.BOX_LIMITS[0]}"
    if i == box.BOXES:
        return f"≥ {box.BOX_LIMITS[-1] + 1}"
    return f"{box.BOX_LIMITS[i - 2] + 1}–{box.BOX_LIMITS[i - 1]}"


def _auction(scene: AmunScene, parts: list[str], room: Box) -> None:
    """Draw the provinces up for auction, each with its nine bid spaces and pawns."""
    up = [p for p in range(box.PROVINCES) if scene.view.card[p]]
    pitch = room.h / max(3, len(up))
    high = min(92, pitch - (14 if scene.wide else 4))
    gap = min(32, pitch - high)
    for p, plate in zip(
        up, Box(room.x, room.y, PLATE, high).repeated(len(up), 1, gap), strict=True
    ):
        parts += _plate(scene, p, plate), _track(scene, p, plate._replace(w=room.w))


def _plate(scene: AmunScene, p: int, plate: Box) -> str:
    spot = scene.spot(plate, f"card-{p}", act.PROVINCE.at(p), province_tip(scene, p))
    return _plate_of(scene.canvas, spot, p, scene.view.pick == p)


@drawn
def _plate_of(canvas: AmunCanvas, spot: Spot, p: int, picked: bool) -> str:
    plate, name = spot.at, terms.province(canvas.t, p)
    label = shapes.fitted(name, plate.w - 8, canvas.shape.letter, "serif", bold=False)
    return canvas.piece(
        svg.rect(*plate, "f-chalk bold" if picked else "f-papyrus line", 6),
        canvas.letters(plate.mid, plate.level + 6, label, "f-ink serif", "middle"),
        spot=spot,
        out=0,
        r=7,
    )


def _track(scene: AmunScene, p: int, row: Box) -> str:
    track = Box(row.x + PLATE + 3, row.y, row.w - PLATE - 3, row.h).across(box.BID_STEPS, 1)
    return "".join(_step(scene, p, step, place) for step, place in enumerate(track))


def _step(scene: AmunScene, p: int, step: int, place: Box) -> str:
    view, province = scene.view, terms.province(scene.t, p)
    gold, action = box.BID_TRACK[step], act.BID.at(step) if view.pick == p else NO_ACTION
    tip = scene.tip(tips.bid, scene.viewer, p, step)
    seats = range(view.players)
    pawns = [seat for seat in seats if view.bid_on[seat] == p and view.bid_step[seat] == step]
    for seat in pawns:
        text = scene.t("{player} bids {gold} for {province}.")
        if seat == scene.viewer:
            text = scene.t("You bid {gold} for {province}.")
        tip = text.format(player=scene.names[seat], gold=gold, province=province)
    highest = max((view.bid_step[seat] for seat in seats if view.bid_on[seat] == p), default=step)
    blocks = tuple((seat, view.blocked[seat]) for seat in pawns)
    spot = scene.spot(place, f"step-{p}-{step}", action, tip)
    return _bid_space(scene.canvas, spot, gold, blocks, step < highest)


@drawn
def _bid_space(
    canvas: AmunCanvas, spot: Spot, gold: int, pawns: tuple[tuple[int, int], ...], outbid: bool
) -> str:
    """Draw a space with its price or its pawns: pairs of seat and whether blocked."""
    place, face = spot.at, "chalk" if spot.action.label else "papyrus"
    parts = [svg.rect(*place, f"f-{face} hair", 4)]
    if not pawns:
        parts.append(canvas.letters(place.mid, place.level + 6, gold, anchor="middle"))
    for seat, is_blocked in pawns:
        pawn = shapes.badge(seat, place.mid, place.level, min(16, place.w / 2 + 1))
        parts.append(svg.group(pawn, opacity="0.35") if outbid else pawn)
        if is_blocked:
            parts.append(shapes.icon(icons.ICONS[box.BLOCK], place.right - 14, place.level + 2, 20))
    return canvas.piece(*parts, spot=spot, out=0, r=6)


def _choices(scene: AmunScene, parts: list[str], room: Box) -> None:
    """Draw the cards to choose from; other players see their backs."""
    view, size = scene.view, scene.shape.hand
    kinds = [kind for kind in range(box.CARDS) for _ in range(max(0, view.drawn[kind]))]
    if not kinds:
        parts += [
            stamp(scene.canvas, "card", room.x + i * 44, room.y, 56) for i in range(view.drawn_left)
        ]
        return
    per_row = int((room.w + 6) / (size + 6))
    places = Box(room.x, room.y + 2, size, scene.shape.card_h).repeated(len(kinds), per_row, 6)
    for i, (kind, place) in enumerate(zip(kinds, places, strict=True)):
        parts.append(face(scene, kind, place, act.RETURN.at(kind), f"drawn-{i}"))


def _market(scene: AmunScene, parts: list[str], room: Box) -> None:
    view = scene.view
    most = max([PRICES, *(n for n in range(1, box.MAX_BUY + 1) if scene.can(act.BUY.at(n)))])
    lines = rows(most, PRICES)
    price = min(100, 0.6 * room.h / lines - 7)
    high = room.h - lines * (price + 7) - 10
    stage = view.phase if view.phase in MARKET else view.back
    stalls = room._replace(h=high).across(len(MARKET), 8)
    for at, (kind, picture) in zip(stalls, MARKET.items(), strict=True):
        units = view.units if kind == stage and view.phase not in MARKET else 1
        tip = tips.stall(scene.t, kind == stage)
        parts.append(_stall(scene.canvas, picture, at, units, kind == stage, tip))
    first = Box(room.x + 1, room.y + high + 10, room.w / PRICES - 7, price)
    for i, place in enumerate(first.repeated(most, PRICES, 7)):
        parts.append(_purchase(scene, i + 1, place))


@drawn
def _stall(canvas: AmunCanvas, picture: str, place: Box, units: int, now: bool, tip: str) -> str:
    shown = min(units, 4)
    size = min(0.9 * place.w, place.h)
    start = place.mid - size / 2 - 9 * (shown - 1)
    pile = [
        stamp(canvas, picture, start + 18 * i, place.level - size / 2, size) for i in range(shown)
    ]
    many = canvas.count(place.right - 20, place.bottom - 16, units) if units > shown else ""
    ground = svg.rect(*place, "f-chalk bold" if now else "f-papyrus hair", 8)
    return canvas.piece(ground, *pile, many, tip=tip, name=f"stall-{picture}")


def _purchase(scene: AmunScene, units: int, place: Box) -> str:
    tip = scene.tip(tips.purchase, scene.viewer, units)
    spot = scene.spot(place, f"buy-{units}", act.BUY.at(units), tip)
    return _price(scene.canvas, spot, units)


@drawn
def _price(canvas: AmunCanvas, spot: Spot, units: int) -> str:
    place = spot.at
    shown = svg.rect(*place, "f-chalk line" if spot.action.label else "f-papyrus hair", 6)
    kind, is_high = canvas.shape.type, place.h > 70
    low, size = place.bottom - (16 if is_high else 7), kind.points if is_high else kind.title
    shown += shapes.number(place.mid, place.y + size + (8 if is_high else 0), units, size)
    shown += svg.circle(place.mid - 13, low - 6, 7, "f-gold hair")
    shown += canvas.letters(place.mid - 2, low, stages.price(units))
    return canvas.piece(shown, spot=spot, out=1)
