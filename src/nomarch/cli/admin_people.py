"""The commands of `nomarch admin` about players: roles, reports, the audit log, ratings."""

from __future__ import annotations

import argparse
from datetime import datetime

from nomarch.people import moderation
from nomarch.people.accounts import audit_log, person_named
from nomarch.people.recompute import recompute_all
from nomarch.storage.store import Store
from nomarch.tables.model import now

COMMAND_LINE = "command line"
"""The actor of these commands in the audit log."""


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
        told = f"{case.evidence.subject} ({case.subject}), by {case.evidence.reporter}: {case.text}"
        print(f"{case.id}  {_time(case.at)}  {case.kind:<9} {told}")


def audit(store: Store, options: argparse.Namespace) -> None:
    """List the audit log, the newest first."""
    for line in audit_log(store, options.most):
        print(f"{_time(line.at)}  {line.actor}  {line.action}  {line.subject}  {line.detail}")


def recompute_ratings(store: Store, options: argparse.Namespace) -> int:
    """Compute all ratings anew. With --check the status is 1 if something differs."""
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
