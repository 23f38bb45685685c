"""`nomarch catalogs`: bring translations up to date and list what is missing."""

import argparse

from nomarch.cli.arguments import Commands


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "catalogs",
        help="update translations and list what is missing by language",
        description="Extracts the sentences of the site and the games, adds new ones to the "
        "catalogs (locale/*.po), drops unused ones, and lists what is missing. Also writes the "
        "scripts' sentences to web/static/languages.",
    )
    parser.add_argument("games", nargs="*", metavar="game", help="default: the site and its games")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail if any is missing"
    )
    parser.add_argument(
        "--add",
        action="append",
        default=[],
        metavar="LANGUAGE",
        help="create a catalog for another language, such as fr",
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.conformance import catalogs
    from nomarch.conformance.project import find_game

    games = [catalogs.game_source(find_game(game)) for game in options.games]
    lacking = 0
    for source in games or catalogs.own_sources():
        for language in [*source.languages(), *options.add]:
            added, stale = (0, 0) if options.check else catalogs.update(source, language)
            left = catalogs.missing(source, language)
            lacking += len(left)
            print(f"{source.package} {language}: {added} new, {stale} dropped, {len(left)} missing")
            for text in left:
                print(f"    {text if isinstance(text, str) else ' / '.join(text)}")
            if source.package == catalogs.SITE:
                path, scripts = catalogs.script_path(language), catalogs.script_catalog(language)
                if not options.check:
                    path.write_text(scripts, encoding="utf-8")
                elif not path.exists() or path.read_text(encoding="utf-8") != scripts:
                    lacking += 1
                    print(f"    {path.name} is outdated: run nomarch catalogs")
    return 1 if options.check and lacking else 0
