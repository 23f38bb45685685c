"""Buttons for choices without a piece: quarries, payments, the end of a turn, the set-up."""

from __future__ import annotations

from nomarch.draw import svg
from nomarch.draw.shapes import card, piece, plaque, ring
from nomarch.games.fertility import icons, words
from nomarch.games.fertility import actions as act, components as box, state as st
from nomarch.games.fertility.art_scene import TALL, WIDE, Scene, monument


def choices_height(scene: Scene) -> float:
    """The room that the choices take: fixed, except while the valley is laid out."""
    if scene.view.asked == st.LAY_OUT:
        return 118 if scene.shape is WIDE else 224
    return 64


def choices(scene: Scene, x: float, y: float, width: float) -> str:
    """Buttons for what has no piece: quarry gains, payments, the end of a turn, the set-up."""
    view = scene.view
    if view.asked == st.LAY_OUT:
        return _board_choices(scene, x, y, width)
    if view.asked == st.TURN_START:
        return _start_choices(scene, x, y)
    parts, at = [], x + 4
    for kind in range(box.KINDS + 1):
        for first in (act.QUARRY, act.PAY):
            if first + kind in scene.legal and not (first == act.QUARRY and kind == box.WHEAT):
                parts.append(_good_button(scene, first + kind, kind, at, y))
                at += 56
    if act.QUARRY_MONUMENT in scene.legal:
        parts.append(_monument_button(scene, at, y))
        at += 56
    if act.QUARRY_NOTHING in scene.legal:
        parts.append(
            plaque(at, y + 2, 90, scene.t("Nothing"), action=act.format_action(act.QUARRY_NOTHING),
                   ground="papyrus", id_=scene.id("nothing"))
        )  # fmt: skip
    if act.DONE in scene.legal:
        parts.append(
            plaque(x + width - 164, y + 2, 160, scene.label(act.DONE) or "", action=act.format_action(act.DONE),
                   id_=scene.id("done"))
        )  # fmt: skip
    room = x + width - at - (170 if act.DONE in scene.legal else 0)
    if act.QUARRY_NOTHING in scene.legal:
        room -= 100
        at += 100
    told = words.prompt(scene.t, view, scene.viewer, scene.to_act, scene.names)
    if 8 * len(told) < room:
        parts.append(svg.text(at + 4, y + 28, told, 16, "f-ink-soft sans"))
    return "".join(parts)


def _good_button(scene: Scene, action: int, kind: int, x: float, y: float) -> str:
    return piece(
        scene.good(kind, x, y, 44), ring(x - 3, y - 3, 50, 50, 7), tip=scene.label(action) or "",
        action=act.format_action(action), label=scene.label(action), id_=scene.id(f"good-{kind}"),
    )  # fmt: skip


def _monument_button(scene: Scene, x: float, y: float) -> str:
    return piece(
        card(x, y, 44, 44, "papyrus"), monument(scene, scene.view.seat, x + 3, y + 3, 38),
        ring(x - 3, y - 3, 50, 50, 7),
        tip=scene.label(act.QUARRY_MONUMENT) or "", action=act.format_action(act.QUARRY_MONUMENT),
        label=scene.label(act.QUARRY_MONUMENT), id_=scene.id("good-monument"),
    )  # fmt: skip


def _board_choices(scene: Scene, x: float, y: float, width: float) -> str:
    """The valley boards that are left, each both ways up."""
    parts, size = [], 11
    column = box.VALLEY_COLUMNS * size + 26
    per_row = int((width + 20) / column)
    choices = [a for a in range(act.BOARD, act.SYMBOL) if a in scene.legal]
    for i, action in enumerate(choices):
        board, turned = divmod(action - act.BOARD, 2)
        at = (x + 6 + (i % per_row) * column, y + 4 + (i // per_row) * 108)
        parts.append(
            piece(
                _thumbnail(board, turned, *at, size),
                ring(at[0] - 4, at[1] - 4, 4 * size + 8, 8 * size + 8, 6),
                tip=scene.label(action) or "", action=act.format_action(action),
                label=scene.label(action), id_=scene.id(f"board-{board}-{turned}"),
            )
        )  # fmt: skip
    if not choices:
        told = words.prompt(scene.t, scene.view, scene.viewer, scene.to_act, scene.names)
        parts.append(svg.text(x, y + 24, told, 16, "f-ink-soft sans"))
    return "".join(parts)


def _thumbnail(board: int, turned: int, x: float, y: float, size: float) -> str:
    """A small valley board."""
    parts = [svg.rect(x, y, box.VALLEY_COLUMNS * size, box.VALLEY_ROWS * size, "f-sand line", 2)]
    for i, printed in enumerate(box.VALLEY_CELLS[board]):
        place = 31 - i if turned else i
        at = (x + place % box.VALLEY_COLUMNS * size, y + place // box.VALLEY_COLUMNS * size)
        ground = ""
        if printed == box.WHEAT_FIELD:
            ground = "gold"
        elif printed == box.WATER:
            ground = "lapis"
        elif printed >= box.ICON:
            ground = icons.GROUNDS[printed - box.ICON]
        if box.ICON <= printed < box.SCENE:
            mid = (at[0] + size / 2, at[1] + size / 2)
            parts.append(svg.circle(*mid, size * 0.36, f"f-{ground} hair"))
        elif ground:
            parts.append(svg.rect(*at, size, size, f"f-{ground}"))
    return "".join(parts)


def _start_choices(scene: Scene, x: float, y: float) -> str:
    """The start tile in its four turns."""
    parts = []
    for turn in range(4):
        action = act.TURN + turn
        if action not in scene.legal:
            continue
        left, art = x + 6 + turn * 72, ""
        for i, resource in enumerate(box.START_SCENES):
            across, down = ((0, 0), (1, 0), (1, 1), (0, 1))[(i + turn) % 4]
            if scene.shape is TALL:
                across, down = 1 - down, across
            art += scene.good(resource, left + across * 26, y + down * 26, 26)
        parts.append(
            piece(
                art, ring(left - 4, y - 4, 60, 60, 7), tip=scene.label(action) or "",
                action=act.format_action(action), label=scene.label(action),
                id_=scene.id(f"start-{turn}"),
            )
        )  # fmt: skip
    return "".join(parts)
