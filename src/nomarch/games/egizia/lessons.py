"""Egizia's lessons and the coach's advice."""

from nomarch.games.egizia.positions import DRY, LATE, ME, MIXED, TEMPLE_RIDDLE, THEM, position
from nomarch.games.egizia.quiz import quiz
from nomarch.games.egizia.rules import act, box, feeding, scoring, st
from nomarch.i18n import Translate
from nomarch.kernel.declare.lessons import ADVICE, Advice, Ask, LaterRule, Lesson, Others, Say

NEAR = 5
"""Cards that a first boat can take without a long jump."""


def _site(site: int) -> str:
    """The first place of a site, as the drawing names it."""
    return f"place-{site}-0"


def lessons(t: Translate) -> tuple[Lesson, ...]:
    return (
        _sailing(t), _cards(t), _feeding(t), _markets(t), _building(t), _obelisk(t), _graves(t),
        _waiting(t), _sphinx(t), _end(t), quiz(t),
    )  # fmt: skip


def _sailing(t: Translate) -> Lesson:
    return Lesson(
        "sailing", t("Sailing"), t("Boats sail downstream, never back."),
        see="boats", players=2, prepare=position(),
        steps=(
            Say(t("The Nile flows past cards, round spaces and building sites. Players take turns placing one boat at a time."), at=("nile-0", "round-0", _site(box.SPHINX)), rule="next_placer"),
            Ask(
                t("The second card is a quarry: 3 extra stones every round. Send your first boat there."), ("card 2",), at=("nile-1",),
                wrong={"pass": t("If you pass, you're out for the round, and you still have eight boats.")},
                otherwise=t("Not a bad spot, but quarries pay every round, so grab one early. Take the second card."),
                praise=t("The quarry is yours: 6 stones every round from now on."),
                holds=lambda v: box.QUARRY_STONES[v.row[1] - box.FIRST_QUARRY] == 3,
            ),
            Others(("card 1",)),
            Ask(
                t("From now on, each boat must go further downstream than your last one. Right after the quarry comes Selinon, where your green and yellow crews grow by 1. Go there."), ("selinon",), at=("round-1",),
                wrong={"pass": t("You'd be done for the round, with seven boats still at home.")},
                otherwise=t("You'd leave everything before it to your opponent, and there's no way back. Take small steps: Selinon comes first."),
                praise=t("Two crews are stronger now. They'll need more grain, too."),
                rule="can_reach",
            ),
            Others(("sphinx 1",)),
            Ask(
                t("Sometimes a long jump pays off: places at building sites are scarce, and the first place builds first. Take the first place at the Temple and Pyramid."), ("temple 1",), at=(_site(box.TEMPLE_PYRAMID),),
                otherwise=t("This time, head for the Temple and Pyramid, and take the place nearest the Nile."),
                praise=t("Once all boats are placed, you'll build there."),
            ),
            Others(("pass",)),
            Say(t("Each player can have only one boat at each building site, and one boat fills any other space."), at=(_site(box.TEMPLE_PYRAMID),), rule="has_room", see="spaces"),
            Say(t("Only the last card and Heliopolis are still ahead of you. That's the price of a long jump, so weigh what you skip. You don't have to use all your boats: place as many as you find good spots for."), at=("nile-9", "round-6"), holds=lambda v: v.boats_left[ME] == 5 and v.quarry[ME] == 6 and v.passed[THEM] == 1),
        ),
        later=("works-0", "works-1", "works-2", "markets", "flood-0", "flood-1", "flood-2", "phases", "riddle-16"),
    )  # fmt: skip


def _cards(t: Translate) -> Lesson:
    return Lesson(
        "cards", t("Three kinds of cards"), t("For good, at once, or when you like."),
        see="cards", players=2, prepare=position(MIXED, crews=(3, 3, 2, 2)),
        steps=(
            Say(t("Nile cards come in three kinds. Some stay in front of you for good: fields, quarries, and cards that help every round."), at=("nile-0", "nile-3", "nile-4"), rule="take_card"),
            Ask(
                t("The first card is a quarry. Take it."), ("card 1",), at=("nile-0",),
                otherwise=t("Start at the source this time: the first card is a quarry."),
                praise=t("It stays: 3 more stones in every round."),
            ),
            Others(("sphinx 1",)),
            Ask(
                t("Some cards happen at once and leave the game. The grain dealer lowers your grain marker by 2. Take it."), ("card 2",), at=("nile-1",),
                otherwise=t("The grain dealer is the card just ahead of your boat."),
                praise=t("Done, and the card is gone: your marker is on the third space."),
                rule="take_card",
            ),
            Others(("pass",)),
            Ask(
                t("The third kind waits until you want it. Grain surplus feeds your crews once with 4 grain. Take it."), ("card 3",), at=("nile-2",), holds=lambda v: v.market[ME][box.GRAIN_MARKET] == 2,
                otherwise=t("Grain surplus is the third card: you will need it this round."),
                praise=t("Now it lies in front of you. Click it to play it."),
            ),
            Ask(t("Pass, and see what your crews need."), ("pass",), at=("pass",), otherwise=t("One thing at a time: pass, and your crews will be fed.")),
            Ask(
                t("Your crews need 10 grain and your field gives 6. Click the card to play it."), ("play grain-surplus",), at=(f"card-{ME}-{box.GRAIN_SURPLUS}",), holds=lambda v: feeding.missing(v, ME) == 4,
                otherwise=t("4 grain would be missing, and each would cost you 2 points. Play the card."),
                praise=t("Everyone ate, and the card is gone."),
            ),
            Say(t("A card you play whenever you like may wait for many rounds. What you still hold when the game ends is worth nothing."), holds=lambda v: v.points[ME] == 0 and v.have[ME][box.GRAIN_SURPLUS] == 0),
        ),
    )  # fmt: skip


def _feeding(t: Translate) -> Lesson:
    return Lesson(
        "feeding", t("Fields and feeding"), t("Every crew eats. The flood decides what grows."),
        see="feeding", players=2, prepare=position(DRY, crews=(2, 2, 2, 2), own=(box.FIELD_YELLOW_4,), flood=0),
        steps=(
            Say(t("Once the boats are placed, your crews eat. They need as much grain as their total strength, all four together. Yours need 8."), at=(f"crew-{ME}-0", f"crew-{ME}-3"), holds=lambda v: feeding.need(v, ME) == 8),
            Say(t("Green fields always give grain. Yellow-green ones need the flood marker in the centre or on the right; brown ones need it on the right. Now it's on the left, so only your start field counts: 6 grain."), at=("flood-0", f"field-{ME}-{box.START_FIELD}-0", f"field-{ME}-{box.FIELD_YELLOW_4}-1"), holds=lambda v: feeding.harvested(v, ME) == 6 and v.flood == 0),
            Ask(
                t("You're 2 grain short, and each would cost you 3 points. At Passalon your joker crew grows and you may move the flood marker. Sail there."), ("passalon",), at=("round-5",),
                wrong={"heliopolis": t("That would help too, but it's the last space on the Nile, so no boat could follow. Passalon comes before it.")},
                otherwise=t("That brings no grain. At Passalon you can water your second field."),
                holds=lambda v: feeding.missing(v, ME) == 2 and feeding.hunger_price(v, ME) == 3,
            ),
            Ask(
                t("Where should the flood go?"), ("flood centre",), at=("flood-1",),
                wrong={"flood left": t("Then your yellow-green field stays dry and you're 3 grain short: the joker crew eats more now, too.")},
                praise=t("4 more grain! That makes 10, and your crews need 9."),
            ),
            Others(("pass",)),
            Ask(
                t("That's enough for this round. Pass, and watch your crews eat."), ("pass",), at=("pass",),
                otherwise=t("You could, but let's see how a round ends: pass."),
            ),
            Say(t("Everyone ate and you lost no points. Leftover grain is gone. Then your quarry gave you 3 stones: you have 5, and a new round has begun."), at=("rounds",), holds=lambda v: v.points[ME] == 0 and v.stones[ME] == 5 and v.round == 2),
            Say(t("Grow crews and fields together: strong crews build, but hungry ones cost more than they earn."), holds=lambda v: feeding.missing(v, ME) == 0),
        ),
    )  # fmt: skip


def _markets(t: Translate) -> Lesson:
    return Lesson(
        "markets", t("The markets"), t("Two markers, one way: down."),
        see="markets", players=2,
        prepare=position((box.QUARRY_2, box.MARKET_GRAIN_2, *DRY[2:8], box.QUARRY_2, box.QUARRY_3), markets=(2, 3)),
        steps=(
            Say(t("You have a marker on each market, and it only moves down. On the grain market, it shows what a missing grain costs you: 3 points at the top, 1 at the bottom."), at=("market-1",), holds=lambda v: (box.HUNGER[0], box.HUNGER[box.BOTTOM]) == (3, 1)),
            Say(t("On the stone market, the two lowest spaces let you sell stones at the end of the game, two for a point."), at=("market-0",), rule="score_seat"),
            Ask(
                t("Edfu moves both markers down by one. Your stone marker is on the third space, your grain marker on the fourth. Go there."), ("edfu",), at=("round-0",),
                otherwise=t("Look at Edfu, near the source: both markers move, and one reaches the bottom."),
                praise=t("Your grain marker hit the bottom: 2 points right away."),
            ),
            Others(("sphinx 1",)),
            Ask(
                t("The Grain dealer would move that marker down 2 more. It can't go any lower, but each step at the bottom pays 2 points again. Take the card."), ("card 2",), at=("nile-1",),
                otherwise=t("The Grain dealer is worth 4 points right away. It's the card just ahead of your boat."),
                praise=t("4 points for a single boat!"),
                holds=lambda v: v.market[ME][box.GRAIN_MARKET] == box.BOTTOM,
            ),
            Say(t("You have 6 points. On the stone market, the bottom pays 3 stones per step. Your marker is one space above it, which already lets you sell stones at the end."), at=("market-0", "market-1"), holds=lambda v: v.points[ME] == 6 and v.market[ME][0] == 3 and v.market[ME][1] == box.BOTTOM),
        ),
    )  # fmt: skip


def _building(t: Translate) -> Lesson:
    return Lesson(
        "building", t("Building"), t("Turn crews and stones into points."),
        see="crews", players=2, moves=("temple 1", "pass", "pass"),
        prepare=position(
            stones=6, crews=(4, 3, 2, 2), own=(box.FIELD_YELLOW_5,),
            laid={box.FLOOR_1: (ME, THEM, ME, THEM, ME)},
        ),
        steps=(
            Say(t("Your boat is at the Temple and Pyramid. Each build uses one crew. Its strength and your stones both limit what you can lay."), at=(_site(box.TEMPLE_PYRAMID), f"crew-{ME}-0"), holds=lambda v: v.stones[ME] == 9 and v.phase == st.CREW),
            Ask(
                t("You have 9 stones, and no boat at any other site this round. Which crew will build?"), ("crew a",), at=(f"crew-{ME}-0", f"crew-{ME}-1", f"crew-{ME}-2"),
                wrong={"leave": t("You've fed your crews. Put them to work!")},
                otherwise=t("This is your only build, so use your strongest crew: the green one has 4."),
                holds=lambda v: v.stones[ME] == 9,
            ),
            Ask(
                t("Once per round, the joker crew can help another crew. Add its 2?"), ("joker",),
                wrong={"no joker": t("You have the stones, and nothing else to build this round: 2 more strength means 2 more points.")},
                praise=t("6 strength and 9 stones."), holds=lambda v: v.crew[ME][3] == 2,
            ),
            Ask(
                t("A stone costs its value in both strength and stones, and scores that many points. The Pyramid's lowest floor is one stone short, and whoever has the most stones on a full floor scores 1 for each. Lay it."), ("lay floor-1",),
                at=(f"stone-{box.PART_START[box.FLOOR_1] + 5}",),
                otherwise=t("Any stone scores its value. But the last one on the lowest floor earns you 4 extra points."),
                praise=t("2 for the stone, plus 4 for your four stones on that floor."),
                rule="lay_stone",
            ),
            Ask(
                t("You have 4 strength left. Start the second floor for 3: everyone will fight for the most stones there."), ("lay floor-2",),
                otherwise=t("You could, but go for the second floor: being there first wins ties."),
                rule="lay_stone",
            ),
            Ask(
                t("You have 1 strength left. What can you build for 1?"), ("lay left-wall", "lay right-wall"),
                otherwise=t("Don't stop yet: the Temple walls start at 1."),
                praise=t("Not a bit of strength wasted."), rule="lay_stone",
            ),
            Say(t("You have 11 points: 6 for stones, 4 for the floor, and 1 for building at one site this round. Two sites would earn 3, all three 6."), holds=lambda v: v.points[ME] == 11),
            Say(t("Whoever is last on the score track goes first next round. Right now, that's your opponent."), at=("order-0",), holds=lambda v: v.order[0] == THEM and v.round == 2),
        ),
    )  # fmt: skip


def _obelisk(t: Translate) -> Lesson:
    return Lesson(
        "obelisk", t("The Obelisk"), t("Level by level, and a marker goes down."),
        see="obelisk-and-graves", players=2, moves=("obelisk 1", "pass", "pass"),
        prepare=position(
            stones=2, crews=(3, 2, 1, 2), own=(box.FIELD_YELLOW_4,), laid={box.OBELISK_PART: (THEM,)},
        ),
        steps=(
            Say(t("The Obelisk grows level by level. Each level takes one stone and costs its own number: the first is built, so the second, for 2, comes next."), at=(f"stone-{box.PART_START[box.OBELISK_PART] + 1}",), holds=lambda v: v.laid[box.OBELISK_PART] == 1 and v.stones[ME] == 5),
            Ask(
                t("You have 5 stones. Which crew can use most of them?"), ("crew a",), at=(f"crew-{ME}-0",),
                otherwise=t("The green crew is your strongest: 3, and 5 with the joker crew."),
                holds=lambda v: v.stones[ME] == 5,
            ),
            Ask(
                t("Add the joker crew?"), ("joker",),
                wrong={"no joker": t("Strength 3 would leave two of your stones unused.")},
                praise=t("5 strength for 5 stones."),
            ),
            Ask(
                t("Lay the second level."), ("lay obelisk",), at=(f"stone-{box.PART_START[box.OBELISK_PART] + 1}",),
                otherwise=t("Graves belong to this site too, but build on the Obelisk now."),
                praise=t("2 points."),
            ),
            Ask(
                t("3 strength left, and the next level costs 3."), ("lay obelisk",), at=(f"stone-{box.PART_START[box.OBELISK_PART] + 2}",),
                otherwise=t("You could, but the third level uses all your strength."),
                praise=t("3 points more: every stone scores what it costs."), rule="lay_stone",
            ),
            Ask(
                t("Building here also lowers one of your market markers by one. You choose the market."), ("lower stone", "lower grain"), at=("market-0", "market-1"),
                praise=t("That is worth a visit by itself."),
            ),
            Say(t("High levels cost a lot, so the Obelisk rewards strong crews late in the game. Some Sphinx cards count your stones on it."), holds=lambda v: v.own[ME][box.OBELISK] == 2),
        ),
    )  # fmt: skip


def _graves(t: Translate) -> Lesson:
    return Lesson(
        "graves", t("Stones and graves"), t("No stones, no building. And graves hold treasure."),
        see="obelisk-and-graves", players=2, moves=("obelisk 1", "pass", "pass"),
        prepare=position(
            stones=0, crews=(3, 1, 1, 2), own=(box.FIELD_GREEN_2,),
            laid={box.GRAVE_PART: (ME, ME), box.OBELISK_PART: (THEM,)}, graves=(4, 4, 3, 2, 4, 5),
        ),
        steps=(
            Say(t("You're at the Obelisk and Graves, and your quarry has just given you 3 stones. That's all you have."), at=(_site(box.OBELISK_GRAVES), f"store-{ME}-0"), holds=lambda v: v.stones[ME] == 3),
            Ask(
                t("Which crew will build?"), ("crew a",),
                wrong={"leave": t("Then three stones would sit idle for a round. Build!")},
                otherwise=t("That crew is weaker. The green one has 3, exactly what your stones allow."),
            ),
            Ask(
                t("The joker crew would make it 5. But how many stones do you have?"), ("no joker",),
                wrong={"joker": t("Strength 5, but only 3 stones: the joker crew would add nothing.")},
                praise=t("Strength without stones is worth nothing. Get quarries early, and stronger crews once the stones come in."),
                holds=lambda v: v.crew[ME][0] + v.crew[ME][3] == 5,
            ),
            Ask(
                t("Graves are built in order, each for the value on its tile: here 3. At the end your tiles are added up: a total of 1 or more scores 2 points, 11 or more 5, 21 or more 9. Yours total 8. What will you lay?"), ("lay grave",), at=("grave-2",),
                wrong={"lay obelisk": t("That scores 2 now. The grave scores 3, and lifts your total from 8 to 11.")},
                praise=t("3 points now, and 5 for your tiles at the end instead of 2."),
                holds=lambda v: [scoring.treasure_points(total) for total in (1, 10, 11, 20, 21)] == [2, 2, 5, 5, 9] and scoring.grave_total(v, ME) == 8,
            ),
            Ask(
                t("Building at this site also moves one of your market markers down. Stone or grain: it's up to you."), ("lower stone", "lower grain"), at=("market-0", "market-1"),
                praise=t("Every step will pay off later."),
            ),
            Say(t("Before you sail, count the stones you'll have: your store plus what your quarries give. That's all you can build with, however strong your crews are."), at=(f"store-{ME}-0",), holds=lambda v: scoring.grave_total(v, ME) == 11 and v.points[ME] == 4),
            Say(t("Your store holds 25 stones at most, and anything beyond that is lost. So don't let stones pile up: build with them."), at=(f"store-{ME}-0",), rule="change_stones"),
        ),
    )  # fmt: skip


def _waiting(t: Translate) -> Lesson:
    return Lesson(
        "waiting", t("Waiting boats"), t("A full site, and a boat that hopes."),
        see="building-order", players=3, moves=("card 1", "temple 1", "temple 2"),
        prepare=position(stones=2, crews=(3, 1, 1, 2), own=(box.FIELD_YELLOW_4,)),
        steps=(
            Say(t("With two or three players each site has two places; with four it has three. Both places at the Temple and the Pyramid are taken."), at=("place-2-0", "place-2-1"), holds=lambda v: min(v.place[box.TEMPLE_PYRAMID][:2]) >= 0),
            Ask(
                t("You can still send a boat there: it waits, and builds if somebody at the places doesn't. Do that now."), ("temple wait",), at=("temple wait",),
                otherwise=t("A good place, perhaps. But try the full site: your boat can wait there."),
                praise=t("Your boat waits beside the site."),
            ),
            Others(("pass", "pass")),
            Ask(t("Now pass, and let the others build."), ("pass",), at=("pass",), otherwise=t("Enough boats for this round: pass.")),
            Others(("leave", "crew a", "joker", "lay floor-1", "lay left-wall")),
            Ask(
                t("The first player left without building. Your boat moved up, and now it's your turn to build. Which crew?"), ("crew a",), at=(f"crew-{ME}-0",), holds=lambda v: v.phase == st.CREW and v.waiting[box.TEMPLE_PYRAMID] < 0,
                wrong={"leave": t("You waited for this. Build!")},
                otherwise=t("Use the strongest: this is your only build this round."),
                praise=t("Waiting paid off."),
            ),
            Say(t("If everybody at the places builds, a waiting boat goes home with nothing, and it doesn't count for the bonus. Wait where somebody is short of stones."), rule="step_from_waiting"),
        ),
    )  # fmt: skip


def _best_riddle(view: st.State, action: int) -> bool:
    """Return whether the kept card would score most now."""
    if not act.KEEP.has(action):
        return False
    worth = [scoring.riddle_points(view, ME, card) if card >= 0 else -1 for card in view.drawn]
    return worth[act.KEEP.slot(action)] == max(worth)


def _sphinx(t: Translate) -> Lesson:
    return Lesson(
        "sphinx", t("The Sphinx"), t("Secret goals for the end of the game."),
        see="sphinx", players=2, moves=("sphinx 1", "pass", "pass"),
        prepare=position(stones=2, crews=(4, 3, 2, 2), own=(box.FIELD_YELLOW_5,)),
        steps=(
            Say(t("At the Sphinx you draw cards with goals that score at the end of the game. You've had one from the start; only you can see it."), at=(_site(box.SPHINX),), holds=lambda v: v.hand[ME] == 1),
            Ask(
                t("Each card you draw costs one stone and one strength. You have 5 stones. The yellow crew has 3: that's enough, and it keeps the stronger one free. Use it."), ("crew b",), at=(f"crew-{ME}-1",),
                otherwise=t("Use the yellow crew: for three stones, three cards give you a good choice."),
                holds=lambda v: v.stones[ME] == 5 and v.crew[ME][1] == 3,
            ),
            Ask(
                t("Add the joker crew?"), ("no joker",),
                wrong={"joker": t("You could, but cards cost stones too. Three are enough to choose from.")},
            ),
            Say(t("Five cards are the most you can draw in one visit, however strong your crews are."), rule="legal_riddles"),
            Ask(
                t("How many cards will you draw?"), ("draw 3",),
                otherwise=t("You keep one and score 1 point for each one you return. Draw three."),
                praise=t("Three cards. Keep one; the others go back for a point each."),
            ),
            Ask(
                t("Read their goals. Which one would score most for you right now?"), _best_riddle, at=("drawn-0", "drawn-1", "drawn-2"),
                wrong={"done": t("You'd keep none, and one of them is sure to be useful.")},
                otherwise=t("Another one would already score more. Look at your crews, your fields and what's been built."),
                praise=t("The best goal is one you've nearly reached."),
                holds=lambda v: max(scoring.riddle_points(v, ME, card) for card in v.drawn if card >= 0) > 0,
            ),
            Say(t("You scored 2 points for the cards you returned and 1 for building at one site. You now have two Sphinx cards. In the last round, think of them first."), at=("pile",), holds=lambda v: v.points[ME] == 3 and v.hand[ME] == 2),
        ),
    )  # fmt: skip


def _end(t: Translate) -> Lesson:
    return Lesson(
        "end", t("The last round"), t("What counts at the end of the game."),
        see="end", players=2, seed="lesson 55",
        prepare=position(
            LATE, stones=0, crews=(4, 1, 1, 2), own=(box.FIELD_YELLOW_4,), markets=(3, 1), points=(30, 33), number=5,
            laid={box.LEFT_WALL: (ME, THEM, ME, THEM), box.RIGHT_WALL: (THEM, ME, THEM, THEM)},
        ),
        steps=(
            Say(t("It's the last round, and you're 3 points behind. Your Sphinx card is worth 7 points if you have four stones on the Temple. You have three."), at=(f"name-{ME}", f"name-{THEM}"), holds=lambda v: v.where[TEMPLE_RIDDLE] == ME and v.own[ME][box.TEMPLE] == 3 and v.round == 5),
            Ask(
                t("The walls are full, so the next Temple stones are columns, at 5 each. Your quarry will give you 3 stones. What do you need?"), ("card 1",), at=("nile-0",),
                otherwise=t("You need stones first, or the Temple is out of reach. The first card has six."),
                praise=t("Six stones, and three more on the way."),
                holds=lambda v: v.stones[ME] + v.quarry[ME] == 3,
            ),
            Others(("pass",)),
            Ask(
                t("What's next?"), ("temple 1",), at=(_site(box.TEMPLE_PYRAMID),),
                otherwise=t("Your opponent has passed, but don't lose sight of the Temple. The first place is free."),
            ),
            Ask(t("You have all you need, and stronger crews would only eat more. Pass."), ("pass",), at=("pass",), otherwise=t("You don't need it. Pass, and build.")),
            Ask(t("Your crews are fed and you have 9 stones. Which crew will build?"), ("crew a",), otherwise=t("A column needs 5: only the green crew and the joker together can do it."), holds=lambda v: v.stones[ME] == 9),
            Ask(t("4 strength isn't enough for a column. Add the joker crew?"), ("joker",), wrong={"no joker": t("Then there's no column, and your Sphinx card is worth nothing.")}, holds=lambda v: v.crew[ME][0] == 4 and v.crew[ME][3] == 2),
            Ask(
                t("Lay the stone that counts."), ("lay left-column", "lay right-column"),
                otherwise=t("That scores 2. A column scores 5, and completes your Sphinx card for 7 more."),
            ),
            Say(t("5 for the column, 1 for building at a site, 2 for four stones sold on the stone market, and 7 for the Sphinx card: that's 45 points, and you win!"), at=(f"name-{ME}",), holds=lambda v: v.points[ME] == 45 > v.points[THEM] and v.phase == st.OVER),
            Say(t("That's all you need for a first game. Go for quarries and fields first, then crews, and build at more than one site every round."), rule=ADVICE),
        ),
    )  # fmt: skip


def later_rules(t: Translate) -> tuple[LaterRule, ...]:
    return (
        LaterRule(t("On the Pyramid's upper floors, a stone needs the two beneath it."), t("Building"), "is_open"),
        LaterRule(t("Whoever is ahead on the score track is fed and scored first."), t("End of the game"), "next_feeder"),
        LaterRule(t("Equal points: whoever reached the space first is ahead."), t("End of the round"), "is_ahead"),
    )  # fmt: skip


def suits_first_game(view: st.State, seat: int) -> bool:
    """Whether the learner sails first, and a quarry and a field lie within a few steps."""
    near = view.row[:NEAR]
    has_quarry = any(box.FIRST_QUARRY <= card <= box.LAST_QUARRY for card in near)
    return view.seat == seat and has_quarry and any(card < box.START_FIELD for card in near)


def coaching(t: Translate) -> tuple[Advice, ...]:
    return (
        Advice("second-boat", lambda v, _: v.phase == st.SAIL and v.extra == 1, t("Your card gives you an extra boat right now: take what your opponents would grab next.")),
        Advice("sail", lambda v, _: v.phase == st.SAIL, t("Place a boat further downstream than your last one. Take good spots nearby before distant ones, but don't dawdle so long that others get what you need most. You want some of everything: cards, crews and building sites.")),
        Advice("hungry", lambda v, seat: v.phase == st.SAIL and feeding.missing(v, seat) > 0, t("As things stand, your crews will go hungry, and every missing grain costs points. Before you strengthen them, find a field, or move the flood at Passalon or Heliopolis.")),
        Advice("stones", lambda v, seat: v.phase == st.SAIL and v.stones[seat] + v.quarry[seat] <= 5, t("You'll have few stones to build with. Quarries pay every round, so get them early.")),
        Advice("sites", lambda v, seat: v.phase == st.SAIL and v.boats[seat] & box.SITE_MASK == 0 and v.last[seat] >= box.SITE_POS[0], t("Points come from building sites. Plan one crew for each site you visit: building at two earns a bonus of 3 points, at all three 6. The place nearest the Nile builds first.")),
        Advice("last-round", lambda v, _: v.phase == st.SAIL and v.round == box.ROUNDS, t("Last round: a quarry pays only once more. Think of your Sphinx cards and your graves, and build wherever you can.")),
        Advice("crew-step", lambda v, _: v.phase == st.CREW_STEP, t("One crew grows. Strong crews can lay expensive stones, but they also eat more. The joker crew can help any other crew, once per round.")),
        Advice("market-step", lambda v, _: v.phase == st.MARKET_STEP, t("Move a market marker down. The grain market makes hunger cheaper; the stone market lets you sell stones at the end. At the bottom, each step pays 2 points on the grain market or 3 stones on the stone market.")),
        Advice("flood-step", lambda v, _: v.phase == st.FLOOD_STEP, t("You may move the flood marker. Further right, it waters more fields for everyone, so check whose fields it helps.")),
        Advice("gather", lambda v, _: v.phase == st.GATHER, t("Late harvest: take one of the cards nobody took, for free. Fields and quarries help in every round to come.")),
        Advice("feed", lambda v, _: v.phase == st.FEED, t("You're short of grain. A card can help now: weigh what it's worth later against the points hunger would cost.")),
        Advice("wait", lambda v, _: v.phase == st.WAIT, t("No place came free at this site, but your card lets you build anyway. It's worth it if you have the stones and the strength.")),
        Advice("crew", lambda v, _: v.phase == st.CREW, t("Choose a crew for this site. Each works once per round, so save the strongest for the site where you have the most to build.")),
        Advice("second-crew", lambda v, _: v.phase == st.SECOND_CREW, t("Double shift: a second crew can help here. You'll miss it at the next site, so use it only if you have stones for both.")),
        Advice("joker", lambda v, _: v.phase == st.JOKER_TOO, t("The joker crew helps once per round. Add it where its strength turns into points; you'll need the stones as well.")),
        Advice("riddles", lambda v, _: v.phase == st.RIDDLES, t("Each card costs a stone. You keep one, and each one you return scores a point. So no stone is wasted, and more cards mean a better choice.")),
        Advice("keeping", lambda v, _: v.phase == st.KEEPING, t("Keep the card you're most sure to complete by the end, perhaps with what you already have.")),
        Advice("monument", lambda v, _: v.phase == st.STONES, t("Each stone scores its value, so use all your strength if you have the stones. First look for stones that pay twice: the last one on a floor, a grave that lifts your total, one that completes a Sphinx card.")),
        Advice("card-now", lambda v, _: v.phase in (st.AFTER_BOAT, st.AFTER_FEED, st.READY, st.AFTER_BUILD), t("You can play a card now. You don't have to: continue if it's worth more later.")),
        Advice("last-moment", lambda v, _: v.phase == st.LAST_MOMENT, t("Last chance to play your cards: any you hold back are worth nothing.")),
    )  # fmt: skip
