"""Tooltips: what a component is, and what it would do now for the viewer.

Spectators have a seat below zero: their tooltips leave out the current position. Gold of
others, which a table may hide, is never counted.
"""

from functools import lru_cache
from types import SimpleNamespace
from typing import Any, cast

from nomarch.games.amun_re.rules import (
    auction,
    box,
    holdings,
    incomes,
    offerings,
    scoring,
    st,
    stages,
)
from nomarch.games.amun_re.words import component_names
from nomarch.i18n import points_of
from nomarch.kernel.declare.sentences import Names, Translate, listed, signed
from nomarch.kernel.declare.supposing import Supposed, replaced

# --- What is counted ------------------------------------------------------------------------------


def kingdom(view: Any, seat: int) -> tuple[int, int, int, int]:
    """What a scoring would give for pyramids, sets, banks and temples, as the categories go."""
    rows = tuple(view.owner), tuple(view.pyramids), tuple(view.bricks)
    return _kingdom(*rows, view.box, seat)


@lru_cache(512)
def _kingdom(
    owner: tuple[int, ...],
    pyramids: tuple[int, ...],
    bricks: tuple[int, ...],
    level: int,
    seat: int,
) -> tuple[int, int, int, int]:
    """Cached: many tooltips contain it."""
    view: Any = SimpleNamespace(owner=owner, pyramids=pyramids, bricks=bricks)
    banks = scoring.leads_bank(view, seat, box.WEST) + scoring.leads_bank(view, seat, box.EAST)
    return (
        box.PYRAMID_POINTS * int(holdings.sum_of(view, seat, view.pyramids)),
        box.SET_POINTS * int(scoring.sets_of(view, seat)),
        box.BANK_POINTS * int(banks),
        box.TEMPLE_POINTS[level] * int(holdings.sum_of(view, seat, box.TEMPLES)),
    )


def income(view: Any, seat: int) -> int:
    """What a seat's provinces would pay now."""
    owned = (p for p in range(box.PROVINCES) if view.owner[p] == seat)
    return sum(int(incomes.province_income(view, seat, p)) for p in owned)


def pyramid_gain(view: st.State, seat: int, p: int) -> int:
    """What one more pyramid in a province would add for its owner; its bricks are used up."""
    pyramids = replaced(view.pyramids, p, view.pyramids[p] + 1)
    more = Supposed(view, pyramids=pyramids, bricks=replaced(view.bricks, p, 0))
    return sum(kingdom(more, seat)) - sum(kingdom(view, seat))


def province_gain(view: st.State, seat: int, p: int) -> int:
    """What a province would add for a seat at a scoring, if it had it."""
    more = Supposed(view, owner=replaced(view.owner, p, seat))
    return sum(kingdom(more, seat)) - sum(kingdom(view, seat))


# --- Provinces ------------------------------------------------------------------------------------


def province_of(t: Translate, view: st.State, seat: int, names: Names, p: int) -> str:
    """A province: what it is, what stands there, and what it does now for the viewer."""
    texts = [f"{listed([described(t, view, names, p, seat), *_paying(t, view, p)])}."]
    if view.pool[p] and view.turn % box.KINGDOM_TURNS and view.phase != st.OVER:
        texts.append(t("It can still come up for auction in this kingdom."))
    if seat >= 0 and view.phase != st.OVER:
        if view.card[p]:
            texts += _for_bidder(t, view, seat, p)
        elif view.owner[p] == seat:
            texts += _for_owner(t, view, seat, p)
    return " ".join(texts)


def described(t: Translate, view: st.State, names: Names, p: int, seat: int = -1) -> str:
    """What a province is, what stands there, and whose it is."""
    owner = view.owner[p]
    held = t("owned by {player}").format(player=names[owner]) if owner >= 0 else t("no owner")
    parts = [
        *component_names.about_province(t, p),
        *component_names.pieces_on(t, view, p),
        t("yours") if 0 <= owner == seat else held,
    ]
    return f"{component_names.province(t, p)}: {listed(parts)}"


def _paying(t: Translate, view: st.State, p: int) -> list[str]:
    """What a province would pay its owner, were the incomes now."""
    owner = view.owner[p]
    gold = incomes.province_income(view, owner, p) if owner >= 0 else 0
    return component_names.present((gold, t("currently pays {gold} gold").format(gold=gold)))


def _for_bidder(t: Translate, view: st.State, seat: int, p: int) -> list[str]:
    """The price of a province that is up for auction, and what it would bring the viewer."""
    texts = []
    if view.bid_on[seat] == p and not auction.is_outbid(view, seat):
        texts.append(t("You have the highest bid."))
    elif (step := int(auction.lowest_step(view, p))) < box.BID_STEPS:
        lowest = t("Minimum bid: {price}. You have {gold} gold.")
        texts.append(lowest.format(price=box.BID_TRACK[step], gold=view.gold[seat]))
    else:
        texts.append(t("Nobody can bid higher here."))
    yours = Supposed(view, owner=replaced(view.owner, p, seat))
    texts += _limit_change(t, view, yours, seat)
    points = province_gain(view, seat, p)
    gain = t.ngettext(
        "Owning it would add {points} point if the kingdom were scored now.",
        "Owning it would add {points} points if the kingdom were scored now.",
        points,
    )
    texts.append(gain.format(points=points))
    return texts


def _limit_change(t: Translate, view: st.State, yours: Any, seat: int) -> list[str]:
    before = int(stages.card_limit(view, seat))
    after = int(stages.card_limit(yours, seat))
    text = t("Power cards you may buy per turn: {before} → {after}.")
    return component_names.present((after - before, text.format(before=before, after=after)))


def _for_owner(t: Translate, view: st.State, seat: int, p: int) -> list[str]:
    """What another farmer or pyramid would do in a province of the viewer's."""
    texts = []
    room = box.SPACES[p] - view.farmers[p]
    if room and box.HARVEST[view.box]:
        each = t.ngettext(
            "{count} free field; a farmer currently earns {gold} gold a turn.",
            "{count} free fields; a farmer currently earns {gold} gold a turn.",
            room,
        )
        texts.append(each.format(count=room, gold=box.HARVEST[view.box]))
    missing = box.BRICKS_PER_PYRAMID - view.bricks[p]
    built = t.ngettext(
        "{count} more brick makes a pyramid (+{points}).",
        "{count} more bricks make a pyramid (+{points}).",
        missing,
    )
    texts.append(built.format(count=missing, points=pyramid_gain(view, seat, p)))
    return texts


# --- Power cards ----------------------------------------------------------------------------------


def card_of(t: Translate, view: st.State, seat: int, kind: int) -> str:
    """A power card with what it does, and what it would do now for its owner."""
    about = f"{component_names.card(t, kind)} – {component_names.card_about(t, kind, view.edition, view.block_once)}."
    now = "" if seat < 0 or view.phase == st.OVER else _card_now(t, view, seat, kind)
    return f"{about} {now}" if now else about


def _card_now(t: Translate, view: st.State, seat: int, kind: int) -> str:
    if kind >= box.FIRST_BONUS:
        return _bonus_now(t, view, seat, kind)
    if kind in (box.EIGHT, box.EXTRA):
        return _income_card_now(t, view, seat, kind)
    return {
        box.BLOCK: _block_now,
        box.SAME: _same_now,
        box.FREE: _free_now,
        box.ARCHITECT: _architect_now,
        box.ADJUST: _adjust_now,
    }[kind](t, view, seat)


def _block_now(t: Translate, view: st.State, seat: int) -> str:
    """What the others would have to bid after the viewer's lowest bid."""
    if view.phase != st.STEP or view.seat != seat:
        return ""
    step = int(auction.lowest_step(view, view.pick))
    if step + box.BLOCKED_STEPS >= box.BID_STEPS:
        return t("With it, nobody could outbid you here.")
    text = t("If you bid the minimum of {gold} here, the others must bid at least {more}.")
    return text.format(gold=box.BID_TRACK[step], more=box.BID_TRACK[step + box.BLOCKED_STEPS])


def _same_now(t: Translate, view: st.State, seat: int) -> str:
    p = view.bid_on[seat]
    if view.phase not in (st.PICK, st.STEP) or p < 0 or not auction.is_outbid(view, seat):
        return t("You aren't outbid right now.")
    step = int(auction.lowest_step(view, p))
    if step >= box.BID_STEPS:
        return t("Nobody can bid higher here.")
    text = t("You're outbid in {province}: with this card you may bid {gold} or more there.")
    return text.format(province=component_names.province(t, p), gold=box.BID_TRACK[step])


def _free_now(t: Translate, view: st.State, seat: int) -> str:
    text = t("That farmer would currently earn {gold} gold a turn.")
    return text.format(gold=box.HARVEST[view.box])


def _architect_now(t: Translate, view: st.State, seat: int) -> str:
    """Where the viewer's bricks are enough, and what a pyramid scores there."""
    ready = [
        f"{component_names.province(t, p)} {signed(pyramid_gain(view, seat, p))}"
        for p in range(box.PROVINCES)
        if view.owner[p] == seat and view.bricks[p] >= box.ARCHITECT_BRICKS
    ]
    if not ready:
        return t("None of your provinces has two bricks right now.")
    return t("A pyramid would score: {provinces}.").format(provinces=listed(ready))


def _adjust_now(t: Translate, view: st.State, seat: int) -> str:
    """Where the temple marker would go, once the sum is known."""
    if view.phase != st.ADJUSTING:
        return ""
    low, high = (
        int(offerings.box_of(view.total + change)) for change in (-box.ADJUSTMENT, box.ADJUSTMENT)
    )
    text = t("The total is {gold}: lowering it means box {low}, raising it box {high}.")
    return text.format(gold=view.total, low=low, high=high)


def _income_card_now(t: Translate, view: st.State, seat: int, kind: int) -> str:
    """The province in which an income card gains most, and what it pays then."""
    owned = [p for p in range(box.PROVINCES) if view.owner[p] == seat]
    if not owned:
        return t("You don't own a province yet.")
    field = "eight" if kind == box.EIGHT else "extra"

    def paid(p: int) -> tuple[int, int]:
        laid = Supposed(view, **{field: replaced(getattr(view, field), seat, p)})
        before, after = (
            incomes.province_income(each, seat, p)
            for each in cast("tuple[st.State, ...]", (view, laid))
        )
        return int(before), int(after)

    best = max(owned, key=lambda p: paid(p)[1] - paid(p)[0])
    before, after = paid(best)
    text = t("Best in {province}: {before} → {after} gold as things stand.")
    return text.format(province=component_names.province(t, best), before=before, after=after)


def _bonus_now(t: Translate, view: st.State, seat: int, kind: int) -> str:
    """Whether a bonus card's condition holds, and how far it is where it is a number."""
    texts = []
    if kind == box.BONUS_CARDS:
        have, need = holdings.sum_of(view, seat, box.SYMBOLS), box.SYMBOLS_FOR_BONUS[view.edition]
        texts.append(t("You have {have} of {need} card symbols.").format(have=have, need=need))
    if kind == box.BONUS_FARMERS:
        have, need = holdings.farmers_of(view, seat), box.FARMERS_FOR_BONUS
        texts.append(t("You have {have} of {need} farmers.").format(have=have, need=need))
    earned = scoring.earns_bonus(view, seat, kind)
    texts.append(
        t("Right now it would score 3.") if earned else t("Right now it would score nothing.")
    )
    return " ".join(texts)


# --- Bids, prices, offerings ----------------------------------------------------------------------


def bid(t: Translate, view: st.State, seat: int, p: int, step: int) -> str:
    """A step of a province's track, and what would be left to the viewer."""
    gold = box.BID_TRACK[step]
    text = t("{province}: {gold} gold").format(province=component_names.province(t, p), gold=gold)
    return f"{text}. {_your_gold(t, view, seat, gold)}" if seat >= 0 else f"{text}."


def stall(t: Translate, is_open: bool) -> str:
    """The three kinds of goods: what is bought now, and what comes before or after."""
    if is_open:
        return t("On sale now: choose how many from the prices below.")
    return t("Cards are bought first, then farmers, then bricks. Press Done to go on to the next.")


def purchase(t: Translate, view: st.State, seat: int, count: int) -> str:
    """So many units, and what would be left to the viewer."""
    price = stages.price(count)
    text = t.ngettext("{count} costs {gold} gold.", "{count} cost {gold} gold.", count)
    text = text.format(count=count, gold=price)
    return f"{text} {_your_gold(t, view, seat, price)}" if seat >= 0 else text


def _your_gold(t: Translate, view: st.State, seat: int, price: int) -> str:
    have = view.gold[seat]
    if price > have:
        return t("You only have {gold} gold.").format(gold=have)
    return t("Your gold: {before} → {after}.").format(before=have, after=have - price)


def put(t: Translate, view: st.State, seat: int, gold: int) -> str:
    """Gold that can be added to the viewer's own offering."""
    given = max(0, view.offer[seat])
    text = t("Your offering: {before} → {after}. You have {gold} gold.")
    return text.format(before=given, after=given + gold, gold=view.gold[seat])


def scale(t: Translate, view: st.State, seat: int, step: int) -> str:
    """A step of the temple scale, and what it would bring the viewer."""
    here = step == view.box
    text = (
        component_names.marker(t, view)
        if here
        else component_names.step_tip(t, step) or t("The temple marker starts here.")
    )
    if seat < 0 or step == 0 or view.phase == st.OVER:
        return text
    there = Supposed(view, box=step)
    gold, points = income(there, seat), kingdom(there, seat)[-1]
    yours = t.ngettext(
        "For you: {gold} gold income, and {points} point for temples at a scoring.",
        "For you: {gold} gold income, and {points} points for temples at a scoring.",
        points,
    )
    return f"{text} {yours.format(gold=gold, points=points)}"


# --- Players --------------------------------------------------------------------------------------


def plate(t: Translate, view: st.State, seat: int, player: str) -> str:
    """A nameplate: the points, and what the land would add at a scoring."""
    text = points_of(t, player, view.points[seat])
    if view.phase == st.OVER:
        return text
    points = kingdom(view, seat)
    if not any(points):
        return f"{text} " + t("A scoring now would add nothing.")
    scored = zip(component_names.categories(t), points, strict=False)
    parts = listed([f"{name} {each}" for name, each in scored if each])
    now = t("A scoring now would add {points} ({parts}), not counting bonus cards.")
    return f"{text} {now.format(points=signed(sum(points)), parts=parts)}"


def treasure(t: Translate, view: st.State, seat: int) -> str:
    """A player's gold, and the income that comes as the temple stands."""
    text = t("{count} gold").format(count=component_names.number(view.gold[seat]))
    if view.phase == st.OVER:
        return f"{text}."
    coming = t("Current income: {gold}.").format(gold=income(view, seat))
    return f"{text}. {coming}"


def scoring_of(t: Translate, view: st.State, seat: int, category: int, told: str) -> str:
    """What gives points at a scoring, and what it would give the viewer now."""
    if seat < 0 or view.phase == st.OVER or category > 3:
        return f"{told}."
    points = kingdom(view, seat)[category]
    return f"{told}. " + t("For you now: {points}.").format(points=signed(points))
