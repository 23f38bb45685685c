"""Example positions for the chapters of the help."""

from nomarch.games.fertility.rules import box, scoring, st
from nomarch.kernel.lessons import Example, Translate

ME = 0
MINE = f"seat-{ME}"
SEED = "example 5"
LAID = ("lay alabaster-bovine", "cell h4", "turn south")
SUPPLIED = ("supply alabaster s3", "supply bovine s1")
HARVEST = [1, 2, 0, 0]
"""The harvest of that tile: alabaster and bovines."""
THOTH_DISTRICT = box.DISTRICT_NAMES.index("D13")


def aim(t: Translate) -> tuple[Example, ...]:
    return (Example(
        t("A metropolis at the start: four shops, and seven free spaces for districts."), MINE,
        lambda v: v.district[ME].count(st.NONE) == box.SLOTS and sum(map(bool, v.shop[ME])) == box.START_SHOPS,
        players=2, seed=SEED,
    ),)  # fmt: skip


def set_up(t: Translate) -> tuple[Example, ...]:
    return (Example(
        t("The valley of a game for two: three boards, and the start tile with its four scenes near the middle."), "valley",
        lambda v: sum(v.laid) == 0 and v.start_at > 0,
        players=2, seed=SEED,
    ),)  # fmt: skip


def harvest(t: Translate) -> tuple[Example, ...]:
    return (Example(
        t("The tile in the red frame was laid last. Each half touches a matching scene: 1 cattle and 1 alabaster. It also covered a cattle icon, and the field next to it gives 1 wheat."), "valley",
        lambda v: v.beside == HARVEST and v.wheat[ME] == 1,
        near=("board-1",), players=2, seed=SEED, moves=LAID,
    ),)  # fmt: skip


def districts(t: Translate) -> tuple[Example, ...]:
    costs = [2, 2, 0, 1]
    return (Example(
        t("Four districts are on offer: the first two cost 2 each, the third is free, the last costs 1."), "districts",
        lambda v: [box.DISTRICT_COST[district] for district in v.shown] == costs,
        players=2, seed=SEED, moves=LAID, marked=True,
    ),)  # fmt: skip


def shops(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "The alabaster brought another wheat at once. One cattle completed the shop that takes any resource, which pays {points} Debens at the end; the other cattle is still unused."
    )
    points = box.SHOP_VALUE[box.START_SHOP[0][0]]
    return (Example(
        caption.format(points=points), MINE,
        lambda v: v.wheat[ME] == 2 and scoring.general_points(v, ME) == points and v.beside == [0, 1, 0, 0],
        players=2, seed=SEED, moves=LAID + SUPPLIED,
    ),)  # fmt: skip


def end_of_turn(t: Translate) -> tuple[Example, ...]:
    left = box.TILES_USED[2] - 3 * box.RESERVE
    caption = t.ngettext(
        "Take one of these three tiles. {count} is left in the pile; when it can't refill the reserve to three, the last turns begin.",
        "Take one of these three tiles. {count} are left in the pile; when it can't refill the reserve to three, the last turns begin.",
        left,
    )
    return (Example(
        caption.format(count=left), "reserve",
        lambda v: v.pile == left and sum(v.common) == box.RESERVE,
        shape="wide", players=2, seed=SEED,
    ),)  # fmt: skip


def _full_city(s: st.State) -> None:
    """Five wheat, two complete general shops, and a district with a statue."""
    s.wheat[ME] = 5
    s.district[ME][0] = THOTH_DISTRICT
    s.unseen[THOTH_DISTRICT] -= 1
    s.unseen_left -= 1
    for part, shop in enumerate(box.DISTRICT_SHOP[THOTH_DISTRICT]):
        s.shop[ME][box.START_SHOPS + part] = shop
    _put(s, 0, box.PAPYRUS)
    _put(s, 1, box.GRAPE, box.PAPYRUS)
    _put(s, box.START_SHOPS + 1, box.BOVINE)


def _put(s: st.State, shop: int, *resources: int) -> None:
    for icon, resource in enumerate(resources):
        s.put[ME][shop][icon] = resource
        s.stock[resource] -= 1


def final_count(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "Two complete general shops: {shops} Debens. One god: {gods}. Five wheat: {wheat}. Total: {sum}."
    )
    shops, gods, wheat = 6, box.STATUE_POINTS[1], box.WHEAT_POINTS[5]
    return (Example(
        caption.format(shops=shops, gods=gods, wheat=wheat, sum=shops + gods + wheat), MINE,
        lambda v: scoring.general_points(v, ME) == shops and scoring.debens(v, ME) == shops + gods + wheat,
        players=2, seed=SEED, prepare=_full_city,
    ),)  # fmt: skip


def options(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "When halves count: one half touches cattle on another tile, for 1, and the halves gain {more} from each other: {all} cattle instead of 1."
    )
    more, harvested = 2, [0, 3, 0, 0]
    return (Example(
        caption.format(more=more, all=sum(harvested)), "valley",
        lambda v: v.doubles == 1 and v.beside == harvested and v.wheat[ME] == 0,
        near=("board-1",), players=2, seed=SEED, options={"doubles": "pay"},
        moves=("lay bovine-bovine", "cell g6", "turn east"),
    ),)  # fmt: skip
