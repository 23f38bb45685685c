"""The middle of the table: Ra track, auction track, centre sun and bag."""

from nomarch.draw import (
    NO_ACTION,
    Box,
    PieceAction,
    drawn,
    numerals,
    scenery,
    shapes,
    square,
    svg,
    textures,
)
from nomarch.games.ra.art.measures import (
    GAP,
    LEFT,
    RaCanvas,
    RaScene,
    act,
    components,
    icons,
    lying,
    tips,
)

BAG = (
    "M-13 8q13 9 26 0l5 -6h-36zM-13 14q-34 24 -34 56q0 22 24 22h46q24 0 24 -22"
    "q0 -32 -34 -56q-13 8 -26 0z"
)
FOLDS = "M-8 20q-16 22 -18 46M8 20q6 14 8 26M-2 84h22"
TRAY = 12
"""Width of the stone around the auction track."""
HEADLINE = 272
"""Height of the auction's status line on a tall board."""


def wide(scene: RaScene, parts: list[str]) -> float:
    """Draw the tracks, the centre sun and the bag. Returns the lower edge."""
    edge, slot = scene.shape.edge, scene.shape.slot
    track = Box(0, 170, components.TRACK_SPACES * (slot + GAP) - GAP, slot)
    track = track.moved(edge + (LEFT - edge - track.w) / 2)
    river = Box(edge, 332, LEFT - edge, 58)
    sun_x = river.right - 86
    parts += (
        *_desert(scene, Box(edge, 10, river.w, river.bottom - 10), river, 170),
        _wall(scene.prefix, Box(edge + 158, 26, river.w - 316, 84)),
        _ra_track(scene, edge + 172, 41),
        _epochs(scene.canvas, river.right - 158 - 112, 69, scene.view.epoch),
        _tray(scene.prefix, track.grown(TRAY)),
        _auction_track(scene, track.x, track.y),
        _bag(scene, Box(edge + 14, 28, 144, 122)),
        _centre(scene.canvas, sun_x, 36, scene.view.centre),
        _invoke(scene, Box(edge + 158 + (river.w - 316) / 2 - 70, 116, 140, 36)),
        _caption(scene, Box(track.x + 6, river.y + 14, track.w - 220, 38)),
    )
    return river.bottom + 4


def tall(scene: RaScene, parts: list[str]) -> float:
    """Draw the same for a phone: bag, sun and idol below the track."""
    edge, slot = scene.shape.edge, scene.shape.slot
    track = Box(edge + 3, 102, 4 * slot + 3 * GAP, 2 * slot + GAP)
    y = track.bottom + 20
    bag, centre, last = Box(edge, y, scene.shape.room, 96).across(3, GAP)
    _choice, river = Box(last.x + 4, y, last.w - 8, 96), Box(4, y + 108, 412, 20)
    parts += (
        *_desert(scene, Box(4, 4, 412, river.bottom - 4), river, 40),
        _wall(scene.prefix, Box(9, 10, 402, 48)),
        _ra_track(scene, edge + 2, 20),
        _headline(scene, edge + 2, 83),
        _epochs(scene.canvas, scene.shape.width - edge - 98, 78, scene.view.epoch),
        _tray(scene.prefix, track.grown(4)),
        _auction_track(scene, track.x, track.y),
        _bag(scene, bag),
        _centre(scene.canvas, centre.mid, y - 8, scene.view.centre),
        # Whoever may pass may not invoke: the same place serves both.
        _idol(scene.canvas, last, scene.offer(act.INVOKE)),
    )
    return river.bottom + 4


# --- The place ------------------------------------------------------------------------------------


def share_of_day(scene: RaScene) -> float:
    """Return how much of the game is over, by epochs and Ra tiles: the third ends at dusk."""
    view = scene.view
    return (view.epoch - 1 + view.ra_count / components.RA_LIMIT[view.players]) / components.EPOCHS


def _desert(scene: RaScene, at: Box, river: Box, horizon: float) -> tuple[str, ...]:
    """Draw the sky of the hour, dunes, and the Nile along the lower edge."""
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
    """Draw the Nile with its bank, rounded at the corners of the desert."""
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
    """Draw the stone slab of the auction track."""
    return svg.joined(
        textures.shadow(textures.slab(*at.moved(4, 7), 8)),
        textures.laid(prefix, "stone", textures.slab(*at, 8), "line"),
        textures.lit(*at),
    )


# --- What lies there ------------------------------------------------------------------------------


def _ra_track(scene: RaScene, x: float, y: float) -> str:
    return _niches(scene.canvas, x, y, scene.view.ra_count, components.RA_LIMIT[scene.view.players])


@drawn
def _niches(canvas: RaCanvas, x: float, y: float, count: int, limit: int) -> str:
    """Draw one niche per Ra tile that ends the epoch, filled by those drawn."""
    niches = square(x, y, canvas.shape.ra_slot).repeated(limit, limit, 6)
    parts = [textures.sunk(*niche) for niche in niches]
    parts.append(svg.rect(*niches[-1], "nofill line", 4))
    for i, niche in enumerate(niches[:count]):
        tile, what = lying(components.RA, niche), f"tile-{components.RA}"
        parts.append(svg.group(tile, id=canvas.id(f"ra-{i}"), class_="piece", data_what=what))
    if count < limit:
        parts.append(
            shapes.icon(icons.ICONS[components.RA], *niches[-1].grown(-4)[:3], opacity="0.28")
        )
    return canvas.piece(*parts, tip=tips.ra_track(canvas.t, count, limit), name="ra-track")


@drawn
def _epochs(canvas: RaCanvas, x: float, y: float, now: int) -> str:
    discs = numerals(x, y, components.EPOCHS, now)
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
    take = scene.offer(act.TAKE.at(kind) if kind > components.GOD else NO_ACTION)
    tip = scene.tip(tips.on_track, scene.viewer, kind)
    return _auctioned(scene.canvas, i, box, kind, tip, take)


@drawn
def _auctioned(canvas: RaCanvas, i: int, box: Box, kind: int, tip: str, take: PieceAction) -> str:
    return canvas.piece(
        lying(kind, box), tip=tip, name=f"track-{i}", what=f"tile-{kind}", action=take, around=box
    )


def _bag(scene: RaScene, box: Box) -> str:
    tip, draw = tips.bag(scene.t, scene.view), scene.offer(act.DRAW)
    return _full_bag(scene.canvas, box, scene.view.bag_left, tip, draw)


@drawn
def _full_bag(canvas: RaCanvas, box: Box, left: int, tip: str, draw: PieceAction) -> str:
    """Draw the bag with the number of tiles left."""
    scale, at = (box.h - 24) / 96, (box.mid, box.y)
    shade = svg.element(
        "ellipse", cx=6, cy=90, rx=50, ry=8, class_="f-soot", opacity=textures.SHADE
    )
    folds = svg.path(FOLDS, "nofill s-soot", stroke_width=1.5, opacity="0.5")
    shape = svg.group(shade, svg.path(BAG, "f-clay line"), folds, at=at, scale=scale)
    words, letter = canvas.t("Bag"), canvas.shape.letter
    bag = _pressed(canvas, box, shape, draw, words, tip=tip, name="bag", source="tile")
    return bag + shapes.cartouche(box.mid, box.y + 58 * scale, left, size=letter)


@drawn
def _idol(canvas: RaCanvas, box: Box, invoke: PieceAction) -> str:
    """Draw the Ra figure, which invokes Ra."""
    at = square(box.mid - 33, box.y + 2, 66)
    below = textures.shadow(textures.slab(*at.moved(3, 4), 4))
    figure = (
        below + shapes.tile(icons.ICONS[components.RA], "carnelian", *at[:3]) + textures.lit(*at)
    )
    words, tip = canvas.t("Ra"), _invoke_tip(canvas)
    return _pressed(canvas, box, figure, invoke, words, tip=tip, name="idol")


def _pressed(
    canvas: RaCanvas, box: Box, shape: str, action: PieceAction, plain: str, **more: str
) -> str:
    """Draw a button with its effect below it."""
    around, size = Box(box.mid - 58, box.y - 8, 116, box.h + 16), min(canvas.shape.letter, 17)
    words, bold = action.label or plain, bool(action.label)
    label = svg.text(box.mid, box.bottom - 1, words, size, "f-ink sans", "middle", bold)
    if canvas.wide:
        label = _pill(box.mid, box.bottom - 7, words, size, bold)
    touched = svg.rect(*around, "nofill", 12, pointer_events="all")
    return canvas.piece(touched, shape, label, action=action, around=around, out=0, r=12, **more)


def _pill(x: float, y: float, words: str, size: float, bold: bool) -> str:
    w = shapes.ems(words) * size * 0.86 + 18
    return svg.rect(x - w / 2, y - 13, w, 25, "f-papyrus hair", 12.5) + svg.text(
        x, y + 6, words, size, "f-ink sans", "middle", bold
    )


def _invoke(scene: RaScene, box: Box) -> str:
    tip = _invoke_tip(scene.canvas)
    return scene.plaque(act.INVOKE, box, name="invoke", ground="carnelian", tip=tip)


def _invoke_tip(canvas: RaCanvas) -> str:
    return canvas.t("Start an auction for everything on the track.")


@drawn
def _centre(canvas: RaCanvas, x: float, y: float, value: int) -> str:
    """Draw the sun that the next winner takes."""
    words, tip = canvas.t("Centre sun"), tips.centre(canvas.t, value)
    label = svg.text(x, y + 107, words, canvas.shape.letter, "f-ink sans", "middle")
    if canvas.wide:
        label = _pill(x, y + 106, words, canvas.shape.letter, False)
    lies = svg.circle(x + 3, y + 46, 29, "f-soot", opacity=textures.SHADE)
    return (
        canvas.piece(lies + shapes.sun(x, y + 42, 42, value), tip=tip, name=f"sun-{value}") + label
    )


# --- What goes on ---------------------------------------------------------------------------------


def _caption(scene: RaScene, at: Box) -> str:
    """Draw the state of the auction, or the question, on a papyrus."""
    told = _status(scene)
    if not told:
        return ""
    shown = at._replace(x=at.x - 12, w=min(at.w, 24 + 10.4 * len(told)))
    return svg.rect(*shown, "f-papyrus hair", 8) + shapes.heading(at.x, at.y + 25, told, 19)


def _headline(scene: RaScene, x: float, y: float) -> str:
    """Draw the same on a phone, beside the epochs; long words are smaller."""
    told = _status(scene)
    size = max(scene.shape.letter, min(17, HEADLINE / (0.62 * max(1, len(told)))))
    return shapes.heading(x, y, told, size)


def _status(scene: RaScene) -> str:
    """Return the state of the auction; empty outside auctions."""
    view, t, most = scene.view, scene.t, 14 if scene.wide else 10
    if not view.high and view.starter < 0:
        return ""
    player = scene.name_unless_own(view.high_seat if view.high else view.starter)
    if view.high:
        told = t("Highest bid: {sun} by {player}") if player else t("Highest bid: your {sun}")
    else:
        told = t("Auction called by {player}") if player else t("You called this auction")
    return told.format(sun=view.high, player=shapes.shorten(player, most))


def _asked(scene: RaScene) -> str:
    """Return the question; empty if the viewer answers it elsewhere."""
    return scene.prompt if scene.legal or not scene.is_to_act else ""


def _choice(scene: RaScene, box: Box) -> str:
    """Draw the action without a piece: pass, or end the turn."""
    return scene.plaque(scene.pick(act.PASS, act.STOP), box, name="choice", ground="papyrus")
