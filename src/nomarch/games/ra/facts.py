"""What the rules of Ra tell of a move: the lot, suns, and what rivals would get."""

from collections.abc import Callable, Sequence
from typing import Any

from nomarch.games.ra import events as ev
from nomarch.games.ra.rules import act, box, epochs, st, track
from nomarch.games.ra.words import categories, component_names
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
from nomarch.kernel.declare.sentences import Translate

USUAL_LOT = 6
"""Points that a sun usually wins: the mean of 2,500 lots of good bots."""
FAIR_LOT = 4
"""Points that may be worth a sun."""
LOW_SUN = 3
"""By so much a sun in the centre is poor change."""
FEW_RA = 2
"""So many Ra tiles before the end of an epoch, time is short."""
AUCTION_PHASES = (st.AUCTION, st.UNREST_LOSS, st.EARTHQUAKE_LOSS)
SCORED = (ev.GODS, ev.PHARAOHS, ev.RIVER, ev.CIVILISATIONS, ev.GOLDS, ev.MONUMENTS)
DRAWS, CALLS, PASSES, BIDS = ("draw",), ("invoke",), ("pass",), ("bid",)
TAKES, LOSSES = ("take",), ("discard",)

# --- Measures -------------------------------------------------------------------------------------


def _is_new_epoch(s: st.State, start: st.State) -> bool:
    return s.epoch != start.epoch or s.phase == st.OVER


def _scored(s: st.State, seat: int, start: st.State) -> dict[int, int]:
    """Points by category if the epoch ended now; after its end, what it has scored."""
    monuments = {ev.MONUMENTS: int(epochs.monument_points(s, seat))}
    if _is_new_epoch(s, start):
        scored = [e for e in s.trace or () if e.event is ev.SCORED and e.seat == seat]
        return {e.category: e.points for e in scored if e.category != ev.SUNS} | monuments
    have = s.have[seat]
    return monuments | {
        ev.GODS: box.GOD_POINTS * have[box.GOD],
        ev.PHARAOHS: int(epochs.pharaoh_points(s, seat)),
        ev.RIVER: int(epochs.river_points(have[box.NILE], have[box.FLOOD])),
        ev.CIVILISATIONS: int(epochs.civilisation_points(s, seat)),
        ev.GOLDS: box.GOLD_POINTS * have[box.GOLD],
    }


def _of_category(category: int) -> Callable[[Any, int, Any], float]:
    return lambda s, seat, start: _scored(s, seat, start).get(category, 0)


def _given_up(action: int) -> int:
    blocks = (act.DISCARD_CIVILISATION, act.DISCARD_MONUMENT)
    return next(int(block.tile(action)) for block in blocks if block.has(action))


def _suns(s: st.State, seat: int, start: st.State) -> int:
    return 0 if _is_new_epoch(s, start) else sum(s.up[seat])


def _highest(s: st.State, seat: int, start: st.State) -> int:
    return 0 if _is_new_epoch(s, start) else int(track.highest_up(s, seat))


def _sun_points(s: st.State, seat: int, start: st.State) -> int:
    return int(epochs.sun_points(s, seat)) if start.epoch == box.EPOCHS else 0


def _lasting(s: st.State, seat: int, start: st.State) -> int:
    return sum(count for count, kept in zip(s.have[seat], box.KEPT, strict=False) if kept)


def _too_many(s: st.State, seat: int, start: st.State) -> int:
    """Suns that Ra tiles may leave unused."""
    left = box.RA_LIMIT[s.players] - start.ra_count
    return max(0, _suns(s, seat, start) + 1 - int(left)) if left <= FEW_RA else 0


MEASURES = (
    Measure(
        "points",
        lambda s, seat, start: sum(_scored(s, seat, start).values()),
        weight=0.35,
        of_rivals=True,
    ),
    *(Measure(f"points{one}", _of_category(one), good=0) for one in SCORED),
    Measure("suns", _suns, weight=2.0, of_rivals=True),
    Measure("highest", _highest, weight=0.1),
    Measure("power", lambda s, seat, start: int(epochs.sun_total(s, seat)), weight=0.15),
    Measure("sunpoints", _sun_points, weight=0.35),
    Measure("lasting", _lasting, weight=0.1),
    Measure("late", _too_many, good=-1, weight=1.0),
    Measure("over", lambda s, seat, start: int(_is_new_epoch(s, start)), good=-1, weight=0.5),
    Measure("track", lambda s, seat, start: s.track_len, weight=0.1),
    Measure("centre", lambda s, seat, start: s.centre, good=0),
)

# --- Suppositions ---------------------------------------------------------------------------------


def _is_settled(start: st.State, s: st.State, me: int) -> bool:
    return s.phase not in AUCTION_PHASES or _is_new_epoch(s, start)


def _lose_least(s: st.State, seat: int, legal: Sequence[int]) -> int:
    """Give up the tile after which the others bring most points."""

    def points_without(action: int) -> int:
        kind = _given_up(action)
        s.have[seat][kind] -= 1
        points = sum(_scored(s, seat, s).values())
        s.have[seat][kind] += 1
        return points

    return max(legal, key=points_without)


def _pass(rules: Any, s: st.State, seat: int, legal: Sequence[int], me: int) -> int:
    if s.phase != st.AUCTION:
        return _lose_least(s, seat, legal)
    return act.PASS if act.PASS in legal else min(legal)


def _bid_most(rules: Any, s: st.State, seat: int, legal: Sequence[int], me: int) -> int:
    if s.phase != st.AUCTION:
        return _lose_least(s, seat, legal)
    return max(legal, key=lambda action: (act.BID.has(action), action))


SUPPOSITIONS = (
    Supposition("now"),
    Supposition("quiet", _is_settled, _pass, ("If nobody bids more", "would", "'d ")),
    Supposition(
        "fight", _is_settled, _bid_most, ("Nobody can outbid", "would", "'d ", "can still")
    ),
)

# --- Values ---------------------------------------------------------------------------------------


def _bid(p: Numbers) -> int:
    return int(act.BID.sun(p.action)) if act.BID.has(p.action) else 0


def _parts(p: Numbers, supposition: str) -> dict[int, int]:
    """The points of a lot by category."""
    return {one: p.change(f"{supposition}.points{one}") for one in SCORED}


def _wins(p: Numbers, supposition: str) -> bool:
    return p.change(f"{supposition}.suns") < 0


def _sure_win(p: Numbers) -> Values | None:
    if not _wins(p, "fight") or (points := p.change("fight.points")) <= 0:
        return None
    return {"points": points, "sun": _bid(p) or p.before("highest"), "parts": _parts(p, "fight")}


def _quiet_win(p: Numbers) -> Values | None:
    if not _wins(p, "quiet") or (points := p.change("quiet.points")) <= 0:
        return None
    return {"points": points, "parts": _parts(p, "quiet"), "sun": p.after("quiet.centre")}


def _small_win(p: Numbers) -> Values | None:
    """What a sun buys, where it usually buys more."""
    won = _quiet_win(p)
    is_small = won and p.before("suns") > 1 and won["points"] < USUAL_LOT
    return {**won, "usual": USUAL_LOT} if won and is_small else None


def _win_leaves(p: Numbers) -> Values | None:
    """The suns that a lot of the usual size leaves."""
    won, left = _quiet_win(p), p.after("quiet.suns")
    return {**won, "suns": left} if won and left and won["points"] >= USUAL_LOT else None


def _low_sun(p: Numbers) -> Values | None:
    """A much lower sun in the centre, for the one that is bid."""
    swapped = _swap(-1)(p)
    return swapped if swapped and swapped["sun"] - swapped["centre"] >= LOW_SUN else None


def _poor_swap(p: Numbers) -> Values | None:
    """A lot that would be worth a sun, but for a low one in the centre."""
    won, swapped = _quiet_win(p), _low_sun(p)
    if not won or not swapped or won["points"] < FAIR_LOT:
        return None
    return {**swapped, "points": won["points"]}


def _swap_for_nothing(p: Numbers) -> Values | None:
    return _low_sun(p) if p.before("track") and _win_of_nothing(p) is not None else None


def _kept(p: Numbers) -> Values | None:
    """Tiles of a lot that stay for later epochs."""
    more = p.change("quiet.lasting") if _wins(p, "quiet") and p.view.epoch < box.EPOCHS else 0
    return {"tiles": more} if more > 0 else None


def _costly_win(p: Numbers) -> Values | None:
    if not _wins(p, "quiet") or (cost := -p.change("quiet.points")) <= 0:
        return None
    return {"points": cost, "parts": _parts(p, "quiet")}


def _win_of_nothing(p: Numbers) -> Values | None:
    return {} if _wins(p, "quiet") and not p.change("quiet.points") else None


def _left_to_others(p: Numbers) -> Values | None:
    """What the lot would bring, by the bid that a pass is compared with."""
    return _worth_to_other(p) if p.other and act.BID.has(p.other.action) else None


def _put_off(p: Numbers) -> Values | None:
    return _worth_to_other(p) if p.other and p.other.action == act.INVOKE else None


def _worth_to_other(p: Numbers) -> Values | None:
    won = _quiet_win(p.other) if p.other else None
    return {"points": won["points"]} if won else None


def _empty_track(p: Numbers) -> Values | None:
    return None if p.before("track") else {}


def _quiet_lot(p: Numbers) -> int:
    return p.change("quiet.points") if _wins(p, "quiet") else 0


def _rival_wins(supposition: str) -> Callable[[Numbers], Values | None]:
    """The rival who would win the lot, and what it brings."""

    def values(p: Numbers) -> Values | None:
        for rival in p.rivals:
            points = p.change(f"{supposition}.points", rival)
            if p.change(f"{supposition}.suns", rival) < 0 and points > 0:
                sun = p.after(f"{supposition}.centre", rival)
                return {"points": points, "player": rival, "sun": sun}
        return None

    return values


def _outbid(p: Numbers) -> Values | None:
    """The rival who can still bid more."""
    if not _bid(p) or _wins(p, "fight"):
        return None
    rival = next(one for one in p.rivals if p.change("fight.suns", one) < 0)
    return {"sun": _bid(p), "player": rival, "rival": p.after("fight.centre")}


def _last_sun(p: Numbers) -> Values | None:
    if p.after("quiet.suns") or not _wins(p, "quiet") or p.after("quiet.over"):
        return None
    return {} if box.RA_LIMIT[p.view.players] - p.view.ra_count > FEW_RA else None


def _swap(sign: int) -> Callable[[Numbers], Values | None]:
    def values(p: Numbers) -> Values | None:
        if sign * (p.view.centre - _bid(p)) <= 0 or not _wins(p, "quiet"):
            return None
        return {"sun": _bid(p), "centre": int(p.view.centre)}

    return values


def _centre_taken(p: Numbers) -> Values | None:
    """The rival who gets a sun in the centre that is higher than the player's."""
    if p.view.centre <= p.before("highest"):
        return None
    takers = (rival for rival in p.rivals if p.change("quiet.suns", rival) < 0)
    taker = next(takers, None)
    return None if taker is None else {"centre": int(p.view.centre), "player": taker}


def _cheaper(p: Numbers) -> Values | None:
    """A lower sun that wins just as surely."""
    other = p.other
    if other is None or not act.BID.has(other.action) or act.BID.sun(other.action) >= _bid(p):
        return None
    both = _wins(p, "fight") and _wins(other, "fight")
    return {"sun": int(act.BID.sun(other.action))} if both else None


def _sun_points_change(sign: int) -> Callable[[Numbers], Values | None]:
    def values(p: Numbers) -> Values | None:
        points = sign * p.change("quiet.sunpoints")
        shown = {"points": points, "sun": _bid(p), "centre": int(p.view.centre)}
        return shown if points > 0 else None

    return values


def _time(p: Numbers) -> Values | None:
    left = int(box.RA_LIMIT[p.view.players] - p.view.ra_count)
    suns = p.before("suns")
    if left > FEW_RA or not suns:
        return None
    return {"ra_tiles": left, "suns": suns}


def _risk(p: Numbers) -> Values | None:
    view = p.view
    if box.RA_LIMIT[view.players] - view.ra_count != 1 or not view.track_len:
        return None
    return {"ra": int(view.bag[box.RA]), "count": int(view.bag_left)}


def _alone(p: Numbers) -> Values | None:
    left = box.RA_LIMIT[p.view.players] - p.view.ra_count
    has_rivals = any(p.before("suns", rival) for rival in p.rivals)
    return None if has_rivals or left <= FEW_RA else {}


def _patience(p: Numbers) -> Values | None:
    """A lot that isn't worth an auction: by the other move, which is to call it."""
    return {} if p.other is not None and _quiet_lot(p.other) <= USUAL_LOT else None


def _god(sign: int) -> Callable[[Numbers], Values | None]:
    def values(p: Numbers) -> Values | None:
        kind, change = int(act.TAKE.tile(p.action)), p.change("now.points")
        if kind >= box.FIRST_DISASTER or sign * change <= 0:
            return None
        worth = change + box.GOD_POINTS
        return {"points": worth, "tile": kind, "god": box.GOD_POINTS} if worth > 0 else None

    return values


def _god_for_nothing(p: Numbers) -> Values | None:
    kind = int(act.TAKE.tile(p.action))
    if kind >= box.FIRST_DISASTER or p.change("now.points") != -box.GOD_POINTS:
        return None
    return {"tile": kind, "god": box.GOD_POINTS}


def _lasting_tile(p: Numbers) -> Values | None:
    kind = int(act.TAKE.tile(p.action))
    return {"tile": kind} if p.change("now.lasting") > 0 and p.view.epoch < box.EPOCHS else None


def _god_meets_disaster(p: Numbers) -> Values | None:
    return {} if act.TAKE.tile(p.action) >= box.FIRST_DISASTER else None


def _loss(p: Numbers) -> Values | None:
    points = -p.change("now.points")
    return {"points": points} if points > 0 else None


# --- Rows -----------------------------------------------------------------------------------------

SWAPS = "quiet.power.me quiet.highest.me fight.power.me fight.highest.me"
GROWS = "quiet.suns.me quiet.track.me now.track.me"
ROWS = (
    # What is won
    Row("fight.points.me", FOR, "lot", (*BIDS, *CALLS), _sure_win,
        "Nobody can outbid your {sun}, and the lot brings you {points} ({parts})."),
    Row("quiet.points.me", FOR, "lot", BIDS, _quiet_win,
        "If nobody bids more, the lot brings you {points} ({parts})."),
    Row("quiet.points.me", FOR, "lot", CALLS, _quiet_win,
        "If nobody bids more, you win the lot with your {sun}: {points} ({parts})."),
    Row("quiet.points.me", AGAINST, "lot disasters", (*BIDS, *CALLS), _costly_win,
        "The lot would cost you {points} ({parts}).", regret=1),
    Row("quiet.points.me fight.points.me", AGAINST, "lot", PASSES, _left_to_others,
        "You'd leave a lot that is worth {points} to you."),
    Row("quiet.points.me fight.points.me", AGAINST, "lot", (*DRAWS, *TAKES), _put_off,
        "You'd put off an auction of a lot that is worth {points} to you."),
    Row("now.points.me", FOR, "god", TAKES, _god(1),
        "{tile} is worth {points} to you; the god would score only {god} if you kept it."),
    Row("now.points.me", AGAINST, "god", TAKES, _god(-1),
        "The god scores {god} if you keep it; {tile} is worth only {points} to you now."),
    Row("now.points.me", AGAINST, "god", TAKES, _god_for_nothing,
        "{tile} is worth nothing to you now; the god scores {god} if you keep it."),
    Row("now.points.me", AGAINST, "god", TAKES, _god_meets_disaster,
        "That's a disaster: it strikes you at once.", regret=0),
    Row("now.lasting.me", FOR, "god", TAKES, _lasting_tile,
        "{tile} stays with you for later epochs; a god doesn't."),
    Row("now.points.me", AGAINST, "loss", LOSSES, _loss,
        "That would cost you {points}."),
    # What rivals would get
    Row("quiet.points.rivals", AGAINST, "deny", PASSES, _rival_wins("quiet"),
        "If nobody bids more, {player} wins the lot with the {sun}: {points}."),
    Row("fight.points.rivals", AGAINST, "outbid", CALLS, _rival_wins("fight"),
        "{player}'s {sun} beats all your suns, and the lot would bring {player} {points}."),
    # Suns
    Row("quiet.suns.me", AGAINST, "last-sun", (*BIDS, *CALLS), _last_sun,
        "It's your last sun: you'd sit out the rest of the epoch."),
    Row("quiet.suns.me", AGAINST, "lot", CALLS, _empty_track,
        "The track is empty: you'd call an auction for no tiles.", regret=1),
    Row("quiet.suns.me", AGAINST, "lot", BIDS, _empty_track,
        "There are no tiles to win.", is_now=True),
    Row("quiet.suns.me", AGAINST, "lot", CALLS, _win_of_nothing,
        "There's nothing for you on the track yet.", is_now=True),
    Row(f"quiet.suns.me {SWAPS}", AGAINST, "lot swap", BIDS, _poor_swap,
        "You'd win {points}, but get the {centre} in the centre for your {sun}."),
    Row("quiet.suns.me", AGAINST, "lot", (*BIDS, *CALLS), _small_win,
        "The lot is worth only {points} to you ({parts}); a sun usually wins {usual}.",
        is_now=True),
    Row(f"quiet.suns.me {SWAPS}", AGAINST, "lot swap", BIDS, _swap_for_nothing,
        "There's nothing for you in the lot, and just the {centre} in the centre for your {sun}.",
        is_now=True),
    Row("quiet.suns.me", AGAINST, "lot", BIDS, _win_of_nothing,
        "There's nothing for you in the lot.", is_now=True),
    Row("quiet.suns.me", AGAINST, "lot", BIDS, _win_leaves,
        "You'd win {points}, but keep only {suns} for the rest of the epoch."),
    Row("quiet.lasting.me", FOR, "kept", (*BIDS, *CALLS), _kept,
        "If nobody bids more, you win {tiles} to keep for later epochs."),
    Row("fight.points.me fight.suns.me", AGAINST, "enough", BIDS, _outbid,
        "Your {sun} can still be beaten by {player}'s {rival}."),
    Row(SWAPS, AGAINST, "enough swap lot", BIDS, _cheaper,
        "Your {sun} would win just as well.", regret=1),
    Row(f"quiet.sunpoints.me {SWAPS}", FOR, "sun-total swap", BIDS, _sun_points_change(1),
        "The {centre} in the centre for your {sun} would bring you {points} for suns."),
    Row(f"quiet.sunpoints.me {SWAPS}", AGAINST, "sun-total swap", BIDS, _sun_points_change(-1),
        "The {centre} in the centre for your {sun} would cost you {points} for suns."),
    Row(SWAPS, FOR, "swap", BIDS, _swap(1),
        "You'd get the {centre} in the centre for your {sun}."),
    Row(SWAPS, AGAINST, "swap", BIDS, _swap(-1),
        "You'd give your {sun} for the {centre} in the centre."),
    Row("quiet.power.me quiet.highest.me", AGAINST, "swap", PASSES, _centre_taken,
        "If nobody bids more, {player} gets the {centre} in the centre."),
    # Time
    Row("quiet.late.me", FOR, "time", (*BIDS, *CALLS), _time,
        "{ra_tiles} until the epoch ends, and you still have {suns} to use.", is_now=True),
    Row("quiet.over.me", AGAINST, "risk", DRAWS, _risk,
        "{ra} of the {count} tiles in the bag are Ra: "
        "the next one ends the epoch, and this lot is lost.", is_now=True),
    Row(GROWS, FOR, "alone", DRAWS, _alone,
        "Nobody else has a sun left: the lot grows for you alone.", is_now=True),
    Row(GROWS, FOR, "usual lot", DRAWS, _patience,
        "Nothing on the track is worth an auction yet.", is_now=True),
)  # fmt: skip


# --- Questions ------------------------------------------------------------------------------------


def _count(read: Callable[[Numbers], int], name: str = "points") -> Callable[[Numbers], Values]:
    return lambda p: {name: read(p)}


def _part(p: Numbers) -> Values | None:
    """The category in which a lot brings most, if it isn't the only one."""
    parts = {points: one for one, points in _parts(p, "quiet").items() if points}
    best = max(parts, default=0)
    return {"points": best, "parts": {parts[best]: best}} if len(parts) > 1 else None


def _gross(p: Numbers) -> Values | None:
    """What a lot brings, without what it costs."""
    parts = [points for points in _parts(p, "quiet").values() if points]
    gross = sum(points for points in parts if points > 0)
    return {"points": gross} if min(parts, default=0) < 0 else None


def _suns_left(p: Numbers) -> Values | None:
    return {"suns": left} if _wins(p, "quiet") and (left := p.after("quiet.suns")) else None


def _highest_then(p: Numbers) -> Values | None:
    return {"highest": left} if _wins(p, "quiet") and (left := p.after("quiet.highest")) else None


def _rivals_highest(p: Numbers) -> Values:
    highest, rival = max((p.before("highest", one), one) for one in p.rivals)
    return {"sun": highest, "player": rival}


def _of_winner(values: Callable[[Numbers, int], Values]) -> Callable[[Numbers], Values | None]:
    """Values for the rival who wins the lot."""
    won = _rival_wins("quiet")
    return lambda p: values(p, found["player"]) if (found := won(p)) else None


TILES = Answer(
    _count(lambda p: p.before("track"), "count"),
    "There are {count} tiles; the question is what they score.",
)
QUERIES = (
    Query("lot", "lot", BIDS,
        "{move}: if nobody bids more, how many points does the lot bring you?",
        Answer(_quiet_win, "If nobody bids more, the lot brings you {points} ({parts})."),
        (
            Answer(_part, "That's only a part of it: {parts}."),
            Answer(_gross, "That's without what the lot costs you."),
            Answer(_count(lambda p: p.after("quiet.points")),
                "That's what all your tiles would score then; the lot brings the difference."),
            TILES,
            Answer(lambda p: {"sun": _bid(p)}, "The {sun} is what you pay."),
        )),
    Query("rival", "deny", PASSES,
        "{move}: if nobody bids more, how many points does the lot bring {player}?",
        Answer(_rival_wins("quiet"),
            "If nobody bids more, {player} wins the lot with the {sun}: {points}."),
        (
            Answer(
                _of_winner(lambda p, one: {"points": p.after("quiet.points", one), "player": one}),
                "That's what all tiles of {player} would score then."),
            TILES,
            Answer(_of_winner(lambda p, one: {"sun": p.before("highest", one), "player": one}),
                "The {sun} is {player}'s highest sun."),
        )),
    Query("suns", "last-sun", BIDS,
        "{move}: if nobody bids more, how many suns can you still use in this epoch?",
        Answer(_suns_left,
            "You have {suns} left: the one you win lies face down until the next epoch."),
        (
            Answer(_count(lambda p: p.before("suns"), "suns"),
                "You have {suns} now, but pay with one, and the one you win lies face down."),
            Answer(_count(lambda p: sum(sun > 0 for sun in p.view.sun[p.seat]), "suns"),
                "You own {suns}, but can't use all of them in this epoch."),
            Answer(_count(lambda p: box.RA_LIMIT[p.view.players] - p.view.ra_count, "ra_tiles"),
                "That's how many more Ra tiles end the epoch."),
        )),
    Query("highest", "swap", BIDS,
        "{move}: if nobody bids more, what's your highest sun for the rest of this epoch?",
        Answer(_highest_then, "Your highest sun to use would be the {highest}."),
        (
            Answer(lambda p: {"centre": int(p.view.centre)},
                "You win the {centre}, but it lies face down until the next epoch."),
            Answer(lambda p: {"sun": _bid(p)}, "The {sun} is what you pay."),
            Answer(_rivals_highest, "The {sun} is {player}'s highest sun."),
        )),
)  # fmt: skip


def _whole(t: Translate, moves: Sequence[Any]) -> str:
    action = moves[-1].action
    if act.TAKE.has(action):
        text = t("Play a god and take {tile}")
        return text.format(tile=component_names.a_tile(t, act.TAKE.tile(action)))
    return t("End your turn") if action == act.STOP else ""


FACTS = Facts(
    MEASURES,
    SUPPOSITIONS,
    ROWS,
    points="points.me",
    printed={
        "points": points,
        "parts": by_category(categories),
        "player": player,
        "tile": component_names.a_tile,
        "god": points,
        "suns": component_names.suns,
        "ra_tiles": component_names.ra_tiles,
        "tiles": lambda t, count: t.ngettext("{count} tile", "{count} tiles", count).format(
            count=count
        ),
    },
    whole=_whole,
    dull=("pass", "stop"),
    queries=QUERIES,
    titles={
        "lot": "What a lot is worth",
        "kept": "Tiles that last",
        "river": "The Nile",
        "pharaohs": "Pharaohs",
        "civilisations": "Civilisations",
        "monuments": "Monuments",
        "disasters": "Mind the disasters",
        "swap": "The sun in the centre",
        "enough": "Just enough",
        "last-sun": "The last sun",
        "time": "Before the last Ra",
        "deny": "Keep it from a rival",
        "alone": "Alone at the end",
        "strongest": "The strongest sun",
        "usual": "Patience",
        "risk": "The lot may be lost",
        "outbid": "Who would win the auction",
        "god": "Spend a god",
        "loss": "The smaller loss",
        "sun-total": "Suns score, too",
    },
)
