"""The pages of tables and games: set-up, table, replay, my tables, rules."""

from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple, TypeVar

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from nomarch.bots import habit_levels
from nomarch.bots.level_settings import level_settings
from nomarch.bots.ratings import measured_counts
from nomarch.contests.daily import PREFIX
from nomarch.draw.palette import SEATS
from nomarch.draw.shapes import badge
from nomarch.i18n import Translate, translator
from nomarch.kernel.declare.game import Rulebook, rulebook
from nomarch.learning.rules_pictures import count_chapters, illustrate_chapter
from nomarch.people import networks
from nomarch.people.profiles import people_to_invite, seat_players
from nomarch.people.relations import TableTerms
from nomarch.tables.live.live_table import LiveTable
from nomarch.tables.service import people_of
from nomarch.tables.state.errors import Forbidden
from nomarch.tables.state.model import Attention, TableRecord
from nomarch.tables.stores.table_store import PAGE
from nomarch.web.http.api import open_visible
from nomarch.web.http.bot_levels import bot_level_choices
from nomarch.web.http.features import features_of
from nomarch.web.http.language import language_of
from nomarch.web.http.limits import public_network
from nomarch.web.http.pages import Pages, as_json, card_of, shape_of, sprite
from nomarch.web.http.render_queue import Urgency
from nomarch.web.http.responses import LogEntry
from nomarch.web.http.root_path import root_of
from nomarch.web.http.table_terms import terms_text
from nomarch.web.table.log_entries import log_lines
from nomarch.web.table.renderer import Renderer, Viewpoint
from nomarch.web.table.scoring_tables import nameplate_history
from nomarch.web.table.serializers import (
    addressed_seat,
    commitment_of,
    option_infos,
    page_number,
    table_banner,
    table_lines,
    viewpoint_seat,
)

T = TypeVar("T")


@dataclass
class TablePages(Pages):
    """The handlers of pages about tables and games."""

    renderer: Renderer

    # --- The pages ------------------------------------------------------------------------------

    async def set_up(self, request: Request) -> Response:
        book = rulebook(request.path_params["game"])
        t = translator(book.package, language_of(request))
        card = card_of(book, t)
        slow = self.service.bots.bots.slow_levels(book)
        levels = bot_level_choices(
            book, translator("nomarch", language_of(request)), slow,
            has_ratings=features_of(request).accounts,
        )  # fmt: skip
        habits = habit_levels(book)
        game = {
            "id": card["id"],
            "usual": card["usual"],
            "options": option_infos(book, t),
            "levels": levels,
            "measured": measured_counts(book),
            "habits": {level: t(habit.about) for level, habit in habits.items()},
        }
        person, wanted = self.person(request), request.query_params.get("invite", "")[:24]
        return await self.render(
            request,
            "new.html",
            game=card,
            ceiling=level_settings(book).ceiling,
            levels=list(dict.fromkeys(level for each in levels.values() for level in each)),
            habits={level: habit.name for level, habit in habits.items()},
            people=await self.service.readers.read(people_to_invite, person.id, wanted),
            data=as_json(game),
        )

    async def table(self, request: Request) -> Response:
        """The table itself, or the offer of a free seat at it."""
        live = await open_visible(self.service, self.identity, request)
        person = self.identity.of(request)
        if self._has_seat_for(request, live):
            return await self._offer_seat(request, live)
        record = live.table.record
        seats = record.seats_of(person.id) if person else ()
        language, shape = language_of(request), shape_of(request)
        state = await self.renderer.page(live, Viewpoint(seats, language, shape), request)
        seen = await self.service.directory.attention(person, record.id) if person else Attention()
        # The drawing is in the page already.
        board, state.board = Markup("".join(map(str, state.board))), []
        return await self._at_table(
            request,
            live,
            "table.html",
            urgency=Urgency.TO_ACT,
            board=board,
            state=as_json(state),
            prompt=state.prompt,
            unread=seen.unread,
        )

    async def replay(self, request: Request) -> Response:
        live = await open_visible(self.service, self.identity, request)
        person = self.identity.of(request)
        if self._has_seat_for(request, live):
            return await self._offer_seat(request, live)
        seats = live.table.record.seats_of(person.id) if person else ()
        seat, language = viewpoint_seat(live.table, seats), language_of(request)
        table, shape = live.table, shape_of(request)
        match, settled = table.match, table.settled

        def work() -> tuple[list[LogEntry], dict[int, list[str]], str]:
            opening = match.past(0).svg(
                seat, language=language, shape=shape, standalone=False, marked=False
            )
            steps, hinted = match.steps[:settled], table.hinting.before(table.settled)
            log = log_lines(
                match,
                seat,
                language,
                0,
                steps,
                hinted,
                addressed_seat(seats),
                table.absences.events,
            )
            return log, nameplate_history(match, language, steps), opening

        key = "replay", Viewpoint(seats, language, shape)
        known = live.pictures.get(key)
        if known is None or known[0] is not table:
            live.pictures[key] = known = table, await self.draw(request, work)
        log, stands, board = known[1]
        state = {
            "plies": settled,
            "seat": seat,
            "mine": seats,
            "log": log,
            "stands": stands,
            "names": [place.name for place in table.record.seats],
        }
        return await self._at_table(
            request, live, "replay.html", state=as_json(state), board=Markup(board), over=match.over
        )

    async def _at_table(
        self, request: Request, live: LiveTable, template: str, **values: Any
    ) -> HTMLResponse:
        return await self.around_board(
            request,
            live.table.book,
            live.table.record.id,
            template,
            commitment=commitment_of(live.table),
            is_rated=live.table.record.rated,
            contest=contest_link(live.table.record, translator("nomarch", language_of(request))),
            notice=table_banner(live.table, translator("nomarch", language_of(request))),
            **values,
        )

    async def around_board(
        self,
        request: Request,
        book: Rulebook,
        id_: str,
        template: str,
        unread: int = 0,
        **values: Any,
    ) -> HTMLResponse:
        language = language_of(request)
        t = translator(book.package, language)
        title = t(book.game.title)
        pictured = f"{root_of(request)}/rules/{book.game.id}"
        glossary = f"{pictured}/glossary"
        return await self.render(
            request,
            template,
            id=id_,
            title=title,
            place=as_json(
                {
                    "id": id_,
                    "game": title,
                    "kind": book.game.id,
                    "glossary": glossary,
                    "unread": unread,
                }
            ),
            pictured=pictured,
            glossary=glossary,
            help=book.words.rules_help(t),
            goal=t(book.game.goal) if book.game.goal else "",
            sprite=sprite(book),
            badges=[_badge_symbol(seat) for seat in range(len(SEATS))],
            **values,
        )

    async def join(self, request: Request) -> Response:
        """The page of an invitation: one click takes the seat."""
        live = await open_visible(self.service, self.identity, request)
        if self._has_seat_for(request, live):
            return await self._offer_seat(request, live)
        return RedirectResponse(f"{root_of(request)}/t/{live.table.record.id}", 303)

    def _has_seat_for(self, request: Request, live: LiveTable) -> bool:
        """Whether a reader can take a seat; those who only want to watch say so."""
        person, record = self.identity.of(request), live.table.record
        is_seated = person is not None and bool(record.seats_of(person.id))
        if record.over or is_seated or "watch" in request.query_params:
            return False
        return bool(record.free_seats(person.id if person else ""))

    async def _offer_seat(self, request: Request, live: LiveTable) -> HTMLResponse:
        """Render the invitation: whoever knows a table's address may take a free seat."""
        record, book = live.table.record, live.table.book
        card = card_of(book, translator(book.package, language_of(request)))
        names = [seat.name for seat in record.seats if seat.kind != "open"]
        network, people = public_network(request), people_of(record)
        is_shared = record.rated and await self.service.readers.read(
            networks.is_used, record.id, network, people
        )
        return await self.render(
            request,
            "join.html",
            game=card,
            names=names,
            id=record.id,
            token=record.invite,
            is_rated=record.rated,
            is_shared=is_shared,
            facts=terms_text(
                TableTerms.of(record),
                language_of(request),
                is_complete=True,
                is_ratable=features_of(request).accounts,
            ),
            players=await self.service.readers.read(seat_players, record, ""),
        )

    async def tables(self, request: Request) -> Response:
        person = self.person(request)
        page = page_number(request.query_params.get("page", "1"))
        older = page * PAGE < await self.service.directory.count_tables(person)
        mine = await table_lines(self.service, person, page, language_of(request))
        return await self.render(request, "tables.html", mine=mine, page=page, older=older)

    async def rules(self, request: Request) -> Response:
        book, language = rulebook(request.path_params["game"]), language_of(request)
        card = card_of(book, translator(book.package, language))
        # One task per chapter, so that players' pages pass between them.
        chapters = [
            await self.draw(request, partial(illustrate_chapter, book, language, number))
            for number in range(count_chapters(book))
        ]
        return await self.render(
            request, "rules.html", game=card, chapters=chapters, sprite=sprite(book)
        )

    async def glossary(self, request: Request) -> Response:
        book = rulebook(request.path_params["game"])
        t = translator(book.package, language_of(request))
        return await self.render(
            request,
            "glossary.html",
            game=card_of(book, t),
            sections=book.words.glossary(t),
            sprite=sprite(book),
        )

    async def recover(self, request: Request) -> Response:
        """The page of a recovery link: asks whether this device becomes that person."""
        token = request.path_params["token"]
        other = await self.identity.recovered(token)
        if other is None:
            raise Forbidden("This link has expired. Links work once, for ten minutes.")
        current = self.person(request)
        if current.id == other.id:
            return RedirectResponse(f"{root_of(request)}/me", 303)
        tables = await self.service.directory.count_tables(current)
        return await self.render(request, "recover.html", other=other, token=token, tables=tables)


class ContestLink(NamedTuple):
    """The way from a table back to its daily board or tournament: a path and its words."""

    path: str
    words: str


def contest_link(record: TableRecord, t: Translate) -> ContestLink | None:
    """Return the page that compares a table with others, if there is one."""
    if record.tournament:
        return ContestLink(f"/tournaments/{record.tournament}", t("To the tournament"))
    if record.board.startswith(PREFIX):
        day = record.board.removeprefix(PREFIX)
        return ContestLink(f"/daily/{day}", t("Daily board: compare results"))
    return None


@cache
def _badge_symbol(seat: int) -> Markup:
    return Markup(badge(seat, 24, 24, 22))
