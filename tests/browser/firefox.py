"""Firefox by its own protocol, WebDriver BiDi: Playwright drives none but one that it has built."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.install_programs import find_firefox

_UNTIL = """new Promise((done) => {
  const look = () => (%s) ? done() : setTimeout(look, 100);
  look();
})"""


class Firefox:
    """One tab, and the first frame in it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.count = socket, 0
        self._call("session.new", capabilities={})

    def _call(self, method: str, **params: Any) -> Any:
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv())).get("id") != self.count:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    @property
    def _tab(self) -> Any:
        return self._call("browsingContext.getTree")["contexts"][0]

    def open(self, url: str) -> None:
        tab = self._tab["context"]
        self._call("browsingContext.navigate", context=tab, url=url, wait="complete")

    def evaluate(self, script: str, *, in_frame: bool = False) -> Any:
        """Return the value of an expression, once its promise is kept."""
        target = self._tab["children"][0] if in_frame else self._tab
        target = {"context": target["context"]}
        found = self._call("script.evaluate", expression=script, target=target, awaitPromise=True)
        assert found["type"] == "success", found
        return found["result"].get("value")

    def wait_until(self, check: str) -> None:
        """Wait for an expression, which is evaluated in the tab: frames come and go."""
        self.evaluate(_UNTIL % check)


@contextmanager
def run_firefox(profile: Path) -> Iterator[Firefox]:
    program = find_firefox()
    if program is None:
        pytest.skip("no Firefox was found")
    command = [program, "--headless", "--profile", str(profile), "--remote-debugging-port=0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            lines = (re.search(r"ws://\S+", line) for line in process.stderr)
            address = next(found[0] for found in lines if found)
            Thread(target=process.stderr.read, daemon=True).start()
            with connect(f"{address}/session", max_size=None) as socket:
                yield Firefox(socket)
        finally:
            process.terminate()
