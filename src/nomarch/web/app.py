"""The ASGI app: its parts, routes and middleware."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import signal
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from email.utils import parseaddr
from pathlib import Path
from types import FrameType
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from nomarch import __version__
from nomarch.contests.tournament_runner import TournamentRunner
from nomarch.draw import palette
from nomarch.errors import NomarchError
from nomarch.people.notices import vapid_key
from nomarch.people.pairing import Matchmaker
from nomarch.storage.instrumented_store import instrument
from nomarch.storage.readers import Readers
from nomarch.storage.store import Store
from nomarch.storage.writer import Writer
from nomarch.tables.analysis_jobs import AnalysisJobs
from nomarch.tables.errors import BadRequest, NotFound, Refused
from nomarch.tables.job_runner import JobRunner
from nomarch.tables.maintenance import Maintenance, repair
from nomarch.tables.notify_listener import NotifyListener
from nomarch.tables.service import TableService
from nomarch.tables.site import Site, SiteWatcher
from nomarch.web.account.accounts import create_accounts
from nomarch.web.account.guest_sessions import GuestSessions
from nomarch.web.account.notice_sender import NoticeSender
from nomarch.web.account.notice_views import NoticeViews
from nomarch.web.account.personal_data import MyData
from nomarch.web.account.settings import AccountSettings
from nomarch.web.contest.daily_views import DailyViews
from nomarch.web.contest.tournament_views import TournamentViews
from nomarch.web.http.connections import STATE_KEY, ConnectionMiddleware, Connections
from nomarch.web.http.error_responses import MethodNotAllowed, describe_error, internal_error
from nomarch.web.http.identity import Identity
from nomarch.web.http.language import language_of
from nomarch.web.http.limits import Limits
from nomarch.web.http.openapi import ApiDescription
from nomarch.web.http.request_guard import RequestGuard
from nomarch.web.http.responses import Refusal
from nomarch.web.http.root_path import RootPathMiddleware, path_of, without_trailing_slash
from nomarch.web.operations import push, request_ids
from nomarch.web.operations.health import Health
from nomarch.web.operations.metrics import Metrics
from nomarch.web.operations.push import Pusher
from nomarch.web.operations.settings import Settings
from nomarch.web.operations.watchdog import Watchdog
from nomarch.web.site.docs_site import docs_routes
from nomarch.web.site.front_page import FrontPage, daily_card, tournament_card
from nomarch.web.site.lesson_views import LessonViews
from nomarch.web.site.play_views import Arrivals, PlayViews
from nomarch.web.site.profile_views import ProfileViews
from nomarch.web.site.report_views import ReportViews
from nomarch.web.table.analysis_views import AnalysisViews
from nomarch.web.table.api import Api, list_endpoints, reply
from nomarch.web.table.pages import Pages
from nomarch.web.table.renderer import Renderer
from nomarch.web.table.review_views import ReviewViews
from nomarch.web.table.saved_games import SavedGames
from nomarch.web.table.sockets import Sockets

log = logging.getLogger("nomarch.web")
STATIC = Path(__file__).parent / "static"
DAY = 86_400
STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)

SECURITY_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}

HTTPS_ONLY = {"strict-transport-security": f"max-age={365 * DAY}"}


def create_app(settings: Settings) -> Starlette:
    """Create the app for a database."""
    database = settings.database
    store = database.open()
    store.touch()
    secret = store.secret()
    repair(store)
    pusher = create_pusher(store, settings)
    store.close()
    site, metrics = Site(), Metrics(settings.metrics_token)
    open_store = instrument(database.later, site, metrics)
    writer, readers = Writer(open_store, database.new_process()), Readers(open_store)
    service = TableService(readers, writer, settings.bot_pause, settings.invitation_days * DAY)
    renderer = Renderer()
    service.tables.on_submit = metrics.commands.observe
    jobs, threads = JobRunner(service, bots=settings.bots), Watchdog(readers.jobs, writer.jobs)
    jobs.on_failure = metrics.note_job_failure
    pulse = Health(writer, readers, threads)
    listener = NotifyListener(database, service, jobs)
    maintenance = Maintenance(service, settings.guest_days)
    identity = Identity(secret, readers, writer, https=settings.https, root=settings.root)
    limits = Limits(settings.requests_per_second)
    connections = Connections(limits.max_connections, settings.proxies)
    api = Api(service, identity, renderer, limits)
    pages = Pages(service, identity, renderer, _fingerprint(), site)
    sockets = Sockets(service, identity, limits, renderer, site, pages.version)
    listener.on_session_end.append(sockets.end)
    identity.on_sessions_ended.append(listener.announce_session_end)
    watch = SiteWatcher(
        site, readers, lambda tables: apply_site_changes(tables, site, service, sockets)
    )
    metrics.gauge("sockets", "Open sockets.", lambda: len(sockets.open))
    metrics.gauge("tables", "Tables in memory.", lambda: len(service.tables))
    metrics.gauge(
        "thoughts_waiting", "Bots' thoughts in the queue.", lambda: service.bots.queue.waiting
    )
    tournaments = TournamentRunner(service)
    daily, contests = DailyViews(api, pages), TournamentViews(api, pages, tournaments)
    lessons, analyses = LessonViews(api, pages), AnalysisViews(api, pages, AnalysisJobs(service))
    people, profiles = create_accounts(api, pages, settings), ProfileViews(api, pages)
    reports = ReportViews(api, pages)
    mail_site = settings.public_url + settings.root if settings.public_url else ""
    sender = NoticeSender(service, secret, settings.mail, pusher, mail_site)
    notices = NoticeViews(api, pages, sender)
    matchmaker, arrivals = Matchmaker(service), Arrivals()
    identity.on_seen = arrivals.note
    matchmaker.arrivals = arrivals.take
    play = PlayViews(api, pages, matchmaker)
    front = FrontPage(pages, play, [daily_card(daily), tournament_card(contests)])
    interface = list_endpoints(
        api,
        GuestSessions(api),
        MyData(api),
        SavedGames(api),
        AccountSettings(api),
        people,
        profiles,
        reports,
        lessons,
        analyses,
        ReviewViews(api),
        notices,
        daily,
        contests,
        play,
    )
    headers = SECURITY_HEADERS | (HTTPS_ONLY if settings.https else {})
    description = ApiDescription(interface, __version__)

    async def health(request: Request) -> Response:
        report = await pulse.report()
        counts = {"sockets": len(sockets.open), "tables": len(service.tables)}
        return reply({**report, "version": __version__, **counts}, 200 if report["ok"] else 503)

    async def ready(request: Request) -> Response:
        report = await pulse.report_ready()
        return reply(report, 200 if report["ok"] else 503)

    async def drain() -> None:
        """Hand everything over before the server stops; no client is cut off."""
        if pulse.is_leaving:
            return
        pulse.leave()
        await asyncio.sleep(settings.drain)
        sockets.is_draining = True
        await jobs.stop()
        await analyses.studies.stop()
        await service.bots.stop()
        await jobs.release()
        if database.is_shared:
            await sockets.ask_to_leave()
        await sockets.close()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        # Stopped in reverse order. A stop that fails skips none of the others.
        async with contextlib.AsyncExitStack() as stack:
            stack.callback(threads.stop)  # last: a thread that never ends is noticed until then
            stack.callback(readers.close)
            stack.callback(writer.close)
            stack.callback(renderer.close)
            stack.push_async_callback(listener.stop)
            stack.push_async_callback(service.stop)
            stack.push_async_callback(people.finish)
            stack.push_async_callback(drain)
            threads.start()
            jobs.start()
            listener.start()
            for task in (tournaments, maintenance):
                task.start()
                stack.push_async_callback(task.stop)
            await watch.look()
            for part in (watch, metrics, matchmaker, sender):
                part.start()
                stack.push_async_callback(part.stop)
            patience = asyncio.create_task(sockets.watch())
            stack.callback(patience.cancel)
            drain_before_exit(drain)
            yield {STATE_KEY: connections}

    routes = [
        Route("/", front.home),
        Route("/new/{game}", pages.set_up),
        Route("/t/{id}", pages.table),
        Route("/t/{id}/replay", pages.replay),
        Route("/t/{id}/analysis", analyses.page),
        Route("/t/{id}/join/{token}", pages.join),
        Route("/tables", pages.tables),
        Route("/lobby", play.lobby),
        Route("/friends", play.friends_page),
        Route("/rules/{game}", pages.rules),
        Route("/rules/{game}/glossary", pages.glossary),
        Route("/learn", lessons.index),
        Route("/learn/{game}", lessons.learn),
        Route("/puzzles/{game}", lessons.puzzles),
        Route("/learn/{game}/{lesson}", lessons.lesson),
        Route("/daily", daily.page),
        Route("/daily/{day}", daily.page),
        Route("/tournaments", contests.index),
        Route("/tournaments/new", contests.new),
        Route("/tournaments/{id}", contests.page),
        Route("/me", people.me),
        Route("/sign-in", people.sign_in),
        Route("/@{handle}", profiles.profile),
        Route("/report", reports.page),
        Route("/moderation", reports.moderation),
        Route("/ratings", profiles.leaderboard),
        Route("/ratings/{game}", profiles.leaderboard),
        Route("/mail/{token}", people.mail_link),
        Route("/me/{token}", pages.recover, name="recover"),
        Route("/notices", notices.page),
        Route("/notices/stop/{token}", notices.stop),
        Route("/notices/stop/{token}", notices.post_stop, methods=["POST"]),
        Route("/offline", notices.offline),
        Route("/sw.js", notices.worker),
        *(Route(line.path, line.handler, methods=[line.method]) for line in interface),
        WebSocketRoute("/api/tables/{id}/live", sockets.serve),
        Route("/openapi.json", description.answer),
        Route("/health", health),
        Route("/ready", ready),
        Route("/metrics", metrics.answer),
        Route("/colours.css", colours),
        *docs_routes(settings.docs),
        Mount(f"/static/{pages.version}", ImmutableFiles(directory=STATIC)),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]

    async def refused(request: Request, error: Exception) -> Response:
        is_missing = isinstance(error, HTTPException) and error.status_code == 404
        target = without_trailing_slash(request, routes) if is_missing else None
        response = RedirectResponse(target) if target else _refusal(pages, request, error)
        # Unexpected errors are answered outside of RequestGuard.
        response.headers.update(headers | {request_ids.HEADER: request_ids.current.get()})
        return response

    proxy_headers = (
        [Middleware(ProxyHeadersMiddleware, trusted_hosts=settings.proxies)]
        if settings.proxies
        else []
    )
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={NomarchError: refused, HTTPException: refused, Exception: refused},
        middleware=[
            Middleware(ConnectionMiddleware, connections=connections),
            *proxy_headers,
            Middleware(RootPathMiddleware, root=settings.root),
            Middleware(
                RequestGuard,
                limits=limits,
                identity=identity,
                site=site,
                metrics=metrics,
                refused=refused,
                headers=headers,
            ),
            Middleware(GZipMiddleware, minimum_size=600, compresslevel=4),
        ],
    )
    app.router.redirect_slashes = False  # it would redirect to the host of the request
    app.state.service, app.state.watch, app.state.maintenance = service, watch, maintenance
    app.state.studies, app.state.accounts = analyses.studies, people
    app.state.watchdog, app.state.tournaments, app.state.pages = threads, tournaments, pages
    app.state.sender, app.state.matchmaker, app.state.front = sender, matchmaker, front
    return app


def create_pusher(store: Store, settings: Settings) -> Pusher | None:
    """Return what sends push messages, with the site's key; None without the extra."""
    if not push.is_available():
        return None
    key = store.setting("vapid") or vapid_key(store, push.new_key())
    address = parseaddr(settings.mail.sender)[1]
    contact = settings.public_url or f"mailto:{address or 'nomarch@localhost'}"
    return Pusher(key, contact, local=settings.local_push)


def drain_before_exit(drain: Callable[[], Awaitable[None]]) -> None:
    """On the first SIGTERM or SIGINT, drain, then let the server's own handler stop it."""
    if threading.current_thread() is not threading.main_thread():
        return  # a test client: signals are not its own
    loop, draining = asyncio.get_running_loop(), set[asyncio.Task[None]]()

    def begin(number: int, frame: FrameType | None) -> None:
        if draining:
            stop[number](number, frame)
        else:
            loop.call_soon_threadsafe(lambda: draining.add(loop.create_task(finish(number))))

    async def finish(number: int) -> None:
        try:
            await drain()
        finally:
            stop[number](number, None)

    stop: dict[int, Any] = {each: signal.getsignal(each) for each in STOP_SIGNALS}
    for number in STOP_SIGNALS:
        if callable(stop[number]):
            signal.signal(number, begin)


async def apply_site_changes(
    tables: list[str], site: Site, service: TableService, sockets: Sockets
) -> None:
    """Apply an administrator's changes to open tables and sockets."""
    for id_ in tables:
        await service.tables.reload(id_)
    sockets.announce(site.announcement)
    await sockets.close_banned()


def _refusal(pages: Pages, request: Request, error: Exception) -> Response:
    """Answer an error with a sentence: JSON for programs, a page for people."""
    language = language_of(request)
    if isinstance(error, HTTPException):
        sentence, _ = describe_error(_sentence(error), language)
        status = error.status_code
    elif isinstance(error, NomarchError):
        sentence, status = describe_error(error, language)
    else:
        log.exception("unexpected error at %s", request.url.path)
        sentence, status = describe_error(internal_error(), language)
    if path_of(request).startswith("/api/"):
        return reply(Refusal(sentence), status)
    return pages.refused(request, sentence, status)


def _sentence(error: HTTPException) -> Refused:
    """The framework's errors in our own words."""
    if error.status_code == 404:
        return NotFound("There's nothing at this address.")
    if error.status_code == 405:
        return MethodNotAllowed("That isn't possible here.")
    return BadRequest("We couldn't read the request: {reason}.", reason=error.detail)


class ImmutableFiles(StaticFiles):
    """Static files under a path with their version, which browsers may cache for ever.

    Scripts import each other by relative paths, so a page's scripts have one version.
    """

    def file_response(self, *args: Any, **more: Any) -> Response:
        response = super().file_response(*args, **more)
        response.headers["cache-control"] = f"public, max-age={365 * DAY}, immutable"
        return response


def _fingerprint() -> str:
    """A name for this version of all static files."""
    found = hashlib.sha256(__version__.encode() + _palette_css().encode())
    for path in sorted(STATIC.iterdir()):
        found.update(path.read_bytes())
    return found.hexdigest()[:12]


def _palette_css() -> str:
    """The palette as a style sheet: light, dark by system or choice, light on paper."""
    day, night = palette.variables(), palette.variables(night=True)
    wished = f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{night}}}}}"
    chosen = f":root[data-theme=dark]{{{night}}}"
    dark = f"@media screen{{{wished}\n{chosen}}}"
    return f":root{{{day}}}\n{dark}\n{palette.css_by_variable()}\n"


async def colours(request: Request) -> Response:
    return PlainTextResponse(
        _palette_css(), media_type="text/css", headers={"cache-control": f"max-age={DAY}"}
    )
