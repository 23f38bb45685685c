"""Why a move is refused, and the paragraph of the rules on it."""

from nomarch.games.fertility.rules import act, box, st, tiles
from nomarch.games.fertility.words import component_names as terms
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.sentences import Translate, or_list

LAYING = range(st.CHOOSE_TILE, st.CHOOSE_QUARRY)
QUARRYING = (st.CHOOSE_QUARRY, st.QUARRY_GAIN)
BUILDING = (st.CHOOSE_SLOT, st.PAYMENT)
ENDING = (st.TAKING, st.REMOVING)


def refusal(t: Translate, view: st.State, seat: int, action: int) -> str:
    if view.phase < st.CHOOSE_TILE:
        return t("The valley is laid out first.")
    if act.CELL.has(action):
        return _cell(t, view, seat, act.CELL.cell(action))
    if act.LAY.has(action) or act.TURN.has(action):
        return _laying(t, view, action)
    if act.DISCARD.has(action):
        return t("You may discard a tile only if none of your three fits.")
    if act.QUARRY.has(action):
        return t("You get resources by harvesting; a quarry lets you choose one from the stock.")
    if action in (act.QUARRY_MONUMENT, act.QUARRY_NOTHING):
        return t("Monuments go on quarries: your tile has to enclose a single empty desert cell.")
    if act.TAKE.has(action) or act.REMOVE.has(action):
        return t("You take a tile from the common reserve at the end of your turn.")
    return _in_city(t, view, action)


def _laying(t: Translate, view: st.State, action: int) -> str:
    if view.phase == st.NO_FIT:
        return t("None of your tiles fits: discard one.")
    if view.phase in LAYING and act.TURN.has(action):
        return t("First choose a tile, and a cell for its first half.")
    if view.phase in LAYING:
        text = t("You lay one tile a turn, and you've already chosen {tile}.")
        return text.format(tile=terms.tile(t, view.tile))
    return _laid(t)


def _laid(t: Translate) -> str:
    return t("You lay one tile a turn, and you've laid it.")


def _cell(t: Translate, view: st.State, seat: int, cell: int) -> str:
    if view.phase == st.CHOOSE_QUARRY:
        return t("There's no quarry there for you to use.")
    if view.phase not in LAYING:
        return _laid(t)
    if view.phase == st.CHOOSE_TURN:
        return _second_half(t, view, seat, cell)
    held = [kind for kind in range(box.TILE_KINDS) if view.hand[seat][kind]]
    ways = range(len(box.DIRECTIONS))
    fit = [
        terms.tile(t, kind)
        for kind in held
        if any(tiles.may_lie(view, kind, box.AT[cell], way) for way in ways)
    ]
    if fit:
        return t("First choose a tile that fits here: {tiles}.").format(tiles=or_list(t, fit))
    near = [kind for kind in held if view.near[box.AT[cell]] >> box.TILE_SCENES[kind][0] & 1]
    view.phase, view.tile = st.CHOOSE_CELL, (near or held)[0]
    return backend.reason_against(t, "fertility", view, seat, act.CELL.at(cell))


def _second_half(t: Translate, view: st.State, seat: int, cell: int) -> str:
    side = box.AT[cell] - view.at
    if side in box.STEP:
        turn = act.TURN.at(box.STEP.index(side))
        if reason := backend.reason_against(t, "fertility", view, seat, turn):
            return reason
    text = t("The first half is on {cell}: the other half must be next to it.")
    return text.format(cell=box.CELL_NAMES[box.CELL_OF[view.at]])


def _in_city(t: Translate, view: st.State, action: int) -> str:
    if view.phase in LAYING:
        return t("Lay a tile first: you build and supply after the harvest.")
    if view.phase in QUARRYING:
        return t("You've made a quarry: use it first.")
    if view.phase in ENDING:
        return t("Building and supplying are over for this turn: take a tile.")
    if act.PAY.has(action):
        return t("You pay with it only for a district that you're building.")
    if view.phase in BUILDING:
        return t("Finish the district you're building first.")
    if act.SLOT.has(action) and view.phase == st.CITY:
        return t("Choose one of the four open districts first.")
    return t("You can build only one district a turn, before you supply any shop.")


def rule_of(action: int) -> str:
    if act.BUILD.has(action) or act.SLOT.has(action) or act.PAY.has(action):
        return "districts"
    if act.SUPPLY.has(action):
        return "supply"
    if action in (act.QUARRY_MONUMENT, act.QUARRY_NOTHING) or act.QUARRY.has(action):
        return "quarry"
    if action == act.DONE or act.TAKE.has(action):
        return "end-of-turn"
    if act.REMOVE.has(action):
        return "long-game"
    return "valley" if act.BOARD.has(action) or act.SYMBOL.has(action) else "lay"
