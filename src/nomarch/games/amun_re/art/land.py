"""The map: Egypt from the sea to the south, and the Nile."""

from functools import cache

from nomarch.draw import Box, clip, drawn, region, scenery, svg, textures
from nomarch.games.amun_re import components as box
from nomarch.games.amun_re.art import province
from nomarch.games.amun_re.art.geography import SEA, Area, Egypt
from nomarch.games.amun_re.art.measures import AmunCanvas, AmunScene, AmunShape, stamp

FERTILE = 0.16
"""Width of the green along the river, in river widths."""
PALMS = ((box.WEST, 0.24), (box.EAST, 0.37), (box.WEST, 0.55), (box.EAST, 0.72), (box.WEST, 0.93))
"""Bank and position of each palm."""


def draw_map(scene: AmunScene, parts: list[str], x: float, y: float) -> float:
    """Draw the map. Returns its lower edge."""
    egypt = _egypt(scene.shape, x, y)
    provinces = (_province(scene, p, area) for p, area in _from_the_river(egypt))
    frame, country = svg.rect(*egypt.room, "nofill line", 14), _country(scene.canvas, egypt)
    parts.append(scenery.light(scene.prefix, scene.view.turn - 1))
    parts.append(region(scene, "map", scene.t("Egypt"), egypt.room, country, *provinces, frame))
    return egypt.room.bottom


def _province(scene: AmunScene, p: int, area: Area) -> str:
    return clip(scene, f"land-{p}", area.room, province.draw(scene, p, area))


@cache
def _egypt(shape: AmunShape, x: float, y: float) -> Egypt:
    room = Box(x, y, shape.map_w, SEA + 6 * shape.row)
    return Egypt(room, shape.row, shape.river, shape.wave)


@cache
def _from_the_river(egypt: Egypt) -> list[tuple[int, Area]]:
    """Return the provinces outwards: names of narrow lands at the edge overlap their neighbours."""
    areas = egypt.areas
    return sorted(areas.items(), key=lambda item: abs(item[1].room.mid - egypt.room.mid))


@drawn
def _country(canvas: AmunCanvas, egypt: Egypt) -> str:
    room, prefix, river = egypt.room, canvas.prefix, egypt.river
    dots: dict[str, object] = {"stroke_dasharray": "2 8", "stroke_linecap": "round"}
    return textures.textures(prefix, "sand", "water", "stone") + svg.group(
        textures.laid(prefix, "sand", textures.slab(*room, 14)),
        scenery.haze(prefix, textures.slab(*room, 14)),
        svg.path(egypt.borders(egypt.areas.values()), "nofill s-clay", stroke_width=1.5),
        svg.path(egypt.water(FERTILE * river), "f-reed"),
        textures.laid(prefix, "water", egypt.water(), "s-malachite"),
        textures.shadow(_shade(egypt)),
        svg.path(egypt.islands(), "f-reed s-malachite", stroke_width=2),
        textures.laid(prefix, "water", egypt.sea()),
        svg.path(egypt.surf(), "nofill s-linen", stroke_width=2, opacity="0.7"),
        svg.path(egypt.frontier(), "nofill s-ink", stroke_width=4, **dots),
        *_sights(canvas, egypt),
        aria_hidden="true",
    )


def _shade(egypt: Egypt) -> str:
    bank, room = egypt.bank(box.WEST), egypt.room
    points = [room.y + SEA + (room.h - SEA) * i / 14 for i in range(15)]
    near = "L".join(f"{round(bank(y))} {round(y)}" for y in points)
    far = "L".join(f"{round(bank(y) + egypt.river * 0.09)} {round(y)}" for y in reversed(points))
    return f"M{near}L{far}Z"


def _sights(canvas: AmunCanvas, egypt: Egypt) -> list[str]:
    room, big = egypt.room, egypt.river * 0.6
    parts = []
    for side, down in PALMS:
        y = room.y + SEA + down * (room.h - SEA)
        out = -0.75 if side == box.WEST else -0.25
        parts.append(stamp(canvas, "palm", egypt.bank(side)(y) + out * big, y - big, big))
    boat = min(SEA - 4, 1.1 * egypt.river)
    parts.append(stamp(canvas, "boat", room.x + room.w * 0.16, room.y + 1, boat))
    parts.append(stamp(canvas, "boat", room.x + room.w * 0.78, room.y + 5, boat * 0.8))
    names = (canvas.t("Lower Egypt"), canvas.t("Upper Egypt"))
    for name, down in zip(names, (1.9, 4.6), strict=True):
        y = room.y + SEA + down * egypt.row
        at = f"translate({round(egypt.nile(y) + 6)} {round(y)}) rotate(-90)"
        text = svg.text(0, 0, name, canvas.shape.type.text, "f-linen serif", "middle", bold=True)
        parts.append(svg.element("g", text, transform=at))
    return parts
