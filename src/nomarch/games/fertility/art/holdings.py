"""What a player has besides the plots: points, gods, monuments, wheat and harvested goods."""

from collections.abc import Callable
from functools import lru_cache
from types import SimpleNamespace
from typing import NamedTuple, cast

from nomarch.draw import Box, Spot, drawn, shapes, space, svg, textures
from nomarch.games.fertility import actions as act, components as box, state as st
from nomarch.games.fertility.art import common
from nomarch.games.fertility.art.common import FertilityCanvas, FertilityScene
from nomarch.games.fertility.art.shops import coin, god
from nomarch.games.fertility.rules import scoring
from nomarch.games.fertility.words import tips


class City(NamedTuple):
    """The shops of a seat and the pieces on them."""

    seat: int
    shops: tuple[int, ...]
    put: tuple[tuple[int, ...], ...]
    tips: tuple[str, ...]
    """The tip of every shop."""
    is_open: bool
    """Whether the seat has a metropolis board yet."""


@lru_cache(4096)
def count_for(
    score: Callable[[st.State, int], int],
    seat: int,
    shops: tuple[int, ...],
    put: tuple[tuple[int, ...], ...],
    wheat: int,
    monuments: tuple[int, ...],
) -> int:
    """Count with a function of the rules, which takes long, from all that it reads."""
    read = SimpleNamespace(shop={seat: shops}, put={seat: put}, monuments=monuments)
    read.wheat = {seat: wheat}
    return int(score(cast(st.State, read), seat))


def points_of(scene: FertilityScene, city: City) -> int:
    wheat, monuments = scene.view.wheat[city.seat], tuple(scene.view.monuments)
    return count_for(scoring.debens, city.seat, city.shops, city.put, wheat, monuments)


def nameplate(scene: FertilityScene, seat: int, points: int, is_leading: bool, at: Box) -> str:
    tip = scene.tip(tips.plate, seat, scene.name_unless_own(seat))
    spot = Spot(at, f"name-{seat}", tip)
    return _plate(scene.canvas, spot, seat, scene.names[seat], points, is_leading)


@drawn
def _plate(
    canvas: FertilityCanvas, spot: Spot, seat: int, name: str, points: int, is_leading: bool
) -> str:
    """Name and Debens so far, in a golden coin for whoever leads."""
    at, sizes, is_own = spot.at, canvas.shape.type, spot.at.h > 50
    letter, r, level = (sizes.title, 30, at.y + 36) if is_own else (sizes.text, 20, at.y + 25)
    left = at.x + (58 if is_own else 48)
    shown = shapes.fitted(name, at.right - 2 * r - 20 - left, letter)
    return canvas.piece(
        shapes.badge(seat, at.x + (32 if is_own else 26), level, 20 if is_own else 15),
        svg.text(left, level + 0.35 * letter, shown, letter, "f-ink sans", bold=True),
        coin(canvas, at.right - r - 12, level, r, points, "gold" if is_leading else "chalk"),
        spot=spot,
        cls="piece nameplate",
    )


def statues(scene: FertilityScene, city: City, first: Box) -> str:
    held = count_for(scoring.statues_held, city.seat, city.shops, city.put, 0, ())
    return _statues(scene.canvas, city.seat, held, first, scene.tip(tips.gods, city.seat))


@drawn
def _statues(canvas: FertilityCanvas, seat: int, held: int, first: Box, tip: str) -> str:
    parts, free = list[str](), held >> box.GODS
    for i, at in enumerate(first.repeated(box.GODS, box.GODS, 2)):
        art = god(canvas, f"g{i}", at)
        parts.append(art if held >> i & 1 else svg.group(art, opacity="0.35"))
    if free:
        parts.append(canvas.count(at.right, at.y + 2, f"+{free}"))
    return canvas.piece(*parts, tip=tip, name=f"gods-{seat}")


def monuments(scene: FertilityScene, seat: int, at: Box) -> str:
    place, tip = scene.of(seat, act.QUARRY_MONUMENT), scene.tip(tips.monuments, seat)
    spot = scene.spot(at, f"monuments-{seat}", place, tip)
    return _monument_count(scene.canvas, spot, seat, scene.view.monuments[seat])


@drawn
def _monument_count(canvas: FertilityCanvas, spot: Spot, seat: int, count: int) -> str:
    at, text, size = spot.at, f"{count}/{box.MONUMENTS_EACH}", canvas.shape.letter
    return canvas.piece(
        common.monument(canvas, seat, *at[:3]),
        svg.text(at.right + 3, at.level + 0.36 * size, text, size, bold=True),
        spot=spot,
        around=at._replace(w=at.w + 38),
        out=4,
    )


def granary(scene: FertilityScene, seat: int, at: Box) -> str:
    pay, tip = scene.of(seat, act.PAY.at(box.WHEAT)), tips.granary(scene.t, scene.view, seat)
    spot = scene.spot(at, f"wheat-{seat}", pay, tip)
    return _granary_track(scene.canvas, spot, scene.view.wheat[seat])


@drawn
def _granary_track(canvas: FertilityCanvas, spot: Spot, wheat: int) -> str:
    at, parts = spot.at, []
    for i, step in enumerate(at.across(box.MOST_WHEAT + 1)):
        face = "sand" if i <= wheat and wheat else "papyrus"
        place = Box(step.x + 0.5, at.y + 16, step.w - 1, 28)
        points, is_here = box.WHEAT_POINTS[i], i == wheat
        parts.append(space(place, points, ground=face, size=canvas.shape.letter, bold=is_here))
    marker = at.x + (wheat + 0.5) * at.w / (box.MOST_WHEAT + 1)
    parts.append(common.good(canvas, box.WHEAT, marker - 11, at.y - 6, 22))
    return canvas.piece(*parts, spot=spot, around=Box(at.x, at.y + 16, at.w, 28), out=4)


def wheat_count(scene: FertilityScene, seat: int, at: Box) -> str:
    spot = Spot(at, f"wheat-{seat}", tips.granary(scene.t, scene.view, seat))
    return _wheat_number(scene.canvas, spot, scene.view.wheat[seat])


@drawn
def _wheat_number(canvas: FertilityCanvas, spot: Spot, wheat: int) -> str:
    at, size = spot.at, canvas.shape.letter
    count = svg.text(at.right + 4, at.level + 0.35 * size, wheat, size, bold=True)
    return canvas.piece(common.good(canvas, box.WHEAT, *at[:3]), count, spot=spot)


def free_count(scene: FertilityScene, seat: int, at: Box) -> str:
    """The free spaces of another's city in short: one of them, and their number."""
    return _free_number(scene.canvas, seat, scene.view.district[seat].count(st.NONE), at)


@drawn
def _free_number(canvas: FertilityCanvas, seat: int, count: int, at: Box) -> str:
    if not count:
        return ""
    size, ink = canvas.shape.letter, "f-ink-soft sans"
    return canvas.piece(
        textures.pressed(*at),
        svg.text(at.right + 4, at.level + 0.35 * size, count, size, ink, bold=True),
        tip=tips.free_spaces(canvas.t, count),
        name=f"free-{seat}",
    )


def harvest(scene: FertilityScene, seat: int, at: Box, per_row: int = box.KINDS) -> str:
    """This turn's harvest, beside the metropolis of the one whose turn it is."""
    if scene.view.seat != seat:
        return ""
    goods = [(kind, count) for kind, count in enumerate(scene.view.beside) if count]
    parts = []
    for (kind, count), place in zip(
        goods, at.repeated(len(goods), per_row, max(8, 0.3 * at.w)), strict=True
    ):
        tip, pay = scene.tip(tips.gathered, seat, kind), scene.of(seat, act.PAY.at(kind))
        spot = scene.spot(place, f"beside-{kind}", pay, tip)
        parts.append(_gathered(scene.canvas, spot, kind, count))
    return "".join(parts)


@drawn
def _gathered(canvas: FertilityCanvas, spot: Spot, kind: int, count: int) -> str:
    many = canvas.count(spot.at.right - 1, spot.at.bottom - 1, f"×{count}")
    return canvas.piece(common.good(canvas, kind, *spot.at[:3]), many, spot=spot)


def has_harvest(scene: FertilityScene, seat: int) -> bool:
    return scene.view.seat == seat and any(scene.view.beside)


@drawn
def no_harvest(canvas: FertilityCanvas, at: Box) -> str:
    size = canvas.shape.letter
    lines = shapes.wrapped(canvas.t("No harvest yet"), at.w / size, 2, shapes.ems)
    y = at.level + 0.35 * size - 0.575 * size * (len(lines) - 1)
    return shapes.written(lines, at.mid, y, size, "f-ink-soft sans", "middle")
