"""The valley as a picture: boards, tiles, monuments, and where the next tile may lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nomarch.draw import svg
from nomarch.draw.box import Box, square
from nomarch.draw.memory import part
from nomarch.draw.shapes import badge, cartouche, piece, ring
from nomarch.games.fertility import actions as act, components as box, icons, state as st, words
from nomarch.games.fertility.art.scene import Scene
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

    def names(self) -> str:
        """Letters and numbers along the edges."""
        wide, names = self.scene.wide, []
        for column in range(self.scene.columns):
            spot = self.spot(box.AT[column])
            at = (spot.mid, self.y - 6) if wide else (self.x - 8, spot.level + 4.5)
            names.append((*at, box.COLUMN_NAMES[column]))
        for row in range(box.VALLEY_ROWS):
            spot = self.spot(box.AT[box.MOST_COLUMNS * row])
            at = (self.x - 11, spot.level + 4.5) if wide else (spot.mid, self.y - 5)
            names.append((*at, str(row + 1)))
        return "".join(svg.text(*name, 13, "f-ink-soft sans", "middle") for name in names)

    def boards(self) -> str:
        """The valley boards with all that is printed on them."""
        parts = []
        for place in range(self.scene.columns // box.VALLEY_COLUMNS):
            first = box.AT[box.VALLEY_COLUMNS * place]
            last = first + box.STRIDE * (box.VALLEY_ROWS - 1) + box.VALLEY_COLUMNS - 1
            board = self.around(first, last)
            if place < self.scene.view.boards:
                parts.append(svg.rect(*board, "f-sand line", 3) + self.lattice(board))
                parts.append(self.printed(place))
            else:
                parts.append(svg.rect(*board, "f-papyrus-deep hair", 3))
        return "".join(parts)

    def lattice(self, board: Box) -> str:
        """The lines between a board's cells."""
        x, y, w, h = map(svg.number, board)
        across, down = (range(1, round(edge / self.size)) for edge in (board.w, board.h))
        lines = [f"M{svg.number(board.x + i * self.size)} {y}v{h}" for i in across]
        lines += [f"M{x} {svg.number(board.y + i * self.size)}h{w}" for i in down]
        return svg.path("".join(lines), "nofill s-papyrus-edge", stroke_width=1)

    def printed(self, place: int) -> str:
        """One board's cells."""
        view, parts = self.scene.view, []
        symbol = int(set_up.symbol_at(view, place))
        if view.start_at != symbol:
            parts.append(self.symbol(place, symbol))
        cells = box.VALLEY_CELLS[view.board[place]]
        for i, what in enumerate(reversed(cells) if view.turned[place] else cells):
            row, column = divmod(i, box.VALLEY_COLUMNS)
            at = box.AT[box.VALLEY_COLUMNS * place + column + box.MOST_COLUMNS * row]
            if what >= box.SCENE or view.cell[at] < box.SCENE:
                parts.append(self.ground(self.spot(at), what))
        return "".join(parts)

    def symbol(self, place: int, at: int) -> str:
        """A start symbol: faint where it is not used, a choice where two are equally near."""
        spot, action = self.around(at, at + box.STRIDE + 1), act.SYMBOL.at(place)
        dashes = {"stroke_width": 4, "stroke_dasharray": "3 7"}
        pen, r = "nofill s-papyrus-edge", self.size * 0.62
        mark, tip = svg.circle(spot.mid, spot.level, r, pen, **dashes), self.scene.t("Start symbol")
        if not self.scene.can(action):
            return piece(mark, tip=tip)
        ground, name = svg.rect(*spot, "f-sand", 6), f"symbol-{place}"
        return self.scene.piece(
            ground, mark, tip=tip, name=name, action=action, around=spot, out=-3
        )

    def ground(self, spot: Box, what: int) -> str:
        """What is printed on a cell: wheat, water or an icon."""
        scene, t = self.scene, self.scene.t
        if what == box.WHEAT_FIELD:
            art = svg.rect(*spot.grown(-1), "f-gold", 3)
            art += scene.use(f"r{box.WHEAT}", *spot.grown(-5)[:3])
            return piece(art, tip=t("Wheat field: 1 wheat for each tile laid beside it"))
        if what == box.WATER:
            art = svg.rect(*spot.grown(-1), "f-lapis", 3)
            art += scene.use("water", *spot.grown(-4)[:3])
            return piece(art, tip=t("Water: no tile may cover it"))
        if what < box.ICON:
            return ""
        kind = what - box.ICON
        art = svg.circle(spot.mid, spot.level, self.size * 0.38, f"f-{icons.GROUNDS[kind]} hair")
        art += scene.use(f"r{kind}", *spot.grown(-0.22 * self.size)[:3])
        told = t("Cover it with a tile: 1 {resource}")
        return piece(art, tip=told.format(resource=words.resource(t, kind)))

    def laid(self) -> str:
        """The start tile, every valley tile and every monument."""
        view, parts = self.scene.view, []
        if view.asked == st.TURN_START:
            start = self.around(view.start_at, view.start_at + box.STRIDE + 1)
            parts.append(self.outline(start, "gold", 4))
        elif view.start_at != st.NONE:
            steps = [box.START_STEPS[(i + view.start_turn) % 4] for i in range(box.KINDS)]
            quarters = zip((view.start_at + step for step in steps), box.START_SCENES, strict=True)
            tip = self.scene.t("Start tile")
            parts.append(self.scene.piece(self.tile([*quarters]), tip=tip, name="start"))
        for at in box.AT:
            if view.link[at] in (0, 1):
                parts.append(self.laid_tile(at))
            if box.MONUMENT <= view.cell[at] < box.OUTSIDE:
                parts.append(self.monument(at, view.cell[at] - box.MONUMENT))
        return "".join(parts)

    def laid_tile(self, at: int) -> str:
        """A tile, by the place of its upper or left half."""
        view, other = self.scene.view, at + box.STEP[self.scene.view.link[at]]
        halves = [(place, view.cell[place] - box.SCENE) for place in (at, other)]
        tip = "–".join(words.resource(self.scene.t, scene) for _, scene in halves)
        return self.scene.piece(self.tile(halves), tip=tip, name=f"laid-{box.CELL_OF[at]}")

    def tile(self, scenes: Sequence[tuple[int, int]]) -> str:
        """A tile of scenes, one outline around all of them."""
        parts = []
        for at, scene in scenes:
            spot = self.spot(at)
            parts.append(svg.rect(*spot, f"f-{icons.GROUNDS[scene]}"))
            parts.append(self.scene.use(f"r{scene}", *spot.grown(-0.1 * self.size)[:3]))
        outline = svg.rect(*self.around(*(at for at, _ in scenes)), "nofill line", 3)
        return "".join(parts) + outline

    def monument(self, at: int, seat: int) -> str:
        """A seat's monument in its quarry, with the seat's mark."""
        scene, spot = self.scene, self.spot(at)
        kind, told = words.monument(scene.t, seat), scene.t("{monument} of {player}")
        return scene.piece(
            svg.rect(*spot.grown(-1), "f-papyrus-edge", 3),
            scene.monument(seat, *spot.grown(-3)[:3]),
            badge(seat, spot.right - 9, spot.y + 9, 8),
            tip=told.format(monument=kind, player=scene.names[seat]),
            name=f"monument-{box.CELL_OF[at]}",
        )

    def marks(self) -> str:
        """A trace around the tile laid last, and the quarry that is being decided on."""
        view, parts = self.scene.view, []
        if view.last_at != st.NONE:
            tile = self.around(view.last_at, view.last_at + box.STEP[view.link[view.last_at]])
            parts.append(self.outline(tile, "carnelian", 3.5))
        if view.asked == st.QUARRY_GAIN:
            spot = self.spot(view.at)
            parts.append(self.scene.use("quarry", *spot.grown(-4)[:3]))
            parts.append(self.outline(spot.grown(-1), "gold", 4))
        return "".join(parts)

    def outline(self, spot: Box, ink: str, width: float) -> str:
        """A frame around some cells."""
        return svg.rect(*spot, f"nofill s-{ink}", 5, stroke_width=width)

    def targets(self) -> str:
        """What can be chosen in the valley now: cells, turns, quarries."""
        view, can = self.scene.view, self.scene.can
        target = self.quarry if view.asked == st.CHOOSE_QUARRY else self.cell
        parts = [target(cell) for cell, action in enumerate(act.CELL) if can(action)]
        if view.asked == st.CHOOSE_TURN:
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
        """A cell for the tile's first half: how much it would bring, and the tile as a ghost."""
        view, at, spot = self.scene.view, box.AT[cell], self.spot(box.AT[cell])
        turn = words.best_turn(view, view.tile, at)
        first, second = box.TILE_SCENES[view.tile]
        tile = self.tile([(at, first), (at + box.STEP[turn], second)])
        brings = words.harvest_size(view, view.tile, at, turn)
        return self.scene.piece(
            svg.rect(*spot.grown(-2), "f-papyrus", 6),
            # The ring lies below the ghost, which covers it.
            ring(*spot.grown(-3), 6),
            svg.text(spot.mid, spot.level + 6, brings, 17, "f-ink sans", "middle", bold=True),
            svg.group(tile, class_="ghost", opacity="0", pointer_events="none"),
            name=f"cell-{cell}",
            action=act.CELL.at(cell),
        )

    def turn(self, turn: int) -> str:
        """One way in which the tile may lie: its second half, and what it would bring."""
        view, at = self.scene.view, self.scene.view.at + box.STEP[turn]
        spot, brings = self.spot(at), words.harvest_size(view, view.tile, view.at, turn)
        return self.scene.piece(
            svg.rect(*spot, "f-papyrus", 5),
            svg.group(self.tile([(at, box.TILE_SCENES[view.tile][1])]), opacity="0.72"),
            ring(*spot.grown(-3), 6),
            cartouche(spot.mid, spot.level, f"+{brings}"),
            name=f"turn-{turn}",
            action=act.TURN.at(turn),
            data_turn=turn,
        )


LAYERS = (Valley.names, Valley.boards, Valley.laid, Valley.marks, Valley.targets)
"""Ground, tiles, monuments, and what can be done there."""


def valley(scene: Scene, x: float, y: float, size: float) -> str:
    """The whole valley, layer by layer."""
    return "".join(_layer(scene, layer, x, y, size) for layer in LAYERS)


@part
def _layer(scene: Scene, layer: Callable[[Valley], str], x: float, y: float, size: float) -> str:
    return layer(Valley(scene, x, y, size))
