"""Egizia in sentences: moves, events, prompts and positions, in whatever language `t` speaks."""

from __future__ import annotations

from collections.abc import Sequence

from nomarch.games.egizia import actions as act, components as box, state as st
from nomarch.games.egizia.rules import feeding, monuments, sphinx, tableau
from nomarch.games.egizia.state import State
from nomarch.games.egizia.words import names as called
from nomarch.games.egizia.words.help import rules_help
from nomarch.games.egizia.words.names import categories
from nomarch.i18n import Translate
from nomarch.kernel.telling import Position, TellValue, listed

__all__ = ("VALUES", "categories", "move", "position", "prompt", "rules_help")

Names = Sequence[str]

VALUES: dict[str, TellValue] = {
    "card": called.card,
    "category": lambda t, category: categories(t)[category],
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


def move(t: Translate, view: State, action: int) -> str:
    """An action as an offer to the one who may take it."""
    if act.is_card_play(action):
        return _play(t, action)
    return _sail(t, view, action) or _choice(t, view, action) or _build(t, view, action)


def _play(t: Translate, action: int) -> str:
    if act.TRAIN.has(action):
        return t("Train: {crew} +1").format(crew=called.crew(t, act.TRAIN.crew(action)))
    if act.HIRE.has(action):
        return t("Train for 2 stones: {crew} +1").format(crew=called.crew(t, act.HIRE.crew(action)))
    if act.DIG.has(action):
        return t("Canal to {field}: {colour} from now on").format(
            field=called.field(t, act.DIG.field(action)),
            colour=called.colour(t, act.DIG.colour(action) - 1),
        )
    if act.SELL.has(action):
        return t("Sell stones: {count}").format(count=act.SELL.stones(action))
    if action == act.EAT_STONE:
        return t("A stone for a grain")
    return t("Play {card}").format(card=called.card(t, CARD_OF[action]))


def _sail(t: Translate, view: State, action: int) -> str:
    if action == act.PASS:
        return t("Pass: place no more boats")
    for taking in (act.GO_CARD, act.HARVEST):
        if taking.has(action):
            return t("Take {card}").format(card=called.card(t, view.row[taking.space(action)]))
    if act.GO_ROUND.has(action):
        return t("Boat to {space}").format(space=called.round_space(act.GO_ROUND.space(action)))
    if act.GO_DOUBLED.has(action):
        return t("Boat to {space}, effect doubled").format(
            space=called.round_space(act.GO_DOUBLED.space(action))
        )
    if act.GO_SITE.has(action):
        return t("Boat to {site}, place {place}").format(
            site=called.site(t, act.GO_SITE.site(action)), place=act.GO_SITE.place(action) + 1
        )
    if act.GO_WAIT.has(action):
        return t("Wait at {site}").format(site=called.site(t, act.GO_WAIT.site(action)))
    return ""


def _choice(t: Translate, view: State, action: int) -> str:
    if act.RAISE.has(action):
        return t("{crew} +1").format(crew=called.crew(t, act.RAISE.crew(action))).capitalize()
    if act.LOWER.has(action):
        return t("{market}: {steps} down").format(
            market=called.market(t, act.LOWER.market(action)).capitalize(),
            steps=max(1, view.owed_market),
        )
    if act.FLOOD_TO.has(action):
        space = act.FLOOD_TO.space(action)
        if space == view.flood:
            return t("Leave the flood marker")
        return t("Flood marker: {space}").format(space=called.flood_space(t, space))
    if action == act.DONE:
        return _go_on(t, view)
    if action == act.FEED_NOW:
        return _feed(t, view)
    return ""


def _go_on(t: Translate, view: State) -> str:
    if view.asked == st.KEEPING:
        return t("Return the rest") if view.kept_now else t("Keep none")
    return {
        st.SECOND_CREW: t("No second crew"),
        st.GATHER: t("Take no card"),
        st.WAIT: t("Take the boat back"),
    }.get(view.asked, t("Go on"))


def _feed(t: Translate, view: State) -> str:
    loss = feeding.missing(view, view.seat) * feeding.hunger_price(view, view.seat)
    if loss == 0:
        return t("Feed the crews")
    return t("Feed the crews, losing points: {points}").format(points=loss)


def _build(t: Translate, view: State, action: int) -> str:
    if act.USE_CREW.has(action):
        index = act.USE_CREW.crew(action)
        return t("Build with the {crew} ({strength})").format(
            crew=called.crew(t, index), strength=view.crew[view.seat][index]
        )
    if action == act.USE_JOKER:
        return t("Add the joker crew ({strength})").format(strength=view.crew[view.seat][box.JOKER])
    if act.KEEP.has(action):
        index = view.drawn[act.KEEP.slot(action)]
        return (
            t("Keep a card")
            if index < 0
            else t("Keep: {riddle}").format(riddle=called.riddle(t, index))
        )
    if act.LAY.has(action):
        index = act.LAY.part(action)
        return t("{part}: lay a stone for {value}").format(
            part=called.part(t, index), value=monuments.next_value(view, index)
        )
    if act.DRAW.has(action) or act.DRAW_MORE.has(action):
        cards, stones = drawn_and_paid(view, action)
        return t("Cards to draw: {cards}, stones to pay: {stones}").format(
            cards=cards, stones=stones
        )
    return {
        act.NO_JOKER: t("Without the joker crew"),
        act.LEAVE: t("Do not build here"),
        act.STOP: t("Stop building"),
    }[action]


def drawn_and_paid(view: State, action: int) -> tuple[int, int]:
    """The cards that a draw at the Sphinx brings, and the stones that it costs."""
    if act.DRAW.has(action):
        return act.DRAW.paid(action), act.DRAW.paid(action)
    paid = act.DRAW_MORE.paid(action)
    return min(box.MAX_DRAW, paid + box.MORE_RIDDLES_CARDS, sphinx.pile_size(view)), paid


# --- What is asked -------------------------------------------------------------------------------


def prompt(t: Translate, view: State, seat: int, to_act: Sequence[int], names: Names) -> str:
    """What is asked of the viewer now, or whom the game waits for."""
    if view.asked == st.OVER:
        winner = min(range(view.players), key=lambda other: tableau.place(view, other))
        return t("The game is over: {player} wins.").format(player=names[winner])
    if seat not in to_act:
        return _waiting(t, view, names[to_act[0]])
    if view.asked == st.SAIL:
        return _sail_prompt(t, view)
    return _question(t, view.asked).format(
        site=called.site(t, max(0, view.site)),
        strength=view.strength,
        stones=view.stones[seat],
        steps=view.owed_market or view.flood_reach,
        left=view.owed_steps,
        missing=feeding.missing(view, seat),
        price=feeding.hunger_price(view, seat),
        keep=view.keep_most - view.kept_now,
    )


def _waiting(t: Translate, view: State, name: str) -> str:
    if view.stage == st.PLACING:
        return t("{player} is placing a boat.").format(player=name)
    if view.stage == st.BUILDING:
        return t("{player} is building: {site}.").format(
            player=name, site=called.site(t, view.site)
        )
    if view.stage == st.FEEDING:
        return t("{player} is feeding the crews.").format(player=name)
    return t("{player} is to act.").format(player=name)


def _sail_prompt(t: Translate, view: State) -> str:
    if view.extra:
        return t("Place your second boat.")
    return t("Place a boat further downstream, or pass.")


def _question(t: Translate, asked: int) -> str:
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
    }[asked]


# --- A position ---------------------------------------------------------------------------------


def position(t: Translate, view: State, names: Names) -> Position:
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


def _site_lines(t: Translate, view: State, names: Names) -> list[str]:
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


def _row(t: Translate, view: State, seat: int, names: Names) -> tuple[str, ...]:
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
