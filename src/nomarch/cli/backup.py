"""`nomarch backup` and `nomarch restore`: copy a site, and bring it back."""

import argparse
import time
from pathlib import Path

from nomarch.cli.arguments import Commands, add_database, positive_number


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "backup",
        help="copy a running site, and check the copy",
        description="Copies the database in one step, reads every record and every log of the "
        "copy, and leaves FILE behind only if all is well.",
    )
    _add_file(parser)
    add_database(parser)
    parser.add_argument(
        "--delete-older-than",
        type=positive_number,
        metavar="DAYS",
        help="then delete older copies in the same folder (*.sqlite3)",
    )
    parser.set_defaults(run=_back_up)
    parser = commands.add_parser(
        "restore",
        help="replace a site by a checked copy",
        description="Checks FILE, moves the current data aside, and deletes again what people have "
        "deleted since. Stop the server first.",
    )
    _add_file(parser)
    parser.set_defaults(run=_restore)


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--data", type=Path, help="the data folder")


def _back_up(options: argparse.Namespace) -> int:
    from nomarch.cli.admin_commands import find_database
    from nomarch.errors import CannotServe
    from nomarch.people.site_report import check_site
    from nomarch.storage import backup

    database = find_database(options)
    folder = options.file.absolute().parent
    if options.delete_older_than and (folder / "nomarch.sqlite3").exists():
        raise CannotServe(f"{folder} holds a database in use: choose another folder for copies.")
    if database.is_shared:
        counted = backup.back_up_shared(database, options.file, check_site)
    else:
        counted = backup.back_up(Path(database.address), options.file, check_site)
    print(f"{options.file}: {counted.tables:,} tables, {counted.entries:,} entries, checked.")
    if options.delete_older_than:
        for path in backup.delete_older(options.file, options.delete_older_than, time.time()):
            print(f"{path}: deleted.")
    return 0


def _restore(options: argparse.Namespace) -> int:
    from nomarch.cli.admin_commands import claim
    from nomarch.contests.site_hooks import site_database
    from nomarch.paths import data_folder
    from nomarch.people.site_report import check_site, delete_again
    from nomarch.storage import backup
    from nomarch.tables.stores.deletions import read_deletions

    data = options.data or data_folder()
    with claim(data):
        done = backup.restore(
            options.file,
            site_database(str(data / "nomarch.sqlite3")),
            check_site,
            read_deletions,
            delete_again,
        )
    print(f"{data}: {done.counted.tables:,} tables, {done.counted.entries:,} entries, checked.")
    if done.aside is not None:
        print(f"What was there before is {done.aside}.")
    if done.gone:
        print(f"{done.gone} tables and people that had been deleted since are deleted again.")
    return 0
