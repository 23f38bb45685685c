"""What the rules say of the numbers in `ideas.py`."""

from itertools import combinations_with_replacement
from typing import Any

from nomarch.games.amun_re import events as ev
from nomarch.games.amun_re.rules import (
    act,
    auction,
    box,
    incomes,
    offerings,
    placing,
    purchases,
    scoring,
    st,
)
from nomarch.kernel.ideas import PlayedMove

KINGDOM = (ev.PYRAMIDS, ev.SETS, ev.BANKS, ev.TEMPLE_SERVICE)


def _scored(played: PlayedMove, state: st.State) -> int:
    """What a scoring would give the player now, gold and cards apart."""
    then = played.engine.copy(state)
    then.trace, then.turn = [], box.TURNS  # after the last turn, nothing follows
    scoring.score_kingdom(then)
    found = [one for one in then.trace if one.event is ev.SCORED and one.seat == played.seat]
    return sum(one.points for one in found if one.category in KINGDOM)


def _owned(played: PlayedMove) -> tuple[st.State, int]:
    """The position in which the player has the province that is bid for."""
    then, p = played.engine.copy(played.view), int(played.view.pick)
    then.owner[p] = played.seat
    return then, p


def price(played: PlayedMove) -> list[int]:
    then, p = played.engine.copy(played.view), int(played.view.pick)
    then.bid_on[played.seat], then.bid_step[played.seat] = p, act.BID.step(played.move.action)
    auction.take_province(then, played.seat)
    left = int(then.gold[played.seat]) - box.GIFT_GOLD[p]
    return [int(played.view.gold[played.seat]) - left, left]


def keeps_all(played: PlayedMove) -> list[int] | None:
    cost, left = price(played)
    return [left] if cost == 0 else None


def enough(played: PlayedMove) -> list[int] | None:
    """The lowest bid that leads."""
    legal = played.engine.legal(played.view, played.seat)
    step = min(act.BID.step(one) for one in legal if act.BID.has(one))
    then = played.engine.copy(played.view)
    then.bid_on[played.seat], then.bid_step[played.seat] = then.pick, step
    return None if auction.is_outbid(then, played.seat) else [box.BID_TRACK[step]]


def province(played: PlayedMove) -> list[int]:
    return [_scored(played, _owned(played)[0]) - _scored(played, played.view)]


def _harvests(view: st.State) -> int:
    """Turns until the kingdom is scored, this one included."""
    count, turn = 1, int(view.turn)
    while turn % box.KINGDOM_TURNS:
        count, turn = count + 1, turn + 1
    return count


def fields(played: PlayedMove) -> list[int]:
    if not played.is_for:
        return []
    then, p = _owned(played)
    then.farmer_supply = box.SPACES[p] + sum(box.SPACES)
    room = int(purchases.room_for_farmers(then, played.seat))
    then.owner[p] = st.NO_SEAT
    return [room - int(purchases.room_for_farmers(then, played.seat)), _harvests(played.view)]


def income(played: PlayedMove) -> list[int]:
    """What a province pays without farmers and caravans."""
    then, p = _owned(played)
    then.box = box.BOXES
    paid = int(incomes.province_income(then, played.seat, p))
    return [paid - box.HARVEST[box.BOXES] * int(incomes.farmers_in(then, p))]


def gifts(played: PlayedMove) -> list[int]:
    """What lies on the province, and the gold that comes with it."""
    then, p = played.engine.copy(played.view), int(played.view.pick)
    then.bid_on[played.seat], then.bid_step[played.seat] = p, 0
    cards = int(then.hand_count[played.seat])
    gold = int(then.gold[played.seat])
    auction.take_province(then, played.seat)
    found = (
        min(box.GIFT_BRICKS[p], int(then.bricks[p]) + box.BRICKS_PER_PYRAMID * then.pyramids[p]),
        int(then.gold[played.seat]) - gold,
        int(then.hand_count[played.seat]) - cards,
    )
    return [int(one) for one in found if one]


def temples(played: PlayedMove) -> list[int]:
    """The most that a temple brings, and how many there are."""
    p = int(played.view.pick)
    most = max(box.TEMPLE_POINTS)
    return [most] if box.TEMPLES[p] == 1 else [most, box.TEMPLES[p]]


def farmers(played: PlayedMove) -> list[int]:
    return [_harvests(played.view)] if played.is_for else []


def _bought(played: PlayedMove) -> int:
    return int(act.BUY.count(played.move.action))


def best_bricks(played: PlayedMove, count: int) -> int:
    """The most points that bricks add at the scoring, wherever they are placed."""
    view, before = played.view, _scored(played, played.view)
    owned = [p for p in range(box.PROVINCES) if view.owner[p] == played.seat]
    best = 0
    for places in combinations_with_replacement(owned, count):
        then = played.engine.copy(view)
        for p in places:
            placing.add_brick(then, played.seat, p)
        best = max(best, _scored(played, then) - before)
    return best


def bricks(played: PlayedMove) -> list[int]:
    return [best_bricks(played, _bought(played))]


def one_brick(played: PlayedMove) -> list[int]:
    return [best_bricks(played, 1)]


def site(played: PlayedMove) -> list[int]:
    """What a pyramid in a province adds."""
    then, p = played.engine.copy(played.view), act.PROVINCE.p(played.move.action)
    while then.pyramids[p] == played.view.pyramids[p]:
        placing.add_brick(then, played.seat, p)
    return [_scored(played, then) - _scored(played, played.view)]


def card_price(played: PlayedMove) -> list[int]:
    if played.is_for:
        return [box.CARD_PRICE]
    return [int(purchases.price(_bought(played)))]


def purse(played: PlayedMove) -> list[int]:
    left = int(played.view.gold[played.seat]) - int(purchases.price(_bought(played)))
    return [left] if left else []


def caravans(played: PlayedMove) -> list[int]:
    """What caravans pay, and the highest total at which they do."""
    if not played.is_for:
        return []
    then, totals = played.engine.copy(played.view), range(max(box.BOX_LIMITS) + 10)
    most = max(total for total in totals if box.CAMEL[offerings.box_of(total)])
    owned = [p for p in range(box.PROVINCES) if then.owner[p] == played.seat]

    def paid(total: int) -> int:
        then.box = offerings.box_of(total)
        harvest = box.HARVEST[then.box]
        return sum(
            int(
                incomes.province_income(then, played.seat, p)
                - harvest * incomes.farmers_in(then, p)
            )
            for p in owned
        )

    return [paid(most) - paid(most + 1), most]


def harvest(played: PlayedMove) -> list[int]:
    if not played.is_for:
        return [-box.THEFT]
    owned = [p for p in range(box.PROVINCES) if played.view.owner[p] == played.seat]
    return [sum(int(incomes.farmers_in(played.view, p)) for p in owned)]


def one_farmer(played: PlayedMove) -> list[int]:
    then: Any = played.engine.copy(played.view)
    p = next(p for p in range(box.PROVINCES) if then.owner[p] == played.seat)
    before = int(incomes.province_income(then, played.seat, p))
    then.farmers[p] += 1
    return [int(incomes.province_income(then, played.seat, p)) - before]


def sale(played: PlayedMove) -> list[int]:
    """The gold for a card; with another card in hand, no income follows at once."""
    view = played.engine.copy(played.view)
    view.hand_count[played.seat] += 1
    then = played.engine.play(view, played.seat, played.move.action)
    return [int(then.gold[played.seat]) - int(view.gold[played.seat])]


def bonus(played: PlayedMove) -> list[int]:
    """Points of a bonus card; other cards score nothing themselves."""
    found = [one for one in played.after.trace if one.event is ev.SCORED]
    return [one.points for one in found if one.seat == played.seat][:1]


def caravan(played: PlayedMove) -> list[int]:
    """What the caravan of a province pays, and up to which offering."""
    then, p = _owned(played)
    paid = []
    totals = range(max(box.BOX_LIMITS) + 10)
    most = max(total for total in totals if box.CAMEL[offerings.box_of(total)])
    for total in (most, most + 1):
        then.box = offerings.box_of(total)
        harvest = box.HARVEST[then.box] * int(incomes.farmers_in(then, p))
        paid.append(int(incomes.province_income(then, played.seat, p)) - harvest)
    return [paid[0] - paid[1], most]


def saved(played: PlayedMove) -> list[int]:
    """Gold in a shop, cards elsewhere."""
    view, seat = played.view, played.seat
    is_shop = view.phase in (st.CARDS_STAGE, st.FARMERS_STAGE, st.BRICKS_STAGE)
    if is_shop and not view.bought and view.gold[seat]:
        return [int(view.gold[seat])]
    return [sum(played.view.hand[seat])]


def offered(played: PlayedMove) -> list[int]:
    """What the player has put in, and what is left."""
    view = played.engine.copy(played.view)
    for seat in range(view.players):
        view.offered[seat] = int(seat != played.seat)
    then = played.engine.play(view, played.seat, played.move.action)
    left = int(then.gold[played.seat])
    return [int(view.gold[played.seat]) - left, left]
