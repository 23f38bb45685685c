"""What pages of lessons and puzzles are sent."""

import msgspec

from nomarch.web.http.responses import FrameInfo, LogEntry, Offer, ResponseBody


class LessonLine(ResponseBody):
    """A lesson and the reader's progress."""

    id: str
    title: str
    about: str
    taken: int
    steps: int
    done: bool


class PuzzleResult(ResponseBody):
    """What a finished or failed puzzle was about, and what the first try of it changed."""

    theme: str
    rating: int
    """The puzzle's rating."""
    yours: int
    """My rating in puzzles of the game."""
    is_sure: bool
    """Whether my rating is known well enough to be shown without a question mark."""
    streak: int
    """Puzzles that I solved in a row."""
    change: int | None = None
    """Rating points that I won or lost; None if it wasn't the first try."""


class LessonPage(ResponseBody):
    """The current step of a lesson and everything it shows."""

    at: int
    """Steps taken."""
    steps: int
    done: bool
    asks: bool
    """Whether the step asks for a move."""
    text: str
    points: list[str]
    """What the text is about: pieces of the drawing by id, or moves."""
    board: str
    moves: list[Offer]
    frames: list[FrameInfo]
    log: list[LogEntry]
    following: str
    """The next lesson's id, if there is one."""
    heard: str = ""
    """The reply to the last answer."""
    right: bool = True
    """Whether that answer was right."""
    shown: list[str] = msgspec.field(default_factory=list)
    """The right moves, once the reader asks."""
    later: list[str] = msgspec.field(default_factory=list)
    """Parts of the drawing that are taught later, by id."""
    choices: list[str] = msgspec.field(default_factory=list)
    """The answers to choose from."""
    taught: str = ""
    """After a wrong choice: the practice with the step that teaches it."""
    rule: str = ""
    """The paragraph of the rules about this step, by its anchor."""
    puzzle: PuzzleResult | None = None
    """The result of a puzzle, after its end or the first wrong answer."""
