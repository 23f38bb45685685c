"""What facts of Fertility state, counted again from the valley and the shops alone."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from nomarch.games.fertility import components as box

from ..fact_values import Count, Stated, counting

SIDES = (1, 18, -1, -18)
WHEAT, QUARRY, EMPTY = 4, 5, -1
Harvest = Mapping[int, int]


@dataclass(frozen=True)
class City:
    """What a seat has in the middle of its turn."""

    goods: tuple[int, ...]
    stock: tuple[int, ...]
    wheat: int
    monuments: tuple[int, ...]
    shops: tuple[int, ...]
    put: tuple[tuple[int, ...], ...]
    quarries: int = 0
    owed: int = 0
    offered: int = 0
    """A bit set of the resources of an exchange."""


def city(stated: Stated, seat: int | None = None) -> City:
    s, seat = stated.state, stated.seat if seat is None else seat
    put = tuple(tuple(pieces) for pieces in s.put[seat])
    monuments = (s.monuments[seat], *(s.monuments[one] for one in range(4) if one != seat))
    offered = box.SHOP_VALUE[s.shop[seat][s.trader]] if s.trader >= 0 else 0
    return City(
        tuple(s.beside), tuple(s.stock), s.wheat[seat], monuments, tuple(s.shop[seat]), put,
        s.quarries, s.owed, offered,
    )  # fmt: skip


def needs(number: int) -> list[int]:
    return [need for need in box.SHOP_NEEDS[number] if need != box.NOTHING]


def lacks(c: City, place: int) -> list[int]:
    both = zip(box.SHOP_NEEDS[c.shops[place]], c.put[place], strict=True)
    return [need for need, piece in both if need != box.NOTHING and piece == EMPTY]


def are(c: City, missing: int) -> set[int]:
    """The places of shops that lack so many pieces."""
    places = [place for place, number in enumerate(c.shops) if number]
    return {place for place in places if len(lacks(c, place)) == missing}


def parts(c: City) -> list[int]:
    """Debens for general and specialised shops, statues, monuments and wheat."""
    done = [c.shops[place] for place in are(c, 0)]
    pieces = Counter(piece for each in c.put for piece in each)
    value = {one: box.SHOP_VALUE[one] for one in done}
    of = {kind: [one for one in done if box.SHOP_KIND[one] == kind] for kind in range(1, 7)}
    bits = 0
    for one in of[box.STATUE]:
        bits |= value[one]
    gods = min(5, bits.bit_count() + len(of[box.CHOICE]))
    mine, better = c.monuments[0], {one for one in c.monuments if one > c.monuments[0]}
    return [
        sum(value[one] for one in of[box.GENERAL]),
        sum(value[one] * pieces[box.SHOP_NEEDS[one][0]] for one in of[box.SPECIAL]),
        (0, 2, 5, 10, 17, 26)[gods],
        (15, 7, 0, 0)[len(better)] if mine else 0,
        (0, 2, 4, 7, 10, 14, 18, 23, 28, 34, 40)[c.wheat],
    ]


def changed(row: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return (*row[:at], row[at] + by, *row[at + 1 :])


def next_cities(c: City) -> Iterator[City]:
    """One step of the turn: a quarry, a payment or a piece for a shop."""
    kinds = range(4)
    if c.quarries:
        left = replace(c, quarries=c.quarries - 1)
        yield left
        if c.monuments[0] < 4:
            yield replace(left, monuments=changed(c.monuments, 0, 1))
        for kind in [one for one in kinds if c.stock[one]]:
            stock, goods = changed(c.stock, kind, -1), changed(c.goods, kind, 1)
            yield replace(left, stock=stock, goods=goods)
    elif c.owed:
        paid = replace(c, owed=c.owed - 1)
        yield from [replace(paid, wheat=c.wheat - 1)] if c.wheat else []
        yield from (replace(paid, goods=changed(c.goods, x, -1)) for x in kinds if c.goods[x])
    else:
        ready = [
            x for x in kinds if (c.stock[x] and c.offered >> x & 1 if c.offered else c.goods[x])
        ]
        for kind in ready:
            for place in range(len(c.shops)):
                if {kind, box.ANY} & set(lacks(c, place)):
                    yield supplied(c, kind, place)


def supplied(c: City, kind: int, place: int) -> City:
    icons, pieces = box.SHOP_NEEDS[c.shops[place]], list(c.put[place])
    fits = [i for i, need in enumerate(icons) if need in (kind, box.ANY) and pieces[i] == EMPTY]
    pieces[min(fits, key=lambda i: icons[i] == box.ANY)] = kind
    put = (*c.put[:place], tuple(pieces), *c.put[place + 1 :])
    if c.offered:
        c = replace(c, put=put, stock=changed(c.stock, kind, -1), offered=0)
    else:
        c = replace(c, put=put, goods=changed(c.goods, kind, -1))
    number = c.shops[place]
    if place in are(c, 0) and box.SHOP_KIND[number] == box.GRAIN:
        return replace(c, wheat=min(10, c.wheat + box.SHOP_VALUE[number]))
    if place in are(c, 0) and box.SHOP_KIND[number] == box.EXCHANGE:
        offered = replace(c, offered=box.SHOP_VALUE[number])
        return offered if any(next_cities(offered)) else c
    return c


def can_reach(c: City, is_goal: Callable[[City], bool]) -> bool:
    seen, left = {c}, [c]
    while left:
        one = left.pop()
        if not (one.offered or one.quarries or one.owed) and is_goal(one):
            return True
        new = [each for each in next_cities(one) if each not in seen]
        seen.update(new)
        left += new
    return False


# --- The valley -----------------------------------------------------------------------------------


def is_empty(s: Any, place: int) -> bool:
    return bool(s.cell[place] < box.SCENE)


def quarries(s: Any, half: int, other: int) -> int:
    open_cells = {box.WHEAT_FIELD, box.WATER} if s.open_fields else set()

    def is_wall(place: int) -> bool:
        filled = not is_empty(s, place) and s.cell[place] not in open_cells
        return place in (half, other) or filled

    beside = {one + side for one in (half, other) for side in SIDES} - {half, other}
    return sum(is_empty(s, x) and all(is_wall(x + side) for side in SIDES) for x in beside)


def harvest(s: Any, tile: int, half: int, other: int) -> Counter[int]:
    found, laid = Counter[int](), {half: box.TILE_SCENES[tile][0], other: box.TILE_SCENES[tile][1]}
    for place, scene in laid.items():
        beside = [s.cell[place + side] for side in SIDES if place + side not in laid]
        found[scene] += beside.count(box.SCENE + scene)
        found[WHEAT] += beside.count(box.WHEAT_FIELD)
        if box.ICON <= s.cell[place] < box.SCENE:
            found[s.cell[place] - box.ICON] += 1
        found[scene] += s.doubles and len(set(laid.values())) == 1
    return Counter(
        {kind: min(n, 99 if kind == WHEAT else s.stock[kind]) for kind, n in found.items()}
    )


def ways(s: Any, tile: int) -> Iterator[tuple[int, int]]:
    """The places where a tile may lie: two empty cells, one beside an equal scene."""
    scenes = box.TILE_SCENES[tile]
    for half in [place for place in box.AT if is_empty(s, place)]:
        for other in [half + side for side in SIDES if is_empty(s, half + side)]:
            pair = zip((half, other), scenes, strict=True)
            if any(s.cell[x + side] == box.SCENE + scene for x, scene in pair for side in SIDES):
                yield half, other


def fitting(c: City, goods: Harvest) -> dict[int, int]:
    """What fits the shops, with icons for anything filled last."""
    empty = Counter(need for place in range(len(c.shops)) for need in lacks(c, place))
    named = {kind: min(n, empty[kind]) for kind, n in goods.items() if kind < WHEAT}
    for kind in named:
        spare = min(goods[kind] - named[kind], empty[box.ANY])
        empty[box.ANY] -= spare
        named[kind] += spare
    return {kind: n for kind, n in named.items() if n}


def usable(s: Any, c: City, tile: int, way: tuple[int, int]) -> dict[int, int]:
    brings = harvest(s, tile, *way)
    wheat = min(brings[WHEAT], 10 - c.wheat)
    found = fitting(c, brings) | {WHEAT: wheat, QUARRY: quarries(s, *way)}
    return {kind: n for kind, n in found.items() if n}


def best(s: Any, c: City, tile: int) -> list[dict[int, int]]:
    """What a tile can bring, wherever that is most."""
    found = [usable(s, c, tile, way) for way in ways(s, tile)]
    most = max((sum(each.values()) for each in found), default=0)
    return [each for each in found if sum(each.values()) == most] if most else [{}]


def laid(stated: Stated, moves: tuple[str, ...] = ()) -> tuple[int, int, int]:
    """The tile, and the places of its halves."""
    words = dict(move.split() for move in moves or stated.moves)
    s = stated.state
    tile = box.TILE_NAMES.index(words["lay"]) if "lay" in words else s.tile
    half = box.AT[box.CELL_NAMES.index(words["cell"])] if "cell" in words else s.at
    return tile, half, half + SIDES[box.DIRECTIONS.index(words["turn"])]


def after(stated: Stated, moves: tuple[str, ...] = ()) -> tuple[Any, City]:
    """The valley and the own city after a tile is laid."""
    s, c = stated.state, city(stated)
    tile, half, other = laid(stated, moves)
    brings = harvest(s, tile, half, other)
    goods = tuple(brings[kind] for kind in range(4))
    stock = tuple(have - n for have, n in zip(c.stock, goods, strict=True))
    cell = list(s.cell)
    cell[half], cell[other] = (box.SCENE + scene for scene in box.TILE_SCENES[tile])
    valley = Valley(cell, stock, s.open_fields, s.doubles)
    wheat, count = min(10, c.wheat + brings[WHEAT]), quarries(s, half, other)
    return valley, replace(c, goods=goods, stock=stock, wheat=wheat, quarries=count)


@dataclass(frozen=True)
class Valley:
    cell: list[int]
    stock: tuple[int, ...]
    open_fields: int
    doubles: int


def played(stated: Stated) -> City:
    """The own city after the move."""
    c, (verb, *words) = city(stated), stated.moves[-1].split()
    if verb == "turn":
        return after(stated)[1]
    if verb == "supply":
        return supplied(c, kind_of(words[0]), box.SHOP_NAMES.index(words[1]))
    if verb == "quarry" and words[0] in box.RESOURCE_NAMES:
        kind = kind_of(words[0])
        goods, stock = changed(c.goods, kind, 1), changed(c.stock, kind, -1)
        return replace(c, goods=goods, stock=stock, quarries=c.quarries - 1)
    if verb == "quarry":
        more = int(words[0] == "monument")
        return replace(c, monuments=changed(c.monuments, 0, more), quarries=c.quarries - 1)
    if verb == "pay" and words[0] == "wheat":
        return replace(c, wheat=c.wheat - 1, owed=c.owed - 1)
    if verb == "pay":
        return replace(c, goods=changed(c.goods, kind_of(words[0]), -1), owed=c.owed - 1)
    if verb == "build":
        return built(stated, c)
    return c


def kind_of(name: str) -> int:
    return box.RESOURCE_NAMES.index(name)


def district(stated: Stated) -> int:
    return int(stated.moves[0].split()[1][1:]) - 1


def built(stated: Stated, c: City) -> City:
    slot = list(stated.state.district[stated.seat]).index(-1)
    first, number = 4 + 3 * slot, district(stated)
    shops = (*c.shops[:first], *box.DISTRICT_SHOP[number], *c.shops[first + 3 :])
    return replace(c, shops=shops, owed=box.DISTRICT_COST[number])


# --- Counts ---------------------------------------------------------------------------------------


def gains(before: City, then: City) -> dict[int, int]:
    both = zip(parts(then), parts(before), strict=True)
    return {category: new - old for category, (new, old) in enumerate(both)}


def finish(stated: Stated) -> Mapping[str, Any]:
    before, values = city(stated), stated.values

    def is_so(then: City) -> bool:
        more, done = gains(before, then), are(then, 0) - are(before, 0)
        names = [then.shops[place] for place in sorted(done) if before.shops[place]]
        if sum(more.values()) != values["points"] or values.get("shops", names) != names:
            return False
        return bool(values.get("parts", more) == more)

    assert can_reach(played(stated), is_so), stated
    return values


def lacking(stated: Stated) -> Mapping[str, Any]:
    before = city(stated)

    def is_so(then: City) -> bool:
        short = are(then, 1) - are(before, 1)
        return bool([then.shops[x] for x in sorted(short)] == stated.values["shops"])

    assert can_reach(played(stated), is_so), stated
    return stated.values


def crop(stated: Stated) -> Counter[int]:
    return harvest(stated.state, *laid(stated))


def goods(stated: Stated) -> Mapping[str, Any]:
    return {"harvest": fitting(city(stated), crop(stated))}


def wheat(stated: Stated) -> Mapping[str, Any]:
    before, then = city(stated), played(stated)
    return {"wheat": {WHEAT: then.wheat - before.wheat}, "points": gains(before, then)[4]}


def spare(stated: Stated) -> Mapping[str, Any]:
    brings, fits = crop(stated), fitting(city(stated), crop(stated))
    return {"harvest": {kind: brings[kind] - fits.get(kind, 0) for kind in range(4)}}


def idle(stated: Stated) -> bool:
    return not usable(stated.state, city(stated), laid(stated)[0], laid(stated)[1:])


def quarry(stated: Stated) -> bool:
    return played(stated).quarries > 0


def next_monument(stated: Stated) -> Mapping[str, Any]:
    then = played(stated)
    assert then.quarries
    return {"points": parts(replace(then, monuments=changed(then.monuments, 0, 1)))[3]}


def tiles_of(stated: Stated, seat: int) -> list[int]:
    return [kind for kind, count in enumerate(stated.state.hand[seat]) if count]


def stripped(one: Harvest) -> dict[int, int]:
    return {kind: count for kind, count in one.items() if count}


def gift(stated: Stated) -> Mapping[str, Any]:
    rival = (stated.seat + 1) % stated.state.players
    valley, values = after(stated)[0], stated.values
    theirs = city(stated, rival)
    assert stripped(values["harvest"]) in best(valley, theirs, values["tile"])
    each = [best(valley, theirs, tile)[0] for tile in tiles_of(stated, rival)]
    assert max(sum(one.values()) for one in each) == sum(values["harvest"].values())
    return {**values, "player": rival}


def own_next(stated: Stated) -> Mapping[str, Any]:
    for moves, name in ((stated.moves, "harvest"), (stated.other, "more")):
        (tile, *_), (valley, _) = laid(stated, moves), after(stated, moves)
        counts = Counter(dict(enumerate(stated.state.hand[stated.seat]))) - Counter([tile])
        each = [one for kind in counts for one in best(valley, city(stated), kind)]
        stated_harvest = stripped(stated.values[name])
        assert stated_harvest in each
        assert sum(stated_harvest.values()) == max(sum(one.values()) for one in each)
    return stated.values


def monuments(stated: Stated) -> Mapping[str, Any]:
    """What a monument in the quarry brings, and a rival loses or has as well."""
    (mine, *others), rival = played(stated).monuments, stated.values["player"]
    found = {"points": parts(played(stated))[3], "player": rival}
    if "lost" not in stated.values:
        assert (rival is None) == (mine not in others)
        return found
    theirs = city(stated, rival)
    then = list(stated.state.monuments)
    then[stated.seat] = mine
    later = replace(theirs, monuments=(then.pop(rival), *then))
    return {**found, "lost": parts(theirs)[3] - parts(later)[3]}


def safer(stated: Stated) -> Mapping[str, Any]:
    mine, *others = played(stated).monuments
    return {"count": mine - max(others[: stated.state.players - 1])}


def supply(stated: Stated) -> tuple[int, int]:
    _, resource, shop = stated.moves[0].split()
    return kind_of(resource), box.SHOP_NAMES.index(shop)


def completes(stated: Stated) -> Mapping[str, Any]:
    before, then, place = city(stated), played(stated), supply(stated)[1]
    assert place in are(then, 0)
    return {"shop": then.shops[place], "points": sum(gains(before, then).values())}


def counts(stated: Stated) -> Mapping[str, Any]:
    points = gains(city(stated), played(stated))[1]
    return {"points": points, "resource": supply(stated)[0]}


def exchange(stated: Stated) -> bool:
    return bool(played(stated).offered)


def valued(c: City, number: int) -> Mapping[str, Any]:
    """A shop, and what it would pay: as if it stood complete beside the others."""
    if box.SHOP_KIND[number] in (box.GENERAL, box.EXCHANGE):
        return {"valued": (number, 0)}
    place = next((place for place in are(c, 1) if c.shops[place] == number), len(c.shops))
    icons = [EMPTY if need == box.NOTHING else need for need in box.SHOP_NEEDS[number]]
    whole = replace(c, shops=(*c.shops, 0), put=(*c.put, (EMPTY, EMPTY)))
    shops = (*whole.shops[:place], number, *whole.shops[place + 1 :])
    put = (*whole.put[:place], tuple(icons), *whole.put[place + 1 :])
    more = box.SHOP_VALUE[number] if box.SHOP_KIND[number] == box.GRAIN else 0
    then = replace(c, shops=shops, put=put, wheat=min(10, c.wheat + more))
    category = {box.SPECIAL: 1, box.GRAIN: 4}.get(box.SHOP_KIND[number], 2)
    if box.SHOP_KIND[number] == box.SPECIAL:
        kind = icons[0]
        pieces = sum(each.count(kind) for each in put)
        return {"valued": (number, box.SHOP_VALUE[number] * pieces)}
    return {"valued": (number, gains(c, then)[category])}


def starts(stated: Stated) -> Mapping[str, Any]:
    then, place = played(stated), supply(stated)[1]
    assert place in are(then, 1)
    return valued(then, then.shops[place])


def completes_nothing(stated: Stated) -> bool:
    return supply(stated)[1] in are(played(stated), 1)


def new_district(stated: Stated) -> Mapping[str, Any]:
    assert not box.DISTRICT_COST[district(stated)]
    return {"turns": 9 - stated.state.turns // stated.state.players}


def offer(stated: Stated) -> Mapping[str, Any]:
    number = stated.values["valued"][0]
    assert number in box.DISTRICT_SHOP[district(stated)]
    return valued(city(stated), number)


def no_district(stated: Stated) -> bool:
    c, s = city(stated), stated.state
    cheapest = min(box.DISTRICT_COST[one] for one in s.shown if one >= 0)
    return -1 in s.district[stated.seat] and cheapest <= sum(c.goods) + c.wheat


def new_pieces(stated: Stated) -> Mapping[str, Any]:
    before = city(stated)

    def is_so(then: City) -> bool:
        new = [put for put, number in zip(then.put, before.shops, strict=True) if not number]
        pieces = {kind: sum(each.count(kind) for each in new) for kind in range(4)}
        return bool(pieces == stated.values["harvest"])

    assert can_reach(played(stated), is_so)
    return stated.values


def from_quarry(stated: Stated) -> bool:
    c, kind = city(stated), kind_of(stated.moves[0].split()[1])
    had, has = dict(enumerate(c.goods)), dict(enumerate(changed(c.goods, kind, 1)))
    return fitting(c, has).get(kind, 0) > fitting(c, had).get(kind, 0)


def spares(stated: Stated) -> bool:
    c, kind = city(stated), kind_of(stated.moves[0].split()[1])
    return c.goods[kind] > fitting(c, dict(enumerate(c.goods))).get(kind, 0)


def left_over(stated: Stated) -> Mapping[str, Any]:
    return {"harvest": fitting(city(stated), dict(enumerate(city(stated).goods)))}


def tile(stated: Stated) -> int:
    return box.TILE_NAMES.index(stated.moves[0].split()[1])


def taken(stated: Stated) -> Mapping[str, Any]:
    found = stripped(stated.values.get("harvest", {}))
    assert found in best(stated.state, replace(city(stated), goods=(0,) * 4), tile(stated))
    return stated.values


def wanted(stated: Stated) -> Mapping[str, Any]:
    return {"harvest": fitting(city(stated), dict.fromkeys(box.TILE_SCENES[tile(stated)], 20))}


def denied(stated: Stated) -> Mapping[str, Any]:
    rival = (stated.seat + 1) % stated.state.players
    assert stripped(stated.values["harvest"]) in best(
        stated.state, city(stated, rival), tile(stated)
    )
    return {**stated.values, "player": rival}


COUNTS: dict[str, Count] = {
    "It can bring you {points} this turn, and complete {shops}.": finish,
    "It can bring you {points} this turn ({parts}).": finish,
    "This way you can gain {points} this turn, and complete {shops}.": finish,
    "This way you can gain {points} this turn ({parts}).": finish,
    "It brings {wheat}, worth {points}, and {harvest} that your shops can take.": lambda one: {
        **wheat(one),
        **goods(one),
    },
    "It brings {wheat}, worth {points}.": wheat,
    "It brings {harvest} that your shops can take.": goods,
    "{shops} would lack only one more piece.": lacking,
    "It closes a quarry: with a monument there, yours would be worth {points} as it stands.": (
        next_monument
    ),
    "It closes a quarry: you can put a monument there, or take any resource.": quarry,
    "It brings no wheat, and nothing that your shops can take.": idle,
    "None of your shops takes {harvest}.": spare,
    "{player} could then lay {tile} for {harvest}.": gift,
    "Next turn you could then gain {harvest}, rather than {more}.": own_next,
    "You'd have the most monuments: {points} for you, {lost} less for {player}.": monuments,
    "You'd have the most monuments: {points}.": monuments,
    "You'd have as many monuments as {player}: {points} for each of you.": monuments,
    "You'd have the second most monuments: {points}.": monuments,
    "You'd have {count} monuments more than anyone else.": safer,
    "It completes {shop}: {points} more.": completes,
    "Specialised shops count {resource}: {points} more.": counts,
    "It completes the exchange shop: you can supply another resource at once.": exchange,
    "One more piece could then complete {valued}.": starts,
    "It completes nothing.": completes_nothing,
    "You'd get new shops for nothing, with {turns} left to fill them.": new_district,
    "It would give you {valued}.": offer,
    "You could build no district after that this turn.": no_district,
    "You could put {harvest} in its shops this turn.": new_pieces,
    "One of your shops takes it.": from_quarry,
    "All spaces are equally good.": lambda one: True,
    "Wheat keeps, and this one scores {points} at the end.": lambda one: {
        "points": -gains(city(one), played(one))[4]
    },
    "None of your shops needs it this turn.": spares,
    "Your shops can use it this turn.": lambda one: not spares(one),
    "{harvest} for your shops would go back to the stock.": left_over,
    "If the place stays free, it could bring you {harvest} next turn.": taken,
    "As the valley lies, it could bring you nothing.": taken,
    "Your shops can still take {harvest}.": wanted,
    "{player} could gain {harvest} with it.": denied,
}

test_numbers_are_those_of_valley_and_city = counting("fertility", COUNTS)
