"""Senet in sentences, in whatever language `t` speaks."""

from nomarch.kernel.declare.lessons import Chapter, GlossaryEntry, GlossarySection
from nomarch.kernel.declare.sentences import Names, Position, Seats, Translate, Values
from nomarch_senet import actions as act, components as box, rules
from nomarch_senet.state import EMPTY, State


def house_name(t: Translate, house: int) -> str:
    """A house by its name, or by its number."""
    names = {
        box.REBIRTH: t("the House of Rebirth"),
        box.BEAUTY: t("the House of Beauty"),
        box.WATER: t("the House of Water"),
        box.TRUTHS: t("the House of the Three Truths"),
        box.ATUM: t("the House of Re-Atum"),
        box.HORUS: t("the House of Horus"),
    }
    return names.get(house) or t("house {number}").format(number=house)


VALUES: Values = {"start": house_name, "end": house_name, "house": house_name}


def categories(t: Translate) -> list[str]:
    """What scores."""
    return [t("Pieces off the board")]


def move(t: Translate, view: State, action: int) -> str:
    """An action as an offer to the one who may take it."""
    if action == act.THROW:
        return t("Throw the sticks")
    if action == act.PASS:
        return t("Pass")
    if act.BACK.has(action):
        start = act.BACK.house(action)
        return t("Move back to {house}").format(house=house_name(t, start - view.throw))
    start = act.MOVE.house(action)
    end = start + view.throw
    if end >= box.OFF:
        return t("Leave the board from {house}").format(house=house_name(t, start))
    if end == box.WATER:
        return t("Fall into the water")
    house = house_name(t, end)
    if view.house[end] != EMPTY:
        return t("Move to {house} and swap places").format(house=house)
    return t("Move to {house}").format(house=house)


def prompt(t: Translate, view: State, seat: int, to_act: Seats, names: Names) -> str:
    """What is asked of the viewer now, or whom the game waits for."""
    if view.seat != seat:
        return t("{player}'s turn.").format(player=names[view.seat])
    if view.thrown == 0:
        return t("Throw the sticks.")
    asked = t("You threw a {throw}. Choose a piece to move.").format(throw=view.throw)
    again = t("Then you throw again.")
    return f"{asked} {again}" if box.AGAIN[view.throw] else asked


def position(t: Translate, view: State, names: Names) -> Position:
    """The position as a table: for terminals and screen readers."""
    rows = []
    for seat in range(view.players):
        own = [h for h in range(1, box.OFF) if rules.belongs(view, h, seat)]
        rows.append((names[seat], ", ".join(map(str, own)) or "–", str(view.points[seat])))
    throw = t("The last throw: {throw}.").format(throw=view.throw or "–")
    return Position((throw,), (t("Player"), t("Houses"), t("Off the board")), tuple(rows))


def rules_help(t: Translate) -> list[Chapter]:
    """The rules, short enough to read beside the board."""
    return [
        Chapter(
            t("The goal"),
            (
                t(
                    "Senet is a race. Your pieces follow the houses from 1 to 30: along the first row, back along the second, and along the third."
                ),
                t("Bring all your pieces off the board before your opponent does."),
            ),
            anchors=("path", "goal"),
        ),
        Chapter(
            t("Your turn"),
            (
                t(
                    "The four sticks are thrown for you. Count the pale sides: one to four. If there are none, the throw counts five."
                ),
                t(
                    "Move one piece exactly that far. With a 1, a 4 or a 5 you throw again afterwards."
                ),
                t(
                    "You must move if you can. If no piece can move forward, move one back by the throw. If that's impossible too, you pass."
                ),
            ),
            pieces=("throw-1", "throw-2", "throw-3", "throw-4", "throw-5"),
            anchors=("throw", "move", "must"),
        ),
        Chapter(
            t("Meeting others"),
            (
                t(
                    "A house holds one piece. If you land on a single piece of your opponent's, the two swap places."
                ),
                t(
                    "Two pieces side by side protect each other: nobody can land on them. Three side by side can't even be passed."
                ),
            ),
            anchors=("swap", "protect"),
        ),
        Chapter(
            t("The last houses"),
            (
                t(
                    "Every piece has to stop in the House of Beauty, by an exact throw. From there on no piece can be swapped."
                ),
                t(
                    "A 1 from the House of Beauty falls into the water: the piece starts again from the House of Rebirth, or the last empty house before it, and your turn ends."
                ),
                t(
                    "A piece leaves the Three Truths only with a 3 and Re-Atum only with a 2. The House of Horus lets it go with any throw, and the House of Beauty with a 5."
                ),
            ),
            pieces=("house-15", "house-26", "house-27", "house-28", "house-29", "house-30"),
            anchors=("beauty", "water", "off"),
        ),
    ]


def glossary(t: Translate) -> list[GlossarySection]:
    """The throws and the houses that have a name."""
    throws = (
        GlossaryEntry("throw-1", t("One pale side"), t("Move 1, then throw again.")),
        GlossaryEntry("throw-2", t("Two pale sides"), t("Move 2.")),
        GlossaryEntry("throw-3", t("Three pale sides"), t("Move 3.")),
        GlossaryEntry("throw-4", t("Four pale sides"), t("Move 4, then throw again.")),
        GlossaryEntry("throw-5", t("No pale side"), t("Move 5, then throw again.")),
    )
    houses = (
        GlossaryEntry(
            "house-15",
            t("House of Rebirth"),
            t("House 15: pieces that fall into the water start again here."),
        ),
        GlossaryEntry(
            "house-26",
            t("House of Beauty"),
            t("House 26: every piece stops here. It's safe, and a 5 leads off the board."),
        ),
        GlossaryEntry(
            "house-27",
            t("House of Water"),
            t("House 27: a piece that lands here starts again from the House of Rebirth."),
        ),
        GlossaryEntry(
            "house-28", t("House of the Three Truths"), t("House 28: safe, and left with a 3.")
        ),
        GlossaryEntry("house-29", t("House of Re-Atum"), t("House 29: safe, and left with a 2.")),
        GlossaryEntry(
            "house-30", t("House of Horus"), t("House 30: safe, and left with any throw.")
        ),
    )
    return [GlossarySection(t("Throws"), throws), GlossarySection(t("Houses"), houses)]
