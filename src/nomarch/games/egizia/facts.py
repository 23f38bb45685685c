"""What the rules of Egizia tell of a move: points, grain, stones, boats and crews."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nomarch.games.egizia import events as ev
from nomarch.games.egizia.rules import act, box, feeding, monuments, reach, scoring, st
from nomarch.games.egizia.words import CARD_OF, categories, component_names, drawn_and_paid
from nomarch.kernel.declare.blocks import Block
from nomarch.kernel.declare.facts import (
    AGAINST,
    FOR,
    Facts,
    Measure,
    Numbers,
    Row,
    Supposition,
    Values,
    by_category,
    player,
    points,
)
from nomarch.kernel.declare.sentences import Translate, and_list

BOATS = (act.GO_CARD, act.GO_ROUND, act.GO_DOUBLED, act.GO_SITE, act.GO_WAIT)
CARDS, ROUNDS, SITES = ("card", "harvest"), box.ROUND_NAMES, box.SITE_NAMES
SAILS = ("card", *ROUNDS, *SITES)
TAKES = (*CARDS, *ROUNDS)
GROWS = ("raise", "train", "hire")
CREWS = ("crew", "joker", "no", "leave", "done")
STONES = ("lay", "stop")
SCORED = (*range(ev.FOR_HUNGER), ev.FOR_SALE, ev.FOR_TREASURE, ev.FOR_SPHINX)
AT_END = (ev.FOR_SALE, ev.FOR_TREASURE, ev.FOR_SPHINX)

# --- Measures -------------------------------------------------------------------------------------


def _in_round(s: st.State, start: st.State) -> bool:
    return bool(s.round == start.round and s.stage < st.REWARDING)


def _trace(s: st.State, seat: int, category: int) -> int:
    """Points of a category that were scored since the start."""
    return sum(
        one.points
        for one in s.trace or ()
        if one.event is ev.SCORED and one.seat == seat and one.category == category
    )


def _riddles(s: st.State, seat: int, start: st.State) -> int:
    """Points of Sphinx cards as things stand; of those that were at hand at the start."""
    return sum(
        int(scoring.riddle_points(s, seat, card))
        for card in component_names.held_riddles(s, seat)
        if start.where[card] in (box.BEING_DRAWN, s.where[card]) and card != box.PER_TEN_CARD
    )


def _sale(s: st.State, seat: int, start: st.State) -> int:
    """Points for stones at the end, in the last round."""
    is_sold = s.round == box.ROUNDS and s.market[seat][box.STONE_MARKET] >= box.SALE_LEVEL
    return _stones(s, seat, start) // box.STONES_PER_POINT if is_sold else 0


def _scored(s: st.State, seat: int, start: st.State, category: int) -> int:
    """Points of a category: those scored since the start, or what things as they stand score."""
    if category == ev.FOR_TREASURE:
        return int(scoring.treasure_points(scoring.grave_total(s, seat)))
    if category == ev.FOR_SPHINX:
        return _riddles(s, seat, start)
    if category == ev.FOR_COLLABORATION and _in_round(s, start):
        return box.COLLABORATION[(s.boats[seat] & box.SITE_MASK).bit_count()]
    sold = _sale(s, seat, start) if category == ev.FOR_SALE else 0
    return sold + _trace(s, seat, category)


def _of_category(category: int) -> Callable[[Any, int, Any], float]:
    return lambda s, seat, start: _scored(s, seat, start, category)


def _points(s: st.State, seat: int, start: st.State) -> int:
    """The sum; whether rivals' Sphinx cards score is not for others to know."""
    shown = [one for one in SCORED if seat == start.seat or one != ev.FOR_SPHINX]
    return sum(_scored(s, seat, start, one) for one in shown)


def _is_fed(s: st.State, seat: int) -> bool:
    if s.stage != st.FEEDING:
        return bool(s.stage > st.FEEDING)
    return (list(s.queue).index(seat), 2) < (s.queue_at, s.half + 1)


def _crews(s: st.State, seat: int, start: st.State) -> int:
    """The strength of all crews, with the steps that are still to choose: the grain they need."""
    owed = int(s.owed_steps) if s.seat == seat else 0
    return min(len(box.CREWS) * box.CREW_MAX, int(feeding.need(s, seat)) + owed)


def _flood(s: st.State, seat: int) -> int:
    """The flood, moved as far as the seat can move it now."""
    return min(box.BROWN, int(s.flood + s.flood_reach * (s.seat == seat)))


def _grain(s: st.State, seat: int, start: st.State) -> int:
    extra = int(s.grain_extra) if s.stage == st.FEEDING and s.seat == seat else 0
    return int(feeding.irrigated(s, seat, _flood(s, seat))) + extra


def _spare(s: st.State, seat: int, start: st.State) -> int:
    return max(0, _grain(s, seat, start) - _crews(s, seat, start))


def _next_grain(s: st.State, seat: int, start: st.State) -> int:
    return int(feeding.irrigated(s, seat, min(box.BROWN, _flood(s, seat) + 1)))


def _hunger(s: st.State, seat: int, start: st.State) -> int:
    """The points that hunger has cost since the start, or would cost as things stand."""
    lost = -_trace(s, seat, ev.FOR_HUNGER)
    if s.round != start.round or _is_fed(s, seat):
        return lost
    short = max(0, _crews(s, seat, start) - _grain(s, seat, start))
    return lost + short * int(feeding.hunger_price(s, seat))


def _stones(s: st.State, seat: int, start: st.State) -> int:
    """Stones to build with: once the quarries have paid."""
    more = s.quarry[seat] if s.stage <= st.PRODUCING and s.round == start.round else 0
    return min(box.STONES_MAX, int(s.stones[seat] + more))


def _later_stones(s: st.State, seat: int, start: st.State) -> int:
    return int(s.quarry[seat] * (box.ROUNDS - start.round))


def _spaces(s: st.State, seat: int, start: st.State) -> int:
    """Spaces that a boat can still sail to this round."""
    if s.stage != st.PLACING or s.round != start.round or s.passed[seat] or not s.boats_left[seat]:
        return 0
    taken = reach.taken_positions(s)
    return sum(bool(reach.can_sail_to(s, seat, pos, taken)) for pos in range(box.POSITIONS))


def _boats(s: st.State, seat: int, start: st.State) -> int:
    is_out = s.stage != st.PLACING or s.round != start.round or s.passed[seat]
    return 0 if is_out else int(s.boats_left[seat])


def _places(s: st.State, seat: int, start: st.State) -> int:
    """How near to the Nile the places are that a seat holds."""
    return sum(box.PLACES - list(places).index(seat) for places in s.place if seat in places)


def _builds(s: st.State, seat: int) -> bool:
    return bool(s.stage == st.BUILDING and s.seat == seat and s.phase in range(st.CREW, st.OVER))


def _usable(s: st.State, seat: int, start: st.State) -> int:
    """Strength at work that there are stones for."""
    return min(int(s.strength), int(s.stones[seat])) if _builds(s, seat) else 0


def _saved(s: st.State, seat: int, start: st.State) -> int:
    """The strength of the best fresh crews for sites to come."""
    if not s.stage == start.stage == st.BUILDING or s.round != start.round:
        return 0
    is_due = not s.stepped >> seat & 1 or (s.seat == seat and s.phase in (st.CREW, st.WAIT))
    first = box.SITE_POS[min(s.site, box.TEMPLE_PYRAMID)] + (not is_due)
    sites = (s.boats[seat] >> first).bit_count()
    fresh = [int(crew * (not used)) for crew, used in zip(s.crew[seat], s.used[seat], strict=True)]
    best = sorted(fresh[: box.BASIC_CREWS], reverse=True)[:sites]
    return sum(best) + fresh[box.JOKER] if sites else 0


def _held(s: st.State, seat: int, start: st.State) -> int:
    """Cards at hand that do something when they are played."""
    return sum(s.have[seat][box.FIRST_ACTION_CARD :]) + int(s.canals[seat])


def _near(s: st.State, seat: int, start: st.State) -> float:
    """Points of Sphinx cards that are not fulfilled, by the share of the stones they ask for."""
    return sum(
        box.SPHINX_TABLE[card][1] * have / need
        for card in component_names.held_riddles(s, seat)
        for have, need in [_asked(s, seat, card)]
        if have < need and start.where[card] in (box.BEING_DRAWN, s.where[card])
    )


def _promise(s: st.State, seat: int, start: st.State) -> int:
    return sum(box.SPHINX_TABLE[card][1] for card in component_names.held_riddles(s, seat))


def _floors(s: st.State, seat: int, start: st.State) -> int:
    """Points of floors that are not full, if they were won by who leads them."""
    found = 0
    for part in range(box.FLOOR_1, len(box.PARTS)):
        first, laid = box.PART_START[part], int(s.laid[part])
        owners = [int(one) for one in s.stone[first : first + laid]]
        leads = laid and max(owners, key=owners.count) == seat
        found += owners.count(seat) if leads and laid < box.PART_SIZE[part] else 0
    return found


def _asked(s: st.State, seat: int, card: int) -> tuple[int, int]:
    """Stones that a Sphinx card asks for: how many are laid, and how many are needed."""
    kind, _, about, other, count = box.SPHINX_TABLE[card]
    if kind == box.BUILT:
        return sum(s.laid[part] for part in range(about, other + 1)), count
    if kind == box.OWN_STONES:
        return int(s.own[seat][about]), count
    return 0, 0


MEASURES = (
    Measure("points", _points, weight=0.3, of_rivals=True),
    *(Measure(f"points{one}", _of_category(one), good=0) for one in SCORED),
    Measure("hunger", _hunger, good=-1, weight=0.25, of_rivals=True),
    Measure("grain", _grain, good=0),
    Measure("spare", _spare, weight=0.15, of_rivals=True),
    Measure("next", _next_grain, weight=0.06),
    Measure("stones", _stones, weight=0.2),
    Measure("later", _later_stones, weight=0.12),
    Measure("crews", _crews, weight=0.25),
    Measure("strongest", lambda s, seat, start: max(s.crew[seat][: box.BASIC_CREWS]), weight=0.15),
    Measure("spaces", _spaces, weight=0.1, of_rivals=True),
    Measure("boats", _boats, weight=0.3),
    Measure("places", _places, weight=0.1),
    Measure("usable", _usable, weight=0.4),
    Measure("saved", _saved, weight=0.15),
    Measure("stonemarket", lambda s, seat, start: 1 + s.market[seat][box.STONE_MARKET], weight=0.3),
    Measure("grainmarket", lambda s, seat, start: 1 + s.market[seat][box.GRAIN_MARKET], weight=0.4),
    Measure("held", _held, weight=0.5),
    Measure("drawn", lambda s, seat, start: s.drawn_left, weight=0.5),
    Measure("riddles", lambda s, seat, start: s.hand[seat], weight=1.0),
    Measure("near", _near, weight=0.2),
    Measure("asked", _promise, weight=0.03),
    Measure("floors", _floors, weight=0.15),
)

# --- Suppositions ---------------------------------------------------------------------------------


def _is_over(start: st.State, s: st.State, me: int) -> bool:
    return bool(s.round != start.round or s.stage >= st.REWARDING)


def _alone(rules: Any, s: st.State, seat: int, legal: Sequence[int], me: int) -> int:
    """No more boats, no cards, and nobody else builds."""
    if quiet := {act.PASS, act.FEED_NOW} & set(legal):
        return quiet.pop()
    if seat != me and act.LEAVE in legal:
        return int(act.LEAVE)
    if kept := [action for action in legal if act.KEEP.has(action)]:
        return kept[0]  # whichever: cards that are drawn later don't count
    if stones := [action for action in legal if act.LAY.has(action)]:
        return max(stones, key=lambda action: int(monuments.next_value(s, act.LAY.part(action))))
    plain = [action for action in legal if not act.is_card_play(action)] or legal
    return max(plain, key=lambda action: int(rules.evaluate(s, seat, action)))


SUPPOSITIONS = (
    Supposition("now"),
    Supposition("round", _is_over, _alone, ("If nobody else builds", "'d "), ("points",)),
)

# --- Values ---------------------------------------------------------------------------------------

GetValues = Callable[[Numbers], Values | None]


def _changes(sign: int, measure: str, change: str = "", **shown: str) -> GetValues:
    """Values of a move that changes a measure: by how much, and measures after the move."""

    def values(p: Numbers) -> Values | None:
        if (by := sign * p.change(f"now.{measure}")) <= 0:
            return None
        found = {name: p.after(f"now.{one}") for name, one in shown.items()}
        return {**found, change: by} if change else found

    return values


def _beats(sign: int, fact: str, difference: str = "", own: str = "", other: str = "") -> GetValues:
    """Values of a move after which a measure is higher, or lower, than after the other move."""

    def values(p: Numbers) -> Values | None:
        if p.other is None:
            return None
        here, there = p.after(fact), p.other.after(fact)
        named = {difference: sign * (here - there), own: here, other: there}
        shown = {name: one for name, one in named.items() if name}
        return shown if sign * (here - there) > 0 else None

    return values


def _is(block: Block, **values: int) -> GetValues:
    """No values, for actions of a block that have these."""

    def found(p: Numbers) -> Values | None:
        axes = values.items()
        is_it = block.has(p.action) and all(getattr(block, key)(p.action) == at for key, at in axes)
        return {} if is_it else None

    return found


def _card(p: Numbers) -> int:
    """The Nile card that a move takes, or -1."""
    for block in (act.GO_CARD, act.HARVEST):
        if block.has(p.action):
            return int(p.view.row[block.space(p.action)])
    return -1


def _pos(p: Numbers) -> int:
    """The space that a boat sails to, or -1."""
    return act.position(p.action) if any(block.has(p.action) for block in BOATS) else -1


def _gained(parts: Mapping[int, int]) -> Values | None:
    """Points by category, the site bonus of boats excepted."""
    gained = {one: count for one, count in parts.items() if count}
    total = sum(gained.values())
    return {"points": total, "parts": gained} if total > 0 else None


def _at_end(p: Numbers) -> Values | None:
    apart = (ev.FOR_COLLABORATION,)
    return _gained({one: p.change(f"now.points{one}") for one in SCORED if one not in apart})


def _at_once(most: int) -> GetValues:
    """Points that are scored at once, in so many categories."""

    def values(p: Numbers) -> Values | None:
        found = _at_end(p)
        is_sure = found and not set(found["parts"]) & set(AT_END)
        return found if found and is_sure and len(found["parts"]) <= most else None

    return values


def _this_round(p: Numbers) -> Values | None:
    """What a seat's boats would score by building, and the site bonus."""
    if p.action == act.PLAY_SECOND:
        return None
    parts = {one: p.after(f"round.points{one}") - p.before(f"points{one}") for one in SCORED}
    parts[ev.FOR_COLLABORATION] = p.after(f"round.points{ev.FOR_COLLABORATION}")
    return _gained({one: count for one, count in parts.items() if one not in AT_END})


def _rival_scores(p: Numbers) -> Values | None:
    gains = ((rival, p.change(f"now.points{ev.FOR_FLOORS}", rival)) for rival in p.rivals)
    return next(({"player": rival, "points": gain} for rival, gain in gains if gain > 0), None)


def _hungry(p: Numbers) -> Values | None:
    cost = p.after("now.hunger")
    fed = {"need": p.after("now.crews"), "grain": p.after("now.grain")}
    return {**fed, "points": cost} if cost > 0 else None


def _hunger_cost(p: Numbers) -> Values | None:
    return {"points": cost} if (cost := p.after("now.hunger")) > 0 else None


def _dry(p: Numbers) -> Values | None:
    is_field = 0 <= _card(p) < box.START_FIELD
    return {} if is_field and not p.change("now.grain") else None


def _grows_fed(p: Numbers) -> Values | None:
    found = _changes(1, "crews", need="crews", grain="grain")(p)
    return None if p.after("now.hunger") else found


def _grown(is_fed: bool) -> GetValues:
    """The strength of a crew that grows before its feeding, or after it."""

    def values(p: Numbers) -> Values | None:
        if p.after("now.hunger") > 0 or is_fed != _is_fed(p.view, p.seat):
            return None
        block = next(one for one in (act.RAISE, act.TRAIN, act.HIRE) if one.has(p.action))
        return {"strength": int(p.view.crew[p.seat][block.crew(p.action)]) + 1}

    return values


def _rivals_hunger(p: Numbers) -> Values | None:
    """Rivals whom hunger would cost more than with the other flood."""
    if p.other is None:
        return None
    found = {
        rival: cost
        for rival in p.rivals
        if (cost := p.after("now.hunger", rival)) > p.other.after("now.hunger", rival)
    }
    return {"losses": found} if found else None


def _quarry(p: Numbers) -> Values | None:
    """The stones of a quarry, and in how many rounds it gives them."""
    card = _card(p)
    left = box.ROUNDS - int(p.view.round) + (p.view.stage <= st.PRODUCING)
    if left < 2 or not box.FIRST_QUARRY <= card <= box.LAST_QUARRY:
        return None
    return {"stones": box.QUARRY_STONES[card - box.FIRST_QUARRY], "count": left}


def _racing(p: Numbers) -> Values | None:
    """How many others can still sail to the card or round space of a boat."""
    view, pos = p.view, _pos(p)
    if pos < 0 or box.SPACE_KIND[pos] == box.SITE_SPACE:
        return None
    taken = reach.taken_positions(view)
    rivals = (one for one in p.rivals if view.boats_left[one] and not view.passed[one])
    return {"others": sum(bool(reach.can_sail_to(view, one, pos, taken)) for one in rivals)}


def _others_can(p: Numbers) -> Values | None:
    return found if (found := _racing(p)) and found["others"] else None


def _others_want(p: Numbers) -> Values | None:
    others, effect = _others_can(p), _effect(p)
    return {**others, **effect} if others and effect else None


def _can_wait(p: Numbers) -> Values | None:
    """A space that the player can sail to after the other move, and nobody else."""
    if p.other is None or not -1 < _pos(p.other) < _pos(p) or not p.other.after("now.boats"):
        return None
    return {} if _racing(p) == {"others": 0} else None


def _skips(p: Numbers) -> Values | None:
    """Spaces upstream that a boat can't take any more."""
    view, pos = p.view, _pos(p)
    if pos < 0 or view.have[p.seat][box.UPSTREAM]:
        return None
    taken, between = reach.taken_positions(view), range(max(0, int(view.last[p.seat])), pos)
    count = sum(bool(reach.can_sail_to(view, p.seat, one, taken)) for one in between)
    return {"spaces": count} if count > 1 else None


def _sails_on(p: Numbers) -> Values | None:
    """What the other move takes, further downstream."""
    if p.other is None or not -1 < _pos(p) < (pos := _pos(p.other)) or not p.after("now.boats"):
        return None
    return {"goal": (pos, _card(p.other))}


def _gives_up_boats(p: Numbers) -> Values | None:
    spaces = p.before("spaces")
    return {"boats": p.before("boats"), "spaces": spaces} if spaces else None


def _cheaper_hunger(p: Numbers) -> Values | None:
    levels = p.before("grainmarket"), p.after("now.grainmarket")
    before, after = (box.HUNGER[level - 1] for level in levels)
    return {"price": after, "before": before} if after < before else None


def _draws(p: Numbers) -> Values | None:
    count, paid = drawn_and_paid(p.view, p.action)
    return {"cards": count, "stones": paid}


def _kept_near(p: Numbers) -> Values | None:
    have, need = _asked(p.view, p.seat, int(p.view.drawn[act.KEEP.slot(p.action)]))
    return {"have": have, "need": need} if 0 < have < need else None


def _fits(p: Numbers) -> Values | None:
    used = p.after("now.usable")
    return {"used": used, "stones": int(p.view.stones[p.seat])} if used else None


def _unused(p: Numbers) -> Values | None:
    strength = p.before("usable")
    return {"strength": strength} if strength else None


def _keeps_card(p: Numbers) -> Values | None:
    """The card that the other move uses up."""
    if p.other is None:
        return None
    used = CARD_OF.get(p.other.action, -1)
    for block, kind in ((act.SELL, box.STONE_SALE), (act.DIG, box.CANAL)):
        used = kind if block.has(p.other.action) else used
    return {"card": used} if used >= 0 else None


def _effect(p: Numbers) -> Values | None:
    if act.GO_ROUND.has(p.action):
        return {"effect": (component_names.space_about, _pos(p))}
    card = CARD_OF.get(p.action, _card(p))
    is_action = card >= box.FIRST_ACTION_CARD
    return {"effect": (component_names.card_about, card)} if is_action else None


# --- Rows -----------------------------------------------------------------------------------------

GAINS = "held crews stones stonemarket grainmarket points riddles hunger spare later next saved"
ANY_GAIN = " ".join(f"now.{one}.me" for one in GAINS.split())
FIELDS = "now.spare.me now.hunger.me now.next.me"
ROWS = (
    # Points
    Row("now.points.me", FOR, "keep", ("keep",),
        _changes(1, f"points{ev.FOR_SPHINX}", "points"),
        "It would already score {points}."),
    Row("now.points.me", FOR, "stone", ("lay",), _at_once(1),
        "The stone scores {points}."),
    Row("now.points.me", FOR, "points-now", (*TAKES, "sell", "done", "lower", "lay"), _at_once(9),
        "It scores {points} at once ({parts})."),
    Row("now.points.me", FOR, "riddle", (*TAKES, *GROWS, "lay", "lower", "sell"), _at_end,
        "As it stands, it brings you {points} ({parts})."),
    Row("now.floors.me", FOR, "floor", ("lay",), _changes(1, "floors", "points"),
        "As it stands, that floor brings you {points} more once it's full."),
    Row("now.points.rivals", AGAINST, "floor", ("lay",), _rival_scores,
        "It completes a floor that {player} wins: {points}."),
    Row("round.points.me", FOR, "place", (*SITES, *CREWS, "play"), _this_round,
        "If nobody else builds, you'd score {points} this round ({parts})."),
    Row("round.points.me", AGAINST, "crew", (*CREWS, *STONES), _beats(-1, "round.points", "points"),
        "You'd score {points} less this round, even if nobody else builds."),
    Row("now.points.me now.usable.me", AGAINST, "stop", ("stop",), _unused,
        "You still have strength {strength} and the stones for it."),
    # Grain and hunger
    Row("now.hunger.me", FOR, "field", (*CARDS, "play", "stone", "canal"),
        _changes(-1, "hunger", "points", need="crews", grain="grain"),
        "You then have {grain} grain and your crews need {need}: "
        "as it stands, that saves you {points}."),
    Row("now.hunger.me", FOR, "flood", ROUNDS, _changes(-1, "hunger", "points"),
        "You can move the flood: as it stands, that saves you {points}."),
    Row("now.hunger.me", FOR, "flood", ("flood",), _beats(-1, "now.hunger", "fewer"),
        "As it stands, hunger would then cost you {fewer} less."),
    Row("now.hunger.rivals", FOR, "rivals", ("flood",), _rivals_hunger,
        "As it stands, hunger would then cost {losses}."),
    Row("now.hunger.me", AGAINST, "flood", ("flood",), _hungry,
        "With that flood your crews need {need} grain and have {grain}: "
        "as it stands, hunger would cost you {points}."),
    Row("now.hunger.me", AGAINST, "crews", (*SAILS, *GROWS, "pass", "harvest", "done"), _hungry,
        "Your crews would need {need} grain and you have {grain}: "
        "as it stands, hunger would cost you {points}.", regret=3),
    Row("now.hunger.me", AGAINST, "field", ("feed",), _hunger_cost,
        "Hunger costs you {points}.", regret=0),
    Row(FIELDS, FOR, "canal", ("canal",), _changes(1, "grain", "grain"),
        "The canal waters {grain} grain at once."),
    Row(FIELDS, FOR, "canal", ("canal",), lambda p: {},
        "The field then needs less of a flood."),
    Row(FIELDS, FOR, "field", (*CARDS, "flood"), _changes(1, "spare", need="crews", grain="grain"),
        "Your fields then give {grain} grain, and your crews need {need}: they can grow."),
    Row("now.next.me", FOR, "field", (*CARDS, "flood", "canal"),
        _beats(1, "now.next", own="grain", other="less"),
        "With the flood one step higher, your fields would give {grain} grain, not {less}."),
    Row(f"{FIELDS} now.spaces.me", AGAINST, "dry-field", CARDS, _dry,
        "That field gives nothing while the flood stays where it is."),
    # Crews and stones
    Row("now.crews.me", FOR, "crews effect", TAKES, _grows_fed,
        "Your crews grow, and you can feed them: they need {need} grain, and you have {grain}."),
    Row("now.strongest.me", FOR, "stronger", GROWS,
        _changes(1, "strongest", strength="strongest"),
        "It's your strongest crew, and grows to {strength}."),
    Row("now.crews.me", FOR, "stronger", GROWS, _grown(is_fed=False),
        "The crew grows to {strength}, and your fields can feed it."),
    Row("now.crews.me", FOR, "stronger", GROWS, _grown(is_fed=True),
        "The crew grows to {strength}, and is fed for this round."),
    Row("now.later.me now.stones.me", FOR, "quarry stones", CARDS, _quarry,
        "The quarry gives you {stones} in each of {count} more rounds."),
    Row("now.stones.me", FOR, "stones effect", (*TAKES, "lower"),
        _changes(1, "stones", stones="stones"),
        "You then have {stones} to build with this round."),
    Row("now.stones.me", FOR, "stones", (*CREWS, "stop", "draw", "feed"),
        _beats(1, "now.stones", own="stones"),
        "You keep {stones} to build with."),
    # Boats
    Row("now.spaces.rivals now.spaces.me", AGAINST, "rush", TAKES, _can_wait,
        "It can wait: nobody else can take it any more."),
    Row("now.spaces.me", AGAINST, "jump", SAILS, _skips,
        "It skips {spaces} you could take now, and boats never go back.", regret=16),
    Row("now.spaces.me", FOR, "jump", SAILS, _sails_on,
        "You can still sail on to {goal} later, if it's still free."),
    Row("now.spaces.rivals", FOR, "rush effect", TAKES, _others_want,
        "Go there now: {others} can still take it. What it does: {effect}."),
    Row("now.spaces.rivals", FOR, "rush", TAKES, _others_can,
        "Go there now: {others} can still take it."),
    Row("now.boats.me now.spaces.me", AGAINST, "pass", ("pass",), _gives_up_boats,
        "You still have {boats} and {spaces} to sail to."),
    Row("now.places.me", FOR, "order", SITES, _is(act.GO_SITE, place=0),
        "The place nearest the Nile builds first."),
    Row("now.points.me now.places.me", AGAINST, "place", SITES, _is(act.GO_WAIT),
        "All its places are taken: you'd build only if somebody doesn't.", regret=0),
    # Markets and cards
    Row("now.grainmarket.me", FOR, "market effect", (*TAKES, "lower"), _cheaper_hunger,
        "Each missing grain then costs you {price} instead of {before}."),
    Row("now.grainmarket.me", FOR, "market effect", (*TAKES, "lower"),
        _changes(1, "grainmarket", level="grainmarket"),
        "You move down to space {level} of the grain market."),
    Row("now.stonemarket.me", FOR, "market effect", (*TAKES, "lower"),
        _changes(1, "stonemarket", level="stonemarket"),
        "You move down to space {level} of the stone market."),
    Row("now.drawn.me now.riddles.me", FOR, "draw", ("draw",), _draws,
        "You look at {cards} for {stones}; each that you return scores 1 point."),
    Row("now.near.me now.riddles.me", FOR, "keep", ("keep",), _kept_near,
        "{have} of the {need} stones that it asks for are laid."),
    Row("now.held.me", FOR, "held", (*CREWS, *STONES, *SAILS, "feed", "pass"), _keeps_card,
        "You keep “{card}” for later."),
    # Building
    Row("now.usable.me", FOR, "crew", ("crew",), _fits,
        "It can use {used} of your {stones}."),
    Row("now.saved.me", FOR, "later", CREWS, _beats(1, "now.saved", own="strength", other="less"),
        "It leaves you strength {strength} instead of {less} for the sites to come."),
    Row(ANY_GAIN, FOR, "effect", (*TAKES, "play"), _effect,
        "What it does: {effect}."),
)  # fmt: skip


def _whole(t: Translate, moves: Sequence[Any]) -> str:
    move = moves[-1]
    if move.action == act.FLOOD_TO.at(move.view.flood):
        return t("Leave the flood where it is")
    if move.action == act.DONE and move.view.phase != st.KEEPING:
        return _goes_on(t, move)
    for block, text in (
        (act.USE_CREW, t("Build with the {crew}")),
        (act.RAISE, t("Strengthen the {crew}")),
        (act.TRAIN, t("Train the {crew}")),
        (act.HIRE, t("Train the {crew} for 2 stones")),
    ):
        if block.has(move.action):
            return text.format(crew=component_names.crew(t, block.crew(move.action)))
    if act.LAY.has(move.action):
        part = component_names.part_with_article(t, act.LAY.part(move.action))
        return t("Lay a stone on {part}").format(part=part)
    if move.action in CARD_OF:
        return t("Play “{card}”").format(card=component_names.card(t, CARD_OF[move.action]))
    if act.KEEP.has(move.action) and (card := move.view.drawn[act.KEEP.slot(move.action)]) >= 0:
        return t("Keep “{riddle}”").format(riddle=component_names.riddle(t, card))
    return t("Build without the joker") if move.action == act.NO_JOKER else ""


def _goes_on(t: Translate, move: Any) -> str:
    return {
        st.SECOND_CREW: t("Build with one crew"),
        st.GATHER: t("Take no card"),
        st.WAIT: t("Take your boat back"),
    }.get(move.view.phase, t("Play no card"))


def _others(t: Translate, count: int) -> str:
    return t.ngettext("{count} other player", "{count} other players", count).format(count=count)


def _goal(t: Translate, goal: tuple[int, int]) -> str:
    """A space of the Nile by what is there."""
    pos, card = goal
    return (
        component_names.the_card(t, card)
        if card >= 0
        else component_names.space_with_article(t, pos)
    )


def _told_losses(t: Translate, costs: Mapping[int, int]) -> str:
    """Whom hunger would cost how much: “Ani 3 points and Imhotep 6 points”."""
    return and_list(t, [f"{player(t, seat)} {points(t, cost)}" for seat, cost in costs.items()])


FACTS = Facts(
    MEASURES,
    SUPPOSITIONS,
    ROWS,
    points="points.me",
    printed={
        "points": points,
        "fewer": points,
        "parts": by_category(categories),
        "player": player,
        "losses": _told_losses,
        "others": _others,
        "boats": component_names.boats,
        "spaces": component_names.spaces,
        "cards": component_names.sphinx_cards,
        "stones": component_names.stones,
        "goal": _goal,
        "card": component_names.card,
        "effect": lambda t, effect: effect[0](t, effect[1]),
    },
    whole=_whole,
    dull=("pass", "done", "leave", "stop", "sell"),
    titles={
        "quarry": "A quarry early",
        "stones": "Stones to build with",
        "field": "Feed your crews",
        "dry-field": "Dry fields",
        "flood": "Dry fields",
        "rivals": "Hungry rivals",
        "canal": "Dry fields",
        "points-now": "Points now",
        "market": "The markets",
        "effect": "A card's effect",
        "held": "A card for later",
        "jump": "Boats never go back",
        "place": "A place to build",
        "order": "Who builds first",
        "rush": "Before others do",
        "crews": "Crews and grain",
        "stronger": "Crews and grain",
        "pass": "Use every boat",
        "stone": "A stone in the right place",
        "floor": "Win the floor",
        "grave": "Graves",
        "riddle": "Sphinx cards",
        "draw": "Sphinx cards",
        "stop": "Use all your strength",
        "crew": "The right crew",
        "later": "A crew for a better site",
        "keep": "Keep what scores",
    },
)
