"""Background analysis of finished games, queued behind the bots; each game is analysed once."""

import asyncio
import logging
from contextlib import aclosing
from dataclasses import dataclass, field

import msgspec

from nomarch import platform
from nomarch.bots.analysis import (
    PLAYOUTS,
    Analysis,
    Decision,
    SeatSummary,
    iter_decisions,
    make_analyst,
    summarize,
)
from nomarch.bots.plain_network import trained_counts
from nomarch.bots.search import Search
from nomarch.decoding import decode
from nomarch.engine.match import Match
from nomarch.errors import Refused
from nomarch.storage.notes import NoteStore
from nomarch.tables.archive.match import ArchivedMatch
from nomarch.tables.bots.bot_player import UNATTENDED
from nomarch.tables.live.live_table import LiveTable
from nomarch.tables.service import TableService
from nomarch.tables.state.errors import RulesTooOld
from nomarch.tables.state.sealing import check_unsealed

log = logging.getLogger("nomarch.tables")

TOPIC = "whole"
STORED_EVERY = 10
"""Moves after which an analysis on the way is stored."""
COMPILE_POLL = 0.25
"""Seconds between two checks whether a search is compiled."""


class StoredAnalysis(msgspec.Struct):
    """An analysis as stored; without accounts it is not complete."""

    decisions: tuple[Decision, ...] = ()
    accounts: tuple[SeatSummary, ...] = ()
    done: int = 0
    """Moves analysed so far, those without a choice among them."""


@dataclass
class AnalysisJob:
    """The analysis of one game and its progress."""

    match: Match
    done: int = 0
    """Moves analysed so far."""
    decisions: list[Decision] = field(default_factory=list)
    analysis: Analysis | None = None
    task: asyncio.Task[None] | None = None

    @property
    def total(self) -> int:
        return sum(not step.auto for step in self.match.steps)

    @property
    def is_running(self) -> bool:
        return self.task is not None and not self.task.done()


class AnalysisJobs:
    """All analyses of a server."""

    def __init__(self, service: TableService, playouts: int = PLAYOUTS) -> None:
        self.bots, self.playouts = service.bots, playouts
        self.notes = NoteStore(service.readers, service.writer, "analysis/", StoredAnalysis)
        self._running: dict[str, AnalysisJob] = {}
        self._aside = asyncio.Lock()
        """Held by the one analysis that a page runs at a time."""

    async def get(self, live: LiveTable) -> AnalysisJob:
        """Return the analysis of a finished game: complete, running, or empty."""
        match, id_ = _finished_match(live), live.table.record.id
        if id_ in self._running:
            return self._running[id_]
        stored = await self.notes.get(id_, TOPIC)
        if not stored.accounts:
            return self._running.get(id_) or AnalysisJob(match, stored.done, list(stored.decisions))
        analysis = summarize(match, stored.decisions)  # by the scale of today
        return AnalysisJob(match, len(match.steps), list(stored.decisions), analysis)

    async def start(self, live: LiveTable, person: str) -> AnalysisJob:
        """Analyse a game for a person, unless that is done or under way."""
        job, id_ = await self.get(live), live.table.record.id
        players = job.match.players
        if platform.IS_BROWSER and players not in trained_counts(job.match.book):
            raise Refused("Games with {count} players can't be analysed here.", count=players)
        if job.analysis is None and not job.is_running:
            self._running[id_] = job
            job.task = asyncio.create_task(self._run(id_, job, person))
        return job

    async def pause(self, live: LiveTable) -> AnalysisJob:
        """Stop an analysis; it can be started again where it is."""
        job, id_ = await self.get(live), live.table.record.id
        if job.task is not None and job.task.cancel():
            await asyncio.gather(job.task, return_exceptions=True)
            await self._store(id_, job)
        return job

    async def wait(self, id_: str) -> None:
        """Wait for the running analysis of a table."""
        job = self._running.get(id_)
        if job is not None and job.task is not None:
            await job.task

    async def _run(self, id_: str, job: AnalysisJob, person: str) -> None:
        try:
            await self._analyse_moves(id_, job, person)
            job.analysis = summarize(job.match, job.decisions)
            await self._store(id_, job)
        except Exception:
            log.exception("the game of table %s cannot be analysed", id_)
        finally:
            del self._running[id_]

    async def _store(self, id_: str, job: AnalysisJob) -> None:
        accounts = job.analysis.accounts if job.analysis else ()
        stored = StoredAnalysis(tuple(job.decisions), accounts, job.done)
        await self.notes.put(id_, TOPIC, stored)

    async def _analyst(self, match: Match) -> Search:
        """Return a search for a game once it is compiled."""
        compiler = self.bots.bots.compiler
        bot = make_analyst(match.book, self.playouts, compiler)
        while not compiler.is_ready(match.book):
            await asyncio.sleep(COMPILE_POLL)
        return bot

    async def _analyse_moves(self, id_: str, job: AnalysisJob, person: str) -> None:
        if aside := platform.analyse_aside(job.match.save(), job.done):
            async with self._aside, aclosing(aside) as found:
                async for text in found:
                    await self._add(id_, job, decode(text, Decision) if text != "null" else None)
            return
        moves = iter_decisions(job.match, await self._analyst(job.match), first=job.done)
        while job.done < job.total:
            decided = await self.bots.queue.run(lambda: next(moves), UNATTENDED, (person, id_))
            await self._add(id_, job, decided)

    async def _add(self, id_: str, job: AnalysisJob, decision: Decision | None) -> None:
        job.done += 1
        if decision is not None:
            job.decisions.append(decision)
        if job.done % STORED_EVERY == 0:
            await self._store(id_, job)

    async def stop(self) -> None:
        """Cancel all running analyses."""
        tasks = [job.task for job in self._running.values() if job.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _finished_match(live: LiveTable) -> Match:
    match = live.table.match
    check_unsealed(live.table.record)
    if not match.over:
        raise Refused("The game isn't over yet.")
    if isinstance(match, ArchivedMatch):
        raise RulesTooOld("This game was played under older rules and can't be run again.")
    return match
