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
    provinces,
    scoring,
    st,
    stages,
)
from nomarch.kernel.declare.ideas import PlayedMove

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
    room = int(stages.room_for_farmers(then, played.seat))
    then.owner[p] = st.NO_SEAT
    return [room - int(stages.room_for_farmers(then, played.seat)), _harvests(played.view)]


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
            provinces.add_brick(then, played.seat, p)
        best = max(best, _scored(played, then) - before)
    return best


def bricks(played: PlayedMove) -> list[int] | None:
    gain = best_bricks(played, _bought(played))
    return ([gain] if played.is_for else []) if played.is_for == bool(gain) else None


def brick_price(played: PlayedMove) -> list[int]:
    before, after = (int(one.gold[played.seat]) for one in (played.view, played.after))
    return [_bought(played), before - after]


def one_brick(played: PlayedMove) -> list[int] | None:
    gain = best_bricks(played, 1)
    return ([gain] if played.is_for else []) if played.is_for == bool(gain) else None


def unbeaten(played: PlayedMove) -> list[int] | None:
    """By the rules, none of the others could bid for the province after it."""
    then = played.after
    if then.bid_on[played.seat] == st.NO_PROVINCE:
        return []  # the auction is over
    for seat in range(then.players):
        then.bid_on[seat] = then.bid_on[seat] if seat == played.seat else st.NO_PROVINCE
    is_safe = not any(
        auction.can_bid(then, seat, int(then.bid_on[played.seat]))
        for seat in range(then.players)
        if seat != played.seat
    )
    return [] if is_safe else None


def site(played: PlayedMove) -> list[int]:
    """What a pyramid in a province adds, and the bricks that it lacks, if it's more than one."""
    then, p, count = played.engine.copy(played.view), act.PROVINCE.p(played.move.action), 0
    while then.pyramids[p] == played.view.pyramids[p]:
        provinces.add_brick(then, played.seat, p)
        count += 1
    gain = _scored(played, then) - _scored(played, played.view)
    return [gain, count] if count > 1 else [gain]


def card_price(played: PlayedMove) -> list[int]:
    """The price of the last card, or of all."""
    count = _bought(played)
    more = int(stages.price(count))
    return [more - int(stages.price(count - 1))] if played.is_for else [more]


def purse(played: PlayedMove) -> list[int]:
    """What is left after a purchase, or with the offering as it then stands."""
    then = played.after
    offered = int(then.offer[played.seat]) if played.view.phase == st.OFFERING else 0
    return [int(then.gold[played.seat]) - offered]


def card_reward(played: PlayedMove) -> list[int]:
    return [box.BONUS_POINTS]


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
    earned = int(incomes.province_income(then, played.seat, p)) - before
    more = _harvests(played.view) - 1
    return [earned, more] if more else [earned]


def sale(played: PlayedMove) -> list[int] | None:
    """The gold for a card; with another card in hand, no income follows at once."""
    view, seat = played.engine.copy(played.view), played.seat
    view.hand_count[seat] += 1
    then = played.engine.play(view, seat, played.move.action)
    kind = act.SELL.card(played.move.action)
    if played.is_for and kind >= box.FIRST_BONUS and scoring.earns_bonus(view, seat, kind):
        return None
    return [int(then.gold[seat]) - int(view.gold[seat])]


def bonus(played: PlayedMove) -> list[int]:
    """Points of a bonus card, the gold of an income card, the step of an adjustment."""
    view, seat, action = played.view, played.seat, played.move.action
    if act.PROVINCE.has(action):
        return [_more_income(played, int(view.site_card), act.PROVINCE.p(action))]
    kind = act.PLAY.card(action)
    if kind == box.ADJUST:
        return [box.ADJUSTMENT]
    if kind in (box.EIGHT, box.EXTRA):
        owned = [p for p in range(box.PROVINCES) if view.owner[p] == seat]
        return [max(_more_income(played, kind, p) for p in owned)]
    found = [one for one in played.after.trace if one.event is ev.SCORED and one.seat == seat]
    return [one.points for one in found][:1]


def _more_income(played: PlayedMove, kind: int, p: int) -> int:
    """What an income card adds in a province."""
    then, seat = played.engine.copy(played.view), played.seat
    owned = [p for p in range(box.PROVINCES) if then.owner[p] == seat]
    before = sum(int(incomes.province_income(then, seat, p)) for p in owned)
    (then.eight if kind == box.EIGHT else then.extra)[seat] = p
    return sum(int(incomes.province_income(then, seat, p)) for p in owned) - before


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
