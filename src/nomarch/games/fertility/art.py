"""The board of Fertility as a picture: the valley, the reserves, the districts and the cities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nomarch.draw import svg
from nomarch.draw.palette import SEATS
from nomarch.draw.shapes import (
    badge,
    card,
    cartouche,
    heading,
    panel,
    piece,
    plaque,
    ring,
    shorten,
)
from nomarch.games.fertility import icons, words
from nomarch.games.fertility.actions import (
    BOARD,
    BUILD,
    CELL,
    DISCARD,
    DONE,
    LAY,
    PAY,
    QUARRY,
    QUARRY_MONUMENT,
    QUARRY_NOTHING,
    REMOVE,
    SLOT,
    SUPPLY,
    SYMBOL,
    TAKE,
    TURN,
    format_action,
)
from nomarch.games.fertility.components import (
    ANY,
    AT,
    BOARDS_USED,
    CELL_OF,
    CHOICE,
    DISTRICT_COST,
    DISTRICT_SHOP,
    EXCHANGE,
    FIRST_AT,
    GENERAL,
    GODS,
    GRAIN,
    ICON,
    ICONS_PER_SHOP,
    KIND,
    KINDS,
    MONUMENT,
    MONUMENTS_EACH,
    MOST_COLUMNS,
    MOST_WHEAT,
    NEED,
    NO_SHOP,
    NOTHING,
    SCENE,
    SHOPS,
    SHOPS_PER_DISTRICT,
    SHOWN,
    SLOTS,
    SPECIAL,
    START_SCENES,
    START_SHOPS,
    START_STEPS,
    STATUE,
    STEP,
    STRIDE,
    TILE_KINDS,
    TILE_SCENES,
    VALLEY_CELLS,
    VALLEY_COLUMNS,
    VALLEY_ROWS,
    VALUE,
    WATER,
    WHEAT,
    WHEAT_FIELD,
    WHEAT_POINTS,
)
from nomarch.games.fertility.rules import (
    CHOOSE_QUARRY,
    CHOOSE_TURN,
    CITY,
    LAY_OUT,
    NO_FIT,
    NONE,
    OVER,
    QUARRY_GAIN,
    REMOVING,
    SUPPLYING,
    TRADE,
    TURN_START,
)
from nomarch.i18n import Translate

GAP = 10
EDGE = 12
FADED = "0.5"


@dataclass(frozen=True)
class Shape:
    """The measures of an arrangement."""

    width: int
    cell: int
    own_scale: float
    own_columns: int
    other_columns: int


WIDE = Shape(1200, 44, 1.0, 9, 3)
TALL = Shape(420, 40, 1.5, 2, 1)
SHAPES = {"wide": WIDE, "tall": TALL}
OTHER_SCALE = 0.85
SHOP_WIDTH, SHOP_HEIGHT, SPOT = 118, 28, 24
"""A shop's measures at scale 1."""


@dataclass(frozen=True)
class Scene:
    """Everything a part of the drawing needs to know."""

    view: Any
    viewer: int
    legal: frozenset[int]
    to_act: Sequence[int]
    names: Sequence[str]
    t: Translate
    prefix: str
    shape: Shape

    def action(self, action: int) -> str | None:
        """An action's notation if it is legal now."""
        return format_action(action) if action in self.legal else None

    def label(self, action: int) -> str | None:
        """An action in words if it is legal now."""
        return words.move(self.t, self.view, action) if action in self.legal else None

    def id(self, name: object) -> str:
        """A piece's id, which two drawings on one page do not share."""
        return f"{self.prefix}-{name}"

    def use(self, name: str, x: float, y: float, size: float) -> str:
        """An icon of the sheet, at a place and size."""
        return svg.element(
            "use", href=f"#{self.id(f'icon-{name}')}",
            transform=f"translate({svg.number(x)} {svg.number(y)}) scale({size / 48:.4g})",
        )  # fmt: skip

    def good(self, kind: int, x: float, y: float, size: float) -> str:
        """A resource or wheat on its ground."""
        return card(x, y, size, size, icons.GROUNDS[kind]) + self.use(f"r{kind}", x, y, size)


def draw(
    view: Any, *, viewer: int, legal: Sequence[int], to_act: Sequence[int], names: Sequence[str],
    t: Translate, shape: str = "wide", prefix: str = "board",
) -> svg.Svg:  # fmt: skip
    """The position as the viewer sees it; what it may do is marked with `data-action`."""
    scene = Scene(view, viewer, frozenset(legal), to_act, names, t, prefix, SHAPES[shape])
    parts: list[str] = [_sheet(scene)]
    y = (_table_wide if scene.shape is WIDE else _table_tall)(scene, parts)
    y = _players(scene, parts, y)
    told = words.position(t, view, names)
    rows = "; ".join(", ".join(row) for row in told.rows)
    return svg.drawing(
        scene.shape.width, y, *parts,
        name=f"Fertility – {words.prompt(t, view, viewer, to_act, names)}",
        description=" ".join(told.lines[:5]) + " " + rows, prefix=prefix,
    )  # fmt: skip


def _sheet(scene: Scene) -> str:
    """Every icon once; the drawing refers to them."""
    named = {
        **{f"r{i}": markup for i, markup in enumerate(icons.RESOURCES)},
        **{f"g{i}": markup for i, markup in enumerate(icons.GODS)},
        **{f"m{i}": markup for i, markup in enumerate(icons.MONUMENTS)},
        "water": icons.WATER, "any": icons.ANY, "any-god": icons.ANY_GOD,
        "exchange": icons.EXCHANGE, "quarry": icons.QUARRY,
    }  # fmt: skip
    groups = [svg.group(markup, id=scene.id(f"icon-{name}")) for name, markup in named.items()]
    return svg.element("defs", *groups)


# --- The table ------------------------------------------------------------------------------------


def _table_wide(scene: Scene, parts: list[str]) -> float:
    """The valley on the left, reserves and districts on the right; where the players begin."""
    small = _columns(scene) <= 12
    size = scene.shape.cell + (8 if small else 0)
    left, top = 40, 76
    width, height = _columns(scene) * size, VALLEY_ROWS * size
    parts.append(_steps(scene, left, 12, width))
    valley = Valley(scene, left, top, size)
    parts.append(valley.draw())
    x = left + width + 28
    right = scene.shape.width - 24 - x
    parts.append(_reserve(scene, x, 14, right))
    scale = 1.6 if small else 1.45
    parts.append(_shown(scene, x, 98, right, scale))
    parts.append(_stock(scene, x, 98 + _shown_height(scale), right))
    bottom = top + height + 14
    parts.append(_choices(scene, left, bottom, width))
    return bottom + _choices_height(scene)


def _table_tall(scene: Scene, parts: list[str]) -> float:
    """The valley upright, tiles beside it within thumb's reach, districts below."""
    size, width = scene.shape.cell, scene.shape.width - 2 * EDGE
    parts.append(_steps(scene, EDGE, 8, width))
    top = 94
    valley = Valley(scene, EDGE + 14, top, size)
    parts.append(valley.draw())
    x = EDGE + 14 + VALLEY_ROWS * size + 8
    parts.append(_side(scene, x, top - 2, scene.shape.width - EDGE - x))
    y: float = top + max(_columns(scene) * size, 470) + 12
    parts.append(_choices(scene, EDGE, y, width))
    y += _choices_height(scene)
    parts.append(_shown(scene, EDGE, y, width, scene.shape.own_scale))
    return y + _shown_height(scene.shape.own_scale)


def _columns(scene: Scene) -> int:
    """The valley's columns, those still to be laid included."""
    return VALLEY_COLUMNS * BOARDS_USED[scene.view.players]


def _steps(scene: Scene, x: float, y: float, w: float) -> str:
    """Whose turn it is, which turn, and how far it has come; at the end, who has won."""
    view, t = scene.view, scene.t
    if view.phase == OVER:
        return _result(scene, x, y, w)
    wide = scene.shape is WIDE
    name = t("You") if view.seat == scene.viewer else shorten(scene.names[view.seat], 14)
    parts = [badge(view.seat, x + 16, y + 17, 16), heading(x + 40, y + 24, name, 20)]
    last = view.last_turns != NONE
    told = t("Last turn") if last else words.turn_line(t, view)
    ink = "f-carnelian sans" if last else "f-ink-soft sans"
    at = x + 52 + 11 * len(name) if wide else x + w
    anchor = "start" if wide else "end"
    parts.append(svg.text(at, y + 23, told, 15, ink, anchor, bold=last))
    if view.phase > TURN_START:
        step = 98.0 if wide else w / 4
        corner = (x + w - 4 * step, y + 3) if wide else (x, y + 40)
        parts.append(_progress(scene, *corner, step))
    return svg.group(*parts, id=scene.id("steps"))


def _progress(scene: Scene, x: float, y: float, step: float) -> str:
    """The steps of a turn in a row, the present one filled."""
    t, phase = scene.t, scene.view.phase
    now = 0 if phase < CITY else 1 if phase < SUPPLYING else 2 if phase <= TRADE else 3
    parts = []
    for i, label in enumerate((t("1 Tile"), t("2 District"), t("3 Shops"), t("New tile"))):
        ground, ink = ("carnelian", "papyrus") if i == now else ("papyrus-deep", "ink-soft")
        parts.append(svg.rect(x + i * step + 3, y, step - 6, 26, f"f-{ground}", 13))
        mid = x + (i + 0.5) * step
        parts.append(svg.text(mid, y + 18, label, 14, f"f-{ink} sans", "middle", bold=i == now))
    return "".join(parts)


def _result(scene: Scene, x: float, y: float, w: float) -> str:
    """Who has won."""
    view, t = scene.view, scene.t
    winners = [seat for seat in range(view.players) if words.rules.place_of(view, seat) == 1]
    parts = [badge(seat, x + 18 + 36 * i, y + 18, 17) for i, seat in enumerate(winners)]
    told = t("{player} wins the game.").format(player=shorten(scene.names[winners[0]], 16))
    if len(winners) > 1:
        told = t("The victory is shared.")
    return svg.group(
        *parts, heading(x + 8 + 36 * len(winners), y + 25, told, 21), id=scene.id("steps")
    )


# --- The valley -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Valley:
    """The valley at a place; on a tall board it is turned, so that its cells can be touched."""

    scene: Scene
    x: float
    y: float
    size: float

    def spot(self, at: int) -> tuple[float, float]:
        """The upper left corner of a cell, by its place in the frame."""
        down, across = divmod(at - FIRST_AT, STRIDE)
        if self.scene.shape is TALL:
            across, down = VALLEY_ROWS - 1 - down, across
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
        for column in range(_columns(self.scene)):
            x, y = self.spot(AT[column])
            if tall:
                at = (self.x - 8, y + self.size / 2 + 4.5)
            else:
                at = (x + self.size / 2, self.y - 6)
            letter = "abcdefghijklmnop"[column]
            parts.append(svg.text(*at, letter, 13, "f-ink-soft sans", "middle"))
        for row in range(VALLEY_ROWS):
            x, y = self.spot(AT[MOST_COLUMNS * row])
            if tall:
                at = (x + self.size / 2, self.y - 5)
            else:
                at = (self.x - 11, y + self.size / 2 + 4.5)
            parts.append(svg.text(*at, row + 1, 13, "f-ink-soft sans", "middle"))
        return "".join(parts)

    def boards(self) -> str:
        """The valley boards with all that is printed on them."""
        parts = []
        for place in range(_columns(self.scene) // VALLEY_COLUMNS):
            first = AT[VALLEY_COLUMNS * place]
            corner = first + STRIDE * (VALLEY_ROWS - 1) + VALLEY_COLUMNS - 1
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
        for i in range(VALLEY_COLUMNS * VALLEY_ROWS):
            column, row = i % VALLEY_COLUMNS, i // VALLEY_COLUMNS
            at = AT[VALLEY_COLUMNS * place + column + MOST_COLUMNS * row]
            printed = VALLEY_CELLS[view.board[place]][31 - i if view.turned[place] else i]
            if printed >= SCENE or view.cell[at] < SCENE:
                parts.append(self.ground(at, printed))
        return "".join(parts)

    def lattice(self, place: int) -> str:
        """The lines between a board's cells."""
        lines = []
        first = AT[VALLEY_COLUMNS * place]
        x, y, w, h = self.box(first, first + STRIDE * (VALLEY_ROWS - 1) + VALLEY_COLUMNS - 1)
        for i in range(1, round(w / self.size)):
            lines.append(f"M{svg.number(x + i * self.size)} {svg.number(y)}v{svg.number(h)}")
        for i in range(1, round(h / self.size)):
            lines.append(f"M{svg.number(x)} {svg.number(y + i * self.size)}h{svg.number(w)}")
        return svg.element("path", d="".join(lines), class_="nofill s-papyrus-edge", stroke_width=1)

    def symbol(self, place: int, at: int) -> str:
        """A start symbol: faint where it is not used, a choice where two are equally near."""
        x, y, w, h = self.box(at, at + STRIDE + 1)
        mark = svg.element(
            "circle", cx=x + w / 2, cy=y + h / 2, r=self.size * 0.62,
            class_="nofill s-papyrus-edge", stroke_width=4, stroke_dasharray="3 7",
        )  # fmt: skip
        action = SYMBOL + place
        tip = self.scene.t("Start symbol")
        if action not in self.scene.legal:
            return piece(mark, tip=tip)
        return piece(
            svg.rect(x, y, w, h, "f-sand", 6), mark, ring(x + 3, y + 3, w - 6, h - 6), tip=tip,
            action=format_action(action), label=self.scene.label(action),
            id_=self.scene.id(f"symbol-{place}"),
        )  # fmt: skip

    def ground(self, at: int, printed: int) -> str:
        """What is printed on a cell: wheat, water or an icon."""
        scene, size = self.scene, self.size
        (x, y), t = self.spot(at), self.scene.t
        if printed == WHEAT_FIELD:
            art = svg.rect(x + 1, y + 1, size - 2, size - 2, "f-gold", 3)
            art += scene.use(f"r{WHEAT}", x + 5, y + 5, size - 10)
            return piece(art, tip=t("Wheat field: 1 wheat for each tile laid beside it"))
        if printed == WATER:
            art = svg.rect(x + 1, y + 1, size - 2, size - 2, "f-lapis", 3)
            art += scene.use("water", x + 4, y + 4, size - 8)
            return piece(art, tip=t("Water: no tile may cover it"))
        if printed < ICON:
            return ""
        kind, inset = printed - ICON, size * 0.22
        art = svg.circle(x + size / 2, y + size / 2, size * 0.38, f"f-{icons.GROUNDS[kind]} hair")
        art += scene.use(f"r{kind}", x + inset, y + inset, size - 2 * inset)
        tip = t("Cover it with a tile: 1 {resource}").format(resource=words.resource(t, kind))
        return piece(art, tip=tip)

    def laid(self) -> str:
        """The start tile, every valley tile and every monument."""
        view, t, parts = self.scene.view, self.scene.t, []
        if view.phase == TURN_START:
            box = self.box(view.start_at, view.start_at + STRIDE + 1)
            parts.append(self.outline(box, "s-gold", 4))
        elif view.start_at != NONE:
            quarters = [
                (view.start_at + START_STEPS[(i + view.start_turn) % 4], START_SCENES[i])
                for i in range(KINDS)
            ]
            parts.append(
                piece(self.tile(quarters), tip=t("Start tile"), id_=self.scene.id("start"))
            )
        for at in AT:
            turn = view.link[at]
            if turn in (0, 1):
                halves = [(place, view.cell[place] - SCENE) for place in (at, at + STEP[turn])]
                tip = "–".join(words.resource(t, scene) for _, scene in halves)
                parts.append(
                    piece(self.tile(halves), tip=tip, id_=self.scene.id(f"laid-{CELL_OF[at]}"))
                )
            if MONUMENT <= view.cell[at] < MONUMENT + view.players:
                parts.append(self.monument(at, view.cell[at] - MONUMENT))
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
            _monument(self.scene, seat, x + 3, y + 3, size - 6),
            badge(seat, x + size - 9, y + 9, 8),
            tip=tip, id_=self.scene.id(f"monument-{CELL_OF[at]}"),
        )  # fmt: skip

    def marks(self) -> str:
        """A trace around the tile laid last, and the quarry that is being decided on."""
        view, parts = self.scene.view, []
        if view.last_at != NONE:
            box = self.box(view.last_at, view.last_at + STEP[view.link[view.last_at]])
            parts.append(self.outline(box, "s-carnelian", 3.5))
        if view.phase == QUARRY_GAIN:
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
        for cell in range(len(AT)):
            if CELL + cell in legal:
                parts.append(self.quarry(cell) if view.phase == CHOOSE_QUARRY else self.cell(cell))
        if view.phase == CHOOSE_TURN:
            first = TILE_SCENES[view.tile][0]
            parts.append(self.tile([(view.at, first)]))
            parts += [self.turn(turn) for turn in range(4) if TURN + turn in legal]
        return "".join(parts)

    def quarry(self, cell: int) -> str:
        """A quarry that still wants a choice."""
        x, y, w, h = self.box(AT[cell])
        action = CELL + cell
        return piece(
            svg.rect(x + 1, y + 1, w - 2, h - 2, "f-sand", 3),
            self.scene.use("quarry", x + 5, y + 5, w - 10), ring(x + 2, y + 2, w - 4, h - 4, 6),
            tip=self.scene.label(action) or "", action=format_action(action),
            label=self.scene.label(action), id_=self.scene.id(f"cell-{cell}"),
        )  # fmt: skip

    def cell(self, cell: int) -> str:
        """A cell for the tile's first half: how much it would bring, and the tile as a ghost."""
        view, action = self.scene.view, CELL + cell
        at = AT[cell]
        turn = words.best_turn(view, view.tile, at)
        first, second = TILE_SCENES[view.tile]
        (x, y), size = self.spot(at), self.size
        ghost = svg.group(
            self.tile([(at, first), (at + STEP[turn], second)]), class_="ghost", opacity="0",
            pointer_events="none",
        )  # fmt: skip
        brings = words.harvest_size(view, view.tile, at, turn)
        return piece(
            svg.rect(x + 2, y + 2, size - 4, size - 4, "f-papyrus", 6),
            ring(x + 3, y + 3, size - 6, size - 6, 6),
            svg.text(x + size / 2, y + size / 2 + 6, brings, 17, "f-ink sans", "middle", bold=True),
            ghost, tip=self.scene.label(action) or "", action=format_action(action),
            label=self.scene.label(action), id_=self.scene.id(f"cell-{cell}"),
        )  # fmt: skip

    def turn(self, turn: int) -> str:
        """One way in which the tile may lie: its second half, and what it would bring."""
        view, action = self.scene.view, TURN + turn
        at = view.at + STEP[turn]
        x, y, w, h = self.box(at)
        half = svg.group(self.tile([(at, TILE_SCENES[view.tile][1])]), opacity="0.72")
        brings = words.harvest_size(view, view.tile, view.at, turn)
        label = self.scene.label(action) or ""
        return svg.group(
            svg.title(label), svg.rect(x, y, w, h, "f-papyrus", 5), half,
            ring(x + 3, y + 3, w - 6, h - 6, 6), cartouche(x + w / 2, y + h / 2, f"+{brings}"),
            id=self.scene.id(f"turn-{turn}"), class_="piece legal", data_tip=label,
            data_action=format_action(action), data_turn=turn, role="button", tabindex="0",
            aria_label=label,
        )  # fmt: skip


# --- Tiles and stock ------------------------------------------------------------------------------


def _domino(
    scene: Scene, kind: int, x: float, y: float, size: float, *, first: int, id_: str, mine: bool
) -> str:  # fmt: skip
    """A tile lying in a reserve, which can be chosen by the action `first + kind`."""
    art = "".join(
        svg.rect(x + i * size, y, size, size, f"f-{icons.GROUNDS[resource]}")
        + scene.use(f"r{resource}", x + i * size + 2, y + 2, size - 4)
        for i, resource in enumerate(TILE_SCENES[kind])
    )
    art += svg.rect(x, y, 2 * size, size, "nofill line", 0.07 * size)
    action = scene.action(first + kind) if mine else None
    lit = ring(x - 3, y - 3, 2 * size + 6, size + 6, 7) if action else ""
    chosen = mine and scene.view.tile == kind and first == LAY
    if chosen:
        lit = svg.element(
            "rect", x=x - 3, y=y - 3, width=2 * size + 6, height=size + 6, rx=7,
            class_="nofill s-carnelian", stroke_width=4,
        )  # fmt: skip
    return piece(
        art, lit, tip=words.tile(scene.t, kind), id_=scene.id(id_), action=action,
        label=scene.label(first + kind) if action else None,
    )  # fmt: skip


def _hand(scene: Scene, seat: int, x: float, y: float, size: float, dx: float, dy: float) -> str:
    """A seat's personal reserve."""
    view, parts = scene.view, []
    first = DISCARD if view.phase == NO_FIT else LAY
    shown = [kind for kind in range(TILE_KINDS) for _ in range(view.hand[seat][kind])]
    for i, kind in enumerate(shown):
        # Of equal tiles only the first can be chosen: one action, one piece.
        again = i > 0 and shown[i - 1] == kind
        parts.append(
            _domino(scene, kind, x + i * dx, y + i * dy, size, first=first,
                    id_=f"tile-{seat}-{kind}-{i}", mine=seat == scene.viewer and not again)
        )  # fmt: skip
    return "".join(parts)


def _common(scene: Scene, x: float, y: float, size: float, dx: float, dy: float) -> str:
    """The common reserve."""
    view, parts = scene.view, []
    first = REMOVE if view.phase == REMOVING else TAKE
    shown = [kind for kind in range(TILE_KINDS) for _ in range(view.common[kind])]
    for i, kind in enumerate(shown):
        again = i > 0 and shown[i - 1] == kind
        parts.append(
            _domino(scene, kind, x + i * dx, y + i * dy, size, first=first,
                    id_=f"common-{kind}-{i}", mine=not again)
        )  # fmt: skip
    return "".join(parts)


def _pile(scene: Scene, x: float, y: float, size: float) -> str:
    """The pile of valley tiles, face down, with its count."""
    count = scene.view.pile
    backs = "".join(
        card(x + 3 * i, y - 3 * i, 2 * size, size, "clay") for i in range(min(3, count))
    )
    if not count:
        backs = svg.rect(x, y, 2 * size, size, "f-papyrus-deep hair", 4)
    tip = scene.t("{count} tiles are left in the pile.").format(count=count)
    return piece(backs, cartouche(x + size + 2, y + size / 2, count), tip=tip, id_=scene.id("pile"))


def _reserve(scene: Scene, x: float, y: float, w: float) -> str:
    """The common reserve and the pile, with their heading."""
    return (
        heading(x, y + 14, scene.t("Common reserve"), 17)
        + _common(scene, x + 2, y + 28, 40, 92, 0)
        + _pile(scene, x + w - 92, y + 28, 40)
    )


def _stock(scene: Scene, x: float, y: float, w: float) -> str:
    """What is left of each resource."""
    parts = [heading(x, y + 24, scene.t("Stock"), 17)]
    step = (w - 64) / KINDS
    for kind in range(KINDS):
        at = x + 64 + kind * step
        parts.append(_stock_of(scene, kind, at, y, 34))
    return "".join(parts)


def _stock_of(scene: Scene, kind: int, x: float, y: float, size: float) -> str:
    t, count = scene.t, scene.view.stock[kind]
    tip = t("{count} {resource} left in the stock").format(
        count=count, resource=words.resource(t, kind)
    )
    return piece(
        scene.good(kind, x, y, size),
        svg.text(x + size + 5, y + size / 2 + 6, count, 17, bold=True),
        tip=tip, id_=scene.id(f"stock-{kind}"),
    )  # fmt: skip


def _side(scene: Scene, x: float, y: float, w: float) -> str:
    """On a tall board: the own tiles, the common reserve and the stock, beside the valley."""
    size = (w - 4) / 2
    seat = max(scene.viewer, 0)
    whose = scene.t("Yours") if scene.viewer >= 0 else shorten(scene.names[seat], 8)
    parts = [
        svg.text(x + w / 2, y + 10, whose, 13, "f-ink sans", "middle", bold=True),
        _hand(scene, seat, x + 2, y + 20, size, 0, size + 12),
    ]
    y += 20 + 3 * (size + 12) + 8
    parts.append(
        svg.text(x + w / 2, y + 10, scene.t("Common"), 13, "f-ink sans", "middle", bold=True)
    )
    parts.append(_common(scene, x + 2, y + 20, size, 0, size + 12))
    y += 20 + 3 * (size + 12) + 4
    parts.append(_pile(scene, x, y + 4, size))
    y += size + 20
    for kind in range(KINDS):
        parts.append(_stock_of(scene, kind, x + 2, y + kind * 30, 25))
    return "".join(parts)


# --- Choices without a piece of their own ---------------------------------------------------------


def _choices_height(scene: Scene) -> float:
    """The room that the choices take: fixed, except while the valley is laid out."""
    if scene.view.phase == LAY_OUT:
        return 118 if scene.shape is WIDE else 224
    return 64


def _choices(scene: Scene, x: float, y: float, width: float) -> str:
    """Buttons for what has no piece: quarry gains, payments, the end of a turn, the set-up."""
    view = scene.view
    if view.phase == LAY_OUT:
        return _board_choices(scene, x, y, width)
    if view.phase == TURN_START:
        return _start_choices(scene, x, y)
    parts, at = [], x + 4
    for kind in range(KINDS + 1):
        for first in (QUARRY, PAY):
            if first + kind in scene.legal and not (first == QUARRY and kind == WHEAT):
                parts.append(_good_button(scene, first + kind, kind, at, y))
                at += 56
    if QUARRY_MONUMENT in scene.legal:
        parts.append(_monument_button(scene, at, y))
        at += 56
    if QUARRY_NOTHING in scene.legal:
        parts.append(
            plaque(at, y + 2, 90, scene.t("Nothing"), action=format_action(QUARRY_NOTHING),
                   ground="papyrus", id_=scene.id("nothing"))
        )  # fmt: skip
    if DONE in scene.legal:
        parts.append(
            plaque(x + width - 164, y + 2, 160, scene.label(DONE) or "", action=format_action(DONE),
                   id_=scene.id("done"))
        )  # fmt: skip
    room = x + width - at - (170 if DONE in scene.legal else 0)
    if QUARRY_NOTHING in scene.legal:
        room -= 100
        at += 100
    told = words.prompt(scene.t, view, scene.viewer, scene.to_act, scene.names)
    if 8 * len(told) < room:
        parts.append(svg.text(at + 4, y + 28, told, 16, "f-ink-soft sans"))
    return "".join(parts)


def _good_button(scene: Scene, action: int, kind: int, x: float, y: float) -> str:
    return piece(
        scene.good(kind, x, y, 44), ring(x - 3, y - 3, 50, 50, 7), tip=scene.label(action) or "",
        action=format_action(action), label=scene.label(action), id_=scene.id(f"good-{kind}"),
    )  # fmt: skip


def _monument_button(scene: Scene, x: float, y: float) -> str:
    return piece(
        card(x, y, 44, 44, "papyrus"), _monument(scene, scene.view.seat, x + 3, y + 3, 38),
        ring(x - 3, y - 3, 50, 50, 7),
        tip=scene.label(QUARRY_MONUMENT) or "", action=format_action(QUARRY_MONUMENT),
        label=scene.label(QUARRY_MONUMENT), id_=scene.id("good-monument"),
    )  # fmt: skip


def _board_choices(scene: Scene, x: float, y: float, width: float) -> str:
    """The valley boards that are left, each both ways up."""
    parts, size = [], 11
    column = VALLEY_COLUMNS * size + 26
    per_row = int((width + 20) / column)
    choices = [a for a in range(BOARD, SYMBOL) if a in scene.legal]
    for i, action in enumerate(choices):
        board, turned = divmod(action - BOARD, 2)
        at = (x + 6 + (i % per_row) * column, y + 4 + (i // per_row) * 108)
        parts.append(
            piece(
                _thumbnail(board, turned, *at, size),
                ring(at[0] - 4, at[1] - 4, 4 * size + 8, 8 * size + 8, 6),
                tip=scene.label(action) or "", action=format_action(action),
                label=scene.label(action), id_=scene.id(f"board-{board}-{turned}"),
            )
        )  # fmt: skip
    if not choices:
        told = words.prompt(scene.t, scene.view, scene.viewer, scene.to_act, scene.names)
        parts.append(svg.text(x, y + 24, told, 16, "f-ink-soft sans"))
    return "".join(parts)


def _thumbnail(board: int, turned: int, x: float, y: float, size: float) -> str:
    """A small valley board."""
    parts = [svg.rect(x, y, VALLEY_COLUMNS * size, VALLEY_ROWS * size, "f-sand line", 2)]
    for i, printed in enumerate(VALLEY_CELLS[board]):
        place = 31 - i if turned else i
        at = (x + place % VALLEY_COLUMNS * size, y + place // VALLEY_COLUMNS * size)
        ground = ""
        if printed == WHEAT_FIELD:
            ground = "gold"
        elif printed == WATER:
            ground = "lapis"
        elif printed >= ICON:
            ground = icons.GROUNDS[printed - ICON]
        if ICON <= printed < SCENE:
            mid = (at[0] + size / 2, at[1] + size / 2)
            parts.append(svg.circle(*mid, size * 0.36, f"f-{ground} hair"))
        elif ground:
            parts.append(svg.rect(*at, size, size, f"f-{ground}"))
    return "".join(parts)


def _start_choices(scene: Scene, x: float, y: float) -> str:
    """The start tile in its four turns."""
    parts = []
    for turn in range(4):
        action = TURN + turn
        if action not in scene.legal:
            continue
        left, art = x + 6 + turn * 72, ""
        for i, resource in enumerate(START_SCENES):
            across, down = ((0, 0), (1, 0), (1, 1), (0, 1))[(i + turn) % 4]
            if scene.shape is TALL:
                across, down = 1 - down, across
            art += scene.good(resource, left + across * 26, y + down * 26, 26)
        parts.append(
            piece(
                art, ring(left - 4, y - 4, 60, 60, 7), tip=scene.label(action) or "",
                action=format_action(action), label=scene.label(action),
                id_=scene.id(f"start-{turn}"),
            )
        )  # fmt: skip
    return "".join(parts)


# --- Districts and shops --------------------------------------------------------------------------


def _shown(scene: Scene, x: float, y: float, w: float, scale: float) -> str:
    """The four districts face up, with their costs."""
    parts = [heading(x, y + 14, scene.t("Districts"), 17)]
    width, height = (w - GAP) / 2, 3 * SHOP_HEIGHT * scale + 8
    for i in range(SHOWN):
        at = (x + i % 2 * (width + GAP), y + 24 + i // 2 * (height + GAP))
        index = scene.view.shown[i]
        if index == NONE:
            parts.append(svg.rect(*at, width, height, "f-papyrus-deep hair", 6))
            continue
        parts.append(_district(scene, index, *at, width, height, scale))
    return "".join(parts)


def _shown_height(scale: float) -> float:
    """The height of the districts face up, with their heading."""
    return 24 + 2 * (3 * SHOP_HEIGHT * scale + 8 + GAP)


def _district(
    scene: Scene, index: int, x: float, y: float, w: float, h: float, scale: float
) -> str:  # fmt: skip
    """A district that can be built."""
    action = scene.action(BUILD + index)
    chosen = scene.view.site == index
    art = card(x, y, w, h, "chalk")
    shops = [number for number in DISTRICT_SHOP[index] if number != NO_SHOP]
    top = y + (h - len(shops) * SHOP_HEIGHT * scale) / 2
    for i, number in enumerate(shops):
        art += _row(scene, number, x + 4, top + i * SHOP_HEIGHT * scale, scale)
    cost = DISTRICT_COST[index]
    ground = "malachite" if cost == 0 else "carnelian"
    art += svg.circle(x + w - 13, y + 13, 11, f"f-{ground} line")
    art += svg.text(x + w - 13, y + 18, cost, 15, "f-papyrus sans", "middle", bold=True)
    lit = ring(x - 3, y - 3, w + 6, h + 6, 8) if action else ""
    if chosen:
        lit = svg.element(
            "rect", x=x - 2, y=y - 2, width=w + 4, height=h + 4, rx=8,
            class_="nofill s-carnelian", stroke_width=4,
        )  # fmt: skip
    return piece(
        art, lit, tip=words.district_tip(scene.t, index), id_=scene.id(f"district-{index}"),
        action=action, label=scene.label(BUILD + index),
    )  # fmt: skip


def _row(scene: Scene, number: int, x: float, y: float, scale: float) -> str:
    """A shop as it is printed: icons, an arrow, a reward."""
    parts = []
    for i in range(ICONS_PER_SHOP):
        need = SHOPS[number][NEED + i]
        if need != NOTHING:
            parts.append(
                _need(scene, need, x + i * (SPOT + 3) * scale, y + 2 * scale, SPOT * scale)
            )
    return "".join(parts) + _arrow(x, y, scale) + _reward(scene, number, x, y, scale)


def _need(scene: Scene, need: int, x: float, y: float, size: float) -> str:
    if need == ANY:
        return card(x, y, size, size, "papyrus") + scene.use("any", x, y, size)
    return scene.good(need, x, y, size)


def _arrow(x: float, y: float, scale: float) -> str:
    at, mid = x + 55 * scale, y + SHOP_HEIGHT / 2 * scale
    half = 4 * scale
    return svg.path(
        f"M{svg.number(at)} {svg.number(mid - half)}l{svg.number(half * 1.4)} {svg.number(half)}"
        f"l{svg.number(-half * 1.4)} {svg.number(half)}z",
        "f-ink",
    )


def _reward(scene: Scene, number: int, x: float, y: float, scale: float) -> str:
    """What a shop gives: a coin, a coin for each piece, wheat, gods or an exchange."""
    kind, value = SHOPS[number][KIND], SHOPS[number][VALUE]
    at, mid, size = x + 65 * scale, y + SHOP_HEIGHT / 2 * scale, SPOT * scale
    top = mid - size / 2
    if kind == GENERAL:
        return _coin(at + size / 2, mid, size / 2, value)
    if kind == SPECIAL:
        small = size * 0.7
        return (
            _coin(at + size / 2, mid, size / 2, value)
            + svg.text(at + size * 1.02, mid + 5 * scale, "/", 15 * scale, "f-ink sans", bold=True)
            + scene.good(SHOPS[number][NEED], at + size * 1.24, mid - small / 2, small)
        )
    if kind == GRAIN:
        return "".join(scene.good(WHEAT, at + i * size * 0.95, top, size) for i in range(value))
    if kind == STATUE:
        gods = [god for god in range(GODS) if value >> god & 1]
        return "".join(
            _god(scene, f"g{god}", at + i * (size + 1), top, size) for i, god in enumerate(gods)
        )
    if kind == CHOICE:
        return _god(scene, "any-god", at, top, size)
    assert kind == EXCHANGE
    dots = "".join(
        svg.rect(at + size + 3 * scale, top + (1 + 7.7 * i) * scale, 6.4 * scale, 6.4 * scale,
                 f"f-{icons.GROUNDS[r]} hair", 1)
        for i, r in enumerate(r for r in range(KINDS) if value >> r & 1)
    )  # fmt: skip
    return scene.use("exchange", at, top, size) + dots


def _coin(x: float, y: float, r: float, value: int, rim: str = "gold") -> str:
    """So many Debens."""
    return (
        svg.circle(x, y, r, f"f-{rim} line")
        + svg.circle(x, y, 0.76 * r, "f-chalk")
        + svg.text(
            x, y + 0.42 * r + 0.6, value, max(13, 1.2 * r), "f-ink serif", "middle", bold=True
        )
    )


def _god(scene: Scene, name: str, x: float, y: float, size: float) -> str:
    ground = "papyrus" if name == "any-god" else "turquoise"
    return card(x, y, size, size, ground) + scene.use(name, x + 1, y + 1, size - 2)


# --- The players ----------------------------------------------------------------------------------


def _players(scene: Scene, parts: list[str], y: float) -> float:
    """The viewer's own city across the whole width, the others' below; where they end."""
    shape, players = scene.shape, scene.view.players
    edge = EDGE if shape is TALL else 24
    first = max(scene.viewer, 0)
    width = shape.width - 2 * edge
    height = _own(scene, first, edge, y, width, parts)
    y += height + GAP
    others = [(first + step) % players for step in range(1, players)]
    columns = min(len(others), shape.other_columns)
    column = (width - (columns - 1) * GAP) / columns
    bottom = y
    for i, seat in enumerate(others):
        at = edge + i % columns * (column + GAP)
        if columns == 1 and i:
            y = bottom + GAP
        height = _other(scene, seat, at, y, column, parts)
        bottom = max(bottom, y + height)
    return bottom + 12


def _own(scene: Scene, seat: int, x: float, y: float, w: float, parts: list[str]) -> float:
    """The viewer's own area, with everything in reach; its height."""
    wide, scale = scene.shape is WIDE, scene.shape.own_scale
    inner = w - 2 * GAP
    cards: list[str] = []
    top = y + (88 if wide else 176)
    bottom = _city(scene, seat, x + GAP, top, inner, scene.shape.own_columns, scale, cards)
    parts.append(panel(x, y, w, bottom - y + GAP, active=seat in scene.to_act))
    parts.append(_nameplate(scene, seat, x, y, 300 if wide else w))
    if wide:
        parts.append(_gods(scene, seat, x + 14, y + 50, 27))
        parts.append(_monuments(scene, seat, x + 186, y + 50, 27))
        parts.append(_hand(scene, seat, x + 322, y + 26, 40, 92, 0))
        parts.append(_beside(scene, seat, x + 620, y + 26, 38))
        parts.append(_granary(scene, seat, x + w - 300, y + 16, 288))
    else:
        parts.append(_gods(scene, seat, x + 14, y + 48, 28))
        parts.append(_monuments(scene, seat, x + 200, y + 48, 28))
        parts.append(_granary(scene, seat, x + GAP, y + 84, inner))
        parts.append(_beside(scene, seat, x + GAP, y + 134, 34))
    parts += cards
    return bottom - y + GAP


def _other(scene: Scene, seat: int, x: float, y: float, w: float, parts: list[str]) -> float:
    """Another player's area; its height."""
    cards: list[str] = []
    columns = max(3, min(9, int((w - 16) / (SHOP_WIDTH * OTHER_SCALE + 8))))
    bottom = _city(scene, seat, x + 8, y + 78, w - 16, columns, OTHER_SCALE, cards)
    parts.append(panel(x, y, w, bottom - y + 8, active=seat in scene.to_act))
    parts.append(_nameplate(scene, seat, x, y, w))
    parts.append(_gods(scene, seat, x + 66, y + 47, 20))
    parts.append(_monuments(scene, seat, x + 182, y + 47, 20))
    parts.append(_wheat_count(scene, seat, x + 12, y + 44))
    room = x + w - 10 - 3 * 40
    if scene.view.seat == seat and any(scene.view.beside):
        parts.append(_beside(scene, seat, room - 6, y + 44, 26))
    else:
        parts.append(_hand(scene, seat, room, y + 48, 18, 41, 0))
    parts += cards
    return bottom - y + 8


def _nameplate(scene: Scene, seat: int, x: float, y: float, w: float) -> str:
    """Who it is, and what the city is worth so far."""
    t, points = scene.t, words.rules.debens(scene.view, seat)
    name = scene.names[seat]
    tip = t("{player} has {points} Debens so far.").format(player=name, points=points)
    leads = points >= max(
        words.rules.debens(scene.view, other) for other in range(scene.view.players)
    )
    room = int((w - 150) / 9)
    parts = [
        badge(seat, x + 26, y + 24, 15),
        svg.text(x + 48, y + 30, shorten(name, room), 17, "f-ink sans", bold=True),
        _coin(x + w - 34, y + 24, 19, points, "gold" if leads else "chalk"),
    ]
    return piece(*parts, tip=tip, cls="piece nameplate", id_=scene.id(f"name-{seat}"))


def _gods(scene: Scene, seat: int, x: float, y: float, size: float) -> str:
    """The five gods, those of complete shops in colour, and the free choices."""
    view, t = scene.view, scene.t
    shown, free = 0, 0
    for shop in range(len(view.shop[seat])):
        kind = SHOPS[view.shop[seat][shop]][KIND]
        if kind in (STATUE, CHOICE) and words.rules.is_complete(view, seat, shop):
            shown |= SHOPS[view.shop[seat][shop]][VALUE]
            free += kind == CHOICE
    parts = []
    for god in range(GODS):
        art = _god(scene, f"g{god}", x + god * (size + 2), y, size)
        parts.append(art if shown >> god & 1 else svg.group(art, opacity="0.35"))
    if free:
        parts.append(cartouche(x + GODS * (size + 2) - 2, y + 2, f"+{free}"))
    names = words.gods_in(t, shown) or "–"
    tip = t("Statues: {gods}; free choices: {count}").format(gods=names, count=free)
    return piece(*parts, tip=tip, id_=scene.id(f"gods-{seat}"))


def _monument(scene: Scene, seat: int, x: float, y: float, size: float) -> str:
    """A monument in its seat's colour."""
    return svg.group(scene.use(f"m{seat}", x, y, size), class_=f"f-{SEATS[seat]}")


def _monuments(scene: Scene, seat: int, x: float, y: float, size: float) -> str:
    """A seat's kind of monument, and how many of the four stand in the valley."""
    count = scene.view.monuments[seat]
    art = _monument(scene, seat, x, y, size)
    text = svg.text(x + size + 3, y + size / 2 + 6, f"{count}/{MONUMENTS_EACH}", 15, bold=True)
    tip = scene.t("{count} of {most} monuments placed").format(count=count, most=MONUMENTS_EACH)
    return piece(art, text, tip=tip, id_=scene.id(f"monuments-{seat}"))


def _granary(scene: Scene, seat: int, x: float, y: float, w: float) -> str:
    """The granary's eleven spaces with their values; the marker on one of them."""
    wheat, step = scene.view.wheat[seat], w / (MOST_WHEAT + 1)
    parts = []
    for i in range(MOST_WHEAT + 1):
        here = i == wheat
        ground = "sand" if i <= wheat and wheat else "papyrus"
        parts.append(svg.rect(x + i * step + 1, y + 16, step - 2, 26, f"f-{ground} hair", 4))
        parts.append(
            svg.text(x + (i + 0.5) * step, y + 34, WHEAT_POINTS[i], 13.5, "f-ink sans", "middle",
                     bold=here)
        )  # fmt: skip
    marker = x + (wheat + 0.5) * step
    parts.append(scene.good(WHEAT, marker - 11, y - 5, 22))
    return piece(*parts, tip=_wheat_tip(scene, seat), id_=scene.id(f"wheat-{seat}"))


def _wheat_tip(scene: Scene, seat: int) -> str:
    wheat = scene.view.wheat[seat]
    return scene.t("Granary: {count} wheat, {points} Debens").format(
        count=wheat, points=WHEAT_POINTS[wheat]
    )


def _wheat_count(scene: Scene, seat: int, x: float, y: float) -> str:
    """A granary in short: the wheat and its number."""
    return piece(
        scene.good(WHEAT, x, y, 26),
        svg.text(x + 31, y + 19, scene.view.wheat[seat], 16, bold=True),
        tip=_wheat_tip(scene, seat), id_=scene.id(f"wheat-{seat}"),
    )  # fmt: skip


def _beside(scene: Scene, seat: int, x: float, y: float, size: float) -> str:
    """This turn's harvest, beside the metropolis of the one whose turn it is."""
    view, t = scene.view, scene.t
    if view.seat != seat:
        return ""
    parts, at = [], x
    for kind in range(KINDS):
        if view.beside[kind]:
            tip = t("Harvest of this turn: {count} {resource}").format(
                count=view.beside[kind], resource=words.resource(t, kind)
            )
            many = cartouche(at + size - 2, y + size, f"×{view.beside[kind]}")
            parts.append(
                piece(scene.good(kind, at, y, size), many, tip=tip, id_=scene.id(f"beside-{kind}"))
            )
            at += size + 18
    if not parts and size > 30:
        empty = t("No harvest yet") if view.phase <= NO_FIT else t("Nothing left to use")
        return svg.text(x, y + size * 0.62, empty, 14, "f-ink-soft sans")
    return "".join(parts)


def _city(
    scene: Scene, seat: int, x: float, y: float, w: float, columns: int, scale: float,
    into: list[str],
) -> float:  # fmt: skip
    """The printed shops in two cards, then the seven slots; where they end."""
    gap = 6 if scale < 1 else 8
    width = (w - (columns - 1) * gap) / columns
    plots: list[tuple[int, list[int]]] = [(NONE, [0, 1]), (NONE, [2, 3])]
    for slot in range(SLOTS):
        first = START_SHOPS + SHOPS_PER_DISTRICT * slot
        shops = [first + i for i in range(SHOPS_PER_DISTRICT) if scene.view.shop[seat][first + i]]
        plots.append((slot, shops))
    for start in range(0, len(plots), columns):
        line = plots[start : start + columns]
        if scale < 1 and scene.shape is TALL and not any(shops for _, shops in line):
            break
        rows = 3 if columns > 2 else max(1, *(len(shops) for _, shops in line))
        height = rows * SHOP_HEIGHT * scale + 8
        for i, (slot, shops) in enumerate(line):
            at = (x + i * (width + gap), y)
            into.append(_plot(scene, seat, slot, shops, *at, width, height, scale))
        y += height + gap
    return y - gap


def _plot(
    scene: Scene, seat: int, slot: int, shops: list[int], x: float, y: float, w: float, h: float,
    scale: float,
) -> str:  # fmt: skip
    """A printed quarter, a district or a free slot."""
    if not shops or scene.view.metropolis[seat] == NONE:
        return _free_slot(scene, seat, slot, x, y, w, h)
    ground = card(x, y, w, h, "papyrus" if slot == NONE else "chalk", "hair")
    inset = x + max(3, (w - SHOP_WIDTH * scale) / 2)
    top = y + (h - len(shops) * SHOP_HEIGHT * scale) / 2
    rows = [
        _shop(scene, seat, shop, inset, top + i * SHOP_HEIGHT * scale, scale)
        for i, shop in enumerate(shops)
    ]
    name = f"{seat}-{'ab'[shops[0] // 2] if slot == NONE else slot}"
    return svg.group(ground, *rows, id=scene.id(f"plot-{name}"))


def _free_slot(
    scene: Scene, seat: int, slot: int, x: float, y: float, w: float, h: float
) -> str:  # fmt: skip
    action = scene.action(SLOT + slot) if seat == scene.viewer and slot >= 0 else None
    art = svg.element(
        "rect", x=x + 1, y=y + 1, width=w - 2, height=h - 2, rx=6, stroke_width=1.5,
        class_="f-papyrus s-papyrus-edge", stroke_dasharray="5 5",
    )  # fmt: skip
    if slot >= 0:
        number = svg.text(x + w / 2, y + h / 2 + 6, slot + 1, 16, "f-papyrus-edge serif", "middle",
                          bold=True)  # fmt: skip
    else:
        number = ""
    lit = ring(x + 1, y + 1, w - 2, h - 2, 7) if action else ""
    tip = scene.t("A free space for a district")
    ghost = _district_ghost(scene, x, y, w, h) if action else ""
    return piece(
        art, number, lit, ghost, tip=tip, action=action,
        label=scene.label(SLOT + slot) if action else None,
        id_=scene.id(f"slot-{seat}-{slot}-{svg.number(x)}"),
    )  # fmt: skip


def _district_ghost(scene: Scene, x: float, y: float, w: float, h: float) -> str:
    """The district being built, shown on a slot while that is pointed at."""
    scale = scene.shape.own_scale
    shops = [number for number in DISTRICT_SHOP[scene.view.site] if number != NO_SHOP]
    scale = min(scale, h / (len(shops) * SHOP_HEIGHT + 4))
    top = y + (h - len(shops) * SHOP_HEIGHT * scale) / 2
    rows = [
        _row(scene, number, x + 4, top + i * SHOP_HEIGHT * scale, scale)
        for i, number in enumerate(shops)
    ]
    return svg.group(card(x, y, w, h, "chalk"), *rows, class_="ghost", opacity="0",
                     pointer_events="none")  # fmt: skip


def _shop(scene: Scene, seat: int, shop: int, x: float, y: float, scale: float) -> str:
    """A shop in a city: icons that fill up, and the reward, pale until it is earned."""
    view = scene.view
    number = view.shop[seat][shop]
    done = words.rules.is_complete(view, seat, shop)
    mine = seat == scene.viewer
    offers = [SUPPLY + KINDS * shop + r for r in range(KINDS)] if mine else []
    offers = [action for action in offers if action in scene.legal]
    tip = words.shop(scene.t, number)
    reward = _reward(scene, number, x, y, scale)
    back = svg.rect(
        x - 2, y + 0.5, SHOP_WIDTH * scale - 2, SHOP_HEIGHT * scale - 1,
        "f-papyrus-deep" if done else "nofill", 5,
    )  # fmt: skip
    art = back + (reward if done else svg.group(reward, opacity="0.6"))
    many = SHOPS[number][NEED] == ANY and len(offers) > 1
    if not many:
        art += _arrow(x, y, scale)
    spots, given = [], set()
    for i in range(ICONS_PER_SHOP):
        need, put = SHOPS[number][NEED + i], view.put[seat][shop][i]
        if need == NOTHING:
            continue
        at = (x + i * (SPOT + 3) * scale, y + 2 * scale)
        wanted = [a for a in offers if need in (ANY, (a - SUPPLY) % KINDS) and a not in given]
        if put != NONE:
            spots.append(scene.good(put, *at, SPOT * scale))
        elif many:
            spots.append(_any_spots(scene, wanted, *at, scale))
        else:
            given.update(wanted)
            action = wanted[0] if wanted else None
            spots.append(_spot(scene, need, action, *at, SPOT * scale))
    shown = piece(art, tip=tip, id_=scene.id(f"shop-{seat}-{shop}"))
    return shown + "".join(spots)


def _spot(
    scene: Scene, need: int, action: int | None, x: float, y: float, size: float
) -> str:  # fmt: skip
    """An empty icon of a shop: pale, with a ring when a piece may go there."""
    art = svg.group(_need(scene, need, x, y, size), opacity="0.8" if action else FADED)
    if action is None:
        return art
    return piece(
        svg.rect(x, y, size, size, "f-papyrus", 3), art,
        ring(x, y, size, size, 4), tip=scene.label(action) or "", action=format_action(action),
        label=scene.label(action), id_=scene.id(f"supply-{action - SUPPLY}"),
    )  # fmt: skip


def _any_spots(scene: Scene, offers: list[int], x: float, y: float, scale: float) -> str:
    """An icon that takes any resource, with one button for each that is at hand."""
    size = min(SPOT, 62 / len(offers) - 1) * scale
    parts = []
    for i, action in enumerate(offers):
        kind = (action - SUPPLY) % KINDS
        at = (x + i * (size + 1.2 * scale), y + (SPOT * scale - size) / 2)
        parts.append(_spot(scene, kind, action, *at, size))
    return "".join(parts)
