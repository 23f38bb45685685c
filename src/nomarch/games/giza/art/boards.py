"""The players' boards: four stacks each, with the name and what they are worth."""

from collections.abc import Sequence

from nomarch.draw import Box, PieceAction, drawn, rows, shapes, svg, textures
from nomarch.draw.board_parts import Mark, crown, nameplate, placed, space, tableau
from nomarch.games.giza import heuristic
from nomarch.games.giza.art.desert import building_site, desert, is_forenoon, view, vista
from nomarch.games.giza.art.measures import (
    GAP,
    GizaCanvas,
    GizaScene,
    act,
    components,
    points_of,
    st,
)
from nomarch.games.giza.art.tiles import breadth, course, gleam, hidden
from nomarch.games.giza.rules import ending, tiles
from nomarch.games.giza.words import component_names, tips

COURSE = 0.5
"""Height of a tile from the side, in widths of a stack; less where stacks are high."""
TOP, COVERED = 46, 20
"""Height of the visible tile of another player's stack, and at most of each one below."""
OPEN_COURSE = 26
"""The same on the boards of others, when they lie open: after the game, or by the option."""
NAMED, FOOT = 48, 40
"""Room above the own stacks for the name, and below for the sites' names."""
SCENE, LOW_SCENE = 212, 150
"""Height of another player's landscape; the lower one where there are two rows of boards."""
BESIDE = 132
"""Room for the name beside a landscape on a narrow drawing."""

Kinds = tuple[int, ...]
"""A stack's tiles from the bottom, with `NO_TILE` for what may not be seen."""


# --- Other players' boards ------------------------------------------------------------------------


def draw_others(scene: GizaScene, parts: list[str], seats: Sequence[int], y: float) -> float:
    """Draw these boards, clockwise from the viewer's left; return where they end."""
    shape, count = scene.shape, len(seats)
    if scene.wide and scene.viewer >= 0:
        return _column(scene, parts, seats)
    columns = min(count, 4 if scene.wide else shape.most_columns)
    if scene.wide and count > columns:
        columns = rows(count, 2)
    widest = 570 if scene.wide else shape.room
    width = min((shape.room - (columns - 1) * GAP) / columns, widest)
    left = (shape.width - columns * width - (columns - 1) * GAP) / 2
    wide_height = NAMED + (SCENE if count <= columns else LOW_SCENE) + 6
    first = Box(left, y, width, wide_height if scene.wide else 118)
    missing = -count % columns
    land, low = _landscape(scene.wide, Box(0, 0, *first[2:]))
    parts.append(vista(scene.prefix, land, low, scene.share_of_day))
    for i, (seat, box) in enumerate(zip(seats, first.repeated(count, columns, GAP), strict=True)):
        in_last_row = i >= count + missing - columns
        inset = missing * (width + GAP) / 2 if in_last_row else 0
        board = _board(scene, seat, Box(0, 0, box.w, box.h))
        parts.append(placed(box.moved(inset), board))
    return y + rows(count, columns) * (first.h + GAP)


def _column(scene: GizaScene, parts: list[str], seats: Sequence[int]) -> float:
    """Draw these boards one below the other, to the right of one's own and the hand."""
    x = 10 + scene.shape.own_width + GAP
    high = (846 - (max(3, len(seats)) - 1) * GAP) / max(3, len(seats))
    first = Box(x, 10, scene.shape.width - 10 - x, high)
    land, low = _landscape(True, Box(0, 0, *first[2:]))
    parts.append(vista(scene.prefix, land, low, scene.share_of_day))
    for seat, box in zip(seats, first.repeated(len(seats), 1, GAP), strict=True):
        parts.append(placed(box, _board(scene, seat, Box(0, 0, box.w, box.h))))
    return 10


def _board(scene: GizaScene, seat: int, box: Box) -> str:
    """One other player's board: who it is, and four stacks in a landscape."""
    name = _name_row(scene, seat, box) if scene.wide else _name_block(scene, seat, box)
    land, low = _landscape(scene.wide, box)
    columns = Box(land.x + 8, land.y + 6, land.w - 16, low - land.y - 6).across(components.SITES, 8)
    heaps = [_heap(scene, seat, site, column) for site, column in enumerate(columns)]
    return tableau(scene, seat, box, _turn_bar(scene, seat, box), name, view(scene.prefix), *heaps)


def _landscape(wide: bool, box: Box) -> tuple[Box, float]:
    """Where another player's landscape lies, and at which level its stacks stand."""
    if wide:
        land = Box(box.x + 6, box.y + NAMED, box.w - 12, box.h - NAMED - 6)
        return land, land.bottom - 16
    land = Box(box.x + BESIDE, box.y + 5, box.w - BESIDE - 5, box.h - 10)
    return land, land.bottom - 12


def _heap(scene: GizaScene, seat: int, site: int, box: Box) -> str:
    """A stack of another player, where the chosen tile may go."""
    kinds, on = _kinds(scene, seat, site), scene.offer(act.ON.at(seat, site))
    if on.label:
        on = on._replace(label=f"{on.label} ({scene.names[seat]})")
    draw = _open_heap if kinds and st.is_all_open(scene.view) else _closed_heap
    tip, forenoon = _stack_tip(scene, seat, site), is_forenoon(scene.share_of_day)
    return draw(scene.canvas, seat, site, box, kinds, scene.view.base_points, forenoon, tip, on)


@drawn
def _closed_heap(
    canvas: GizaCanvas,
    seat: int,
    site: int,
    box: Box,
    kinds: Kinds,
    base: int,
    forenoon: bool,
    tip: str,
    on: PieceAction,
) -> str:
    """Layers of stone for the covered tiles, the visible tile on top."""
    if not kinds:
        at = box._replace(y=box.bottom - 0.6 * box.w, h=0.6 * box.w)
        shown = svg.rect(*at, "f-papyrus", opacity="0") + building_site(
            canvas.prefix, at, site == components.SPHINX
        )
        return _stack(canvas, seat, site, shown, tip, on, at)
    top, below = kinds[-1], len(kinds) - 1
    high = min(TOP, 0.6 * box.w, box.h - 30)
    each = min(COVERED, (box.h - 26 - high) / below) if below else 0
    upper = Box(box.x, box.bottom - below * each - high, box.w, high)
    shown = _shadow(box.w, box.bottom, box.mid, forenoon)
    if below:
        layers = Box(box.x, upper.bottom, box.w, below * each)
        shown += hidden(layers, below, _reach(top, upper), forenoon)
    if top == st.NO_TILE:
        shown += hidden(upper, 1, _reach(top, upper), forenoon)
    else:
        shown += course(top, points_of(top, base), upper, forenoon)
    around = upper._replace(h=box.bottom - upper.y)
    stack = _stack(canvas, seat, site, shown, tip, on, around)
    return stack + (_count(canvas, box.right - 6, box.bottom, len(kinds)) if below else "")


def _reach(top: int, box: Box) -> float:
    """The width of covered tiles just below the visible one."""
    return 0.9 * box.w if top == st.NO_TILE else min(box.w, breadth(top, box) + 0.08 * box.w)


@drawn
def _open_heap(
    canvas: GizaCanvas,
    seat: int,
    site: int,
    box: Box,
    kinds: Kinds,
    base: int,
    forenoon: bool,
    tip: str,
    on: PieceAction,
) -> str:
    """All tiles from the side, and what they are worth."""
    height = len(kinds)
    high = min(OPEN_COURSE, (box.h - 24) / height)
    worth = _count(canvas, box.mid, box.bottom - height * high - 13, _worth(kinds, base))
    lowest = Box(box.x, box.bottom - high, box.w, high)
    around = lowest._replace(y=box.bottom - height * high, h=height * high)
    courses = _courses(canvas, kinds, base, lowest, forenoon)
    return _stack(canvas, seat, site, courses + worth, tip, on, around)


# --- Stacks ---------------------------------------------------------------------------------------


def _kinds(scene: GizaScene, seat: int, site: int) -> Kinds:
    return tuple(scene.view.stack[seat][site][: scene.view.height[seat][site]])


def _stack_tip(scene: GizaScene, seat: int, site: int) -> str:
    return scene.tip(tips.stack_of, scene.viewer, scene.names, seat, site)


def _worth(kinds: Kinds, base: int) -> str:
    return component_names.signed(sum(points_of(kind, base) for kind in kinds))


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


def _courses(canvas: GizaCanvas, kinds: Kinds, base: int, lowest: Box, forenoon: bool) -> str:
    """Every tile of an open stack, the lowest on the ground."""
    shown = ""
    for level, kind in enumerate(kinds):
        points, box = points_of(kind, base), lowest.moved(y=-lowest.h * level)
        look = "piece touched" if level == len(kinds) - 1 else "piece"
        tip = tips.laid(canvas.t, kind, points)
        shown += shapes.piece(course(kind, points, box, forenoon), tip=tip, cls=look)
    return shown


# --- Names ----------------------------------------------------------------------------------------


def _points(scene: GizaScene, seat: int) -> tuple[str, str]:
    """A seat's points and what they mean: exact where everything is seen, else estimated."""
    view, name, t = scene.view, scene.names[seat], scene.t
    if scene.is_over:
        points, treasure = component_names.signed(view.points[seat]), view.treasure[seat]
        told = t("{player}: {points} ({treasure} from treasures).")
        return points, told.format(player=name, points=points, treasure=treasure)
    if not component_names.hides_any(view, seat):
        points, own = component_names.known_points(view, seat), t("Your board is worth {points}.")
        told = own if seat == scene.viewer else t("{player}'s board is worth {points}.")
        return points, told.format(player=name, points=points)
    if component_names.is_past(view, seat):
        return "?", t("The top tile here has been covered since.")
    points = component_names.signed((heuristic.estimate(view, scene.viewer, seat) + 50) // 100)
    told = t("{player}'s board is worth about {points} (covered tiles are estimated).")
    return f"≈ {points}", told.format(player=name, points=points)


def _turn_bar(scene: GizaScene, seat: int, box: Box) -> str:
    """A bar at the side of the board whose turn it is."""
    bar = Box(box.x, box.y + 12, 7, box.h - 24)
    return svg.rect(*bar, "f-carnelian", 3) if seat in scene.to_act else ""


def _marks(scene: GizaScene, seat: int) -> list[Mark]:
    """Complete pyramids, the viewer's turn, the winner's crown."""
    tops = [tiles.top(scene.view, seat, site) for site in range(components.PYRAMIDS)]
    done = tuple(bool(ending.is_peak(top)) for top in tops)
    marks = [Mark(_peaks, 67, (done, scene.tip(tips.peaks, seat)))]
    if scene.is_over:
        return marks + [crown(scene)] * (seat in scene.winners(ending.place))
    if seat == scene.viewer:
        words = scene.t("Your turn")
        width = 11 * len(words) + 18
        marks.append(Mark(_turn_sign, width, (words, width, scene.is_to_act)))
    return marks


def _turn_sign(x: float, y: float, words: str, width: float, asked: bool) -> str:
    """The words beside the viewer's name when it is to act; their room is always kept."""
    box, look = Box(x, y + 2, width, 26), {"ground": "carnelian", "ink": "linen"}
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
    marks, name = tuple(_marks(scene, seat)), shapes.fitted(scene.names[seat], BESIDE - 46, 15)
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
    land = Box(box.x + 8, box.y + NAMED, box.w - 16, box.h - NAMED - 8)
    columns = Box(land.x + 6, land.y + 4, land.w - 12, land.h - 8).across(components.SITES, 8)
    scenery = desert(scene.prefix, land, columns[0].bottom - FOOT, scene.share_of_day)
    fans = [_own_stack(scene, site, column) for site, column in enumerate(columns)]
    bar, name = _turn_bar(scene, seat, box), _name_row(scene, seat, box)
    return tableau(scene, seat, box, bar, name, *scenery, *fans)


def _own_stack(scene: GizaScene, site: int, box: Box) -> str:
    seat, heights = scene.viewer, scene.view.height[scene.viewer]
    tallest = heights[site] if site == components.SPHINX else max(heights[: components.PYRAMIDS])
    kinds, tip = _kinds(scene, seat, site), _stack_tip(scene, seat, site)
    action = scene.offer(scene.pick(act.REMOVE.at(site), act.ON.at(seat, site)))
    base, forenoon = scene.view.base_points, is_forenoon(scene.share_of_day)
    return _fan(scene.canvas, seat, site, box, kinds, base, tallest, forenoon, tip, action)


@drawn
def _fan(
    canvas: GizaCanvas,
    seat: int,
    site: int,
    box: Box,
    kinds: Kinds,
    base: int,
    tallest: int,
    forenoon: bool,
    tip: str,
    action: PieceAction,
) -> str:
    """One of the viewer's own stacks, all its tiles from the side."""
    low, t = box.bottom - FOOT, canvas.t
    high = min(COURSE * box.w, (low - box.y - 30) / max(1, tallest))
    lowest = Box(box.x + 4, low - high, box.w - 8, high)
    top = lowest.moved(y=-high * (len(kinds) - 1))
    shown = svg.rect(*box, "f-papyrus", 8, opacity="0")
    if kinds:
        shown += _shadow(breadth(kinds[0], lowest), low, box.mid, forenoon)
        shown += gleam(top) if kinds[-1] == components.GOOD_STONE else ""
    else:
        shown += building_site(canvas.prefix, lowest, site == components.SPHINX)
    shown += _courses(canvas, kinds, base, lowest, forenoon)
    shown += svg.text(
        box.mid,
        low + 29,
        component_names.site(t, site),
        canvas.shape.letter,
        "f-ink serif",
        "middle",
        True,
    )
    if kinds:
        shown += _count(canvas, box.mid, top.y - 16, _worth(kinds, base))
    high_up = max(box.y, min(top.y, low - 0.6 * box.w) - 32)
    around = box._replace(y=high_up, h=box.bottom - high_up)
    return _stack(canvas, seat, site, shown, tip, action, around, out=0)


def _shadow(width: float, low: float, x: float, forenoon: bool) -> str:
    """What a stack throws on the sand, away from the sun."""
    half, n, away = width / 2, svg.number, 1 if forenoon else -1
    start = f"M{n(x - away * half)} {n(low)}h{n(away * 2 * half)}"
    return textures.shadow(f"{start}l{n(away * 0.24 * half)} 9h{n(-away * 1.7 * half)}z")
