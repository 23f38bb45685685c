"""What the rules of Amun-Re tell of a move: gold, land, pyramids, offerings and cards."""

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from typing import Any

from nomarch.games.amun_re import events as ev
from nomarch.games.amun_re.heuristic import CARD_WORTH
from nomarch.games.amun_re.rules import act, auction, box, holdings, offerings, scoring, st, stages
from nomarch.games.amun_re.words import categories, component_names, tips
from nomarch.kernel.declare.facts import (
    AGAINST,
    FOR,
    Answer,
    Facts,
    Measure,
    Numbers,
    Query,
    Row,
    Supposition,
    Values,
    by_category,
    player,
    points,
)
from nomarch.kernel.declare.sentences import Translate, and_list
from nomarch.kernel.declare.supposing import Supposed, replaced

USUAL = 3
"""Gold that is supposed of the others' offerings: the mean of those who give."""
AUCTION = (st.PICK, st.STEP)
LITTLE = 4
"""Gold that is little for an income card."""
FEW_GOLD = 10
"""With less than this after a purchase, gold is short."""
UNBEATABLE = 99
"""The price to outbid who is at the end of the track."""
BUYING = (st.CARDS_STAGE, st.FARMERS_STAGE, st.BRICKS_STAGE)
PLACING = (st.SITE, st.PLACE_FARMER, st.PLACE_BRICK)
LAND = (ev.PYRAMIDS, ev.SETS, ev.BANKS)
"""Categories that don't depend on the offering."""
PHASES = {
    **dict.fromkeys(BUYING, 3),
    **dict.fromkeys((st.OFFERING, st.ADJUSTING, st.REWARD), 4),
    st.INCOME_CARDS: 5,
    st.BONUS_PLAY: 6,
}
"""The number of a phase, as cards show it."""
BIDS, BUYS, DONE, OFFERS = ("bid",), ("buy",), ("done",), ("offer", "put")
STEALS, TAKES, PLAYS, SITES = ("steal",), ("take",), ("play",), ("province",)
ADJUSTS = ("raise", "lower")

# --- Measures -------------------------------------------------------------------------------------


def _turns_left(s: st.State) -> int:
    """Harvests of this kingdom that are still to come."""
    return int(box.KINGDOM_TURNS - (s.turn - 1) % box.KINGDOM_TURNS)


def _is_scored(s: st.State, start: st.State) -> bool:
    """Whether the kingdom of the start has ended."""
    kingdom = (s.turn - 1) // box.KINGDOM_TURNS
    return bool(s.phase == st.OVER or kingdom != (start.turn - 1) // box.KINGDOM_TURNS)


def _told(s: st.State, seat: int, category: int) -> int:
    """Points that the move has scored."""
    scored = (e for e in s.trace or () if e.event is ev.SCORED and e.seat == seat)
    return sum(e.points for e in scored if e.category == category)


def _owned(s: st.State, seat: int) -> list[int]:
    return [p for p in range(box.PROVINCES) if s.owner[p] == seat]


def _with_bricks(s: st.State, seat: int, count: int) -> tuple[int, ...]:
    """What the land scores by category with so many bricks more, wherever they bring most."""
    best = tips.kingdom(s, seat)
    for places in combinations_with_replacement(_owned(s, seat), count):
        bricks, pyramids = list(s.bricks), list(s.pyramids)
        for p in set(places):
            whole, rest = divmod(bricks[p] + places.count(p), box.BRICKS_PER_PYRAMID)
            pyramids[p], bricks[p] = pyramids[p] + whole, rest
        then = Supposed(s, bricks=bricks, pyramids=pyramids)
        best = max(best, tips.kingdom(then, seat), key=sum)
    return best


def _bricks_in_hand(s: st.State, seat: int) -> int:
    return int(s.units) if s.phase == st.PLACE_BRICK and s.seat == seat else 0


def _land(s: st.State, seat: int, start: st.State) -> dict[int, int]:
    """Points by category if the kingdom were scored now, with bricks in hand well placed."""
    if _is_scored(s, start):
        return {one: _told(s, seat, one) for one in LAND}
    found = _with_bricks(s, seat, _bricks_in_hand(s, seat))
    return {one: int(found[one]) for one in LAND}


def _of_category(category: int) -> Callable[[Any, int, Any], float]:
    return lambda s, seat, start: _land(s, seat, start)[category]


def _placed(s: st.State, seat: int, start: st.State) -> int:
    """The same, without bricks in hand."""
    return sum(tips.kingdom(s, seat)[one] for one in LAND)


def _if_all_bricks(s: st.State, seat: int, start: st.State) -> int:
    """What all rewards that are owed could add, if they were bricks."""
    owed = int(s.owed) if s.phase == st.REWARD and s.owed > 1 else 0
    return sum(_with_bricks(s, seat, owed)) - sum(tips.kingdom(s, seat))


def _next_pyramid(p: int) -> Callable[[Any, int, Any], float]:
    return lambda s, seat, start: tips.pyramid_gain(s, seat, p) if s.owner[p] == seat else 0


def _progress(s: st.State, seat: int, start: st.State) -> float:
    """Unfinished pyramids, by what they would add."""
    if _is_scored(s, start):
        return 0
    return sum(tips.pyramid_gain(s, seat, p) * (s.bricks[p] / 3) ** 2 for p in _owned(s, seat))


def _stones(s: st.State, seat: int, start: st.State) -> int:
    land: Any = Supposed(start, bricks=s.bricks, pyramids=s.pyramids) if _is_scored(s, start) else s
    built = box.BRICKS_PER_PYRAMID * holdings.sum_of(land, seat, land.pyramids)
    return int(built + holdings.sum_of(land, seat, land.bricks)) + _bricks_in_hand(s, seat)


def _bricks_lacking(s: st.State, seat: int, start: st.State) -> int:
    """Bricks until the next pyramid, where fewest are missing; 0 if bricks in hand finish one."""
    missing = min((box.BRICKS_PER_PYRAMID - s.bricks[p] for p in _owned(s, seat)), default=0)
    return max(0, int(missing) - _bricks_in_hand(s, seat))


def _leads(bank: int) -> Callable[[Any, int, Any], float]:
    return lambda s, seat, start: int(scoring.leads_bank(s, seat, bank))


def _new_province(s: st.State, seat: int, start: st.State) -> int:
    """The province that the auction brings, or -1."""
    return next((p for p in _owned(s, seat) if start.owner[p] != seat), st.NO_PROVINCE)


def _lot_points(category: int) -> Callable[[Any, int, Any], float]:
    """What that province adds to the land."""

    def points(s: st.State, seat: int, start: st.State) -> int:
        p = _new_province(s, seat, start)
        if p < 0:
            return 0
        without: Any = Supposed(s, owner=replaced(s.owner, p, st.NO_SEAT))
        return int(tips.kingdom(s, seat)[category] - tips.kingdom(without, seat)[category])

    return points


def _box(s: st.State) -> int:
    """The box into which the total falls, as far as it is known."""
    return int(offerings.box_of(int(s.total))) if s.phase == st.ADJUSTING else int(s.box)


def _pay(s: st.State, seat: int, start: st.State) -> int:
    """What the land pays at the total of this turn's offering, once that is open."""
    is_now = s.phase in (st.ADJUSTING, st.REWARD) or (s.phase in PLACING and s.back == st.REWARD)
    if not is_now and not _is_income(s):
        return 0
    return tips.income(Supposed(s, box=_box(s)), seat)


def _is_income(s: st.State) -> bool:
    cards = (box.EIGHT, box.EXTRA)
    return bool(s.phase == st.INCOME_CARDS or (s.phase == st.SITE and s.site_card in cards))


def _due(s: st.State, seat: int, start: st.State) -> int:
    """The same, until it is paid."""
    is_paid = _is_income(s) and holdings.seats_after(s, s.pharaoh, seat) < s.at
    return 0 if is_paid or start.phase == st.OFFERING else _pay(s, seat, start)


def _adjusted_pay(s: st.State, seat: int, start: st.State) -> int:
    """What the land pays at the total of an adjustment."""
    return _pay(s, seat, start) if start.phase == st.ADJUSTING else 0


def _purse(s: st.State, seat: int, start: st.State) -> int:
    """Gold without what lies in an offering."""
    return int(s.gold[seat]) - (int(s.offer[seat]) if s.phase == st.OFFERING else 0)


def _gold(s: st.State, seat: int, start: st.State) -> int:
    return _purse(s, seat, start) + _due(s, seat, start)


def _gold_points(s: st.State, seat: int, start: st.State) -> int:
    """Points for gold if it were counted now, in the last turn; a card counts as a gold."""
    if start.turn != box.TURNS:
        return 0
    if s.phase == st.OVER:
        return _told(s, seat, ev.WEALTH)
    then = start if start.phase == st.OFFERING else s  # offerings of others are not known
    gold = [
        then.gold[one] + _due(then, one, start) + then.hand_count[one]
        for one in range(box.MAX_SEATS)
    ]
    gold[seat] -= _offer(s, seat, start)
    counted: Any = Supposed(s, gold=gold)
    return int(scoring.wealth_points(counted, seat))


def _harvests(s: st.State, seat: int, start: st.State) -> int:
    if _is_scored(s, start):
        return 0
    in_hand = s.units if s.phase == st.PLACE_FARMER and s.seat == seat else 0
    return int(holdings.farmers_of(s, seat) + in_hand) * _turns_left(start)


def _each_turn(things: Sequence[int]) -> Callable[[Any, int, Any], float]:
    """What land shows, times the turns of the kingdom that are left."""
    return lambda s, seat, start: (
        0 if _is_scored(s, start) else int(holdings.sum_of(s, seat, things)) * _turns_left(start)
    )


def _room(s: st.State, seat: int, start: st.State) -> int:
    is_open = not _is_scored(s, start) and s.phase <= st.FARMERS_STAGE
    return int(stages.room_for_farmers(s, seat)) * _turns_left(start) if is_open else 0


def _can_do_nothing(s: st.State, seat: int, kind: int) -> bool:
    """Whether a card's last phase is over, or the land doesn't match it any more."""
    if s.turn < box.TURNS or s.phase in AUCTION:
        return False
    if kind >= box.FIRST_BONUS:
        is_open = kind == box.BONUS_FARMERS and s.phase != st.BONUS_PLAY
        return not is_open and not scoring.earns_bonus(s, seat, kind)
    return bool(box.CARD_PHASE[kind] < PHASES.get(int(s.phase), 0))


def _cards(s: st.State, seat: int, start: st.State) -> float:
    """What the cards in hand are worth, in points, as far as they can still do something."""
    drawn = s.drawn if s.phase in (st.KEEP, st.START_KEEP) and s.seat == seat else [0] * box.CARDS
    adjusting = s.adjusting[seat] * CARD_WORTH[box.ADJUST] / 100
    return -adjusting + sum(
        (s.hand[seat][kind] + drawn[kind]) * CARD_WORTH[kind] / 100
        for kind in range(box.CARDS)
        if not _can_do_nothing(start, seat, kind)
    )


def _plays(s: st.State, seat: int, start: st.State) -> int:
    events = s.trace or ()
    return sum(e.event is ev.PLAYED and e.seat == seat for e in events) + int(s.adjusting[seat])


def _next_price(s: st.State, seat: int, start: st.State) -> int:
    """What it costs to outbid the player; 0 where that's not the player's lead."""
    p = s.bid_on[seat]
    if s.phase not in AUCTION or p < 0 or s.seat == seat or auction.is_outbid(s, seat):
        return 0
    step = int(auction.lowest_step(s, p))
    return int(box.BID_TRACK[step]) if step < box.BID_STEPS else UNBEATABLE


def _treasure(s: st.State, seat: int, start: st.State) -> int:
    """What a seat can pay in the auction, with all cards sold."""
    return int(start.gold[seat] + start.hand_count[seat])


def _safety(s: st.State, seat: int, start: st.State) -> int:
    """The price to outbid the player, as far as a rival could pay it."""
    if start.phase not in AUCTION:
        return 0
    is_sold = s.phase not in AUCTION
    richest = max(_treasure(s, one, start) for one in range(s.players) if one != seat)
    return min(richest + 1, UNBEATABLE if is_sold else _next_price(s, seat, start))


def _offer(s: st.State, seat: int, start: st.State) -> int:
    return int(s.offer[seat]) if start.phase == st.OFFERING else 0


def _flood(s: st.State, seat: int, start: st.State) -> int:
    """What the land pays if each of the others gives the usual offering."""
    if start.phase != st.OFFERING:
        return 0
    total = _offer(s, seat, start) + USUAL * (int(s.players) - 1)
    return tips.income(Supposed(start, box=int(offerings.box_of(total))), seat)


def _push(s: st.State, seat: int, start: st.State) -> float:
    """How far the offering moves the total to where farmers, or caravans, want it."""
    farmers, caravans = holdings.farmers_of(start, seat), holdings.sum_of(start, seat, box.CARAVAN)
    return float(_offer(s, seat, start) * (farmers - caravans / 2))


def _rewards(s: st.State, seat: int, start: st.State) -> int:
    """Rewards if each of the others gives the usual offering."""
    mine, others = _offer(s, seat, start), [one for one in range(s.players) if one != seat]
    if mine <= 0:
        return 0
    turn = holdings.seats_after(s, start.pharaoh, seat)
    nearer = sum(holdings.seats_after(s, start.pharaoh, one) < turn for one in others)
    return int(box.REWARDS[len(others) if mine < USUAL else nearer if mine == USUAL else 0])


BONUSES = range(box.FIRST_BONUS, box.CARDS)
MEASURES = (
    Measure(
        "points",
        lambda s, seat, start: sum(_land(s, seat, start).values()),
        weight=0.3,
        of_rivals=True,
    ),
    *(Measure(f"points{one}", _of_category(one), good=0) for one in LAND),
    *(Measure(f"leads{one}", _leads(one), good=0) for one in (box.WEST, box.EAST)),
    *(Measure(f"next{p}", _next_pyramid(p), good=0) for p in range(box.PROVINCES)),
    Measure("placed", _placed, weight=0.05),
    Measure("ifbricks", _if_all_bricks, good=0),
    Measure("lacking", _bricks_lacking, good=0),
    Measure("progress", _progress, weight=0.3),
    Measure("stones", _stones, weight=0.2),
    Measure("scored", lambda s, seat, start: _told(s, seat, ev.BONUSES), weight=0.3),
    Measure("gold", _gold, weight=0.12),
    Measure("purse", _purse, good=0),
    Measure("goldpoints", _gold_points, weight=0.2),
    Measure("adjusted", _adjusted_pay, weight=0.05, of_rivals=True),
    Measure("province", _new_province, good=0),
    *(Measure(f"lot{one}", _lot_points(one), good=0) for one in LAND),
    Measure("outbid", _safety, weight=0.06),
    Measure("nextprice", _next_price, good=0),
    Measure("treasure", _treasure, good=0),
    Measure("fields", _room, weight=0.06),
    Measure("harvests", _harvests, weight=0.12),
    Measure("income", _each_turn(box.INCOME), weight=0.05),
    Measure("caravans", _each_turn(box.CARAVAN), weight=0.03),
    Measure(
        "temples", lambda s, seat, start: int(holdings.sum_of(s, seat, box.TEMPLES)), weight=0.3
    ),
    Measure("limit", lambda s, seat, start: int(stages.card_limit(s, seat)), weight=0.1),
    Measure("cards", _cards, weight=0.25),
    Measure("hand", lambda s, seat, start: int(s.hand_count[seat]), good=0),
    Measure("plays", _plays, weight=0.3),
    Measure("offer", _offer, good=0),
    Measure("flood", _flood, weight=0.08),
    Measure("push", _push, weight=0.015),
    Measure("rewards", _rewards, weight=0.3),
)

# --- Suppositions ---------------------------------------------------------------------------------


def _is_placed(start: st.State, s: st.State, me: int) -> bool:
    """To the end of the move: a farmer or a card has its province."""
    return s.phase not in (st.SITE, st.PLACE_FARMER) or s.seat != me


def _by_value(rules: Any, s: st.State, seat: int, legal: Sequence[int], me: int) -> int:
    return max(legal, key=lambda action: int(rules.evaluate(s, seat, action)))


def _is_sold(start: st.State, s: st.State, me: int) -> bool:
    return s.phase not in AUCTION and _is_placed(start, s, me)


def _bid_elsewhere(rules: Any, s: st.State, seat: int, legal: Sequence[int], me: int) -> int:
    """The others bid nothing, on a province where nobody bids."""
    if seat == me:
        return _by_value(rules, s, seat, legal, me)
    if s.phase == st.STEP:
        return min(one for one in legal if act.BID.has(one))
    taken = set(s.bid_on[: s.players])
    return next(one for one in legal if act.PROVINCE.has(one) and act.PROVINCE.p(one) not in taken)


WON = (
    *("points", "stones", "progress", "gold", "goldpoints", "cards", "limit"),
    *("fields", "harvests", "income", "caravans", "temples"),
)
"""What an auction changes."""
SUPPOSITIONS = (
    Supposition("now", _is_placed, _by_value),
    Supposition("won", _is_sold, _bid_elsewhere, ("would", "'d ", "could"), WON),
)

# --- Values ---------------------------------------------------------------------------------------


def _if(
    values: Callable[[Numbers], Values], test: Callable[[Numbers], Any] = lambda p: True
) -> Callable[[Numbers], Values | None]:
    return lambda p: values(p) if test(p) else None


def _lot(p: Numbers) -> int:
    return p.after("won.province")


def _price(p: Numbers) -> int:
    return int(box.BID_TRACK[act.BID.step(p.action)])


def _bid(p: Numbers) -> Values:
    """What a bid costs, and what the province shows and brings."""
    lot, gift, parts = _lot(p), int(box.GIFT_GOLD[_lot(p)]), _lot_parts(p, p.seat)
    return {
        "province": lot,
        "price": _price(p),
        "left": p.after("won.purse") - gift,
        "points": sum(parts.values()),
        "parts": parts,
        "gold": box.INCOME[lot] + box.CARAVAN[lot],
        "own": box.PRINTED[lot],
        "farmers": box.SPACES[lot],
        "cards": box.SYMBOLS[lot],
        "temples": box.TEMPLES[lot],
        "most": box.TEMPLES[lot] * max(box.TEMPLE_POINTS),
        "gifts": (gift, p.change("won.hand")),
        "harvests": _turns_left(p.view),
    }


def _lot_parts(p: Numbers, seat: int) -> dict[int, int]:
    """What the province of a seat adds by category."""
    return {one: p.after(f"won.lot{one}", seat) for one in LAND}


def _able(p: Numbers) -> list[int]:
    """Rivals who have the gold to outbid the player."""
    price = p.after("now.nextprice")
    return [rival for rival in p.rivals if p.before("treasure", rival) >= price]


def _is_unbeaten(p: Numbers) -> bool:
    """Whether rivals still bid, but nobody can pay the next price."""
    return p.after("now.province") < 0 and not p.view.hidden and not _able(p)


def _costs_more(p: Numbers) -> Values | None:
    """The price to outbid a bid, where it tells it from another one there."""
    if p.other is None or not act.BID.has(p.other.action) or _lot(p.other) != _lot(p):
        return None
    prices = {"next": p.after("now.nextprice"), "less": p.other.after("now.nextprice")}
    return prices if 0 < prices["less"] < prices["next"] < UNBEATABLE else None


def _one_outbids(p: Numbers) -> Values | None:
    """The only rival who has the gold to outbid the player, where a lower bid leaves more."""
    prices, able = _costs_more(p), _able(p)
    is_one = prices and p.other and len(able) == 1 < len(_able(p.other)) and not p.view.hidden
    return {"player": able[0]} if is_one else None


def _rival_lot(p: Numbers) -> Values | None:
    """The rival who leads where the other move would, if the province adds points."""
    if p.other is None or not act.BID.has(p.other.action):
        return None
    lot = _lot(p.other)
    for rival in p.rivals:
        if lot == p.view.bid_on[rival] == p.after("won.province", rival):
            price, added = box.BID_TRACK[p.view.bid_step[rival]], sum(_lot_parts(p, rival).values())
            found = {"player": rival, "province": lot, "price": price, "points": added}
            return found if added > 0 else None
    return None


def _overbid(p: Numbers) -> Values | None:
    """What the gold beyond the lowest bid that leads would buy."""
    lowest = int(box.BID_TRACK[auction.lowest_step(p.view, _lot(p))])
    rest = _price(p) - lowest
    count = max((one for one in range(1, rest + 1) if stages.price(one) <= rest), default=0)
    return {"gold": lowest, "rest": rest, "bricks": count} if count else None


def _is_buying(phase: int) -> Callable[[Numbers], bool]:
    return lambda p: p.view.phase == phase


def _buys_cards(p: Numbers, *counts: int) -> bool:
    return p.view.phase == st.CARDS_STAGE and act.BUY.count(p.action) in counts


def _adds(p: Numbers) -> Values:
    """What the land scores more."""
    parts = {one: p.change(f"now.points{one}") for one in LAND}
    return {"points": p.change("now.points"), "parts": parts}


def _adds_more(p: Numbers) -> Values | None:
    """What bricks add, and how much fewer would."""
    if p.other is None or not act.BUY.has(p.other.action):
        return None
    more, fewer = p.change("now.points"), p.other.change("now.points")
    return {"points": more, "fewer": fewer} if 0 < fewer < more else None


def _bought(p: Numbers) -> Values:
    count = int(act.BUY.count(p.action))
    return {
        **_adds(p),
        **dict.fromkeys(("bricks", "cards", "farmers"), count),
        "gold": stages.price(count),
        "last": stages.price(count) - stages.price(count - 1),
        "left": p.after("now.purse"),
        "lacking": p.after("now.lacking"),
        "times": _turns_left(p.view),
        "later": int(p.view.turn),
    }


def _are_spare(p: Numbers) -> bool:
    """Whether the bricks finish nothing."""
    has_architect = p.view.hand[p.seat][box.ARCHITECT] > 0
    return _is_buying(st.BRICKS_STAGE)(p) and not (has_architect or p.change("now.points"))


def _falls_short(p: Numbers) -> bool:
    """Whether bricks bring a pyramid nearer, but finish none."""
    return not p.change("now.points") and p.after("now.lacking") > 0


def _bricks_too_many(p: Numbers) -> Values | None:
    """The bricks beyond those of the other move, which add no points."""
    if p.other is None or not _is_buying(st.BRICKS_STAGE)(p) or not act.BUY.has(p.other.action):
        return None
    more = int(act.BUY.count(p.action)) - int(act.BUY.count(p.other.action))
    gold, gain = p.other.after("now.purse") - p.after("now.purse"), _gap(p, "now.points")
    return {"bricks": more, "gold": gold} if more > 0 and not gain else None


def _brick_more(p: Numbers) -> Values | None:
    """A brick more than the other move buys."""
    found = _bricks_too_many(p)
    return found if found and found["bricks"] == 1 else None


def _gap(p: Numbers, fact: str) -> int:
    """By how much a number is above that of the other move; alone, above today's."""
    return p.after(fact) - p.other.after(fact) if p.other else p.change(fact)


def _is_shopping(p: Numbers) -> bool:
    return p.view.phase in BUYING and not p.view.bought


def _keeps_cards(p: Numbers) -> bool:
    is_last = p.view.phase == st.BONUS_PLAY and p.view.turn == box.TURNS
    return not is_last and not _is_shopping(p) and p.before("hand") > 0


def _keeps_gold(p: Numbers) -> Values | None:
    return {"left": p.after("now.purse"), "later": int(p.view.turn)} if _is_shopping(p) else None


def _adjusts(p: Numbers) -> Values | None:
    """The adjustment card, which the other offering does without."""
    is_it = p.other and p.after("now.plays") and not p.other.after("now.plays")
    return {"card": box.ADJUST} if is_it else None


def _offered(p: Numbers) -> Values:
    given, turns = p.after("now.offer"), _turns_left(p.view)
    return {
        "given": given,
        "left": int(p.view.gold[p.seat]) - given,
        "later": int(p.view.turn),
        "usual": USUAL,
        "total": given + USUAL * len(p.rivals),
        "gold": p.after("now.flood"),
        "rewards": p.after("now.rewards"),
        "farmers": p.before("harvests") // turns,
        "caravans": p.before("caravans") // turns,
        "points": p.after("now.goldpoints"),
    }


def _pays(sign: int) -> Callable[[Numbers], Values | None]:
    """What the land pays if the others give as usual, and with the other offering."""

    def values(p: Numbers) -> Values | None:
        if p.other is None or not p.other.after("now.offer"):
            return None
        here, there = p.after("now.flood"), p.other.after("now.flood")
        found = {"usual": USUAL, "gold": here, "less": there}
        return found if sign * (here - there) > 0 else None

    return values


def _counts(sign: int) -> Callable[[Numbers], bool]:
    """Whether gold scores more, or less, than with the other move."""
    return lambda p: not p.view.hidden and sign * _gap(p, "now.goldpoints") > 0


def _wanted(p: Numbers) -> int:
    """Whether farmers want a high total, or caravans a low one."""
    return 2 * p.before("harvests") - p.before("caravans")


def _adjusted(p: Numbers) -> Values:
    change = box.ADJUSTMENT if p.action == act.RAISE else -box.ADJUSTMENT
    return {"total": int(p.view.total) + change, "gold": p.after("now.adjusted")}


def _adjusted_rival(p: Numbers) -> Values | None:
    """The rival whose land is paid most more than by the other move."""
    if p.other is None:
        return None
    other = p.other
    more, rival = max((p.after("now.adjusted", one) - other.after("now.adjusted", one), one)
                      for one in p.rivals)  # fmt: skip
    return (
        {**_adjusted(p), "gold": p.after("now.adjusted", rival), "player": rival} if more else None
    )


def _taken(p: Numbers) -> Values:
    more = _turns_left(p.view) - 1
    found = {"bricks": p.view.owed, "lacking": p.after("now.lacking"), "all": p.before("ifbricks")}
    return {**_adds(p), **found, "gold": p.change("now.gold"), "times": more}


def _takes(what: int) -> Callable[[Numbers], bool]:
    return lambda p: p.action == what


def _is_alone(p: Numbers) -> bool:
    """Whether a brick finishes nothing, alone or with the rewards that are owed."""
    is_vain = not (p.change("now.points") or p.before("ifbricks"))
    is_vain = is_vain and not p.view.hand[p.seat][box.ARCHITECT]
    return p.action == act.TAKE_BRICK and is_vain


def _card(p: Numbers) -> int:
    block = next(one for one in (act.PLAY, act.SELL, act.RETURN) if one.has(p.action))
    return int(block.card(p.action))


def _carded(p: Numbers) -> Values:
    kind = _card(p)
    about = kind, p.view.edition, p.view.block_once
    return {"card": kind, "about": about, "points": p.change("now.placed")}


def _is_useless(p: Numbers) -> bool:
    return _can_do_nothing(p.view, p.seat, _card(p))


def _is_idle(p: Numbers) -> bool:
    """Whether a bonus card would score nothing with this land."""
    return _card(p) >= box.FIRST_BONUS and not scoring.earns_bonus(p.view, p.seat, _card(p))


def _plays_one(*kinds: int) -> Callable[[Numbers], bool]:
    return lambda p: _card(p) in kinds


def _paid(p: Numbers) -> Values | None:
    """What an income card brings."""
    gold = p.change("now.gold") if _is_income(p.view) else 0
    return {"gold": gold} if gold > 0 else None


def _pays_little(p: Numbers) -> Values | None:
    found = _paid(p)
    return found if found and found["gold"] <= LITTLE else None


def _site(p: Numbers) -> Values | None:
    """The next pyramid where a brick goes, and the bricks that it lacks."""
    if p.view.phase != st.PLACE_BRICK:
        return None
    site = int(act.PROVINCE.p(p.action))
    missing = int(box.BRICKS_PER_PYRAMID - p.view.bricks[site])
    return {"points": p.before(f"next{site}"), "bricks": missing, "lacking": missing - 1}


def _brick(test: Callable[[int, int], bool]) -> Callable[[Numbers], Values | None]:
    """What a brick does, by the bricks that the pyramid lacks and those in hand."""

    def values(p: Numbers) -> Values | None:
        found = _site(p)
        return found if found and test(found["bricks"], int(p.view.units)) else None

    return values


def _bank(p: Numbers, had: int, keeps: int) -> Values | None:
    """The bank that the player leads, having led it or not, and a rival who keeps the lead."""
    for bank in (box.WEST, box.EAST):
        fact = f"leads{bank}"
        for rival in p.rivals if p.after(f"now.{fact}") > 0 and p.before(fact) == had else ():
            if p.before(fact, rival) and p.after(f"now.{fact}", rival) == keeps:
                return {"bank": bank, "player": rival, "points": box.BANK_POINTS}
    return None


def _truly(p: Numbers) -> Values:
    return {}


# --- Rows -----------------------------------------------------------------------------------------

BUILT = "now.points.me now.placed.me now.stones.me now.progress.me"
TAKEN = "now.gold.me now.cards.me now.stones.me now.harvests.me"
ROWS = (
    # The auction
    Row("now.outbid.me", FOR, "price", BIDS, _if(_bid, lambda p: p.after("now.province") >= 0),
        "That ends the auction: {province} is yours for {price} gold."),
    Row("now.outbid.me", FOR, "price", BIDS,
        _if(_bid, _is_unbeaten),
        "Nobody else has the gold to outbid you there."),
    Row("now.outbid.me", FOR, "price", BIDS, _one_outbids,
        "Nobody but {player} has the gold to outbid you there."),
    Row("now.outbid.me", FOR, "price", BIDS, _costs_more,
        "Outbidding you there then costs at least {next} gold, not just {less}."),
    Row("won.points.me won.stones.me won.progress.me won.temples.me", FOR, "points temples", BIDS,
        _if(_bid, lambda p: box.TEMPLES[_lot(p)] and sum(_lot_parts(p, p.seat).values()) > 0),
        "{province} would add {points} as it stands, and its {temples} up to {most}."),
    Row("won.points.me won.stones.me won.progress.me", FOR, "points", BIDS,
        _if(_bid, lambda p: sum(_lot_parts(p, p.seat).values()) > 0),
        "{province} would add {points} as it stands ({parts})."),
    Row("won.points.rivals", AGAINST, "deny", BIDS, _rival_lot,
        "{player} would get {province} for {price} gold: {points} as it stands."),
    Row("won.gold.me", AGAINST, "overbid price", BIDS, _overbid,
        "{gold} gold is enough to lead: the other {rest} would pay for {bricks}."),
    Row("won.gold.me", AGAINST, "price", BIDS, _if(_bid, _price),
        "It would cost {price} gold and leave you {left}."),
    Row("won.gold.me", FOR, "price", BIDS, _if(_bid, lambda p: not _price(p)),
        "{province} is free: you'd keep all {left} gold."),
    Row("won.harvests.me won.fields.me", FOR, "fields", BIDS,
        _if(_bid, lambda p: box.PRINTED[_lot(p)]),
        "{province} has {own} from the start, and room for {farmers}.", is_now=True),
    Row("won.fields.me", FOR, "fields", BIDS, _if(_bid, lambda p: box.SPACES[_lot(p)]),
        "{province} has room for {farmers}, with {harvests} in this kingdom.",
        is_now=True),
    Row("won.income.me", FOR, "income", BIDS, _if(_bid, lambda p: box.INCOME[_lot(p)]),
        "{province} pays {gold} gold every turn.", is_now=True),
    Row("won.caravans.me", FOR, "caravans", BIDS, _if(_bid, lambda p: box.CARAVAN[_lot(p)]),
        "{province}'s caravan pays {gold} gold in every turn with an offering of 12 or less.",
        is_now=True),
    Row("won.cards.me won.gold.me", FOR, "gifts", BIDS,
        _if(_bid, lambda p: box.GIFT_GOLD[_lot(p)] or p.change("won.hand") > 0),
        "{province} comes with {gifts}.", is_now=True),
    Row("won.temples.me", FOR, "temples", BIDS, _if(_bid, lambda p: box.TEMPLES[_lot(p)]),
        "{province} has {temples}: up to {most} at the scoring.", is_now=True),
    Row("won.limit.me", FOR, "cards", BIDS, _if(_bid, lambda p: p.change("won.limit") > 0),
        "With {province} you could buy up to {cards} a turn."),
    # Purchases
    Row("now.points.me", FOR, "bricks", BUYS, _adds_more,
        "Well placed, the bricks add {points} at the scoring, not just {fewer}."),
    Row("now.points.me", FOR, "bricks", BUYS, _if(_bought, lambda p: p.change("now.points") > 0),
        "Well placed, the bricks add {points} at the scoring ({parts})."),
    Row("now.gold.me", AGAINST, "price", BUYS, _bricks_too_many,
        "{bricks} more for {gold} gold, but no more points at the scoring."),
    Row("now.stones.me", FOR, "bricks", BUYS,
        _if(_bought, lambda p: p.view.phase == st.BRICKS_STAGE and _falls_short(p)),
        "That leaves you {lacking} short of a pyramid."),
    Row("now.gold.me", AGAINST, "bricks", BUYS, _if(_bought, _are_spare),
        "So few bricks add no points at the scoring yet."),
    Row("now.stones.me", FOR, "bricks", BUYS, _brick_more,
        "The last brick costs {gold} gold, and bricks break ties on a bank."),
    Row("now.harvests.me", FOR, "farmers", BUYS, _if(_bought, _is_buying(st.FARMERS_STAGE)),
        "Each farmer harvests {times} in this kingdom."),
    Row("now.gold.me", AGAINST, "farmers", BUYS,
        _if(_bought, lambda p: p.view.phase == st.FARMERS_STAGE and _turns_left(p.view) == 1),
        "The last farmer costs {last} gold, and harvests only once in this kingdom."),
    Row("now.cards.me", FOR, "cards", BUYS, _if(_bought, lambda p: _buys_cards(p, 1)),
        "The first card costs only 1 gold, and most are worth more."),
    Row("now.cards.me", FOR, "cards", BUYS, _if(_bought, _is_buying(st.CARDS_STAGE)),
        "One more card costs {last} gold, and most are worth more."),
    Row("now.gold.me", AGAINST, "cards", BUYS,
        _if(_bought, lambda p: _buys_cards(p, *range(2, box.MAX_BUY))),
        "The last card costs {last} gold, and you keep {left}."),
    Row("now.goldpoints.me", FOR, "price", (*BUYS, *OFFERS, *STEALS),
        _if(_offered, _counts(1)),
        "If gold were counted now, you'd get {points} for it."),
    Row("now.goldpoints.me", AGAINST, "price", (*BUYS, *OFFERS),
        _if(_offered, _counts(-1)),
        "If gold were counted now, you'd get {points} for it."),
    Row("now.gold.me", AGAINST, "purse", BUYS,
        _if(_bought, lambda p: p.after("now.purse") < FEW_GOLD),
        "It leaves you {left} gold for the offering and {later}."),
    Row("now.cards.me", AGAINST, "save", PLAYS, _pays_little,
        "The card brings only {gold} gold more now."),
    Row("now.cards.me", AGAINST, "save", (*OFFERS, *STEALS), _adjusts,
        "It uses up your “{card}”."),
    Row("now.cards.me", AGAINST, "sale", ("sell", "return"),
        _if(_carded, lambda p: not _is_useless(p)),
        "You'd give up a card that can do more ({about}).", regret=0),
    Row("now.cards.me", FOR, "save", DONE,
        _if(lambda p: {"cards": p.before("hand")}, _keeps_cards),
        "You keep {cards} for later."),
    Row("now.gold.me", FOR, "purse", DONE, _keeps_gold,
        "You keep {left} gold for the offering and {later}."),
    # Offerings
    Row("now.flood.me now.push.me", FOR, "harvest rewards", (*OFFERS, *STEALS), _pays(1),
        "If the others give {usual} gold each, "
        "your provinces pay you {gold} gold, not just {less}."),
    Row("now.flood.me now.push.me", AGAINST, "harvest", (*OFFERS, *STEALS), _pays(-1),
        "If the others give {usual} gold each, "
        "your provinces pay you only {gold} gold, not {less}."),
    Row("now.push.me", FOR, "harvest caravans", (*OFFERS, *STEALS),
        _if(_offered, lambda p: _wanted(p) < 0),
        "A low total suits you: your caravans pay {caravans} gold if it's 12 or less."),
    Row("now.push.me", FOR, "harvest", OFFERS,
        _if(_offered, lambda p: _wanted(p) > 0 and p.other and p.other.action == act.STEAL),
        "Your {farmers} live on a high total: giving adds {given}, and stealing takes 3 off."),
    Row("now.push.me", FOR, "harvest", OFFERS, _if(_offered, lambda p: _wanted(p) > 0),
        "A high total suits you: you have {farmers}."),
    Row("now.push.me", AGAINST, "harvest", STEALS, _if(_offered, lambda p: _wanted(p) > 0),
        "Stealing takes 3 off the total that your {farmers} live on."),
    Row("now.rewards.me", FOR, "rewards harvest", OFFERS,
        _if(_offered, lambda p: p.after("now.rewards") == box.REWARDS[0]),
        "If the others give {usual} gold each, you take {rewards} and become Pharaoh."),
    Row("now.rewards.me", FOR, "rewards", OFFERS, _if(_offered),
        "Whoever gives takes at least 1 reward; thieves get none."),
    Row("now.rewards.me", AGAINST, "rewards", STEALS, _truly,
        "Thieves get no reward."),
    Row("now.gold.me", AGAINST, "offer", OFFERS, _if(_offered),
        "It leaves you {left} gold for {later}."),
    Row("now.gold.me", FOR, "offer", STEALS, _truly,
        "You take 3 gold instead of giving any."),
    Row("now.adjusted.me", FOR, "harvest", ADJUSTS, _adjusted,
        "At a total of {total}, your provinces pay you {gold} gold."),
    Row("now.adjusted.me", AGAINST, "harvest", ADJUSTS, _adjusted,
        "At a total of {total}, your provinces pay you only {gold} gold."),
    Row("now.adjusted.rivals", AGAINST, "harvest", ADJUSTS, _adjusted_rival,
        "At a total of {total}, {player}'s provinces pay {gold} gold."),
    # Rewards
    Row(TAKEN, AGAINST, "bricks", TAKES, _if(_taken, _is_alone),
        "One brick alone adds no points at the scoring yet."),
    Row("now.points.me", FOR, "bricks", TAKES,
        _if(_taken, lambda p: p.action == act.TAKE_BRICK and p.change("now.points") > 0),
        "Well placed, one brick adds {points} at the scoring ({parts})."),
    Row(BUILT, FOR, "bricks", TAKES,
        _if(_taken, lambda p: p.action == act.TAKE_BRICK and p.before("ifbricks") > 0),
        "{bricks} as rewards, well placed, add {all} at the scoring."),
    Row("now.stones.me", FOR, "bricks", TAKES,
        _if(_taken, lambda p: p.action == act.TAKE_BRICK and _falls_short(p)),
        "That leaves you {lacking} short of a pyramid."),
    Row(TAKEN, FOR, "farmers", TAKES,
        _if(_taken, lambda p: p.action == act.TAKE_FARMER and _turns_left(p.view) > 1),
        "A farmer earns {gold} gold now, and harvests {times} in this kingdom."),
    Row(TAKEN, FOR, "farmers", TAKES, _if(_taken, _takes(act.TAKE_FARMER)),
        "A farmer earns {gold} gold right now."),
    Row("now.cards.me", FOR, "cards", TAKES,
        _if(_truly, _takes(act.TAKE_CARD)),
        "A card can bring gold, a farmer, a pyramid, or 3 points for a bonus."),
    Row(TAKEN, AGAINST, "rewards", ("renounce",), _truly, "Rewards are free."),
    # Cards
    Row("now.gold.me", FOR, "sale", ("sell",), _if(_truly, _is_useless),
        "The card can do nothing more for you, so take 1 gold for it."),
    Row("now.gold.me", FOR, "sale", ("sell",), _if(_truly, _is_idle),
        "As things stand, its condition isn't met: it would score nothing."),
    Row("now.gold.me", FOR, "play", PLAYS, _paid,
        "The card brings {gold} gold more in the best province."),
    Row("now.gold.me", FOR, "play", SITES, _paid,
        "The card brings {gold} gold more there."),
    Row("now.scored.me", FOR, "play", PLAYS, _if(_truly, _plays_one(*BONUSES)),
        "Its condition is met: 3 points."),
    Row("now.points.me now.placed.me", FOR, "play", PLAYS, _if(_carded, _plays_one(box.ARCHITECT)),
        "It makes a pyramid of two bricks at once: {points} at the scoring."),
    Row("now.plays.me", FOR, "play", PLAYS, _if(_truly, _plays_one(box.BLOCK)),
        "Whoever wants to outbid you has to go two steps higher."),
    Row("now.plays.me", FOR, "play", PLAYS, _if(_truly, _plays_one(box.SAME)),
        "It lets you bid again where you were outbid."),
    Row("now.plays.me now.harvests.me", FOR, "play", PLAYS, _if(_truly, _plays_one(box.FREE)),
        "A farmer for nothing, who doesn't need a field."),
    Row("now.plays.me", FOR, "play", (*OFFERS, *STEALS),
        _if(_truly, lambda p: p.after("now.plays")),
        "When all offerings are open, you can move the total by 3."),
    # Sites
    Row("now.points.me now.points.rivals", FOR, "site", SITES, lambda p: _bank(p, 0, 0),
        "You take the lead on the {bank} from {player}: {points} for you, none for {player}."),
    Row("now.points.me", FOR, "site", SITES, lambda p: _bank(p, 0, 1),
        "You draw level with {player} on the {bank}: {points} for each of you."),
    Row("now.points.rivals", FOR, "site", SITES, lambda p: _bank(p, 1, 0),
        "You lead the {bank} alone: {player} loses {points}."),
    Row(BUILT, FOR, "site", SITES, _brick(lambda missing, units: missing == 1),
        "It finishes a pyramid: {points} at the scoring."),
    Row(BUILT, FOR, "site", SITES, _brick(lambda missing, units: missing <= units),
        "With {bricks} you finish a pyramid there: {points} at the scoring."),
    Row(BUILT, FOR, "site", SITES, _brick(lambda missing, units: True),
        "A pyramid there would add {points}, but lacks {bricks}."),
    Row(BUILT, AGAINST, "site", SITES, _brick(lambda missing, units: missing > units),
        "The pyramid there would still lack {lacking}."),
)  # fmt: skip


# --- Questions ------------------------------------------------------------------------------------


def _number(read: Callable[[Numbers], int], name: str = "gold") -> Callable[[Numbers], Values]:
    return lambda p: {name: read(p)}


def _outbids(p: Numbers) -> Values | None:
    price = p.after("now.nextprice")
    return {"next": price, "price": _price(p)} if 0 < price < UNBEATABLE else None


def _no_step(p: Numbers) -> Values | None:
    """A gold more than the bid, if no bid is that high."""
    gold = _price(p) + 1
    return None if gold in box.BID_TRACK else {"gold": gold}


def _second_step(p: Numbers) -> Values | None:
    step = int(act.BID.step(p.action)) + 2
    return {"gold": box.BID_TRACK[step]} if step < box.BID_STEPS else None


def _lot_adds(p: Numbers) -> Values | None:
    found = _bid(p)
    return {"points": found["points"], **found} if found["points"] > 0 else None


def _stands_for(thing: str) -> Callable[[Numbers], Values | None]:
    """What the pyramids, or the bricks, of the province number."""
    return lambda p: {"count": int(getattr(p.view, thing)[_lot(p)])}


def _well_placed(p: Numbers) -> Values | None:
    is_bricks = p.view.phase == st.BRICKS_STAGE or p.action == act.TAKE_BRICK
    return _adds(p) if is_bricks and p.change("now.points") > 0 else None


def _largest(p: Numbers) -> Values | None:
    """The category that counts most, if it isn't the only one."""
    parts = {one: points for one, points in _adds(p)["parts"].items() if points}
    best = max(parts, key=lambda one: parts[one], default=0)
    return {"points": parts[best], "parts": {best: parts[best]}} if len(parts) > 1 else None


def _at(p: Numbers, total: int) -> Values:
    """What the land pays at a total."""
    then: Any = Supposed(p.view, box=int(offerings.box_of(total)))
    return {"gold": tips.income(then, p.seat), "total": total}


def _after_others(others: int) -> Callable[[Numbers], Values]:
    """The same, if each of the others gives so much."""
    return lambda p: {**_at(p, p.after("now.offer") + others * len(p.rivals)), "usual": others}


def _other_way(p: Numbers) -> Values:
    return _at(p, 2 * int(p.view.total) - _adjusted(p)["total"])


FARMERS = Answer(
    _number(lambda p: p.before("harvests") // _turns_left(p.view)),
    "That's how many farmers you have.",
)
QUERIES = (
    Query("outbid", "overbid", BIDS,
        "{move}: how much must someone bid there at least to outbid you?",
        Answer(_outbids, "Outbidding you there then costs at least {next} gold."),
        (
            Answer(_no_step, "There's no bid of {gold} on the track."),
            Answer(lambda p: {"price": _price(p)}, "An equal bid doesn't outbid you.", True),
            Answer(_second_step, "That would do, but less is enough."),
        )),
    Query("land", "points", BIDS,
        "{move}: how many points would {province} add for you, as it stands?",
        Answer(_lot_adds, "{province} would add {points} as it stands."),
        (
            Answer(_number(lambda p: p.after("won.points"), "points"),
                "That's what all your provinces would score then."),
            Answer(_number(lambda p: p.before("points"), "points"),
                "That's what your provinces score now."),
            Answer(_number(_price), "That's the price."),
            Answer(_stands_for("bricks"), "That's how many bricks there are."),
            Answer(_stands_for("pyramids"), "That's how many pyramids there are."),
        )),
    Query("adjusted", "harvest", ADJUSTS,
        "{move}: how much gold do your provinces pay you then?",
        Answer(lambda p: {"gold": _adjusted(p)["gold"], **_adjusted(p)},
            "At a total of {total}, your provinces pay you {gold} gold."),
        (
            Answer(lambda p: _at(p, int(p.view.total)), "They'd pay that at a total of {total}."),
            Answer(_other_way, "They'd pay that at a total of {total}."),
            FARMERS,
            Answer(_number(lambda p: int(_adjusted(p)["total"])), "That's the total."),
        )),
    Query("bricks", "bricks", (*BUYS, *TAKES),
        "{move}: how many points does that add at the scoring, if you place it well?",
        Answer(_well_placed, "Well placed, it adds {points} at the scoring ({parts})."),
        (
            Answer(_largest, "That's only a part of it: {parts}."),
            Answer(_number(lambda p: p.after("now.points"), "points"),
                "That's what all your provinces would score then."),
            Answer(_number(lambda p: p.before("points"), "points"),
                "That's what your provinces score now."),
            Answer(_number(lambda p: p.after("now.lacking"), "count"),
                "That's how many bricks the next pyramid lacks then."),
        )),
    Query("harvest", "harvest", (*OFFERS, *STEALS),
        "{move}: if the others give 3 gold each, how much gold do your provinces pay you?",
        Answer(_if(lambda p: {"gold": _offered(p)["gold"], **_offered(p)},
                   lambda p: p.view.phase == st.OFFERING and p.after("now.flood")),
            "If the others give {usual} gold each, the total is {total}, "
            "and your provinces pay you {gold} gold."),
        (
            Answer(_after_others(6), "They'd pay that if the others gave {usual} gold each."),
            Answer(_after_others(1), "They'd pay that if the others gave {usual} gold each."),
            FARMERS,
            Answer(_number(lambda p: _offered(p)["total"]), "That's the total of all offerings."),
        )),
)  # fmt: skip


def _begins(move: Any) -> bool:
    view, action = move.view, move.action
    if view.phase == st.OFFERING:
        return act.PUT.has(action) or action == act.PLAY.at(box.ADJUST)
    return act.PROVINCE.has(action) and view.phase == st.PICK


def _whole(t: Translate, moves: Sequence[Any]) -> str:
    last = moves[-1]
    view, action = last.view, last.action
    if action == act.DONE:
        return _declines(t, view)
    if action in (act.OFFER, act.STEAL) and view.adjusting[last.seat]:
        text = t("Steal 3 gold, and adjust the total")
        if action == act.OFFER:
            text = t("Offer {gold} gold, and adjust the total")
        return text.format(gold=view.offer[last.seat])
    if action == act.OFFER:
        return t("Offer {gold} gold").format(gold=view.offer[last.seat])
    for block, card_move in (
        (act.PLAY, t("Play “{card}”")),
        (act.SELL, t("Sell “{card}” for 1 gold")),
        (act.RETURN, t("Return “{card}”")),
    ):
        if block.has(action):
            return card_move.format(card=component_names.card(t, block.card(action)))
    if not act.BID.has(action):
        return ""
    text = t("Bid {gold} for {province}")
    gold, province = box.BID_TRACK[act.BID.step(action)], component_names.province(t, view.pick)
    return text.format(gold=gold, province=province)


def _declines(t: Translate, view: st.State) -> str:
    if view.phase == st.BONUS_PLAY:
        return t("Play no bonus card")
    if view.bought or view.phase == st.INCOME_CARDS:
        return t("Play no card")
    return {
        st.CARDS_STAGE: t("Buy no power cards"),
        st.FARMERS_STAGE: t("Buy no farmers"),
        st.BRICKS_STAGE: t("Buy no bricks"),
    }[view.phase]


def _some(what: str) -> Callable[[Translate, int], str]:
    return lambda t, count: component_names.some(t, what, count)


def _gifts_of(t: Translate, gifts: tuple[int, int]) -> str:
    gold, cards = gifts
    parts = (gold, t("{count} gold").format(count=gold)), (cards, _some("card")(t, cards))
    return and_list(t, component_names.present(*parts))


def _rewards_of(t: Translate, count: int) -> str:
    return t.ngettext("{count} reward", "{count} rewards", count).format(count=count)


FACTS = Facts(
    MEASURES,
    SUPPOSITIONS,
    ROWS,
    points="points.me",
    printed={
        "points": points,
        "parts": by_category(categories),
        "player": player,
        "province": component_names.province,
        "card": component_names.card,
        "about": lambda t, card: component_names.card_about(t, *card),
        "bank": lambda t, bank: t("east bank") if bank == box.EAST else t("west bank"),
        "bricks": _some("brick"),
        "farmers": _some("farmer"),
        "own": _some("farmer"),
        "cards": _some("card"),
        "gifts": _gifts_of,
        "harvests": lambda t, count: t.ngettext(
            "{count} harvest left", "{count} harvests left", count
        ).format(count=count),
        "later": lambda t, turn: (
            t("the next auction") if turn < box.TURNS else t("the final scoring")
        ),
        "all": points,
        "most": points,
        "lacking": _some("brick"),
        "times": lambda t, count: t.ngettext(
            "{count} more time", "{count} more times", count
        ).format(count=count),
        "temples": lambda t, count: t.ngettext("{count} temple", "{count} temples", count).format(
            count=count
        ),
        "rewards": _rewards_of,
    },
    begins=_begins,
    whole=_whole,
    dull=("sell", "done"),
    queries=QUERIES,
    titles={
        "price": "The price",
        "overbid": "No more than needed",
        "deny": "Keep it from a rival",
        "points": "Points now",
        "fields": "Fields",
        "income": "Steady income",
        "gifts": "A province's gifts",
        "temples": "Temples",
        "farmers": "Farmers early",
        "bricks": "Finish the pyramid",
        "cards": "Cheap cards",
        "purse": "Keep some gold",
        "caravans": "Caravans",
        "harvest": "A rich harvest",
        "rewards": "Rewards of the offering",
        "save": "Save for later",
        "offer": "How much to offer",
        "sale": "Don't sell cheap",
        "play": "The right moment for a card",
        "site": "Where to build",
    },
)
