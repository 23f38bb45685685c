"""The reserves of tiles and the stock as pictures."""

from nomarch.draw import NO_ACTION, Box, svg
from nomarch.draw.memory import part
from nomarch.draw.parts import pile
from nomarch.draw.shapes import card, cartouche, ems, frame, heading, shorten
from nomarch.games.fertility import actions as act, components as box, icons, state as st, words
from nomarch.games.fertility.art.scene import Scene


@part
def hand(scene: Scene, seat: int, first: Box, per_row: int = box.RESERVE, gap: float = 12) -> str:
    """A seat's personal reserve, from the place of its first tile on."""
    does = act.DISCARD if scene.view.asked == st.NO_FIT else act.LAY
    actions, places = [scene.of(seat, a) for a in does], first.repeated(box.RESERVE, per_row, gap)
    return _row(scene, scene.view.hand[seat], actions, places, f"tile-{seat}")


def _common(scene: Scene, first: Box, per_row: int = box.RESERVE) -> str:
    """The common reserve."""
    does = act.REMOVE if scene.view.asked == st.REMOVING else act.TAKE
    places = first.repeated(box.RESERVE, per_row, 12)
    return _row(scene, scene.view.common, [*does], places, "common")


def _row(scene: Scene, counts: list[int], actions: list[int], places: list[Box], name: str) -> str:
    """The tiles of a reserve, each with the action of its kind."""
    parts, shown = [], [kind for kind, count in enumerate(counts) for _ in range(count)]
    for i, (kind, at) in enumerate(zip(shown, places, strict=False)):
        # Of equal tiles only the first can be chosen: one action, one piece.
        action = NO_ACTION if kind in shown[:i] else actions[kind]
        parts.append(_domino(scene, kind, at, action, f"{name}-{kind}-{i}"))
    return "".join(parts)


def _domino(scene: Scene, kind: int, at: Box, action: int, name: str) -> str:
    """A tile lying in a reserve; a strong frame around the one that is being laid."""
    art = ""
    for resource, half in zip(box.TILE_SCENES[kind], at.across(2), strict=True):
        art += svg.rect(*half, f"f-{icons.GROUNDS[resource]}")
        art += scene.use(f"r{resource}", *half.grown(-2)[:3])
    art += svg.rect(*at, "nofill line", 0.07 * at.h)
    if scene.view.tile == kind and action == act.LAY.at(kind):
        art += frame(*at.grown(3), 7)
    tip = words.tile(scene.t, kind)
    return scene.piece(art, tip=tip, name=name, action=action, around=at, r=7)


def _pile(scene: Scene, at: Box) -> str:
    """The pile of valley tiles, face down, with its count."""
    count = scene.view.pile
    backs = pile(at, count, lambda back: card(*back, "clay"))
    tip = scene.t("{count} tiles are left in the pile.").format(count=count)
    return scene.piece(
        backs, cartouche(at.mid + 2, at.level, count), tip=tip, name="pile", source="pile"
    )


@part
def reserve(scene: Scene, x: float, y: float, w: float) -> str:
    """The common reserve and the pile, with their heading."""
    first = Box(x + 2, y + 28, 80, 40)
    title = heading(x, y + 14, scene.t("Common reserve"), 17)
    return title + _common(scene, first) + _pile(scene, first.moved(w - 94))


@part
def stock(scene: Scene, x: float, y: float, w: float) -> str:
    """What is left of each resource."""
    words = scene.t("Stock")
    first = max(88.0, 17 * ems(words) + 16)
    step = (w - first) / box.KINDS
    goods = [_stock_of(scene, r, x + first + r * step, y, 34) for r in range(box.KINDS)]
    return heading(x, y + 24, words, 17) + "".join(goods)


@part
def _stock_of(scene: Scene, kind: int, x: float, y: float, size: float) -> str:
    count, told = scene.view.stock[kind], scene.t("{count} {resource} left in the stock")
    return scene.piece(
        scene.good(kind, x, y, size),
        svg.text(x + size + 5, y + size / 2 + 6, count, 17, bold=True),
        tip=told.format(count=count, resource=words.resource(scene.t, kind)),
        name=f"stock-{kind}",
    )


@part
def side(scene: Scene, x: float, y: float, w: float) -> str:
    """On a tall board: the own tiles, the common reserve and the stock, beside the valley."""
    size, seat = (w - 4) / 2, scene.seats[0]
    whose = scene.t("Yours") if scene.viewer >= 0 else shorten(scene.names[seat], 8)
    first, step = Box(x + 2, y + 20, 2 * size, size), size + 12
    second = first.moved(0, 3 * step + 28)
    last = second.moved(-2, 3 * step + 8)
    return "".join(
        (
            _title(x + w / 2, first.y - 10, whose),
            hand(scene, seat, first, 1),
            _title(x + w / 2, second.y - 10, scene.t("Common")),
            _common(scene, second, 1),
            _pile(scene, last),
            *(_stock_of(scene, r, x + 2, last.y + size + 16 + r * 30, 25) for r in range(4)),
        )
    )


def _title(x: float, y: float, told: str) -> str:
    return svg.text(x, y, told, 13, "f-ink sans", "middle", bold=True)
