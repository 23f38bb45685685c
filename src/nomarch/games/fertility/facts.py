"""What the rules of Fertility tell of a move: harvests, shops, monuments, and tiles to come."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from nomarch.games.fertility import events as ev
from nomarch.games.fertility.rules import act, box, harvest, scoring, shops, st
from nomarch.games.fertility.words import categories, component_names as terms
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
)
from nomarch.kernel.declare.sentences import Translate

PACE = 2
"""Pieces for shops that a turn brings at most, as a rule."""
MOST_NEEDED = 3
"""So many pieces of a resource a tile may bring in a few turns."""
BITS = 4
"""Bits of one count in a packed harvest."""
SCORED = (
    scoring.general_points,
    scoring.special_points,
    scoring.statue_points,
    scoring.monument_points,
    lambda s, seat: box.WHEAT_POINTS[s.wheat[seat]],
)
"""Debens by category, in the order of `ev.GENERAL_SHOPS` to `ev.GRANARY`."""
GOODS = (*box.RESOURCES, box.WHEAT)
LAYS, QUARRIES, BUILDS, SLOTS, PAYS = ("turn",), ("quarry",), ("build",), ("slot",), ("pay",)
SUPPLIES, ENDS, TAKES, REMOVES = ("supply",), ("done",), ("take",), ("remove",)
Read = Callable[[Any, int, Any], float]
Say = Callable[[Numbers], Values | None]

# --- Measures -------------------------------------------------------------------------------------


def _of_category(category: int) -> Read:
    return lambda s, seat, start: int(SCORED[category](s, seat))


def _unfinished(s: st.State, seat: int) -> Iterator[tuple[int, int]]:
    """Shops that lack pieces, and how many; also those of a district being built."""
    for place, number in enumerate(s.shop[seat]):
        if missing := int(shops.missing(s, seat, place)):
            yield number, missing
    if s.site != st.NONE and seat == s.seat:
        yield from ((one, _icons(one)) for one in _shops_of(s.site))


def _shops_of(district: int) -> list[int]:
    return [one for one in box.DISTRICT_SHOP[district] if one != box.NO_SHOP]


def _icons(number: int) -> int:
    return len(box.SHOP_NEEDS[number]) - box.SHOP_NEEDS[number].count(box.NOTHING)


def _worth(s: st.State, seat: int, number: int, missing: int) -> int:
    """What a shop pays once it is complete."""
    kind, value = box.SHOP_KIND[number], box.SHOP_VALUE[number]
    if kind == box.GENERAL:
        return value
    if kind == box.SPECIAL:
        counted = box.SHOP_NEEDS[number][0]
        return value * (missing + int(scoring.pieces_like(s, seat, counted)))
    if kind == box.GRAIN:
        have = int(s.wheat[seat])
        return box.WHEAT_POINTS[min(box.MOST_WHEAT, have + value)] - box.WHEAT_POINTS[have]
    held = int(scoring.statues_held(s, seat))
    now, then = scoring.gods_in(held), scoring.gods_in(scoring.with_statue(held, number))
    return box.STATUE_POINTS[then] - box.STATUE_POINTS[now]


def _offer(s: st.State, seat: int, start: st.State) -> float:
    """What shops can still pay, as far as the turns left may fill them."""
    icons = PACE * (box.TURNS_EACH - 1 - start.turns // start.players)
    found = 0.0
    each = [(_worth(s, seat, *one) / one[1], one[1]) for one in _unfinished(s, seat)]
    for worth, missing in sorted(each, reverse=True):
        found += worth * min(missing, icons)
        icons -= min(missing, icons)
    return found


def _pieces(s: st.State, seat: int, start: st.State) -> int:
    return sum(int(scoring.pieces_like(s, seat, kind)) for kind in box.RESOURCES)


def _nearly(s: st.State, seat: int, start: st.State) -> int:
    """What shops pay that lack one piece."""
    return sum(_worth(s, seat, *one) for one in _unfinished(s, seat) if one[1] == 1)


def _places(missing: int) -> Read:
    """A bit set of the shops that lack so many pieces."""
    return lambda s, seat, start: sum(
        1 << place
        for place, number in enumerate(s.shop[seat])
        if number != box.NO_SHOP and shops.missing(s, seat, place) == missing
    )


def _of_kind(kind: int) -> Read:
    """Of a resource, what a seat has harvested this turn; its wheat."""
    return lambda s, seat, start: s.wheat[seat] if kind == box.WHEAT else s.beside[kind]


def _new_pieces(kind: int) -> Read:
    """Pieces in the shops of a district that was built this turn."""
    return lambda s, seat, start: sum(
        put.count(kind)
        for put, number in zip(s.put[seat], start.shop[seat], strict=True)
        if number == box.NO_SHOP
    )


def _wasted(s: st.State, seat: int, start: st.State) -> int:
    return sum(one.count for one in s.trace or () if one.event is ev.RETURNED)


def _lead(s: st.State, seat: int, start: st.State) -> int:
    """Monuments more than any rival has."""
    others = [s.monuments[one] for one in range(s.players) if one != seat]
    return int(s.monuments[seat] - max(others))


def _districts(s: st.State, seat: int, start: st.State) -> int:
    return box.SLOTS - s.district[seat].count(st.NONE)


def _may_build(s: st.State, seat: int, start: st.State) -> int:
    """Whether a district was built this turn, or still can be."""
    if s.phase == st.CITY and st.NONE in s.district[seat]:
        purse = sum(s.beside) + s.wheat[seat]
        return any(box.DISTRICT_COST[one] <= purse for one in s.shown if one != st.NONE)
    return s.site != st.NONE or s.district[seat] != start.district[seat]


def _used(s: st.State, seat: int, goods: Mapping[int, int]) -> dict[int, int]:
    """How many of each resource fit the shops together; icons for anything are filled last."""
    empty = Counter(
        need
        for number, put in zip(s.shop[seat], s.put[seat], strict=True)
        for need, piece in zip(box.SHOP_NEEDS[number], put, strict=True)
        if piece == st.NONE
    )
    found = {}
    for kind, count in goods.items():
        named = min(count, empty[kind])
        spare = min(count - named, empty[box.ANY])
        empty[box.ANY] -= spare
        found[kind] = named + spare
    return {kind: count for kind, count in found.items() if count}


def _best_lay(s: st.State, seat: int, kind: int) -> dict[int, int]:
    """What a tile brings that a seat can use, laid where that is most."""
    best = dict[int, int]()
    room = box.MOST_WHEAT - s.wheat[seat]
    for way in terms.ways(s, kind):
        crop = dict(terms.harvest_counts(s, kind, *way))
        wheat = min(crop.pop(box.WHEAT, 0), room)
        crop = {one: min(count, s.stock[one]) for one, count in crop.items()}
        quarries = int(harvest.quarries_closed(s, *way))
        brings = _used(s, seat, crop) | {box.WHEAT: wheat, terms.QUARRY: quarries}
        if sum(brings.values()) > sum(best.values()):
            best = brings
    return best


def _best_of(kind: int) -> Read:
    """The same, packed."""
    return lambda s, seat, start: sum(
        count << BITS * one for one, count in _best_lay(s, seat, kind).items()
    )


def _reach(s: st.State, seat: int, start: st.State) -> int:
    """What the best own tile can bring in the next turn; of rivals, only who is next."""
    is_me = seat == start.seat
    has_turn = start.last_turns == st.NONE or (start.last_turns > 1 and not is_me)
    is_next = is_me or seat == (start.seat + 1) % start.players
    if start.phase < st.CHOOSE_TILE or not has_turn or not is_next:
        return 0
    kinds = [kind for kind, count in enumerate(s.hand[seat]) if count]
    return max((sum(_best_lay(s, seat, kind).values()) for kind in kinds), default=0)


def _hand(s: st.State, seat: int, start: st.State) -> int:
    """What all own tiles can bring, each by itself."""
    tiles = enumerate(s.hand[seat]) if start.last_turns == st.NONE else ()
    return sum(n * sum(_best_lay(s, seat, kind).values()) for kind, n in tiles if n)


def _tiles_of(kind: int) -> Read:
    return lambda s, seat, start: s.hand[seat][kind]


def _wanted(s: st.State, seat: int, start: st.State) -> int:
    """Pieces that shops take of the scenes of own tiles."""
    return sum(
        count * sum(_used(s, seat, dict.fromkeys(scenes, MOST_NEEDED)).values())
        for scenes, count in zip(box.TILE_SCENES, s.hand[seat], strict=True)
    )


def _removed(s: st.State, seat: int, start: st.State) -> int:
    """What the tile removed from the reserve could bring."""
    gone = [kind for kind in range(box.TILE_KINDS) if s.gone[kind] > start.gone[kind]]
    return sum(sum(_best_lay(start, seat, kind).values()) for kind in gone)


MEASURES = (
    Measure(
        "points", lambda s, seat, start: int(scoring.debens(s, seat)), weight=0.25, of_rivals=True
    ),
    *(Measure(f"points{one}", _of_category(one), good=0) for one in range(len(SCORED))),
    Measure("pieces", _pieces, weight=1.0),
    Measure("nearly", _nearly, weight=0.1),
    Measure("offer", _offer, weight=0.06),
    Measure("wasted", _wasted, good=-1, weight=0.5),
    Measure("wheat", _of_kind(box.WHEAT), weight=0.8),
    Measure("monuments", lambda s, seat, start: s.monuments[seat], good=0),
    Measure("lead", _lead, weight=0.4),
    Measure("quarries", lambda s, seat, start: s.quarries, weight=0.8),
    Measure("build", _may_build, weight=0.8),
    Measure("districts", _districts, weight=0.8),
    Measure("reach", _reach, weight=0.8, of_rivals=True),
    Measure("hand", _hand, weight=0.3),
    Measure("wanted", _wanted, weight=0.2),
    Measure("removed", _removed, weight=0.2, of_rivals=True),
    Measure("trade", lambda s, seat, start: s.phase == st.TRADE, good=0),
    Measure("complete", _places(0), good=0),
    Measure("lacking", _places(1), good=0),
    *(Measure(f"have{one}", _of_kind(one), good=0) for one in GOODS),
    *(Measure(f"new{one}", _new_pieces(one), good=0) for one in box.RESOURCES),
    *(Measure(f"own{one}", _tiles_of(one), good=0) for one in range(box.TILE_KINDS)),
    *(Measure(f"best{one}", _best_of(one), good=0) for one in range(box.TILE_KINDS)),
)

# --- Suppositions ---------------------------------------------------------------------------------


def _has_ended(start: st.State, s: st.State, me: int) -> bool:
    is_setup = start.phase < st.CHOOSE_TILE
    return is_setup or s.phase in (st.TAKING, st.REMOVING, st.OVER) or s.turns != start.turns


def _supply(rules: Any, s: st.State, seat: int, legal: Sequence[int], me: int) -> int:
    """Go on without another district."""
    without = [action for action in legal if not act.BUILD.has(action)]
    return max(without, key=lambda action: int(rules.evaluate(s, seat, action)))


TURN = ("points", "pieces", "nearly", "offer", "wasted", "wheat", "districts", "lead")
SUPPOSITIONS = (
    Supposition("now"),
    Supposition("turn", _has_ended, _supply, ("can", "could", "would", "'d "), TURN),
)

# --- Values ---------------------------------------------------------------------------------------


def _shops(p: Numbers, measure: str) -> list[int]:
    """Shops that a measure's bit set of places has at the end of the turn, and not before."""
    bits = p.after(f"turn.{measure}") & ~p.before(measure)
    return [one for place, one in enumerate(p.view.shop[p.seat]) if bits >> place & 1 and one]


def _finish(p: Numbers) -> Values | None:
    """Shops that the turn can complete."""
    points, numbers = p.change("turn.points"), _shops(p, "complete")
    return {"points": points, "shops": numbers} if points > 0 and numbers else None


def _pays(p: Numbers) -> Values | None:
    parts = {one: p.change(f"turn.points{one}") for one in range(len(SCORED))}
    points = sum(parts.values())
    return {"points": points, "parts": parts} if points > 0 else None


def _this_way(values: Say) -> Say:
    """What the turn can bring, if the other move doesn't bring as much."""

    def is_more(p: Numbers) -> bool:
        return p.other is not None and p.other.change("turn.points") < p.change("turn.points")

    return lambda p: values(p) if is_more(p) else None


def _crop(p: Numbers) -> tuple[dict[int, int], dict[int, int]]:
    """What a tile brings that fits a shop, and what doesn't."""
    crop = {kind: p.change(f"now.have{kind}") for kind in box.RESOURCES}
    used = _used(p.view, p.seat, crop)
    return used, {kind: count - used.get(kind, 0) for kind, count in crop.items()}


def _goods(p: Numbers) -> Values | None:
    return {"harvest": used} if (used := _crop(p)[0]) else None


def _spare(p: Numbers) -> Values | None:
    spare = _crop(p)[1]
    return {"harvest": spare} if any(spare.values()) else None


def _wheat(p: Numbers) -> Values | None:
    wheat, points = p.change("now.wheat"), p.change(f"now.points{ev.GRANARY}")
    return {"wheat": {box.WHEAT: wheat}, "points": points} if wheat > 0 else None


def _wheat_and_goods(p: Numbers) -> Values | None:
    wheat, goods = _wheat(p), _goods(p)
    return {**wheat, **goods} if wheat and goods else None


def _idle(p: Numbers) -> Values | None:
    is_used = _wheat(p) or _goods(p) or p.after("now.quarries")
    return None if is_used or p.view.phase < st.CHOOSE_TILE else {}


def _quarry(p: Numbers) -> Values | None:
    return {} if p.after("now.quarries") else None


def _next_monument(p: Numbers) -> Values | None:
    """A quarry, and what a monument there would be worth."""
    mine = int(p.view.monuments[p.seat]) + 1
    more = {int(p.view.monuments[one]) for one in p.rivals if p.view.monuments[one] > mine}
    if not p.after("now.quarries") or mine > box.MONUMENTS_EACH or len(more) > 1:
        return None
    return {"points": box.SECOND_MONUMENTS if more else box.MOST_MONUMENTS}


def _lacking(p: Numbers) -> Values | None:
    return {"shops": numbers} if (numbers := _shops(p, "lacking")) else None


def _brought(p: Numbers, seat: int, tile: int) -> dict[int, int]:
    """What a tile can bring a seat after the move."""
    packed, kinds = p.after(f"now.best{tile}", seat), range(terms.QUARRY + 1)
    return {kind: packed >> BITS * kind & (1 << BITS) - 1 for kind in kinds}


def _next_lay(p: Numbers, seat: int) -> tuple[int, dict[int, int]]:
    """The best tile that a seat has then, and what it can bring."""
    kinds = [kind for kind in range(box.TILE_KINDS) if p.after(f"now.own{kind}", seat)]
    each = {kind: _brought(p, seat, kind) for kind in kinds}
    best = max(each, key=lambda kind: sum(each[kind].values()))
    return best, each[best]


def _gift(p: Numbers) -> Values | None:
    """What a tile leaves to the next player."""
    rival = (p.seat + 1) % p.view.players
    if not p.after("now.reach", rival):
        return None
    tile, harvest = _next_lay(p, rival)
    return {"player": rival, "tile": tile, "harvest": harvest}


def _own_next(p: Numbers) -> Values | None:
    """What the best tile that is left can bring, and what it could after the other move."""
    if p.other is None or not p.other.after("now.reach"):
        return None
    harvest, more = (_next_lay(one, p.seat)[1] for one in (p, p.other))
    return (
        {"harvest": harvest, "more": more} if sum(harvest.values()) < sum(more.values()) else None
    )


# In the city


def _lacks(p: Numbers) -> bool:
    """Whether a shop isn't complete with a piece."""
    return bool(p.after("now.lacking") >> act.SUPPLY.shop(p.action) & 1)


def _supplied(p: Numbers) -> int:
    return int(p.view.shop[p.seat][act.SUPPLY.shop(p.action)])


def _completes(p: Numbers) -> Values | None:
    points = p.change("now.points")
    return None if points <= 0 or _lacks(p) else {"shop": _supplied(p), "points": points}


def _counts(p: Numbers) -> Values | None:
    points, kind = p.change(f"now.points{ev.SPECIAL_SHOPS}"), act.SUPPLY.resource(p.action)
    elsewhere = p.other.change(f"now.points{ev.SPECIAL_SHOPS}") if p.other else points
    return {"points": points, "resource": kind} if points > elsewhere else None


def _exchange(p: Numbers) -> Values | None:
    return {} if p.after("now.trade") else None


def _starts(p: Numbers) -> Values | None:
    return _valued(p, _supplied(p), 2) if _lacks(p) else None


def _valued(p: Numbers, number: int, missing: int) -> Values:
    """A shop, and what it pays where its name doesn't say that."""
    points = _worth(p.view, p.seat, number, missing)
    is_named = box.SHOP_KIND[number] in (box.GENERAL, box.EXCHANGE)
    return {"valued": (number, 0 if is_named else points)}


def _completes_nothing(p: Numbers) -> Values | None:
    return {} if _lacks(p) else None


def _no_district(p: Numbers) -> Values | None:
    return {} if p.before("build") and not p.after("now.build") else None


def _still_fits(p: Numbers) -> Values | None:
    fitting = _used(p.view, p.seat, dict(enumerate(p.view.beside)))
    return {"harvest": fitting} if fitting else None


def _new_shops(p: Numbers) -> Values | None:
    """Pieces for the shops of a district."""
    taken = {kind: p.after(f"turn.new{kind}") for kind in box.RESOURCES}
    return {"harvest": taken} if any(taken.values()) else None


def _best_shop(p: Numbers) -> Values | None:
    """The shop of a district that pays most."""
    numbers = _shops_of(act.BUILD.district(p.action))
    if p.other and act.BUILD.has(p.other.action):
        also = {_gives(one) for one in _shops_of(act.BUILD.district(p.other.action))}
        numbers = [one for one in numbers if _gives(one) not in also] or numbers
    best = max(numbers, key=lambda one: (_worth(p.view, p.seat, one, _icons(one)), one))
    return _valued(p, best, _icons(best))


def _gives(number: int) -> tuple[int, int]:
    return box.SHOP_KIND[number], box.SHOP_VALUE[number]


def _new_district(p: Numbers) -> Values | None:
    """Shops that cost nothing, and the time to fill them."""
    left = box.TURNS_EACH - int(p.view.turns // p.view.players)
    return None if box.DISTRICT_COST[act.BUILD.district(p.action)] else {"turns": left}


def _payment(is_spare: bool) -> Say:
    """A resource that is paid, and no shop takes, or that one does."""

    def values(p: Numbers) -> Values | None:
        kind, goods = act.PAY.resource(p.action), dict(enumerate(p.view.beside))
        fits = kind == box.WHEAT or goods[kind] <= _used(p.view, p.seat, goods).get(kind, 0)
        return {} if kind != box.WHEAT and fits != is_spare else None

    return values


def _wheat_payment(p: Numbers) -> Values | None:
    points = -p.change("now.points")
    return {"points": points} if points > 0 else None


def _taken_from_quarry(p: Numbers) -> Values | None:
    if not act.QUARRY.has(p.action):
        return None
    kind, goods = int(act.QUARRY.resource(p.action)), dict(enumerate(p.view.beside))
    fits = _used(p.view, p.seat, goods | {kind: goods[kind] + 1}).get(kind, 0)
    return {} if fits > _used(p.view, p.seat, goods).get(kind, 0) else None


# Monuments


def _ranked(is_rank: Callable[[int], bool]) -> Say:
    """What a monument brings, by how many more its owner has then than anyone else."""

    def values(p: Numbers) -> Values | None:
        if p.action != act.QUARRY_MONUMENT or p.change("now.points") <= 0:
            return None
        equals = [one for one in p.rivals if p.view.monuments[one] == p.after("now.monuments")]
        found = {
            "points": p.after(f"now.points{ev.MONUMENTS}"),
            "player": equals[0] if equals else None,
        }
        return found if is_rank(p.after("now.lead")) else None

    return values


def _safer(p: Numbers) -> Values | None:
    """A lead that grows."""
    lead = p.after("now.lead")
    return {"count": lead} if p.action == act.QUARRY_MONUMENT and lead > 1 else None


def _overtaken(p: Numbers) -> Values | None:
    """A rival whose monuments come second then."""
    lost = {one: -p.change("now.points", one) for one in p.rivals}
    rival = max(lost, key=lambda one: lost[one])
    points = p.after(f"now.points{ev.MONUMENTS}")
    if p.after("now.lead") <= 0 or lost[rival] <= 0:
        return None
    return {"points": points, "player": rival, "lost": lost[rival]}


# Tiles


def _taken(can_bring: bool) -> Say:
    """What a tile of the reserve can bring next turn."""

    def values(p: Numbers) -> Values | None:
        harvest = _brought(p, p.seat, act.TAKE.tile(p.action))
        return {"harvest": harvest} if any(harvest.values()) == can_bring else None

    return values


def _wanted_tile(p: Numbers) -> Values | None:
    scenes = dict.fromkeys(box.TILE_SCENES[act.TAKE.tile(p.action)], box.STOCK_EACH)
    return {"harvest": needed} if (needed := _used(p.view, p.seat, scenes)) else None


def _denied(p: Numbers) -> Values | None:
    rival = (p.seat + 1) % p.view.players
    harvest = _brought(p, rival, act.REMOVE.tile(p.action))
    return {"player": rival, "harvest": harvest} if any(harvest.values()) else None


# --- Rows -----------------------------------------------------------------------------------------

CITY = (*QUARRIES, *BUILDS, *PAYS, *SUPPLIES)
ROWS = (
    # A tile
    Row("turn.points.me turn.pieces.me now.wheat.me", FOR, "finish goods", LAYS, _finish,
        "It can bring you {points} this turn, and complete {shops}."),
    Row("now.points.me now.wheat.me turn.pieces.me", FOR, "wheat goods", LAYS, _wheat_and_goods,
        "It brings {wheat}, worth {points}, and {harvest} that your shops can take."),
    Row("now.points.me now.wheat.me", FOR, "wheat goods", LAYS, _wheat,
        "It brings {wheat}, worth {points}."),
    Row("turn.points.me", FOR, "goods", LAYS, _pays,
        "It can bring you {points} this turn ({parts})."),
    Row("turn.pieces.me", FOR, "goods", LAYS, _goods,
        "It brings {harvest} that your shops can take."),
    Row("turn.nearly.me", FOR, "start", LAYS, _lacking,
        "{shops} would lack only one more piece."),
    Row("now.quarries.me", FOR, "quarry monument", LAYS, _next_monument,
        "It closes a quarry: with a monument there, yours would be worth {points} as it stands."),
    Row("now.quarries.me", FOR, "quarry monument", LAYS, _quarry,
        "It closes a quarry: you can put a monument there, or take any resource."),
    Row("turn.points.me turn.pieces.me", AGAINST, "idle goods", LAYS, _idle,
        "It brings no wheat, and nothing that your shops can take."),
    Row("turn.wasted.me turn.pieces.me", AGAINST, "waste", LAYS, _spare,
        "None of your shops takes {harvest}.", is_now=True),
    Row("now.reach.rivals", AGAINST, "gift", LAYS, _gift,
        "{player} could then lay {tile} for {harvest}."),
    Row("now.reach.me", AGAINST, "next", LAYS, _own_next,
        "Next turn you could then gain {harvest}, rather than {more}."),
    # Monuments
    Row("now.points.me turn.points.me now.points.rivals", FOR, "monument deny", QUARRIES,
        _overtaken, "You'd have the most monuments: {points} for you, {lost} less for {player}."),
    Row("now.points.me turn.points.me", FOR, "monument", QUARRIES, _ranked(lambda lead: lead > 0),
        "You'd have the most monuments: {points}."),
    Row("now.points.me turn.points.me", FOR, "monument", QUARRIES, _ranked(lambda lead: lead == 0),
        "You'd have as many monuments as {player}: {points} for each of you."),
    Row("now.points.me turn.points.me", FOR, "monument", QUARRIES, _ranked(lambda lead: lead < 0),
        "You'd have the second most monuments: {points}."),
    Row("now.lead.me turn.lead.me", FOR, "monument", QUARRIES, _safer,
        "You'd have {count} monuments more than anyone else."),
    # The city
    Row("now.points.me now.wheat.me", FOR, "complete", SUPPLIES, _completes,
        "It completes {shop}: {points} more."),
    Row("now.points.me", FOR, "complete", SUPPLIES, _counts,
        "Specialised shops count {resource}: {points} more."),
    Row("turn.points.me turn.pieces.me", FOR, "complete", SUPPLIES, _exchange,
        "It completes the exchange shop: you can supply another resource at once."),
    Row("now.nearly.me turn.nearly.me", FOR, "start", SUPPLIES, _starts,
        "One more piece could then complete {valued}."),
    Row("now.points.me", AGAINST, "complete", SUPPLIES, _completes_nothing,
        "It completes nothing."),
    Row("turn.districts.me now.build.me", FOR, "district offer", BUILDS, _new_district,
        "You'd get new shops for nothing, with {turns} left to fill them."),
    Row("now.offer.me turn.districts.me now.build.me", FOR, "offer", BUILDS, _best_shop,
        "It would give you {valued}."),
    Row("now.build.me turn.districts.me", AGAINST, "late", (*SUPPLIES, *ENDS), _no_district,
        "You could build no district after that this turn.", regret=1),
    Row("turn.points.me", FOR, "takes-now complete", CITY, _this_way(_finish),
        "This way you can gain {points} this turn, and complete {shops}."),
    Row("turn.points.me", FOR, "takes-now complete", CITY, _this_way(_pays),
        "This way you can gain {points} this turn ({parts})."),
    Row("turn.pieces.me turn.wasted.me", FOR, "takes-now", BUILDS, _new_shops,
        "You could put {harvest} in its shops this turn."),
    Row("turn.pieces.me turn.wasted.me", FOR, "quarry-piece", QUARRIES, _taken_from_quarry,
        "One of your shops takes it.", is_now=True),
    Row("now.districts.me", FOR, "district", SLOTS, lambda p: {},
        "All spaces are equally good."),
    Row("now.points.me", AGAINST, "pay", PAYS, _wheat_payment,
        "Wheat keeps, and this one scores {points} at the end."),
    Row("turn.points.me turn.pieces.me turn.wasted.me turn.nearly.me", FOR, "pay", PAYS,
        _payment(is_spare=True), "None of your shops needs it this turn.", is_now=True),
    Row("turn.points.me turn.pieces.me turn.wasted.me turn.nearly.me", AGAINST, "pay", PAYS,
        _payment(is_spare=False), "Your shops can use it this turn."),
    Row("turn.pieces.me turn.wasted.me", AGAINST, "end-turn", ENDS, _still_fits,
        "{harvest} for your shops would go back to the stock."),
    # Tiles of the reserve
    Row("now.reach.me now.hand.me", FOR, "take", TAKES, _taken(True),
        "If the place stays free, it could bring you {harvest} next turn."),
    Row("now.reach.me now.hand.me", AGAINST, "take", TAKES, _taken(False),
        "As the valley lies, it could bring you nothing."),
    Row("now.wanted.me", FOR, "take", TAKES, _wanted_tile,
        "Your shops can still take {harvest}.", is_now=True),
    Row("now.removed.rivals", FOR, "deny", REMOVES, _denied,
        "{player} could gain {harvest} with it."),
)  # fmt: skip


# --- Questions ------------------------------------------------------------------------------------


def _parts(p: Numbers) -> dict[int, int]:
    parts = {one: p.change(f"now.points{one}") for one in range(len(SCORED))}
    return {one: points for one, points in parts.items() if points}


def _gains(p: Numbers) -> Values | None:
    """What a move scores, where that isn't printed on a shop."""
    parts = _parts(p)
    is_plain = act.SUPPLY.has(p.action) and set(parts) == {ev.GENERAL_SHOPS}
    points = 0 if is_plain else sum(parts.values())
    return {"points": points, "parts": parts} if points > 0 else None


def _largest(p: Numbers) -> Values | None:
    """The category that counts most, if it isn't the only one."""
    parts = _parts(p)
    best = max(parts, key=lambda one: parts[one], default=0)
    return {"points": parts[best], "parts": {best: parts[best]}} if len(parts) > 1 else None


def _counted(goods: Callable[[Numbers], Mapping[int, int]]) -> Say:
    def values(p: Numbers) -> Values:
        harvest = goods(p)
        return {"count": sum(harvest.values()), "harvest": harvest}

    return values


def _all_goods(p: Numbers) -> dict[int, int]:
    used, spare = _crop(p)
    return {kind: used.get(kind, 0) + count for kind, count in spare.items()}


QUERIES = (
    Query("shops", "goods", LAYS,
        "{move}: how many of the resources that it brings can your shops take?",
        Answer(lambda p: _counted(lambda p: _crop(p)[0])(p) if _goods(p) else None,
            "It brings {harvest} that your shops can take."),
        (
            Answer(_counted(_all_goods), "It brings {harvest}, but your shops can't take it all."),
            Answer(_counted(lambda p: _crop(p)[1]), 
                "That's what your shops can't take: {harvest}."),
            Answer(_counted(lambda p: _all_goods(p) | {box.WHEAT: p.change("now.wheat")}),
                "It brings {harvest}; wheat doesn't go to the shops."),
        )),
    Query("debens", "complete", (*LAYS, *SUPPLIES, *QUARRIES),
        "{move}: how many more Debens would you have then, if the game ended there?",
        Answer(_gains, "You'd have {points} more ({parts})."),
        (
            Answer(_largest, "That's only a part of it: {parts}."),
            Answer(lambda p: {"points": p.after("now.points")},
                "That's all you'd have; the question is how much more."),
            Answer(lambda p: {"points": p.before("points")}, "That's what you have before it."),
            Answer(lambda p: {"points": p.after(f"now.points{ev.MONUMENTS}")},
                "That's what all your monuments would be worth."),
            Answer(lambda p: {"points": p.after(f"now.points{ev.GRANARY}")},
                "That's what all your wheat would be worth."),
        )),
)  # fmt: skip


def _begins(move: Any) -> bool:
    return act.LAY.has(move.action) or (
        act.CELL.has(move.action) and move.view.phase == st.CHOOSE_CELL
    )


def _whole(t: Translate, moves: Sequence[Any]) -> str:
    view, action = moves[-1].view, moves[-1].action
    if not act.TURN.has(action) or view.phase != st.CHOOSE_TURN:
        return _short_move(t, view, action)
    places = (view.at, view.at + box.STEP[act.TURN.way(action)])
    cells = [box.CELL_NAMES[box.CELL_OF[place]] for place in places]
    if len(set(box.TILE_SCENES[view.tile])) == 1:
        cells.sort()  # both ways to lay it are the same
    text = t("Lay {tile} on {first} and {second}")
    return text.format(tile=terms.tile(t, view.tile), first=cells[0], second=cells[1])


def _short_move(t: Translate, view: st.State, action: int) -> str:
    if action == act.DONE:
        return t("End your turn")
    if action == act.QUARRY_NOTHING:
        return t("Leave the quarry empty")
    if action == act.QUARRY_MONUMENT:
        text = t("Put your {monument} in the quarry")
        return text.format(monument=terms.monument(t, view.seat))
    for block, text in (
        (act.QUARRY, t("Take {resource} from the quarry")),
        (act.PAY, t("Pay {resource}")),
    ):
        if block.has(action):
            return text.format(resource=terms.amount(t, block.resource(action), 1))
    if not act.SUPPLY.has(action) or view.phase != st.TRADE:
        return ""
    text = t("Take {resource} in exchange and supply {shop}")
    shop = terms.the_shop(t, view.shop[view.seat][act.SUPPLY.shop(action)])
    return text.format(resource=terms.goods(t, act.SUPPLY.resource(action)), shop=shop)


FACTS = Facts(
    MEASURES,
    SUPPOSITIONS,
    ROWS,
    worlds=1,
    points="points.me",
    printed={
        "points": terms.debens,
        "lost": terms.debens,
        "parts": by_category(categories),
        "player": player,
        "harvest": terms.amounts,
        "more": terms.amounts,
        "wheat": terms.amounts,
        "resource": terms.goods,
        "shop": terms.the_shop,
        "shops": terms.the_shops,
        "tile": terms.tile,
        "turns": terms.turns,
        "valued": terms.valued_shop,
    },
    begins=_begins,
    whole=_whole,
    dull=("done",),
    queries=QUERIES,
    titles={
        "goods": "Fill your shops",
        "waste": "Waste nothing",
        "wheat": "Wheat",
        "idle": "Lay where it pays",
        "quarry": "Close a quarry",
        "gift": "No gifts",
        "complete": "Complete a shop",
        "finish": "Complete a shop",
        "start": "Start a shop",
        "end-turn": "End your turn in time",
        "district": "A new district",
        "offer": "A new district",
        "late": "A new district",
        "takes-now": "Shops for this harvest",
        "pay": "Pay with what is spare",
        "monument": "Monuments",
        "deny": "No gifts",
        "quarry-piece": "What the quarry gives",
        "take": "The tile you need",
        "next": "The tile you need",
    },
)
