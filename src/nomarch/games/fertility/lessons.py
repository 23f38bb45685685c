"""Fertility's lessons and the coach's advice."""

from nomarch.games.fertility.positions import ALABASTER, BOVINE, GRAPE, ME, PAPYRUS, position
from nomarch.games.fertility.quiz import quiz
from nomarch.games.fertility.rules import act, box, scoring, shops, st
from nomarch.kernel.declare.lessons import Advice, Ask, Holds, LaterRule, Lesson, Say, Translate


def _harvested(*counts: int) -> Holds[st.State]:
    """Check this turn's alabaster, bovines, grapes and papyrus."""
    return lambda view: view.beside == list(counts)


def _has(debens: int, seat: int = ME) -> Holds[st.State]:
    """Check a seat's Debens if the game ended now."""
    return lambda view: bool(scoring.debens(view, seat) == debens)


def _any(view: st.State, action: int) -> bool:
    return True


def lessons(t: Translate) -> tuple[Lesson, ...]:
    return (
        _laying(t), _harvest(t), _shops(t), _wheat(t), _districts(t), _monuments(t), _gods(t),
        _stuck(t), _end(t), _tie(t), quiz(t),
    )  # fmt: skip


def _laying(t: Translate) -> Lesson:
    return Lesson(
        "laying", t("Laying a tile"), t("Match scenes side by side to bring in a harvest."),
        see="lay", players=2,
        prepare=position(("bovine-papyrus", "alabaster-alabaster", "alabaster-alabaster"), turn=1),
        steps=(
            Say(t("This is the valley. In the middle is the start tile with its four scenes: alabaster, cattle, grapes and papyrus."), at=("start",), holds=lambda v: sorted(box.START_SCENES) == sorted(box.RESOURCES)),
            Ask(
                t("Each turn you lay one of your three tiles. Take the one with cattle and papyrus."), ("lay bovine-papyrus",), at=("lay bovine-papyrus",),
                otherwise=t("This tile would fit too. But the one with cattle and papyrus can touch two matching scenes."),
            ),
            Ask(
                t("Lay it so that cattle touch cattle and papyrus touches papyrus. Start with the cattle half: put it on the marked cell."),
                ("cell h3",), at=("cell h3",),
                otherwise=t("The tile could go there, since one half touches a matching scene. But next to the start tile both halves can: use the marked cell."),
            ),
            Ask(
                t("And the papyrus half: which side?"), ("turn south",), at=("turn south",),
                otherwise=t("Only the cattle touch there. Put the papyrus next to the start tile's papyrus."),
                praise=t("Both halves touch a matching scene: one resource each."),
            ),
            Say(t("Below lies your metropolis: the city you build. It has four shops now and seven spaces for districts. What it is worth is counted in Debens, an old Egyptian weight of silver: the coin beside your name shows how many you have."), at=("plot-0-a", "plot-0-b", "name-0"), holds=lambda v: (box.START_SHOPS, len(v.district[ME])) == (4, 7)),
            Ask(
                t("One cattle and one papyrus are yours for this turn. They go on your shops, one piece per icon. The marked shop takes anything: give it the papyrus."),
                ("supply papyrus s1",), at=("shop-0-0",), holds=_harvested(0, 1, 0, 1),
                wrong={"done": t("Both would go back to the stock. Supply your shops first.")},
                otherwise=t("That works too, but first put the papyrus on the shop that takes anything."),
                praise=t("Shop complete: 2 Debens at the end of the game."),
            ),
            Ask(
                t("Now the cattle: one of your shops pays wheat for them, right away."), ("supply bovine s3",), at=("shop-0-2",),
                wrong={"done": t("The cattle would go back to the stock, and there's a shop waiting for them.")},
                otherwise=t("Look for the shop that shows cattle and wheat."), praise=t("One wheat for your granary!"),
            ),
            Ask(t("At the end of your turn, you take a new tile from the common reserve. Any will do for now."), _any),
            Say(t("That was a full turn: lay and harvest, build if you like, supply, take a tile. Nine of them make a game, and the most Debens wins."), at=("wheat-0",), holds=_has(4)),
        ),
    )  # fmt: skip


def _harvest(t: Translate) -> Lesson:
    return Lesson(
        "harvest", t("Harvest"), t("Neighbours, icons and the best spot for a tile."),
        see="harvest", players=2,
        prepare=position(("papyrus-papyrus", "alabaster-bovine", "bovine-bovine"), laid=(("bovine-papyrus", "h3", "south"),), turn=2),
        steps=(
            Say(t("The tile from the first lesson lies next to the start tile. Some desert cells show an icon: cover one and you get that resource, whatever the scene."), at=("start", "laid-39"), rule="crop"),
            Ask(
                t("You have a tile with papyrus on both halves. Choose it."), ("lay papyrus-papyrus",), at=("lay papyrus-papyrus",),
                otherwise=t("Look at the papyrus first: two papyrus scenes lie side by side, with empty cells next to them."),
            ),
            Ask(
                t("The number in a cell is the most the tile can gain there. Find a cell with a 3."),
                ("cell g5", "cell h5"), otherwise=t("It gains less than 3 there. Look at the numbers in the cells."),
                rule="crop",
            ),
            Ask(
                t("Rotate it so that both halves touch papyrus."), _below_papyrus,
                otherwise=t("That way, one half doesn't touch papyrus or misses the icon."),
                praise=t("Two papyrus from the two neighbours, and grapes from the icon."),
            ),
            Say(t("The two halves of your tile don't count for each other: only what was there before does."), at=("beside-2", "beside-3"), holds=_harvested(0, 0, 1, 2)),
        ),
    )  # fmt: skip


def _below_papyrus(view: st.State, action: int) -> bool:
    """From either end the tile lies along both papyrus scenes."""
    east = view.at == box.AT[box.CELL_NAMES.index("g5")]
    return act.TURN.way(action) == box.DIRECTIONS.index("east" if east else "west")


def _shops(t: Translate) -> Lesson:
    first = t(
        "Later. The grapes can turn into something you need more: look at your exchange shop."
    )
    return Lesson(
        "shops", t("Shops"), t("Complete them, and turn one resource into another."),
        see="exchange", players=2, prepare=position(harvest=(GRAPE, PAPYRUS), put={0: (BOVINE,), 2: (BOVINE,)}),
        steps=(
            Say(t("Your harvest: grapes and papyrus. A shop with two icons pays only when both are filled, but pieces stay, so you can take several turns."), at=("beside-2", "beside-3", "shop-0-1"), holds=_harvested(0, 0, 1, 1)),
            Ask(
                t("This shop takes grapes and gives one of the other three resources, which goes straight to another shop. Supply it."),
                ("supply grape s4",), at=("shop-0-3",), otherwise=first, praise=t("Now take your pick."),
            ),
            Ask(
                t("The 4-Deben shop needs alabaster and papyrus, and you have papyrus. What do you take for the grapes?"),
                ("supply alabaster s2",), at=("shop-0-1",),
                wrong={"supply papyrus s2": t("You already have papyrus: take what's missing.")},
                holds=lambda v: box.SHOP_VALUE[v.shop[ME][1]] == 4,
            ),
            Ask(
                t("Now the papyrus."), ("supply papyrus s2",), at=("shop-0-1",),
                otherwise=t("It would go back to the stock, when it could complete a shop."),
                praise=t("Complete: 4 Debens from grapes and papyrus!"),
            ),
            Say(t("So check your shops before you lay a tile: the best harvest is the one they can use. Anything that doesn't fit goes back."), at=("shop-0-1", "shop-0-3"), holds=_has(6)),
        ),
    )  # fmt: skip


def _wheat(t: Translate) -> Lesson:
    return Lesson(
        "wheat", t("Wheat"), t("It keeps, it pays, and the more you have, the more each is worth."),
        see="granary", players=2,
        prepare=position(("bovine-papyrus", "alabaster-alabaster", "papyrus-papyrus"), laid=(("bovine-grape", "e5", "east"),), wheat=2),
        steps=(
            Say(t("Resources are lost at the end of your turn, but wheat stays in your granary. It scores at the end of the game, and the more you have, the more each one is worth."), at=("wheat-0",), rule="clean_up"),
            Ask(
                t("You gain one wheat for each wheat field next to your tile. There are three fields together by the start tile. Choose the tile with cattle and papyrus."),
                ("lay bovine-papyrus",), at=("lay bovine-papyrus",),
                otherwise=t("A decent tile, but it gains less. Look where cattle lie next to wheat."),
            ),
            Ask(
                t("There are already cattle there, and next to them a cell with a cattle icon. Put your cattle on it."),
                ("cell d5",), at=("cell d5",), otherwise=t("That works, but on the icon next to the cattle, yours count twice."),
            ),
            Ask(
                t("And the papyrus? Look for the cell between two wheat fields."), ("turn north",),
                otherwise=t("It touches no field there. Between the two fields it gains 2 wheat."),
                praise=t("Two cattle and two wheat from one tile!"),
            ),
            Say(t("Your 4 wheat are worth 10 Debens now; a full granary of 10 is worth 40. But wheat also pays for districts, as the next lesson shows."), at=("wheat-0",), holds=lambda v: v.wheat[ME] == 4 and box.WHEAT_POINTS[4] == 10),
        ),
    )  # fmt: skip


def _districts(t: Translate) -> Lesson:
    return Lesson(
        "districts", t("Districts"), t("New shops for your harvest."),
        see="districts", players=2,
        prepare=position(harvest=(BOVINE, BOVINE), put={0: (PAPYRUS,), 2: (BOVINE,)}, wheat=1, shown=(18, 33, 37, 38), phase=st.CITY),
        steps=(
            Say(t("You harvested two cattle, but none of your shops needs cattle any more. So build: four districts are on offer, and you may take one each turn."), at=("beside-1", "district-17"), holds=_harvested(0, 2, 0, 0)),
            Ask(
                t("Which one could take both cattle right away?"), ("build D18",),
                wrong={"done": t("The cattle would go back to the stock. A district gives them a home.")},
                otherwise=t("That one costs 2, and what's left of your harvest wouldn't complete a shop there."),
                praise=t("Its shops take nothing but cattle."),
            ),
            Ask(t("You have seven free spaces, and it doesn't matter which you use. Take the first."), ("slot 1",), otherwise=t("They're all the same. Pick the first, so we're talking about the same one.")),
            Ask(
                t("It costs 1: one of this turn's resources, or a wheat. Which will you pay with?"), ("pay wheat",),
                wrong={"pay bovine": t("Then you'd be one cattle short for the shop that needs two.")},
                praise=t("You keep both cattle."), rule="legal_payments",
            ),
            Ask(
                t("One shop pays 6 Debens for two cattle; the other pays 1 Deben for each cattle in your metropolis. You have two pieces. Where does the first one go?"),
                ("supply bovine 1b",), at=("shop-0-4", "shop-0-5"),
                wrong={"supply bovine 1a": t("Completed now, it would pay 3 Debens for all your cattle. The other one pays 6: fill that first.")},
                otherwise=t("They would go back to the stock."),
                holds=lambda v: [box.SHOP_VALUE[v.shop[ME][shop]] for shop in (5, 4)] == [6, 1],
            ),
            Ask(
                t("And the second one?"), ("supply bovine 1b",), at=("shop-0-5",),
                wrong={"supply bovine 1a": t("Then the 6-Deben shop stays unfinished for now.")},
                otherwise=t("It would go back to the stock."), praise=t("6 Debens for one wheat and two cattle!"),
            ),
            Say(t("Your next cattle can fill the specialised shop, which counts all the cattle on your shops. Build early: a district takes a few turns to fill."), at=("shop-0-4",), holds=lambda v: bool(scoring.general_points(v, ME) == 8)),
        ),
    )  # fmt: skip


def _monuments(t: Translate) -> Lesson:
    return Lesson(
        "monuments", t("Monuments"), t("Close a hole in the valley."),
        see="quarry", players=2,
        prepare=position(("grape-papyrus", "alabaster-alabaster", "bovine-bovine"), laid=(("bovine-grape", "e5", "east"),)),
        steps=(
            Say(t("Next to the start tile's papyrus is an empty cell between grapes and water. Only one of its four sides is still open."), at=(f"hole-{box.CELL_NAMES.index('g5')}",), holds=_is_hole),
            Ask(
                t("If your tile closes it off, it becomes a quarry. Choose the tile with grapes and papyrus."), ("lay grape-papyrus",), at=("lay grape-papyrus",),
                otherwise=t("Another time. It's grapes and papyrus that can close the hole."),
            ),
            Ask(
                t("Put the grapes on the icon at the hole's open side."), ("cell h5",), at=("cell h5",),
                otherwise=t("That's allowed, but it leaves the hole open. Use the marked cell."),
            ),
            Ask(
                t("Now put the papyrus next to papyrus."), ("turn north",),
                otherwise=t("That's allowed, but the papyrus wouldn't touch papyrus there."),
                praise=t("Grapes, papyrus and a quarry!"),
            ),
            Ask(
                t("A quarry gives you any resource, or a spot for one of your four monuments. At the end, the most monuments earns 15 Debens, the second most 7. There are two players, and nobody has one yet."),
                ("quarry monument",), at=("quarry monument",),
                wrong={"quarry nothing": t("You can leave it, but why? A monument is worth at least 7 Debens here.")},
                otherwise=t("A resource is worth 2 or 3 Debens on a shop. Your first monument is worth at least 7: with two players, you're always first or second."),
                praise=t("Your first monument: 15 Debens, as long as nobody has more."),
                rule="monument_points",
            ),
            Say(t("Players who tie for the most monuments each get the full 15 Debens, and the next one is still second, with 7. Without a monument you get nothing."), at=("monuments-0",), holds=lambda v: v.monuments[ME] == 1 and (box.MOST_MONUMENTS, box.SECOND_MONUMENTS) == (15, 7), see="monuments"),
            Say(t("Tiles, monuments, wheat, water and the valley's edge are all walls. Look for cells with three walls, and don't leave them to others."), at=("monuments-0",), holds=lambda v: v.monuments[ME] == 1 and bool(scoring.monument_points(v, ME) == 15)),
        ),
    )  # fmt: skip


def _is_hole(view: st.State) -> bool:
    """Return whether only the east side of the cell beside the papyrus is open."""
    hole = box.AT[box.CELL_NAMES.index("g5")]
    open_sides = [way for way, step in enumerate(box.STEP) if view.cell[hole + step] < box.SCENE]
    return open_sides == [box.DIRECTIONS.index("east")]


FULL = {0: (PAPYRUS,), 1: (PAPYRUS, ALABASTER), 2: (BOVINE,), 3: (GRAPE,)}
"""All start shops of the learner are complete."""


def _gods(t: Translate) -> Lesson:
    return Lesson(
        "gods", t("Gods"), t("Collect different statues: together they're worth more."),
        see="statues", players=2,
        prepare=position(
            harvest=(ALABASTER, GRAPE), districts=(13, 16, 14), turn=6,
            put={**FULL, 5: (BOVINE,)}, shown=(29, 33, 37, 38),
        ),
        steps=(
            Say(t("A complete shop with a statue honours a god. One god is worth 2 Debens, two different gods 5, three 10, four 17, five 26. You have one: Thoth."), at=("gods-0",), holds=lambda v: bool(scoring.statue_points(v, ME) == 2)),
            Ask(
                t("Alabaster could go to two shops: one gives a wheat, the other has the statue of Horus. Which is worth more?"),
                ("supply alabaster 2b",), at=("shop-0-4", "shop-0-8"),
                wrong={
                    "supply alabaster 1a": t("Your first wheat is worth 2 Debens. A second god is worth 3 more, and makes a third worth even more."),
                    "supply grape 3b": t("Yes, but one thing at a time: first the alabaster."),
                },
                otherwise=t("Both of your pieces have a better home: look at the statues."),
                praise=t("Two gods: 5 Debens!"),
            ),
            Ask(
                t("And the grapes?"), ("supply grape 3b",), at=("shop-0-11",),
                otherwise=t("They would go back to the stock, and a god is waiting for them."), praise=t("Three gods: 10 Debens!"),
            ),
            Say(t("A second statue of the same god adds nothing. So look for districts with gods you don't have yet, and for statues that count as any god."), at=("gods-0",), holds=lambda v: bool(scoring.statue_points(v, ME) == 10)),
        ),
    )  # fmt: skip


def _stuck(t: Translate) -> Lesson:
    return Lesson(
        "stuck", t("When nothing fits"), t("A turn without a tile."),
        see="lay", players=2,
        prepare=position(
            ("bovine-bovine", "bovine-grape", "grape-grape"), wheat=1, shown=(29, 33, 18, 1), turn=3,
            laid=(("papyrus-papyrus", "g5", "west"), ("papyrus-papyrus", "h4", "north")),
        ),
        steps=(
            Say(t("Your three tiles show only cattle and grapes. In the valley both are on the start tile alone, and no empty cell is left beside them."), at=("start",), holds=lambda v: v.phase == st.NO_FIT),
            Ask(
                t("So no tile fits. You discard one and harvest nothing this turn. Which one can you spare?"), ("discard bovine-bovine", "discard grape-grape"),
                otherwise=t("It has two different scenes, so it fits in more places later. Give up a tile with the same scene twice."),
                praise=t("Different scenes give you more places to lay a tile."),
            ),
            Ask(
                t("The turn isn't over: you may still build, and some districts are free. Which one here costs nothing?"), ("build D01",),
                wrong={"done": t("You would waste the turn. One of the open districts costs nothing.")},
                otherwise=t("That one costs something. Look for the green number: 0."),
                praise=t("A free district, even in a turn without a harvest."),
            ),
            Ask(t("Put it on the first space."), ("slot 1",), otherwise=t("Any space is as good. Let's use the first.")),
            Ask(t("Now take a new tile. Each of these has a scene that fits: papyrus and alabaster lie open."), _any, at=("pile",)),
            Say(t("It rarely happens, but watch for it: when a scene is nearly walled in, lay those tiles first."), holds=lambda v: v.turns == 5),
        ),
    )  # fmt: skip


def _end(t: Translate) -> Lesson:
    return Lesson(
        "end", t("The end"), t("The last turn: make every Deben count."),
        see="last-turn", players=2, seat=1,
        prepare=_last_turn,
        steps=(
            Say(t("When the common reserve can't be refilled, everyone has one last turn. This is yours, and it ends the game. There's nothing to save for later."), at=("steps",), holds=lambda v: v.last_turns == 1),
            Ask(
                t("Your 6 wheat are worth 18 Debens; your opponent has 23. A seventh wheat would be worth 5. Where do the cattle go?"), ("supply bovine s3",), at=("shop-1-2", "wheat-1"), holds=lambda v: _has(18, 1)(v) and _has(23, 0)(v),
                wrong={
                    "supply bovine s1": t("That's 2 Debens. The wheat shop is worth 5 here, because your seventh wheat scores so much."),
                    "supply papyrus s2": t("Right, but one thing at a time: first the cattle."),
                    "supply papyrus s1": t("2 Debens, and there's a better place for the papyrus too. But first the cattle."),
                    "done": t("The game would end with your harvest unused."),
                },
                praise=t("One more wheat: 5 Debens!"),
            ),
            Ask(
                t("And the papyrus? The 4-Deben shop already has its alabaster."), ("supply papyrus s2",), at=("shop-1-1",),
                wrong={"supply papyrus s1": t("That's 2 Debens. Completing the other shop is worth 4.")},
                otherwise=t("The game would end with your papyrus unused."),
                holds=lambda v: ALABASTER in v.put[1][1],
            ),
            Say(t("27 to 23: you win! Shops, gods, monuments, wheat: keep an eye on all of them, and on the last turn, and you'll do well."), holds=lambda v: v.phase == st.OVER and _has(27, 1)(v)),
        ),
    )  # fmt: skip


def _last_turn(s: st.State) -> None:
    """The very last turn, in which no tile is taken any more."""
    last = box.TURNS_EACH
    position(harvest=(BOVINE, PAPYRUS), put={1: (ALABASTER,)}, wheat=6, seat=1, turn=last)(s)
    s.wheat[0] = 7
    s.last_turns = 1


def _tie(t: Translate) -> Lesson:
    return Lesson(
        "tie", t("A tie"), t("Equal Debens: the smaller pile of pieces wins."),
        see="ties", players=2, seat=1,
        prepare=_tied_turn,
        steps=(
            Say(t("Your last turn again. The other player has 24 Debens, with 5 pieces on the shops. You have 20 Debens and 3 pieces."), at=("name-0", "name-1"), holds=lambda v: _has(24, 0)(v) and _has(20, 1)(v) and scoring.pieces_of(v, 0) == 5 and scoring.pieces_of(v, 1) == 3),
            Ask(
                t("Your papyrus completes a shop. Which one?"), ("supply papyrus s2",), at=("shop-1-1",),
                wrong={"done": t("Then you lose by 4 Debens. A shop is waiting for your papyrus.")},
                otherwise=t("That piece completes nothing. Start with the papyrus."),
                praise=t("4 Debens: now it's 24 all."),
            ),
            Ask(
                t("In a tie, whoever has fewer pieces on the shops wins. You have 4 now, the other player 5. The grapes fit a shop, but they can't complete it. What do you do?"), ("done",), at=("shop-1-5",), holds=_has(24, 1),
                wrong={"supply grape 1b": t("They would earn nothing and be your fifth piece: you would share the victory.")},
                praise=t("You keep fewer pieces, so the tie is yours."),
            ),
            Say(t("24 all, and you win with 4 pieces against 5. If the pieces are equal as well, the victory is shared."), at=("name-1",), holds=lambda v: v.phase == st.OVER and bool(scoring.place(v, 1) == 1) and bool(scoring.place(v, 0) == 2)),
        ),
    )  # fmt: skip


def _tied_turn(s: st.State) -> None:
    """The very last turn: papyrus makes a tie, a piece more would spoil it."""
    last = box.TURNS_EACH
    put: dict[int, tuple[int, ...]] = {0: (BOVINE,), 1: (ALABASTER,), 3: (GRAPE,)}
    position(harvest=(PAPYRUS, GRAPE), districts=(9,), put=put, wheat=6, seat=1, turn=last)(s)
    for shop, resources in {
        0: (PAPYRUS,),
        1: (ALABASTER, BOVINE),
        2: (GRAPE,),
        3: (PAPYRUS,),
    }.items():
        for icon, resource in enumerate(resources):
            s.put[0][shop][icon] = resource
            s.stock[resource] -= 1
    s.wheat[0] = 6
    s.last_turns = 1


def later_rules(t: Translate) -> tuple[LaterRule, ...]:
    return (
        LaterRule(t("When the stock of a resource runs out, you don't get the rest."), t("1. Lay a tile and harvest"), "harvest"),
        LaterRule(t("An option for two players: the long game with more tiles."), t("End of a turn"), "remove_tile"),
        LaterRule(t("Options for the valley, double tiles, quarries and ties."), t("Options"), "pieces_of"),
    )  # fmt: skip


def suits_first_game(view: st.State, seat: int) -> bool:
    """Whether the learner begins, with tiles whose scenes the shops need."""
    needs = {need for number in view.shop[seat] for need in box.SHOP_NEEDS[number]}
    scenes = {
        scene
        for kind, count in enumerate(view.hand[seat])
        for scene in box.TILE_SCENES[kind]
        if count
    }
    return view.seat == seat and len(scenes & needs) >= 3


def coaching(t: Translate) -> tuple[Advice, ...]:
    return (
        Advice("lay-out", lambda v, _: v.phase <= st.TURN_START, t("You lay out the valley. It's the same for everyone, so any layout is fair.")),
        Advice("quarry", lambda v, _: v.phase in (st.CHOOSE_QUARRY, st.QUARRY_GAIN), t("You closed a quarry. A monument is worth a lot if it gives you the most or the second most; a resource is better if it completes a shop now.")),
        Advice("trade", lambda v, _: v.phase == st.TRADE, t("An exchange gives you a resource that goes straight to a shop. Take one that completes a shop, or one you rarely harvest.")),
        Advice("no-fit", lambda v, _: v.phase == st.NO_FIT, t("None of your tiles fit, so you discard one and get no harvest. Keep scenes that still have open spots in the valley.")),
        Advice("pay", lambda v, _: v.phase == st.PAYMENT, t("Pay with whatever your shops don't need this turn. Wheat keeps and scores: spend it only to save a resource that completes a shop.")),
        Advice("tile", lambda v, _: v.phase == st.CHOOSE_TILE, t("Choose a tile to lay. Think backwards: what do your shops need, and which tile can touch those scenes, cover those icons or lie next to wheat?")),
        Advice("cell", lambda v, _: v.phase == st.CHOOSE_CELL, t("The numbers show the most the tile can gain there. Not every resource helps: two that your shops need beat three that go back.")),
        Advice("turn", lambda v, _: v.phase == st.CHOOSE_TURN, t("Now rotate the tile: its other half may touch a scene or wheat, cover an icon, or close a quarry.")),
        Advice("space", lambda v, _: v.phase == st.CHOOSE_SLOT, t("It doesn't matter which space you use. Just remember you only have seven.")),
        Advice("remove", lambda v, _: v.phase == st.REMOVING, t("One tile leaves the game: remove the one your opponent could use best.")),
        Advice("take", lambda v, _: v.phase == st.TAKING, t("Take a tile for later turns: one with scenes your shops need and that still have open spots in the valley.")),
        Advice("build", lambda v, seat: v.phase == st.CITY and v.turns // v.players < box.TURNS_EACH - 2, t("You may build a district now, before you supply shops. Early on, a new one is nearly always good, especially if it's free or takes what you've just harvested.")),
        Advice("city", lambda v, _: v.phase == st.CITY, t("Build before you supply: once you supply a shop, you can't build this turn. If you don't want a district, supply your shops now.")),
        Advice("supply", lambda v, _: v.phase == st.SUPPLYING, t("Supply your shops. Complete ones score, so finish what you've started; whatever doesn't fit goes back. Wheat and exchange shops give you something at once.")),
        Advice("last", lambda v, _: v.last_turns != st.NONE, t("Last round: only shops you complete now will pay. Fill shops, gain wheat, and don't build anything you can't fill right away.")),
        Advice("gods", _statue_waits, t("One of your shops has a statue. Different gods are worth 2, 5, 10, 17 and 26 Debens: each new one is worth more than the last.")),
    )  # fmt: skip


def _statue_waits(view: st.State, seat: int) -> bool:
    """Return whether a seat could supply a shop with a god it does not have yet."""
    held = scoring.statues_held(view, seat)
    waiting = [
        number
        for shop, number in enumerate(view.shop[seat])
        if box.SHOP_KIND[number] == box.STATUE and not shops.is_complete(view, seat, shop)
    ]
    supplying = view.phase in (st.CITY, st.SUPPLYING)
    return supplying and any(box.SHOP_VALUE[number] & ~held for number in waiting)
