"""The parts of a server, each built from those before it, and started and stopped together."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from email.utils import parseaddr

from nomarch.contests.tournament_runner import TournamentRunner
from nomarch.people.appointed import Appointments
from nomarch.people.maintenance import Maintenance, repair
from nomarch.people.notices import vapid_key
from nomarch.people.pairing import Matchmaker
from nomarch.people.site import Site, SiteWatcher
from nomarch.people.table_hooks import PeoplePolicy
from nomarch.storage.instrumented_store import instrument
from nomarch.storage.readers import Readers
from nomarch.storage.site_settings import read_secret, read_setting, touch
from nomarch.storage.store import Store
from nomarch.tables.analysis_jobs import AnalysisJobs
from nomarch.tables.job_runner import JobRunner
from nomarch.tables.notify_listener import NotifyListener
from nomarch.tables.service import TableService
from nomarch.tables.state.outages import note_outage
from nomarch.tables.stores.log_writer import LogWriter
from nomarch.web.account.accounts import create_accounts
from nomarch.web.account.notice_sender import NoticeSender
from nomarch.web.http.connections import Connections
from nomarch.web.http.identity import Identity
from nomarch.web.http.limits import Limits
from nomarch.web.http.render_queue import RenderQueue
from nomarch.web.http.static_files import fingerprint
from nomarch.web.operations import push
from nomarch.web.operations.draining import drain_before_exit
from nomarch.web.operations.health import Health
from nomarch.web.operations.metrics import Metrics
from nomarch.web.operations.push import Pusher
from nomarch.web.operations.settings import Settings
from nomarch.web.operations.watchdog import Watchdog
from nomarch.web.site.play_views import RecentVisitors
from nomarch.web.table.api import TableApi
from nomarch.web.table.pages import TablePages
from nomarch.web.table.renderer import Renderer
from nomarch.web.table.sockets import OpenSockets, Sockets

DAY = 86_400


class Services:
    """Everything of one server that lives longer than a request."""

    def __init__(self, settings: Settings, *, ends_process: bool = False) -> None:
        self.settings, self.database = settings, settings.database
        with contextlib.closing(self.database.open(migrate=True)) as store:
            touch(store)
            secret = read_secret(store)
            repair(store)
            pusher = create_pusher(store, settings)
        self.site, self.metrics = Site(), Metrics(settings.metrics_token)

        # Storage
        open_store = instrument(self.database.later, self.site.check_writable, self.metrics)
        self.writer = LogWriter(open_store, self.database.new_process())
        self.writer.on_entries = self.metrics.note_entries
        self.render_queue = RenderQueue()
        self.readers = Readers(open_store, self.render_queue)
        watched = self.readers.jobs, self.writer.jobs, self.render_queue.jobs
        self.watchdog = Watchdog(*watched, ends_process=ends_process)
        self.health = Health(self.writer, self.readers, self.watchdog)

        # Tables
        self.table_service = TableService(
            self.readers,
            self.writer,
            PeoplePolicy(),
            settings.bot_pause,
            settings.invitation_days * DAY,
            self.metrics.commands.observe,
        )
        self.jobs = JobRunner(
            self.table_service, bots=settings.bots, on_failure=self.metrics.note_job_failure
        )
        self.maintenance = Maintenance(self.table_service, settings.forget_days)
        self.appointments = Appointments(self.table_service, settings.appointments)
        self.analysis_jobs = AnalysisJobs(self.table_service)
        self.tournaments = TournamentRunner(self.table_service)
        arrivals = RecentVisitors()
        self.matchmaker = Matchmaker(self.table_service, arrivals.take)

        # Connections
        open_sockets = OpenSockets()
        self.listener = NotifyListener(
            self.database, self.table_service, self.jobs, open_sockets.end
        )
        self.identity = Identity(
            secret,
            self.readers,
            self.writer,
            https=settings.https,
            root=settings.root,
            on_sessions_ended=(open_sockets.end, self.listener.announce_session_end),
            on_seen=arrivals.note,
        )
        self.limits = Limits(settings.requests_per_second)
        self.connections = Connections(self.limits.max_connections, settings.proxies)

        # Pages
        self.renderer = Renderer(self.render_queue)
        self.api = TableApi(self.table_service, self.identity, self.limits, self.renderer)
        self.pages = TablePages(
            self.table_service,
            self.identity,
            fingerprint(),
            self.site,
            self.render_queue,
            self.renderer,
        )
        self.sockets = Sockets(
            self.table_service,
            self.identity,
            self.limits,
            self.renderer,
            open_sockets,
            self.site,
            self.pages.version,
        )
        self.site_watcher = SiteWatcher(self.site, self.readers, self.apply_site_changes)
        self.accounts = create_accounts(self.api, self.pages, settings)
        mail_site = settings.public_url + settings.root if settings.public_url else ""
        self.notice_sender = NoticeSender(
            self.table_service, secret, settings.mail, pusher, mail_site
        )
        self._add_gauges()

    def _add_gauges(self) -> None:
        gauge, service = self.metrics.gauge, self.table_service
        gauge("sockets", "Open sockets.", lambda: len(self.sockets.open))
        gauge("tables", "Tables in memory.", lambda: len(service.tables))
        gauge("thoughts_waiting", "Bots' thoughts in the queue.", lambda: len(service.bots.queue))

    async def apply_site_changes(self, tables: list[str]) -> None:
        """Apply an administrator's changes to open tables and sockets."""
        for id_ in tables:
            await self.table_service.tables.reload(id_)
        self.sockets.announce(self.site.announcement)
        await self.sockets.close_banned()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Start everything, and stop it in reverse order; a stop that fails skips none."""
        async with contextlib.AsyncExitStack() as stack:
            stack.callback(self.watchdog.stop)  # last: it notices a thread that never ends
            stack.callback(self.readers.close)
            stack.callback(self.writer.close)
            stack.callback(self.render_queue.close)
            stack.push_async_callback(self.listener.stop)
            stack.push_async_callback(self.table_service.stop)
            stack.push_async_callback(self.accounts.finish)
            stack.push_async_callback(self.drain)
            self.watchdog.start()
            await self.writer.do(note_outage)
            self.jobs.start()
            self.listener.start()
            for task in (self.tournaments, self.maintenance, self.appointments):
                task.start()
                stack.push_async_callback(task.stop)
            await self.site_watcher.look()
            for part in (self.site_watcher, self.metrics, self.matchmaker, self.notice_sender):
                part.start()
                stack.push_async_callback(part.stop)
            patience = asyncio.create_task(self.sockets.watch())
            stack.callback(patience.cancel)
            drain_before_exit(self.drain)
            yield

    async def drain(self) -> None:
        """Hand everything over before the server stops; no client is cut off."""
        if self.health.is_leaving:
            return
        self.health.leave()
        await asyncio.sleep(self.settings.drain)
        self.sockets.is_draining = True
        await self.jobs.stop()
        await self.analysis_jobs.stop()
        await self.table_service.bots.stop()
        await self.jobs.release()
        if self.database.is_shared:
            await self.sockets.ask_to_leave()
        await self.sockets.close()


def create_pusher(store: Store, settings: Settings) -> Pusher | None:
    """Return what sends push messages, with the site's key; None without the extra."""
    if not push.is_available():
        return None
    key = read_setting(store, "vapid") or vapid_key(store, push.new_key())
    address = parseaddr(settings.mail.sender)[1]
    contact = settings.public_url or f"mailto:{address or 'nomarch@localhost'}"
    return Pusher(key, contact, local=settings.local_push)
