"""The commands of `nomarch admin` about players: roles, reports, the audit log, ratings."""

from __future__ import annotations

import argparse
from datetime import datetime

from nomarch.people import moderation
from nomarch.people.accounts import audit as write_audit, audit_log, person_named
from nomarch.people.person_store import read_person
from nomarch.people.recompute import recompute_all
from nomarch.storage.store import Store
from nomarch.tables.state.model import now

COMMAND_LINE = "command line"
"""The actor of these commands in the audit log."""


LOGGED = {
    "close": "table", "delete": "table", "forget": "person", "ban": "subject", "unban": "subject",
    "announce": "", "read_only": "",
}  # fmt: skip
"""Commands that change something, and the option that names whom or what."""


def note_command(store: Store, options: argparse.Namespace) -> None:
    """Write a command that changed something into the audit log; `role` does so itself."""
    if options.command in LOGGED:
        subject = getattr(options, LOGGED[options.command], "")
        values = [getattr(options, name, "") for name in ("reason", "text", "state")]
        action = f"admin {options.command.replace('_', '-')}"
        write_audit(store, COMMAND_LINE, action, subject, "".join(values), now())


def role(store: Store, options: argparse.Namespace) -> None:
    """Give a player a role, or take it away."""
    wanted = "" if options.role == "none" else options.role
    with store.transaction():
        person = person_named(store, options.name)
        moderation.set_role(store, COMMAND_LINE, person, wanted, now())
    print(f"{options.name} is now {options.role} and has to sign in again.")


def reports(store: Store, options: argparse.Namespace) -> None:
    """List the open reports."""
    for case in moderation.reports(store, most=options.most):
        text = f"{case.evidence.subject} ({case.subject}), by {case.evidence.reporter}: {case.text}"
        print(f"{case.id}  {_time(case.at)}  {case.kind:<9} {text}")


def audit(store: Store, options: argparse.Namespace) -> None:
    """List the audit log, the newest first."""
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
