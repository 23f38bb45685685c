"""The players' boards: four stacks each, with the name and what they are worth."""

from collections.abc import Sequence

from nomarch.draw import Box, PieceAction, drawn, rows, shapes, square, svg, textures
from nomarch.draw.board_parts import Mark, crown, nameplate, placed, space, tableau
from nomarch.games.giza import heuristic
from nomarch.games.giza.art.measures import GAP, GizaCanvas, GizaScene, act, kit, points_of, st
from nomarch.games.giza.art.tiles import back, breadth, course, face, plan
from nomarch.games.giza.rules import ending, tiles
from nomarch.games.giza.words import names, tips

SLAB = 6
"""How much every covered tile lifts the top of a stack."""
MOST_SLABS = 6
COURSE = 0.5
"""Height of a tile from the side, in widths of a stack; less where stacks are high."""
OPEN_COURSE = 26
"""The same on the boards of others, when they lie open: after the game, or by the option."""
NAMED, FOOT = 48, 40
"""Room above the own stacks for the name, and below for the sites' names."""

Kinds = tuple[int, ...]
"""A stack's tiles from the bottom, with `NO_TILE` for what may not be seen."""


# --- Other players' boards ------------------------------------------------------------------------


def draw_others(scene: GizaScene, parts: list[str], seats: Sequence[int], y: float) -> float:
    """Draw these boards, clockwise from the viewer's left; return where they end."""
    shape, count = scene.shape, len(seats)
    columns = min(count, shape.most_columns)
    if scene.wide and count > columns:
        columns = rows(count, 2)
    widest = 520 if scene.wide else shape.room
    width = min((shape.room - (columns - 1) * GAP) / columns, widest)
    left = (shape.width - columns * width - (columns - 1) * GAP) / 2
    tile = min(82, (width - 2 * 16 - (kit.SITES - 1) * 16) / kit.SITES) if scene.wide else 56
    first = Box(left, y, width, (46 if scene.wide else 10) + MOST_SLABS * SLAB + tile + 14)
    missing = -count % columns
    for i, (seat, box) in enumerate(zip(seats, first.repeated(count, columns, GAP), strict=True)):
        in_last_row = i >= count + missing - columns
        inset = missing * (width + GAP) / 2 if in_last_row else 0
        board = _board(scene, seat, Box(0, 0, box.w, box.h), tile)
        parts.append(placed(box.moved(inset), board))
    return y + rows(count, columns) * (first.h + GAP)


def _board(scene: GizaScene, seat: int, box: Box, size: float) -> str:
    """One other player's board: who it is, and four stacks by their tops."""
    gap = 16 if scene.wide else 11
    width = kit.SITES * size + (kit.SITES - 1) * gap
    left = box.x + (box.w - width) / 2 if scene.wide else box.right - 8 - width
    places = square(left, box.bottom - 14 - size, size).repeated(kit.SITES, kit.SITES, gap)
    heaps = [_heap(scene, seat, site, place) for site, place in enumerate(places)]
    name = _name_row(scene, seat, box) if scene.wide else _name_block(scene, seat, box)
    desert = _sand(scene.prefix, box) if scene.wide else ""
    return tableau(scene, seat, box, desert, _turn_bar(scene, seat, box), name, *heaps)


@drawn
def _sand(prefix: str, box: Box) -> str:
    sand = textures.slab(box.x + 2, box.bottom - 36, box.w - 4, 34, 9)
    return textures.laid(prefix, "sand", sand)


def _heap(scene: GizaScene, seat: int, site: int, box: Box) -> str:
    """A stack of another player, where the chosen tile may go."""
    kinds, on = _kinds(scene, seat, site), scene.offer(act.ON.at(seat, site))
    if on.label:
        on = on._replace(label=f"{on.label} ({scene.names[seat]})")
    draw = _open_heap if kinds and st.is_all_open(scene.view) else _closed_heap
    tip = _stack_tip(scene, seat, site)
    return draw(scene.canvas, seat, site, box, kinds, scene.view.base_points, tip, on)


@drawn
def _closed_heap(
    canvas: GizaCanvas,
    seat: int,
    site: int,
    box: Box,
    kinds: Kinds,
    base: int,
    tip: str,
    on: PieceAction,
) -> str:
    """A slab for every covered tile, the visible tile on top."""
    slabs = [box.moved(y=-SLAB * i) for i in range(min(len(kinds), MOST_SLABS + 1))]
    upper = slabs.pop() if slabs else box
    shown = "".join(svg.rect(*slab, "f-papyrus-edge hair", 0.06 * box.w) for slab in slabs)
    if not kinds:
        shown += plan(site, upper)
    elif kinds[-1] == st.NO_TILE:
        shown += back(upper)
    else:
        shown += face(kinds[-1], points_of(kinds[-1], base), upper)
    around = upper._replace(h=box.bottom - upper.y)
    stack = _stack(canvas, seat, site, shown, tip, on, around)
    return stack + (_count(canvas, box.right - 6, box.bottom, len(kinds)) if len(kinds) > 1 else "")


@drawn
def _open_heap(
    canvas: GizaCanvas,
    seat: int,
    site: int,
    box: Box,
    kinds: Kinds,
    base: int,
    tip: str,
    on: PieceAction,
) -> str:
    """All tiles from the side, and what they are worth."""
    height, low = len(kinds), box.bottom + 4
    high = min(OPEN_COURSE, (MOST_SLABS * SLAB + box.w - 14) / height)
    worth = _count(canvas, box.mid, low - height * high - 13, _worth(kinds, base))
    lowest = Box(box.x - 4, low - high, box.w + 8, high)
    around = lowest._replace(y=low - height * high, h=height * high)
    courses = _courses(canvas, kinds, base, lowest)
    return _stack(canvas, seat, site, courses + worth, tip, on, around)


# --- Stacks ---------------------------------------------------------------------------------------


def _kinds(scene: GizaScene, seat: int, site: int) -> Kinds:
    return tuple(scene.view.stack[seat][site][: scene.view.height[seat][site]])


def _stack_tip(scene: GizaScene, seat: int, site: int) -> str:
    return scene.tip(tips.stack_of, scene.viewer, scene.names, seat, site)


def _worth(kinds: Kinds, base: int) -> str:
    return names.signed(sum(points_of(kind, base) for kind in kinds))


def _count(canvas: GizaCanvas, x: float, y: float, words: object) -> str:
    return shapes.cartouche(x, y, words, size=canvas.shape.letter)


def _stack(
    canvas: GizaCanvas,
    seat: int,
    site: int,
    shown: str,
    tip: str,
    action: PieceAction,
    around: Box,
    out: float = 3,
) -> str:
    name = f"site-{seat}-{site}"
    return canvas.piece(shown, tip=tip, name=name, action=action, around=around, out=out)


def _courses(canvas: GizaCanvas, kinds: Kinds, base: int, lowest: Box) -> str:
    """Every tile of an open stack, the lowest on the ground."""
    shown = ""
    for level, kind in enumerate(kinds):
        points, box = points_of(kind, base), lowest.moved(y=-lowest.h * level)
        look = "piece touched" if level == len(kinds) - 1 else "piece"
        tip = tips.laid(canvas.t, kind, points)
        shown += shapes.piece(course(kind, points, box), tip=tip, cls=look)
    return shown


# --- Names ----------------------------------------------------------------------------------------


def _points(scene: GizaScene, seat: int) -> tuple[str, str]:
    """A seat's points and what they mean: exact where everything is seen, else estimated."""
    view, name, t = scene.view, scene.names[seat], scene.t
    if scene.is_over:
        points, treasure = names.signed(view.points[seat]), view.treasure[seat]
        told = t("{player}: {points} ({treasure} from treasures).")
        return points, told.format(player=name, points=points, treasure=treasure)
    if not names.hides_any(view, seat):
        points, own = names.known_points(view, seat), t("Your board is worth {points}.")
        told = own if seat == scene.viewer else t("{player}'s board is worth {points}.")
        return points, told.format(player=name, points=points)
    if names.is_past(view, seat):
        return "?", t("The top tile here has been covered since.")
    points = names.signed((heuristic.estimate(view, scene.viewer, seat) + 50) // 100)
    told = t("{player}'s board is worth about {points} (covered tiles are estimated).")
    return f"≈ {points}", told.format(player=name, points=points)


def _turn_bar(scene: GizaScene, seat: int, box: Box) -> str:
    """A bar at the side of the board whose turn it is."""
    bar = Box(box.x, box.y + 12, 7, box.h - 24)
    return svg.rect(*bar, "f-carnelian", 3) if seat in scene.to_act else ""


def _marks(scene: GizaScene, seat: int) -> list[Mark]:
    """Complete pyramids, the viewer's turn, the winner's crown."""
    tops = [tiles.top(scene.view, seat, site) for site in range(kit.PYRAMIDS)]
    done = tuple(bool(ending.is_peak(top)) for top in tops)
    marks = [Mark(_peaks, 67, (done, scene.tip(tips.peaks, seat)))]
    if scene.is_over:
        return marks + [crown(scene)] * (ending.place(scene.view, seat) == 1)
    if seat == scene.viewer:
        words = scene.t("Your turn")
        width = 11 * len(words) + 18
        marks.append(Mark(_turn_sign, width, (words, width, scene.is_to_act)))
    return marks


def _turn_sign(x: float, y: float, words: str, width: float, asked: bool) -> str:
    """The words beside the viewer's name when it is to act; their room is always kept."""
    box, look = Box(x, y + 2, width, 26), {"ground": "carnelian", "ink": "papyrus"}
    return space(box, words, **look, edge="", size=17, r=13, bold=True) if asked else ""


def _peaks(x: float, y: float, done: tuple[bool, ...], tip: str) -> str:
    """Three small pyramids: the filled ones are complete, and three of them end the game."""
    n = svg.number
    peaks = [
        svg.path(
            f"M{n(x + site * 20 + 9)} {n(y + 6)}l9 17h-18z",
            f"f-{'gold' if is_done else 'papyrus'} hair",
        )
        for site, is_done in enumerate(done)
    ]
    return shapes.piece(*peaks, tip=tip)


def _name_row(scene: GizaScene, seat: int, box: Box) -> str:
    """Badge, name, complete pyramids and points in one line."""
    points, tip = _points(scene, seat)
    return nameplate(scene, seat, box.moved(y=-1), points, marks=_marks(scene, seat), tip=tip)


def _name_block(scene: GizaScene, seat: int, box: Box) -> str:
    points, tip = _points(scene, seat)
    marks, name = tuple(_marks(scene, seat)), shapes.fitted(scene.names[seat], 89, 15)
    return _name_lines(seat, box, name, points, marks, tip)


@drawn
def _name_lines(
    seat: int, box: Box, name: str, points: str, marks: tuple[Mark, ...], tip: str
) -> str:
    """The same in three lines, beside a board on a narrow drawing."""
    x, y, low = box.x, box.y, box.bottom - 34
    peaks, *more = marks
    return shapes.piece(
        shapes.badge(seat, x + 22, y + 24, 14),
        svg.text(x + 42, y + 29, name, 15, "f-ink sans", bold=True),
        shapes.number(x + 10, y + 66, points, 22, "start"),
        peaks.draw(x + 10, low - 6, *peaks.values),
        *(mark.draw(x + 76, low - 7, *mark.values) for mark in more),
        tip=tip,
        cls="piece nameplate",
    )


# --- The viewer's own board -----------------------------------------------------------------------


def draw_own(scene: GizaScene, box: Box) -> str:
    """Draw the viewer's name above its part of the desert, with the four stacks."""
    seat = scene.viewer
    desert = Box(box.x + 8, box.y + NAMED, box.w - 16, box.h - NAMED - 8)
    columns = Box(desert.x + 6, desert.y + 4, desert.w - 12, desert.h - 8).across(kit.SITES, 8)
    fans = [_own_stack(scene, site, column) for site, column in enumerate(columns)]
    bar, name = _turn_bar(scene, seat, box), _name_row(scene, seat, box)
    return tableau(scene, seat, box, bar, name, _desert(scene.prefix, desert), *fans)


@drawn
def _desert(prefix: str, box: Box) -> str:
    """Sky, the sun, far dunes and the sand that everything stands on."""
    x, right, low, n = box.x, box.right, box.bottom - FOOT - 26, svg.number
    far = f"M{n(x)} {n(low + 8)}q{n(box.w / 5)} -40 {n(box.w / 2.6)} -14t{n(box.w / 3)} -4"
    far += f"T{n(right)} {n(low)}V{n(low + 40)}H{n(x)}Z"
    near = f"M{n(x)} {n(low + 4)}Q{n(x + box.w / 4)} {n(low - 12)} {n(box.mid)} {n(low + 4)}"
    near += f"T{n(right)} {n(low + 2)}V{n(box.bottom - 8)}q0 8 -8 8H{n(x + 8)}q-8 0 -8 -8Z"
    return svg.group(
        svg.rect(*box, "f-papyrus", 8),
        svg.circle(x + 0.25 * box.w, box.y + 0.15 * box.h, 0.05 * box.w, "f-gold", opacity=0.8),
        svg.path(far, "f-papyrus-edge"),
        textures.laid(prefix, "sand", near),
        svg.rect(*box, "nofill s-papyrus-edge", 8, stroke_width=1.5),
        aria_hidden="true",
    )


def _own_stack(scene: GizaScene, site: int, box: Box) -> str:
    seat, heights = scene.viewer, scene.view.height[scene.viewer]
    tallest = heights[site] if site == kit.SPHINX else max(heights[: kit.PYRAMIDS])
    kinds, tip = _kinds(scene, seat, site), _stack_tip(scene, seat, site)
    action = scene.offer(scene.pick(act.REMOVE.at(site), act.ON.at(seat, site)))
    base = scene.view.base_points
    return _fan(scene.canvas, seat, site, box, kinds, base, tallest, tip, action)


@drawn
def _fan(
    canvas: GizaCanvas,
    seat: int,
    site: int,
    box: Box,
    kinds: Kinds,
    base: int,
    tallest: int,
    tip: str,
    action: PieceAction,
) -> str:
    """One of the viewer's own stacks, all its tiles from the side."""
    low, t = box.bottom - FOOT, canvas.t
    high = min(COURSE * box.w, (low - box.y - 30) / max(1, tallest))
    sand = square(box.mid - 0.45 * box.w, low - 0.8 * box.w, 0.9 * box.w)
    lowest = Box(box.x + 4, low - high, box.w - 8, high)
    shown = svg.rect(*box, "f-papyrus", 8, opacity="0")
    shown += _shadow(kinds[0], lowest) if kinds else plan(site, sand)
    shown += _courses(canvas, kinds, base, lowest)
    shown += svg.text(
        box.mid, low + 29, names.site(t, site), canvas.shape.letter, "f-ink serif", "middle", True
    )
    if kinds:
        shown += _count(canvas, box.mid, low - len(kinds) * high - 16, _worth(kinds, base))
    return _stack(canvas, seat, site, shown, tip, action, box, out=0)


def _shadow(kind: int, lowest: Box) -> str:
    """What a stack throws on the sand; the sun stands to its left."""
    half, n = breadth(kind, lowest) / 2, svg.number
    start = f"M{n(lowest.mid - half)} {n(lowest.bottom)}"
    return textures.shadow(f"{start}h{n(2 * half)}l{n(0.4 * half)} 9h{n(-1.8 * half)}z")
