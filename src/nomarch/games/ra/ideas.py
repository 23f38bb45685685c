"""What good players of Ra say for or against a move."""

from collections.abc import Sequence
from itertools import pairwise

from nomarch.games.ra import events as ev, ideas_check as check
from nomarch.games.ra.rules import act, box, epochs, st, track
from nomarch.games.ra.words import component_names, tips
from nomarch.games.ra.words.lots import lot_of
from nomarch.kernel.declare.ideas import TOTAL, Check, Idea, Ideas, Move, Promise, Size, Words
from nomarch.kernel.declare.sentences import Translate, and_list, sentence_case

FAIR_LOT = 6
"""Points of a lot that a usual sun is well spent on."""
SUN_STEP = 0.4
"""Points that one step of a sun is worth."""
FEW_RA = 2
"""So many Ra tiles before the end of an epoch, time is short."""

# Sentences that need nothing of a position, but perhaps the points of their idea.
RIVER = (
    "The lot brings you {points} point from the Nile this epoch.",
    "The lot brings you {points} points from the Nile this epoch.",
)
CIVILISATIONS = "Its civilisations bring you {points} points this epoch."
MONUMENTS = (
    "Its monuments bring you {points} point at the end.",
    "Its monuments bring you {points} points at the end.",
)
LEAVES_THE_EPOCH = "It's your last sun: you'd sit out the rest of the epoch."
PLENTY_OF_TIME = "There's plenty of time left in the epoch."
GROWS_FOR_YOU = "Nobody else has a sun left: the lot grows for you alone."
LETS_GROW = "The lot can still grow."
SUNS_GAIN = "The swap is worth {points} points for suns."
SUNS_LOSE = "The swap costs {points} points for suns."


def _suns(view: st.State, seat: int) -> list[int]:
    pairs = zip(view.sun[seat], view.up[seat], strict=True)
    return sorted(sun for sun, up in pairs if up and sun)


def _bid(move: Move) -> int:
    return act.BID.sun(move.action) if act.BID.has(move.action) else 0


def _rivals(move: Move) -> list[int]:
    return [seat for seat in range(move.view.players) if seat != move.seat]


def _later(move: Move) -> int:
    """The highest sun that can still be bid after this seat."""
    view, seat, highest = move.view, move.seat, 0
    while seat != view.starter:
        seat = (seat + 1) % view.players
        highest = max(highest, int(track.highest_up(view, seat)))
    return highest


def _best_rival(move: Move) -> tuple[int, int]:
    """The rival that the lot would bring most, and how much; only those who can still win it."""
    able = [seat for seat in _rivals(move) if track.highest_up(move.view, seat) > 0]
    gains = [(lot_of(move.view, seat).total, seat) for seat in able]
    return max(gains, default=(0, move.seat))


def _ra_left(view: st.State) -> int:
    return int(box.RA_LIMIT[view.players] - view.ra_count)


# --- What the lot is worth ------------------------------------------------------------------------


def _of_category(category: int) -> Size:
    """What the lot brings; what its disasters take is said once, by their own idea."""
    return lambda move: max(0, lot_of(move.view, move.seat).points[category]) if _bid(move) else 0


def _pharaohs(t: Translate, move: Move) -> str:
    count = move.view.track[: move.view.track_len].count(box.PHARAOH)
    text = t("Its pharaoh makes a difference of {points} points this epoch.")
    if count > 1:
        text = t("Its {count} pharaohs make a difference of {points} points this epoch.")
    return text.format(count=count, points=lot_of(move.view, move.seat).points[ev.PHARAOHS])


def _gold(t: Translate, move: Move) -> str:
    lot = lot_of(move.view, move.seat)
    text = t("Gold and gods in the lot bring you {points} points.")
    return text.format(points=lot.points[ev.GOLDS] + lot.points[ev.GODS])


def _disasters(move: Move) -> float:
    return -lot_of(move.view, move.seat).disasters if _bid(move) or move.action == act.INVOKE else 0


def _disasters_cost(t: Translate, move: Move) -> str:
    track = move.view.track[: move.view.track_len]
    kinds = dict.fromkeys(kind for kind in track if kind >= box.FIRST_DISASTER)
    text = t.ngettext(
        "{disasters} in the lot would cost you {points} point.",
        "{disasters} in the lot would cost you {points} points.",
        points := lot_of(move.view, move.seat).disasters,
    )
    listed = and_list(t, [component_names.a_tile(t, kind) for kind in kinds])
    return sentence_case(text.format(disasters=listed, points=points))


def _size_of_lot(move: Move) -> float:
    """Whether the lot is worth a sun."""
    lot = lot_of(move.view, move.seat)
    if not _bid(move) or (lot.disasters and lot.total < FAIR_LOT):
        return 0
    return (lot.total - FAIR_LOT) * 0.6


def _is_small(t: Translate, move: Move) -> str:
    if not move.view.track_len:
        return t("There are no tiles to win.")
    if lot_of(move.view, move.seat).total <= 0:
        return t("There's nothing for you in the lot.")
    text = t.ngettext(
        "The lot is worth only about {points} point to you: too little for a sun.",
        "The lot is worth only about {points} points to you: too little for a sun.",
        points := lot_of(move.view, move.seat).total,
    )
    return text.format(points=points)


def _is_worth_it(t: Translate, move: Move) -> str:
    text = t("The lot is worth about {points} points to you.")
    return text.format(points=lot_of(move.view, move.seat).total)


# --- Suns -----------------------------------------------------------------------------------------


def _swap(move: Move) -> float:
    return (move.view.centre - _bid(move)) * SUN_STEP if _bid(move) else 0


def _good_swap(t: Translate, move: Move) -> str:
    text = t("You swap your {sun} for the {centre} in the centre.")
    return text.format(sun=_bid(move), centre=move.view.centre)


def _poor_swap(t: Translate, move: Move) -> str:
    text = t("You'd give your {sun} for the {centre} in the centre.")
    return text.format(sun=_bid(move), centre=move.view.centre)


def _enough(move: Move) -> float:
    """Whether a bid wins for sure, and whether a lower one would."""
    sun, later = _bid(move), _later(move) if move.view.phase == st.AUCTION else 0
    if not sun:
        return 0
    cheaper = [
        other for other in _suns(move.view, move.seat) if max(later, move.view.high) < other < sun
    ]
    if cheaper:
        return -2.0
    return 1.5 if sun > later else 0


def _is_enough(t: Translate, move: Move) -> str:
    return t("Your {sun} wins for sure: nobody after you can beat it.").format(sun=_bid(move))


def _is_not_needed(t: Translate, move: Move) -> str:
    later = max(_later(move), int(move.view.high))
    cheaper = [sun for sun in _suns(move.view, move.seat) if later < sun < _bid(move)]
    return t("Your {sun} would win just as well.").format(sun=min(cheaper, default=_bid(move)))


def _beaten(move: Move) -> float:
    """A bid that somebody can still top, for a good lot."""
    sun = _bid(move)
    if not sun or move.view.phase != st.AUCTION or _later(move) < sun:
        return 0
    return -0.2 * max(0, lot_of(move.view, move.seat).total) - 0.5


def _can_be_beaten(t: Translate, move: Move) -> str:
    text = t("Your {sun} can still be beaten by a {rival}.")
    return text.format(sun=_bid(move), rival=_later(move))


def _last_sun(move: Move) -> float:
    if not _bid(move) or len(_suns(move.view, move.seat)) > 1 or _ra_left(move.view) <= FEW_RA:
        return 0
    return -2.0


def _time(move: Move) -> float:
    """Suns that are not used are lost when Ra ends the epoch."""
    left, suns = _ra_left(move.view), len(_suns(move.view, move.seat))
    if left > FEW_RA or not suns or not (_bid(move) or move.action == act.INVOKE):
        return 0
    return 1.5 * suns * (FEW_RA + 1 - left)


def _use_it_now(t: Translate, move: Move) -> str:
    left, suns = _ra_left(move.view), len(_suns(move.view, move.seat))
    first = t.ngettext(
        "{count} more Ra tile ends the epoch,", "{count} more Ra tiles end the epoch,", left
    ).format(count=left)
    second = t.ngettext(
        "and you still have {count} sun to use.", "and you still have {count} suns to use.", suns
    ).format(count=suns)
    return f"{first} {second}"


# --- Rivals ---------------------------------------------------------------------------------------


def _denies(move: Move) -> float:
    if not _bid(move):
        return 0
    return 0.4 * max(0, _best_rival(move)[0] - 3)


def _keeps_from_rival(t: Translate, move: Move) -> str:
    points, rival = _best_rival(move)
    text = t("It keeps {points} points from {player}.")
    return text.format(points=points, player=f"{{names[{rival}]}}")


def _helps_rival(t: Translate, move: Move) -> str:
    points, rival = _best_rival(move)
    text = t("The lot would bring {player} {points} points.")
    return text.format(points=points, player=f"{{names[{rival}]}}")


def _alone(move: Move) -> float:
    if move.action not in (act.DRAW, act.INVOKE) or any(
        track.highest_up(move.view, seat) for seat in _rivals(move)
    ):
        return 0
    return 3.0 if move.action == act.DRAW and _ra_left(move.view) > FEW_RA else 0


def _strongest(move: Move) -> float:
    """Calling with the highest sun, while the lot is good."""
    best = max(_suns(move.view, move.seat), default=0)
    rivals = max((int(track.highest_up(move.view, seat)) for seat in _rivals(move)), default=0)
    if move.action != act.INVOKE or best <= rivals:
        return 0
    return 0.5 * max(0, lot_of(move.view, move.seat).total - FAIR_LOT)


def _cannot_be_beaten(t: Translate, move: Move) -> str:
    text = t("Your {sun} can't be beaten, and the lot is worth about {points} points to you.")
    best = max(_suns(move.view, move.seat), default=0)
    return text.format(sun=best, points=lot_of(move.view, move.seat).total)


def _poor_auction(move: Move) -> float:
    """An auction for little, that the caller may have to pay for."""
    if move.action != act.INVOKE:
        return 0
    return min(0.0, 0.5 * (lot_of(move.view, move.seat).total - FAIR_LOT + 2))


def _calls_for_little(t: Translate, move: Move) -> str:
    if not move.view.track_len:
        return t("The track is empty: you'd call an auction for no tiles.")
    if lot_of(move.view, move.seat).total <= 0:
        return t("There's nothing for you on the track yet.")
    text = t.ngettext(
        "So far the lot is worth about {points} point to you: let it grow.",
        "So far the lot is worth about {points} points to you: let it grow.",
        points := max(0, lot_of(move.view, move.seat).total),
    )
    return text.format(points=points)


def _usual(move: Move) -> float:
    """Most lots are passed, and most turns are draws: little is said for it, and only if true."""
    if move.action not in (act.DRAW, act.PASS) or _ra_left(move.view) <= FEW_RA:
        return 0
    return 0.5 if lot_of(move.view, move.seat).total <= FAIR_LOT + 2 else 0


def _nothing_yet(t: Translate, move: Move) -> str:
    if move.action == act.DRAW:
        return t("Nothing on the track is worth an auction yet.")
    return t("Nothing here is worth a sun yet.")


def _risk(move: Move) -> float:
    """The lot is lost if the next tile is the last Ra; points of the lot in hundredths."""
    lot, view = lot_of(move.view, move.seat).total, move.view
    if move.action != act.DRAW or _ra_left(view) != 1 or lot <= 0 or not view.bag_left:
        return 0
    return -float(lot * view.bag[box.RA] / view.bag_left) - 0.5


def _may_be_lost(t: Translate, move: Move) -> str:
    view = move.view
    text = t(
        "{ra} of the {count} tiles in the bag are Ra: the next one ends the epoch, "
        "and this lot is lost."
    )
    return text.format(ra=view.bag[box.RA], count=view.bag_left)


def _stronger_rival(move: Move) -> tuple[int, int, int]:
    """The points of the lot, sun and seat of the rival who gains most and can outbid the player."""
    best = int(track.highest_up(move.view, move.seat))
    suns = {seat: int(track.highest_up(move.view, seat)) for seat in _rivals(move)}
    able = [seat for seat, sun in suns.items() if sun > best]
    gains = [(lot_of(move.view, seat).total, suns[seat], seat) for seat in able]
    return max(gains, default=(0, 0, move.seat))


def _outbid(move: Move) -> float:
    """Calling an auction that a rival would win."""
    if move.action != act.INVOKE:
        return 0
    return -0.5 * max(0, _stronger_rival(move)[0] - 3)


def _is_outbid(t: Translate, move: Move) -> str:
    points, sun, rival = _stronger_rival(move)
    text = t(
        "{player}'s {sun} beats all your suns, and the lot would bring {player} {points} points."
    )
    return text.format(points=points, sun=sun, player=f"{{names[{rival}]}}")


# --- Gods and losses ------------------------------------------------------------------------------


def _god(move: Move) -> float:
    if not act.TAKE.has(move.action):
        return 0
    kind = act.TAKE.tile(move.action)
    if kind >= box.FIRST_DISASTER:
        return -4.0
    return float(tips.gain(move.view, move.seat, kind) - box.GOD_POINTS)


def _god_pays(t: Translate, move: Move) -> str:
    kind = act.TAKE.tile(move.action)
    text = t(
        "{tile} is worth {points} points to you; the god would score only {god} if you kept it."
    )
    points = tips.gain(move.view, move.seat, kind)
    return sentence_case(
        text.format(tile=component_names.a_tile(t, kind), points=points, god=box.GOD_POINTS)
    )


def _god_wasted(t: Translate, move: Move) -> str:
    kind = act.TAKE.tile(move.action)
    if kind >= box.FIRST_DISASTER:
        return t("That's a disaster: it strikes you at once.")
    text = t("The god scores {god} if you keep it; {tile} is worth only {points} to you now.")
    return text.format(
        tile=component_names.a_tile(t, kind),
        points=tips.gain(move.view, move.seat, kind),
        god=box.GOD_POINTS,
    )


def _given_up(move: Move) -> int:
    for block in (act.DISCARD_CIVILISATION, act.DISCARD_MONUMENT):
        if block.has(move.action):
            return int(block.tile(move.action))
    return -1


def _loss(move: Move) -> float:
    kind = _given_up(move)
    if kind < 0:
        return 0
    before = tips.worth(move.view, move.seat, kind)
    move.view.have[move.seat][kind] -= 1
    after = tips.worth(move.view, move.seat, kind)
    move.view.have[move.seat][kind] += 1
    return float(after - before) or 0.6


def _costs_nothing(t: Translate, move: Move) -> str:
    return t("Giving up {tile} costs you no points.").format(
        tile=component_names.a_tile(t, _given_up(move))
    )


def _costs_points(t: Translate, move: Move) -> str:
    text = t.ngettext(
        "Giving up {tile} would cost you {points} point.",
        "Giving up {tile} would cost you {points} points.",
        points := round(-_loss(move)),
    )
    return text.format(tile=component_names.a_tile(t, _given_up(move)), points=points)


def _sun_total(move: Move) -> float:
    """In the last epoch, suns themselves score."""
    if not _bid(move) or move.view.epoch < box.EPOCHS:
        return 0
    totals = [int(epochs.sun_total(move.view, seat)) for seat in range(move.view.players)]
    ranks = []
    for change in (0, move.view.centre - _bid(move)):
        mine = totals[move.seat] + change
        others = [total for seat, total in enumerate(totals) if seat != move.seat]
        ranks.append(epochs.extreme_points(mine, max(mine, *others), min(mine, *others), 5, -5))
    return float(next(after - before for before, after in pairwise(ranks)))


def _lot_idea(id_: str, category: int, text: Words, by_rules: Check | None = None) -> Idea:
    by_rules = by_rules or check.of_category(category)
    size, promise = _of_category(category), Promise(category)
    return Idea(id_, size, text, "", promise, check=by_rules)


def _whole(t: Translate, moves: Sequence[Move]) -> str:
    action = moves[-1].action
    if act.TAKE.has(action):
        text = t("Play a god and take {tile}")
        return text.format(tile=component_names.a_tile(t, act.TAKE.tile(action)))
    return t("End your turn") if action == act.STOP else ""


IDEAS = Ideas(
    (
        _lot_idea("river", ev.RIVER, RIVER),
        _lot_idea("pharaohs", ev.PHARAOHS, _pharaohs, check.pharaohs),
        _lot_idea("civilisations", ev.CIVILISATIONS, CIVILISATIONS),
        _lot_idea("monuments", ev.MONUMENTS, MONUMENTS),
        _lot_idea("gold", ev.GOLDS, _gold, check.of_category(ev.GOLDS, ev.GODS)),
        Idea("disasters", _disasters, "", _disasters_cost, check=check.loss_by_disasters),
        Idea(
            *("lot", _size_of_lot, _is_worth_it, _is_small, Promise(TOTAL)),
            about="lot",
            check=check.lot,
        ),
        Idea("swap", _swap, _good_swap, _poor_swap, check=check.swap),
        Idea("enough", _enough, _is_enough, _is_not_needed, check=check.enough),
        Idea("beaten", _beaten, "", _can_be_beaten, check=check.beaten),
        Idea("last-sun", _last_sun, "", LEAVES_THE_EPOCH),
        Idea("time", _time, _use_it_now, PLENTY_OF_TIME, check=check.time),
        Idea(
            *("deny", _denies, _keeps_from_rival, _helps_rival, Promise(TOTAL, is_rivals=True)),
            check=check.denied,
        ),
        Idea("alone", _alone, GROWS_FOR_YOU, PLENTY_OF_TIME),
        Idea("strongest", _strongest, _cannot_be_beaten, LETS_GROW, check=check.strongest),
        Idea(
            "poor-auction",
            _poor_auction,
            LETS_GROW,
            _calls_for_little,
            about="lot",
            check=check.lot,
        ),
        Idea("usual", _usual, _nothing_yet, _calls_for_little, about="lot"),
        Idea("risk", _risk, LETS_GROW, _may_be_lost, check=check.risk),
        Idea("outbid", _outbid, LETS_GROW, _is_outbid, check=check.outbid),
        Idea("god", _god, _god_pays, _god_wasted, check=check.god),
        Idea("loss", _loss, _costs_nothing, _costs_points, check=check.given_up),
        Idea("sun-total", _sun_total, SUNS_GAIN, SUNS_LOSE, check=check.suns),
    ),
    whole=_whole,
    titles={
        "river": "The Nile",
        "pharaohs": "Pharaohs",
        "civilisations": "Civilisations",
        "monuments": "Monuments",
        "gold": "Gold and gods",
        "disasters": "Mind the disasters",
        "lot": "What a lot is worth",
        "swap": "The sun in the centre",
        "enough": "Just enough",
        "beaten": "Just enough",
        "last-sun": "The last sun",
        "time": "Before the last Ra",
        "deny": "Keep it from a rival",
        "alone": "Alone at the end",
        "strongest": "The strongest sun",
        "poor-auction": "Let it grow",
        "usual": "Patience",
        "risk": "The lot may be lost",
        "outbid": "Who would win the auction",
        "god": "Spend a god",
        "loss": "The smaller loss",
        "sun-total": "Suns score, too",
    },
)
