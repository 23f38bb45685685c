"""What all pages share: rendering in the reader's language, and cards of games."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar
from urllib.parse import quote

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from nomarch.bots.ratings import levels_of
from nomarch.checkpoints import checkpoint
from nomarch.engine.match import SHAPES
from nomarch.i18n import LANGUAGES, Translate, translator
from nomarch.kernel.declare.game import Rulebook, rulebooks
from nomarch.people.site import Site
from nomarch.tables.service import TableService
from nomarch.tables.state.model import Person
from nomarch.web.http.features import features_of, owner_of, room_of
from nomarch.web.http.formats import Formats, locale_of
from nomarch.web.http.identity import YEAR, Identity, generated_name
from nomarch.web.http.language import language_of
from nomarch.web.http.render_queue import RenderQueue, Urgency
from nomarch.web.http.root_path import root_of
from nomarch.web.http.templates import environment

COMPRESSION = 4
"""The level of gzip."""
MOST_RECENT = 50
"""Long pages kept."""
PHONE_HINTS = ("Mobi", "Android")


T = TypeVar("T")


@dataclass
class Pages:
    """Renders pages."""

    service: TableService
    identity: Identity
    version: str
    """The version of the static files."""
    site: Site
    queue: RenderQueue

    def __post_init__(self) -> None:
        self._recent: dict[tuple[object, ...], tuple[object, bytes]] = {}
        """Long pages that were rendered last: what they follow from, and their bytes."""

    def person(self, request: Request) -> Person:
        """The current person; a new one exists only in their cookie."""
        known = self.identity.of(request)
        if known is None:
            known = request.state.person = self.identity.fresh()
            request.state.is_new = True
        return known

    async def render(
        self,
        request: Request,
        template: str,
        source: object = None,
        *,
        anonymous: bool = False,
        urgency: Urgency = Urgency.DRAWING,
        **values: Any,
    ) -> HTMLResponse:
        """Render a page in the reader's language; a new visitor gets a cookie.

        If all values follow from a `source`, a reader who asks again gets the same page for it.
        """
        person = None if anonymous else self.person(request)
        key = (
            template,
            person,
            language_of(request),
            locale_of(request),
            request.url.path,
            root_of(request),
            features_of(request),
            room_of(request),
            owner_of(request),
            request.cookies.get("theme", ""),
            self.site.announcement,
            is_compressed := "gzip" in request.headers.get("accept-encoding", ""),
        )

        def work() -> bytes:
            html = self._html(request, person, template, **values).encode()
            # Compressed here, since `GZipMiddleware` works in the event loop.
            return gzip.compress(html, COMPRESSION) if is_compressed else html

        known = self._recent.get(key)
        if source is not None and known is not None and known[0] is source:
            page = known[1]
        else:
            page = await self.draw(request, work, urgency)
        if source is not None:
            if len(self._recent) >= MOST_RECENT:
                self._recent.clear()
            self._recent[key] = source, page
        response = self._respond(request, person, page)
        if is_compressed:
            response.headers.update({"content-encoding": "gzip", "vary": "Accept-Encoding"})
        return response

    async def draw(
        self, request: Request, work: Callable[[], T], urgency: Urgency = Urgency.DRAWING
    ) -> T:
        """Run slow work in a thread, after players' pages."""
        return await self.queue.draw(request, work, urgency)

    def _html(self, request: Request, person: Person | None, template: str, **values: Any) -> str:
        language = language_of(request)
        t = translator("nomarch", language)
        html = []
        for piece in (
            environment()
            .get_template(template)
            .generate(
                t=t,
                ngettext=t.ngettext,
                language=language,
                fmt=Formats(locale_of(request)),
                languages=LANGUAGES,
                person=person,
                is_unnamed=person is not None and person.name == generated_name(person.id),
                version=self.version,
                features=features_of(request),
                room=room_of(request),
                host_name=owner_of(request),
                root=root_of(request),
                announcement=self.site.announcement,
                path=quote("/" + request.url.path.lstrip("/")),
                theme=request.cookies.get("theme", ""),
                report_kinds=report_kinds(t),
                **values,
            )
        ):
            checkpoint()
            html.append(piece)
        return "".join(html)

    def _respond(
        self, request: Request, person: Person | None, html: str | bytes, status: int = 200
    ) -> HTMLResponse:
        language = language_of(request)
        response = HTMLResponse(html, status, headers={"cache-control": "no-store"})
        if person is not None and getattr(request.state, "is_new", False):
            self.identity.remember(response, person, self.identity.session_of(request))
        if request.query_params.get("lang") in LANGUAGES:
            response.set_cookie(
                "lang", language, max_age=YEAR, samesite="lax", path=self.identity.path
            )
        return response

    def refused(self, request: Request, sentence: str, status: int) -> Response:
        known = self.identity.of(request)
        html = self._html(request, known, "refused.html", sentence=sentence, code=status)
        return self._respond(request, known, html, status)


def game_cards(language: str) -> list[dict[str, Any]]:
    """All games, the easiest first."""
    books = sorted(rulebooks().values(), key=lambda book: (book.game.complexity, book.game.minutes))
    return [card_of(book, translator(book.package, language)) for book in books]


def card_of(book: Rulebook, t: Translate) -> dict[str, Any]:
    game = book.game
    return {
        "id": game.id,
        "title": t(game.title),
        "about": t(game.about),
        "goal": t(game.goal) if game.goal else "",
        "minutes": game.minutes,
        "players": list(game.players),
        "usual": game.usual_players,
        "seats": describe_players(t, game.players),
        "cover": _cover(book),
        "levels": levels_of(book),
    }


def describe_players(t: Translate, players: tuple[int, ...]) -> str:
    """How many people a game is for."""
    low, high = players[0], players[-1]
    if low == high:
        return t.ngettext("{count} player", "{count} players", low).format(count=low)
    return t("{low}–{high} players").format(low=low, high=high)


@cache
def _cover(book: Rulebook) -> Markup:
    return Markup(book.art.cover())


@cache
def sprite(book: Rulebook) -> Markup:
    """The icons of a game's log and of its scoring categories as SVG symbols."""
    symbols = {**book.art.symbols(), **getattr(book.art, "CATEGORIES", {})}
    body = "".join(
        f'<symbol id="icon-{name}" viewBox="0 0 48 48">{markup}</symbol>'
        for name, markup in symbols.items()
    )
    return Markup(body)


def report_kinds(t: Translate) -> dict[str, str]:
    """What a report can be about."""
    return {
        "abuse": t("Insults or harassment"),
        "cheating": t("Cheating"),
        "stalling": t("Stalling or leaving"),
        "name": t("Offensive name"),
        "other": t("Something else"),
    }


def shape_of(request: Request) -> str:
    """The board's shape: from the cookie, or guessed from the browser."""
    known = request.cookies.get("shape")
    if known in SHAPES:
        return known
    if request.headers.get("sec-ch-ua-mobile") == "?1":
        return "tall"
    agent = request.headers.get("user-agent", "")
    return "tall" if any(hint in agent for hint in PHONE_HINTS) else "wide"


def as_json(data: Any) -> Markup:
    """JSON for a script element, escaped so that it cannot end the element."""
    text = msgspec.json.encode(data).decode()
    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))
