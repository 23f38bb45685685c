"""The commands of `nomarch admin`, which `admin.py` declares."""

import argparse
import contextlib
import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import msgspec

from nomarch.contests.site_hooks import site_database
from nomarch.errors import CannotServe
from nomarch.paths import data_folder, lock
from nomarch.people import moderation
from nomarch.people.accounts import audit as write_audit, audit_log, person_named
from nomarch.people.bans import FOREVER, end_ban, put_ban, read_bans
from nomarch.people.deletion import forget_person
from nomarch.people.person_store import read_person, read_person_ids
from nomarch.people.recompute import recompute_all
from nomarch.people.site import ANNOUNCEMENT, READ_ONLY, is_address
from nomarch.people.site_report import count_site
from nomarch.storage.database import Database
from nomarch.storage.site_settings import read_setting, write_setting
from nomarch.storage.store import Store
from nomarch.storage.version import VERSION
from nomarch.tables.state.errors import NotFound
from nomarch.tables.state.model import Person, TableRecord, now
from nomarch.tables.stores import admin
from nomarch.tables.stores.table_store import count_tables

COMMAND_LINE = "command line"
"""The actor of these commands in the audit log."""
LOGGED = {
    "close": "table", "delete": "table", "forget": "person", "ban": "subject", "unban": "subject",
    "announce": "", "read_only": "",
}  # fmt: skip
"""Commands that change something, and the option that names whom or what."""


@contextlib.contextmanager
def opened(options: argparse.Namespace) -> Iterator[Store]:
    database = find_database(options)
    with database.reporting_failures("used"), contextlib.closing(database.open()) as store:
        store.disable_timeouts()  # recomputing ratings takes as long as it takes
        yield store


def migrate(options: argparse.Namespace) -> int:
    database = find_database(options)
    with contextlib.ExitStack() as held:
        if not database.is_shared:
            held.enter_context(claim(Path(database.address).parent))
        with database.reporting_failures("migrated"):
            database.open(migrate=True).close()
    print(f"{database} has schema {VERSION}.")
    return 0


def claim(folder: Path) -> IO[str]:
    """Lock a data folder until the returned file is closed."""
    if (claimed := lock(folder)) is None:
        raise CannotServe(f"{folder} is in use by a server: stop it first.")
    return claimed


def find_database(options: argparse.Namespace) -> Database:
    path = (options.data or data_folder()) / "nomarch.sqlite3"
    if not options.database and not path.exists():
        raise CannotServe(f"There is no database at {path}.")
    return site_database(options.database or str(path))


# --- Tables ---------------------------------------------------------------------------------------


def tables(store: Store, options: argparse.Namespace) -> None:
    found = admin.tables_of(store, options.person) if options.person else admin.every_table(store)
    wanted = [record for record in found if not (options.running and record.over)]
    wanted.sort(key=lambda record: -record.created)
    for record in wanted[: options.most]:
        print(_as_json(record) if options.json else _as_line(record))


def _as_line(record: TableRecord) -> str:
    state = "over" if record.over else "running" if record.is_full else "waiting"
    names = ", ".join(seat.name for seat in record.seats)
    began = _time(record.created)
    return f"{record.id}  {began}  {state:<8} {record.game:<10} {names}"


def _as_json(record: TableRecord) -> str:
    """Return what an operator may see of a table: neither seed nor invitation."""
    fields = msgspec.to_builtins(record)
    return json.dumps({key: fields[key] for key in fields if key not in ("seed", "invite")})


def close(store: Store, options: argparse.Namespace) -> None:
    admin.close(store, options.table)
    print(f"{options.table} is closed.")


def delete(store: Store, options: argparse.Namespace) -> None:
    admin.delete(store, options.table)
    print(f"{options.table} is gone.")


# --- People ---------------------------------------------------------------------------------------


def people(store: Store, options: argparse.Namespace) -> None:
    left, after = options.most, ""
    while left > 0 and (ids := read_person_ids(store, after)):
        for person in filter(None, (read_person(store, id_) for id_ in ids)):
            if options.name.casefold() in person.name.casefold() and left > 0:
                left -= 1
                print(f"{person.id}  {count_tables(store, person.id):>5} tables  {person.name}")
        after = ids[-1]


def _person(store: Store, id_: str) -> Person:
    person = read_person(store, id_)
    if person is None and not count_tables(store, id_):
        raise NotFound("This person doesn't exist.")
    return person or Person(id_, "")


def export(store: Store, options: argparse.Namespace) -> None:
    from nomarch.people.personal_data import own_data

    data = own_data(store, _person(store, options.person))
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data)).decode() + "\n")


def forget(store: Store, options: argparse.Namespace) -> None:
    count = forget_person(store, _person(store, options.person).id)
    print(f"{options.person} is forgotten, at {count} tables too.")


def ban(store: Store, options: argparse.Namespace) -> None:
    until = now() + options.days * 86_400 if options.days else FOREVER
    if is_address(options.subject):
        put_ban(store, options.subject, options.reason, until=until)
    else:
        person = _person(store, options.subject).id
        moderation.sanction(
            store, COMMAND_LINE, person, moderation.BAN, options.days, options.reason, now()
        )
    print(f"{options.subject} is banned {_describe_end(until)}.")


def unban(store: Store, options: argparse.Namespace) -> None:
    if not end_ban(store, options.subject):
        raise NotFound("This ban doesn't exist.")
    print(f"{options.subject} may play again.")


def bans(store: Store, options: argparse.Namespace) -> None:
    for subject, ban in read_bans(store).items():
        print(f"{subject}  {_describe_end(ban.until)}  {ban.reason}".rstrip())


def _describe_end(until: float) -> str:
    if until >= FOREVER:
        return "for ever"
    return datetime.fromtimestamp(until, UTC).strftime("until %Y-%m-%d %H:%M UTC")


# --- The site -------------------------------------------------------------------------------------


def announce(store: Store, options: argparse.Namespace) -> None:
    write_setting(store, ANNOUNCEMENT, " ".join(options.text.split()))
    print("Pages show it within seconds." if options.text else "Pages show nothing any more.")


def read_only(store: Store, options: argparse.Namespace) -> None:
    write_setting(store, READ_ONLY, "on" if options.state == "on" else "")
    print(f"Read-only is {options.state}; servers know within seconds.")


def status(store: Store, options: argparse.Namespace) -> None:
    for name, value in msgspec.to_builtins(count_site(store)).items():
        print(f"{name:>12}: {value:,}")
    print(f"{'read-only':>12}: {read_setting(store, READ_ONLY) or 'off'}")
    print(f"{'announced':>12}: {read_setting(store, ANNOUNCEMENT) or 'nothing'}")
    print(f"{'bans':>12}: {len(read_bans(store))}")


# --- Moderation --------------------------------------------------------------------------------


def note_command(store: Store, options: argparse.Namespace) -> None:
    """Write a command that changed something into the audit log; `role` does so itself."""
    if options.command in LOGGED:
        subject = getattr(options, LOGGED[options.command], "")
        values = [getattr(options, name, "") for name in ("reason", "text", "state")]
        action = f"admin {options.command.replace('_', '-')}"
        write_audit(store, COMMAND_LINE, action, subject, "".join(values), now())


def role(store: Store, options: argparse.Namespace) -> None:
    wanted = "" if options.role == "none" else options.role
    with store.transaction():
        person = person_named(store, options.name)
        moderation.set_role(store, COMMAND_LINE, person, wanted, now())
    print(f"{options.name} is now {options.role} and has to sign in again.")


def reports(store: Store, options: argparse.Namespace) -> None:
    for case in moderation.reports(store, most=options.most):
        text = f"{case.evidence.subject} ({case.subject}), by {case.evidence.reporter}: {case.text}"
        print(f"{case.id}  {_time(case.at)}  {case.kind:<9} {text}")


def audit(store: Store, options: argparse.Namespace) -> None:
    for line in audit_log(store, options.most):
        actor, subject = _name(store, line.actor), _name(store, line.subject)
        print(f"{_time(line.at)}  {actor}  {line.action}  {subject}  {line.detail}".rstrip())


def _name(store: Store, id_: str) -> str:
    """Return a player's name with their id; anything else as it is."""
    person = read_person(store, id_) if id_ else None
    return f"{person.name} ({id_})" if person else id_


def recompute_ratings(store: Store, options: argparse.Namespace) -> int:
    """Recompute all ratings. With --check the status is 1 if something differs."""
    found = recompute_all(store, check=options.check)
    for line in found:
        print(
            f"{line.game:<10} {line.games:>7,} games, {line.unreadable} unreadable; "
            "differences: "
            f"{line.results} results, {line.changes} changes, {line.ratings} ratings"
        )
    return int(options.check and not all(line.is_same for line in found))


def _time(at: float) -> str:
    return datetime.fromtimestamp(at).isoformat(" ", "minutes")
