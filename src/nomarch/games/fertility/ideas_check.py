"""What the rules say of the numbers in `ideas.py`."""

from collections import Counter
from collections.abc import Mapping, Sequence

from nomarch.games.fertility.rules import act, box, harvest as crops, scoring, shops, st
from nomarch.games.fertility.words import tips
from nomarch.kernel.declare.ideas import PlayedMove


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


def _named(numbers: Sequence[int]) -> list[int]:
    """The numbers in the names of shops."""
    kinds = Counter((box.SHOP_KIND[one], box.SHOP_VALUE[one]) for one in numbers)
    values = [value for kind, value in kinds if kind in (box.GENERAL, box.GRAIN)]
    return [*values, *(count for count in kinds.values() if count > 1)]


def started(played: PlayedMove) -> list[int] | None:
    """What a shop pays once its last icon is covered, too."""
    then, seat, shop = played.after, played.seat, act.SUPPLY.shop(played.move.action)
    number = int(then.shop[seat][shop])
    is_next = int(shops.missing(then, seat, shop)) == 1
    return _paid(played, then, number, shop) if is_next else None


def _paid(played: PlayedMove, state: st.State, number: int, place: int) -> list[int]:
    """What a shop pays once every icon is covered, and the number in its name."""
    if box.SHOP_KIND[number] in (box.GENERAL, box.EXCHANGE):
        return _named([number])
    then, seat = played.engine.copy(state), played.seat
    before = int(scoring.statue_points(then, seat)) + box.WHEAT_POINTS[then.wheat[seat]]
    then.shop[seat][place] = number
    for i, need in enumerate(box.SHOP_NEEDS[number]):
        then.put[seat][place][i] = need
    if box.SHOP_KIND[number] == box.GRAIN:
        crops.gain_wheat(then, seat, box.SHOP_VALUE[number])
    after = int(scoring.statue_points(then, seat)) + box.WHEAT_POINTS[then.wheat[seat]]
    return [int(scoring.shop_points(then, seat, number)) + after - before, *_named([number])]


def _supplied(played: PlayedMove, state: st.State, goods: Mapping[int, int]) -> list[int]:
    """Supply the shops that goods complete by the rules: the Debens, and numbers in their names."""
    chosen = tips.completable(state, played.seat, goods)
    then, seat = played.engine.copy(state), played.seat
    then.phase, then.beside = st.SUPPLYING, [goods.get(kind, 0) for kind in range(box.KINDS)]
    before, numbers = int(scoring.debens(then, seat)), list[int]()
    for shop in chosen:
        while not shops.is_complete(then, seat, shop):
            actions = [act.SUPPLY.at(shop, kind) for kind in range(box.KINDS)]
            legal = set(played.engine.legal(then, seat))
            then = played.engine.play(then, seat, next(one for one in actions if one in legal))
        numbers.append(int(then.shop[seat][shop]))
        then.phase = st.SUPPLYING  # what an exchange brings is not counted
    return [int(scoring.debens(then, seat)) - before, *_named(numbers)]


def finished(played: PlayedMove) -> list[int]:
    """What a harvest completes, less what its wheat is worth by itself."""
    then, brought = played.after, _harvest(played)[0]
    then.wheat[played.seat] = played.view.wheat[played.seat]
    return _supplied(played, then, dict(enumerate(brought)))


def paid(played: PlayedMove) -> list[int]:
    """What this turn's resources can complete with the piece, and not without."""
    kind, goods = act.PAY.resource(played.move.action), dict(enumerate(played.view.beside))
    if played.is_for or kind == box.WHEAT:
        return []
    before = _supplied(played, played.view, goods)[0]
    goods[kind] -= 1
    lost = before - _supplied(played, played.view, goods)[0]
    return [lost] if lost else []


def offered(played: PlayedMove) -> list[int]:
    """What the best shop of a district pays."""
    then = played.after
    place = then.shop[played.seat].index(box.NO_SHOP)
    numbers = box.DISTRICT_SHOP[act.BUILD.district(played.move.action)]
    pays = {one: _paid(played, then, one, place) for one in numbers if one != box.NO_SHOP}
    return pays[max(pays, key=lambda one: (pays[one][:1], one))]


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
