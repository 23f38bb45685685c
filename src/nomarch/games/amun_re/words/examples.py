"""What the rules of Amun-Re look like: positions beside the chapters of the help."""

from nomarch.games.amun_re.positions import LEFT, ME, RIGHT, Each, position
from nomarch.games.amun_re.rules import box, holdings, incomes, scoring, st, stages
from nomarch.kernel.lessons import Example, Translate

MIDDLE: Each = ((box.ABYDOS, box.AMARNA), (box.MENDES, box.EDFU), (box.MEMPHIS, box.DAKHLA))
ALL: Each = (
    (box.ABYDOS, box.AMARNA, box.THEBES),
    (box.MENDES, box.EDFU, box.BUTO),
    (box.MEMPHIS, box.DAKHLA, box.SAWU),
)


def _lands(*provinces: int) -> tuple[str, ...]:
    """Provinces of the map, as the drawing names their land."""
    return tuple(f"land-{p}" for p in provinces)


def aim(t: Translate) -> tuple[Example, ...]:
    return (Example(
        t("Two of your provinces: Abydos with a pyramid and two bricks, Amarna with three farmers and a temple."), "map",
        lambda v: v.pyramids[box.ABYDOS] == 1 and v.bricks[box.ABYDOS] == 2 and v.farmers[box.AMARNA] == 3 and box.TEMPLES[box.AMARNA] == 1,
        near=_lands(box.ABYDOS, box.AMARNA), players=3,
        prepare=position(st.OFFERING, turn=2, own=MIDDLE, pyramids={box.ABYDOS: 1}, bricks={box.ABYDOS: 2}, farmers={box.AMARNA: 3}),
    ),)  # fmt: skip


def set_up(t: Translate) -> tuple[Example, ...]:
    return (Example(
        t("The first turn with three players: three provinces are up for auction, and everyone has 20 gold."), "stage",
        lambda v: v.turn == 1 and sum(v.card) == 3 and set(v.gold[:3]) == {20},
        players=3, prepare=position(st.PICK, up=(box.ABYDOS, box.AMARNA, box.MENDES)),
    ),)  # fmt: skip


def auction(t: Translate) -> tuple[Example, ...]:
    return (Example(
        t("Your opponents have bid 3 gold each, for Mendes and for Amarna. You can outbid one of them, or take Abydos for any bid, even 0."), "stage",
        lambda v: v.seat == ME and [v.bid_on[LEFT], v.bid_on[RIGHT]] == [box.MENDES, box.AMARNA] and v.bid_step[LEFT] == v.bid_step[RIGHT] == box.BID_TRACK.index(3),
        players=3, marked=True,
        prepare=position(st.PICK, up=(box.ABYDOS, box.AMARNA, box.MENDES), pharaoh=LEFT),
        moves=("province mendes", "bid 3", "province amarna", "bid 3"),
    ),)  # fmt: skip


def actions(t: Translate) -> tuple[Example, ...]:
    return (Example(
        t("Abydos had two bricks. You bought a third for 1 gold, and now a pyramid stands there."), "map",
        lambda v: v.pyramids[box.ABYDOS] == 1 and v.bricks[box.ABYDOS] == 0 and v.gold[ME] == 19,
        near=_lands(box.ABYDOS, box.AMARNA), players=3,
        prepare=position(st.BRICKS_STAGE, turn=2, own=MIDDLE, bricks={box.ABYDOS: 2}, farmers={box.AMARNA: 3}),
        moves=("buy 1", "province abydos"),
    ),)  # fmt: skip


def offerings(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "You gave 10, one opponent gave 5, and the other stole 3: {sum} in total, so each farmer earns {harvest} gold and caravans pay. You gave the most and take three rewards."
    )
    sum_ = 10 + 5 + box.THEFT
    return (Example(
        caption.format(sum=sum_, harvest=box.HARVEST[2]), "stage",
        lambda v: v.total == sum_ and v.box == 2 and box.CAMEL[2] == 1 and v.order[0] == ME and v.owed == box.REWARDS[0],
        players=3, marked=True, prepare=position(st.OFFERING, turn=2, own=MIDDLE, gold=(20, 18, 15)),
        moves=("0: put 10", "0: offer", "1: put 5", "1: offer", "2: steal"),
    ),)  # fmt: skip


def income(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "The temple marker is on a box that pays {harvest} gold per farmer: three farmers in a province earn {gold} gold."
    )
    gold = 3 * box.HARVEST[3]
    return (Example(
        caption.format(harvest=box.HARVEST[3], gold=gold), "scale",
        lambda v: incomes.province_income(v, ME, box.AMARNA) == gold and incomes.farmers_in(v, box.AMARNA) == 3,
        players=3, prepare=position(st.INCOME_CARDS, turn=2, own=MIDDLE, marker=3, farmers={box.AMARNA: 3}),
    ),)  # fmt: skip


def scores(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "Four pyramids in Abydos, Amarna and Thebes: {pyramids} points. A set of one in each: {sets}. Most pyramids on a bank: {banks}. A temple in box {box}: {temple}."
    )
    points = {"pyramids": 4 * box.PYRAMID_POINTS, "sets": box.SET_POINTS, "banks": box.BANK_POINTS, "temple": box.TEMPLE_POINTS[2], "box": 2}  # fmt: skip

    def is_so(v: st.State) -> bool:
        leads = scoring.leads_bank(v, ME, box.WEST) + scoring.leads_bank(v, ME, box.EAST)
        return bool(
            holdings.sum_of(v, ME, v.pyramids) * box.PYRAMID_POINTS == points["pyramids"]
            and scoring.sets_of(v, ME) * box.SET_POINTS == points["sets"]
            and leads * box.BANK_POINTS == points["banks"]
            and holdings.sum_of(v, ME, box.TEMPLES) * box.TEMPLE_POINTS[v.box] == points["temple"]
        )

    prepare = position(
        st.BONUS_PLAY, turn=3, own=ALL, marker=2, hand=(box.BLOCK,),
        pyramids={box.ABYDOS: 1, box.AMARNA: 1, box.THEBES: 2, box.MEMPHIS: 3},
    )  # fmt: skip
    near = _lands(*ALL[ME])
    return (Example(caption.format(**points), "map", is_so, near=near, players=3, prepare=prepare),)


def new_kingdom(t: Translate) -> tuple[Example, ...]:
    return (Example(
        t("The New Kingdom: Abydos no longer has an owner, but its two pyramids still stand. They'll count for whoever buys it now."), "map",
        lambda v: v.turn > box.KINGDOM_TURNS and v.owner[box.ABYDOS] == st.NO_SEAT and v.card[box.ABYDOS] == 1 and v.pyramids[box.ABYDOS] == 2,
        near=_lands(box.ABYDOS, box.AMARNA), players=3,
        prepare=position(
            st.PICK, turn=4, up=(box.ABYDOS, box.AMARNA, box.MENDES), later=(box.EDFU, box.BUTO, *ALL[RIGHT], box.THEBES),
            pyramids={box.ABYDOS: 2, box.AMARNA: 1},
        ),
    ),)  # fmt: skip


def cards(t: Translate) -> tuple[Example, ...]:
    held = (box.FREE, box.ARCHITECT, box.BONUS_NILE)
    return (Example(
        t("Three power cards. The number in the corner is the phase a card is played in: two of these in phase 3, one in phase 6."), "hand",
        lambda v: all(v.hand[ME][kind] == 1 for kind in held) and [box.CARD_PHASE[kind] for kind in held] == [3, 3, 6],
        players=3, prepare=position(st.FARMERS_STAGE, turn=2, own=MIDDLE, hand=held),
    ),)  # fmt: skip


def options(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "With symbols added up: your provinces have {first} and {second}, so you may buy {all} cards instead of {best}."
    )
    shown = [box.SYMBOLS[p] for p in MIDDLE[ME]]
    return (
        Example(
            t("With hidden gold and hands: your opponent's are covered. If you kept count of what was paid and received, you still know them."), f"seat-{LEFT}",
            lambda v: v.gold[LEFT] < 0 and v.hand_count[LEFT] < 0,
            players=3, options={"treasure": "hidden"}, prepare=position(st.OFFERING, turn=2, own=MIDDLE),
        ),
        Example(
            caption.format(first=shown[0], second=shown[1], all=sum(shown), best=max(shown)), "stage",
            lambda v: stages.most_to_buy(v, ME) == sum(shown),
            players=3, options={"limit": "sum"}, marked=True, prepare=position(st.CARDS_STAGE, turn=2, own=MIDDLE),
        ),
    )  # fmt: skip
