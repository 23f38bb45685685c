"""Stages as pages are sent them: the drawing, words and beats of each, for one reader."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nomarch.engine.match import Match
from nomarch.engine.match_log import Step, moments_of
from nomarch.engine.stages import Stage, stages_of
from nomarch.kernel.declare.moments import Beat
from nomarch.tables.archive.reader import ArchivedStep
from nomarch.web.http.responses import FrameInfo

MAX_STAGED = 8
"""A page that is more steps behind is shown the end at once."""


@dataclass(frozen=True)
class Reader:
    """The viewer of a board, and its shape."""

    seat: int
    language: str
    shape: str
    you: int
    """The seat that sentences call “you”."""
    brief: bool = True


@dataclass(frozen=True)
class DrawnStage:
    """A stage on the way, as its reader sees it."""

    stage: Stage
    told: str
    """The text in place of the prompt."""
    parts: tuple[str, ...]
    """The parts of its drawing."""


def new_stages(match: Match, steps: Sequence[Step], first: int) -> list[Stage]:
    """The stages of the steps from `first` on; none under other rules, or if there are many."""
    new = steps[first:]
    if not 0 < len(new) <= MAX_STAGED or any(isinstance(step, ArchivedStep) for step in new):
        return []
    return list(stages_of(match, steps, first))


def draw_stages(stages: Sequence[Stage], reader: Reader) -> Iterator[DrawnStage]:
    """Draw stages on the way; one whose first event has no text keeps the text before it."""
    text = ""
    for stage in stages:
        text = told_first(stage, reader) or text
        drawn = stage.match.drawn(
            stage.match.observe(reader.seat), reader.seat, language=reader.language,
            shape=reader.shape, prefix="board", marked=False, brief=reader.brief, told=text,
        )  # fmt: skip
        yield DrawnStage(stage, text, drawn.parts)


def told_first(stage: Stage, reader: Reader) -> str:
    """The sentence of the event that began a stage."""
    first = stage.events[:1]
    lines = stage.match.describe_events(first, reader.seat, reader.language, you=reader.you)
    return lines[0].text if lines else ""


def beats_of_stage(stage: Stage, seat: int) -> list[Beat]:
    """What a viewer's page plays on the way to a stage."""
    match = stage.match
    return [
        beat
        for part in stage.parts
        for beat in moments_of(match.book, part, match.may_tell(part.events, seat), seat)
    ]


def frame_of(match: Match, count: int, reader: Reader) -> FrameInfo:
    """The last `count` steps of a match: its board, and the stages on the way to it."""
    stages = new_stages(match, match.steps, len(match.steps) - count)
    drawn = match.svg(
        reader.seat, language=reader.language, shape=reader.shape, standalone=False, marked=False,
        brief=reader.brief,
    )  # fmt: skip
    board = "".join(drawn.parts)
    if not stages:
        return FrameInfo(board, [])
    frame = _frame(stages[-1], board, reader)
    for passed in draw_stages(stages[:-1], reader):
        frame.stages.append(_frame(passed.stage, "".join(passed.parts), reader))
    return frame


def _frame(stage: Stage, board: str, reader: Reader) -> FrameInfo:
    lines = stage.match.describe_events(stage.events, reader.seat, reader.language, you=reader.you)
    return FrameInfo(board, lines, beats_of_stage(stage, reader.seat))
