"""Writes a site: the web application as a folder of static files."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Collection, Iterable
from pathlib import Path

from nomarch.browser import bundle
from nomarch.browser.downloads import CannotBuild, byte_code_folder, find_program, find_pyodide
from nomarch.i18n import LANGUAGES, translator
from nomarch.kernel.declare.game_packages import find_packages
from nomarch.web.http.static_files import STATIC, fingerprint, palette_css

PAGE = Path(__file__).parent / "page"
SCRIPTS = ("worker.js", "packs.js", "storage.js", "page.js", "shell.js", "shell.css")
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
COMPRESSED = re.compile(r"\.(pack|zip|wasm)$|^pyodide/.*\.mjs$")
"""Files that are large: written compressed, since not every host compresses what it sends."""
NO_SYNC = "___syscall_fdatasync(fd){try{var stream=SYSCALLS.getStreamFromFD(fd);return 0}"
SYNC = "___syscall_fdatasync(fd){try{return -_fd_sync(fd)}"
"""Emscripten's `fdatasync` does nothing, so SQLite would commit what no file has yet."""
SYNTAX_OF_ROOT = re.compile(r"(/[A-Za-z0-9._~-]+)*")


def build(
    out: Path, root: str = "", more: Iterable[str] = (), report: Callable[[str], None] = print,
    games: Collection[str] = (),
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
        with tarfile.open(find_pyodide()) as archive:
            archive.extractall(scratch, filter="data")
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
        _write_static(new, root, pyodide)
        version = write_list(new, root)
        if out.exists():
            shutil.rmtree(out)
        shutil.copytree(new, out)
    return version


def _write_packs(stage: Path, new: Path, weights: list[tuple[str, Path]]) -> None:
    names = sorted(p.relative_to(stage).as_posix() for p in stage.rglob("*") if p.is_file())
    later = {name for name in names if bundle.UPGRADE.match(name)}
    unused = {name for name in names if "/templates/" in name and name.endswith(".html")}
    app = [name for name in names if name not in later | unused]
    pack(new / "app.pack", ((name, stage / name) for name in app))
    pack(new / "upgrade.pack", ((name, stage / name) for name in sorted(later)))
    pack(new / "weights.pack", weights)


def pack(target: Path, files: Iterable[tuple[str, Path]]) -> None:
    """Write many files as one; see `page/packs.js`."""
    contents = [(name, path.read_bytes()) for name, path in files]
    index = json.dumps([(name, len(content)) for name, content in contents]).encode()
    body = len(index).to_bytes(4, "big") + index + b"".join(content for _, content in contents)
    target.write_bytes(body)


def _write_static(new: Path, root: str, pyodide: Path) -> None:
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
    for name in SCRIPTS:
        shutil.copyfile(PAGE / name, new / name)
    words = json.dumps({language: shell_words(language) for language in LANGUAGES})
    page = (PAGE / "index.html").read_text().replace("{{root}}", root)
    (new / "index.html").write_text(page.replace("{{words}}", words.replace("<", "\\u003c")))
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
        if name not in ("404.html", ".nojekyll", "index.html")
    }
    files[""] = hashlib.sha256((new / "index.html").read_bytes()).hexdigest()
    worker = (PAGE / "sw.js").read_text()
    digest = hashlib.sha256(json.dumps([files, root, worker]).encode()).hexdigest()
    version = digest[:12]
    (new / "sw.js").write_text(worker.replace("{{version}}", version))
    large = [name for name in files if COMPRESSED.search(name)]
    for name in large:
        (new / f"{name}.gz").write_bytes(gzip.compress((new / name).read_bytes(), 9, mtime=0))
        (new / name).unlink()
    listed = {"version": version, "files": files, "compressed": large}
    (new / "files.json").write_text(json.dumps(listed))
    return version


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
        "reload": t("Reload"),
        "download": t("Download my games"),
        "over": t("Start over"),
        "old": t("This browser is too old to run Nomarch in a page. Please update it."),
        "insecure": t("Nomarch runs in a page only over https, or on localhost."),
    }  # fmt: skip
