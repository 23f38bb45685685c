"""Egizia's lessons and the coach's advice."""

from nomarch.games.egizia.rules import act, box, cards, feeding, scoring, st
from nomarch.kernel.lessons import Advice, Ask, Lesson, Others, Prepare, Say, Translate

ME, THEM, THIRD = range(3)
EARLY = (
    box.FIELD_GREEN_2, box.QUARRY_3, box.FIELD_GREEN_3, box.QUARRY_2, box.FIELD_YELLOW_4,
    box.CANAL, box.QUARRY_3, box.TRAINING, box.FIELD_YELLOW_5, box.GRAIN_SURPLUS,
)  # fmt: skip
DRY = (
    box.QUARRY_2, box.QUARRY_3, box.QUARRY_3, box.MORE_RIDDLES, box.DOUBLE_ROUND,
    box.SHARED_BERTH, box.QUARRY_2, box.OVERTIME, box.MARKET_STONE_2, box.QUARRY_3,
)  # fmt: skip
MIXED = (
    box.QUARRY_3, box.MARKET_GRAIN_2, box.GRAIN_SURPLUS, box.QUARRY_2, box.FIELD_YELLOW_4,
    box.CANAL, box.QUARRY_3, box.TRAINING, box.FIELD_YELLOW_5, box.OVERTIME,
)  # fmt: skip
LATE = (
    box.SIX_STONES, box.RECRUITS, box.GRAVE_GOODS, box.OVERTIME, box.GRAIN_SURPLUS,
    box.SECOND_BOAT, box.TWO_RIDDLES, box.BUILD_FIRST, box.TRIBUTE_OBELISK, box.DOUBLE_SHIFT,
)  # fmt: skip
"""Cards on the Nile, from the source on."""
TEMPLE_RIDDLE = 9
"""The Sphinx card for four own stones on the Temple."""


def _position(
    row: tuple[int, ...] = EARLY,
    stones: int = 2,
    crews: tuple[int, ...] = box.CREW_START,
    own: tuple[int, ...] = (),
    markets: tuple[int, int] = (0, 0),
    flood: int = box.FLOOD_START,
    laid: dict[int, tuple[int, ...]] | None = None,
    graves: tuple[int, ...] = (2, 3, 3, 4),
    points: tuple[int, int] = (0, 0),
    number: int = 1,
) -> Prepare[st.State]:
    """The learner is to place the first boat of a round: cards, tableau and monuments."""

    def prepare(s: st.State) -> None:
        s.round, s.flood = number, flood
        s.seat, s.turn = ME, 0
        for seat in range(s.players):
            s.order[seat], s.arrival[seat] = seat, s.players - 1 - seat
            s.stones[seat] = box.START_STONES[seat]
        _lay_cards(s, row)
        for kind in own:
            _give(s, kind)
        s.stones[ME] = stones
        for crew, strength in enumerate(crews):
            s.crew[ME][crew] = strength
        s.market[ME][box.STONE_MARKET], s.market[ME][box.GRAIN_MARKET] = markets
        s.points[ME], s.points[THEM] = points
        _lay_stones(s, laid or {})
        _show_graves(s, graves)

    return prepare


def _lay_cards(s: st.State, row: tuple[int, ...]) -> None:
    """The cards of the round on the Nile; what was left of earlier decks is gone."""
    deck = box.DECK_OF_ROUND[s.round]
    for kind in range(box.CARD_KINDS):
        s.deck[kind] = box.DECKS[deck][kind] - row.count(kind)
        s.gone[kind] = sum(box.DECKS[earlier][kind] for earlier in range(deck))
    for space, kind in enumerate(row):
        s.row[space] = kind
    s.deck_left = sum(s.deck)


def _give(s: st.State, kind: int) -> None:
    """A card that the learner has taken before: from an earlier deck, or from this one."""
    if s.gone[kind]:
        s.gone[kind] -= 1
    else:
        s.deck[kind] -= 1
        s.deck_left -= 1
    lying, s.row[0] = s.row[0], kind
    cards.take_card(s, ME, 0)
    s.row[0] = lying


def _lay_stones(s: st.State, laid: dict[int, tuple[int, ...]]) -> None:
    """Stones on the monuments, by part, with their owners in the order of building."""
    for part, owners in laid.items():
        s.laid[part] = len(owners)
        for i, owner in enumerate(owners):
            s.stone[box.PART_START[part] + i] = owner
            s.own[owner][box.PART_STRUCTURE[part]] += 1


def _show_graves(s: st.State, values: tuple[int, ...]) -> None:
    """Graves that are taken or lie face up, in their order."""
    for value, count in enumerate(box.GRAVE_TILES):
        s.grave_bag[value] = count - values.count(value)
    for i in range(box.GRAVE_SPACES):
        s.grave[i] = values[i] if i < len(values) else 0
    s.graves_up, s.grave_left = len(values), box.NUM_GRAVE_TILES - len(values)


def _site(site: int) -> str:
    """The first place of a site, as the drawing names it."""
    return f"place-{site}-0"


def lessons(t: Translate) -> tuple[Lesson, ...]:
    """The lessons, from the first idea to good play."""
    return (
        _sailing(t), _cards(t), _feeding(t), _markets(t), _building(t), _obelisk(t), _graves(t),
        _waiting(t), _sphinx(t), _end(t),
    )  # fmt: skip


def _sailing(t: Translate) -> Lesson:
    return Lesson(
        "sailing", t("Sailing"), t("Boats go downstream, and never back."),
        players=2, prepare=_position(),
        steps=(
            Say(t("The Nile flows past cards, round spaces and building sites. You place one boat at a time, in turn with the others."), at=("nile-0", "round-0", _site(box.SPHINX))),
            Ask(
                t("The second card is a quarry: 3 more stones every round. Send your first boat there."), ("card 2",), at=("nile-1",),
                wrong={"pass": t("Whoever passes places no more boats this round. You have eight.")},
                otherwise=t("It may be a good place, but quarries pay every round, so take one early. The second card is the one."),
                praise=t("The quarry is yours: 6 stones every round from now on."),
            ),
            Others(("card 1",)),
            Ask(
                t("From now on your boats have to go further downstream than your last one. Just after the quarry comes Selinon: your green and your yellow crew grow by 1. Go there."), ("selinon",), at=("round-1",),
                wrong={"pass": t("You would be done for this round, with seven boats at home.")},
                otherwise=t("You would leave everything before it to your neighbour: there is no way back. Take small steps. Selinon comes first."),
                praise=t("Two crews are stronger now. They will need grain, too."),
            ),
            Others(("sphinx 1",)),
            Ask(
                t("Sometimes a long step is right: places at the building sites are few, and the first place builds first. Take the first place at the Temple and the Pyramid."), ("temple 1",), at=(_site(box.TEMPLE_PYRAMID),),
                otherwise=t("This time go for the Temple and the Pyramid, and for the place nearest to the Nile."),
                praise=t("When boats are placed, you will build there."),
            ),
            Others(("pass",)),
            Say(t("Only the last card and Heliopolis are still ahead of you. That is the price of a long step: weigh what you skip. In a round you place as many boats as you find good places for."), at=("nile-9", "round-6"), holds=lambda v: v.boats_left[ME] == 5 and v.quarry[ME] == 6 and v.passed[THEM] == 1),
        ),
    )  # fmt: skip


def _cards(t: Translate) -> Lesson:
    return Lesson(
        "cards", t("Three kinds of cards"), t("For good, at once, or when you like."),
        players=2, prepare=_position(MIXED, crews=(3, 3, 2, 2)),
        steps=(
            Say(t("Nile cards come in three kinds. Some stay in front of you for good: fields, quarries, and cards that help every round."), at=("nile-0", "nile-3", "nile-4")),
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
        players=2, prepare=_position(DRY, crews=(2, 2, 2, 2), own=(box.FIELD_YELLOW_4,), flood=0),
        steps=(
            Say(t("After the boats your crews are fed: as much grain as all four are strong together. Yours need 8."), at=(f"crew-{ME}-0", f"crew-{ME}-3"), holds=lambda v: feeding.need(v, ME) == 8),
            Say(t("Green fields always bear grain. Yellow-green ones need the flood marker at the centre or on the right, brown ones on the right. It is on the left: only your start field counts, with 6."), at=("flood-0", f"field-{ME}-{box.START_FIELD}-0", f"field-{ME}-{box.FIELD_YELLOW_4}-1"), holds=lambda v: feeding.harvested(v, ME) == 6 and v.flood == 0),
            Ask(
                t("Two grain are missing, and each would cost you 3 points. At Passalon your joker crew grows, and you may move the flood marker. Sail there."), ("passalon",), at=("round-5",),
                wrong={"heliopolis": t("That would help as well, but it is the last space of the Nile: no boat could follow. Passalon comes before it.")},
                otherwise=t("That brings no grain. At Passalon you can water your second field."),
            ),
            Ask(
                t("Where should the flood go?"), ("flood centre",), at=("flood-1",),
                wrong={"flood left": t("Then your yellow-green field stays dry, and now 3 grain are missing: the joker crew eats more, too.")},
                praise=t("4 grain more: 10 for crews of 9."),
            ),
            Others(("pass",)),
            Ask(
                t("Enough for this round. Pass, and see the crews fed."), ("pass",), at=("pass",),
                otherwise=t("That would be possible, but let us see what happens at the end of a round: pass."),
            ),
            Say(t("Everybody ate: you lost nothing. Grain that is left over is lost. Then your quarry gave 3 stones: you have 5, and a new round has begun."), at=("rounds",), holds=lambda v: v.points[ME] == 0 and v.stones[ME] == 5 and v.round == 2),
            Say(t("Grow crews and fields together: strong crews build, but hungry ones cost more than they build."), holds=lambda v: feeding.missing(v, ME) == 0),
        ),
    )  # fmt: skip


def _markets(t: Translate) -> Lesson:
    return Lesson(
        "markets", t("The markets"), t("Two markers on their way down."),
        players=2,
        prepare=_position((box.QUARRY_2, box.MARKET_GRAIN_2, *DRY[2:8], box.QUARRY_2, box.QUARRY_3), markets=(2, 3)),
        steps=(
            Say(t("Each of your two markers goes down its market. On the grain market it tells what a missing grain costs: 3 points at the top, 1 at the bottom."), at=("market-1",)),
            Say(t("On the stone market, the two lowest spaces let you sell stones when the game ends, two for a point."), at=("market-0",)),
            Ask(
                t("Edfu lowers both markers by one. Yours are on the third and on the fourth space. Go there."), ("edfu",), at=("round-0",),
                otherwise=t("Look at Edfu, near the source: both markers move, and one of them reaches the bottom."),
                praise=t("Your grain marker reached the bottom: 2 points at once."),
            ),
            Others(("sphinx 1",)),
            Ask(
                t("The grain dealer would lower that marker by 2 more. It cannot go deeper, but each step at the bottom pays 2 points again. Take the card."), ("card 2",), at=("nile-1",),
                otherwise=t("The grain dealer brings 4 points at once. It is the card just ahead of your boat."),
                praise=t("4 points for a boat."),
            ),
            Say(t("You have 6 points. On the stone market the bottom pays 3 stones for each step, and your marker is one above it: stones can be sold at the end already."), at=("market-0", "market-1"), holds=lambda v: v.points[ME] == 6 and v.market[ME][0] == 3 and v.market[ME][1] == box.BOTTOM),
        ),
    )  # fmt: skip


def _building(t: Translate) -> Lesson:
    return Lesson(
        "building", t("Building"), t("Crews and stones become points."),
        players=2, moves=("temple 1", "pass", "pass"),
        prepare=_position(
            stones=6, crews=(4, 3, 2, 2), own=(box.FIELD_YELLOW_5,),
            laid={box.FLOOR_1: (ME, THEM, ME, THEM, ME)},
        ),
        steps=(
            Say(t("Your boat lies at the Temple and the Pyramid. For each build you use one crew. Its strength and your stones both limit what you lay."), at=(_site(box.TEMPLE_PYRAMID), f"crew-{ME}-0"), holds=lambda v: v.stones[ME] == 9 and v.phase == st.CREW),
            Ask(
                t("You have 9 stones, and no other boat at a site this round. Which crew builds?"), ("crew a",), at=(f"crew-{ME}-0", f"crew-{ME}-1", f"crew-{ME}-2"),
                wrong={"leave": t("You fed your crews; let them work.")},
                otherwise=t("There is only this build, so use the strongest crew: the green one has 4."),
            ),
            Ask(
                t("The joker crew may help another one, once a round. Add its 2?"), ("joker",),
                wrong={"no joker": t("You have stones for it, and nothing else to build this round: 2 more strength are 2 more points.")},
                praise=t("6 strength and 9 stones."),
            ),
            Ask(
                t("A stone costs its value in strength and in stones, and scores as much. The lowest floor of the Pyramid lacks one stone, and whoever has most stones on a full floor scores 1 for each. Lay it."), ("lay floor-1",),
                at=(f"stone-{box.PART_START[box.FLOOR_1] + 5}",),
                otherwise=t("Any stone scores its value. But the last one of the lowest floor brings you 4 points more."),
                praise=t("2 for the stone, and 4 for the four stones that you have there."),
            ),
            Ask(
                t("You have 4 strength left. Begin the second floor, for 3: on a full floor everybody fights for most stones."), ("lay floor-2",),
                otherwise=t("You could, but go for the second floor: being there first wins ties."),
            ),
            Ask(
                t("You have 1 strength left. What can you build for 1?"), ("lay left-wall", "lay right-wall"),
                otherwise=t("Do not stop yet: the walls of the Temple begin with 1."),
                praise=t("All your strength is used."),
            ),
            Say(t("You have 11 points: 6 for stones, 4 for the floor, and 1 because you built on one site this round. Two sites would bring 3, all three 6."), holds=lambda v: v.points[ME] == 11),
            Say(t("Whoever is last on the score track goes first in the next round: that is your neighbour now."), at=("order-0",), holds=lambda v: v.order[0] == THEM and v.round == 2),
        ),
    )  # fmt: skip


def _obelisk(t: Translate) -> Lesson:
    return Lesson(
        "obelisk", t("The Obelisk"), t("Level by level, and a marker goes down."),
        players=2, moves=("obelisk 1", "pass", "pass"),
        prepare=_position(
            stones=2, crews=(3, 2, 1, 2), own=(box.FIELD_YELLOW_4,), laid={box.OBELISK_PART: (THEM,)},
        ),
        steps=(
            Say(t("The Obelisk grows level by level. Each level takes one stone and costs its own number: the first is built, so the second, for 2, comes next."), at=(f"stone-{box.PART_START[box.OBELISK_PART] + 1}",), holds=lambda v: v.laid[box.OBELISK_PART] == 1 and v.stones[ME] == 5),
            Ask(
                t("You have 5 stones. Which crew can use most of them?"), ("crew a",), at=(f"crew-{ME}-0",),
                otherwise=t("The green crew is your strongest: 3, and 5 with the joker crew."),
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
                praise=t("3 points more: every stone scores what it costs."),
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
        "graves", t("Stones and graves"), t("No stones, no building; graves are a treasure."),
        players=2, moves=("obelisk 1", "pass", "pass"),
        prepare=_position(
            stones=0, crews=(3, 1, 1, 2), own=(box.FIELD_GREEN_2,),
            laid={box.GRAVE_PART: (ME, ME), box.OBELISK_PART: (THEM,)}, graves=(4, 4, 3, 2, 4, 5),
        ),
        steps=(
            Say(t("You are at the Obelisk and the Graves, and your quarry has just given you 3 stones. That is all you have."), at=(_site(box.OBELISK_GRAVES), f"store-{ME}-0"), holds=lambda v: v.stones[ME] == 3),
            Ask(
                t("Which crew builds?"), ("crew a",),
                wrong={"leave": t("Then three stones would lie idle for a round. Build.")},
                otherwise=t("That crew is weaker; the green one has 3, just what your stones allow."),
            ),
            Ask(
                t("The joker crew would make it 5. But how many stones do you have?"), ("no joker",),
                wrong={"joker": t("Strength 5, but only 3 stones: the joker crew would add nothing.")},
                praise=t("Strength without stones is worth nothing. Quarries early, and more crews when stones come."),
            ),
            Ask(
                t("Graves are built on in their order, for the value of their tile: here 3. At the end your tiles count together: from 1 on 2 points, from 11 on 5, from 21 on 9. Yours make 8. What do you lay?"), ("lay grave",), at=("grave-2",),
                wrong={"lay obelisk": t("That scores 2 now. The grave scores 3, and lifts your tiles from 8 to 11.")},
                praise=t("3 points now, and at the end 5 for your tiles in place of 2."),
            ),
            Ask(
                t("Whoever builds at this site also lowers one market marker. Stones or grain: as you like."), ("lower stone", "lower grain"), at=("market-0", "market-1"),
                praise=t("Each step counts later on."),
            ),
            Say(t("Before you sail, count the stones that you will have: your store and what the quarries give. That is what you can build, no matter how strong your crews are."), at=(f"store-{ME}-0",), holds=lambda v: scoring.grave_total(v, ME) == 11 and v.points[ME] == 4),
            Say(t("Your store holds 25 stones at most, and anything beyond that is lost. So don't let stones pile up: build with them."), at=(f"store-{ME}-0",)),
        ),
    )  # fmt: skip


def _waiting(t: Translate) -> Lesson:
    return Lesson(
        "waiting", t("Waiting boats"), t("A full site, and a boat that hopes."),
        players=3, moves=("card 1", "temple 1", "temple 2"),
        prepare=_position(stones=2, crews=(3, 1, 1, 2), own=(box.FIELD_YELLOW_4,)),
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
            Say(t("If everybody at the places builds, a waiting boat goes home with nothing, and it doesn't count for the bonus. Wait where somebody is short of stones.")),
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
        "sphinx", t("The Sphinx"), t("Secret tasks for the end."),
        players=2, moves=("sphinx 1", "pass", "pass"),
        prepare=_position(stones=2, crews=(4, 3, 2, 2), own=(box.FIELD_YELLOW_5,)),
        steps=(
            Say(t("At the Sphinx you draw cards that score at the end if you fulfil them. You have had one from the start; only you see it."), at=(_site(box.SPHINX),), holds=lambda v: v.hand[ME] == 1),
            Ask(
                t("Each card drawn costs a stone and one strength. You have 5 stones. The yellow crew has 3: that is enough, and it leaves the stronger one free. Use it."), ("crew b",), at=(f"crew-{ME}-1",),
                otherwise=t("Take the yellow crew: three cards give you a good choice, for three stones."),
            ),
            Ask(
                t("The joker crew, too?"), ("no joker",),
                wrong={"joker": t("It could, but cards cost stones as well. Three cards are enough to choose from.")},
            ),
            Say(t("Five cards are the most you can draw in one visit, however strong your crews are.")),
            Ask(
                t("How many do you draw?"), ("draw 3",),
                otherwise=t("You keep one, and score 1 point for each one you return. Draw three."),
                praise=t("Three cards. You keep one; the others go back for a point each."),
            ),
            Ask(
                t("Read what they want. Which one would score most for you as things stand?"), _best_riddle, at=("drawn-0", "drawn-1", "drawn-2"),
                wrong={"done": t("You would keep none. One of them will surely be of use.")},
                otherwise=t("Another one would already score more. Look at your crews, your fields and what is built."),
                praise=t("A task that is nearly done is the best one."),
                holds=lambda v: max(scoring.riddle_points(v, ME, card) for card in v.drawn if card >= 0) > 0,
            ),
            Say(t("You got 2 points for the cards returned and 1 for building on one site. You have two Sphinx cards now. In the last round think of them first."), at=("pile",), holds=lambda v: v.points[ME] == 3 and v.hand[ME] == 2),
        ),
    )  # fmt: skip


def _end(t: Translate) -> Lesson:
    return Lesson(
        "end", t("The last round"), t("What counts when the game ends."),
        players=2, seed="lesson 55",
        prepare=_position(
            LATE, stones=0, crews=(4, 1, 1, 2), own=(box.FIELD_YELLOW_4,), markets=(3, 1), points=(30, 33), number=5,
            laid={box.LEFT_WALL: (ME, THEM, ME, THEM), box.RIGHT_WALL: (THEM, ME, THEM, THEM)},
        ),
        steps=(
            Say(t("The last round. You are 3 points behind. Your Sphinx card brings 7 points for four stones of your own on the Temple, and you have three."), at=(f"name-{ME}", f"name-{THEM}"), holds=lambda v: v.where[TEMPLE_RIDDLE] == ME and v.own[ME][box.TEMPLE] == 3 and v.round == 5),
            Ask(
                t("The walls are full: the next stones there are columns, for 5 each. Your quarry will give 3 stones. What do you need?"), ("card 1",), at=("nile-0",),
                otherwise=t("First you need stones: without them the Temple is out of reach. Six lie on the first card."),
                praise=t("Six stones, and three more will come."),
            ),
            Others(("pass",)),
            Ask(
                t("And now?"), ("temple 1",), at=(_site(box.TEMPLE_PYRAMID),),
                otherwise=t("Your neighbour has passed, but do not lose sight of the Temple. The first place is free."),
            ),
            Ask(t("You have what you need, and stronger crews would only eat more. Pass."), ("pass",), at=("pass",), otherwise=t("It is not needed. Pass, and build.")),
            Ask(t("Your crews are fed, and you have 9 stones. Which crew builds?"), ("crew a",), otherwise=t("A column needs 5: only the green crew and the joker crew together have that."), holds=lambda v: v.stones[ME] == 9),
            Ask(t("4 strength is not enough for a column. The joker crew?"), ("joker",), wrong={"no joker": t("Then no column, and your Sphinx card stays worth nothing.")}),
            Ask(
                t("Lay the stone that counts."), ("lay left-column", "lay right-column"),
                otherwise=t("That scores 2. A column scores 5, and fulfils your Sphinx card for 7."),
            ),
            Say(t("5 for the column, 1 for building on a site, 2 for four stones sold on the stone market, and 7 for the Sphinx card: 45 points, and the game is yours."), at=(f"name-{ME}",), holds=lambda v: v.points[ME] == 45 > v.points[THEM] and v.phase == st.OVER),
            Say(t("That is all you need for a first game. Quarries and fields first, then crews, and in every round more than one site.")),
        ),
    )  # fmt: skip


def coaching(t: Translate) -> tuple[Advice, ...]:
    """Return the coach's advice; of several that fit, the first not given yet is shown."""
    return (
        Advice("second-boat", lambda v, _: v.phase == st.SAIL and v.extra == 1, t("Your card gives you a boat more, right now: take what your neighbours would take next.")),
        Advice("sail", lambda v, _: v.phase == st.SAIL, t("Place a boat further downstream than your last one. Take what is good and near before what is far, but not so slowly that others get what you need most. Cards, crews, building sites: you want some of each.")),
        Advice("hungry", lambda v, seat: v.phase == st.SAIL and feeding.missing(v, seat) > 0, t("As things stand your crews will be hungry, and every missing grain costs points. Look for a field, or for the flood marker at Passalon or Heliopolis, before you make crews stronger.")),
        Advice("stones", lambda v, seat: v.phase == st.SAIL and v.stones[seat] + v.quarry[seat] <= 5, t("You will have few stones to build with. Quarries pay every round, so early ones pay most.")),
        Advice("sites", lambda v, seat: v.phase == st.SAIL and v.boats[seat] & box.SITE_MASK == 0 and v.last[seat] >= box.SITE_POS[0], t("Points come from building sites. Plan one crew for each site that you visit; building on two brings 3 points more, on all three 6. The place nearest to the Nile builds first.")),
        Advice("last-round", lambda v, _: v.phase == st.SAIL and v.round == box.ROUNDS, t("The last round: a quarry gives its stones only once more. Think of your Sphinx cards, of your graves, and of building wherever you can.")),
        Advice("crew-step", lambda v, _: v.phase == st.CREW_STEP, t("One crew grows. Strong crews lay dear stones, but each needs grain; the joker crew can help any other, once a round.")),
        Advice("market-step", lambda v, _: v.phase == st.MARKET_STEP, t("Lower a market marker. The grain market makes hunger cheaper, the stone market lets you sell stones at the end; at the bottom each step pays 2 points or 3 stones.")),
        Advice("flood-step", lambda v, _: v.phase == st.FLOOD_STEP, t("You may move the flood marker. To the right it waters more fields, for everybody: look whose fields it helps.")),
        Advice("gather", lambda v, _: v.phase == st.GATHER, t("Late harvest: one of the cards that nobody took is yours for nothing. Fields and quarries help in every round to come.")),
        Advice("feed", lambda v, _: v.phase == st.FEED, t("Grain is missing. A card can help now; compare what it is worth later with the points that hunger costs.")),
        Advice("wait", lambda v, _: v.phase == st.WAIT, t("Nobody made room at this site. Your card lets you build all the same: worth it if stones and strength are at hand.")),
        Advice("crew", lambda v, _: v.phase == st.CREW, t("Choose the crew for this site. Each works once a round, so keep the strongest for the site where you have most to build.")),
        Advice("second-crew", lambda v, _: v.phase == st.SECOND_CREW, t("Double shift: a second crew may help here. It is missing at the next site, so use it if your stones suffice for both.")),
        Advice("joker", lambda v, _: v.phase == st.JOKER_TOO, t("The joker crew helps once a round. Add it where its strength becomes points, which needs stones as well.")),
        Advice("riddles", lambda v, _: v.phase == st.RIDDLES, t("Each card costs a stone. You keep one, and each one returned is a point: so stones are not lost here, and more cards give a better choice.")),
        Advice("keeping", lambda v, _: v.phase == st.KEEPING, t("Keep the card that you are most sure to fulfil by the end, perhaps with what you already have.")),
        Advice("monument", lambda v, _: v.phase == st.STONES, t("Each stone scores its value, so use all your strength if you have the stones. Look first for what pays twice: the last stone of a floor, graves that lift your total, a Sphinx card.")),
        Advice("card-now", lambda v, _: v.phase in (st.AFTER_BOAT, st.AFTER_FEED, st.READY, st.AFTER_BUILD), t("A card of yours can be played now. It is not a must: go on if it is worth more later.")),
        Advice("last-moment", lambda v, _: v.phase == st.LAST_MOMENT, t("The last moment for your cards: what is not played now is worth nothing any more.")),
    )  # fmt: skip
