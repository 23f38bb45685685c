"""Bots at the tables: they move when it is their turn and the job is this process's."""

import asyncio
import logging
import random

from nomarch.bots import Bot, Bots
from nomarch.bots.hints import MoveHint, guess, hints
from nomarch.bots.play import bot_rng
from nomarch.bots.steady import SteadyBot
from nomarch.errors import Refused
from nomarch.kernel.declare.game import Rulebook
from nomarch.storage.fair_queue import FairQueue, FairTask
from nomarch.tables.live.live_table import LiveTable, QueueChange
from nomarch.tables.live.live_tables import LiveTables
from nomarch.tables.state.model import now
from nomarch.tables.stores.job_store import Job

log = logging.getLogger("nomarch.tables")

REST_AFTER_FAILURE = 5.0
QUICK, ATTENDED, UNATTENDED = range(3)
"""Levels of the queue in which bots think."""
THREADS = (3, 2, 1)
"""By level: searches leave a thread to quick answers, unattended tables one to attended ones."""
NOTICE_AFTER = 2.0
"""Seconds in the queue after which a table is told that its bot has to wait."""


class BotPlayer:
    """Plays the bots' seats and advises people, in threads."""

    def __init__(self, tables: LiveTables, pause: tuple[float, float] = (0.5, 1.1)) -> None:
        self.tables = tables
        self.pause = pause
        """Shortest and longest wait in seconds before a game's first move."""
        self.queue = FairQueue("bot", THREADS)
        """Somebody who fills forty tables with bots waits for forty moves; others for their own.

        A full queue makes people wait; it never weakens a bot or a hint.
        """
        self.bots = Bots()
        self._steady: dict[str, SteadyBot] = {}
        """By game."""

    async def stop(self) -> None:
        """Cancel all moves in progress; no bot moves in this process any more."""
        self.tables.plays_bots = False
        tasks = [live.bot_task for live in self.tables if live.bot_task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def busy(self) -> list[LiveTable]:
        """The tables at which a bot of this process is to move."""
        return [live for live in self.tables if live.bot_task is not None]

    def start(self, live: LiveTable) -> None:
        """Start a bot's move if it is a bot's turn."""
        if self.tables.plays_bots and live.bot_task is None and live.table.bot_to_act() is not None:
            live.bot_task = asyncio.create_task(self._play(live))

    async def _play(self, live: LiveTable) -> None:
        is_ours = True
        try:
            while is_ours and (due := live.table.bot_to_act()) is not None:
                is_ours = live.owns_job or await self._claim(live)
                if is_ours:
                    await self._move(live, *due)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("bots cannot move at table %s", live.table.record.id)
            await asyncio.sleep(REST_AFTER_FAILURE)
        finally:
            live.bot_task = None
        if is_ours:
            self.start(live)

    async def _claim(self, live: LiveTable) -> bool:
        """Take the table's job unless another process holds it."""
        table = live.table
        live.job = Job(now(), table.seq, bots=True, keep=True)
        live.owns_job = await self.tables.writer.claim_job(table.record.id, live.job)
        return live.owns_job

    async def _move(self, live: LiveTable, seat: int, level: str) -> None:
        table, asked_at = live.table, live.table.to_act.get(seat)
        shown = table.shown_seq_for(seat)
        if table.seq == 0:
            await asyncio.sleep(random.uniform(*self.pause))
        # Entries about something else do not stop a bot.
        if live.table.to_act.get(seat) != asked_at:
            return
        try:
            move = await self.choose(live, seat, level)
        except Exception:  # the table must go on: any move is better than none
            log.exception("the %s bot failed at table %s", level, table.record.id)
            move = random.choice(live.table.match.legal(seat))
        try:
            await self.tables.append(live, lambda table: table.request_move(seat, move, shown))
        except Refused:
            log.info("a bot's move at table %s came too late", table.record.id)

    def _steady_bot(self, book: Rulebook) -> SteadyBot:
        """Return the bot of shared boards, where equal positions must get equal answers."""
        if book.game.id not in self._steady:
            self._steady[book.game.id] = SteadyBot(book)
        return self._steady[book.game.id]

    async def choose(self, live: LiveTable, seat: int, level: str) -> str:
        """Return a bot's move for a seat, chosen from that seat's view alone."""
        table = live.table
        match = table.match
        # Counted as the seat counts, or the bot's randomness would reveal others' secret steps.
        ply = len(table.shown_steps(table.same_owner(seat)))
        legal = match.legal_actions(seat)
        bot: Bot = self.bots.get(level, match.book)
        if table.record.board:
            bot = self._steady_bot(match.book)

        def choose() -> int:
            return bot.choose(match.observe(seat), seat, tuple(legal), bot_rng(match, seat, ply))

        record = live.table.record
        urgency = ATTENDED if live.is_attended else UNATTENDED
        task = self.queue.put(choose, urgency, (record.host, record.id))
        loop = asyncio.get_running_loop()
        notice = loop.call_later(NOTICE_AFTER, self._announce_wait, live, task)
        try:
            action = await task.done
        finally:
            notice.cancel()
            if live.is_bot_waiting:
                self._set_waiting(live, is_waiting=False)
        if action not in legal:
            raise ValueError(f"the {level} bot chose {action}, which is not allowed")
        return match.book.actions[action]

    def _announce_wait(self, live: LiveTable, task: FairTask) -> None:
        if not task.is_started:
            self._set_waiting(live, is_waiting=True)

    def _set_waiting(self, live: LiveTable, *, is_waiting: bool) -> None:
        live.is_bot_waiting = is_waiting
        live.notify(QueueChange(is_waiting), [])

    async def advise(
        self, live: LiveTable, seat: int, language: str, person: str, about: int | None = None
    ) -> list[MoveHint]:
        """Return the best moves of a seat with reasons, found from that seat's view alone.

        A move that the person asks `about` is among them.
        """
        table = live.table
        match = table.match
        ply = len(table.shown_steps(table.same_owner(seat)))
        adviser, legal = self.bots.adviser(match.book), tuple(match.legal_actions(seat))

        def advise() -> list[MoveHint]:
            view, rng = match.observe(seat), bot_rng(match, seat, ply)
            names = match.names
            return hints(
                adviser, view, seat, legal, rng, names=names, language=language, about=about
            )

        return await self.queue.run(advise, ATTENDED, (person, live.table.record.id))

    async def guess(
        self, live: LiveTable, seat: int, language: str, about: int | None = None
    ) -> list[MoveHint]:
        """Return estimated best moves without looking ahead."""
        match = live.table.match
        adviser, legal = self.bots.adviser(match.book), tuple(match.legal_actions(seat))
        view, names = match.observe(seat), match.names
        return await self.queue.run(
            lambda: guess(adviser, view, seat, legal, names=names, language=language, about=about),
            QUICK,
        )
