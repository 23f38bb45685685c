"""Amun-Re in sentences: moves, events, prompts, positions and help, in the language `t` speaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nomarch.games.amun_re import events as ev
from nomarch.games.amun_re import layout, rules
from nomarch.games.amun_re.actions import (
    BID,
    BUY,
    DONE,
    LOWER,
    OFFER,
    PLAY,
    PROVINCE,
    PUT,
    RAISE,
    RENOUNCE,
    RETURN,
    SELL,
    STEAL,
    TAKE_BRICK,
    TAKE_CARD,
    TAKE_FARMER,
)
from nomarch.games.amun_re.components import (
    BANK,
    BID_TRACK,
    CAMEL,
    CARAVAN,
    DENOMINATIONS,
    EAST,
    EGYPT,
    EIGHT,
    EXTRA,
    GIFT_BRICKS,
    GIFT_CARDS,
    GIFT_GOLD,
    HARVEST,
    INCOME,
    NILE,
    PRINTED,
    PROVINCES,
    SPACES,
    SYMBOLS,
    SYMBOLS_FOR_BONUS,
    TEMPLE_POINTS,
    TEMPLES,
    THEFT,
    UPPER,
)
from nomarch.i18n import Translate
from nomarch.kernel.events import Record
from nomarch.kernel.telling import Chapter, Position, listed

Names = Sequence[str]
_RULES: Any = rules
"""The rules are written without types; what is asked of them here gets its own."""


def farmers(view: Any, p: int) -> int:
    """Farmers in a province."""
    return int(_RULES.farmers_in(view, p))


def holdings(view: Any, seat: int) -> tuple[int, int]:
    """A seat's pyramids and farmers."""
    return int(_RULES.pyramids_of(view, seat)), int(_RULES.farmers_of(view, seat))


def cost(count: int) -> int:
    """What so many units cost."""
    return int(_RULES.price(count))


def counted(count: int, one: str, many: str) -> str:
    """A number of things: the words for one, or those for many with the number in them."""
    return one if count == 1 else many.format(count=count)


def farmer_count(t: Translate, count: int) -> str:
    """A number of farmers."""
    return counted(count, t("1 farmer"), t("{count} farmers"))


def pyramid_count(t: Translate, count: int) -> str:
    """A number of pyramids."""
    return counted(count, t("1 pyramid"), t("{count} pyramids"))


def card_count(t: Translate, count: int) -> str:
    """A number of power cards."""
    return counted(count, t("1 power card"), t("{count} power cards"))


# --- Names --------------------------------------------------------------------------------------


def province(t: Translate, p: int) -> str:
    """A province's name."""
    return (
        t("Abu"), t("Abydos"), t("Amarna"), t("Avaris"), t("Baharya"), t("Berenike"), t("Buto"),
        t("Dakhla"), t("Damanhur"), t("Edfu"), t("Kharga"), t("Memphis"), t("Mendes"), t("Sawu"),
        t("Thebes"),
    )[p]  # fmt: skip


def province_tip(t: Translate, view: Any, p: int, names: Names) -> str:
    """What a province is and what stands there, in one line."""
    parts = [
        t("East bank") if BANK[p] == EAST else t("West bank"),
        t("Upper Egypt") if EGYPT[p] == UPPER else t("Lower Egypt"),
        t("on the Nile") if NILE[p] else t("away from the Nile"),
        counted(SPACES[p], t("1 field"), t("{count} fields")),
        counted(SYMBOLS[p], t("1 card symbol"), t("{count} card symbols")),
    ]
    if PRINTED[p]:
        parts.append(t("{count} farmers of its own").format(count=PRINTED[p]))
    if INCOME[p]:
        always = t("{gold} gold each turn").format(gold=INCOME[p])
        camel = t("{gold} gold when the camels pass").format(gold=INCOME[p])
        parts.append(camel if CARAVAN[p] else always)
    if TEMPLES[p]:
        parts.append(counted(TEMPLES[p], t("1 temple"), t("{count} temples")))
    parts += _standing(t, view, p)
    owner = t("owned by {player}").format(player=names[view.owner[p]])
    parts.append(owner if view.owner[p] >= 0 else t("nobody's"))
    return f"{province(t, p)}: {listed(parts)}"


def _standing(t: Translate, view: Any, p: int) -> list[str]:
    """Farmers and stones of a province, and the gifts that lie there."""
    parts = []
    if farmers(view, p):
        parts.append(farmer_count(t, farmers(view, p)))
    if view.pyramids[p]:
        parts.append(pyramid_count(t, view.pyramids[p]))
    if view.bricks[p]:
        parts.append(counted(view.bricks[p], t("1 brick"), t("{count} bricks")))
    if view.card[p] and GIFT_GOLD[p]:
        parts.append(t("{gold} gold as a gift").format(gold=GIFT_GOLD[p]))
    if view.gifts[p]:
        gift = t("1 power card as a gift"), t("{count} power cards as a gift")
        parts.append(counted(view.gifts[p], *gift))
    return parts


def card(t: Translate, kind: int) -> str:
    """A power card's name."""
    return (
        t("Bid block"), t("Same province"), t("Free farmer"), t("Architect"),
        t("Offering adjustment"), t("8 gold"), t("Extra income"), t("Card bonus"),
        t("Farmer bonus"), t("Egypt bonus"), t("Bank bonus"), t("Nile bonus"),
    )[kind]  # fmt: skip


def card_about(t: Translate, view: Any, kind: int) -> str:
    """What a power card does, in one line."""
    return (
        t("auction: who outbids this bid must go two steps higher"),
        t("auction: when outbid you may raise in the same province"),
        t("actions: a farmer at no cost, outside the fields of one of your provinces"),
        t("actions: two bricks are enough for one pyramid"),
        t("offerings: put it with yours and change the sum by 3 either way"),
        t("income: one of your provinces pays 8 gold in place of its own income"),
        t("income: each farmer in one of your provinces brings 1 gold more"),
        t("scoring: 3 points if your provinces show {count} card symbols or more").format(
            count=SYMBOLS_FOR_BONUS[view.edition]
        ),
        t("scoring: 3 points for nine farmers or more"),
        t("scoring: 3 points if all your provinces lie in Upper or all in Lower Egypt"),
        t("scoring: 3 points if all your provinces lie on the same bank"),
        t("scoring: 3 points if all your provinces touch the Nile, or none does"),
    )[kind]


def card_tip(t: Translate, view: Any, kind: int) -> str:
    """A power card with what it does."""
    return f"{card(t, kind)} – {card_about(t, view, kind)}"


def category(t: Translate, index: int) -> str:
    """A scoring category's name."""
    return (
        t("Pyramids"), t("Sets of pyramids"), t("Banks of the Nile"), t("Temples"),
        t("Bonus cards"), t("Gold"),
    )[index]  # fmt: skip


CATEGORIES = len(ev.CATEGORIES)


def phase(t: Translate, view: Any) -> str:
    """The part of the turn that is played, as a heading."""
    if view.phase == layout.START_KEEP:
        return t("Starting cards")
    if view.phase in (layout.PICK, layout.STEP):
        return t("Auction of the provinces")
    if view.phase == layout.REWARD or (
        view.phase in (layout.PLACE_FARMER, layout.PLACE_BRICK) and view.back == layout.REWARD
    ):
        return t("Rewards of the god")
    if view.phase in (layout.OFFERING, layout.ADJUSTING):
        return t("Offerings to Amun-Re")
    if view.phase == layout.INCOME_CARDS or (
        view.phase == layout.SITE and view.site_card in (EIGHT, EXTRA)
    ):
        return t("Income")
    if view.phase == layout.BONUS_PLAY:
        return t("Scoring")
    if view.phase == layout.OVER:
        return t("The end")
    return t("Actions")


# --- Moves --------------------------------------------------------------------------------------


def move(t: Translate, view: Any, action: int) -> str:
    """An action as an offer to the one who may take it."""
    if action < PROVINCE:
        return {
            DONE: t("Done"), OFFER: t("Offer this"), STEAL: t("Steal 3 gold"),
            RAISE: t("Raise the sum by 3"), LOWER: t("Lower the sum by 3"),
            TAKE_CARD: t("Take a power card"), TAKE_FARMER: t("Take a farmer"),
            TAKE_BRICK: t("Take a brick"), RENOUNCE: t("Renounce one"),
        }[action]  # fmt: skip
    if action < BID:
        return _site(t, view, action - PROVINCE)
    if action <= BUY:
        return t("Bid {gold}").format(gold=BID_TRACK[action - BID])
    if action < PLAY:
        return _purchase(t, view, action - BUY)
    if action < SELL:
        return t("Play {card}").format(card=card(t, action - PLAY))
    if action < RETURN:
        return t("Sell {card} for 1 gold").format(card=card(t, action - SELL))
    if action < PUT:
        return t("Return {card}").format(card=card(t, action - RETURN))
    return t("Put in {gold} gold").format(gold=DENOMINATIONS[action - PUT])


def _site(t: Translate, view: Any, p: int) -> str:
    """What choosing a province would mean now."""
    name = province(t, p)
    if view.phase == layout.PICK:
        return t("Bid for {province}").format(province=name)
    if view.phase == layout.PLACE_FARMER:
        return t("A farmer to {province}").format(province=name)
    if view.phase == layout.PLACE_BRICK:
        return t("A brick to {province}").format(province=name)
    return t("{card} in {province}").format(card=card(t, max(view.site_card, 0)), province=name)


def _purchase(t: Translate, view: Any, count: int) -> str:
    if view.phase == layout.CARDS_STAGE:
        one, many = t("Buy 1 power card for 1 gold"), t("Buy {count} power cards for {gold} gold")
    elif view.phase == layout.FARMERS_STAGE:
        one, many = t("Buy 1 farmer for 1 gold"), t("Buy {count} farmers for {gold} gold")
    else:
        one, many = t("Buy 1 brick for 1 gold"), t("Buy {count} bricks for {gold} gold")
    return one if count == 1 else many.format(count=count, gold=cost(count))


# --- Prompts ------------------------------------------------------------------------------------


def prompt(t: Translate, view: Any, seat: int, to_act: Sequence[int], names: Names) -> str:
    """What is asked of the viewer now, or whom the game waits for."""
    if view.phase == layout.OVER:
        return _end_prompt(t, view, names)
    if seat not in to_act:
        return _waiting(t, view, listed([names[other] for other in to_act]))
    if view.phase in (layout.PICK, layout.STEP):
        return _bid_prompt(t, view, seat)
    if view.phase in (layout.START_KEEP, layout.KEEP):
        return t("Choose a card to put back under the pile ({count} left).").format(
            count=view.units
        )
    if view.phase == layout.OFFERING:
        return _offering_prompt(t, view, seat)
    if view.phase == layout.ADJUSTING:
        return t("The sum is {gold}: raise or lower it by 3.").format(gold=view.total)
    if view.phase == layout.REWARD:
        return t("The god rewards you: take {count} more, in any mix.").format(count=view.owed)
    if view.phase == layout.INCOME_CARDS:
        return t("Play cards for your income, or take it as it is.")
    if view.phase == layout.BONUS_PLAY:
        return t("Play the bonus cards that you have earned.")
    return _action_prompt(t, view)


def _end_prompt(t: Translate, view: Any, names: Names) -> str:
    winners = [names[seat] for seat in range(view.players) if _RULES.place(view, seat) == 1]
    if len(winners) == 1:
        return t("The game is over: {player} wins.").format(player=winners[0])
    return t("The game is over: {players} share the victory.").format(players=listed(winners))


def _waiting(t: Translate, view: Any, players: str) -> str:
    if view.phase in (layout.PICK, layout.STEP):
        return t("{player} is bidding.").format(player=players)
    if view.phase == layout.OFFERING:
        return t("Waiting for the offerings of {players}.").format(players=players)
    return t("{player} is to act.").format(player=players)


def _bid_prompt(t: Translate, view: Any, seat: int) -> str:
    if view.phase == layout.STEP:
        return t("How much for {province}?").format(province=province(t, view.pick))
    if view.bid_on[seat] >= 0:
        return t("You were outbid in {province}: choose another province.").format(
            province=province(t, view.bid_on[seat])
        )
    return t("Choose a province to bid for.")


def _offering_prompt(t: Translate, view: Any, seat: int) -> str:
    given = view.offer[seat]
    if given > 0:
        return t("You put in {gold} gold: add more, or offer it.").format(gold=given)
    return t("Put in gold for the god in secret, or steal 3.")


def _action_prompt(t: Translate, view: Any) -> str:
    if view.phase == layout.SITE:
        return t("{card}: choose a province.").format(card=card(t, view.site_card))
    if view.phase == layout.PLACE_FARMER:
        return t("Choose a province for a farmer ({count} left).").format(count=view.units)
    if view.phase == layout.PLACE_BRICK:
        return t("Choose a province for a brick ({count} left).").format(count=view.units)
    if view.phase == layout.CARDS_STAGE:
        return t("How many power cards do you buy?")
    if view.phase == layout.FARMERS_STAGE:
        if view.bought:
            return t("Your farmers are placed. Go on when you are done.")
        return t("How many farmers do you buy?")
    if view.bought:
        return t("Your bricks are placed. Go on when you are done.")
    return t("How many bricks do you buy?")


# --- Events -------------------------------------------------------------------------------------


def event(t: Translate, names: Names, record: Record) -> str:
    """An event as a sentence; empty for those that need no words."""
    kind = record[0]
    if kind <= ev.WON:
        return _auction_event(t, names, record)
    if kind <= ev.BUILT:
        return _action_event(t, names, record)
    if kind <= ev.RECEIVED:
        return _offering_event(t, names, record)
    return _end_event(t, names, record)


def _auction_event(t: Translate, names: Names, record: Record) -> str:
    kind, _, a, b, c, d = record
    if kind == ev.DEALT:
        return t("{player} is dealt two starting cards.").format(player=names[a])
    if kind == ev.TURN_STARTED:
        return t("Turn {turn} begins; {player} holds the Pharaoh.").format(turn=a, player=names[b])
    if kind == ev.REVEALED:
        return _revealed(t, a)
    if kind == ev.GIFT_LOST:
        return t("No power card is left for {province}.").format(province=province(t, a))
    if kind == ev.BID:
        words = t("{player} bids {gold} for {province}.")
        if d:
            words = t("{player} bids {gold} for {province}, with a block.")
        return words.format(player=names[a], gold=BID_TRACK[c], province=province(t, b))
    return t("{player} gets {province} for {gold} gold.").format(
        player=names[a], province=province(t, b), gold=c
    )


def _revealed(t: Translate, p: int) -> str:
    gifts = []
    if GIFT_BRICKS[p]:
        gifts.append(counted(GIFT_BRICKS[p], t("1 brick"), t("{count} bricks")))
    if GIFT_GOLD[p]:
        gifts.append(t("{count} gold").format(count=GIFT_GOLD[p]))
    if GIFT_CARDS[p]:
        gifts.append(card_count(t, GIFT_CARDS[p]))
    if gifts:
        return t("{province} is up for auction, with a gift: {gifts}.").format(
            province=province(t, p), gifts=listed(gifts)
        )
    return t("{province} is up for auction.").format(province=province(t, p))


def _action_event(t: Translate, names: Names, record: Record) -> str:
    kind, _, a, b, c, d = record
    if kind == ev.GOT_CARD:
        return t("You draw {card}.").format(card=card(t, b))
    if kind == ev.PLAYED:
        return t("{player} plays {card}.").format(player=names[a], card=card(t, b))
    if kind == ev.SOLD:
        return t("{player} sells {card} for 1 gold.").format(player=names[a], card=card(t, b))
    if kind == ev.BOUGHT:
        one, many = (
            (t("{player} buys 1 power card for 1 gold."),
             t("{player} buys {count} power cards for {gold} gold.")),
            (t("{player} buys 1 farmer for 1 gold."),
             t("{player} buys {count} farmers for {gold} gold.")),
            (t("{player} buys 1 brick for 1 gold."),
             t("{player} buys {count} bricks for {gold} gold.")),
        )[b]  # fmt: skip
        return (one if c == 1 else many).format(player=names[a], count=c, gold=d)
    if kind == ev.RETURNED:
        return t("{player} returns {card}.").format(player=names[a], card=card(t, b))
    if kind == ev.RETURNED_SECRETLY:
        return t("{player} returns a card face down.").format(player=names[a])
    if kind == ev.KEPT:
        return t("You keep {card}.").format(card=card(t, b))
    if kind == ev.BUILT:
        return t("A pyramid is built in {province}.").format(province=province(t, b))
    words = t("{player} places a farmer in {province}.")
    if kind == ev.BRICK_PLACED:
        words = t("{player} places a brick in {province}.")
    return words.format(player=names[a], province=province(t, b))


def _offering_event(t: Translate, names: Names, record: Record) -> str:
    kind, _, a, b, c, _ = record
    if kind == ev.PUT_IN:
        if c:
            return t("You add an adjustment card.")
        return t("You put in {gold} gold.").format(gold=b)
    if kind == ev.OFFERED:
        return t("{player} has chosen an offering.").format(player=names[a])
    if kind == ev.OFFER_SHOWN:
        words = t("{player} offers {gold} gold.")
        if b == THEFT:
            words = t("{player} steals 3 gold.")
        if c:
            words = words + " " + t("An adjustment card lies with it.")
        return words.format(player=names[a], gold=b)
    if kind == ev.ADJUSTED:
        return t("{player} changes the sum by {change} to {gold}.").format(
            player=names[a], change=f"{b:+d}", gold=c
        )
    if kind == ev.BOX_SET:
        return t("The offerings come to {gold}: the temple goes to box {box}.").format(
            gold=a, box=b
        )
    if kind == ev.TOOK_CARD:
        return t("{player} takes a power card.").format(player=names[a])
    if kind == ev.RENOUNCED:
        return t("{player} renounces a reward.").format(player=names[a])
    if kind == ev.PHARAOH_PASSED:
        return t("{player} gave most and holds the Pharaoh.").format(player=names[a])
    return t("{player} receives {gold} gold from {province}.").format(
        player=names[a], gold=c, province=province(t, b)
    )


def _end_event(t: Translate, names: Names, record: Record) -> str:
    kind, _, a, b, c, _ = record
    if kind == ev.SHUFFLED:
        return t("The {count} discarded power cards are shuffled.").format(count=a)
    if kind == ev.KINGDOM_ENDED:
        return t("The Old Kingdom ends: owners and farmers leave, pyramids and bricks stay.")
    if kind == ev.LEFTOVERS_SOLD:
        words = t("{player} turns {count} cards into gold.")
        if b == 1:
            words = t("{player} turns 1 card into gold.")
        return words.format(player=names[a], count=b)
    if kind == ev.SCORED and c != 0:
        return t("{player} scores {points} for {category}.").format(
            player=names[a], points=f"{c:+d}", category=category(t, b)
        )
    if kind == ev.TOTAL:
        return t("{player} now has {points} points.").format(player=names[a], points=b)
    if kind == ev.ENDED:
        if b == ev.SHARED:
            return t("{player} shares the victory.").format(player=names[a])
        if b == ev.BY_TIE_BREAK:
            return t("{player} wins the game by the tie-break.").format(player=names[a])
        return t("{player} wins the game.").format(player=names[a])
    return ""


def event_icon(record: Record) -> tuple[str, int] | None:
    """The power card that illustrates an event in a log, as the name of an icon set and an index."""
    if record[0] in (ev.GOT_CARD, ev.PLAYED, ev.SOLD, ev.RETURNED, ev.KEPT):
        return "card", record[3]
    return None


# --- A position ---------------------------------------------------------------------------------


def marker(t: Translate, view: Any) -> str:
    """Where the temple marker stands and what that means."""
    if view.box == 0:
        return t("The temple marker stands on the Amun-Re space.")
    words = t("Box {box}: {gold} gold a farmer, {points} points a temple, no camels.")
    if CAMEL[view.box]:
        words = t("Box {box}: {gold} gold a farmer, {points} points a temple, camels.")
    return words.format(box=view.box, gold=HARVEST[view.box], points=TEMPLE_POINTS[view.box])


def position(t: Translate, view: Any, names: Names) -> Position:
    """The position as a table: for terminals and screen readers."""
    lines = [
        t("Turn {turn} of 6. {marker}").format(turn=view.turn, marker=marker(t, view)),
        t("Power cards: {pile} in the pile, {discard} discarded.").format(
            pile=view.deck_left + view.under_len, discard=sum(view.discard)
        ),
    ]
    up = [_on_offer(t, view, p, names) for p in range(PROVINCES) if view.card[p]]
    if up:
        lines.append(t("Up for auction: {provinces}.").format(provinces="; ".join(up)))
    columns = (
        t("Player"), t("Points"), t("Gold"), t("Cards"), t("Provinces"), t("Own cards"),
    )  # fmt: skip
    rows = tuple(_row(t, view, seat, names) for seat in range(view.players))
    return Position(tuple(lines), columns, rows)


def _on_offer(t: Translate, view: Any, p: int, names: Names) -> str:
    """A province that is up: what stands there, and who bids what."""
    parts = _standing(t, view, p)
    for seat in range(view.players):
        if view.bid_on[seat] == p:
            words = t("bid of {player} {gold}")
            if view.blocked[seat]:
                words = t("bid of {player} {gold} with a block")
            parts.append(words.format(player=names[seat], gold=BID_TRACK[view.bid_step[seat]]))
    return f"{province(t, p)} ({listed(parts)})" if parts else province(t, p)


def _row(t: Translate, view: Any, seat: int, names: Names) -> tuple[str, ...]:
    owned = [_owned(t, view, p) for p in range(PROVINCES) if view.owner[p] == seat]
    hand = [
        card(t, kind) if count == 1 else f"{count} {card(t, kind)}"
        for kind, count in enumerate(view.hand[seat])
        if count > 0
    ]
    return (
        names[seat],
        str(view.points[seat]),
        str(view.gold[seat]),
        str(view.hand_count[seat]),
        listed(owned),
        listed(hand),
    )


def _owned(t: Translate, view: Any, p: int) -> str:
    stands = _standing(t, view, p)
    return f"{province(t, p)} ({listed(stands)})" if stands else province(t, p)


# --- Help ---------------------------------------------------------------------------------------


def rules_help(t: Translate) -> tuple[Chapter, ...]:
    """The rules in our own words, short enough to read beside the board."""
    return (
        Chapter(t("The aim"), (
            t("In two kingdoms of three turns you buy provinces, farm them and build pyramids. Points are given after the third and the sixth turn; most points win."),
        )),
        Chapter(t("The auction"), (
            t("As many provinces as players are revealed, some with bricks, gold or power cards. Each player gets exactly one."),
            t("In turn, choose a province and a step of its track, above every pawn that stands there and not above your gold. Whoever is outbid must bid for another province. When every province has one pawn, all pay."),
        )),
        Chapter(t("Actions"), (
            t("From the Pharaoh on, each player buys power cards, then farmers, then bricks: one costs 1 gold, two 3, three 6, four 10 and so on, for each kind anew."),
            t("You may buy as many cards as the best of your provinces shows symbols. Farmers need a free field. Three bricks in a province become a pyramid at once."),
        )),
        Chapter(t("Offerings"), (
            t("All choose in secret: at least 1 gold, or the theft of 3. The sum moves the temple marker; the box tells what farmers and temples bring, and whether camels pass."),
            t("Who gave most takes three units free of charge, the second two, every other giver one: cards, farmers on free fields, bricks. Thieves take nothing but 3 gold. Ties go to whoever sits nearer to the Pharaoh; the highest giver gets the Pharaoh."),
        )),
        Chapter(t("Incomes"), (
            t("Each farmer brings as much gold as the box says. Some provinces pay gold every turn, caravan provinces only on a box with a camel."),
        )),
        Chapter(t("Scoring"), (
            t("1 point a pyramid, 3 for each set of one pyramid in all three of your provinces, 5 for the province with most pyramids on each bank (bricks break ties), and the number of the box for each temple."),
            t("Bonus cards give 3 points each if you meet their condition. After the sixth turn most gold gives 6, 4 and 2 points."),
        )),
        Chapter(t("The New Kingdom"), (
            t("After the third turn owners and farmers leave the board. Pyramids and bricks stay and will belong to whoever buys the province anew."),
        )),
        Chapter(t("Power cards"), (
            t("Each card is played in its own phase, never two alike in one phase. At any time of your own you may sell a card for 1 gold."),
            t("Ties at the end go to the most pyramids, then to the most bricks."),
        )),
    )  # fmt: skip
