"""How Amun-Re is learnt: lessons from the first bid to the New Kingdom, and a coach's words."""

from nomarch.games.amun_re.positions import LEFT, ME, RIGHT, position
from nomarch.games.amun_re.rules import box, scoring, st
from nomarch.kernel.lessons import Advice, Ask, Lesson, Others, Say, Translate


def _land(p: int) -> str:
    """A province on the map, as the drawing names it."""
    return f"province-{p}"


def lessons(t: Translate) -> tuple[Lesson, ...]:
    """The lessons, from the first idea to good play."""
    return (
        _bidding(t), _buying(t), _offering(t), _caravans(t), _cards(t), _pyramids(t), _scoring(t), _kingdom(t),
    )  # fmt: skip


def _bidding(t: Translate) -> Lesson:
    return Lesson(
        "bidding", t("Bidding"), t("Everybody gets one province a turn. Which, and for how much?"),
        players=3,
        prepare=position(st.PICK, up=(box.ABYDOS, box.AMARNA, box.MENDES), pharaoh=LEFT),
        moves=("province mendes", "bid 3", "province amarna", "bid 3"),
        steps=(
            Say(t("Three players, three provinces: everybody gets exactly one. Your neighbours have bid 3 gold each, for Mendes and for Amarna."), at=(f"card-{box.MENDES}", f"card-{box.AMARNA}"), holds=lambda v: v.bid_on[LEFT] == box.MENDES and v.bid_on[RIGHT] == box.AMARNA),
            Ask(
                t("Mendes has six fields, more than any other. Bid for it: choose Mendes."),
                ("province mendes",), at=(_land(box.MENDES),),
                wrong={
                    "province abydos": t("Abydos has only three fields. It may be yours later; try Mendes first."),
                    "province amarna": t("Amarna is fine, but Mendes has two fields more. Try that first."),
                },
            ),
            Ask(
                t("A pawn stands on 3: yours has to go higher. Bid the next step."), ("bid 6",),
                otherwise=t("That would do, too, but 6 is enough to lead. You pay what you bid, so go no higher than you have to."),
                praise=t("You lead in Mendes, and your neighbour has to move."),
            ),
            Others(("province amarna", "bid 6", "province mendes", "bid 10")),
            Ask(
                t("One neighbour moved to Amarna with 6, and the one who stood there came to Mendes with 10. Now you are outbid and have to go elsewhere. Where?"),
                ("province abydos",), at=(f"card-{box.ABYDOS}",),
                wrong={"province amarna": t("Amarna would cost you 10 gold or more. Look at Abydos: nobody stands there.")},
                praise=t("A free province is there for whoever is outbid."),
            ),
            Ask(
                t("Nobody is there. How much?"), ("bid 0",),
                otherwise=t("Nobody bids against you, so 0 is enough. It ends the auction: every province has one pawn."),
                praise=t("The auction is over: your neighbours pay 6 and 10 gold, and you pay nothing."),
            ),
            Say(t("Abydos is yours, and you still have all your 20 gold. A brick lies there as a gift. A cheap province and a full purse can be worth more than a dear one."), at=(_land(box.ABYDOS),), holds=lambda v: v.owner[box.ABYDOS] == ME and v.gold[ME] == 20 and v.bricks[box.ABYDOS] == 1),
        ),
    )  # fmt: skip


def _buying(t: Translate) -> Lesson:
    return Lesson(
        "buying", t("Buying"), t("Cards, farmers and bricks: each more costs more."),
        players=3,
        prepare=position(
            st.CARDS_STAGE, own=((box.MEMPHIS,), (box.MENDES,), (box.EDFU,)),
            gold=(10, 8, 8), bricks={box.MEMPHIS: 2},
        ),
        steps=(
            Say(t("You own Memphis and have 10 gold. Now you buy: power cards first, then farmers, then bricks. One costs 1 gold, two 3, three 6, four 10."), at=(_land(box.MEMPHIS), "buy-1", "buy-2", "buy-3"), holds=lambda v: v.owner[box.MEMPHIS] == ME and v.gold[ME] == 10),
            Ask(
                t("Memphis shows three card symbols, so you may buy up to three cards. The first one is the cheapest: buy one."), ("buy 1",),
                wrong={
                    "buy 2": t("Two cost 3. Then three farmers and a brick would take your last gold, and nothing would be left for the god."),
                    "buy 3": t("Three cost 6, and 4 gold do not buy three farmers. One is enough."),
                    "done": t("The first card costs a single gold. Take it: one of each kind is cheap."),
                },
                praise=t("The price starts anew for every kind."),
            ),
            Ask(
                t("Now farmers. Memphis has three fields, and each farmer harvests every turn of this kingdom. It is the first turn. How many?"), ("buy 3",), at=(_land(box.MEMPHIS),),
                otherwise=t("Every farmer harvests three times until the kingdom ends. Fill all three fields: 6 gold."),
                praise=t("They stand on their fields at once: there is only one province to go to."),
            ),
            Ask(t("The farmers are placed. Go on to the bricks."), ("done",), otherwise=t("Keep your card for now, and go on.")),
            Ask(
                t("Two bricks lie in Memphis, and three make a pyramid. How many do you buy?"), ("buy 1",), at=(_land(box.MEMPHIS),),
                wrong={"buy 2": t("The second brick would take your last gold. One completes the pyramid.")},
                otherwise=t("A pyramid for 1 gold: buy the missing brick."),
            ),
            Ask(t("Put it in Memphis."), ("province memphis",), otherwise=t("First lay your brick in Memphis."), praise=t("The bricks became a pyramid.")),
            Say(t("A pyramid, three farmers and a card for 8 gold, and 2 are left. A bit of everything is cheaper than a lot of one thing."), at=(_land(box.MEMPHIS),), holds=lambda v: v.pyramids[box.MEMPHIS] == 1 and v.farmers[box.MEMPHIS] == 3 and v.gold[ME] == 2),
        ),
    )  # fmt: skip


def _offering(t: Translate) -> Lesson:
    return Lesson(
        "offering", t("Offering"), t("Give to the god, and the god gives back."),
        players=3,
        prepare=position(
            st.OFFERING, own=((box.MENDES,), (box.AVARIS,), (box.AMARNA,)),
            gold=(9, 6, 7), farmers={box.MENDES: 4, box.AMARNA: 2}, pharaoh=RIGHT,
        ),
        steps=(
            Say(t("All offer in secret and at once. The sum decides the harvest: up to 2 each farmer brings 1 gold, from 3 on 2, from 13 on 3, from 23 on 4."), at=("scale-1", "scale-2", "scale-3", "scale-4")),
            Ask(
                t("You have four farmers in Mendes, so you want a good harvest. Whoever gives most also gets most from the god. Put in 5 gold."), ("put 5",), at=("put 5",),
                wrong={"steal": t("The theft takes 3 from the sum, and gives you 3 gold, but the god gives a thief nothing.")},
                otherwise=t("A gift of 5 is a good one here. Choose the 5."),
            ),
            Ask(
                t("You could add more. 4 gold stay for the next auction. Offer it."), ("offer",), at=("offer",),
                otherwise=t("5 is enough. You will want some gold when the next provinces are up."),
            ),
            Others(("steal", "put 2", "offer")),
            Say(t("One of your neighbours stole, the other gave 2. The sum is 4: each farmer brings 2 gold."), at=("sun", "scale-2"), holds=lambda v: v.total == 4 and v.box == 2),
            Ask(
                t("You gave most and get three things free of charge, of any kind. Two of your fields are empty. What do you take first?"), ("take farmer",), at=("take farmer",),
                otherwise=t("A farmer now brings 2 gold this turn already, and harvests twice more. Take a farmer."),
            ),
            Ask(t("One field is empty still."), ("take farmer",), at=("take farmer",), otherwise=t("Fill the last field: it pays at once.")),
            Ask(
                t("All fields are full. A card or a brick: what you like."), ("take brick", "take card"), at=("take brick", "take card"),
                otherwise=t("Do not give it away: it is free."),
            ),
            Others(("take farmer", "take farmer")),
            Say(t("Your neighbour gave less and got two. Your six farmers bring 12 gold this turn, and the Pharaoh is yours: you bid and buy first, and you win ties between offerings."), at=(_land(box.MENDES),), holds=lambda v: v.pharaoh == ME and v.farmers[box.MENDES] == 6),
        ),
    )  # fmt: skip


def _caravans(t: Translate) -> Lesson:
    return Lesson(
        "caravans", t("Caravans and thieves"), t("Sometimes a poor harvest is the better one."),
        players=3,
        prepare=position(
            st.OFFERING, turn=2, own=((box.AVARIS, box.SAWU), (box.MENDES, box.BUTO), (box.AMARNA, box.THEBES)),
            gold=(4, 15, 12), farmers={box.MENDES: 5, box.BUTO: 3, box.AMARNA: 4, box.THEBES: 2},
        ),
        steps=(
            Say(t("Caravans bring you gold: 8 in Avaris and 7 in Sawu. But camels pass only on the boxes 1 and 2, while the offerings come to 12 or less."), at=(_land(box.AVARIS), _land(box.SAWU), "scale-1", "scale-2")),
            Say(t("Your neighbours have many farmers, and want a high sum. You have none."), at=(_land(box.MENDES), _land(box.AMARNA)), holds=lambda v: scoring.farmers_of(v, ME) == 0 and scoring.farmers_of(v, LEFT) == 8),
            Ask(
                t("What do you offer?"), ("steal",), at=("steal",),
                otherwise=t("Every gold that you give helps their harvest and may drive your camels away. There is another way."),
                praise=t("3 less in the sum, and 3 gold for you."),
            ),
            Others(("put 10", "offer", "put 5", "offer")),
            Say(t("They gave 15 together. Your theft made it 12: box 2, and the camels pass. A single gold from you would have stopped them."), at=("sun", "scale-2"), holds=lambda v: v.total == 12 and v.box == 2),
            Others(("take card",) * 5 + ("done", "done")),
            Say(t("The caravans came in: you have 22 gold now. The price of stealing: the god gave you nothing, and a neighbour is Pharaoh now."), at=("scale-2",), holds=lambda v: v.gold[ME] == 22 and v.pharaoh == LEFT),
        ),
    )  # fmt: skip


def _cards(t: Translate) -> Lesson:
    return Lesson(
        "cards", t("Power cards"), t("Each has its phase; play it where it does most."),
        players=3,
        prepare=position(
            st.INCOME_CARDS, turn=2, own=((box.MENDES, box.THEBES), (box.AVARIS, box.BUTO), (box.AMARNA, box.ABU)),
            gold=(3, 5, 5), hand=(box.EIGHT, box.EXTRA, box.ARCHITECT), marker=1,
            farmers={box.MENDES: 5, box.BUTO: 1, box.AMARNA: 2},
        ),
        steps=(
            Say(t("The number in its corner tells in which phase a card is played. It is phase 5, the incomes. The temple marker is on box 1: a farmer brings only 1 gold."), at=(f"hand-{box.EIGHT}", f"hand-{box.EXTRA}", "scale-1")),
            Ask(
                t("Extra income adds 1 gold for each farmer in one of your provinces. Play it."), ("play extra-income",), at=(f"hand-{box.EXTRA}",),
                wrong={"play eight-gold": t("It comes next. First the extra income."), "done": t("Then the cards would bring nothing this turn. Play the extra income.")},
                otherwise=t("Sold, a card brings 1 gold. Played, this one brings 5."),
            ),
            Ask(
                t("In which province?"), ("province mendes",),
                wrong={"province thebes": t("Nobody farms in Thebes: nothing would be added.")},
                otherwise=t("Choose a province for the card first."),
                praise=t("Five farmers, 5 gold more."),
            ),
            Ask(
                t("8 gold stands in place of all that its province would pay. Play it, too."), ("play eight-gold",), at=(f"hand-{box.EIGHT}",),
                wrong={"done": t("Thebes pays nothing this turn. Let the card make that 8.")},
                otherwise=t("Sold, a card brings 1 gold. Played, this one brings 8."),
            ),
            Ask(
                t("Where does it bring most?"), ("province thebes",),
                wrong={"province mendes": t("Mendes pays 10 already: the card would lower that to 8.")},
                otherwise=t("Choose a province for the card first."),
                praise=t("Nothing became 8."),
            ),
            Ask(
                t("The Architect belongs to phase 3. What now?"), ("done",), at=(f"hand-{box.ARCHITECT}",),
                otherwise=t("One gold is little for an Architect: it makes a pyramid of two bricks. Keep it."),
            ),
            Say(t("10 gold came from Mendes and 8 from Thebes. There are cards for every phase; of each kind you may play one in a phase."), holds=lambda v: v.gold[ME] == 21),
        ),
    )  # fmt: skip


def _pyramids(t: Translate) -> Lesson:
    return Lesson(
        "pyramids", t("Pyramids"), t("One in each province, and the most on a bank."),
        players=3,
        prepare=position(
            st.BRICKS_STAGE, turn=3,
            own=((box.MEMPHIS, box.BAHARYA, box.DAMANHUR), (box.KHARGA, box.MENDES, box.AVARIS), (box.AMARNA, box.ABU, box.SAWU)),
            gold=(7, 0, 0), hand=(box.ARCHITECT,), pyramids={box.MEMPHIS: 2, box.BAHARYA: 1, box.KHARGA: 1},
        ),
        steps=(
            Say(t("The third turn ends with a scoring: 1 point for each pyramid, and 3 for a set of one in each of your three provinces. Damanhur has none yet."), at=(_land(box.MEMPHIS), _land(box.BAHARYA), _land(box.DAMANHUR)), holds=lambda v: v.pyramids[box.DAMANHUR] == 0 and v.pyramids[box.BAHARYA] == 1),
            Ask(
                t("Your Architect makes a pyramid of two bricks. How many do you buy?"), ("buy 2",), at=(f"hand-{box.ARCHITECT}",),
                wrong={"buy 3": t("Three bricks make a pyramid as well, but cost 6. With the Architect you need two, for 3.")},
                otherwise=t("Buy two: with the Architect they make a pyramid."),
            ),
            Ask(
                t("Where do they go? Lay the first one."), ("province damanhur",),
                wrong={
                    "province memphis": t("Memphis has the most pyramids of the west bank already. A pyramid in Damanhur completes your set."),
                    "province baharya": t("Baharya has its pyramid. Damanhur is the one without."),
                },
                otherwise=t("Keep the Architect: it is needed in a moment."),
            ),
            Ask(t("And the second one beside it."), ("province damanhur",), otherwise=t("Both bricks have to lie in Damanhur: the Architect looks at one province.")),
            Ask(t("Two bricks lie in Damanhur. Send your Architect."), ("play architect",), at=(f"hand-{box.ARCHITECT}",), otherwise=t("Not yet: without the Architect two bricks are only bricks.")),
            Say(t("The set is complete: 3 points, and 4 for your four pyramids. Memphis alone has two, the most of any province on the west bank: 5 more. Bricks break ties there."), at=(_land(box.MEMPHIS), _land(box.DAMANHUR)), holds=lambda v: scoring.sets_of(v, ME) == 1 and scoring.leads_bank(v, ME, box.WEST) == 1 and scoring.sum_of(v, ME, v.pyramids) == 4),
        ),
    )  # fmt: skip


def _scoring(t: Translate) -> Lesson:
    return Lesson(
        "scoring", t("The scoring"), t("Temples, bonus cards, and what stays."),
        players=3,
        prepare=position(
            st.BONUS_PLAY, turn=3, marker=3,
            own=((box.MEMPHIS, box.BAHARYA, box.DAMANHUR), (box.KHARGA, box.MENDES, box.AVARIS), (box.AMARNA, box.ABU, box.SAWU)),
            gold=(7, 9, 4), hand=(box.BONUS_BANK, box.BONUS_NILE),
            pyramids={box.MEMPHIS: 2, box.BAHARYA: 1, box.DAMANHUR: 1, box.KHARGA: 1, box.AMARNA: 1},
            bricks={box.AMARNA: 1},
        ),
        steps=(
            Say(t("The Old Kingdom is scored. Each temple brings as many points as the marker's box: Damanhur has two, so 6 points for you."), at=(_land(box.DAMANHUR), "scale-3"), holds=lambda v: v.box == 3),
            Ask(
                t("Bonus cards bring 3 points each if your provinces fit. All three of yours lie on the west bank. Which card fits?"), ("play bonus-bank",), at=(f"hand-{box.BONUS_BANK}", f"hand-{box.BONUS_NILE}"),
                wrong={"done": t("You would leave 3 points lying. Your provinces are all on one bank: play the bank bonus.")},
                otherwise=t("A bonus card is worth 3 points, and 1 gold is nothing beside them."),
                praise=t("3 points."),
            ),
            Ask(
                t("The Nile bonus wants all provinces on the river, or none. Memphis lies on it, the others do not. Sell the card, or keep it?"), ("done",), at=(f"hand-{box.BONUS_NILE}",),
                otherwise=t("There is a second scoring after the sixth turn, and you choose your provinces anew. Keep it."),
            ),
            Say(t("You have 21 points: 3 for the card, 4 for pyramids, 3 for the set, 5 for the west bank and 6 for the temples. The log tells it for everybody."), holds=lambda v: v.points[ME] == 21),
            Say(t("The New Kingdom begins. Owners and farmers are gone, pyramids and bricks stay. The same provinces come up again, so somebody may buy your pyramids."), at=(_land(box.MEMPHIS),), holds=lambda v: v.turn == 4 and v.pyramids[box.MEMPHIS] == 2 and v.owner[box.MEMPHIS] == st.NO_SEAT),
            Say(t("After the sixth turn gold scores as well: 6 points for the richest, then 4 and 2."), holds=lambda v: v.turn == 4),
        ),
    )  # fmt: skip


def _kingdom(t: Translate) -> Lesson:
    return Lesson(
        "kingdom", t("The New Kingdom"), t("Old pyramids are for sale again: hold on to what you want."),
        players=3,
        prepare=position(
            st.PICK, turn=4, up=(box.MENDES, box.BAHARYA, box.AVARIS),
            later=(box.ABU, box.AMARNA, box.SAWU, box.KHARGA, box.DAMANHUR, box.MEMPHIS),
            gold=(30, 20, 22), hand=(box.BLOCK,), pharaoh=LEFT,
            pyramids={box.BAHARYA: 3, box.KHARGA: 1, box.AMARNA: 1},
        ),
        moves=("province baharya", "bid 10", "province mendes", "bid 6"),
        steps=(
            Say(t("In Baharya three pyramids stand from the Old Kingdom, more than anywhere on the west bank. Whoever gets it has 3 points for sure and 5 in prospect."), at=(_land(box.BAHARYA), f"card-{box.BAHARYA}"), holds=lambda v: v.pyramids[box.BAHARYA] == 3 and scoring.sum_of(v, st.NO_SEAT, v.pyramids) == 5),
            Ask(
                t("That is worth a fight. Your neighbour has bid 10. Choose Baharya."), ("province baharya",),
                wrong={
                    "province mendes": t("Fields are good early in a kingdom, but those pyramids are points already. Look at Baharya."),
                    "province avaris": t("Avaris would be free, but you have 30 gold, the most of all. Use it where points stand."),
                },
                otherwise=t("Your bid block is worth more than 1 gold here. Choose Baharya."),
            ),
            Ask(
                t("You hold a bid block: whoever wants to outbid you then has to go two steps higher. Play it with this bid."), ("play block",), at=(f"hand-{box.BLOCK}",),
                otherwise=t("First the block: it has to go with the bid."),
            ),
            Ask(
                t("After 15 come 21 and 28, and your neighbours have 20 and 22 gold. How much do you bid?"), ("bid 15",),
                otherwise=t("15 is enough: with the block they would need 28, and nobody has that."),
                praise=t("Nobody can follow."),
                holds=lambda v: v.gold[LEFT] == 20 and v.gold[RIGHT] == 22,
            ),
            Others(("province avaris", "bid 0")),
            Say(t("Baharya is yours for 15, and half of your gold is left for bricks, for the god and for the end. Look at what the others can pay before you bid: it is open."), at=(_land(box.BAHARYA),), holds=lambda v: v.owner[box.BAHARYA] == ME and v.gold[ME] == 15),
            Say(t("That is all you need for a first game. Fields early, pyramids in time for the scoring, and never without gold.")),
        ),
    )  # fmt: skip


def coaching(t: Translate) -> tuple[Advice, ...]:
    """What a coach says in a first game; of several that fit, the first not said yet."""
    return (
        Advice("return", lambda v, _: v.phase in (st.KEEP, st.START_KEEP), t("Put back what helps you least. An Architect or 8 gold are nearly always useful, bonus cards if your provinces can fit them.")),
        Advice("adjust", lambda v, _: v.phase == st.ADJUSTING, t("Your adjustment card moves the sum by 3. See on the scale whether that reaches another box: up for farmers and temples, down for caravans.")),
        Advice("outbid", lambda v, seat: v.phase == st.PICK and v.bid_on[seat] >= 0, t("You were outbid and have to go elsewhere. A province without a pawn costs 0. Weigh what the others are worth against their price; gold that you keep is not lost.")),
        Advice("pick", lambda v, _: v.phase == st.PICK, t("Everybody gets one province a turn. Early in a kingdom fields and steady income pay back, later bricks, pyramids and temples bring points. Think of what you would pay for each.")),
        Advice("step", lambda v, _: v.phase == st.STEP, t("Bid no more than the province is worth to you: you pay what you bid. The lowest step that leads is often enough: if somebody outbids you, you can still go elsewhere.")),
        Advice("cards", lambda v, _: v.phase == st.CARDS_STAGE, t("Power cards help later: gold, farmers, pyramids, or 3 points at a scoring. The first costs 1 gold and is nearly always worth it, a second one 2 more, a third 3 more.")),
        Advice("farmers", lambda v, _: v.phase == st.FARMERS_STAGE and not v.bought, t("Each farmer brings gold every turn until the kingdom ends. In its first turn fill your fields if you can; in the last one a farmer pays only once.")),
        Advice("bricks", lambda v, _: v.phase == st.BRICKS_STAGE and not v.bought, t("Three bricks in a province are a pyramid. Buy so many that no brick is left over, above all just before a scoring, and keep some gold for the god.")),
        Advice("architect", _can_use_architect, t("You hold an Architect, and two bricks lie in one of your provinces: it makes a pyramid of them at once.")),
        Advice("site-brick", lambda v, _: v.phase == st.PLACE_BRICK, t("Where does the brick go? Complete a pyramid first; then where one is missing for a set of three provinces, or where you can have the most on a bank.")),
        Advice("site", lambda v, _: v.phase in (st.PLACE_FARMER, st.SITE), t("Choose one of your provinces: farmers on free fields, income cards where they add most.")),
        Advice("caravan", lambda v, seat: v.phase == st.OFFERING and scoring.sum_of(v, seat, box.CARAVAN) > 0, t("You own a caravan: it pays only while the offerings come to 12 or less. With few farmers, little or a theft is your best offering.")),
        Advice("offering", lambda v, _: v.phase == st.OFFERING, t("Offer in secret. The more all give together, the more each farmer brings. Who gives most takes three things and becomes Pharaoh, the second takes two, every other giver one. A theft brings 3 gold and nothing else.")),
        Advice("temple", lambda v, seat: v.phase == st.OFFERING and v.turn % box.KINGDOM_TURNS == 0 and scoring.sum_of(v, seat, box.TEMPLES) > 0, t("A scoring follows this harvest, and your temples count as much as the box that the offerings reach: a high sum is good for you.")),
        Advice("reward", lambda v, _: v.phase == st.REWARD, t("The god's gifts are free, in any mix. A brick that completes a pyramid first, farmers while harvests are to come, cards if nothing else is urgent.")),
        Advice("income", lambda v, _: v.phase == st.INCOME_CARDS, t("Income cards are played now: extra income where most farmers are, 8 gold on the province that pays least. Other cards wait for their phase.")),
        Advice("bonus", lambda v, _: v.phase == st.BONUS_PLAY, t("A scoring: play every bonus card whose condition your provinces meet, 3 points each. The others can wait for the second scoring, if there is one.")),
        Advice("before-scoring", lambda v, _: v.turn % box.KINGDOM_TURNS == 0 and v.phase in (st.PICK, st.BRICKS_STAGE), t("This turn ends with a scoring. Count pyramids, sets and banks now: a brick that breaks a tie can be worth 5 points.")),
        Advice("kingdom", lambda v, _: v.turn == box.KINGDOM_TURNS + 1, t("The New Kingdom: farmers and owners are gone, but pyramids and bricks are where they were. Provinces that have them are points already.")),
        Advice("last", lambda v, _: v.turn == box.TURNS, t("The last turn. After it gold scores 6, 4 and 2 points for the three richest, so weigh each purchase against that.")),
    )  # fmt: skip


def _can_use_architect(view: st.State, seat: int) -> bool:
    bricks = (view.bricks[p] for p in range(box.PROVINCES) if view.owner[p] == seat)
    return (
        view.phase == st.BRICKS_STAGE
        and view.hand[seat][box.ARCHITECT] > 0
        and max(bricks, default=0) >= box.ARCHITECT_BRICKS
    )
