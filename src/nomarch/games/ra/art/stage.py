"""The middle of the table: Ra track, auction track, centre sun and bag."""

from nomarch.draw import Box, drawn, numerals, scenery, shapes, space, square, svg, textures
from nomarch.draw.scene import NO_ACTION, PieceAction, Spot
from nomarch.games.ra import actions as act, components, icons, state as st
from nomarch.games.ra.art.measures import GAP, RaCanvas, RaScene, lying
from nomarch.games.ra.words import tips

BAG = (
    "M-13 8q13 9 26 0l5 -6h-36zM-13 14q-34 24 -34 56q0 22 24 22h46q24 0 24 -22"
    "q0 -32 -34 -56q-13 8 -26 0z"
)
FOLDS = "M-8 20q-16 22 -18 46M8 20q6 14 8 26M-2 84h22"
TRAY = 12
"""Width of the stone around the auction track."""
HEADLINE = 272
"""Width of the auction's status line on a tall board."""
PILL = 26
"""Height of a thing's name."""


def draw(scene: RaScene, at: Box) -> tuple[str, ...]:
    return (_wide if scene.wide else _tall)(scene, at)


def _wide(scene: RaScene, at: Box) -> tuple[str, ...]:
    slot, per_row = scene.shape.slot, scene.shape.per_row
    river = Box(at.x, at.bottom - 52, at.w, 52)
    track = Box(0, at.y + 156, per_row * (slot + GAP) - GAP, slot).moved(at.x)
    track = track.moved((at.w - track.w) / 2)
    bag, idol, centre = (Box(x, at.y + 14, 128, 124) for x in (20, at.right - 276, at.right - 140))
    wall = Box(bag.right + 12, at.y + 20, idol.x - bag.right - 24, 88)
    return (
        *_desert(scene, at, river, 160),
        _wall(scene.prefix, wall),
        _ra_track(scene, wall._replace(w=wall.w - 130).grown(-12)),
        _epochs(scene.canvas, wall.right - 106, wall.level + 2, scene.view.epoch),
        _tray(scene.prefix, track.grown(TRAY)),
        _auction_track(scene, track.x, track.y),
        _bag(scene, bag),
        _idol(scene.canvas, idol, scene.offer(act.INVOKE)),
        _centre(scene.canvas, centre, scene.view.centre),
        _caption(scene, Box(track.x - 6, river.y + 9, track.w, 36)),
    )


def _tall(scene: RaScene, at: Box) -> tuple[str, ...]:
    slot, per_row = scene.shape.slot, scene.shape.per_row
    track = Box(0, at.y + 92, per_row * (slot + GAP) - GAP, 2 * slot + GAP)
    track = track.moved(at.x + (at.w - track.w) / 2)
    river = Box(at.x, at.bottom - 24, at.w, 24)
    low = Box(at.x + 8, track.bottom + 20, at.w - 16, 128)
    bag, centre, idol = low.across(3, GAP)
    wall = Box(at.x + 6, at.y + 8, at.w - 12, 46)
    return (
        *_desert(scene, at, river, 40),
        _wall(scene.prefix, wall),
        _ra_track(scene, wall.grown(-6)),
        _headline(scene, at.x + 10, at.y + 76),
        _epochs(scene.canvas, at.right - 104, at.y + 71, scene.view.epoch),
        _tray(scene.prefix, track.grown(4)),
        _auction_track(scene, track.x, track.y),
        _bag(scene, bag),
        _idol(scene.canvas, idol, scene.offer(act.INVOKE)),
        _centre(scene.canvas, centre, scene.view.centre),
    )


def pinned(scene: RaScene) -> str:
    """Draw the lot, the bid and the sun at stake, which stay in sight on a phone."""
    view = scene.view
    if scene.wide or view.phase != st.AUCTION:
        return ""
    places = square(8, 5, 37).repeated(components.TRACK_SPACES, components.TRACK_SPACES, 4)
    lot = zip(view.track[: view.track_len], places, strict=False)
    leader = view.high_seat if view.high else view.starter
    count, sizes = f"{view.ra_count}/{components.RA_LIMIT[view.players]}", scene.shape.type
    parts = (
        *(lying(kind, place) for kind, place in lot),
        shapes.badge(leader, 22, 64, 13),
        svg.text(42, 70, _status(scene), sizes.label, "f-ink sans", bold=True),
        shapes.icon(icons.ICONS[components.RA], 282, 51, 26),
        svg.text(336, 70, count, sizes.label, "f-ink sans", "end", bold=True),
        shapes.sun(378, 41, 33, view.centre, size=sizes.points),
    )
    return svg.element("symbol", *parts, id=scene.id("pinned"), viewBox="0 0 420 82")


def share_of_day(scene: RaScene) -> float:
    """Return how much of the game is over, by epochs and Ra tiles: the third ends at dusk."""
    view = scene.view
    return (view.epoch - 1 + view.ra_count / components.RA_LIMIT[view.players]) / components.EPOCHS


def _desert(scene: RaScene, at: Box, river: Box, horizon: float) -> tuple[str, ...]:
    forenoon = scenery.hour(share_of_day(scene)) < 3
    return scenery.sky(scene.prefix, at, 14), _land(scene.prefix, at, river, horizon, forenoon)


@drawn
def _land(prefix: str, at: Box, river: Box, horizon: float, forenoon: bool) -> str:
    n, level = svg.number, at.y + horizon
    crest = scenery.hills(at, level, (30, 12, 34, 16, 30))
    ridge = f"{crest}V{n(river.y)}H{n(at.x)}Z"
    sand = f"{scenery.hills(at, level + 26, (14, 26, 12))}V{n(river.y + 8)}H{n(at.x)}Z"
    giants = ((52, 92, 70), (108, 60, 44), (at.w - 62, 110, 84), (at.w - 118, 60, 44))
    return svg.joined(
        textures.shadow(f"M{n(at.x + 8)} {n(at.bottom)}h{n(at.w - 16)}v4h{n(16 - at.w)}z"),
        scenery.clouds(at._replace(h=horizon)),
        *(
            scenery.far_pyramid(at.x + x, level + 4, wide, high, forenoon)
            for x, wide, high in giants
            if horizon > 60
        ),
        scenery.dune(ridge, crest, "dune"),
        textures.laid(prefix, "sand", sand),
        scenery.haze(prefix, ridge),
        svg.path(_shore(river, at, -6), "f-reed"),
        textures.laid(prefix, "water", _shore(river, at, 0)),
        *(scenery.reeds(at.x + x, river.y, 16) for x in (26, 52, at.w - 52, at.w - 26)),
        svg.rect(*at, "nofill line", 14),
    )


def _shore(river: Box, at: Box, up: float) -> str:
    waves, r = round(at.w / 98), 14
    step = at.w / (2 * waves)
    wave = f"q{svg.number(step / 2)} -7 {svg.number(step)} 0t{svg.number(step)} 0" * waves
    x, low = svg.number(at.x), svg.number(at.bottom - r)
    right, left = f"V{low}q0 {r} -{r} {r}", f"H{svg.number(at.x + r)}q-{r} 0 -{r} -{r}Z"
    return f"M{x} {svg.number(river.y + up)}{wave}{right}{left}"


@drawn
def _wall(prefix: str, at: Box) -> str:
    cornice = Box(at.x - 3, at.y - 2, at.w + 6, 9)
    return svg.joined(
        textures.shadow(textures.slab(*at.moved(4, 6), 4)),
        textures.laid(prefix, "stone", textures.slab(*at, 4), "line"),
        svg.rect(*cornice, "f-papyrus-edge line", 3),
    )


@drawn
def _tray(prefix: str, at: Box) -> str:
    return svg.joined(
        textures.shadow(textures.slab(*at.moved(4, 7), 8)),
        textures.laid(prefix, "stone", textures.slab(*at, 8), "line"),
        textures.lit(*at),
    )


def _ra_track(scene: RaScene, room: Box) -> str:
    return _niches(scene.canvas, room, scene.view.ra_count, components.RA_LIMIT[scene.view.players])


@drawn
def _niches(canvas: RaCanvas, room: Box, count: int, limit: int) -> str:
    """Draw one niche per Ra tile that ends the epoch, filled by those drawn."""
    gap = 0.1 * room.h
    size = min(room.h - 8, (room.w + gap) / limit - gap)
    first = square(room.x, room.level + 4 - size / 2, size)
    niches = first.repeated(limit, limit, gap)
    parts = [textures.sunk(*niche) for niche in niches]
    parts.append(svg.rect(*niches[-1], "nofill line", 4))
    for i, niche in enumerate(niches[:count]):
        parts.append(svg.group(lying(components.RA, niche), id=canvas.id(f"ra-{i}")))
    if count < limit:
        parts.append(
            shapes.icon(icons.ICONS[components.RA], *niches[-1].grown(-4)[:3], opacity="0.28")
        )
    return canvas.piece(*parts, tip=tips.ra_track(canvas.t, count, limit), name="ra-track")


@drawn
def _epochs(canvas: RaCanvas, x: float, y: float, now: int) -> str:
    discs = numerals(x, y, components.EPOCHS, now, size=canvas.shape.type.fit(18))
    return canvas.piece(discs, tip=tips.epoch(canvas.t, now), name="epochs")


def _auction_track(scene: RaScene, x: float, y: float) -> str:
    view, shape = scene.view, scene.shape
    boxes = square(x, y, shape.slot).repeated(components.TRACK_SPACES, shape.per_row, GAP)
    tiles = (_track_tile(scene, i, boxes[i]) for i in range(view.track_len))
    return svg.Composed(_free_track(scene.canvas, x, y, view.track_len), *tiles)


@drawn
def _free_track(canvas: RaCanvas, x: float, y: float, count: int) -> str:
    """Draw the spaces without a tile. They have no id: a covered space has not moved."""
    shape = canvas.shape
    boxes = square(x, y, shape.slot).repeated(components.TRACK_SPACES, shape.per_row, GAP)
    free = "".join(textures.sunk(*box, 6) for box in boxes[count:])
    return canvas.piece(free, tip=tips.auction_track(canvas.t, count)) if free else ""


def _track_tile(scene: RaScene, i: int, box: Box) -> str:
    kind = scene.view.track[i]
    take = act.TAKE.at(kind) if kind > components.GOD else NO_ACTION
    tip = scene.tip(tips.on_track, scene.viewer, kind)
    return _auctioned(scene.canvas, scene.spot(box, f"track-{i}", take, tip), kind)


@drawn
def _auctioned(canvas: RaCanvas, spot: Spot, kind: int) -> str:
    return canvas.piece(lying(kind, spot.at), spot=spot)


def _bag(scene: RaScene, box: Box) -> str:
    spot = scene.spot(box, "bag", act.DRAW, tips.bag(scene.t, scene.view))
    return _full_bag(scene.canvas, spot, scene.view.bag_left)


@drawn
def _full_bag(canvas: RaCanvas, spot: Spot, left: int) -> str:
    box, scale = spot.at, (spot.at.h - PILL - 8) / 96
    shade = svg.element(
        "ellipse", cx=6, cy=90, rx=50, ry=8, class_="f-soot", opacity=textures.SHADE
    )
    folds = svg.path(FOLDS, "nofill s-soot", stroke_width=1.5, opacity="0.5")
    at = (box.mid, box.y)
    shape = svg.group(shade, svg.path(BAG, "f-clay line"), folds, at=at, scale=scale)
    bag = _thing(canvas, spot, shape, canvas.t("Bag"))
    return bag + canvas.count(box.mid, box.y + 58 * scale, left)


@drawn
def _idol(canvas: RaCanvas, box: Box, invoke: PieceAction) -> str:
    size = box.h - PILL - 14
    at = square(box.mid - size / 2, box.y + 2, size)
    below = textures.shadow(textures.slab(*at.moved(3, 4), 4))
    figure = (
        below + shapes.tile(icons.ICONS[components.RA], "carnelian", *at[:3]) + textures.lit(*at)
    )
    tip = canvas.t("Start an auction for everything on the track.")
    return _thing(canvas, Spot(box, "idol", tip, invoke), figure, canvas.t("Ra"))


@drawn
def _centre(canvas: RaCanvas, box: Box, value: int) -> str:
    r = (box.h - PILL - 8) / 2
    x, y, size = box.mid, box.y + r, canvas.shape.type.fit(0.85 * r)
    lies = svg.circle(x + 3, y + 4, 0.7 * r, "f-soot", opacity=textures.SHADE)
    sun, tip = lies + shapes.sun(x, y, r, value, size=size), tips.centre(canvas.t, value)
    return canvas.piece(sun, tip=tip, name=f"sun-{value}") + _pill(
        canvas, box, canvas.t("Centre sun")
    )


def _thing(canvas: RaCanvas, spot: Spot, shape: str, plain: str) -> str:
    """Draw a thing with its name below it, or with what a click on it does."""
    touched, action = svg.rect(*spot.at, "nofill", 12, pointer_events="all"), spot.action.label
    label = _pill(canvas, spot.at, action or plain, bold=bool(action))
    return canvas.piece(touched, shape, label, spot=spot, out=4, r=12)


def _pill(canvas: RaCanvas, box: Box, words: str, *, bold: bool = False) -> str:
    size = canvas.shape.letter
    w = min(box.w, shapes.ems(words) * size + 16)
    at = Box(box.mid - w / 2, box.bottom - PILL, w, PILL)
    return space(at, words, ground="papyrus", size=size, r=PILL / 2, bold=bold)


def _caption(scene: RaScene, at: Box) -> str:
    text, size = _status(scene), scene.shape.type.text
    if not text:
        return ""
    shown = at._replace(w=min(at.w, 24 + size * shapes.ems(text)))
    return svg.rect(*shown, "f-papyrus hair", 8) + shapes.heading(
        shown.x + 12, shown.level + 0.35 * size, text, size
    )


def _headline(scene: RaScene, x: float, y: float) -> str:
    text, sizes = _status(scene), scene.shape.type
    size = sizes.fit(min(sizes.text, HEADLINE / max(1, shapes.ems(text))))
    return shapes.heading(x, y, text, size)


def _status(scene: RaScene) -> str:
    """Return the state of the auction; empty outside auctions."""
    view, t, most = scene.view, scene.t, 14 if scene.wide else 10
    if not view.high and view.starter < 0:
        return ""
    player = scene.name_unless_own(view.high_seat if view.high else view.starter)
    if view.high:
        text = t("Highest bid: {sun} by {player}") if player else t("Highest bid: your {sun}")
    else:
        text = t("Auction called by {player}") if player else t("You called this auction")
    return text.format(sun=view.high, player=shapes.shorten(player, most))
