"""The table of Giza as a picture: the other boards above, one's own stacks fanned out, the hand.

Of other players' stacks only the top and the height are drawn where only they may be seen; all
other stacks show every course, so that a pyramid looks like one. A tile of the hand is chosen
first, then the places that take it light up.
"""

from collections.abc import Sequence
from typing import Any, Unpack

from nomarch.draw import (
    Asked,
    Box,
    on_demand,
    part,
    question,
    rows,
    scene,
    shapes,
    square,
    svg,
    textures,
)
from nomarch.draw.board_parts import Mark, crown, nameplate, pile, placed, region, space, tableau
from nomarch.games.giza import actions as act, components as kit, heuristic, state as st, words
from nomarch.games.giza.art_tiles import back, breadth, course, cover, face, plan, symbols
from nomarch.games.giza.rules import ending, tiles
from nomarch.games.giza.words import names, tips

__all__ = ["cover", "draw", "symbols"]

GAP = 10
SLAB = 6
"""How much every covered tile lifts the top of a stack."""
MOST_SLABS = 6
COURSE = 0.5
"""A course is so high, in widths of a stack, while stacks are low; higher ones have thinner."""
OPEN_COURSE = 26
"""The same on the boards of others, when they lie open: after the game, or by the option."""
NAMED, FOOT = 48, 40
"""Room above the own stacks for the name, and below for the sites' names."""


class Shape(scene.Measures):
    """The measures of an arrangement."""

    own_width: int
    hand_width: int
    most_columns: int
    letter: int
    """Size of the smallest lettering."""


WIDE = Shape(1200, 24, 700, 442, 4, 17)
TALL = Shape(420, 12, 396, 396, 1, 15)
TAB = 50
"""Room below a tile of the hand for its way out."""
OWN_HIGH = 640, 282
"""Height of the own board, on a wide and on a narrow drawing."""


class Scene(scene.Scene[st.State, Shape]):
    """Everything a part of the drawing needs to know."""

    @property
    @question
    def over(self) -> bool:
        """Whether the game has ended: then every stack lies open."""
        return self.view.seat == st.NO_SEAT

    @property
    @question
    def placing(self) -> bool:
        """Whether the viewer has chosen a tile and now its place."""
        return self.asked and self.view.phase == st.PLACING

    def points(self, kind: int) -> int:
        """What a tile scores at this table."""
        return int(ending.tile_points(self.view, kind))

    def worth(self, seat: int, site: int) -> str:
        """What a stack scores."""
        return names.signed(ending.site_points(self.view, seat, site))

    @on_demand
    def tip(self, kind: int) -> str:
        """What a tile of the hand is and does, and what it would do now."""
        return tips.in_hand(self.t, self.view, self.viewer, self.names, kind)

    @on_demand
    def peaks_told(self, seat: int) -> str:
        """How near a board is to the end."""
        return tips.peaks(self.t, self.view, seat)

    def count(self, x: float, y: float, told: object) -> str:
        """A count in a rounded oval, around a point."""
        return shapes.cartouche(x, y, told, size=self.shape.letter)

    def face(self, kind: int, box: Box) -> str:
        """A tile as it counts at this table."""
        return face(kind, self.points(kind), box)

    def stack(self, seat: int, site: int, shown: str, **more: Any) -> str:
        """A stack as a piece that is told tile by tile."""
        tip, says = self._stack_tip(seat, site), self._stack_says(seat, site)
        return self.piece(shown, tip=tip, says=says, name=f"site-{seat}-{site}", **more)

    @on_demand
    def _stack_tip(self, seat: int, site: int) -> str:
        """All that is told of a stack."""
        return tips.stack_of(self.t, self.view, self.viewer, self.names, seat, site)

    @question
    def _stack_says(self, seat: int, site: int) -> str:
        """What a stack shows."""
        return tips.shown_in(self.t, self.view, self.names, seat, site)

    @property
    @question
    def all_open(self) -> bool:
        """Whether everybody may look into every stack."""
        return st.is_all_open(self.view)

    def target(self, seat: int, site: int, shown: str, around: Box) -> str:
        """A stack of another player, where the chosen tile may go."""
        action = act.ON.at(seat, site)
        label = f"{self.label(action)} ({self.names[seat]})" if self.can(action) else ""
        return self.stack(seat, site, shown, action=action, label=label, around=around)


def draw(view: st.State, **asked: Unpack[Asked]) -> svg.Svg:
    """The position as the viewer sees it; what it may do is marked with `data-action`."""
    scene = Scene(view, words, act.ACTIONS, (WIDE, TALL), **asked)
    parts = [textures.textures(scene.prefix, "sand")]
    if scene.viewer < 0:
        y = _pile_row(scene, parts, _others(scene, parts, scene.seats, 12))
    elif scene.wide:
        y = _own_row(scene, parts, _others(scene, parts, scene.seats[1:], 12))
    else:
        # On a narrow drawing the hand comes first: others are looked at, the hand is played.
        y = _others(scene, parts, scene.seats[1:], _own_row(scene, parts, 12))
    return scene.drawing("Giza", y, *parts)


def _others(scene: Scene, parts: list[str], seats: Sequence[int], y: float) -> float:
    """The boards of all other players, clockwise from the viewer's left; where they end."""
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


@part
def _board(scene: Scene, seat: int, box: Box, size: float) -> str:
    """One other player's board: who it is, and four stacks by their tops."""
    gap = 16 if scene.wide else 11
    width = kit.SITES * size + (kit.SITES - 1) * gap
    left = box.x + (box.w - width) / 2 if scene.wide else box.right - 8 - width
    places = square(left, box.bottom - 14 - size, size).repeated(kit.SITES, kit.SITES, gap)
    heaps = [_heap(scene, seat, site, place) for site, place in enumerate(places)]
    name = _name_row(scene, seat, box) if scene.wide else _name_block(scene, seat, box)
    sand = textures.slab(box.x + 2, box.bottom - 36, box.w - 4, 34, 9)
    desert = textures.laid(scene.prefix, "sand", sand) if scene.wide else ""
    return tableau(scene, seat, box, desert, _turn_bar(scene, seat, box), name, *heaps)


@part
def _heap(scene: Scene, seat: int, site: int, box: Box) -> str:
    """A stack of another player: a slab for every covered tile, the visible tile on top."""
    height, kind = scene.view.height[seat][site], tiles.top(scene.view, seat, site)
    if scene.all_open and height:
        return _open_heap(scene, seat, site, box)
    slabs = [box.moved(y=-SLAB * i) for i in range(min(height, MOST_SLABS + 1))]
    upper = slabs.pop() if slabs else box
    shown = "".join(svg.rect(*slab, "f-papyrus-edge hair", 0.06 * box.w) for slab in slabs)
    if height:
        shown += back(upper) if kind == st.NO_TILE else scene.face(kind, upper)
    else:
        shown += plan(site, upper)
    around = upper._replace(h=box.bottom - upper.y)
    count = scene.count(box.right - 6, box.bottom, height) if height > 1 else ""
    return scene.target(seat, site, shown, around) + count


def _open_heap(scene: Scene, seat: int, site: int, box: Box) -> str:
    """A stack of another player that lies open: all its courses, and what they are worth."""
    height, low = scene.view.height[seat][site], box.bottom + 4
    high = min(OPEN_COURSE, (MOST_SLABS * SLAB + box.w - 14) / height)
    worth = scene.count(box.mid, low - height * high - 13, scene.worth(seat, site))
    lowest = Box(box.x - 4, low - high, box.w + 8, high)
    shown = _courses(scene, seat, site, lowest) + worth
    around = lowest._replace(y=low - height * high, h=height * high)
    return scene.target(seat, site, shown, around)


@part
def _courses(scene: Scene, seat: int, site: int, lowest: Box) -> str:
    """Every tile of an open stack, the lowest on the ground."""
    kinds = scene.view.stack[seat][site][: scene.view.height[seat][site]]
    shown = ""
    for level, kind in enumerate(kinds):
        box = lowest.moved(y=-lowest.h * level)
        look = "piece touched" if level == len(kinds) - 1 else "piece"
        tip, side = tips.laid(scene.t, scene.view, kind), course(kind, scene.points(kind), box)
        shown += shapes.piece(side, tip=tip, cls=look)
    return shown


@question
def _points(scene: Scene, seat: int) -> tuple[str, str]:
    """A seat's points and what they mean: exact where everything is seen, else estimated."""
    view, name, t = scene.view, scene.names[seat], scene.t
    if scene.over:
        points, treasure = names.signed(view.points[seat]), view.treasure[seat]
        told = t("Score of {player}: {points}; treasures: {treasure}.")
        return points, told.format(player=name, points=points, treasure=treasure)
    if not names.hides_any(view, seat):
        points, own = names.known_points(view, seat), t("Your board is worth {points}.")
        told = own if seat == scene.viewer else t("The board of {player} is worth {points}.")
        return points, told.format(player=name, points=points)
    if names.is_past(view, seat):
        return "?", t("What lay on top has been covered since.")
    points = names.signed((heuristic.estimate(view, scene.viewer, seat) + 50) // 100)
    told = t("The board of {player} is worth about {points}: covered tiles are estimated.")
    return f"≈ {points}", told.format(player=name, points=points)


def _turn_bar(scene: Scene, seat: int, box: Box) -> str:
    """A bar at the side of the board whose turn it is."""
    bar = Box(box.x, box.y + 12, 7, box.h - 24)
    return svg.rect(*bar, "f-carnelian", 3) if seat in scene.to_act else ""


def _turn_mark(scene: Scene) -> Mark:
    """The words beside the viewer's name when it is to act; their room is always kept."""
    told = scene.t("Your turn")
    width = 11 * len(told) + 18

    def draw(x: float, y: float) -> str:
        box, look = Box(x, y + 2, width, 26), {"ground": "carnelian", "ink": "papyrus"}
        return space(box, told, **look, edge="", size=17, r=13, bold=True) if scene.asked else ""

    return Mark(draw, width)


def _marks(scene: Scene, seat: int) -> list[Mark]:
    """Complete pyramids, the viewer's turn, the winner's crown."""
    marks = [Mark(lambda x, y: _peaks(scene, seat, x, y + 6), 67)]
    if scene.over:
        return marks + [crown(scene)] * (ending.place(scene.view, seat) == 1)
    return marks + [_turn_mark(scene)] * (seat == scene.viewer)


@part
def _name_row(scene: Scene, seat: int, box: Box) -> str:
    """Badge, name, complete pyramids and points in one line."""
    points, tip = _points(scene, seat)
    return nameplate(scene, seat, box.moved(y=-1), points, marks=_marks(scene, seat), tip=tip)


@part
def _name_block(scene: Scene, seat: int, box: Box) -> str:
    """The same in three lines, beside a board on a narrow drawing."""
    points, tip = _points(scene, seat)
    x, y, low = box.x, box.y, box.bottom - 34
    peaks, *more = _marks(scene, seat)
    name = shapes.shorten(scene.names[seat], 9)
    return shapes.piece(
        shapes.badge(seat, x + 22, y + 24, 14),
        svg.text(x + 42, y + 29, name, 15, "f-ink sans", bold=True),
        shapes.number(x + 10, y + 66, points, 22, "start"),
        peaks.draw(x + 10, low - 6),
        *(mark.draw(x + 76, low - 7) for mark in more),
        tip=tip,
        cls="piece nameplate",
    )


def _peaks(scene: Scene, seat: int, x: float, y: float) -> str:
    """Three small pyramids: the filled ones are complete, and three of them end the game."""
    done = [ending.is_peak(tiles.top(scene.view, seat, site)) for site in range(kit.PYRAMIDS)]
    n, fills = svg.number, ["gold" if peak else "papyrus" for peak in done]
    peaks = [
        svg.path(f"M{n(x + site * 20 + 9)} {n(y)}l9 17h-18z", f"f-{fill} hair")
        for site, fill in enumerate(fills)
    ]
    return shapes.piece(*peaks, tip=scene.peaks_told(seat))


def _own_row(scene: Scene, parts: list[str], y: float) -> float:
    """The own board fanned out and the hand: side by side, or one below the other."""
    shape = scene.shape
    own = Box(shape.edge, y, shape.own_width, OWN_HIGH[0 if scene.wide else 1])
    below = Box(shape.edge, own.bottom + GAP, shape.hand_width, 214)
    beside = Box(shape.width - shape.edge - shape.hand_width, y, shape.hand_width, own.h)
    hand = beside if scene.wide else below
    parts += _own_board(scene, own), _hand_panel(scene, hand)
    return hand.bottom + 12


@part
def _own_board(scene: Scene, box: Box) -> str:
    """The viewer's name above its part of the desert, with the four stacks."""
    seat = scene.viewer
    desert = Box(box.x + 8, box.y + NAMED, box.w - 16, box.h - NAMED - 8)
    columns = Box(desert.x + 6, desert.y + 4, desert.w - 12, desert.h - 8).across(kit.SITES, 8)
    fans = [_fan(scene, site, column) for site, column in enumerate(columns)]
    bar, name = _turn_bar(scene, seat, box), _name_row(scene, seat, box)
    return tableau(scene, seat, box, bar, name, _desert(scene, desert), *fans)


@part
def _desert(scene: Scene, box: Box) -> str:
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
        textures.laid(scene.prefix, "sand", near),
        svg.rect(*box, "nofill s-papyrus-edge", 8, stroke_width=1.5),
        aria_hidden="true",
    )


@part
def _fan(scene: Scene, site: int, box: Box) -> str:
    """One of the viewer's own stacks with all its courses, the lowest tile on the ground."""
    seat, low = scene.viewer, box.bottom - FOOT
    fan, heights = low - box.y - 30, scene.view.height[seat]
    tallest = heights[site] if site == kit.SPHINX else max(heights[: kit.PYRAMIDS])
    high = min(COURSE * box.w, fan / max(1, tallest))
    sand = square(box.mid - 0.45 * box.w, low - 0.8 * box.w, 0.9 * box.w)
    lowest = Box(box.x + 4, low - high, box.w - 8, high)
    shown = svg.rect(*box, "f-papyrus", 8, opacity="0")
    shown += _shadow(scene.view.stack[seat][site][0], lowest) if heights[site] else plan(site, sand)
    shown += _courses(scene, seat, site, lowest) + _name_of(scene, site, box.mid, low)
    if heights[site]:
        worth = scene.worth(seat, site)
        shown += scene.count(box.mid, low - heights[site] * high - 16, worth)
    action = scene.pick(act.REMOVE.at(site), act.ON.at(seat, site))
    return scene.stack(seat, site, shown, action=action, around=box, out=0)


def _shadow(kind: int, lowest: Box) -> str:
    """What a stack throws on the sand; the sun stands to its left."""
    half, n = breadth(kind, lowest) / 2, svg.number
    start = f"M{n(lowest.mid - half)} {n(lowest.bottom)}"
    return textures.shadow(f"{start}h{n(2 * half)}l{n(0.4 * half)} 9h{n(-1.8 * half)}z")


def _name_of(scene: Scene, site: int, x: float, y: float) -> str:
    """The name of a stack's site, on the sand before it."""
    name, size = names.site(scene.t, site), scene.shape.letter
    return svg.text(x, y + 29, name, size, "f-ink serif", "middle", bold=True)


def _pile_row(scene: Scene, parts: list[str], y: float) -> float:
    """What a spectator sees instead of a hand: the pile."""
    edge = scene.shape.edge
    parts += shapes.panel(edge, y, scene.shape.room, 76), _pile(scene, edge + 14, y + 18)
    return y + 76 + 12


@part
def _hand_panel(scene: Scene, box: Box) -> str:
    """The viewer's tiles, each with its way out, and the pile they come from."""
    parts = [shapes.panel(*box)]
    if scene.wide:
        parts.append(shapes.heading(box.x + 14, box.y + 32, scene.t("Your hand"), 20))
    for slot, tile in enumerate(_hand_places(scene, box)):
        parts += _hand_tile(scene, slot, tile), _discard_tab(scene, slot, tile)
    done = Box(box.right - 190, box.bottom - 54, 176, 44)
    parts.append(_pile(scene, box.x + 14, box.bottom - 58))
    parts.append(scene.plaque(act.DONE, done, name="done", ground="carnelian"))
    return region(scene, "hand", scene.t("Your hand"), box, *parts)


def _hand_places(scene: Scene, box: Box) -> list[Box]:
    """Two rows of two on a wide drawing, else one row of four."""
    if not scene.wide:
        first = square(box.x + 12, box.y + 16, 84)
        return first.repeated(kit.HAND, kit.HAND, (box.w - 24 - kit.HAND * 84) / (kit.HAND - 1))
    size = min(190, (box.h - 110 - 2 * TAB) / 2)
    left = square(box.x + (box.w - 2 * size - 18) / 2, box.y + 48, size)
    return [left.moved(i % 2 * (size + 18), i // 2 * (size + TAB)) for i in range(kit.HAND)]


@part
def _hand_tile(scene: Scene, slot: int, box: Box) -> str:
    """A tile of the hand: ringed if it can be played, lifted when chosen, faint when marked."""
    view, hand = scene.view, scene.view.hand[scene.viewer]
    kind = hand[slot]
    if kind == st.NO_TILE:
        return back(box) if view.held[scene.viewer] == kit.HAND else svg.rect(*box, "f-papyrus", 6)
    chosen = scene.placing and hand.index(view.picked) == slot
    if chosen:
        box = box.moved(y=-9)
    shown = scene.face(kind, box)
    if view.marked[slot] or (scene.placing and not chosen):
        shown = svg.rect(*box, "f-papyrus", 6) + svg.group(shown, opacity="0.5")
    return scene.piece(
        shown,
        _cross(box.right - 22, box.y + 22) if view.marked[slot] else "",
        shapes.frame(*box.grown(4), 9) if chosen else "",
        tip=scene.tip(kind),
        says=names.tile(scene.t, kind),
        name=f"hand-{slot}",
        action=act.PLAY.at(kind),
        around=box,
        out=4,
    )


def _cross(x: float, y: float) -> str:
    """The sign on a tile that goes."""
    n = svg.number
    a, b, c, d = n(x - 12), n(y - 12), n(x + 12), n(y + 12)
    lines, cap = f"M{a} {b}L{c} {d}M{c} {b}L{a} {d}", {"stroke_linecap": "round"}
    disc = svg.circle(x, y, 19, "f-papyrus line")
    return disc + svg.path(lines, "nofill s-carnelian", stroke_width=6, **cap)


@part
def _discard_tab(scene: Scene, slot: int, tile: Box) -> str:
    """The way out below a tile of the hand."""
    view = scene.view
    kind = view.hand[scene.viewer][slot]
    if kind == st.NO_TILE or view.marked[slot] or not scene.can(act.DISCARD.at(kind)):
        return ""
    box = Box(tile.x, tile.bottom + 11, tile.w, 28)
    size = scene.shape.letter
    return scene.piece(
        space(box, scene.t("Discard"), ground="papyrus", size=size, edge="", r=8),
        tip=scene.t("Mark this tile to be discarded; one to four may go in a turn."),
        name=f"discard-{slot}",
        action=act.DISCARD.at(kind),
        around=box,
        out=2,
        r=9,
    )


@on_demand
def _pile_told(scene: Scene) -> str:
    return tips.pile(scene.t, scene.view)


@part
def _pile(scene: Scene, x: float, y: float) -> str:
    """The tiles still to be drawn; the last of them ends the game."""
    left = scene.view.pile_left
    told = scene.t("{count} in the pile").format(count=left)
    return scene.piece(
        pile(square(x, y, 46), left, back, "papyrus"),
        svg.text(x + 64, y + 30, told, scene.shape.letter, "f-ink sans", bold=True),
        tip=_pile_told(scene),
        name="pile",
        source="pile",
    )
