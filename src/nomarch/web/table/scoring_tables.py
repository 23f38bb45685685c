"""Scoring tables and nameplate texts, built from public events: the same for all readers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, takewhile

from nomarch.engine.match import Match
from nomarch.engine.match_log import Step
from nomarch.i18n import Translate, translator
from nomarch.kernel.declare.events import ALL, POINTS, Closing, Count, EventRecord
from nomarch.kernel.declare.sentences import Telling
from nomarch.web.http.responses import ScoreRow, ScoringTable
from nomarch.web.table.scores import scores_after


def scoring_tables(
    match: Match, language: str, first: int, steps: Sequence[Step]
) -> dict[int, list[ScoringTable]]:
    """The tables completed by each step after `first`, by the number of the step."""
    found: dict[int, list[ScoringTable]] = {}
    for ply, step in enumerate(steps[first:], start=first + 1):
        for at, record in enumerate(step.events, start=1):
            for closing in record.event.closes:
                now, before = reversed(step.events[:at]), _backwards(steps[: ply - 1])
                past = chain(now, before, reversed(match.opening))
                totals = _collect(closing.tally, past)
                if totals.filled_rows():
                    table = _to_table(match, language, record, closing, totals, step)
                    found.setdefault(ply, []).append(table)
    return found


def nameplate_texts(match: Match, language: str, steps: Sequence[Step]) -> list[str]:
    """The text at each seat's nameplate, most often empty."""
    words, t = [""] * match.players, translator(match.book.package, language)
    if not any(event.nameplate for event in match.book.events):
        return words
    for record in _backwards(steps):
        event = record.event
        if record.audience != ALL:
            continue
        if event.nameplate and not words[record.seat]:
            words[record.seat] = _telling(match, t, record).nameplate_text()
        if event.clears:
            break
    return words


def nameplate_history(match: Match, language: str, steps: Sequence[Step]) -> dict[int, list[str]]:
    """The texts after each step that changed them, by the number of steps."""
    words, t = [""] * match.players, translator(match.book.package, language)
    found = {0: words}
    for ply, step in enumerate(steps, start=1):
        now = list(words)
        for record in step.events:
            if record.audience == ALL and record.event.clears:
                now = [""] * match.players
            if record.audience == ALL and record.event.nameplate:
                now[record.seat] = _telling(match, t, record).nameplate_text()
        if now != words:
            found[ply] = words = now
    return found


def _backwards(steps: Sequence[Step]) -> Iterator[EventRecord]:
    for step in reversed(steps):
        yield from reversed(step.events)


# --- Collecting amounts ---------------------------------------------------------------------------


@dataclass
class _Amounts:
    """Amounts by row and seat. A row's key is its title, or a value that names it."""

    rows: dict[tuple[str, int], dict[int, int]] = field(default_factory=dict)
    named_by: dict[tuple[str, int], EventRecord] = field(default_factory=dict)
    counts: dict[tuple[str, int], Count] = field(default_factory=dict)

    def add(self, record: EventRecord, count: Count) -> None:
        key = (count.title, getattr(record, count.row) if count.row else 0)
        row = self.rows.setdefault(key, {})
        row[record.seat] = row.get(record.seat, 0) + getattr(record, count.amount)
        self.named_by.setdefault(key, record)
        self.counts.setdefault(key, count)

    def filled_rows(self) -> list[tuple[str, int]]:
        """Keys of rows that are not all zero: by appearance if titled, else by value."""
        keys = [key for key, row in self.rows.items() if any(row.values())]
        return sorted(keys, key=lambda key: key[1])


def _collect(name: str, past: Iterator[EventRecord]) -> _Amounts:
    """Add up the records since the last table of the same name; `past` is backwards."""
    totals, latest = _Amounts(), next(past)
    earlier = takewhile(lambda record: all(c.tally != name for c in record.event.closes), past)
    for record in reversed([latest, *earlier]):
        if record.audience == ALL:
            for count in record.event.counts:
                if count.tally == name:
                    totals.add(record, count)
    return totals


# --- Writing tables -------------------------------------------------------------------------------


def _telling(match: Match, t: Translate, record: EventRecord) -> Telling:
    return Telling(record, t, match.names, match.book.values)


def _to_table(
    match: Match, language: str, last: EventRecord, closing: Closing, totals: _Amounts, step: Step
) -> ScoringTable:
    t, seats = translator(match.book.package, language), range(match.players)
    rows, is_sum = [], True
    for key in totals.filled_rows():
        count, amounts = totals.counts[key], totals.rows[key]
        is_sum = is_sum and not count.title
        named = _telling(match, t, totals.named_by[key])
        title = t(count.title) if count.title else named[count.row]
        rows.append(ScoreRow(title, [amounts.get(seat) for seat in seats]))
    return ScoringTable(
        title=_telling(match, t, last).fill(t(closing.title)),
        rows=rows,
        sums=[sum(row.amounts[seat] or 0 for row in rows) for seat in seats] if is_sum else None,
        standing=scores_after(match, step) if closing.tally == POINTS else None,
    )
