"""Replays the log of a table: `fold` returns the table after one more entry."""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import reduce

from msgspec.structs import replace

from nomarch.engine.match import Match
from nomarch.engine.match_log import common
from nomarch.kernel.declare.game import rulebook
from nomarch.tables.archive.outcomes import OutcomeRecorder
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
)
from nomarch.tables.state.joint_decision import JointDecisions
from nomarch.tables.state.model import (
    AGREE,
    ASK,
    AWAY,
    BACK,
    BOT,
    CLOSE,
    GIVE,
    HINT,
    LEAVE,
    MOVE,
    REFUSE,
    REWIND,
    RULES,
    Entry,
    Seat,
    TableRecord,
)
from nomarch.tables.state.pauses import Span
from nomarch.tables.state.table import Table


def new_table(record: TableRecord, match: Match, outages: Sequence[Span] = ()) -> Table:
    """Return a table without log entries."""
    at = record.created
    table = Table(
        record,
        match,
        OutcomeRecorder.start(match),
        last_at=at,
        clock_from=at,
        reached={len(match.steps): at},
        to_act={},
        asked_shown={},
        joints=JointDecisions(),
        outages=outages,
    )
    return restart_questions(table, at)


def restart_questions(table: Table, at: float) -> Table:
    """Ask everyone who must decide again, as at the start."""
    to_act = dict.fromkeys(table.match.to_act, table.seq)
    joints = JointDecisions().watch(table.seq, (), (), table.match)
    table = replace(table, to_act=to_act, asked_shown=to_act, joints=joints, clock_from=at)
    if not table.record.is_timed:
        return table
    since = dict.fromkeys(table.people_asked(), at)
    return replace(table, clocks=table.clocks.restart(since))


def carry_out(table: Table, entry: Entry) -> Table:
    """Return the table with what an entry itself changes."""
    seat, undo, absences, ply = entry.seat, table.undo, table.absences, table.settled
    if entry.kind == MOVE:
        match = table.match.snapshot()
        match.play(seat, entry.text)
        return replace(table, match=match, undo=undo.close() if seat == undo.seat else undo)
    if entry.kind == REWIND:
        return _rewind(table, entry)
    if entry.kind == RULES:
        return replace(table, new_rules=entry.text)
    if entry.kind == CLOSE:
        return replace(table, closed=True, to_act={}, undo=undo.close())
    if entry.kind == AWAY and entry.text == MISSED:
        return replace(table, absences=absences.add(seat, MISSED, ply), late=table.late | {seat})
    if entry.kind == AWAY and entry.text == PAUSED:
        return replace(table, absences=absences.go(seat, entry.at, PAUSED, ply))
    if entry.kind == AWAY:
        gone = absences.go(seat, entry.at, TIMED_OUT, ply)
        return replace(table, absences=gone, late=table.late | {seat})
    if entry.kind == GIVE:
        clocks = table.clocks.give(seat, table.gifts(seat), ply, table.record)
        return replace(table, clocks=clocks, absences=absences.add(seat, GAVE, ply))
    if entry.kind == BACK:
        return replace(table, absences=absences.come(seat, RETURNED, ply))
    if entry.kind == LEAVE:
        return _leave(table, entry)
    if entry.kind == HINT:
        return replace(table, hinting=table.hinting.give(seat), joints=table.joints.add_hint(seat))
    if entry.kind == ASK:
        target = int(entry.text or table.match.last_decision(seat) or 0)
        undo = undo.ask(seat, target, table.same_owner(seat), entry.at)
    elif entry.kind == AGREE:
        undo = undo.agree(table.same_owner(seat))
    elif entry.kind == REFUSE and undo.seat >= 0:
        undo = undo.refuse(table.owner(undo.seat), entry.at)
    return replace(table, undo=undo)


def _rewind(table: Table, entry: Entry) -> Table:
    owner, match = table.owner(entry.seat), table.match.snapshot()
    undo, to_act = table.undo.count(owner), table.to_act
    if entry.text:
        match.rewind(int(entry.text))
        undo, to_act = undo.forgive(owner), {}
    else:
        match.undo(entry.seat)
        if entry.seat == undo.seat or undo.target >= len(match.steps):
            undo = undo.close()
    absences = table.absences.rewind(len(match.steps))
    return replace(table, match=match, undo=undo, to_act=to_act, absences=absences)


def _leave(table: Table, entry: Entry) -> Table:
    """End the game, or give the seat to a bot for good."""
    record, seat, undo = table.record, entry.seat, table.undo.close()
    if record.resigning_ends and entry.text in ("", BANNED):  # the player keeps the seat
        match = copy(table.match)
        match.stop()
        absences = table.absences.come(seat, entry.text or CONCEDED, table.settled)
        return replace(table, match=match, to_act={}, absences=absences, undo=undo)
    old = record.seats[seat]
    bot = Seat(BOT, old.name, level=record.stand_in, left=old.person or old.left)
    seats = tuple(bot if i == seat else s for i, s in enumerate(record.seats))
    kind = RESIGNED if not entry.text else BANNED if entry.text == BANNED else REMOVED
    return replace(
        table,
        record=replace(record, seats=seats),
        absences=table.absences.come(seat, kind, table.settled),
        floor=len(table.match.steps),  # what its owner could have objected to cannot be undone
        undo=undo,
    )


def fold(table: Table, entry: Entry, apply: Callable[[Table, Entry], Table] = carry_out) -> Table:
    """Return the table after an entry of its log.

    `apply` carries out the entry itself; for games of other rules, from the archive.
    """
    if entry.seq != table.seq + 1:
        raise RuntimeError(f"entry {entry.seq} of table {table.record.id} follows {table.seq}")
    before, table = table, apply(replace(table, seq=entry.seq), entry)
    record = table.record
    if entry.kind in (AWAY, BACK, LEAVE) and record.absent_last:
        match = copy(table.match)
        match.forfeited = frozenset(table.departures)
        table = replace(table, match=match)
    if entry.kind in (MOVE, REWIND):
        table = _record_outcome(before, table, entry)
    ply = len(before.match.steps)
    steps = table.match.steps[ply:] if entry.kind == MOVE else []
    joints = table.joints.follow(entry, steps, before.match.to_act, table.match)
    table = replace(table, joints=joints)
    joint = before.joint
    is_secret = bool(joint and table.joint and joint.seq == table.joint.seq)
    if entry.kind in (MOVE, REWIND):
        table = _update_questions(table, {entry.seat, *(step.seat for step in steps)})
        if not is_secret:
            table = _keep_time(table, entry)
    if not is_secret:
        table = replace(table, last_at=entry.at)
    was_late = entry.kind == MOVE and entry.seat in before.late
    table = _run_clocks(table, entry, late=was_late)
    if table.match.over and not record.over:
        table = replace(table, record=replace(record, over=True))
    return table


def _record_outcome(before: Table, table: Table, entry: Entry) -> Table:
    old, match, state = before.match.steps, table.match, None
    stayed = len(old)
    if entry.kind == REWIND:
        stayed, state = common(old, match.steps), before.match.packed()
    return replace(
        table,
        recorder=table.recorder.record(table.seq, match, stayed, state),
        hinting=table.hinting.follow(entry.seat, len(old), match.steps),
    )


def _update_questions(table: Table, movers: set[int]) -> Table:
    """Ask those who moved or were not asked before; others' questions stay."""
    asked, shown = table.to_act, table.asked_shown
    to_act = {
        seat: table.seq if seat in movers else asked.get(seat, table.seq)
        for seat in table.match.to_act
    }
    asked_shown = {
        seat: shown[seat]
        if seat not in movers and seat in asked and seat in shown
        else table.shown_seq_for(seat)
        for seat in to_act
    }
    late = table.late & set(to_act)
    if table.joint is None:
        late -= movers
    return replace(table, to_act=to_act, asked_shown=asked_shown, late=late)


def _keep_time(table: Table, entry: Entry) -> Table:
    """Restart the clock for a new question; undoing one's own move gives no time."""
    ply, reached = len(table.match.steps), dict(table.reached)
    if entry.kind == MOVE or entry.text:
        while reached and next(reversed(reached)) >= ply:
            reached.popitem()
        reached[ply] = entry.at
    return replace(table, reached=reached, clock_from=reached.get(ply, entry.at))


def _run_clocks(table: Table, entry: Entry, *, late: bool) -> Table:
    record = table.record
    if not record.is_timed:
        return table
    running = table.people_asked() if record.is_full and not table.match.over else []
    plies = len(table.match.steps)
    clocks = table.clocks.follow(entry, record, running, plies, late=late, pauses=table.pauses)
    return replace(table, clocks=clocks)


def replay(record: TableRecord, log: Iterable[Entry] = (), outages: Sequence[Span] = ()) -> Table:
    book = rulebook(record.game)
    options = book.game.options_since(record.rules) | record.options
    names = tuple(seat.name for seat in record.seats)
    match = Match(book, book.setup(len(names), options), record.seed, names)
    return reduce(fold, log, new_table(record, match, outages))
