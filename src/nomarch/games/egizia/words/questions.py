"""Questions of Egizia's puzzles that the rules answer."""

from nomarch.games.egizia.rules import box, feeding, reach, scoring, st
from nomarch.kernel.declare.questions import CountQuestion
from nomarch.kernel.declare.sentences import Translate


def _why_hunger(t: Translate, view: st.State, seat: int) -> str:
    told = t(
        "Your crews need {need} grain, and your fields give {grain} at this flood. Each missing grain costs {price}."
    )
    need, grain = feeding.need(view, seat), feeding.harvested(view, seat)
    return told.format(need=need, grain=grain, price=feeding.hunger_price(view, seat))


def _hunger(view: st.State, seat: int) -> int:
    return int(feeding.missing(view, seat) * feeding.hunger_price(view, seat))


def _stones(view: st.State, seat: int) -> int:
    return min(box.STONES_MAX, int(view.stones[seat] + view.quarry[seat]))


def _reach(view: st.State, seat: int) -> int:
    taken = reach.taken_positions(view)
    return sum(bool(reach.can_sail_to(view, seat, pos, taken)) for pos in range(box.POSITIONS))


def _is_sailing(view: st.State) -> bool:
    return bool(view.phase == st.SAIL)


QUESTIONS = (
    CountQuestion(
        "hunger",
        "field",
        lambda t, view, seat: t(
            "How many points will hunger cost you this round, as things stand?"
        ),
        _hunger,
        _why_hunger,
        lambda view, seat: _is_sailing(view) and _hunger(view, seat) > 0,
        1500,
    ),
    CountQuestion(
        "stones",
        "quarry",
        lambda t, view, seat: t(
            "How many stones will you have when building begins, if you get no more than your quarries give?"
        ),
        _stones,
        lambda t, view, seat: t(
            "{stones} now, and {quarry} from your quarries; {most} at most."
        ).format(stones=view.stones[seat], quarry=view.quarry[seat], most=box.STONES_MAX),
        lambda view, seat: _is_sailing(view) and view.stones[seat] > 0,
        900,
    ),
    CountQuestion(
        "reach",
        "jump",
        lambda t, view, seat: t("How many spaces could your next boat go to?"),
        _reach,
        lambda t, view, seat: t("Boats only go downstream, and only to spaces with room."),
        lambda view, seat: _is_sailing(view) and 2 < _reach(view, seat) < 13,
        1300,
    ),
    CountQuestion(
        "graves",
        "grave",
        lambda t, view, seat: t(
            "How many points will your graves score at the end, if nothing is added?"
        ),
        lambda view, seat: int(scoring.treasure_points(scoring.grave_total(view, seat))),
        lambda t, view, seat: t("Your graves total {total}.").format(
            total=scoring.grave_total(view, seat)
        ),
        lambda view, seat: scoring.grave_total(view, seat) > 0,
        1900,
    ),
    CountQuestion(
        "need",
        "crews",
        lambda t, view, seat: t("How much grain will your crews need this round, as they are now?"),
        lambda view, seat: int(feeding.need(view, seat)),
        lambda t, view, seat: t("Each crew eats as much grain as it is strong: {sum}.").format(
            sum=" + ".join(str(view.crew[seat][crew]) for crew in box.CREWS)
        ),
        lambda view, seat: _is_sailing(view) and feeding.need(view, seat) > 5,
        1000,
    ),
    CountQuestion(
        "harvest",
        "dry-field",
        lambda t, view, seat: t("How much grain do your fields give at the flood as it is now?"),
        lambda view, seat: int(feeding.harvested(view, seat)),
        lambda t, view, seat: t(
            "Only fields that the flood reaches count, and all of them if it is on the right."
        ),
        lambda view, seat: _is_sailing(view) and feeding.harvested(view, seat) > 2,
        1200,
    ),
)
