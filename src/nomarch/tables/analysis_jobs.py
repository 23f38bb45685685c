"""Finished games are studied in the background, in turn with bots, once; what is found is kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from nomarch.bots.analysis import (
    PLAYOUTS,
    Analysis,
    Decision,
    SeatSummary,
    make_analyst,
    studied,
    summarize,
)
from nomarch.bots.search import Search
from nomarch.engine.match import Match
from nomarch.tables.archive.match import Memoir
from nomarch.tables.bot_play import Playing
from nomarch.tables.errors import Refused, TooOld
from nomarch.tables.live_table import Live
from nomarch.tables.notes import Notes

log = logging.getLogger("nomarch.tables")

TOPIC = "whole"
UNTIL_COMPILED = 0.25
"""Seconds between looks at whether a search is compiled."""


class Found(msgspec.Struct):
    """An analysis as it is kept; an empty one is none."""

    decisions: tuple[Decision, ...] = ()
    accounts: tuple[SeatSummary, ...] = ()


@dataclass
class Study:
    """A game that is being studied, or was: how far, and what was found."""

    match: Match
    done: int = 0
    decisions: list[Decision] = field(default_factory=list)
    analysis: Analysis | None = None
    task: asyncio.Task[None] | None = None

    @property
    def of(self) -> int:
        """How many moves there are to look at."""
        return sum(not step.auto for step in self.match.steps)

    @property
    def running(self) -> bool:
        """Whether it goes on."""
        return self.task is not None and not self.task.done()


class Studies:
    """All analyses of a server."""

    def __init__(self, hall: Playing, playouts: int = PLAYOUTS) -> None:
        self.hall, self.playouts = hall, playouts
        self.notes = Notes(hall.readers, hall.writer, "analysis/", Found)
        self._running: dict[str, Study] = {}

    async def of(self, live: Live) -> Study:
        """What is known of a finished game: all of it, a part while it is studied, or nothing."""
        match, id_ = _finished(live), live.table.record.id
        if id_ in self._running:
            return self._running[id_]
        kept = await self.notes.of(id_, TOPIC)
        if not kept.accounts:
            return self._running.get(id_) or Study(match)
        found = Analysis(kept.decisions, kept.accounts)
        return Study(match, len(match.steps), list(kept.decisions), found)

    async def begin(self, live: Live, person: str) -> Study:
        """Studies a game for somebody, unless that was done or is going on."""
        study, id_ = await self.of(live), live.table.record.id
        if study.analysis is None and not study.running:
            self._running[id_] = study
            study.task = asyncio.create_task(self._carry_out(id_, study, person))
        return study

    async def _carry_out(self, id_: str, study: Study, person: str) -> None:
        try:
            bot = await self._analyst(study.match)
            await self._go_through(id_, studied(study.match, bot), study, person)
            study.analysis = found = summarize(study.match, study.decisions)
            await self.notes.keep(id_, TOPIC, Found(found.decisions, found.accounts))
        except Exception:
            log.exception("the game of table %s cannot be studied", id_)
        finally:
            del self._running[id_]

    async def _analyst(self, match: Match) -> Search:
        """A search for a game, once it is compiled."""
        compiler = self.hall.bots.compiler
        bot = make_analyst(match.book, self.playouts, compiler)
        while not compiler.is_ready(match.book):
            await asyncio.sleep(UNTIL_COMPILED)
        return bot

    async def _go_through(
        self, id_: str, moves: Iterator[Decision | None], study: Study, person: str
    ) -> None:
        """Move by move, each a thought of its own that comes after all that people wait for."""
        for _ in range(study.of):
            decision = await self.hall.thinking.think(
                person, id_, lambda share: next(moves), attended=False
            )
            study.done += 1
            if decision is not None:
                study.decisions.append(decision)

    async def stop(self) -> None:
        """Lets go of what is not finished: whoever wants it asks again."""
        tasks = [study.task for study in self._running.values() if study.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _finished(live: Live) -> Match:
    match = live.snapshot().match
    if not match.over:
        raise Refused("The game is not over yet.")
    if isinstance(match, Memoir):
        raise TooOld("This game was played under other rules: it cannot be played again.")
    return match
