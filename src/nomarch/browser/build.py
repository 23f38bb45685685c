"""Writes a site: the web application as a folder of static files."""

import hashlib
import json
import lzma
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path, PurePosixPath

from nomarch.browser import bundle
from nomarch.browser.downloads import (
    PYODIDE,
    XZ,
    CannotBuild,
    byte_code_folder,
    find_package,
    find_program,
)
from nomarch.i18n import LANGUAGES, translator
from nomarch.kernel.declare.game_packages import find_packages
from nomarch.web.http.static_files import STATIC, fingerprint, palette_css

PAGE = Path(__file__).parent / "page"
SCRIPTS = ("worker.js", "packs.js", "storage.js", "page.js", "shell.js", "shell.css")
FOLDERS = ("room", "with")
"""Folders of further scripts."""
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
XZ_SCRIPT = "package/dist/package/xz-decompress.min.js"
COMPRESSED = re.compile(r"^(?!networks/).*\.(pack|zip|wasm)$|^pyodide/.*\.mjs$")
"""Files that are large: written compressed, a third smaller than hosts would send them."""
STARTS = re.compile(r"^(pyodide/|app\.pack$|\w+\.js$)")
"""Files that Python needs to start."""
LATER = re.compile(r"^networks/")
"""Files that come when somebody needs them, and not before."""
NO_SYNC = "___syscall_fdatasync(fd){try{var stream=SYSCALLS.getStreamFromFD(fd);return 0}"
SYNC = "___syscall_fdatasync(fd){try{return -_fd_sync(fd)}"
"""Emscripten's `fdatasync` does nothing, so SQLite would commit what no file has yet."""
SYNTAX_OF_ROOT = re.compile(r"(/[A-Za-z0-9._~-]+)*")


@dataclass(frozen=True)
class Signal:
    """How friends find a tab that is their server."""

    relay: str = ""
    """Address of a relay, such as wss://games.example.org/signal; without one, friends need codes."""
    servers: tuple[dict[str, str], ...] = ()
    """STUN and TURN servers, as browsers take them."""


NO_SIGNAL = Signal()


def _in_script(data: object) -> str:
    return json.dumps(data).replace("<", "\\u003c")


def build(
    out: Path, root: str = "", more: Iterable[str] = (), report: Callable[[str], None] = print,
    games: Collection[str] = (), signal: Signal = NO_SIGNAL,
) -> str:  # fmt: skip
    """Write a site for the path `root` of a static host; return its version.

    Of Nomarch's own games it has those whose folders are named, or all.
    """
    if not SYNTAX_OF_ROOT.fullmatch(root):
        raise CannotBuild(f"--root {root}: expected a path such as /play, without a final slash.")
    if out.exists() and any(out.iterdir()) and not (out / "files.json").exists():
        raise CannotBuild(f"{out} holds other files; name an empty folder, or one of a site.")
    node = find_program("node", "Compiling the site")
    with tempfile.TemporaryDirectory() as scratch:
        stage, pyodide = Path(scratch, "stage"), Path(scratch, "package")
        new = Path(scratch, "site")
        (new / "pyodide").mkdir(parents=True)
        report("Pyodide and wheels …")
        for name, target in ((PYODIDE, scratch), (XZ, Path(scratch, XZ))):
            with tarfile.open(find_package(name)) as archive:
                # Python 3.11 has filters from 3.11.4 on.
                archive.extraction_filter = getattr(tarfile, "data_filter", None)
                archive.extractall(target)
        others = bundle.stage(stage, more, games)
        report("Byte code and pages …")
        packages = [one.name.partition(".")[0] for one in find_packages() if one.source]
        options = json.dumps({"root": root, "games": packages})
        folders = [str(pyodide), str(stage), str(new), str(byte_code_folder())]
        command = [node, str(PAGE / "prepare.mjs"), *folders, options]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise CannotBuild(f"Compiling the site failed:\n{done.stderr[-3000:]}")
        report("Packs …")
        _write_packs(stage, new, bundle.find_weights(others, games))
        _write_static(new, root, pyodide, signal)
        shutil.copyfile(Path(scratch, XZ, XZ_SCRIPT), new / "xz.js")
        version = write_list(new, root)
        if out.exists():
            shutil.rmtree(out)
        shutil.copytree(new, out)
    return version


def _write_packs(stage: Path, new: Path, weights: list[tuple[str, Path]]) -> None:
    names = sorted(p.relative_to(stage).as_posix() for p in stage.rglob("*") if p.is_file())
    upgrade = [name for name in names if bundle.UPGRADE.match(name)]
    more = [name for name in names if bundle.MORE.match(name)]
    unused = {name for name in names if "/templates/" in name and name.endswith(".html")}
    app = [name for name in names if name not in unused.union(upgrade, more)]
    pack(new / "app.pack", ((name, stage / name) for name in app))
    pack(new / "more.pack", ((name, stage / name) for name in more))
    pack(new / "upgrade.pack", ((name, stage / name) for name in upgrade))
    for game, files in groupby(weights, key=lambda named: PurePosixPath(named[0]).parent.name):
        pack(new / "networks" / f"{game}.pack", files)


def pack(target: Path, files: Iterable[tuple[str, Path]]) -> None:
    """Write many files as one; see `page/packs.js`."""
    target.parent.mkdir(exist_ok=True)
    contents = [(name, path.read_bytes()) for name, path in files]
    index = json.dumps([(name, len(content)) for name, content in contents]).encode()
    body = len(index).to_bytes(4, "big") + index + b"".join(content for _, content in contents)
    target.write_bytes(body)


def _write_static(new: Path, root: str, pyodide: Path, signal: Signal) -> None:
    for name in PYODIDE_FILES:
        shutil.copyfile(pyodide / name, new / "pyodide" / name)
    runtime = new / "pyodide" / "pyodide.asm.mjs"
    code = runtime.read_text()
    if NO_SYNC not in code:
        raise CannotBuild("This version of Pyodide has another fdatasync: see SYNC in build.py.")
    runtime.write_text(code.replace(NO_SYNC, SYNC))
    shutil.copytree(STATIC, new / "static" / fingerprint())
    for name in ("icon.svg", "icon-192.png", "icon-512.png", "icon-turn.svg"):
        shutil.copyfile(STATIC / name, new / "static" / name)
    (new / "colours.css").write_text(palette_css())
    for folder in FOLDERS:
        shutil.copytree(PAGE / folder, new / folder)
    for name in SCRIPTS:
        shutil.copyfile(PAGE / name, new / name)
    site = {"relay": signal.relay, "servers": signal.servers, "version": fingerprint()}
    for name, words in (("index.html", shell_words), ("with/index.html", friend_words)):
        values = {
            "root": root,
            "words": _in_script({language: words(language) for language in LANGUAGES}),
            "site": _in_script(site),
        }
        page = (PAGE / name).read_text()
        (new / name).write_text(re.sub(r"{{(\w+)}}", lambda found: values[found[1]], page))  # noqa: B023
    (new / "404.html").write_text((new / "index.html").read_text())
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text())
    icons = [
        icon | {"src": f"{root}/static/{Path(icon['src']).name}"} for icon in manifest["icons"]
    ]
    manifest |= {"start_url": f"{root}/", "scope": f"{root}/", "id": f"{root}/", "icons": icons}
    (new / "manifest.webmanifest").write_text(json.dumps(manifest, indent=1))
    (new / ".nojekyll").touch()


def write_list(new: Path, root: str) -> str:
    """Write the hash of every file, and the service worker, which is named by all of them.

    Large files are compressed; their hashes are those of the contents.
    """
    names = sorted(p.relative_to(new).as_posix() for p in new.rglob("*") if p.is_file())
    files = {
        name: hashlib.sha256((new / name).read_bytes()).hexdigest()
        for name in names
        if name not in ("404.html", ".nojekyll", "index.html", "with/sw.js")
    }
    files[""] = hashlib.sha256((new / "index.html").read_bytes()).hexdigest()
    worker = (PAGE / "sw.js").read_text()
    friends_worker = (PAGE / "with/sw.js").read_text()
    named = json.dumps([files, root, worker, friends_worker])
    digest = hashlib.sha256(named.encode()).hexdigest()
    version = digest[:12]
    for name in ("sw.js", "with/sw.js"):
        script = (PAGE / name).read_text()
        (new / name).write_text(script.replace("{{version}}", version))
    large = [name for name in files if COMPRESSED.search(name)]
    for name in large:
        (new / f"{name}.xz").write_bytes(_compress((new / name).read_bytes()))
        (new / name).unlink()
    first = {name: _sent_size(new, name) for name in files if STARTS.search(name)}
    later = [name for name in files if LATER.search(name)]
    listed = {
        "version": version, "files": files, "compressed": large, "first": first, "later": later
    }  # fmt: skip
    (new / "files.json").write_text(json.dumps(listed))
    return version


def _compress(content: bytes) -> bytes:
    """Return a file for a decoder that knows little, and takes as much memory as the dictionary."""
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 24}]
    return lzma.compress(content, check=lzma.CHECK_CRC32, filters=filters)


def _sent_size(site: Path, name: str) -> int:
    compressed = site / f"{name}.xz"
    return (compressed if compressed.exists() else site / name).stat().st_size


def shell_words(language: str) -> dict[str, str]:
    """Return the texts of the page around the site, for the time before Python runs."""
    t = translator("nomarch", language)
    return {
        "python": t("Loading Python…"),
        "games": t("Loading the games…"),
        "tables": t("Setting up the tables…"),
        "unkept": t("This window keeps nothing: your games end with it. Download them, or use a normal window."),
        "full": t("This browser is out of space: your last move wasn't saved. Free some space, then try again."),
        "failed": t("Nomarch couldn't start. Reload the page. If that doesn't help, download your games and start over."),
        "downloaded": t("Your games are in the file. Start over to delete them from this browser, then load the file under “This device”."),
        "newer": t("A new version is ready."),
        "later": t("Later"),
        "reload": t("Reload"),
        "download": t("Download my games"),
        "over": t("Start over"),
        "old": t("This browser is too old to run Nomarch in a page. Please update it."),
        "insecure": t("Nomarch runs in a page only over https, or on localhost."),
    }  # fmt: skip


def friend_words(language: str) -> dict[str, str]:
    """Return the texts of a friend's tab."""
    t = translator("nomarch", language)
    return {
        "relay": t("Connecting to the relay…"),
        "meeting": t("Looking for your friend's page…"),
        "answered": t("Found. Connecting…"),
        "relayed": t("No direct connection: the game goes through a relay, encrypted."),
        "lost": t("Your friend's page doesn't answer. Waiting for it…"),
        "answer": t("Send this code back to your friend:"),
        "ask_again": t("Ask your friend for a new link to play on."),
        "closed": t("Your friend has closed the room."),
        "crowded": t("This room is full."),
        "version": t("Your friend's page is from another version. Reload both pages."),
        "unknown": t("Ask your friend for the link to their room."),
        "failed": t("This browser couldn't connect. Reload the page, or try another browser."),
        "copy": t("Copy"),
        "reload": t("Reload"),
    }  # fmt: skip
