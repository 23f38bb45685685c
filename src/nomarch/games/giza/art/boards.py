"""The players' boards: four stacks each, with the name and what they are worth."""

from collections.abc import Sequence
from typing import NamedTuple

from nomarch.draw import Box, PieceAction, drawn, shapes, svg, textures
from nomarch.draw.board_parts import Mark, crown, nameplate, placed, tableau
from nomarch.games.giza import actions as act, components, heuristic, state as st
from nomarch.games.giza.art.desert import building_site, desert, is_forenoon, view, vista
from nomarch.games.giza.art.measures import GizaCanvas, GizaScene, points_of
from nomarch.games.giza.art.tiles import breadth, course, gleam, hidden
from nomarch.games.giza.rules import ending, stacks
from nomarch.games.giza.words import component_names as terms, tips

COURSE = 0.5
"""Height of a tile from the side, in widths of a stack; less where stacks are high."""
TOP, COVERED, OPEN_COURSE = 0.55, 0.24, 0.45
"""The same for the visible tile of another player's stack, for each one below at most, and for a
tile of an open stack: after the game, or by the option."""
NAMED, FOOT = 48, 40
"""Room above others' stacks for the name, and below the own ones for the sites' names."""
BESIDE, LOW = 150, 170
"""Room for the name beside a landscape, and the height of the boards that have it there."""

Kinds = tuple[int, ...]
"""A stack's tiles from the bottom, with `NO_TILE` for what may not be seen."""


class Stack(NamedTuple):
    """The values that the drawing of a stack depends on."""

    seat: int
    site: int
    kinds: Kinds
    base: int
    """What the base of a sphinx scores."""
    forenoon: bool
    tip: str
    action: PieceAction


def draw_others(scene: GizaScene, seats: Sequence[int], boxes: Sequence[Box]) -> list[str]:
    """Draw boards of the same size, clockwise from the viewer's left, and what they share."""
    area = boxes[0]._replace(x=0, y=0)
    land, low = _landscape(area)
    boards = [placed(at, _board(scene, seat, area)) for seat, at in zip(seats, boxes, strict=True)]
    return [vista(scene.prefix, land, low, scene.share_of_day), *boards]


def _board(scene: GizaScene, seat: int, box: Box) -> str:
    name = (_name_block if box.h < LOW else _name_row)(scene, seat, box)
    land, low = _landscape(box)
    columns = Box(land.x + 8, land.y + 6, land.w - 16, low - land.y - 6).across(components.SITES, 8)
    heaps = [_heap(scene, seat, site, column) for site, column in enumerate(columns)]
    return tableau(scene, seat, box, name, view(scene.prefix), *heaps)


def _landscape(box: Box) -> tuple[Box, float]:
    """Where another player's landscape lies, and at which level its stacks stand."""
    if box.h < LOW:
        land = Box(box.x + BESIDE, box.y + 5, box.w - BESIDE - 5, box.h - 10)
        return land, land.bottom - 12
    land = Box(box.x + 6, box.y + NAMED, box.w - 12, box.h - NAMED - 6)
    return land, land.bottom - 0.04 * land.w


def _heap(scene: GizaScene, seat: int, site: int, box: Box) -> str:
    stack = _stack_of(scene, seat, site, act.ON.at(seat, site))
    draw = _open_heap if stack.kinds and st.is_all_open(scene.view) else _closed_heap
    return draw(scene.canvas, box, stack)


@drawn
def _closed_heap(canvas: GizaCanvas, box: Box, stack: Stack) -> str:
    """Layers of stone for the covered tiles, the visible tile on top."""
    kinds, forenoon = stack.kinds, stack.forenoon
    if not kinds:
        at = box._replace(y=box.bottom - 0.6 * box.w, h=0.6 * box.w)
        shown = svg.rect(*at, "f-papyrus", opacity="0") + building_site(
            canvas.prefix, at, stack.site == components.SPHINX
        )
        return _piece(canvas, stack, shown, at)
    top, below = kinds[-1], len(kinds) - 1
    high = min(TOP * box.w, box.h - 30)
    each = min(COVERED * box.w, (box.h - 26 - high) / below) if below else 0
    upper = Box(box.x, box.bottom - below * each - high, box.w, high)
    shown = _shadow(box.w, box.bottom, box.mid, forenoon)
    if below:
        layers = Box(box.x, upper.bottom, box.w, below * each)
        shown += hidden(layers, below, _reach(top, upper), forenoon)
    if top == st.NO_TILE:
        shown += hidden(upper, 1, _reach(top, upper), forenoon)
    else:
        shown += course(canvas.shape.type, top, points_of(top, stack.base), upper, forenoon)
    piece = _piece(canvas, stack, shown, upper._replace(h=box.bottom - upper.y))
    return piece + (canvas.count(box.right - 6, box.bottom, len(kinds)) if below else "")


def _reach(top: int, box: Box) -> float:
    """The width of covered tiles just below the visible one."""
    return 0.9 * box.w if top == st.NO_TILE else min(box.w, breadth(top, box) + 0.08 * box.w)


@drawn
def _open_heap(canvas: GizaCanvas, box: Box, stack: Stack) -> str:
    """All tiles from the side, and what they are worth."""
    height = len(stack.kinds)
    high = min(OPEN_COURSE * box.w, (box.h - 24) / height)
    worth = canvas.count(box.mid, box.bottom - height * high - 13, _worth(stack))
    lowest = Box(box.x, box.bottom - high, box.w, high)
    around = lowest._replace(y=box.bottom - height * high, h=height * high)
    return _piece(canvas, stack, _courses(canvas, stack, lowest) + worth, around)


def _stack_of(scene: GizaScene, seat: int, site: int, action: int) -> Stack:
    view = scene.view
    return Stack(
        seat,
        site,
        tuple(view.stack[seat][site][: view.height[seat][site]]),
        view.base_points,
        is_forenoon(scene.share_of_day),
        scene.tip(tips.stack_of, scene.viewer, scene.names, seat, site),
        scene.offer(action),
    )


def _worth(stack: Stack) -> str:
    return terms.signed(sum(points_of(kind, stack.base) for kind in stack.kinds))


def _piece(canvas: GizaCanvas, stack: Stack, shown: str, around: Box, out: float = 3) -> str:
    name = f"site-{stack.seat}-{stack.site}"
    return canvas.piece(
        shown, tip=stack.tip, name=name, action=stack.action, around=around, out=out
    )


def _courses(canvas: GizaCanvas, stack: Stack, lowest: Box) -> str:
    shown, kinds = "", stack.kinds
    for level, kind in enumerate(kinds):
        points, box = points_of(kind, stack.base), lowest.moved(y=-lowest.h * level)
        look = "piece touched" if level == len(kinds) - 1 else "piece"
        tip = tips.laid(canvas.t, kind, points)
        tile = course(canvas.shape.type, kind, points, box, stack.forenoon)
        shown += shapes.piece(tile, tip=tip, cls=look)
    return shown


def _points(scene: GizaScene, seat: int) -> tuple[str, str]:
    """A seat's points and what they mean: exact where everything is seen, else estimated."""
    view, name, t = scene.view, scene.names[seat], scene.t
    if scene.is_over:
        points, treasure = terms.signed(view.points[seat]), view.treasure[seat]
        text = t("{player}: {points} ({treasure} from treasures).")
        return points, text.format(player=name, points=points, treasure=treasure)
    if not terms.hides_any(view, seat):
        points, own = terms.known_points(view, seat), t("Your board is worth {points}.")
        text = own if seat == scene.viewer else t("{player}'s board is worth {points}.")
        return points, text.format(player=name, points=points)
    if terms.is_past(view, seat):
        return "?", t("The top tile here has been covered since.")
    points = terms.signed((heuristic.estimate(view, scene.viewer, seat) + 50) // 100)
    text = t("{player}'s board is worth about {points} (covered tiles are estimated).")
    return f"≈ {points}", text.format(player=name, points=points)


def _marks(scene: GizaScene, seat: int) -> list[Mark]:
    tops = [stacks.top(scene.view, seat, site) for site in range(components.PYRAMIDS)]
    done = tuple(bool(ending.is_peak(top)) for top in tops)
    marks = [Mark(_peaks, 67, (done, scene.tip(tips.peaks, seat)))]
    return marks + [crown(scene)] * (scene.is_over and seat in scene.winners(ending.place))


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


def _name_row(scene: GizaScene, seat: int, box: Box, *, large: bool = False) -> str:
    points, tip = _points(scene, seat)
    marks = _marks(scene, seat)
    return nameplate(scene, seat, box, points, marks=marks, tip=tip, large=large)


def _name_block(scene: GizaScene, seat: int, box: Box) -> str:
    points, tip = _points(scene, seat)
    sizes = scene.shape.type
    name = shapes.fitted(scene.names[seat], BESIDE - 48, sizes.label)
    return _name_lines(scene.canvas, seat, box, name, points, tuple(_marks(scene, seat)), tip)


@drawn
def _name_lines(
    canvas: GizaCanvas,
    seat: int,
    box: Box,
    name: str,
    points: str,
    marks: tuple[Mark, ...],
    tip: str,
) -> str:
    """The same in three lines, beside a board on a narrow drawing."""
    x, y, low, sizes = box.x, box.y, box.bottom - 40, canvas.shape.type
    peaks, *more = marks
    return shapes.piece(
        shapes.badge(seat, x + 22, y + 24, 14),
        svg.text(x + 42, y + 24 + 0.35 * sizes.label, name, sizes.label, "f-ink sans", bold=True),
        shapes.number(x + 10, (y + 44 + low) / 2 + 6, points, sizes.title, "start"),
        peaks.draw(x + 10, low, *peaks.values),
        *(mark.draw(x + 76, low - 1, *mark.values) for mark in more),
        tip=tip,
        cls="piece nameplate",
    )


def draw_own(scene: GizaScene, box: Box) -> str:
    """Draw the viewer's name above its part of the desert, with the four stacks."""
    seat, named = scene.viewer, scene.shape.named
    land = Box(box.x + 8, box.y + named, box.w - 16, box.h - named - 8)
    columns = Box(land.x + 6, land.y + 4, land.w - 12, land.h - 8).across(components.SITES, 8)
    scenery = desert(scene.prefix, land, columns[0].bottom - FOOT, scene.share_of_day)
    fans = [_own_stack(scene, site, column) for site, column in enumerate(columns)]
    name = _name_row(scene, seat, box, large=scene.wide)
    return tableau(scene, seat, box, name, *scenery, *fans)


def _own_stack(scene: GizaScene, site: int, box: Box) -> str:
    seat, heights = scene.viewer, scene.view.height[scene.viewer]
    tallest = heights[site] if site == components.SPHINX else max(heights[: components.PYRAMIDS])
    action = scene.pick(act.REMOVE.at(site), act.ON.at(seat, site))
    return _fan(scene.canvas, box, _stack_of(scene, seat, site, action), tallest)


@drawn
def _fan(canvas: GizaCanvas, box: Box, stack: Stack, tallest: int) -> str:
    """One of the viewer's own stacks, all its tiles from the side."""
    low, kinds = box.bottom - FOOT, stack.kinds
    high = min(COURSE * box.w, (low - box.y - 30) / max(1, tallest))
    lowest = Box(box.x + 4, low - high, box.w - 8, high)
    top = lowest.moved(y=-high * (len(kinds) - 1))
    shown = svg.rect(*box, "f-papyrus", 8, opacity="0")
    if kinds:
        shown += _shadow(breadth(kinds[0], lowest), low, box.mid, stack.forenoon)
        shown += gleam(top) if kinds[-1] == components.GOOD_STONE else ""
    else:
        shown += building_site(canvas.prefix, lowest, stack.site == components.SPHINX)
    shown += _courses(canvas, stack, lowest)
    name = terms.site(canvas.t, stack.site)
    shown += shapes.heading(box.mid, low + 29, name, canvas.shape.type.text, "middle")
    if kinds:
        shown += canvas.count(box.mid, top.y - 16, _worth(stack))
    high_up = max(box.y, min(top.y, low - 0.6 * box.w) - 32)
    return _piece(canvas, stack, shown, box._replace(y=high_up, h=box.bottom - high_up), out=0)


def _shadow(width: float, low: float, x: float, forenoon: bool) -> str:
    """What a stack throws on the sand, away from the sun."""
    half, n, away = width / 2, svg.number, 1 if forenoon else -1
    start = f"M{n(x - away * half)} {n(low)}h{n(away * 2 * half)}"
    return textures.shadow(f"{start}l{n(away * 0.24 * half)} 9h{n(-away * 1.7 * half)}z")
