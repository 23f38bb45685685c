"""The pages: home, set-up, table, replay, my tables, rules, and who I am."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from nomarch.bots import LEVELS
from nomarch.draw.palette import SEATS
from nomarch.draw.shapes import badge
from nomarch.i18n import LANGUAGES, Translate, translator
from nomarch.kernel.game import Rulebook, rulebook, rulebooks
from nomarch.tables.hall import Hall, Live
from nomarch.tables.model import Guest
from nomarch.tables.refusals import NotYours
from nomarch.web.identity import YEAR, Identity
from nomarch.web.language import language_of
from nomarch.web.phrases import phrases
from nomarch.web.showing import CHAT_SHOWN, log_lines, my_tables, options_of, show, viewing_seat

TEMPLATES = Path(__file__).parent / "templates"
PHONE_HINTS = ("Mobi", "Android")


@dataclass
class Pages:
    """The handlers of everything that is HTML."""

    hall: Hall
    identity: Identity
    version: str

    def __post_init__(self) -> None:
        self._templates = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=select_autoescape(),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    def guest(self, request: Request) -> tuple[Guest, bool]:
        """The guest who looks, made on the first visit; whether that is now."""
        if not hasattr(request.state, "guest"):
            known = self.identity.of(request)
            request.state.guest = (known, False) if known else (self.identity.create(), True)
        found: tuple[Guest, bool] = request.state.guest
        return found

    def render(
        self, request: Request, template: str, status: int = 200, **values: Any
    ) -> HTMLResponse:
        """A page in the reader's language; a stranger becomes a guest by reading it."""
        language = language_of(request)
        guest, is_new = self.guest(request)
        t = translator("nomarch", language)
        html = self._templates.get_template(template).render(
            t=t,
            language=language,
            languages=LANGUAGES,
            guest=guest,
            version=self.version,
            path=quote("/" + request.url.path.lstrip("/")),
            theme=request.cookies.get("theme", ""),
            **values,
        )
        response = HTMLResponse(html, status, headers={"cache-control": "no-store"})
        if is_new:
            self.identity.remember(response, guest)
        if request.query_params.get("lang") in LANGUAGES:
            response.set_cookie("lang", language, max_age=YEAR, samesite="lax", path="/")
        return response

    # --- The pages ------------------------------------------------------------------------------

    async def home(self, request: Request) -> Response:
        """All games, and the reader's own tables."""
        language = language_of(request)
        games = [_card(book, translator(book.package, language)) for book in rulebooks().values()]
        guest, _ = self.guest(request) if self.identity.of(request) else (None, False)
        mine = my_tables(self.hall, guest)[:4] if guest else []
        return self.render(request, "home.html", games=games, mine=mine)

    async def set_up(self, request: Request) -> Response:
        """Who sits where, with which variants."""
        book = rulebook(request.path_params["game"])
        t = translator(book.package, language_of(request))
        card = _card(book, t)
        game = {"id": card["id"], "usual": card["usual"], "options": options_of(book, t)}
        return self.render(
            request,
            "new.html",
            game=card,
            levels=_levels(translator("nomarch", language_of(request))),
            data=_json(game),
            words=_json({"seat": t("Seat {number}")}),
        )

    async def table(self, request: Request) -> Response:
        """The table itself."""
        live = self.hall.open(request.path_params["id"])
        guest = self.identity.of(request)
        seats = live.table.record.seats_of(guest.id) if guest else ()
        language, shape = language_of(request), _shape(request)
        chat = self.hall.store.chat(live.table.record.id, CHAT_SHOWN)
        state = show(live, seats, language, shape, chat)
        # The drawing is in the page already: its script need not be told it again.
        board, state.board = Markup(state.board), None
        return self._at_table(
            request, live, "table.html", board=board, state=_json(state), prompt=state.prompt
        )

    async def replay(self, request: Request) -> Response:
        """The game step by step, as the reader may know it."""
        live = self.hall.open(request.path_params["id"])
        guest = self.identity.of(request)
        seats = live.table.record.seats_of(guest.id) if guest else ()
        seat, language = viewing_seat(live.table, seats), language_of(request)
        match, settled = live.table.match, live.table.settled
        state = {
            "plies": settled,
            "seat": seat,
            "log": log_lines(match, seat, language, 0, match.steps[:settled]),
            "names": [place.name for place in live.table.record.seats],
        }
        board = match.past(0).svg(
            seat, language=language, shape=_shape(request), standalone=False, marked=False
        )
        return self._at_table(request, live, "replay.html", state=_json(state), board=Markup(board))

    def _at_table(self, request: Request, live: Live, template: str, **values: Any) -> HTMLResponse:
        """A page around a table's board."""
        book, language = live.table.book, language_of(request)
        t = translator(book.package, language)
        id_, title = live.table.record.id, t(book.game.title)
        return self.render(
            request,
            template,
            id=id_,
            title=title,
            commitment=live.table.match.commitment,
            place=_json({"id": id_, "game": title}),
            help=book.words.rules_help(t),
            sprite=sprite(book),
            badges=[_badge_symbol(seat) for seat in range(len(SEATS))],
            phrases=_json(phrases(translator("nomarch", language))),
            **values,
        )

    async def join(self, request: Request) -> Response:
        """The page behind an invitation: one click takes the seat."""
        live = self.hall.open(request.path_params["id"])
        record, book = live.table.record, live.table.book
        guest = self.identity.of(request)
        if (guest and record.seats_of(guest.id)) or record.is_full:
            return RedirectResponse(f"/t/{record.id}", 303)
        if request.path_params["token"] != record.invite:
            raise NotYours("This invitation is not valid for the table.")
        card = _card(book, translator(book.package, language_of(request)))
        names = [seat.name for seat in record.seats if seat.kind != "open"]
        return self.render(
            request, "join.html", game=card, names=names, id=record.id, token=record.invite
        )

    async def tables(self, request: Request) -> Response:
        """The reader's tables, those that wait first."""
        guest, _ = self.guest(request)
        return self.render(request, "tables.html", mine=my_tables(self.hall, guest))

    async def rules(self, request: Request) -> Response:
        """The rules in our own words."""
        book = rulebook(request.path_params["game"])
        t = translator(book.package, language_of(request))
        return self.render(
            request, "rules.html", game=_card(book, t), help=book.words.rules_help(t)
        )

    async def me(self, request: Request) -> Response:
        """The reader's name, and the link to another device."""
        guest, _ = self.guest(request)
        link = str(request.url_for("recover", token=self.identity.recovery(guest)))
        return self.render(request, "me.html", link=link)

    async def recover(self, request: Request) -> Response:
        """The other end of a recovery link: this device becomes that guest."""
        guest = self.identity.recovered(request.path_params["token"])
        if guest is None:
            raise NotYours("This link is not valid, or older than an hour.")
        response = RedirectResponse("/tables", 303)
        self.identity.remember(response, guest)
        return response

    def refused(self, request: Request, sentence: str, status: int) -> Response:
        """A page that says what went wrong and what to do."""
        return self.render(request, "refused.html", status, sentence=sentence, code=status)


def _card(book: Rulebook, t: Translate) -> dict[str, Any]:
    """A game as the home page shows it."""
    game = book.game
    return {
        "id": game.id,
        "title": t(game.title),
        "about": t(game.about),
        "minutes": game.minutes,
        "players": list(game.players),
        "usual": game.usual_players,
        "from_": game.players[0],
        "to": game.players[-1],
        "cover": Markup(book.art.cover()),
    }


def _levels(t: Translate) -> list[dict[str, str]]:
    """The bots, in words."""
    words = {
        "random": t("Random: plays anything"),
        "novice": t("Novice: overlooks a lot"),
        "easy": t("Easy: makes mistakes"),
        "greedy": t("Normal: plays sensibly"),
        "keen": t("Keen: thinks for a moment"),
        "search": t("Strong: thinks ahead"),
        "master": t("Master: thinks for a second"),
    }
    return [{"id": level, "words": words.get(level, level)} for level in LEVELS]


def sprite(book: Rulebook) -> Markup:
    """The little pictures of a game's log, each once."""
    symbols = book.art.symbols()
    body = "".join(
        f'<symbol id="icon-{name}" viewBox="0 0 48 48">{markup}</symbol>'
        for name, markup in symbols.items()
    )
    return Markup(body)


def _badge_symbol(seat: int) -> Markup:
    return Markup(badge(seat, 24, 24, 22))


def _shape(request: Request) -> str:
    """A first guess of the board's shape, until the page's script knows better."""
    agent = request.headers.get("user-agent", "")
    return "tall" if any(hint in agent for hint in PHONE_HINTS) else "wide"


def _json(data: Any) -> Markup:
    """Data for a script element: `</` cannot end it early."""
    text = msgspec.json.encode(data).decode()
    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))
