"""The routes of a server, and the handlers behind them."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from nomarch import __version__, platform
from nomarch.web.account.notice_views import NoticeViews
from nomarch.web.account.person_sessions import PersonSessions
from nomarch.web.account.personal_data import MyData
from nomarch.web.account.settings import AccountSettings
from nomarch.web.contest.daily_views import DailyViews
from nomarch.web.contest.tournament_views import TournamentViews
from nomarch.web.http.api import list_endpoints, reply
from nomarch.web.http.openapi import ApiDescription
from nomarch.web.http.static_files import STATIC, ImmutableFiles, serve_colours
from nomarch.web.services import Services
from nomarch.web.signal import relay_route
from nomarch.web.site.device_page import DevicePage
from nomarch.web.site.docs_site import docs_routes
from nomarch.web.site.front_page import FrontPage, daily_card, tournament_card
from nomarch.web.site.inbox_views import InboxViews
from nomarch.web.site.lesson_views import LessonViews
from nomarch.web.site.play_views import PlayViews
from nomarch.web.site.profile_views import ProfileViews
from nomarch.web.site.report_views import ReportViews
from nomarch.web.table.analysis_views import AnalysisViews
from nomarch.web.table.review_views import ReviewViews
from nomarch.web.table.saved_games import SavedGames


def list_routes(services: Services) -> list[BaseRoute]:
    """All routes: pages, the JSON API, sockets, operations and static files."""
    api, pages, people = services.api, services.pages, services.accounts
    daily, contests = DailyViews(api, pages), TournamentViews(api, pages, services.tournaments)
    lessons, profiles = LessonViews(api, pages), ProfileViews(api, pages)
    analyses = AnalysisViews(api, pages, services.analysis_jobs)
    reports, notices = ReportViews(api, pages), NoticeViews(api, pages, services.notice_sender)
    play = PlayViews(api, pages, services.matchmaker)
    inbox, saves = InboxViews(api, pages, play), SavedGames(api, pages)
    cards = [] if platform.IS_BROWSER else [daily_card(daily), tournament_card(contests)]
    front = FrontPage(pages, play, lessons.practice, cards)
    interface = list_endpoints(
        api,
        PersonSessions(api),
        MyData(api),
        saves,
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
        inbox,
    )
    routes: list[BaseRoute] = [
        Route("/", front.home),
        Route("/new/{game}", pages.set_up),
        Route("/t/{id}", pages.table),
        Route("/t/{id}/replay", pages.replay),
        Route("/t/{id}/analysis", analyses.page),
        Route("/t/{id}/join/{token}", pages.join),
        Route("/tables", pages.tables),
        Route("/continue", saves.page),
        Route("/lobby", play.lobby),
        Route("/friends", play.friends_page),
        Route("/messages", inbox.conversations),
        Route("/messages/{handle}", inbox.conversation),
        Route("/rules/{game}", pages.rules),
        Route("/rules/{game}/glossary", pages.glossary),
        Route("/learn", lessons.index),
        Route("/practice", lessons.practice.page),
        Route("/learn/{game}", lessons.learn),
        Route("/learn/{game}/start", lessons.start),
        Route("/puzzles/{game}", lessons.puzzles.index),
        Route("/puzzles/{game}/next", lessons.puzzles.go_to_next),
        Route("/puzzles/{game}/{puzzle}/board.svg", lessons.puzzles.picture),
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
        WebSocketRoute("/api/tables/{id}/live", services.sockets.serve),
        *([relay_route()] if services.settings.relay else []),
        Route("/openapi.json", ApiDescription(interface).answer),
        *_health_routes(services),
        Route("/metrics", services.metrics.answer),
        Route("/colours.css", serve_colours),
        *docs_routes(services.settings.docs, pages),
        *_static_routes(pages.version),
    ]
    if platform.IS_BROWSER:
        routes = [route for route in routes if not _needs_others(route)]
        device = DevicePage(pages)
        routes[:0] = [
            Route("/device", device.show),
            Route("/device/qr.svg", device.show_code),
            Route("/room", device.show_room),
            Route("/python", device.show_prompt),
        ]
    return routes


WITH_OTHERS = (
    "/lobby", "/friends", "/messages", "/tournaments", "/daily", "/ratings", "/me", "/sign-in",
    "/@{handle}", "/report", "/moderation", "/mail", "/notices", "/offline", "/sw.js", "/metrics",
    "/health", "/ready", "/signal",
)  # fmt: skip
"""Paths that the browser edition leaves out."""


def _needs_others(route: BaseRoute) -> bool:
    path: str = getattr(route, "path", "")
    return any(path == prefix or path.startswith(f"{prefix}/") for prefix in WITH_OTHERS)


def _static_routes(version: str) -> list[BaseRoute]:
    if not STATIC.exists():  # In a page, the static host has them.
        return []
    return [
        Mount(f"/static/{version}", ImmutableFiles(directory=STATIC)),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]


def _health_routes(services: Services) -> list[Route]:
    async def health(request: Request) -> Response:
        report = await services.health.report()
        sockets, tables = len(services.sockets.open), len(services.table_service.tables)
        counts = {"version": __version__, "sockets": sockets, "tables": tables}
        return reply({**report, **counts}, 200 if report["ok"] else 503)

    async def ready(request: Request) -> Response:
        report = await services.health.report_ready()
        return reply(report, 200 if report["ok"] else 503)

    return [Route("/health", health), Route("/ready", ready)]
