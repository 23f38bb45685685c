"""What good players of Fertility say for or against a move."""

from collections.abc import Sequence

from nomarch.games.fertility import ideas_check as check
from nomarch.games.fertility.rules import act, box, harvest as crops, scoring, shops, st
from nomarch.games.fertility.words import component_names, tips
from nomarch.kernel.declare.ideas import Idea, Ideas, Move
from nomarch.kernel.declare.sentences import Translate, and_list

PIECE = 1.2
"""Points of a piece that a shop can take."""

# Sentences that need nothing of a position, but perhaps the points of their idea.
BRINGS_NOTHING = "It brings nothing that you can use."
CLOSES_QUARRY = "It closes a quarry: you can put a monument there, or take any resource."
LEAVES_QUARRY = "It leaves a hole with one open side: the next player could close a quarry there."
NO_NEW_GOD = "It completes nothing."
STILL_FITS = "Resources that fit a shop would go back to the stock."
NOTHING_LEFT = "Nothing you have left fits a shop."
LATE_DISTRICT = "There's little time left to fill new shops."
ANY_SLOT = "All spaces are equally good."
TAKES_HARVEST = "Its shops take what you have left of this turn's harvest."
IS_SPARE = "None of your shops needs it this turn."
PIECE_FITS = "One of your shops takes it."


def _laid(move: Move) -> tuple[int, int, int] | None:
    """The tile that is laid: its kind, place and turn."""
    view = move.view
    if not act.TURN.has(move.action) or view.phase != st.CHOOSE_TURN:
        return None
    return int(view.tile), int(view.at), act.TURN.way(move.action)


def _crop(move: Move) -> dict[int, int]:
    """What a tile brings, as far as the stock and the granary go."""
    laid, view = _laid(move), move.view
    found = dict(component_names.harvest_counts(view, *laid)) if laid else {}
    most = {**dict(enumerate(view.stock)), box.WHEAT: box.MOST_WHEAT - view.wheat[move.seat]}
    found = {kind: min(count, int(most[kind])) for kind, count in found.items()}
    return {kind: count for kind, count in found.items() if count}


def _usable(move: Move) -> dict[int, int]:
    """What is harvested and fits a shop."""
    crop = {kind: count for kind, count in _crop(move).items() if kind != box.WHEAT}
    return _fitting(move.view, move.seat, crop)


def _fitting(view: st.State, seat: int, goods: dict[int, int]) -> dict[int, int]:
    """How many of each resource fit the shops together; icons for anything are filled last."""
    anything, found = tips.empty_icons(view, seat, box.ANY), {}
    for kind, count in goods.items():
        named = min(
            count, tips.empty_icons(view, seat, kind) - tips.empty_icons(view, seat, box.ANY)
        )
        spare = min(count - named, anything)
        anything -= spare
        found[kind] = named + spare
    return {kind: count for kind, count in found.items() if count}


def _wheat_points(view: st.State, seat: int, more: int) -> int:
    have = int(view.wheat[seat])
    most = len(box.WHEAT_POINTS) - 1
    return int(box.WHEAT_POINTS[min(most, have + more)] - box.WHEAT_POINTS[have])


def _goods(move: Move) -> float:
    return PIECE * sum(_usable(move).values())


def _fills_shops(t: Translate, move: Move) -> str:
    goods = [component_names.amount(t, kind, count) for kind, count in _usable(move).items()]
    return t("It brings {goods} that your shops can take.").format(goods=and_list(t, goods))


def _completed(move: Move) -> list[int]:
    """Shops that the harvest of a tile can complete together, worth as much as possible."""
    goods = _usable(move)
    return tips.completable(move.view, move.seat, goods) if goods else []


def _finish(move: Move) -> float:
    return 0.6 * tips.gain_of(move.view, move.seat, _completed(move))


def _finishes(t: Translate, move: Move) -> str:
    numbers = [move.view.shop[move.seat][one] for one in _completed(move)]
    listed = component_names.the_shops(t, numbers)
    points = tips.gain_of(move.view, move.seat, _completed(move))
    text = t.ngettext(
        "Its harvest can complete {shops}: {points} Deben more.",
        "Its harvest can complete {shops}: {points} Debens more.",
        points,
    )
    return text.format(shops=listed, points=points)


def _waste(move: Move) -> float:
    wasted = sum(_crop(move).values()) - _crop(move).get(box.WHEAT, 0) - sum(_usable(move).values())
    return -0.4 * wasted if _laid(move) else 0


def _goes_back(t: Translate, move: Move) -> str:
    usable = _usable(move)
    spare = [
        component_names.amount(t, kind, count - usable.get(kind, 0))
        for kind, count in _crop(move).items()
        if kind != box.WHEAT and count > usable.get(kind, 0)
    ]
    return t("None of your shops takes {goods}.").format(goods=and_list(t, spare))


def _wheat(move: Move) -> float:
    return float(_wheat_points(move.view, move.seat, _crop(move).get(box.WHEAT, 0)))


def _brings_wheat(t: Translate, move: Move) -> str:
    count = _crop(move)[box.WHEAT]
    text = t.ngettext(
        "It brings {wheat}, worth {points} Deben.",
        "It brings {wheat}, worth {points} Debens.",
        points := _wheat_points(move.view, move.seat, count),
    )
    return text.format(wheat=component_names.amount(t, box.WHEAT, count), points=points)


def _idle(move: Move) -> float:
    """A tile that brings nothing."""
    is_idle = _laid(move) and not _usable(move) and box.WHEAT not in _crop(move)
    return -1.0 if is_idle and not _quarry(move) else 0


def _quarry(move: Move) -> float:
    laid = _laid(move)
    return 3.0 * int(crops.quarries_closed(move.view, *laid[1:])) if laid else 0


def _gift(move: Move) -> float:
    """A hole with one open side that the next player can close."""
    laid = _laid(move)
    if laid is None:
        return 0
    _, at, turn = laid
    places = {at, at + box.STEP[turn]}
    holes = set()
    for place in places:
        for step in box.STEP:
            hole = place + step
            if hole in places or move.view.cell[hole] >= box.SCENE:
                continue
            open_sides = [
                side
                for side in (hole + way for way in box.STEP)
                if side not in places and move.view.cell[side] < box.SCENE
            ]
            if len(open_sides) == 1:
                holes.add(hole)
    return -0.8 * len(holes)


# --- The city -------------------------------------------------------------------------------------


def _supplied(move: Move) -> tuple[int, int] | None:
    if not act.SUPPLY.has(move.action):
        return None
    return act.SUPPLY.shop(move.action), act.SUPPLY.resource(move.action)


def _shop_points(move: Move) -> float:
    """What completing a shop with this piece is worth."""
    supplied = _supplied(move)
    if supplied is None or shops.missing(move.view, move.seat, supplied[0]) != 1:
        return 0
    return _value(move, int(move.view.shop[move.seat][supplied[0]]), 1)


def _value(move: Move, number: int, missing: int) -> float:
    """What a shop pays once it is complete."""
    kind, value = box.SHOP_KIND[number], box.SHOP_VALUE[number]
    if kind == box.GENERAL:
        return float(value)
    if kind == box.GRAIN:
        return float(_wheat_points(move.view, move.seat, value))
    if kind == box.SPECIAL:
        counted = box.SHOP_NEEDS[number][0]
        return float(value * (missing + scoring.pieces_like(move.view, move.seat, counted)))
    if kind in (box.STATUE, box.CHOICE):
        held = int(scoring.statues_held(move.view, move.seat))
        now, then = scoring.gods_in(held), scoring.gods_in(scoring.with_statue(held, number))
        return float(box.STATUE_POINTS[then] - box.STATUE_POINTS[now])
    return 1.5


def _completes(t: Translate, move: Move) -> str:
    supplied = _supplied(move)
    assert supplied is not None
    number = move.view.shop[move.seat][supplied[0]]
    kind, points = box.SHOP_KIND[number], round(_shop_points(move))
    if kind == box.GRAIN:
        text = t.ngettext(
            "It completes a shop: the wheat is worth {points} Deben.",
            "It completes a shop: the wheat is worth {points} Debens.",
            points,
        )
    elif kind in (box.STATUE, box.CHOICE):
        text = t.ngettext(
            "It completes a shop: a new god is worth {points} Deben.",
            "It completes a shop: a new god is worth {points} Debens.",
            points,
        )
    elif kind == box.SPECIAL:
        text = t.ngettext(
            "It completes a shop that counts for {points} Deben so far.",
            "It completes a shop that counts for {points} Debens so far.",
            points,
        )
    elif kind == box.GENERAL:
        text = t("It completes a shop for {points} Debens.")
    else:
        text = t("It completes the exchange shop: another resource at once.")
    return text.format(points=points)


def _starts(move: Move) -> float:
    """The first of two pieces of a shop."""
    supplied = _supplied(move)
    if supplied is None or shops.missing(move.view, move.seat, supplied[0]) != 2:
        return 0
    return 0.5 + 0.1 * _value(move, int(move.view.shop[move.seat][supplied[0]]), 2)


def _starts_shop(t: Translate, move: Move) -> str:
    supplied = _supplied(move)
    assert supplied is not None
    number = int(move.view.shop[move.seat][supplied[0]])
    text = t("One more piece then completes {shop}, worth {points} Debens.")
    if box.SHOP_KIND[number] in (box.GENERAL, box.EXCHANGE):
        text = t("One more piece then completes {shop}.")
    points = round(_value(move, number, 2))
    return text.format(shop=component_names.the_shop(t, number), points=points)


def _ends_turn(move: Move) -> float:
    if move.action != act.DONE or move.view.phase not in (st.CITY, st.SUPPLYING):
        return 0
    room = sum(_fitting(move.view, move.seat, dict(enumerate(move.view.beside))).values())
    return -PIECE * room if room else 0.5


def _district(move: Move) -> float:
    if not act.BUILD.has(move.action):
        return 0
    index = act.BUILD.district(move.action)
    left = box.TURNS_EACH - int(move.view.turns // move.view.players)
    return 0.5 * left - 0.9 * box.DISTRICT_COST[index]


def _is_good_district(t: Translate, move: Move) -> str:
    index = act.BUILD.district(move.action)
    left = box.TURNS_EACH - int(move.view.turns // move.view.players)
    text = t.ngettext(
        "New shops, with {count} turn left to fill them.",
        "New shops, with {count} turns left to fill them.",
        left,
    )
    if not box.DISTRICT_COST[index]:
        text = t.ngettext(
            "New shops for nothing, with {count} turn left to fill them.",
            "New shops for nothing, with {count} turns left to fill them.",
            left,
        )
    return text.format(count=left)


def _best_shop(move: Move) -> tuple[float, int]:
    """What the best shop of a district pays once it is complete, and its number."""
    if not act.BUILD.has(move.action):
        return 0, box.NO_SHOP
    numbers = box.DISTRICT_SHOP[act.BUILD.district(move.action)]
    needs = {
        one: len(box.SHOP_NEEDS[one]) - box.SHOP_NEEDS[one].count(box.NOTHING) for one in numbers
    }
    return max((_value(move, one, needs[one]), one) for one in numbers if one != box.NO_SHOP)


def _offers(move: Move) -> float:
    return 0.3 * _best_shop(move)[0]


def _offers_shop(t: Translate, move: Move) -> str:
    points, number = _best_shop(move)
    text = t("It offers {shop}, worth {points} Debens once it's complete.")
    if box.SHOP_KIND[number] == box.GENERAL:
        text = t("It offers {shop}.")
    return text.format(shop=component_names.the_shop(t, number), points=round(points))


def _slot(move: Move) -> float:
    return 0.5 if act.SLOT.has(move.action) else 0


def _takes_now(move: Move) -> float:
    """A district with room for what was harvested this turn."""
    if not act.BUILD.has(move.action):
        return 0
    needs = [
        need
        for number in box.DISTRICT_SHOP[act.BUILD.district(move.action)]
        if number != box.NO_SHOP
        for need in box.SHOP_NEEDS[number]
        if need != box.NOTHING
    ]
    beside = list(move.view.beside)
    used = 0
    for kind, count in enumerate(beside):
        spare = max(0, count - tips.empty_icons(move.view, move.seat, kind))
        used += min(spare, needs.count(kind))
    return PIECE * used


def _lost_by_paying(move: Move) -> int:
    """Debens of shops that this turn's resources can complete only with the piece."""
    kind, goods = act.PAY.resource(move.action), dict(enumerate(move.view.beside))
    complete = tips.completable(move.view, move.seat, goods)
    goods[kind] -= 1
    left = tips.completable(move.view, move.seat, goods)
    return tips.gain_of(move.view, move.seat, complete) - tips.gain_of(move.view, move.seat, left)


def _pays(move: Move) -> float:
    if not act.PAY.has(move.action):
        return 0
    kind = act.PAY.resource(move.action)
    if kind == box.WHEAT:
        have = int(move.view.wheat[move.seat])
        return -float(box.WHEAT_POINTS[have] - box.WHEAT_POINTS[have - 1]) / 2
    if lost := _lost_by_paying(move):
        return -float(lost)
    room = tips.empty_icons(move.view, move.seat, kind)
    return 1.0 if move.view.beside[kind] > room else -PIECE


def _is_needed(t: Translate, move: Move) -> str:
    if act.PAY.resource(move.action) == box.WHEAT:
        return t("Wheat keeps, and scores at the end.")
    lost = _lost_by_paying(move)
    text = t.ngettext(
        "It helps to complete a shop this turn, worth {points} Deben.",
        "It helps to complete a shop this turn, worth {points} Debens.",
        lost,
    )
    return text.format(points=lost) if lost else t("Your shops can use it this turn.")


def _monument(move: Move) -> float:
    if move.action != act.QUARRY_MONUMENT:
        return 0
    before = int(scoring.monument_points(move.view, move.seat))
    move.view.monuments[move.seat] += 1
    after = int(scoring.monument_points(move.view, move.seat))
    move.view.monuments[move.seat] -= 1
    return float(after - before) or 1.0


def _monument_pays(t: Translate, move: Move) -> str:
    move.view.monuments[move.seat] += 1
    points = int(scoring.monument_points(move.view, move.seat))
    move.view.monuments[move.seat] -= 1
    text = t("With it, your monuments are worth {points} Debens as it stands.")
    return text.format(points=points)


def _quarry_piece(move: Move) -> float:
    if not act.QUARRY.has(move.action):
        return 0
    kind = act.QUARRY.resource(move.action)
    return PIECE if tips.empty_icons(move.view, move.seat, kind) > move.view.beside[kind] else 0


def _taken(move: Move) -> float:
    """A tile whose scenes the shops can use."""
    if not act.TAKE.has(move.action):
        return 0
    scenes = box.TILE_SCENES[act.TAKE.tile(move.action)]
    wanted = sum(tips.empty_icons(move.view, move.seat, scene) > 0 for scene in scenes)
    return 0.5 * wanted + (0.3 if scenes[0] != scenes[1] else 0)


def _tile_is_wanted(t: Translate, move: Move) -> str:
    scenes = dict.fromkeys(box.TILE_SCENES[act.TAKE.tile(move.action)])
    wanted = [scene for scene in scenes if tips.empty_icons(move.view, move.seat, scene) > 0]
    if not wanted:
        return t("Two different scenes fit in more places.")
    text = t("Your shops still need {goods}.")
    return text.format(goods=and_list(t, [component_names.goods(t, scene) for scene in wanted]))


def _whole(t: Translate, moves: Sequence[Move]) -> str:
    last = moves[-1]
    laid = _laid(last)
    if laid is None:
        return _short_move(t, last)
    kind, at, turn = laid
    cells = [box.CELL_NAMES[box.CELL_OF[place]] for place in (at, at + box.STEP[turn])]
    if len(set(box.TILE_SCENES[kind])) == 1:
        cells.sort()  # both ways to lay it are the same
    text = t("Lay {tile} on {first} and {second}")
    return text.format(tile=component_names.tile(t, kind), first=cells[0], second=cells[1])


def _short_move(t: Translate, move: Move) -> str:
    if move.action == act.DONE:
        return t("End your turn")
    if move.action == act.QUARRY_NOTHING:
        return t("Leave the quarry empty")
    if move.action == act.QUARRY_MONUMENT:
        text = t("Put your {monument} in the quarry")
        return text.format(monument=component_names.monument(t, move.seat))
    for block, text in (
        (act.QUARRY, t("Take {resource} from the quarry")),
        (act.PAY, t("Pay {resource}")),
    ):
        if block.has(move.action):
            piece = component_names.amount(t, block.resource(move.action), 1)
            return text.format(resource=piece)
    supplied = _supplied(move)
    if supplied is None or move.view.phase != st.TRADE:
        return ""
    text = t("Take {resource} in exchange and supply {shop}")
    shop = component_names.the_shop(t, move.view.shop[move.seat][supplied[0]])
    return text.format(resource=component_names.goods(t, supplied[1]), shop=shop)


def _begins(move: Move) -> bool:
    return act.LAY.has(move.action) or (
        act.CELL.has(move.action) and move.view.phase == st.CHOOSE_CELL
    )


IDEAS = Ideas(
    (
        Idea("goods", _goods, _fills_shops, about="goods", check=check.goods),
        Idea("finish", _finish, _finishes, about="goods", check=check.finished),
        Idea("waste", _waste, "", _goes_back, check=check.waste),
        Idea("wheat", _wheat, _brings_wheat, check=check.wheat),
        Idea("idle", _idle, "", BRINGS_NOTHING, check=check.idle),
        Idea("quarry", _quarry, CLOSES_QUARRY, check=check.quarry),
        Idea("gift", _gift, "", LEAVES_QUARRY),
        Idea("complete", _shop_points, _completes, NO_NEW_GOD, check=check.completed),
        Idea("start", _starts, _starts_shop, check=check.started),
        Idea("end-turn", _ends_turn, NOTHING_LEFT, STILL_FITS),
        Idea("district", _district, _is_good_district, LATE_DISTRICT, check=check.turns),
        Idea("offer", _offers, _offers_shop, check=check.offered),
        Idea("slot", _slot, ANY_SLOT),
        Idea("takes-now", _takes_now, TAKES_HARVEST),
        Idea("pay", _pays, IS_SPARE, _is_needed, check=check.paid),
        Idea("monument", _monument, _monument_pays, check=check.monuments),
        Idea("quarry-piece", _quarry_piece, PIECE_FITS),
        Idea("take", _taken, _tile_is_wanted),
    ),
    begins=_begins,
    whole=_whole,
    titles={
        "goods": "Fill your shops",
        "waste": "Waste nothing",
        "wheat": "Wheat",
        "idle": "Lay where it pays",
        "quarry": "Close a quarry",
        "gift": "No gifts",
        "complete": "Complete a shop",
        "finish": "Complete a shop",
        "start": "Start a shop",
        "end-turn": "End your turn in time",
        "district": "A new district",
        "offer": "A new district",
        "slot": "A new district",
        "takes-now": "Shops for this harvest",
        "pay": "Pay with what is spare",
        "monument": "Monuments",
        "quarry-piece": "What the quarry gives",
        "take": "The tile you need",
    },
)
