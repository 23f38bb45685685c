"""What good players of Amun-Re say for or against a move."""

from collections.abc import Sequence

from nomarch.games.amun_re import ideas_check as check
from nomarch.games.amun_re.rules import act, auction, box, holdings, incomes, scoring, st, stages
from nomarch.games.amun_re.words import component_names, tips
from nomarch.kernel.declare.ideas import Idea, Ideas, Move
from nomarch.kernel.declare.sentences import Translate, and_list

GOLD = 0.3
"""Points that a gold is worth."""
PHASES = {
    **dict.fromkeys((st.CARDS_STAGE, st.FARMERS_STAGE, st.BRICKS_STAGE), 3),
    st.OFFERING: 4,
    st.ADJUSTING: 4,
    st.REWARD: 4,
    st.INCOME_CARDS: 5,
    st.BONUS_PLAY: 6,
}
"""The number of a phase, as cards show it."""
RESERVE = 4
"""Gold to keep for offerings and the next auction."""

# Sentences that need nothing of a position, but perhaps the points of their idea.
IS_UNBEATEN = "Nobody else has the gold to outbid you there."
FARMERS_LATE = "That many farmers cost more than they can still earn."
FINISHES = (
    "Well placed, the bricks add {points} point at the scoring.",
    "Well placed, the bricks add {points} points at the scoring.",
)
SPARE_BRICKS = "So few bricks add no points at the scoring yet."
CARAVANS_STOP = "Every gold you give may stop your caravans."
LOW_TOTAL = "Stealing takes 3 off the total that your farmers live on."
BRINGS_REWARD = (
    "Whoever gives takes free rewards; the most generous takes three and becomes Pharaoh."
)
NO_REWARD = "Thieves get no reward."
WHY_RENOUNCE = "Rewards are free."
BRICK_ALONE = "One brick alone adds no points at the scoring yet."
POOR_SALE = "1 gold is a poor price for a card."


def _gold(view: st.State, seat: int) -> int:
    return int(view.gold[seat])


def _turns_left(view: st.State) -> int:
    """Harvests of this kingdom that are still to come."""
    return int(box.KINGDOM_TURNS - (view.turn - 1) % box.KINGDOM_TURNS)


# --- Bids -----------------------------------------------------------------------------------------


def _lot(move: Move) -> int:
    """The province that is bid for, or -1."""
    return int(move.view.pick) if act.BID.has(move.action) else -1


def _price(move: Move) -> int:
    return int(box.BID_TRACK[act.BID.step(move.action)]) if act.BID.has(move.action) else 0


def _cost(move: Move) -> float:
    return -GOLD * _price(move) if _lot(move) >= 0 else 0


def _is_dear(t: Translate, move: Move) -> str:
    left = _gold(move.view, move.seat) - _price(move)
    return t("It costs {gold} gold and leaves you {left}.").format(gold=_price(move), left=left)


def _free_province(move: Move) -> float:
    return 1.2 if _lot(move) >= 0 and _price(move) == 0 else 0


def _is_free(t: Translate, move: Move) -> str:
    text = t("{province} is free: you keep all {gold} gold.")
    gold = _gold(move.view, move.seat)
    return text.format(province=component_names.province(t, _lot(move)), gold=gold)


def _overbids(move: Move) -> float:
    p = _lot(move)
    if p < 0:
        return 0
    lowest = box.BID_TRACK[int(auction.lowest_step(move.view, p))]
    return -0.25 * (_price(move) - lowest)


def _is_more_than_needed(t: Translate, move: Move) -> str:
    lowest = box.BID_TRACK[int(auction.lowest_step(move.view, _lot(move)))]
    return t("{gold} gold is enough to lead.").format(gold=lowest)


def _unbeaten(move: Move) -> float:
    """A bid that nobody else has the gold to top."""
    view, step = move.view, act.BID.step(move.action) if act.BID.has(move.action) else 0
    if _lot(move) < 0 or not step or view.hidden:
        return 0
    step += box.BLOCKED_STEPS if view.blocking else 1
    others = max(_gold(view, seat) for seat in range(view.players) if seat != move.seat)
    return 1.5 if step >= box.BID_STEPS or box.BID_TRACK[step] > others else 0


def _points(move: Move) -> float:
    """What stands there scores already."""
    p = _lot(move)
    return float(tips.province_gain(move.view, move.seat, p)) if p >= 0 else 0


def _has_points(t: Translate, move: Move) -> str:
    text = t.ngettext(
        "{province} adds {points} point as it stands.",
        "{province} adds {points} points as it stands.",
        points := round(_points(move)),
    )
    return text.format(province=component_names.province(t, _lot(move)), points=points)


def _fields(move: Move) -> float:
    """Fields pay in every harvest that is left."""
    p = _lot(move)
    return (
        0.35 * (box.SPACES[p] + 2 * box.PRINTED[p]) * (_turns_left(move.view) - 1) if p >= 0 else 0
    )


def _has_fields(t: Translate, move: Move) -> str:
    p, turns = _lot(move), _turns_left(move.view)
    text = t.ngettext(
        "{province} has room for {farmers}, and there is {count} harvest left in this kingdom.",
        "{province} has room for {farmers}, and there are {count} harvests left in this kingdom.",
        turns,
    )
    farmers = component_names.some(t, "farmer", box.SPACES[p])
    return text.format(province=component_names.province(t, p), farmers=farmers, count=turns)


def _income(move: Move) -> float:
    p = _lot(move)
    return GOLD * box.INCOME[p] * _turns_left(move.view) if p >= 0 else 0


def _pays(t: Translate, move: Move) -> str:
    p = _lot(move)
    text = t("{province} pays {gold} gold every turn.")
    return text.format(province=component_names.province(t, p), gold=box.INCOME[p])


def _gifts(move: Move) -> float:
    p = _lot(move)
    if p < 0:
        return 0
    return GOLD * box.GIFT_GOLD[p] + 1.0 * box.GIFT_CARDS[p] + 0.8 * box.GIFT_BRICKS[p]


def _gives(t: Translate, move: Move) -> str:
    p = _lot(move)
    gifts = component_names.present(
        (box.GIFT_BRICKS[p], component_names.some(t, "brick", box.GIFT_BRICKS[p])),
        (box.GIFT_GOLD[p], t("{count} gold").format(count=box.GIFT_GOLD[p])),
        (box.GIFT_CARDS[p], component_names.some(t, "card", box.GIFT_CARDS[p])),
    )
    text = t("{province} comes with {gifts}.")
    return text.format(province=component_names.province(t, p), gifts=and_list(t, gifts))


def _temples(move: Move) -> float:
    p = _lot(move)
    return 1.5 * box.TEMPLES[p] / _turns_left(move.view) if p >= 0 else 0


def _has_temples(t: Translate, move: Move) -> str:
    p = _lot(move)
    text = t("{province} has a temple: up to 4 points at the next scoring.")
    if box.TEMPLES[p] > 1:
        text = t("{province} has {count} temples: up to 4 points each at the next scoring.")
    return text.format(province=component_names.province(t, p), count=box.TEMPLES[p])


def _caravan(move: Move) -> float:
    p = _lot(move)
    return GOLD * box.CARAVAN[p] * _turns_left(move.view) / 2 if p >= 0 else 0


def _has_caravan(t: Translate, move: Move) -> str:
    p = _lot(move)
    text = t("{province}'s caravan pays {gold} gold in every turn with an offering of 12 or less.")
    return text.format(province=component_names.province(t, p), gold=box.CARAVAN[p])


# --- Purchases ------------------------------------------------------------------------------------


def _bought(move: Move, phase: int) -> int:
    is_so = act.BUY.has(move.action) and move.view.phase == phase
    return int(act.BUY.count(move.action)) if is_so else 0


def _farmers(move: Move) -> float:
    count = _bought(move, st.FARMERS_STAGE)
    return GOLD * (2 * _turns_left(move.view) * count - stages.price(count)) if count else 0


def _farmers_pay(t: Translate, move: Move) -> str:
    count, turns = _bought(move, st.FARMERS_STAGE), _turns_left(move.view)
    text = t.ngettext(
        "Each farmer harvests {turns} more time in this kingdom.",
        "Each farmer harvests {turns} more times in this kingdom.",
        turns,
    )
    return text.format(count=count, turns=turns)


def _bricks(move: Move) -> float:
    count = _bought(move, st.BRICKS_STAGE)
    gain = tips.brick_gain(move.view, move.seat, count)
    return float(gain or -0.4 * count) if count else 0


def _brick_price(move: Move) -> float:
    return -GOLD * float(stages.price(_bought(move, st.BRICKS_STAGE)))


def _bricks_cost(t: Translate, move: Move) -> str:
    count = _bought(move, st.BRICKS_STAGE)
    text = t.ngettext("{count} brick costs {gold} gold.", "{count} bricks cost {gold} gold.", count)
    return text.format(count=count, gold=stages.price(count))


def _cards(move: Move) -> float:
    count = _bought(move, st.CARDS_STAGE)
    return 1.2 * count - GOLD * stages.price(count) if count else 0


def _cards_pay(t: Translate, move: Move) -> str:
    count = _bought(move, st.CARDS_STAGE)
    text = t("The first card costs only 1 gold, and most are worth more.")
    if count > 1:
        text = t("One more card costs {gold} gold, and most are worth more.")
    return text.format(gold=stages.price(count) - stages.price(count - 1))


def _cards_dear(t: Translate, move: Move) -> str:
    gold = stages.price(_bought(move, st.CARDS_STAGE))
    return t("That many cards cost {gold} gold.").format(gold=gold)


def _spent(move: Move) -> int:
    """Gold that leaves the purse with a purchase or an offering so far."""
    if act.BUY.has(move.action):
        return int(stages.price(act.BUY.count(move.action)))
    is_gift = act.PUT.has(move.action)
    return (
        int(move.view.offer[move.seat] + box.DENOMINATIONS[act.PUT.coin(move.action)])
        if is_gift
        else 0
    )


def _purse(move: Move) -> float:
    """Gold that is needed for offerings and the next auction, or scores at the end."""
    spent = _spent(move)
    return 0.4 * float(min(0, _gold(move.view, move.seat) - spent - RESERVE)) if spent else 0


def _empties_purse(t: Translate, move: Move) -> str:
    left, is_last = _gold(move.view, move.seat) - _spent(move), move.view.turn == box.TURNS
    if act.PUT.has(move.action):
        text = t("It leaves you {gold} gold for the next auction.")
        if is_last:
            text = t("It leaves you {gold} gold, and after this turn gold scores for the richest.")
    else:
        text = t("It leaves you {gold} gold for the offering and the next auction.")
        if is_last:
            text = t("It leaves you {gold} gold for the offering and the final scoring.")
    return text.format(gold=left)


# --- Offerings and rewards ------------------------------------------------------------------------


def _caravans(move: Move) -> float:
    gold = holdings.sum_of(move.view, move.seat, box.CARAVAN)
    if move.view.phase != st.OFFERING or not gold:
        return 0
    if move.action == act.STEAL:
        return GOLD * float(gold)
    return -GOLD * gold * 0.5 if act.PUT.has(move.action) else 0


def _caravans_pay(t: Translate, move: Move) -> str:
    text = t("A low total suits you: your caravans pay {gold} gold if it's 12 or less.")
    return text.format(gold=holdings.sum_of(move.view, move.seat, box.CARAVAN))


def _harvest(move: Move) -> float:
    farmers = holdings.farmers_of(move.view, move.seat)
    if move.view.phase != st.OFFERING:
        return 0
    if move.action == act.STEAL:
        return -0.4 * float(farmers)
    return 0.15 * farmers if act.PUT.has(move.action) else 0


def _high_total(t: Translate, move: Move) -> str:
    text = t.ngettext(
        "A high total suits you: you have {count} farmer.",
        "A high total suits you: you have {count} farmers.",
        farmers := holdings.farmers_of(move.view, move.seat),
    )
    return text.format(count=farmers)


def _offers(move: Move) -> float:
    return 0.6 if move.action == act.OFFER and move.view.offer[move.seat] > 0 else 0


def _keeps_after_offer(t: Translate, move: Move) -> str:
    given = int(move.view.offer[move.seat])
    text = t("You give {gold} gold and keep {left} for the next auction.")
    if move.view.turn == box.TURNS:
        text = t("You give {gold} gold and keep {left}: the richest players score for gold.")
    return text.format(gold=given, left=_gold(move.view, move.seat) - given)


def _rewards(move: Move) -> float:
    is_gift = move.action == act.OFFER and move.view.offer[move.seat] > 0
    return 0.9 if is_gift or act.PUT.has(move.action) else 0


def _renounces(move: Move) -> float:
    return -1.5 if move.action == act.RENOUNCE else 0


def _reward_brick(move: Move) -> float:
    if move.action != act.TAKE_BRICK:
        return 0
    return 0.8 * tips.brick_gain(move.view, move.seat, 1) or -0.6


def _reward_farmer(move: Move) -> float:
    if move.action != act.TAKE_FARMER:
        return 0
    return GOLD * box.HARVEST[move.view.box] * _turns_left(move.view)


def _brick_finishes(t: Translate, move: Move) -> str:
    text = t.ngettext(
        "Well placed, one brick adds {points} point at the scoring.",
        "Well placed, one brick adds {points} points at the scoring.",
        points := tips.brick_gain(move.view, move.seat, 1),
    )
    return text.format(points=points)


def _farmer_earns(t: Translate, move: Move) -> str:
    gold, more = box.HARVEST[move.view.box], _turns_left(move.view) - 1
    if not more:
        return t("A farmer earns {gold} gold right now.").format(gold=gold)
    text = t.ngettext(
        "A farmer earns {gold} gold now, and harvests again in {count} more turn.",
        "A farmer earns {gold} gold now, and harvests again in {count} more turns.",
        more,
    )
    return text.format(gold=gold, count=more)


def _reward_card(move: Move) -> float:
    is_last = move.view.turn == box.TURNS
    return (0.7 if is_last else 1.2) if move.action == act.TAKE_CARD else 0


def _card_can(t: Translate, move: Move) -> str:
    if move.view.turn == box.TURNS:
        return t("A card can still bring gold, or 3 points for a bonus.")
    return t("A card can bring gold, a farmer, a pyramid, or 3 points for a bonus.")


# --- Cards ----------------------------------------------------------------------------------------


def _is_last_scoring(view: st.State) -> bool:
    return bool(view.phase == st.BONUS_PLAY and view.turn == box.TURNS)


def _is_useless(move: Move) -> bool:
    """Whether a card can do nothing more: its phase is over, or its provinces don't match."""
    view, kind = move.view, act.SELL.card(move.action)
    if view.turn < box.TURNS or view.phase in (st.PICK, st.STEP):
        return False
    if kind >= box.FIRST_BONUS:
        is_open = kind == box.BONUS_FARMERS and view.phase != st.BONUS_PLAY
        return not is_open and not scoring.earns_bonus(view, move.seat, kind)
    return bool(box.CARD_PHASE[kind] < PHASES.get(int(view.phase), 0))


def _sale(move: Move) -> float:
    """A card is worth more than its price until it can do nothing more."""
    if not act.SELL.has(move.action):
        return 0
    return 0.6 if _is_useless(move) else -1.2


def _last_sale(t: Translate, move: Move) -> str:
    return t("The card can do nothing more for you, so take {gold} gold for it.").format(
        gold=box.CARD_PRICE
    )


def _saves(move: Move) -> float:
    """Nothing is bought or played: what is kept for later."""
    if move.action != act.DONE or _is_last_scoring(move.view):
        return 0
    return 0.5 if _kept_gold(move) or _kept_cards(move) else 0


def _kept_gold(move: Move) -> int:
    is_shop = move.view.phase in (st.CARDS_STAGE, st.FARMERS_STAGE, st.BRICKS_STAGE)
    return _gold(move.view, move.seat) if is_shop and not move.view.bought else 0


def _kept_cards(move: Move) -> int:
    return 0 if _kept_gold(move) else sum(move.view.hand[move.seat])


def _keeps_it(t: Translate, move: Move) -> str:
    if gold := _kept_gold(move):
        return t("You keep {gold} gold for what comes later.").format(gold=gold)
    cards = component_names.some(t, "card", _kept_cards(move))
    return t("You keep {cards} for later.").format(cards=cards)


def _card_gold(move: Move, kind: int, p: int) -> int:
    """What an income card adds in a province."""
    now = int(incomes.province_income(move.view, move.seat, p))
    if kind == box.EXTRA:
        return 0 if move.view.eight[move.seat] == p else int(incomes.farmers_in(move.view, p))
    return box.EIGHT_GOLD - now


def _best_card_gold(move: Move) -> int:
    """The most that an income card adds, which is played or looks for its province."""
    view, kind = move.view, -1
    places = [p for p in range(box.PROVINCES) if view.owner[p] == move.seat]
    if act.PLAY.has(move.action):
        kind = act.PLAY.card(move.action)
    elif act.PROVINCE.has(move.action) and view.phase == st.SITE:
        kind, places = view.site_card, [act.PROVINCE.p(move.action)]
    if kind not in (box.EIGHT, box.EXTRA):
        return 0
    return max((_card_gold(move, kind, p) for p in places), default=0)


def _play(move: Move) -> float:
    gold = _best_card_gold(move)
    if gold > 0 or not act.PLAY.has(move.action):
        return GOLD * gold
    kind = act.PLAY.card(move.action)
    if kind in (box.EIGHT, box.EXTRA):
        return 0
    if kind >= box.FIRST_BONUS:
        return 3.0 if scoring.earns_bonus(move.view, move.seat, kind) else 0
    return 1.0 if kind == box.ARCHITECT else 0.6


def _card_works(t: Translate, move: Move) -> str:
    if gold := _best_card_gold(move):
        text = t("The card brings {gold} gold more in the best province.")
        if not act.PLAY.has(move.action):
            text = t("The card brings {gold} gold more there.")
        return text.format(gold=gold)
    kind = act.PLAY.card(move.action)
    return {
        box.BLOCK: t("Whoever wants to outbid you has to go two steps higher."),
        box.SAME: t("It lets you bid again where you were outbid."),
        box.FREE: t("A farmer for nothing, who doesn't need a field."),
        box.ARCHITECT: t("It makes a pyramid of two bricks at once."),
        box.ADJUST: t("When all offerings are open, you can move the total by 3."),
    }.get(kind, t("Its condition is met: 3 points."))


def _site(move: Move) -> float:
    """Where a brick goes."""
    if not act.PROVINCE.has(move.action) or move.view.phase != st.PLACE_BRICK:
        return 0
    p = act.PROVINCE.p(move.action)
    gain = tips.pyramid_gain(move.view, move.seat, p)
    return float(gain) if _bricks_missing(move) <= move.view.units else 0.5 * gain


def _bricks_missing(move: Move) -> int:
    """Bricks that the province's next pyramid lacks."""
    p = act.PROVINCE.p(move.action)
    return int(box.BRICKS_PER_PYRAMID - move.view.bricks[p])


def _site_pays(t: Translate, move: Move) -> str:
    p = act.PROVINCE.p(move.action)
    gain = tips.pyramid_gain(move.view, move.seat, p)
    if _bricks_missing(move) == 1:
        text = t.ngettext(
            "It finishes a pyramid: {points} point at the scoring.",
            "It finishes a pyramid: {points} points at the scoring.",
            gain,
        )
    elif _bricks_missing(move) <= move.view.units:
        text = t.ngettext(
            "With {count} bricks you finish a pyramid there: {points} point at the scoring.",
            "With {count} bricks you finish a pyramid there: {points} points at the scoring.",
            gain,
        )
    else:
        text = t.ngettext(
            "A pyramid there would add {points} point, but lacks {count} bricks.",
            "A pyramid there would add {points} points, but lacks {count} bricks.",
            gain,
        )
    return text.format(points=gain, count=_bricks_missing(move))


def _whole(t: Translate, moves: Sequence[Move]) -> str:
    last = moves[-1]
    if last.action == act.DONE:
        return _declines(t, last.view)
    for block, card_move in (
        (act.PLAY, t("Play “{card}”")),
        (act.SELL, t("Sell “{card}” for 1 gold")),
        (act.RETURN, t("Return “{card}”")),
    ):
        if block.has(last.action):
            return card_move.format(card=component_names.card(t, block.card(last.action)))
    if _lot(last) < 0:
        return ""
    text = t("Bid {gold} for {province}")
    return text.format(gold=_price(last), province=component_names.province(t, _lot(last)))


def _declines(t: Translate, view: st.State) -> str:
    if view.phase == st.BONUS_PLAY:
        return t("Play no bonus card")
    if view.bought or view.phase == st.INCOME_CARDS:
        return t("Play no card")
    return {
        st.CARDS_STAGE: t("Buy no power cards"),
        st.FARMERS_STAGE: t("Buy no farmers"),
        st.BRICKS_STAGE: t("Buy no bricks"),
    }[view.phase]


def _begins(move: Move) -> bool:
    return act.PROVINCE.has(move.action) and move.view.phase == st.PICK


IDEAS = Ideas(
    (
        Idea("price", _cost, "", _is_dear, check=check.price),
        Idea("overbid", _overbids, "", _is_more_than_needed, check=check.enough),
        Idea("unbeaten", _unbeaten, IS_UNBEATEN, check=check.unbeaten),
        Idea("free", _free_province, _is_free, _is_dear, check=check.keeps_all),
        Idea("points", _points, _has_points, _has_points, check=check.province),
        Idea("fields", _fields, _has_fields, check=check.fields),
        Idea("income", _income, _pays, check=check.income),
        Idea("gifts", _gifts, _gives, check=check.gifts),
        Idea("temples", _temples, _has_temples, check=check.temples),
        Idea("caravan", _caravan, _has_caravan, check=check.caravan),
        Idea("farmers", _farmers, _farmers_pay, FARMERS_LATE, check=check.farmers),
        Idea("bricks", _bricks, FINISHES, SPARE_BRICKS, check=check.bricks),
        Idea("brick-price", _brick_price, "", _bricks_cost, check=check.brick_price),
        Idea("cards", _cards, _cards_pay, _cards_dear, check=check.card_price),
        Idea("purse", _purse, "", _empties_purse, check=check.purse),
        Idea("caravans", _caravans, _caravans_pay, CARAVANS_STOP, check=check.caravans),
        Idea("harvest", _harvest, _high_total, LOW_TOTAL, check=check.harvest),
        Idea("rewards", _rewards, BRINGS_REWARD, NO_REWARD),
        Idea("renounce", _renounces, "", WHY_RENOUNCE),
        Idea("reward-brick", _reward_brick, _brick_finishes, BRICK_ALONE, check=check.one_brick),
        Idea("reward-farmer", _reward_farmer, _farmer_earns, check=check.one_farmer),
        Idea("reward-card", _reward_card, _card_can, check=check.card_reward),
        Idea("sale", _sale, _last_sale, POOR_SALE, check=check.sale),
        Idea("save", _saves, _keeps_it, check=check.saved),
        Idea("offer", _offers, _keeps_after_offer, check=check.offered),
        Idea("play", _play, _card_works, check=check.bonus),
        Idea("site", _site, _site_pays, check=check.site),
    ),
    begins=_begins,
    whole=_whole,
    titles={
        "price": "The price",
        "overbid": "No more than needed",
        "unbeaten": "The price",
        "free": "A free province",
        "points": "Points now",
        "fields": "Fields",
        "income": "Steady income",
        "gifts": "A province's gifts",
        "temples": "Temples",
        "farmers": "Farmers early",
        "bricks": "Finish the pyramid",
        "brick-price": "The price",
        "cards": "Cheap cards",
        "purse": "Keep some gold",
        "caravans": "Caravans",
        "harvest": "A rich harvest",
        "rewards": "Rewards of the offering",
        "renounce": "Rewards are free",
        "reward-brick": "The last brick",
        "reward-farmer": "One more farmer",
        "reward-card": "Cheap cards",
        "caravan": "A province with a caravan",
        "save": "Save for later",
        "offer": "How much to offer",
        "sale": "Don't sell cheap",
        "play": "The right moment for a card",
        "site": "Where to build",
    },
)
