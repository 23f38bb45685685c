"""A match played under other rules, shown from the archive."""

import logging
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Unpack

from nomarch import errors
from nomarch.draw.shapes import wrapped, written
from nomarch.draw.svg import Svg
from nomarch.engine.match import SPECTATOR, Match
from nomarch.engine.match_log import Drawing, LogLine, Step
from nomarch.engine.match_result import Standing, forfeits_last
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.declare.events import ALL, Event, EventRecord
from nomarch.kernel.declare.game import Rulebook, Setup
from nomarch.kernel.declare.layout import GameState
from nomarch.tables.archive.reader import ArchivedStep, ArchiveReader

log = logging.getLogger("nomarch.tables")


class ArchivedMatch(Match):
    """Follows an archive until it is resumed under the current rules, or closed."""

    def __init__(
        self, book: Rulebook, setup: Setup, seed: str, names: tuple[str, ...], reader: ArchiveReader
    ) -> None:
        self._init_fields(book, setup, seed, names)
        self.archived_plies = 0
        """How many steps were made under other rules; they cannot be undone."""
        self.is_archived = True
        """Whether the position comes from the archive and not from rules."""
        self.is_closed = False
        self.is_lossless = True
        """Whether the current rules know everything that the archive does."""
        self.standings: tuple[tuple[int, int], ...] = ()
        self._versions: list[int] = []
        self.opening, self._opening_bytes = reader.opening, reader.first_state
        self.follow(reader)

    def follow(self, reader: ArchiveReader) -> None:
        """Take over the reader's position."""
        if reader.rules not in self._versions:
            self._versions.append(reader.rules)
        self.steps, self.is_lossless = list(reader.steps), reader.is_lossless
        self.archived_plies, self.standings = len(self.steps), reader.standings
        self.state = self.book.layout.unpack(reader.state)
        self._decisions = self._packed = None

    def resume(self) -> None:
        """Go on under the current rules."""
        self.is_archived, self._decisions = False, None
        if self.book.game.rules_version not in self._versions:
            self._versions.append(self.book.game.rules_version)
        self._make_automatic_moves()

    def close(self) -> None:
        """End the match; nothing of it is secret any more."""
        self.is_closed = True
        self.steps = [self._with_move_line(step) for step in self.steps]

    def _with_move_line(self, step: Step) -> Step:
        """Add a line with the move to a step whose events have no sentences any more."""
        known = set(self.book.events)
        if not step.events or any(record.event in known for record in step.events):
            return step
        words = self.notation(step).replace("{", "{{").replace("}", "}}")
        move = Event("moved", "seat", f"{{player}}: {words}")
        return replace(step, events=(*step.events, EventRecord(move, ALL, (step.seat,))))

    @property
    def rules(self) -> str:
        """The versions of the rules it was played under, joined by `+`."""
        return "+".join(map(str, self._versions))

    @property
    def over(self) -> bool:
        return self.is_closed or self.is_stopped or (not self.is_archived and super().over)

    def _pending_decisions(self) -> tuple[tuple[int, ...], dict[int, list[int]]]:
        if self.is_archived and self._decisions is None:
            self._decisions = (), {}
        return super()._pending_decisions()

    def past(self, length: int) -> Match:
        """Return the match after a number of steps."""
        twin = super().past(length)
        assert isinstance(twin, ArchivedMatch)
        if length < self.archived_plies:
            twin.is_archived, twin.standings = True, ()
            twin._decisions = self.steps[length].owed, {}
        return twin

    def at(self, length: int) -> Match:
        """Return the match after a number of steps, to go on under the current rules."""
        if length < self.archived_plies and not self.is_lossless:
            raise errors.NothingToUndo("The rules were others before that.")
        twin = copy(self)
        twin.is_archived = twin.is_closed = False
        twin.standings, twin._decisions = (), ((), {})
        twin.archived_plies = min(length, self.archived_plies)
        return Match.at(twin, length)

    def notation(self, step: Step) -> str:
        return step.move if isinstance(step, ArchivedStep) else super().notation(step)

    def last_decision(self, seat: int) -> int | None:
        """Return the seat's last decision under the current rules."""
        last = super().last_decision(seat)
        return None if last is not None and last < self.archived_plies else last

    def rewind(self, length: int) -> None:
        if length < self.archived_plies:
            raise errors.NothingToUndo("The rules were others before that.")
        super().rewind(length)

    # --- Rendering errors must not hide the rest -------------------------------------------------

    @property
    def scores(self) -> tuple[int, ...]:
        if self.standings:
            return tuple(points for _, points in self.standings)
        try:
            return super().scores
        except Exception as error:
            if not self.is_archived:
                raise
            log.warning("points of other rules cannot be counted: %s", error)
            return (0,) * self.players

    @property
    def ranking(self) -> list[Standing]:
        standings = self.standings
        if not standings:
            if not self.is_archived:
                return super().ranking
            scores = self.scores
            standings = tuple((1 + sum(p > points for p in scores), points) for points in scores)
        places = forfeits_last([place for place, _ in standings], self.forfeited)
        lines = [
            Standing(places[seat], seat, self.names[seat], points)
            for seat, (_, points) in enumerate(standings)
        ]
        return sorted(lines, key=lambda line: (line.place, line.seat))

    def describe_events(
        self,
        records: Sequence[EventRecord],
        seat: int = SPECTATOR,
        language: str = DEFAULT,
        *,
        you: int | None = None,
    ) -> list[LogLine]:
        """Return log lines, leaving out events that no longer exist."""
        try:
            return super().describe_events(records, seat, language, you=you)
        except Exception as error:
            if len(records) <= 1:
                log.warning("cannot render an event of other rules: %s", error)
                return []
        return [
            line
            for record in records
            for line in self.describe_events([record], seat, language, you=you)
        ]

    def drawn(self, view: GameState, seat: int, **how: Unpack[Drawing]) -> Svg:
        """Draw a view; a position that cannot be drawn any more becomes a sentence."""
        try:
            return super().drawn(view, seat, **how)
        except Exception as error:
            if not self.is_archived:
                raise
            log.warning("a position of other rules cannot be drawn: %s", error)
            t = translator("nomarch", how.get("language", DEFAULT))
            return _placard(t("This position belongs to older rules and can't be shown any more."))


def _placard(words: str) -> Svg:
    lines = written(wrapped(words, 30, 3), 210, 100, size=20, anchor="middle")
    return Svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 240">{lines}</svg>')


def lenient_setup(book: Rulebook, players: int, options: Mapping[str, str]) -> Setup:
    """Return a setup, with default options if the given ones do not exist any more."""
    try:
        return book.setup(players, options)
    except errors.BadOption:
        return Setup(players, (0,) * len(book.game.options))
