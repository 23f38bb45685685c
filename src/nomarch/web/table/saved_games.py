"""Games as saves: finished ones to keep, and running ones to continue elsewhere."""

from dataclasses import dataclass
from functools import partial

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from nomarch.bots import LEVELS, PHARAOHS, is_bots_name
from nomarch.engine.match import Match
from nomarch.engine.new_match import load
from nomarch.errors import BadSave, Refused
from nomarch.i18n import translator
from nomarch.tables.archive.match import ArchivedMatch
from nomarch.tables.service import PlayedMoves, bot_seat
from nomarch.tables.state.errors import BadRequest, Forbidden, RulesTooOld
from nomarch.tables.state.model import PLAYER, Entry, Person, Seat
from nomarch.tables.state.sealing import check_unsealed
from nomarch.tables.state.table import Table
from nomarch.tables.state.table_options import check_level
from nomarch.tables.stores.table_store import find_same_game
from nomarch.web.http import client_messages, responses
from nomarch.web.http.api import TABLE, body_of, reply
from nomarch.web.http.bot_levels import level_name
from nomarch.web.http.features import features_of
from nomarch.web.http.language import language_of
from nomarch.web.http.limits import client_of
from nomarch.web.http.openapi import TEXT, get, post
from nomarch.web.http.pages import Pages
from nomarch.web.table.api import TableApi

LONGEST_SAVE = 128 * 1024
"""Bytes of a message with a save."""


@dataclass
class SavedGames:
    """The handlers of saves."""

    api: TableApi
    pages: Pages

    async def page(self, request: Request) -> Response:
        """Where a save is pasted to play on."""
        t = translator("nomarch", language_of(request))
        levels = {level: level_name(t, level) for level in LEVELS}
        return await self.pages.render(request, "continue.html", levels=levels, names=PHARAOHS)

    @post("/api/saves", client_messages.Continue, responses.NextTable)
    async def post_save(self, request: Request) -> Response:
        """Continue a saved game at a table of mine, against bots or people who get it as a text."""
        message = await body_of(request, client_messages.Continue, LONGEST_SAVE)
        person = self.api.person(request)
        self.api.limits.tables.check(client_of(request))
        try:
            match = await self.api.draw(request, lambda: load(message.save))
        except BadSave as error:
            raise BadRequest("This isn't a save of a game: {error}", error=str(error)) from error
        if not message.seats or not set(message.seats) <= set(range(match.players)):
            raise BadRequest("Choose at least one of the game's seats for you.")
        check_level(match.book.game.id, message.level)
        is_passed_on = message.others == "people"
        if is_passed_on and (table := await self._catch_up(person, match)):
            return reply(responses.NextTable(table))
        if match.over:
            raise Refused("This game is over.")
        # Only bots and those who pass it on join: whoever has the save knows its seed.
        seats = [
            _own_seat(match, seat, person, message.seats, is_passed_on)
            if seat in message.seats
            else Seat(PLAYER, name_in(match, seat))
            if is_passed_on and not is_bots_name(name_in(match, seat), match.book)
            else bot_seat(message.level, seat, match.book.game.id)
            for seat in range(match.players)
        ]
        steps = [step for step in match.steps if not step.auto]
        past = PlayedMoves(match.seed, tuple((step.seat, match.notation(step)) for step in steps))
        options = match.book.option_ids(match.setup)
        record = await self.api.service.create(
            person, match.book.game.id, seats, options, past=past
        )
        return reply(responses.NextTable(record.id), 201)

    async def _catch_up(self, person: Person, match: Match) -> str | None:
        """Make the moves of a save at my table with the same game; None if there is none."""
        service = self.api.service
        table = await service.readers.read(find_same_game, person.id, match.seed)
        if table is None:
            return None
        live = await service.open(table)
        known, made = live.table.match, [step for step in match.steps if not step.auto]
        mine = [step for step in known.steps if not step.auto]
        if [(step.seat, step.action) for step in made[: len(mine)]] != [
            (step.seat, step.action) for step in mine
        ]:
            raise Refused("Your game has gone on differently. Continue it where it is.")
        for step in made[len(mine) :]:
            await service.submit(live, partial(_repeat, step.seat, match.notation(step)))
        return table

    @get(f"{TABLE}/save", TEXT)
    async def get_save(self, request: Request) -> Response:
        """A finished game as a save, or a running one that is passed on or kept in this browser."""
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
        match = live.table.match
        check_unsealed(live.table.record)
        is_mine = live.table.record.is_passed_on and self.api.seats(request, live)
        if not match.over and not is_mine and not features_of(request).device:
            raise Forbidden("The seed stays secret until the game is over.")
        return match


def name_in(match: Match, seat: int) -> str:
    return match.names[seat] if match.names else f"Player {seat + 1}"


def _own_seat(match: Match, seat: int, person: Person, mine: list[int], is_passed_on: bool) -> Seat:
    """Return a person's seat; at a shared screen and in others' saves, names are kept."""
    is_known = match.names and (is_passed_on or seat != min(mine))
    return Seat(PLAYER, name_in(match, seat) if is_known else person.name, person.id)


def _repeat(seat: int, move: str, table: Table) -> Entry:
    return table.request_move(seat, move, table.shown_seq_for(seat))
