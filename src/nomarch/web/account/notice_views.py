"""Notices: their settings page, devices, one-click stop, and the offline page of the app."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from nomarch.errors import Refused
from nomarch.i18n import translator
from nomarch.kernel.declare.game import Rulebook, rulebooks
from nomarch.kernel.declare.lessons import Others
from nomarch.people import notices
from nomarch.people.notices import KINDS, TEST, Notice, NoticeSettings, Subscription
from nomarch.people.own_pauses import LONGEST_NIGHT, begin_vacation, read_vacation
from nomarch.storage.store import Store
from nomarch.tables.state.errors import BadRequest
from nomarch.tables.state.model import now
from nomarch.tables.state.quiet_hours import QuietHours, is_zone
from nomarch.web.account.notice_sender import NoticeSender
from nomarch.web.http.api import TABLE, Api, body_of, reply
from nomarch.web.http.client_messages import Message
from nomarch.web.http.language import language_of
from nomarch.web.http.limits import RateLimiter
from nomarch.web.http.openapi import get, post
from nomarch.web.http.pages import Pages, as_json, game_cards
from nomarch.web.http.responses import ResponseBody
from nomarch.web.http.root_path import root_of
from nomarch.web.http.text_fields import Word
from nomarch.web.operations.push import MAX_ENDPOINT

WORKER = Path(__file__).parents[1] / "static" / "worker.js"
TESTS_PER_SECOND = 1 / 60
Endpoint = Annotated[str, Word(MAX_ENDPOINT)]


class SaveNotices(Message, tag="notices"):
    """What I want to be told, how and when."""

    push: tuple[str, ...] = ()
    mail: tuple[str, ...] = ()
    digest: int = -1
    """The hour of the day for one mail about all games over days; -1 for one per turn."""
    quiet: tuple[int, ...] = ()
    """The first quiet hour and the first hour that isn't; empty for none."""
    zone: str = "UTC"
    night_clock: bool = False
    """Whether my clocks stop during quiet hours, in new games with an hour or more per move."""


class AddDevice(Message, tag="add-device"):
    """This browser's push subscription."""

    endpoint: Endpoint
    p256dh: str
    auth: str


class RemoveDevice(Message, tag="remove-device"):
    """A push subscription that ends."""

    endpoint: Endpoint


class MuteTable(Message, tag="mute-table"):
    """Send me no notices about a table, or send them again."""

    muted: bool


class TakeVacation(Message, tag="vacation"):
    """Let my games over days wait for whole days; 0 ends my vacation."""

    days: int


class VacationState(ResponseBody):
    """My vacation, and the days I have left this year."""

    until: float
    days: int


class NoticeState(ResponseBody):
    """What I'm told, and what this server can send."""

    push: list[str]
    mail: list[str]
    digest: int
    quiet: list[int]
    zone: str
    night_clock: bool
    """Whether my clocks stop during quiet hours."""
    devices: int
    address: str
    """My confirmed mail address."""
    problem: str
    """Why mails to it were stopped."""
    muted: list[str]
    """The tables I hear nothing of."""
    can_push: bool
    can_mail: bool
    key: str
    """The key to subscribe a browser with."""


@dataclass
class NoticeViews:
    """The handlers for notices."""

    api: Api
    pages: Pages
    sender: NoticeSender

    def __post_init__(self) -> None:
        self.tests = RateLimiter(TESTS_PER_SECOND, 5)

    # --- Pages ----------------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        person = self.pages.person(request)
        state = await self._state(person.id)
        t = translator("nomarch", language_of(request))
        kinds = {
            "turn": t("It's your turn"),
            "invitation": t("Someone invites you"),
            "over": t("A game has ended"),
            "round": t("A tournament round or a league season starts"),
        }
        return await self.pages.render(
            request,
            "notices.html",
            state=state,
            vacation=await self._vacation(person.id),
            kinds={kind: kinds[kind] for kind in KINDS},
            longest_night=LONGEST_NIGHT,
            data=as_json(state),
        )

    async def stop(self, request: Request) -> Response:
        """The page of the link in a mail: a button, since scanners of mails open links."""
        token = request.path_params["token"]
        self.sender.read_stop_token(token)
        return await self.pages.render(request, "stop_notices.html", token=token, done=False)

    async def post_stop(self, request: Request) -> Response:
        """Stop a kind of mails: by the button, or by a mail program (RFC 8058)."""
        token = request.path_params["token"]
        person, kind = self.sender.read_stop_token(token)
        await self.api.service.writer.do(notices.stop_notices, person, kind)
        return await self.pages.render(request, "stop_notices.html", token=token, done=True)

    async def offline(self, request: Request) -> Response:
        """What the app shows without a connection: rules, glossary and lessons as text."""
        games = _games_as_text(language_of(request))
        return await self.pages.render(request, "offline.html", games, anonymous=True, games=games)

    async def worker(self, request: Request) -> Response:
        """The service worker, with the version of the files it caches."""
        known = {"version": self.pages.version, "root": root_of(request)}
        script = f"const SITE = {msgspec.json.encode(known).decode()};\n{WORKER.read_text()}"
        return Response(script, media_type="text/javascript", headers={"cache-control": "no-cache"})

    # --- The API --------------------------------------------------------------------------------

    @get("/api/notices", NoticeState)
    async def get_notices(self, request: Request) -> Response:
        """What I'm told, and what this server can send."""
        return reply(await self._state(self.api.person(request).id))

    async def _state(self, person: str) -> NoticeState:
        def look(store: Store) -> tuple[NoticeSettings | None, int, str]:
            return (
                notices.read_settings(store, person),
                len(notices.devices(store, person)),
                notices.mail_address(store, person),
            )

        known, count, address = await self.api.read(look)
        settings, pusher = known or NoticeSettings(), self.sender.pusher
        return NoticeState(
            push=list(settings.push),
            mail=list(settings.mail),
            digest=settings.digest,
            quiet=[settings.quiet.start, settings.quiet.end] if settings.quiet else [],
            zone=settings.zone if known else "",
            night_clock=settings.night_clock,
            devices=count,
            address=address,
            problem=settings.mail_problem,
            muted=list(settings.muted),
            can_push=pusher is not None,
            can_mail=self.sender.has_mail,
            key=pusher.public_key if pusher else "",
        )

    @post("/api/notices", SaveNotices)
    async def post_notices(self, request: Request) -> None:
        """Change what I'm told."""
        message, person = await body_of(request, SaveNotices), self.api.person(request)
        settings = _checked(message, language_of(request))

        def save(known: NoticeSettings) -> NoticeSettings:
            return msgspec.structs.replace(settings, muted=known.muted)

        await self.api.change(notices.change_settings, person.id, save, settings)

    @post(f"{TABLE}/mute", MuteTable)
    async def post_mute(self, request: Request) -> None:
        """Send me no notices about this table, or send them again."""
        message, person = await body_of(request, MuteTable), self.api.person(request)
        id_ = (await self.api.live(request)).table.record.id
        await self.api.change(notices.mute, person.id, id_, message.muted)

    @post("/api/notices/devices", AddDevice)
    async def post_device(self, request: Request) -> None:
        """Send notices to this browser."""
        message, person = await body_of(request, AddDevice), self.api.person(request)
        device = Subscription(message.endpoint, message.p256dh, message.auth)
        if self.sender.pusher is None:
            raise Refused("This server can't send notifications.")
        if not self.sender.pusher.accepts(device):
            raise BadRequest("Your browser's push service isn't supported.")
        language = language_of(request)
        await self.api.change(notices.subscribe, person.id, device, language, now())

    @post("/api/notices/devices/remove", RemoveDevice)
    async def post_remove_device(self, request: Request) -> None:
        """Send no more notices to this browser."""
        message, person = await body_of(request, RemoveDevice), self.api.person(request)
        device = Subscription(message.endpoint, "", "")
        await self.api.change(notices.unsubscribe, person.id, device.id)

    @get("/api/vacation", VacationState)
    async def get_vacation(self, request: Request) -> Response:
        """My vacation, and the days I have left this year."""
        return reply(await self._vacation(self.api.person(request).id))

    async def _vacation(self, person: str) -> VacationState:
        found = await self.api.read(read_vacation, person)
        return VacationState(found.until if found.until > now() else 0.0, found.days_left(now()))

    @post("/api/vacation", TakeVacation, VacationState)
    async def post_vacation(self, request: Request) -> Response:
        """Let my games over days wait, or end my vacation."""
        message, person = await body_of(request, TakeVacation), self.api.person(request)
        await begin_vacation(self.api.service, person, message.days)
        return reply(await self._vacation(person.id))

    @post("/api/notices/test", "test-notices")
    async def post_test(self, request: Request) -> None:
        """Send a notice to my devices now."""
        person = self.api.person(request)
        self.tests.check(person.id)
        at = now()

        def put(store: Store) -> None:
            notice = Notice(person.id, TEST, "test", int(at * 1000), {"path": "/notices"})
            notices.notify(store, notice, at, quiet=False)

        await self.api.change(put)


def _checked(message: SaveNotices, language: str) -> NoticeSettings:
    for kind in (*message.push, *message.mail):
        if kind not in KINDS:
            raise BadRequest("There is no such kind of notification.")
    if not -1 <= message.digest < 24 or not all(0 <= hour < 24 for hour in message.quiet):
        raise BadRequest("Hours are numbers from 0 to 23.")
    if len(message.quiet) not in (0, 2):
        raise BadRequest("Quiet hours have a beginning and an end.")
    if not is_zone(message.zone):
        raise BadRequest("Unknown time zone.")
    if message.night_clock and not (
        message.quiet and 0 < (message.quiet[1] - message.quiet[0]) % 24 <= LONGEST_NIGHT
    ):
        raise BadRequest(
            "Your clock can stop for up to {most} hours a night: choose shorter quiet hours.",
            most=LONGEST_NIGHT,
        )
    return NoticeSettings(
        push=tuple(kind for kind in KINDS if kind in message.push),
        mail=tuple(kind for kind in KINDS if kind in message.mail),
        digest=message.digest,
        quiet=QuietHours(*message.quiet) if message.quiet else None,
        zone=message.zone,
        night_clock=message.night_clock,
        language=language,
    )


@cache
def _games_as_text(language: str) -> list[dict[str, Any]]:
    books = rulebooks()
    return [card | _texts(books[card["id"]], language) for card in game_cards(language)]


def _texts(book: Rulebook, language: str) -> dict[str, Any]:
    t = translator(book.package, language)
    lessons = book.teaching.lessons(t) if book.teaching else ()
    return {
        "chapters": book.words.rules_help(t),
        "sections": book.words.glossary(t),
        "lessons": [
            {
                "title": lesson.title,
                "texts": [step.text for step in lesson.steps if not isinstance(step, Others)],
            }
            for lesson in lessons
        ],
    }
