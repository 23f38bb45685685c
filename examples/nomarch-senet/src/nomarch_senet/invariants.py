"""What never changes in a game of Senet, and the ways in which one can end: for tests."""

from nomarch.kernel.declare.invariants import Laws, Records, complaints
from nomarch_senet import components as box, events as ev, rules
from nomarch_senet.state import EMPTY, State

ENDINGS = ("race", "shutout")


def broken(s: State) -> list[str]:
    """Every conservation law that a state breaks, in words."""
    return complaints(_pieces(s))


def _pieces(s: State) -> Laws:
    standing = [piece for piece in s.house if piece != EMPTY]
    yield len(set(standing)) != len(standing), "a piece is in two houses"
    for seat in range(box.SEATS):
        own = sum(rules.owner(piece) == seat for piece in standing) + s.points[seat]
        yield own != s.pieces, f"seat {seat} has {own} pieces, not {s.pieces}"
    yield s.house[box.WATER] != EMPTY, "a piece stays in the water"
    yield s.house[0] != EMPTY or s.house[box.OFF] != EMPTY, "a piece is beside the board"


def ending(events: Records) -> str:
    """How a game ended: a shutout is one in which the loser brought no piece off."""
    winners = {record.seat for record in events if record.event is ev.SCORED}
    return "race" if len(winners) > 1 else "shutout"
