"""Sentences of Egizia: moves, prompts, positions and help, translated by `t`."""

from collections.abc import Iterator
from functools import cache

from nomarch.games.egizia.rules import act, box, feeding, monuments, sphinx, st
from nomarch.games.egizia.words import component_names as terms
from nomarch.games.egizia.words.refusals import refusal, rule_of
from nomarch.i18n import Translate
from nomarch.kernel.declare.blocks import Block
from nomarch.kernel.declare.lessons import Chapter, GlossaryEntry, GlossarySection, piece_names
from nomarch.kernel.declare.sentences import (
    Names,
    Position,
    Seats,
    Section,
    Values,
    counted,
    listed,
    sentence_case,
)

categories = terms.categories
PROPER_NAMES = terms.PROPER_NAMES


def tie_break(t: Translate, state: st.State, seat: int, other: int) -> str:
    return t("there first on the score track")


VALUES: Values = {
    "card": terms.card,
    "the_card": terms.the_card,
    "colour": terms.colour,
    "crew": terms.crew,
    "field": terms.field,
    "flood": terms.flood_space,
    "market": terms.market,
    "cards": terms.cards,
    "part": terms.part_with_article,
    "riddle": terms.riddle,
    "riddle_short": terms.riddle_short,
    "site": terms.site_with_article,
    "space": terms.space_with_article,
    "stones": terms.stones,
}
CARD_OF = {action: kind for kind, action in act.PLAYS.items() if action != act.EAT_STONE}
"""The cards that are played by actions of their own."""
DRAWS = (act.DRAW, act.DRAW_MORE)


def move(t: Translate, view: st.State, action: int) -> str:
    text = _answer(t, view, action)
    for block, sentence in _offers(t).items():
        if not text and block.has(action):
            text = sentence.format(**_facts(t, view, block, action))
    return text[0].upper() + text[1:]


def _answer(t: Translate, view: st.State, action: int) -> str:
    """Return the sentence of an action that has one of its own, else an empty string."""
    if action in CARD_OF:
        return t("Play {card}").format(card=terms.card(t, CARD_OF[action]))
    if action == act.FLOOD_TO.at(view.flood):
        return t("Leave the flood")
    if act.KEEP.has(action) and view.drawn[act.KEEP.slot(action)] < 0:
        return t("Keep a card")
    if action in (act.DONE, act.FEED_NOW):
        return _go_on(t, view) if action == act.DONE else _feed(t, view)
    return {
        act.PASS: t("Pass this round"),
        act.EAT_STONE: t("Pay 1 stone for 1 grain"),
        act.USE_JOKER: t("Add joker (+{strength})"),
        act.NO_JOKER: t("Without joker"),
        act.LEAVE: t("Don't build"),
        act.STOP: t("Stop building"),
    }.get(action, "").format(strength=view.crew[view.seat][box.JOKER])


def loss(t: Translate, view: st.State, action: int) -> str:
    if action != act.PASS:
        return ""
    count = view.boats_left[view.seat]
    text = t.ngettext(
        "You still have {count} boat. If you pass, it stays ashore this round.",
        "You still have {count} boats. If you pass, they stay ashore this round.",
        count,
    )
    return text.format(count=count)


@cache
def _offers(t: Translate) -> dict[Block, str]:
    """Return the sentence of each block of actions, with placeholders."""
    return {
        act.TRAIN: t("Train the {crew} (+1)"),
        act.HIRE: t("Train the {crew} (+1) for 2 stones"),
        act.DIG: t("Dig a canal: your field of {grain} grain becomes {colour}"),
        act.SELL: t("Sell {stones}"),
        **dict.fromkeys((act.GO_CARD, act.HARVEST), t("Take {card}")),
        act.GO_ROUND: t("Sail to {space}"),
        act.GO_DOUBLED: t("Sail to {space} (doubled)"),
        act.GO_SITE: t("Sail to {site}, place {place}"),
        act.GO_WAIT: t("Wait at {site}"),
        act.RAISE: t("Strengthen the {crew} (+1)"),
        act.LOWER: t("Move down {steps} on the {market}"),
        act.FLOOD_TO: t("Move the flood to the {flood}"),
        act.USE_CREW: t("Build with the {crew} ({strength})"),
        act.KEEP: t("Keep: {riddle}"),
        act.LAY: t("Lay a stone on {part} ({value})"),
        **dict.fromkeys(DRAWS, t("Draw {cards} for {stones}")),
    }


def _facts(t: Translate, view: st.State, block: Block, action: int) -> dict[str, object]:
    """Return the values for an action's placeholders."""
    at = {axis.name: getattr(block, axis.name)(action) for axis in block.axes}
    facts = {key: VALUES[key](t, value) if key in VALUES else value for key, value in at.items()}
    if block in (act.GO_CARD, act.HARVEST):
        kind, space = view.row[at["space"]], at["space"]
        facts["card"] = terms.the_card(t, kind)
        if list(view.row).count(kind) > 1:
            place = terms.space(t, box.CARD_POS[space])
            facts["card"] = t("{card} at {space}").format(card=facts["card"], space=place)
    elif block in (act.GO_ROUND, act.GO_DOUBLED):
        facts["space"] = PROPER_NAMES[at["space"]]
    elif block is act.GO_SITE:
        facts["place"] = at["place"] + 1
    elif block is act.DIG:
        facts["grain"] = box.FIELD_GRAIN[at["field"]]
        facts["colour"] = terms.colour(t, at["colour"] - 1)
    elif block is act.KEEP:
        facts["riddle"] = terms.riddle(t, view.drawn[at["slot"]])
    elif block is act.LAY:
        facts["value"] = monuments.next_value(view, at["part"])
    elif block in DRAWS:
        drawn, paid = drawn_and_paid(view, action)
        facts |= {"cards": terms.cards(t, drawn), "stones": terms.stones(t, paid)}
    elif block is act.USE_CREW:
        facts["strength"] = view.crew[view.seat][at["crew"]]
    return facts | {"steps": max(1, view.owed_market)}


def _go_on(t: Translate, view: st.State) -> str:
    if view.phase == st.KEEPING:
        return t("Return the rest") if view.kept_now else t("Keep none")
    return {
        st.SECOND_CREW: t("No second crew"),
        st.GATHER: t("Take no card"),
        st.WAIT: t("Take boat back"),
    }.get(view.phase, t("Continue"))


def _feed(t: Translate, view: st.State) -> str:
    loss = feeding.missing(view, view.seat) * feeding.hunger_price(view, view.seat)
    if loss == 0:
        return t("Feed crews")
    text = t.ngettext("Feed crews (−{points} point)", "Feed crews (−{points} points)", loss)
    return text.format(points=loss)


def drawn_and_paid(view: st.State, action: int) -> tuple[int, int]:
    """The cards that a draw at the Sphinx brings, and the stones that it costs."""
    if act.DRAW.has(action):
        return act.DRAW.paid(action), act.DRAW.paid(action)
    paid = act.DRAW_MORE.paid(action)
    return min(box.MAX_DRAW, paid + box.MORE_RIDDLES_CARDS, sphinx.pile_size(view)), paid


def prompt(t: Translate, view: st.State, seat: int, to_act: Seats, names: Names) -> str:
    if seat not in to_act:
        return _waiting(t, view, names[to_act[0]])
    if view.phase == st.SAIL:
        return _sail_prompt(t, view)
    if view.phase == st.FLOOD_STEP:
        if view.flood_reach == 1:
            return t("Move the flood marker one step, or leave it where it is.")
        text = t("Move the flood marker up to {steps} steps, or leave it where it is.")
        return text.format(steps=view.flood_reach)
    if view.phase == st.FEED and not feeding.missing(view, seat):
        return t("There's grain for all your crews. Feed them, or play a card.")
    return _question(t, view.phase).format(
        site=terms.site(t, max(0, view.site)),
        strength=view.strength,
        stones=view.stones[seat],
        steps=view.owed_market,
        left=view.owed_steps,
        missing=feeding.missing(view, seat),
        price=feeding.hunger_price(view, seat),
        keep=terms.cards(t, view.keep_most - view.kept_now),
    )


def _waiting(t: Translate, view: st.State, name: str) -> str:
    if view.stage == st.PLACING:
        return t("{player} is placing a boat.").format(player=name)
    if view.stage == st.BUILDING:
        return t("{player} is building at {site}.").format(
            player=name, site=terms.site_with_article(t, view.site)
        )
    if view.stage == st.FEEDING:
        return t("{player} is feeding crews.").format(player=name)
    return t("{player}'s turn.").format(player=name)


def _sail_prompt(t: Translate, view: st.State) -> str:
    if view.extra:
        return t("Place your second boat.")
    return t("Place a boat downstream, or pass.")


def _question(t: Translate, phase: int) -> str:
    return {
        st.CREW_STEP: t("Choose a crew to strengthen by 1 ({left} left)."),
        st.MARKET_STEP: t("Choose a market marker to move down {steps}."),
        st.AFTER_BOAT: t("Play a card, or continue."),
        st.GATHER: t("Late harvest: take a card left on the Nile, or none."),
        st.FEED: t("You're {missing} grain short, at {price} each. Play a card or feed."),
        st.AFTER_FEED: t("Crews fed. Play a card before the quarries pay, or continue."),
        st.READY: t("Before anyone builds: play a card, or continue."),
        st.WAIT: t("{site}: still full. Play your card, or take your boat back."),
        st.CREW: t("{site}: choose a crew, or don't build."),
        st.SECOND_CREW: t("{site}: choose a second crew, or none."),
        st.JOKER_TOO: t("{site}: strength {strength}. Add the joker crew?"),
        st.RIDDLES: t("Sphinx: how many cards? Strength {strength}, stones {stones}."),
        st.KEEPING: t("Keep up to {keep}. Each Sphinx card you return scores 1 point."),
        st.STONES: t("{site}: lay a stone (strength {strength}, stones {stones} left)."),
        st.AFTER_BUILD: t("You've finished building. Play a card, or continue."),
        st.LAST_MOMENT: t("Last chance to play cards before final scoring."),
    }[phase]


def round_of(view: st.State) -> tuple[int, int]:
    return view.round, 5


def position(t: Translate, view: st.State, names: Names) -> Position:
    cards = [f"{i + 1} {terms.card(t, kind)}" for i, kind in enumerate(view.row) if kind >= 0]
    graves = [str(view.grave[i]) for i in range(view.laid[box.GRAVE_PART], view.graves_up)]
    lines = (
        t("Round {round} of 5. Flood: {space}.").format(
            round=view.round, space=terms.flood_space(t, view.flood)
        ),
        t("On the Nile: {cards}.").format(cards=listed(cards, t("nothing"))),
        t("Graves face up: {values}.").format(values=listed(graves)),
        terms.pile(t, int(sphinx.pile_size(view))),
        t("Turn order: {players}.").format(players=listed(_order(t, view, names))),
        *_site_lines(t, view, names),
    )
    columns = (
        *(t("Player"), t("Points"), t("Crews"), t("Stones"), t("Quarries"), t("Grain")),
        *(t("Markets"), t("Boats"), t("Boats left"), t("Cards"), t("Sphinx cards")),
    )
    rows = tuple(_row(t, view, seat, names) for seat in range(view.players))
    return Position(lines, columns, rows, (_monuments(t, view, names),))


def _order(t: Translate, view: st.State, names: Names) -> list[str]:
    """The seats by order tile, and who places no more boats."""
    return [
        t("{player} (passed)").format(player=names[seat]) if view.passed[seat] else names[seat]
        for seat in view.order[: view.players]
    ]


def _monuments(t: Translate, view: st.State, names: Names) -> Section:
    rows = []
    for part, size in enumerate(box.PART_SIZE):
        start = box.PART_START[part]
        owners = [view.stone[space] for space in range(start, start + size)]
        stones = [
            f"{owners.count(seat)} {names[seat]}" for seat in range(view.players) if seat in owners
        ]
        laid = t("{count} of {all}").format(count=view.laid[part], all=size)
        rows.append((terms.part(t, part), laid, listed(stones)))
    columns = (t("Part"), t("Stones"), t("Owners"))
    return Section(t("Monuments"), columns=columns, rows=tuple(rows))


def _site_lines(t: Translate, view: st.State, names: Names) -> list[str]:
    lines = []
    for index in range(len(box.SITES)):
        holders = [names[seat] for seat in view.place[index] if seat >= 0]
        if view.waiting[index] >= 0:
            holders.append(t("{player} (waiting)").format(player=names[view.waiting[index]]))
        if holders:
            site, text = terms.site_with_article(t, index), t("Boats at {site}: {players}.")
            lines.append(text.format(site=site, players=listed(holders)))
    return lines


def _fields(t: Translate, view: st.State, seat: int) -> Iterator[tuple[str, int]]:
    """A seat's fields with their counts; a canal gives some another colour."""
    for kind, colours in enumerate(view.plots[seat]):
        for colour, count in enumerate(colours):
            name = terms.field(t, kind)
            if colour != box.FIELD_COLOUR[kind]:
                text = t("{field} (counts as {colour})")
                name = text.format(field=name, colour=terms.colour(t, colour))
            yield name, count


def _cards(t: Translate, view: st.State, seat: int) -> Iterator[tuple[str, int]]:
    for kind in range(box.FIRST_QUARRY, box.CARD_KINDS):
        yield terms.card(t, kind), view.have[seat][kind]


def _row(t: Translate, view: st.State, seat: int, names: Names) -> tuple[str, ...]:
    used = f" ({t('used')})"
    crews = [
        f"{terms.crew(t, i)} {view.crew[seat][i]}{used if view.used[seat][i] else ''}"
        for i in range(len(view.crew[seat]))
    ]
    boats = [terms.space(t, pos) for pos in range(box.POSITIONS) if view.boats[seat] >> pos & 1]
    held = counted((*_fields(t, view, seat), *_cards(t, view, seat)))
    riddles = [terms.riddle(t, index) for index in terms.held_riddles(view, seat)]
    return (
        names[seat],
        str(view.points[seat]),
        listed(crews),
        str(view.stones[seat]),
        str(view.quarry[seat]),
        t("{grain} of {needed}").format(
            grain=feeding.harvested(view, seat), needed=feeding.need(view, seat)
        ),
        listed([f"{terms.market(t, i)} {view.market[seat][i] + 1}" for i in range(2)]),
        listed(boats),
        str(view.boats_left[seat]),
        listed(held),
        listed(riddles, str(view.hand[seat])),
    )


def rules_help(t: Translate) -> tuple[Chapter, ...]:
    return (
        Chapter(t("Goal"), (
            t("Over five rounds you send boats down the Nile, strengthen and feed your crews, and build monuments. Whoever has the most points after round five wins."),
        ), anchors=("goal",)),
        Chapter(t("Set-up"), (
            t("Everyone starts with eight boats, a quarry that gives 3 stones, a field that gives 6 grain, and one Sphinx card. The joker crew has strength 2, the others 1."),
            t("The turn order is random: the first player starts with 2 stones, the second with 3, then 4 and 5. The flood marker starts in the centre, both market markers at the top. Twelve of the twenty grave tiles are used; four lie face up."),
            t("Each round, ten Nile cards are laid along the river."),
        ), anchors=("start", "first-order", "nile-cards")),
        Chapter(t("Boats on the Nile"), (
            t("In turn order, players place one boat at a time on a free space, always downstream of their own last boat. Once you pass, you place no more boats this round."),
            t("On a card space, take the card. On a round space (the circles), do what it shows. At a building site, take any empty place; if all are taken, your boat may wait there. You can have only one boat at each site."),
            t("With two or three players, each site has only two places."),
        ), anchors=("boats", "spaces", "places")),
        Chapter(t("Feeding"), (
            t("You need as much grain as the total strength of your four crews. The flood marker decides which fields give grain: on the left only green ones, in the centre green and yellow-green, on the right all of them."),
            _missing_grain(t),
        ), piece_names("card", *range(box.FIELD_GREEN_2, box.QUARRY_2)), anchors=("feeding", "missing-grain")),
        Chapter(t("Stones"), (
            _stored_stones(t),
        ), piece_names("card", box.QUARRY_2, box.QUARRY_3), anchors=("stones",)),
        Chapter(t("Building"), (
            t("Sites are built in order, going downstream: Sphinx, then Obelisk and Graves, then Temple and Pyramid. At each site, the place nearest the Nile goes first. A waiting boat builds only if someone with a place didn't."),
            t("For each build, use your green, yellow or blue crew, plus the joker crew if you like. Each crew works once per round. What you build can't cost more than their strength or your stones, and it scores as many points as it costs."),
            t("Sphinx: draw up to five cards at one stone each. Keep one, and score 1 point for each card you put back under the pile."),
            t("Obelisk and Graves: build the Obelisk from the bottom up and the graves in order. Then move one of your market markers down by one."),
            t("Temple: build both walls from the bottom up, then the columns, then the roof. Pyramid: fill each floor from left to right; above the first floor, a stone needs the two beneath it. When a floor is full, whoever has the most stones on it scores 1 point for each of them. Ties go to the leftmost stone."),
        ), anchors=("building-order", "crews", "sphinx", "obelisk-and-graves", "temple-and-pyramid")),
        Chapter(t("End of the round"), (
            t("Building at one, two or three sites scores 1, 3 or 6 points. Whoever is last on the score track goes first next round. If players share a space, the last to arrive counts as behind."),
        ), anchors=("end-of-round",)),
        Chapter(t("Markets"), (
            t("Reaching the bottom pays 3 stones on the stone market and 2 points on the grain market. So does every further step."),
        ), anchors=("markets",)),
        Chapter(t("Cards"), (
            t("Permanent cards stay with you. Any-time cards are played once, on your turn, then leave the game. Immediate cards take effect when you take them."),
            t("You can play a card whenever the board highlights it. The game stops to ask you only when the card can do more than before, or when waiting could cost you something."),
        ), anchors=("cards", "when-to-play")),
        Chapter(t("End of the game"), (
            t("Final scoring starts with the leader. On the two lowest spaces of the stone market, you sell your stones, two for a point. A grave total of at least 1, 11 or 21 scores 2, 5 or 9 points. Then come your Sphinx cards. Ties go to whoever is ahead on the score track."),
        ), anchors=("end",)),
    )  # fmt: skip


def glossary(t: Translate) -> tuple[GlossarySection, ...]:
    fields = tuple(_entry(t, kind) for kind in range(box.FIRST_ACTION_CARD))
    actions = tuple(_entry(t, kind) for kind in range(box.FIRST_ACTION_CARD, box.CARD_KINDS))
    grain = GlossaryEntry("grain-0", t("Grain"), _missing_grain(t))
    stones = GlossaryEntry("stone-0", t("Stones"), _stored_stones(t))
    spaces = tuple(_space(t, pos) for pos in (*box.ROUND_POS, *box.SITE_POS))
    riddles = tuple(_riddle(t, index) for index in range(box.SPHINX_CARDS))
    return (
        GlossarySection(t("Fields and quarries"), fields),
        GlossarySection(t("Action cards"), actions),
        GlossarySection(t("Feeding and quarries"), (grain, stones)),
        GlossarySection(t("Nile spaces"), spaces),
        GlossarySection(t("Sphinx cards"), riddles),
    )


def _missing_grain(t: Translate) -> str:
    return t(
        "Each missing grain costs you 3, 2 or 1 points, depending on your grain market marker. Your score can drop below zero. Leftover grain is lost."
    )


def _stored_stones(t: Translate) -> str:
    return t(
        "Your quarries give you stones every round. You can store up to 25; any more are lost."
    )


def _space(t: Translate, pos: int) -> GlossaryEntry:
    name = terms.space(t, pos)
    about = terms.space_tip(t, pos).removeprefix(f"{name}: ")
    return GlossaryEntry("", name, f"{sentence_case(about)}.")


def _riddle(t: Translate, index: int) -> GlossaryEntry:
    name, about = terms.riddle_short(t, index), terms.riddle(t, index)
    return GlossaryEntry("", sentence_case(name), f"{sentence_case(about)}.")


def _entry(t: Translate, kind: int) -> GlossaryEntry:
    about = sentence_case(terms.card_about(t, kind))
    return GlossaryEntry(f"card-{kind}", terms.card(t, kind), about)
