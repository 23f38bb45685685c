"""A match that began under other rules: its past is as it was kept, and is not played again."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Unpack

from nomarch import errors
from nomarch.draw.shapes import wrapped, written
from nomarch.draw.svg import Svg
from nomarch.engine.match import SPECTATOR, Match
from nomarch.engine.match_log import Drawing, LogLine, Standing, Step
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.events import ALL, Event, Record
from nomarch.kernel.game import Rulebook, Setup
from nomarch.kernel.layout import GameState
from nomarch.tables.archive.chunks import KeptMove, Memory

log = logging.getLogger("nomarch.tables")


class ArchivedMatch(Match):
    """Follows a memory, until it is resumed by the rules of now or closed for good."""

    def __init__(
        self, book: Rulebook, setup: Setup, seed: str, names: tuple[str, ...], memory: Memory
    ) -> None:
        self._init_fields(book, setup, seed, names)
        self.since = 0
        """How many steps were made under other rules; nothing goes back behind them."""
        self.is_remembered = True
        """Whether rules have no say in the position."""
        self.is_closed = False
        self.standings: tuple[tuple[int, int], ...] = ()
        self._versions: list[int] = []
        self.opening, self._opening_bytes = memory.opening, memory.first_state
        self.follow(memory)

    def follow(self, memory: Memory, steps: Sequence[Step] = ()) -> list[Step]:
        """Stands where the memory stands; the steps that are new."""
        if memory.rules not in self._versions:
            self._versions.append(memory.rules)
        self.steps = list(memory.steps)
        self.since, self.standings = len(self.steps), memory.standings
        self.state, self._decisions, self._packed = (
            self.book.layout.unpack(memory.state),
            None,
            None,
        )
        return list(steps)

    def resume(self) -> None:
        """From here on the rules of now are played."""
        self.is_remembered, self._decisions = False, None
        if self.book.game.rules_version not in self._versions:
            self._versions.append(self.book.game.rules_version)
        self._make_automatic_moves()

    def close(self) -> None:
        """Nobody plays it any more, and nothing of it is a secret."""
        self.is_closed = True
        self.steps = [self._spelled_out(step) for step in self.steps]

    def _spelled_out(self, step: Step) -> Step:
        """A step none of whose events can be told is told by its move."""
        known = set(self.book.events)
        if not step.events or any(record.event in known for record in step.events):
            return step
        words = self.notation(step).replace("{", "{{").replace("}", "}}")
        move = Event("moved", "seat", f"{{player}}: {words}")
        return replace(step, events=(*step.events, Record(move, ALL, (step.seat,))))

    @property
    def rules(self) -> str:
        """The versions of the rules that it was played under."""
        return "+".join(map(str, self._versions))

    @property
    def over(self) -> bool:
        """Whether nobody can play any more."""
        return self.is_closed or (not self.is_remembered and super().over)

    def _pending_decisions(self) -> tuple[tuple[int, ...], dict[int, list[int]]]:
        if self.is_remembered and self._decisions is None:
            self._decisions = (), {}
        return super()._pending_decisions()

    def past(self, length: int) -> Match:
        """The match as it was after so many steps; where the rules were others, as it was kept."""
        twin = super().past(length)
        assert isinstance(twin, ArchivedMatch)
        if length < self.since:
            twin.is_remembered, twin.standings = True, ()
            twin._decisions = self.steps[length].owed, {}
        return twin

    def notation(self, step: Step) -> str:
        """A step's move, as it was written."""
        return step.move if isinstance(step, KeptMove) else super().notation(step)

    def last_decision(self, seat: int) -> int | None:
        """The seat's last decision under the rules of now."""
        last = super().last_decision(seat)
        return None if last is not None and last < self.since else last

    def rewind(self, length: int) -> None:
        """Goes back, but not to other rules."""
        if length < self.since:
            raise errors.NothingToUndo("The rules were others before that.")
        super().rewind(length)

    # --- Showing: what there is no word or picture for any more must not hide the rest -----------

    @property
    def scores(self) -> tuple[int, ...]:
        """Every seat's points: as they were kept, or by the rules of now."""
        if self.standings:
            return tuple(points for _, points in self.standings)
        try:
            return super().scores
        except Exception as error:
            if not self.is_remembered:
                raise
            log.warning("points of other rules cannot be counted: %s", error)
            return (0,) * self.players

    @property
    def ranking(self) -> list[Standing]:
        """The seats from first to last."""
        standings = self.standings
        if not standings:
            if not self.is_remembered:
                return super().ranking
            scores = self.scores
            standings = tuple((1 + sum(p > points for p in scores), points) for points in scores)
        lines = [
            Standing(place, seat, self.names[seat], points)
            for seat, (place, points) in enumerate(standings)
        ]
        return sorted(lines, key=lambda line: (line.place, line.seat))

    def describe_events(
        self,
        records: Sequence[Record],
        seat: int = SPECTATOR,
        language: str = DEFAULT,
        *,
        you: int | None = None,
    ) -> list[LogLine]:
        """What a viewer may be told; of an event that there is no more, nothing."""
        told: list[LogLine] = []
        for record in records:
            try:
                told += super().describe_events([record], seat, language, you=you)
            except Exception as error:
                log.warning("an event of other rules cannot be told: %s", error)
        return told

    def drawn(self, view: GameState, seat: int, **how: Unpack[Drawing]) -> Svg:
        """A view as a drawing; where pictures have changed too much, a few words in its place."""
        try:
            return super().drawn(view, seat, **how)
        except Exception as error:
            if not self.is_remembered:
                raise
            log.warning("a position of other rules cannot be drawn: %s", error)
            t = translator("nomarch", how.get("language", DEFAULT))
            return _placard(t("This position belongs to other rules and cannot be drawn any more."))


def _placard(words: str) -> Svg:
    lines = written(wrapped(words, 30, 3), 210, 100, size=20, anchor="middle")
    return Svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 240">{lines}</svg>')


def lenient_setup(book: Rulebook, players: int, options: Mapping[str, str]) -> Setup:
    """A setup for what began when other options were offered."""
    try:
        return book.setup(players, options)
    except errors.BadOption:
        return Setup(players, (0,) * len(book.game.options))
