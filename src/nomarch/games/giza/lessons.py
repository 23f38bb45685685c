"""How Giza is learnt: lessons from the first stone to the right end, and a coach's words."""

from nomarch.games.giza.positions import KHUFU, LEFT, ME, OPTIONS, RIGHT, SPHINX, position, tile_of
from nomarch.games.giza.rules import act, box, ending, st, tiles
from nomarch.kernel.lessons import Advice, Ask, Holds, Lesson, Others, Say, Translate


def _worth(seat: int, site: int, points: int) -> Holds[st.State]:
    """Whether a stack that the learner may look through scores so much."""
    return lambda view: bool(ending.site_points(view, seat, site) == points)


def _shows(seat: int, site: int, tile: str) -> Holds[st.State]:
    """Whether a stack shows a tile."""
    return lambda view: bool(tiles.top(view, seat, site) == tile_of(tile))


def _is_over(view: st.State) -> bool:
    return view.seat == st.NO_SEAT


def _won(view: st.State) -> bool:
    return _is_over(view) and bool(ending.place(view, ME) == 1)


def lessons(t: Translate) -> tuple[Lesson, ...]:
    """The lessons, from the first idea to good play."""
    return (
        _building(t), _spoiling(t), _covering(t), _hand(t), _sphinx(t), _scarabs(t), _ending(t),
        _counting(t),
    )  # fmt: skip


def _building(t: Translate) -> Lesson:
    keep = t("You may discard tiles, but here is something better to do with your turn.")
    theirs = t("That is another's board: the points would be theirs.")
    return Lesson(
        "building", t("Building"), t("Stones, treasures, and why to begin with a 5."),
        players=3, options=OPTIONS, prepare=position("5 3 5t 2", others=("4 4 2 3t", "3 3 2 4t")),
        steps=(
            Say(t("Here you build three pyramids, and a sphinx beside them. At the end every tile on your board counts the number it shows."), at=("site-0-0", "site-0-1", "site-0-2")),
            Ask(
                t("A stone may begin a pyramid. Play the 5."), ("play stone+5",), at=("hand-0",),
                wrong={
                    "play stone+3": t("It could stand there, but on a 3 only a 2 and a 1 fit. Begin high, so that there is room above."),
                    "play stone+2": t("It could stand there, but on a 2 only a 1 fits. Begin high, so that there is room above."),
                },
                otherwise=keep,
            ),
            Ask(
                t("Now show where it goes: on Khufu, your first site."), ("on 0 khufu",), at=("site-0-0",),
                wrong={
                    "on 0 khafre": t("That would be just as good. Take Khufu this time, so that we speak of the same pyramid."),
                    "on 0 menkaure": t("That would be just as good. Take Khufu this time, so that we speak of the same pyramid."),
                },
                otherwise=theirs, praise=t("5 points, and a new tile came into your hand."),
            ),
            Others(("play stone+4", "on 1 khufu", "play stone+3", "on 2 khufu")),
            Ask(
                t("A treasure goes on a stone of exactly its number, and counts as much again. You have the treasure 5: play it."),
                ("play treasure+5",), at=("hand-2", "site-0-0"),
                wrong={
                    "play stone+3": t("A 3 fits on your 5, but then the treasure 5 does not any more: it needs the 5 on top."),
                    "play stone+2": t("A 2 fits on your 5, but then the treasure 5 does not any more: it needs the 5 on top."),
                },
                otherwise=keep,
            ),
            Ask(t("Your 5 is the only stone of that number."), ("on 0 khufu",)),
            Others(("play stone+4", "on 1 khafre", "play stone+3", "on 2 khafre")),
            Ask(
                t("10 points. On top goes any smaller number, also with a gap. Which of your old stones do you play now?"),
                ("play stone+3",), at=("hand-1", "hand-3"), holds=_worth(ME, KHUFU, 10),
                wrong={"play stone+2": t("Then the 3 has no place above it any more. Small steps bring more points.")},
                otherwise=t("Play one of the two stones that you have had from the beginning."),
            ),
            Ask(
                t("And where?"), ("on 0 khufu",),
                wrong={
                    "on 0 khafre": t("It may begin a new pyramid, but leaves little room above. Wait for a 5 or a 4 there."),
                    "on 0 menkaure": t("It may begin a new pyramid, but leaves little room above. Wait for a 5 or a 4 there."),
                },
                otherwise=theirs,
            ),
            Say(t("13 points. The 2 may follow, then a 1: nothing is built on a 1, so it completes the pyramid."), at=("site-0-0",), holds=_worth(ME, KHUFU, 13)),
        ),
    )  # fmt: skip


def _spoiling(t: Translate) -> Lesson:
    keep = t("You may discard, but a bad stone is a gift for somebody. Play it.")
    return Lesson(
        "spoiling", t("Spoiling"), t("Bad stones are for the others."),
        players=3, options=OPTIONS,
        prepare=position(
            "-5 -3 3t 2t", mine=("5 5t", "", "", ""), left=("5 5t 4", "", "4 2", ""), right=("3", "", "2", ""),
            others=("3 2 1 2", "5 4 3t 2t"),
        ),
        steps=(
            Say(t("Two of your stones are bad: they count against the board on which they lie. They are built as all stones are, and you may play on any board."), at=("hand-0", "hand-1")),
            Ask(
                t("Nothing is higher than a 5, so the bad 5 fits on empty sites only, and those soon get rare. Play it."), ("play stone-5",), at=("hand-0",),
                wrong={"play stone-3": t("Its time will come, it fits on every 4 and 5. The bad 5 needs an empty site: play it first.")},
                otherwise=keep,
            ),
            Ask(
                t("Your left neighbour is ahead. Which site?"), ("on 1 khafre",), at=("site-1-1",),
                wrong={
                    "on 0 khafre": t("Your own? That would cost you 5 points."),
                    "on 0 menkaure": t("Your own? That would cost you 5 points."),
                    "on 2 khafre": t("It would hurt there as much, but this neighbour has the fewest points of all."),
                },
                praise=t("5 points less, and a good 5 has no place there any more."),
            ),
            Others(("play stone+1", "on 1 menkaure", "play stone+5", "on 2 khafre")),
            Ask(
                t("Look at your left neighbour's Khufu: a 4 is on top, so a 3 could follow. Let it be yours."),
                ("play stone-3",), at=("site-1-0", "hand-1"), holds=_shows(LEFT, KHUFU, "4"), otherwise=keep,
            ),
            Ask(
                t("Play it on that pyramid."), ("on 1 khufu",), at=("site-1-0",),
                wrong={f"on 0 {site}": t("That is your own board: you would lose 3 points.") for site in ("khufu", "khafre", "menkaure")},
                otherwise=t("It fits there, too. But on Khufu it takes the room of a good 3 from the highest pyramid of the one who is ahead."),
                praise=t("3 points less, and no good 3 can follow there: the numbers have passed it."),
            ),
            Say(t("Among several players, spoil the one who seems to be ahead: what hurts the last helps you little."), at=("site-1-0", "site-1-1"), holds=_shows(LEFT, KHUFU, "-3")),
        ),
    )  # fmt: skip


def _covering(t: Translate) -> Lesson:
    return Lesson(
        "covering", t("Covering"), t("A 1 closes a pyramid, a demolition opens it again."),
        players=3, seed="lesson 9", options=OPTIONS,
        prepare=position(
            "-1 5t 3t 2t", mine=("5 5t 4", "", "", ""), left=("5 5t 4", "4 2", "5 2", ""), right=("4 1", "3 2", "4 2", ""),
            others=("-1 3 2 3", "1 3 2 3"),
        ),
        steps=(
            Say(t("Nothing is ever built on a 1. So a 1 is the last stone of a pyramid, at whatever height it lies."), at=("hand-0",)),
            Ask(
                t("Your left neighbour's Khufu shows a 4 and is still growing. Close it: play the bad 1."),
                ("play stone-1",), at=("site-1-0",), holds=_shows(LEFT, KHUFU, "4"),
                otherwise=t("You could, but the bad 1 can do much harm now. Play it."),
            ),
            Ask(
                t("On which pyramid?"), ("on 1 khufu",),
                wrong={
                    "on 0 khufu": t("That is yours: you would close it yourself."),
                    "on 0 khafre": t("Your own site? Nothing could be built there any more."),
                    "on 0 menkaure": t("Your own site? Nothing could be built there any more."),
                },
                otherwise=t("On a 2 hardly anything could follow anyway. Close a pyramid that promises more: one with a 4 on top."),
                praise=t("It costs 1 point only, but neither 3 nor 2 nor any treasure will follow."),
            ),
            Others(("play stone-1", "on 0 khufu", "play stone+1", "on 2 khafre")),
            Ask(
                t("That was the revenge: a bad 1 on your Khufu. But luck is with you, look at what you have drawn. Which tile helps?"),
                ("play demolition",), at=("site-0-0", "hand-0"), holds=lambda v: _shows(ME, KHUFU, "-1")(v) and v.hand[ME][0] == box.DEMOLITION,
                otherwise=t("Your Khufu stays closed with that. A demolition takes the top tile of any stack out of the game."),
            ),
            Ask(
                t("Where?"), ("on 0 khufu",),
                wrong={"on 1 khufu": t("That would reopen the pyramid that you have just closed.")},
                otherwise=t("That takes a point or two from a neighbour, but your own pyramid stays closed."),
                praise=t("The bad 1 is gone, and the 4 is on top again."),
            ),
            Say(t("Others may see only the top of your stacks, and you only theirs. Remember what lies below a 1: sometimes it is worth a demolition."), at=("site-0-0", "site-1-0"), holds=_shows(ME, KHUFU, "4")),
        ),
    )  # fmt: skip


def _hand(t: Translate) -> Lesson:
    keep = t("Keep the body: once a base lies on your sphinx site, it is worth 10 points.")
    return Lesson(
        "hand", t("A better hand"), t("Discard what has no place."),
        players=3, options=OPTIONS,
        prepare=position(
            "5t 4t 3t body", mine=("5 4 2", "5 3 2", "4 2", ""), left=("5 2", "4 1", "3 2", ""),
            right=("5 1", "4 2", "5 3 1", ""), others=("5 4 3 3", "5 4 3 1"),
        ),
        steps=(
            Say(t("Numbers only fall. Nowhere on the table is a 5, a 4 or a 3 on top, and no pyramid site is empty: your three treasures fit nowhere."), at=("hand-0", "hand-1", "hand-2"), holds=_no_place_for_treasures),
            Ask(
                t("Instead of playing you may discard one to four tiles, and draw as many new ones. Mark a tile that should go."),
                _discards_treasure, wrong={"discard sphinx-body": keep}, at=("discard-0", "discard-1", "discard-2"),
            ),
            Ask(
                t("Discarding is your whole turn, so let go of everything that is useless. Mark another one."),
                _discards_treasure, wrong={"discard sphinx-body": keep, "done": t("You could, but two useless tiles would stay in your hand.")},
            ),
            Ask(
                t("And one more?"),
                _discards_treasure, wrong={"discard sphinx-body": keep, "done": t("The third treasure fits nowhere either. Let it go as well.")},
            ),
            Ask(t("Now discard the three."), ("done",), wrong={"discard sphinx-body": keep}, at=("done",), praise=t("Three new tiles.")),
            Say(t("Every tile drawn shortens this pile. When its last tile is drawn the game is over at once, so whoever is ahead may discard many to hurry."), at=("pile",), holds=lambda v: v.gone[tile_of("5t")] == 1),
        ),
    )  # fmt: skip


def _no_place_for_treasures(view: st.State) -> bool:
    tops = [tiles.top(view, seat, site) for seat in range(3) for site in range(box.PYRAMIDS)]
    return all(tile != st.NO_TILE and box.NUMBERS[tile] < 3 for tile in tops)


def _discards_treasure(view: st.State, action: int) -> bool:
    return act.DISCARD.has(action) and act.DISCARD.tile(action) != box.SPHINX_BODY


def _sphinx(t: Translate) -> Lesson:
    keep = t("The sphinx can bring you 20 points: keep its parts, and begin.")
    return Lesson(
        "sphinx", t("The sphinx"), t("A base costs, body and head pay."),
        players=3, seed="lesson 14", options=OPTIONS,
        prepare=position(
            "base base body 2t", mine=("5", "", "", ""), left=("4", "", "", ""), right=("4", "", "", ""),
            others=("3 2 2 1", "3 2 2 1"), gone="body",
        ),
        steps=(
            Say(t("A sphinx stands on its own site. The base costs 5 points, the body brings 10, the head 15: 20 in all."), at=("site-0-3",)),
            Ask(t("You have two bases and a body. Play a base."), ("play sphinx-base",), at=("hand-0", "hand-1"), otherwise=keep),
            Ask(
                t("Where?"), ("on 0 sphinx",),
                otherwise=t("It would cost your neighbour 5 points. A good idea for the second base; the first one carries your body."),
            ),
            Others(("play stone+3", "on 1 khufu", "play stone+3", "on 2 khufu")),
            Ask(
                t("The base costs you 5 points, but not for long: play the body."), ("play sphinx-body",), at=("hand-2",), holds=_worth(ME, SPHINX, -5),
                wrong={"play sphinx-base": t("Later. Somebody could cover your own base with a scarab: first the body.")},
                otherwise=keep,
            ),
            Ask(t("It fits on a base only, and yours is the only one."), ("on 0 sphinx",)),
            Others(("play stone+2", "on 1 khufu", "play stone+2", "on 2 khufu")),
            Ask(
                t("Now the other base. There are two bodies: one lies on your board, the other has left the game. What is the base good for?"),
                ("play sphinx-base",), at=("site-0-3",), holds=lambda v: v.gone[box.SPHINX_BODY] == 1 and _worth(ME, SPHINX, 5)(v),
                otherwise=t("Think of the base: there is no body that could follow it."),
            ),
            Ask(t("Give it away!"), ("on 1 sphinx", "on 2 sphinx"), praise=t("5 points less for your neighbour, and no body to make up for it.")),
            Say(t("Your sphinx waits for the only head. If it does not come, you have 5 points all the same."), at=("site-0-3",), holds=_worth(ME, SPHINX, 5)),
        ),
    )  # fmt: skip


def _scarabs(t: Translate) -> Lesson:
    first = t(
        "The head in your hand is worth 15 points, and waits for the scarab to go. Take it off first."
    )
    return Lesson(
        "scarabs", t("Scarabs"), t("They cover everything, and cost a turn."),
        players=3, options=OPTIONS,
        prepare=position(
            "head scarab 3t 2t", mine=("5 4", "", "", "base body scarab"), left=("5 5t 4", "", "", "base"), right=("4", "", "", ""),
            others=("3 2 2 1", "3 2 2 1"),
        ),
        steps=(
            Say(t("Somebody has put a scarab on your sphinx. What lies below still counts, but nothing can be built on it."), at=("site-0-3",), holds=_shows(ME, SPHINX, "scarab")),
            Ask(
                t("Instead of playing a tile you may take a scarab off your own board. It is your whole turn, and you draw nothing. You hold the head: is it worth it?"),
                ("remove sphinx",), at=("site-0-3", "hand-0"), otherwise=first,
                praise=t("The way is free for the head."),
            ),
            Others(("play stone+3", "on 1 khufu", "play stone+3", "on 2 khufu")),
            Ask(t("Now play the head."), ("play sphinx-head",), at=("hand-0",), otherwise=t("Not before the head is in its place: nobody knows what comes.")),
            Ask(t("Set it on your sphinx."), ("on 0 sphinx",), praise=t("A whole sphinx: 20 points.")),
            Others(("play stone+2", "on 1 khafre", "play stone+2", "on 2 khafre")),
            Ask(
                t("You have a scarab of your own. It may be played on every site and stack of the table. Play it."),
                ("play scarab",), at=("hand-1",), otherwise=t("You could, but first see what your scarab does to others."),
                holds=_worth(ME, SPHINX, 20),
            ),
            Ask(
                t("A scarab hurts where much could still be built. Your left neighbour has begun a sphinx: its base costs 5 until a body comes."),
                ("on 1 sphinx",), at=("site-1-3",),
                otherwise=t("There it hurts less: a body would bring your left neighbour 10 points. Keep it away."),
                praise=t("No body comes there before the scarab is gone."),
            ),
            Others(("remove sphinx", "play stone+2", "on 2 menkaure")),
            Say(t("Your neighbour has spent a turn and drawn nothing: that is what a scarab is worth. A demolition takes one off, too, and is a normal turn."), at=("site-1-3",), holds=_shows(LEFT, SPHINX, "base")),
        ),
    )  # fmt: skip


def _ending(t: Translate) -> Lesson:
    return Lesson(
        "ending", t("The end"), t("Three pyramids with a 1 on top end the game at once."),
        players=3, options=OPTIONS,
        prepare=position(
            "1 -2 4t 3t", mine=("5 5t 4 3 1", "5 4 2 1", "5 3 2", ""), left=("5 4 2", "5 3", "4 2", ""), right=("5 2", "4 3", "5", ""),
            others=("3 3 2 1", "3 3t 2t 1"),
        ),
        steps=(
            Say(t("Two of your pyramids have a 1 on top: they are complete, as the small golden pyramids beside your name show."), at=("site-0-0", "site-0-1"), holds=lambda v: bool(_peaks(v, ME) == 2)),
            Say(t("When all three are complete the game ends at once, before anybody draws. So the question is not whether you can, but whether you are ahead."), at=("site-0-2",)),
            Ask(
                t("Your board is worth 40 points. Of the others you see only the tops, but beside their names stands what such boards are worth on average: much less. Play the 1."),
                ("play stone+1",), at=("hand-0",), holds=lambda v: bool(ending.board_points(v, ME) == 40),
                wrong={"play stone-2": t("It would spoil something, but then the others have their turns. You are ahead now.")},
                otherwise=t("You could win in this turn. Waiting gives the others time."),
            ),
            Ask(
                t("And where?"), ("on 0 menkaure",),
                otherwise=t("It would close a pyramid of another, but the game would go on. Your third pyramid ends it."),
            ),
            Say(t("The game is over. Everything on the boards counted, tiles in hand did not, and you have won. Between equals the treasures decide."), holds=_won),
        ),
    )  # fmt: skip


def _peaks(view: st.State, seat: int) -> int:
    return sum(ending.is_peak(tiles.top(view, seat, site)) for site in range(box.PYRAMIDS))


def _counting(t: Translate) -> Lesson:
    return Lesson(
        "counting", t("Counting"), t("Hold the end up when behind, bring it about when ahead."),
        players=3, options=OPTIONS,
        prepare=position(
            "-1 scarab demolition 2t", mine=("5 5t 4 4t 3", "5 4 3 3t", "5 4", "base body"), left=("2 1", "4 1", "5 3", ""), right=("5 2", "4 3", "2", ""),
            others=("1 2 2 3", "3 2 2 1"),
        ),
        steps=(
            Say(t("Your left neighbour needs one more 1, and then the game is over. If you were behind, you would put a scarab on one of the 1s: hidden, it does not count, and the game goes on."), at=("site-1-0", "site-1-1"), holds=lambda v: bool(_peaks(v, LEFT) == 2)),
            Say(t("But count first. Your four stacks are worth 50 points. Those of the others are low: two tiles at most, and small numbers on top."), at=("site-0-0", "site-1-2"), holds=lambda v: bool(ending.board_points(v, ME) == 50) and max(v.height[LEFT] + v.height[RIGHT]) == 2),
            Ask(
                t("So the end suits you now, and you may build on any board. Which tile ends the game?"),
                ("play stone-1",), at=("hand-0",),
                wrong={
                    "play scarab": t("That would hold the end up. But you are ahead: why wait?"),
                    "play demolition": t("A demolition opens a pyramid again, or takes points. But the end is what you want."),
                },
                otherwise=t("The game would go on. A 1 on the right pyramid would end it, and a bad one will do."),
            ),
            Ask(
                t("A bad 1 is a 1 as well. Where does it go?"), ("on 1 menkaure",), at=("site-1-2",),
                otherwise=t("There it does not complete a third pyramid, and the game goes on."),
            ),
            Say(t("Whoever completes them, three pyramids end the game, and it was your moment. That is all you need: build high, cover early, and always know who is ahead."), holds=_won),
        ),
    )  # fmt: skip


def coaching(t: Translate) -> tuple[Advice, ...]:
    """What a coach says in a first game; of several that fit, the first not said yet."""
    return (
        Advice("demolish", lambda v, _: v.phase == st.PLACING and v.picked == box.DEMOLITION, t("A demolition takes the top tile of a stack out of the game: a treasure of another, or a bad stone, a scarab or an early 1 of your own.")),
        Advice("cover", lambda v, _: v.phase == st.PLACING and v.picked == box.SCARAB, t("A scarab belongs where much could still be built: on a high stone or an empty site of whoever is ahead. On a complete pyramid it spoils nothing, but hides its 1.")),
        Advice("give", _places_bad_stone, t("A bad stone is for another's board, best on that of whoever is ahead. A low one on a high stone takes the room of all numbers between.")),
        Advice("place", lambda v, _: v.phase == st.PLACING, t("Now the place. Good tiles go on your own board, on the number just above theirs: what you skip cannot be built any more.")),
        Advice("more", lambda v, _: v.phase == st.DISCARDING, t("Discarding is your whole turn, so let go of all tiles that have no good place, and keep those that have.")),
        Advice("turn", lambda v, _: v.phase == st.TURN, t("Your turn: play a tile on any board, or discard some and draw new ones. Begin your pyramids with high numbers, lay a treasure before the next stone, and give what is bad to others.")),
        Advice("scarab", lambda v, seat: v.phase == st.TURN and any(tiles.top(v, seat, site) == box.SCARAB for site in range(box.SITES)), t("A scarab lies on your board. Taking it off is a whole turn without a draw: do it if something good waits for that stack. What lies below counts anyway.")),
        Advice("near-end", lambda v, _: v.phase == st.TURN and any(_peaks(v, seat) == 2 for seat in range(v.players)), t("Somebody has two complete pyramids: the third ends the game. Who is ahead? If it is you, hurry, and lay that 1 yourself. If not, a scarab or a demolition on a 1 gains time.")),
        Advice("treasure", lambda v, seat: v.phase == st.TURN and _treasure_fits(v, seat), t("One of your treasures fits on a stone of yours. Lay it before anybody covers that stone.")),
        Advice("base", lambda v, seat: v.phase == st.TURN and box.SPHINX_BASE in v.hand[seat], t("You have the base of a sphinx. It costs 5 points or more: lay it for yourself if you have a body, else on the site of another.")),
        Advice("pile", lambda v, _: v.phase == st.TURN and v.pile_left <= 4 * v.players, t("The pile runs low, and its last tile ends the game. Only what lies on the boards counts: play what scores, and do not save for later.")),
    )  # fmt: skip


def _places_bad_stone(view: st.State, seat: int) -> bool:
    return view.phase == st.PLACING and box.BAD_STONE <= view.picked < box.TREASURE


def _treasure_fits(view: st.State, seat: int) -> bool:
    return any(
        tiles.treasure_fits(tile, tiles.top(view, seat, site))
        for tile in view.hand[seat]
        if box.TREASURE <= tile < box.SPHINX_BASE
        for site in range(box.PYRAMIDS)
    )
