"""Report a player, and decide about reports."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from nomarch.i18n import Translate, translator
from nomarch.people import moderation
from nomarch.people.accounts import moderation_log, person_named
from nomarch.people.moderation import FORCE_RENAME
from nomarch.people.names import rename_person
from nomarch.people.person_store import read_person
from nomarch.people.private_messages import read_messages
from nomarch.storage.store import Store
from nomarch.tables.state.errors import BadRequest, NotFound
from nomarch.tables.state.model import ChatLine, Person, now
from nomarch.tables.state.sealing import check_visible
from nomarch.web.account import messages
from nomarch.web.http.api import Api, body_of
from nomarch.web.http.language import language_of
from nomarch.web.http.limits import RateLimiter
from nomarch.web.http.openapi import post
from nomarch.web.http.pages import Pages

LONGEST_SANCTION = 3650


@dataclass
class ReportViews:
    """The handlers of reports."""

    api: Api
    pages: Pages
    limit: RateLimiter = field(default_factory=lambda: RateLimiter(10 / 3600, 10))
    """By person: reports."""

    async def page(self, request: Request) -> Response:
        """The form: for a player by name, or for one of the people at a table."""
        player = request.query_params.get("player", "")
        table = request.query_params.get("table", "")
        seats: list[tuple[int, str]] = []
        if table:
            live = await self.api.service.open(table)
            check_visible(live.table.record, self.pages.person(request))
            me = self.pages.person(request).id
            seats = [
                (index, seat.name)
                for index, seat in enumerate(live.table.record.seats)
                if (seat.person or seat.left) and me not in (seat.person, seat.left)
            ]
        return await self.pages.render(
            request, "report.html", player=player, table=table, seats=seats
        )

    @post("/api/report", messages.ReportPlayer)
    async def post_report(self, request: Request) -> None:
        """Report a player, by name or by seat at a table."""
        message, person = await body_of(request, messages.ReportPlayer), self.api.person(request)
        self.limit.check(person.id)
        live = await self.api.service.open(message.table) if message.table else None
        seats = live.table.record.seats if live else ()
        if live is not None and not 0 <= message.seat < len(seats):
            raise BadRequest("There's no seat {seat}.", seat=message.seat)

        def add(store: Store) -> None:
            if live is not None:
                place = seats[message.seat]
                subject = place.person or place.left
            else:
                subject = person_named(store, message.player)
            found = read_person(store, subject) if subject else None
            if found is None:
                raise NotFound("There's no player with this name.")
            shown = Person(found.id, seats[message.seat].name if live else found.name)
            record, seq, chat = None, 0, _written(store, person, found, message.messages)
            if live is not None:
                record, seq, chat = live.table.record, live.table.seq, list(live.chat)
            moderation.add_report(
                store, person, shown, message.kind, message.text, now(), record, seq, chat
            )

        await self.api.change(add)

    # --- For moderators -------------------------------------------------------------------------

    async def moderation(self, request: Request) -> Response:
        """The page of open reports; for others it doesn't exist."""
        moderation.check_role(self.api.identity.of(request))
        t, wanted = translator("nomarch", language_of(request)), request.query_params.get("q", "")

        def read(store: Store) -> dict[str, Any]:
            cases, lines = moderation.reports(store), moderation_log(store)
            active = moderation.active_sanctions(store, now())
            ids = {id_ for line in lines for id_ in (line.actor, line.subject)}
            ids |= {case.subject for case in cases} | {line.subject for line in active}
            people = {id_: person for id_ in ids if (person := read_person(store, id_))}
            shown = {"cases": cases, "lines": lines, "people": people, "active": active}
            return {**shown, "found": moderation.find_players(store, wanted[:40], now())}

        return await self.pages.render(
            request,
            "moderation.html",
            **await self.api.read(read),
            wanted=wanted[:40],
            decisions=_action_names(t),
            logged=_logged_names(t),
        )

    @post("/api/moderation/decide", messages.DecidePlayer)
    async def post_decide_player(self, request: Request) -> None:
        """Act about a player without a report; for moderators."""
        message = await body_of(request, messages.DecidePlayer)
        await self._decide(request, message, moderation.decide_about, message.person)

    @post("/api/moderation/lift", messages.Lift)
    async def post_lift(self, request: Request) -> None:
        """End a ban, or let a player chat or play rated games again; for moderators."""
        message = await body_of(request, messages.Lift)
        actor = moderation.check_role(self.api.identity.of(request))
        await self.api.service.writer.do(
            moderation.lift, actor, message.subject, message.kind, now()
        )

    @post("/api/reports/decide", messages.DecideReport)
    async def post_decide_report(self, request: Request) -> None:
        """Decide about a report; for moderators."""
        message = await body_of(request, messages.DecideReport)
        await self._decide(request, message, moderation.handle_report, message.report)

    async def _decide(
        self,
        request: Request,
        message: messages.DecidePlayer | messages.DecideReport,
        decide: Callable[[Store, Person, str, str, float, str, float], Person | None],
        about: str,
    ) -> None:
        actor = moderation.check_role(self.api.identity.of(request))
        if not 0 <= message.days <= LONGEST_SANCTION:
            raise BadRequest("The number of days is too large.")
        decision = message.action, message.days, message.reason
        before = await self.api.service.writer.do(decide, actor, about, *decision, now())
        after = before and await self.api.read(read_person, before.id)
        if before and after and message.action == FORCE_RENAME:
            await rename_person(self.api.service, before, after.name)


def _written(
    store: Store, reporter: Person, subject: Person, is_wanted: bool
) -> list[ChatLine] | None:
    """Return the private messages between two people, for a report about one of them."""
    if not is_wanted:
        return None
    names = {reporter.id: reporter.name, subject.id: subject.name}
    return [
        ChatLine(line.at, names[line.sender], 0, line.text)
        for line in read_messages(store, reporter.id, subject.id)
    ]


def _logged_names(t: Translate) -> dict[str, str]:
    """Describe an entry of the audit log."""
    names = {f"report-{id_}": name for id_, name in _action_names(t).items()}
    lifted = {
        f"lift-{id_}": t("Lifted: {decision}").format(decision=name)
        for id_, name in _action_names(t).items()
    }
    return names | lifted | {"role": t("Role"), "report-refused": t("Refused: not allowed")}


def _action_names(t: Translate) -> dict[str, str]:
    return {
        moderation.DISMISS: t("Dismiss"),
        moderation.WARN: t("Warn"),
        moderation.MUTE: t("Turn off chat"),
        moderation.NO_RATED: t("Exclude from rated games"),
        moderation.FORCE_RENAME: t("Change the name"),
        moderation.BAN: t("Ban"),
    }
