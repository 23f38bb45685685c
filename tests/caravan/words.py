"""Caravan in sentences, in whatever language `t` speaks."""

from nomarch.kernel.declare.lessons import Chapter, GlossaryEntry, GlossarySection
from nomarch.kernel.declare.sentences import Names, Position, Seats, Translate, Values
from tests.caravan import actions as act
from tests.caravan.state import State

VALUES: Values = {}


def categories(t: Translate) -> list[str]:
    """What scores."""
    return [t("Sacks")]


def move(t: Translate, view: State, action: int) -> str:
    """An action as an offer to the one who may take it."""
    return t("Bid {amount}").format(amount=act.BID.amount(action))


def prompt(t: Translate, view: State, seat: int, to_act: Seats, names: Names) -> str:
    """What is asked of the viewer now, or whom the game waits for."""
    if seat in to_act:
        return t("Make a secret bid.")
    if seat >= 0 and view.has_bid[seat]:
        return t("You bid {amount}. Waiting for the others.").format(amount=view.bid[seat])
    return t("Waiting for bids.")


def position(t: Translate, view: State, names: Names) -> Position:
    """The position as a table: for terminals and screen readers."""
    rows = [
        (names[seat], str(view.coins[seat]), str(view.points[seat])) for seat in range(view.players)
    ]
    sack = t("The sack is worth {worth}.").format(worth=max(view.sack, 0))
    return Position((sack,), (t("Player"), t("Coins"), t("Points")), tuple(rows))


def rules_help(t: Translate) -> list[Chapter]:
    """The rules, short enough to read beside the board."""
    day = t("All bid in secret. The highest bid pays and takes the sack; equal bids get nothing.")
    end = t("Six sacks are sold. Most points win.")
    return [Chapter(t("A day"), (day,)), Chapter(t("The end"), (end,))]


def glossary(t: Translate) -> list[GlossarySection]:
    """What is sold."""
    sack = GlossaryEntry("sack-0", t("Sack"), t("Worth one to four points."))
    return [GlossarySection(t("In the caravan"), (sack,))]
