"""Choices of the set-up: the valley boards and the turns of the start tile."""

from nomarch.draw import Box, square, svg
from nomarch.games.fertility import actions as act, components as box, icons, state as st
from nomarch.games.fertility.art import common
from nomarch.games.fertility.art.common import FertilityScene


def draw(scene: FertilityScene, room: Box) -> str:
    """The choices of the set-up in the place of the city; empty if there are none."""
    return _board_choices(scene, room) or _start_choices(scene, room)


def _board_choices(scene: FertilityScene, room: Box) -> str:
    """The valley boards that are left, each both ways up."""
    offered = [action for action in act.BOARD if scene.can(action)]
    size = 14 if scene.wide else 17
    first = Box(room.x + 8, room.y + 8, box.VALLEY_COLUMNS * size, box.VALLEY_ROWS * size)
    gap = 12
    places = first.repeated(len(offered), int((room.w - 4) / (first.w + gap)), gap)
    parts = []
    for action, at in zip(offered, places, strict=True):
        board, turned = act.BOARD.board(action), act.BOARD.turned(action)
        name, drawn = f"board-{board}-{turned}", _thumbnail(board, turned, at, size)
        parts.append(scene.piece(drawn, action=action, around=at, out=4, r=6, name=name))
    return "".join(parts)


def _thumbnail(board: int, turned: int, at: Box, size: float) -> str:
    cells = square(at.x, at.y, size).repeated(
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
            parts.append(svg.circle(cell.mid, cell.level, size * 0.36, ground))
    return "".join(parts)


def _start_choices(scene: FertilityScene, room: Box) -> str:
    parts, half = [], 44
    for turn, action in enumerate(act.TURN):
        if scene.can(action) and scene.view.phase == st.TURN_START:
            at, art = square(room.x + 8, room.y + 8, 2 * half).repeated(4, 4, 10)[turn], ""
            for i, resource in enumerate(box.START_SCENES):
                across, down = ((0, 0), (1, 0), (1, 1), (0, 1))[(i + turn) % 4]
                if not scene.wide:
                    across, down = 1 - down, across
                corner = at.x + across * half, at.y + down * half
                art += common.good(scene.canvas, resource, *corner, half)
            name = f"start-{turn}"
            parts.append(scene.piece(art, action=action, around=at, out=4, r=7, name=name))
    return "".join(parts)
