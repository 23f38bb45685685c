"""Sentences of Egizia: moves, prompts, positions and help, translated by `t`."""

from functools import cache

from nomarch.games.egizia.rules import act, box, feeding, monuments, sphinx, st, tableau
from nomarch.games.egizia.words import examples, names as called
from nomarch.kernel.blocks import Block
from nomarch.kernel.lessons import Chapter, Entry, Shelf
from nomarch.kernel.sentences import (
    Names,
    Position,
    Seats,
    Translate,
    Values,
    listed,
    sentence_case,
)

categories = called.categories


def reasons(t: Translate) -> tuple[str, ...]:
    """Return the names of the parts of an evaluation, in the order of their numbers."""
    return (
        *(
            t("what can still be built"),
            t("stronger crews"),
            t("enough grain"),
            t("points at once"),
        ),
        *(t("steps on the markets"), t("the flood"), t("a building site"), t("a good place there")),
        *(t("what lies further down the Nile"), t("what the cards can do"), t("Sphinx cards")),
        *(t("graves and treasure"), t("floors of the pyramid"), t("stones left in store")),
        t("it costs no turn"),
    )


VALUES: Values = {
    "card": called.card,
    "colour": called.colour,
    "crew": called.crew,
    "field": called.field,
    "flood": called.flood_space,
    "market": called.market,
    "part": called.part,
    "riddle": called.riddle,
    "site": called.site,
    "space": called.space,
}
CARD_OF = {action: kind for kind, action in act.PLAYS.items() if action != act.EAT_STONE}
"""The cards that are played by actions of their own."""
DRAWS = (act.DRAW, act.DRAW_MORE)


def move(t: Translate, view: st.State, action: int) -> str:
    """Return an action as a choice for the player who may take it."""
    told = _answer(t, view, action)
    for block, sentence in _offers(t).items():
        if not told and block.has(action):
            told = sentence.format(**_facts(t, view, block, action))
    return told[0].upper() + told[1:]


def _answer(t: Translate, view: st.State, action: int) -> str:
    """Return the sentence of an action that has one of its own, else an empty string."""
    if action in CARD_OF:
        return t("Play {card}").format(card=called.card(t, CARD_OF[action]))
    if action == act.FLOOD_TO.at(view.flood):
        return t("Leave the flood marker")
    if act.KEEP.has(action) and view.drawn[act.KEEP.slot(action)] < 0:
        return t("Keep a card")
    if action in (act.DONE, act.FEED_NOW):
        return _go_on(t, view) if action == act.DONE else _feed(t, view)
    return {
        act.PASS: t("Pass: no more boats"),
        act.EAT_STONE: t("A stone for a grain"),
        act.USE_JOKER: t("Add the joker crew ({strength})"),
        act.NO_JOKER: t("Without the joker crew"),
        act.LEAVE: t("Do not build here"),
        act.STOP: t("Stop building"),
    }.get(action, "").format(strength=view.crew[view.seat][box.JOKER])


def loss(t: Translate, view: st.State, action: int) -> str:
    """Return a warning about boats that passing leaves unused."""
    if action != act.PASS:
        return ""
    return t("Boats that you have not placed: {count}. They would stay ashore this round.").format(
        count=view.boats_left[view.seat]
    )


@cache
def _offers(t: Translate) -> dict[Block, str]:
    """Return the sentence of each block of actions, with placeholders."""
    return {
        act.TRAIN: t("Train: {crew} +1"),
        act.HIRE: t("Train for 2 stones: {crew} +1"),
        act.DIG: t("Canal to {field}: {colour} from now on"),
        act.SELL: t("Sell stones: {stones}"),
        **dict.fromkeys((act.GO_CARD, act.HARVEST), t("Take {card}")),
        act.GO_ROUND: t("Boat to {space}"),
        act.GO_DOUBLED: t("Boat to {space}, effect doubled"),
        act.GO_SITE: t("Boat to {site}, place {place}"),
        act.GO_WAIT: t("Wait at {site}"),
        act.RAISE: t("{crew} +1"),
        act.LOWER: t("{market}: {steps} down"),
        act.FLOOD_TO: t("Flood marker: {flood}"),
        act.USE_CREW: t("Build with the {crew} ({strength})"),
        act.KEEP: t("Keep: {riddle}"),
        act.LAY: t("{part}: lay a stone for {value}"),
        **dict.fromkeys(DRAWS, t("Cards to draw: {cards}, stones to pay: {stones}")),
    }


def _facts(t: Translate, view: st.State, block: Block, action: int) -> dict[str, object]:
    """Return the values for an action's placeholders."""
    at = {axis.name: getattr(block, axis.name)(action) for axis in block.axes}
    facts = {key: VALUES[key](t, value) if key in VALUES else value for key, value in at.items()}
    if block in (act.GO_CARD, act.HARVEST):
        facts["card"] = called.card(t, view.row[at["space"]])
    elif block in (act.GO_ROUND, act.GO_DOUBLED):
        facts["space"] = called.round_space(at["space"])
    elif block is act.GO_SITE:
        facts["place"] = at["place"] + 1
    elif block is act.DIG:
        facts["colour"] = called.colour(t, at["colour"] - 1)
    elif block is act.KEEP:
        facts["riddle"] = called.riddle(t, view.drawn[at["slot"]])
    elif block is act.LAY:
        facts["value"] = monuments.next_value(view, at["part"])
    elif block in DRAWS:
        facts["cards"], facts["stones"] = drawn_and_paid(view, action)
    elif block is act.USE_CREW:
        facts["strength"] = view.crew[view.seat][at["crew"]]
    return facts | {"steps": max(1, view.owed_market)}


def _go_on(t: Translate, view: st.State) -> str:
    if view.phase == st.KEEPING:
        return t("Return the rest") if view.kept_now else t("Keep none")
    return {
        st.SECOND_CREW: t("No second crew"),
        st.GATHER: t("Take no card"),
        st.WAIT: t("Take the boat back"),
    }.get(view.phase, t("Go on"))


def _feed(t: Translate, view: st.State) -> str:
    loss = feeding.missing(view, view.seat) * feeding.hunger_price(view, view.seat)
    if loss == 0:
        return t("Feed the crews")
    return t("Feed the crews, losing points: {points}").format(points=loss)


def drawn_and_paid(view: st.State, action: int) -> tuple[int, int]:
    """The cards that a draw at the Sphinx brings, and the stones that it costs."""
    if act.DRAW.has(action):
        return act.DRAW.paid(action), act.DRAW.paid(action)
    paid = act.DRAW_MORE.paid(action)
    return min(box.MAX_DRAW, paid + box.MORE_RIDDLES_CARDS, sphinx.pile_size(view)), paid


# --- What is asked -------------------------------------------------------------------------------


def prompt(t: Translate, view: st.State, seat: int, to_act: Seats, names: Names) -> str:
    """Return what the viewer must decide now, or whom the game waits for."""
    if view.phase == st.OVER:
        winner = min(range(view.players), key=lambda other: tableau.place(view, other))
        return t("The game is over: {player} wins.").format(player=names[winner])
    if seat not in to_act:
        return _waiting(t, view, names[to_act[0]])
    if view.phase == st.SAIL:
        return _sail_prompt(t, view)
    return _question(t, view.phase).format(
        site=called.site(t, max(0, view.site)),
        strength=view.strength,
        stones=view.stones[seat],
        steps=view.owed_market or view.flood_reach,
        left=view.owed_steps,
        missing=feeding.missing(view, seat),
        price=feeding.hunger_price(view, seat),
        keep=view.keep_most - view.kept_now,
    )


def _waiting(t: Translate, view: st.State, name: str) -> str:
    if view.stage == st.PLACING:
        return t("{player} is placing a boat.").format(player=name)
    if view.stage == st.BUILDING:
        return t("{player} is building: {site}.").format(
            player=name, site=called.site(t, view.site)
        )
    if view.stage == st.FEEDING:
        return t("{player} is feeding the crews.").format(player=name)
    return t("{player} is to act.").format(player=name)


def _sail_prompt(t: Translate, view: st.State) -> str:
    if view.extra:
        return t("Place your second boat.")
    return t("Place a boat downstream, or pass.")


def _question(t: Translate, phase: int) -> str:
    """The sentence that asks for something, with braces for what is known by then."""
    return {
        st.CREW_STEP: t("Choose a crew to grow by 1 ({left} left)."),
        st.MARKET_STEP: t("Choose the market on which your marker goes down by {steps}."),
        st.FLOOD_STEP: t("You may move the flood marker by up to {steps}."),
        st.AFTER_BOAT: t("You may play a card now, or go on."),
        st.GATHER: t("Late harvest: take a card that is left on the Nile, or none."),
        st.FEED: t("Grain missing: {missing}, each costs {price}. Help with cards, or feed."),
        st.AFTER_FEED: t("The crews are fed: you may play a card before stones come, or go on."),
        st.READY: t("Before anyone builds: you may play a card, or go on."),
        st.WAIT: t("{site}: nobody gave way. Play the card, or take your boat back."),
        st.CREW: t("{site}: choose a crew to build with, or do not build."),
        st.SECOND_CREW: t("{site}: choose a second crew, or none."),
        st.JOKER_TOO: t("{site}: strength {strength}. Add the joker crew?"),
        st.RIDDLES: t(
            "Sphinx: how many cards do you pay for? Strength {strength}, stones {stones}."
        ),
        st.KEEPING: t("Sphinx: keep up to {keep}; each card you return scores 1 point."),
        st.STONES: t("{site}: lay stones. Strength left: {strength}, stones: {stones}."),
        st.AFTER_BUILD: t("Your building is done: you may still play a card, or go on."),
        st.LAST_MOMENT: t("The last moment to play cards before the final scoring."),
    }[phase]


# --- A position ---------------------------------------------------------------------------------


def position(t: Translate, view: st.State, names: Names) -> Position:
    """The position as a table: for terminals and screen readers."""
    cards = [f"{i + 1} {called.card(t, kind)}" for i, kind in enumerate(view.row) if kind >= 0]
    graves = [str(view.grave[i]) for i in range(view.laid[box.GRAVE_PART], view.graves_up)]
    lines = (
        t("Round {round} of 5, flood marker: {space}.").format(
            round=view.round, space=called.flood_space(t, view.flood)
        ),
        t("On the Nile: {cards}.").format(cards=listed(cards, t("nothing"))),
        t("Obelisk {obelisk} of 9, graves taken {graves} of 12, open ones: {values}.").format(
            obelisk=view.laid[0], graves=view.laid[1], values=listed(graves)
        ),
        t("Temple {temple} of 13, Pyramid {pyramid} of 21 stones.").format(
            temple=sum(view.laid[box.LEFT_WALL : box.FLOOR_1]),
            pyramid=sum(view.laid[box.FLOOR_1 :]),
        ),
        *_site_lines(t, view, names),
    )
    columns = (
        *(t("Player"), t("Points"), t("Crews"), t("Stones"), t("Quarries"), t("Grain")),
        *(t("Markets"), t("Boats"), t("Cards"), t("Sphinx cards")),
    )
    rows = tuple(_row(t, view, seat, names) for seat in range(view.players))
    return Position(lines, columns, rows)


def _site_lines(t: Translate, view: st.State, names: Names) -> list[str]:
    lines = []
    for index in range(len(box.SITES)):
        holders = [names[seat] for seat in view.place[index] if seat >= 0]
        if view.waiting[index] >= 0:
            holders.append(t("{player} waiting").format(player=names[view.waiting[index]]))
        if holders:
            lines.append(
                t("Boats at {site}: {players}.").format(
                    site=called.site(t, index), players=listed(holders)
                )
            )
    return lines


def _row(t: Translate, view: st.State, seat: int, names: Names) -> tuple[str, ...]:
    crews = zip(view.crew[seat], view.used[seat], strict=True)
    boats = [called.space(t, pos) for pos in range(box.POSITIONS) if view.boats[seat] >> pos & 1]
    held = [
        called.card(t, kind) if count == 1 else f"{count} {called.card(t, kind)}"
        for kind, count in enumerate(view.have[seat])
        if count
    ]
    riddles = [called.riddle(t, index) for index in called.held_riddles(view, seat)]
    return (
        names[seat],
        str(view.points[seat]),
        " ".join(f"{strength}{'*' if used else ''}" for strength, used in crews),
        str(view.stones[seat]),
        str(view.quarry[seat]),
        f"{feeding.harvested(view, seat)}/{feeding.need(view, seat)}",
        f"{view.market[seat][0] + 1} {view.market[seat][1] + 1}",
        listed(boats),
        listed(held),
        listed(riddles, str(view.hand[seat])),
    )


def rules_help(t: Translate) -> tuple[Chapter, ...]:
    """The rules in our own words, short enough to read beside the board."""
    return (
        Chapter(t("The aim"), (
            t("In five rounds you send boats down the Nile, strengthen and feed your crews, and build. Most points after the fifth round win."),
        ), examples=examples.aim(t)),
        Chapter(t("Boats on the Nile"), (
            t("In turn order everyone places one boat at a time, always downstream of their own last boat, on a free space. Whoever passes is out for the round."),
            t("A boat on a card space takes the card. A boat on a round space does what it shows. At a site a boat takes any empty place; when all are taken it may wait there. One boat each at every site."),
            t("With two or three players each site has only two places."),
        ), examples=examples.boats(t)),
        Chapter(t("Feeding"), (
            t("The strength of all four crews must be matched by grain. The flood marker says which fields are irrigated: left only green ones, centre green and yellow-green ones, right all of them."),
            t("Each missing grain costs 3, 2 or 1 points, by your marker on the grain market. The score may fall below zero. Grain left over is lost."),
        ), _pieces(*range(box.FIELD_GREEN_2, box.QUARRY_2)), examples.feed(t)),
        Chapter(t("Stones"), (
            t("Your quarries give stones every round. You can store 25."),
        ), _pieces(box.QUARRY_2, box.QUARRY_3), examples.stones(t)),
        Chapter(t("Building"), (
            t("The sites are built from the source down: Sphinx, Obelisk and Graves, Temple and Pyramid. At a site the place nearest the Nile begins. A waiting boat builds only if somebody at the places did not."),
            t("For each build use one basic crew, and the joker crew if you like, each of them once a round. What you build may cost no more than their strength and your stones, and scores as many points as it costs."),
            t("Sphinx: draw up to five cards for a stone each, keep one, and score 1 point for each card you return under the pile."),
            t("Obelisk and Graves: the Obelisk from the bottom up, the graves in their order. Then lower one of your market markers by one."),
            t("Temple: both walls from the bottom up, then the columns, then the roof. Pyramid: every floor from left to right, each stone on two others. Whoever has most stones on a full floor scores 1 point for each of them; ties go to the leftmost."),
        ), examples=examples.build(t)),
        Chapter(t("End of a round"), (
            t("Building at one, two or three sites scores 1, 3 or 6 points. The last on the score track begins the next round; on one space the one who came last counts as behind."),
        ), examples=examples.end_of_round(t)),
        Chapter(t("Markets"), (
            t("Reaching the bottom of the stone market gives 3 stones, of the grain market 2 points, and so does every further step."),
        ), examples=examples.markets(t)),
        Chapter(t("Cards"), (
            t("Permanent cards stay with you. Cards for any time are played at a moment of your own and then leave the game. Cards for at once happen when you take them."),
            t("The board offers a card whenever it can be played. The game stops for its owner alone, and only where the card can do more than before or waiting may cost something."),
        ), examples=examples.cards(t)),
        Chapter(t("The end of the game"), (
            t("From the leader backwards: on the two lowest spaces of the stone market sell stones, two for a point. Grave tiles of 1, 11 or 21 in all score 2, 5 or 9. Then your Sphinx cards. Ties go to the one ahead on the score track."),
        ), examples=examples.end(t)),
    )  # fmt: skip


def _pieces(*kinds: int) -> tuple[str, ...]:
    return tuple(f"card-{kind}" for kind in kinds)


def glossary(t: Translate) -> tuple[Shelf, ...]:
    """Nile cards, the fixed spaces of the Nile, and Sphinx cards."""
    kinds = (
        (t("Fields and quarries"), range(box.FIRST_ACTION_CARD)),
        (t("Cards with powers"), range(box.FIRST_ACTION_CARD, box.CARD_KINDS)),
    )
    spaces = tuple(_space(t, pos) for pos in (*box.ROUND_POS, *box.SITE_POS))
    riddles = tuple(
        Entry(
            "",
            sentence_case(called.riddle_short(t, index)),
            f"{sentence_case(called.riddle(t, index))}.",
        )
        for index in range(box.SPHINX_CARDS)
    )
    return (
        *(Shelf(title, tuple(_entry(t, kind) for kind in shelf)) for title, shelf in kinds),
        Shelf(t("Spaces of the Nile"), spaces),
        Shelf(t("Sphinx cards"), riddles),
    )


def _space(t: Translate, pos: int) -> Entry:
    name = called.space(t, pos)
    about = called.space_tip(t, pos).removeprefix(f"{name}: ")
    return Entry("", name, f"{sentence_case(about)}.")


def _entry(t: Translate, kind: int) -> Entry:
    about = sentence_case(called.card_about(t, kind))
    return Entry(f"card-{kind}", called.card(t, kind), about)
