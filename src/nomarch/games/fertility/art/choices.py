"""Buttons for choices without a piece: the set-up, and on a phone what is too small to touch."""

from nomarch.draw import Box, card, square, svg
from nomarch.games.fertility.art import common
from nomarch.games.fertility.art.common import FertilityScene, act, box, icons, st

THUMB = 11
"""The size of a cell on a small valley board."""


def height(scene: FertilityScene) -> float:
    """The room that the choices take: fixed, except while the valley is laid out."""
    if scene.view.phase == st.LAY_OUT:
        return 118 if scene.wide else 224
    if scene.wide:
        return 76 if scene.view.phase == st.TURN_START else 0
    return 64


def draw(scene: FertilityScene, x: float, y: float, w: float) -> str:
    """Buttons below the valley: the set-up; on a tall board also quarries, payments, the end."""
    if scene.view.phase == st.LAY_OUT:
        return _board_choices(scene, x, y, w)
    if scene.view.phase == st.TURN_START:
        return _start_choices(scene, x, y)
    return "" if scene.wide else _goods(scene, x, y, w)


def _goods(scene: FertilityScene, x: float, y: float, w: float) -> str:
    """Buttons for quarries and payments, large enough for a thumb."""
    parts, at = [], square(x + 4, y, 44)
    for kind, action in (*enumerate(act.QUARRY), *enumerate(act.PAY)):
        if scene.can(action):
            parts.append(_button(scene, action, at, common.good(scene.canvas, kind, *at[:3]), kind))
            at = at.moved(54)
    if scene.can(act.QUARRY_MONUMENT):
        own = card(*at, "papyrus") + common.monument(
            scene.canvas, scene.view.seat, *at.grown(-3)[:3]
        )
        parts.append(_button(scene, act.QUARRY_MONUMENT, at, own, "monument"))
        at = at.moved(54)
    parts.append(nothing(scene, Box(at.x + 4, y + 2, 96, 40)))
    parts.append(scene.plaque(act.DONE, Box(x + w - 164, y + 2, 160, 40), name="done"))
    return "".join(parts)


def nothing(scene: FertilityScene, at: Box) -> str:
    """Leaving a quarry empty."""
    told = scene.t("Nothing")
    return scene.plaque(act.QUARRY_NOTHING, at, words=told, ground="papyrus", name="nothing")


def _button(scene: FertilityScene, action: int, at: Box, art: str, name: object) -> str:
    return scene.piece(art, action=action, around=at, r=7, name=f"good-{name}")


def _board_choices(scene: FertilityScene, x: float, y: float, w: float) -> str:
    """The valley boards that are left, each both ways up."""
    offered = [action for action in act.BOARD if scene.can(action)]
    if not offered:
        return svg.text(x, y + 24, scene.prompt, scene.shape.letter, "f-ink-soft sans")
    parts, column = [], box.VALLEY_COLUMNS * THUMB + 26
    per_row = int((w + 20) / column)
    for i, action in enumerate(offered):
        board, turned = act.BOARD.board(action), act.BOARD.turned(action)
        at = Box(x + 6, y + 4, box.VALLEY_COLUMNS * THUMB, box.VALLEY_ROWS * THUMB)
        at = at.moved(i % per_row * column, i // per_row * 108)
        name, drawn = f"board-{board}-{turned}", _thumbnail(board, turned, at)
        parts.append(scene.piece(drawn, action=action, around=at, out=4, r=6, name=name))
    return "".join(parts)


def _thumbnail(board: int, turned: int, at: Box) -> str:
    """A small valley board."""
    cells = square(at.x, at.y, THUMB).repeated(
        box.VALLEY_COLUMNS * box.VALLEY_ROWS, box.VALLEY_COLUMNS
    )
    parts = [svg.rect(*at, "f-sand line", 2)]
    printed = box.VALLEY_CELLS[board]
    for what, cell in zip(printed, reversed(cells) if turned else cells, strict=True):
        if what == box.WHEAT_FIELD:
            parts.append(svg.rect(*cell, "f-gold"))
        elif what == box.WATER:
            parts.append(svg.rect(*cell, "f-nile"))
        elif what >= box.ICON:
            ground = f"f-{icons.GROUNDS[what - box.ICON]} hair"
            parts.append(svg.circle(cell.mid, cell.level, THUMB * 0.36, ground))
    return "".join(parts)


def _start_choices(scene: FertilityScene, x: float, y: float) -> str:
    """The start tile in its four turns."""
    parts = []
    for turn, action in enumerate(act.TURN):
        if scene.can(action):
            at, art = square(x + 6 + turn * 72, y + 4, 52), ""
            for i, resource in enumerate(box.START_SCENES):
                across, down = ((0, 0), (1, 0), (1, 1), (0, 1))[(i + turn) % 4]
                if not scene.wide:
                    across, down = 1 - down, across
                art += common.good(scene.canvas, resource, at.x + across * 26, at.y + down * 26, 26)
            name = f"start-{turn}"
            parts.append(scene.piece(art, action=action, around=at, out=4, r=7, name=name))
    return "".join(parts)
