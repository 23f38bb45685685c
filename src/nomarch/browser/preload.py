"""What a memory snapshot holds: everything that loads without compiled extensions.

Pyodide's snapshots cannot hold those, so msgspec and the modules that need it are imported later.
"""

import importlib

MODULES = (
    "anyio._backends._asyncio", "asyncio", "babel.dates", "babel.numbers",
    "email.utils", "gzip", "html", "http.cookies", "idna", "ipaddress", "itsdangerous", "jinja2",
    "json", "logging", "markdown_it", "mimetypes", "openskill.models", "prometheus_client",
    "secrets", "sqlalchemy", "sqlalchemy.dialects.sqlite",
    "sqlalchemy.ext.compiler", "sqlite3", "starlette.applications",
    "starlette.middleware.gzip", "starlette.routing", "starlette.staticfiles",
    "starlette.websockets", "uuid", "zoneinfo",
    "nomarch.bots.hints", "nomarch.bots.plain_network", "nomarch.bots.play",
    "nomarch.bots.weakened",
    "nomarch.engine.new_match", "nomarch.learning.coach", "nomarch.learning.course",
    "nomarch.storage.schema", "nomarch.web.http.templates",
)  # fmt: skip


def preload() -> None:
    """Import modules, link every game's rules, and draw its first board."""
    for name in MODULES:
        importlib.import_module(name)
    import nomarch
    from nomarch.i18n import LANGUAGES, translator
    from nomarch.kernel.declare.game import rulebooks
    from nomarch.web.http.templates import load_all

    load_all()
    for game, book in rulebooks().items():
        match = nomarch.new(game, seed="preload")
        match.svg(match.to_act[0])
        for language in LANGUAGES:
            translator(book.package, language)
    for language in LANGUAGES:
        translator("nomarch", language)
