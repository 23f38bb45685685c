"""Crocodile in sentences, in whatever language `t` speaks."""

from nomarch.kernel.declare.lessons import Chapter, GlossaryEntry, GlossarySection
from nomarch.kernel.declare.sentences import Names, Position, Seats, Translate, Values
from tests.smallest import actions as act
from tests.smallest.state import State

VALUES: Values = {"kind": lambda t, kind: (t("a fish"), t("a crocodile"))[kind]}


def categories(t: Translate) -> list[str]:
    """What scores."""
    return [t("Fish")]


def move(t: Translate, view: State, action: int) -> str:
    """An action as an offer to the one who may take it."""
    if action == act.LAND:
        return t("Land")
    return t("Cast × {times}").format(times=act.CAST.times(action))


def prompt(t: Translate, view: State, seat: int, to_act: Seats, names: Names) -> str:
    """What is asked of the viewer now, or whom the game waits for."""
    if view.seat == seat:
        return t("Cast, or land your catch.")
    return t("{player} is fishing.").format(player=names[view.seat])


def position(t: Translate, view: State, names: Names) -> Position:
    """The position as a table: for terminals and screen readers."""
    rows = [(names[seat], str(view.points[seat])) for seat in range(view.players)]
    boat = t("Fish in the boat: {count}.").format(count=view.boat)
    return Position((boat,), (t("Player"), t("Points")), tuple(rows))


def rules_help(t: Translate) -> list[Chapter]:
    """The rules, short enough to read beside the board."""
    turn = t("Cast as often as you dare, then land your catch; a crocodile frees it.")
    end = t("The last crocodile ends the game, and so do twelve points. Most points win.")
    return [Chapter(t("Your turn"), (turn,)), Chapter(t("The end"), (end,))]


def glossary(t: Translate) -> list[GlossarySection]:
    """What may bite."""
    fish = GlossaryEntry("kind-0", t("Fish"), t("A point, once it is landed."))
    jaws = GlossaryEntry(
        "kind-1", t("Crocodile"), t("Frees all fish in the boat and ends the turn.")
    )
    return [GlossarySection(t("In the river"), (fish, jaws))]
