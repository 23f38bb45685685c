"""Bots at the tables: they play when it is their turn and this process's duty."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random

from nomarch.bots import Bots
from nomarch.bots.hints import Hint, hints
from nomarch.bots.play import bot_rng
from nomarch.tables.errors import NotNow, Refused
from nomarch.tables.live_table import Live
from nomarch.tables.live_tables import Opened
from nomarch.tables.model import now
from nomarch.tables.readers import Readers
from nomarch.tables.store import Duty
from nomarch.tables.thinking_queue import Thinking
from nomarch.tables.writer import Writer

log = logging.getLogger("nomarch.tables")

REST_AFTER_FAILURE = 5.0


class Playing(Opened):
    """Open tables with bots in their seats."""

    def __init__(
        self, readers: Readers, writer: Writer, bot_pause: tuple[float, float] = (0.5, 1.1)
    ) -> None:
        super().__init__(readers, writer)
        self.plays_bots = True
        """Whether bots think here; else another process does that."""
        self.bot_pause = bot_pause
        self.thinking = Thinking()
        self.bots = Bots()

    async def stop(self) -> None:
        """Ends; what was acknowledged is on the disk already."""
        await self.stop_bots()
        self.thinking.close()
        with contextlib.suppress(NotNow):  # the log is the truth, and is written
            await self.keep(self._live.values())

    async def stop_bots(self) -> None:
        """Lets no bot of this process think any more."""
        self.plays_bots = False
        tasks = [live.bot for live in self._live.values() if live.bot]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def busy(self) -> list[Live]:
        """The tables at which a bot of this process is to move."""
        return [live for live in self._live.values() if live.bot is not None]

    def stir(self, live: Live) -> None:
        """Starts a bot's thinking if it is a bot's turn."""
        if self.plays_bots and live.bot is None and live.table.bot_to_act() is not None:
            live.bot = asyncio.create_task(self._play_bots(live))

    async def _play_bots(self, live: Live) -> None:
        goes_on = True
        try:
            while goes_on and (due := live.table.bot_to_act()) is not None:
                goes_on = live.kept or await self._claim(live)
                if goes_on:
                    await self._play_bot(live, *due)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("bots cannot move at table %s", live.table.record.id)
            await asyncio.sleep(REST_AFTER_FAILURE)
        finally:
            live.bot = None
        if goes_on:  # else another process sees to it, or this one takes it over when it does not
            self.stir(live)

    async def _claim(self, live: Live) -> bool:
        """Whether no other process lets its bots think here."""
        table = live.table
        duty = Duty(now(), table.seq, bots=True, keep=True)
        live.kept = await self.writer.claim(table.record.id, duty)
        live.noted = duty
        return live.kept

    async def _play_bot(self, live: Live, seat: int, level: str) -> None:
        table, asked, seen = live.table, live.table.asked.get(seat), live.table.seen_by(seat)
        if table.seq == 0:  # people see the beginning; from then on each page has its own pace
            await asyncio.sleep(random.uniform(*self.bot_pause))
        # A question of others about something else does not stop a bot.
        if table is not live.table or table.asked.get(seat) != asked:
            return
        try:
            move = await self.think(live, seat, level)
        except Exception:  # the table must go on: any move is better than none
            log.exception("the %s bot failed at table %s", level, table.record.id)
            move = random.choice(table.match.legal(seat))
        try:
            await self.write(live, lambda table: table.wish_move(seat, move, seen))
        except Refused:
            log.info("a bot's move at table %s came too late", table.record.id)

    async def think(self, live: Live, seat: int, level: str, person: str = "") -> str:
        """What a bot would do in a seat: found off the event loop, from the seat's view alone.

        It is thought for the one who asks, or else for the one who set the table.
        """
        table = live.snapshot()
        match = table.match
        # Counted as the seat counts: its rng must not tell how many secret steps another takes.
        ply = len(table.shown_steps(table.same_owner(seat)))
        bot, legal = self.bots.get(level, match.book), match.legal_actions(seat)

        def choose(share: float) -> int:
            self.bots.spend(share)
            rng = bot_rng(match, seat, ply)
            return bot.choose(match.observe(seat), seat, tuple(legal), rng)

        record, attended = live.table.record, bool(person) or live.attended
        action = await self.thinking.think(
            person or record.host, record.id, choose, attended=attended
        )
        if action not in legal:
            raise ValueError(f"the {level} bot chose {action}, which is not allowed")
        return match.book.actions[action]

    async def advise(self, live: Live, seat: int, language: str, person: str) -> list[Hint]:
        """The best moves of a seat, and why: thought for a person, from the seat's view alone."""
        table = live.snapshot()
        match = table.match
        ply = len(table.shown_steps(table.same_owner(seat)))
        adviser, legal = self.bots.adviser(match.book), tuple(match.legal_actions(seat))

        def advice(share: float) -> list[Hint]:
            self.bots.spend(share)
            view, rng = match.observe(seat), bot_rng(match, seat, ply)
            return hints(adviser, view, seat, legal, rng, language=language)

        return await self.thinking.think(person, live.table.record.id, advice, attended=True)
