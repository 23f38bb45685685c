"""Runs in Pyodide while a site is built: byte code for its Python, and pages that need none.

`page/prepare.mjs` mounts the folder of staged files at `/stage` and calls this.
"""

import asyncio
import hashlib
import json
import py_compile
import re
import sys
import zipfile
from pathlib import Path

STAGE, OUT, CACHE = Path("/stage"), Path("/out"), Path("/cache")
WITH_SOURCE = re.compile(
    r"nomarch/kernel/|anyio/(abc/)?__init__|nomarch/storage/migrations/"
    r"|nomarch/games/[a-z_]+/(?!art|words|lessons|facts|icons|positions)"
)
"""What the linker, anyio or Alembic reads as text; byte code for other modules stands alone."""
KEPT_IN_LIBRARY = {
    "bisect", "calendar", "cmath", "code", "codeop", "csv", "decimal", "difflib", "fractions",
    "graphlib", "pprint", "statistics", "tarfile", "this", "timeit", "uuid",
}  # fmt: skip
"""Modules that no page of the build imports, but a game or somebody at the prompt may."""
UNUSED = {
    "_aix_support",
    "_android_support",
    "_ios_support",
    "_osx_support",
    "_pydatetime",
    "_pydecimal",
    "_pyio",
    "_pyrepl",
}
UNUSED_PARTS = re.compile(
    r"asyncio/(windows|proactor|__main__|tools)|concurrent/interpreters|concurrent/futures/interp"
    r"|http/cookiejar|logging/(config|handlers)|urllib/robotparser|wsgiref/validate"
    r"|xml/(dom/|sax/expatreader)|(json/tool|sqlite3/(__main__|dump))\.py"
)
"""Parts of packages whose other modules are used."""
ENCODINGS = re.compile(
    r"encodings/(__init__|aliases|ascii|base64_codec|charmap|cp1252|cp437|hex_codec|idna|latin_1|punycode"
    r"|raw_unicode_escape|unicode_escape|utf_\w+|zlib_codec)\.py$"
)


def compile_stage(games: list[str]) -> None:
    """Replace modules by byte code; `games` are packages of games from elsewhere."""
    for path in sorted(STAGE.rglob("*.py")):
        name = path.relative_to(STAGE).as_posix()
        code = _compiled(path, name)
        if WITH_SOURCE.match(name) or name.partition("/")[0] in games:
            cached = path.parent / "__pycache__" / f"{path.stem}.{sys.implementation.cache_tag}.pyc"
            cached.parent.mkdir(exist_ok=True)
            cached.write_bytes(code)
        else:
            path.with_suffix(".pyc").write_bytes(code)
            path.unlink()


def compile_library(source: Path, target: Path) -> None:
    """Write the standard library without what pages need not, as byte code."""
    scratch = Path("/tmp/module.py")
    with (
        zipfile.ZipFile(source) as given,
        zipfile.ZipFile(target, "w") as made,  # not compressed: the whole file is
    ):
        for name in sorted(given.namelist()):
            if name.endswith("/") or not _is_used(name):
                continue
            if name.endswith(".py"):
                scratch.write_bytes(given.read(name))
                made.writestr(_entry(f"{name}c"), _compiled(scratch, f"/lib/python314.zip/{name}"))
            else:
                made.writestr(_entry(name), given.read(name))


def _is_used(name: str) -> bool:
    """Whether the pages of this build have imported a module, or another one of its package."""
    if UNUSED_PARTS.match(name):
        return False
    if name.startswith("encodings/"):
        return bool(ENCODINGS.match(name))
    top = name.partition("/")[0].removesuffix(".py")
    if top.startswith("_"):  # imported late, by modules of almost the same name
        return top not in UNUSED
    return top in KEPT_IN_LIBRARY or top in {known.partition(".")[0] for known in sys.modules}


def _entry(name: str) -> zipfile.ZipInfo:
    return zipfile.ZipInfo(name)  # of 1980: builds of the same sources are the same


def _compiled(path: Path, name: str) -> bytes:
    code = Path("/tmp/code.pyc")
    if not name.startswith("nomarch/"):  # Wheels and the standard library seldom change.
        code = CACHE / hashlib.sha256(f"{name}\n".encode() + path.read_bytes()).hexdigest()
        if code.exists():
            return code.read_bytes()
    shown = name if name.startswith("/") else f"/app/{name}"
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    # Without docstrings: nobody reads them in a page, and they are a fifth of the download.
    py_compile.compile(
        str(path), str(code), shown, doraise=True, optimize=2, invalidation_mode=unchecked
    )
    return code.read_bytes()


async def prerender(root: str) -> None:
    """Write home and set-up in all languages, as a new visitor sees them."""
    sys.path.insert(0, str(STAGE))
    from nomarch.browser.host import Host
    from nomarch.browser.preload import preload
    from nomarch.i18n import LANGUAGES
    from nomarch.kernel.declare.game import rulebooks

    host = Host("https://localhost", Path("/tmp/data"), root)
    await host.start()
    for language in LANGUAGES:
        for name in ("", *(f"new/{game}" for game in rulebooks())):
            headers = [("accept-language", language)]
            status, _, page = await host.request("GET", f"{root}/{name}", headers)
            if status != 200:
                raise RuntimeError(f"/{name} in {language} answers {status}: {page[-500:]!r}")
            mark = b'<meta charset="utf-8"><meta name="prerendered">'
            path = OUT / "pages" / language / f"{name or 'home'}.html"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(page.replace(b'<meta charset="utf-8">', mark, 1))
    preload()
    await host.stop()


async def prepare(options: str) -> None:
    """Do everything; `options` is JSON from the build."""
    wanted = json.loads(options)
    _compile_templates()
    _stage_library_of_upgrades()
    compile_stage(wanted["games"])
    await prerender(wanted["root"])
    compile_library(Path("/pyodide/python_stdlib.zip"), OUT / "pyodide" / "python_stdlib.zip")
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()


def _stage_library_of_upgrades() -> None:
    """Put modules that only Alembic needs beside it: they are not in the first download."""
    with zipfile.ZipFile("/pyodide/python_stdlib.zip") as library:
        for name in library.namelist():
            if name.startswith("tomllib/") or name in ("argparse.py", "configparser.py"):
                library.extract(name, STAGE)


def _compile_templates() -> None:
    sys.path.insert(0, str(STAGE))
    from nomarch.web.http.templates import COMPILED, compile_all

    compile_all(COMPILED)
