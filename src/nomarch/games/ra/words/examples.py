"""What the rules of Ra look like: positions beside the chapters of the help."""

from nomarch.games.ra.positions import LEFT, ME, position
from nomarch.games.ra.rules import box, epochs, st
from nomarch.kernel.lessons import Example, Translate

MINE = f"seat-{ME}"
TRACK = (box.PHARAOH, box.NILE, box.GOLD, box.ART)
SUNS = (((8, 5, 2), (13,)), ((12, 9, 6, 3), ()), ((11, 10, 7, 4), ()))


def aim(t: Translate) -> tuple[Example, ...]:
    return (Example(
        t("A player's area: three suns to bid with, one spent sun, and the tiles won so far."), MINE,
        lambda v: sum(v.up[ME]) == 3 and v.sun[ME].count(0) == 0 and v.have[ME][box.GOLD] == 1,
        players=3,
        prepare=position(suns=SUNS, me={box.PHARAOH: 2, box.GOLD: 1, box.ART: 1, box.TEMPLE: 1}),
    ),)  # fmt: skip


def set_up(t: Translate) -> tuple[Example, ...]:
    caption = t("Your area at the start: {points} points and four suns, all face up.")
    return (Example(
        caption.format(points=box.START_POINTS), MINE,
        lambda v: v.points[ME] == box.START_POINTS and sum(v.up[ME]) == 4 and v.centre == box.CENTRE_SUN,
        players=3, prepare=position(),
    ),)  # fmt: skip


def turn(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "Four tiles to win, and {ra} of {limit} Ra tiles are out: draw another tile from the bag, or call an auction."
    )
    return (Example(
        caption.format(ra=5, limit=box.RA_LIMIT[3]), "middle",
        lambda v: v.track_len == 4 and v.ra_count == 5,
        players=3, marked=True, prepare=position(TRACK, ra=5),
    ),)  # fmt: skip


def auctions(t: Translate) -> tuple[Example, ...]:
    prepare = position(TRACK, ra=5)
    return (
        Example(
            t("You called. Your left neighbour bids 9, your right neighbour passes. Beat the 9 or pass: nobody bids after you."), "middle",
            lambda v: v.high == 9 and v.high_seat == LEFT and v.starter == v.seat == ME,
            players=3, marked=True, prepare=prepare, moves=("invoke", "bid 9", "pass"),
        ),
        Example(
            t("You bid 13 and win the four tiles. The 13 goes to the centre, and you get the 1 that was there, face down."), MINE,
            lambda v: v.centre == 13 and 1 in v.sun[ME] and v.track_len == 0 and sum(v.have[ME]) == 4,
            players=3, prepare=prepare, moves=("invoke", "bid 9", "pass", "bid 13"),
        ),
    )  # fmt: skip


def disasters(t: Translate) -> tuple[Example, ...]:
    return (
        Example(
            t("There's a funeral on the track, and you have three pharaohs."), "middle",
            lambda v: box.FUNERAL in v.track and v.have[ME][box.PHARAOH] == 3,
            players=3, prepare=position((box.GOLD, box.FUNERAL, box.TEMPLE), me={box.PHARAOH: 3}),
        ),
        Example(
            t("You won it along with the other tiles: two pharaohs are gone, one is left."), MINE,
            lambda v: v.have[ME][box.PHARAOH] == 1 and v.have[ME][box.TEMPLE] == 1,
            players=3, prepare=position((box.GOLD, box.FUNERAL, box.TEMPLE), me={box.PHARAOH: 3}),
            moves=("invoke", "pass", "pass", "bid 2"),
        ),
    )  # fmt: skip


def epoch(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "Three different civilisations: {civilisations}. Two Niles and a flood: {river}. Most pharaohs: {pharaohs}. God: {god}. Gold: {gold}."
    )
    points = {
        "civilisations": box.CIVILISATION_POINTS[3], "river": 3, "pharaohs": box.MOST_PHARAOHS,
        "god": box.GOD_POINTS, "gold": box.GOLD_POINTS,
    }  # fmt: skip
    owned = {box.ART: 2, box.RELIGION: 1, box.WRITING: 1, box.NILE: 2, box.FLOOD: 1, box.PHARAOH: 3, box.GOD: 1, box.GOLD: 1}  # fmt: skip

    def is_so(view: st.State) -> bool:
        return (
            epochs.civilisation_points(view, ME) == points["civilisations"]
            and epochs.river_points(*view.have[ME][box.NILE : box.FLOOD + 1]) == points["river"]
            and epochs.pharaoh_points(view, ME) == points["pharaohs"]
            and view.have[ME][box.GOD] == view.have[ME][box.GOLD] == 1
        )

    prepare = position(me=owned, left={box.PHARAOH: 1})
    return (Example(caption.format(**points), MINE, is_so, players=3, prepare=prepare),)


def end(t: Translate) -> tuple[Example, ...]:
    caption = t("Five different monuments: {different} points. Three temples: {alike} more.")
    different, alike = box.MONUMENT_POINTS[5], box.MONUMENT_GROUP_POINTS[3]
    owned = {box.OBELISK: 1, box.PALACE: 1, box.PYRAMID: 2, box.SPHINX: 1, box.TEMPLE: 3}
    return (Example(
        caption.format(different=different, alike=alike), MINE,
        lambda v: epochs.monument_points(v, ME) == different + alike,
        players=3, prepare=position(epoch=3, me=owned),
    ),)  # fmt: skip
