"""What facts of Amun-Re state, counted again from the provinces, gold and cards on the table."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Any

from nomarch.games.amun_re import components as box
from nomarch.games.amun_re.facts import FACTS

from ..fact_values import Count, Stated, counting

Land = tuple[list[int], list[int], list[int]]
"""Owners, pyramids and bricks of the provinces."""
SOMEBODY = 9
"""The owner of a province that another player has."""


def index(names: Sequence[str], action: str) -> int:
    return names.index(action.split()[-1])


def land_of(s: Any) -> Land:
    return list(s.owner), list(s.pyramids), list(s.bricks)


def owned(land: Land, seat: int) -> list[int]:
    return [p for p in range(box.PROVINCES) if land[0][p] == seat]


def leads(land: Land, seat: int, bank: int) -> bool:
    owner, pyramids, bricks = land
    strongest = max(
        ((pyramids[p], bricks[p]) for p in range(15) if box.BANK[p] == bank and owner[p] >= 0),
        default=(0, 0),
    )
    mine = [(pyramids[p], bricks[p]) for p in owned(land, seat) if box.BANK[p] == bank]
    return strongest[0] > 0 and strongest in mine


def parts(land: Land, seat: int) -> list[int]:
    """Points for pyramids, sets and banks."""
    pyramids = [land[1][p] for p in owned(land, seat)]
    whole = min(pyramids) if len(pyramids) == 3 else 0
    return [sum(pyramids), 3 * whole, 5 * sum(leads(land, seat, bank) for bank in (0, 1))]


def points(land: Land, seat: int) -> int:
    return sum(parts(land, seat))


def with_bricks(land: Land, places: Sequence[int]) -> Land:
    owner, pyramids, bricks = map(list, land)
    for p in places:
        bricks[p] += 1
        if bricks[p] == 3:
            pyramids[p], bricks[p] = pyramids[p] + 1, 0
    return owner, pyramids, bricks


def ways(s: Any, seat: int, count: int) -> Iterator[list[int]]:
    """The points that bricks add by category, in all ways of placing them."""
    land = land_of(s)
    for places in combinations_with_replacement(owned(land, seat), count):
        after = parts(with_bricks(land, places), seat)
        yield [new - old for new, old in zip(after, parts(land, seat), strict=True)]


def best(stated: Stated, count: int) -> Mapping[str, Any]:
    """What bricks add where they add most, of which there may be several ways."""
    found = list(ways(stated.state, stated.seat, count))
    most = max(map(sum, found))
    said = stated.values.get("parts")
    assert said is None or count == 0 or [said[one] for one in range(3)] in found
    return {"points": most, "parts": said}


def turns_left(s: Any) -> int:
    return 3 - (int(s.turn) - 1) % 3


def farmers(s: Any, p: int) -> int:
    return int(s.farmers[p] + s.free[p] + box.PRINTED[p])


def box_of(total: int) -> int:
    return 1 + (total > 2) + (total > 12) + (total > 22)


def income(s: Any, p: int, level: int) -> int:
    caravan = box.CARAVAN[p] if level < 3 else 0
    return level * farmers(s, p) + box.INCOME[p] + caravan


def income_of(s: Any, seat: int, total: int) -> int:
    return sum(income(s, p, box_of(total)) for p in owned(land_of(s), seat))


def lot_of(s: Any, moves: Sequence[str]) -> int:
    return index(box.PROVINCE_NAMES, moves[0]) if moves[0].startswith("province") else int(s.pick)


def step_of(moves: Sequence[str]) -> int:
    return index([str(gold) for gold in box.BID_TRACK], moves[-1])


def lot_parts(s: Any, seat: int, lot: int) -> dict[int, int]:
    """What a province adds when all that are up have been sold."""
    owner, pyramids, bricks = land_of(s)
    owner = [SOMEBODY if s.card[p] else owner[p] for p in range(15)]
    without = [-1 if p == lot else owner[p] for p in range(15)]
    owner[lot] = seat
    pairs = zip(*(parts((each, pyramids, bricks), seat) for each in (owner, without)), strict=True)
    return {one: new - old for one, (new, old) in enumerate(pairs)}


def next_price(stated: Stated, moves: Sequence[str]) -> int:
    s, seat = stated.state, stated.seat
    step = step_of(moves) + (2 if s.blocking or s.blocked[seat] else 1)
    return box.BID_TRACK[step] if step < len(box.BID_TRACK) else 99


def able(stated: Stated, moves: Sequence[str]) -> list[int]:
    """Rivals with the gold to outbid a bid, all cards sold."""
    s, price = stated.state, next_price(stated, moves)
    others = (one for one in range(s.players) if one != stated.seat)
    return [one for one in others if s.gold[one] + s.hand_count[one] >= price]


def outbids(stated: Stated) -> Mapping[str, Any]:
    assert stated.text[:6] != "Nobody" or able(stated, stated.moves) == [stated.values["player"]]
    return {
        "next": next_price(stated, stated.moves),
        "less": next_price(stated, stated.other),
        "player": stated.values.get("player"),
    }


def bid(stated: Stated) -> Mapping[str, Any]:
    s, lot = stated.state, lot_of(stated.state, stated.moves)
    price = box.BID_TRACK[step_of(stated.moves)]
    added = lot_parts(s, stated.seat, lot)
    assert stated.text[:11] != "Nobody else" or not able(stated, stated.moves)
    return {
        "province": lot, "price": price,
        "left": int(s.gold[stated.seat]) - price,
        "points": sum(added.values()), "parts": added, "gold": box.INCOME[lot] + box.CARAVAN[lot],
        "own": box.PRINTED[lot], "farmers": box.SPACES[lot], "cards": box.SYMBOLS[lot],
        "temples": box.TEMPLES[lot], "most": 4 * box.TEMPLES[lot],
        "gifts": (box.GIFT_GOLD[lot], int(s.gifts[lot])),
        "harvests": turns_left(s),
    }  # fmt: skip


def top(s: Any, lot: int) -> tuple[int, int]:
    """The highest step on a province, and whose it is."""
    pawns = [(int(s.bid_step[one]), one) for one in range(s.players) if s.bid_on[one] == lot]
    return max(pawns, default=(-1, -1))


def rival_lot(stated: Stated) -> Mapping[str, Any]:
    s, lot = stated.state, lot_of(stated.state, stated.other)
    step, rival = top(s, lot)
    price = box.BID_TRACK[step]
    added = sum(lot_parts(s, rival, lot).values())
    return {"player": rival, "province": lot, "price": price, "points": added}


def overbid(stated: Stated) -> Mapping[str, Any]:
    s = stated.state
    step, leader = top(s, lot_of(s, stated.moves))
    lowest = box.BID_TRACK[step + (2 if leader >= 0 and s.blocked[leader] else 1)]
    rest = box.BID_TRACK[step_of(stated.moves)] - lowest
    bricks = max(n for n in range(1, 9) if n * (n + 1) // 2 <= rest)
    return {"gold": lowest, "rest": rest, "bricks": bricks}


def earns(s: Any, seat: int, kind: int, provinces: Sequence[int]) -> bool:
    if kind == box.BONUS_CARDS:
        return sum(box.SYMBOLS[p] for p in provinces) >= (5 if s.edition == 1 else 7)
    if kind == box.BONUS_FARMERS:
        return sum(farmers(s, p) for p in provinces) >= 9
    marks = {box.BONUS_EGYPT: box.EGYPT, box.BONUS_BANK: box.BANK, box.BONUS_NILE: box.NILE}[kind]
    return len({marks[p] for p in provinces}) < 2


def bought(stated: Stated) -> Mapping[str, Any]:
    s, count = stated.state, int(stated.moves[0].split()[1])
    cost = count * (count + 1) // 2
    bricks = count if s.phase == 5 else 0
    missing = min(3 - int(s.bricks[p]) for p in owned(land_of(s), stated.seat))
    return {
        **best(stated, bricks),
        "bricks": count, "cards": count, "farmers": count, "gold": cost, "last": count,
        "left": int(s.gold[stated.seat]) - cost, "lacking": missing - bricks,
        "times": turns_left(s), "later": int(s.turn),
    }  # fmt: skip


def too_many(stated: Stated) -> Mapping[str, Any]:
    count, fewer = (int(moves[0].split()[1]) for moves in (stated.moves, stated.other))
    assert best(stated, count)["points"] == best(stated, fewer)["points"]
    assert "ties" not in stated.text or count - fewer == 1
    return {"bricks": count - fewer, "gold": (count * (count + 1) - fewer * (fewer + 1)) // 2}


def more_points(stated: Stated) -> Mapping[str, Any]:
    here, there = (best(stated, int(moves[0].split()[1])) for moves in (stated.moves, stated.other))
    return {"points": here["points"], "fewer": there["points"]}


def pays(stated: Stated) -> Mapping[str, Any]:
    gold = [offered(replace(stated, moves=moves))["gold"] for moves in (stated.moves, stated.other)]
    return {"usual": 3, "gold": gold[0], "less": gold[1]}


def idle(stated: Stated) -> Mapping[str, Any]:
    s, kind = stated.state, index(box.CARD_NAMES, stated.moves[0])
    assert not earns(s, stated.seat, kind, owned(land_of(s), stated.seat))
    return {}


def kept(stated: Stated) -> Mapping[str, Any]:
    s, seat = stated.state, stated.seat
    return {"left": int(s.gold[seat]), "later": int(s.turn), "cards": sum(s.hand[seat])}


def offered(stated: Stated) -> Mapping[str, Any]:
    s, seat = stated.state, stated.seat
    coins = [int(move.split()[1]) for move in stated.moves if move.startswith("put")]
    given = -3 if stated.moves[-1] == "steal" else int(s.offer[seat]) + sum(coins)
    others = [one for one in range(s.players) if one != seat]
    nearer = [
        one for one in others if (one - s.pharaoh) % s.players < (seat - s.pharaoh) % s.players
    ]

    above = sum(3 + (one in nearer) > given for one in others)
    rewards = (3, 2, 1, 1, 1)
    provinces = owned(land_of(s), seat)
    total = given + 3 * len(others)
    return {
        "given": given, "left": int(s.gold[seat]) - given, "later": int(s.turn), "usual": 3,
        "total": total, "gold": income_of(s, seat, total),
        "rewards": rewards[above],
        "farmers": sum(farmers(s, p) for p in provinces),
        "caravans": sum(box.CARAVAN[p] for p in provinces),
    }  # fmt: skip


def gold_points(stated: Stated) -> Mapping[str, Any]:
    """Points for gold after a purchase or an offering, a card counted as a gold."""
    s, seat = stated.state, stated.seat
    assert s.turn == 6
    gold = [int(s.gold[one] + s.hand_count[one]) for one in range(s.players)]
    if stated.moves[0].startswith("buy"):
        count = int(stated.moves[0].split()[1])
        gold[seat] -= count * (count + 1) // 2 - (count if s.phase == 3 else 0)
    else:
        gold[seat] = int(s.gold[seat] + s.hand_count[seat]) - offered(stated)["given"]
    richer = sum(each > gold[seat] for each in gold)
    return {"points": (6, 4, 2, 0, 0)[richer] if gold[seat] else 0}


def adjusted(stated: Stated) -> Mapping[str, Any]:
    s, seat = stated.state, stated.values.get("player", stated.seat)
    total = int(s.total) + (3 if stated.moves[0] == "raise" else -3)
    return {"total": total, "gold": income_of(s, seat, total), "player": seat}


def taken(stated: Stated) -> Mapping[str, Any]:
    s, owed = stated.state, int(stated.state.owed)
    missing = min(3 - int(s.bricks[p]) for p in owned(land_of(s), stated.seat))
    found = {
        "all": max(map(sum, ways(s, stated.seat, owed))),
        "bricks": owed,
        "lacking": missing - 1,
    }
    more = {"gold": int(s.box), "times": turns_left(s) - 1}
    return {**best(stated, int(stated.moves[0] == "take brick")), **found, **more}


def card(stated: Stated) -> Mapping[str, Any]:
    s, kind = stated.state, index(box.CARD_NAMES, stated.moves[0])
    land = land_of(s)
    built = [
        points((land[0], [n + (q == p) for q, n in enumerate(land[1])],
                [n - 2 * (q == p) for q, n in enumerate(land[2])]), stated.seat)
        for p in owned(land, stated.seat) if s.bricks[p] >= 2
    ]  # fmt: skip
    gain = stated.values.get("points")
    assert (
        kind != box.ARCHITECT
        or "{points}" not in stated.text
        or gain in [each - points(land, stated.seat) for each in built]
    )
    about = (kind, int(s.edition), int(s.block_once))
    return {"card": kind, "about": about, "points": gain, "parts": stated.values.get("parts")}


def paid(stated: Stated) -> Mapping[str, Any]:
    """What an income card brings, in the best province or in the one that is chosen."""
    s, seat = stated.state, stated.seat
    provinces, kind = owned(land_of(s), seat), int(s.site_card)
    if stated.moves[0].startswith("play"):
        kind = index(box.CARD_NAMES, stated.moves[0])
    else:
        provinces = [index(box.PROVINCE_NAMES, stated.moves[0])]
    if kind == box.EIGHT:
        gains = [
            8 - income(s, p, int(s.box)) - farmers(s, p) * (s.extra[seat] == p) for p in provinces
        ]
    else:
        gains = [farmers(s, p) * (s.eight[seat] != p) for p in provinces]
    return {"gold": max(gains)}


def site(stated: Stated) -> Mapping[str, Any]:
    s, p, (owner, pyramids, bricks) = (
        stated.state, index(box.PROVINCE_NAMES, stated.moves[0]), land_of(stated.state),
    )  # fmt: skip
    built = owner, [n + (q == p) for q, n in enumerate(pyramids)], [
        0 if q == p else n for q, n in enumerate(bricks)
    ]  # fmt: skip
    gain, missing = points(built, stated.seat) - points(land_of(s), stated.seat), 3 - bricks[p]
    return {"points": gain, "bricks": missing, "lacking": missing - 1}


def bank(stated: Stated) -> Mapping[str, Any]:
    said, before = stated.values, land_of(stated.state)
    after = with_bricks(before, [index(box.PROVINCE_NAMES, stated.moves[0])])
    me, rival = stated.seat, said["player"]
    led = [leads(land, seat, said["bank"]) for land in (before, after) for seat in (me, rival)]
    kind = stated.text.split()[1]
    assert led == {"take": [0, 1, 1, 0], "draw": [0, 1, 1, 1], "lead": [1, 1, 1, 0]}[kind]
    return {"bank": said["bank"], "player": rival, "points": 5}


VERBS: dict[str, Callable[[Stated], Mapping[str, Any]]] = {
    "bid": bid, "buy": bought, "done": kept, "offer": offered, "steal": offered,
    "raise": adjusted, "lower": adjusted, "take": taken, "renounce": taken,
    "sell": card, "return": card, "play": card, "province": site,
}  # fmt: skip
OTHERS = {
    "{player} would get {province}": rival_lot,
    "{gold} gold is enough to lead": overbid,
    "Nobody but {player}": outbids,
    "Outbidding you there": outbids,
    "The last brick": too_many,
    "Well placed, the bricks add {points} at the scoring, not": more_points,
    "If the others give {usual} gold each, your": pays,
    "As things stand, its condition": idle,
    "It uses up your": lambda stated: {"card": box.ADJUST},
    "You keep {left}": kept,
    "{bricks} more for": too_many,
    "If gold were counted": gold_points,
    "You keep {cards}": kept,
    "The card brings": paid,
    "You take the lead": bank,
    "You draw level": bank,
    "You lead the": bank,
}
"""Sentences that aren't about what their move always shows, by their first words."""


def count(stated: Stated) -> Mapping[str, Any]:
    """The values of the placeholders, counted again; others as they were said."""
    found = next((one for first, one in OTHERS.items() if stated.text.startswith(first)), None)
    counted = (found or VERBS[stated.moves[-1].split()[0]])(stated)
    shown = re.findall(r"{(\w+)}", stated.text)
    return {**stated.values, **{name: counted[name] for name in shown}}


COUNTS: dict[str, Count] = {row.text: count for row in FACTS.rows}

test_numbers_are_those_on_the_table = counting("amun-re", COUNTS)
