"""How a table is played, beside the options of its game."""

from collections.abc import Sequence
from dataclasses import dataclass

from nomarch.bots import bot_names
from nomarch.kernel.declare.game import rulebook
from nomarch.tables.state.clocks import check_clock
from nomarch.tables.state.errors import BadRequest
from nomarch.tables.state.model import BOT, OPEN, PLAYER, Seat


@dataclass(frozen=True)
class TableOptions:
    """What whoever sets a table decides."""

    clock: int = 0
    """Seconds for a move; 0 is no limit."""
    bank: int = 0
    """Seconds for the whole game, with `increment` for each move."""
    increment: int = 0
    coached: bool = False
    hints: bool | None = None
    """By default, hints are on for one person against bots."""
    listed: bool = False
    rated: bool = False
    public: bool = False
    shared_network: bool = False
    joint: bool = False
    """Whether its people make the deal together."""

    def check(self, game: str, seats: Sequence[Seat]) -> None:
        """Raise an error if these seats cannot play that way."""
        check_clock(self.clock, self.bank, self.increment)
        if self.coached and self.hints is False:
            raise BadRequest("The coach gives hints: allow hints or play without a coach.")
        if self.listed and all(seat.kind != OPEN for seat in seats):
            raise BadRequest("Only a table with a free seat can be shown in the lobby.")
        is_passed_on = any(seat.kind == PLAYER and not seat.person for seat in seats)
        if is_passed_on and (self.clock or self.bank or self.rated):
            raise BadRequest("A game that is passed on as a text has no clock and isn't rated.")
        for bot in (seat for seat in seats if seat.kind == BOT):
            check_level(game, bot.level)

    def has_hints(self, seats: Sequence[Seat]) -> bool:
        if self.hints is not None:
            return self.hints
        return self.coached or (is_solitary(seats) and not self.rated)


DEFAULT_OPTIONS = TableOptions()


def is_solitary(seats: Sequence[Seat]) -> bool:
    """Whether one person plays against bots only."""
    return sum(seat.kind != BOT for seat in seats) <= 1


def check_level(game: str, level: str) -> None:
    names = bot_names(rulebook(game))
    if level not in names:
        raise BadRequest(
            "Unknown bot “{level}”. Available bots: {levels}.", level=level, levels=", ".join(names)
        )
