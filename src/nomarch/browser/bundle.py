"""The files of a site's bundle: Nomarch, games of other packages, and what they need."""

import json
import pickle
import re
import shutil
import zipfile
from collections.abc import Collection, Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from nomarch.bots.plain_network import NETWORKS, trained_counts
from nomarch.browser.downloads import CannotBuild, find_wheels
from nomarch.i18n import LANGUAGES
from nomarch.kernel.declare.game import rulebooks
from nomarch.kernel.declare.game_packages import find_packages
from nomarch.web.http.static_files import STATIC_VERSION, fingerprint

NOMARCH = Path(__file__).parents[1]
LEFT_OUT = re.compile(
    r"(training|envs|conformance|cli|web/static|browser/page|draw/fonts/.*\.(ttf|txt|md)$)(/|$)"
    r"|(^|/)(__main__|downloads|bundle|build)\.py$"
    r"|\.(npz|proof|pot|pyi|md)$|(^|/)(py\.typed|uvicorn_|server\.py$)"
    r"|kernel/compile/(compiler|cpu_|cuda_|words32)|kernel/run/(outcomes|tree_nodes)"
    r"|bots/(network_bot|weights|arena|program)\.py$"
    r"|web/templates/(conversation|daily|docs|friends|leaderboard|lobby|mail_\w+|me"
    r"|messages|moderation|notices|offline|profile|recover|report|sign_in|stop_notices"
    r"|tournament\w*)\.html$"
    r"|storage/(postgres|backup)|web/http/(http|websocket)_protocol\.py$"
)
"""Files of Nomarch that mean nothing in a page. Weights are a bundle of their own."""
UPGRADE = re.compile(
    r"(alembic|mako|tomllib|sqlalchemy/dialects/postgresql)/|(argparse|configparser)\.pyc$|nomarch/storage/migrations/"
)
"""Needed only to open a database of an earlier version: a bundle of its own."""
MORE = re.compile(
    r"nomarch/(games/\w+/)?locale/|nomarch/games/\w+/(lessons|positions|puzzles|quiz)"
    r"|nomarch/(learning/(lesson_checks|puzzle_solver)|engine/(simulation|series))"
)
"""Needed only to learn, or in other languages: a bundle that comes later."""
SKIPPED = re.compile(
    r"sqlalchemy/(testing/|orm/|ext/(?!__init__|compiler)|dialects/(mysql|oracle|mssql)/)"
    r"|alembic/(testing|templates)/|mako/(testing|ext)/"
    r"|confusable_homoglyphs/"  # compares names of accounts
    r"|prometheus_client/(twisted|aiohttp|django|bridge)/"
    r"|prometheus_client/(openmetrics/)?parser|starlette/(testclient|schemas|templating|config)"
    r"|starlette/middleware/(wsgi|cors|opentelemetry|sessions|authentication|httpsredirect)"
    r"|babel/(messages|locale-data)/|babel/(support|units)\.py|idna/(cli|codec|uts46data)"
    r"|anyio/(_backends/_trio|pytest_plugin|itertools|functools|from_thread|to_(process|interp))"
    r"|anyio/(_core/_(tempfile|subprocesses)|streams/(text|file))"
    r"|jinja2/(sandbox|nativetypes|meta)\.py|markdown_it/(cli/|tree)"
    r"|sqlalchemy/(connectors/(pyodbc|aioodbc)|dialects/\w+/provision)"
    r"|\.(so|pyi|c|pyx|pxd|txt|md)$|/(RECORD|WHEEL|top_level\.txt|INSTALLER|py\.typed)$"
    r"|\.dist-info/licenses/"
)
LOCALES = re.compile(
    rf"babel/locale-data/(root|{'|'.join(LANGUAGES)})(_(001|150|US|GB|CA|AU|DE|AT|CH|FR|BE|NL))?\.dat$"
)
UNUSED_FORMATS = re.compile(
    r"(all|territory|language|likely|windows|meta|script|variant|unit|compound|compact)_"
    r"|currency_(names|symbols|formats)|(languages|territories|scripts|variants|time_zones)$"
    r"|zone_(aliases|territories)|interval_formats|date_fields|scientific_formats"
)
"""Babel's tables that are not used: pages show dates, numbers and percentages."""
KEPT_METADATA = ("confusable_homoglyphs", "openskill", "starlette", "sqlalchemy")


def stage(folder: Path, more: Iterable[str] = (), games: Collection[str] = ()) -> list[str]:
    """Copy everything into a folder; return the names of the games' packages from elsewhere."""
    for name, path in _own_files("*", games):
        if path.is_file() and "__pycache__" not in name and not LEFT_OUT.search(name):
            _copy(path, folder / "nomarch" / name)
    (folder / STATIC_VERSION.relative_to(NOMARCH.parent)).write_text(fingerprint())
    for wheel in find_wheels():
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if _is_wanted(name):
                    target = folder / name
                    target.parent.mkdir(parents=True, exist_ok=True)
                    content = archive.read(name)
                    is_table = name.startswith("babel/") and name.endswith(".dat")
                    target.write_bytes(without_unused(content) if is_table else content)
    found = _distributions(more)
    for dist in found:
        _copy_distribution(dist, folder)
    for book in rulebooks().values():
        counts = folder.joinpath(*book.package.split("."), NETWORKS)
        if counts.parent.exists():
            counts.write_text(json.dumps(sorted(trained_counts(book))))
    return [dist.name for dist in found]


def find_weights(others: Iterable[str], games: Collection[str]) -> list[tuple[str, Path]]:
    """Return the networks of the games, as names in the bundle and files here."""
    found = [(f"nomarch/{name}", path) for name, path in _own_files("weights*.npz", games)]
    for name in others:
        files = distribution(name).files or []
        found += [(f.as_posix(), Path(str(f.locate()))) for f in files if f.suffix == ".npz"]
    return found


def _own_files(pattern: str, games: Collection[str]) -> list[tuple[str, Path]]:
    """Return files of Nomarch with their names; of its games only those named, if any are."""
    found = ((path.relative_to(NOMARCH), path) for path in sorted(NOMARCH.rglob(pattern)))
    return [
        (part.as_posix(), path)
        for part, path in found
        if not games or part.parts[0] != "games" or len(part.parts) < 3 or part.parts[1] in games
    ]


def _is_wanted(name: str) -> bool:
    if name.endswith("/"):
        return False
    if ".dist-info/" in name:
        return name.endswith("METADATA") and name.startswith(KEPT_METADATA)
    if name.startswith("msgspec/") and name.endswith(".so"):
        return True
    return bool(LOCALES.search(name)) or not SKIPPED.search(name)


def without_unused(content: bytes) -> bytes:
    """Return a pickled table of Babel with its unused parts empty."""
    table = pickle.loads(content)  # of a wheel whose hash is known
    kept = {
        name: type(part)() if isinstance(part, dict) and UNUSED_FORMATS.match(name) else part
        for name, part in table.items()
    }
    return pickle.dumps(kept, 2)


def _distributions(named: Iterable[str]) -> list[Distribution]:
    """Return installed packages that hold games, and those that were named."""
    names = {package.source.partition(" ")[0] for package in find_packages() if package.source}
    found = []
    for name in sorted(names | set(named)):
        try:
            found.append(distribution(name))
        except PackageNotFoundError:
            raise CannotBuild(
                f"--with {name}: no such package is installed here (pip install {name})."
            ) from None
    return found


def _copy_distribution(dist: Distribution, folder: Path) -> None:
    files = dist.files or []
    compiled = [str(file) for file in files if file.suffix in (".so", ".pyd", ".dylib")]
    if compiled:
        raise CannotBuild(f"{dist.name} has compiled parts ({compiled[0]}); only Python works.")
    for file in files:
        name = file.as_posix()
        if name.startswith("..") or "__pycache__" in name or name.endswith((".npz", ".pth")):
            continue
        _copy(Path(str(file.locate())), folder / name)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
