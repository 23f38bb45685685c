"""What good players of Egizia say for or against a move."""

from collections.abc import Sequence

from nomarch.games.egizia import ideas_check as check
from nomarch.games.egizia.rules import act, box, feeding, monuments, reach, scoring, sphinx, st
from nomarch.games.egizia.words import CARD_OF, component_names
from nomarch.kernel.declare.ideas import Idea, Ideas, Move, is_quoted
from nomarch.kernel.declare.sentences import Translate

BOATS = (act.GO_CARD, act.GO_ROUND, act.GO_DOUBLED, act.GO_SITE, act.GO_WAIT)
"""Actions that place a boat."""

# Sentences that need nothing of a position, but perhaps the points of their idea.
IS_DRY = "That field gives nothing while the flood stays where it is."
SCORES_NOW = ("It scores {points} point at once.", "It scores {points} points at once.")
CANNOT_BUILD = "You'll have hardly any stones to build with."
CREWS_GROW = "Your crews grow, and you can feed them."
STONE_SCORES = ("The stone scores {points} point.", "The stone scores {points} points.")
WINS_FLOOR = (
    "It completes the floor, which you win: {points} point more.",
    "It completes the floor, which you win: {points} points more.",
)
LOSES_FLOOR = "It completes a floor that somebody else wins."
FULFILS = (
    "It's worth {points} point for your Sphinx cards.",
    "It's worth {points} points for your Sphinx cards.",
)
STOPS_EARLY = "Strength that isn't used is lost."
CREW_TOO_STRONG = "That crew is stronger than your stones allow: you'll want it elsewhere."
JOKER_HELPS = "You have the stones for the joker's extra strength."
JOKER_WASTED = "You have no stones for the joker's extra strength."
ALREADY_SCORES = "It would already score {points}."


def _rounds_left(view: st.State) -> int:
    return int(box.ROUNDS - view.round + 1)


def _card(move: Move) -> int:
    """The Nile card that a move takes, or -1."""
    for block in (act.GO_CARD, act.HARVEST):
        if block.has(move.action):
            return int(move.view.row[block.space(move.action)])
    return -1


def _site(move: Move) -> int:
    return int(act.GO_SITE.site(move.action)) if act.GO_SITE.has(move.action) else -1


def _round_space(move: Move) -> int:
    for block in (act.GO_ROUND, act.GO_DOUBLED):
        if block.has(move.action):
            return int(block.space(move.action))
    return -1


def _stones(view: st.State, seat: int) -> int:
    """Stones that a seat can build with this round."""
    return min(box.STONES_MAX, int(view.stones[seat] + view.quarry[seat]))


# --- Cards on the Nile ----------------------------------------------------------------------------


def _quarry(move: Move) -> float:
    card = _card(move)
    if not box.FIRST_QUARRY <= card <= box.LAST_QUARRY:
        return 0
    return 0.8 * box.QUARRY_STONES[card - box.FIRST_QUARRY] * _rounds_left(move.view) / 2


def _quarry_pays(t: Translate, move: Move) -> str:
    stones, left = box.QUARRY_STONES[_card(move) - box.FIRST_QUARRY], _rounds_left(move.view)
    text = t("The quarry gives you {stones} stones in the last round.")
    if left > 1:
        text = t("The quarry gives you {stones} stones in each of {count} more rounds.")
    return text.format(stones=stones, count=left)


def _field(move: Move) -> float:
    card = _card(move)
    if not 0 <= card < box.START_FIELD:
        return 0
    missing = int(feeding.missing(move.view, move.seat))
    if box.FIELD_COLOUR[card] > move.view.flood:
        return 0
    fed = min(missing, box.FIELD_GRAIN[card])
    return fed * float(feeding.hunger_price(move.view, move.seat)) + 0.25 * box.FIELD_GRAIN[card]


def _field_feeds(t: Translate, move: Move) -> str:
    missing = int(feeding.missing(move.view, move.seat))
    if missing:
        text = t.ngettext(
            "You're {missing} grain short, which would cost you {points} point.",
            "You're {missing} grain short, which would cost you {points} points.",
            points := missing * int(feeding.hunger_price(move.view, move.seat)),
        )
        return text.format(missing=missing, points=points)
    return t("More grain lets your crews grow.")


def _dry_field(move: Move) -> float:
    card = _card(move)
    is_field = 0 <= card < box.START_FIELD
    return -1.0 if is_field and box.FIELD_COLOUR[card] > move.view.flood else 0


def _points_now(move: Move) -> float:
    card = _card(move)
    if card == box.TRIBUTE_OBELISK:
        return float(sum(move.view.own[move.seat][part] for part in (box.OBELISK, box.GRAVES)))
    if card == box.TRIBUTE_TEMPLE:
        return float(sum(move.view.own[move.seat][part] for part in (box.TEMPLE, box.PYRAMID)))
    if act.SELL.has(move.action):
        return float(act.SELL.stones(move.action))
    return 3.0 if card == box.FIELD_BROWN_8 else 0


# --- Flood, canals and crews ----------------------------------------------------------------------


def _hunger(view: st.State, seat: int, flood: int) -> int:
    """The points that hunger would cost a seat with the flood there."""
    grain = int(feeding.irrigated(view, seat, flood)) + view.grain_extra
    short = max(0, int(feeding.need(view, seat)) - grain)
    return short * int(feeding.hunger_price(view, seat))


def _hungriest(move: Move) -> tuple[int, int]:
    """What hunger would cost the rival whom it costs most, and who that is."""
    flood = act.FLOOD_TO.flood(move.action)
    rivals = [seat for seat in range(move.view.players) if seat != move.seat]
    return max((_hunger(move.view, seat, flood), seat) for seat in rivals)


def _flood(move: Move) -> float:
    if not act.FLOOD_TO.has(move.action):
        return 0
    own = _hunger(move.view, move.seat, act.FLOOD_TO.flood(move.action))
    return 0.6 * _hungriest(move)[0] - own


def _starves_rival(t: Translate, move: Move) -> str:
    points, rival = _hungriest(move)
    text = t.ngettext(
        "As it stands, hunger would then cost {player} {points} point.",
        "As it stands, hunger would then cost {player} {points} points.",
        points,
    )
    return text.format(player=f"{{names[{rival}]}}", points=points)


def _starves(t: Translate, move: Move) -> str:
    text = t.ngettext(
        "As it stands, hunger would then cost you {points} point.",
        "As it stands, hunger would then cost you {points} points.",
        points := _hunger(move.view, move.seat, act.FLOOD_TO.flood(move.action)),
    )
    return text.format(points=points)


def _dug(move: Move) -> int:
    """Grain that a canal waters at once."""
    if not act.DIG.has(move.action):
        return 0
    is_watered = act.DIG.colour(move.action) == move.view.flood + 1
    return box.FIELD_GRAIN[act.DIG.field(move.action)] if is_watered else 0


def _canal(move: Move) -> float:
    if not act.DIG.has(move.action):
        return 0
    missing = int(feeding.missing(move.view, move.seat))
    fed = min(missing, _dug(move)) * int(feeding.hunger_price(move.view, move.seat))
    return fed + 0.3 * _dug(move) + 0.5


def _waters(t: Translate, move: Move) -> str:
    if _dug(move):
        return t("The canal waters {grain} grain at once.").format(grain=_dug(move))
    return t("The field then needs less of a flood.")


def _stronger(move: Move) -> int:
    """The crew that a choice strengthens, or -1."""
    for block in (act.RAISE, act.TRAIN, act.HIRE):
        if block.has(move.action):
            return int(block.crew(move.action))
    return -1


def _raised(move: Move) -> float:
    if _stronger(move) < 0:
        return 0
    if _is_fed(move.view):
        return 0.6
    spare = feeding.harvested(move.view, move.seat) - feeding.need(move.view, move.seat)
    return 0.6 if spare > 0 else -0.5 * float(feeding.hunger_price(move.view, move.seat))


def _is_fed(view: st.State) -> bool:
    """Whether feeding is over in this round, so that stronger crews need no more grain."""
    return bool(view.stage > st.FEEDING or (view.stage == st.FEEDING and view.half > 1))


def _can_feed(t: Translate, move: Move) -> str:
    text = t("The crew grows to {strength}, and you have the grain for it.")
    if _is_fed(move.view):
        text = t("The crew grows to {strength}, and is fed for this round.")
    return text.format(strength=move.view.crew[move.seat][_stronger(move)] + 1)


def _cannot_feed(t: Translate, move: Move) -> str:
    text = t.ngettext(
        "Your fields can't feed a stronger crew: each missing grain costs {points} point.",
        "Your fields can't feed a stronger crew: each missing grain costs {points} points.",
        points := int(feeding.hunger_price(move.view, move.seat)),
    )
    return text.format(points=points)


def _drawn_cards(move: Move) -> tuple[int, int]:
    """How many Sphinx cards a move draws, and for how many stones."""
    more = 0 if act.DRAW.has(move.action) else box.MORE_RIDDLES_CARDS
    block = act.DRAW_MORE if more else act.DRAW
    if not block.has(move.action):
        return 0, 0
    paid = int(block.paid(move.action))
    return min(box.MAX_DRAW, paid + more, int(sphinx.pile_size(move.view))), paid


def _draw(move: Move) -> float:
    count, paid = _drawn_cards(move)
    return 0.8 * count - 0.5 * paid


def _draws(t: Translate, move: Move) -> str:
    count, paid = _drawn_cards(move)
    text = t.ngettext(
        "You look at {count} Sphinx card for {stones}; each that you return scores 1 point.",
        "You look at {count} Sphinx cards for {stones}; each that you return scores 1 point.",
        count,
    )
    return text.format(count=count, stones=component_names.stones(t, paid))


def _market(move: Move) -> float:
    steps = {box.MARKET_GRAIN_2: (1, 2), box.MARKET_STONE_2: (0, 2)}.get(_card(move))
    if _round_space(move) == 0:
        steps = (1, 1)
    if steps is None:
        return 0
    market, down = steps
    reached = move.view.market[move.seat][market] + down - box.BOTTOM
    return float((2.0 if market else 1.5) * max(0, reached + 1) + 0.4 * down)


def _lowers(t: Translate, move: Move) -> str:
    grain = int(move.view.market[move.seat][box.GRAIN_MARKET])
    down = 2 if _card(move) >= 0 or act.GO_DOUBLED.has(move.action) else 1
    if _card(move) != box.MARKET_STONE_2 and grain + down >= box.BOTTOM:
        return t("Your grain marker reaches the bottom: 2 points for each step there.")
    return t("Lower market markers make hunger cheaper and let you sell stones.")


def _effect(move: Move) -> float:
    """What a card or a round space does, where nothing more can be said."""
    return 0.5 if _card(move) >= box.FIRST_ACTION_CARD or _round_space(move) >= 0 else 0


def _says_effect(t: Translate, move: Move) -> str:
    about = component_names.card_about(t, _card(move)) if _card(move) >= 0 else ""
    if not about:
        pos = box.ROUND_POS[_round_space(move)]
        about = component_names.space_tip(t, pos).removeprefix(f"{component_names.space(t, pos)}: ")
    return t("What it does: {effect}.").format(effect=about)


# --- Where to sail --------------------------------------------------------------------------------


def _skipped(move: Move) -> int:
    """Spaces that a boat leaves behind for good."""
    is_final = not move.view.have[move.seat][box.UPSTREAM]
    if not is_final or not any(block.has(move.action) for block in BOATS):
        return 0
    last, pos = int(move.view.last[move.seat]), act.position(move.action)
    taken = reach.taken_positions(move.view)
    between = range(max(0, last), pos)  # a card lets a boat join one's own last
    return sum(bool(reach.can_sail_to(move.view, move.seat, space, taken)) for space in between)


def _jump(move: Move) -> float:
    return -0.25 * _skipped(move)


def _jumps_far(t: Translate, move: Move) -> str:
    text = t.ngettext(
        "It skips {count} space you could take now, and boats never go back.",
        "It skips {count} spaces you could take now, and boats never go back.",
        count := _skipped(move),
    )
    return text.format(count=count)


def _rush(move: Move) -> float:
    """Others can take a card or a round space before one's next boat."""
    if _card(move) < 0 and _round_space(move) < 0:
        return 0
    return 0.4 * _racing(move)


def _racing(move: Move) -> int:
    """How many others can still sail to the space of a boat."""
    if not any(block.has(move.action) for block in BOATS):
        return 0
    view, pos = move.view, act.position(move.action)
    taken = reach.taken_positions(view)
    return sum(
        seat != move.seat
        and not view.passed[seat]
        and view.boats_left[seat] > 0
        and bool(reach.can_sail_to(view, seat, pos, taken))
        for seat in range(view.players)
    )


def _others_can(t: Translate, move: Move) -> str:
    text = t.ngettext(
        "Go there now: {count} other player can still take it.",
        "Go there now: {count} other players can still take it.",
        count := _racing(move),
    )
    return text.format(count=count)


def _place(move: Move) -> float:
    """Places at sites are few, and points come from building."""
    site = _site(move)
    if site < 0:
        return 0
    sites = bin(int(move.view.boats[move.seat]) & box.SITE_MASK).count("1")
    bonus = (1, 2, 3)[min(2, sites)]
    return bonus + min(6, _stones(move.view, move.seat)) * 0.5


def _gets_place(t: Translate, move: Move) -> str:
    sites = bin(int(move.view.boats[move.seat]) & box.SITE_MASK).count("1")
    bonus = (1, 3, 6)[min(2, sites)]
    stones = _stones(move.view, move.seat)
    text = t.ngettext(
        "You can build at {site} with {stones}, and your site bonus rises to {count} point.",
        "You can build at {site} with {stones}, and your site bonus rises to {count} points.",
        bonus,
    )
    site = component_names.site_with_article(t, _site(move))
    return text.format(site=site, stones=component_names.stones(t, stones), count=bonus)


def _no_stones(move: Move) -> float:
    return -2.5 if _site(move) >= 0 and _stones(move.view, move.seat) < 2 else 0


def _crews(move: Move) -> float:
    """Stronger crews eat more."""
    if _round_space(move) not in (1, 2, 3, 4, 5, 6):
        return 0
    need, grain = _fed_after(move)
    return -1.5 if need > grain else 1.2


def _fed_after(move: Move) -> tuple[int, int]:
    """The grain that crews need after a round space, and what the fields then can give."""
    view, seat = move.view, move.seat
    effect = box.EFFECTS[box.ROUND_EFFECT + _round_space(move)]
    times = 2 if act.GO_DOUBLED.has(move.action) else 1
    grown = sum(
        min(box.CREW_MAX, view.crew[seat][crew] + times * effect[box.E_CREW + crew])
        for crew in range(len(box.CREWS))
    )
    flood = min(len(view.grain[seat]) - 1, view.flood + times * effect[box.E_FLOOD])
    need = grown + times * effect[box.E_CREW_CHOICE]
    return int(need), int(feeding.irrigated(view, seat, flood))


def _crews_starve(t: Translate, move: Move) -> str:
    text = t("Your crews would need more grain than the {grain} you have.")
    return text.format(grain=_fed_after(move)[1])


def _passes(move: Move) -> float:
    left = int(move.view.boats_left[move.seat])
    return -0.3 * left if move.action == act.PASS else 0


def _gives_up_boats(t: Translate, move: Move) -> str:
    text = t.ngettext(
        "You still have {count} boat.", "You still have {count} boats.",
        count := int(move.view.boats_left[move.seat]),
    )  # fmt: skip
    return text.format(count=count)


# --- Building -------------------------------------------------------------------------------------


def _part(move: Move) -> int:
    return int(act.LAY.part(move.action)) if act.LAY.has(move.action) else -1


def _stone(move: Move) -> float:
    part = _part(move)
    return float(monuments.next_value(move.view, part)) if part >= 0 else 0


def _floor(move: Move) -> float:
    """The last stone of a floor that the player leads, or would."""
    part = _part(move)
    if part < box.FLOOR_1 or move.view.laid[part] + 1 < box.PART_SIZE[part]:
        return 0
    first = box.PART_START[part]
    owners = [*move.view.stone[first : first + box.PART_SIZE[part] - 1], move.seat]
    counts = {seat: owners.count(seat) for seat in set(owners)}
    best = max(counts, key=lambda seat: (counts[seat], -owners.index(seat)))
    return float(counts[best]) if best == move.seat else -float(counts[best]) / 2


def _grave(move: Move) -> float:
    if _part(move) != box.GRAVE_PART:
        return 0
    total = int(scoring.grave_total(move.view, move.seat))
    value = int(monuments.next_value(move.view, box.GRAVE_PART))
    return float(scoring.treasure_points(total + value) - scoring.treasure_points(total))


def _lifts_graves(t: Translate, move: Move) -> str:
    total = int(scoring.grave_total(move.view, move.seat))
    value = int(monuments.next_value(move.view, box.GRAVE_PART))
    text = t.ngettext(
        "Your graves then total {total}: {points} point more at the end.",
        "Your graves then total {total}: {points} points more at the end.",
        points := round(_grave(move)),
    )
    return text.format(total=total + value, points=points)


def _riddle(move: Move) -> float:
    """A stone that fulfils a Sphinx card."""
    part = _part(move)
    if part < 0:
        return 0
    structure = box.PART_STRUCTURE[part]
    held = component_names.held_riddles(move.view, move.seat)
    before = sum(int(scoring.riddle_points(move.view, move.seat, card)) for card in held)
    move.view.own[move.seat][structure] += 1
    move.view.laid[part] += 1
    after = sum(int(scoring.riddle_points(move.view, move.seat, card)) for card in held)
    move.view.own[move.seat][structure] -= 1
    move.view.laid[part] -= 1
    return float(after - before)


def _stops(move: Move) -> float:
    if move.action not in (act.LEAVE, act.STOP):
        return 0
    return -2.0 if move.action == act.LEAVE else -0.8


def _crew(move: Move) -> float:
    """As strong as the stones allow, and no stronger."""
    if not act.USE_CREW.has(move.action):
        return 0
    strength = int(move.view.crew[move.seat][act.USE_CREW.crew(move.action)])
    stones = int(move.view.stones[move.seat])
    return float(min(strength, stones)) - 0.4 * max(0, strength - stones)


def _crew_fits(t: Translate, move: Move) -> str:
    strength = int(move.view.crew[move.seat][act.USE_CREW.crew(move.action)])
    stones = int(move.view.stones[move.seat])
    text = t.ngettext(
        "It can use {used} of your {stones} stone.",
        "It can use {used} of your {stones} stones.",
        stones,
    )
    return text.format(used=min(strength, stones), stones=stones)


def _joker(move: Move) -> float:
    if move.action != act.USE_JOKER:
        return 0
    more = int(move.view.crew[move.seat][box.JOKER])
    room = int(move.view.stones[move.seat] - move.view.strength)
    return float(min(more, room)) if room > 0 else -1.0


def _kept(move: Move) -> float:
    if not act.KEEP.has(move.action):
        return 0
    card = _drawn(move)
    return float(scoring.riddle_points(move.view, move.seat, card)) if card >= 0 else 0


def _drawn(move: Move) -> int:
    return int(move.view.drawn[act.KEEP.slot(move.action)])


def _whole(t: Translate, moves: Sequence[Move]) -> str:
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
        part = component_names.part_with_article(t, _part(move))
        return t("Lay a stone on {part}").format(part=part)
    if move.action in CARD_OF:
        return t("Play “{card}”").format(card=component_names.card(t, CARD_OF[move.action]))
    if act.KEEP.has(move.action) and (card := _drawn(move)) >= 0:
        return t("Keep “{riddle}”").format(riddle=component_names.riddle(t, card))
    return t("Build without the joker") if move.action == act.NO_JOKER else ""


def _goes_on(t: Translate, move: Move) -> str:
    return {
        st.SECOND_CREW: t("Build with one crew"),
        st.GATHER: t("Take no card"),
        st.WAIT: t("Take your boat back"),
    }.get(move.view.phase, t("Play no card"))


IDEAS = Ideas(
    (
        Idea("quarry", _quarry, _quarry_pays, check=check.quarry),
        Idea("field", _field, _field_feeds, check=check.hunger),
        Idea("dry-field", _dry_field, "", IS_DRY, check=check.dry),
        Idea("points-now", _points_now, SCORES_NOW, check=check.points_now),
        Idea("flood", _flood, _starves_rival, _starves, check=check.flood),
        Idea("canal", _canal, _waters, check=check.canal),
        Idea("stronger", _raised, _can_feed, _cannot_feed, check=check.stronger),
        Idea("draw", _draw, _draws, check=check.draw),
        Idea("market", _market, _lowers, check=check.market),
        Idea("effect", _effect, _says_effect, check=is_quoted),
        Idea("jump", _jump, "", _jumps_far, check=check.skipped),
        Idea("rush", _rush, _others_can, check=check.racing),
        Idea("place", _place, _gets_place, check=check.build),
        Idea("no-stones", _no_stones, "", CANNOT_BUILD),
        Idea("crews", _crews, CREWS_GROW, _crews_starve, check=check.grain),
        Idea("pass", _passes, "", _gives_up_boats, check=check.boats),
        Idea("stone", _stone, STONE_SCORES, check=check.stone),
        Idea("floor", _floor, WINS_FLOOR, LOSES_FLOOR, check=check.floor),
        Idea("grave", _grave, _lifts_graves, check=check.graves),
        Idea("riddle", _riddle, FULFILS, check=check.riddles),
        Idea("stop", _stops, "", STOPS_EARLY),
        Idea("crew", _crew, _crew_fits, CREW_TOO_STRONG, check=check.crew),
        Idea("joker", _joker, JOKER_HELPS, JOKER_WASTED),
        Idea("keep", _kept, ALREADY_SCORES, check=check.kept),
    ),
    whole=_whole,
    titles={
        "quarry": "A quarry early",
        "field": "Feed your crews",
        "dry-field": "Dry fields",
        "flood": "Dry fields",
        "canal": "Dry fields",
        "points-now": "Points now",
        "market": "The markets",
        "effect": "A card's effect",
        "jump": "Boats never go back",
        "place": "A place to build",
        "rush": "Before others do",
        "no-stones": "No stones, no building",
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
        "joker": "The joker",
        "keep": "Keep what scores",
    },
)
