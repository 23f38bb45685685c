"""A static host for the browser edition, which can be closed for good."""

import hashlib
import json
import re
import socket
import threading
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.browser.playing import wait_for_turn
from tests.ports import free_port

ROOT = "/play"
SAME_DEAL = """
from nomarch.kernel.run.seeds import make_seed
from nomarch.tables import service
service.make_seed = lambda: make_seed("a table")
service.guided_seed = lambda *_: make_seed("a table")
"""
"""A cell for the site's prompt, after which every table has the same deal."""
PATIENCE = 90_000


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


class StaticHost:
    """Serves the parent of a built site; `close` ends it, and asserts that it is gone."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self._server: ThreadingHTTPServer | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}{ROOT}/"

    def open(self) -> None:
        if self._server is not None:
            return
        handler = partial(_Quiet, directory=str(self.folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None
        with socket.socket() as probe:
            assert probe.connect_ex(("127.0.0.1", self.port)) != 0, "somebody still answers"


def relay_port(folder: Path) -> int:
    """Where a built site looks for a relay."""
    page = (folder / ROOT.strip("/") / "index.html").read_text()
    return int(re.findall(r'"relay": "ws://127\.0\.0\.1:(\d+)', page)[0])


def republish(folder: Path, **changed: Callable[[str], str]) -> None:
    """Publish a new version in which scripts are changed, such as `worker` of `worker.js`."""
    site = folder / ROOT.strip("/")
    listed = json.loads((site / "files.json").read_text())
    for name, change in changed.items():
        script = site / f"{name}.js"
        script.write_text(change(script.read_text()))
        listed["files"][script.name] = hashlib.sha256(script.read_bytes()).hexdigest()
    old, listed["version"] = listed["version"], f"{listed['version']}-{'-'.join(changed)}"
    (site / "files.json").write_text(json.dumps(listed))
    worker = site / "sw.js"
    worker.write_text(worker.read_text().replace(old, listed["version"]))


PUT_DATABASE = """
if (self === top) navigator.locks.request("nomarch%(root)s", async () => {
  const storage = await navigator.storage.getDirectory();
  if (localStorage.hasDatabase) return;
  const folder = await storage.getDirectoryHandle("nomarch%(folder)s", { create: true });
  const handle = await folder.getFileHandle("nomarch.sqlite3", { create: true });
  const file = await handle.createWritable();
  await file.write(Uint8Array.from(atob("%(content)s"), (sign) => sign.charCodeAt(0)));
  await file.close();
  localStorage.hasDatabase = "yes";
});
"""


def put_database(context: Any, content: bytes) -> None:
    """Have the first tab of a context find a database; the lock keeps the tab from starting."""
    values = {
        "root": ROOT,
        "folder": ROOT.replace("/", "-"),
        "content": b64encode(content).decode(),
    }
    context.add_init_script(PUT_DATABASE % values)


class Tab:
    """A tab with the site in it: the shell, and the frame with the site's pages."""

    def __init__(self, page: Any, host: StaticHost) -> None:
        self.page, self.host = page, host
        page.set_default_timeout(PATIENCE)

    @property
    def frame(self) -> Any:
        return self.page.frames[1]

    def open(self, path: str = "") -> None:
        self.page.goto(self.host.url + path)
        self.wait()

    def reload(self) -> None:
        self.page.reload()
        self.wait()

    def wait(self) -> None:
        self.page.wait_for_function(
            "window.marks?.ready || document.getElementById('frame')?.hidden"
        )
        assert self.page.evaluate("marks.ready"), self.notice

    def wait_for_files(self) -> None:
        self.page.wait_for_function("marks.complete")

    @property
    def notice(self) -> str:
        return str(self.page.locator("#notice-text").text_content())

    def go(self, path: str) -> None:
        self.frame.goto(self.host.url + path)

    def fetch(self, path: str, code: str = "") -> str:
        """Return an answer of the application, or of its Python prompt to a cell."""
        options = f", {{ method: 'POST', body: {json.dumps(code)} }}" if code else ""
        asked = f"fetch('{ROOT}{path}'{options}).then((answer) => answer.text())"
        return str(self.page.evaluate(asked))


OpensTab = Callable[..., Tab]
"""The fixture `opens`: a tab, with the port closed once everything is there.

`database` is what the browser has kept, `script` runs before the page's own; a tab that does
not start is left as it is.
"""


def set_up(tab: Tab, game: str) -> str:
    """Create a table by clicks, always with the same deal; return its id."""
    tab.fetch("/device/python", SAME_DEAL)
    tab.go(f"new/{game}")
    tab.frame.locator("#setup [type=submit]").click()
    tab.frame.wait_for_url("**/t/*")
    wait_for_turn(tab.frame)
    return str(tab.frame.url.rpartition("/")[2])
