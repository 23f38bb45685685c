"""How Giza is learnt: lessons from the first stone to the right end, and a coach's words."""

from nomarch.games.giza.positions import KHUFU, LEFT, ME, OPTIONS, RIGHT, SPHINX, position, tile_of
from nomarch.games.giza.quiz import quiz
from nomarch.games.giza.rules import act, box, ending, st, stacks
from nomarch.i18n import Translate
from nomarch.kernel.declare.lessons import Advice, Ask, Holds, LaterRule, Lesson, Others, Say

ELSEWHERE = ("on 0 khafre", "on 0 menkaure")
"""The learner's own sites besides Khufu."""


def _worth(seat: int, site: int, points: int) -> Holds[st.State]:
    """Whether a stack that the learner may look through scores so much."""
    return lambda view: bool(ending.site_points(view, seat, site) == points)


def _shows(seat: int, site: int, tile: str) -> Holds[st.State]:
    return lambda view: bool(stacks.top(view, seat, site) == tile_of(tile))


def _is_over(view: st.State) -> bool:
    return view.seat == st.NO_SEAT


def _won(view: st.State) -> bool:
    return _is_over(view) and bool(ending.place(view, ME) == 1)


def lessons(t: Translate) -> tuple[Lesson, ...]:
    return (
        _building(t), _spoiling(t), _repairs(t), _covering(t), _hand(t), _sphinx(t), _scarabs(t), _ending(t),
        _counting(t), quiz(t),
    )  # fmt: skip


def _building(t: Translate) -> Lesson:
    keep = t("You could discard, but there's something better to do with your turn.")
    theirs = t("That's someone else's board: the points would be theirs.")
    return Lesson(
        "building", t("Building"), t("Stones, treasures, and why to start with a 5."),
        see="stones", players=3, options=OPTIONS, prepare=position("5 3 5t 2", others=("4 4 2 3t", "3 3 2 4t")),
        steps=(
            Say(t("Here you build three pyramids, with a sphinx beside them. At the end, every tile on your board counts the number it shows."), at=("site-0-0", "site-0-1", "site-0-2"), rule="score_seat"),
            Ask(
                t("Any stone can start a pyramid. Play the 5."), ("play stone+5",), at=("hand-0",),
                wrong={
                    "play stone+3": t("You could, but only a 2 and a 1 fit on a 3. Start high to leave room above."),
                    "play stone+2": t("You could, but only a 1 fits on a 2. Start high to leave room above."),
                },
                otherwise=keep, rule="stone_fits",
            ),
            Ask(
                t("Now choose where it goes: on Khufu, your first site."), ("on 0 khufu",), at=("site-0-0",),
                wrong=dict.fromkeys(ELSEWHERE, t("That would be just as good. Use Khufu this time, so we're talking about the same pyramid.")),
                otherwise=theirs, praise=t("5 points, and you drew a new tile!"),
            ),
            Others(("play stone+4", "on 1 khufu", "play stone+3", "on 2 khufu")),
            Ask(
                t("A treasure goes on a stone with exactly its number and counts the same again. You have a 5 treasure: play it."),
                ("play treasure+5",), at=("hand-2", "site-0-0"),
                wrong={
                    "play stone+3": t("A 3 fits on your 5, but then the 5 treasure doesn't: it needs the 5 on top."),
                    "play stone+2": t("A 2 fits on your 5, but then the 5 treasure doesn't: it needs the 5 on top."),
                },
                otherwise=keep, rule="treasure_fits",
            ),
            Ask(t("It only fits on your 5."), ("on 0 khufu",), rule="treasure_fits"),
            Others(("play stone+4", "on 1 khafre", "play stone+3", "on 2 khafre")),
            Ask(
                t("10 points! Any lower number can go on top, and gaps are fine. Which of your first stones do you play now?"),
                ("play stone+3",), at=("hand-1", "hand-3"), holds=_worth(ME, KHUFU, 10),
                wrong={"play stone+2": t("Then the 3 won't fit there any more. Small steps score more points.")},
                otherwise=t("Play one of the two stones you've had from the start."),
            ),
            Ask(
                t("And where?"), ("on 0 khufu",),
                wrong=dict.fromkeys(ELSEWHERE, t("It could start a new pyramid, but leaves little room above. Wait for a 5 or a 4 there.")),
                otherwise=theirs,
            ),
            Say(t("13 points! The 2 can follow, then a 1: nothing goes on a 1, so it completes the pyramid."), at=("site-0-0",), holds=_worth(ME, KHUFU, 13)),
        ),
    )  # fmt: skip


def _spoiling(t: Translate) -> Lesson:
    keep = t("You could discard, but a bad stone makes a lovely gift for someone. Play it.")
    return Lesson(
        "spoiling", t("Bad stones"), t("Give them to everyone else."),
        see="score", players=3, options=OPTIONS,
        prepare=position(
            "-5 -3 3t 2t", mine=("5 5t", "", "", ""), left=("5 5t 4", "", "4 2", ""), right=("3", "", "2", ""),
            others=("3 2 1 2", "5 4 3t 2t"),
        ),
        steps=(
            Say(t("Two of your stones are bad: they count against the board they're on. They're built like any other stone, and you may play on any board."), at=("hand-0", "hand-1"), rule="stone_fits"),
            Ask(
                t("Nothing is higher than a 5, so the bad 5 only fits on empty sites, and those soon run out. Play it."), ("play stone-5",), at=("hand-0",),
                wrong={"play stone-3": t("Its time will come: it fits on every 4 and 5. The bad 5 needs an empty site, so play that first.")},
                otherwise=keep, rule="stone_fits",
            ),
            Ask(
                t("Your left neighbour is ahead. Which site?"), ("on 1 khafre",), at=("site-1-1",),
                wrong={
                    **dict.fromkeys(ELSEWHERE, t("Your own? That would cost you 5 points.")),
                    "on 2 khafre": t("It would hurt just as much there, but this neighbour has the fewest points of all."),
                },
                praise=t("5 points less, and no room for a good 5 there any more."),
            ),
            Others(("play stone+1", "on 1 menkaure", "play stone+5", "on 2 khafre")),
            Ask(
                t("Look at your left neighbour's Khufu: there's a 4 on top, so a 3 could follow. Make it yours."),
                ("play stone-3",), at=("site-1-0", "hand-1"), holds=_shows(LEFT, KHUFU, "4"), otherwise=keep,
            ),
            Ask(
                t("Play it on that pyramid."), ("on 1 khufu",), at=("site-1-0",),
                wrong={f"on 0 {site}": t("That's your own board: you'd lose 3 points.") for site in ("khufu", "khafre", "menkaure")},
                otherwise=t("It fits there, too. But on Khufu it takes the place of a good 3 on the leader's tallest pyramid."),
                praise=t("3 points less, and no good 3 fits there any more."),
            ),
            Say(t("With several players, go after whoever seems to be ahead: hurting the last player helps you little."), at=("site-1-0", "site-1-1"), holds=_shows(LEFT, KHUFU, "-3")),
        ),
    )  # fmt: skip


def _repairs(t: Translate) -> Lesson:
    return Lesson(
        "repairs", t("Repairs"), t("A treasure goes on a bad stone, too."),
        see="treasures", players=3, options=OPTIONS,
        prepare=position("4t 3 -2 scarab", mine=("5 -4", "", "", ""), left=("4", "", "", ""), right=("5 3", "", "", "")),
        steps=(
            Say(t("Someone played a bad 4 on your Khufu: it's worth only 1 point now. But a bad 4 is still a 4."), at=("site-0-0",), holds=_worth(ME, KHUFU, 1)),
            Ask(t("A treasure needs a stone with its number, good or bad. Which tile makes up for the loss?"), ("play treasure+4",), at=("hand-0",), wrong={"play stone+3": t("A 3 fits on the 4, but then your 4 treasure doesn't any more. The treasure first.")}, otherwise=t("That doesn't help your Khufu. One of your tiles fits exactly on the bad 4.")),
            Ask(t("Put it on the bad 4."), ("on 0 khufu",), at=("site-0-0",), otherwise=t("On your own Khufu: the points should be yours."), praise=t("The loss is made good!"), rule="treasure_fits"),
            Say(t("5 − 4 + 4: Khufu is worth 5 again, and a 3 can still follow. Before the treasure, anyone could have covered that 4."), at=("site-0-0",), holds=_worth(ME, KHUFU, 5)),
        ),
    )  # fmt: skip


def _covering(t: Translate) -> Lesson:
    return Lesson(
        "covering", t("Covering"), t("A 1 closes a pyramid, a demolition reopens it."),
        see="demolition", players=3, seed="lesson 9", options=OPTIONS,
        prepare=position(
            "-1 5t 3t 2t", mine=("5 5t 4", "", "", ""), left=("5 5t 4", "4 2", "5 2", ""), right=("4 1", "3 2", "4 2", ""),
            others=("-1 3 2 3", "1 3 2 3"),
        ),
        steps=(
            Say(t("Nothing is ever built on a 1. So a 1 is always a pyramid's last stone, however low it sits."), at=("hand-0",), holds=lambda v: not any(stacks.fits(tile, KHUFU, tile_of(one)) for one in ("1", "-1") for tile in range(box.DEMOLITION))),
            Ask(
                t("Your left neighbour's Khufu shows a 4 and is still growing. Close it: play the bad 1."),
                ("play stone-1",), at=("site-1-0",), holds=_shows(LEFT, KHUFU, "4"),
                otherwise=t("You could, but the bad 1 can do a lot of harm now. Play it."),
            ),
            Ask(
                t("Which pyramid?"), ("on 1 khufu",),
                wrong={
                    "on 0 khufu": t("That one's yours: you'd close it yourself."),
                    **dict.fromkeys(ELSEWHERE, t("Your own site? You couldn't build there any more.")),
                },
                otherwise=t("Hardly anything could follow a 2 anyway. Close a more promising pyramid: one with a 4 on top."),
                praise=t("It only costs 1 point, but no 3, no 2 and no treasure can follow."),
            ),
            Others(("play stone-1", "on 0 khufu", "play stone+1", "on 2 khafre")),
            Ask(
                t("Revenge! A bad 1 on your Khufu. But you're in luck: look at what you drew. Which tile helps?"),
                ("play demolition",), at=("site-0-0", "hand-0"), holds=lambda v: _shows(ME, KHUFU, "-1")(v) and v.hand[ME][0] == box.DEMOLITION,
                otherwise=t("That leaves your Khufu closed. A demolition removes the top tile of any stack from the game."),
            ),
            Ask(
                t("Where?"), ("on 0 khufu",),
                wrong={"on 1 khufu": t("That would reopen the pyramid you've just closed.")},
                otherwise=t("That takes a point or two from a neighbour, but your own pyramid stays closed."),
                praise=t("The bad 1 is gone, and the 4 is on top again."),
            ),
            Say(t("Others only see the top of your stacks, and you only see theirs. Remember what's below a 1: sometimes it's worth a demolition."), at=("site-0-0", "site-1-0"), holds=_shows(ME, KHUFU, "4")),
        ),
    )  # fmt: skip


def _hand(t: Translate) -> Lesson:
    keep = t("Keep the body: once there's a base on your sphinx site, it's worth 10 points.")
    return Lesson(
        "hand", t("A better hand"), t("Discard what you can't use."),
        see="turn", players=3, options=OPTIONS,
        prepare=position(
            "5t 4t 3t body", mine=("5 4 2", "5 3 2", "4 2", ""), left=("5 2", "4 1", "3 2", ""),
            right=("5 1", "4 2", "5 3 1", ""), others=("5 4 3 3", "5 4 3 1"),
        ),
        steps=(
            Say(t("Numbers only go down. No 5, 4 or 3 is on top anywhere, and no pyramid site is empty: your three treasures fit nowhere."), at=("hand-0", "hand-1", "hand-2"), holds=_no_place_for_treasures),
            Ask(
                t("Instead of playing, you can discard one to four tiles and draw as many new ones. Mark a tile to get rid of."),
                _discards_treasure, wrong={"discard sphinx-body": keep}, at=("discard-0", "discard-1", "discard-2"),
            ),
            Ask(
                t("Discarding is your whole turn, so get rid of everything useless. Mark another one."),
                _discards_treasure, wrong={"discard sphinx-body": keep, "done": t("You could, but you'd keep two useless tiles.")},
            ),
            Ask(
                t("And one more?"),
                _discards_treasure, wrong={"discard sphinx-body": keep, "done": t("The third treasure fits nowhere either. Discard it as well.")},
            ),
            Ask(t("Now discard all three."), ("done",), wrong={"discard sphinx-body": keep}, praise=t("Three new tiles!")),
            Say(t("Every draw shrinks this pile. Drawing the last tile ends the game at once, so if you're ahead, you can discard a lot to hurry things along."), at=("pile",), holds=lambda v: v.gone[tile_of("5t")] == 1),
        ),
    )  # fmt: skip


def _no_place_for_treasures(view: st.State) -> bool:
    tops = [stacks.top(view, seat, site) for seat in range(3) for site in range(box.PYRAMIDS)]
    return all(tile != st.NO_TILE and box.NUMBERS[tile] < 3 for tile in tops)


def _discards_treasure(view: st.State, action: int) -> bool:
    return act.DISCARD.has(action) and act.DISCARD.tile(action) != box.SPHINX_BODY


def _sphinx(t: Translate) -> Lesson:
    keep = t("The sphinx can earn you 20 points: keep its parts and start building.")
    return Lesson(
        "sphinx", t("The sphinx"), t("The base costs you, the body and head pay you back."),
        see="sphinx", players=3, seed="lesson 14", options=OPTIONS,
        prepare=position(
            "base base body 2t", mine=("5", "", "", ""), left=("4", "", "", ""), right=("4", "", "", ""),
            others=("3 2 2 1", "3 2 2 1"), gone="body",
        ),
        steps=(
            Say(t("A sphinx has its own site. The base costs 5 points, the body earns 10 and the head 15: 20 in total."), at=("site-0-3",), holds=lambda v: [ending.tile_points(v, tile) for tile in (box.SPHINX_BASE, box.SPHINX_BODY, box.SPHINX_HEAD)] == [-5, 10, 15]),
            Ask(t("You have two bases and a body. Play a base."), ("play sphinx-base",), at=("hand-0", "hand-1"), otherwise=keep),
            Ask(
                t("Where?"), ("on 0 sphinx",),
                otherwise=t("That would cost your neighbour 5 points. Good idea for the second base, but the first one carries your body."),
            ),
            Others(("play stone+3", "on 1 khufu", "play stone+3", "on 2 khufu")),
            Ask(
                t("The base costs you 5 points, but not for long: play the body."), ("play sphinx-body",), at=("hand-2",), holds=_worth(ME, SPHINX, -5),
                wrong={"play sphinx-base": t("Later. Someone could cover your own base with a scarab: play the body first.")},
                otherwise=keep,
            ),
            Ask(t("It only fits on a base, and yours is the only one."), ("on 0 sphinx",)),
            Others(("play stone+2", "on 1 khufu", "play stone+2", "on 2 khufu")),
            Ask(
                t("Now the other base. There are only two bodies: one is on your board, the other is out of the game. So what is this base good for?"),
                ("play sphinx-base",), at=("site-0-3",), holds=lambda v: v.gone[box.SPHINX_BODY] == 1 and _worth(ME, SPHINX, 5)(v),
                otherwise=t("Think about the base: there's no body left to go on it."),
            ),
            Ask(t("Give it away!"), ("on 1 sphinx", "on 2 sphinx"), praise=t("5 points less for your neighbour, and no body to make up for it!")),
            Say(t("Your sphinx is waiting for the only head in the game. Even if it never comes, you have 5 points."), at=("site-0-3",), holds=_worth(ME, SPHINX, 5)),
        ),
    )  # fmt: skip


def _scarabs(t: Translate) -> Lesson:
    first = t(
        "The head in your hand is worth 15 points, but the scarab is in the way. Remove it first."
    )
    return Lesson(
        "scarabs", t("Scarabs"), t("They cover anything and cost a turn to remove."),
        see="scarab", players=3, options=OPTIONS,
        prepare=position(
            "head scarab 3t 2t", mine=("5 4", "", "", "base body scarab"), left=("5 5t 4", "", "", "base"), right=("4", "", "", ""),
            others=("3 2 2 1", "3 2 2 1"),
        ),
        steps=(
            Say(t("Someone has put a scarab on your sphinx. The tiles below still count, but nothing can be built on it."), at=("site-0-3",), holds=_shows(ME, SPHINX, "scarab")),
            Ask(
                t("Instead of playing a tile, you can remove a scarab from your own board. It's your whole turn, and you draw nothing. You hold the head: is it worth it?"),
                ("remove sphinx",), at=("site-0-3", "hand-0"), otherwise=first,
                praise=t("The way is clear for the head!"),
            ),
            Others(("play stone+3", "on 1 khufu", "play stone+3", "on 2 khufu")),
            Ask(t("Now play the head."), ("play sphinx-head",), at=("hand-0",), otherwise=t("Not before the head is in place: who knows what's coming?")),
            Ask(t("Put it on your sphinx."), ("on 0 sphinx",), praise=t("A complete sphinx: 20 points!")),
            Others(("play stone+2", "on 1 khafre", "play stone+2", "on 2 khafre")),
            Ask(
                t("Now you have a scarab yourself. It can go on any site or stack on the table. Play it."),
                ("play scarab",), at=("hand-1",), otherwise=t("You could, but first see what your scarab can do to the others."),
                holds=_worth(ME, SPHINX, 20),
            ),
            Ask(
                t("A scarab hurts where a lot could still be built. Your left neighbour has started a sphinx: its base costs 5 until a body comes."),
                ("on 1 sphinx",), at=("site-1-3",),
                otherwise=t("It hurts less there: a body would earn your left neighbour 10 points. Keep it away."),
                praise=t("No body goes there until the scarab is gone!"),
                holds=lambda v: ending.tile_points(v, box.SPHINX_BASE) == -5,
            ),
            Others(("remove sphinx", "play stone+2", "on 2 menkaure")),
            Say(t("Your neighbour spent a turn and drew nothing: that's what a scarab is worth. A demolition removes one, too, and you still draw."), at=("site-1-3",), holds=_shows(LEFT, SPHINX, "base")),
        ),
    )  # fmt: skip


def _ending(t: Translate) -> Lesson:
    return Lesson(
        "ending", t("The end of the game"), t("Three pyramids with a 1 on top end the game at once."),
        see="end", players=3, options=OPTIONS,
        prepare=position(
            "1 -2 4t 3t", mine=("5 5t 4 3 1", "5 4 2 1", "5 3 2", ""), left=("5 4 2", "5 3", "4 2", ""), right=("5 2", "4 3", "5", ""),
            others=("3 3 2 1", "3 3t 2t 1"),
        ),
        steps=(
            Say(t("Two of your pyramids have a 1 on top, so they're complete: see the small golden pyramids beside your name."), at=("site-0-0", "site-0-1"), holds=lambda v: bool(_peaks(v, ME) == 2)),
            Say(t("When all three are complete, the game ends at once, before anyone draws. So the question isn't whether you can, but whether you're ahead."), at=("site-0-2",), rule="end_by_pyramids"),
            Ask(
                t("Your board is worth 40 points. You only see the tops of the others, but the estimates beside their names are much lower. Play the 1."),
                ("play stone+1",), at=("hand-0",), holds=lambda v: bool(ending.board_points(v, ME) == 40),
                wrong={"play stone-2": t("That would spoil something, but then the others get their turns. You're ahead now!")},
                otherwise=t("You could win this turn. Waiting gives the others time."),
            ),
            Ask(
                t("And where?"), ("on 0 menkaure",),
                otherwise=t("That would close someone else's pyramid, but the game would go on. Your third pyramid ends it."),
            ),
            Say(t("Game over, and you've won! Everything on the boards counted, tiles in hand didn't. If points are tied, treasures decide."), holds=_won),
        ),
    )  # fmt: skip


def _peaks(view: st.State, seat: int) -> int:
    return sum(ending.is_peak(stacks.top(view, seat, site)) for site in range(box.PYRAMIDS))


def _counting(t: Translate) -> Lesson:
    return Lesson(
        "counting", t("Counting"), t("Behind? Delay the end. Ahead? Bring it on."),
        see="end", players=3, options=OPTIONS,
        prepare=position(
            "-1 scarab demolition 2t", mine=("5 5t 4 4t 3", "5 4 3 3t", "5 4", "base body"), left=("2 1", "4 1", "5 3", ""), right=("5 2", "4 3", "2", ""),
            others=("1 2 2 3", "3 2 2 1"),
        ),
        steps=(
            Say(t("Your left neighbour needs just one more 1 to end the game. If you were behind, you'd put a scarab on one of the 1s: while it's hidden it doesn't count, and the game goes on."), at=("site-1-0", "site-1-1"), holds=lambda v: bool(_peaks(v, LEFT) == 2)),
            Say(t("But count first. Your four stacks are worth 50 points. Everyone else's are low: two tiles at most, with small numbers on top."), at=("site-0-0", "site-1-2"), holds=lambda v: bool(ending.board_points(v, ME) == 50) and max(v.height[LEFT] + v.height[RIGHT]) == 2),
            Ask(
                t("So the end suits you now, and you may build on any board. Which tile ends the game?"),
                ("play stone-1",), at=("hand-0",),
                wrong={
                    "play scarab": t("That would delay the end. But you're ahead: why wait?"),
                    "play demolition": t("A demolition reopens a pyramid or takes points. But you want the game to end."),
                },
                otherwise=t("The game would go on. A 1 on the right pyramid ends it, and a bad one will do."),
            ),
            Ask(
                t("A bad 1 is still a 1. Where does it go?"), ("on 1 menkaure",), at=("site-1-2",),
                otherwise=t("That doesn't complete a third pyramid, so the game goes on."),
                holds=lambda v: bool(ending.is_peak(tile_of("-1"))),
            ),
            Say(t("No matter who completes them, three pyramids end the game, and this was your moment. That's all you need: build high, cover early, and always know who's ahead."), holds=_won),
        ),
    )  # fmt: skip


def later_rules(t: Translate) -> tuple[LaterRule, ...]:
    return (
        LaterRule(t("A scarab may go on a scarab; each one takes a turn to remove."), t("Sabotage"), "remove_scarab"),
        LaterRule(t("What you may look up, and the option “open memory”."), t("What you can see"), "is_all_open"),
        LaterRule(t("Who starts, and options for the sphinx."), t("Set-up"), "choose_first_player"),
    )  # fmt: skip


def suits_first_game(view: st.State, seat: int) -> bool:
    """Whether a first hand can start pyramids, as the coach's first words advise."""
    high = [tile for tile in view.hand[seat] if 3 <= tile - box.GOOD_STONE + 1 <= box.HIGHEST]
    return len(high) >= 2


def coaching(t: Translate) -> tuple[Advice, ...]:
    return (
        Advice("demolish", lambda v, _: v.phase == st.PLACING and v.picked == box.DEMOLITION, t("A demolition removes the top tile of a stack from the game: someone else's treasure, or a bad stone, a scarab or an early 1 of your own.")),
        Advice("cover", lambda v, _: v.phase == st.PLACING and v.picked == box.SCARAB, t("A scarab belongs where a lot could still be built: on the leader's high stones or empty sites. On a complete pyramid it blocks nothing, but it hides the 1.")),
        Advice("give", _places_bad_stone, t("Bad stones belong on someone else's board, ideally the leader's. A low one on a high stone blocks all the numbers in between.")),
        Advice("place", lambda v, _: v.phase == st.PLACING, t("Now choose a place. Good tiles go on your own board, on the next number up: what you skip can't be built there any more.")),
        Advice("more", lambda v, _: v.phase == st.DISCARDING, t("Discarding is your whole turn, so get rid of every tile without a good place, and keep the rest.")),
        Advice("turn", lambda v, _: v.phase == st.TURN, t("Your turn: play a tile on any board, or discard some and draw new ones. Start your pyramids with high numbers, play a treasure before the next stone, and give bad tiles to the others.")),
        Advice("scarab", lambda v, seat: v.phase == st.TURN and any(stacks.top(v, seat, site) == box.SCARAB for site in range(box.SITES)), t("There's a scarab on your board. Removing it takes your whole turn, and you draw nothing: do it if you have something good for that stack. The tiles below count anyway.")),
        Advice("near-end", lambda v, _: v.phase == st.TURN and any(_peaks(v, seat) == 2 for seat in range(v.players)), t("Someone has two complete pyramids: the third ends the game. Who's ahead? If it's you, hurry and play that 1 yourself. If not, a scarab or a demolition on a 1 buys time.")),
        Advice("treasure", lambda v, seat: v.phase == st.TURN and _treasure_fits(v, seat), t("One of your treasures fits on one of your stones. Play it before someone covers that stone.")),
        Advice("base", lambda v, seat: v.phase == st.TURN and box.SPHINX_BASE in v.hand[seat], t("You have a sphinx base. It costs 5 points or more: play it for yourself if you have a body, otherwise on someone else's site.")),
        Advice("pile", lambda v, _: v.phase == st.TURN and v.pile_left <= 4 * v.players, t("The pile is running low, and its last tile ends the game. Only what's on the boards counts: play what scores, and don't save for later.")),
    )  # fmt: skip


def _places_bad_stone(view: st.State, seat: int) -> bool:
    return view.phase == st.PLACING and box.BAD_STONE <= view.picked < box.TREASURE


def _treasure_fits(view: st.State, seat: int) -> bool:
    return any(
        stacks.treasure_fits(tile, stacks.top(view, seat, site))
        for tile in view.hand[seat]
        if box.TREASURE <= tile < box.SPHINX_BASE
        for site in range(box.PYRAMIDS)
    )
