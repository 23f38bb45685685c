"""The log of a table as a page shows it, limited to what the reader may know."""

from collections.abc import Collection, Mapping, Sequence

from nomarch.checkpoints import checkpoint
from nomarch.engine.match import SPECTATOR, Match
from nomarch.engine.match_log import LogLine, Step, touched_pieces
from nomarch.i18n import Translate, translator
from nomarch.kernel.declare.events import ALL
from nomarch.tables.archive.reader import ArchivedStep
from nomarch.tables.state.absences import (
    BANNED,
    CONCEDED,
    GAVE,
    MISSED,
    PAUSED,
    REMOVED,
    RESIGNED,
    RETURNED,
    TIMED_OUT,
    AbsenceEvent,
)
from nomarch.web.http.responses import LogEntry
from nomarch.web.table.captions import summarize_opening, summarize_turn
from nomarch.web.table.scoring_tables import scoring_tables

RECENT_STEPS = 60
"""Steps whose changes a page marks and explains."""


def absence_texts(t: Translate) -> dict[str, tuple[str, str]]:
    """Lines of the log about a player who came or went: by name, and for the reader."""
    return {
        PAUSED: (
            t("{player} takes a break: a bot plays until they're back."),
            t("You take a break: a bot plays until you're back."),
        ),
        TIMED_OUT: (
            t("{player} ran out of time: a bot plays until they're back."),
            t("You ran out of time: a bot plays until you're back."),
        ),
        MISSED: (
            t("{player} ran out of time: a bot made this move."),
            t("You ran out of time: a bot made this move."),
        ),
        GAVE: (
            t("{player} gives the other players more time."),
            t("You give the other players more time."),
        ),
        RETURNED: (t("{player} is back."), t("You're back.")),
        RESIGNED: (t("{player} resigned: a bot plays on."), t("You resigned: a bot plays on.")),
        CONCEDED: (t("{player} resigned: the game is over."), t("You resigned: the game is over.")),
        BANNED: (t("{player} was banned from this site."), t("You were banned from this site.")),
        REMOVED: (t("A bot replaces {player}."), t("A bot replaces you.")),
    }


def absence_lines(
    match: Match, absences: Sequence[AbsenceEvent], language: str, you: int | None
) -> list[LogLine]:
    """Return the lines of the log about players who came or went."""
    texts = absence_texts(translator("nomarch", language))
    return [
        LogLine(texts[kind][seat == you].format(player=match.names[seat]), "")
        for seat, kind in absences
    ]


def log_lines(
    match: Match,
    seat: int,
    language: str,
    first: int,
    steps: Sequence[Step] | None = None,
    hinted: Collection[int] = (),
    you: int | None = None,
    absences: Mapping[int, Sequence[AbsenceEvent]] | None = None,
    *,
    also: Sequence[int] = (),
    seen: int = 0,
) -> list[LogEntry]:
    """The log from a step on, each step with its sentences and icons.

    `steps` are those that the reader may know, by default all; `hinted` are the indices in the
    match of those made with a hint; `absences` say who came or went after which step; `also` are
    single steps before the first one. Sentences call the viewer “you”, or the seat `you`. Steps
    before `seen` have no explanations: a page had them already.
    """
    known = {id(match.steps[at]) for at in hinted if at < len(match.steps)}
    steps = match.steps if steps is None else steps
    tables = scoring_tables(match, language, min([first, *also]), steps)
    absence_log = {
        ply: absence_lines(match, found, language, you) for ply, found in (absences or {}).items()
    }
    lines = []
    if first == 0:
        texts = summarize_opening(match, seat, language, you)
        lines.append(LogEntry(0, SPECTATOR, False, texts + absence_log.get(0, [])))
    for at in (*also, *range(first, len(steps))):
        checkpoint()
        ply, step = at + 1, steps[at]
        texts = match.describe_events(step.events, seat, language, you=you)
        is_recent = ply > len(steps) - RECENT_STEPS
        lines.append(
            LogEntry(
                ply,
                step.seat,
                step.auto,
                texts + absence_log.get(ply, []),
                tables.get(ply, []),
                id(step) in known,
                _touched(match, step, seat),
                _turn(match, steps, ply, absence_log, seat, language, you),
                _explained(match, step, language) if is_recent and at >= seen else {},
                _touched_by(match, step, seat) if is_recent else {},
            )
        )
    return lines


def _turn(
    match: Match,
    steps: Sequence[Step],
    ply: int,
    absence_log: Mapping[int, Sequence[LogLine]],
    seat: int,
    language: str,
    you: int | None,
) -> list[LogLine]:
    """The turn that ends with a step; nothing within a turn, or where the step says it all."""
    mover = steps[ply - 1].seat
    if ply < len(steps) and steps[ply].seat == mover:
        return []
    first = ply - 1
    while first and steps[first - 1].seat == mover:
        first -= 1
    texts = summarize_turn(match, steps[first:ply], seat, language, you)
    if first == ply - 1 and len(texts) < 2:
        return []
    return texts + [line for at in range(first + 1, ply + 1) for line in absence_log.get(at, ())]


def _explained(match: Match, step: Step, language: str) -> dict[str, str]:
    t = translator(match.book.package, language)
    events = [record.event for record in step.events if record.audience == ALL]
    return {event.explained: t(event.explained) for event in events if event.explained}


def _touched(match: Match, step: Step, seat: int) -> list[str]:
    """The pieces that a step touched, as far as a viewer may know; none under other rules."""
    if isinstance(step, ArchivedStep):
        return []
    return touched_pieces(match.book, step, match.may_tell(step.events, seat))


def _touched_by(match: Match, step: Step, seat: int) -> dict[str, int]:
    """The owners of touched pieces where the step is another's: tiles won as somebody passed."""
    if isinstance(step, ArchivedStep):
        return {}
    records = (
        record for record in match.may_tell(step.events, seat) if "seat" in record.event.values
    )
    return {
        name: record.seat
        for record in records
        if record.seat != step.seat
        for name in touched_pieces(match.book, step, [record])
    }
