"""The table of Giza as a picture: the other boards above, one's own stacks fanned out, the hand.

Of other players' stacks only the top and the height are drawn, because only they may be seen; the
own stacks show every course, so that a pyramid looks like one. A tile of the hand is chosen first,
then the places that take it light up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from nomarch.draw import covers, scene, svg
from nomarch.draw.box import Box, rows, square
from nomarch.draw.memory import part
from nomarch.draw.parts import Mark, crown, nameplate, pile, space, tableau
from nomarch.draw.scene import Asked, Measures
from nomarch.draw.shapes import badge, cartouche, frame, heading, number, panel, piece, shorten
from nomarch.games.giza import actions as act, components as kit, heuristic, state as st, words
from nomarch.games.giza.art_tiles import back, course, face, plan
from nomarch.games.giza.rules import ending, tiles
from nomarch.games.giza.state import State

GAP = 10
SLAB = 6
"""How much every covered tile lifts the top of a stack."""
MOST_SLABS = 6
COURSE = 40
"""The height of a course while stacks are low; higher ones are drawn thinner."""
OPEN_COURSE = 26
"""The same on the boards of others, when they lie open after the game."""
FAN = 200


@dataclass(frozen=True)
class Shape(Measures):
    """The measures of an arrangement."""

    own_width: int
    hand_width: int
    hand_tile: int
    most_columns: int


WIDE = Shape(1200, 24, 700, 442, 92, 4)
TALL = Shape(420, 12, 396, 396, 82, 1)


class Scene(scene.Scene[State, Shape]):
    """Everything a part of the drawing needs to know."""

    @property
    def over(self) -> bool:
        """Whether the game has ended: then every stack lies open."""
        return self.view.seat == st.NO_SEAT

    @property
    def placing(self) -> bool:
        """Whether the viewer has chosen a tile and now its place."""
        return self.asked and self.view.asked == st.PLACING

    def points(self, kind: int) -> int:
        """What a tile scores at this table."""
        return int(ending.tile_points(self.view, kind))

    def worth(self, seat: int, site: int) -> str:
        """What a stack scores."""
        return words.signed(ending.site_points(self.view, seat, site))

    def tip(self, kind: int) -> str:
        """What a tile is and does."""
        return words.tile_tip(self.t, kind, self.view.base_points)

    def face(self, kind: int, box: Box) -> str:
        """A tile as it counts at this table."""
        return face(kind, self.points(kind), box)

    def stack(self, seat: int, site: int, shown: str, **more: Any) -> str:
        """A stack as a piece that is told tile by tile."""
        tip = words.stack_tip(self.t, self.view, self.names, seat, site)
        return self.piece(shown, tip=tip, name=f"site-{seat}-{site}", **more)


def draw(view: State, **asked: Unpack[Asked]) -> svg.Svg:
    """The position as the viewer sees it; what it may do is marked with `data-action`."""
    scene = Scene(view, words, act.ACTIONS.__getitem__, (WIDE, TALL), **asked)
    parts: list[str] = []
    if scene.viewer < 0:
        y = _pile_row(scene, parts, _others(scene, parts, scene.seats))
    else:
        y = _own_row(scene, parts, _others(scene, parts, scene.seats[1:]))
    return scene.drawing("Giza", y, *parts)


def symbols() -> dict[str, str]:
    """The pictures that a log may show, on the 48 grid, by the names that events give."""
    box = square(1, 1, 46)
    return {f"tile-{kind}": face(kind, kit.POINTS[kind], box) for kind in range(kit.TILES)}


def cover() -> svg.Svg:
    """The game's cover: a pyramid in the evening, and what builds and breaks it."""
    names = ("stone+5", "stone+2", "treasure+5", "sphinx-body", "scarab", "demolition")
    row = [symbols()[f"tile-{kit.TILE_NAMES.index(name)}"] for name in names]
    peak = svg.path("M24 8 43 41H5Z", "f-sand line") + svg.path("M24 8 43 41H27Z", "f-clay line")
    courses = svg.path("M18.5 18H29.5M12.500 29H36", "nofill line")
    look = {"sky": "turquoise", "ray": "papyrus-deep", "disc": "gold", "emblem": peak + courses}
    return covers.cover("Giza", **look, ground=("clay", "sand"), row=row)


def _others(scene: Scene, parts: list[str], seats: Sequence[int]) -> float:
    """The boards of all other players, clockwise from the viewer's left; where they end."""
    shape, count = scene.shape, len(seats)
    columns = min(count, shape.most_columns)
    if scene.wide and count > columns:
        columns = rows(count, 2)
    widest = 520 if scene.wide else shape.room
    width = min((shape.room - (columns - 1) * GAP) / columns, widest)
    left = (shape.width - columns * width - (columns - 1) * GAP) / 2
    tile = min(82, (width - 2 * 16 - (kit.SITES - 1) * 16) / kit.SITES) if scene.wide else 56
    first = Box(left, 12, width, (46 if scene.wide else 10) + MOST_SLABS * SLAB + tile + 14)
    missing = -count % columns
    for i, (seat, box) in enumerate(zip(seats, first.repeated(count, columns, GAP), strict=True)):
        in_last_row = i >= count + missing - columns
        inset = missing * (width + GAP) / 2 if in_last_row else 0
        parts.append(_board(scene, seat, box.moved(inset), tile))
    return 12 + rows(count, columns) * (first.h + GAP)


@part
def _board(scene: Scene, seat: int, box: Box, size: float) -> str:
    """One other player's board: who it is, and four stacks by their tops."""
    gap = 16 if scene.wide else 11
    width = kit.SITES * size + (kit.SITES - 1) * gap
    left = box.x + (box.w - width) / 2 if scene.wide else box.right - 8 - width
    places = square(left, box.bottom - 14 - size, size).repeated(kit.SITES, kit.SITES, gap)
    heaps = [_heap(scene, seat, site, place) for site, place in enumerate(places)]
    name = _name_row(scene, seat, box) if scene.wide else _name_block(scene, seat, box)
    return tableau(scene, seat, box, _turn_bar(scene, seat, box), name, *heaps)


@part
def _heap(scene: Scene, seat: int, site: int, box: Box) -> str:
    """A stack of another player: a slab for every covered tile, the visible tile on top."""
    height, kind = scene.view.height[seat][site], tiles.top(scene.view, seat, site)
    if scene.over and height:
        return _open_heap(scene, seat, site, box)
    action = act.ON.at(seat, site)
    slabs = [box.moved(y=-SLAB * i) for i in range(min(height, MOST_SLABS + 1))]
    upper = slabs.pop() if slabs else box
    shown = "".join(svg.rect(*slab, "f-papyrus-edge hair", 0.06 * box.w) for slab in slabs)
    shown += scene.face(kind, upper) if height else plan(site, upper)
    label = f"{scene.label(action)} ({scene.names[seat]})"
    around = upper._replace(h=box.bottom - upper.y)
    count = cartouche(box.right - 6, box.bottom, height) if height > 1 else ""
    return scene.stack(seat, site, shown, action=action, label=label, around=around) + count


@part
def _open_heap(scene: Scene, seat: int, site: int, box: Box) -> str:
    """A stack of another player after the game: all its courses, and what they are worth."""
    height, ground = scene.view.height[seat][site], box.bottom + 4
    high = min(OPEN_COURSE, (MOST_SLABS * SLAB + box.w - 14) / height)
    worth = cartouche(box.mid, ground - height * high - 11, scene.worth(seat, site))
    lowest = Box(box.x - 4, ground - high, box.w + 8, high)
    return scene.stack(seat, site, _courses(scene, seat, site, lowest) + worth)


def _courses(scene: Scene, seat: int, site: int, lowest: Box) -> str:
    """Every tile of an open stack, the lowest on the ground."""
    kinds = scene.view.stack[seat][site][: scene.view.height[seat][site]]
    shown = ""
    for level, kind in enumerate(kinds):
        box = lowest.moved(y=-lowest.h * level)
        shown += piece(course(kind, scene.points(kind), box), tip=scene.tip(kind))
    return shown


def _points(scene: Scene, seat: int) -> tuple[str, str]:
    """A seat's points and what they mean: exact where everything is seen, else estimated."""
    view, name, t = scene.view, scene.names[seat], scene.t
    if scene.over:
        points, treasure = words.signed(view.points[seat]), view.treasure[seat]
        told = t("Score of {player}: {points}; treasures: {treasure}.")
        return points, told.format(player=name, points=points, treasure=treasure)
    points = words.signed((heuristic.estimate(view, scene.viewer, seat) + 50) // 100)
    if seat == scene.viewer:
        return points, t("Your board is worth {points}.").format(points=points)
    if max(view.height[seat]) <= 1:
        told = t("The board of {player} is worth {points}.")
        return points, told.format(player=name, points=points)
    told = t("The board of {player} is worth about {points}: covered tiles are estimated.")
    return f"≈ {points}", told.format(player=name, points=points)


def _turn_bar(scene: Scene, seat: int, box: Box) -> str:
    """A bar at the side of the board whose turn it is."""
    bar = Box(box.x, box.y + 12, 7, box.h - 24)
    return svg.rect(*bar, "f-carnelian", 3) if seat in scene.to_act else ""


def _turn_mark(scene: Scene) -> Mark:
    """The words beside the viewer's name when it is to act; their room is always kept."""
    told = scene.t("Your turn")
    width = 9 * len(told) + 18

    def draw(x: float, y: float) -> str:
        box, look = Box(x, y + 2, width, 26), {"ground": "carnelian", "ink": "papyrus"}
        return space(box, told, **look, edge="", size=15, r=13, bold=True) if scene.asked else ""

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
    name = shorten(scene.names[seat], 9)
    return piece(
        badge(seat, x + 22, y + 24, 14),
        svg.text(x + 42, y + 29, name, 15, "f-ink sans", bold=True),
        number(x + 10, y + 66, points, 22, "start"),
        peaks.draw(x + 10, low - 6),
        *(mark.draw(x + 76, low - 7) for mark in more),
        tip=tip,
        cls="piece nameplate",
    )


@part
def _peaks(scene: Scene, seat: int, x: float, y: float) -> str:
    """Three small pyramids: the filled ones are complete, and three of them end the game."""
    done = [ending.is_peak(tiles.top(scene.view, seat, site)) for site in range(kit.PYRAMIDS)]
    n, fills = svg.number, ["gold" if peak else "papyrus" for peak in done]
    shapes = [
        svg.path(f"M{n(x + site * 20 + 9)} {n(y)}l9 17h-18z", f"f-{fill} hair")
        for site, fill in enumerate(fills)
    ]
    tip = scene.t("{count} of 3 pyramids complete; three end the game").format(count=sum(done))
    return piece(*shapes, tip=tip)


def _own_row(scene: Scene, parts: list[str], y: float) -> float:
    """The own board fanned out and the hand: side by side, or one below the other."""
    shape = scene.shape
    own = Box(shape.edge, y, shape.own_width, 46 + FAN + 36)
    below = Box(shape.edge, own.bottom + GAP, shape.hand_width, 226)
    beside = Box(shape.width - shape.edge - shape.hand_width, y, shape.hand_width, own.h)
    hand = beside if scene.wide else below
    parts += _own_board(scene, own), _hand_panel(scene, hand)
    return hand.bottom + 12


@part
def _own_board(scene: Scene, box: Box) -> str:
    seat = scene.viewer
    columns = Box(box.x + 12, box.y + 46, box.w - 24, FAN + 30).across(kit.SITES, 8)
    fans = [_fan(scene, site, column) for site, column in enumerate(columns)]
    bar, name = _turn_bar(scene, seat, box), _name_row(scene, seat, box)
    return tableau(scene, seat, box, bar, name, *fans)


@part
def _fan(scene: Scene, site: int, box: Box) -> str:
    """One of the viewer's own stacks with all its courses, the lowest tile on the ground."""
    seat, ground = scene.viewer, box.y + FAN
    heights = scene.view.height[seat]
    tallest = heights[site] if site == kit.SPHINX else max(heights[: kit.PYRAMIDS])
    high = min(COURSE, (FAN - 26) / max(1, tallest))
    sand = square(box.mid - 0.35 * box.w, ground - 0.62 * box.w, 0.7 * box.w)
    lowest = Box(box.x + 4, ground - high, box.w - 8, high)
    shown = svg.rect(*box, "f-papyrus", 8) + ("" if heights[site] else plan(site, sand))
    shown += _courses(scene, seat, site, lowest) + _ground_line(scene, site, box, ground)
    action = scene.pick(act.REMOVE.at(site), act.ON.at(seat, site))
    return scene.stack(seat, site, shown, action=action, around=box, out=0)


def _ground_line(scene: Scene, site: int, box: Box, y: float) -> str:
    """The ground that a stack stands on with the site's name; above it what the stack is worth."""
    n, name = svg.number, words.site(scene.t, site)
    drawn = svg.path(f"M{n(box.x + 6)} {n(y)}H{n(box.right - 6)}", "nofill line")
    drawn += svg.text(box.mid, y + 20, name, 14, "f-ink-soft sans", "middle")
    if scene.view.height[scene.viewer][site]:
        drawn += cartouche(box.right - 22, box.y + 16, scene.worth(scene.viewer, site))
    return drawn


def _pile_row(scene: Scene, parts: list[str], y: float) -> float:
    """What a spectator sees instead of a hand: the pile."""
    edge = scene.shape.edge
    parts += panel(edge, y, scene.shape.room, 76), _pile(scene, edge + 14, y + 18)
    return y + 76 + 12


@part
def _hand_panel(scene: Scene, box: Box) -> str:
    """The viewer's tiles, each with its way out, and the pile they come from."""
    size, parts = scene.shape.hand_tile, [panel(*box)]
    if scene.wide:
        parts.append(heading(box.x + 14, box.y + 32, scene.t("Your hand")))
    gap = (box.w - 2 * 12 - kit.HAND * size) / (kit.HAND - 1)
    first = square(box.x + 12, box.y + (58 if scene.wide else 18), size)
    for slot, tile in enumerate(first.repeated(kit.HAND, kit.HAND, gap)):
        parts += _hand_tile(scene, slot, tile), _discard_tab(scene, slot, tile)
    if scene.placing:
        hint = scene.t("Undo to choose another tile")
        parts.append(svg.text(box.mid, first.bottom + 36, hint, 15, "f-ink-soft sans", "middle"))
    done = Box(box.right - 190, box.bottom - 56, 176, 40)
    parts.append(_pile(scene, box.x + 14, box.bottom - 60))
    parts.append(scene.plaque(act.DONE, done, name="done", ground="carnelian"))
    return "".join(parts)


@part
def _hand_tile(scene: Scene, slot: int, box: Box) -> str:
    """A tile of the hand: ringed if it can be played, lifted when chosen, faint when marked."""
    view, hand = scene.view, scene.view.hand[scene.viewer]
    kind = hand[slot]
    if kind == st.NO_TILE:
        return svg.rect(*box, "f-papyrus", 6)
    chosen = scene.placing and hand.index(view.picked) == slot
    if chosen:
        box = box.moved(y=-9)
    shown = scene.face(kind, box)
    if view.marked[slot] or (scene.placing and not chosen):
        shown = svg.rect(*box, "f-papyrus", 6) + svg.group(shown, opacity="0.5")
    return scene.piece(
        shown,
        _cross(box.right - 22, box.y + 22) if view.marked[slot] else "",
        frame(*box.grown(4), 9) if chosen else "",
        tip=scene.tip(kind),
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


def _discard_tab(scene: Scene, slot: int, tile: Box) -> str:
    """The way out below a tile of the hand."""
    view = scene.view
    kind = view.hand[scene.viewer][slot]
    if kind == st.NO_TILE or view.marked[slot] or not scene.can(act.DISCARD.at(kind)):
        return ""
    box = Box(tile.x, tile.bottom + 16, tile.w, 30)
    return scene.piece(
        space(box, scene.t("Discard"), ground="papyrus", r=8),
        tip=scene.t("Mark this tile to be discarded; one to four may go in a turn."),
        name=f"discard-{slot}",
        action=act.DISCARD.at(kind),
        around=box,
        out=2,
        r=9,
    )


@part
def _pile(scene: Scene, x: float, y: float) -> str:
    """The tiles still to be drawn; the last of them ends the game."""
    left, t = scene.view.pile_left, scene.t
    told = t("{count} in the pile").format(count=left)
    return scene.piece(
        pile(square(x, y, 46), left, back, "papyrus"),
        svg.text(x + 66, y + 26, told, 15, "f-ink sans", bold=True),
        tip=t("Tiles left: {count}. Drawing the last one ends the game.").format(count=left),
        name="pile",
    )
