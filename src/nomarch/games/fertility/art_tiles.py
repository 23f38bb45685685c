"""The reserves of tiles and the stock as pictures."""

from __future__ import annotations

from nomarch.draw import svg
from nomarch.draw.shapes import card, cartouche, heading, piece, ring, shorten
from nomarch.games.fertility import icons, words
from nomarch.games.fertility import actions as act, components as box, state as st
from nomarch.games.fertility.art_scene import Scene


def _domino(
    scene: Scene, kind: int, x: float, y: float, size: float, *, first: int, id_: str, mine: bool
) -> str:  # fmt: skip
    """A tile lying in a reserve, which can be chosen by the action `first + kind`."""
    art = "".join(
        svg.rect(x + i * size, y, size, size, f"f-{icons.GROUNDS[resource]}")
        + scene.use(f"r{resource}", x + i * size + 2, y + 2, size - 4)
        for i, resource in enumerate(box.TILE_SCENES[kind])
    )
    art += svg.rect(x, y, 2 * size, size, "nofill line", 0.07 * size)
    action = scene.action(first + kind) if mine else None
    lit = ring(x - 3, y - 3, 2 * size + 6, size + 6, 7) if action else ""
    chosen = mine and scene.view.tile == kind and first == act.LAY
    if chosen:
        lit = svg.element(
            "rect", x=x - 3, y=y - 3, width=2 * size + 6, height=size + 6, rx=7,
            class_="nofill s-carnelian", stroke_width=4,
        )  # fmt: skip
    return piece(
        art, lit, tip=words.tile(scene.t, kind), id_=scene.id(id_), action=action,
        label=scene.label(first + kind) if action else None,
    )  # fmt: skip


def hand(scene: Scene, seat: int, x: float, y: float, size: float, dx: float, dy: float) -> str:
    """A seat's personal reserve."""
    view, parts = scene.view, []
    first = act.DISCARD if view.asked == st.NO_FIT else act.LAY
    shown = [kind for kind in range(box.TILE_KINDS) for _ in range(view.hand[seat][kind])]
    for i, kind in enumerate(shown):
        # Of equal tiles only the first can be chosen: one action, one piece.
        again = i > 0 and shown[i - 1] == kind
        parts.append(
            _domino(scene, kind, x + i * dx, y + i * dy, size, first=first,
                    id_=f"tile-{seat}-{kind}-{i}", mine=seat == scene.viewer and not again)
        )  # fmt: skip
    return "".join(parts)


def common(scene: Scene, x: float, y: float, size: float, dx: float, dy: float) -> str:
    """The common reserve."""
    view, parts = scene.view, []
    first = act.REMOVE if view.asked == st.REMOVING else act.TAKE
    shown = [kind for kind in range(box.TILE_KINDS) for _ in range(view.common[kind])]
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


def reserve(scene: Scene, x: float, y: float, w: float) -> str:
    """The common reserve and the pile, with their heading."""
    return (
        heading(x, y + 14, scene.t("Common reserve"), 17)
        + common(scene, x + 2, y + 28, 40, 92, 0)
        + _pile(scene, x + w - 92, y + 28, 40)
    )


def stock(scene: Scene, x: float, y: float, w: float) -> str:
    """What is left of each resource."""
    parts = [heading(x, y + 24, scene.t("Stock"), 17)]
    step = (w - 88) / box.KINDS
    for kind in range(box.KINDS):
        at = x + 88 + kind * step
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


def side(scene: Scene, x: float, y: float, w: float) -> str:
    """On a tall board: the own tiles, the common reserve and the stock, beside the valley."""
    size = (w - 4) / 2
    seat = max(scene.viewer, 0)
    whose = scene.t("Yours") if scene.viewer >= 0 else shorten(scene.names[seat], 8)
    parts = [
        svg.text(x + w / 2, y + 10, whose, 13, "f-ink sans", "middle", bold=True),
        hand(scene, seat, x + 2, y + 20, size, 0, size + 12),
    ]
    y += 20 + 3 * (size + 12) + 8
    parts.append(
        svg.text(x + w / 2, y + 10, scene.t("Common"), 13, "f-ink sans", "middle", bold=True)
    )
    parts.append(common(scene, x + 2, y + 20, size, 0, size + 12))
    y += 20 + 3 * (size + 12) + 4
    parts.append(_pile(scene, x, y + 4, size))
    y += size + 20
    for kind in range(box.KINDS):
        parts.append(_stock_of(scene, kind, x + 2, y + kind * 30, 25))
    return "".join(parts)
