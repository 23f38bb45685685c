"""How Amun-Re is learnt: lessons from the first bid to the New Kingdom, and a coach's words."""

from nomarch.games.amun_re.positions import LEFT, ME, RIGHT, position
from nomarch.games.amun_re.quiz import quiz
from nomarch.games.amun_re.rules import box, holdings, offerings, scoring, st
from nomarch.i18n import Translate
from nomarch.kernel.declare.lessons import ADVICE, Advice, Ask, LaterRule, Lesson, Others, Say


def _land(p: int) -> str:
    """A province on the map, as the drawing names it."""
    return f"province-{p}"


def lessons(t: Translate) -> tuple[Lesson, ...]:
    return (
        _bidding(t), _buying(t), _offering(t), _caravans(t), _cards(t), _pyramids(t), _scoring(t), _kingdom(t),
        _same_province(t), _free_farmer(t), _adjustment(t), quiz(t),
    )  # fmt: skip


def _bidding(t: Translate) -> Lesson:
    return Lesson(
        "bidding", t("Bidding"), t("Everyone gets one province a turn. Which one, and at what price?"),
        see="bids", players=3,
        prepare=position(st.PICK, up=(box.ABYDOS, box.AMARNA, box.MENDES), pharaoh=LEFT),
        moves=("province mendes", "bid 3", "province amarna", "bid 3"),
        steps=(
            Say(t("You win with the most points. They're counted twice, after turns 3 and 6: for pyramids above all, then temples and bonus cards, and in the end gold. For all that you need provinces."), at=("turns",), holds=lambda v: [box.KINGDOM_TURNS, box.TURNS] == [3, 6]),
            Say(t("Three players, three provinces: everyone gets exactly one. Your opponents have bid 3 gold each, for Mendes and for Amarna."), at=(f"card-{box.MENDES}", f"card-{box.AMARNA}"), holds=lambda v: v.bid_on[LEFT] == box.MENDES and v.bid_on[RIGHT] == box.AMARNA),
            Ask(
                t("Mendes has six fields, more than any other province. Choose it to bid for it."),
                ("province mendes",), at=(_land(box.MENDES),),
                wrong={
                    "province abydos": t("Abydos has only three fields. You may end up there later, but try Mendes first."),
                    "province amarna": t("Amarna is good, but Mendes has two more fields. Try Mendes first."),
                },
            ),
            Ask(
                t("There's a pawn on 3, so yours has to go higher. Bid the next step."), ("bid 6",),
                otherwise=t("That works too, but 6 is enough to take the lead. You pay what you bid, so don't go higher than you need to."),
                praise=t("You lead in Mendes, and your opponent has to move."),
                holds=lambda v: v.bid_step[LEFT] == box.BID_TRACK.index(3),
            ),
            Others(("province amarna", "bid 6", "province mendes", "bid 10")),
            Ask(
                t("One opponent moved to Amarna with 6, and the one who was there came to Mendes with 10. Now you're outbid and have to move. Where to?"),
                ("province abydos",), at=(f"card-{box.ABYDOS}",),
                wrong={"province amarna": t("Amarna would cost you at least 10 gold. Look at Abydos: nobody is there.")},
                praise=t("There's always an empty province for whoever is outbid."),
                holds=lambda v: v.bid_on[ME] == box.MENDES and sorted(box.BID_TRACK[v.bid_step[seat]] for seat in (LEFT, RIGHT)) == [6, 10],
            ),
            Ask(
                t("Nobody is there. How much do you bid?"), ("bid 0",),
                otherwise=t("Nobody is bidding against you, so 0 is enough. It also ends the auction: every province has one pawn."),
                praise=t("The auction is over. Your opponents pay 6 and 10 gold; you pay nothing."),
            ),
            Say(t("Abydos is yours, complete with a free brick, and you still have all 20 gold. A cheap province and a full purse can beat an expensive one."), at=(_land(box.ABYDOS),), holds=lambda v: v.owner[box.ABYDOS] == ME and v.gold[ME] == 20 and v.bricks[box.ABYDOS] == 1),
        ),
    )  # fmt: skip


def _buying(t: Translate) -> Lesson:
    return Lesson(
        "buying", t("Buying"), t("Cards, farmers and bricks: each one costs more than the last."),
        see="purchases", players=3,
        prepare=position(
            st.CARDS_STAGE, own=((box.MEMPHIS,), (box.MENDES,), (box.EDFU,)),
            gold=(10, 8, 8), bricks={box.MEMPHIS: 2},
        ),
        steps=(
            Say(t("You own Memphis and have 10 gold. Time to buy: power cards first, then farmers, then bricks. One costs 1 gold, two cost 3, three 6, four 10."), at=(_land(box.MEMPHIS), "buy-1", "buy-2", "buy-3"), holds=lambda v: v.owner[box.MEMPHIS] == ME and v.gold[ME] == 10),
            Ask(
                t("Memphis has three card symbols, so you may buy up to three cards. The first is the cheapest: buy one."), ("buy 1",),
                wrong={
                    "buy 2": t("Two cost 3. Three farmers and a brick would then take the last of your gold, with nothing left to offer."),
                    "buy 3": t("Three cost 6, and the 4 gold left won't buy three farmers. One is enough."),
                    "done": t("The first card costs just 1 gold. Take it: one of each kind is cheap."),
                },
                praise=t("The price starts again for each kind."),
            ),
            Ask(
                t("Now farmers. Memphis has three fields, and a farmer harvests every turn until the kingdom ends. This is the first turn. How many will you buy?"), ("buy 3",), at=(_land(box.MEMPHIS),),
                otherwise=t("Each farmer harvests three times before the kingdom ends. Fill all three fields for 6 gold."),
                praise=t("They go straight to their fields: you have only one province."),
            ),
            Ask(t("Your farmers are in place. Press Done to move on to bricks."), ("done",), otherwise=t("Keep your card for now, and press Done.")),
            Ask(
                t("Memphis has two bricks, and three make a pyramid. How many will you buy?"), ("buy 1",), at=(_land(box.MEMPHIS),),
                wrong={"buy 2": t("A second brick would take your last gold. One is enough to finish the pyramid.")},
                otherwise=t("A pyramid for 1 gold: buy the missing brick."),
            ),
            Ask(t("Put it in Memphis."), ("province memphis",), otherwise=t("Place your brick in Memphis first."), praise=t("Three bricks, one pyramid!")),
            Say(t("A pyramid, three farmers and a card for 8 gold, with 2 to spare. A little of everything is cheaper than a lot of one thing."), at=(_land(box.MEMPHIS),), holds=lambda v: v.pyramids[box.MEMPHIS] == 1 and v.farmers[box.MEMPHIS] == 3 and v.gold[ME] == 2),
        ),
    )  # fmt: skip


def _offering(t: Translate) -> Lesson:
    return Lesson(
        "offering", t("Offering"), t("Give to the god, and the god gives back."),
        see="offerings", players=3,
        prepare=position(
            st.OFFERING, own=((box.MENDES,), (box.AVARIS,), (box.AMARNA,)),
            gold=(9, 6, 7), farmers={box.MENDES: 4, box.AMARNA: 2}, pharaoh=RIGHT,
        ),
        steps=(
            Say(t("Everyone makes a secret offering at the same time. The total decides the harvest: up to 2, each farmer earns 1 gold; from 3 it's 2 gold, from 13 it's 3, from 23 it's 4."), at=("scale-1", "scale-2", "scale-3", "scale-4"), holds=lambda v: [box.HARVEST[offerings.box_of(gold)] for gold in (2, 3, 12, 13, 22, 23)] == [1, 2, 2, 3, 3, 4]),
            Ask(
                t("You have four farmers in Mendes, so you want a good harvest. And whoever gives the most gets the most rewards. Put in 5 gold."), ("put 5",), at=("put 5",),
                wrong={"steal": t("Stealing takes 3 off the total and gives you 3 gold, but thieves get no reward.")},
                otherwise=t("5 is a good offering here. Choose the 5."),
                holds=lambda v: v.farmers[box.MENDES] == 4 and box.REWARDS[0] > box.REWARDS[1],
            ),
            Ask(
                t("You could add more, but 4 gold will help you in the next auction. Make your offering."), ("offer",), at=("offer",),
                otherwise=t("5 is enough. You'll want some gold for the next auction."),
                holds=lambda v: v.gold[ME] - v.offer[ME] == 4 or v.gold[ME] == 4,
            ),
            Others(("steal", "put 2", "offer")),
            Say(t("One opponent stole, the other gave 2. The total is 4, so each farmer earns 2 gold."), at=("sun", "scale-2"), holds=lambda v: v.total == 4 and v.box == 2),
            Ask(
                t("You gave the most, so you choose three free rewards of any kind. Two of your fields are empty. What do you take first?"), ("take farmer",), at=("take farmer",),
                otherwise=t("A farmer taken now earns 2 gold this turn and harvests twice more. Take a farmer."),
            ),
            Ask(t("One field is still empty."), ("take farmer",), at=("take farmer",), otherwise=t("Fill the last field: it pays right away.")),
            Ask(
                t("Your fields are full. Take a card or a brick, whichever you like."), ("take brick", "take card"), at=("take brick", "take card"),
                otherwise=t("Don't turn it down: it's free."),
            ),
            Others(("take farmer", "take farmer")),
            Say(t("Had the thief given something too, he'd have had one reward: the third giver and everyone after him takes one. Rewards are cards, farmers and bricks, never gold, and a farmer needs a free field."), holds=lambda v: box.REWARDS[2:] == (1, 1, 1), see="rewards"),
            Say(t("Your opponent gave less and got two rewards. Your six farmers earn 12 gold this turn, and you're now Pharaoh: you bid and buy first, and you win ties between offerings."), at=(_land(box.MENDES),), holds=lambda v: v.pharaoh == ME and v.farmers[box.MENDES] == 6),
        ),
    )  # fmt: skip


def _caravans(t: Translate) -> Lesson:
    return Lesson(
        "caravans", t("Caravans and thieves"), t("Sometimes a poor harvest suits you better."),
        see="income", players=3,
        prepare=position(
            st.OFFERING, turn=2, own=((box.AVARIS, box.SAWU), (box.MENDES, box.BUTO), (box.AMARNA, box.THEBES)),
            gold=(4, 15, 12), farmers={box.MENDES: 5, box.BUTO: 3, box.AMARNA: 4, box.THEBES: 2},
        ),
        steps=(
            Say(t("Your caravans bring gold: 8 in Avaris and 7 in Sawu. But they pay only in boxes 1 and 2, when the offerings total 12 or less."), at=(_land(box.AVARIS), _land(box.SAWU), "scale-1", "scale-2"), holds=lambda v: (box.CARAVAN[box.AVARIS], box.CARAVAN[box.SAWU]) == (8, 7) and [box.CAMEL[offerings.box_of(gold)] for gold in (0, 12, 13)] == [1, 1, 0]),
            Say(t("Kharga has the third caravan: 5 gold. Two provinces need no camel: Abu pays 4 gold and Berenike 8, every turn, whatever the total."), at=("scale-1", "scale-2"), holds=lambda v: (box.CARAVAN[box.KHARGA], box.INCOME[box.ABU], box.INCOME[box.BERENIKE]) == (5, 4, 8) and sum(map(bool, box.CARAVAN)) == 3 and sum(map(bool, box.INCOME)) == 2),
            Say(t("Your opponents have plenty of farmers and want a high total. You have none."), at=(_land(box.MENDES), _land(box.AMARNA)), holds=lambda v: holdings.farmers_of(v, ME) == 0 and holdings.farmers_of(v, LEFT) == 8),
            Ask(
                t("What do you offer?"), ("steal",), at=("steal",),
                otherwise=t("Every gold you give helps their harvest and may drive your camels away. There's another way."),
                praise=t("3 off the total, and 3 gold for you."),
            ),
            Others(("put 10", "offer", "put 5", "offer")),
            Say(t("They gave 15 between them. Your theft made it 12: box 2, and the caravans pay. A single gold from you would have stopped them."), at=("sun", "scale-2"), holds=lambda v: v.total == 12 and v.box == 2),
            Others(("take card",) * 5 + ("done", "done")),
            Say(t("Your caravans are in: you now have 22 gold. Stealing has its price, though: you got no reward, and an opponent is now Pharaoh."), at=("scale-2",), holds=lambda v: v.gold[ME] == 22 and v.pharaoh == LEFT),
        ),
    )  # fmt: skip


def _cards(t: Translate) -> Lesson:
    return Lesson(
        "cards", t("Power cards"), t("Every card has its phase. Play it where it does the most."),
        see="cards", players=3,
        prepare=position(
            st.INCOME_CARDS, turn=2, own=((box.MENDES, box.THEBES), (box.AVARIS, box.BUTO), (box.AMARNA, box.ABU)),
            gold=(3, 5, 5), hand=(box.EIGHT, box.EXTRA, box.ARCHITECT), marker=1,
            farmers={box.MENDES: 5, box.BUTO: 1, box.AMARNA: 2},
        ),
        steps=(
            Say(t("The number in the corner is the phase a card is played in. This is phase 5, income. The temple marker is in box 1, so a farmer earns only 1 gold."), at=(f"hand-{box.EIGHT}", f"hand-{box.EXTRA}", "scale-1"), holds=lambda v: box.CARD_PHASE[box.EIGHT] == box.CARD_PHASE[box.EXTRA] == 5 and box.HARVEST[v.box] == 1),
            Ask(
                t("Extra income adds 1 gold for each farmer in one of your provinces. Play it."), ("play extra-income",), at=(f"hand-{box.EXTRA}",),
                wrong={"play eight-gold": t("That comes next. Play Extra income first."), "done": t("Then your cards would earn nothing this turn. Play Extra income.")},
                otherwise=t("Sell this card and you get 1 gold. Play it and you get 5."),
                rule="province_income",
            ),
            Ask(
                t("In which province?"), ("province mendes",),
                wrong={"province thebes": t("Thebes has no farmers, so it would add nothing.")},
                otherwise=t("First choose a province for the card."),
                praise=t("Five farmers, 5 extra gold."),
            ),
            Ask(
                t("The 8 gold card replaces everything its province would pay. Play it too."), ("play eight-gold",), at=(f"hand-{box.EIGHT}",),
                wrong={"done": t("Thebes pays nothing this turn. Let the card make that 8.")},
                otherwise=t("Sell this card and you get 1 gold. Play it and you get 8."),
                rule="province_income",
            ),
            Ask(
                t("Where does it gain the most?"), ("province thebes",),
                wrong={"province mendes": t("Mendes already pays 10: the card would cut that to 8.")},
                otherwise=t("First choose a province for the card."),
                praise=t("From nothing to 8!"),
            ),
            Ask(
                t("The Architect is for phase 3. What now?"), ("done",), at=(f"hand-{box.ARCHITECT}",),
                otherwise=t("1 gold is a poor price for an Architect: it builds a pyramid from just two bricks. Keep it."),
                holds=lambda v: box.CARD_PHASE[box.ARCHITECT] == 3,
            ),
            Say(t("Mendes paid 10 gold and Thebes 8. There are cards for every phase, and you may play one of each kind per phase."), holds=lambda v: v.gold[ME] == 21),
        ),
    )  # fmt: skip


def _same_province(t: Translate) -> Lesson:
    return Lesson(
        "same-province", t("Same province"), t("Come back to where you were outbid."),
        see="cards", players=3, prepare=position(st.PICK, up=(box.ABYDOS, box.AMARNA, box.MENDES), hand=(box.SAME,)),
        moves=("province mendes", "bid 3", "province mendes", "bid 6", "province amarna", "bid 3"),
        steps=(
            Say(t("You were outbid in Mendes. Whoever is outbid has to bid for another province, unless they hold this card."), at=(f"hand-{box.SAME}", _land(box.MENDES)), rule="legal_picks"),
            Ask(
                t("Mendes with its six fields is worth it: play Same province."), ("play same-province",), at=(f"hand-{box.SAME}",),
                wrong={"province abydos": t("Abydos would be free, but it has half as many fields. Your card lets you stay in Mendes.")}, otherwise=t("That gives up Mendes. Play the card: it's what you have it for."),
            ),
            Ask(t("6 gold is bid. Your opponent has 20, but may well let you have it. How much do you bid?"), ("bid 10",), otherwise=t("10 is the next step, and enough for now."), holds=lambda v: v.gold[LEFT] == 20),
            Others(("province abydos", "bid 0")),
            Say(t("Your opponent gave up Mendes for a free province: it's yours for 10. The card is spent."), at=(_land(box.MENDES),), holds=lambda v: v.owner[box.MENDES] == ME and v.gold[ME] == 10),
        ),
    )  # fmt: skip


def _free_farmer(t: Translate) -> Lesson:
    return Lesson(
        "free-farmer", t("Free farmer"), t("A farmer who needs no field."),
        see="cards", players=3,
        prepare=position(
            st.FARMERS_STAGE, own=((box.EDFU,), (box.MENDES,), (box.MEMPHIS,)),
            gold=(4, 8, 8), hand=(box.FREE,), farmers={box.EDFU: box.SPACES[box.EDFU]},
        ),
        steps=(
            Say(t("Edfu's fields are full, so you can't buy another farmer. But you hold a Free farmer: it needs no field and costs nothing."), at=(_land(box.EDFU), f"hand-{box.FREE}"), holds=lambda v: v.farmers[box.EDFU] == box.SPACES[box.EDFU]),
            Ask(
                t("Play it now, in the actions phase."), ("play free-farmer",), at=(f"hand-{box.FREE}",),
                wrong={"done": t("It would still be there next turn, but every harvest without that farmer is lost. Play it.")}, otherwise=t("A farmer earns more than 1 gold over the turns to come. Play it."),
            ),
            Say(t("He harvests every turn until the kingdom ends, and counts for the Farmer bonus, too."), at=(_land(box.EDFU),), holds=lambda v: v.free[box.EDFU] == 1),
        ),
    )  # fmt: skip


def _adjustment(t: Translate) -> Lesson:
    return Lesson(
        "adjustment", t("Offering adjustment"), t("Move the total where it suits you."),
        see="cards", players=3,
        prepare=position(
            st.OFFERING, turn=2, own=((box.AVARIS, box.SAWU), (box.MENDES, box.BUTO), (box.AMARNA, box.THEBES)),
            gold=(4, 15, 12), hand=(box.ADJUST,), farmers={box.MENDES: 5, box.BUTO: 3, box.AMARNA: 4, box.THEBES: 2},
        ),
        steps=(
            Say(t("You own two of the three caravans. They pay only if the offerings total 12 or less, and you fear the others will give a lot."), at=(_land(box.AVARIS), _land(box.SAWU), f"hand-{box.ADJUST}"), holds=lambda v: v.owner[box.AVARIS] == v.owner[box.SAWU] == ME and [box.CAMEL[offerings.box_of(gold)] for gold in (12, 13)] == [1, 0]),
            Ask(t("Your adjustment card can go with an offering or with a theft. This time, put in 1 gold."), ("put 1",), at=("put 1",), wrong={"steal": t("Stealing takes 3 off, and the card could take off 3 more. But a thief gets no reward: offer 1 gold this time.")}, otherwise=t("1 gold is enough here."), rule="play_card"),
            Ask(t("Now add the card."), ("play adjustment",), at=(f"hand-{box.ADJUST}",), otherwise=t("First add the card: without it, you can't change the total.")),
            Ask(t("Make your offering."), ("offer",), at=("offer",), otherwise=t("That's all for now: make your offering.")),
            Others(("put 5", "put 2", "put 1", "offer", "put 5", "offer")),
            Ask(t("The total is 14: box 3, and no caravan pays. Now use your card: raise it or lower it by 3?"), ("lower",), at=("scale-2", "scale-3"), otherwise=t("That helps their farmers. Lower it: 11 is box 2, and your caravans pay."), holds=lambda v: v.total == 14),
            Say(t("11: box 2! Your caravans will pay, and your 1 gold even earns you a reward."), at=("scale-2",), holds=lambda v: v.box == 2),
        ),
    )  # fmt: skip


def _pyramids(t: Translate) -> Lesson:
    return Lesson(
        "pyramids", t("Pyramids"), t("One in every province, and the most on a bank."),
        see="scoring", players=3,
        prepare=position(
            st.BRICKS_STAGE, turn=3,
            own=((box.MEMPHIS, box.BAHARYA, box.DAMANHUR), (box.KHARGA, box.MENDES, box.AVARIS), (box.AMARNA, box.ABU, box.SAWU)),
            gold=(7, 0, 0), hand=(box.ARCHITECT,), pyramids={box.MEMPHIS: 2, box.BAHARYA: 1, box.KHARGA: 1},
        ),
        steps=(
            Say(t("Turn 3 ends with a scoring: 1 point per pyramid, and 3 for a set of one in each of your three provinces. Damanhur has none yet."), at=(_land(box.MEMPHIS), _land(box.BAHARYA), _land(box.DAMANHUR)), holds=lambda v: v.pyramids[box.DAMANHUR] == 0 and v.pyramids[box.BAHARYA] == 1),
            Ask(
                t("Your Architect builds a pyramid from two bricks. How many will you buy?"), ("buy 2",), at=(f"hand-{box.ARCHITECT}",),
                wrong={"buy 3": t("Three bricks make a pyramid too, but cost 6. With the Architect you need only two, for 3.")},
                otherwise=t("Buy two: with the Architect, that's a pyramid."),
            ),
            Ask(
                t("Where do they go? Place the first one."), ("province damanhur",),
                wrong={
                    "province memphis": t("Memphis already has the most pyramids on the west bank. A pyramid in Damanhur completes your set."),
                    "province baharya": t("Baharya already has a pyramid. Damanhur is the one without."),
                },
                otherwise=t("Keep the Architect: you'll need it in a moment."),
            ),
            Ask(t("Now put the second one beside it."), ("province damanhur",), otherwise=t("Both bricks must be in Damanhur: the Architect needs them in one province.")),
            Ask(t("Damanhur has its two bricks. Send in your Architect."), ("play architect",), at=(f"hand-{box.ARCHITECT}",), otherwise=t("Not yet: without the Architect, two bricks are just bricks.")),
            Say(t("Your set is complete: 3 points, plus 4 for your four pyramids. Memphis has two, more than any other province on the west bank: 5 more. Bricks break ties there."), at=(_land(box.MEMPHIS), _land(box.DAMANHUR)), holds=lambda v: scoring.sets_of(v, ME) == 1 and scoring.leads_bank(v, ME, box.WEST) == 1 and holdings.sum_of(v, ME, v.pyramids) == 4),
        ),
    )  # fmt: skip


def _scoring(t: Translate) -> Lesson:
    return Lesson(
        "scoring", t("Scoring"), t("Temples, bonus cards, and what carries over."),
        see="bonuses", players=3,
        prepare=position(
            st.BONUS_PLAY, turn=3, marker=3,
            own=((box.MEMPHIS, box.BAHARYA, box.DAMANHUR), (box.KHARGA, box.MENDES, box.AVARIS), (box.AMARNA, box.ABU, box.SAWU)),
            gold=(7, 9, 4), hand=(box.BONUS_BANK, box.BONUS_NILE),
            pyramids={box.MEMPHIS: 2, box.BAHARYA: 1, box.DAMANHUR: 1, box.KHARGA: 1, box.AMARNA: 1},
            bricks={box.AMARNA: 1},
        ),
        steps=(
            Say(t("Time to score the Old Kingdom. Each temple is worth the number of the marker's box. Damanhur has two: 6 points for you."), at=(_land(box.DAMANHUR), "scale-3"), holds=lambda v: v.box == 3),
            Ask(
                t("Bonus cards score 3 points each if your provinces match. All three of yours are on the west bank. Which card fits?"), ("play bonus-bank",), at=(f"hand-{box.BONUS_BANK}", f"hand-{box.BONUS_NILE}"),
                wrong={"done": t("You'd be leaving 3 points on the table. Your provinces are all on one bank: play the Bank bonus.")},
                otherwise=t("A bonus card can score 3 points. Don't let it go for 1 gold."),
                praise=t("3 points!"),
                holds=lambda v: all(box.BANK[p] == box.WEST for p in range(box.PROVINCES) if v.owner[p] == ME) and scoring.earns_bonus(v, ME, box.BONUS_BANK),
            ),
            Ask(
                t("The Nile bonus needs all your provinces on the river, or none. Memphis is on it, the others aren't. Sell the card, or keep it?"), ("done",), at=(f"hand-{box.BONUS_NILE}",),
                otherwise=t("There's another scoring after turn 6, with new provinces to choose. Keep it."),
            ),
            Say(t("There are three more bonus cards: for seven or more card symbols, for nine or more farmers, and for provinces that are all in Upper or all in Lower Egypt."), holds=lambda v: box.SYMBOLS_FOR_BONUS[0] == 7 and box.FARMERS_FOR_BONUS == 9),
            Say(t("You have 21 points: 3 for the card, 4 for pyramids, 3 for the set, 5 for the west bank and 6 for temples. The log shows everyone's points."), holds=lambda v: v.points[ME] == 21),
            Say(t("The New Kingdom begins. Owners and farmers are gone; pyramids and bricks stay. The same provinces come up again, so someone else may buy your pyramids."), at=(_land(box.MEMPHIS),), holds=lambda v: v.turn == 4 and v.pyramids[box.MEMPHIS] == 2 and v.owner[box.MEMPHIS] == st.NO_SEAT),
            Say(t("After turn 6, gold scores too: 6 points for the richest player, then 4 and 2. If points are tied then, the most pyramids wins, then the most bricks."), holds=lambda v: v.turn == 4),
        ),
    )  # fmt: skip


def _kingdom(t: Translate) -> Lesson:
    return Lesson(
        "kingdom", t("The New Kingdom"), t("Old pyramids are for sale again: fight for the ones you want."),
        see="new-kingdom", players=3,
        prepare=position(
            st.PICK, turn=4, up=(box.MENDES, box.BAHARYA, box.AVARIS),
            later=(box.ABU, box.AMARNA, box.SAWU, box.KHARGA, box.DAMANHUR, box.MEMPHIS),
            gold=(30, 20, 22), hand=(box.BLOCK,), pharaoh=LEFT,
            pyramids={box.BAHARYA: 3, box.KHARGA: 1, box.AMARNA: 1},
        ),
        moves=("province baharya", "bid 10", "province mendes", "bid 6"),
        steps=(
            Say(t("Three pyramids from the Old Kingdom stand in Baharya, more than anywhere else on the west bank. Whoever gets it has 3 points in the bag and a shot at 5 more."), at=(_land(box.BAHARYA), f"card-{box.BAHARYA}"), holds=lambda v: v.pyramids[box.BAHARYA] == 3 and holdings.sum_of(v, st.NO_SEAT, v.pyramids) == 5),
            Ask(
                t("That's worth a fight. An opponent has bid 10. Choose Baharya."), ("province baharya",),
                wrong={
                    "province mendes": t("Fields are good early in a kingdom, but those pyramids are already points. Look at Baharya."),
                    "province avaris": t("Avaris would be free, but you have 30 gold, more than anyone. Spend it where the points are."),
                },
                otherwise=t("Your bid block is worth far more than 1 gold here. Choose Baharya."),
                holds=lambda v: box.BID_TRACK[v.bid_step[LEFT]] == 10,
            ),
            Ask(
                t("You hold a bid block: anyone who wants to outbid you must go two steps higher. Play it with this bid."), ("play block",), at=(f"hand-{box.BLOCK}",),
                otherwise=t("Play the block first: it goes with the bid."),
            ),
            Ask(
                t("The steps after 15 are 21 and 28, and your opponents have 20 and 22 gold. How much do you bid?"), ("bid 15",),
                otherwise=t("15 is enough: with the block they'd need 28, and nobody has that."),
                praise=t("Nobody can top that."),
                holds=lambda v: v.gold[LEFT] == 20 and v.gold[RIGHT] == 22,
            ),
            Others(("province avaris", "bid 0")),
            Say(t("Baharya is yours for 15, and half your gold is left for bricks, offerings and the final scoring. Before you bid, check what the others can pay: their gold is in plain sight."), at=(_land(box.BAHARYA),), holds=lambda v: v.owner[box.BAHARYA] == ME and v.gold[ME] == 15),
            Say(t("That's all you need for a first game. Fields early, pyramids in time for the scoring, and always some gold in reserve."), rule=ADVICE),
        ),
    )  # fmt: skip


def later_rules(t: Translate) -> tuple[LaterRule, ...]:
    return (
        LaterRule(t("Some provinces come with gold or power cards, some pay gold every turn."), t("The auction"), "lay_gifts"),
        LaterRule(t("If everyone steals, the Pharaoh stays with the same player."), t("Offerings"), "next_reward"),
        LaterRule(t("A bid block protects all your bids until the auction ends."), t("Options"), "lowest_step"),
        LaterRule(t("Hidden gold, fewer bricks, the four-player tournament."), t("Options"), "bricks_left"),
    )  # fmt: skip


MANY_FIELDS = 4


def suits_first_game(view: st.State, seat: int) -> bool:
    """Whether the learner bids first, and one province has many fields, as the coach advises."""
    fields = [box.SPACES[p] for p in range(box.PROVINCES) if view.card[p]]
    return view.seat == seat and max(fields) >= MANY_FIELDS


def coaching(t: Translate) -> tuple[Advice, ...]:
    return (
        Advice("return", lambda v, _: v.phase in (st.KEEP, st.START_KEEP), t("Put back what helps you least. An Architect or 8 gold is nearly always useful; so are bonus cards your provinces can match.")),
        Advice("adjust", lambda v, _: v.phase == st.ADJUSTING, t("Your adjustment card moves the total by 3. Check on the scale whether that reaches another box: up for farmers and temples, down for caravans.")),
        Advice("outbid", lambda v, seat: v.phase == st.PICK and v.bid_on[seat] >= 0, t("You've been outbid and have to move. A province without a pawn can be had for 0. Weigh what the others are worth against their price; gold you keep isn't wasted.")),
        Advice("pick", lambda v, _: v.phase == st.PICK, t("Everyone gets one province a turn. Early in a kingdom, fields and steady income pay off; later, bricks, pyramids and temples bring points. Think about what each one is worth to you.")),
        Advice("step", lambda v, _: v.phase == st.STEP, t("You pay what you bid, so don't bid more than the province is worth to you. The lowest step that leads is often enough: if someone outbids you, you can still go elsewhere.")),
        Advice("cards", lambda v, _: v.phase == st.CARDS_STAGE, t("Power cards pay off later: gold, farmers, pyramids, or 3 points at a scoring. The first costs 1 gold and is nearly always worth it; the second costs 2 more, the third 3 more.")),
        Advice("farmers", lambda v, _: v.phase == st.FARMERS_STAGE and not v.bought, t("Each farmer earns gold every turn until the kingdom ends. On its first turn, fill your fields if you can; on the last, a farmer pays only once.")),
        Advice("bricks", lambda v, _: v.phase == st.BRICKS_STAGE and not v.bought, t("Three bricks in a province make a pyramid. Buy just enough to leave no brick over, especially right before a scoring, and keep some gold to offer.")),
        Advice("architect", _can_use_architect, t("You hold an Architect and have two bricks in one province: play it to turn them into a pyramid at once.")),
        Advice("site-brick", lambda v, _: v.phase == st.PLACE_BRICK, t("Where does the brick go? Finish a pyramid first. After that, build where your set of three is missing one, or where you can have the most on a bank.")),
        Advice("site", lambda v, _: v.phase in (st.PLACE_FARMER, st.SITE), t("Choose one of your provinces: farmers go on free fields, income cards where they add the most.")),
        Advice("caravan", lambda v, seat: v.phase == st.OFFERING and holdings.sum_of(v, seat, box.CARAVAN) > 0, t("You own a caravan, which pays only if the offerings total 12 or less. With few farmers, your best bet is to offer little, or steal.")),
        Advice("offering", lambda v, _: v.phase == st.OFFERING, t("Your offering is secret. The more everyone gives, the more each farmer earns. The highest giver takes three rewards and becomes Pharaoh, the second takes two, every other giver one. Stealing brings 3 gold and nothing else.")),
        Advice("temple", lambda v, seat: v.phase == st.OFFERING and v.turn % box.KINGDOM_TURNS == 0 and holdings.sum_of(v, seat, box.TEMPLES) > 0, t("A scoring follows this harvest, and each of your temples scores the number of the box. A high total is good for you.")),
        Advice("reward", lambda v, _: v.phase == st.REWARD, t("Rewards are free, in any mix. Take a brick that finishes a pyramid first, farmers while there are harvests to come, and cards if nothing else is urgent.")),
        Advice("income", lambda v, _: v.phase == st.INCOME_CARDS, t("Play income cards now: Extra income where you have the most farmers, 8 gold on the province that pays least. Other cards wait for their phase.")),
        Advice("bonus", lambda v, _: v.phase == st.BONUS_PLAY, t("Time to score. Play every bonus card whose condition you meet, for 3 points each. The rest can wait for the second scoring, if there is one.")),
        Advice("before-scoring", lambda v, _: v.turn % box.KINGDOM_TURNS == 0 and v.phase in (st.PICK, st.BRICKS_STAGE), t("This turn ends with a scoring. Count pyramids, sets and banks now: a brick that breaks a tie can be worth 5 points.")),
        Advice("kingdom", lambda v, _: v.turn == box.KINGDOM_TURNS + 1, t("It's the New Kingdom: farmers and owners are gone, but pyramids and bricks are still there. Provinces that have them are already worth points.")),
        Advice("last", lambda v, _: v.turn == box.TURNS, t("Last turn! When it ends, the three richest players score 6, 4 and 2 points for gold, so weigh every purchase against that.")),
    )  # fmt: skip


def _can_use_architect(view: st.State, seat: int) -> bool:
    bricks = (view.bricks[p] for p in range(box.PROVINCES) if view.owner[p] == seat)
    return (
        view.phase == st.BRICKS_STAGE
        and view.hand[seat][box.ARCHITECT] > 0
        and max(bricks, default=0) >= box.ARCHITECT_BRICKS
    )
