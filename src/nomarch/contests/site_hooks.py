"""The database of a whole site: tables, people and contests write in each other's transactions."""

from nomarch.contests.contest_merging import give_contests
from nomarch.people.table_hooks import PeopleHooks
from nomarch.storage.database import Database


def site_database(address: str) -> Database:
    """Return the database at an address, whose stores know all hooks of a site."""
    return Database(address, PeopleHooks(on_merge=[give_contests]))
