"""The valley as a picture: boards, tiles, monuments, and where the next tile may lie."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import cast

from nomarch.draw import Box, PieceAction, badge, clip, drawn, piece, ring, square, svg, textures
from nomarch.draw.box import hull
from nomarch.games.fertility import actions as act, components as box, icons, state as st
from nomarch.games.fertility.art import common, land
from nomarch.games.fertility.art.common import FertilityCanvas, FertilityScene, columns
from nomarch.games.fertility.rules import harvest, set_up
from nomarch.games.fertility.words import component_names as terms, tips

PRINTED = (*range(box.ICON, box.ICON + box.KINDS), box.WHEAT_FIELD, box.WATER)
"""What may be printed on a cell."""


@dataclass(frozen=True)
class Grid:
    """The cells at their place; on a tall board they are turned, so that they can be touched."""

    canvas: FertilityCanvas
    x: float
    y: float
    size: float

    def spot(self, at: int) -> Box:
        down, across = divmod(at - box.FIRST_AT, box.STRIDE)
        if not self.canvas.wide:
            across, down = box.VALLEY_ROWS - 1 - down, across
        return square(self.x + across * self.size, self.y + down * self.size, self.size)

    def around(self, *places: int) -> Box:
        return hull([self.spot(at) for at in places])

    def tile(self, scenes: Sequence[tuple[int, int]]) -> str:
        halves = tuple((scene, self.spot(at)) for at, scene in scenes)
        return common.tile(self.canvas, halves, self.around(*(at for at, _ in scenes)))


def draw(scene: FertilityScene, x: float, y: float, size: float) -> str:
    margin, wide = scene.shape.margin, columns(scene.view) * size
    w, h = (wide, box.VALLEY_ROWS * size) if scene.wide else (box.VALLEY_ROWS * size, wide)
    grid = Grid(scene.canvas, x, y, size)
    laid = zip(scene.view.board, scene.view.turned, strict=True)
    boards: land.Boards = tuple(laid)[: scene.view.boards]
    is_laying = scene.is_to_act and st.CHOOSE_TILE <= scene.view.phase <= st.CHOOSE_QUARRY
    printed = _symbols(scene, grid) + _printed(scene, grid, boards)
    parts = [
        svg.group(_ground(grid, columns(scene.view), boards), printed, _laid(scene, grid)),
        _barred_cells(grid, columns(scene.view)) if is_laying else "",
        _marks(scene, grid),
        _targets(scene, grid),
    ]
    around = Box(x - margin, y - margin, w + 2 * margin, h + 2 * margin)
    return clip(scene, "valley", around, *parts)


@drawn
def _barred_cells(grid: Grid, wide: int) -> str:
    """Every cell, below those that can be chosen: the page explains why another can't be."""
    spots = ((cell, grid.spot(box.AT[cell])) for cell in range(box.CELLS))
    return svg.group(
        *(
            svg.element(
                "rect", x=x, y=y, width=w, height=h, data_not=act.ACTIONS[act.CELL.at(cell)]
            )
            for cell, (x, y, w, h) in spots
            if cell % box.MOST_COLUMNS < wide
        ),
        class_="nofill",
        pointer_events="all",
    )


@drawn
def _ground(grid: Grid, wide: int, boards: land.Boards) -> str:
    """Sand, ponds and fields, and the boards that they are printed on."""
    prefix, count = grid.canvas.prefix, wide // box.VALLEY_COLUMNS
    whole = grid.around(_corner(0), _corner(count - 1))
    cells = land.printed_cells(boards)
    water = [grid.spot(at) for at, what in cells if what == box.WATER]
    wheat = [grid.spot(at) for at, what in cells if what == box.WHEAT_FIELD]
    return svg.joined(
        land.slab(prefix, whole, grid.canvas.shape.margin, grid.canvas.wide),
        *(_board(grid, place, place < len(boards)) for place in range(count)),
        land.ponds(prefix, water),
        land.fields(prefix, wheat),
        _names(grid, wide),
    )


def _corner(place: int) -> int:
    """A cell in the corner of a board: the first one's upper left, else the lower right."""
    if place == 0:
        return box.AT[0]
    last = box.VALLEY_COLUMNS * (place + 1) - 1
    return box.AT[last + box.MOST_COLUMNS * (box.VALLEY_ROWS - 1)]


def _board(grid: Grid, place: int, is_laid: bool) -> str:
    """A valley board, or the place of one that is not laid yet."""
    first = box.AT[box.VALLEY_COLUMNS * place]
    last = first + box.STRIDE * (box.VALLEY_ROWS - 1) + box.VALLEY_COLUMNS - 1
    board = grid.around(first, last)
    empty = svg.rect(*board, "f-papyrus-deep hair", 3)
    drawn = land.lattice(board, grid.size) if is_laid else empty
    return clip(grid.canvas, f"board-{place}", board, drawn)


def _names(grid: Grid, wide: int) -> str:
    is_wide, size, named = grid.canvas.wide, grid.canvas.shape.letter, []
    for column in range(wide):
        spot = grid.spot(box.AT[column])
        at = (spot.mid, grid.y - 7) if is_wide else (grid.x - 9, spot.level + 5)
        named.append((*at, box.COLUMN_NAMES[column]))
    for row in range(box.VALLEY_ROWS):
        spot = grid.spot(box.AT[box.MOST_COLUMNS * row])
        at = (grid.x - 12, spot.level + 6) if is_wide else (spot.mid, grid.y - 4)
        named.append((*at, str(row + 1)))
    return "".join(svg.text(*name, size, "f-ink sans", "middle") for name in named)


def _symbols(scene: FertilityScene, grid: Grid) -> str:
    view = scene.view
    places = ((place, int(set_up.symbol_at(view, place))) for place in range(view.boards))
    return "".join(
        _symbol(grid, place, at, scene.offer(act.SYMBOL.at(place)))
        for place, at in places
        if view.start_at != at
    )


@drawn
def _symbol(grid: Grid, place: int, at: int, action: PieceAction) -> str:
    """A start symbol: faint where it is not used, a choice where two are equally near."""
    t, spot, r = grid.canvas.t, grid.around(at, at + box.STRIDE + 1), grid.size * 0.62
    dashes = {"stroke_width": 4, "stroke_dasharray": "3 7"}
    mark = svg.circle(spot.mid, spot.level, r, "nofill s-clay", **dashes)
    if not action.label:
        return piece(svg.group(mark, opacity="0.6"), tip=tips.start_symbol(t))
    face, tip, name = svg.rect(*spot, "f-sand", 6), t("Start symbol"), f"symbol-{place}"
    return grid.canvas.piece(face, mark, tip=tip, name=name, action=action, around=spot, out=-3)


def _printed(scene: FertilityScene, grid: Grid, boards: land.Boards) -> str:
    texts = tuple(scene.tip(tips.land, scene.viewer, what) for what in PRINTED)
    return _printed_cells(grid, boards, tuple(scene.view.cell), texts)


@drawn
def _printed_cells(
    grid: Grid, boards: land.Boards, cells: tuple[int, ...], told: tuple[str, ...]
) -> str:
    tip = dict(zip(PRINTED, told, strict=True))
    return "".join(
        _printed_cell(grid, at, what, tip[what])
        for at, what in land.printed_cells(boards)
        if what >= box.SCENE or (what and cells[at] < box.SCENE)
    )


@drawn
def _printed_cell(grid: Grid, at: int, what: int, tip: str) -> str:
    canvas, spot = grid.canvas, grid.spot(at)
    touched = svg.rect(*spot, "nofill", pointer_events="all")
    if what == box.WHEAT_FIELD:
        art = common.use(canvas, f"r{box.WHEAT}", *spot.grown(-0.1 * spot.w)[:3])
        return canvas.piece(touched, art, tip=tip, name=f"field-{box.CELL_OF[at]}")
    if what == box.WATER:
        return piece(touched, tip=tip)
    kind, r = what - box.ICON, 0.36 * spot.w
    return piece(
        svg.circle(spot.mid + 1.5, spot.level + 2.5, r, "f-soot", opacity=textures.SHADE),
        svg.circle(spot.mid, spot.level, r, f"f-{icons.GROUNDS[kind]} hair"),
        common.use(canvas, f"r{kind}", *spot.grown(-0.23 * spot.w)[:3]),
        tip=tip,
    )


def _laid(scene: FertilityScene, grid: Grid) -> str:
    view = scene.view
    monument_tips = tuple(
        tips.built_monument(scene.t, view, seat, scene.names[seat]) if view.monuments[seat] else ""
        for seat in range(view.players)
    )
    start = (view.start_at, view.start_turn, view.phase == st.TURN_START)
    cells = tuple(view.cell)
    return _laid_tiles(grid, cells, tuple(view.link), start, monument_tips) + _holes(
        grid, cells, view.open_fields
    )


@drawn
def _laid_tiles(
    grid: Grid,
    cells: tuple[int, ...],
    links: tuple[int, ...],
    start: tuple[int, int, bool],
    monument_tips: tuple[str, ...],
) -> str:
    parts = [_start_tile(grid, *start)]
    for at in box.AT:
        if links[at] in (0, 1):
            other = at + box.STEP[links[at]]
            parts.append(_tile(grid, at, cells[at] - box.SCENE, other, cells[other] - box.SCENE))
        if box.MONUMENT <= cells[at] < box.OUTSIDE:
            seat = cells[at] - box.MONUMENT
            parts.append(_monument(grid, at, seat, monument_tips[seat]))
    return "".join(parts)


@drawn
def _holes(grid: Grid, cells: tuple[int, ...], open_fields: int) -> str:
    """Bare desert with one open side: what closes it makes a quarry."""
    options = cast(st.State, SimpleNamespace(open_fields=open_fields))
    is_wall = [harvest.is_wall(options, what) for what in range(box.OUTSIDE + 1)]
    return "".join(
        grid.canvas.piece(
            svg.rect(*grid.spot(at), "nofill", pointer_events="all"),
            tip=tips.hole(grid.canvas.t),
            name=f"hole-{box.CELL_OF[at]}",
        )
        for at in box.AT
        if cells[at] == 0 and sum(is_wall[cells[at + step]] for step in box.STEP) == 3
    )


def _start_tile(grid: Grid, at: int, turn: int, is_turning: bool) -> str:
    """The start tile, or the place where it is about to lie."""
    if is_turning:
        return _outline(grid.around(at, at + box.STRIDE + 1), "gold", 4)
    if at == st.NONE:
        return ""
    steps = [box.START_STEPS[(i + turn) % 4] for i in range(box.KINDS)]
    quarters = zip((at + step for step in steps), box.START_SCENES, strict=True)
    tip = tips.laid(grid.canvas.t, grid.canvas.t("Start tile"))
    return grid.canvas.piece(grid.tile([*quarters]), tip=tip, name="start")


@drawn
def _tile(grid: Grid, at: int, scene: int, other: int, second: int) -> str:
    t = grid.canvas.t
    tip = tips.laid(t, "–".join(terms.resource(t, kind) for kind in (scene, second)))
    art = grid.tile([(at, scene), (other, second)])
    return grid.canvas.piece(art, tip=tip, name=f"laid-{box.CELL_OF[at]}")


@drawn
def _monument(grid: Grid, at: int, seat: int, tip: str) -> str:
    """A seat's monument in its quarry, with the seat's emblem."""
    canvas, spot = grid.canvas, grid.spot(at)
    pit = textures.slab(*spot.grown(-1.5), 4)
    n = svg.number
    shade = f"M{n(spot.x + 9)} {n(spot.bottom - 5)}h{n(spot.w - 14)}l-6 -7h-{n(spot.w - 20)}z"
    return canvas.piece(
        textures.laid(canvas.prefix, "stone", pit, "hair"),
        textures.shadow(shade),
        common.monument(canvas, seat, *spot.grown(-5)[:3]),
        badge(seat, spot.right - 10, spot.y + 10, 9),
        tip=tip,
        name=f"monument-{box.CELL_OF[at]}",
    )


def _marks(scene: FertilityScene, grid: Grid) -> str:
    """A trace around the tile laid last, and the quarry that is being decided on."""
    view, other = scene.view, st.NONE
    if view.last_at != st.NONE:
        other = view.last_at + box.STEP[view.link[view.last_at]]
    quarry = view.at if view.phase == st.QUARRY_GAIN else st.NONE
    return _outlines(grid, view.last_at, other, quarry)


@drawn
def _outlines(grid: Grid, last: int, other: int, quarry: int) -> str:
    parts = []
    if last != st.NONE:
        parts.append(_outline(grid.around(last, other), "carnelian", 3.5))
    if quarry != st.NONE:
        spot = grid.spot(quarry)
        parts.append(common.use(grid.canvas, "quarry", *spot.grown(-4)[:3]))
        parts.append(_outline(spot.grown(-1), "gold", 4))
    return "".join(parts)


def _outline(spot: Box, ink: str, width: float) -> str:
    return svg.rect(*spot, f"nofill s-{ink}", 5, stroke_width=width)


def _targets(scene: FertilityScene, grid: Grid) -> str:
    view = scene.view
    parts = []
    for action in sorted(filter(act.CELL.has, scene.legal)):
        cell = act.CELL.cell(action)
        if view.phase == st.CHOOSE_QUARRY:
            parts.append(_quarry(grid, cell, scene.offer(action)))
        else:
            turn = terms.best_turn(view, view.tile, box.AT[cell])
            brings = terms.harvest_size(view, view.tile, box.AT[cell], turn)
            parts.append(_cell(grid, cell, view.tile, turn, brings, scene.offer(action)))
    if view.phase == st.CHOOSE_TURN:
        parts.append(grid.tile([(view.at, box.TILE_SCENES[view.tile][0])]))
        for turn, action in enumerate(act.TURN):
            if scene.can(action):
                brings = terms.harvest_size(view, view.tile, view.at, turn)
                parts.append(_turn(grid, view.at, view.tile, turn, brings, scene.offer(action)))
    return "".join(parts)


@drawn
def _quarry(grid: Grid, cell: int, action: PieceAction) -> str:
    spot = grid.spot(box.AT[cell])
    return grid.canvas.piece(
        svg.rect(*spot.grown(-1), "f-sand", 3),
        common.use(grid.canvas, "quarry", *spot.grown(-5)[:3]),
        name=f"cell-{cell}",
        action=action,
        around=spot,
        out=-2,
        r=6,
    )


@drawn
def _cell(grid: Grid, cell: int, kind: int, turn: int, brings: int, action: PieceAction) -> str:
    """A cell for the tile's first half: how much it would bring, and the tile as a ghost.

    What is printed on the cell stays in sight: the yield stands in the corner.
    """
    at, spot = box.AT[cell], grid.spot(box.AT[cell])
    first, second = box.TILE_SCENES[kind]
    tile = grid.tile([(at, first), (at + box.STEP[turn], second)])
    return grid.canvas.piece(
        svg.rect(*spot.grown(-2), "f-papyrus", 6, opacity="0.3"),
        # The ring lies below the ghost, which covers it.
        ring(*spot.grown(-3), 6),
        _yield(grid.canvas, spot, brings),
        svg.group(tile, class_="ghost", opacity="0", pointer_events="none"),
        name=f"cell-{cell}",
        action=action,
    )


def _yield(canvas: FertilityCanvas, spot: Box, brings: int) -> str:
    letter = canvas.shape.letter
    x = spot.right - 9 - 0.31 * letter * len(f"{brings}")
    return canvas.count(x, spot.bottom - 0.8 * letter, brings)


@drawn
def _turn(grid: Grid, first: int, kind: int, turn: int, brings: int, action: PieceAction) -> str:
    """One way in which the tile may lie: its second half, and what it would bring."""
    at = first + box.STEP[turn]
    spot = grid.spot(at)
    return grid.canvas.piece(
        svg.rect(*spot, "f-papyrus", 5),
        svg.group(grid.tile([(at, box.TILE_SCENES[kind][1])]), opacity="0.75"),
        ring(*spot.grown(-3), 6),
        _yield(grid.canvas, spot, brings),
        name=f"turn-{turn}",
        action=action,
        data_turn=turn,
    )
