"""`nomarch bots`: a process that plays bots' moves and serves no pages."""

import asyncio
import signal

from nomarch.people.table_hooks import PeoplePolicy
from nomarch.storage.readers import Readers
from nomarch.tables.job_runner import JobRunner
from nomarch.tables.notify_listener import NotifyListener
from nomarch.tables.service import TableService
from nomarch.tables.stores.log_writer import LogWriter
from nomarch.web.operations.logs import log_to_stderr
from nomarch.web.operations.settings import Settings
from nomarch.web.server import check_database, need_sharing


def play_bots(settings: Settings, *, verbose: bool = False) -> int:
    """Play the bots of every server at a database until stopped."""
    need_sharing(settings)
    log_to_stderr(verbose=verbose, form=settings.log)
    check_database(settings, migrate=False)
    asyncio.run(_play_bots(settings))
    return 0


async def _play_bots(settings: Settings) -> None:
    database = settings.database
    writer, readers = LogWriter(database.later, database.new_process()), Readers(database.later)
    service = TableService(readers, writer, PeoplePolicy(), settings.bot_pause)
    jobs = JobRunner(service, only_bots=True)
    listener = NotifyListener(database, service, jobs)
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        # Not `add_signal_handler`, which Windows has not.
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))
    jobs.start()
    listener.start()
    print(f"Bots play at {database}\nPress Ctrl-C to stop.", flush=True)
    await stopped.wait()
    await jobs.stop()
    await service.stop()
    await jobs.release()
    await listener.stop()
    writer.close()
    readers.close()
