"""Amun-Re in sentences: moves, prompts, positions and help, in the language `t` speaks.

What things are called is in `names`, what they do for whoever looks at them in `tips`.
"""

from nomarch.games.amun_re.rules import act, box, purchases, scoring, st
from nomarch.games.amun_re.words import examples, names as called
from nomarch.kernel.lessons import Chapter, Entry, Shelf
from nomarch.kernel.sentences import (
    Names,
    Position,
    Seats,
    Translate,
    Values,
    listed,
    sentence_case,
    signed,
)

categories = called.categories


def reasons(t: Translate) -> tuple[str, ...]:
    """The parts of a judgement, in the order of their numbers."""
    pyramids, sets, banks, temples, bonus, _ = categories(t)
    return (
        *(t("Income"), t("Farmers"), t("Gifts"), temples, t("Power cards")),
        *(pyramids, sets, banks, bonus, t("the price"), t("the right offering")),
    )


def _lot(t: Translate, p: int) -> str:
    """A province that is revealed, with the gifts that are laid on it."""
    bricks, gold, cards = box.GIFT_BRICKS[p], box.GIFT_GOLD[p], box.GIFT_CARDS[p]
    gifts = called.present(
        (bricks, called.some(t, "brick", bricks)),
        (gold, t("{count} gold").format(count=gold)),
        (cards, called.some(t, "card", cards)),
    )
    told = t("{province} is up for auction.")
    if gifts:
        told = t("{province} is up for auction, with a gift: {gifts}.")
    return told.format(province=called.province(t, p), gifts=listed(gifts))


VALUES: Values = {
    "province": called.province,
    "lot": _lot,
    "card": called.card,
    "signed": lambda _, number: signed(number),
    "track": lambda _, step: str(box.BID_TRACK[step]),
}


# --- Moves --------------------------------------------------------------------------------------


def move(t: Translate, view: st.State, action: int) -> str:
    """An action as an offer to the one who may take it."""
    if act.PROVINCE.has(action):
        return _site(t, view, act.PROVINCE.p(action))
    if act.BID.has(action):
        return t("Bid {gold}").format(gold=box.BID_TRACK[act.BID.step(action)])
    if act.BUY.has(action):
        return _purchase(t, view, act.BUY.count(action))
    if act.PLAY.has(action):
        return t("Play {card}").format(card=called.card(t, act.PLAY.card(action)))
    if act.SELL.has(action):
        return t("Sell {card} for 1 gold").format(card=called.card(t, act.SELL.card(action)))
    if act.RETURN.has(action):
        return t("Return {card}").format(card=called.card(t, act.RETURN.card(action)))
    if act.PUT.has(action):
        return t("Put in {gold} gold").format(gold=box.DENOMINATIONS[act.PUT.coin(action)])
    return {
        act.DONE: t("Done"),
        # Only the viewer's own gold can be seen while offerings are made.
        act.OFFER: t("Offer this") if max(view.offer) > 0 else t("Offer nothing"),
        act.STEAL: t("Steal 3 gold"),
        act.RAISE: t("Raise the sum by 3"),
        act.LOWER: t("Lower the sum by 3"),
        act.TAKE_CARD: t("Take a power card"),
        act.TAKE_FARMER: t("Take a farmer"),
        act.TAKE_BRICK: t("Take a brick"),
        act.RENOUNCE: t("Renounce one"),
    }[action]


def _site(t: Translate, view: st.State, p: int) -> str:
    """What choosing a province would mean now."""
    told = {
        st.PICK: t("Bid for {province}"),
        st.PLACE_FARMER: t("A farmer to {province}"),
        st.PLACE_BRICK: t("A brick to {province}"),
    }.get(view.phase, t("{card} in {province}"))
    return told.format(card=called.card(t, max(view.site_card, 0)), province=called.province(t, p))


def _purchase(t: Translate, view: st.State, count: int) -> str:
    if view.phase == st.CARDS_STAGE:
        one, many = t("Buy 1 power card for 1 gold"), t("Buy {count} power cards for {gold} gold")
    elif view.phase == st.FARMERS_STAGE:
        one, many = t("Buy 1 farmer for 1 gold"), t("Buy {count} farmers for {gold} gold")
    else:
        one, many = t("Buy 1 brick for 1 gold"), t("Buy {count} bricks for {gold} gold")
    return one if count == 1 else many.format(count=count, gold=purchases.price(count))


# --- Prompts ------------------------------------------------------------------------------------


def prompt(t: Translate, view: st.State, seat: int, to_act: Seats, names: Names) -> str:
    """What is asked of the viewer now, or whom the game waits for."""
    if view.phase == st.OVER:
        return _end_prompt(t, view, names)
    if seat not in to_act:
        return _waiting(t, view, listed([names[other] for other in to_act]))
    if view.phase in (st.CARDS_STAGE, st.FARMERS_STAGE, st.BRICKS_STAGE):
        return _stage_prompt(t, view)
    if view.phase == st.PICK and view.bid_on[seat] >= 0:
        return t("You were outbid in {province}: choose another province.").format(
            province=called.province(t, view.bid_on[seat])
        )
    if view.phase == st.OFFERING and view.offer[seat] > 0:
        return t("You put in {gold} gold: add more, or offer it.").format(gold=view.offer[seat])
    keep = t("Choose a card to put back under the pile ({count} left).")
    told = {
        st.PICK: t("Choose a province to bid for."),
        st.STEP: t("How much for {province}?"),
        st.KEEP: keep,
        st.START_KEEP: keep,
        st.SITE: t("{card}: choose a province."),
        st.PLACE_FARMER: t("Choose a province for a farmer ({count} left)."),
        st.PLACE_BRICK: t("Choose a province for a brick ({count} left)."),
        st.OFFERING: t("Put in gold for the god in secret, or offer nothing, or steal 3.")
        if view.empty_offers
        else t("Put in gold for the god in secret, or steal 3."),
        st.ADJUSTING: t("The sum is {gold}: raise or lower it by 3."),
        st.REWARD: t("The god rewards you: take {count} more, in any mix."),
        st.INCOME_CARDS: t("Play cards for your income, or take it as it is."),
        st.BONUS_PLAY: t("Play the bonus cards that you have earned."),
    }[view.phase]
    return told.format(
        province=called.province(t, max(view.pick, 0)),
        card=called.card(t, max(view.site_card, 0)),
        count=view.owed if view.phase == st.REWARD else view.units,
        gold=view.total,
    )


def _end_prompt(t: Translate, view: st.State, names: Names) -> str:
    winners = [names[seat] for seat in range(view.players) if scoring.place(view, seat) == 1]
    if len(winners) == 1:
        return t("The game is over: {player} wins.").format(player=winners[0])
    return t("The game is over: {players} share the victory.").format(players=listed(winners))


def _waiting(t: Translate, view: st.State, players: str) -> str:
    if view.phase in (st.PICK, st.STEP):
        return t("{player} is bidding.").format(player=players)
    if view.phase == st.OFFERING:
        return t("Waiting for the offerings of {players}.").format(players=players)
    return t("{player} is to act.").format(player=players)


def _stage_prompt(t: Translate, view: st.State) -> str:
    if view.phase == st.CARDS_STAGE:
        return t("How many power cards do you buy?")
    farmers = view.phase == st.FARMERS_STAGE
    if not view.bought:
        return t("How many farmers do you buy?") if farmers else t("How many bricks do you buy?")
    if farmers:
        return t("Your farmers are placed. Go on when you are done.")
    return t("Your bricks are placed. Go on when you are done.")


# --- A position ---------------------------------------------------------------------------------


def position(t: Translate, view: st.State, names: Names) -> Position:
    """The position as a table: for terminals and screen readers."""
    lines = [
        t("Turn {turn} of 6. {marker}").format(turn=view.turn, marker=called.marker(t, view)),
        t("Power cards: {pile} in the pile, {discard} discarded.").format(
            pile=view.deck_left + view.under_len, discard=sum(view.discard)
        ),
    ]
    offered = [p for p in range(box.PROVINCES) if view.card[p]]
    up = [_with(t, p, called.standing(t, view, p) + _bids(t, view, p, names)) for p in offered]
    if up:
        lines.append(t("Up for auction: {provinces}.").format(provinces="; ".join(up)))
    columns = (t("Player"), t("Points"), t("Gold"), t("Cards"), t("Provinces"), t("Own cards"))
    rows = tuple(_row(t, view, seat, names) for seat in range(view.players))
    return Position(tuple(lines), columns, rows)


def _with(t: Translate, p: int, parts: list[str]) -> str:
    """A province, and what there is to say of it."""
    return f"{called.province(t, p)} ({listed(parts)})" if parts else called.province(t, p)


def _bids(t: Translate, view: st.State, p: int, names: Names) -> list[str]:
    """Who bids what for a province."""
    told = (t("bid of {player} {gold}"), t("bid of {player} {gold} with a block"))
    bids = [
        (told[view.blocked[seat]], names[seat], box.BID_TRACK[view.bid_step[seat]])
        for seat in range(view.players)
        if view.bid_on[seat] == p
    ]
    return [sentence.format(player=player, gold=gold) for sentence, player, gold in bids]


def _row(t: Translate, view: st.State, seat: int, names: Names) -> tuple[str, ...]:
    owned = [p for p in range(box.PROVINCES) if view.owner[p] == seat]
    held = [(kind, count) for kind, count in enumerate(view.hand[seat]) if count > 0]
    hand = [
        called.card(t, kind) if count == 1 else f"{count} {called.card(t, kind)}"
        for kind, count in held
    ]
    counts = map(called.number, (view.points[seat], view.gold[seat], view.hand_count[seat]))
    provinces = listed([_with(t, p, called.standing(t, view, p)) for p in owned])
    return (names[seat], *counts, provinces, listed(hand))


# --- Help ---------------------------------------------------------------------------------------


def rules_help(t: Translate) -> tuple[Chapter, ...]:
    """The rules in our own words, short enough to read beside the board."""
    return (
        Chapter(t("The aim"), (
            t("In two kingdoms of three turns you buy provinces, farm them and build pyramids. Points are given after the third and the sixth turn; most points win."),
        ), examples=examples.aim(t)),
        Chapter(t("The auction"), (
            t("As many provinces as players are revealed, some with bricks, gold or power cards. Each player gets exactly one."),
            t("In turn, choose a province and a step of its track, above every pawn that stands there and not above your gold. Whoever is outbid must bid for another province. When every province has one pawn, all pay."),
        ), examples=examples.auction(t)),
        Chapter(t("Actions"), (
            t("From the Pharaoh on, each player buys power cards, then farmers, then bricks: one costs 1 gold, two 3, three 6, four 10 and so on, for each kind anew."),
            t("You may buy as many cards as the best of your provinces shows symbols. Farmers need a free field. Three bricks in a province become a pyramid at once."),
        ), examples=examples.actions(t)),
        Chapter(t("Offerings"), (
            t("All choose in secret: at least 1 gold, or the theft of 3. The sum moves the temple marker; the box tells what farmers and temples bring, and whether camels pass."),
            t("Who gave most takes three units free of charge, the second two, every other giver one: cards, farmers on free fields, bricks. Thieves take nothing but 3 gold. Ties go to whoever sits nearer to the Pharaoh; the highest giver gets the Pharaoh."),
        ), examples=examples.offerings(t)),
        Chapter(t("Incomes"), (
            t("Each farmer brings as much gold as the box says. Some provinces pay gold every turn, caravan provinces only on a box with a camel."),
        ), examples=examples.income(t)),
        Chapter(t("Scoring"), (
            t("1 point a pyramid, 3 for each set of one pyramid in all three of your provinces, 5 for the province with most pyramids on each bank (bricks break ties), and the number of the box for each temple."),
            t("Bonus cards give 3 points each if you meet their condition. After the sixth turn most gold gives 6, 4 and 2 points."),
        ), examples=examples.scores(t)),
        Chapter(t("The New Kingdom"), (
            t("After the third turn owners and farmers leave the board. Pyramids and bricks stay and will belong to whoever buys the province anew."),
        ), examples=examples.new_kingdom(t)),
        Chapter(t("Power cards"), (
            t("Each card is played in its own phase, never two alike in one phase. At any time of your own you may sell a card for 1 gold."),
            t("Ties at the end go to the most pyramids, then to the most bricks."),
        ), tuple(f"card-{kind}" for kind in range(box.CARDS)), examples.cards(t)),
        Chapter(t("Options"), (
            t("A bid block protects all bids of its owner until the auction ends; by option only the bid that it was played with."),
            t("Gold and the number of cards in a hand lie open; by option they are hidden until the end. What is bid, paid, offered or received is seen by all in either case."),
            t("By option you may buy as many cards as all your provinces show symbols together, and the 15 bricks of the box are all there are."),
            t("The tournament for four leaves Abydos, Amarna and Kharga out, and five symbols earn the card bonus. Its ties go to the most bricks, then pyramids, farmers, gold, and at last to whoever came later in the order of the first turn."),
        ), examples=examples.options(t)),
    )  # fmt: skip


def glossary(t: Translate) -> tuple[Shelf, ...]:
    """Every power card, every province, and what the boxes of the temple scale mean."""
    cards = tuple(
        Entry(f"card-{kind}", called.card(t, kind), sentence_case(called.card_about(t, kind)))
        for kind in range(box.CARDS)
    )
    provinces = tuple(
        Entry("", called.province(t, p), f"{listed(called.about_province(t, p))}.")
        for p in range(box.PROVINCES)
    )
    boxes = tuple(_box(t, step) for step in range(1, box.BOXES + 1))
    return (
        Shelf(t("Power cards"), cards),
        Shelf(t("Provinces"), provinces),
        Shelf(t("The temple scale"), boxes),
    )


def _box(t: Translate, step: int) -> Entry:
    """A box of the temple scale: the sums that lead there, and what follows."""
    low = 0 if step == 1 else box.BOX_LIMITS[step - 2] + 1
    high = box.BOX_LIMITS[step - 1] if step < box.BOXES else 0
    sums = t("Offerings of {low} to {high} gold in all.")
    if step == 1:
        sums = t("Offerings of at most {high} gold in all.")
    elif step == box.BOXES:
        sums = t("Offerings of {low} gold or more in all.")
    name = t("Box {box}").format(box=step)
    return Entry("", name, f"{sums.format(low=low, high=high)} {called.step_tip(t, step)}")
