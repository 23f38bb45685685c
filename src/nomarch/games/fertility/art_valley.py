"""The valley as a picture: boards, tiles, monuments, and where the next tile may lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nomarch.draw import svg
from nomarch.draw.shapes import badge, cartouche, piece, ring
from nomarch.games.fertility import icons, words
from nomarch.games.fertility import actions as act, components as box, state as st
from nomarch.games.fertility.art_scene import TALL, Scene, columns, monument


@dataclass(frozen=True)
class Valley:
    """The valley at a place; on a tall board it is turned, so that its cells can be touched."""

    scene: Scene
    x: float
    y: float
    size: float

    def spot(self, at: int) -> tuple[float, float]:
        """The upper left corner of a cell, by its place in the frame."""
        down, across = divmod(at - box.FIRST_AT, box.STRIDE)
        if self.scene.shape is TALL:
            across, down = box.VALLEY_ROWS - 1 - down, across
        return self.x + across * self.size, self.y + down * self.size

    def box(self, *places: int) -> tuple[float, float, float, float]:
        """The rectangle around some cells."""
        spots = [self.spot(at) for at in places]
        x, y = min(s[0] for s in spots), min(s[1] for s in spots)
        w, h = max(s[0] for s in spots) - x, max(s[1] for s in spots) - y
        return x, y, w + self.size, h + self.size

    def draw(self) -> str:
        """Ground, tiles, monuments, and what can be done there."""
        return "".join((self.names(), self.boards(), self.laid(), self.marks(), self.targets()))

    def names(self) -> str:
        """Letters and numbers along the edges."""
        parts, tall = [], self.scene.shape is TALL
        for column in range(columns(self.scene)):
            x, y = self.spot(box.AT[column])
            if tall:
                at = (self.x - 8, y + self.size / 2 + 4.5)
            else:
                at = (x + self.size / 2, self.y - 6)
            letter = "abcdefghijklmnop"[column]
            parts.append(svg.text(*at, letter, 13, "f-ink-soft sans", "middle"))
        for row in range(box.VALLEY_ROWS):
            x, y = self.spot(box.AT[box.MOST_COLUMNS * row])
            if tall:
                at = (x + self.size / 2, self.y - 5)
            else:
                at = (self.x - 11, y + self.size / 2 + 4.5)
            parts.append(svg.text(*at, row + 1, 13, "f-ink-soft sans", "middle"))
        return "".join(parts)

    def boards(self) -> str:
        """The valley boards with all that is printed on them."""
        parts = []
        for place in range(columns(self.scene) // box.VALLEY_COLUMNS):
            first = box.AT[box.VALLEY_COLUMNS * place]
            corner = first + box.STRIDE * (box.VALLEY_ROWS - 1) + box.VALLEY_COLUMNS - 1
            box = self.box(first, corner)
            if place < self.scene.view.boards:
                parts.append(svg.rect(*box, "f-sand line", 3))
                parts.append(self.printed(place))
            else:
                parts.append(svg.rect(*box, "f-papyrus-deep hair", 3))
        return "".join(parts)

    def printed(self, place: int) -> str:
        """One board's cells."""
        view, parts = self.scene.view, [self.lattice(place)]
        symbol = words.rules.symbol_at(view, place)
        if view.start_at != symbol:
            parts.append(self.symbol(place, symbol))
        for i in range(box.VALLEY_COLUMNS * box.VALLEY_ROWS):
            column, row = i % box.VALLEY_COLUMNS, i // box.VALLEY_COLUMNS
            at = box.AT[box.VALLEY_COLUMNS * place + column + box.MOST_COLUMNS * row]
            printed = box.VALLEY_CELLS[view.board[place]][31 - i if view.turned[place] else i]
            if printed >= box.SCENE or view.cell[at] < box.SCENE:
                parts.append(self.ground(at, printed))
        return "".join(parts)

    def lattice(self, place: int) -> str:
        """The lines between a board's cells."""
        lines = []
        first = box.AT[box.VALLEY_COLUMNS * place]
        x, y, w, h = self.box(
            first, first + box.STRIDE * (box.VALLEY_ROWS - 1) + box.VALLEY_COLUMNS - 1
        )
        for i in range(1, round(w / self.size)):
            lines.append(f"M{svg.number(x + i * self.size)} {svg.number(y)}v{svg.number(h)}")
        for i in range(1, round(h / self.size)):
            lines.append(f"M{svg.number(x)} {svg.number(y + i * self.size)}h{svg.number(w)}")
        return svg.element("path", d="".join(lines), class_="nofill s-papyrus-edge", stroke_width=1)

    def symbol(self, place: int, at: int) -> str:
        """A start symbol: faint where it is not used, a choice where two are equally near."""
        x, y, w, h = self.box(at, at + box.STRIDE + 1)
        mark = svg.element(
            "circle", cx=x + w / 2, cy=y + h / 2, r=self.size * 0.62,
            class_="nofill s-papyrus-edge", stroke_width=4, stroke_dasharray="3 7",
        )  # fmt: skip
        action = act.SYMBOL + place
        tip = self.scene.t("Start symbol")
        if action not in self.scene.legal:
            return piece(mark, tip=tip)
        return piece(
            svg.rect(x, y, w, h, "f-sand", 6), mark, ring(x + 3, y + 3, w - 6, h - 6), tip=tip,
            action=act.format_action(action), label=self.scene.label(action),
            id_=self.scene.id(f"symbol-{place}"),
        )  # fmt: skip

    def ground(self, at: int, printed: int) -> str:
        """What is printed on a cell: wheat, water or an icon."""
        scene, size = self.scene, self.size
        (x, y), t = self.spot(at), self.scene.t
        if printed == box.WHEAT_FIELD:
            art = svg.rect(x + 1, y + 1, size - 2, size - 2, "f-gold", 3)
            art += scene.use(f"r{box.WHEAT}", x + 5, y + 5, size - 10)
            return piece(art, tip=t("Wheat field: 1 wheat for each tile laid beside it"))
        if printed == box.WATER:
            art = svg.rect(x + 1, y + 1, size - 2, size - 2, "f-lapis", 3)
            art += scene.use("water", x + 4, y + 4, size - 8)
            return piece(art, tip=t("Water: no tile may cover it"))
        if printed < box.ICON:
            return ""
        kind, inset = printed - box.ICON, size * 0.22
        art = svg.circle(x + size / 2, y + size / 2, size * 0.38, f"f-{icons.GROUNDS[kind]} hair")
        art += scene.use(f"r{kind}", x + inset, y + inset, size - 2 * inset)
        tip = t("Cover it with a tile: 1 {resource}").format(resource=words.resource(t, kind))
        return piece(art, tip=tip)

    def laid(self) -> str:
        """The start tile, every valley tile and every monument."""
        view, t, parts = self.scene.view, self.scene.t, []
        if view.asked == st.TURN_START:
            box = self.box(view.start_at, view.start_at + box.STRIDE + 1)
            parts.append(self.outline(box, "s-gold", 4))
        elif view.start_at != st.NONE:
            quarters = [
                (view.start_at + box.START_STEPS[(i + view.start_turn) % 4], box.START_SCENES[i])
                for i in range(box.KINDS)
            ]
            parts.append(
                piece(self.tile(quarters), tip=t("Start tile"), id_=self.scene.id("start"))
            )
        for at in box.AT:
            turn = view.link[at]
            if turn in (0, 1):
                halves = [
                    (place, view.cell[place] - box.SCENE) for place in (at, at + box.STEP[turn])
                ]
                tip = "–".join(words.resource(t, scene) for _, scene in halves)
                parts.append(
                    piece(self.tile(halves), tip=tip, id_=self.scene.id(f"laid-{box.CELL_OF[at]}"))
                )
            if box.MONUMENT <= view.cell[at] < box.MONUMENT + view.players:
                parts.append(self.monument(at, view.cell[at] - box.MONUMENT))
        return "".join(parts)

    def tile(self, scenes: Sequence[tuple[int, int]]) -> str:
        """A tile of scenes, one outline around all of them."""
        parts = []
        for at, scene in scenes:
            x, y = self.spot(at)
            parts.append(svg.rect(x, y, self.size, self.size, f"f-{icons.GROUNDS[scene]}"))
            inset = self.size * 0.1
            parts.append(self.scene.use(f"r{scene}", x + inset, y + inset, self.size - 2 * inset))
        box = self.box(*(at for at, _ in scenes))
        return "".join(parts) + svg.rect(*box, "nofill line", 3)

    def monument(self, at: int, seat: int) -> str:
        """A seat's monument in its quarry, with the seat's mark."""
        (x, y), size, t = self.spot(at), self.size, self.scene.t
        tip = t("{monument} of {player}").format(
            monument=words.monument(t, seat), player=self.scene.names[seat]
        )
        return piece(
            svg.rect(x + 1, y + 1, size - 2, size - 2, "f-papyrus-edge", 3),
            monument(self.scene, seat, x + 3, y + 3, size - 6),
            badge(seat, x + size - 9, y + 9, 8),
            tip=tip, id_=self.scene.id(f"monument-{box.CELL_OF[at]}"),
        )  # fmt: skip

    def marks(self) -> str:
        """A trace around the tile laid last, and the quarry that is being decided on."""
        view, parts = self.scene.view, []
        if view.last_at != st.NONE:
            box = self.box(view.last_at, view.last_at + box.STEP[view.link[view.last_at]])
            parts.append(self.outline(box, "s-carnelian", 3.5))
        if view.asked == st.QUARRY_GAIN:
            x, y, w, h = self.box(view.at)
            parts.append(self.scene.use("quarry", x + 4, y + 4, w - 8))
            parts.append(self.outline((x + 1, y + 1, w - 2, h - 2), "s-gold", 4))
        return "".join(parts)

    def outline(self, box: tuple[float, float, float, float], stroke: str, width: float) -> str:
        """A frame around some cells."""
        x, y, w, h = box
        return svg.element(
            "rect", x=x, y=y, width=w, height=h, rx=5, class_=f"nofill {stroke}",
            stroke_width=width,
        )  # fmt: skip

    def targets(self) -> str:
        """What can be chosen in the valley now: cells, turns, quarries."""
        view, legal = self.scene.view, self.scene.legal
        parts = []
        for cell in range(len(box.AT)):
            if act.CELL + cell in legal:
                parts.append(
                    self.quarry(cell) if view.asked == st.CHOOSE_QUARRY else self.cell(cell)
                )
        if view.asked == st.CHOOSE_TURN:
            first = box.TILE_SCENES[view.tile][0]
            parts.append(self.tile([(view.at, first)]))
            parts += [self.turn(turn) for turn in range(4) if act.TURN + turn in legal]
        return "".join(parts)

    def quarry(self, cell: int) -> str:
        """A quarry that still wants a choice."""
        x, y, w, h = self.box(box.AT[cell])
        action = act.CELL + cell
        return piece(
            svg.rect(x + 1, y + 1, w - 2, h - 2, "f-sand", 3),
            self.scene.use("quarry", x + 5, y + 5, w - 10), ring(x + 2, y + 2, w - 4, h - 4, 6),
            tip=self.scene.label(action) or "", action=act.format_action(action),
            label=self.scene.label(action), id_=self.scene.id(f"cell-{cell}"),
        )  # fmt: skip

    def cell(self, cell: int) -> str:
        """A cell for the tile's first half: how much it would bring, and the tile as a ghost."""
        view, action = self.scene.view, act.CELL + cell
        at = box.AT[cell]
        turn = words.best_turn(view, view.tile, at)
        first, second = box.TILE_SCENES[view.tile]
        (x, y), size = self.spot(at), self.size
        ghost = svg.group(
            self.tile([(at, first), (at + box.STEP[turn], second)]), class_="ghost", opacity="0",
            pointer_events="none",
        )  # fmt: skip
        brings = words.harvest_size(view, view.tile, at, turn)
        return piece(
            svg.rect(x + 2, y + 2, size - 4, size - 4, "f-papyrus", 6),
            ring(x + 3, y + 3, size - 6, size - 6, 6),
            svg.text(x + size / 2, y + size / 2 + 6, brings, 17, "f-ink sans", "middle", bold=True),
            ghost, tip=self.scene.label(action) or "", action=act.format_action(action),
            label=self.scene.label(action), id_=self.scene.id(f"cell-{cell}"),
        )  # fmt: skip

    def turn(self, turn: int) -> str:
        """One way in which the tile may lie: its second half, and what it would bring."""
        view, action = self.scene.view, act.TURN + turn
        at = view.at + box.STEP[turn]
        x, y, w, h = self.box(at)
        half = svg.group(self.tile([(at, box.TILE_SCENES[view.tile][1])]), opacity="0.72")
        brings = words.harvest_size(view, view.tile, view.at, turn)
        label = self.scene.label(action) or ""
        return svg.group(
            svg.title(label), svg.rect(x, y, w, h, "f-papyrus", 5), half,
            ring(x + 3, y + 3, w - 6, h - 6, 6), cartouche(x + w / 2, y + h / 2, f"+{brings}"),
            id=self.scene.id(f"turn-{turn}"), class_="piece legal", data_tip=label,
            data_action=act.format_action(action), data_turn=turn, role="button", tabindex="0",
            aria_label=label,
        )  # fmt: skip
