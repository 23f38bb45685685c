"""Finished games as saves, and the check that a game followed from its seed."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from nomarch.engine.match import Match
from nomarch.engine.new_match import load
from nomarch.tables.archive.match import ArchivedMatch
from nomarch.tables.state.errors import Forbidden, RulesTooOld
from nomarch.tables.state.sealing import check_unsealed
from nomarch.web.http import responses
from nomarch.web.http.api import TABLE, reply
from nomarch.web.http.openapi import TEXT, get
from nomarch.web.table.api import TableApi


@dataclass
class SavedGames:
    """The handlers of finished games' saves."""

    api: TableApi

    @get(f"{TABLE}/save", TEXT)
    async def get_save(self, request: Request) -> Response:
        """A finished game as a save."""
        return PlainTextResponse((await self._finished(request)).save())

    @get(f"{TABLE}/verify", responses.Checked)
    async def get_verify(self, request: Request) -> Response:
        """Replay a finished game and check it."""
        match = await self._finished(request)
        if isinstance(match, ArchivedMatch):
            raise RulesTooOld("This game was played under older rules and can't be run again.")

        def check() -> bool:
            again = load(match.save())
            return list(again.positions()) == list(match.positions())

        same = await self.api.draw(request, check)
        return reply(responses.Checked(same, match.seed, match.commitment, len(match.steps)))

    async def _finished(self, request: Request) -> Match:
        live = await self.api.live(request)
        match = live.snapshot().match
        check_unsealed(live.table.record)
        if not match.over:
            raise Forbidden("The seed stays secret until the game is over.")
        return match
