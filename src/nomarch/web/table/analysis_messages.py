"""The analysis of a finished game, as a response."""

import msgspec

from nomarch.web.http.responses import ResponseBody


class DecisionInfo(ResponseBody):
    """An analysed decision: the seat's chance to win after it in per cent, and its cost."""

    ply: int
    seat: int
    win: float
    loss: float
    fault: str
    """`inaccuracy`, `mistake`, `blunder`, or empty."""
    points: float
    """Mean final points that it cost."""
    chances: list[float] = msgspec.field(default_factory=list)
    """Everybody's chance to win then, in per cent, by seat; together 100."""


class TurningPoint(DecisionInfo):
    """A costly decision: what was played, what was better, and why."""

    move: str = ""
    best: str = ""
    best_win: float = 0.0
    reason: str = ""
    rule: str = ""
    """The paragraph of the rules about the better move, by its anchor."""
    practise: str = ""
    """Where to practise what was missed: puzzles of its theme, or a lesson step."""


class AccountInfo(ResponseBody):
    """How a seat's chance to win came about, in per cent: start + skill + luck = result."""

    seat: int
    accuracy: float
    start: float
    skill: float
    luck: float
    result: float


class AnalysisInfo(ResponseBody):
    """The analysis of a finished game so far; turning points and accounts come at the end."""

    ready: bool
    running: bool
    done: int
    of: int
    names: list[str]
    plies: int
    decisions: list[DecisionInfo]
    turning: list[TurningPoint] = msgspec.field(default_factory=list)
    accounts: list[AccountInfo] = msgspec.field(default_factory=list)
    scaled: bool = False
