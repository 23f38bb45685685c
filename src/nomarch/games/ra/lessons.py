"""How Ra is learnt: lessons from the first tile to the art of calling, and a coach's words."""

from nomarch.games.ra.positions import LEFT, ME, position
from nomarch.games.ra.rules import box, st, turns
from nomarch.kernel.lessons import Advice, Ask, Lesson, Others, Say, Translate


def _mine(kind: int) -> str:
    """The learner's tiles of a kind, as the drawing names them."""
    return f"have-{ME}-{kind}"


def lessons(t: Translate) -> tuple[Lesson, ...]:
    """The lessons, from the first idea to good play."""
    return (
        _track(t), _ra(t), _scoring(t), _suns(t), _gods(t), _disasters(t), _monuments(t), _calling(t),
    )  # fmt: skip


def _track(t: Translate) -> Lesson:
    return Lesson(
        "track", t("The track"), t("Draw tiles, call an auction, take everything."),
        players=3, seed="lesson 0", prepare=position((box.PHARAOH,)),
        steps=(
            Say(t("Ra is played for tiles. They lie on this track until somebody wins them: all of them at once."), at=("track-0",)),
            Ask(
                t("It is your turn. Draw a tile from the bag."), ("draw",), at=("draw",),
                wrong={"invoke": t("That would call an auction, for a single tile. Draw first: the more lies there, the more there is to win.")},
            ),
            Others(("draw", "draw")),
            Say(t("Your tile joined the track, then the others drew. Four tiles are worth a fight."), at=("track-1", "track-2", "track-3"), holds=lambda v: v.track_len == 4),
            Ask(
                t("Call an auction: invoke Ra."), ("invoke",), at=("invoke",),
                wrong={"draw": t("You could, but every tile you add is one that another may take. Invoke Ra now.")},
            ),
            Others(("bid 3", "pass")),
            Ask(
                t("In an auction everybody bids once, and whoever called it comes last. The highest bid is 3. Bid just enough to win."),
                ("bid 5",), at=("sun-3",),
                wrong={
                    "pass": t("Then your neighbour takes all four tiles for a 3. You can do better."),
                    "bid 8": t("That wins as well, but your 5 is enough; keep the 8 for a harder fight."),
                    "bid 13": t("That wins as well, but the 13 is your strongest sun; a 5 is enough here."),
                },
                praise=t("All the tiles are yours."),
            ),
            Say(t("Your 5 lies in the centre now, and you got the 1 that lay there. It stays face down until the next epoch: in each epoch you can win as many auctions as you have suns face up."), at=("sun-5", "sun-1"), holds=lambda v: v.centre == 5),
        ),
    )  # fmt: skip


def _ra(t: Translate) -> Lesson:
    return Lesson(
        "ra", t("The sun god"), t("Ra tiles call auctions, and end the epoch."),
        players=3, seed="lesson 42", prepare=position((box.PHARAOH, box.GOLD, box.GOD), ra=6),
        steps=(
            Say(t("Ra tiles do not join the auction. They fill this row, and its last space ends the epoch at once."), at=("ra-track",)),
            Ask(
                t("Draw a tile, and see what comes."), ("draw",), at=("draw",),
                wrong={"invoke": t("That is allowed, but draw this time: there is something to see.")},
            ),
            Others(("pass", "pass")),
            Say(t("A Ra tile. It calls an auction by itself, so you do not have to bid. Both others passed."), at=("ra-track",), holds=lambda v: v.ra_count == 7 and v.high == 0),
            Ask(
                t("One space is left: the next Ra tile ends the epoch, and suns that were not used win nothing. Bid for these tiles."),
                ("bid 2",),
                wrong={"pass": t("Nobody has bid against you: for your weakest sun all this is yours. The epoch may be over before there is another auction.")},
                otherwise=t("Nobody has bid: your weakest sun wins just as well."),
            ),
            Others(("draw",)),
            Say(t("The last space is full: the epoch is over. Every display was scored, and all suns lie face up again. After three epochs the most points win."), at=("epochs",), holds=lambda v: v.epoch == 2),
        ),
    )  # fmt: skip


def _scoring(t: Translate) -> Lesson:
    return Lesson(
        "scoring", t("What scores"), t("The river, civilisations, pharaohs, gods and gold."),
        players=3, seed="lesson 16",
        prepare=position(
            (box.FLOOD, box.ART), ra=7,
            me={box.NILE: 3, box.PHARAOH: 1}, left={box.PHARAOH: 3}, right={box.GOLD: 1},
        ),
        moves=("invoke", "pass", "bid 7"),
        steps=(
            Say(t("At the end of each epoch your display scores. You have three Niles. They last for ever, but score only in an epoch in which you have a flood."), at=(_mine(box.NILE),)),
            Say(t("A flood lies on the track. It would score 1 itself, and 1 for each of your Niles: 4 points."), at=("track-0",)),
            Say(t("Beside it lies a civilisation tile. You have none, and having none costs 5 points. One is enough to be spared; three different ones score 5."), at=("track-1",)),
            Ask(
                t("So these two tiles are worth 9 points to you. The highest bid is 7. What do you do?"),
                ("bid 8",), at=("track-0", "track-1"),
                wrong={
                    "pass": t("Passing leaves you without a flood and without any civilisation: 9 points less."),
                    "bid 13": t("It wins, but so does the 8. The 13 is the strongest sun of all; save it."),
                },
                praise=t("9 points for two tiles."),
            ),
            Say(t("Pharaohs are compared: whoever has most scores 5, whoever has fewest loses 2. They last as well. You have one, your neighbours three and none: nothing for you, but no loss either."), at=(_mine(box.PHARAOH), f"have-{LEFT}-{box.PHARAOH}")),
            Others(("draw",)),
            Say(t("Ra ended the epoch: 4 points for the river and no loss for civilisations. Look at the log: every category is told there. Gods score 2 each, gold 3."), holds=lambda v: v.epoch == 2 and v.points[ME] == box.START_POINTS + 4),
        ),
    )  # fmt: skip


def _suns(t: Translate) -> Lesson:
    return Lesson(
        "suns", t("Suns"), t("What you pay today, and what you get for tomorrow."),
        players=3, seed="lesson 1",
        prepare=position(
            (box.NILE, box.PYRAMID), centre=12, ra=4,
            suns=(((9, 3), (1, 6)), ((13, 5), (2, 8)), ((10, 4), (7, 11))),
        ),
        steps=(
            Say(t("You bid with golden suns only. The dull ones were spent: they come back in the next epoch."), at=("sun-9", "sun-3", "sun-1", "sun-6")),
            Say(t("Whoever wins pays with a sun and gets the one in the centre. A 12 lies there: next epoch it beats nearly everything."), at=("sun-12",)),
            Ask(
                t("Only two tiles lie there, so the others may not care for them. Try to get the 12: invoke Ra."),
                ("invoke",), at=("invoke",),
                wrong={"draw": t("Every further tile makes the lot dearer, and the 12 with it. Invoke Ra while it is small.")},
            ),
            Others(("pass", "pass")),
            Ask(
                t("Nobody bid. You called of your own will, so you have to pay with a sun. Which one?"),
                ("bid 3",),
                wrong={"bid 9": t("The 9 would win as well, but so does the 3, and you are rid of it for good.")},
                praise=t("A 3 became a 12."),
            ),
            Say(t("After the third epoch suns score, too: the highest sum gets 5 points, the lowest loses 5. Getting rid of low suns pays twice."), at=("sun-12",), holds=lambda v: v.centre == 3),
        ),
    )  # fmt: skip


def _gods(t: Translate) -> Lesson:
    return Lesson(
        "gods", t("Gods"), t("Take one tile without an auction."),
        players=3, seed="lesson 1",
        prepare=position(
            (box.UNREST, box.FLOOD, box.PYRAMID), ra=5,
            me={box.GOD: 2, box.NILE: 4, box.ART: 1, box.WRITING: 1, box.RELIGION: 1},
        ),
        steps=(
            Say(t("A god scores 2 points at the end of the epoch, or takes a tile of the track on your turn, instead of drawing."), at=(_mine(box.GOD),)),
            Ask(
                t("You have two gods and four Niles. Take the tile that is worth most to you."),
                ("take flood",),
                wrong={
                    "take unrest": t("That is a disaster: it would cost you two civilisation tiles. A god may take it, but why?"),
                    "take pyramid": t("A monument scores only after the last epoch, a first one about a point. Something here is worth 5 now."),
                    "draw": t("You could draw, but one of these tiles is worth 5 points to you at once."),
                    "invoke": t("An auction would bring the unrest with it. Your gods can take a tile alone."),
                },
                praise=t("1 for the flood and 4 for the Niles, and no disaster."),
            ),
            Ask(
                t("Gods may be played one after the other. Take another tile, or end your turn?"),
                ("stop",),
                wrong={
                    "take pyramid": t("The god itself is worth 2 points, a first monument about 1. Keep the god for something better."),
                    "take unrest": t("Unrest would cost you two of your three civilisation tiles, and the god as well."),
                },
                praise=t("The god waits for a better tile, and scores 2 if none comes."),
            ),
        ),
    )  # fmt: skip


def _disasters(t: Translate) -> Lesson:
    return Lesson(
        "disasters", t("Disasters"), t("What they cost, and which tiles to give up."),
        players=3, seed="lesson 1",
        prepare=position(
            (box.WRITING, box.UNREST, box.GOLD, box.PHARAOH), ra=5,
            suns=(((8, 5), (13, 2)), ((12, 3), (9, 6)), ((7, 4), (11, 10))),
            me={box.ART: 3, box.RELIGION: 1},
        ),
        moves=("invoke", "pass", "bid 4"),
        steps=(
            Say(t("Whoever wins this lot gets the unrest, too: it costs two civilisation tiles, old or new, of the loser's choice."), at=("track-1",)),
            Say(t("Do not be afraid before you have counted. You have art three times, and doubles score nothing."), at=(_mine(box.ART),)),
            Ask(
                t("With the writing you would have five civilisation tiles; two of them go. The highest bid is 4. Bid?"),
                ("bid 5",), at=("track-0",),
                wrong={
                    "bid 8": t("Right to bid, but a 5 is enough."),
                    "pass": t("Count again: art, religion and writing make three different tiles, 5 points, and the two spare arts pay for the disaster. And there is gold."),
                },
                praise=t("Now pay for the disaster."),
            ),
            Ask(
                t("Give up two tiles so that three different ones stay. Which goes first?"),
                ("discard art",),
                otherwise=t("Then a kind is gone: you would be left with fewer than three different tiles."),
            ),
            Ask(
                t("And the second?"), ("discard art",),
                otherwise=t("You still have art twice: give up the double."),
                praise=t("Three different civilisations stay: 5 points."),
            ),
            Say(t("The others work alike: a funeral costs two pharaohs, a drought two floods or Niles, floods first, an earthquake two monuments. What you do not have you cannot lose."), holds=lambda v: v.have[ME][box.ART] == 1),
        ),
    )  # fmt: skip


def _monuments(t: Translate) -> Lesson:
    return Lesson(
        "monuments", t("Monuments"), t("Kept for the end: many kinds, or many of a kind."),
        players=3, seed="lesson 1",
        prepare=position(
            (box.OBELISK, box.STATUE), ra=5, epoch=3,
            me={box.GOD: 1, box.STATUE: 2, box.TEMPLE: 1, box.ART: 1},
            left={box.PHARAOH: 1}, right={box.FORTRESS: 2},
        ),
        steps=(
            Say(t("Monuments score once, after the third epoch. Up to six different ones are worth 1 each, seven 10 and all eight 15."), at=(_mine(box.STATUE), _mine(box.TEMPLE))),
            Say(t("Besides, three of a kind score 5, four 10 and five 15.")),
            Ask(
                t("This is the third epoch, and your god can take one of the two. Which is worth more?"),
                ("take statue",), at=("track-0", "track-1"),
                wrong={
                    "take obelisk": t("A third kind is 1 point more. There is something better."),
                    "draw": t("Your god can take a monument for sure now; a draw may bring Ra first."),
                    "invoke": t("You would have to pay a sun for what your god can do alone."),
                },
                praise=t("The third statue: 5 points."),
            ),
        ),
    )  # fmt: skip


def _calling(t: Translate) -> Lesson:
    return Lesson(
        "calling", t("When to call"), t("Wait while it is yours, call before it is theirs."),
        players=3, seed="lesson 1",
        prepare=position(
            (box.NILE,), ra=2,
            suns=(((8, 5), (13, 2)), ((), (12, 9, 6, 3)), ((), (11, 10, 7, 4))),
            me={box.NILE: 2},
        ),
        steps=(
            Say(t("Look at the others' suns: all are spent. You play on alone, and whatever lies on the track is yours for any sun."), at=("sun-12", "sun-11")),
            Ask(
                t("One Nile lies there, and only two Ra tiles are out. Draw or invoke?"), ("draw",),
                wrong={"invoke": t("Nobody can bid against you. Let the track grow; only Ra can end the epoch, and that is far off.")},
                praise=t("Nothing to fear: nobody else can bid."),
            ),
            Ask(
                t("Again?"), ("draw",),
                wrong={"invoke": t("It is still early: six spaces of the track are empty.")},
            ),
            Say(t("With rivals it is otherwise. Each tile you draw is offered to them first. So draw while the track is poor for all, and call when it is good for you and nobody is sure to outbid you."), holds=lambda v: v.track_len == 3),
            Say(t("Call as well when the others must pay dearly for little: a rival who spends the 13 on three tiles cannot use it for seven.")),
            Say(t("And watch the Ra track: the fuller it is, the sooner a sun has to be used. That is all you need for a first game.") , at=("ra-track",)),
        ),
    )  # fmt: skip


def coaching(t: Translate) -> tuple[Advice, ...]:
    """What a coach says in a first game; of several that fit, the first not said yet."""
    return (
        Advice("unrest", lambda v, _: v.phase == st.UNREST_LOSS, t("Unrest took hold: two civilisation tiles go. Give up doubles first; three, four or five different ones are what scores.")),
        Advice("earthquake", lambda v, _: v.phase == st.EARTHQUAKE_LOSS, t("An earthquake takes monuments. Keep what is on its way to three of a kind, and kinds that you have once.")),
        Advice("more-gods", lambda v, _: v.phase == st.GOD_TURN, t("You may play another god, or end your turn. A god you keep is worth 2 points this epoch.")),
        Advice("turn", lambda v, _: v.phase == st.TURN, t("Your turn: draw a tile for the track, or call an auction by invoking Ra. While little lies there, drawing is the usual choice. Call when the track is good for you and you can win it with a fair sun.")),
        Advice("must-bid", lambda v, seat: v.phase == st.AUCTION and v.starter == seat and v.high == 0 and v.cause == st.VOLUNTARY, t("Nobody bid against you, and you called: you pay with a sun in any case. Take the lowest.")),
        Advice("bid", lambda v, _: v.phase == st.AUCTION, t("An auction: everybody bids once, and the winner takes the whole track. Add up what the tiles would score for you, and think of how many suns you have left. The sun you pay is lost, the one in the centre comes in its place for the next epoch.")),
        Advice("outbid", lambda v, _: v.phase == st.AUCTION and v.high > 0, t("Somebody has bid. You need a higher sun, and one just above is as good as your best, if nobody after you can top it.")),
        Advice("disaster", _has_disaster, t("A disaster lies on the track: whoever wins loses two tiles of its kind. If you have none of them, it costs you nothing, and others may bid less.")),
        Advice("god", _can_use_god, t("You have a god: instead of drawing it may take one tile of the track for you, without an auction. Do it for what is worth clearly more than 2 points.")),
        Advice("full", lambda v, _: v.phase == st.TURN and v.track_len >= 6, t("The track is nearly full. Whoever draws the eighth tile leaves a full track to the next player, who has to call: think of who that is.")),
        Advice("end", lambda v, _: box.RA_LIMIT[v.players] - v.ra_count <= 2, t("The Ra track is nearly full: the epoch may end with any draw, and suns that are not used win nothing. Be content with less now.")),
        Advice("last-sun", lambda v, seat: sum(v.up[seat]) == 1 and v.phase in (st.TURN, st.AUCTION), t("You have one sun left. When it is spent you watch until the epoch ends, so make it count.")),
        Advice("last-epoch", lambda v, _: v.epoch == box.EPOCHS, t("The last epoch: now monuments score, and so does the sum of your suns, 5 points for the highest and 5 less for the lowest. High suns in the centre are prizes.")),
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
