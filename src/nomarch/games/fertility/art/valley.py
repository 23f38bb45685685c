"""The valley as a picture: boards, tiles, monuments, and where the next tile may lie."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nomarch.draw import Box, badge, clip, on_demand, part, piece, ring, square, svg, textures
from nomarch.games.fertility.art import land
from nomarch.games.fertility.art.scene import Scene, act, box, icons, names, st, tips
from nomarch.games.fertility.rules import set_up


@dataclass(frozen=True)
class Valley:
    """The valley at a place; on a tall board it is turned, so that its cells can be touched."""

    scene: Scene
    x: float
    y: float
    size: float

    def spot(self, at: int) -> Box:
        """A cell, by its place in the frame."""
        down, across = divmod(at - box.FIRST_AT, box.STRIDE)
        if not self.scene.wide:
            across, down = box.VALLEY_ROWS - 1 - down, across
        return square(self.x + across * self.size, self.y + down * self.size, self.size)

    def around(self, *places: int) -> Box:
        """The box around some cells."""
        spots = [self.spot(at) for at in places]
        x, y = min(spot.x for spot in spots), min(spot.y for spot in spots)
        right, bottom = max(spot.right for spot in spots), max(spot.bottom for spot in spots)
        return Box(x, y, right - x, bottom - y)

    # --- The land -------------------------------------------------------------------------------

    def ground(self) -> str:
        """Sand, ponds and fields, and the boards that they are printed on."""
        scene, prefix = self.scene, self.scene.prefix
        whole = self.around(*(self.corner(place) for place in (0, scene.columns // 4 - 1)))
        cells = land.printed_cells(scene.view)
        water = [self.spot(at) for at, what in cells if what == box.WATER]
        wheat = [self.spot(at) for at, what in cells if what == box.WHEAT_FIELD]
        boards = [self.board(place) for place in range(scene.columns // box.VALLEY_COLUMNS)]
        return svg.joined(
            land.slab(prefix, whole, scene.shape.margin),
            *boards,
            land.ponds(prefix, water),
            land.fields(prefix, wheat),
            self.names(),
        )

    def corner(self, place: int) -> int:
        """A cell in the corner of a board: the first one's upper left, else the lower right."""
        if place == 0:
            return box.AT[0]
        last = box.VALLEY_COLUMNS * (place + 1) - 1
        return box.AT[last + box.MOST_COLUMNS * (box.VALLEY_ROWS - 1)]

    def board(self, place: int) -> str:
        """A valley board, or the place of one that is not laid yet."""
        first = box.AT[box.VALLEY_COLUMNS * place]
        last = first + box.STRIDE * (box.VALLEY_ROWS - 1) + box.VALLEY_COLUMNS - 1
        board = self.around(first, last)
        is_laid = place < self.scene.view.boards
        empty = svg.rect(*board, "f-papyrus-deep hair", 3)
        drawn = land.lattice(board, self.size) if is_laid else empty
        return clip(self.scene, f"board-{place}", board, drawn)

    def names(self) -> str:
        """Letters and numbers along the edges."""
        wide, size, named = self.scene.wide, self.scene.shape.letter, []
        for column in range(self.scene.columns):
            spot = self.spot(box.AT[column])
            at = (spot.mid, self.y - 7) if wide else (self.x - 9, spot.level + 5)
            named.append((*at, box.COLUMN_NAMES[column]))
        for row in range(box.VALLEY_ROWS):
            spot = self.spot(box.AT[box.MOST_COLUMNS * row])
            at = (self.x - 12, spot.level + 6) if wide else (spot.mid, self.y - 4)
            named.append((*at, str(row + 1)))
        return "".join(svg.text(*name, size, "f-ink sans", "middle") for name in named)

    def printed(self) -> str:
        """What explains itself on the land: symbols, fields, water, icons."""
        view = self.scene.view
        symbols = [(place, int(set_up.symbol_at(view, place))) for place in range(view.boards)]
        parts = [self.symbol(place, at) for place, at in symbols if view.start_at != at]
        for at, what in land.printed_cells(view):
            if what >= box.SCENE or (what and view.cell[at] < box.SCENE):
                parts.append(_explained(self.scene, self.spot(at), what))
        return "".join(parts)

    def symbol(self, place: int, at: int) -> str:
        """A start symbol: faint where it is not used, a choice where two are equally near."""
        spot, action = self.around(at, at + box.STRIDE + 1), act.SYMBOL.at(place)
        dashes = {"stroke_width": 4, "stroke_dasharray": "3 7"}
        pen, r = "nofill s-clay", self.size * 0.62
        mark, tip = svg.circle(spot.mid, spot.level, r, pen, **dashes), self.scene.t("Start symbol")
        if not self.scene.can(action):
            faint = svg.group(mark, opacity="0.6")
            return piece(faint, tip=tips.start_symbol(self.scene.t))
        face, name = svg.rect(*spot, "f-sand", 6), f"symbol-{place}"
        return self.scene.piece(face, mark, tip=tip, name=name, action=action, around=spot, out=-3)

    # --- What lies on it ------------------------------------------------------------------------

    def laid(self) -> str:
        """The start tile, every valley tile and every monument."""
        view, parts = self.scene.view, []
        if self.scene.sees("phase", st.TURN_START):
            start = self.around(view.start_at, view.start_at + box.STRIDE + 1)
            parts.append(self.outline(start, "gold", 4))
        elif view.start_at != st.NONE:
            steps = [box.START_STEPS[(i + view.start_turn) % 4] for i in range(box.KINDS)]
            quarters = zip((view.start_at + step for step in steps), box.START_SCENES, strict=True)
            tip = tips.laid(self.scene.t, self.scene.t("Start tile"))
            parts.append(self.scene.piece(self.tile([*quarters]), tip=tip, name="start"))
        for at in box.AT:
            if view.link[at] in (0, 1):
                parts.append(_laid_tile(self.scene, at, self.x, self.y, self.size))
            if box.MONUMENT <= view.cell[at] < box.OUTSIDE:
                parts.append(_monument(self.scene, self.spot(at), at))
        return "".join(parts)

    def tile(self, scenes: Sequence[tuple[int, int]]) -> str:
        """A tile of scenes, by its places."""
        halves = [(scene, self.spot(at)) for at, scene in scenes]
        return self.scene.tile(halves, self.around(*(at for at, _ in scenes)))

    def marks(self) -> str:
        """A trace around the tile laid last, and the quarry that is being decided on."""
        view, parts = self.scene.view, []
        if view.last_at != st.NONE:
            tile = self.around(view.last_at, view.last_at + box.STEP[view.link[view.last_at]])
            parts.append(self.outline(tile, "carnelian", 3.5))
        if view.phase == st.QUARRY_GAIN:
            spot = self.spot(view.at)
            parts.append(self.scene.use("quarry", *spot.grown(-4)[:3]))
            parts.append(self.outline(spot.grown(-1), "gold", 4))
        return "".join(parts)

    def outline(self, spot: Box, ink: str, width: float) -> str:
        """A frame around some cells."""
        return svg.rect(*spot, f"nofill s-{ink}", 5, stroke_width=width)

    # --- What can be done -----------------------------------------------------------------------

    def targets(self) -> str:
        """What can be chosen in the valley now: cells, turns, quarries."""
        view, can = self.scene.view, self.scene.can
        target = self.quarry if view.phase == st.CHOOSE_QUARRY else self.cell
        parts = [target(cell) for cell, action in enumerate(act.CELL) if can(action)]
        if view.phase == st.CHOOSE_TURN:
            parts.append(self.tile([(view.at, box.TILE_SCENES[view.tile][0])]))
            parts += [self.turn(turn) for turn, action in enumerate(act.TURN) if can(action)]
        return "".join(parts)

    def quarry(self, cell: int) -> str:
        """A quarry that still wants a choice."""
        spot = self.spot(box.AT[cell])
        return self.scene.piece(
            svg.rect(*spot.grown(-1), "f-sand", 3),
            self.scene.use("quarry", *spot.grown(-5)[:3]),
            name=f"cell-{cell}",
            action=act.CELL.at(cell),
            around=spot,
            out=-2,
            r=6,
        )

    def cell(self, cell: int) -> str:
        """A cell for the tile's first half: how much it would bring, and the tile as a ghost.

        What is printed on the cell stays in sight: the yield stands in the corner.
        """
        view, at, spot = self.scene.view, box.AT[cell], self.spot(box.AT[cell])
        valley = self.scene.valley
        turn = names.best_turn(valley, view.tile, at)
        first, second = box.TILE_SCENES[view.tile]
        tile = self.tile([(at, first), (at + box.STEP[turn], second)])
        return self.scene.piece(
            svg.rect(*spot.grown(-2), "f-papyrus", 6, opacity="0.3"),
            # The ring lies below the ghost, which covers it.
            ring(*spot.grown(-3), 6),
            self.brings(spot, names.harvest_size(valley, view.tile, at, turn)),
            svg.group(tile, class_="ghost", opacity="0", pointer_events="none"),
            name=f"cell-{cell}",
            action=act.CELL.at(cell),
        )

    def brings(self, spot: Box, count: int) -> str:
        """A yield, in the lower right corner of a cell."""
        letter = self.scene.shape.letter
        x = spot.right - 9 - 0.31 * letter * len(f"{count}")
        return self.scene.count(x, spot.bottom - 0.8 * letter, count)

    def turn(self, turn: int) -> str:
        """One way in which the tile may lie: its second half, and what it would bring."""
        view, at = self.scene.view, self.scene.view.at + box.STEP[turn]
        spot, brings = (
            self.spot(at),
            names.harvest_size(self.scene.valley, view.tile, view.at, turn),
        )
        return self.scene.piece(
            svg.rect(*spot, "f-papyrus", 5),
            svg.group(self.tile([(at, box.TILE_SCENES[view.tile][1])]), opacity="0.75"),
            ring(*spot.grown(-3), 6),
            self.brings(spot, brings),
            name=f"turn-{turn}",
            action=act.TURN.at(turn),
            data_turn=turn,
        )


@part
def _explained(scene: Scene, spot: Box, what: int) -> str:
    """A cell of the land with what it does for the viewer."""
    tip, touched = _land_tip(scene, what), svg.rect(*spot, "nofill", pointer_events="all")
    if what == box.WHEAT_FIELD:
        art = scene.use(f"r{box.WHEAT}", *spot.grown(-0.1 * spot.w)[:3])
        return piece(touched, art, tip=tip)
    if what == box.WATER:
        return piece(touched, tip=tip)
    kind, r = what - box.ICON, 0.36 * spot.w
    return piece(
        svg.circle(spot.mid + 1.5, spot.level + 2.5, r, "f-soot", opacity=textures.SHADE),
        svg.circle(spot.mid, spot.level, r, f"f-{icons.GROUNDS[kind]} hair"),
        scene.use(f"r{kind}", *spot.grown(-0.23 * spot.w)[:3]),
        tip=tip,
    )


@on_demand
def _land_tip(scene: Scene, what: int) -> str:
    t, view, seat = scene.t, scene.view, scene.viewer
    if what == box.WHEAT_FIELD:
        return tips.wheat_field(t, view, seat)
    if what == box.WATER:
        return tips.water(t, view)
    return tips.printed(t, view, seat, what - box.ICON)


@part
def _laid_tile(scene: Scene, at: int, x: float, y: float, size: float) -> str:
    """A tile, by the place of its upper or left half."""
    view, other = scene.view, at + box.STEP[scene.view.link[at]]
    halves = [(place, view.cell[place] - box.SCENE) for place in (at, other)]
    tip = tips.laid(scene.t, "–".join(names.resource(scene.t, kind) for _, kind in halves))
    drawn = Valley(scene, x, y, size).tile(halves)
    return scene.piece(drawn, tip=tip, name=f"laid-{box.CELL_OF[at]}")


@part
def _monument(scene: Scene, spot: Box, at: int) -> str:
    """A seat's monument in its quarry, with the seat's mark."""
    seat, pit = scene.view.cell[at] - box.MONUMENT, textures.slab(*spot.grown(-1.5), 4)
    low, left = svg.number(spot.bottom - 5), svg.number(spot.x + 9)
    return scene.piece(
        textures.laid(scene.prefix, "stone", pit, "hair"),
        textures.shadow(
            f"M{left} {low}h{svg.number(spot.w - 14)}l-6 -7h-{svg.number(spot.w - 20)}z"
        ),
        scene.monument(seat, *spot.grown(-5)[:3]),
        badge(seat, spot.right - 10, spot.y + 10, 9),
        tip=tips.standing(scene.t, scene.view, seat, scene.names[seat]),
        name=f"monument-{box.CELL_OF[at]}",
    )


LAYERS = (Valley.ground, Valley.printed, Valley.laid, Valley.marks, Valley.targets)
"""Land, tiles, monuments, and what can be done there."""


def draw(scene: Scene, x: float, y: float, size: float) -> str:
    """The whole valley, layer by layer."""
    around, across, down = scene.shape.margin, scene.columns * size, box.VALLEY_ROWS * size
    w, h = (across, down) if scene.wide else (down, across)
    layers = (_layer(scene, layer, x, y, size) for layer in LAYERS)
    return clip(
        scene, "valley", Box(x - around, y - around, w + 2 * around, h + 2 * around), *layers
    )


@part
def _layer(scene: Scene, layer: Callable[[Valley], str], x: float, y: float, size: float) -> str:
    return layer(Valley(scene, x, y, size))
