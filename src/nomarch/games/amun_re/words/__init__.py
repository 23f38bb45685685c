"""Sentences of Amun-Re: moves, prompts, positions and help, translated by `t`.

Names are in `component_names`, tooltips in `tips`.
"""

from collections.abc import Sequence

from nomarch.games.amun_re.rules import act, box, holdings, st, stages
from nomarch.games.amun_re.words import component_names as terms
from nomarch.games.amun_re.words.refusals import refusal, rule_of
from nomarch.i18n import Translate
from nomarch.kernel.declare.lessons import Chapter, GlossaryEntry, GlossarySection
from nomarch.kernel.declare.sentences import (
    Names,
    Position,
    Seats,
    Section,
    Values,
    counted,
    figures,
    listed,
    sentence_case,
    signed,
)

categories = terms.categories


def tie_break(t: Translate, state: st.State, seat: int, other: int) -> str:
    pyramids = (t("more pyramids ({more} to {less})"), _of_both(state, state.pyramids))
    bricks = (t("more bricks ({more} to {less})"), _of_both(state, state.bricks))
    order = [pyramids, bricks]
    if state.edition == box.TOURNAMENT:
        farmers = [holdings.farmers_of(state, one) for one in range(state.players)]
        order = [bricks, pyramids, (t("more farmers ({more} to {less})"), farmers)]
        order.append((t("more gold ({more} to {less})"), list(state.gold)))
    for text, amounts in order:
        if amounts[seat] != amounts[other]:
            return text.format(more=amounts[seat], less=amounts[other])
    return t("later in turn order")


def _of_both(state: st.State, things: Sequence[int]) -> list[int]:
    return [holdings.sum_of(state, seat, things) for seat in range(state.players)]


def _lot(t: Translate, p: int) -> str:
    bricks, gold, cards = box.GIFT_BRICKS[p], box.GIFT_GOLD[p], box.GIFT_CARDS[p]
    gifts = terms.present(
        (bricks, terms.some(t, "brick", bricks)),
        (gold, t("{count} gold").format(count=gold)),
        (cards, terms.some(t, "card", cards)),
    )
    name = terms.province(t, p)
    return f"{name} ({listed(gifts)})" if gifts else name


VALUES: Values = {
    "province": terms.province,
    "lot": _lot,
    "card": lambda t, kind: t("“{card}”").format(card=terms.card(t, kind)),
    "signed": lambda _, number: signed(number),
    "track": lambda _, step: str(box.BID_TRACK[step]),
}


def move(t: Translate, view: st.State, action: int) -> str:
    if act.PROVINCE.has(action):
        return _site(t, view, act.PROVINCE.p(action))
    if act.BID.has(action):
        return t("Bid {gold}").format(gold=box.BID_TRACK[act.BID.step(action)])
    if act.BUY.has(action):
        return _purchase(t, view, act.BUY.count(action))
    if act.PLAY.has(action):
        return t("Play {card}").format(card=terms.card(t, act.PLAY.card(action)))
    if act.SELL.has(action):
        return t("Sell {card} for 1 gold").format(card=terms.card(t, act.SELL.card(action)))
    if act.RETURN.has(action):
        return t("Return {card}").format(card=terms.card(t, act.RETURN.card(action)))
    if act.PUT.has(action):
        return t("Add {gold} gold").format(gold=box.DENOMINATIONS[act.PUT.coin(action)])
    return {
        act.DONE: t("Done"),
        # Only the viewer's own gold can be seen while offerings are made.
        act.OFFER: t("Make offering") if max(view.offer) > 0 else t("Offer nothing"),
        act.STEAL: t("Steal 3 gold"),
        act.RAISE: t("Raise total by 3"),
        act.LOWER: t("Lower total by 3"),
        act.TAKE_CARD: t("Take a power card"),
        act.TAKE_FARMER: t("Take a farmer"),
        act.TAKE_BRICK: t("Take a brick"),
        act.RENOUNCE: t("Take nothing"),
    }[action]


def _site(t: Translate, view: st.State, p: int) -> str:
    text = {
        st.PICK: t("Bid for {province}"),
        st.PLACE_FARMER: t("Place a farmer in {province}"),
        st.PLACE_BRICK: t("Place a brick in {province}"),
    }.get(view.phase, t("Play {card} in {province}"))
    return text.format(card=terms.card(t, max(view.site_card, 0)), province=terms.province(t, p))


def _purchase(t: Translate, view: st.State, count: int) -> str:
    if view.phase == st.CARDS_STAGE:
        text = t.ngettext(
            "Buy {count} power card for {gold} gold",
            "Buy {count} power cards for {gold} gold",
            count,
        )
    elif view.phase == st.FARMERS_STAGE:
        text = t.ngettext(
            "Buy {count} farmer for {gold} gold", "Buy {count} farmers for {gold} gold", count
        )
    else:
        text = t.ngettext(
            "Buy {count} brick for {gold} gold", "Buy {count} bricks for {gold} gold", count
        )
    return text.format(count=count, gold=stages.price(count))


def prompt(t: Translate, view: st.State, seat: int, to_act: Seats, names: Names) -> str:
    if seat not in to_act:
        return _waiting(t, view, listed([names[other] for other in to_act]))
    if view.phase in (st.CARDS_STAGE, st.FARMERS_STAGE, st.BRICKS_STAGE):
        return _stage_prompt(t, view)
    if view.phase == st.PICK and view.bid_on[seat] >= 0:
        return t("You've been outbid in {province}. Choose another province.").format(
            province=terms.province(t, view.bid_on[seat])
        )
    if view.phase == st.OFFERING and view.offer[seat] > 0:
        return t("Your offering: {gold} gold. Add more or confirm.").format(gold=view.offer[seat])
    keep = t("Choose a card to put under the pile ({count} left).")
    text = {
        st.PICK: t("Choose a province to bid for."),
        st.STEP: t("How much do you bid for {province}?"),
        st.KEEP: keep,
        st.START_KEEP: keep,
        st.SITE: t("{card}: choose a province."),
        st.PLACE_FARMER: t("Place a farmer ({count} left)."),
        st.PLACE_BRICK: t("Place a brick ({count} left)."),
        st.OFFERING: t("Make your secret offering, offer nothing, or steal 3 gold.")
        if view.empty_offers
        else t("Make your secret offering, or steal 3 gold."),
        st.ADJUSTING: t("The total is {gold}: raise or lower it by 3."),
        st.REWARD: _reward_prompt(t, view.owed),
        st.INCOME_CARDS: t("Play income cards, or collect your income."),
        st.BONUS_PLAY: t("Play any bonus cards you qualify for."),
    }[view.phase]
    return text.format(
        province=terms.province(t, max(view.pick, 0)),
        card=terms.card(t, max(view.site_card, 0)),
        count=view.owed if view.phase == st.REWARD else view.units,
        gold=figures(view.total),
    )


def _reward_prompt(t: Translate, count: int) -> str:
    if count == 1:
        return t("Choose a free reward.")
    return t("Choose {count} free rewards, one after the other.")


def _waiting(t: Translate, view: st.State, players: str) -> str:
    if view.phase in (st.PICK, st.STEP):
        return t("{player} is bidding.").format(player=players)
    if view.phase == st.OFFERING:
        return t("Waiting for offerings from {players}.").format(players=players)
    return t("{player}'s turn.").format(player=players)


def _stage_prompt(t: Translate, view: st.State) -> str:
    if view.phase == st.CARDS_STAGE:
        return t("How many power cards will you buy?")
    farmers = view.phase == st.FARMERS_STAGE
    if not view.bought:
        return (
            t("How many farmers will you buy?") if farmers else t("How many bricks will you buy?")
        )
    if farmers:
        return t("Farmers placed. Press Done when you're ready.")
    return t("Bricks placed. Press Done when you're ready.")


def round_of(view: st.State) -> tuple[int, int]:
    return view.turn, 6


def turn_line(t: Translate, view: st.State) -> str:
    return t("Turn {turn} of 6").format(turn=view.turn)


def position(t: Translate, view: st.State, names: Names) -> Position:
    lines = [
        t("Turn {turn} of 6. {marker}").format(turn=view.turn, marker=terms.marker(t, view)),
        t("Power cards: {pile} in the pile, {discard} discarded.").format(
            pile=view.deck_left + view.under_len, discard=sum(view.discard)
        ),
    ]
    lines.append(t("{player} holds the Pharaoh.").format(player=names[view.pharaoh]))
    up = [terms.province(t, p) for p in range(box.PROVINCES) if view.card[p]]
    if up:
        lines.append(t("Up for auction: {provinces}.").format(provinces=listed(up)))
    if st.OFFERING <= view.phase <= st.INCOME_CARDS:
        made = [seat for seat in range(view.players) if view.offered[seat]]
        lines += [_offering(t, view, seat, names) for seat in made]
    columns = (t("Player"), t("Points"), t("Gold"), t("Cards"), t("Provinces"), t("Hand"))
    rows = tuple(_row(t, view, seat, names) for seat in range(view.players))
    return Position(tuple(lines), columns, rows, (_map(t, view, names),))


def _offering(t: Translate, view: st.State, seat: int, names: Names) -> str:
    """What lies on the altar for a seat: a closed hand, or what it held."""
    text = t("{player} steals 3 gold.") if view.offer[seat] == box.THEFT else ""
    if view.phase == st.OFFERING and view.offered[seat] != st.OPENED:
        text = t("{player} has made an offering.")
    text = text or t("{player} offers {gold} gold.")
    return text.format(player=names[seat], gold=view.offer[seat])


def _map(t: Translate, view: st.State, names: Names) -> Section:
    columns = (t("Province"), t("Owner"), t("Pieces"), t("Bids"))
    rows = (
        (
            terms.province(t, p),
            _owner(t, view, p, names),
            listed(terms.pieces_on(t, view, p)),
            listed(_bids(t, view, p, names)),
        )
        for p in range(box.PROVINCES)
    )
    return Section(t("Map"), columns=columns, rows=tuple(rows))


def _owner(t: Translate, view: st.State, p: int, names: Names) -> str:
    """Whose a province is, or whether it can be had in this kingdom."""
    if view.owner[p] >= 0:
        return names[view.owner[p]]
    if view.card[p]:
        return t("up for auction")
    may_come = view.pool[p] and view.turn % box.KINGDOM_TURNS
    return t("not revealed yet") if may_come else t("not in this kingdom")


def _with(t: Translate, p: int, parts: list[str]) -> str:
    return f"{terms.province(t, p)} ({listed(parts)})" if parts else terms.province(t, p)


def _bids(t: Translate, view: st.State, p: int, names: Names) -> list[str]:
    text = (t("{player} bids {gold}"), t("{player} bids {gold} with a bid block"))
    bids = [
        (text[view.blocked[seat]], names[seat], box.BID_TRACK[view.bid_step[seat]])
        for seat in range(view.players)
        if view.bid_on[seat] == p
    ]
    return [sentence.format(player=player, gold=gold) for sentence, player, gold in bids]


def _row(t: Translate, view: st.State, seat: int, names: Names) -> tuple[str, ...]:
    owned = [p for p in range(box.PROVINCES) if view.owner[p] == seat]
    hand = counted((terms.card(t, kind), count) for kind, count in enumerate(view.hand[seat]))
    counts = map(terms.number, (view.points[seat], view.gold[seat], view.hand_count[seat]))
    provinces = listed([_with(t, p, terms.pieces_on(t, view, p)) for p in owned])
    return (names[seat], *counts, provinces, listed(hand))


def rules_help(t: Translate) -> tuple[Chapter, ...]:
    return (
        Chapter(t("The aim"), (
            t("Over two kingdoms of three turns each, you buy provinces, farm them and build pyramids. You score after turns 3 and 6; the most points wins."),
        ), anchors=("aim",)),
        Chapter(t("Set-up"), (
            t("Everyone starts with 20 gold and an Architect. The first Pharaoh, who begins, is chosen at random. The temple marker starts before box 1."),
            t("Each kingdom uses 9, 12 or 15 of the 15 provinces with three, four or five players; the New Kingdom uses the same ones again."),
        ), anchors=("start", "provinces")),
        Chapter(t("The auction"), (
            t("Each turn, one province per player comes up for auction. Everyone gets exactly one."),
            t("Some come with gifts: Abydos with a brick, Memphis with two; Buto and Edfu with a power card, Thebes with two, Dakhla with one and 12 gold. Gifts are laid again in the New Kingdom."),
            t("On your turn, choose a province and a step on its track: above every pawn already there, and no more than the gold you have. If you're outbid, you must bid for another province. Once every province has one pawn, everyone pays."),
        ), anchors=("auction", "gifts", "bids")),
        Chapter(t("Actions"), (
            t("Starting with the Pharaoh, each player buys power cards, then farmers, then bricks. One costs 1 gold, two cost 3, three 6, four 10 and so on; the price starts again for each kind."),
            t("You may buy as many cards as your best province has card symbols. Each farmer needs a free field. Three bricks in a province turn into a pyramid at once."),
        ), anchors=("purchases", "limits")),
        Chapter(t("Offerings"), (
            t("Everyone chooses in secret: offer at least 1 gold, or steal 3. The total moves the temple marker. Its box sets what farmers and temples are worth, and whether caravans pay."),
            t("The highest giver takes three free rewards, the second two, every other giver one. A reward is a power card, a farmer on a free field or a brick. Thieves get 3 gold and nothing else. Ties are broken in turn order, starting with the Pharaoh. The highest giver becomes Pharaoh; if everyone steals, the Pharaoh stays."),
        ), anchors=("offerings", "rewards")),
        Chapter(t("Income"), (
            t("Each farmer earns the gold shown in the box. Some provinces also pay gold every turn; caravan provinces pay only when the box shows a camel."),
        ), anchors=("income",)),
        Chapter(t("Scoring"), (
            t("1 point per pyramid; 3 for each set of one pyramid in all three of your provinces; 5 on each bank for the province with the most pyramids (bricks break ties; if still tied, all of them score); and the number of the box for each temple."),
            t("Each bonus card scores 3 points if you meet its condition. After turn 6, the richest players also score 6, 4 and 2 points for their gold. Cards still in hand count as 1 gold each. Tied players score the same, and the next place is skipped; without gold you score nothing."),
        ), anchors=("scoring", "bonuses")),
        Chapter(t("The New Kingdom"), (
            t("After turn 3, owners and farmers leave the board. Pyramids and bricks stay, and belong to whoever buys the province next."),
        ), anchors=("new-kingdom",)),
        Chapter(t("Power cards"), (
            t("Each card is played in its own phase, and never two of a kind in the same phase. Whenever it's your move, you may sell a card for 1 gold."),
            t("If points are tied at the end, the most pyramids wins, then the most bricks; after that, the victory is shared."),
        ), tuple(f"card-{kind}" for kind in range(box.CARDS)), anchors=("cards", "ties")),
        Chapter(t("Options"), (
            t("A bid block protects all its owner's bids until the auction ends. Option: only the bid it's played with."),
            t("Everyone's gold and hand size are visible. Option: both stay hidden until the end. Bids, payments, offerings and income are public either way."),
            t("Options: the card symbols of all your provinces add up to your card limit; only 15 bricks are available."),
            t("The four-player tournament leaves out Abydos, Amarna and Kharga, and the card bonus needs only five symbols. Ties go to the most bricks, then pyramids, farmers and gold, and finally to whoever was later in the first turn's order."),
        ), anchors=("option-block", "option-hidden", "option-limits", "option-tournament")),
    )  # fmt: skip


def glossary(t: Translate) -> tuple[GlossarySection, ...]:
    cards = tuple(
        GlossaryEntry(f"card-{kind}", terms.card(t, kind), sentence_case(terms.card_about(t, kind)))
        for kind in range(box.CARDS)
    )
    provinces = tuple(
        GlossaryEntry("", terms.province(t, p), f"{listed(terms.about_province(t, p))}.")
        for p in range(box.PROVINCES)
    )
    boxes = tuple(_box(t, step) for step in range(1, box.BOXES + 1))
    return (
        GlossarySection(t("Power cards"), cards),
        GlossarySection(t("Provinces"), provinces),
        GlossarySection(t("The temple scale"), boxes),
    )


def _box(t: Translate, step: int) -> GlossaryEntry:
    low = 0 if step == 1 else box.BOX_LIMITS[step - 2] + 1
    high = box.BOX_LIMITS[step - 1] if step < box.BOXES else 0
    sums = t("Offerings total {low} to {high} gold.")
    if step == 1:
        sums = t("Offerings total {high} gold or less.")
    elif step == box.BOXES:
        sums = t("Offerings total {low} gold or more.")
    name = t("Box {box}").format(box=step)
    return GlossaryEntry("", name, f"{sums.format(low=low, high=high)} {terms.step_tip(t, step)}")
