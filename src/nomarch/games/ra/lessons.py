"""How Ra is learnt: lessons from the first tile to the art of calling, and a coach's words."""

from nomarch.games.ra.positions import LEFT, ME, position
from nomarch.games.ra.quiz import quiz
from nomarch.games.ra.rules import box, epochs, st, turns
from nomarch.i18n import Translate
from nomarch.kernel.declare.lessons import ADVICE, Advice, Ask, LaterRule, Lesson, Others, Say


def _mine(kind: int) -> str:
    """The learner's tiles of a kind, as the drawing names them."""
    return f"have-{ME}-{kind}"


def lessons(t: Translate) -> tuple[Lesson, ...]:
    return (
        _track(t), _ra(t), _scoring(t), _suns(t), _gods(t), _disasters(t), _monuments(t), _full(t), _last_sun(t),
        _calling(t), quiz(t),
    )  # fmt: skip


def _track(t: Translate) -> Lesson:
    return Lesson(
        "track", t("The track"), t("Draw tiles, call an auction, take everything."),
        see="draw", players=3, seed="lesson 0", prepare=position((box.PHARAOH,)),
        steps=(
            Say(t("Ra is all about tiles. They wait on this track until someone wins them, all at once."), at=("track-0",), rule="win_auction"),
            Ask(
                t("Your turn! Draw a tile from the bag."), ("draw",), at=("draw",),
                wrong={"invoke": t("That would start an auction for a single tile. Draw first: the more tiles, the more there is to win.")},
            ),
            Others(("draw", "draw")),
            Say(t("Your tile joined the track, then the others drew. Four tiles are worth fighting for!"), at=("track-1", "track-2", "track-3"), holds=lambda v: v.track_len == 4),
            Ask(
                t("Call an auction: invoke Ra."), ("invoke",), at=("invoke",),
                wrong={"draw": t("You could, but every tile you add is one someone else may take. Invoke Ra now.")},
            ),
            Others(("bid 3", "pass")),
            Ask(
                t("In an auction everyone bids once, and whoever called it goes last. The highest bid is 3. Bid just enough to win."),
                ("bid 5",), at=("sun-3",),
                wrong={
                    "pass": t("Then your neighbour takes all four tiles for a 3. You can do better!"),
                    "bid 8": t("That wins, too, but your 5 is enough. Keep the 8 for a tougher fight."),
                    "bid 13": t("That wins, too, but the 13 is your strongest sun. The 5 is enough here."),
                },
                praise=t("All the tiles are yours!"),
                holds=lambda v: v.high == 3 and v.starter == ME,
            ),
            Say(t("Your 5 is in the centre now, and you got the 1 that was there. It stays face down until the next epoch: each epoch you can win as many auctions as you have face-up suns."), at=("sun-5", "sun-1"), holds=lambda v: v.centre == 5),
        ),
    )  # fmt: skip


def _ra(t: Translate) -> Lesson:
    return Lesson(
        "ra", t("The sun god"), t("Ra tiles call auctions and end the epoch."),
        see="epoch-ends", players=3, seed="lesson 42", prepare=position((box.PHARAOH, box.GOLD, box.GOD), ra=6),
        steps=(
            Say(t("Ra tiles don't join the auction. They fill this row, and its last space ends the epoch at once."), at=("ra-track",), rule="draw_tile"),
            Ask(
                t("Draw a tile and see what happens."), ("draw",), at=("draw",),
                wrong={"invoke": t("You could, but draw this time: there's something to see.")},
            ),
            Others(("pass", "pass")),
            Say(t("A Ra tile! It calls an auction by itself, so you don't have to bid. Both others passed."), at=("ra-track",), holds=lambda v: v.ra_count == 7 and v.high == 0),
            Ask(
                t("One space is left: the next Ra tile ends the epoch, and unused suns win nothing. Bid for these tiles."),
                ("bid 2",),
                wrong={"pass": t("Nobody has bid against you: all this is yours for your weakest sun. The epoch may end before the next auction.")},
                otherwise=t("Nobody has bid: your weakest sun wins just as well."),
            ),
            Others(("draw",)),
            Say(t("The last space is full, so the epoch is over. Everyone has scored, and all suns are face up again. After three epochs, the most points win."), at=("epochs",), holds=lambda v: v.epoch == 2),
            Say(t("There's no auction for tiles that were still on the track: they're lost. Whoever has the highest sun begins the next epoch."), at=("ra-track",), holds=lambda v: v.track_len == 0 and v.seat == epochs.holder_of_highest_sun(v)),
        ),
    )  # fmt: skip


def _scoring(t: Translate) -> Lesson:
    return Lesson(
        "scoring", t("Scoring"), t("The river, civilisations, pharaohs, gods and gold."),
        see="scoring", players=3, seed="lesson 16",
        prepare=position(
            (box.FLOOD, box.ART), ra=7,
            me={box.NILE: 3, box.PHARAOH: 1}, left={box.PHARAOH: 3}, right={box.GOLD: 1},
        ),
        moves=("invoke", "pass", "bid 7"),
        steps=(
            Say(t("Your tiles score at the end of each epoch. You have three Niles. You keep them for good, but they only score in an epoch when you have a flood."), at=(_mine(box.NILE),), holds=lambda v: v.have[ME][box.NILE] == 3 and box.KEPT[box.NILE] == 1 and epochs.river_points(3, 0) == 0),
            Say(t("There's a flood on the track. It would score 1 itself, plus 1 for each of your Niles: 4 points."), at=("track-0",), holds=lambda v: epochs.river_points(3, 1) == 4),
            Say(t("Next to it is a civilisation tile. You have none, and having none costs 5 points. One is enough to avoid that; three different ones score 5, four 10, five 15."), at=("track-1",), holds=lambda v: epochs.different(v, ME, box.FIRST_CIVILISATION, box.LAST_CIVILISATION) == 0 and box.CIVILISATION_POINTS == (-5, 0, 0, 5, 10, 15)),
            Ask(
                t("So these two tiles are worth 9 points to you. The highest bid is 7. What do you do?"),
                ("bid 8",), at=("track-0", "track-1"),
                wrong={
                    "pass": t("If you pass, you have no flood and no civilisation: that's 9 points less."),
                    "bid 13": t("That wins, but so does the 8. The 13 is the strongest sun of all: save it."),
                },
                praise=t("9 points for two tiles!"), holds=lambda v: v.high == 7,
            ),
            Say(t("Pharaohs are compared: the most score 5, the fewest lose 2. You keep them, too. You have one, your neighbours three and none: nothing won, nothing lost."), at=(_mine(box.PHARAOH), f"have-{LEFT}-{box.PHARAOH}"), holds=lambda v: (box.MOST_PHARAOHS, box.FEWEST_PHARAOHS) == (5, -2) and epochs.pharaoh_points(v, ME) == 0 and box.KEPT[box.PHARAOH] == 1),
            Say(t("Ties count in full: two players with the most both score 5, two with the fewest both lose 2. If everyone has the same number, nobody scores or loses."), at=(_mine(box.PHARAOH),), rule="pharaoh_points", see="pharaoh-ties"),
            Others(("draw",)),
            Say(t("Ra ended the epoch: 4 points for the river, and no loss for civilisations. The log shows every category. Gods score 2 each, gold 3."), holds=lambda v: v.epoch == 2 and v.points[ME] == box.START_POINTS + 4),
            Say(t("Only pharaohs, Niles and monuments stay with you. Floods, civilisations, gods and gold have left the game."), at=(_mine(box.NILE),), holds=lambda v: [kind for kind in range(box.OWNED_KINDS) if box.KEPT[kind]] == [box.PHARAOH, box.NILE, *range(box.FIRST_MONUMENT, box.LAST_MONUMENT + 1)], see="what-stays"),
        ),
    )  # fmt: skip


def _suns(t: Translate) -> Lesson:
    return Lesson(
        "suns", t("Suns"), t("What you pay today, what you get for tomorrow."),
        see="winner", players=3, seed="lesson 1",
        prepare=position(
            (box.NILE, box.PYRAMID), centre=12, ra=4,
            suns=(((9, 3), (1, 6)), ((13, 5), (2, 8)), ((10, 4), (7, 11))),
        ),
        steps=(
            Say(t("You can only bid golden suns. The dull ones are spent and come back next epoch."), at=("sun-9", "sun-3", "sun-1", "sun-6"), rule="legal_bids"),
            Say(t("The winner pays with a sun and gets the one in the centre. It's a 12: next epoch it beats nearly everything."), at=("sun-12",), holds=lambda v: v.centre == 12),
            Ask(
                t("There are only two tiles, so the others may not care. Try to get the 12: invoke Ra."),
                ("invoke",), at=("invoke",),
                wrong={"draw": t("Every extra tile makes the lot more expensive, and the 12 with it. Invoke Ra while it's small.")},
                holds=lambda v: v.track_len == 2,
            ),
            Others(("pass", "pass")),
            Ask(
                t("Nobody bid. You called by choice, so you have to pay with a sun. Which one?"),
                ("bid 3",),
                wrong={"bid 9": t("The 9 would win, too, but so does the 3, and then you're rid of it.")},
                praise=t("You turned a 3 into a 12!"),
            ),
            Say(t("Suns score after the third epoch, too: the highest total gets 5 points, the lowest loses 5. And if points are tied, the highest single sun wins. So getting rid of low suns pays."), at=("sun-12",), holds=lambda v: v.centre == 3),
        ),
    )  # fmt: skip


def _full(t: Translate) -> Lesson:
    civilisations = (box.WRITING, box.RELIGION, box.AGRICULTURE)
    return Lesson(
        "full", t("A full track"), t("Eight tiles: nobody may draw. And all five civilisations."),
        see="full-track", players=3, seed="lesson 1",
        prepare=position(
            (*civilisations, box.FUNERAL, box.EARTHQUAKE, box.DROUGHT, box.NILE, box.NILE), ra=3,
            me={box.ART: 1, box.ASTRONOMY: 1, box.GOD: 1},
            left={box.PHARAOH: 3, box.TEMPLE: 2}, right={box.NILE: 3, box.STATUE: 2},
        ),
        steps=(
            Say(t("Eight tiles: the track is full, and nobody may draw. You can only invoke Ra or play a god."), at=("track-7",), holds=lambda v: v.track_len == box.TRACK_SPACES),
            Say(t("You have two civilisations. Three different ones score 5, four 10 and all five 15. The three you're missing are right here."), at=("track-0", "track-1", "track-2"), holds=lambda v: box.CIVILISATION_POINTS[3:] == (5, 10, 15)),
            Ask(t("How do you get all three?"), ("invoke",), otherwise=t("A god takes just one tile. You need three: invoke Ra.")),
            Others(("pass", "pass")),
            Ask(
                t("Three disasters scare the others: they passed. A full track forced you to call, so you may pass too, but then all eight tiles are lost. What do you do?"), ("bid 2",), at=("track-3", "track-4", "track-5"),
                wrong={"pass": t("Then all eight tiles are lost, and your 15 points with them. Funeral and earthquake can't hurt you: you have no pharaohs and no monuments.")},
                otherwise=t("Right to bid, but nobody bids against you: your lowest sun is enough."), praise=t("All five civilisations for a 2: that's 15 points!"),
            ),
            Say(t("The drought cost you the two Niles, and the rest found nothing to destroy. Before you fear a disaster, check what it can take from you."), at=(_mine(box.ART),), holds=lambda v: v.have[ME][box.NILE] == 0 and all(v.have[ME][kind] for kind in range(box.FIRST_CIVILISATION, box.LAST_CIVILISATION + 1))),
        ),
    )  # fmt: skip


def _last_sun(t: Translate) -> Lesson:
    return Lesson(
        "last-sun", t("The last sun"), t("Everyone passes, and an epoch that ends early."),
        see="who-must-bid", players=3, seed="lesson 9",
        prepare=position(
            (box.NILE,), ra=3, suns=(((5,), (13, 8, 2)), ((3,), (12, 9, 6)), ((), (11, 10, 7, 4))),
        ),
        steps=(
            Ask(t("You and your left neighbour have one sun each; your right neighbour has none left and sits out. Draw a tile."), ("draw",), at=("sun-5", "sun-3"), wrong={"invoke": t("Your last sun for a single Nile? Draw first.")}),
            Others(("pass",)),
            Ask(t("A Ra tile called this auction, so nobody has to bid. Your neighbour passed. Do you want the Nile?"), ("pass",), at=("track-0",), wrong={"bid 5": t("With your last sun you'd buy one Nile and sit out the rest of the epoch. Pass: the tile stays.")}, praise=t("Everyone passed, so the tile stays on the track."), holds=lambda v: v.cause == st.RA_DRAWN),
            Others(("invoke",)),
            Ask(t("Your neighbour invokes Ra and will have to bid the 3 if you pass. Your 5 would win. What do you do?"), ("pass",), at=("sun-3", "sun-5"), wrong={"bid 5": t("Then your neighbour would have the last sun and take all the rest. Let the 3 go for one Nile.")}, praise=t("Now only you have a sun, and nobody can bid against you."), rule="must_bid"),
            Ask(t("You play on alone until your sun is spent or the Ra track is full. Draw a tile."), ("draw",), at=("draw",), wrong={"invoke": t("The track is empty: there's nothing to win yet. Draw.")}, holds=lambda v: sum(v.up[LEFT]) == 0),
            Ask(t("And another one."), ("draw",), at=("draw",), wrong={"invoke": t("You could, but only Ra can stop you, and that track is far from full. Draw.")}),
            Ask(t("Now see what happens when the last sun is spent: invoke Ra."), ("invoke",), at=("invoke",), wrong={"draw": t("In a game you'd keep drawing for a while. Invoke Ra this time: there's something to see.")}, holds=lambda v: v.track_len == 2),
            Say(t("The last sun is spent, so the epoch is over, although the Ra track isn't full. Everyone has scored, and all suns are face up again."), at=("ra-track", "epochs"), holds=lambda v: v.epoch == 2),
        ),
    )  # fmt: skip


def _gods(t: Translate) -> Lesson:
    return Lesson(
        "gods", t("Gods"), t("Take one tile without an auction."),
        see="gods", players=3, seed="lesson 1",
        prepare=position(
            (box.UNREST, box.FLOOD, box.PYRAMID), ra=5,
            me={box.GOD: 2, box.NILE: 4, box.ART: 1, box.WRITING: 1, box.RELIGION: 1},
        ),
        steps=(
            Say(t("A god scores 2 points at the end of the epoch. Or, instead of drawing, it takes a tile from the track on your turn."), at=(_mine(box.GOD),), holds=lambda v: box.GOD_POINTS == 2),
            Say(t("It can take any tile, even a disaster, but never another god."), at=("track-0", "track-1", "track-2"), holds=lambda v: not turns.can_be_taken(v, box.GOD) and bool(turns.can_be_taken(v, box.UNREST))),
            Ask(
                t("You have two gods and four Niles. Take the tile that's worth most to you."),
                ("take flood",),
                wrong={
                    "take unrest": t("That's a disaster: it would cost you two civilisation tiles. A god may take it, but why would you?"),
                    "take pyramid": t("Monuments only score after the last epoch, and a first one is worth about a point. Something here is worth 5 right now."),
                    "draw": t("You could draw, but one of these tiles is worth 5 points to you right now."),
                    "invoke": t("An auction would bring the unrest with it. A god can take a single tile."),
                },
                praise=t("1 for the flood, 4 for your Niles, and no disaster. Lovely!"),
            ),
            Ask(
                t("You can play several gods in one turn. Take another tile, or end your turn?"),
                ("stop",),
                wrong={
                    "take pyramid": t("The god itself is worth 2 points, a first monument about 1. Save the god for something better."),
                    "take unrest": t("The unrest would cost you two of your three civilisation tiles, and the god as well."),
                },
                praise=t("Your god waits for a better tile, and scores 2 if none comes."),
            ),
        ),
    )  # fmt: skip


def _disasters(t: Translate) -> Lesson:
    return Lesson(
        "disasters", t("Disasters"), t("What they cost, and which tiles to give up."),
        see="disasters", players=3, seed="lesson 1",
        prepare=position(
            (box.WRITING, box.UNREST, box.GOLD, box.PHARAOH), ra=5,
            suns=(((8, 5), (13, 2)), ((12, 3), (9, 6)), ((7, 4), (11, 10))),
            me={box.ART: 3, box.RELIGION: 1},
        ),
        moves=("invoke", "pass", "bid 4"),
        steps=(
            Say(t("Whoever wins this lot gets the unrest, too. It costs two civilisation tiles, old or just won; the winner chooses which."), at=("track-1",), holds=lambda v: v.track[1] == box.UNREST and box.TILES_PER_DISASTER == 2),
            Say(t("Count before you panic. You have three arts, and duplicates score nothing."), at=(_mine(box.ART),), holds=lambda v: v.have[ME][box.ART] == 3),
            Ask(
                t("With the writing you'd have five civilisation tiles and lose two. The highest bid is 4. Do you bid?"),
                ("bid 5",), at=("track-0",),
                wrong={
                    "bid 8": t("Right to bid, but the 5 is enough."),
                    "pass": t("Count again: art, religion and writing make three different tiles for 5 points, and your two spare arts pay for the disaster. And there's gold!"),
                },
                praise=t("Now you pay for the disaster."),
                holds=lambda v: v.high == 4 and v.track[0] == box.WRITING,
            ),
            Ask(
                t("Give up two tiles, but keep three different ones. Which goes first?"),
                ("discard art",),
                otherwise=t("Then you'd lose a kind and be left with fewer than three different tiles."),
            ),
            Ask(
                t("And the second one?"), ("discard art",),
                otherwise=t("You still have two arts: give up the spare one."),
                praise=t("You still have three different civilisations: 5 points!"),
            ),
            Say(t("The others work the same way: a funeral costs two pharaohs, a drought two floods or Niles (floods first), an earthquake two monuments. You can't lose what you don't have."), holds=lambda v: v.have[ME][box.ART] == 1),
        ),
    )  # fmt: skip


def _monuments(t: Translate) -> Lesson:
    return Lesson(
        "monuments", t("Monuments"), t("They score at the end: collect many kinds, or many of a kind."),
        see="monuments", players=3, seed="lesson 1",
        prepare=position(
            (box.OBELISK, box.STATUE), ra=5, epoch=3,
            me={box.GOD: 1, box.STATUE: 2, box.TEMPLE: 1, box.ART: 1},
            left={box.PHARAOH: 1}, right={box.FORTRESS: 2},
        ),
        steps=(
            Say(t("Monuments score once, after the third epoch: 1 each for up to six different ones, 10 for seven, 15 for all eight."), at=(_mine(box.STATUE), _mine(box.TEMPLE)), holds=lambda v: box.MONUMENT_POINTS == (0, 1, 2, 3, 4, 5, 6, 10, 15)),
            Say(t("On top of that, three of a kind score 5, four 10 and five 15."), holds=lambda v: box.MONUMENT_GROUP_POINTS[3:] == (5, 10, 15)),
            Ask(
                t("It's the third epoch, and your god can take one of these two. Which is worth more?"),
                ("take statue",), at=("track-0", "track-1"),
                wrong={
                    "take obelisk": t("A third kind adds just 1 point. There's something better."),
                    "draw": t("Your god can take a monument for sure. A draw might bring Ra first."),
                    "invoke": t("You'd pay a sun for something your god can do on its own."),
                },
                praise=t("Your third statue: 5 points!"),
            ),
        ),
    )  # fmt: skip


def _calling(t: Translate) -> Lesson:
    return Lesson(
        "calling", t("When to call"), t("Wait while it's yours, call before it's theirs."),
        see="bidding", players=3, seed="lesson 1",
        prepare=position(
            (box.NILE,), ra=2,
            suns=(((8, 5), (13, 2)), ((), (12, 9, 6, 3)), ((), (11, 10, 7, 4))),
            me={box.NILE: 2},
        ),
        steps=(
            Say(t("Look at the others' suns: all spent. You play on alone, and everything on the track is yours for any sun."), at=("sun-12", "sun-11"), holds=lambda v: sum(map(sum, v.up[1:3])) == 0),
            Ask(
                t("There's one Nile on the track, and only two Ra tiles are out. Draw a tile or invoke Ra?"), ("draw",),
                wrong={"invoke": t("Nobody can bid against you. Let the track grow: only Ra can end the epoch, and that's a long way off.")},
                praise=t("Nothing to fear: nobody else can bid."),
            ),
            Ask(
                t("Again?"), ("draw",),
                wrong={"invoke": t("It's still early: six spaces on the track are empty.")},
            ),
            Say(t("With rivals it's different: after each tile you draw, they get the first chance to call. So draw while the track is poor for everyone, and call when it's good for you and nobody is sure to outbid you."), holds=lambda v: v.track_len == 3),
            Say(t("Call, too, when the others would have to pay dearly for little: a rival who spends the 13 on three tiles can't use it for seven."), rule=ADVICE),
            Say(t("And watch the Ra track: the fuller it gets, the sooner you should use your suns. That's all you need for a first game!") , at=("ra-track",), rule=ADVICE),
        ),
    )  # fmt: skip


def later_rules(t: Translate) -> tuple[LaterRule, ...]:
    return (
        LaterRule(t("Two players end an epoch with 6 Ra tiles, three with 8, four with 9 and five with 10."), t("The end of an epoch"), "setup"),
        LaterRule(t("You may invoke Ra while the track is empty, just for the sun in the centre."), t("Your turn"), "invoke"),
        LaterRule(t("Nobody's score drops below zero."), t("The end of an epoch"), "score_seat"),
        LaterRule(t("Optional rules for gods and the eighth tile."), t("Your turn"), "fill_space"),
    )  # fmt: skip


def suits_first_game(view: st.State, seat: int) -> bool:
    """Whether the learner begins, with a turn and not with an auction for hardly any tiles."""
    return view.phase == st.TURN and view.seat == seat


def coaching(t: Translate) -> tuple[Advice, ...]:
    return (
        Advice("unrest", lambda v, _: v.phase == st.UNREST_LOSS, t("Unrest! You lose two civilisation tiles. Give up duplicates first: three, four or five different ones score.")),
        Advice("earthquake", lambda v, _: v.phase == st.EARTHQUAKE_LOSS, t("An earthquake takes monuments. Keep what's on its way to three of a kind, and kinds you have only one of.")),
        Advice("more-gods", lambda v, _: v.phase == st.GOD_TURN, t("You can play another god or end your turn. A god you keep is worth 2 points this epoch.")),
        Advice("turn", lambda v, _: v.phase == st.TURN, t("Your turn: draw a tile for the track, or invoke Ra to start an auction. While the track is short, drawing is usually right. Call when the track is good for you and you can win it with a fair sun.")),
        Advice("must-bid", lambda v, seat: v.phase == st.AUCTION and v.starter == seat and v.high == 0 and v.cause == st.VOLUNTARY, t("Nobody bid against you, and since you called, you have to pay with a sun. Use your lowest.")),
        Advice("bid", lambda v, _: v.phase == st.AUCTION, t("An auction! Everyone bids once, and the winner takes the whole track. Add up what the tiles would score for you, and think about how many suns you have left. You give up the sun you pay with and get the one in the centre for the next epoch.")),
        Advice("outbid", lambda v, _: v.phase == st.AUCTION and v.high > 0, t("Someone has bid, so you need a higher sun. One just above is as good as your best, if nobody after you can top it.")),
        Advice("disaster", _has_disaster, t("There's a disaster on the track: whoever wins it loses two tiles of its kind. If you have none of those, it costs you nothing, and others may bid less.")),
        Advice("god", _can_use_god, t("You have a god! Instead of drawing, you can use it to take one tile from the track without an auction. Save it for something clearly worth more than 2 points.")),
        Advice("full", lambda v, seat: v.phase == st.TURN and v.track_len >= 6 and any(sum(v.up[other]) for other in range(v.players) if other != seat), t("The track is nearly full. Whoever draws the eighth tile leaves the next player unable to draw: they have to invoke Ra or play a god. Think about who that will be.")),
        Advice("end", lambda v, _: box.RA_LIMIT[v.players] - v.ra_count <= 2, t("The Ra track is nearly full: any draw may end the epoch, and unused suns win nothing. Settle for less now.")),
        Advice("last-sun", lambda v, seat: sum(v.up[seat]) == 1 and v.phase in (st.TURN, st.AUCTION), t("You have one sun left. Once it's spent, you sit out until the epoch ends, so make it count.")),
        Advice("last-epoch", lambda v, _: v.epoch == box.EPOCHS, t("The last epoch! Now monuments score, and so does your total of suns: 5 points for the highest, −5 for the lowest. A high sun in the centre is a prize in itself.")),
    )  # fmt: skip


def _has_disaster(view: st.State, seat: int) -> bool:
    lying = view.track[: view.track_len]
    return view.phase in (st.TURN, st.AUCTION) and any(kind >= box.FIRST_DISASTER for kind in lying)


def _can_use_god(view: st.State, seat: int) -> bool:
    lying = view.track[: view.track_len]
    return (
        view.phase == st.TURN
        and view.have[seat][box.GOD] > 0
        and any(turns.can_be_taken(view, kind) for kind in lying)
    )
