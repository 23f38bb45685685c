"""Questions of Amun-Re's puzzles that the rules answer."""

from typing import Any

from nomarch.games.amun_re.rules import auction, box, holdings, incomes, offerings, st, stages
from nomarch.games.amun_re.words import categories, component_names as terms, tips
from nomarch.kernel.declare.questions import CountQuestion, best_question, tie_question
from nomarch.kernel.declare.sentences import Translate, listed
from nomarch.kernel.declare.supposing import Supposed

TOTAL = 14
"""The offering that an income is asked for."""


def _why_kingdom(t: Translate, view: st.State, seat: int) -> str:
    points = tips.kingdom(view, seat)
    parts = [f"{name} {each}" for name, each in zip(categories(t), points, strict=False)]
    return f"{listed(parts)}."


def _income(view: st.State, seat: int) -> int:
    return tips.income(Supposed(view, box=offerings.box_of(TOTAL)), seat)


def _why_income(t: Translate, view: st.State, seat: int) -> str:
    then: Any = Supposed(view, box=offerings.box_of(TOTAL))
    owned = [p for p in range(box.PROVINCES) if view.owner[p] == seat]
    pays = {p: int(incomes.province_income(then, seat, p)) for p in owned}
    parts = [f"{terms.province(t, p)} {gold}" for p, gold in pays.items()]
    told = t("At {total}, each farmer earns {gold} gold: {provinces}.")
    gold = box.HARVEST[offerings.box_of(TOTAL)]
    return told.format(total=TOTAL, gold=gold, provinces=listed(parts))


def _bricks(view: st.State, seat: int) -> int:
    gold, count = int(view.gold[seat]), 0
    while stages.price(count + 1) <= gold:
        count += 1
    return count


def _contested(view: st.State) -> int:
    """A province up for auction that somebody has bid for, or -1."""
    bids = [int(p) for p in view.bid_on[: view.players] if p != st.NO_PROVINCE]
    return max(bids, default=-1)


def _lead(view: st.State, seat: int) -> int:
    return int(box.BID_TRACK[auction.lowest_step(view, _contested(view))])


def _has_lead(view: st.State, seat: int) -> bool:
    p = _contested(view)
    return view.phase == st.PICK and p >= 0 and auction.lowest_step(view, p) < box.BID_STEPS


def _built(view: st.State, seat: int) -> list[int]:
    return [int(holdings.sum_of(view, seat, things)) for things in (view.pyramids, view.bricks)]


def _lots(view: st.State, seat: int) -> list[tuple[int, int]]:
    """Provinces up for auction, and what they pay at `TOTAL` with all their fields planted."""
    at, lots = offerings.box_of(TOTAL), [p for p in range(box.PROVINCES) if view.card[p] == 1]
    return [
        (
            p,
            box.HARVEST[at] * (box.SPACES[p] + box.PRINTED[p])
            + box.INCOME[p]
            + box.CARAVAN[p] * box.CAMEL[at],
        )
        for p in (lots[:3] if view.phase == st.PICK else ())
    ]


QUESTIONS = (
    CountQuestion(
        "kingdom",
        "points",
        lambda t, view, seat: t(
            "How many points would your provinces score if the kingdom ended now?"
        ),
        lambda view, seat: sum(tips.kingdom(view, seat)),
        _why_kingdom,
        lambda view, seat: sum(tips.kingdom(view, seat)) > 0,
        1700,
    ),
    CountQuestion(
        "income",
        "harvest",
        lambda t, view, seat: t(
            "The offering totals {total}. How much gold do your provinces pay you?"
        ).format(total=TOTAL),
        _income,
        _why_income,
        lambda view, seat: _income(view, seat) > 0,
        1500,
    ),
    CountQuestion(
        "bricks",
        "purse",
        lambda t, view, seat: t("How many bricks could you buy at once with all your gold?"),
        _bricks,
        lambda t, view, seat: t("{count} cost {gold} gold: the price rises by 1 with each.").format(
            count=_bricks(view, seat), gold=stages.price(_bricks(view, seat))
        ),
        lambda view, seat: 1 < _bricks(view, seat) < 9,
        1100,
    ),
    CountQuestion(
        "lead",
        "overbid",
        lambda t, view, seat: t("What's the lowest bid that leads at {province}?").format(
            province=terms.province(t, _contested(view))
        ),
        _lead,
        lambda t, view, seat: t(
            "Bids go {steps} …; yours must be above all others, two steps above a block."
        ).format(steps=", ".join(map(str, box.BID_TRACK[:6]))),
        _has_lead,
        1300,
    ),
    best_question(
        "pays",
        "fields",
        lambda t: t(
            "With a farmer on every field and an offering of {total}, which of these provinces pays most gold?"
        ).format(total=TOTAL),
        _lots,
        terms.province,
        1650,
    ),
    tie_question("bricks", _built, lambda t: t("Among equals, pyramids decide, then bricks.")),
)
