"""What the rules say of the numbers in `ideas.py`."""

from nomarch.games.fertility.rules import act, box, scoring, shops, st
from nomarch.kernel.ideas import PlayedMove


def _harvest(played: PlayedMove) -> tuple[list[int], list[int]]:
    """What a laid tile brings of each resource, and how much of it the shops take together."""
    then, seat = played.after, played.seat
    both = zip(played.view.beside, then.beside, strict=True)
    brought = [int(after - before) for before, after in both]
    used = [0] * box.KINDS
    for is_named in (True, False):
        for shop in range(box.SHOPS_PER_SEAT):
            for i, need in enumerate(box.SHOP_NEEDS[then.shop[seat][shop]]):
                if then.put[seat][shop][i] != st.NONE or need == box.NOTHING:
                    continue
                kinds = (need,) if is_named and need != box.ANY else range(box.KINDS)
                if is_named == (need == box.ANY):
                    continue
                left = [kind for kind in kinds if brought[kind] > used[kind]]
                if left:
                    used[left[0]] += 1
    return brought, used


def goods(played: PlayedMove) -> list[int]:
    return [count for count in _harvest(played)[1] if count]


def waste(played: PlayedMove) -> list[int]:
    if played.is_for:
        return []
    brought, used = _harvest(played)
    return [one - two for one, two in zip(brought, used, strict=True) if one > two]


def wheat(played: PlayedMove) -> list[int]:
    before, after = (int(one.wheat[played.seat]) for one in (played.view, played.after))
    return [after - before, box.WHEAT_POINTS[after] - box.WHEAT_POINTS[before]]


def quarry(played: PlayedMove) -> list[int] | None:
    return [] if played.after.quarries else None


def completed(played: PlayedMove) -> list[int] | None:
    """What a shop that is complete now pays, by its kind."""
    view, then, seat = played.view, played.after, played.seat
    shop = act.SUPPLY.shop(played.move.action)
    number = int(then.shop[seat][shop])
    kind = box.SHOP_KIND[number]
    if played.is_for != bool(shops.is_complete(then, seat, shop)):
        return None
    if kind == box.EXCHANGE or not played.is_for:
        return []
    if kind == box.GRAIN:
        return [wheat(played)[1]]
    if kind in (box.STATUE, box.CHOICE):
        return [int(scoring.statue_points(then, seat) - scoring.statue_points(view, seat))]
    return [int(scoring.shop_points(then, seat, number))]


def missing(played: PlayedMove) -> list[int]:
    return [int(shops.missing(played.after, played.seat, act.SUPPLY.shop(played.move.action)))]


def turns(played: PlayedMove) -> list[int]:
    """Turns that the seat still has, this one included: tiles of the pile decide it."""
    view, count = played.view, 1
    if not played.is_for:
        return []
    if view.last_turns != st.NONE:
        return [1]
    pile, reserve, seat, last = int(view.pile), sum(view.common), played.seat, int(st.NONE)
    while last != 0:
        if last == st.NONE:
            used = 2 if view.long_game else 1
            reserve -= used
            drawn = min(pile, box.RESERVE - reserve)
            pile, reserve = pile - drawn, reserve + drawn
            if reserve < box.RESERVE:
                last = int(view.players)
        else:
            last -= 1
        seat = (seat + 1) % view.players
        count += seat == played.seat and last != 0
    return [count]


def monuments(played: PlayedMove) -> list[int]:
    return [int(scoring.monument_points(played.after, played.seat))]


def idle(played: PlayedMove) -> list[int] | None:
    is_used = any(_harvest(played)[1]) or wheat(played)[0] or played.after.quarries
    return None if is_used else []
